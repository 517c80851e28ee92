"""N queens that do not attack each other, on boards of up to 32 rows.

Rows and columns count from 1. A solution is a tuple: the column of the queen in each row.

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

from . import _native
from ._run import Progress, how

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Board", "Class", "board", "classes", "count", "solutions", "tally"]

Square = tuple[int, int]


class Class(NamedTuple):
    """The solutions of one symmetry, and how many of them no turn or mirror makes of another."""

    symmetry: str
    solutions: int
    fundamental: int


def count(n: int, *, threads: int | None = None, progress: Progress = None) -> int:
    """The number of solutions of a board of n rows: 16 rows take a moment, 20 minutes."""
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
    """The solutions of a board of n rows in lexicographic order, found as they are asked for.

    With `as_array` they come as NumPy arrays of up to `rows` rows.

    >>> list(solutions(4))
    [(2, 4, 1, 3), (3, 1, 4, 2)]
    """
    return board(n)._solutions(limit, rows if as_array else None)


def classes(n: int, *, threads: int | None = None, progress: Progress = None) -> list[Class]:
    """The solutions of a board by their symmetry: `none`, `half-turn`, `quarter-turn`, `all`.

    >>> classes(8)[-1]
    Class(symmetry='all', solutions=92, fundamental=12)
    """
    return [Class(*row) for row in _native.queens_classes(n, how(threads, progress))]


def tally(
    n: int, *, threads: int | None = None, progress: Progress = None
) -> list[list[int]]:
    """How many solutions have a queen on each square, row by row.

    >>> tally(4)
    [[0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]]
    """
    return _native.queens_tally(n, how(threads, progress))


def board(
    n: int,
    columns: int | None = None,
    *,
    queens: Iterable[Square] = (),
    blocked: Iterable[Square] = (),
) -> Board:
    """A board of n rows, and as many columns unless there are more, with queens given and
    squares closed, each a row and a column."""
    return Board(n, columns, queens=queens, blocked=blocked)


class Board:
    """A board with queens given and squares closed."""

    def __init__(
        self,
        n: int,
        columns: int | None = None,
        *,
        queens: Iterable[Square] = (),
        blocked: Iterable[Square] = (),
    ) -> None:
        self.n = n
        self.columns = n if columns is None else columns
        self.queens = [(row, column) for row, column in queens]
        self.blocked = [(row, column) for row, column in blocked]
        self._placements(None)  # refuses what is not on the board

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
        """The solutions in lexicographic order, as of `solutions` of this module."""
        return self._solutions(limit, rows if as_array else None)

    def _placements(self, limit: int | None) -> _native.Placements:
        return _native.Placements(self.n, self.columns, self.queens, self.blocked, limit)

    def _solutions(self, limit: int | None, rows: int | None) -> Iterator[Any]:
        placements = self._placements(limit)
        if rows is None:
            return placements
        if rows < 1:
            raise ValueError("a block has at least one row")
        return _blocks(placements, rows)


def _blocks(placements: _native.Placements, rows: int) -> Iterator[Any]:
    while len(block := placements.block(rows)):
        yield block
