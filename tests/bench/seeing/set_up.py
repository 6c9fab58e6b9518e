"""``python -m tests.bench.seeing.set_up [SOURCE...]``: is a wrong set-up named, a right one never doubted?

The first view of each source shows the right set-up. It is held against a set-up that is wrong: to expect a
piece where none stands is the same as to have forgotten it. Expected is one piece that is not there, one in
another cell, two in each other's places, the board turned, or the position after four random plies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice, permutations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import click

from companion.evaluation.clips import load_clip
from companion.evaluation.playback import Playback
from companion.referee.spots import spots_of
from companion.rules.contract import CellId, Certainty, Chance, Decide, Look, Zone, ZoneKind
from companion.rules.match import AnyMatch, Entry, EntryKind, Match
from companion.simulator.profiles import PROFILES
from companion.simulator.scene import scene_of
from companion.simulator.setting import setting_of
from tests.bench.seeing.chess_clip import write_clip
from tests.bench.seeing.film import Timing
from tests.bench.seeing.jobs import CHESS, GAMES, RAYTRACED, one_thread
from tests.bench.seeing.making import ROOT, with_chess
from tests.bench.seeing.truth import read_real
from vision.recognition.likeness import Likeness
from vision.seeing import Glance, View
from vision.types import Frame
from vision.watching import TableWatcher

SHARED = ROOT.parent / "shared" / "media"
EACH = 20
"""Wrong set-ups of each kind for a source."""
WITHIN = 3.0
"""Seconds in which the first view is due."""
FPS = 15
PLIES = 4
Expected = dict[CellId, Look]


@dataclass(frozen=True, slots=True)
class FirstSight:
    """A first view, ``after`` some seconds, of the position that the ``match`` has."""

    match: AnyMatch
    view: View
    after: float

    @property
    def zones(self) -> Mapping[CellId, Zone]:
        return {zone.cell: zone for zone in self.match.game.zones(self.match.setup) if zone.reading.watched}

    def expected(self, match: AnyMatch) -> Expected:
        """How the cells should look that can be seen for certain."""
        looks = match.game.looks(match.state)
        every = {cell: looks.get(cell, Look()) for cell in self.zones}
        return {cell: look for cell, look in every.items() if look.certainty is Certainty.SEEN}

    def doubted(self, looks: Expected) -> frozenset[str]:
        """The cells that do not look so."""
        patches = {name: cell.now for name, cell in self.view.cells.items()}
        return Likeness(spots_of(tuple(self.zones.values()))).unlike(patches, looks)


# -- sources ---------------------------------------------------------------------------------------------


def of_clip(folder: Path) -> FirstSight:
    """The first view of a clip. Raises ValueError without one."""
    watching = Playback(load_clip(folder), taught=False)
    match, begin = watching.session.match, None
    for step in watching.steps():
        begin = step.glance.time if begin is None else begin
        if step.glance.view is not None:
            return FirstSight(match, step.glance.view, step.glance.time - begin)
    raise ValueError(f"{folder}: nothing was ever seen")


def of_chess(folder: Path) -> FirstSight:
    with TemporaryDirectory() as place:
        clip = Path(place) / "clip"
        write_clip(read_real(folder).cut(2), Timing(hold=3.0), clip)
        return of_clip(clip)


def simulated(game: str, profile: str, seed: int) -> FirstSight:
    setting = setting_of(game, 2, {})
    match = Match.begin(setting.game, setting.setup)
    scene = scene_of(setting.game.looks(match.state), setting.placer(Random(seed)))
    watcher = TableWatcher(spots_of(setting.zones), setting.mat)
    renderer = setting.renderer(PROFILES[profile], seed)
    for number in range(round(2 * WITHIN * FPS)):
        glance: Glance = watcher.read(Frame(number, number / FPS, renderer.frame(scene)))
        if glance.view is not None:
            return FirstSight(match, glance.view, glance.time)
    raise ValueError(f"{game}, {profile}: nothing was ever seen")


def sources() -> Mapping[str, Callable[[], FirstSight]]:
    """All of them, by name."""
    made = {f"simulated/{game}-{name}": partial(simulated, game, name, 901)
            for game in GAMES for name in PROFILES}  # fmt: skip
    clips = {f"raytraced/{name}": partial(of_clip, SHARED / "raytraced" / name) for name in RAYTRACED}
    photos = {f"real/{name}": partial(of_chess, SHARED / "real" / name) for name in CHESS}
    return {**made, **clips, **photos}


# -- what is wrong ---------------------------------------------------------------------------------------


def _standing(sight: FirstSight, looks: Expected) -> list[CellId]:
    """The cells of the board with exactly one piece."""
    on_board = (cell for cell, zone in sight.zones.items() if zone.kind is not ZoneKind.SLOT)
    return [cell for cell in on_board if cell in looks and len(looks[cell].pieces) == 1]


def _may_stand(sight: FirstSight, looks: Expected, piece: str) -> list[CellId]:
    """The bare cells of the board where this piece may stand."""
    return [
        cell
        for cell, zone in sight.zones.items()
        if (piece,) in zone.stacks and zone.kind is not ZoneKind.SLOT
        if cell in looks and not looks[cell].pieces
    ]


def missing(sight: FirstSight, rng: Random) -> Iterator[Expected]:
    looks = sight.expected(sight.match)
    pieces = sorted({looks[cell].pieces[0] for cell in _standing(sight, looks)})
    places = [(piece, cell) for piece in pieces for cell in _may_stand(sight, looks, piece)]
    rng.shuffle(places)
    for piece, cell in places:
        yield {**looks, cell: Look(looks[cell].base, (piece,))}


def elsewhere(sight: FirstSight, rng: Random) -> Iterator[Expected]:
    looks = sight.expected(sight.match)
    ways = [(cell, to) for cell in _standing(sight, looks)
            for to in _may_stand(sight, looks, looks[cell].pieces[0])]  # fmt: skip
    rng.shuffle(ways)
    for cell, to in ways:
        yield {**looks, cell: Look(looks[cell].base), to: Look(looks[to].base, looks[cell].pieces)}


def exchanged(sight: FirstSight, rng: Random) -> Iterator[Expected]:
    looks = sight.expected(sight.match)
    pairs = [(a, b) for a, b in permutations(_standing(sight, looks), 2) if a < b and looks[a] != looks[b]]
    rng.shuffle(pairs)
    for a, b in pairs:
        if looks[b].pieces in sight.zones[a].stacks and looks[a].pieces in sight.zones[b].stacks:
            yield {**looks, a: Look(looks[a].base, looks[b].pieces), b: Look(looks[b].base, looks[a].pieces)}


def turned(sight: FirstSight, _rng: Random) -> Iterator[Expected]:
    """The board turned by 90 and 180 degrees under the camera, its pieces with it."""
    looks = sight.expected(sight.match)
    places = {(round(zone.x, 2), round(zone.y, 2)): cell for cell, zone in sight.zones.items()
              if zone.kind is not ZoneKind.SLOT and cell in looks}  # fmt: skip
    if not places:
        return
    xs, ys = zip(*places, strict=True)
    x0, y0 = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    for a, b in ((0, 1), (-1, 0), (0, -1)):
        to = {cell: places.get((round(x0 + a * (x - x0) - b * (y - y0), 2),
                                round(y0 + b * (x - x0) + a * (y - y0), 2)))
              for (x, y), cell in places.items()}  # fmt: skip
        if None not in to.values():
            yield {**looks, **{cell: looks[one] for cell, one in to.items() if one is not None}}


def four_plies(sight: FirstSight, rng: Random) -> Iterator[Expected]:
    """The table shows the set-up, and four plies are believed to have been played."""
    while True:
        match = sight.match
        for _ in range(PLIES):
            match = _played(match, rng)
        yield sight.expected(match)


def _played(match: AnyMatch, rng: Random) -> AnyMatch:
    """The match after what chance brings, and one lawful act."""
    game = match.game
    while isinstance(pending := game.pending(match.state), Chance):
        outcome = rng.choice(game.outcomes(match.state))[0]
        match = match.add(Entry(EntryKind.CHANCE, text=game.format_outcome(outcome)))
    if not isinstance(pending, Decide):
        return match
    seat = pending.seats[0]
    text = game.format_move(rng.choice(game.legal_moves(match.state, seat)))
    return match.add(Entry(EntryKind.MOVE, seat=match.setup.seats[seat], text=text))


KINDS = (missing, elsewhere, exchanged, turned, four_plies)


# -- the table -------------------------------------------------------------------------------------------


def row_of(name: str, sight: FirstSight) -> str:
    """One line: for each kind how often it was named, with all of its cells alone, of how many."""
    right = sight.expected(sight.match)
    doubted = sight.doubted(right)
    cells = [name, "-" if not doubted else " ".join(sorted(doubted)), f"{sight.after:.1f}"]
    for kind in KINDS:
        told: Counter[str] = Counter()
        for looks in islice(kind(sight, Random(1)), EACH):
            wrong = {cell for cell in looks if looks[cell] != right.get(cell)}
            if wrong:
                said = sight.doubted(looks)
                told.update(
                    n=1,
                    named=int(bool(said & wrong)),
                    whole=int(said == wrong),
                    beside=int(bool(said - wrong)),
                )
        beside = f", beside {told['beside']}" if told["beside"] else ""
        cells.append(f"{told['named']} ({told['whole']}{beside}) of {told['n']}" if told["n"] else "-")
    return f"| {' | '.join(cells)} |"


@click.command()
@click.argument("names", metavar="[SOURCE]...", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    """Print the table. A SOURCE is a name such as real/chess-6, or the folder before its stroke."""
    one_thread()
    head = ["source", "doubted though right", "seen after (s)", *(kind.__name__ for kind in KINDS)]
    click.echo(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}")
    with with_chess():
        for name, sight in sources().items():
            if not names or name in names or name.partition("/")[0] in names:
                try:
                    click.echo(row_of(name, sight()))
                except (OSError, ValueError) as error:
                    click.echo(f"| {name} | {type(error).__name__}: {error} |")


if __name__ == "__main__":
    main()
