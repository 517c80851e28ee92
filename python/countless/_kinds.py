"""Kinds of puzzle collections, and results of the same kind.

This module imports only libraries that the caller has already imported.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Callable

from ._errors import PuzzleError
from ._native import PUZZLE_COLUMNS

if TYPE_CHECKING:
    from ._native import Form
    from ._run import How

CELLS = 81

STATUSES = ("unique", "multiple", "none", "invalid")
"""In the order of the numbers that stand for them in arrays."""


class Kind:
    """Puzzles in a list, with results in lists. Subclasses override what differs."""

    form: Form = "list"

    def __init__(self, puzzles: Any) -> None:
        self.puzzles = puzzles
        """In a form that `_native` accepts."""

    def ask(
        self, function: Callable[..., Any], run: How, *options: Any, keep: bool = False
    ) -> Any:
        """Calls a function of `_native` with the puzzles. `keep` answers invalid ones, too."""
        return function((self.form, self.puzzles, keep, run), *options)

    def solved(self, answers: Any) -> tuple[Any, Any, Any]:
        """Solutions, numbers of solutions, and statuses."""
        solutions, counts, statuses = answers
        if self.puzzles and isinstance(self.puzzles[0], bytes):
            solutions = [solution and solution.encode() for solution in solutions]
        return solutions, counts, statuses

    def numbers(self, name: str, numbers: list[int]) -> Any:
        """A column of numbers."""
        return numbers

    def table(self, make: Callable[..., Any], columns: dict[str, list[Any]]) -> Any:
        """Columns of equal length."""
        return make(*columns.values())


class One(Kind):
    """One puzzle with one result."""

    def __init__(self, puzzle: Any) -> None:
        super().__init__([puzzle])

    def solved(self, answers: Any) -> tuple[Any, Any, Any]:
        solutions, counts, statuses = super().solved(answers)
        return solutions[0], counts[0], statuses[0]

    def numbers(self, name: str, numbers: list[int]) -> Any:
        return numbers[0]

    def table(self, make: Callable[..., Any], columns: dict[str, list[Any]]) -> Any:
        return make(*(column[0] for column in columns.values()))


class Array(Kind):
    """An array of NumPy: of digits, or of texts."""

    def __init__(self, array: Any) -> None:
        import numpy as np

        self.np = np
        self.shape = array.shape
        self.dtype = array.dtype
        self.wide = None
        """The array, if it has integers that `uint8` does not hold."""
        if array.dtype.kind == "U":
            array = np.char.encode(array, "utf-8")
        if array.dtype.kind == "S":
            if array.ndim != 1:
                found = f"{array.ndim} dimensions"
                raise ValueError(f"expected an array of texts of one dimension, found {found}")
            self.form = "texts"
            width = array.dtype.itemsize
            array = np.ascontiguousarray(array).view(np.uint8).reshape(len(array), width)
        elif array.dtype.kind in "iu":
            self.form = "digits"
            if array.shape[1:] not in ((CELLS,), (9, 9)):
                expected = "expected an array of digits of the shape (n, 81) or (n, 9, 9)"
                raise ValueError(f"{expected}, found {array.shape}")
            digits = np.ascontiguousarray(self._narrow(array))
            array = digits.reshape(-1, CELLS)
        else:
            expected = "expected an array of integers or texts"
            hint = "hint: array.astype(numpy.uint8)"
            raise TypeError(f"{expected}, found {array.dtype}\n{hint}")
        super().__init__(array)

    def _narrow(self, array: Any) -> Any:
        """Digits as `uint8`, with 255 for integers that it does not hold."""
        np = self.np
        if array.dtype == np.uint8:
            return array
        if array.size and (array.min() < 0 or array.max() > 255):
            self.wide = array.reshape(-1, CELLS)
            array = np.where((array < 0) | (array > 255), 255, array)
        return array.astype(np.uint8)

    def ask(
        self, function: Callable[..., Any], run: How, *options: Any, keep: bool = False
    ) -> Any:
        try:
            return super().ask(function, run, *options, keep=keep)
        except PuzzleError as error:
            if self.wide is None:
                raise
            found = int(self.wide[error.row, error.position - 1])
            if 0 <= found <= 255:
                raise
            reason = f"{found} is not a digit from 0 to 9"
            raise PuzzleError(error.row, error.position, reason) from None

    def solved(self, answers: Any) -> tuple[Any, Any, Any]:
        solutions, counts, codes = answers
        statuses = self.np.array(STATUSES)[codes]
        if self.form == "digits":
            return solutions.reshape(self.shape), counts, statuses
        solutions = solutions.view(f"S{CELLS}").reshape(len(counts))
        if self.dtype.kind == "U":
            solutions = solutions.astype(f"U{CELLS}")
        return solutions, counts, statuses

    def numbers(self, name: str, numbers: list[int]) -> Any:
        return self.np.array(numbers, dtype=self.np.uint64)

    def table(self, make: Callable[..., Any], columns: dict[str, list[Any]]) -> Any:
        return make(*(self._column(column) for column in columns.values()))

    def _column(self, column: list[Any]) -> Any:
        values = [value for value in column if value is not None]
        if values and not isinstance(values[0], str):
            kind = self.np.float64
            return self.np.array([float("nan") if it is None else it for it in column], kind)
        return self.np.array(["" if it is None else it for it in column], dtype=str)


class OneArray(Array):
    """The digits of one puzzle, in one row or in nine."""

    def __init__(self, array: Any) -> None:
        super().__init__(array[None])

    def solved(self, answers: Any) -> tuple[Any, Any, Any]:
        solutions, counts, codes = answers
        solution = solutions.reshape(self.shape)[0] if codes[0] == 0 else None
        return solution, int(counts[0]), STATUSES[codes[0]]

    def numbers(self, name: str, numbers: list[int]) -> Any:
        return numbers[0]

    def table(self, make: Callable[..., Any], columns: dict[str, list[Any]]) -> Any:
        return make(*(column[0] for column in columns.values()))


class Arrow(Kind):
    """An object that exports a column through the PyCapsule interface, such as a relation of
    DuckDB."""

    form = "column"

    def solved(self, answers: Any) -> Any:
        return answers


class Polars(Arrow):
    def solved(self, answers: Any) -> Any:
        return sys.modules["polars"].DataFrame(answers)

    def numbers(self, name: str, numbers: list[int]) -> Any:
        polars = sys.modules["polars"]
        return polars.Series(name, numbers, polars.UInt64)

    def table(self, make: Callable[..., Any], columns: dict[str, list[Any]]) -> Any:
        return sys.modules["polars"].DataFrame(columns)


class PyArrow(Arrow):
    def solved(self, answers: Any) -> Any:
        return sys.modules["pyarrow"].table(answers)

    def numbers(self, name: str, numbers: list[int]) -> Any:
        pyarrow = sys.modules["pyarrow"]
        return pyarrow.array(numbers, pyarrow.uint64())

    def table(self, make: Callable[..., Any], columns: dict[str, list[Any]]) -> Any:
        return sys.modules["pyarrow"].table(columns)


class Pandas(Kind):
    """A series of pandas. The results keep its index."""

    def __init__(self, series: Any) -> None:
        self.index = series.index
        # Missing values are None, NaN or pandas.NA, which is neither equal nor unequal to itself.
        rows = zip(series.tolist(), series.isna())
        super().__init__([None if is_missing else text for text, is_missing in rows])

    def solved(self, answers: Any) -> Any:
        names = ["solution", "solutions", "status"]
        return self._frame(dict(zip(names, super().solved(answers))))

    def numbers(self, name: str, numbers: list[int]) -> Any:
        pandas = sys.modules["pandas"]
        return pandas.Series(numbers, index=self.index, name=name, dtype="uint64")

    def table(self, make: Callable[..., Any], columns: dict[str, list[Any]]) -> Any:
        return self._frame(columns)

    def _frame(self, columns: dict[str, list[Any]]) -> Any:
        return sys.modules["pandas"].DataFrame(columns, index=self.index)


def column_of_puzzles(names: list[str]) -> int:
    """The number of the column that holds the puzzles, from 0. Case does not matter."""
    lower = [str(name).lower() for name in names]
    for wanted in PUZZLE_COLUMNS:
        if wanted in lower:
            return lower.index(wanted)
    if len(names) == 1:
        return 0
    *others, last = PUZZLE_COLUMNS
    expected = f"expected a column {', '.join(others)} or {last}"
    found = f"found {', '.join(map(str, names)) or 'none'}"
    raise ValueError(f"{expected}; {found}\nhint: pass the column of puzzles, not the table")


def _is_missing(value: Any) -> bool:
    """True for NaN and pandas.NA."""
    return (isinstance(value, float) and value != value) or type(value).__name__ == "NAType"


def kind_of(puzzles: Any) -> Kind:
    """The kind of a collection of puzzles."""
    if isinstance(puzzles, (str, bytes)):
        return One(puzzles)
    if isinstance(puzzles, list):
        return Kind(puzzles)
    library = type(puzzles).__module__.partition(".")[0]
    if library == "numpy" and hasattr(puzzles, "dtype"):
        if puzzles.dtype.kind == "O":
            return Kind([None if _is_missing(it) else it for it in puzzles.tolist()])
        if puzzles.shape in ((CELLS,), (9, 9)) and puzzles.dtype.kind not in "SU":
            return OneArray(puzzles)
        return Array(puzzles)
    if library == "pandas" and hasattr(puzzles, "index"):
        if hasattr(puzzles, "columns"):
            puzzles = puzzles.iloc[:, column_of_puzzles(list(puzzles.columns))]
        return Pandas(puzzles)
    if hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
        return {"polars": Polars, "pyarrow": PyArrow}.get(library, Arrow)(puzzles)
    if isinstance(puzzles, dict) or not hasattr(type(puzzles), "__iter__"):
        expected = "puzzles: expected a str or bytes, a collection of them, an array or a column"
        raise TypeError(f"{expected}; found {type(puzzles).__name__}")
    return Kind(list(puzzles))
