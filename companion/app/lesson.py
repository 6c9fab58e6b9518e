"""A lesson at an open table: a match like any other, in a journal that is thrown away with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.app.portraits import box_path
from companion.app.table import Place, TableInPlay
from companion.app.witness import Witness
from companion.journal import open_journal
from companion.journal.pictures import PictureBudget, PictureStore
from companion.locale import Message
from companion.rules.lesson import lesson_of, stages_of
from companion.rules.match import format_match
from companion.rules.registry import AnyGame

_ONLY = 1
"""The number of the only match in its journal."""


class LessonInPlay(TableInPlay):
    """The lesson of ``game`` before a camera. ``table``: its name outside; ``budget``: for pictures of
    rulings. Raises RulesError if it cannot be given with this box, and JournalError."""

    def __init__(
        self,
        game: AnyGame,
        camera: str,
        table: str,
        changed: Callable[[], None],
        budget: Callable[[], PictureBudget],
    ) -> None:
        match = stages_of(lesson_of(game.id), game)[0][0]
        self._folder = TemporaryDirectory(prefix="companion-lesson-", ignore_cleanup_errors=True)
        book = open_journal(Path(self._folder.name) / "lesson.db")
        book.create(format_match(match))
        place = Place(table, _ONLY, match, (), camera, box_path(game))
        witness = Witness(PictureStore(book.path), _ONLY, budget, changed)
        super().__init__(place, book, (), changed, witness)

    def close(self) -> tuple[Message, ...]:
        """As any table; then nothing is left of it."""
        left = super().close()
        self._book.close()
        self._folder.cleanup()
        return left

    @property
    def over(self) -> bool:
        """Never: there is no match that could be offered again."""
        return False
