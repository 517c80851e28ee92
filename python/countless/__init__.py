"""Counts and lists all solutions of N queens, sudokus and exact covers.

>>> from countless import queens, sudoku
>>> queens.count(10)
724
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> sudoku.solve(puzzle).solution[:9]
'534678912'

`sudoku` accepts one puzzle or millions, as text, NumPy arrays, or columns of Polars, pandas,
PyArrow and DuckDB. `queens` is about boards, and `cover` about exact covers. Long functions run on
all cores without the lock of the interpreter, and end at once on Ctrl-C.

`python -m countless` and the script `countless` are the command line.
"""

from ._errors import PuzzleError
from ._native import KERNEL as kernel
from ._native import VERSION as __version__
from ._native import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import cover, queens, sudoku

__all__ = ["PuzzleError", "Table", "__version__", "cover", "kernel", "queens", "sudoku"]


def __getattr__(name: str) -> object:
    """Imports a module on first use: `typing` takes longer to import than all of this package."""
    if name in ("cover", "queens", "sudoku"):
        from importlib import import_module

        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
