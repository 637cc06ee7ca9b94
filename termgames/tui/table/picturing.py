"""The position shown, for others: its diagram to paste elsewhere, and its picture in a file."""

from termgames.core.errors import OptionError, StorageError
from termgames.play import store
from termgames.play.pictures import kinds, raster, svg
from termgames.play.pictures.diagram import diagram, title_of, with_candidates
from termgames.play.sitting.shown import Shown
from termgames.tui.board import BoardView
from termgames.tui.table.analysis import Analysis
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.desk import Desk

COMMANDS = (
    Command(
        "copy_board", "Y", "Copy", "Copy the position as a diagram in plain text",
        "Copy the diagram", shown=False,
    ),
    Command(
        "save_picture", "I", "Picture", "Save a picture of the position",
        "Save a picture", shown=False, at_home=True,
    ),
)  # fmt: skip


class Picturing:
    """Copies and draws what the board shows, with its territory while an overlay is seen and with
    the candidates while an analysis runs."""

    def __init__(self, shown: Shown, board: BoardView, analysis: Analysis, desk: Desk) -> None:
        self._shown, self._board, self._desk = shown, board, desk
        self._analysis = analysis

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        return {"copy_board": Action(self._copy), "save_picture": Action(self._save)}

    def _copy(self) -> None:
        """Hand the diagram to the terminal. Whether it takes it (OSC 52) nobody is told."""
        shown, analysis = self._shown, self._analysis
        losses = analysis.losses
        text = kinds.write(shown, title_of(shown), analysis.candidates, losses=losses)
        self._desk.app.copy_to_clipboard(text)
        self._desk.notify("The diagram is copied, if your terminal allows it.")

    def _save(self) -> None:
        shown, owned = self._shown, self._board.canvas.overlay is not None
        seen = diagram(shown, territory=owned, title=title_of(shown))
        analysis = self._analysis
        seen = with_candidates(seen, shown, analysis.candidates, losses=analysis.losses)
        look = self._board.canvas.look
        picture = svg.write(seen, look.plate or look)
        try:
            try:
                data, ending = raster.png(picture), "png"
            except OptionError:  # without the packages for it
                data, ending = picture.encode(), "svg"
            path = store.free_picture(f"{shown.game.id}-{shown.ply}", ending)
            store.give(data, path)
        except StorageError as error:
            self._desk.notify(f"{error}.", severity="error")
        else:
            self._desk.notify(f"The picture is in {path}.")
