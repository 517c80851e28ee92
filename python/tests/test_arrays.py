"""NumPy arrays, and columns of other libraries; each is left out where it is missing."""

import pytest
from conftest import BLANK, EXAMPLE, SHORT, SOLUTION, TWO_FIVES

import countless
from countless import _kinds, sudoku

np = pytest.importorskip("numpy")

ROWS = [EXAMPLE, BLANK, SOLUTION[:-1] + "."]
NAMES = ["puzzle", "puzzles", "quizzes", "quiz", "sudoku", "grid", "question", "Quizzes"]
MISSING = "expected a puzzle, found a missing value"
SOLVED = [(SOLUTION, 1, "unique"), (None, 2, "multiple"), (SOLUTION, 1, "unique")]


def digits(text: str) -> list[int]:
    return [int(character) for character in text.replace(".", "0")]


def test_digits() -> None:
    array = np.array([digits(row) for row in ROWS], dtype=np.uint8)
    solution, solutions, status = sudoku.solve(array)
    assert solution.dtype == np.uint8 and solution.shape == (3, 81)
    assert solution.tolist() == [digits(SOLUTION), [0] * 81, digits(SOLUTION)]
    assert solutions.dtype == np.uint64 and solutions.tolist() == [1, 2, 1]
    assert status.tolist() == ["unique", "multiple", "unique"]
    counts = sudoku.count(array[::2])
    assert counts.dtype == np.uint64 and counts.tolist() == [1, 1]

    squares = sudoku.solve(array.reshape(3, 9, 9))
    assert squares.solution.shape == (3, 9, 9)
    assert (squares.solution.reshape(3, 81) == solution).all()
    # Whatever the order in memory, and without the right to write.
    array = np.asfortranarray(array)
    array.flags.writeable = False
    assert (sudoku.solve(array).solution == solution).all()
    assert (sudoku.solve(np.repeat(array, 2, axis=0)[::2]).solution == solution).all()


def test_one_array() -> None:
    for shape in [(81,), (9, 9)]:
        array = np.array(digits(EXAMPLE), dtype=np.uint8).reshape(shape)
        solution, solutions, status = sudoku.solve(array)
        assert solution.shape == shape and solution.ravel().tolist() == digits(SOLUTION)
        assert (solutions, status, sudoku.count(array)) == (1, "unique", 1)
        assert sudoku.rate(array).level == "easy"
        assert sudoku.solve(np.zeros(shape, np.uint8)) == (None, 2, "multiple")


def test_texts() -> None:
    for kind in ["S81", "S90", "U81", "U100", object]:
        array = np.array([row.encode() for row in ROWS] if "S" in str(kind) else ROWS, kind)
        solution, solutions, status = sudoku.solve(array)
        assert list(solutions) == [1, 2, 1]
        assert list(status) == ["unique", "multiple", "unique"]
        wanted = [SOLUTION, None if kind is object else "", SOLUTION]
        found = [it.decode() if isinstance(it, bytes) else it for it in solution]
        assert found == wanted
        rated = sudoku.rate(array)
        assert list(rated.level) == ["easy", None if kind is object else "", "easy"]
    assert np.isnan(sudoku.rate(np.array(ROWS)).rating).tolist() == [False, True, False]


def test_nothing() -> None:
    assert sudoku.solve(np.zeros((0, 81), np.uint8)).solution.shape == (0, 81)
    assert len(sudoku.solve(np.array([], dtype="S81")).status) == 0
    assert sudoku.count(np.zeros((0, 81), np.uint8)).tolist() == []


def test_what_is_wrong_with_arrays() -> None:
    array = np.array([digits(row) for row in [EXAMPLE, TWO_FIVES]], dtype=np.uint8)
    with pytest.raises(countless.PuzzleError) as error:
        sudoku.solve(array)
    assert (error.value.row, error.value.position) == (1, 2)
    array[1, 7] = 12
    with pytest.raises(countless.PuzzleError, match="12 is not a digit from 0 to 9"):
        sudoku.solve(array)
    assert sudoku.solve(array, errors="keep").status.tolist() == ["unique", "invalid"]
    with pytest.raises(countless.PuzzleError, match="row 1, character 81: expected 81 cells"):
        sudoku.solve(np.array([EXAMPLE, SHORT]))
    with pytest.raises(ValueError, match="shape"):
        sudoku.solve(np.zeros((3, 80), np.uint8))
    with pytest.raises(ValueError, match="one dimension"):
        sudoku.solve(np.array([[EXAMPLE]]))
    for wrong in [np.zeros((3, 81)), np.zeros(81), np.zeros((3, 81), bool)]:
        with pytest.raises(TypeError) as error:
            sudoku.solve(wrong)
        expected = f"expected an array of integers or texts, found {wrong.dtype}"
        assert str(error.value) == f"{expected}\nhint: array.astype(numpy.uint8)"


@pytest.mark.parametrize("kind", ["int8", "uint16", "int32", "int64", "uint64", ">i2"])
def test_integers_of_any_width(kind: str) -> None:
    array = np.array([digits(row) for row in ROWS], dtype=np.uint8)
    expected = sudoku.solve(array)
    wide = array.astype(kind)
    for shape in [(3, 81), (3, 9, 9)]:
        solved = sudoku.solve(wide.reshape(shape))
        assert solved.solution.shape == shape and solved.solution.dtype == np.uint8
        assert (solved.solution.reshape(3, 81) == expected.solution).all()
        assert (solved.status == expected.status).all()
    assert sudoku.count(wide[0]) == 1
    # 265 is 9 in eight bits.
    for value in [-1, -247, 265, 255, 10]:
        if not np.iinfo(wide.dtype).min <= value <= np.iinfo(wide.dtype).max:
            continue
        wide[2, 5] = value
        with pytest.raises(countless.PuzzleError) as error:
            sudoku.solve(wide)
        reason = f"{value} is not a digit from 0 to 9"
        assert str(error.value) == f"row 2, character 6: {reason}"
        assert list(sudoku.solve(wide, errors="keep").status) == ["unique", "multiple", "invalid"]


def test_counts_that_do_not_fit() -> None:
    # To count that many takes too long here.
    kind = _kinds.kind_of(np.array([EXAMPLE]))
    assert kind.numbers("solutions", [2**64 - 1]).tolist() == [2**64 - 1]
    with pytest.raises(OverflowError):
        kind.numbers("solutions", [2**64])


def columns(table: object) -> list[tuple[object, ...]]:
    return [(it["solution"], it["solutions"], it["status"]) for it in table]  # type: ignore


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    column = polars.Series("puzzle", ROWS)
    for series in [column, column.cast(polars.Binary), polars.concat([column[:1], column[1:]])]:
        frame = sudoku.solve(series)
        assert isinstance(frame, polars.DataFrame)
        assert columns(frame.to_dicts()) == SOLVED
    assert frame.schema["solutions"] == polars.UInt64
    counts = sudoku.count(column[::2])
    assert counts.dtype == polars.UInt64 and counts.to_list() == [1, 1]
    rated = sudoku.rate(column)
    assert rated["level"].to_list() == ["easy", None, "easy"]
    with_missing = polars.Series([EXAMPLE, None])
    with pytest.raises(countless.PuzzleError, match=f"row 1, character 1: {MISSING}"):
        sudoku.solve(with_missing)
    assert sudoku.solve(with_missing, errors="keep")["status"].to_list() == ["unique", "invalid"]
    with pytest.raises(TypeError, match="expected a column of texts, found Int64"):
        sudoku.solve(polars.Series([1, 2]))
    frame = polars.DataFrame({"id": [1, 2, 3], "puzzle": ROWS})
    assert columns(sudoku.solve(frame).to_dicts()) == SOLVED
    for name in NAMES:
        assert columns(sudoku.solve(frame.rename({"puzzle": name})).to_dicts()) == SOLVED
    with pytest.raises(ValueError, match=r"expected a column puzzle, .*; found id, text\nhint: "):
        sudoku.solve(frame.rename({"puzzle": "text"}))
    with pytest.raises(TypeError, match="puzzles: expected .*; found LazyFrame"):
        sudoku.solve(frame.lazy())
    assert sudoku.solve(column[:0]).height == 0


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    series = pandas.Series(ROWS, index=[7, 8, 9], name="puzzle")
    for series in [series, series.astype(object)]:
        frame = sudoku.solve(series)
        assert isinstance(frame, pandas.DataFrame)
        assert frame.index.tolist() == [7, 8, 9]
        assert frame["solutions"].tolist() == [1, 2, 1]
        assert frame["status"].tolist() == ["unique", "multiple", "unique"]
        assert frame["solution"].isna().tolist() == [False, True, False]
        assert frame["solution"][7] == SOLUTION
    assert sudoku.count(series[::2]).loc[9] == 1
    assert sudoku.rate(series).loc[7, "level"] == "easy"


def test_pandas_frames() -> None:
    pandas = pytest.importorskip("pandas")
    index = [7, 8, 9]
    for name in NAMES:
        frame = pandas.DataFrame({"id": [1, 2, 3], name: ROWS}, index=index)
        solved = sudoku.solve(frame)
        assert solved.index.tolist() == index
        assert solved["status"].tolist() == ["unique", "multiple", "unique"]
        assert sudoku.count(frame[:1]).tolist() == [1]
        assert sudoku.rate(frame)["level"].tolist()[0] == "easy"
    # `puzzle` counts before the others, wherever it stands.
    frame = pandas.DataFrame({"quiz": ["", "", ""], "Puzzle": ROWS})
    assert sudoku.solve(frame)["solutions"].tolist() == [1, 2, 1]
    assert sudoku.solve(pandas.DataFrame({0: ROWS}))["solutions"].tolist() == [1, 2, 1]
    frame = pandas.DataFrame({"id": [1, 2, 3], "text": ROWS})
    with pytest.raises(ValueError, match=r"expected a column puzzle, .*; found id, text\nhint: "):
        sudoku.solve(frame)
    with pytest.raises(ValueError, match="expected a column puzzle, .*; found none"):
        sudoku.solve(pandas.DataFrame())


def test_missing_values_of_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    for kind in [object, "string", "str"]:
        for missing in [None, float("nan"), pandas.NA]:
            series = pandas.Series([EXAMPLE, missing, BLANK], dtype=kind, index=[4, 5, 6])
            for function in [sudoku.solve, sudoku.rate, sudoku.canonical, sudoku.count]:
                with pytest.raises(countless.PuzzleError, match=MISSING) as error:
                    function(series)
                assert error.value.row == 1
            solved = sudoku.solve(series, errors="keep")
            assert solved["status"].tolist() == ["unique", "invalid", "multiple"]
            assert solved.index.tolist() == [4, 5, 6]
            kept = sudoku.solve(series.to_numpy(dtype=object), errors="keep")
            assert kept.status == ["unique", "invalid", "multiple"]


def test_pyarrow() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    for kind in ["string", "large_string", "string_view", "binary", "large_binary"]:
        array = pyarrow.array(ROWS, getattr(pyarrow, kind)())
        for column in [array, pyarrow.chunked_array([array[:2], array[2:2], array[2:]])]:
            table = sudoku.solve(column)
            assert isinstance(table, pyarrow.Table)
            assert columns(table.to_pylist()) == SOLVED
    assert sudoku.count(array[:1]).to_pylist() == [1]
    assert sudoku.rate(array)["level"].to_pylist() == ["easy", None, "easy"]


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    connection.execute("create table puzzles (puzzle varchar)")
    connection.executemany("insert into puzzles values (?)", [[row] for row in ROWS])
    answers = sudoku.solve(connection.sql("from puzzles"))
    assert isinstance(answers, countless.Table)
    assert len(answers) == 3 and answers.column_names == ["solution", "solutions", "status"]
    pyarrow = pytest.importorskip("pyarrow")
    assert columns(pyarrow.table(answers).to_pylist()) == SOLVED
    rows = connection.sql("select solution, solutions, status from answers").fetchall()
    assert rows == SOLVED
