"""What people write wrong in positions, moves, outcomes, set-ups and edition files is named."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.contract import NotationError, RulesError, SetupError
from companion.rules.match import Match
from companion.rules.registry import edition_text, find_game, game_of_edition
from tests.ours import OURS

from .hooks import Options, Seats, mistakes_of, replaced

every_game = pytest.mark.parametrize("game_id", OURS)


def rows(table: str) -> list[Any]:
    """One parameter set for each row of that table of each game."""
    return [
        pytest.param(game_id, *row, id=f"{game_id}: {row[1]}")
        for game_id in OURS
        for row in getattr(mistakes_of(game_id), table)
    ]


def texts(table: str) -> list[tuple[str, str]]:
    return [
        (game_id, " ".join(text.split()))
        for game_id in OURS
        for text in getattr(mistakes_of(game_id), table).split(";")
    ]


@every_game
def test_the_position_is_possible_in_any_order_of_its_lines(game_id: str) -> None:
    game, known = find_game(game_id), mistakes_of(game_id)
    state = game.parse_position(known.position)
    assert game.faults(state) == ()
    assert game.format_position(state) == known.position or known.short
    lines = known.position.splitlines()
    seats = [line for line in lines if known.seats_first and line.startswith("seat")]
    rest = [line for line in lines if line not in seats]
    Random(1).shuffle(rest)
    assert game.parse_position("\n\n".join([*seats, *rest]).replace(" ", "   ", 3) + " # said") == state


@pytest.mark.parametrize(("game_id", "old", "new", "line", "reason"), rows("lines"))
def test_a_wrong_line_is_named(game_id: str, old: str, new: str, line: int | None, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        find_game(game_id).parse_position(mistakes_of(game_id).changed(old, new))
    assert reason in caught.value.reason
    assert caught.value.line == line


@pytest.mark.parametrize(("game_id", "old", "new", "reason"), rows("faults"))
def test_what_cannot_be_is_a_fault(game_id: str, old: str, new: str, reason: str) -> None:
    game = find_game(game_id)
    state = game.parse_position(mistakes_of(game_id).changed(old, new))
    assert reason in "; ".join(game.faults(state))
    assert game.parse_position(game.format_position(state)) == state
    with pytest.raises(RulesError, match="not possible"):
        Match.begin(game, game.setup_of(state), state)


@pytest.mark.parametrize(("game_id", "text"), texts("moves"))
def test_text_that_is_no_move(game_id: str, text: str) -> None:
    with pytest.raises(NotationError):
        find_game(game_id).parse_move(text)


@pytest.mark.parametrize(("game_id", "text"), texts("outcomes"))
def test_text_that_is_no_outcome(game_id: str, text: str) -> None:
    with pytest.raises(NotationError):
        find_game(game_id).parse_outcome(text)


@pytest.mark.parametrize(("game_id", "seats", "options"), rows("tables"))
def test_a_table_that_is_none(game_id: str, seats: Seats, options: Options) -> None:
    with pytest.raises(SetupError):
        find_game(game_id).setup(seats, options)


def read(game_id: str, folder: Path, text: str) -> None:
    """An owner's file with that text."""
    path = folder / "edition.toml"
    path.write_text(text, encoding="utf-8")
    game_of_edition(game_id, path)


@pytest.mark.parametrize(("game_id", "old", "new", "reason"), rows("edition"))
def test_a_mistake_in_an_edition_is_named(
    game_id: str, old: str, new: str, reason: str, tmp_path: Path
) -> None:
    with pytest.raises(NotationError) as caught:
        read(game_id, tmp_path, replaced(edition_text(game_id), old, new))
    assert caught.value.reason.startswith(reason)


@every_game
def test_an_edition_that_cannot_be_read_or_has_a_name_in_use_says_so(game_id: str, tmp_path: Path) -> None:
    with pytest.raises(NotationError) as caught:
        read(game_id, tmp_path, 'name = "x"\nsize = \n')
    assert caught.value.line == 2
    with pytest.raises(NotationError, match="cannot be read"):
        game_of_edition(game_id, tmp_path / "nothing.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(NotationError, match="cannot be read"):
        game_of_edition(game_id, tmp_path / "bytes.toml")
    read(game_id, tmp_path, edition_text(game_id))
    with pytest.raises(NotationError, match=r"name: .*name of its own"):
        read(game_id, tmp_path, replaced(edition_text(game_id), *mistakes_of(game_id).correction))


NOISE = [
    "",
    '"a"',
    "[]",
    "[1]",
    "{",
    "{}",
    "1.5",
    "-1",
    "true",
    "1979-05-27",
    '["a5", 3]',
    "=",
    "mark",
    "9" * 30,
]


@every_game
@given(data=st.data())
def test_noise_in_an_edition_is_an_error_of_notation_only(
    game_id: str, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    lines = edition_text(game_id).splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(lines) - 1))
        words = lines[number].split(" ")
        start = data.draw(st.integers(0, len(words) - 1))
        end = data.draw(st.sampled_from([start + 1, len(words)]))
        words[start:end] = [data.draw(st.sampled_from(NOISE) | st.text(max_size=12))]
        lines[number] = " ".join(words)
    with suppress(NotationError):
        read(game_id, tmp_path_factory.getbasetemp(), "\n".join(lines))
