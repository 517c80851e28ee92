"""How something is run: threads, and who is told how far it has come."""

from __future__ import annotations

from typing import Callable, Optional, TypedDict, Union

Told = Callable[[int, Optional[int]], object]
"""Is called with what is done and what there is in all, in any unit; None if that is not known."""

Progress = Union[Told, bool, None]
"""A function, or True for a bar of tqdm, if that is installed."""


class How(TypedDict):
    threads: int | None
    progress: Told | None


class _Bar:
    """A bar of tqdm."""

    def __init__(self) -> None:
        from tqdm.auto import tqdm

        self._bar = tqdm(unit_scale=True)

    def __call__(self, done: int, total: int | None) -> None:
        self._bar.total = total
        self._bar.update(done - self._bar.n)


def how(threads: int | None, progress: Progress) -> How:
    if progress is True:
        try:
            progress = _Bar()
        except ImportError:
            progress = None
    return {"threads": threads, "progress": progress or None}
