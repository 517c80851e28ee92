"""Puzzles for the tests, and a solver that is independent of countless."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
DATA = ROOT / "data"

EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
BLANK = "." * 81
# Of the 11 cells that are blank here, only some combinations fit.
FEW = SOLUTION[:-11] + "." * 11
TWO_FIVES = "55" + BLANK[2:]
SHORT = EXAMPLE[:-1]


def lines(name: str) -> list[str]:
    """The puzzles of a file in data/."""
    text = (DATA / name).read_text()
    return [line.split()[0] for line in text.splitlines() if line and line[0] != "#"]


def by_hand(puzzle: str) -> Iterator[str]:
    """The solutions of a puzzle in lexicographic order, by plain backtracking."""
    grid = [0 if character in ".0" else int(character) for character in puzzle]

    def options(cell: int) -> list[int]:
        row, column = divmod(cell, 9)
        seen = set()
        for other, digit in enumerate(grid):
            other_row, other_column = divmod(other, 9)
            same_box = row // 3 == other_row // 3 and column // 3 == other_column // 3
            if digit and (row == other_row or column == other_column or same_box):
                seen.add(digit)
        return [digit for digit in range(1, 10) if digit not in seen]

    def search() -> Iterator[str]:
        open_cells = [cell for cell in range(81) if not grid[cell]]
        if not open_cells:
            yield "".join(map(str, grid))
            return
        cell = min(open_cells, key=lambda cell: len(options(cell)))
        for digit in options(cell):
            grid[cell] = digit
            yield from search()
            grid[cell] = 0

    yield from sorted(search())


@pytest.fixture(scope="session")
def puzzles() -> list[str]:
    """A hundred puzzles with one solution each."""
    return lines("puzzles.txt")
