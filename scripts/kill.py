#!/usr/bin/env python3
"""Kills runs that keep a ledger, a thousand times, and looks for any difference.

    scripts/kill.py [--kills 1000] [--program target/release/countless]

Counts 16 queens by search and solves a file of puzzles, each killed with SIGKILL at random
moments and continued until it is complete. Totals must be exact, rows the same byte for
byte as those of one run, and no subtree may be missing or be counted twice.
"""

import argparse
import random
import subprocess
import tempfile
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
PUZZLES = 200_000


def killed(command, longest):
    """Runs a command and kills it after a random time; whether it was in time."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(random.uniform(0, longest))
    ended = child.poll() is not None
    child.kill()
    child.wait()
    return not ended


def timed(command, codes):
    start = time.monotonic()
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert result.returncode in codes, (command, result.returncode)
    return result.stdout, time.monotonic() - start


def check_subtrees(ledger):
    lines = ledger.read_text().splitlines()
    subtrees = int(next(f for f in lines[0].split(",") if f.startswith("subtrees="))[9:])
    recorded = sorted(int(line.split(",")[0]) for line in lines[2:])
    assert recorded == list(range(subtrees)), "a subtree is missing or was recorded twice"


def test(name, command, files, kills, codes, check):
    """Kills and continues a command until it was killed so often."""
    ledger = Path(command[-1])
    _, longest = timed(command, codes)
    expected = check(command)
    done = finished = 0
    while done < kills:
        for file in files:
            file.unlink(missing_ok=True)
        while killed(command, longest):
            done += 1
        assert check(command) == expected, f"{name}: wrong after {done} kills"
        check_subtrees(ledger)
        finished += 1
    print(f"{name}: {done} kills, {finished} runs completed, every one as if never killed")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--program", default=PROJECT / "target/release/countless")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        ledger = folder / "ledger.csv"
        count = [options.program, "queens", "count", "16", "--method", "search", "--quiet"]
        count += ["--ledger", ledger]

        def total(command):
            printed, _ = timed(command, [0])
            assert printed == b"14772512\n", printed
            return printed

        test("count", count, [ledger], options.kills, [0], total)

        text = (PROJECT / "data/puzzles.txt").read_text()
        puzzles, rows = folder / "puzzles.txt", folder / "rows.csv"
        puzzles.write_text(text * (PUZZLES // len(text.splitlines()) + 1))
        solve = [options.program, "sudoku", "solve", puzzles, "--quiet", "--output", rows]
        timed(solve, [0])
        whole = rows.read_bytes()

        def written(command):
            timed(command, [0])
            return rows.read_bytes() == whole

        ledger = folder / "rows.ledger"
        part = folder / "rows.csv.part"
        test("solve", [*solve, "--ledger", ledger], [ledger, rows, part], options.kills, [0], written)


if __name__ == "__main__":
    main()
