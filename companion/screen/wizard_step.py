"""What every step of the first start is."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from companion.screen.widgets import Column

if TYPE_CHECKING:
    from companion.screen.wizard import WizardPage


class WizardStep(Column):
    """``title``: the step's name, a key of gettext. ``done``: what it asks for is set."""

    title: ClassVar[str]

    def __init__(self, page: WizardPage) -> None:
        super().__init__(gap=8)
        self.page = page
        self.first = page.first
        self.desk = page.desk
        self.texts = page.texts

    @property
    def done(self) -> bool:
        """Whether it is of no use to stay here."""
        return True

    def draw(self) -> None:
        """Build what it shows anew."""

    def refresh(self) -> None:
        """Something may be new."""
