"""The notebook runs from its beginning to its end, and finds the mistakes that are in its data."""

from pathlib import Path

import pytest
from conftest import ROOT

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
for library in ["ipykernel", "polars", "matplotlib"]:
    pytest.importorskip(library)


def test_the_notebook(tmp_path: Path) -> None:
    notebook = nbformat.read(ROOT / "docs/kaggle.ipynb", as_version=4)
    client = nbclient.NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    printed = "".join(output.get("text", "") for output in outputs)
    for told in [
        "the solution given is not that of the puzzle",
        "character 81: expected 81 cells, found 80",
        "appears twice in",
        "17 solutions, counted up to 1000",
        "1 puzzles are there more than once",
    ]:
        assert told in printed, printed
    pictures = [output for output in outputs if "image/png" in output.get("data", {})]
    assert len(pictures) == 1
