"""How things run: progress, Ctrl-C, other threads, import, memory, the command line."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import BLANK, EXAMPLE

import countless
from countless import cover, queens, sudoku

SLOW = {
    "queens.count": "queens.count(19)",
    "queens.tally": "queens.tally(18)",
    "queens.classes": "queens.classes(19)",
    "board.count": "queens.board(18, blocked=[(1, 1)]).count()",
    "block": "next(queens.solutions(16, as_array=True, rows=10**8))",
    "sudoku.count": "sudoku.count('1' + '.' * 80)",
    "sudoku.count of many": "sudoku.count(['1' + '.' * 80, '2' + '.' * 80])",
    "sudoku.solve": "sudoku.solve(['1' + '.' * 80] * 2, max_solutions=10**15)",
    "sudoku.generate": "sudoku.generate(10**6, clues=18, seed=1)",
}


@pytest.mark.skipif(os.name == "nt", reason="signals are sent in another way there")
@pytest.mark.parametrize("call", SLOW.values(), ids=SLOW.keys())
def test_ctrl_c_ends_at_once(call: str) -> None:
    program = f"""
import os, signal, threading, time
from countless import queens, sudoku
sent = []
def send():
    time.sleep(0.5)
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send, daemon=True).start()
try:
    {call}
    print("it has ended by itself")
except KeyboardInterrupt:
    print(time.monotonic() - sent[0])
"""
    took = []
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert done.stderr == "", done.stderr
        took.append(float(done.stdout))
    # A tenth of a second, where nobody else keeps the machine busy.
    assert min(took) < 0.15, took


def test_the_interpreter_goes_on() -> None:
    counts = []
    thread = threading.Thread(target=lambda: counts.append(queens.count(18)))
    thread.start()
    ticks = 0
    while thread.is_alive():
        ticks += 1
        time.sleep(0.001)
    assert counts == [666090624]
    assert ticks > 5


def test_progress() -> None:
    told: list[tuple[int, object]] = []
    assert queens.count(15, progress=lambda *args: told.append(args)) == 2279184
    # How much there is may not be known at first.
    assert told[-1][0] == told[-1][1] and told == sorted(told, key=lambda it: it[0])
    told.clear()
    sudoku.solve([EXAMPLE] * 5000, progress=lambda *args: told.append(args))
    assert told[-1] == (5000, 5000)

    class Enough(Exception):
        pass

    def stop(done: int, total: object) -> None:
        raise Enough

    began = time.monotonic()
    with pytest.raises(Enough):
        queens.count(20, progress=stop)
    assert time.monotonic() - began < 5


def test_bars_show_the_unit(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")

    def last_line() -> str:
        return capfd.readouterr().err.replace("\r", "\n").strip().splitlines()[-1]

    assert queens.count(12, progress=True) == 14200
    shown = last_line()
    assert shown.startswith("100.0 %|") and "| 14,200 solutions, " in shown
    sudoku.solve([EXAMPLE] * 5000, progress=True)
    shown = last_line()
    assert shown.startswith("100.0 %|") and "| 5,000 puzzles, " in shown
    sudoku.generate(3, seed=1, progress=True)
    assert "3 puzzles, " in last_line()


def test_an_iterator_of_another_thread() -> None:
    solutions = sudoku.solutions(BLANK)
    found: list[str] = []
    failed: list[BaseException] = []

    def take() -> None:
        for _ in range(2000):
            try:
                found.append(next(solutions))
            except RuntimeError as error:
                failed.append(error)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert len(found) == len(set(found)) == 8000 - len(failed)
    assert all("another thread" in str(error) for error in failed)


def test_import_is_quick_and_imports_nothing_else() -> None:
    program = """
import json, sys, time
began = time.process_time()
import countless
took = time.process_time() - began
others = {"numpy", "polars", "pandas", "pyarrow", "duckdb", "tqdm"} & set(sys.modules)
print(json.dumps([took, sorted(others)]))
"""
    runs = [subprocess.check_output([sys.executable, "-c", program]) for _ in range(5)]
    told = [json.loads(run) for run in runs]
    assert all(others == [] for _, others in told)
    assert min(took for took, _ in told) < 0.03, told


def test_modules_come_with_the_package() -> None:
    program = "import countless; print(countless.queens.count(6), countless.sudoku.STATUSES[0])"
    output = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert output == "4 unique\n"
    with pytest.raises(AttributeError):
        countless.nothing  # type: ignore[attr-defined]


@pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")
def test_memory_is_that_of_the_output() -> None:
    program = """
import re
import numpy as np
from countless import sudoku
def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) * 1024
EXAMPLE = "%s"
row = np.frombuffer(EXAMPLE.replace(".", "0").encode(), np.uint8) - 48
sudoku.solve(row[None])
few = np.tile(row, (10_000, 1))
sudoku.solve(few)  # what the threads need is there now
many = np.tile(row, (1_000_000, 1))
before = peak()
solved = sudoku.solve(many)
output = solved.solution.nbytes + solved.solutions.nbytes + solved.status.nbytes
print((peak() - before) / output)
"""
    pytest.importorskip("numpy")
    output = subprocess.check_output([sys.executable, "-c", program % EXAMPLE], text=True)
    # The engine's own memory is a few megabytes.
    assert float(output) < 1.3, output


def test_the_command_line() -> None:
    script = Path(sys.executable).parent / "countless"
    for command in [[sys.executable, "-m", "countless"], [str(script)]]:
        def run(*words: str) -> subprocess.CompletedProcess[str]:
            return subprocess.run([*command, *words], capture_output=True, text=True)

        assert run("queens", "count", "10").stdout == "724\n"
        assert run("--version").stdout.split()[:2] == ["countless", countless.__version__]
        assert run("queens", "count", "x").returncode == 2
        assert run("sudoku", "solve", "--check", "-q", "no/such/file").returncode == 2


def test_the_kernel_is_the_best_of_the_machine() -> None:
    assert countless.kernel in ("scalar", "avx2", "avx512")


def test_large_counts_are_integers() -> None:
    # Twelve million and more tilings of a chessboard with dominoes: Kasteleyn, 1961.
    squares = [(row, column) for row in range(8) for column in range(8)]
    items = " ".join(f"{row}{column}" for row, column in squares)
    options = [f"{r}{c} {r}{c + 1}" for r, c in squares if c < 7]
    options += [f"{r}{c} {r + 1}{c}" for r, c in squares if r < 7]
    assert cover.count("\n".join([items, *options, ""])) == 12988816
    assert isinstance(queens.count(4), int)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_process_has_threads_of_its_own() -> None:
    assert queens.count(8, threads=2) == 92
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(queens.count, [6, 7, 8, 9]).get(60) == [4, 40, 92, 352]
    assert queens.count(8, threads=2) == 92
