"""Builds the wheel: maturin builds the extension, and this the program that goes with it.

With COUNTLESS_PROGRAM=FILE, it packs an existing program, such as one for another machine.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Optional

import maturin
from maturin import (  # noqa: F401
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
)

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE / "program.data" / "scripts"


def _build_program() -> Path:
    """Compiles the program and returns its path."""
    command = ["cargo", "build", "--profile", "unwind", "--locked", "--bin", "countless"]
    # With the features of the extension, maturin finds the libraries compiled.
    command += ["--package", "countless", "--package", "countless-python"]
    command += ["--features", "countless/parquet"]
    command += ["--message-format", "json-render-diagnostics"]
    output = subprocess.run(command, cwd=HERE.parent, stdout=subprocess.PIPE, check=True).stdout
    for line in output.splitlines():
        message = json.loads(line)
        if message.get("executable"):
            return Path(message["executable"])
    raise RuntimeError("cargo built no program")


def _place_program() -> None:
    given = os.environ.get("COUNTLESS_PROGRAM")
    program = Path(given) if given else _build_program()
    shutil.rmtree(SCRIPTS, ignore_errors=True)
    SCRIPTS.mkdir(parents=True)
    ending = ".exe" if program.suffix == ".exe" else ""
    copy = shutil.copy(program, SCRIPTS / f"countless{ending}")
    # Symbols make it three times as large.
    if shutil.which("strip") and not given:
        subprocess.run(["strip", copy], check=True)


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: Optional[dict[str, Any]] = None
) -> str:
    SCRIPTS.mkdir(parents=True, exist_ok=True)  # maturin requires it
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(
    wheel_directory: str,
    config_settings: Optional[dict[str, Any]] = None,
    metadata_directory: Optional[str] = None,
) -> str:
    _place_program()
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str,
    config_settings: Optional[dict[str, Any]] = None,
    metadata_directory: Optional[str] = None,
) -> str:
    _place_program()
    return maturin.build_editable(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Optional[dict[str, Any]] = None) -> str:
    raise RuntimeError("the package is built from a clone of the whole project")
