#!/usr/bin/env python3
"""Loads what countless writes into Polars, pandas, DuckDB, R and LibreOffice, as docs/tables.md says.

    scripts/check-tables.py [PROGRAM]

Needs Python 3.9 and its packages polars, pandas, pyarrow and duckdb, and a program that has Parquet; R (with readr and jsonlite) and
LibreOffice are tried if they are there. PROGRAM is target/release/countless unless it is given.
The commands are read out of docs/tables.md and run; every field must be what the csv module
reads. Exit code 1 if one is not.
"""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# The columns of the example, and what each holds.
TEXT = ["puzzle", "status", "solution", "code", "given_solution"]
NUMBERS = ["solutions", "id"]


def example(program: Path) -> None:
    """Writes solved.csv, solved.tsv, solved.ndjson and solved.parquet to the current folder."""
    puzzles = [line.split() for line in (ROOT / "data/puzzles.txt").read_text().splitlines()]
    puzzles = [line[0].replace(".", "0") for line in puzzles if line and line[0] != "#"]
    with open("input.csv", "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["id", "code", "puzzle", "solution"])
        for number, puzzle in enumerate(puzzles):
            # A number that JSON has, and one that is none; a solution or nothing.
            table.writerow([number, f"{number:03}", puzzle, puzzle if number % 2 else ""])
    for ending in ["csv", "tsv", "ndjson", "parquet"]:
        command = [program, "sudoku", "solve", "input.csv", "-q", "--keep-columns"]
        subprocess.run([*command, "-o", f"solved.{ending}"], check=True)


def expected() -> list:
    with open("solved.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        for name in NUMBERS:
            row[name] = int(row[name])
    return rows


def differs(frame: list, rows: list) -> str:
    """Why the rows of a tool are not those that were written; nothing if they are."""
    if len(frame) != len(rows):
        return f"{len(frame)} rows instead of {len(rows)}"
    for found, row in zip(frame, rows):
        for name in TEXT + NUMBERS:
            value = found[name]
            # Tools may take an empty field for no value.
            is_nothing = value is None or value != value
            if not (value == row[name] or (is_nothing and row[name] == "")):
                return f"{name} is {value!r} instead of {row[name]!r}"
    return ""


def rows_of(table) -> list:
    """What a data frame or a relation holds, as dictionaries."""
    if hasattr(table, "to_dicts"):
        return table.to_dicts()
    if hasattr(table, "df"):
        names = table.columns
        return [dict(zip(names, row)) for row in table.fetchall()]
    return table.to_dict("records")


def of_text(path: str) -> list:
    """What a tool has written again as CSV, with numbers where there were numbers."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        for name in NUMBERS:
            # One that is no whole number stays what it is, and differs.
            row[name] = int(row[name]) if row[name].isdecimal() else row[name]
    return rows


def by_r(text: str, rows: list) -> list:
    """Runs a recipe for R, and looks at each table that it makes."""
    names = re.findall(r"^(\w+_(?:csv|tsv|ndjson)) <-", text, re.MULTILINE)
    again = [f'write.csv({name}, "{name}.again", row.names = FALSE, na = "")' for name in names]
    Path("recipe.R").write_text("\n".join([text, *again]))
    subprocess.run(["Rscript", "recipe.R"], check=True)
    return [(name, differs(of_text(f"{name}.again"), rows)) for name in names]


def by_libreoffice(text: str, rows: list) -> list:
    """Makes a workbook by the recipe for LibreOffice, and what it holds CSV again."""
    subprocess.run(["bash", "-ec", text], check=True, stdout=subprocess.DEVNULL)
    command = ["soffice", "--headless", "--convert-to", "csv", "--outdir", "again", "solved.xlsx"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return [("libreoffice_xlsx", differs(of_text("again/solved.csv"), rows))]


def main() -> int:
    program = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/release/countless")
    document = (ROOT / "docs/tables.md").read_text()
    examples = re.findall(r"```python\n(.*?)```", document, re.DOTALL)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        program = program.resolve()
        os.chdir(folder)
        example(program)
        rows = expected()
        lines = [json.loads(line) for line in open("solved.ndjson")]
        checked = [("the json module", differs(lines, rows))]
        for text in examples:
            names = {}
            exec(text, names)
            # What is passed on is text there.
            typed = [{**row, "id": str(row["id"])} for row in rows]
            checked += [
                (name, differs(rows_of(table), typed))
                for name, table in names.items()
                if name.endswith("_parquet")
            ]
            checked += [
                (name, differs(rows_of(table), rows))
                for name, table in names.items()
                if name.endswith(("_csv", "_tsv", "_ndjson"))
            ]
        others = [("r", "Rscript", by_r), ("bash", "soffice", by_libreoffice)]
        for language, needed, check in others:
            if shutil.which(needed):
                for text in re.findall(rf"```{language}\n(.*?)```", document, re.DOTALL):
                    checked += check(text, rows)
            else:
                print(f"{needed} is not there: its recipe was not tried")
        for name, why in checked:
            failed += bool(why)
            print(f"{name}: {why or 'as it was written'}")
        os.chdir(ROOT)
    print(f"{len(checked)} tables, {failed} read wrong")
    return 1 if failed or len(checked) < 12 else 0


if __name__ == "__main__":
    sys.exit(main())
