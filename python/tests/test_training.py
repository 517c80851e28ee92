"""Sets of training data: the same rows as from the command line."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import DATA, by_hand, lines

from countless import queens, sudoku

numpy = pytest.importorskip("numpy")


def command(tmp_path: Path, *args: str) -> list[dict[str, str]]:
    """The rows of a command."""
    path = tmp_path / "rows.csv"
    run = [sys.executable, "-m", "countless", *args, "-q", "-o", str(path)]
    subprocess.run(run, check=True)
    with path.open() as file:
        return list(csv.DictReader(file))


def texts(array: object) -> list[str]:
    """The rows of an array as texts."""
    return ["".join(map(str, row)).replace("0", ".") for row in array.tolist()]  # type: ignore[attr-defined]


def test_images_are_those_of_the_command(tmp_path: Path, puzzles: list[str]) -> None:
    flags = ["--copies", "3", "--seed", "7"]
    rows = command(tmp_path, "sudoku", "augment", str(DATA / "puzzles.txt"), *flags)
    augmented = sudoku.augment(puzzles, copies=3, seed=7)
    assert texts(augmented.puzzle) == [row["puzzle"] for row in rows]
    assert texts(augmented.solution) == [row["solution"] for row in rows]
    assert augmented.group.tolist() == [int(row["group"]) for row in rows]
    assert augmented.copy.tolist() == [int(row["copy"]) for row in rows]
    parts = list(sudoku.images(puzzles, copies=3, seed=7, rows=50))
    assert len(parts) > 5
    for name in augmented._fields:
        whole = numpy.concatenate([getattr(part, name) for part in parts])
        assert (whole == getattr(augmented, name)).all()
    originals = sudoku.augment(puzzles[:2], copies=1, seed=7, original=False)
    assert originals.copy.tolist() == [1, 1]
    # Puzzles with several solutions do not have images.
    assert len(sudoku.augment(["." * 81], copies=5, seed=1).puzzle) == 0


def test_parts_are_those_of_the_command(tmp_path: Path, puzzles: list[str]) -> None:
    folder = tmp_path / "parts"
    args = ["sudoku", "split", str(DATA / "puzzles.txt"), "--seed", "7", "-o", str(folder), "-q"]
    shares = {"train": 8, "test": 2}
    subprocess.run(
        [sys.executable, "-m", "countless", *args, "--shares", "train=8,test=2"], check=True
    )
    parts = sudoku.split(puzzles, shares=shares, seed=7)
    for name in shares:
        with (folder / f"{name}.csv").open() as file:
            expected = [row["puzzle"] for row in csv.DictReader(file)]
        assert [puzzle for puzzle, part in zip(puzzles, parts) if part == name] == expected
    # Images are in the part of their puzzle.
    assert sudoku.split([puzzle[::-1] for puzzle in puzzles], shares=shares, seed=7) == parts
    strata = ["easy", "hard"] * 50
    exact = sudoku.split(puzzles, shares=shares, seed=7, strata=strata)
    for stratum in ["easy", "hard"]:
        own = [part for part, other in zip(exact, strata) if other == stratum]
        assert own.count("train") == 40
    with pytest.raises(ValueError, match="expected 100 values"):
        sudoku.split(puzzles, shares=shares, seed=7, strata=["easy"])
    with pytest.raises(ValueError, match="by: expected"):
        sudoku.split(puzzles, shares=shares, seed=7, by="class")
    with pytest.raises(ValueError, match="shares: "):
        sudoku.split(puzzles, shares={"a": 0}, seed=7)


def test_steps_are_those_of_the_command(tmp_path: Path, puzzles: list[str]) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    rows = command(tmp_path, "sudoku", "explain", str(DATA / "puzzles.txt"))
    steps = pyarrow.table(sudoku.steps(puzzles)).to_pylist()
    assert [{name: str(value or "") for name, value in row.items()} for row in steps] == [
        {name: "" if name == "row" and value == "0" else value for name, value in row.items()}
        for row in rows
    ]


def test_classes_clues_and_nodes(tmp_path: Path, puzzles: list[str]) -> None:
    both = [*puzzles[:20], *(puzzle[::-1] for puzzle in puzzles[:20]), *puzzles[10:30]]
    assert sudoku.distinct(both) == [*range(20), *range(50, 60)]
    rated = sudoku.rate(puzzles, nodes=True)
    rows = command(tmp_path, "sudoku", "rate", str(DATA / "puzzles.txt"), "--nodes")
    assert rated.nodes == [int(row["nodes"]) for row in rows]
    assert rated.level == [row["level"] for row in rows]
    rows = command(tmp_path, "sudoku", "minimal", str(DATA / "puzzles.txt"))
    minimal = sudoku.minimal(puzzles)
    assert minimal.redundant == [row["redundant"] for row in rows]
    assert minimal.minimal == [row["minimal"] == "yes" for row in rows]
    assert sudoku.minimal("." * 81) == ("multiple", None, None)


def test_answers_are_the_solutions_of_each_board() -> None:
    boards = [queens.board(6), queens.board(6, queens=[(1, 1)]), queens.board(1)]
    answers = queens.answers(boards)
    assert [answer.shape for answer in answers] == [(4, 6), (0, 6), (1, 1)]
    assert answers[0].tolist() == [list(solution) for solution in queens.solutions(6)]


def test_solutions_of_images_solve_them() -> None:
    augmented = sudoku.augment(lines("puzzles.txt")[:3], copies=2, seed=1)
    for puzzle, solution in zip(texts(augmented.puzzle), texts(augmented.solution)):
        assert list(by_hand(puzzle)) == [solution]
