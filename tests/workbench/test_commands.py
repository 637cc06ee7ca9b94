"""Commands of the workbench that are asked wrongly: a command line, its exit code, what is said."""

from pathlib import Path

import pytest

from tests.cli.support import Cli

SAID = """
calibrate majorities --out levels.json                     | 2 | give --resume
calibrate majorities --levels 0-3                          | 2 | from 1 to 9
calibrate majorities --curve 100,many                      | 2 | 150:0.15
calibrate majorities --curve 100,100                       | 2 | --curve names a search twice
calibrate majorities --unguided 64:warm                    | 2 | --unguided takes playouts
calibrate majorities --unguided 1,2,3,4,5,6,7,8,9 --choose | 2 | fewer than 9 levels
calibrate majorities --unguided 64                         | 2 | let two players meet
calibrate majorities --beside human                        | 2 | choose a bot
balance plurality --pie                                    | 2 | leave komi
balance pletore --komi offer                               | 2 | leave komi
estimates majorities --size 3 --player random              | 2 | it is known who wins
arena lots --d random                                      | 2 | --d without --c
arena lots --lineup ab                                     | 2 | --lineup ab does not fit
arena lots --sprt 0,30                                     | 2 | --sprt compares two
arena majorities --size 3 --sprt 30,0                      | 2 | --sprt
arena plurality --cluster local:2 --jobs 2                 | 2 | exclude each other
arena plurality --cluster local:none                       | 1 | local:N takes a number
arena plurality --cluster nonsense://here:1                | 1 | start one with dask scheduler
arena plurality --cluster nofile.json                      | 1 | cannot read the scheduler file
arena plurality --cluster list.json                        | 1 | list.json is no scheduler file
arena plurality --cluster tcp://                           | 1 | missing port number
arena plurality --cluster tls://127.0.0.1:1                | 1 | TLS
arena plurality --resume list.json                         | 1 | holds no results
explore make majorities                                    | 2 | --out: name the file
explore make mitropia --players 2 --out x.openings         | 2 | diagram gives: openings need
explore make tricolor --size 5 --out x.openings            | 2 | is for 3: openings need 2
explore make plurality --size 5 --pie --out x.openings     | 2 | begin when all offers are answered
explore make pletore --komi offer --out x.openings         | 2 | begin when all offers are answered
"""
ROWS = [tuple(map(str.strip, row.split(" | "))) for row in SAID.strip().split("\n")]


@pytest.mark.usefixtures("lots")
@pytest.mark.parametrize(("command", "code", "said"), ROWS)
def test_what_is_asked_wrongly_is_refused(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    command: str,
    code: str,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("list.json").write_text("[1]")
    before = sorted(tmp_path.iterdir())
    done = Cli(monkeypatch, capsys)(*command.split())
    assert (done.code, said in done.error) == (int(code), True), done.error
    assert sorted(tmp_path.iterdir()) == before, "nothing was begun"
