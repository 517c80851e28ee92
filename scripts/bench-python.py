#!/usr/bin/env python3
"""Times the Python package beside others from PyPI, on the same puzzles.

    scripts/bench-python.py [FILE] [--number N] [--seconds S]

FILE has a puzzle a line and is data/clues21.txt unless it is given. Whatever is installed of
countless, rustoku, exact-cover, ortools, python-constraint2, py-sudoku and dokusan takes part, on
one thread; each stops after S seconds (20), and its rate is of what it has solved by then. All
solutions must be those of countless. Then countless alone: a million puzzles as they come in
different things, beside what the engine takes for them.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def rustoku():
    import rustoku

    return lambda puzzle: rustoku.solve(puzzle)


def exact_cover():
    import numpy as np
    from exact_cover import get_exact_cover

    every = []
    for cell in range(81):
        row, column = divmod(cell, 9)
        box = row // 3 * 3 + column // 3
        for digit in range(9):
            line = np.zeros(324, dtype=bool)
            line[[cell, 81 + 9 * row + digit, 162 + 9 * column + digit, 243 + 9 * box + digit]] = 1
            every.append(line)

    def solve(puzzle):
        open_cells = [
            (cell, digit)
            for cell, clue in enumerate(puzzle)
            for digit in range(9)
            if clue in (".", "0", str(digit + 1))
        ]
        rows = np.array([every[9 * cell + digit] for cell, digit in open_cells])
        found = dict(open_cells[row] for row in get_exact_cover(rows))
        return "".join(str(found[cell] + 1) for cell in range(81))

    return solve


def ortools():
    from ortools.sat.python import cp_model

    def solve(puzzle):
        model = cp_model.CpModel()
        cells = [model.new_int_var(1, 9, "") for _ in range(81)]
        for i in range(9):
            model.add_all_different(cells[9 * i : 9 * i + 9])
            model.add_all_different(cells[i::9])
            corner = 27 * (i // 3) + 3 * (i % 3)
            model.add_all_different(cells[corner + 9 * (j // 3) + j % 3] for j in range(9))
        for cell, clue in zip(cells, puzzle):
            if clue not in ".0":
                model.add(cell == int(clue))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.solve(model)
        return "".join(str(solver.value(cell)) for cell in cells)

    return solve


def constraint():
    from constraint import AllDifferentConstraint, Problem

    def solve(puzzle):
        problem = Problem()
        for cell, clue in enumerate(puzzle):
            problem.addVariable(cell, range(1, 10) if clue in ".0" else [int(clue)])
        for i in range(9):
            corner = 27 * (i // 3) + 3 * (i % 3)
            box = [corner + 9 * (j // 3) + j % 3 for j in range(9)]
            for unit in [range(9 * i, 9 * i + 9), range(i, 81, 9), box]:
                problem.addConstraint(AllDifferentConstraint(), list(unit))
        found = problem.getSolution()
        return "".join(str(found[cell]) for cell in range(81))

    return solve


def py_sudoku():
    from sudoku import Sudoku

    def solve(puzzle):
        cells = [0 if clue in ".0" else int(clue) for clue in puzzle]
        board = [cells[9 * row : 9 * row + 9] for row in range(9)]
        solved = Sudoku(3, 3, board=board).solve()
        return "".join(str(digit) for row in solved.board for digit in row)

    return solve


def dokusan():
    from dokusan import solvers
    from dokusan.boards import BoxSize, Sudoku

    def solve(puzzle):
        cells = [0 if clue in ".0" else int(clue) for clue in puzzle]
        board = [cells[9 * row : 9 * row + 9] for row in range(9)]
        solved = solvers.backtrack(Sudoku.from_list(board, box_size=BoxSize(3, 3)))
        return "".join(str(cell.value) for cell in solved.cells())

    return solve


OTHERS = {
    "rustoku": rustoku,
    "exact-cover": exact_cover,
    "OR-Tools (CP-SAT)": ortools,
    "python-constraint2": constraint,
    "py-sudoku": py_sudoku,
    "dokusan": dokusan,
}


def beside_others(puzzles: list, seconds: float) -> None:
    from countless import sudoku

    sudoku.solve(puzzles[:10])
    began = time.perf_counter()
    solutions = sudoku.solve(puzzles, threads=1).solution
    own = len(puzzles) / (time.perf_counter() - began)
    began = time.perf_counter()
    for puzzle in puzzles:
        sudoku.solve(puzzle)
    single = len(puzzles) / (time.perf_counter() - began)
    print("| package | puzzles | puzzles per second | time relative to countless |\n|---|---|---|---|")
    print(f"| countless, a list | {len(puzzles)} | {own:.0f} | 1 |")
    print(f"| countless, one by one | {len(puzzles)} | {single:.0f} | {own / single:.0f} |")
    for name, prepare in OTHERS.items():
        try:
            solve = prepare()
        except ImportError:
            print(f"{name} is not installed", file=sys.stderr)
            continue
        began, done = time.perf_counter(), 0
        for puzzle, solution in zip(puzzles, solutions):
            assert solve(puzzle) == solution, (name, puzzle)
            done += 1
            if time.perf_counter() - began > seconds:
                break
        rate = done / (time.perf_counter() - began)
        print(f"| {name} | {done} | {rate:.1f} | {own / rate:.0f} |", flush=True)


def engine(file: Path, rows: int) -> float:
    """What the program takes, with reading and writing text, but without starting."""
    import json

    command = [Path(sys.executable).parent / "countless", "sudoku", "solve", file, "-q", "--json"]
    command += ["-o", file.with_suffix(".solved.csv")]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return told["seconds"]


def in_different_things(puzzles: list, number: int) -> None:
    import numpy as np
    import polars as pl

    from countless import sudoku

    many = (puzzles * (number // len(puzzles) + 1))[:number]
    texts = np.array(many, dtype="S81")
    digits = texts.view(np.uint8).reshape(-1, 81)
    digits = np.where(digits == ord("."), 0, digits - ord("0")).astype(np.uint8)
    things = {
        "NumPy, digits": digits,
        "NumPy, texts": texts,
        "a column of Polars": pl.Series(many),
        "a list": many,
    }
    best = dict.fromkeys([*things, "the program"], float("inf"))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "many.txt"
        file.write_text("\n".join(many) + "\n")
        for _ in range(5):  # by turns, since others may load the machine
            best["the program"] = min(best["the program"], engine(file, number))
            for name, thing in things.items():
                began = time.perf_counter()
                sudoku.solve(thing)
                best[name] = min(best[name], time.perf_counter() - began)
    print(f"\n| {number} puzzles in | seconds | as many as the program |\n|---|---|---|")
    for name, took in best.items():
        print(f"| {name} | {took:.2f} | {took / best['the program']:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, default=ROOT / "data/clues21.txt")
    parser.add_argument("--number", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    args = parser.parse_args()
    lines = [line.split()[0] for line in args.file.read_text().splitlines() if line.strip()]
    puzzles = [line for line in lines if line[0] != "#"]
    beside_others(puzzles[: args.number], args.seconds)
    in_different_things(puzzles, 1_000_000)


if __name__ == "__main__":
    main()
