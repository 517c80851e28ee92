"""Exact covers in Knuth's text format: a line of items, then a line for each option.

>>> from countless import cover
>>> box = "a b c\\na b\\nc\\na\\nb c\\n"
>>> cover.count(box)
2
>>> cover.solutions(box)
[[1, 2], [3, 4]]
"""

from __future__ import annotations

from . import _check, _native
from ._run import Progress, how

__all__ = ["count", "solutions"]


def count(problem: str, *, threads: int | None = None, progress: Progress = None) -> int:
    """The number of solutions."""
    return _native.cover_count(_check.text("problem", problem), how(threads, progress))


def solutions(
    problem: str,
    *,
    limit: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> list[list[int]]:
    """The solutions, or the first `limit` of them: lists of the numbers of options, from 1."""
    problem, limit = _check.text("problem", problem), _check.optional("limit", limit)
    return _native.cover_solutions(problem, limit, how(threads, progress))
