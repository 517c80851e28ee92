"""Exceptions."""


class PuzzleError(ValueError):
    """Something that is no puzzle, and what is wrong with it.

    It was raised for the puzzle at `row`, counted from 0, because of the character at
    `position`, counted from 1; `reason` says why.
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
