"""The types of the functions follow their arguments; sudoku.py describes the functions."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, overload

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

from ._explain import Explanation as Explanation
from ._explain import explain as explain
from ._native import Table
from ._results import Augmented as Augmented
from ._results import Canonical as Canonical
from ._results import ExplainerRated as ExplainerRated
from ._results import Made as Made
from ._results import Minimal as Minimal
from ._results import Rated as Rated
from ._results import RatedWithNodes as RatedWithNodes
from ._results import Solved as Solved
from ._run import Progress

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

STATUSES: tuple[str, str, str, str]

_Errors = Literal["raise", "keep"]

# Arguments are recognised by their methods, so that a missing library does not change the types.

class _Array(Protocol):
    """An array of NumPy: of one puzzle, or of many."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...

class _Polars(Protocol):
    """A series, or a frame."""

    @property
    def rechunk(self) -> Callable[..., Any]: ...

class _Pandas(Protocol):
    """A series, or a frame."""

    @property
    def isna(self) -> Callable[..., Any]: ...

class _PyArrow(Protocol):
    """An array, or a table."""

    @property
    def validate(self) -> Callable[..., Any]: ...

class _Stream(Protocol):
    """Another exporter of Arrow."""

    @property
    def __arrow_c_stream__(self) -> Callable[..., Any]: ...

class _Exported(Protocol):
    """Another exporter of Arrow."""

    @property
    def __arrow_c_array__(self) -> Callable[..., Any]: ...

_Texts = Sequence[str] | Iterator[str]
_Bytes = Sequence[bytes] | Iterator[bytes]
_Arrow = _Stream | _Exported

@overload
def solve(  # type: ignore[overload-overlap]
    puzzles: str,
    *,
    max_solutions: int = 2,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Solved[str | None, int, str]: ...
@overload
def solve(
    puzzles: bytes,
    *,
    max_solutions: int = 2,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Solved[bytes | None, int, str]: ...
@overload
def solve(
    puzzles: _Texts,
    *,
    max_solutions: int = 2,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Solved[list[str | None], list[int], list[str]]: ...
@overload
def solve(
    puzzles: _Bytes,
    *,
    max_solutions: int = 2,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Solved[list[bytes | None], list[int], list[str]]: ...
@overload
def solve(
    puzzles: _Array,
    *,
    max_solutions: int = 2,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Solved[Any, Any, Any]: ...
@overload
def solve(
    puzzles: _Polars,
    *,
    max_solutions: int = 2,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> pl.DataFrame: ...
@overload
def solve(
    puzzles: _Pandas,
    *,
    max_solutions: int = 2,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> pd.DataFrame: ...
@overload
def solve(
    puzzles: _PyArrow,
    *,
    max_solutions: int = 2,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> pa.Table: ...
@overload
def solve(
    puzzles: _Arrow,
    *,
    max_solutions: int = 2,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Table: ...
@overload
def solve(
    puzzles: Iterable[str],
    *,
    max_solutions: int = 2,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Solved[list[str | None], list[int], list[str]]: ...
@overload
def solve(
    puzzles: Iterable[bytes],
    *,
    max_solutions: int = 2,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Solved[list[bytes | None], list[int], list[str]]: ...
@overload
def count(  # type: ignore[overload-overlap]
    puzzles: str | bytes,
    *,
    limit: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> int: ...
@overload
def count(
    puzzles: _Texts | _Bytes,
    *,
    limit: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> list[int]: ...
@overload
def count(
    puzzles: _Array,
    *,
    limit: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Any: ...
@overload
def count(
    puzzles: _Polars,
    *,
    limit: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> pl.Series: ...
@overload
def count(
    puzzles: _Pandas,
    *,
    limit: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> pd.Series[Any]: ...
@overload
def count(
    puzzles: _PyArrow,
    *,
    limit: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> pa.Array: ...
@overload
def count(
    puzzles: _Arrow | Iterable[str] | Iterable[bytes],
    *,
    limit: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> list[int]: ...
@overload
def solutions(puzzle: str, *, limit: int | None = None) -> Iterator[str]: ...
@overload
def solutions(puzzle: bytes, *, limit: int | None = None) -> Iterator[bytes]: ...
@overload
def rate(
    puzzles: Any,
    *,
    scale: Literal["se"],
    nodes: Literal[False] = False,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Any: ...
@overload
def rate(
    puzzles: Any,
    *,
    scale: Literal["points"] = "points",
    nodes: Literal[True],
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Any: ...
@overload
def rate(  # type: ignore[overload-overlap]
    puzzles: str | bytes,
    *,
    scale: Literal["points"] = "points",
    nodes: Literal[False] = False,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Rated[str, float | None, str | None, int | None]: ...
@overload
def rate(
    puzzles: _Texts | _Bytes,
    *,
    scale: Literal["points"] = "points",
    nodes: Literal[False] = False,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Rated[list[str], list[float | None], list[str | None], list[int | None]]: ...
@overload
def rate(
    puzzles: _Array,
    *,
    scale: Literal["points"] = "points",
    nodes: Literal[False] = False,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Rated[Any, Any, Any, Any]: ...
@overload
def rate(
    puzzles: _Polars,
    *,
    scale: Literal["points"] = "points",
    nodes: Literal[False] = False,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> pl.DataFrame: ...
@overload
def rate(
    puzzles: _Pandas,
    *,
    scale: Literal["points"] = "points",
    nodes: Literal[False] = False,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> pd.DataFrame: ...
@overload
def rate(
    puzzles: _PyArrow,
    *,
    scale: Literal["points"] = "points",
    nodes: Literal[False] = False,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> pa.Table: ...
@overload
def rate(
    puzzles: _Arrow | Iterable[str] | Iterable[bytes],
    *,
    scale: Literal["points"] = "points",
    nodes: Literal[False] = False,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Rated[list[str], list[float | None], list[str | None], list[int | None]]: ...
@overload
def canonical(  # type: ignore[overload-overlap]
    puzzles: str | bytes,
    *,
    errors: Literal["raise"] = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Canonical[str, int]: ...
@overload
def canonical(  # type: ignore[overload-overlap]
    puzzles: str | bytes,
    *,
    errors: _Errors,
    threads: int | None = None,
    progress: Progress = None,
) -> Canonical[str | None, int | None]: ...
@overload
def canonical(
    puzzles: _Texts | _Bytes,
    *,
    errors: Literal["raise"] = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Canonical[list[str], list[int]]: ...
@overload
def canonical(
    puzzles: _Texts | _Bytes,
    *,
    errors: _Errors,
    threads: int | None = None,
    progress: Progress = None,
) -> Canonical[list[str | None], list[int | None]]: ...
@overload
def canonical(
    puzzles: _Array,
    *,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Canonical[Any, Any]: ...
@overload
def canonical(
    puzzles: _Polars,
    *,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> pl.DataFrame: ...
@overload
def canonical(
    puzzles: _Pandas,
    *,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> pd.DataFrame: ...
@overload
def canonical(
    puzzles: _PyArrow,
    *,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> pa.Table: ...
@overload
def canonical(
    puzzles: _Arrow | Iterable[str] | Iterable[bytes],
    *,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Canonical[list[str | None], list[int | None]]: ...
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
) -> list[Made]: ...
def augment(
    puzzles: Any,
    *,
    copies: int,
    seed: int,
    original: bool = True,
    threads: int | None = None,
    progress: Progress = None,
) -> Augmented: ...
def images(
    puzzles: Any,
    *,
    copies: int,
    seed: int,
    original: bool = True,
    rows: int = 65536,
    threads: int | None = None,
) -> Iterator[Augmented]: ...
def split(
    puzzles: Any,
    *,
    shares: Mapping[str, int],
    seed: int,
    by: Literal["solution", "puzzle", "row"] = "solution",
    strata: Iterable[object] | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> list[str]: ...
def steps(
    puzzles: Any, *, threads: int | None = None, progress: Progress = None
) -> Table: ...
def distinct(
    puzzles: Any, *, threads: int | None = None, progress: Progress = None
) -> list[int]: ...
def minimal(
    puzzles: Any,
    *,
    errors: _Errors = "raise",
    threads: int | None = None,
    progress: Progress = None,
) -> Any: ...
