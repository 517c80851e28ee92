"""Results of functions: of one puzzle, or a column for each field.

The stub `_results.pyi` has the types of the fields.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Solved(NamedTuple):
    """The result of `solve`.

    `status` is `unique`, `multiple`, `none` or `invalid`. `solutions` is the number of solutions
    counted. `solution` is the solution of a puzzle with status `unique`. Otherwise it is None,
    in arrays of digits 0, in arrays of text empty.
    """

    solution: Any
    solutions: Any
    status: Any


class Rated(NamedTuple):
    """The result of `rate`. Fields are None unless the puzzle has exactly one solution.

    `level` is `easy`, `medium`, `hard`, `expert` or `extreme`. Below `extreme`, `rating` rounded
    down is the weight of the hardest technique.
    """

    status: Any
    rating: Any
    level: Any
    hardest: Any
    steps: Any
    effort: Any


class RatedWithNodes(NamedTuple):
    """The result of `rate` with `nodes=True`.

    `nodes` is the number of branches of the search for the solution, the same on every machine.
    """

    status: Any
    rating: Any
    level: Any
    hardest: Any
    steps: Any
    effort: Any
    nodes: Any


class Augmented(NamedTuple):
    """Images of puzzles, as arrays of NumPy with a row for each image.

    `puzzle` and `solution` have digits, 0 for a blank. `group` is the number of the puzzle, from 0.
    `copy` is 0 for the puzzle itself, and counts its images from 1.
    """

    puzzle: Any
    solution: Any
    group: Any
    copy: Any


class Minimal(NamedTuple):
    """The result of `minimal`. Fields are None unless the puzzle has exactly one solution.

    `redundant` names the clues without which the solution stays the only one, such as `r1c1 r2c3`.
    """

    status: Any
    minimal: Any
    redundant: Any


class ExplainerRated(NamedTuple):
    """The result of `rate` with `scale="se"`: the ratings of Sudoku Explainer 1.2.1.

    Fields are None unless the puzzle has exactly one solution. `level` is the band of `er`.
    """

    status: Any
    level: Any
    er: Any
    ep: Any
    ed: Any


class Canonical(NamedTuple):
    """The result of `canonical`. Fields are None for an invalid puzzle.

    `canonical` is the least image of the puzzle under all symmetries, as text with `.` for a
    blank. Two puzzles have the same canonical form if and only if they are equivalent.
    `automorphisms` is the number of symmetries that map the puzzle to itself, for most puzzles 1.
    """

    canonical: Any
    automorphisms: Any


class Made(NamedTuple):
    """A generated puzzle."""

    puzzle: str
    solution: str
    clues: int
    level: str | None
    er: float | None = None


# Representations and pickles name the public module.
for _class in (
    Solved,
    Rated,
    RatedWithNodes,
    Augmented,
    Minimal,
    ExplainerRated,
    Canonical,
    Made,
):
    _class.__module__ = "countless.sudoku"
del _class
