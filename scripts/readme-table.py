#!/usr/bin/env python3
"""Writes the table of a recorded run into the documents, between the lines that name its folder.

    scripts/readme-table.py results/xeon
    scripts/readme-table.py results/queens results/sudoku

Of a run of `countless bench`: CPU milliseconds, the median of all runs, of one thread by each
kernel, and of whole programs, if others were timed beside countless. Of a table that
bench-table.py has written: how many times as fast as the baseline each kernel is.

Documents are the README and all below docs; the table is written wherever there are such lines.
"""

import csv
import datetime
import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Boards that the table has; sets of puzzles are all in it.
BOARDS = [("queens", "16", "join"), ("queens", "17", "join"), ("queens", "17", "search"), ("stream", "15", "list")]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def time(records, **wanted):
    found = [r for r in records if all(r[name] == value for name, value in wanted.items())]
    return f"{found[0]['cpu_median']} ms" if found else ""


def kernels(records, names):
    own = [r for r in records if r["threads"] == "1"]
    trials = dict.fromkeys((r["family"], r["case"], r["solver"]) for r in own)
    rows = []
    for family, case, solver in trials:
        if family == "sudoku" or (family, case, solver) in BOARDS:
            times = [time(own, family=family, case=case, solver=solver, kernel=name) for name in names]
            rows.append([family, case, solver, *times])
    return table(["family", "case", "solver", *names], rows)


def programs(records):
    others = [r for r in records if r["kernel"] == "program"]
    names = list(dict.fromkeys(r["solver"] for r in others))
    cases = dict.fromkeys((r["family"], r["case"]) for r in others)
    rows = [
        [family, case, *(time(others, family=family, case=case, solver=name) for name in names)]
        for family, case in cases
        if family == "sudoku" or int(case) >= 16
    ]
    return table(["family", "case", *names], rows) if rows else []


def suite(folder, link):
    """The block of a run of `countless bench`, in a document that has the folder behind this link."""
    run = json.loads((folder / "bench.json").read_text())
    with open(folder / "bench.csv", newline="") as file:
        records = list(csv.DictReader(file))
    settings, machine = run["settings"], run["machine"]
    date = datetime.datetime.fromtimestamp(settings["started"], datetime.timezone.utc)
    block = [
        f"Recorded on {date.day} {date:%B %Y} on {machine['threads']} hardware threads of an {machine['processor']}.",
        f"The table shows the CPU time of one thread, the median of {settings['runs']} runs. [{folder}]({link}) has all measurements.",
        "",
        *kernels(records, machine["kernels"]),
    ]
    other = programs(records)
    if other:
        block += ["", "Whole programs in the same run, including the time to start them and to read the file:", "", *other]
    return block


def ratios(folder):
    """The block of a table of ratios to a baseline, by kernel."""
    with open(folder / "table.csv", newline="") as file:
        records = list(csv.DictReader(file))
    names = ["scalar", "avx2", "avx512"]
    trials = dict.fromkeys((r["group"], r["solver"]) for r in records if r["kernel"])
    first = "set"
    if folder.name == "queens":
        first = "rows"
        trials = sorted(trial for trial in trials if trial[1] in ("join", "search") and int(trial[0]) >= 14)
    times = {(r["group"], r["solver"], r["kernel"]): r["times_as_fast"] for r in records}
    rows = [[*trial, *(times.get((*trial, name), "") for name in names)] for trial in trials]
    return table([first, "solver", *names], rows)


def write(folder):
    start, end = f"<!-- {folder} -->\n", f"<!-- end of {folder} -->\n"
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    documents = [document for document in documents if start in document.read_text()]
    if not documents:
        sys.exit(f"no document has a place for {folder}")
    for document in documents:
        link = os.path.relpath(folder.resolve(), document.parent)
        block = suite(folder, link) if (folder / "bench.json").exists() else ratios(folder)
        before, rest = document.read_text().split(start)
        _, after = rest.split(end)
        document.write_text(before + start + "\n".join(block) + "\n" + end + after)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for folder in sys.argv[1:]:
        write(Path(folder))


if __name__ == "__main__":
    main()
