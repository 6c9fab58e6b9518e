"""A clip: a folder with recorded or rendered table video and its truth.

    clip.toml       game, seats, options, fps, electronic (chance sources that lie on no table);
                    teach = [{ image, position }]: labelled pictures of the same box;
                    sheets = [image]: the cleared board, then its contact sheets
                    (:mod:`companion.referee.sheets`) in their order;
                    [table] mat = the printed mat's name, or outline = four points of the first frame (the
                    board's corners, clockwise from the top left of the map) and cells = the same in pitches;
                    [camera] k, dist, where known
    video.mp4 | frames/000000.jpg ...
    truth.match     the real match, every entry with its time; illegal plays as ``anyway``, then ``undo``
                    (:mod:`companion.evaluation.truth`)
    mistakes.json   [{ kind, at, until }]: what people did wrong, for scores by kind; may be missing
    done.json       [{ at, seat }]: when somebody said that a turn is done; may be missing
    reveals.json    [{ at, piece }]: when a piece that a hand turned over could be seen; may be missing
    races.json      [{ at, tier, pads, base }]: what a totem base measured, its times in microseconds since
                    ``at``; may be missing

Times count from the first frame: frame n is at n / fps seconds.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.evaluation import tuning
from companion.evaluation.truth import Tried, parse_truth
from companion.locale import N_, Message
from companion.referee.events import TotemMoved, TurnDone
from companion.referee.places import NOWHERE, Places, read_places, write_places
from companion.referee.totem_record import HostClock, TotemRecord
from companion.rules.contract import Facts, OptionValue, RulesError
from companion.rules.files import LARGEST, keep_file, read_bytes
from companion.rules.match import AnyMatch
from companion.rules.registry import AnyGame, find_game
from companion.rules.toml import read_toml
from vision.sources import open_source
from vision.sources.picture import MAX_BYTES, PictureError, decode
from vision.types import Frame, Image

HEAD = "clip.toml"
VIDEO = "video.mp4"
FRAMES = "frames"
TRUTH = "truth.match"
DONE = "done.json"
REVEALS = "reveals.json"
RACES = "races.json"
HANDED_AFTER = tuning.number("clips.handed_after")
"""A base tells a movement so many seconds after the lift; until then it watches whether the totem falls."""
CLOCK_BOUND_US = tuning.number("clips.clock_bound_us")
"""How far a base's clock may be off that of pictures (F4 of the base's goals)."""

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]


class ClipError(Exception):
    """A clip that cannot be used; ``text`` is one sentence that says what to do."""

    def __init__(self, key: str, facts: Facts = ()) -> None:
        self.text = Message(key, facts)
        super().__init__(key.format(**dict(facts)))

    def __reduce__(self) -> tuple[type[ClipError], tuple[str, Facts]]:
        return (ClipError, (self.text.key, self.text.facts))  # clips are scored in other processes


@dataclass(frozen=True, slots=True)
class Outline:
    """Where the printed board lies in the first frame: four points of the ``picture`` (pixels) and the same
    four in ``cells`` (pitches), clockwise from the top left of the game's map."""

    picture: Quad
    cells: Quad


@dataclass(frozen=True, slots=True)
class MatId:
    """The printed mat on which the table is played: its corner tags show where everything is."""

    name: str


@dataclass(frozen=True, slots=True)
class Lens:
    """The camera, where known: ``k`` its 3 x 3 matrix (pixels), ``dist`` OpenCV's distortion coefficients."""

    k: tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
    dist: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Teach:
    """A labelled picture of the same box; both are paths inside the clip's folder."""

    image: str
    position: str


@dataclass(frozen=True, slots=True)
class ClipSpec:
    """The head of a clip. ``electronic``: chance that no camera sees; the truth has its outcomes."""

    game: str
    seats: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...]
    fps: float
    anchor: Outline | MatId
    camera: Lens | None = None
    teach: tuple[Teach, ...] = ()
    sheets: tuple[str, ...] = ()
    electronic: tuple[str, ...] = ()
    places: Places = NOWHERE


@dataclass(frozen=True, slots=True)
class Clip:
    """A clip that was opened. ``truth`` is None when the folder has none; ``tried``: illegal acts of it that
    no position can hold, and so no match."""

    folder: Path
    spec: ClipSpec
    game: AnyGame
    truth: AnyMatch | None
    tried: tuple[Tried, ...] = ()

    def frames(self) -> Iterator[Frame]:
        """The pictures in order. Raises SourceError when there are none or one cannot be read."""
        video = self.folder / VIDEO
        source = open_source(
            f"file:{video}" if video.exists() else f"folder:{self.folder / FRAMES}", fps=self.spec.fps
        )
        try:
            while True:
                try:
                    frame = source.read(0.0)
                except EOFError:
                    return
                if frame is not None:
                    yield replace(frame, time=frame.number / self.spec.fps)
        finally:
            source.close()

    def presses(self) -> tuple[tuple[float, TurnDone], ...]:
        """When somebody said that a turn is done, in order. Raises ClipError."""
        path = self.folder / DONE
        if not path.exists():
            return ()
        try:
            said = json.loads(_read(path).decode())
            found = [(float(each["at"]), TurnDone(_text(each["seat"]), "pad")) for each in said]
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise _wrong(path, str(error)) from error
        return tuple(sorted(found, key=lambda press: press[0]))

    def reveals(self) -> tuple[tuple[float, str], ...]:
        """When pieces that hands turned over could be seen, and which, in order. Raises ClipError."""
        path = self.folder / REVEALS
        if not path.exists():
            return ()
        try:
            rows = json.loads(_read(path).decode())
            return tuple(sorted((float(row["at"]), str(row["piece"])) for row in rows))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise _wrong(path, str(error)) from error

    def races(self) -> tuple[tuple[float, TotemMoved], ...]:
        """What a totem base told, and when it handed that over, in order; its clock is that of the frames.
        Raises ClipError."""
        path = self.folder / RACES
        if not path.exists():
            return ()
        try:
            rows = sorted(json.loads(_read(path).decode()), key=lambda row: float(row["at"]))
            return tuple(_race(number, row) for number, row in enumerate(rows, start=1))
        except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError) as error:
            raise _wrong(path, str(error)) from error

    def teaching(self) -> Iterator[tuple[str, Image, Any]]:
        """Name, picture (BGR) and position of every labelled picture. Raises ClipError."""
        for teach in self.spec.teach:
            path = self.folder / teach.position
            try:
                position = self.game.parse_position(_read(path).decode())
            except ValueError as error:
                raise _wrong(path, str(error)) from error
            yield teach.image, _picture(self.folder / teach.image), position

    def sheets(self) -> Iterator[tuple[str, Image]]:
        """Name and picture (BGR) of the cleared board and of each contact sheet. Raises ClipError."""
        for name in self.spec.sheets:
            yield name, _picture(self.folder / name)


def _race(number: int, row: Mapping[str, Any]) -> tuple[float, TotemMoved]:
    """A movement as its base tells it, once it is sure that the totem did not fall."""
    zero = round(1e6 * float(row["at"]))

    def moved(time: Sequence[float]) -> list[float]:
        return [zero + time[0], *time[1:]]

    base = {**row["base"], "lift": moved(row["base"]["lift"])}
    if "impact" in base:
        base["impact"] = moved(base["impact"])
    pads = {
        seat: {**pad, "release": moved(pad["release"])} if "release" in pad else dict(pad)
        for seat, pad in row["pads"].items()
    }
    handed = base["lift"][0] / 1e6 + HANDED_AFTER
    sensors = {"tier": row["tier"], "pads": pads, "base": base}
    clock = HostClock(0.0, 0, CLOCK_BOUND_US)
    hands = {seat: {**pad, "rest": pad["rest"] and "release" not in pad} for seat, pad in pads.items()}
    return handed, TotemMoved(TotemRecord(number, sensors, round(1e6 * handed), host=clock, hands=hands))


def load_clip(folder: Path) -> Clip:
    """Open a clip. Raises ClipError naming the file and what is wrong with it."""
    spec = _read_head(folder / HEAD)
    try:
        game = find_game(spec.game)
        game.setup(spec.seats, dict(spec.options))
    except RulesError as error:
        raise _wrong(folder / HEAD, str(error)) from error
    path = folder / TRUTH
    truth, tried = None, tuple[Tried, ...]()
    if path.exists():
        try:
            truth, tried = parse_truth(_read(path).decode())
        except ValueError as error:
            raise _wrong(path, str(error)) from error
    return Clip(folder, spec, game, truth, tried)


def save_clip_head(folder: Path, spec: ClipSpec) -> None:
    """Write clip.toml into ``folder`` (made when missing)."""
    keep_file(folder / HEAD, _format_head(spec).encode())


def _picture(path: Path) -> Image:
    try:
        return decode(_read(path, MAX_BYTES))
    except PictureError as error:
        key = N_("{file} is not a picture that can be read: replace it.")
        raise ClipError(key, (("file", str(path)),)) from error


# -- clip.toml -----------------------------------------------------------------------------------------


def _format_head(spec: ClipSpec) -> str:
    lines = [
        f"game = {_toml(spec.game)}",
        f"seats = {_toml(spec.seats)}",
        f"options = {_inline(dict(spec.options))}",
        f"fps = {spec.fps!r}",
        f"electronic = {_toml(spec.electronic)}",
        "teach = [",
        *(f"  {_inline({'image': teach.image, 'position': teach.position})}," for teach in spec.teach),
        "]",
        f"sheets = {_toml(spec.sheets)}",
        "",
        "[table]",
    ]
    match spec.anchor:
        case MatId(name=name):
            lines.append(f"mat = {_toml(name)}")
        case Outline(picture=picture, cells=cells):
            lines += [f"outline = {_points(picture)}", f"cells = {_points(cells)}"]
    if spec.camera is not None:
        rows = ", ".join(_numbers(row) for row in spec.camera.k)
        lines += ["", "[camera]", f"k = [{rows}]", f"dist = {_numbers(spec.camera.dist)}"]
    if spec.places.of:
        lines += ["", "[places]", *write_places(spec.places)]
    return "\n".join(lines) + "\n"


def _toml(value: OptionValue | tuple[str, ...]) -> str:
    """JSON's texts, numbers, truth values and lists are also TOML's, but for escaped surrogates and DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _inline(table: Mapping[str, OptionValue]) -> str:
    return "{ " + ", ".join(f"{key} = {_toml(value)}" for key, value in table.items()) + " }"


def _points(points: Quad) -> str:
    return f"[{', '.join(_numbers(point) for point in points)}]"


def _numbers(values: tuple[float, ...]) -> str:
    return f"[{', '.join(repr(float(value)) for value in values)}]"


def _read_head(path: Path) -> ClipSpec:
    try:
        raw = read_toml(_read(path).decode("utf-8-sig"))
        return ClipSpec(
            game=_text(raw["game"]),
            seats=tuple(map(_text, raw["seats"])),
            options=tuple(raw.get("options", {}).items()),
            fps=_rate(raw["fps"]),
            anchor=_read_anchor(raw["table"]),
            camera=_read_lens(raw["camera"]) if "camera" in raw else None,
            teach=tuple(Teach(_text(t["image"]), _text(t["position"])) for t in raw.get("teach", ())),
            sheets=tuple(map(_text, raw.get("sheets", ()))),
            electronic=tuple(map(_text, raw.get("electronic", ()))),
            places=read_places(raw.get("places", {})),
        )
    except KeyError as error:
        raise _wrong(path, f"the key {error} is missing") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise _wrong(path, str(error)) from error


def _read_anchor(table: Mapping[str, Any]) -> Outline | MatId:
    if "mat" in table:
        return MatId(_text(table["mat"]))
    return Outline(_quad(table["outline"]), _quad(table["cells"]))


def _read_lens(camera: Mapping[str, Any]) -> Lens:
    (a, b, c), (d, e, f), (g, h, i) = (tuple(map(float, row)) for row in camera["k"])
    return Lens(((a, b, c), (d, e, f), (g, h, i)), tuple(map(float, camera.get("dist", ()))))


def _quad(points: Any) -> Quad:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (tuple(map(float, point)) for point in points)
    return ((ax, ay), (bx, by), (cx, cy), (dx, dy))


def _rate(value: Any) -> float:
    rate = float(value)
    if not 0 < rate <= 1000:
        raise ValueError(f"fps is {value}, but a clip has more than 0 and at most 1000 frames a second")
    return rate


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} should be a text in quotes")
    return value


def _read(path: Path, most: int = LARGEST) -> bytes:
    try:
        return read_bytes(path, most)
    except OSError as error:
        raise ClipError(
            N_("{file} cannot be read ({reason}): check that this is the folder of a clip."),
            (("file", str(path)), ("reason", error.strerror or str(error))),
        ) from error


def _wrong(path: Path, reason: str) -> ClipError:
    return ClipError(
        N_("{file} is not right: {reason}. Correct it and try again."),
        (("file", str(path)), ("reason", reason)),
    )
