"""Names of players: kept on this machine, in no match file and no broadcast, deleted wherever they stood."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.owner.configuration import Config, data_folder
from companion.owner.players import LONGEST, Player, Players, cleaned
from companion.ports.errors import ControllerError
from tests.app.sitting import Sitting
from tests.broadcast.broker import MOSQUITTO, Broker, Subscriber
from tests.doubles.waiting import until

Sit = Callable[..., Sitting]


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[tuple[Broker, Subscriber]]:
    """A real broker and somebody who notes everything that it is told."""
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed (Debian package mosquitto)")
    broker = Broker(tmp_path).start()
    subscriber = Subscriber(broker, topics=("#",))
    yield broker, subscriber
    subscriber.close()
    broker.stop()


def test_names_and_colours_are_kept_and_changed(tmp_path: Path) -> None:
    file = tmp_path / "players.json"
    players = Players(file)
    zoe = players.keep(Player("", "  Zoë \n", "red"))
    anna = players.keep(Player("", "Анна", "blue"))
    assert [player.name for player in Players(file).all()] == ["Zoë", "Анна"]
    players.keep(replace(zoe, name="Zoe", colour="pink"))
    assert Players(file).all() == (Player(zoe.id, "Zoe", "pink"), anna)
    assert Players(file).names((("south", anna.id), ("north", "unknown"))) == {"south": "Анна"}


@pytest.mark.parametrize("name", ["", " \t", "АННА"])
def test_a_name_must_be_there_and_nobody_else_s(name: str, tmp_path: Path) -> None:
    players = Players(tmp_path / "players.json")
    anna = players.keep(Player("", "Анна", "blue"))
    with pytest.raises(ValueError, match=f"^{name.strip()}$"):
        players.keep(Player("", name, "red"))
    assert players.keep(replace(anna, name="анна")).name == "анна", "one's own name may be written anew"


@pytest.mark.parametrize(
    "text",
    [
        "[[[",
        "{}",
        '[{"id": "", "name": "x", "colour": "red"}]',
        '[{"id": "a", "name": " ", "colour": "red"}]',
    ],
)
def test_a_damaged_file_is_told_of_and_kept(text: str, tmp_path: Path) -> None:
    file = tmp_path / "players.json"
    file.write_text(text, encoding="utf-8")
    players = Players(file)
    assert players.all() == ()
    assert players.damaged
    players.keep(Player("", "Anna", "red"))
    assert not players.damaged
    assert players.kept_as.read_text(encoding="utf-8") == text
    assert [player.name for player in Players(file).all()] == ["Anna"]
    assert not Players(file).damaged
    file.write_text("[[", encoding="utf-8")
    again = Players(file)
    again.keep(Player("", "Ivan", "blue"))
    assert again.kept_as.read_text(encoding="utf-8") == "[["
    assert players.kept_as.read_text(encoding="utf-8") == text, "what was kept before stays"


def test_what_can_be_read_of_a_damaged_file_is_known(tmp_path: Path) -> None:
    file = tmp_path / "players.json"
    file.write_text('[{"id": "a", "name": "Ivan", "colour": "red"}, 7]', encoding="utf-8")
    players = Players(file)
    assert [player.name for player in players.all()] == ["Ivan"]
    assert players.damaged
    assert not Players(tmp_path / "missing.json").damaged
    assert not Players(tmp_path / "missing.json").all()


def test_nobody_of_a_large_club_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "players.json"
    crowd = [{"id": f"{number}", "name": f"Guest {number}", "colour": "red"} for number in range(230)]
    file.write_text(json.dumps(crowd), encoding="utf-8")
    players = Players(file)
    players.keep(Player("", "One more", "blue"))
    assert len(Players(file).all()) == 231


def test_a_name_is_one_short_line() -> None:
    assert cleaned("a\x00b\nc" + "d" * 40) == ("a b c" + "d" * 40)[:LONGEST]


def test_people_at_a_table_are_named_until_they_are_deleted(sit: Sit) -> None:
    sitting = sit()
    keeper = sitting.app.keeper
    anna = keeper.keep_player(Player("", "Anna", "red"))
    sitting.open(players={"south": anna.id})
    assert sitting.app.names() == {"south": "Anna"}
    sitting.play(Random(1), 4)
    keeper.keep_player(replace(anna, name="Hanna"))
    assert sitting.app.names() == {"south": "Hanna"}
    match = str(sitting.app.unfinished()[0].match)
    assert sitting.app.unfinished()[0].names == (("south", "Hanna"),)
    assert "anna" not in keeper.match_text(match).lower()
    sitting.app.leave_table()
    assert sitting.app.names() == {}
    sitting.app.resume_table(match, "", False)
    assert sitting.app.names() == {"south": "Hanna"}
    keeper.delete_player(anna.id)
    assert sitting.app.names() == {}
    assert "anna" not in (data_folder() / "players.json").read_text(encoding="utf-8").lower()


def test_all_names_are_deleted_at_once(sit: Sit) -> None:
    keeper = sit().app.keeper
    keeper.keep_player(Player("", "Anna", "red"))
    with pytest.raises(ControllerError, match="empty or taken"):
        keeper.keep_player(Player("", "anna", "blue"))
    stored = {kept.kind: kept.bytes for kept in keeper.stored()}
    assert stored["players"] > 0
    keeper.delete_stored("players")
    assert keeper.players() == ()
    assert not (data_folder() / "players.json").exists()
    assert {kept.kind: kept.bytes for kept in keeper.stored()}["players"] == 0


def test_a_deleted_match_takes_along_who_sat_there(sit: Sit) -> None:
    sitting = sit()
    anna = sitting.app.keeper.keep_player(Player("", "Anna", "red"))
    sitting.open(players={"south": anna.id})
    match = sitting.app.unfinished()[0].match
    sitting.app.leave_table()
    sitting.app.keeper.delete_match(match)
    journal = data_folder() / "journal.sqlite"
    sitting.app.close()
    assert anna.id.encode() not in journal.read_bytes()


def last_state(subscriber: Subscriber) -> int:
    """How many entries the newest state of the table has."""
    states = [payload for topic, payload, _ in subscriber.messages if topic.endswith("/state") and payload]
    return int(json.loads(states[-1])["entries"]) if states else -1


def broadcast(sitting: Sitting, subscriber: Subscriber) -> dict[str, bytes]:
    """Two people play sixty entries before an audience and leave: everything told of each topic, in a row."""
    players = sitting.app.keeper
    seated = {"south": players.keep_player(Player("", "Zyxanna", "red")).id}
    seated["north"] = players.keep_player(Player("", "Qwivan", "blue")).id
    sitting.open(broadcast=True, players=seated)
    sitting.play(Random(3), 60)
    until(lambda: last_state(subscriber) == sitting.view.entries, "the newest state")
    sitting.app.leave_table()
    until(lambda: not subscriber.said("online")[-1]["online"], "the goodbye")
    told: dict[str, bytes] = {}
    for topic, payload, _ in list(subscriber.messages):
        name = topic.rpartition("/")[2]
        told[name] = told.get(name, b"") + payload
    assert seated["south"].encode() not in b"".join(told.values())
    return told


@pytest.mark.outside
def test_no_name_is_broadcast(sit: Sit, ear: tuple[Broker, Subscriber], home: Path) -> None:
    """To a real broker, with Home Assistant, page and replays."""
    broker, subscriber = ear
    section = {"host": "127.0.0.1", "port": broker.port, "home_assistant": True}
    section |= {"page": "http://127.0.0.1/", "replays": str(home / "replays")}
    told = broadcast(sit(Config(camera="none", broadcast=section)), subscriber)
    assert {"state", "watch", "brief", "picture", "home", "event"} <= set(told)
    written = [file.read_bytes() for file in (home / "replays").rglob("*") if file.is_file()]
    everything = b"".join((*told.values(), *written)).lower()
    assert b"south" in everything
    assert b"zyxanna" not in everything
    assert b"qwivan" not in everything


@pytest.mark.outside
def test_names_are_broadcast_where_the_owner_allows_it(sit: Sit, ear: tuple[Broker, Subscriber]) -> None:
    broker, subscriber = ear
    section = {"host": "127.0.0.1", "port": broker.port, "home_assistant": True, "names": True}
    told = broadcast(sit(Config(camera="none", broadcast=section)), subscriber)
    named = {topic for topic, payload in told.items() if b"Zyxanna" in payload}
    assert {"state", "watch", "brief", "picture", "home"} <= named
    assert not {"event", "match"} & named
    newest = [state for state in subscriber.said("state") if state][-1]
    assert newest["names"] == {"south": "Zyxanna", "north": "Qwivan"}


def test_names_of_two_programs_are_all_kept(tmp_path: Path) -> None:
    file = tmp_path / "players.json"
    here, there = Players(file), Players(file)
    anna = here.keep(Player("", "Anna", "red"))
    there.keep(Player("", "Ivan", "blue"))
    here.keep(Player("", "Zoe", "green"))
    there.delete(anna.id)
    assert [player.name for player in Players(file).all()] == ["Ivan", "Zoe"]
    with pytest.raises(ValueError, match="ivan"):
        here.keep(Player("", "ivan", "red"))


def test_names_that_a_full_disk_does_not_take_are_told_of_and_come_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "players.json"
    players = Players(file)
    with monkeypatch.context() as full:
        full.setattr("os.fsync", _no_space)
        players.keep(Player("", "Anna", "red"))
    assert players.unwritten == "No space left on device"
    assert [player.name for player in players.all()] == ["Anna"]
    players.keep(Player("", "Ivan", "red"))
    assert players.unwritten == ""
    assert [player.name for player in Players(file).all()] == ["Anna", "Ivan"]


def _no_space(_: int) -> None:
    raise OSError(28, "No space left on device")
