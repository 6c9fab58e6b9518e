"""What went wrong, as one sentence for the people at the table."""

from __future__ import annotations

from companion.locale import Message


class ControllerError(Exception):
    """What was asked for cannot be done; ``text`` is one sentence that says what to do."""

    def __init__(self, text: Message) -> None:
        self.text = text
        super().__init__(text.key.format(**dict(text.facts)))
