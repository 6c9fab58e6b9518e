"""The set-up check on simulated tables and on first pictures of another renderer, by the watcher and the
judge of every table. The figures on the page of measurements come from
``pytest -q -s -m soak tests/evaluation/test_set_up.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

import pytest

from companion.evaluation.clips import load_clip
from companion.evaluation.playback import Playback
from companion.judge.judge import Judge
from companion.judge.verdicts import Reason, Waiting
from companion.referee.events import AsShown, Seen
from companion.referee.spots import spots_of
from companion.rules.contract import CellId, Look, Zone, ZoneKind
from companion.rules.facets import with_facet
from companion.rules.match import Match
from companion.simulator.profiles import PROFILES
from companion.simulator.scene import scene_of
from companion.simulator.setting import FACET, Setting, setting_of
from tests.doubles.table import SessionTable
from vision.recognition.likeness import Likeness
from vision.types import Frame
from vision.watching import TableWatcher

MEDIA = Path(__file__).resolve().parents[3] / "shared" / "media" / "raytraced"
FPS = 8
Laid = dict[CellId, Look]
Fault = Callable[[Laid, Mapping[CellId, Zone], Random], set[CellId]]


class Table:
    """A simulated table under the watcher, the judge and the session of every table."""

    def __init__(self, setting: Setting, profile: str, seed: int) -> None:
        match = Match.begin(setting.game, setting.setup)
        self._setting, self._seed, self._frame = setting, seed, 0
        self._renderer = setting.renderer(PROFILES[profile], seed)
        spots = spots_of(setting.zones)
        self._watcher = TableWatcher(spots, setting.mat)
        self.likeness = Likeness(spots)
        self.judge = Judge(match, likeness=self.likeness)
        self.session = SessionTable(match, self.judge, clock=lambda: self._frame / FPS).session

    @property
    def right(self) -> Laid:
        state = self.session.match.state
        return dict(self._setting.game.looks(state))

    @property
    def doubtful(self) -> set[CellId]:
        return set(self.session.view.doubtful)

    def is_seen(self) -> bool:
        """Whether the camera has had its first view."""
        verdict = self.judge.verdict
        return not isinstance(verdict, Waiting) or verdict.reason is Reason.SET_UP

    def shows(self, looks: Laid, until: Callable[[], bool], seconds: float = 6.0) -> bool:
        """Whether it is so within some seconds during which the table shows this."""
        scene = scene_of(looks, self._setting.placer(Random(self._seed)))
        for _ in range(round(seconds * FPS)):
            picture = self._renderer.frame(scene)
            glance = self._watcher.read(Frame(self._frame, self._frame / FPS, picture))
            self.session.handle(Seen(glance))
            self._frame += 1
            if until():
                return True
        return False

    def begins(self, looks: Laid) -> set[CellId]:
        """The cells that are doubted when the table is first seen like this."""
        assert self.shows(looks, self.is_seen), "the table was not found"
        return self.doubtful

    def begins_right(self) -> set[CellId]:
        """The same of a right set-up."""
        return self.begins(self.right)


def table(game: str, profile: str = "easy", seed: int = 1, seats: int = 2) -> Table:
    return Table(setting_of(game, seats, {}), profile, seed)


# -- faults ----------------------------------------------------------------------------------------------


def _figures(looks: Laid, zones: Mapping[CellId, Zone]) -> list[CellId]:
    """Cells of the board with exactly one piece."""
    return [
        cell
        for cell, look in looks.items()
        if len(look.pieces) == 1 and zones[cell].reading.watched and not zones[cell].reading.piled
    ]


def missing(looks: Laid, zones: Mapping[CellId, Zone], rng: Random) -> set[CellId]:
    """One piece was forgotten; none where nothing stands at the start."""
    figures = _figures(looks, zones)
    if not figures:
        return set()
    cell = rng.choice(figures)
    looks[cell] = Look(looks[cell].base)
    return {cell}


def extra(looks: Laid, zones: Mapping[CellId, Zone], rng: Random) -> set[CellId]:
    """One piece more stands on the board, in a cell where it may stand; none where nothing stands at the
    start."""
    figures = _figures(looks, zones)
    if not figures:
        return set()
    piece = looks[rng.choice(figures)].pieces[0]
    bare = [
        cell
        for cell, zone in zones.items()
        if (piece,) in zone.stacks and zone.kind is not ZoneKind.SLOT and not looks.get(cell, Look()).pieces
    ]
    cell = rng.choice(bare)
    looks[cell] = Look(looks.get(cell, Look()).base, (piece,))
    return {cell}


def swapped(looks: Laid, zones: Mapping[CellId, Zone], rng: Random) -> set[CellId]:
    """Two pieces stand in each other's place; where all are alike nothing is wrong."""
    figures = _figures(looks, zones)
    pairs = [
        (one, other)
        for one in figures
        for other in figures
        if looks[one].pieces != looks[other].pieces
        and looks[other].pieces in zones[one].stacks
        and looks[one].pieces in zones[other].stacks
    ]
    if not pairs:
        return set()
    one, other = rng.choice(pairs)
    looks[one], looks[other] = (
        Look(looks[one].base, looks[other].pieces),
        Look(looks[other].base, looks[one].pieces),
    )
    return {one, other}


def faulty(under: Table, fault: Fault, game: str, seed: int) -> tuple[Laid, set[CellId]]:
    looks = under.right
    setting = setting_of(game, 2, {})
    return looks, fault(looks, {zone.cell: zone for zone in setting.zones}, Random(seed))


# -- tests -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", with_facet(FACET))
def test_a_right_set_up_is_begun_with_at_once(game: str) -> None:
    at = table(game)
    assert at.begins_right() == set()
    assert at.likeness.album.portraits


@pytest.mark.slow
def test_a_missing_piece_is_told_until_it_stands_there() -> None:
    at = table("marso")
    looks = at.right
    cell = CellId("d5")
    piece = looks[cell]
    assert piece.pieces
    looks[cell] = Look()
    assert at.begins(looks) == {cell}
    assert not at.likeness.album.portraits
    assert not at.shows(looks, lambda: not at.doubtful, 1.0)
    assert at.shows(at.right, lambda: not at.doubtful)
    assert at.likeness.album.portraits
    assert at.session.match.entries == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("profile", "seats"),
    [
        ("slanted", 8),
        *(pytest.param(*where, marks=pytest.mark.soak) for where in (("easy", 4), ("evening", 2))),
    ],
)
def test_a_missing_totem_is_told(profile: str, seats: int) -> None:
    """Its place is the only one of its size (``zones.py``); larger ones beside it are bare."""
    assert table("jungle", profile, seats=seats).begins_right() == set()
    at = table("jungle", profile, seats=seats)
    totem = CellId("totem")
    assert at.begins({**at.right, totem: Look()}) == {totem}


@pytest.mark.slow
def test_play_begins_anyway_when_people_say_so() -> None:
    at = table("arctica")
    looks = at.right
    cell = next(cell for cell, look in looks.items() if look.pieces == ("orca lying",))
    looks[cell] = Look()
    assert at.begins(looks) == {cell}
    at.session.handle(AsShown())
    assert at.doubtful == set()
    assert not at.shows(looks, lambda: bool(at.doubtful or at.session.view.ruling), 1.0)
    assert not at.likeness.album.portraits


@pytest.mark.slow
@pytest.mark.parametrize("name", ["arctica-1", "atlantis-1", "marso-4"])
def test_first_pictures_of_another_renderer_are_right(name: str) -> None:
    if not (MEDIA / name).is_dir():
        pytest.skip(f"the private clip {name} is not here")
    watching = Playback(load_clip(MEDIA / name), taught=False)
    for step in watching.steps():
        assert watching.session.view.doubtful == ()
        if watching.likeness is not None and watching.likeness.album.portraits:
            return
        assert step.glance.time < 4.0
    pytest.fail("nothing was ever seen")


@pytest.mark.soak
@pytest.mark.parametrize("game", with_facet(FACET))
def test_figures_of_the_set_up_check(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Right set-ups: no cell is named. Of faults: how often some cell of them is."""
    told: Counter[str] = Counter()
    named: list[tuple[str, int, set[CellId]]] = []
    for profile in PROFILES:
        for seed in (901,):
            for seats in (2, 3, 4):
                at = table(game, profile, seed, seats)
                seen = at.shows(at.right, at.is_seen, 2.0)
                told["right" if seen else "right, but the table is not found"] += 1
                named.append((profile, seed, at.doubtful))
            for fault, box in ((missing, False), (extra, False), (swapped, False), (swapped, True)):
                at = table(game, profile, seed)
                looks, cells = faulty(at, fault, game, seed)
                if not cells:
                    continue
                if box:
                    known = table(game, profile, seed)
                    known.shows(known.right, known.is_seen, 2.0)
                    at.likeness.album.portraits.update(known.likeness.album.portraits)
                if not at.shows(looks, at.is_seen, 2.0):
                    continue
                name = fault.__name__ + ", box known" * box
                told[name] += 1
                told[f"{name}: found"] += bool(cells & at.doubtful)
                named.append((profile, seed, at.doubtful - cells))
    with capsys.disabled():
        print(f"\n{game}: {dict(told)}; named though right: {[one for one in named if one[2]]}")
    assert not any(cells for _, _, cells in named)
