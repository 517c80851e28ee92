"""`countless.queens` and `countless.cover`, beside brute force."""

from itertools import permutations

import pytest

from countless import cover, queens


def by_hand(n: int) -> list[tuple[int, ...]]:
    """All boards on which no two queens share a column or a diagonal."""

    def fits(board: tuple[int, ...]) -> bool:
        return all(
            abs(board[i] - board[j]) != j - i for j in range(n) for i in range(j)
        )

    return [board for board in permutations(range(1, n + 1)) if fits(board)]


@pytest.mark.parametrize("n", range(9))
def test_boards_are_counted_and_listed_as_by_hand(n: int) -> None:
    expected = by_hand(n)
    assert queens.count(n) == len(expected)
    assert list(queens.solutions(n)) == expected
    assert list(queens.solutions(n, limit=3)) == expected[:3]
    squares = [[0] * n for _ in range(n)]
    for board in expected:
        for row, column in enumerate(board):
            squares[row][column - 1] += 1
    assert queens.tally(n) == squares


def test_constraints() -> None:
    board = queens.board(8, queens=[(1, 5)], blocked=[(3, 3), (8, 8)])
    expected = [it for it in by_hand(8) if it[0] == 5 and it[2] != 3 and it[7] != 8]
    assert board.count() == len(expected) == len(list(board.solutions()))
    assert list(board.solutions()) == expected
    assert queens.board(2, 3).count() == 2
    assert list(queens.board(2, 3).solutions()) == [(1, 3), (3, 1)]
    for wrong in [lambda: queens.board(8, queens=[(9, 1)]), lambda: queens.board(33)]:
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(ValueError, match="row 0"):
        queens.board(8, blocked=[(0, 1)])
    with pytest.raises(ValueError, match="n: expected an integer of at least 0, found -1"):
        queens.count(-1)
    with pytest.raises(TypeError, match="n: expected an integer of at least 0, found '8'"):
        queens.classes("8")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="queens: expected a row and a column, found 'a1'"):
        queens.board(8, queens=["a1"])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="queens: expected a collection of squares, found 5"):
        queens.board(8, queens=5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"blocked: expected a row and a column, found \(1,\)"):
        queens.board(8, blocked=[(1,)])  # type: ignore[list-item]


def test_arrays() -> None:
    np = pytest.importorskip("numpy")
    blocks = list(queens.solutions(9, as_array=True, rows=100))
    assert [block.shape for block in blocks] == [(100, 9)] * 3 + [(52, 9)]
    assert blocks[0].dtype == np.uint8
    rows = [tuple(row) for row in np.concatenate(blocks).tolist()]
    assert rows == by_hand(9)
    assert list(queens.board(3).solutions(as_array=True)) == []
    with pytest.raises(ValueError, match="rows: expected an integer of at least 1, found 0"):
        queens.solutions(8, as_array=True, rows=0)


def test_classes() -> None:
    # OEIS A000170 and A002562.
    for n, solutions, fundamental in [(8, 92, 12), (10, 724, 92), (12, 14200, 1787)]:
        assert queens.classes(n)[-1] == ("all", solutions, fundamental)


def test_covers() -> None:
    # Knuth's toy problem, The Art of Computer Programming, 7.2.2.1, (5) and (6).
    toy = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"
    assert cover.count(toy) == 1
    assert cover.solutions(toy) == [[1, 4, 5]]
    # Items that have two options each: 2 to the power of their number.
    many = " ".join(f"i{number}" for number in range(200))
    options = "".join(f"i{number} x{number}:a\ni{number} x{number}:b\n" for number in range(200))
    colours = " ".join(f"x{number}" for number in range(200))
    assert cover.count(f"{many} | {colours}\n{options}") == 2**200
    with pytest.raises(ValueError, match="problem:2"):
        cover.count("a b\nq\n")
    with pytest.raises(TypeError, match="problem: expected a str, found b'a'"):
        cover.count(b"a")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="limit: expected an integer of at least 0, found -1"):
        cover.solutions(toy, limit=-1)
