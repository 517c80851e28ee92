//! Tests of partial boards in all notations.

use countless::Error;
use countless::queens::internals::partial_boards;
use countless::queens::{Regions, Square, blocked_squares};
use proptest::prelude::*;

/// Given queens and blocked squares of a board.
type GivenSquares = (Vec<Square>, Vec<Square>);
/// Boards of a text, or the line, column and reason of a fault.
type Boards = Vec<Result<GivenSquares, (u64, usize, String)>>;

fn boards(text: &str, n: usize, regions: Option<&Regions>) -> Result<Boards, Error> {
    let boards = partial_boards(text, n, regions)?.into_iter();
    let boards = boards.map(|board| match board {
        Ok(board) => Ok((board.queens, board.blocked)),
        Err(fault) => Err((fault.line, fault.column, fault.reason)),
    });
    Ok(boards.collect())
}

/// Content and column for each row of a board: 0 for nothing, 1 for a queen, 2 for a blocked
/// square.
type DrawnRows = Vec<(u8, usize)>;

fn rows() -> impl Strategy<Value = DrawnRows> {
    (2_usize..9).prop_flat_map(|n| prop::collection::vec((0_u8..3, 1..=n), n))
}

fn board(rows: &DrawnRows) -> GivenSquares {
    let of = |wanted: u8| {
        let rows = (1..).zip(rows);
        let some = rows.filter(move |(_, (kind, _))| *kind == wanted);
        some.map(|(row, (_, column))| (row, *column)).collect()
    };
    (of(1), of(2))
}

/// Rows of the drawing, with `between` between the squares.
fn drawn(rows: &DrawnRows, between: &str) -> Vec<String> {
    let n = rows.len();
    let line = |&(kind, at): &(u8, usize)| {
        let square = |column| match kind {
            1 if column == at => "Q",
            2 if column == at => "#",
            _ => ".",
        };
        (1..=n).map(square).collect::<Vec<_>>().join(between)
    };
    rows.iter().map(line).collect()
}

/// Drawing with the numbers of rows and columns around it.
fn numbered(rows: &DrawnRows) -> String {
    let numbers: Vec<String> = (1..=rows.len()).map(|number| number.to_string()).collect();
    let lines = drawn(rows, " ").into_iter().zip(1..);
    let lines: Vec<String> = lines.map(|(line, row)| format!("{row} {line}")).collect();
    format!("  {}\n{}", numbers.join(" "), lines.join("\n"))
}

/// Returns the board without blocked squares, for notations that do not have them.
fn without_blocked(rows: &DrawnRows) -> DrawnRows {
    let open = |&(kind, at): &(u8, usize)| (if kind == 2 { 0 } else { kind }, at);
    rows.iter().map(open).collect()
}

fn columns(rows: &DrawnRows, none: &str, between: &str) -> String {
    let column = |(kind, at): &(u8, usize)| match kind {
        1 => at.to_string(),
        _ => none.to_owned(),
    };
    rows.iter().map(column).collect::<Vec<_>>().join(between)
}

fn squares(rows: &DrawnRows, between: &str) -> String {
    let queens = board(rows).0.into_iter();
    let queens = queens.map(|(row, column)| format!("{row}:{column}"));
    queens.collect::<Vec<_>>().join(between)
}

proptest! {
    #[test]
    fn drawn_boards_are_read(all in prop::collection::vec(rows(), 1..4), number in 0_usize..99) {
        let n = all[0].len();
        let all: Vec<DrawnRows> = all.into_iter().filter(|rows| rows.len() == n).collect();
        let expected: Vec<_> = all.iter().map(|rows| Ok(board(rows))).collect();
        let draw = |draw: &dyn Fn(&DrawnRows) -> String| {
            all.iter().map(draw).collect::<Vec<_>>().join("\n\n")
        };
        for text in [
            draw(&|rows| drawn(rows, "").join("\n")),
            draw(&|rows| drawn(rows, " ").join("\n")),
            draw(&|rows| drawn(rows, " ").join("\r\n")),
            draw(&|rows| drawn(rows, "").concat()),
            draw(&numbered),
            draw(&|rows| format!("{number}\n{}", drawn(rows, " ").join("\n"))),
            draw(&|rows| format!("{number} half-turn\n{}", numbered(rows))),
            draw(&|rows| format!("{:?}", drawn(rows, ""))),
            draw(&|rows| format!("{{\"board\":{:?}}}", drawn(rows, ""))),
            all.iter().map(|rows| drawn(rows, "").join("\n")).collect::<Vec<_>>().join("\n"),
            format!("board\n{}", draw(&|rows| format!("\"{}\"", drawn(rows, "").join("\n")))),
            format!("name;board\n{}", draw(&|rows| format!("x;{}", drawn(rows, " ").concat()))),
        ] {
            let read = boards(&text, n, None);
            prop_assert_eq!(read.as_ref().ok(), Some(&expected), "{}", text);
        }
    }

    #[test]
    fn squares_and_columns_are_read(all in prop::collection::vec(rows(), 1..4)) {
        let n = all[0].len();
        let all = all.iter().filter(|rows| rows.len() == n).map(without_blocked);
        // Lines of 0 and 1 may be rows of a matrix.
        let is_beyond = |rows: &DrawnRows| rows.iter().any(|row| row.0 == 1 && row.1 > 1);
        let all: Vec<DrawnRows> = all.filter(is_beyond).collect();
        let expected: Vec<_> = all.iter().map(|rows| Ok(board(rows))).collect();
        let text = |text: &dyn Fn(&DrawnRows) -> String| {
            all.iter().map(text).collect::<Vec<_>>().join("\n")
        };
        let header: Vec<String> = (1..=n).map(|row| format!("q{row}")).collect();
        for text in [
            text(&|rows| squares(rows, ",")),
            text(&|rows| squares(rows, " ") + " # a comment"),
            format!("# a comment\n{}\n", text(&|rows| columns(rows, "0", ","))),
            text(&|rows| columns(rows, "0", " ")),
            text(&|rows| format!("[{}]", columns(rows, "0", ","))),
            text(&|rows| format!("{{\"queens\":[{}],\"x\":1}}", columns(rows, "null", ", "))),
            text(&|rows| format!("{{\"puzzle\":\"{}\"}}", squares(rows, " "))),
            format!("{}\n{}", header.join(","), text(&|rows| columns(rows, "", ","))),
            format!("{}\n{}", header.join("\t"), text(&|rows| columns(rows, "0", "\t"))),
            format!("puzzle,status\n{}", text(&|rows| format!("{},x", squares(rows, " ")))),
            format!("status,puzzle\n{}", text(&|rows| format!("x,\"{}\"", squares(rows, ",")))),
        ] {
            let read = boards(&text, n, None);
            prop_assert_eq!(read.as_ref().ok(), Some(&expected), "{}", text);
        }
    }

    #[test]
    fn matrices_are_read(
        all in prop::collection::vec(rows(), 1..4),
        between in prop::sample::select(vec![" ", ",", ", ", ";", "\t", "|", " | ", ""]),
        around in prop::sample::select(vec![
            ("", ""), ("[", "]"), ("[", "],"), ("| ", " |"), ("\"", "\""), ("  ", " "), ("(", "),"),
        ]),
        list: bool,
    ) {
        let n = all[0].len();
        let all = all.iter().filter(|rows| rows.len() == n).map(without_blocked);
        let all: Vec<DrawnRows> = all.collect();
        let expected: Vec<_> = all.iter().map(|rows| Ok(board(rows))).collect();
        let matrix = |rows: &DrawnRows| {
            let rows = drawn(rows, between).into_iter();
            let rows = rows.map(|row| row.replace('Q', "1").replace('.', "0"));
            let rows = rows.map(|row| [around.0, &row, around.1].concat());
            rows.collect::<Vec<_>>().join("\n")
        };
        let all: Vec<String> = all.iter().map(matrix).collect();
        let text = if list {
            all.iter().map(|rows| format!("[\n{rows}\n]")).collect::<Vec<_>>().join(",\n")
        } else {
            all.join("\n\n")
        };
        let read = boards(&text, n, None);
        prop_assert_eq!(read.as_ref().ok(), Some(&expected), "{}", text);
        let captioned = format!("# matrices\n\n{text}\n# the end");
        let read = boards(&captioned, n, None);
        prop_assert_eq!(read.as_ref().ok(), Some(&expected), "{}", captioned);
    }

    #[test]
    fn lines_of_0_and_1_are_a_matrix_or_boards_or_refused(
        rows in prop::collection::vec(prop::collection::vec(0_usize..2, 4), 1..10),
    ) {
        let line = |row: &Vec<usize>| format!("{} {} {} {}\n", row[0], row[1], row[2], row[3]);
        let text: String = rows.iter().map(line).collect();
        let boards = boards(&text, 4, None)?;
        let queens = |board: &GivenSquares| board.0.clone();
        let read: Vec<_> = boards.iter().flatten().map(queens).collect();
        let expected = match rows.len() {
            1 => {
                let rows = (1..).zip(&rows[0]);
                vec![rows.filter(|row| *row.1 == 1).map(|row| (row.0, 1)).collect::<Vec<_>>()]
            }
            4 => {
                let rows = (1..).zip(&rows);
                let squares = rows.flat_map(|(row, line)| {
                    let columns = (1..).zip(line).filter(|column| *column.1 == 1);
                    columns.map(move |(column, _)| (row, column))
                });
                vec![squares.collect()]
            }
            _ => Vec::new(),
        };
        prop_assert_eq!(&read, &expected, "{}", text);
        prop_assert_eq!(boards.len() > read.len(), expected.is_empty(), "{}", text);
    }

    #[test]
    fn damaged_drawings_are_one_fault(rows in rows(), at: prop::sample::Index, kind in 0..4) {
        let n = rows.len();
        prop_assume!(n > 2);
        let mut lines = drawn(&rows, "");
        let row = at.index(n);
        match kind {
            0 => lines[row].push('.'),
            1 => drop(lines[row].pop()),
            2 => lines[row].replace_range(0..1, "x"),
            _ => drop(lines.remove(row)),
        }
        let text = format!("{}\n\n{}\n", lines.join("\n"), drawn(&rows, "").join("\n"));
        let read = boards(&text, n, None)?;
        prop_assert_eq!(read.len(), 2, "{}\n{:?}", text, read);
        prop_assert!(read[0].is_err(), "{}", text);
        prop_assert_eq!(&read[1], &Ok(board(&rows)));
    }

    #[test]
    fn damaged_lines_leave_the_boards_behind_them(rows in rows(), longer: bool, first in 0_usize..3) {
        let (n, line) = (rows.len(), drawn(&rows, "").concat());
        let damaged = if longer { format!("{line}.") } else { line[1..].to_owned() };
        prop_assume!(damaged.starts_with(['.', 'Q']));
        let plain = without_blocked(&rows);
        let mut wholes = vec![line, drawn(&rows, " ").concat(), format!("{:?}", drawn(&rows, ""))];
        if plain.iter().any(|row| row.0 == 1) {
            wholes = vec![
                drawn(&plain, "").concat(),
                format!("[{}]", columns(&plain, "0", ",")),
                squares(&plain, ",") + " # a comment",
            ];
        }
        wholes.rotate_left(first);
        let text = format!("{damaged}\n{}\n", wholes.join("\n"));
        let read = boards(&text, n, None)?;
        prop_assert_eq!(read.len(), 4, "{}\n{:?}", text, read);
        prop_assert!(matches!(read[0], Err((1, ..))), "{}", text);
        prop_assert!(read[1..].iter().all(|board| board == &read[1]), "{}", text);
        prop_assert!(read[1].is_ok(), "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[Q.#*AB0-9:,;q{}\\[\\]\" \\n]{0,60}", n in 1_usize..5) {
        let regions: Regions = "AABB ACBB CCCD CDDD".parse()?;
        let _ = boards(&text, n, None);
        let _ = boards(&text, 4, Some(&regions));
    }
}

#[test]
fn drawings_of_regions_have_their_letters() -> Result<(), Error> {
    let regions: Regions = "AABB ACBB CCCD CDDD".parse()?;
    let expected = (vec![(1, 2), (3, 1)], vec![(4, 4)]);
    let text = "A * B B\nA C B B\n* C C D\nC D D #\n";
    assert_eq!(boards(text, 4, Some(&regions))?, [Ok(expected)]);
    let wrong = "A*BB\nACBB\n*CCD\nCDCD\n";
    let reason = "C at 4:3, which --regions has as D".to_owned();
    assert_eq!(boards(wrong, 4, Some(&regions))?, [Err((1, 1, reason))]);
    Ok(())
}

/// Files of blocked squares: lists, and drawings. Each line of a drawing may begin with `#`.
#[test]
fn blocked_squares_are_drawn_or_listed() -> Result<(), Error> {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let read = |text: &str, n, regions: Option<&Regions>| {
        std::fs::write(file.path(), text).expect("it is written");
        blocked_squares(file.path(), n, regions)
    };
    let edge = [(1, 1), (2, 1), (2, 4), (3, 1), (4, 1)];
    for text in [
        "#...\n#..#\n#...\n#...\n",
        "#...\r\n#..#\r\n#...\r\n#...\r\n",
        "# . . .\n# . . #\n# . . .\n# . . .\n",
        "# the edge\n\n#...\n#..#\n#...\n#...\n",
        "#...\n#..#\n#...\n#...\n# the end\n",
        "#...#..##...#...\n",
        "  1 2 3 4\n1 # . . .\n2 # . . #\n3 # . . .\n4 # . . .\n",
        "[\"#...\",\"#..#\",\"#...\",\"#...\"]\n",
        "board\n#...#..##...#...\n",
        "1:1,2:1,2:4\n3:1 4:1\n",
        "# the edge\n1:1 # a corner\n2:1,2:4\n3:1\n4:1\n",
    ] {
        assert_eq!(read(text, 4, None)?, edge, "{text}");
    }
    assert_eq!(read("####\n####\n####\n####\n", 4, None)?.len(), 16);
    let regions: Regions = "AABB ACBB CCCD CDDD".parse()?;
    assert_eq!(read("#ABB\n#CB#\n#CCD\n#DDD\n", 4, Some(&regions))?, edge);
    for (text, place) in [
        ("", "1:1"),
        ("# 1:1\n# 2:2\n", "1:1"),
        ("....\n....\n....\n....\n", "1:1"),
        ("0 0 0 0\n", "1:1"),
        ("#...\n#..#\n#...\n", "1:1"),
        ("#...\n#..#\n#...\n#...\n#...\n", "5:1"),
        ("#...\n#.x#\n#...\n#...\n", "2:3"),
        ("#x..\n#..#\n#...\n#...\n", "1:2"),
        ("#...\n#.Q.\n#...\n#...\n", "1:1"),
        ("1 0 0 0\n1 0 0 1\n1 0 0 0\n1 0 0 0\n", "1:1"),
        ("1:1\n\n#...\n#..#\n#...\n#...\n", "3:1"),
        ("#...\n#..#\n#...\n#...\n\n1:4\n", "6:1"),
        ("1:1,1:5\n", "1:5"),
        ("1:1\nx\n", "2:1"),
        ("2 0 1 0\n", "1:1"),
    ] {
        let told = read(text, 4, None).expect_err(text).to_string();
        let place = format!("{}:{place}: ", file.path().display());
        assert!(told.starts_with(&place), "{text}\n{told}");
    }
    Ok(())
}

/// A board of 4 rows with a queen in row 1 and column 2, as a matrix of 0 and 1.
#[test]
fn a_matrix_is_one_board_in_every_layout() -> Result<(), Error> {
    let expected = (vec![(1, 2)], Vec::new());
    for text in [
        "0 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n",
        "0,1,0,0\r\n0,0,0,0\r\n0,0,0,0\r\n0,0,0,0\r\n",
        "0,1,0,0,\n0,0,0,0,\n0,0,0,0,\n0,0,0,0,\n",
        "0100\n0000\n0000\n0000\n",
        "0 1 0 0;\n0 0 0 0;\n0 0 0 0;\n0 0 0 0\n",
        "[0,1,0,0]\n[0,0,0,0]\n[0,0,0,0]\n[0,0,0,0]\n",
        "[[0,1,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]\n",
        "[[0, 1, 0, 0],\n [0, 0, 0, 0],\n [0, 0, 0, 0],\n [0, 0, 0, 0]]\n",
        "[[0 1 0 0]\n [0 0 0 0]\n [0 0 0 0]\n [0 0 0 0]]\n",
        "[\n  [0, 1, 0, 0],\n  [0, 0, 0, 0],\n  [0, 0, 0, 0],\n  [0, 0, 0, 0]\n]\n",
        "[\n  \"0100\",\n  \"0000\",\n  \"0000\",\n  \"0000\"\n]\n",
        "| 0 | 1 | 0 | 0 |\n| 0 | 0 | 0 | 0 |\n| 0 | 0 | 0 | 0 |\n| 0 | 0 | 0 | 0 |\n",
        "1 0 1 0 0\n2 0 0 0 0\n3 0 0 0 0\n4 0 0 0 0\n",
        "  1 2 3 4\n1 0 1 0 0\n2 0 0 0 0\n3 0 0 0 0\n4 0 0 0 0\n",
        "7\n0 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n",
        "# my board\n0 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n# the end\n",
        "name,board\nx,\"0 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\"\n",
        "{\"board\":[\"0100\",\"0000\",\"0000\",\"0000\"]}\n",
        "{\"board\":[[0,1,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}\n",
    ] {
        let read = boards(text, 4, None)?;
        assert_eq!(read, [Ok(expected.clone())], "{text}");
    }
    let regions: Regions = "AABB ACBB CCCD CDDD".parse()?;
    for text in [
        "0 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n",
        "[[0,1,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]\n",
    ] {
        assert_eq!(boards(text, 4, Some(&regions))?, [Ok(expected.clone())]);
    }
    Ok(())
}

/// Lines with two readings are refused, and others are read line by line.
#[test]
fn lines_of_numbers_have_one_reading() -> Result<(), Error> {
    let zeros = "0 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    let first = |text: &str| -> Result<_, Error> {
        let read = boards(text, 4, None)?;
        Ok(read.into_iter().find_map(Result::err).map(|fault| fault.0))
    };
    for (text, line) in [
        (zeros[..24].to_owned(), 1),
        (format!("{zeros}0 0 0 1\n"), 1),
        (format!("{zeros}{zeros}"), 1),
        (format!("0,1,2,3\n{zeros}"), 2),
        (format!("1 2 3 4\n{zeros}"), 2),
        (format!("{zeros}2 4 1 3\n"), 1),
        (format!("2 4 1 3\n\n{zeros}3 1 4 2\n"), 3),
        (zeros.replace('\n', "\n\n"), 1),
        (zeros.replacen('\n', "\n\n", 2), 1),
        (zeros.replacen("0 0 0 0", "0 0 x 0", 1), 2),
        (zeros.replacen("0 0 0 0", "0 0 0", 1), 2),
        (format!("a,b,c,d\n{zeros}"), 1),
        (zeros.replacen("0 0 0 0", "....", 1), 1),
        (zeros.replacen("0 1", "0 .1", 1), 1),
    ] {
        assert_eq!(first(&text)?, Some(line), "{text}");
    }
    let queens = |text: &str| -> Result<Vec<_>, Error> {
        let read = boards(text, 4, None)?;
        Ok(read
            .into_iter()
            .map(|board| board.ok().map(|board| board.0))
            .collect())
    };
    assert_eq!(queens("0 1 0 0\n")?, [Some(vec![(2, 1)])]);
    let lines = "2 0 1 0\n0 1 0 0\n1 0 0 0\n\n0 0 1 0\n4:4\n";
    let expected = [
        vec![(1, 2), (3, 1)],
        vec![(2, 1)],
        vec![(1, 1)],
        vec![(3, 1)],
        vec![(4, 4)],
    ];
    assert_eq!(queens(lines)?, expected.map(Some));
    assert_eq!(
        queens("q1,q2,q3,q4\n0,1,0,0\n0,0,0,0\n0,0,0,0\n0,0,0,0\n")?.len(),
        4
    );
    Ok(())
}

#[test]
fn faults_are_named_with_their_place() -> Result<(), Error> {
    let fault = |line, column, reason: &str| Err((line, column, reason.to_owned()));
    for (text, faults) in [
        (
            "1:2\r1:3\n",
            vec![fault(
                1,
                4,
                "'\\r' within a line: lines end with \\n or \\r\\n",
            )],
        ),
        (
            "1:5",
            vec![fault(1, 1, "column 5 is outside a board of 4 columns")],
        ),
        (
            "1:1\n 2:1,x:2\n",
            vec![
                Ok((vec![(1, 1)], Vec::new())),
                fault(
                    2,
                    6,
                    "expected a square such as 1:5 (row 1, column 5), found `x:2`",
                ),
            ],
        ),
        (
            "Q...\n..X.\n.Q..\n....\n",
            vec![fault(2, 3, "expected a square, Q, . or #, found 'X'")],
        ),
        (
            "Q...\n....\n",
            vec![fault(1, 1, "expected 4 rows, found 2")],
        ),
        (
            "Q...\n.....\n....\n....\n",
            vec![fault(2, 1, "expected 4 squares in a row, found 5")],
        ),
        (
            "Q...............#",
            vec![fault(1, 1, "expected 16 squares, found 17")],
        ),
        (
            ".Q.............\n1:1\n",
            vec![
                fault(1, 1, "expected 16 squares, found 15"),
                Ok((vec![(1, 1)], Vec::new())),
            ],
        ),
        (
            "Q...\n.Q.\n  1 2 3 4\n1 Q . . .\n",
            vec![fault(2, 1, "expected 4 squares in a row, found 3")],
        ),
        (
            "1 2 3 9",
            vec![fault(1, 7, "row 4: expected a column from 0 to 4, found 9")],
        ),
        (
            "{\"queens\":[1,2]}",
            vec![fault(1, 1, "expected 4 columns, one for each row, found 2")],
        ),
        (
            "{\"x\":1}",
            vec![fault(
                1,
                1,
                "none of the keys puzzle, queens, squares, board",
            )],
        ),
        (
            "a,puzzle\n1,1:1,2:2\n",
            vec![fault(2, 1, "expected 2 fields, found 3")],
        ),
        (
            "a,puzzle\n1,1:9\n",
            vec![fault(2, 3, "column 9 is outside a board of 4 columns")],
        ),
    ] {
        assert_eq!(boards(text, 4, None)?, faults, "{text}");
    }
    let missing = boards("q1,q2,q3\n", 4, None).expect_err("a column is missing");
    assert_eq!(
        missing.to_string(),
        "t:1:1: found no column q4, by its name or its number from 1 to 3; the columns are q1, q2, q3"
    );
    let beyond = boards("q1,q2,q3,q4,q5\n", 4, None).expect_err("there is one more");
    assert_eq!(
        beyond.to_string(),
        "t:1:1: expected the columns q1 to q4, found q5"
    );
    Ok(())
}
