#!/usr/bin/env python3
"""Times programs on files of puzzles, in turns, and prints a table as CSV.

    scripts/bench-programs.py FOLDER 'NAME=command {file}' 'OTHER=command {file}' ...

Each program solves every .txt file of the folder RUNS times, one after the other; the
least CPU time of each counts, with what it takes to start and to read. Ratios are to
the first program.
"""

import csv
import os
import shlex
import subprocess
import sys
from pathlib import Path

RUNS = 5


def cpu_seconds(command):
    """The CPU time that a command takes, or None if it fails."""
    before = os.times()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    if done.returncode != 0:
        return None
    used = (after.children_user - before.children_user) + (
        after.children_system - before.children_system
    )
    return max(used, 0.001)


def main():
    programs = [argument.split("=", 1) for argument in sys.argv[2:]]
    if len(sys.argv) < 3 or any(len(program) != 2 for program in programs):
        sys.exit(__doc__)
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["set", "program", "cpu_seconds", "puzzles_per_second", "times_as_long"])
    for file in sorted(Path(sys.argv[1]).glob("*.txt")):
        puzzles = sum(len(line) >= 81 and line[0] != "#" for line in file.read_text().splitlines())
        least = {}
        for _ in range(RUNS):
            for name, command in programs:
                words = [word.replace("{file}", str(file)) for word in shlex.split(command)]
                seconds = cpu_seconds(words)
                if seconds is None:
                    sys.exit(f"{name} failed on {file}")
                least[name] = min(seconds, least.get(name, seconds))
        base = least[programs[0][0]]
        for name, seconds in least.items():
            row = [file.stem, name, f"{seconds:.3f}", f"{puzzles / seconds:.0f}"]
            table.writerow(row + [f"{seconds / base:.2f}"])


if __name__ == "__main__":
    main()
