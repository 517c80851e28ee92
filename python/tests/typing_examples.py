"""Examples for mypy, which are not run: the types of results follow the arguments."""

from typing import Any, Iterator

import duckdb
import numpy as np
import pandas as pd
import polars as pl
from typing_extensions import assert_type

import countless
from countless import cover, queens, sudoku


def examples() -> None:
    number: int = queens.count(8, threads=2, progress=True)
    number = queens.board(8, queens=[(1, 5)]).count(progress=lambda done, total: None)
    boards: Iterator[tuple[int, ...]] = queens.solutions(8)
    classes: list[queens.Class] = queens.classes(8)
    table: list[list[int]] = queens.tally(8)
    blocks = queens.solutions(8, as_array=True)
    shape: tuple[int, ...] = next(blocks).shape
    texts: Iterator[str] = sudoku.solutions("." * 81)
    steps: sudoku.Explanation = sudoku.explain("." * 81, upto="x-wing")
    text: str = steps.text + steps.steps[0].technique
    made: list[sudoku.Made] = sudoku.generate(3, level="hard")
    level: str | None = made[0].level
    number = cover.count("a\na\n")
    version: str = countless.__version__ + countless.kernel
    queens.count("8")  # type: ignore[arg-type]
    sudoku.solve("." * 81, errors="ignore")  # type: ignore[call-overload]
    sudoku.solve(7)  # type: ignore[call-overload]
    print(number, boards, classes, table, shape, texts, text, level, version)


def one_puzzle(puzzle: str, as_bytes: bytes) -> None:
    solved = sudoku.solve(puzzle)
    assert_type(solved, sudoku.Solved[str | None, int, str])
    assert_type(solved.solution, str | None)
    assert_type(sudoku.solve(as_bytes).solution, bytes | None)
    assert_type(sudoku.count(puzzle), int)
    assert_type(sudoku.rate(puzzle).rating, float | None)
    assert_type(sudoku.rate(puzzle).steps, int | None)
    assert_type(sudoku.canonical(puzzle).canonical, str)
    assert_type(sudoku.canonical(puzzle, errors="keep").canonical, str | None)
    sudoku.count(puzzle) + "1"  # type: ignore[operator]


def many_puzzles(puzzles: list[str], rows: Iterator[str], as_bytes: tuple[bytes, ...]) -> None:
    assert_type(sudoku.solve(puzzles).solution, list[str | None])
    assert_type(sudoku.solve(rows, errors="keep").status, list[str])
    assert_type(sudoku.solve(set(puzzles)).solutions, list[int])
    assert_type(sudoku.solve(as_bytes).solution, list[bytes | None])
    assert_type(sudoku.count(puzzles, limit=5), list[int])
    assert_type(sudoku.count(dict.fromkeys(puzzles).keys()), list[int])
    assert_type(sudoku.rate(puzzles).level, list[str | None])
    assert_type(sudoku.canonical(puzzles).automorphisms, list[int])
    assert_type(sudoku.canonical(puzzles, errors="keep").automorphisms, list[int | None])


def columns(
    array: np.ndarray[Any, np.dtype[np.uint8]],
    row: np.ndarray[tuple[int], np.dtype[np.int64]],
    series: pl.Series,
    frame: pl.DataFrame,
    of_pandas: "pd.Series[str]",
    frame_of_pandas: pd.DataFrame,
    relation: duckdb.DuckDBPyRelation,
) -> None:
    assert_type(sudoku.solve(array).solution, Any)
    assert_type(sudoku.solve(row), sudoku.Solved[Any, Any, Any])
    assert_type(sudoku.solve(series), pl.DataFrame)
    assert_type(sudoku.solve(frame), pl.DataFrame)
    assert_type(sudoku.count(series), pl.Series)
    assert_type(sudoku.rate(frame), pl.DataFrame)
    assert_type(sudoku.canonical(series), pl.DataFrame)
    assert_type(sudoku.solve(of_pandas), pd.DataFrame)
    assert_type(sudoku.rate(frame_of_pandas), pd.DataFrame)
    assert_type(sudoku.solve(relation), countless.Table)
    assert_type(sudoku.count(relation), list[int])
