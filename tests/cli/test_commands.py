"""Commands at work: what is done, and what is told then."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from termgames.games import GAMES
from termgames.play import record, store
from termgames.play.history import ended, ladder
from termgames.play.match import Match
from termgames.search.limits import Limit
from termgames.study.review_file import ReviewFile
from tests.cases import cases
from tests.cli.support import HUMANS, Cli, saved
from tests.play.openings.support import tree
from tests.study.exercises.examples import BLUNDER, GAME, finding, played
from tests.toy_card_game.rules import create


def reviewed(path: Path, *players: str) -> None:
    """A record with its review beside it."""
    store.save(match := played(*players), path)
    kept = ReviewFile(path, match, Limit(1.0))
    for ply in range(match.ply):
        kept.add(ply, finding() if ply == BLUNDER else finding(ply, 0.0, GAME[ply]))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of what the scripts name. In a record of a card game of three seats, which is known
    meanwhile, red has drawn a 6."""
    GAMES["lots"] = "tests.toy_card_game"
    folder = tmp_path_factory.mktemp("made")
    (folder / "mine.openings").write_text(tree().written())
    (folder / "many").mkdir()
    reviewed(folder / "game.tgr")
    reviewed(folder / "many" / "one.tgr", "greedy", "human:Ann")
    reviewed(folder / "many" / "two.tgr", "human:Ben", "human:Ann")
    (going_on := played("human", "human")).undo(2)
    store.save(going_on, folder / "many" / "three.tgr")
    lots = create({"players": 3, "talk": "free"})
    match = Match(lots, ("human", "random", "random"), 7, draws=False)
    for text in ("die red", "draw", "card 6", "pass"):
        match.submit(lots.parse(match.state, text))
    store.save(match, folder / "dealt.tgr")
    yield folder
    del GAMES["lots"]


@pytest.fixture(autouse=True)
def files(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "opponent", lambda *_: "bot:1")
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)


@pytest.mark.parametrize(
    ("script", "told"),
    cases("""
    # Playing, line by line.
    HUMANS < c4,c5,d5; PASS; pass | 1. black c4,c5,d5 & black wins by 16.5 (both passed)
    HUMANS < c4,c5,d5 | The game is saved; go on with: termgames resume
    HUMANS --no-save < pass >> resume --list | no unfinished game
    HUMANS --plain --ascii --no-analysis < pass >> resume --list | human v human
    PLAY --white random --seed 3 < c4,c5,d5; quit | 2. white & 3. black
    PLAY --black random --white greedy --seed 1 | wins & The game is in
    PLAY --black bot:9 --time 0.05 --white human < quit | 1. black
    PLAY --white bot:1 --clock 10m+5s --clock white=2m < clock; pass; quit \
      | black: human, clock 10m+5s & white: bot:1, clock 2m & You have 10 minutes, white has 2 min
    PLAY --white bot:1 --clock 10m+5s --clock white=2m < pass; quit >> export 1 | 10m+5s & 2m
    HUMANS --no-save < \ufeffpass | 1. black pass
    gtp plurality < \ufeffname; quit | = termgames
    PLAY --white human --no-save < rules | João Pedro Neto
    PLAY --black human --white human < a1,b1,e5; quit | Not allowed
    # Options of a game.
    play plurality --size=9 --white human < save g.tgr >> replay g.tgr --json | .options.size = 9
    play plurality --hex --komi=1 --white human < save g.tgr >> replay g.tgr --json \
      | .options.hex = 7 & .options.komi = 1.0
    play plurality --ties parity --size 19 --white human < save g.tgr >> replay g.tgr --json \
      | .options.ties = parity & .options.komi = 6.5
    gtp plurality --hex 5 < termgames-state | .options.hex = 5
    arena plurality --a random --games 1 --json --size 7 --komi 1 | .options.komi = 1.0
    # Going on with games, and looking through them.
    HUMANS < c4,c5,d5 >> resume --list | 1  & Plurality  human v human & Unfinished & size 5
    HUMANS < c4,c5,d5 >> resume < pass; pass | 3. black pass
    HUMANS < c4,c5,d5 >> resume < pass; pass >> resume --list | no unfinished game
    HUMANS < pass >> play plurality --size 7 --white human < pass >> resume 2 | size 5
    HUMANS < pass >> resume 2 | code 1 & only 1 to 1
    HUMANS < pass >> resume 0 | code 1 & only 1 to 1
    HUMANS < pass >> edit DATA/games/bad.tgr '' nonsense >> resume --list | 1  & bad.tgr: line 1
    HUMANS < pass >> edit DATA/games/bad.tgr '' nonsense >> resume | 2. white
    HUMANS < save mine.tgr >> resume mine.tgr < d3,d4,e4 \
      >> replay mine.tgr --json | .moves.0 = d3,d4,e4
    HUMANS < pass; resign; quit >> replay SAVED --json \
      | .resigned = white & .winners = ['black'] & .ending = white resigned
    RANDOM >> replay SAVED | 1. black & wins
    RANDOM >> replay SAVED --json | .game = plurality & .options.size = 5 & .over = True \
      & .ending = no placement left & .players = ['random', 'random']
    RANDOM >> HUMANS < pass >> replay --list | played & result & Unfinished & wins & size 5
    # Exports.
    HUMANS < a1,b1,c1 >> export 1 | a1,b1,c1
    export dealt.tgr | card ? & !card 6 & !seed
    export dealt.tgr --full | card 6 & seed
    export dealt.tgr -o shown.tgr >> replay shown.tgr | chance card ?
    export dealt.tgr -o shown.tgr >> resume shown.tgr | code 1 & holds what spectators saw
    replay dealt.tgr | chance card 6
    resume dealt.tgr --plain < quit | cards: red 1
    export SMALL --as svg --ply 3 | after move 3
    edit l.svg '' 'Dear Alice' >> export SMALL --as svg -o l.svg | code 1 & exists: remove it
    edit g.sgf '' '(;GM[1]SZ[9]PW[Lee];B[ee];W[cc];B[];W[])' >> import g.sgf >> stats \
      | Lee & unknown & !you:
    # Seats, names and what is usual for them.
    play lots --blue random --green random --seed 3 < pass | red: human & green: random
    play lots --help | --red PLAYER & --green PLAYER & You play against bot:1 & opponent is bot:5
    play lots --players 2 --green random | code 2 & --green: nobody plays green here, only red, blue
    play lots --red human:Ann --blue human:Ben --green random --seed 1 < quit | red: human:Ann
    play lots --blue random --seed 1 --green random --no-save < save g.tgr \
      >> export g.tgr | talk: polite
    play lots --talk free --blue random --green random --no-save < save g.tgr \
      >> export g.tgr | talk: free
    gtp lots < termgames-state | .options.talk = free
    arena lots --a random --games 1 --json | .options.talk = free
    # Games that are taught, played out and rated.
    play lots --players 2 --teach --seed 3 --blue random < pass >> export 1 --full | teach
    resume game.tgr --play-out < b5,c5,a5; quit | 4. white> 4. white b5,c5,a5
    resume game.tgr --play-out --turn 2 < pass; quit | 2. white pass
    PLAY --rated < a1,b1,c1; quit >> resume --time 0.1 | code 2 & bots take the time of their level
    PLAY --rated < a1,b1,c1; quit >> resume < undo; quit | rated: moves cannot be taken back
    # Bots for other programs.
    gtp plurality --size 5 --bot greedy < 1 genmove black; 3 nonsense; quit | =1 & ?3 unknown
    gtp plurality --size 5 --level 1 --time 0.05 < 2 genmove black; quit | =2
    gtp lots --seed 5 --bot random < genmove red; undo; termgames-chance; termgames-state \
      | "to_move"
    # Reviews and exercises.
    review many | 2 games: 2 mistakes in 7 decisions & middle          2              100% \
      & two.tgr          5         1   90%  turn 4, white b1,b2,c1: 90% of the win lost \
      & 1 game left out: not over yet
    review many --exercises >> practise --list --name ann | 90%
    review many --player ben --json | .total.mistakes = 0 & .games.0.file = two.tgr
    edit many/a.tgr '' nonsense >> review many | code 1 & error: many/a.tgr: line 1: & 2 games
    review --saved | There was nothing to review.
    practise | No mistakes yet
    practise --add game.tgr | 1 mistake, 1 of them new here
    practise --add game.tgr >> practise --list | b1,b2,c1  b5,c5,a5  90%
    practise --add game.tgr >> practise --json | .game = plurality & .to_move = white \
      & .played = b1,b2,c1 & .best = b5,c5,a5 & .refutation = ['b1,b2,c1', 'b5,c5,a5'] \
      & .position = ['.....', 'b.bw.', 'ww.b.', '...b.', '...bw']
    practise --add many/two.tgr >> practise --list --name ann | 90%
    # Lessons and problems.
    learn | 0 of 8 lessons done & Plurality
    edit DATA/lessons/mine.lesson '' nonsense >> learn | faulty: & mine.lesson
    learn majorities --check --json | .ok = True
    learn plurality < pass; nonsense; hint; pass; hint; where c4; column c; d4,e4,d5; quit \
      | 1 of 8: Your first tromino & Not yet. You passed. & Try first: after 2 wrong answers \
      & A right answer is d4,e4,d5. & c4 is empty. & Type help for what can be typed here. \
      & Right. Two for you & 2 of 8: Straight or bent
    learn plurality < d4,e4,d5; quit >> learn plurality < quit | 2 of 8 & !1 of 8
    learn majorities --task 8 < maybe; play; resign; quit \
      | Type play to begin the game, not 'maybe'. & white resigned \
      & That was the last lesson. Not done yet: 1 Win a line,
    learn majorities --task 8 < play; resign >> learn majorities --list | 1 of 8 lessons done
    puzzles | majorities  0 of
    puzzles mitropia --list | map garden, players 2, pro  Black to play and \
      & map garden for three, players 3, pro, no-surrender
    puzzles majorities --check | 0 faults
    # Openings.
    EXPLORE | majorities, size 3 &      a1 .3  .1  . a3 & Black to move, 100 games: wins 52%, +0.1 \
      & 1  a2       60   55%    +0.3  a3,b3; d4,e2 & 3  a1       10   30%    -1.0 \
      & Black wins 52% of 40 games that bots played to the end. \
      & The most even first moves: c1 (54%), a2 (55%) and a1 (30%). \
      & Of the first moves, White gains by taking over a2 and c1.
    explore make plurality --size 5 --playouts 50 --count 8 --ends 0 --seed 1 --out p.openings \
      >> explore plurality --size 5 --tree p.openings | Black wins & with komi & Fair komi, as
    EXPLORE --line b1 | after b1 & White to move, 45 games: wins 56%, +0.2 points & !komi & !fair
    EXPLORE --line 'a1; a2,a3' | No game of the tree went on from here; it is of 100 games.
    EXPLORE --json --line a2 | .line = ['a2'] & .games = 45 & .moves.0.move = a3,b3 \
      & .moves.0.share = 0.6 & .moves.0.goes_on = ['d4,e2']
    EXPLORE --line 'a2; a2,a3' | code 2 & --line, move 2, 'a2,a3': a2 is occupied
    explore majorities --tree mine.openings | code 2 & is of termgames openings majorities --size 3
    explore plurality --pie --line 'komi 2; black' | These figures are of games with komi 5.5.
    explore plurality | Under --pie name 1, to which half a point & Fair komi & !These figures are
    # Small games that are solved.
    solve majorities --size 3 --json | .value = -1 & .winner = white & .states = 1704511
    solve majorities --size 2 | White wins in 2 turns & a best game:
    SOLVE --komi 1 --json \
      | .value = 1.5 & .winner = black & .openings.b2 = 1.5 & .openings.button = -3.5
    SOLVE --komi 1 --after button | White wins by 3½
    SOLVE --komi offer --after 'komi 1 white button' --json | .value = -3.5
    # Maps.
    maps | honeycomb  15x15  169 points  2 or 3 players, hexagons
    maps | ring       19x19  236 points  2, 3, 4 or 5 players & Your own maps:
    maps ring --players 3 | 3 players: k17 r7 c7  (marked) & 5 players: k18 r12 p4 e4 c12
    maps hourglass --json | .columns = 13 & .points = 177 & .code = hourglass \
      & .starts = {'2': ['g17', 'g3'], '4': ['l17', 'l3', 'c3', 'c17']}
    maps 9x9-cut | 9x9-cut: 9x9, 69 points, 2 players &  7 . . . . . . 1 . . \
      &  3 . . 2 . . . . . . &    a b c d e f g h j & 2 players: g7 c3  (marked)
    edit DATA/maps/cove.map '' 'name: cove\\nplayers 2: c1 a1\\n\\n..-\\n...\\n' >> maps \
      | cove        3x2     5 points  2 players
    edit isles.map '' 'name: isles\\ncells: hexagons\\nplayers 2: a1 d1\\n\\n..-.\\n..-.\\n' \
      >> maps isles.map --json | .cells = hexagons & .islands = 2 & .points = 6
    edit isles.map '' 'name: isles\\ncells: hexagons\\nplayers 2: a1 d1\\n\\n..-.\\n..-.\\n' \
      >> maps isles.map | isles: 4x2, 6 points, 2 islands, 2 players &  a1 1 .   2 d1 \
      & no path joins the islands
    edit DATA/maps/wrong.map '' 'name: wrong\\n\\n.x\\n' >> maps \
      | faulty: & wrong.map: line 3, column 2: 'x' is neither
    # Figures of games played.
    stats | game that you play to the end counts
    stats --json | .people = []
    RANDOM --black human < resign; quit >> stats | you: 1 game: 0 won, 1 lost. & By opponent
    RANDOM --black human < resign; quit >> stats --json | .people.0.lost = 1
    RANDOM --black human:Ann < resign; quit >> stats --player ann | Ann: 1 game
    RANDOM --black human:Ann < resign; quit >> stats plurality | Ann: 1 game & size 5
    # Settings and keys.
    config validate | there is none
    edit CONFIG '' 'asci = true\\ntime = 0\\n' >> config validate | code 2 & line 1 & line 2
    edit CONFIG '' 'theme = "nord"\\n[games.plurality]\\nsize = 9' >> config show --json \
      | .settings.0.name = theme & .settings.0.value = nord & .settings.0.from = line 1
    edit CONFIG '' 'asci = true' >> config show --json | code 2 & faults": ["
    edit CONFIG '' 'time = 3' >> config show | ascii & default & 3                 line 1
    edit CONFIG '' '[games.plurality]\\nsize = 5\\nwhite = "random"' >> play plurality < quit \
      | size 5 & white: random
    edit CONFIG '' '[games.plurality]\\nsize = 5' >> play plurality --size 7 < quit | size 7
    edit CONFIG '' '[games.plurality]\\nsize = 5' >> play plurality --hex 4 < quit | hex 4
    edit CONFIG '' 'clock = "10m+5s"' >> PLAY < quit | black: human, clock 10m+5s
    edit CONFIG '' 'clock = "10m+5s"' >> PLAY --clock 2m < quit | clock 2m & !10m
    edit CONFIG '' 'clock = "10m+5s"' >> PLAY --clock none < quit | !clock
    edit CONFIG '' 'boards = "asked"' >> HUMANS < a1,b1,c1; quit | !last move
    edit CONFIG '' 'boards = "asked"' >> HUMANS --boards always < a1,b1,c1; quit | last move
    edit CONFIG '' 'time = 3' >> review none.tgr --playouts 200 | code 1 & none.tgr
    edit CONFIG '' '= = =' >> PLAY < quit | settings: & size 5
    edit CONFIG '' 'asci = 1\\nplain = true' >> list --json | !settings
    keys | app.quit & Quit, all is saved & On the screen menu: & !* app
    edit CONFIG '' '[keys]\\n"table.hint" = "f9, alt+i"' >> keys | * table.hint
    edit CONFIG '' '[keys]\\n"table.hnt" = "x"' >> keys | code 2 & line 2: 'table.hnt' is no comm
    edit CONFIG '' '[keys]\\n"table.hint" = "o"' >> config validate \
      | code 2 & line 2: table.hint (Hint) cannot have o: on the screen game that is table.overlay
    edit CONFIG '' '[keys]\\n"table.hint" = "o"' >> keys --preset Vim | m, /
    TERMGAMES_THEME=Nord list | Plurality
    TERMGAMES_PLAY_PLURALITY_SIZE=7 play plurality --white human < quit | size 7
    TERMGAMES_PLAY_PLURALITY_SIZE=7 play plurality --size 9 --white human < quit | size 9
    TERMGAMES_PLAY_PLURALITY_SIZE=7 play plurality --hex 5 --white human < quit | hex 5
    doctor | not there yet & All is sound.
    doctor . | code 1 &   damaged: .
    # Pages.
    list --json | .0.game = plurality & .4.game = mitropia & .0.options.0 = size
    list | Pletore & Tri-Color & João Pedro Neto & Luis Bolaños
    rules PLETORE | # Pletore
    help glossary | **Aji** & **Atari** & **Dame** & **Eye** & **Sente** & **Gote** & **Tenuki**
    --version | termgames
    """),
)
def test_what_is_told(cli: Cli, script: str, told: str) -> None:
    cli.script(script).tells(told)


def test_a_line_of_any_length_is_one_refused_move(cli: Cli) -> None:
    done = cli(*HUMANS.split(), stdin="x" * 1_000_000 + "\nc4,c5,d5\n")
    assert len(done.out) < 5_000
    assert "1. black c4,c5,d5" in done.out


def test_a_rated_game_is_against_the_even_level_without_help(cli: Cli) -> None:
    done = cli.script("PLAY --rated < hint; undo; resign; undo; quit")
    done.tells("This game is rated: no analysis. & Your first rating in Plurality:")
    assert done.out.count("This game is rated: moves cannot be taken back.") == 2
    (game,) = ended.ended_games()
    assert game.players == ("human", "bot:1")
    assert "\nrated: yes\n" in record.write(store.read(game.path))


def test_comments_and_variations_are_in_json_and_exports(cli: Cli) -> None:
    cli.script("RANDOM")
    path = saved()
    assert cli("export", str(path)).out == path.read_text(), "all that the save tells"
    text = path.read_text().replace("\n\n", "\n\n| Noted.\n|1. pass\n|2. pass\n| Oh.\n|1. x\n", 1)
    path.write_text(text)
    done = cli("replay", str(path), "--json")
    assert "note: 1 line of the variations does not fit" in done.err
    told = done.told
    assert told["comments"] == [{"ply": 0, "text": "Noted."}]
    assert told["variations"] == [
        {"ply": 0, "parent": None, "move": "pass", "comment": ""},
        {"ply": 1, "parent": 0, "move": "pass", "comment": "Oh.\n1. x"},
    ]
    assert "\n| Noted.\n|1. pass\n|2. pass\n| Oh.\n| 1. x\n" in cli("export", str(path)).out
    assert "1 line of the variations does not fit" in cli("doctor", str(path)).out
