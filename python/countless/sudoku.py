"""Sudokus, one or millions.

Puzzles are text of 81 characters, with `.` or `0` for a blank, or 729 for pencil marks; or
digits, 0 for a blank. Functions take

- one puzzle: str or bytes, or a NumPy array of uint8 of the shape (81,) or (9, 9);
- a list, or whatever else can be iterated over, of str or bytes;
- a NumPy array of uint8 of the shape (n, 81) or (n, 9, 9), or of fixed-width texts (n,);
- a column of texts of Polars, pandas or PyArrow, or of whatever else exports Arrow by the
  PyCapsule interface, such as a relation of DuckDB with a column `puzzle`;

and what they give is of the same kind. Rows are counted from 0, as everywhere in Python.

>>> from countless import sudoku
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> sudoku.solve([puzzle, "." * 81]).status
['unique', 'multiple']
>>> sudoku.rate(puzzle).level
'easy'
"""

from __future__ import annotations

from typing import Any, AnyStr, Iterator, Literal, NamedTuple, overload

from . import _native
from ._explain import Explanation, explain
from ._kinds import STATUSES, kind_of
from ._run import Progress, how

__all__ = [
    "STATUSES",
    "Canonical",
    "Explanation",
    "Made",
    "Rated",
    "Solved",
    "canonical",
    "count",
    "explain",
    "generate",
    "rate",
    "solutions",
    "solve",
]

Errors = Literal["raise", "keep"]


class Solved(NamedTuple):
    """What was found: of one puzzle, or of each in a column of its own.

    `solution` is None, in arrays zeros or the empty text, where it is not the only one;
    `solutions` is how many were counted; `status` is `unique`, `multiple`, `none` or `invalid`.
    """

    solution: Any
    solutions: Any
    status: Any


class Rated(NamedTuple):
    """How hard one puzzle is, or each in columns of their own; None without a single solution.

    `rating` is a number whose whole part is the weight of the hardest technique; `level` is
    `easy`, `medium`, `hard`, `expert` or `extreme`.
    """

    status: Any
    rating: Any
    level: Any
    hardest: Any
    steps: Any
    effort: Any


class Canonical(NamedTuple):
    """What one puzzle has in common with all that are the same, or each in columns; None of what
    is no puzzle.

    `canonical` is the least of all images of the puzzle, as text with `.` for a blank: two
    puzzles have the same if and only if they are the same up to symmetry. `automorphisms` is
    the number of symmetries that give back the puzzle, 1 for most.
    """

    canonical: Any
    automorphisms: Any


class Made(NamedTuple):
    """A puzzle that was made."""

    puzzle: str
    solution: str
    clues: int
    level: str | None


def _keeps(errors: Errors) -> bool:
    if errors not in ("raise", "keep"):
        raise ValueError(f"errors is 'raise' or 'keep', not {errors!r}")
    return errors == "keep"


def solve(
    puzzles: Any,
    *,
    max_solutions: int = 2,
    errors: Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Any:
    """Solves puzzles, and proves of each whether its solution is the only one.

    Gives a `Solved` of one puzzle, or of columns; of Polars, pandas and PyArrow a table with the
    columns `solution`, `solutions` and `status`; of other exporters of Arrow a `countless.Table`.

    - `max_solutions`: how many solutions of each are counted at most, at least 2.
    - `errors`: what is no puzzle raises a `PuzzleError` that tells its row, or has the status
      `invalid` if this is `"keep"`.
    - `threads`: all that there are unless it is said.
    - `progress`: is called with the numbers of puzzles done and in all; True takes tqdm.
    """
    if max_solutions < 2:
        raise ValueError("max_solutions must be at least 2")
    kind, run = kind_of(puzzles), how(threads, progress)
    keep = _keeps(errors)
    answers = _native.sudoku_solve(kind.form, kind.puzzles, max_solutions, keep, run)
    solved = kind.solved(answers)
    return Solved(*solved) if isinstance(solved, tuple) else solved


def count(
    puzzles: Any,
    *,
    limit: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Any:
    """The number of solutions of each puzzle, or up to a limit.

    A number of any size of one puzzle, a list of them, or a column of unsigned numbers of 64
    bits, which raises an OverflowError if one is larger.
    """
    if limit is not None and limit < 1:
        raise ValueError("limit must be at least 1")
    kind, run = kind_of(puzzles), how(threads, progress)
    counts = _native.sudoku_count(kind.form, kind.puzzles, limit, run)
    return kind.numbers("solutions", counts)


@overload
def solutions(puzzle: str, *, limit: int | None = None) -> Iterator[str]: ...
@overload
def solutions(puzzle: bytes, *, limit: int | None = None) -> Iterator[bytes]: ...
def solutions(puzzle: Any, *, limit: int | None = None) -> Iterator[Any]:
    """The solutions of a puzzle in lexicographic order, found as they are asked for.

    >>> first = next(solutions("." * 81))
    >>> first[:18]
    '123456789456789123'
    """
    return _native.Grids(puzzle, limit)


def rate(
    puzzles: Any,
    *,
    errors: Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Any:
    """How hard puzzles are for people.

    Gives a `Rated` of one puzzle, or of columns; of Polars, pandas and PyArrow a table.
    """
    kind, run = kind_of(puzzles), how(threads, progress)
    answers = _native.sudoku_rate(kind.form, kind.puzzles, _keeps(errors), run)
    none = (None,) * 5
    rows = [(status, *(rating or none)) for status, rating in answers]
    columns = [list(column) for column in zip(*rows)] or [[] for _ in Rated._fields]
    return kind.table(Rated, dict(zip(Rated._fields, columns)))


def canonical(
    puzzles: Any,
    *,
    errors: Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Any:
    """The canonical forms of puzzles or solved grids: the same of all that are the same if rows,
    columns, bands, stacks and digits change places.

    Gives a `Canonical` of one puzzle, or of columns; of Polars, pandas and PyArrow a table.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> canonical(puzzle) == canonical(puzzle[::-1])
    True
    """
    kind, run = kind_of(puzzles), how(threads, progress)
    answers = _native.sudoku_canonical(kind.form, kind.puzzles, _keeps(errors), run)
    forms = [answer or (None, None) for answer in answers]
    columns = [list(column) for column in zip(*forms)] or [[] for _ in Canonical._fields]
    return kind.table(Canonical, dict(zip(Canonical._fields, columns)))


def generate(
    count: int = 1,
    *,
    seed: int | None = None,
    clues: int | None = None,
    level: str | None = None,
    technique: str | None = None,
    symmetry: str = "none",
    pattern: str | None = None,
    minimal: bool = False,
    unique: bool = True,
    threads: int | None = None,
    progress: Progress = None,
) -> list[Made]:
    """Makes puzzles with one solution, from solved grids that are all equally likely.

    The same seed gives the same puzzles; without one, others each time.

    - `clues`: how many digits; unless it is said, none that could be taken away.
    - `level`: `easy`, `medium`, `hard`, `expert` or `extreme`.
    - `technique`: the hardest that a puzzle takes, such as `X-wing`.
    - `symmetry`: `none`, `rotational`, `quarter`, `diagonal`, `antidiagonal`, `horizontal`,
      `vertical`, `full` or, for each puzzle another, `random`.
    - `pattern`: 81 characters, `x` for a cell that has a clue and `.` for one that has none;
      with `clues` or `minimal`, clues lie in some of the cells only.
    - `minimal`: only puzzles of which no digit can be taken away.
    - `unique`: False makes puzzles with any number of solutions.
    """
    if seed is None:
        from random import SystemRandom

        seed = SystemRandom().getrandbits(64)
    run = how(threads, progress)
    made = _native.sudoku_generate(
        count, seed, clues, level, technique, symmetry, pattern, minimal, unique, run
    )
    return [Made(*row) for row in made]
