"""How a game is left: kept or given up, and what is asked when it could not be saved."""

from pathlib import Path

from termgames.play.sitting.live import Live
from termgames.tui.screens.dialogs import Choice, ask_for_path
from termgames.tui.table.answers import Answers
from termgames.tui.table.desk import Desk


class Leaving:
    """Asks the questions at the end of a sitting."""

    def __init__(
        self,
        live: Live,
        answers: Answers,
        desk: Desk,
    ) -> None:
        self._live, self._answers, self._desk = live, answers, desk

    async def leave(self) -> bool:
        """Leave the game, and ask how while it goes on; True when it was left. Giving up is
        offered where the rules know it, by oneself or together."""
        live, match = self._live, self._live.shown.match
        if not await self.saved():
            return self._desk.closed
        if match.over or not match.ply or not live.humans:
            self._desk.close()
            return True
        is_saved = live.keeper.path is not None
        leave = "leave, keep it for `termgames resume`" if is_saved else "leave, do not keep it"
        choices = [Choice(leave, "leave", risky=not is_saved), Choice("stay", "stay")]
        if match.game.resigns:
            choices.append(Choice("resign", "resign"))
        together = [button for button in self._answers.buttons() if button[0].startswith("resign")]
        for number, (label, _) in enumerate(together):
            choices.append(Choice(label, str(number)))
        answer = await self._desk.dialogs.choose(
            "Leave?", "The game is not over.", choices, safe=True
        )
        if answer == "leave":
            self._desk.close()
        elif answer == "resign":
            live.resign()
        elif answer.isdecimal():
            self._answers.play(together[int(answer)][1])
        return self._desk.closed

    async def saved(self) -> bool:
        """Whether nothing of the game is lost. Where it could not be saved it is saved now; where
        that fails again, somebody is asked whether to save it in another place, to stay, or to
        leave it all the same."""
        keeper = self._live.keeper
        if not keeper.lost or keeper.save():
            return True
        choices = (
            Choice("save it in another place", "save"),
            Choice("leave, its moves are printed in the terminal", "leave"),
            Choice("stay", "stay"),
        )
        text = f"This game is not saved: {keeper.fault}."
        answer = await self._desk.dialogs.choose("Leave?", text, choices, safe=True)
        if answer == "leave":
            self._desk.close()
        if answer != "save":
            return False

        title = "Save this game in"
        if not await ask_for_path(
            self._desk.dialogs, title, Path.home() / keeper.name, keeper.save_in
        ):
            return False
        self._desk.notify(f"The game is saved in {keeper.path}, and goes on there.", timeout=15)
        return True
