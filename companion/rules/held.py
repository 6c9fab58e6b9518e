"""A game of another author, held to the contract: what its methods give is looked at before anybody uses it.

A value of a wrong type would else fail far away, in code of ours, and look like a fault of this program.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from numbers import Rational
from operator import attrgetter
from types import FunctionType, UnionType
from typing import Any, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.rules import optional
from companion.rules.contract import Game, Look, WrongValueError, Zone

_MANY = (Look, Zone)
"""Hundreds of them come again and again: only the trial looks into them."""
Misfit = tuple[Any, Any]
"""A value, and the type that it should have."""


def hold(game: Game[Any, Any, Any]) -> None:
    """From now on a method of this game raises WrongValueError instead of giving what the contract does not
    allow."""
    with suppress(TypeError):  # an object whose class cannot be another one stays as it is
        game.__class__ = _held(type(game))


@cache
def _held(kind: type) -> type:
    """The same class, whose methods are looked after, also those that an instance has of its own."""
    parts: dict[str, Any] = {name: _looked_after(kind, name) for name in _gives() if hasattr(kind, name)}
    return type(kind.__name__, (kind,), {"__slots__": (), "__module__": kind.__module__, **parts})


def _looked_after(kind: type, name: str) -> property:
    def get(game: Any) -> Callable[..., Any]:
        own = getattr(game, "__dict__", {})
        return checking(game, name, own[name] if name in own else getattr(super(_held(kind), game), name))

    return property(get)


def checking(
    game: Game[Any, Any, Any], name: str, method: Callable[..., Any], known: Container[Any] = _MANY
) -> Callable[..., Any]:
    """A method of a game that raises WrongValueError for a value of a wrong type. ``known``: types into whose
    values nobody looks."""
    wanted = _gives().get(name)

    def call(*arguments: Any, **named: Any) -> Any:
        value = method(*arguments, **named)
        found = misfit(value, wanted, known, set()) if wanted is not None else None
        if found is not None:
            raise WrongValueError(game.id, name, *found)
        return value

    return call


@cache
def _gives() -> Mapping[str, Any]:
    """The type of what each method of a game gives, also of one that it need not have."""
    parts = [Game, *(part for part in vars(optional).values() if getattr(part, "_is_protocol", False))]
    methods = {name: method for part in parts for name, method in vars(part).items() if name[0] != "_"}
    return {
        name: get_type_hints(method)["return"]
        for name, method in methods.items()
        if isinstance(method, FunctionType)
    }


def misfit(value: Any, hint: Any, known: Container[Any], seen: set[int]) -> Misfit | None:
    """The first value in this one that is not of the type that an annotation of the contract gives it.
    ``seen``: what has been looked at already, as many zones share what may lie there."""
    kinds, parts = _plan(hint)
    if not isinstance(value, kinds):
        return value, hint
    if parts is None or hint in known:
        return None
    if isinstance(value, tuple):
        if not value or id(value) in seen:
            return None
        seen.add(id(value))
    try:
        return next((one for pair in parts(value) if (one := misfit(*pair, known, seen)) is not None), None)
    except ValueError:  # more or fewer than there should be
        return value, hint


Parts = Callable[[Any], Iterable[tuple[Any, Any]]]
"""What a value consists of, each with the type that it should have."""


@cache
def _plan(hint: Any) -> tuple[Any, Parts | None]:
    """The types that are taken for an annotation, and the parts of such a value; None: it has none. A list
    does as well as a tuple, a whole number as well as a fraction."""
    if hint is Any or isinstance(hint, TypeVar):
        return object, None
    if isinstance(hint, NewType):
        return _plan(hint.__supertype__)
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType):
        kinds = {one: _plan(one)[0] for one in inner}
        return tuple(kinds.values()), lambda value: [
            (value, next(one for one in inner if isinstance(value, kinds[one])))
        ]
    if kind is tuple:
        every = inner[1:] == (...,)
        return (tuple, list), lambda value: zip(
            value, inner[:1] * len(value) if every else inner, strict=True
        )
    if kind is Mapping:
        return (dict, Mapping), lambda value: (
            pair for row in value.items() for pair in zip(row, inner, strict=True)
        )
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        named = [(attrgetter(field.name), hints[field.name]) for field in fields(kind)]
        return kind, lambda value: [(get(value), of) for get, of in named]
    also = {float: (float, int), Fraction: Rational, Iterator: Iterable}
    return also.get(kind, kind), None
