"""Options of a run: the number of threads and the report of progress."""

from __future__ import annotations

from typing import Any, Callable, Optional, TypedDict, Union

from . import _check

Report = Callable[[int, Optional[int]], object]
"""Receives the work done and all work, in any unit. All work is None while it is unknown."""

Progress = Union[Report, bool, None]
"""A function, or True for a bar of tqdm if tqdm is installed."""

Found = Callable[[int, Optional[int], int], object]
"""Receives the work done, all work, and the number of puzzles or solutions found."""


class How(TypedDict):
    threads: int | None
    progress: Found | None


class _Bar:
    """A bar of tqdm, which shows what the command line shows."""

    def __init__(self, noun: str) -> None:
        from tqdm.auto import tqdm

        self._noun = noun
        known = "{percentage:5.1f} %|{bar}| {desc}, {elapsed}, ETA {remaining}"
        unknown = "{desc}, {elapsed}"
        self._formats = {True: known, False: unknown}
        self._bar = tqdm(desc=f"0 {noun}", bar_format=unknown)

    def __call__(self, done: int, total: int | None, found: int) -> None:
        bar = self._bar
        bar.total = total
        bar.bar_format = self._formats[total is not None]
        bar.set_description_str(f"{found:,} {self._noun}", refresh=False)
        bar.update(done - bar.n)
        if done == total:
            bar.refresh()


def how(threads: Any, progress: Any, noun: str = "solutions") -> How:
    """The options of a run that finds `noun`."""
    threads = _check.optional("threads", threads, 1, _check.MOST_THREADS)
    return {"threads": threads, "progress": _found(progress, noun)}


def _found(progress: Any, noun: str) -> Found | None:
    if progress is None or progress is False:
        return None
    if progress is True:
        try:
            return _Bar(noun)
        except ImportError:
            return None
    if not callable(progress):
        raise TypeError(f"progress: expected a function, True or None, found {progress!r}")
    return lambda done, total, found: progress(done, total)
