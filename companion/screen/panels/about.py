"""About this table: the edition in use, with what is only assumed, sealed decks, the camera, the names."""

from __future__ import annotations

from companion.locale import Texts
from companion.referee import sentences
from companion.referee.view import DeckView, TableView
from companion.screen import theme
from companion.screen.panels.panel import Host, Panel
from companion.screen.widgets import Text


class AboutPanel(Panel):
    """Facts to look up."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        view, texts = self.view, self.texts
        self.add_widget(self.head(texts.say("About this table")))
        column = self.pages().column
        for text in (
            texts.say("Match {match} at table {table}", match=view.match, table=view.table),
            texts.say("Edition: {edition}", edition=texts.term(view.edition)),
        ):
            column.add_widget(Text(text, size=theme.SMALL))
        for deck in view.decks:
            for text in deck_lines(texts, deck):
                column.add_widget(Text(text, size=theme.SMALL))
        camera = view.camera.name or texts.say("No camera: enter moves and cards by touch.")
        column.add_widget(Text(texts.say("Camera: {camera}", camera=camera), size=theme.SMALL))
        if view.defaults:
            column.add_widget(Text(sentences.assumed(texts, len(view.defaults)), bold=True))
            column.add_widget(
                Text(
                    texts.say("The publisher's text does not tell them. Check them against your box."),
                    size=theme.SMALL,
                )
            )
        for value in view.defaults:
            column.add_widget(
                Text(sentences.edition_value(texts, value), size=theme.SMALL, color=theme.FAINT)
            )

    @staticmethod
    def key(view: TableView) -> object:
        """What is listed."""
        return (view.match, view.edition, view.defaults, view.decks, view.camera.name)


def deck_lines(texts: Texts, deck: DeckView) -> tuple[str, ...]:
    """An electronic deck: its seal, how many were drawn, and the seed once it may be known."""
    lines = [
        texts.say("{deck}: drawn by the machine, sealed as", deck=sentences.capital(texts.term(deck.source))),
        in_groups(deck.commitment),
        texts.count("{n} card drawn so far", "{n} cards drawn so far", deck.drawn),
    ]
    if deck.seed:
        lines += [texts.say("The seed, to check every draw:"), in_groups(deck.seed)]
    else:
        lines.append(texts.say("The seed is shown when the game is over."))
    return tuple(lines)


def in_groups(code: str) -> str:
    """A long code in groups of eight, so that people can compare it and lines can break."""
    return " ".join(code[i : i + 8] for i in range(0, len(code), 8))
