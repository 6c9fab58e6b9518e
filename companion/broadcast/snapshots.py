"""Builds the retained messages of a table for each view, by topic. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from companion.broadcast import homeassistant, payloads
from companion.broadcast.picture import picture
from companion.broadcast.watch import MatchFeed
from companion.locale import Texts
from companion.referee.publish import entry_of
from companion.referee.view import TableView
from companion.rules.contract import Over, RulesError
from companion.rules.match import Match, format_match
from companion.rules.registry import AnyGame, find_game

# -- A match that is over, as the match file that a hall keeps


def match_text(game: AnyGame, view: TableView) -> str:
    """The match file, from the public history, with the seals and seeds that electronic decks have shown; ""
    for a match that is not over, or that a match file cannot hold (one that began from another position)."""
    if not isinstance(view.pending, Over):
        return ""
    notes = tuple(note for deck in view.decks for note in deck.notes)
    try:
        match = Match.begin(game, view.setup, notes=notes)
        for line in view.history:
            match = match.add(entry_of(line))
    except RulesError:
        return ""
    return format_match(match)


# -- Builds the retained messages of a table for each view, by topic

Snapshot = dict[str, bytes]
"""Payload by topic, in the order in which they are sent; an empty one clears its topic."""
TOPICS = ("state", "score", "picture", "watch", "brief", "match")
"""The retained topics of every table, below its own name."""


class Snapshots:
    """``game``: the game in the owner's edition; None = as it is installed. ``home_assistant``: the messages
    for Home Assistant are built, too, with texts in ``language``; ``commands``: they contain buttons as well.
    ``names``: people's names by seat, if they may be sent."""

    def __init__(
        self,
        table: str,
        boot: str,
        language: str = "en",
        home_assistant: bool = False,
        commands: bool = False,
        game: AnyGame | None = None,
        names: Mapping[str, str] | None = None,
    ) -> None:
        self._table = table
        self._boot = boot
        self._home_assistant = home_assistant
        self._commands = commands
        self._game = game
        self.texts = Texts("en")
        self._names = dict(names or {})
        self.home_texts = Texts(language, None, self._names)
        self._watch: MatchFeed | None = None
        self._pictured: object = None
        self._picture = b""

    def topic(self, name: str) -> str:
        """A topic below the table's own name."""
        return f"companion/{self._table}/{name}"

    def of(self, view: TableView) -> Snapshot:
        """All retained messages for this view."""
        texts, watch = self.texts_of(view.game), self._watch_of(view.game)
        text = match_text(watch.game, view)
        told = payloads.head(self._boot) | {"match": view.match, "game": view.game, "text": text}
        named = {"names": self._names} if self._names else {}
        said = {
            "state": payloads.encode(payloads.state(self._boot, view, texts) | named),
            "score": payloads.encode(payloads.score(self._boot, view, texts)),
            "picture": self._picture_of(view, watch.game),
            "watch": payloads.encode(watch.message(self._boot, view)),
            "brief": payloads.encode(watch.brief(self._boot, self._table, view)),
            "match": payloads.encode(told) if text else b"",
        }
        found = {self.topic(name): data for name, data in said.items()}
        return found | self._home(view) if self._home_assistant else found

    def nothing(self, view: TableView | None) -> Snapshot:
        """The messages for when the table stops broadcasting: topics are cleared, and in Home Assistant all
        values become unknown. ``view``: the newest."""
        found = {self.topic(name): b"" for name in TOPICS}
        if self._home_assistant and view is not None:
            unknown = homeassistant.home(self._boot, None, self.home_texts, view.setup.seats)
            found[self.topic("home")] = payloads.encode(unknown)
        return found

    def texts_of(self, game: str) -> Texts:
        """The English texts of a game."""
        if self.texts.game != game:
            self.texts = Texts("en", game)
        return self.texts

    def game_of(self, game: str) -> AnyGame:
        """The game of an id, in the owner's edition."""
        return self._watch_of(game).game

    def _watch_of(self, game: str) -> MatchFeed:
        if self._watch is None or self._watch.game.id != game:
            own = self._game if self._game is not None and self._game.id == game else None
            self._watch = MatchFeed(own or find_game(game), self._names)
        return self._watch

    def _picture_of(self, view: TableView, game: AnyGame) -> bytes:
        """The picture message, which stays the same for a whole match."""
        if self._pictured != (view.match, view.game, view.setup):
            self._pictured = (view.match, view.game, view.setup)
            self._picture = payloads.encode(picture(self._boot, view, game, self._names))
        return self._picture

    def _home(self, view: TableView) -> Snapshot:
        """The discovery message, then the values of its entities."""
        if self.home_texts.game != view.game:
            self.home_texts = Texts(self.home_texts.language, view.game, self._names)
        device = homeassistant.discovery(self._table, view, self.home_texts, self._commands)
        return {
            homeassistant.discovery_topic(self._table): payloads.encode(device),
            self.topic("home"): payloads.encode(homeassistant.home(self._boot, view, self.home_texts)),
        }
