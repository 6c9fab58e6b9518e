"""``record.replace`` does what ``dataclasses.replace`` does."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.record import replace


@dataclass(frozen=True, slots=True)
class One:
    only: int


@dataclass(frozen=True, slots=True)
class Three:
    first: int
    second: str = "b"
    third: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Even:
    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError(f"{self.number} is odd")


@given(
    st.builds(Three, st.integers(), st.text(), st.tuples(st.integers())),
    st.fixed_dictionaries(
        {}, optional={"first": st.integers(), "second": st.text(), "third": st.tuples(st.integers())}
    ),
)
def test_the_library_is_followed(record: Three, changes: dict[str, object]) -> None:
    new = replace(record, **changes)  # type: ignore[arg-type]
    assert new == dataclasses.replace(record, **changes)  # type: ignore[arg-type]
    assert new is not record


def test_a_record_of_one_field() -> None:
    assert replace(One(1), only=2) == One(2)
    assert replace(One(1)) == One(1)


def test_a_record_checks_what_it_is_made_of() -> None:
    with pytest.raises(ValueError, match="3 is odd"):
        replace(Even(2), number=3)


def test_no_other_field() -> None:
    with pytest.raises(KeyError, match="fourth"):
        replace(Three(1), fourth=4)  # type: ignore[call-arg]
