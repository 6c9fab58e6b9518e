"""How a table is opened from a page: a new one, or an unfinished one."""

from __future__ import annotations

from collections.abc import Callable

from companion.owner.players import Player
from companion.ports.errors import ControllerError
from companion.rules.contract import SetupError
from companion.screen.desk import Desk
from companion.screen.keeping import KeptMatch


def wished_camera(desk: Desk) -> str:
    """The chosen camera, or the proposed one while the chosen one is not there."""
    cameras = real_cameras(desk)
    wish = desk.wishes.camera
    return wish if wish is not None and wish in cameras else cameras[0]


def real_cameras(desk: Desk) -> list[str]:
    """The cameras for people's own table, and none; the simulated table is no way to play."""
    return [camera.source for camera in desk.controller.cameras() if not camera.simulated]


def at_table(desk: Desk) -> dict[str, Player]:
    """The people with names who are to sit at the table, by the chosen seats."""
    known = {player.id: player for player in desk.controller.keeper.players()}
    wishes = desk.wishes
    sitting = ((seat, wishes.players.get(seat, "")) for seat in wishes.seats)
    return {seat: known[player] for seat, player in sitting if player in known}


def seated(desk: Desk) -> dict[str, str]:
    """The same people by their ids."""
    return {seat: player.id for seat, player in at_table(desk).items()}


def open_with(desk: Desk, camera: str, opening: Callable[[], None]) -> bool:
    """Open a table and show it. False if that is not possible; then ``desk.notice`` says why."""
    try:
        opening()
    except ControllerError as error:
        desk.notice = error.text
        return False
    desk.notice = None
    watched = bool(camera) and not desk.controller.lessons().known
    desk.go("camera" if watched else "table")
    return True


def resume(desk: Desk, match: KeptMatch) -> bool:
    """Take up an unfinished match; False if that is not possible."""
    camera = wished_camera(desk)
    broadcast = desk.wishes.broadcast and bool(desk.controller.broker())
    return open_with(desk, camera, lambda: desk.controller.resume_table(match.match, camera, broadcast))


def choose_game(desk: Desk, name: str) -> None:
    """Wishes for a new match of this game, as it is usually played, by the people who sat down last."""
    game, wishes = desk.game(name), desk.wishes
    people = list(seated(desk).values())
    wishes.game = name
    fitting = [seats for seats in game.seatings if len(seats) == len(people)]
    wishes.seats = (fitting or game.seatings)[0]
    wishes.first = wishes.seats[0]
    wishes.options = {option.id: option.default for option in game.options}
    wishes.electronic = set()
    wishes.players = dict(zip(wishes.seats, people, strict=False))


def wish_again(desk: Desk, match: KeptMatch) -> None:
    """Wishes for another match like this one. The next seat begins, if any seat may begin. Raises
    ControllerError."""
    options = dict(desk.controller.keeper.options(match.match))
    choose_game(desk, match.game)
    game, wishes = desk.game(match.game), desk.wishes
    wishes.options |= options
    everyone = game.seatings[-1]
    wishes.seats = tuple(seat for seat in everyone if seat in match.seats)
    wishes.first = match.seats[0]
    wishes.players = dict(desk.controller.keeper.seated(match.match))
    following = match.seats[1:] + match.seats[:1]
    try:
        game.setup(following, {})
    except SetupError:  # the same seat always begins
        return
    wishes.first = following[0]
