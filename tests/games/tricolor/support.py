"""Games of Tri-Color as its tests set them up and play them."""

from typing import Any, ClassVar

from termgames import games
from termgames.games.tricolor.rules import TriColor
from tests import diagrams, scenes


def tricolor(**options: Any) -> TriColor:
    """A game; `dead_stones` stands for the option with a hyphen."""
    game = games.create("tricolor", {name.replace("_", "-"): v for name, v in options.items()})
    assert isinstance(game, TriColor)
    return game


FIVE = tricolor(size=5)
ASKING = tricolor(size=5, dead_stones="agree")


def named(game: TriColor, cells: Any) -> str:
    return " ".join(game.topology.names[cell] for cell in cells)


def acting(game: TriColor, state: Any) -> str:
    return game.seat_name(state, game.to_act(state))


def position(text: str, *, game: TriColor = FIVE, **position_text: str) -> Any:
    return diagrams.position(game, text, **position_text)


def show(state: Any, *, game: TriColor = FIVE) -> str:
    return " ".join(diagrams.show(game, state))


class Scene(scenes.Scene):
    """A scene of Tri-Color: it adds the `turn`, who has `passed`, and what the prompt `says`."""

    game_id = "tricolor"

    diagrams: ClassVar[dict[str, str]] = {
        "KO": ".ab.. a.ab. .ab.. ..... ....g",  # beta takes c4 at b4, and alpha b4 at c4
        "TALK": "aaa.b a.gab aaabb ..gbb ggggg",  # gamma's c4 is dead to everybody but gamma
        "EMPTY": "..... ..... ..... ..... .....",
    }

    def on_turn(self, text: str) -> None:
        assert self.state.turn == int(text)

    def on_passed(self, text: str) -> None:
        assert self.state.passed == tuple(map(int, text.split()))

    def on_says(self, text: str) -> None:
        assert text in self.game.prompt(self.state)

    def on_dead(self, text: str) -> None:
        assert self.game.report_fields(self.state)["dead"] == text.split()
