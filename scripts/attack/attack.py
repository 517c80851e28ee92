"""Attacks the program, as scripts/attack.sh says."""

import argparse
import os
import pty
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


class Failure(Exception):
    """The program did what it must not do."""


class Task:
    """A command that keeps a ledger, and what must come out in the end."""

    def __init__(self, words, output=None):
        self.words, self.output = words, output
        self.expected = None
        self.longest = 1.0

    def command(self, folder, ledger="ledger"):
        words = [*self.words, "--quiet", "--ledger", folder / ledger]
        return words + (["--output", folder / self.output] if self.output else [])

    def result(self, folder, printed):
        return (folder / self.output).read_bytes() if self.output else printed

    def learn(self, program, folder):
        """Runs it to its end, to know what comes out and how long it takes."""
        start = time.monotonic()
        printed = finish(start_program([program, *self.command(folder)]), [0])
        self.longest = time.monotonic() - start
        self.expected = self.result(folder, printed)
        self.ledger = (folder / "ledger").read_bytes()

    def check(self, folder, printed, ledger="ledger", twice=False):
        """Requires that all is right; subtrees may be recorded `twice` if rows were damaged."""
        if self.result(folder, printed) != self.expected:
            raise Failure("the result is wrong")
        lines = (folder / ledger).read_text().splitlines()
        subtrees = int(next(field for field in lines[0].split(",") if field.startswith("subtrees="))[9:])
        recorded = [int(line.split(",")[0]) for line in lines[2:]]
        if sorted(set(recorded) if twice else recorded) != list(range(subtrees)):
            missing = set(range(subtrees)) - set(recorded)
            again = {subtree for subtree in recorded if recorded.count(subtree) > 1}
            raise Failure(f"{self.words}: missing {missing}, recorded twice {again}")


def start_program(words, **options):
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL} | options
    return subprocess.Popen([str(word) for word in words], **options)


def finish(child, codes):
    """Waits for a program, which must end with one of these codes; gives what it printed."""
    try:
        printed, said = child.communicate(timeout=300)
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()
        raise Failure("it hangs") from None
    if child.returncode not in codes:
        said = (said or b"").decode(errors="replace").strip()[-300:]
        raise Failure(f"{' '.join(map(str, child.args))} ended with {child.returncode}: {said}")
    return printed or b""


class Attack:
    """What all kinds of attack need."""

    def __init__(self, options, home):
        self.program, self.tools, self.home = options.program, options.tools, home
        puzzles = (PROJECT / "data/puzzles.txt").read_text()
        self.puzzles = [line[:81] for line in puzzles.splitlines() if not line.startswith("#")]
        self.input = home / "puzzles.txt"
        self.input.write_text("\n".join(self.puzzles * (40_000 // len(self.puzzles))) + "\n")
        count = ["queens", "count", "14", "--method", "search", "--subtrees", "300"]
        solve = ["sudoku", "solve", self.input]
        self.count, self.solve = Task(count), Task(solve, "rows.csv")
        self.tasks = [self.count, Task(["queens", "count", "15", "--subtrees", "200"])]
        self.tasks += [self.solve, Task(solve, "rows.ndjson"), Task(solve, "rows.csv.zst")]
        for number, task in enumerate(self.tasks):
            folder = home / f"learnt-{number}"
            folder.mkdir()
            task.learn(self.program, folder)

    def start(self, words, **options):
        return start_program([self.program, *words], **options)

    def run(self, words, codes, **options):
        return finish(self.start(words, **options), codes)

    def complete(self, task, folder, twice=False):
        """Runs a task to its end, whatever was before."""
        task.check(folder, self.run(task.command(folder), [0]), twice=twice)

    def faults(self, luck, folder):
        """Calls of the system fail; a run that says it is complete is right."""
        task, log = luck.choice(self.tasks), folder / "faults"
        # Rows that cannot be read are written again, and recorded.
        twice = task.output is not None
        for _ in range(4):
            faults = {
                "LD_PRELOAD": f"{self.tools}/faults.so",
                "ATTACK_SEED": str(luck.getrandbits(60)),
                "ATTACK_RATE": str(luck.choice([2, 3, 10, 50])),
                "ATTACK_LOG": str(log),
            }
            if luck.random() < 0.5:
                faults |= {"ATTACK_HARD": "1", "ATTACK_RATE": str(luck.choice([5, 30, 100, 300]))}
            child = self.start(task.command(folder), env=os.environ | faults)
            printed = finish(child, [0, 2])
            if child.returncode == 0:
                task.check(folder, printed, twice=twice)
        self.complete(task, folder, twice)
        return sum(map(int, log.read_text().split())) if log.exists() else 0

    def kills(self, luck, folder):
        """Runs are killed at any moment and continued."""
        task, kills = luck.choice(self.tasks), 0
        while kills < 10:
            child = self.start(task.command(folder))
            time.sleep(luck.uniform(0, task.longest))
            if child.poll() is None:
                child.kill()
                child.communicate()
                kills += 1
                continue
            task.check(folder, finish(child, [0]))
            for file in folder.iterdir():
                file.unlink()
        self.complete(task, folder)
        return kills

    def signals(self, luck, folder):
        """Runs are asked to stop, once or twice."""
        task = luck.choice(self.tasks)
        for _ in range(3):
            child = self.start(task.command(folder))
            for _ in range(luck.choice([1, 1, 2])):
                time.sleep(luck.uniform(0, task.longest / 2))
                child.send_signal(luck.choice(SIGNALS))
            # Before it listens, a signal ends it.
            finish(child, [0, 130, *(-number for number in SIGNALS)])
        self.complete(task, folder)
        return 3

    def damage(self, luck, folder):
        """Ledgers and rows that are damaged are refused, or what comes out is right."""
        ledger = folder / "ledger"
        for number in range(20):
            ledger.write_bytes(damaged(luck, self.count.ledger))
            merge = ["ledger", "merge", "--quiet", ledger]
            child = self.start(merge if number else self.count.command(folder))
            printed = finish(child, [0, 1, 2])
            if child.returncode == 0 and printed != self.count.expected:
                raise Failure(f"{printed} from a damaged ledger")
        lines = self.solve.ledger.splitlines(keepends=True)
        ledger.write_bytes(b"".join(lines[: luck.randrange(2, len(lines))]))
        part = folder / "rows.csv.part"
        part.write_bytes(damaged(luck, self.solve.expected))
        child = self.start(self.solve.command(folder))
        printed = finish(child, [0, 2])
        if child.returncode == 2:
            # Its very beginning is not ours any more.
            part.unlink()
        self.complete(self.solve, folder, twice=True)
        return 21

    def processes(self, luck, folder):
        """Several processes have the same paths; what one says is complete is right."""
        task = luck.choice(self.tasks)
        same = luck.random() < 0.5
        ledgers = ["ledger" if same else f"ledger-{number}" for number in range(4)]
        children = []
        for ledger in ledgers:
            children.append(self.start(task.command(folder, ledger)))
            time.sleep(luck.uniform(0, task.longest / 3))
        for child, ledger in zip(children, ledgers):
            printed = finish(child, [0, 2])
            if child.returncode == 0:
                task.check(folder, printed, ledger)
        self.complete(task, folder)
        return 4

    def changes(self, luck, folder):
        """The input changes while it is read: no row of it is kept under the old hash."""
        input, rows = folder / "input.txt", folder / "rows.csv"
        original = self.input.read_bytes()
        input.write_bytes(original)
        words = ["sudoku", "solve", input, "-q", "--ledger", folder / "ledger", "-o", rows]
        child = self.start(words)
        time.sleep(luck.uniform(0, self.solve.longest))
        edited = luck.choice([damaged(luck, original), original[: luck.randrange(len(original))]])
        in_place = luck.random() < 0.5
        if in_place:
            input.write_bytes(edited)
        else:
            (folder / "new").write_bytes(edited)
            (folder / "new").rename(input)
        finish(child, [0, 1, 2])
        if child.returncode == 1 or child.returncode == 0 and rows.read_bytes() != self.solve.expected:
            # It was changed before it was read.
            again = folder / "again.csv"
            self.run(["sudoku", "solve", input, "-q", "-o", again], [0, 1])
            seen, whole = (path.read_bytes().splitlines(keepends=True) for path in (rows, again))
            if in_place and len(seen) < len(whole):
                # It may have been read before it was written to its end.
                seen, whole = seen[:-1], whole[: len(seen) - 1]
            if seen != whole:
                raise Failure("the rows are of no version of the input")
            return 1
        input.write_bytes(original)
        child = self.start(words)
        said = finish(child, [0, 2])
        if child.returncode == 0 and rows.read_bytes() != self.solve.expected:
            raise Failure(f"the rows are not those of the input {said}")
        return 1

    def terminals(self, luck, folder):
        """The terminal goes away during a run."""
        task = luck.choice(self.tasks)
        outer, inner = pty.openpty()
        words = [*(word for word in task.command(folder) if word != "--quiet"), "--progress", "always"]
        where = {"stderr": inner} | ({"stdout": inner} if luck.random() < 0.5 else {})
        child = self.start(words, start_new_session=True, **where)
        os.close(inner)
        time.sleep(luck.uniform(0, task.longest))
        os.close(outer)
        if luck.random() < 0.5:
            child.send_signal(signal.SIGHUP)
        # A result that cannot be printed is an error.
        finish(child, [0, 2, 130, -signal.SIGHUP])
        self.complete(task, folder)
        return 1

    def counts(self, luck, folder):
        """A few lines of C count the same."""
        for _ in range(5):
            n = luck.randrange(1, 11)
            squares = [f"{luck.randint(1, n)}:{luck.randint(1, n)}" for _ in range(luck.randrange(n))]
            ours = ["queens", "complete", n, *(["--blocked", ",".join(squares)] if squares else [])]
            self.compare(ours, ["queens", n, *squares])
            n = luck.randrange(4, 12)
            kernel = luck.choice(["auto", "scalar"])
            method = luck.choice(["join", "search"])
            self.compare(["queens", "count", n, "--method", method, "--kernel", kernel], ["queens", n])
            puzzle = list(luck.choice(self.puzzles))
            for cell in luck.sample(range(81), luck.randrange(12)):
                puzzle[cell] = "."
            puzzle = "".join(puzzle).replace("0", ".")
            self.compare(["sudoku", "count", puzzle], ["sudoku", puzzle])
        return 15

    def compare(self, ours, theirs):
        theirs = start_program([self.tools / "count", *theirs])
        try:
            expected, _ = theirs.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            # Too many for so simple a program.
            theirs.kill()
            theirs.communicate()
            return
        found = self.run([*ours, "--quiet"], [0])
        if found != expected:
            raise Failure(f"{' '.join(map(str, ours))}: {found} instead of {expected}")


def damaged(luck, content):
    """Content with a bit flipped, a part lost, or lines that come twice or in another order."""
    content = bytearray(content)
    for _ in range(luck.choice([1, 1, 3])):
        kind, at = luck.randrange(5), luck.randrange(len(content))
        if kind == 0:
            content[at] ^= 1 << luck.randrange(8)
        elif kind == 1:
            del content[max(at, 1) :]
        elif kind == 2:
            del content[at : at + luck.randrange(200)]
        elif kind == 3:
            content[at : at + 100] = bytes(100)
        else:
            lines = bytes(content).splitlines(keepends=True)
            line = luck.choice(lines)
            lines.insert(luck.randrange(len(lines) + 1), line)
            content = bytearray(b"".join(lines))
        if not content:
            content = bytearray(b"\n")
    return bytes(content)


KINDS = ["faults", "kills", "signals", "damage", "processes", "changes", "terminals", "counts"]


def main():
    parser = argparse.ArgumentParser(prog="scripts/attack.sh", description=__doc__)
    parser.add_argument("--tools", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--program", type=Path, required=True, help="the program")
    parser.add_argument("--seconds", type=float, default=60, help="how long")
    parser.add_argument("--rounds", type=int, help="so many of each kind instead")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="of the first round")
    parser.add_argument("--only", choices=KINDS, action="append", help="only attacks of this kind")
    options = parser.parse_args()
    if not options.program.exists():
        parser.error(f"there is no {options.program}: cargo build")
    options.program = options.program.resolve()
    tried, failures = dict.fromkeys(options.only or KINDS, 0), []
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as home:
        attack = Attack(options, Path(home))
        seed = options.seed
        while True:
            for kind in tried:
                if options.rounds is None and time.monotonic() - begin > options.seconds:
                    break
                folder = Path(home) / kind
                folder.mkdir()
                try:
                    tried[kind] += getattr(attack, kind)(random.Random(f"{kind} {seed}"), folder)
                except Exception as failure:
                    tried[kind] += 1
                    failures.append((kind, seed))
                    print(f"{kind}, seed {seed}: {failure}", flush=True)
                    if not isinstance(failure, Failure):
                        traceback.print_exc()
                shutil.rmtree(folder)
            else:
                seed += 1
                if seed - options.seed != options.rounds:
                    continue
            break
    print(f"seeds {options.seed} to {seed}, {time.monotonic() - begin:.0f} s")
    print("kind,tried,failed,seeds of failures")
    for kind, number in tried.items():
        seeds = [str(seed) for failed, seed in failures if failed == kind]
        print(f"{kind},{number},{len(seeds)},{' '.join(seeds)}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
