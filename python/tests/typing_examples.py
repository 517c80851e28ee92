"""Is not run, but checked by mypy: what the functions give has the types that are said."""

from typing import Iterator

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
    sudoku.solve("." * 81, errors="ignore")  # type: ignore[arg-type]
    print(number, boards, classes, table, shape, texts, text, level, version)
