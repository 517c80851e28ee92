#!/usr/bin/env python3
"""Writes the licences of all crates that are built into something that is released.

    scripts/licences.py [--package NAME] [--target TRIPLE] [--features LIST] > THIRD-PARTY.txt

NAME is countless unless it is given, or countless-python. Exit code 1 if a crate has none of the
licences below, or no licence at all. Needs Python 3.9, cargo, and the sources that cargo fetches.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

# What permits to be passed on in a binary, if its text goes with it.
ALLOWED = {
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
}


def is_allowed(expression: str) -> bool:
    """Whether an SPDX expression leaves a choice of licences that are all allowed."""
    expression = expression.replace("/", " OR ")
    tokens = re.findall(r"\(|\)|[^\s()]+(?: WITH [^\s()]+)?", expression)
    words = {"(": "(", ")": ")", "OR": "or", "AND": "and"}
    return bool(eval(" ".join(words.get(it) or str(it in ALLOWED) for it in tokens)))


def crates(package: str, target: str, features: str) -> list:
    """The packages that are linked into one: neither build scripts nor tests."""
    tree = ["cargo", "tree", "--locked", "--package", package, "--edges", "normal,no-proc-macro"]
    tree += ["--prefix", "none", "--format", "{p}"]
    tree += ["--target", target] if target else []
    tree += ["--features", features] if features else []
    lines = subprocess.run(tree, capture_output=True, text=True, check=True).stdout.splitlines()
    wanted = {tuple(line.split()[:2]) for line in lines if line}
    metadata = ["cargo", "metadata", "--locked", "--format-version", "1"]
    output = subprocess.run(metadata, capture_output=True, text=True, check=True).stdout
    return sorted(
        (it for it in json.loads(output)["packages"] if (it["name"], "v" + it["version"]) in wanted),
        key=lambda it: it["name"],
    )


def texts(folder: Path) -> list:
    """The files of a crate that are licences."""
    names = re.compile(r"(licen[cs]e|copying|notice|unlicense)", re.IGNORECASE)
    # Fonts have licences of their own beside them.
    folders = [folder, folder / "fonts"]
    paths = [path for it in folders if it.is_dir() for path in it.iterdir()]
    files = [path for path in paths if path.is_file() and names.match(path.name)]
    return sorted(files)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--package", default="countless")
    parser.add_argument("--target", default="")
    parser.add_argument("--features", default="")
    args = parser.parse_args()
    own = "countless"
    bad, seen = [], {}
    print("What is built into this program besides its own sources, and under which licences.\n")
    print("Rust's standard library: MIT OR Apache-2.0; in static programs also musl: MIT\n")
    all_crates = [it for it in crates(args.package, args.target, args.features)]
    for crate in (it for it in all_crates if not it["name"].startswith(own)):
        licence = crate["license"] or ""
        name = f"{crate['name']} {crate['version']}"
        if not licence or not is_allowed(licence):
            bad.append(f"{name}: {licence or 'no licence'}")
        print(f"{name}: {licence}")
        for path in texts(Path(crate["manifest_path"]).parent):
            text = path.read_text(errors="replace").strip()
            seen.setdefault(text, []).append(name)
    for text, names in seen.items():
        print(f"\n{'=' * 78}\n{', '.join(names)}\n{'=' * 78}\n\n{text}")
    for line in bad:
        print(f"scripts/licences.py: {line} is not among those allowed", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
