"""Builds the wheel with maturin.

With COUNTLESS_PROGRAM=FILE, an absolute path, the wheel has this program as its command line.
"""

import os
import shutil
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


def _place_program() -> None:
    """Empties the folder of scripts, which maturin requires, and copies the program into it."""
    shutil.rmtree(SCRIPTS, ignore_errors=True)
    SCRIPTS.mkdir(parents=True)
    given = os.environ.get("COUNTLESS_PROGRAM")
    if given:
        ending = ".exe" if given.endswith(".exe") else ""
        shutil.copy(given, SCRIPTS / f"countless{ending}")


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: Optional[dict[str, Any]] = None
) -> str:
    SCRIPTS.mkdir(parents=True, exist_ok=True)
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
