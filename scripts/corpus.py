#!/usr/bin/env python3
"""Compare two builds of countless on the command lines of scripts/corpus.txt.

Usage: scripts/corpus.py OLD NEW [TEXT]

Each line runs in a fresh folder, once with each program. Compared byte for byte: stdout, stderr,
exit codes, and every file that is written. Masked are times, rates, hosts, commits, numbers of
threads, and the checksums of ledgers, whose records are sorted. With TEXT, only lines that contain
it are run.
"""

import difflib
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent
LIMIT = 30  # seconds for one line, after which its exit code is 124
SHOWN = 12  # lines of a difference

# The shell notes the exit code of every call; pipes note them in the order of their ends.
PRELUDE = """countless() { "$PROGRAM" "$@"; local code=$?; echo $code >>"$CODES"; return $code; }
cut_ledger() {
  mv "$1" whole
  { head -n 2 whole; tail -n +3 whole | sort -n | head -n "$2"; } >"$1"
  rm whole
}
"""

INPUTS = {
    "bad.txt": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
    "53..7\n55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
    "boards.txt": "AABBACBBCCCDCDDD\nAABBAABBCCDDCCDD\nAABBAX\n",
    "boards.csv": "level,puzzle\n1,AABBACBBCCCDCDDD\n2,AABBAABBCCDDCCDD\n",
    "boards.ndjson": '{"level":1,"puzzle":"AABBACBBCCCDCDDD"}\n{"puzzle":"AABBAABBCCDDCCDD","level":2}\n',
    "boards-bad.csv": "level,puzzle\n1,AABBACBBCCCDCDD\n2\n3,AABBACBBCCCDCDDD,4\n4,????????????????\n",
    "boards-bad.ndjson": '{"puzzle":5}\n{"level":1}\n[1]\n{"puzzle":"AABB"\n{"puzzle":"AABBACBBCCCDCDDD"}\n',
    "boards-bad.txt": "AABBACBBCCCDCDD\nAABBACBBCCCDCDD?\nAAAAAAAAAAAAAAAA\n\nAABBACBBCCCDCDDD extra\n",
    "cages.txt": "AABB\nACCB\nDDEE\nFFGE\nA=6 B=9 C=5 D=3 E=8 F=7 G=2\n",
    "coloured.txt": "a b c | x\na b x:red\nb c\na x:blue\nc x:red\n",
    "csv.txt": "a,b,c\n1,0,1\n0,1,0\n",
    "damaged.csv": "id,quizzes,level\n1,53..7,easy\n2\n3,\"53\n4," + "." * 81 + ",hard,more\n",
    "damaged.ndjson": '{"puzzle":"53..7","id":1}\n{"puzzle":null}\n{"id":2}\nnonsense\n{"puzzle":"'
    + "." * 80 + '1","id":3}\n',
    "empty.txt": "",
    "holes.txt": "1:1\n2:2\n3:3\n",
    "knuth-bad.txt": "a b c\na d\n",
    "matrix.txt": "0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n",
    "multiple.txt": "2:3|a 1:2|b c\na b\na c\nb c\na\nb\nc\n",
    "partial-bad.txt": "..../..../..../\n.../..../..../....\nQQ../..../..../....\nQ.../.Q../..../....\n"
    "x.../..../..../....\n..../..../..../..../....\n",
    "partial.csv": "id,queens\n1,1:2\n2,1:1\n3,5:5\n4,\n",
    "partial.ndjson": '{"id":1,"queens":"1:2"}\n{"queens":7}\n',
    "partial.txt": ". Q . . . .\n. . . . . .\n. . . . . .\n. . . . . #\n. . . . . .\n. . . . . .\n",
    "pieces.txt": "L\n#.\n##\n\nI\n##\n",
    "region-bad.txt": "AABB/ACBB/CCCD/ADD\nAABB/ACBB/CCCD\nAABB/AABB/AABB/AABB\nAABB/ACBB/CCCD/ADD?\n"
    "AABB/ACBB/CCCD/ADDE\nABCD\n",
    "region.txt": "AABB\nACBB\nCCCD\nADDD\n",
    "sets.txt": "0 2\n1\n0 1 2\n",
    "solids.txt": "L\n#.\n##\n\nI\n##\n",
    "spaced.txt": "1 0 1\n0 1 0\n1 1 1\n",
    "sparse.txt": "7\n2 4 5\n0 3 6\n1 2 5\n0 3\n1 6\n3 4 6\n",
    "ten.txt": "".join(
        line.split()[0] + "\n"
        for line in (SCRIPTS.parent / "data/puzzles.txt").read_text().splitlines()[1:11]
    ),
    "zeros.txt": "000\n000\n",
    "words.txt": "bit\nice\nten\nbat\nare\ntea\n",
}

MASKS = [
    (re.compile(r"[\d.,]+(?: [kMGT])?/s\b"), "RATE"),
    (re.compile(r"[\d.,]+ (?:ns|µs|ms|s|min|h|d|days?|hours?|minutes?)\b"), "TIME"),
    (re.compile(r'("\w*seconds\w*"): ?(?:\[[^\]]*\]|[-+.\de]+|null)'), r"\1:TIME"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"), "DATE"),
    (re.compile(r'\b\d+ threads?\b|"threads":\d+'), "THREADS"),
    (re.compile(r"commit: [\w-]+"), "commit: COMMIT"),
    (re.compile(r"^hosts: .*$|\"hosts\":{[^}]*}", re.M), "HOSTS"),
]
RECORD = re.compile(r"^(\d+,\d*,\d*,\d*),[^,]*,([^,]*),[^,]*,DATE,(.*),[0-9a-f]{8}$", re.M)


def masked(text, folder, measured):
    """A text without what may differ from run to run."""
    text = text.replace(str(folder), "FOLDER")
    for pattern, word in MASKS:
        text = pattern.sub(word, text)
    if text.startswith("ledger="):
        text = RECORD.sub(r"\1,MS,\2,HOST,DATE,\3,SUM", text)
        head, *records = text.splitlines()
        text = "\n".join([head, *sorted(records)])
    return re.sub(r"[\d.,]*\d( [kMGT]\b)?", "N", text) if measured else text


def content(path, folder, measured):
    """The text of a file to compare, or its bytes if it is not UTF-8."""
    data = path.read_bytes()
    try:
        return masked(data.decode(), folder, measured)
    except UnicodeDecodeError:
        return f"{len(data)} bytes: {data.hex()}"


def outcome(program, line, inputs):
    """The outputs, exit codes and files of a line that runs in a new folder."""
    measured = line.startswith("~ ")
    with tempfile.TemporaryDirectory() as outer:
        folder, codes = Path(outer) / "run", Path(outer) / "codes"
        folder.mkdir()
        codes.touch()
        (Path(outer) / "countless").symlink_to(program)
        (folder / "in").symlink_to(inputs)
        (folder / "data").symlink_to(SCRIPTS.parent / "data")
        (folder / "results").symlink_to(SCRIPTS.parent / "results")
        (folder / "ledgers").symlink_to(SCRIPTS.parent / "tests/ledgers")
        names = {"PROGRAM": f"{outer}/countless", "CODES": str(codes), "HOME": outer}
        names |= {"PATH": os.environ["PATH"], "TZ": "UTC", "LC_ALL": "C.UTF-8"}
        run = subprocess.run(
            ["timeout", str(LIMIT), "bash", "-c", PRELUDE + line.removeprefix("~ ")],
            cwd=folder, env=names, capture_output=True, stdin=subprocess.DEVNULL,
        )
        found = {"exit codes": f"{codes.read_text()}line: {run.returncode}"}
        for name, data in ("stdout", run.stdout), ("stderr", run.stderr):
            (Path(outer) / name).write_bytes(data)
            found[name] = content(Path(outer) / name, outer, measured)
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.parent.is_symlink():
                found[str(path.relative_to(folder))] = content(path, outer, measured)
        return found


def differences(old, new):
    """The lines that tell two outcomes apart."""
    for name in sorted(old.keys() | new.keys()):
        a, b = old.get(name, "no such file"), new.get(name, "no such file")
        if a != b:
            sides = (a.splitlines(), b.splitlines(), f"old {name}", f"new {name}")
            diff = list(difflib.unified_diff(*sides, lineterm="", n=0))
            yield from (text[:160] for text in diff[:SHOWN])
            if len(diff) > SHOWN:
                yield f"... {len(diff) - SHOWN} lines more"


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    programs = [Path(path).resolve(strict=True) for path in sys.argv[1:3]]
    wanted = sys.argv[3] if len(sys.argv) == 4 else ""
    lines = (SCRIPTS / "corpus.txt").read_text().splitlines()
    lines = [line for line in lines if line and line[0] != "#" and wanted in line]
    different = 0
    with tempfile.TemporaryDirectory() as inputs, ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, text in INPUTS.items():
            (Path(inputs) / name).write_text(text)
        jobs = [[pool.submit(outcome, p, line, inputs) for p in programs] for line in lines]
        for line, (old, new) in zip(lines, jobs):
            diff = list(differences(old.result(), new.result()))
            if diff:
                different += 1
                print(f"$ {line}", *diff, "", sep="\n")
    print(f"{len(lines)} command lines, {different} differ")
    sys.exit(different > 0)


if __name__ == "__main__":
    main()
