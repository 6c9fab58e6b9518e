"""The class of every step of the first start."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from companion.screen.widgets import Column

if TYPE_CHECKING:
    from companion.screen.pages.wizard import WizardPage


class WizardStep(Column):
    """``title``: the step's name, a key of gettext."""

    title: ClassVar[str]

    def __init__(self, page: WizardPage) -> None:
        super().__init__(gap=8)
        self.page = page
        self.first = page.first
        self.desk = page.desk
        self.texts = page.texts

    @property
    def done(self) -> bool:
        """Whether the step needs nothing more."""
        return True

    def draw(self) -> None:
        """Build anew what the step shows."""

    def refresh(self) -> None:
        """Look for something new to show."""
