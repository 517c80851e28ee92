#!/usr/bin/env python3
"""Writes figures into the documents, between the marks that name them.

    scripts/figures.py                          all figures of commands that need no data
    scripts/figures.py levels estimates         only these figures
    scripts/figures.py results/xeon             tables of a recorded run, in a folder

A block of a document begins with `<!-- figures/NAME -->` or `<!-- results/NAME -->`, and ends with
`<!-- end of ... -->`. Documents are the README and all below docs. The figures of commands:

    levels      levels of random minimal puzzles, and of three collections in COUNTLESS_DATASETS
    estimates   times of boards of 22 to 27 rows
    plan28      time and memory of a count of 28 rows
    first       what the README says first: commands, results and times
    tour        the output of the commands of docs/tour.md; writes no block. Its first lines name
                the machine

Commands run the program that COUNTLESS_PROGRAM names, by default target/release/countless. `levels`
and `first` need the files of docs/benchmarks.md#a-recorded-run in the folder COUNTLESS_DATASETS.
Each figure takes at most a few minutes. tests/all/figures.rs compares what does not depend on the
machine.

The table of a run of `countless bench` has CPU milliseconds, the median of all runs, of one thread
by each kernel, and of whole programs, if others were timed beside countless. Tables that
bench-table.py has written have ratios: how many times as fast as the baseline each kernel is.
"""

import csv
import datetime
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = Path(os.environ.get("COUNTLESS_PROGRAM", ROOT / "target/release/countless")).resolve()
DATASETS = os.environ.get("COUNTLESS_DATASETS")

# Recorded runs

# Boards that the table has; sets of puzzles are all in it.
BOARDS = [("queens", "16", "join"), ("queens", "17", "join"), ("queens", "17", "search"), ("stream", "15", "list")]


def table(head, rows, numbers=()):
    rule = "".join("|---:" if place in numbers else "|---" for place in range(len(head))) + "|"
    lines = ["| " + " | ".join(head) + " |", rule]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def milliseconds(records, **wanted):
    found = [r for r in records if all(r[name] == value for name, value in wanted.items())]
    return f"{found[0]['cpu_median']} ms" if found else ""


def kernels(records, names):
    own = [r for r in records if r["threads"] == "1"]
    trials = dict.fromkeys((r["family"], r["case"], r["solver"]) for r in own)
    rows = []
    for family, case, solver in trials:
        if family == "sudoku" or (family, case, solver) in BOARDS:
            times = [milliseconds(own, family=family, case=case, solver=solver, kernel=name) for name in names]
            rows.append([family, case, solver, *times])
    return table(["family", "case", "solver", *names], rows)


def programs(records):
    others = [r for r in records if r["kernel"] == "program"]
    names = list(dict.fromkeys(r["solver"] for r in others))
    cases = dict.fromkeys((r["family"], r["case"]) for r in others)
    rows = [
        [family, case, *(milliseconds(others, family=family, case=case, solver=name) for name in names)]
        for family, case in cases
        if family == "sudoku" or int(case) >= 16
    ]
    return table(["family", "case", *names], rows) if rows else []


def recorded_on(date, threads, processor):
    return f"Recorded on {date.day} {date:%B %Y} on {threads} hardware threads of an {processor}."


def suite(folder, link):
    """The block of a run of `countless bench`, in a document that has the folder behind this link."""
    run = json.loads((folder / "bench.json").read_text())
    with open(folder / "bench.csv", newline="") as file:
        records = list(csv.DictReader(file))
    settings, machine = run["settings"], run["machine"]
    date = datetime.datetime.fromtimestamp(settings["started"], datetime.timezone.utc)
    block = [
        recorded_on(date, machine["threads"], machine["processor"]),
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


def recorded(folder, document):
    if (folder / "bench.json").exists():
        return suite(folder, os.path.relpath(folder.resolve(), document.parent))
    return ratios(folder)


# Figures of commands


def run(*words, text=None):
    """Runs the program and returns its output."""
    return subprocess.run([PROGRAM, *words], input=text, check=True, capture_output=True, text=True).stdout


def machine_line():
    info = Path("/proc/cpuinfo").read_text()
    processor = re.search(r"model name\s*: (.*)", info)[1]
    megahertz = max(float(rate) for rate in re.findall(r"cpu MHz\s*: (.*)", info))
    if "GHz" not in processor:
        processor += f" @ {megahertz / 1000:.2f}GHz"
    return recorded_on(datetime.date.today(), os.cpu_count(), processor)


def dataset(name):
    if not DATASETS:
        sys.exit(f"COUNTLESS_DATASETS names no folder with {name}.txt: see docs/benchmarks.md#a-recorded-run")
    return Path(DATASETS) / f"{name}.txt"


LEVELS = ["easy", "medium", "hard", "expert", "extreme"]
RANDOM_MINIMAL = "sudoku generate --count 100000 --seed 5"


def levels():
    """Numbers of puzzles by level, with the shares of this level and all below it."""
    columns = []
    for name in ("17clue", "magictour", "minimal"):
        rated = run("sudoku", "rate", dataset(name), "-q")
        columns.append(Counter(row["level"] for row in csv.DictReader(rated.splitlines())))
    generated = run(*RANDOM_MINIMAL.split(), "-q")
    columns.append(Counter(row["level"] for row in csv.DictReader(generated.splitlines())))
    rows = []
    for place, level in enumerate(LEVELS):
        row = [level]
        for counts in columns:
            below = sum(counts[level] for level in LEVELS[: place + 1])
            row.append(f"{counts[level]:,} ({100 * below / sum(counts.values()):.1f} %)")
        rows.append(row)
    head = ["level", "17 clues (49,158)", "magictour (1,465)", "minimal (100,000)", "generated (100,000)"]
    how = f"The generated puzzles are those of `countless {RANDOM_MINIMAL}`."
    return [f"{machine_line()} {how}", "", *table(head, rows, {1, 2, 3, 4})]


def duration(seconds):
    day, year = 86_400, 365.25 * 86_400
    for end, divisor, unit, places in [
        (60, 1, "s", 1),
        (120 * 60, 60, "min", 0),
        (2 * day, 3600, "h", 0),
        (10 * day, day, "days", 1),
        (year, day, "days", 0),
        (10 * year, year, "years", 1),
    ]:
        if seconds < end:
            return f"{seconds / divisor:.{places}f} {unit}"
    return f"{seconds / year:,.0f} years"


def gigabytes(number):
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number / 1e6:.0f} MB"


def estimate(rows):
    """The estimate of a board on one core, and the memory of 64 cores."""
    return json.loads(run("queens", "estimate", str(rows), "--time", "60s", "--cores", "64", "--json"))


def expected(found):
    if found["basis"] == "bound":
        return f"at least {duration(found['at_least_core_seconds'])}"
    return f"{duration(found['core_seconds'])} ± {duration(found['error_seconds'])}"


def estimates():
    rows = []
    for board in range(22, 28):
        found = estimate(board)
        core = found["core_seconds"]
        shared = [duration(core / cores) for cores in (64, 1024, 10_000)]
        rows.append([str(board), expected(found), *shared, gigabytes(found["memory_bytes"])])
    head = ["rows", "one core", "64 cores", "1,024 cores", "10,000 cores", "memory on 64 cores"]
    how = "Beside other programs, `countless queens estimate N --time 60s --cores 64` gave:"
    return [f"{machine_line()} {how}", "", *table(head, rows)]


def plan28():
    found = estimate(28)
    rows = []
    for cores, text in [(64, "64 cores"), (1024, "1,024 cores: 16 nodes of 64"), (10_000, "10,000 cores")]:
        memory = f"{gigabytes(found['memory_bytes'])} for each 64 cores"
        rows.append([text, duration(found["core_seconds"] / cores), memory])
    line = f"Beside other programs, `countless queens estimate 28 --time 60s` gave {expected(found)} on one core."
    return [f"{machine_line()} {line}", "", *table(["machine", "elapsed time, without losses", "memory"], rows)]


def timed(words, text=None):
    """Output of a command and its least CPU time in three runs, or in one that takes seconds."""
    times = []
    while len(times) < 3 and sum(times) < 3:
        before = os.times()
        output = run(*words, text=text)
        after = os.times()
        times.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return output, min(times)


def first():
    """Commands with one thread each, their results and times."""
    rows = []

    def add(command, words, result, text=None):
        output, seconds = timed([*words, "-q", "-j1"], text)
        rows.append([f"`countless {command}`", result(output), f"{seconds:.2f} s"])

    def number(output):
        return f"{int(output):,}"

    def puzzles(status):
        return lambda output: f"{output.count(status):,} puzzles, each unique"

    add("queens count 18", ["queens", "count", "18"], number)
    words = ["sudoku", "solve", dataset("minimal")]
    add("sudoku solve minimal.txt", words, puzzles(",unique,"))
    words = ["sudoku", "rate", dataset("easy")]
    add("sudoku rate easy.txt", words, lambda output: f"{output.count(',easy,'):,} puzzles, all easy")
    dominoes = run("cover", "make", "dominoes", "16x16")
    add("cover count dominoes16.txt", ["cover", "count", "-"], number, dominoes)
    line = f"{machine_line()} CPU time of whole commands, on one thread (`-j1`) beside other programs:"
    return [line, "", *table(["command", "result", "CPU time"], rows, {1, 2})]


def tour():
    """Runs the commands of the tour in an empty folder and writes their output into it."""
    page = ROOT / "docs/tour.md"
    with tempfile.TemporaryDirectory() as folder:
        path = os.pathsep.join([str(PROGRAM.parent), os.environ["PATH"]])

        def output(block):
            lines = []
            for example in re.split(r"^(?=\$ )", block[1], flags=re.MULTILINE)[1:]:
                command, shown = example.split("\n", 1)
                lines.append(command + "\n")
                shown = shown.splitlines(keepends=True)
                if command.startswith("$ cargo "):
                    lines += shown
                    continue
                ran = subprocess.run(
                    command[2:],
                    shell=True,
                    cwd=folder,
                    env={**os.environ, "PATH": path},
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                )
                printed = ran.stdout.splitlines(keepends=True)
                if shown[-1:] == ["...\n"]:
                    printed = printed[: len(shown) - 1] + ["...\n"]
                lines += printed
            return "```console\n" + "".join(lines) + "```\n"

        text = re.sub(r"^```console\n(.*?)^```\n", output, page.read_text(), flags=re.MULTILINE | re.DOTALL)
    page.write_text(text)


FIGURES = {"levels": levels, "estimates": estimates, "plan28": plan28, "first": first}


# Documents


def write(name, block):
    """Writes the block of each document between the marks; `block` makes it for a document."""
    start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    documents = [document for document in documents if start in document.read_text()]
    if not documents:
        sys.exit(f"no document has a place for {name}")
    for document in documents:
        before, rest = document.read_text().split(start)
        _, after = rest.split(end)
        document.write_text(before + start + "\n".join(block(document)) + "\n" + end + after)


def main():
    os.chdir(ROOT)
    names = sys.argv[1:] or [*FIGURES, "tour"]
    for name in names:
        if name == "tour":
            tour()
        elif name in FIGURES:
            lines = FIGURES[name]()
            write(f"figures/{name}", lambda _: lines)
        elif Path(name).is_dir():
            write(str(Path(name)), lambda document: recorded(Path(name), document))
        else:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
