"""Exceptions."""


class PuzzleError(ValueError):
    """An invalid puzzle.

    `row` is the row of the puzzle, counted from 0. `position` is the first wrong character,
    counted from 1. `reason` states the fault.
    """

    row: int
    position: int
    reason: str

    def __init__(self, row: int, position: int, reason: str) -> None:
        super().__init__(row, position, reason)
        self.row = row
        self.position = position
        self.reason = reason

    def __str__(self) -> str:
        return f"row {self.row}, character {self.position}: {self.reason}"


# Tracebacks and pickles name the public module.
PuzzleError.__module__ = "countless"
