"""Checks of arguments, which name the argument in each error."""

from __future__ import annotations

from operator import index
from typing import Any, Iterable

LARGEST = 2**64 - 1
"""The largest integer that the functions in Rust accept."""

MOST_THREADS = 4096
"""The most threads of a run, as on the command line."""


def whole(name: str, value: Any, least: int = 0, most: int = LARGEST) -> int:
    """An integer from `least` to `most`."""
    try:
        number = index(value)
    except TypeError:
        expected = f"{name}: expected an integer of at least {least}"
        raise TypeError(f"{expected}, found {value!r}") from None
    if number < least:
        raise ValueError(f"{name}: expected an integer of at least {least}, found {number}")
    if number > most:
        raise ValueError(f"{name}: expected an integer of at most {most}, found {number}")
    return number


def optional(name: str, value: Any, least: int = 0, most: int = LARGEST) -> int | None:
    """An integer from `least` to `most`, or None."""
    return None if value is None else whole(name, value, least, most)


def text(name: str, value: Any) -> str:
    """A string."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a str, found {value!r}")
    return value


def optional_text(name: str, value: Any) -> str | None:
    """A string or None."""
    return None if value is None else text(name, value)


def flag(name: str, value: Any) -> bool:
    """True or False."""
    if not isinstance(value, bool):
        raise TypeError(f"{name}: expected True or False, found {value!r}")
    return value


def puzzle(value: Any) -> str | bytes:
    """The text of one puzzle."""
    if not isinstance(value, (str, bytes)):
        raise TypeError(f"puzzle: expected str or bytes, found {type(value).__name__}")
    return value


def squares(name: str, value: Iterable[Any]) -> list[tuple[int, int]]:
    """Squares of a board, each a row and a column."""
    if not hasattr(type(value), "__iter__"):
        raise TypeError(f"{name}: expected a collection of squares, found {value!r}")
    found = []
    for square in value:
        try:
            row, column = (index(number) for number in square)
        except (TypeError, ValueError):
            expected = f"{name}: expected a row and a column"
            raise TypeError(f"{expected}, found {square!r}") from None
        found.append((whole(name, row), whole(name, column)))
    return found


def keeps(errors: Any) -> bool:
    """True if invalid puzzles get the status `invalid`, False if they raise an exception."""
    if errors not in ("raise", "keep"):
        raise ValueError(f"errors: expected 'raise' or 'keep', found {errors!r}")
    return bool(errors == "keep")
