"""Functions in Rust, for the other modules of this package."""

from collections.abc import Iterator
from typing import Any, Literal

import numpy as np

from ._run import How

VERSION: str
KERNEL: str
PUZZLE_COLUMNS: list[str]

Form = Literal["list", "digits", "texts", "column"]

class Table:
    """A table for `polars.DataFrame`, `pyarrow.table`, DuckDB and other readers of Arrow."""

    @property
    def column_names(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class Grids(Iterator[Any]):
    def __new__(cls, puzzle: str | bytes, limit: int | None) -> Grids: ...
    def __iter__(self) -> Grids: ...
    def __next__(self) -> Any: ...

class Placements(Iterator[tuple[int, ...]]):
    def __new__(
        cls,
        n: int,
        columns: int,
        queens: list[tuple[int, int]],
        blocked: list[tuple[int, int]],
        limit: int | None,
    ) -> Placements: ...
    def __iter__(self) -> Placements: ...
    def __next__(self) -> tuple[int, ...]: ...
    def block(self, rows: int) -> np.ndarray[Any, np.dtype[np.uint8]]: ...

def sudoku_solve(form: Form, puzzles: Any, max_solutions: int, keep: bool, how: How) -> Any: ...
def sudoku_count(form: Form, puzzles: Any, limit: int | None, how: How) -> list[int]: ...
def sudoku_rate(
    form: Form, puzzles: Any, keep: bool, nodes: bool, how: How
) -> list[tuple[str, tuple[float, str, str, int, int] | None, int | None]]: ...
def sudoku_rate_explainer(
    form: Form, puzzles: Any, keep: bool, how: How
) -> list[tuple[str, tuple[str, float, float, float] | None, int | None]]: ...
def sudoku_canonical(
    form: Form, puzzles: Any, keep: bool, how: How
) -> list[tuple[str, int] | None]: ...
def sudoku_generate(
    count: int,
    seed: int,
    clues: int | None,
    level: str | None,
    technique: str | None,
    er: str | None,
    symmetry: str,
    pattern: str | None,
    minimal: bool,
    unique: bool,
    how: How,
) -> list[tuple[str, str, int, str | None, float | None]]: ...
def sudoku_explain(
    puzzle: str | bytes, upto: str | None, steps: int | None
) -> tuple[list[str], str, bool, str]: ...
def sudoku_augment(
    form: Form, puzzles: Any, copies: int, seed: int, original: bool, how: How
) -> tuple[Any, Any, Any, Any]: ...
def sudoku_split(
    form: Form,
    puzzles: Any,
    shares: str,
    seed: int,
    by: str,
    strata: list[str] | None,
    how: How,
) -> list[int]: ...
def sudoku_steps(form: Form, puzzles: Any, how: How) -> Table: ...
def sudoku_distinct(form: Form, puzzles: Any, how: How) -> list[int]: ...
def sudoku_minimal(
    form: Form, puzzles: Any, keep: bool, how: How
) -> list[tuple[str, bool | None, str | None]]: ...
def queens_count(
    n: int,
    columns: int,
    queens: list[tuple[int, int]],
    blocked: list[tuple[int, int]],
    how: How,
) -> int: ...
def queens_classes(n: int, how: How) -> list[tuple[str, int, int]]: ...
def queens_tally(n: int, how: How) -> list[list[int]]: ...
def cover_count(text: str, how: How) -> int: ...
def cover_solutions(text: str, limit: int | None, how: How) -> list[list[int]]: ...
