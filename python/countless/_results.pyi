"""Results with the types of their fields: `str`, or a list, an array or a column of them."""

from typing import Any, Generic, NamedTuple, TypeVar

_Text = TypeVar("_Text")
_Number = TypeVar("_Number")
_Word = TypeVar("_Word")
_Status = TypeVar("_Status")
_Rating = TypeVar("_Rating")

class Solved(NamedTuple, Generic[_Text, _Number, _Status]):
    solution: _Text
    solutions: _Number
    status: _Status

class Rated(NamedTuple, Generic[_Status, _Rating, _Word, _Number]):
    status: _Status
    rating: _Rating
    level: _Word
    hardest: _Word
    steps: _Number
    effort: _Number

class RatedWithNodes(NamedTuple, Generic[_Status, _Rating, _Word, _Number]):
    status: _Status
    rating: _Rating
    level: _Word
    hardest: _Word
    steps: _Number
    effort: _Number
    nodes: _Number

class Augmented(NamedTuple):
    puzzle: Any
    solution: Any
    group: Any
    copy: Any

class Minimal(NamedTuple, Generic[_Status, _Number, _Word]):
    status: _Status
    minimal: _Number
    redundant: _Word

class ExplainerRated(NamedTuple, Generic[_Status, _Word, _Rating]):
    status: _Status
    level: _Word
    er: _Rating
    ep: _Rating
    ed: _Rating

class Canonical(NamedTuple, Generic[_Text, _Number]):
    canonical: _Text
    automorphisms: _Number

class Made(NamedTuple):
    puzzle: str
    solution: str
    clues: int
    level: str | None
    er: float | None = None
