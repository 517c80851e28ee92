"""What other programs make of the tables that the command line writes."""

import csv
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import DATA, SHORT

polars = pytest.importorskip("polars")
pandas = pytest.importorskip("pandas")
duckdb = pytest.importorskip("duckdb")

TEXT = ["puzzle", "solution"]


def write(path: Path, *words: str) -> None:
    program = Path(sys.executable).parent / "countless"
    done = subprocess.run([program, *words, "-q", "-o", path], capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr


def read_all(folder: Path, *words: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of a table, as each program reads them, by names of program and format."""
    rows = {}
    for ending in ["csv", "csv.gz", "ndjson", "ndjson.gz", "parquet"]:
        path = folder / f"rows.{ending}"
        write(path, *words)
        if ending == "parquet":
            rows["polars parquet"] = polars.read_parquet(path).to_dicts()
            table = pandas.read_parquet(path).astype(object)
            rows["pandas parquet"] = table.where(table.notna(), None).to_dict("records")
            relation = duckdb.read_parquet(str(path))
            read = [dict(zip(relation.columns, row)) for row in relation.fetchall()]
            rows["duckdb parquet"] = read
            continue
        is_csv = ending.startswith("csv")
        with subprocess.Popen(["gzip", "-dcf", path], stdout=subprocess.PIPE, text=True) as plain:
            assert plain.stdout
            header = next(csv.reader(plain.stdout)) if is_csv else []
            plain.communicate()
        text = [name for name in TEXT if name in header]
        if is_csv:
            frame = polars.read_csv(path, schema_overrides=dict.fromkeys(text, polars.String))
            table = pandas.read_csv(path, dtype=dict.fromkeys(text, str))
            relation = duckdb.read_csv(str(path), dtype=dict.fromkeys(text, "VARCHAR"))
        else:
            frame = polars.read_ndjson(path, infer_schema_length=None)
            table = pandas.read_json(path, lines=True, dtype=False)
            relation = duckdb.read_json(str(path))
        rows[f"polars {ending}"] = frame.to_dicts()
        table = table.astype(object).where(table.notna(), None)
        rows[f"pandas {ending}"] = table.to_dict("records")
        names = relation.columns
        rows[f"duckdb {ending}"] = [dict(zip(names, row)) for row in relation.fetchall()]
    return rows


def test_ratings(tmp_path: Path) -> None:
    mixed = tmp_path / "mixed.txt"
    puzzles = [line.split()[0] for line in (DATA / "puzzles.txt").read_text().splitlines()[1:30]]
    mixed.write_text("\n".join([*puzzles, SHORT, "." * 81]) + "\n")
    write(tmp_path / "plain.csv", "sudoku", "rate", str(mixed))
    with open(tmp_path / "plain.csv", newline="") as file:
        expected = list(csv.DictReader(file))
    assert expected[-1]["rating"] == ""
    for name, rows in read_all(tmp_path, "sudoku", "rate", str(mixed)).items():
        assert len(rows) == len(expected) == 31, name
        for found, row in zip(rows, expected):
            for column in ["puzzle", "status", "level", "hardest"]:
                assert (found[column] or "") == row[column], (name, column)
            for column in ["rating", "steps", "effort"]:
                if row[column]:
                    assert float(found[column]) == float(row[column]), (name, column)
                else:
                    assert found[column] is None, (name, column)


def test_boards(tmp_path: Path) -> None:
    expected = [(2, 4, 6, 1, 3, 5), (3, 6, 2, 5, 1, 4), (4, 1, 5, 2, 6, 3), (5, 3, 1, 6, 4, 2)]
    for name, rows in read_all(tmp_path, "queens", "list", "6").items():
        if "ndjson" in name:
            found = [tuple(row["queens"]) for row in rows]
        else:
            found = [tuple(row[f"q{number}"] for number in range(1, 7)) for row in rows]
        assert found == expected, name


def test_puzzles_that_were_made(tmp_path: Path) -> None:
    words = ["sudoku", "generate", "--count", "20", "--seed", "1"]
    write(tmp_path / "plain.csv", *words)
    with open(tmp_path / "plain.csv", newline="") as file:
        expected = [{**row, "clues": int(row["clues"])} for row in csv.DictReader(file)]
    for name, rows in read_all(tmp_path, *words).items():
        assert rows == expected, name


def test_parquet_of_others(tmp_path: Path) -> None:
    """What they write is read, whatever their encodings and compression."""
    write(tmp_path / "plain.csv", "sudoku", "solve", str(DATA / "puzzles.txt"))
    expected = (tmp_path / "plain.csv").read_text()
    text = dict.fromkeys(TEXT, polars.String)
    frame = polars.read_csv(tmp_path / "plain.csv", schema_overrides=text)
    names = []
    for compression in ["zstd", "snappy", "gzip", "lz4", "uncompressed"]:
        names.append(f"polars-{compression}.parquet")
        frame.write_parquet(tmp_path / names[-1], compression=compression, row_group_size=7)
    frame.to_pandas().to_parquet(tmp_path / "pandas.parquet")
    duckdb.sql(f"copy (from frame) to '{tmp_path}/duckdb.parquet'")
    for name in [*names, "pandas.parquet", "duckdb.parquet"]:
        write(tmp_path / "again.csv", "sudoku", "solve", str(tmp_path / name))
        assert (tmp_path / "again.csv").read_text() == expected, name


def test_columns_of_parquet_have_types(tmp_path: Path) -> None:
    write(tmp_path / "rated.parquet", "sudoku", "rate", str(DATA / "puzzles.txt"))
    types = polars.read_parquet_schema(tmp_path / "rated.parquet")
    numbers = {"rating": polars.Float64, "steps": polars.Int64, "effort": polars.Int64}
    assert types == {name: numbers.get(name, polars.String) for name in types}
    write(tmp_path / "counted.parquet", "sudoku", "count", str(DATA / "puzzles.txt"))
    counted = polars.read_parquet(tmp_path / "counted.parquet")
    assert counted.schema["solutions"] == polars.Decimal(38, 0)
    assert set(counted["solutions"].to_list()) == {1}
