#!/usr/bin/env python3
"""Times countless beside OR-Tools CP-SAT, a SAT solver and its own exact covers on sudokus of other
shapes, or by itself on many of 25×25 cells.

    scripts/bench-shapes.py [PROGRAM] [--seconds S] [--only NAME]
    scripts/bench-shapes.py [PROGRAM] --times 400,340 [--number N] [--seconds S]

`countless sudoku generate` makes the puzzles, always the same. Each solver proves that every puzzle
has one solution, on one thread; the others stop after S seconds (20) a set, and their rate is of what
they have solved by then. What is told are puzzles for a second of CPU time, and of the others in
brackets how many times as fast countless is, and of how many puzzles; programs are timed with what
it takes to start them. All solutions must be those that the puzzles were made with. PROGRAM is
target/release/countless unless it is given. `pip install ortools python-sat` beforehand.

With --times, a puzzle of 25×25 cells with so many clues is made of each of N seeds (200), and solved
alone, each for up to S seconds. Told are how many were made in time, the CPU time that these took to
be solved, the start of the program included, and how many were not solved in time.
"""

import argparse
import csv
import itertools
import math
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
JIGSAW = ROOT / "data" / "jigsaw.txt"

# What a set is called, how it is made, how many puzzles, and the flags of its shape.
SETS = [
    ("jigsaws, minimal", [], 10000, ["--regions", str(JIGSAW)]),
    ("X-sudokus, minimal", [], 10000, ["--diagonals"]),
    ("windokus, minimal", [], 10000, ["--windows"]),
    ("killers without clues", [], 10000, ["--cages", "each"]),
    ("16×16, 130 clues", ["--clues", "130"], 2000, ["--size", "16"]),
    ("16×16, minimal", [], 32, ["--size", "16"]),
    ("25×25, 400 clues", ["--clues", "400"], 256, ["--size", "25"]),
    ("25×25, 340 clues", ["--clues", "340"], 256, ["--size", "25"]),
]


class Shape:
    """The units of a shape, as lists of cells."""

    def __init__(self, flags):
        given = dict(itertools.zip_longest(flags, flags[1:]))
        self.size = size = int(given.get("--size") or 9)
        cells = range(size * size)
        side = math.isqrt(size)
        of_cell = lambda key: [[c for c in cells if key(c) == k] for k in sorted(set(map(key, cells)))]
        self.units = of_cell(lambda c: c // size) + of_cell(lambda c: c % size)
        if "--regions" in flags:
            letters = JIGSAW.read_text().replace("\n", "")
            self.units += of_cell(lambda c: letters[c])
        else:
            self.units += of_cell(lambda c: (c // size // side, c % size // side))
        if "--diagonals" in flags:
            self.units += [[i * (size + 1) for i in range(size)]]
            self.units += [[(i + 1) * (size - 1) for i in range(size)]]
        if "--windows" in flags:
            for top, left in itertools.product((1, 5), repeat=2):
                self.units.append([9 * (top + i) + left + j for i in range(3) for j in range(3)])


def digit(character):
    """0 for a blank, A for ten."""
    return 0 if character == "." else int(character, 36)


def cages_of(text):
    """The cells and sums of cages in a line like AAB;A=4;B=1."""
    letters, *sums = text.split(";")
    sums = dict(item.split("=") for item in sums)
    return [([c for c, l in enumerate(letters) if l == name], int(s)) for name, s in sums.items()]


def cp_sat(shape, row):
    """The solution of a puzzle, and whether there is no other."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [model.new_int_var(1, shape.size, "") for _ in row["puzzle"]]
    for unit in shape.units:
        model.add_all_different(cells[cell] for cell in unit)
    for cage, total in cages_of(row["cages"]) if row.get("cages") else []:
        model.add_all_different(cells[cell] for cell in cage)
        model.add(sum(cells[cell] for cell in cage) == total)
    for cell, clue in zip(cells, row["puzzle"]):
        if clue != ".":
            model.add(cell == digit(clue))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.solve(model)
    solution = [solver.value(cell) for cell in cells]
    # Another solution differs somewhere.
    others = []
    for cell, known, clue in zip(cells, solution, row["puzzle"]):
        if clue == ".":
            other = model.new_bool_var("")
            model.add(cell != known).only_enforce_if(other)
            others.append(other)
    model.add_bool_or(others)
    return solution, solver.solve(model) == cp_model.INFEASIBLE


def sat(shape, row):
    """The same by CaDiCaL: every cell has a digit, and every unit each digit, exactly once."""
    from pysat.solvers import Cadical153

    size = shape.size
    number = lambda cell, value: cell * size + value + 1
    with Cadical153() as solver:
        once = [[number(c, v) for v in range(size)] for c in range(size * size)]
        once += [[number(c, v) for c in unit] for unit in shape.units for v in range(size)]
        for group in once:
            solver.add_clause(group)
            for one, other in itertools.combinations(group, 2):
                solver.add_clause([-one, -other])
        for cell, clue in enumerate(row["puzzle"]):
            if clue != ".":
                solver.add_clause([number(cell, digit(clue) - 1)])
        solver.solve()
        true = [literal - 1 for literal in solver.get_model() if literal > 0]
        solution = [0] * (size * size)
        for literal in true:
            solution[literal // size] = literal % size + 1
        solver.add_clause([-number(c, v - 1) for c, v in enumerate(solution)])
        return solution, not solver.solve()


def cover(program, shape, row, folder):
    """Whether the exact cover of a puzzle has one solution, by the program itself."""
    size, puzzle = shape.size, row["puzzle"]
    done = set()
    items = lambda cell, value: [f"p{cell}"] + [
        f"u{number}.{value}" for number, unit in enumerate(shape.units) if cell in unit
    ]
    for cell, clue in enumerate(puzzle):
        if clue != ".":
            done.update(items(cell, digit(clue)))
    every = [items(cell, value) for cell in range(size**2) for value in range(1, size + 1)]
    names = dict.fromkeys(name for option in every for name in option)
    lines = [" ".join(name for name in names if name not in done)]
    lines += [" ".join(option) for option in every if not done.intersection(option)]
    file = Path(folder) / "cover.txt"
    file.write_text("\n".join(lines) + "\n")
    command = [program, "cover", "count", file, "--method", "search", "-j", "1", "-q"]
    began = of_children()
    count = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return count.strip() == "1", of_children() - began


def made(program, options, number, flags, folder, seed=1, seconds=None):
    """Makes puzzles, and gives their file and rows."""
    file = Path(folder) / "made.csv"
    command = [program, "sudoku", "generate", "--count", str(number), "--seed", str(seed), "-q"]
    subprocess.run([*command, "-o", file, *options, *flags], check=True, timeout=seconds)
    with file.open() as rows:
        return file, list(csv.DictReader(rows))


def of_children():
    """The CPU time that other programs have taken so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def own_seconds(program, file, flags, folder):
    """What the program takes for a file, the least of three times."""
    import json

    command = [program, "sudoku", "solve", file, "--check", "-j", "1", "-q", "--json", *flags]
    command += ["-o", Path(folder) / "solved.csv"]
    seconds = []
    for _ in range(3):
        began = of_children()
        told = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
        seconds.append(of_children() - began)
        assert told["unique"] == told["puzzles"] and told["wrong"] == 0, told
    return min(seconds)


def timed(solve, rows, seconds):
    """How many puzzles a second are solved, and how many were; the first is for warming up."""
    solve(rows[0])
    spent, done = 0.0, 0
    for row in rows[1:]:
        spent += solve(row)
        done += 1
        if spent > seconds:
            break
    return done / spent, done


def checked(solve, shape):
    """Times a solver on a row, and compares its solution."""

    def run(row):
        began = time.process_time()
        solution, is_only = solve(shape, row)
        took = time.process_time() - began
        assert is_only and solution == [digit(c) for c in row["solution"]], row
        return took

    return run


def beside_others(program, seconds, only):
    print("| puzzles | countless | CP-SAT | CaDiCaL | `cover count` |\n|---|---|---|---|---|")
    for name, options, number, flags in SETS:
        if only and only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            file, rows = made(program, options, number, flags, folder)
            own = len(rows) / own_seconds(program, file, flags, folder)
            shape = Shape(flags)

            def covered(row):
                is_only, took = cover(program, shape, row, folder)
                assert is_only, row
                return took

            solvers = [checked(cp_sat, shape)]
            if "--cages" not in flags:
                solvers += [checked(sat, shape), covered]
            cells = []
            for solve in solvers:
                rate, done = timed(solve, rows, seconds)
                cells.append(f"{rate:.3g} ({own / rate:,.0f}, {done})")
            cells += [""] * (3 - len(cells))
        print(f"| {name} | {own:,.0f} | {' | '.join(cells)} |", flush=True)


def of_times(program, clues, number, seconds):
    columns = ["clues", "made", "median", "90 %", "99 %", "worst", "not solved in time"]
    print(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for count in clues:
        rows = []
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(number):
                options = ["--clues", str(count), "--size", "25"]
                try:
                    rows += made(program, options, 1, [], folder, seed, seconds)[1]
                except subprocess.TimeoutExpired:
                    pass
        times, lost = [], 0
        for row in rows:
            command = [program, "sudoku", "solve", row["puzzle"], "--size", "25", "-j", "1", "-q"]
            command += ["--format", "csv"]
            began = of_children()
            try:
                run = subprocess.run(command, capture_output=True, check=True, timeout=seconds)
                assert row["solution"].encode() in run.stdout, row
            except subprocess.TimeoutExpired:
                lost += 1
            times.append(of_children() - began)
        times.sort()
        at = lambda part: times[math.ceil(part * len(times)) - 1]
        told = [f"{1000 * at(part):,.0f} ms" for part in (0.5, 0.9, 0.99, 1)]
        print(f"| {count} | {len(rows)} | {' | '.join(told)} | {lost} |", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program", nargs="?", default=ROOT / "target/release/countless")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only")
    parser.add_argument("--times", type=lambda text: [int(count) for count in text.split(",")])
    parser.add_argument("--number", type=int, default=200)
    given = parser.parse_args()
    if not Path(given.program).is_file():
        sys.exit(f"there is no {given.program}: build it, or name another one")
    if given.times:
        of_times(given.program, given.times, given.number, given.seconds)
    else:
        beside_others(given.program, given.seconds, given.only)


if __name__ == "__main__":
    main()
