"""Sudokus, one or millions.

A puzzle is text of 81 characters with `.` or `0` for a blank, or of 729 pencil marks. In arrays
it is 81 digits with 0 for a blank. Functions accept

- one puzzle: str, bytes, or a NumPy array of integers of the shape (81,) or (9, 9);
- a list or another iterable of str or bytes;
- a NumPy array of integers of the shape (n, 81) or (n, 9, 9), or of fixed-width texts (n,);
- a column of texts of Polars, pandas or PyArrow, or of another object that exports Arrow through
  the PyCapsule interface;
- a table of these libraries or of DuckDB, with a column `puzzle`, `puzzles`, `quizzes`, `quiz`,
  `sudoku`, `grid` or `question`, or with one column.

The result is of the same kind. Rows are counted from 0.

A missing value, such as None or NaN, is an invalid puzzle. An invalid puzzle raises a
`PuzzleError` with the row, or has the status `invalid` with `errors="keep"`.

Functions on many puzzles have these options:

- `threads`: the number of threads. The default is the number of cores available.
- `progress`: a function that receives the work done and all work. True shows a bar of tqdm.

>>> from countless import sudoku
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> sudoku.solve([puzzle, "." * 81]).status
['unique', 'multiple']
>>> sudoku.rate(puzzle).level
'easy'
"""

# The types of the functions are in sudoku.pyi: they follow the arguments.

from __future__ import annotations

from typing import Any, Iterator, Mapping

from . import _check, _native
from ._explain import Explanation, explain
from ._kinds import STATUSES, Kind, kind_of
from ._results import (
    Augmented,
    Canonical,
    ExplainerRated,
    Made,
    Minimal,
    Rated,
    RatedWithNodes,
    Solved,
)
from ._run import Progress, how

__all__ = [
    "STATUSES",
    "Augmented",
    "Canonical",
    "ExplainerRated",
    "Explanation",
    "Made",
    "Minimal",
    "Rated",
    "RatedWithNodes",
    "Solved",
    "augment",
    "canonical",
    "count",
    "distinct",
    "explain",
    "generate",
    "images",
    "minimal",
    "rate",
    "solutions",
    "solve",
    "split",
    "steps",
]


def solve(
    puzzles: Any,
    *,
    max_solutions: int = 2,
    errors: str = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Any:
    """Solves puzzles and determines for each if the solution is the only one.

    Returns a `Solved`. Columns and tables of Polars, pandas and PyArrow give a table with the
    columns `solution`, `solutions` and `status`. Other exporters of Arrow give a `countless.Table`.

    - `max_solutions`: the limit up to which the solutions of each puzzle are counted, at least 2
    - `errors`: `"keep"` gives an invalid puzzle the status `invalid`, `"raise"` raises an error
    """
    most = _check.whole("max_solutions", max_solutions, 2)
    keep = _check.keeps(errors)
    kind, run = kind_of(puzzles), how(threads, progress, "puzzles")
    solved = kind.solved(kind.ask(_native.sudoku_solve, run, most, keep=keep))
    return Solved(*solved) if isinstance(solved, tuple) else solved


def count(
    puzzles: Any,
    *,
    limit: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Any:
    """The number of solutions of each puzzle, or at most `limit`.

    Columns hold unsigned integers of 64 bits. A larger count raises an OverflowError there.
    """
    limit = _check.optional("limit", limit, 1)
    kind, run = kind_of(puzzles), how(threads, progress)
    return kind.numbers("solutions", kind.ask(_native.sudoku_count, run, limit))


def solutions(puzzle: Any, *, limit: int | None = None) -> Iterator[Any]:
    """The solutions of a puzzle in lexicographic order, found on demand.

    >>> first = next(solutions("." * 81))
    >>> first[:18]
    '123456789456789123'
    """
    return _native.Grids(_check.puzzle(puzzle), _check.optional("limit", limit))


def rate(
    puzzles: Any,
    *,
    scale: str = "points",
    nodes: bool = False,
    errors: str = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Any:
    """The difficulty of puzzles for human solvers.

    - `scale`: `points`, or `se` for the ratings of Sudoku Explainer 1.2.1
    - `nodes`: True adds the number of branches of the search, on the scale of points

    Returns a `Rated`, with `nodes=True` a `RatedWithNodes`, with `scale="se"` an `ExplainerRated`, or a table for columns and tables of
    Polars, pandas and PyArrow.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> rate(puzzle, scale="se").er
    1.2
    """
    if scale not in ("points", "se"):
        raise ValueError(f"scale: expected points or se, found {scale!r}")
    keep, nodes = _check.keeps(errors), _check.flag("nodes", nodes)
    if nodes and scale == "se":
        raise ValueError("nodes: expected False with scale='se'")
    kind, run = kind_of(puzzles), how(threads, progress, "puzzles")
    if scale == "se":
        answers = kind.ask(_native.sudoku_rate_explainer, run, keep=keep)
        rows = [(status, *(rating or (None,) * 4)) for status, rating in answers]
        return _table(kind, ExplainerRated, rows)
    answers = kind.ask(_native.sudoku_rate, run, nodes, keep=keep)
    rows = [(status, *(rating or (None,) * 5), found) for status, rating, found in answers]
    if nodes:
        return _table(kind, RatedWithNodes, rows)
    return _table(kind, Rated, [row[:-1] for row in rows])


def _table(kind: Kind, result: Any, rows: list[Any]) -> Any:
    """Rows as a result for puzzles of a kind."""
    columns = [list(column) for column in zip(*rows)] or [[] for _ in result._fields]
    return kind.table(result, dict(zip(result._fields, columns)))


def canonical(
    puzzles: Any,
    *,
    errors: str = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Any:
    """The canonical forms of puzzles or solved grids.

    Two puzzles are equivalent if permutations of rows, columns, bands, stacks and digits, and a
    transposition, map one to the other. Equivalent puzzles have the same canonical form.

    Returns a `Canonical`, or a table for columns and tables of Polars, pandas and PyArrow.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> canonical(puzzle) == canonical(puzzle[::-1])
    True
    """
    keep = _check.keeps(errors)
    kind, run = kind_of(puzzles), how(threads, progress, "puzzles")
    answers = kind.ask(_native.sudoku_canonical, run, keep=keep)
    return _table(kind, Canonical, [answer or (None, None) for answer in answers])


def generate(
    count: int = 1,
    *,
    seed: int | None = None,
    clues: int | None = None,
    level: str | None = None,
    technique: str | None = None,
    er: str | None = None,
    symmetry: str = "none",
    pattern: str | None = None,
    minimal: bool = False,
    unique: bool = True,
    threads: int | None = None,
    progress: Progress = None,
) -> list[Made]:
    """Generates puzzles with one solution, each from a random solved grid. All grids are equally
    likely.

    - `seed`: the same seed gives the same puzzles. The default is a random seed.
    - `clues`: the number of clues. The default removes clues until none is redundant.
    - `level`: `easy`, `medium`, `hard`, `expert` or `extreme`
    - `technique`: the hardest technique that a puzzle requires, such as `x-wing`
    - `er`: the range of the ER of Sudoku Explainer, such as `7.1..7.5`
    - `symmetry`: `none`, `rotational`, `quarter`, `diagonal`, `antidiagonal`, `horizontal`,
      `vertical`, `full`, or `random` for another symmetry in each puzzle
    - `pattern`: 81 characters, `x` for a cell with a clue and `.` for a blank. With `clues` or
      `minimal`, only some of the cells have clues.
    - `minimal`: True generates only puzzles without redundant clues.
    - `unique`: False generates puzzles with any number of solutions.
    """
    if seed is None:
        from random import SystemRandom

        seed = SystemRandom().getrandbits(64)
    made = _native.sudoku_generate(
        _check.whole("count", count),
        _check.whole("seed", seed),
        _check.optional("clues", clues),
        _check.optional_text("level", level),
        _check.optional_text("technique", technique),
        _check.optional_text("er", er),
        _check.text("symmetry", symmetry),
        _check.optional_text("pattern", pattern),
        _check.flag("minimal", minimal),
        _check.flag("unique", unique),
        how(threads, progress, "puzzles"),
    )
    return [Made(*row) for row in made]


def augment(
    puzzles: Any,
    *,
    copies: int,
    seed: int,
    original: bool = True,
    threads: int | None = None,
    progress: Progress = None,
) -> Augmented:
    """Images of puzzles with one solution, and of their solutions, as arrays of NumPy.

    - `copies`: the number of different images of each puzzle
    - `seed`: the same seed gives the same images, which `countless sudoku augment` writes, too
    - `original`: False omits the puzzles themselves

    Puzzles without exactly one solution do not have rows.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> augment([puzzle], copies=2, seed=7).puzzle.shape
    (3, 81)
    """
    kind, run = kind_of(puzzles), how(threads, progress, "puzzles")
    copies, seed = _check.whole("copies", copies), _check.whole("seed", seed)
    original = _check.flag("original", original)
    return Augmented(*kind.ask(_native.sudoku_augment, run, copies, seed, original))


def images(
    puzzles: Any,
    *,
    copies: int,
    seed: int,
    original: bool = True,
    rows: int = 65536,
    threads: int | None = None,
) -> Iterator[Augmented]:
    """The images of `augment` in parts of about `rows` rows, for more than the memory holds.

    `puzzles` is a list, another iterable or an array.
    """
    many = puzzles if hasattr(puzzles, "dtype") and hasattr(puzzles, "ndim") else list(puzzles)
    step = max(_check.whole("rows", rows, 1) // (_check.whole("copies", copies) + 1), 1)
    for first in range(0, len(many), step):
        part = augment(
            many[first : first + step],
            copies=copies,
            seed=seed,
            original=original,
            threads=threads,
        )
        yield part._replace(group=part.group + first)


def split(
    puzzles: Any,
    *,
    shares: Mapping[str, int],
    seed: int,
    by: str = "solution",
    strata: Any = None,
    threads: int | None = None,
    progress: Progress = None,
) -> list[str]:
    """The name of the part of each puzzle. Equivalent solutions are in one part.

    - `shares`: the share of each part, such as `{"train": 90, "test": 10}`
    - `seed`: the same seed gives the same parts, as from `countless sudoku split`
    - `by`: `solution`, `puzzle` or `row` for what is never in two parts
    - `strata`: a value for each puzzle. Each part has its share of the classes of every value.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> one, other = split([puzzle, puzzle[::-1]], shares={"train": 1, "test": 1}, seed=7)
    >>> one == other
    True
    """
    kind, run = kind_of(puzzles), how(threads, progress, "puzzles")
    text = ",".join(f"{name}={share}" for name, share in shares.items())
    values = None if strata is None else [str(value) for value in strata]
    seed, by = _check.whole("seed", seed), _check.text("by", by)
    names = list(shares)
    return [names[part] for part in kind.ask(_native.sudoku_split, run, text, seed, by, values)]


def steps(
    puzzles: Any, *, threads: int | None = None, progress: Progress = None
) -> _native.Table:
    """The steps that people take to solve puzzles, as a table with a row for each step.

    The columns are those of `countless sudoku explain -o steps.csv`. `polars.DataFrame`,
    `pyarrow.table` and DuckDB read the table.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> steps([puzzle]).column_names[:4]
    ['row', 'step', 'technique', 'level']
    """
    kind, run = kind_of(puzzles), how(threads, progress, "puzzles")
    return kind.ask(_native.sudoku_steps, run)  # type: ignore[no-any-return]


def distinct(
    puzzles: Any, *, threads: int | None = None, progress: Progress = None
) -> list[int]:
    """The rows of the puzzles that are not equivalent to an earlier one, counted from 0.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> distinct([puzzle, puzzle[::-1], "." * 81])
    [0, 2]
    """
    kind, run = kind_of(puzzles), how(threads, progress, "puzzles")
    return kind.ask(_native.sudoku_distinct, run)  # type: ignore[no-any-return]


def minimal(
    puzzles: Any,
    *,
    errors: str = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Any:
    """The redundant clues of puzzles with one solution.

    Returns a `Minimal`, or a table for columns and tables of Polars, pandas and PyArrow.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> minimal(puzzle).minimal
    False
    """
    keep = _check.keeps(errors)
    kind, run = kind_of(puzzles), how(threads, progress, "puzzles")
    return _table(kind, Minimal, kind.ask(_native.sudoku_minimal, run, keep=keep))
