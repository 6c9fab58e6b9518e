"""Small pictures of tables with and without people, each with an earlier one of the same table; and masks of
what belongs to people."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.training.boards import printed_board, table_top
from vision.training.cameras import any_camera
from vision.training.examples import EITHER
from vision.training.lighting import MadeLamp, MadeRoom, any_room, outside, render, stirred
from vision.training.people import Layer, MadeArm, any_arm, any_cloth, any_head, any_skin, painted_arm
from vision.training.pieces import Eye, MadePiece, any_eye, any_piece, cover, paint
from vision.training.shapes import (
    Mask,
    Picture,
    Points,
    Random,
    any_colour,
    blurred,
    chance,
    circle,
    fill,
    floats,
    noise,
    rectangle,
    scalar,
    turned,
    whole,
)
from vision.training.store import Sample, packed
from vision.training.textures import Bank

HEIGHT, WIDTH = 192, 320
NOBODY, RIM, DARK, FLOOR = "nobody", "only at the rim", "a dark room", "a floor beside the table"
SOURCES = ("a hand", NOBODY, RIM, DARK, FLOOR)
"""Kinds of pictures that are checked apart."""
_SEEN, _TRACE = 0.6, 0.12
"""A pixel that a person covers by more than the first is theirs; by less than the second it is not; between,
either answer is right."""


@dataclass(slots=True)
class _Table:
    plane: Picture
    pitch: float
    places: Points
    eye: Eye
    room: MadeRoom


def _laid(picture: Picture, layer: Layer) -> Picture:
    part = layer.part[..., None]
    return np.asarray(picture * (1 - part) + layer.albedo * part, np.float32)


def _board_on(random: Random, bank: Bank, plane: Picture, pitch: float) -> tuple[Picture, Points]:
    """A board that lies on the table, seen aslant; and the middles of its cells."""
    size = int(np.clip(pitch * random.uniform(6, 13), 40, 400))
    board = printed_board(random, bank, size, size, pitch)
    square = rectangle(size, size) * (1, random.uniform(0.75, 1))
    place = turned(square, random.normal(0, 0.2) + random.integers(4) * np.pi / 2) + random.uniform(
        0.3, 0.7, 2
    ) * (WIDTH, HEIGHT)
    place += random.normal(0, 0.04, (4, 2)) * size
    corners = floats([[0, 0], [size, 0], [size, size], [0, size]])
    way = cv2.getPerspectiveTransform(corners, floats(place))
    laid = cv2.warpPerspective(board.picture, way, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR)
    part = cv2.warpPerspective(np.full((size, size), 255, np.uint8), way, (WIDTH, HEIGHT))
    places = cv2.perspectiveTransform(floats([board.middles]), way)[0]
    return _laid(plane, Layer(floats(laid), floats(part) / np.float32(255))), np.asarray(places, np.float64)


def _any_table(random: Random, bank: Bank) -> _Table:
    pitch = float(np.exp(random.uniform(np.log(9), np.log(36))))
    kind = random.random()
    if kind < 0.25:  # the board fills the picture, as where a source has cut it out
        board = printed_board(random, bank, HEIGHT, WIDTH, pitch)
        plane, places = board.picture, board.middles
    else:
        plane, places = (
            table_top(random, bank, HEIGHT, WIDTH),
            random.uniform(0, 1, (30, 2)) * (WIDTH, HEIGHT),
        )
        if chance(random, 0.12):  # wood in the colour of skin
            plane = floats(np.clip(plane * (any_skin(random) / (plane.mean((0, 1)) + 0.01)), 0.004, 1))
        if kind < 0.9:
            plane, places = _board_on(random, bank, plane, pitch)
    eye = any_eye(random, HEIGHT, WIDTH)
    return _Table(plane, pitch, random.permutation(places)[:60], eye, any_room(random, HEIGHT, WIDTH, pitch))


def _with_floor(random: Random, bank: Bank, table: _Table) -> tuple[Mask, Layer]:
    """The table ends in the picture. Returns where the floor is, and legs that stand there."""
    floor = np.zeros((HEIGHT, WIDTH), np.uint8)
    outward = turned(np.array([0.0, 1.0]), random.integers(4) * np.pi / 2 + random.normal(0, 0.15))
    begin = np.array([WIDTH, HEIGHT]) * (0.5 + outward * random.uniform(0.25, 0.47))
    across = outward[::-1] * (1, -1)
    fill(
        floor,
        np.array(
            [
                begin - across * 999,
                begin + across * 999,
                begin + across * 999 + outward * 999,
                begin - across * 999 + outward * 999,
            ]
        ),
    )
    under = table_top(random, bank, HEIGHT, WIDTH) * floats(random.uniform(0.1, 0.8))
    part = blurred(floor, 0.8)
    table.plane = _laid(table.plane, Layer(under, part))
    legs = np.zeros((HEIGHT, WIDTH), np.uint8)
    for _ in range(random.integers(1, 4)):
        shape = turned(circle() * (random.uniform(10, 50), random.uniform(8, 30)), random.uniform(0, np.pi))
        fill(legs, shape + random.uniform(0, 1, 2) * (WIDTH, HEIGHT))
    return floor, Layer(any_cloth(random, bank, (HEIGHT, WIDTH), None), blurred(legs, 1.0) * part)


def _any_thing(random: Random, bank: Bank) -> Layer:
    """What people lay beside a board: a book, a telephone, a sheet, a mug, a cable. No hand."""
    mask, kind = np.zeros((HEIGHT, WIDTH), np.uint8), random.random()
    place = random.uniform(-0.05, 1.05, 2) * (WIDTH, HEIGHT)
    albedo = (
        bank.patch(random, HEIGHT, WIDTH)
        if chance(random, 0.5)
        else np.ones((HEIGHT, WIDTH, 3), np.float32) * any_colour(random)
    )
    albedo = np.ascontiguousarray(albedo)
    if kind < 0.5:
        fill(
            mask,
            turned(rectangle(random.uniform(10, 140), random.uniform(6, 100)), random.uniform(0, np.pi))
            + place,
        )
    elif kind < 0.75:
        radius = random.uniform(6, 40)
        fill(mask, circle() * radius + place)
        fill(albedo, circle() * radius * random.uniform(0.4, 0.9) + place, scalar(any_colour(random)))
    else:
        line = np.cumsum(random.normal(0, 25, (6, 2)), 0) + place
        cv2.polylines(mask, [whole(line)], False, 255, int(random.integers(2, 6)), cv2.LINE_AA)
    return Layer(
        np.asarray(albedo * np.exp(noise(random, HEIGHT, WIDTH, 40) * 0.1)[..., None], np.float32),
        floats(mask) / np.float32(255),
    )


def _moved(random: Random, layer: Layer) -> Layer:
    """The layer blurred along its way, as what moves in a dim room."""
    size, angle = int(random.integers(3, 16)), random.uniform(0, np.pi)
    kernel, half = np.zeros((size, size), np.float32), (size - 1) / 2
    step = np.array([np.cos(angle), np.sin(angle)]) * half
    ends = [tuple(whole(np.round(half + sign * step)).tolist()) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1)
    kernel /= kernel.sum()
    part = np.asarray(cv2.filter2D(layer.part, -1, kernel), np.float32)
    colour = cv2.filter2D(layer.albedo * layer.part[..., None], -1, kernel)
    return Layer(np.asarray(colour / np.maximum(part, 1e-3)[..., None], np.float32), part)


@dataclass(slots=True)
class _People:
    """Who is there, and whose shadows fall on the table."""

    arms: list[MadeArm]
    heads: list[Layer]
    ghosts: list[MadeArm]

    def shade(self, mask: Mask, lamp: MadeLamp) -> None:
        for arm in self.arms + self.ghosts:
            arm.shade(mask, lamp)

    def over(
        self, random: Random, bank: Bank, picture: Picture, table: _Table, room: MadeRoom
    ) -> tuple[Picture, NDArray[np.float32]]:
        """The picture with the people, and how much of each pixel is theirs."""
        light = room.falloff.over(HEIGHT, WIDTH)[..., None] * floats(
            room.brightness * random.uniform(0.6, 1.2)
        )
        theirs = np.zeros((HEIGHT, WIDTH), np.float32)
        for arm in self.arms:
            if chance(random, 0.4):
                held = any_piece(random, arm.grip, float(np.clip(arm.palm * 0.5, 8, 40)))
                paint(
                    bank,
                    picture,
                    held,
                    table.eye,
                    np.ascontiguousarray(np.broadcast_to(light, picture.shape)),
                    room.way,
                )
                theirs = np.maximum(
                    theirs, cover([held], table.eye, HEIGHT, WIDTH)[1].astype(np.float32) / 255
                )
        for layer in [painted_arm(arm, (HEIGHT, WIDTH), -room.way) for arm in self.arms] + self.heads:
            lit = Layer(np.asarray(layer.albedo * light, np.float32), layer.part)
            lit = _moved(random, lit) if chance(random, 0.35) else lit
            picture, theirs = _laid(picture, lit), np.maximum(theirs, lit.part)
        return picture, theirs


def _any_people(random: Random, bank: Bank, table: _Table, source: str) -> _People:
    like = floats(table.plane.mean((0, 1)))

    def arm(near: Points | None) -> MadeArm:
        return any_arm(random, bank, (HEIGHT, WIDTH), near, like)

    nobody = source == NOBODY or (not source and chance(random, 0.4))
    count = 0 if nobody else int(random.choice([1, 1, 1, 2, 3]))
    arms = [arm(table.places[0] if i == 0 and source != RIM else None) for i in range(count)]
    if source == RIM:
        arms = [_drawn_back(random, one) for one in arms]
    heads = [any_head(random, bank, (HEIGHT, WIDTH))] if not nobody and chance(random, 0.12) else []
    ghosts = [arm(None) for _ in range(random.integers(0, 2) if chance(random, 0.5) else 0)]
    return _People(arms, heads, ghosts)


def _drawn_back(random: Random, arm: MadeArm) -> MadeArm:
    """The arm, as far out that only its finger tips are in the picture."""
    middle = np.array([WIDTH, HEIGHT]) / 2
    away = (arm.wrist - arm.grip) / (np.hypot(*(arm.wrist - arm.grip)) + 1e-6)
    reach = np.min(np.where(away > 0, np.array([WIDTH, HEIGHT]) - arm.grip, arm.grip) / (np.abs(away) + 1e-6))
    shift = away * (reach - random.uniform(0.2, 0.8) * arm.palm)
    if np.hypot(*(arm.grip + shift - middle)) > 1.2 * WIDTH:
        return arm
    limbs = tuple(replace(limb, start=limb.start + shift, end=limb.end + shift) for limb in arm.limbs)
    return replace(arm, limbs=limbs, wrist=arm.wrist + shift, grip=arm.grip + shift, bracelet=None)


def _later(random: Random, table: _Table) -> MadeRoom:
    kind = random.random()
    if kind < 0.2:
        return any_room(random, HEIGHT, WIDTH, table.pitch)
    room = stirred(random, table.room, (HEIGHT, WIDTH), table.pitch) if kind < 0.75 else table.room
    if room.lamps and chance(random, 0.3):
        lamp = replace(
            room.lamps[0],
            outside=outside(random, HEIGHT, WIDTH, table.pitch),
            soft=float(random.uniform(3, 10)),
        )
        room = replace(room, lamps=(lamp, *room.lamps[1:]))
    return room


def _pieces(random: Random, table: _Table) -> tuple[list[MadePiece], list[MadePiece]]:
    """What lies there in the earlier picture and in this one."""

    def new(place: Points) -> MadePiece:
        return any_piece(random, place + random.normal(0, 0.1, 2) * table.pitch, table.pitch)

    count = int(len(table.places) * random.choice([0, 0.15, 0.4, 0.7]))
    earlier = [new(place) for place in table.places[:count]]
    fresh = [new(place) for place in table.places[count : count + random.integers(0, 5)]]
    return earlier, [piece for piece in earlier if chance(random, 0.93)] + fresh


def _with_things(random: Random, bank: Bank, plane: Picture) -> tuple[Picture, Picture]:
    """The plane with a few flat things, in the earlier picture and in this one."""
    before, after = plane, plane
    for thing in [_any_thing(random, bank) for _ in range(random.integers(0, 4))]:
        before = _laid(before, thing) if chance(random, 0.85) else before
        after = _laid(after, thing) if chance(random, 0.9) else after
    return before, after


def hands_frame(random: Random, bank: Bank, source: str = "") -> Sample:
    """A picture, an earlier one without people, and the mask of what belongs to people. ``source``: one of
    SOURCES, or any."""
    table = _any_table(random, bank)
    floor = (
        _with_floor(random, bank, table) if source == FLOOR or (not source and chance(random, 0.15)) else None
    )
    earlier, now_there = _pieces(random, table)
    before, after = _with_things(random, bank, table.plane)
    if floor is not None:
        after = _laid(after, floor[1])
    people, room = _any_people(random, bank, table, source), _later(random, table)
    resting = chance(random, 0.05)  # an arm lay at the rim in the earlier picture already
    reference = render(bank, before, earlier, table.eye, table.room, people.shade if resting else None)
    if resting:
        reference = people.over(random, bank, reference, table, table.room)[0]
    scene = render(bank, after, now_there, table.eye, room, people.shade)
    scene, theirs = people.over(random, bank, scene, table, room)
    mask = np.where(theirs > _SEEN, 255, np.where(theirs > _TRACE, EITHER, 0)).astype(np.uint8)
    if floor is not None:
        mask[(floor[0] > 127) & (mask == 0)] = EITHER
    dark = source == DARK or (not source and chance(random, 0.2))
    camera = any_camera(random, 10.0 if dark else 5.0, 0.02 if dark else 0.1)
    now = camera.take(random, scene, random.choice([0.1, 0.25, 0.5]))
    return packed(now, camera.take(random, reference, 0.1), mask[None], table.pitch, table.places)
