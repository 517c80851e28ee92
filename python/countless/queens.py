"""N queens that do not attack each other, on boards of up to 32 rows.

Rows and columns are counted from 1. A solution is a tuple of the queen's column in each row.

>>> from countless import queens
>>> queens.count(8)
92
>>> next(queens.solutions(8))
(1, 5, 8, 6, 3, 7, 2, 4)
>>> queens.board(8, queens=[(1, 5)], blocked=[(3, 3)]).count()
18
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Iterator, Literal, NamedTuple, overload

from . import _check, _native
from ._run import Progress, how

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "Board",
    "Class",
    "answers",
    "board",
    "classes",
    "count",
    "solutions",
    "tally",
]

Square = tuple[int, int]


class Class(NamedTuple):
    """The number of solutions and of fundamental solutions with one symmetry."""

    symmetry: str
    solutions: int
    fundamental: int


def count(n: int, *, threads: int | None = None, progress: Progress = None) -> int:
    """The number of solutions of a board of n rows. 16 rows take a moment, 20 rows minutes."""
    return board(n).count(threads=threads, progress=progress)


@overload
def solutions(
    n: int, *, limit: int | None = None, as_array: Literal[False] = False
) -> Iterator[tuple[int, ...]]: ...
@overload
def solutions(
    n: int, *, limit: int | None = None, as_array: Literal[True], rows: int = 65536
) -> Iterator[np.ndarray[Any, np.dtype[np.uint8]]]: ...
def solutions(
    n: int, *, limit: int | None = None, as_array: bool = False, rows: int = 65536
) -> Iterator[Any]:
    """The solutions of a board of n rows in lexicographic order, found on demand.

    With `as_array` the iterator returns NumPy arrays of at most `rows` rows.

    >>> list(solutions(4))
    [(2, 4, 1, 3), (3, 1, 4, 2)]
    """
    return board(n)._solutions(limit, rows if as_array else None)


def classes(n: int, *, threads: int | None = None, progress: Progress = None) -> list[Class]:
    """The solutions of a board by symmetry: `none`, `half-turn`, `quarter-turn` and `all`.

    >>> classes(8)[-1]
    Class(symmetry='all', solutions=92, fundamental=12)
    """
    n, run = _check.whole("n", n), how(threads, progress)
    return [Class(*row) for row in _native.queens_classes(n, run)]


def tally(
    n: int, *, threads: int | None = None, progress: Progress = None
) -> list[list[int]]:
    """The number of solutions with a queen on each square, row by row.

    >>> tally(4)
    [[0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]]
    """
    return _native.queens_tally(_check.whole("n", n), how(threads, progress))


def answers(boards: Iterable[Board]) -> list[np.ndarray[Any, np.dtype[np.uint8]]]:
    """All solutions of each board: an array with the queen's column in each row, from 1.

    >>> [len(answer) for answer in answers([board(6), board(8, queens=[(1, 5)])])]
    [4, 18]
    """
    import numpy as np

    found = []
    for one in boards:
        blocks = list(one.solutions(as_array=True))
        empty = np.empty((0, one.n), np.uint8)
        found.append(np.concatenate([empty, *blocks]))
    return found


def board(
    n: int,
    columns: int | None = None,
    *,
    queens: Iterable[Square] = (),
    blocked: Iterable[Square] = (),
) -> Board:
    """A board of n rows and n columns, or `columns` columns.

    - `queens`: squares with a queen, each a row and a column
    - `blocked`: squares without a queen
    """
    return Board(n, columns, queens=queens, blocked=blocked)


class Board:
    """A board with given queens and blocked squares."""

    def __init__(
        self,
        n: int,
        columns: int | None = None,
        *,
        queens: Iterable[Square] = (),
        blocked: Iterable[Square] = (),
    ) -> None:
        self.n = _check.whole("n", n)
        self.columns = self.n if columns is None else _check.whole("columns", columns)
        self.queens = _check.squares("queens", queens)
        self.blocked = _check.squares("blocked", blocked)
        self._placements(None)  # refuses squares outside the board

    def __repr__(self) -> str:
        return (
            f"Board({self.n}, {self.columns}, queens={self.queens}, blocked={self.blocked})"
        )

    def count(self, *, threads: int | None = None, progress: Progress = None) -> int:
        """The number of solutions."""
        run = how(threads, progress)
        return _native.queens_count(self.n, self.columns, self.queens, self.blocked, run)

    @overload
    def solutions(
        self, *, limit: int | None = None, as_array: Literal[False] = False
    ) -> Iterator[tuple[int, ...]]: ...
    @overload
    def solutions(
        self, *, limit: int | None = None, as_array: Literal[True], rows: int = 65536
    ) -> Iterator[np.ndarray[Any, np.dtype[np.uint8]]]: ...
    def solutions(
        self, *, limit: int | None = None, as_array: bool = False, rows: int = 65536
    ) -> Iterator[Any]:
        """The solutions in lexicographic order, as from `queens.solutions`."""
        return self._solutions(limit, rows if as_array else None)

    def _placements(self, limit: int | None) -> _native.Placements:
        limit = _check.optional("limit", limit)
        return _native.Placements(self.n, self.columns, self.queens, self.blocked, limit)

    def _solutions(self, limit: int | None, rows: int | None) -> Iterator[Any]:
        placements = self._placements(limit)
        if rows is None:
            return placements
        return _blocks(placements, _check.whole("rows", rows, 1))


def _blocks(placements: _native.Placements, rows: int) -> Iterator[Any]:
    while len(block := placements.block(rows)):
        yield block
