#!/usr/bin/env python3
"""Print what each crate costs to compile: CPU seconds, machine code, and lines handed to LLVM.

    scripts/build-cost.py               the whole release build, from nothing
    scripts/build-cost.py CRATE ...     these crates, such as countless-queens

Seconds depend on the load of the machine. Bytes and lines do not: compare changes by them.
Lines are those of LLVM's language before any optimisation. Below the crates are the generic
functions with the most lines of all copies together. Options of cargo's profile can be set by its
environment variables, such as CARGO_PROFILE_RELEASE_CODEGEN_UNITS.

Everything is built in a folder of its own, which is removed: target/build-cost, or
COUNTLESS_BUILD_COST.
"""

import json
import os
import re
import resource
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(os.environ.get("COUNTLESS_BUILD_COST", ROOT / "target/build-cost"))
OWN = "countless"
MOST_OTHERS = 12  # crates of others in the table
MOST_FUNCTIONS = 10


def compile_and_measure(command):
    """Run rustc in place of cargo, note its time, and write the lines of our crates to a file."""
    code = subprocess.call(command, close_fds=False)  # the jobserver of cargo
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    name = os.environ.get("CARGO_PKG_NAME")
    # Build scripts ask for the version of the compiler.
    if code != 0 or name is None or "--crate-name" not in command:
        return code
    crate = command[command.index("--crate-name") + 1]
    unit = {"package": name, "crate": crate, "seconds": used.ru_utime + used.ru_stime}
    # Build scripts are called build_script_build.
    if name.startswith(OWN) and crate.startswith(OWN):
        kind = command[command.index("--crate-type") + 1]
        unit["lines"] = str(FOLDER / f"{crate}-{kind}.ll")
        emit = next(i for i, word in enumerate(command) if word.startswith("--emit="))
        command[emit] = f"--emit=llvm-ir={unit['lines']}"
        command += "-C no-prepopulate-passes -C symbol-mangling-version=v0".split()
        command += "-C codegen-units=1 --cap-lints=allow".split()
        code = subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(FOLDER / "units", "a", encoding="utf8") as units:
        units.write(json.dumps(unit) + "\n")
    return code


def without_types(name):
    """The path of a function without generic arguments: <a::B as c::D>::e of
    <a::B<u8> as c::D<u16>>::e::<u32>."""
    name = name.replace("->", "")
    end = 0
    if name.startswith("<"):
        depth = 0
        for end, character in enumerate(name):
            depth += {"<": 1, ">": -1}.get(character, 0)
            if depth == 0:
                break
    parts = [name[1:end], name[end + 1 :]] if end else [name]
    for i, part in enumerate(parts):
        count = 1
        while count > 0:
            part, count = re.subn(r"(::)?<[^<>]*>", "", part)
        parts[i] = part
    return f"<{parts[0]}>{parts[1]}" if end else parts[0]


def functions(path):
    """The functions of a file of LLVM's language, each with its number of lines."""
    name, lines = None, 0
    with open(path, encoding="utf8", errors="replace") as text:
        for line in text:
            if line.startswith("define "):
                lines = 1
            elif line.startswith("}") and lines > 0:
                yield name, lines + 1
                lines = 0
            elif lines > 0:
                lines += 1
            elif line.startswith("; ") and not line.startswith("; Function Attrs"):
                name = line[2:].strip()


def code_bytes(crate):
    """Bytes of machine code in the library of a crate, or None for other crates."""
    for library in FOLDER.glob(f"release/deps/lib{crate}-*.rlib"):
        sizes = subprocess.run(
            ["size", "--totals", library], capture_output=True, text=True, check=False
        )
        total = re.search(r"^\s*(\d+).*\(TOTALS\)", sizes.stdout, re.MULTILINE)
        return int(total[1]) if total else None
    return None


def build(crates):
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    environment = os.environ | {
        "RUSTC_WRAPPER": __file__,
        "COUNTLESS_BUILD_COST": str(FOLDER),
    }
    command = ["cargo", "build", "--release", "--locked", "--target-dir", FOLDER]
    for crate in crates:
        command += ["--package", crate]
    subprocess.run(command, env=environment, cwd=ROOT, check=True)
    return [json.loads(line) for line in open(FOLDER / "units", encoding="utf8")]


def table(units):
    """Prints the crates, and returns the lines and the copies of each of our functions."""
    lines, copies = Counter(), Counter()
    rows = []
    for unit in units:
        number = None
        if "lines" in unit:
            number = 0
            for name, length in functions(unit["lines"]):
                number += length
                generic = f"{without_types(name)} ({unit['crate'].removeprefix('countless_')})"
                lines[generic] += length
                copies[generic] += 1
        own = number is not None
        rows.append((own, unit["seconds"], unit["crate"], number, own and code_bytes(unit["crate"])))
    rows.sort(reverse=True, key=lambda row: row[:2])
    print(f"{'crate':<24} {'lines':>10} {'bytes':>10} {'seconds':>8}")
    others = sum(1 for row in rows if not row[0]) - MOST_OTHERS
    rest = 0.0
    for at, (own, seconds, crate, number, size) in enumerate(rows):
        if not own and at >= len(rows) - others:
            rest += seconds
        else:
            print(f"{crate:<24} {number or '':>10} {size or '':>10} {seconds:>8.1f}")
    if rest:
        print(f"{f'{others} others':<24} {'':>10} {'':>10} {rest:>8.1f}")
    all_lines = sum(row[3] or 0 for row in rows)
    all_bytes = sum(row[4] or 0 for row in rows)
    print(f"{'all':<24} {all_lines:>10} {all_bytes:>10} {sum(row[1] for row in rows):>8.1f}")
    return lines, copies


def main():
    if any(word in ("-h", "--help") for word in sys.argv[1:]):
        print(__doc__)
        return
    lines, copies = table(build(sys.argv[1:]))
    print(f"\n{'lines':>10} {'copies':>7}  function")
    for name, number in lines.most_common(MOST_FUNCTIONS):
        print(f"{number:>10} {copies[name]:>7}  {name}")
    shutil.rmtree(FOLDER, ignore_errors=True)


if __name__ == "__main__":
    if len(sys.argv) > 1 and os.path.basename(sys.argv[1]).startswith("rustc"):
        sys.exit(compile_and_measure(sys.argv[1:]))
    main()
