"""`countless.sudoku`, beside backtracking in Python."""

import itertools
import pickle
import random

import pytest
from conftest import BLANK, EXAMPLE, FEW, SHORT, SOLUTION, TWO_FIVES, by_hand

import countless
from countless import sudoku


def test_one_puzzle() -> None:
    assert sudoku.solve(EXAMPLE) == (SOLUTION, 1, "unique")
    assert sudoku.solve(EXAMPLE.encode()) == (SOLUTION.encode(), 1, "unique")
    assert sudoku.solve(BLANK) == (None, 2, "multiple")
    assert sudoku.solve("1" + SOLUTION[1:-1] + ".", errors="keep") == (None, 0, "invalid")
    assert sudoku.solve("12345678." + "........9" + BLANK[18:]) == (None, 0, "none")


def test_puzzles_are_solved_as_by_hand(puzzles: list[str]) -> None:
    solved = sudoku.solve(puzzles)
    assert solved.status == ["unique"] * len(puzzles)
    assert solved.solutions == [1] * len(puzzles)
    for puzzle, solution in list(zip(puzzles, solved.solution))[::5]:
        assert [solution] == list(by_hand(puzzle))


def test_solutions_are_counted_and_listed_as_by_hand() -> None:
    chance = random.Random(1)
    for blanks in [3, 20, 35, 45]:
        cells = list(SOLUTION)
        for cell in chance.sample(range(81), blanks):
            cells[cell] = "."
        puzzle = "".join(cells)
        expected = list(by_hand(puzzle))
        assert sudoku.count(puzzle) == len(expected)
        assert sudoku.count([puzzle, FEW]) == [len(expected), len(list(by_hand(FEW)))]
        assert list(sudoku.solutions(puzzle)) == expected
        assert list(sudoku.solutions(puzzle.encode(), limit=3)) == [
            solution.encode() for solution in expected[:3]
        ]


def test_limits() -> None:
    assert sudoku.solve(BLANK, max_solutions=1000).solutions == 1000
    assert sudoku.solve([BLANK, EXAMPLE], max_solutions=7).solutions == [7, 1]
    assert sudoku.count(BLANK, limit=12345) == 12345
    assert sudoku.count([BLANK, EXAMPLE], limit=5) == [5, 1]
    assert len(list(itertools.islice(sudoku.solutions(BLANK), 5000))) == 5000
    assert list(sudoku.solutions(BLANK, limit=0)) == []
    for wrong in [0, 1, -1]:
        with pytest.raises(ValueError):
            sudoku.solve(EXAMPLE, max_solutions=wrong)
    with pytest.raises(ValueError):
        sudoku.count(EXAMPLE, limit=0)


@pytest.mark.parametrize(
    "bad, position, reason",
    [
        (SHORT, 81, "expected 81 cells, found 80"),
        (EXAMPLE + ".", 82, "expected 81 cells, found 82"),
        ("q" + EXAMPLE[1:], 1, "'q' is neither a digit nor a blank"),
        ("\ud800" + EXAMPLE[1:], 1, "'\N{REPLACEMENT CHARACTER}' is neither a digit nor a blank"),
        (TWO_FIVES, 2, "5 appears twice in row 1, at r1c1 and r1c2"),
        ("", 1, "expected 81 cells, found 0"),
    ],
)
def test_errors_name_the_row(bad: str, position: int, reason: str) -> None:
    rows = [EXAMPLE] * 3000 + [bad] + [EXAMPLE] * 3000 + [SHORT]
    for function in [sudoku.solve, sudoku.count, sudoku.rate]:
        with pytest.raises(countless.PuzzleError) as error:
            function(rows)
        assert (error.value.row, error.value.position) == (3000, position)
        assert error.value.reason == reason
        assert str(error.value) == f"row 3000, character {position}: {reason}"
    kept = sudoku.solve(rows, errors="keep")
    assert kept.status == ["unique"] * 3000 + ["invalid"] + ["unique"] * 3000 + ["invalid"]
    assert (kept.solution[3000], kept.solutions[3000]) == (None, 0)
    assert sudoku.rate([EXAMPLE, bad], errors="keep").status == ["unique", "invalid"]
    for function in [sudoku.solutions, sudoku.explain]:
        with pytest.raises(countless.PuzzleError):
            function(bad)


def test_what_is_of_the_wrong_type() -> None:
    for wrong in [[EXAMPLE, 7], [[5, 3]], [b"".join]]:
        with pytest.raises(TypeError, match=r"row \d: expected a puzzle as str or bytes, found"):
            sudoku.solve(wrong)
    for wrong in [7, None, {"puzzle": [EXAMPLE]}]:
        with pytest.raises(TypeError, match="puzzles: expected .*; found (int|NoneType|dict)"):
            sudoku.solve(wrong)
    for function in [sudoku.solutions, sudoku.explain]:
        with pytest.raises(TypeError, match="puzzle: expected str or bytes, found list"):
            function([EXAMPLE])
    with pytest.raises(ValueError, match="errors: expected 'raise' or 'keep', found 'ignore'"):
        sudoku.solve(EXAMPLE, errors="ignore")


def test_missing_values(puzzles: list[str]) -> None:
    rows = [puzzles[0], None, puzzles[1]]
    for function in [sudoku.solve, sudoku.rate, sudoku.canonical, sudoku.count]:
        with pytest.raises(countless.PuzzleError) as error:
            function(rows)
        assert str(error.value) == (
            "row 1, character 1: expected a puzzle, found a missing value"
        )
    assert sudoku.solve(rows, errors="keep").status == ["unique", "invalid", "unique"]
    assert sudoku.rate(rows, errors="keep").level[1] is None
    assert sudoku.canonical(rows, errors="keep").canonical[1] is None


WRONG = {
    "threads": [
        ("x", "of at least 1, found 'x'"),
        (1.5, "of at least 1, found 1.5"),
        (0, "of at least 1, found 0"),
        (-1, "of at least 1, found -1"),
        (10**9, "of at most 4096, found 1000000000"),
    ],
    "max_solutions": [(1, "of at least 2, found 1"), (None, "of at least 2, found None")],
    "limit": [(0, "of at least 1, found 0"), (2**64, f"of at most {2**64 - 1}, found {2**64}")],
}


@pytest.mark.parametrize("name", WRONG)
def test_errors_name_the_argument(name: str) -> None:
    function = sudoku.count if name == "limit" else sudoku.solve
    for value, reason in WRONG[name]:
        kind = ValueError if isinstance(value, int) else TypeError
        with pytest.raises(kind) as error:
            function([EXAMPLE], **{name: value})
        assert str(error.value) == f"{name}: expected an integer {reason}"


def test_errors_show_no_names_of_the_implementation() -> None:
    calls = [
        lambda: sudoku.solve(EXAMPLE, progress=7),
        lambda: sudoku.solve(EXAMPLE, errors=[]),
        lambda: sudoku.solutions(EXAMPLE, limit="3"),
        lambda: sudoku.explain(EXAMPLE, upto=3),
        lambda: sudoku.explain(EXAMPLE, steps=-1),
        lambda: sudoku.generate("3"),
        lambda: sudoku.generate(1, seed="x"),
        lambda: sudoku.generate(1, clues=2.5),
        lambda: sudoku.generate(1, level=3),
        lambda: sudoku.generate(1, pattern=b"x"),
        lambda: sudoku.generate(1, symmetry=None),
        lambda: sudoku.generate(1, minimal=1),
    ]
    names = ["progress", "errors", "limit", "upto", "steps", "count", "seed", "clues", "level"]
    names += ["pattern", "symmetry", "minimal"]
    for call, name in zip(calls, names):
        with pytest.raises((TypeError, ValueError), match=f"^{name}: expected .*, found") as error:
            call()
        assert "How" not in str(error.value) and "argument" not in str(error.value)


def test_errors_name_the_public_module() -> None:
    assert f"{countless.PuzzleError.__module__}" == "countless"
    error = pickle.loads(pickle.dumps(countless.PuzzleError(3, 4, "reason")))
    assert str(error) == "row 3, character 4: reason"
    solved = sudoku.solve(EXAMPLE)
    assert pickle.loads(pickle.dumps(solved)) == solved


def test_other_kinds_of_lists(puzzles: list[str]) -> None:
    expected = sudoku.solve(puzzles)
    assert sudoku.solve(tuple(puzzles)) == expected
    assert sudoku.solve(iter(puzzles)) == expected
    of_bytes = sudoku.solve([puzzle.encode() for puzzle in puzzles])
    assert of_bytes.solution == [solution.encode() for solution in expected.solution]
    assert sudoku.solve([]) == ([], [], [])
    assert sudoku.count([]) == []
    assert sudoku.rate([]) == ([], [], [], [], [], [])


def test_pencil_marks() -> None:
    marks = "".join(
        "123456789" if cell == "." else "".join(d if d == cell else "." for d in "123456789")
        for cell in EXAMPLE
    )
    assert sudoku.solve([marks, EXAMPLE]).solution == [SOLUTION, SOLUTION]
    assert sudoku.count(marks) == 1
    assert list(sudoku.solutions(marks)) == [SOLUTION]


def test_threads_change_nothing(puzzles: list[str]) -> None:
    rows = (puzzles + [BLANK, SHORT]) * 50
    expected = sudoku.solve(rows, errors="keep", threads=1)
    for threads in [2, 3]:
        assert sudoku.solve(rows, errors="keep", threads=threads) == expected


def test_ratings(puzzles: list[str]) -> None:
    rated = sudoku.rate(puzzles)
    assert set(rated.status) == {"unique"}
    for row, puzzle in enumerate(puzzles[:10]):
        one = sudoku.rate(puzzle)
        assert one == tuple(column[row] for column in rated)
        explanation = sudoku.explain(puzzle)
        # The elimination at the beginning is no step of a rating.
        assert one.steps == len(explanation) - 1
        assert one.hardest in {step.technique for step in explanation}
    assert sudoku.rate(BLANK) == ("multiple", None, None, None, None, None)


def test_canonical_forms(puzzles: list[str]) -> None:
    forms = sudoku.canonical(puzzles)
    assert len(set(forms.canonical)) == len(puzzles)
    digits = str.maketrans("123456789", "298736451")
    shuffled = [puzzle.translate(digits)[::-1] for puzzle in puzzles]
    assert sudoku.canonical(shuffled) == forms
    assert sudoku.canonical(forms.canonical) == forms
    assert sudoku.canonical(BLANK) == ("." * 81, 3_359_232)
    assert sudoku.canonical([]) == ([], [])
    kept = sudoku.canonical([puzzles[0], SHORT], errors="keep")
    assert kept == ([forms.canonical[0], None], [forms.automorphisms[0], None])
    with pytest.raises(countless.PuzzleError, match="row 1"):
        sudoku.canonical([puzzles[0], SHORT])


def test_explanations() -> None:
    explanation = sudoku.explain(EXAMPLE)
    assert (explanation.end, explanation.is_unique, explanation.grid) == ("solved", True, SOLUTION)
    assert str(explanation).splitlines()[1].startswith("2. Hidden single: in box 7, 8 can only be in r8c2")
    assert str(explanation).splitlines()[-1] == SOLUTION
    step = explanation.steps[1]
    assert step.placed == [{"cell": "r8c2", "digit": 8}]
    assert str(step) == step.text
    assert sudoku.explain(EXAMPLE, steps=3).end == "limit"
    assert sudoku.explain(BLANK).end == "wall"
    assert sudoku.explain(EXAMPLE, upto="elimination").end == "solved"
    with pytest.raises(ValueError, match="upto: expected one of .*naked-single.*; found 'magic'"):
        sudoku.explain(EXAMPLE, upto="magic")


def test_ratings_of_sudoku_explainer() -> None:
    puzzle = "...3........7..2687.8.4....6..58.4..4.5....16......5..1.9....7...4.6.....3..2..9."
    assert sudoku.rate(puzzle, scale="se") == ("unique", "expert", 7.4, 1.2, 1.2)
    rated = sudoku.rate([EXAMPLE, BLANK, "x"], scale="se", errors="keep")
    assert rated.status == ["unique", "multiple", "invalid"]
    assert rated.er == rated.ep == rated.ed == [1.2, None, None]
    assert rated.level == ["easy", None, None]
    with pytest.raises(ValueError, match="scale: expected points or se, found 'stars'"):
        sudoku.rate(puzzle, scale="stars")
    made = sudoku.generate(3, seed=1, er="2.0..4.4")
    assert made == sudoku.generate(3, seed=1, er="2.0..4.4", threads=1)
    for one in made:
        rating = sudoku.rate(one.puzzle, scale="se")
        assert one.er is not None and 2.0 <= one.er <= 4.4
        assert one.er == rating.er
        assert one.level == rating.level
    for wrong in ["7.15", "x", "4..2"]:
        with pytest.raises(ValueError, match="^er: "):
            sudoku.generate(1, er=wrong)


def test_puzzles_that_are_made() -> None:
    made = sudoku.generate(20, seed=3, level="medium", symmetry="rotational")
    assert made == sudoku.generate(20, seed=3, level="medium", symmetry="rotational", threads=1)
    assert made[:5] == sudoku.generate(5, seed=3, level="medium", symmetry="rotational")
    for puzzle, solution, clues, level, er in made:
        assert er is None
        assert list(by_hand(puzzle)) == [solution]
        assert clues == 81 - puzzle.count(".")
        assert level == "medium" == sudoku.rate(puzzle).level
        blanks = [cell == "." for cell in puzzle]
        assert blanks == blanks[::-1]
    assert sudoku.generate()[0] != sudoku.generate()[0]
    assert sudoku.generate(2, clues=30, unique=False)[0].level is None
    for wrong in [{"clues": 16}, {"clues": 82}]:
        with pytest.raises(ValueError):
            sudoku.generate(1, **wrong)  # type: ignore[arg-type]
    for name in ["level", "technique", "symmetry"]:
        with pytest.raises(ValueError, match=f"^{name}: expected one of .*; found 'so-so'$"):
            sudoku.generate(1, **{name: "so-so"})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="^pattern: "):
        sudoku.generate(1, pattern="x")
