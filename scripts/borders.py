#!/usr/bin/env python3
"""List the imports in src that go against the arrows between the crates to come.

Usage: scripts/borders.py [--check]

Each top-level module belongs to a crate, and each crate may use those named here. Tests may use
anything. With --check, scripts/borders.txt has the number of imports that go against the arrows,
per pair of crates: it fails if there are more, and if there are fewer than are written there.
"""

import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "scripts/borders.txt"

CRATES = {
    "unstable": "root", 
     "render": "picture",
    "report": "measure", "bench": "measure", "cli": "root", "Error": "engine", "Kernel": "simd",
    "registry": "root",
}
MAY_USE = {
    "simd": "", "table": "", "engine": "simd table", "queens": "simd engine table",
    "sudoku": "simd engine table", "variants": "sudoku simd engine table",
    "cover": "simd engine table", "picture": "queens sudoku variants",
    "measure": "engine queens sudoku picture table",
}
# `crate::` in the library and the program, `countless::` in the program.
PATHS = re.compile(r"\b(?:crate|countless)::(?:unstable::)?(\w+|\{[^;]*?\})")
TESTS = re.compile(r"#\[cfg\(test\)\]\s*mod \w+ \{.*", re.S)


def names(found):
    """The first names of a path or of a group of them."""
    if found[0] != "{":
        return [found]
    while (flat := re.sub(r"::\{[^{}]*\}", "", found)) != found:
        found = flat
    return re.findall(r"(?:^\{|,)\s*(?:unstable::)?(\w+)", found)


def imports():
    """File, crate and used crate of each import against the arrows."""
    for path in sorted((ROOT / "src").rglob("*.rs")):
        place = path.relative_to(ROOT)
        crate = CRATES.get(path.relative_to(ROOT / "src").parts[0].removesuffix(".rs"), "root")
        if crate == "root" or re.search(r"tests?(\.rs|/)", str(place)):
            continue
        text = re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.M)
        for found in PATHS.findall(TESTS.sub("", text)):
            for name in names(found):
                used = CRATES.get(name)
                if used and used != crate and used not in MAY_USE[crate].split():
                    yield place, crate, name, used


def main():
    found = list(imports())
    counts = Counter(f"{crate} {used}" for _, crate, _, used in found)
    if sys.argv[1:] != ["--check"]:
        for place, crate, name, used in found:
            print(f"{place}: {crate} uses {name} of {used}")
        print(*(f"{pair} {count}" for pair, count in sorted(counts.items())), sep="\n")
        return
    lines = [line.rsplit(" ", 1) for line in LIST.read_text().splitlines() if line[0] != "#"]
    allowed = {pair: int(count) for pair, count in lines}
    changed = [pair for pair in counts | allowed if counts[pair] != allowed.get(pair, 0)]
    for pair in sorted(changed):
        print(f"{pair}: {counts[pair]} imports, {LIST.name} has {allowed.get(pair, 0)}")
    sys.exit(bool(changed))


if __name__ == "__main__":
    main()
