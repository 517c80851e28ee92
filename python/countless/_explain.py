"""Explanations of puzzles, step by step, with the techniques of human solvers."""

from __future__ import annotations

from typing import Any, Iterator, NamedTuple

from . import _check, _native


class Step(NamedTuple):
    """A step. Cells are `r1c1` to `r9c9`. Houses are `row 1` to `box 9`."""

    technique: str
    text: str
    digits: list[int]
    cells: list[str]
    units: list[str]
    placed: list[dict[str, Any]]
    """Solved cells, each with the keys `cell` and `digit`."""
    removed: list[dict[str, Any]]
    """Removed candidates."""
    chains: list[list[dict[str, Any]]]
    """Chains of implications."""
    eureka: str | None
    """Chain in Eureka notation, for the techniques with a single chain."""

    def __str__(self) -> str:
        return self.text


class Explanation:
    """The steps of a puzzle, for iteration and for printing."""

    def __init__(self, steps: list[Step], end: str, is_unique: bool, grid: str) -> None:
        self.steps = steps
        self.end = end
        """`solved`, `wall` if no technique applies, `limit` after `steps` steps, or
        `no solution`."""
        self.is_unique = is_unique
        """True if the puzzle has exactly one solution."""
        self.grid = grid
        """The grid after the last step."""

    @property
    def text(self) -> str:
        """The steps in words, one a line, and then the grid."""
        lines = [f"{number}. {step.text}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([*lines, self.grid])

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Explanation: {len(self.steps)} steps, {self.end}>"


def explain(
    puzzle: str | bytes, *, upto: str | None = None, steps: int | None = None
) -> Explanation:
    """Solves a puzzle with the techniques of human solvers, with a reason for each step.

    - `upto`: the hardest technique to use, such as `xy-wing`
    - `steps`: the maximum number of steps

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> explain(puzzle).steps[1].text
    'Hidden single: in box 7, 8 can only be in r8c2.'
    """
    import json  # takes a third as long to import as all of this package

    puzzle, upto = _check.puzzle(puzzle), _check.optional_text("upto", upto)
    steps = _check.optional("steps", steps)
    texts, end, is_unique, grid = _native.sudoku_explain(puzzle, upto, steps)
    read = (json.loads(step) for step in texts)
    fields = [{"chains": [], "eureka": None, **step} for step in read]
    named = [Step(**{name: step[name] for name in Step._fields}) for step in fields]
    return Explanation(named, end, is_unique, grid)
