"""The command line: starts the program in this package."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path


def _program() -> Path:
    """The path of the installed program."""
    name = "countless" + (sysconfig.get_config_var("EXE") or "")
    folders = [sysconfig.get_path("scripts")]
    # Installed for one user, or into a folder with `pip install --target`.
    scheme = "nt_user" if os.name == "nt" else "posix_user"
    folders.append(sysconfig.get_path("scripts", scheme=scheme))
    folders.append(str(Path(__file__).resolve().parent.parent / "bin"))
    for folder in folders:
        program = Path(folder) / name
        if program.is_file():
            return program
    raise SystemExit(
        f"countless: program not found in {', '.join(folders)}: a package built from sources has "
        "none, unless COUNTLESS_PROGRAM named it; `cargo install --path .` installs the program"
    )


def main() -> None:
    command = [str(_program()), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.run(command).returncode)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
