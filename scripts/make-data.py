#!/usr/bin/env python3
"""Makes the small inputs in data/, the same on every run, and their checksums.

    scripts/make-data.py        # needs Python 3.9 or later, nothing else
"""

import hashlib
import random
from pathlib import Path

SEED = 20261120
FOLDER = Path(__file__).resolve().parent.parent / "data"

PEERS = [
    {
        other
        for other in range(81)
        if other != cell
        and (
            other // 9 == cell // 9
            or other % 9 == cell % 9
            or (other // 27 == cell // 27 and other % 9 // 3 == cell % 9 // 3)
        )
    }
    for cell in range(81)
]


def solutions(grid, limit, rng=None):
    """Up to `limit` solutions of `grid`, a list of 81 digits with 0 for a blank."""
    grid = list(grid)
    best, choices = None, range(10)
    for cell in range(81):
        if grid[cell] == 0:
            free = set(range(1, 10)) - {grid[peer] for peer in PEERS[cell]}
            if len(free) < len(choices):
                best, choices = cell, free
    if best is None:
        yield grid
        return
    choices = sorted(choices)
    if rng:
        rng.shuffle(choices)
    found = 0
    for digit in choices:
        grid[best] = digit
        for solution in solutions(grid, limit - found, rng):
            yield solution
            found += 1
            if found == limit:
                break
        grid[best] = 0
        if found == limit:
            break


def puzzle(rng, blanks):
    """A puzzle with one solution, and the solution: up to `blanks` cells emptied one by one."""
    full = next(solutions([0] * 81, 1, rng))
    grid = list(full)
    for cell in rng.sample(range(81), 81):
        if grid.count(0) == blanks:
            break
        digit, grid[cell] = grid[cell], 0
        if len(list(solutions(grid, 2))) > 1:
            grid[cell] = digit
    return grid, full


def text(grid, blank):
    return "".join(str(digit) if digit else blank for digit in grid)


def main():
    rng = random.Random(SEED)
    puzzles = [puzzle(rng, rng.choice([40, 50, 81])) for _ in range(100)]

    lines = ["# 100 puzzles, each with one solution; after the puzzle, its number of clues\n"]
    for grid, _ in puzzles:
        lines.append(f"{text(grid, '.')} {81 - grid.count(0)}\n")
    (FOLDER / "puzzles.txt").write_text("".join(lines))

    rows = ["quizzes,solutions\n"]
    rows += [f"{text(grid, '0')},{text(full, '0')}\n" for grid, full in puzzles[:20]]
    (FOLDER / "quizzes.csv").write_text("".join(rows))

    # Some with many solutions: clues taken away from puzzles with one.
    rows = ["# four puzzles with more and more solutions\n"]
    grid = list(puzzles[0][0])
    clues = [cell for cell in range(81) if grid[cell]]
    rng.shuffle(clues)
    for _ in range(4):
        for cell in [clues.pop() for _ in range(3)]:
            grid[cell] = 0
        rows.append(text(grid, ".") + "\n")
    (FOLDER / "many.txt").write_text("".join(rows))

    # Four good rows among four bad ones.
    good = [text(grid, ".") for grid, _ in puzzles[:4]]
    bad = [good[0][:-1], good[1][:40] + "?" + good[1][41:], "77" + good[2][2:], "nothing here"]
    rows = [line + "\n" for pair in zip(good, bad) for line in pair]
    (FOLDER / "damaged.txt").write_text("".join(rows))

    # The countless program has made clues20.txt and clues21.txt; data/README.md says how.
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(FOLDER.iterdir())
        if path.suffix in (".txt", ".csv")
    ]
    (FOLDER / "SHA256SUMS").write_text("".join(sums))


if __name__ == "__main__":
    main()
