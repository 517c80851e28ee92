#!/usr/bin/env python3
"""Prints criterion's medians of the queens benches as CSV, with ratios to the textbook.

    scripts/bench-table.py target/criterion queens
"""

import json
import sys
from pathlib import Path

BASELINE = "textbook"


def medians(folder):
    """Median milliseconds by benchmark, such as `join/avx512`."""
    found = {}
    for path in sorted(folder.glob("**/new/estimates.json")):
        name = path.relative_to(folder).parts[:-2]
        found["/".join(name)] = json.loads(path.read_text())["median"]["point_estimate"] / 1e6
    return found


def main():
    root, prefix = Path(sys.argv[1]), sys.argv[2]
    print("rows,method,kernel,milliseconds,times_as_fast_as_textbook")
    folders = [folder for folder in root.glob(f"{prefix}-*") if folder.is_dir()]
    for folder in sorted(folders, key=lambda folder: int(folder.name.rsplit("-", 1)[1])):
        times = medians(folder)
        rows = folder.name.rsplit("-", 1)[1]
        for name, time in sorted(times.items(), key=lambda item: item[1]):
            method, _, kernel = name.partition("/")
            print(f"{rows},{method},{kernel},{time:.3f},{times[BASELINE] / time:.2f}")


if __name__ == "__main__":
    main()
