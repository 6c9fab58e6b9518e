"""What stays from one evening to the next, in memory; and a machine that remembers what it was told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.locale import Message, Texts
from companion.owner.players import Player
from companion.owner.preferences import Preferences
from companion.owner.results import Result
from companion.ports.errors import ControllerError
from companion.rules.contract import OptionValue
from companion.rules.registry import AnyGame, find_game
from companion.screen.keeping import DeviceTrial, KeptMatch, Offer, Stored


class MemoryKeeper:
    """Implements ``companion.screen.keeping.Keeper``."""

    def __init__(self) -> None:
        self.now = Preferences()
        self.over: tuple[KeptMatch, ...] = ()
        self.played_by: dict[str, dict[str, OptionValue]] = {}
        self.files: dict[str, str] = {}
        self.deleted: list[str] = []
        self.plugged: tuple[str, ...] = ()
        self.exported: list[tuple[str, str]] = []
        self.pictures: dict[str, bytes] = {}
        self.people: tuple[Player, ...] = ()
        self.played: tuple[Result, ...] = ()
        self.seats: dict[str, dict[str, str]] = {}
        self.refusal: Message | None = None
        self.damaged: Message | None = None

    def players(self) -> tuple[Player, ...]:
        return self.people

    def players_trouble(self) -> Message | None:
        return self.damaged

    def preferences_trouble(self) -> Message | None:
        return None

    def keep_player(self, player: Player) -> Player:
        self._refuse()
        player = replace(player, id=player.id or f"p{len(self.people) + 1}")
        others = tuple(other for other in self.people if other.id != player.id)
        self.people = tuple(sorted((*others, player), key=lambda one: one.name))
        return player

    def delete_player(self, player: str) -> None:
        self.deleted.append(player)
        self.people = tuple(other for other in self.people if other.id != player)

    def seated(self, match: str) -> Mapping[str, str]:
        return self.seats.get(match, {})

    def names(self, seated: Mapping[str, str]) -> Mapping[str, str]:
        known = {player.id: player.name for player in self.people}
        return {seat: known[player] for seat, player in seated.items() if player in known}

    def results(self) -> Iterator[Result]:
        self._refuse()
        yield from self.played

    def preferences(self) -> Preferences:
        return self.now

    def prefer(self, preferences: Preferences) -> None:
        self.now = preferences

    def finished(self) -> tuple[KeptMatch, ...]:
        return self.over

    def options(self, match: str) -> Mapping[str, OptionValue]:
        return self.played_by.get(match, {})

    def match_text(self, match: str) -> str:
        return self.files[match]

    def game_of(self, match: str) -> AnyGame:
        lines = self.files[match].splitlines()
        return find_game(next(line.split()[1] for line in lines if line.startswith("game ")))

    def audit(self, match: str) -> Message:
        self._refuse()
        return Message("Checked: every draw is as it was sealed before the game ({n}).", (("n", match),))

    def delete_match(self, match: str) -> None:
        self._refuse()
        self.deleted.append(match)
        self.over = tuple(kept for kept in self.over if kept.match != match)

    def sticks(self) -> tuple[str, ...]:
        return self.plugged

    def export(self, match: str, stick: str = "") -> str:
        self._refuse()
        self.exported.append((match, stick))
        return f"/media/{stick}/{match}.match" if stick else f"/home/pi/{match}.match"

    def keep_picture(self, match: str, png: bytes, stick: str = "") -> str:
        self._refuse()
        self.pictures[match] = png
        return f"/media/{stick}/{match}.png" if stick else f"/home/pi/{match}.png"

    def stored(self) -> tuple[Stored, ...]:
        labels = ("All matches that are not being played", "What the camera has learned of your boxes")
        kinds = ("matches", "boxes")
        return tuple(
            Stored(kind, Message(label), f"/var/lib/companion/{kind}", 0 if kind in self.deleted else 4096)
            for kind, label in zip(kinds, labels, strict=True)
        )

    def delete_stored(self, kind: str) -> None:
        self._refuse()
        self.deleted.append(kind)

    def _refuse(self) -> None:
        if self.refusal is not None:
            raise ControllerError(self.refusal)


class ToldBackups:
    """Implements ``companion.screen.keeping.BackupsPort``; tests say what became of one."""

    def __init__(self) -> None:
        self.said: tuple[Message, ...] = ()
        self.restored = False
        self.on_sticks: tuple[str, ...] = ()
        self.asked: list[str] = []

    def write(self) -> None:
        self.asked.append("write")

    def found(self) -> tuple[str, ...]:
        return self.on_sticks

    def restore(self, file: str) -> None:
        self.asked.append(file)


class ToldUpdates:
    """Implements ``companion.screen.keeping.UpdatesPort``; tests say what became of one."""

    def __init__(self) -> None:
        self.said: Message | None = None
        self.trouble: Message | None = None
        self.there: tuple[Offer, ...] = ()
        self.begun: list[Offer] = []

    def offers(self) -> tuple[Offer, ...]:
        return self.there

    def begin(self, offer: Offer) -> None:
        self.begun.append(offer)


class ToldTrials:
    """Implements ``companion.screen.keeping.TrialsPort``; tests say what is measured."""

    def __init__(self) -> None:
        self.now = DeviceTrial()
        self.found: dict[str, bool] = {}
        self.said: dict[str, tuple[str, ...]] = {}
        self.answered = 0

    def results(self) -> dict[str, bool]:
        return self.found

    def begin(self, part: str, _texts: Texts) -> None:
        self.now = DeviceTrial(part)

    def answer(self) -> None:
        self.answered += 1

    def leave(self) -> None:
        self.now = DeviceTrial()

    def rule(self, part: str, works: bool, said: tuple[str, ...]) -> None:
        self.found[part], self.said[part] = works, said


class ToldSound:
    """Implements ``companion.screen.keeping.Sound``; remembers with what it was tried."""

    def __init__(self, keeper: MemoryKeeper) -> None:
        self.trouble: Message | None = None
        self.tried: list[Preferences] = []
        self._keeper = keeper

    def sample(self) -> None:
        self.tried.append(self._keeper.now)


class ToldMachine:
    """Implements ``companion.screen.keeping.Machine``."""

    def __init__(self) -> None:
        self.panel = True
        self.endable = True
        self.brightness: list[int] = []
        self.ended: list[str] = []
        self.agrees = True
        """Whether the system lets itself be ended."""

    def dims(self) -> bool:
        return self.panel

    def dim(self, percent: int) -> None:
        self.brightness.append(percent)

    def may_end(self) -> bool:
        return self.endable

    def shut_down(self) -> bool:
        self.ended.append("down")
        return self.agrees

    def restart(self) -> bool:
        self.ended.append("again")
        return self.agrees

    def versions(self) -> tuple[tuple[str, str, str], ...]:
        return (
            ("companion", "0.3.0", "MIT License"),
            ("Kivy", "2.3.1", "MIT"),
            ("numpy", "2.4.6", "BSD-3-Clause AND 0BSD AND MIT AND Zlib AND CC0-1.0"),
        )
