"""Every example of the docstrings and of the documents gives what it says."""

import doctest
import importlib
import os
import re
from pathlib import Path

import pytest
from conftest import DATA, ROOT


@pytest.mark.parametrize("name", ["", ".cover", ".queens", ".sudoku", "._explain"])
def test_docstrings(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(f"countless{name}"))
    assert tried > 0 and failed == 0


@pytest.mark.parametrize("name", ["docs/python.md", "python/README.md"])
def test_documents(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ["numpy", "polars", "pandas", "pyarrow", "duckdb"]:
        pytest.importorskip(library)
    text = (ROOT / name).read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert blocks
    (tmp_path / "data").symlink_to(DATA)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for block in blocks:
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, names, name, name, 0)
            assert runner.run(test, clear_globs=False).failed == 0
            names = test.globs
        else:
            exec(compile(block, name, "exec"), names)
    assert os.getcwd() == str(tmp_path)
