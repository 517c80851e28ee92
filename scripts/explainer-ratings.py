#!/usr/bin/env python3
"""Compares the ratings of `sudoku rate --scale se` with those of a file, and counts equal ones.

    scripts/explainer-ratings.py FILE [PROGRAM]

A line of FILE is a puzzle and its ER, or its ER, EP and ED, such as 7.2/1.2/1.2; fields are
separated by spaces, commas, semicolons or slashes, and further fields are ignored. Other lines are
skipped. PROGRAM is target/release/countless unless it is given.
Prints a table with a row for each band of ER, and the first twenty differences. Exit code 1 if
there is one.
"""

import csv
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Highest ER of each band, in tenths.
BANDS = [25, 44, 62, 74, 79, 84, 89, 94, 99, 104, 109, 114, 119, 200]

# Most differences to print.
SHOWN = 20


def tenths(text: str) -> int:
    """A rating such as 7.2 or 02.6 in tenths."""
    whole, _, tenth = text.partition(".")
    return 10 * int(whole) + int(tenth or "0")


def read(path: Path) -> list:
    """Puzzles with one to three ratings each."""
    puzzles = []
    for line in path.read_text(encoding="ascii", errors="replace").splitlines():
        puzzle, *rest = re.split(r"[\s,;/]+", line.strip())
        if not re.fullmatch(r"[0-9.]{81}", puzzle):
            continue
        ratings = []
        for field in rest[:3]:
            if not re.fullmatch(r"\d{1,2}\.\d", field):
                break
            ratings.append(tenths(field))
        if ratings:
            puzzles.append((puzzle, ratings))
    return puzzles


def rate(program: Path, puzzles: list) -> list:
    """ER, EP and ED of each puzzle by the program."""
    with tempfile.TemporaryDirectory() as folder:
        given, rated = Path(folder, "puzzles.txt"), Path(folder, "rated.csv")
        given.write_text("".join(f"{puzzle}\n" for puzzle, _ in puzzles))
        command = [program, "sudoku", "rate", given, "--scale", "se", "-q", "-o", rated]
        subprocess.run(command, check=True)
        with open(rated, newline="") as file:
            rows = list(csv.DictReader(file))
    return [[tenths(row[name] or "0") for name in ("er", "ep", "ed")] for row in rows]


def main() -> int:
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program = Path(sys.argv[2]) if len(sys.argv) == 3 else ROOT / "target/release/countless"
    puzzles = read(Path(sys.argv[1]))
    found = rate(program, puzzles)
    if len(found) != len(puzzles):
        sys.exit(f"{len(found)} rows for {len(puzzles)} puzzles")
    counts = {band: [0, 0] for band in BANDS}
    differences = []
    for (puzzle, expected), ratings in zip(puzzles, found):
        band = next(band for band in BANDS if expected[0] <= band)
        counts[band][0] += 1
        if ratings[: len(expected)] == expected:
            counts[band][1] += 1
        else:
            differences.append((puzzle, expected, ratings))
    print("up to     puzzles    equal")
    for band, (all_of_it, equal) in counts.items():
        if all_of_it:
            print(f"{band / 10:5.1f} {all_of_it:11,} {equal:8,}")
    for puzzle, expected, ratings in differences[:SHOWN]:
        texts = ["/".join(f"{rating / 10:.1f}" for rating in each) for each in (expected, ratings)]
        print(f"{puzzle}: {texts[0]} expected, {texts[1]} found")
    print(f"{len(differences):,} of {len(puzzles):,} differ")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
