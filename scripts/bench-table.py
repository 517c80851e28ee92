#!/usr/bin/env python3
"""Prints criterion's medians as CSV, with ratios to a baseline of the same group.

    scripts/bench-table.py target/criterion queens textbook
    scripts/bench-table.py target/criterion sudoku 'sudoku 0.8'

Groups are named prefix-NAME. Where a benchmark says how many puzzles or solutions it
goes through, the time is that of one of them.
"""

import csv
import json
import sys
from pathlib import Path


def medians(folder):
    """Median nanoseconds by benchmark, such as `join/avx512`."""
    found = {}
    for path in sorted(folder.glob("**/new/estimates.json")):
        benchmark = json.loads((path.parent / "benchmark.json").read_text())
        elements = (benchmark.get("throughput") or {}).get("Elements", 1)
        median = json.loads(path.read_text())["median"]["point_estimate"]
        solver, kernel = benchmark["function_id"], benchmark["value_str"]
        found[solver, kernel or ""] = median / elements
    return found


def order(folder):
    """Numbers in order, then names."""
    name = folder.name.split("-", 1)[1]
    return (0, int(name), "") if name.isdigit() else (1, 0, name)


def main():
    root, prefix, baseline = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["group", "solver", "kernel", "nanoseconds", "per_second", "times_as_fast"])
    folders = [folder for folder in root.glob(f"{prefix}-*") if folder.is_dir()]
    for folder in sorted(folders, key=order):
        times = medians(folder)
        base = times.get((baseline, ""))
        for (solver, kernel), time in sorted(times.items(), key=lambda item: item[1]):
            ratio = f"{base / time:.2f}" if base else ""
            group = folder.name.split("-", 1)[1]
            table.writerow([group, solver, kernel, f"{time:.1f}", f"{1e9 / time:.4g}", ratio])


if __name__ == "__main__":
    main()
