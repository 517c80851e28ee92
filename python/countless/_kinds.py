"""The kinds of things in which puzzles come, and what answers of the same kind are.

No library is imported here that the caller has not imported before.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Callable

if TYPE_CHECKING:
    from ._native import Form

CELLS = 81

STATUSES = ("unique", "multiple", "none", "invalid")
"""In the order of the numbers by which they go in arrays."""


class Kind:
    """Puzzles in a list, and answers in lists. The other kinds change what differs."""

    form: Form = "list"

    def __init__(self, puzzles: Any) -> None:
        self.puzzles = puzzles
        """As `_native` takes them."""

    def solved(self, answers: Any) -> tuple[Any, Any, Any]:
        """Solutions, their numbers and statuses, of what `_native` says."""
        solutions, counts, statuses = answers
        if self.puzzles and isinstance(self.puzzles[0], bytes):
            solutions = [solution and solution.encode() for solution in solutions]
        return solutions, counts, statuses

    def numbers(self, name: str, numbers: list[int]) -> Any:
        """A column of numbers."""
        return numbers

    def table(self, make: Callable[..., Any], columns: dict[str, list[Any]]) -> Any:
        """Columns of the same length."""
        return make(*columns.values())


class One(Kind):
    """A single puzzle, and a single answer."""

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
        if array.dtype.kind == "U":
            array = np.char.encode(array, "utf-8")
        if array.dtype.kind == "S":
            if array.ndim != 1:
                raise ValueError(f"an array of texts has one dimension, not {array.ndim}")
            self.form = "texts"
            width = array.dtype.itemsize
            array = np.ascontiguousarray(array).view(np.uint8).reshape(len(array), width)
        elif array.dtype == np.uint8:
            self.form = "digits"
            if array.shape[1:] not in ((CELLS,), (9, 9)):
                raise ValueError(f"an array of digits has the shape (n, 81), not {array.shape}")
            array = np.ascontiguousarray(array).reshape(-1, CELLS)
        else:
            raise TypeError(f"an array of puzzles is one of uint8 or texts, not {array.dtype}")
        super().__init__(array)

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
    """Whatever exports a column by the PyCapsule interface, such as a relation of DuckDB."""

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
    """A series of pandas, whose index the answers keep."""

    def __init__(self, series: Any) -> None:
        self.index = series.index
        super().__init__([None if text != text else text for text in series.tolist()])

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


def kind_of(puzzles: Any) -> Kind:
    """In what kind of thing puzzles come."""
    if isinstance(puzzles, (str, bytes)):
        return One(puzzles)
    if isinstance(puzzles, list):
        return Kind(puzzles)
    library = type(puzzles).__module__.partition(".")[0]
    if library == "numpy":
        if puzzles.dtype.kind == "O":
            return Kind(puzzles.tolist())
        if puzzles.shape in ((CELLS,), (9, 9)) and puzzles.dtype.kind not in "SU":
            return OneArray(puzzles)
        return Array(puzzles)
    if library == "pandas" and hasattr(puzzles, "index"):
        if hasattr(puzzles, "columns"):
            raise TypeError("a column of a data frame is wanted, not all of it")
        return Pandas(puzzles)
    if hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
        return {"polars": Polars, "pyarrow": PyArrow}.get(library, Arrow)(puzzles)
    return Kind(list(puzzles))
