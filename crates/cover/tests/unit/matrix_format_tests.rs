//! Matrices in all formats.

use countless_cover::{ExactCover, MatrixFormat};
use proptest::prelude::*;

/// Rows as sets of columns from 0.
type ColumnSets = Vec<Vec<usize>>;

/// A matrix of 2 to 7 columns whose first and last column occur, with few rows.
fn matrix() -> impl Strategy<Value = (usize, ColumnSets)> {
    (2_usize..8).prop_flat_map(|columns| {
        let row = prop::collection::btree_set(0..columns, 1..=columns);
        let rows = prop::collection::vec(row, 1..9);
        rows.prop_map(move |rows| {
            let rows: ColumnSets = rows
                .into_iter()
                .map(|row| row.into_iter().collect())
                .collect();
            let ends = vec![0, columns - 1];
            (columns, [rows, vec![ends]].concat())
        })
    })
}

/// Expected problem, built without the reader.
fn expected(columns: usize, rows: &ColumnSets, secondary: usize, are_first: bool) -> ExactCover {
    let is_secondary = |column: usize| {
        if are_first {
            column < secondary
        } else {
            column >= columns - secondary
        }
    };
    let mut problem = ExactCover::new();
    for column in (0..columns).filter(|&column| !is_secondary(column)) {
        problem.primary(&(column + 1).to_string()).expect("new");
    }
    for column in (0..columns).filter(|&column| is_secondary(column)) {
        problem.secondary(&(column + 1).to_string()).expect("new");
    }
    for row in rows {
        let names: Vec<String> = row.iter().map(|column| (column + 1).to_string()).collect();
        problem.option(&names).expect("it is one");
    }
    problem
}

fn dense(columns: usize, rows: &ColumnSets, between: &str) -> String {
    let row = |row: &Vec<usize>| {
        let digit = |column| if row.contains(&column) { "1" } else { "0" };
        let digits: Vec<&str> = (0..columns).map(digit).collect();
        digits.join(between) + "\n"
    };
    rows.iter().map(row).collect()
}

fn sparse(rows: &ColumnSets, base: usize, between: &str) -> String {
    let row = |row: &Vec<usize>| {
        let numbers: Vec<String> = row
            .iter()
            .map(|column| (column + base).to_string())
            .collect();
        numbers.join(between) + "\n"
    };
    rows.iter().map(row).collect()
}

proptest! {
    #[test]
    fn matrices_are_the_same_in_every_layout(
        (columns, rows) in matrix(),
        secondary in 0_usize..3,
        are_first: bool,
        between in prop::sample::select(vec![" ", ",", "\t", ", "]),
    ) {
        let secondary = secondary.min(columns - 1);
        let problem = expected(columns, &rows, secondary, are_first);
        let format = |format: MatrixFormat| if are_first {
            format.secondary_first(secondary)
        } else {
            format.secondary(secondary)
        };
        let count = rows.len();
        for body in [dense(columns, &rows, ""), dense(columns, &rows, between)] {
            for header in [
                String::new(),
                format!("{columns}\n"),
                format!("| a comment\n\n{columns}{between}{secondary}\n"),
                format!("{count} {columns}\n"),
                format!("{columns} {count}\r\n"),
            ] {
                let text = header + &body;
                let read = format(MatrixFormat::new()).parse("t", &text);
                prop_assert_eq!(read.as_ref().ok(), Some(&problem), "{} {:?}", text, read);
            }
            let read = format(MatrixFormat::new().columns(columns)).parse("t", &body);
            prop_assert_eq!(read.ok(), Some(problem.clone()));
        }
        for base in [0, 1] {
            let body = sparse(&rows, base, between);
            let known = || MatrixFormat::new().counting_from(base as u8);
            let text = format!("{columns}\n{body}");
            prop_assert_eq!(format(known()).parse("t", &text).ok(), Some(problem.clone()));
            let read = format(known().columns(columns)).parse("t", &body);
            prop_assert_eq!(read.ok(), Some(problem.clone()));
            // Without its base it reads equally, or is rejected since rows seem to begin with a
            // count.
            match format(MatrixFormat::new().sparse()).parse("t", &text) {
                Ok(read) => prop_assert_eq!(read, problem.clone()),
                Err(error) => prop_assert!(error.to_string().contains("begins with the number")),
            }
        }
    }

    #[test]
    fn a_header_of_secondary_columns_is_never_guessed((columns, rows) in matrix(), secondary in 1_usize..3) {
        // `1 1` may as well be a row.
        prop_assume!(secondary < columns && columns > 2);
        for header in [format!("{columns} {secondary}"), format!("{} {secondary}", columns - secondary)] {
            let text = format!("{header}\n{}", dense(columns, &rows, " "));
            let read = MatrixFormat::new().parse("t", &text);
            prop_assert!(read.is_err(), "{}", text);
        }
    }

    #[test]
    fn damaged_matrices_are_refused((columns, rows) in matrix(), at: prop::sample::Index, kind in 0..4) {
        let text = dense(columns, &rows, " ");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        // A first row of another length could be a header, as `1 0` before `1`.
        prop_assume!(columns > 2);
        let row = 1 + at.index(lines.len() - 1);
        match kind {
            0 => lines[row] += " 1",
            1 => lines[row].truncate(2 * columns - 3),
            2 => lines[row].replace_range(0..1, "2"),
            _ => lines[row].replace_range(1..2, ";"),
        }
        prop_assert!(MatrixFormat::new().parse("t", &lines.join("\n")).is_err());
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9|, \n-]{0,40}", columns in prop::option::of(0_usize..9)) {
        for format in [
            MatrixFormat::new(),
            MatrixFormat::new().sparse(),
            MatrixFormat::new().counting_from(0).secondary(2),
            MatrixFormat::new().counting_from(1).secondary_first(1),
        ] {
            let format = columns.map_or(format.clone(), |columns| format.columns(columns));
            let _ = format.parse("t", &text);
        }
    }
}

/// Texts that are rejected, with the errors.
fn refuse<const K: usize>(cases: [(MatrixFormat, &str, &str); K]) {
    for (format, text, error) in cases {
        let refused = format.parse("t", text).expect_err(text);
        assert_eq!(refused.to_string(), error);
    }
}

#[test]
fn what_is_wrong_with_a_matrix_is_named_with_its_place() {
    let new = MatrixFormat::new;
    refuse([
        (
            new(),
            "7\n",
            "t:1:1: found no matrix; expected a line of 0 and 1 for each option",
        ),
        (
            new(),
            "3\n10\n",
            "t:1:1: expected a header that fits rows of 2, found 3",
        ),
        (
            new(),
            "10\n101\n",
            "t:2:1: expected 2 numbers as in the row above, found 3",
        ),
        (
            new(),
            "2 0\n11\n1\n",
            "t:3:1: expected 2 numbers as in the row above, found 1",
        ),
        (
            new().columns(3),
            "10\n",
            "t:1:1: expected 3 numbers (--columns), found 2",
        ),
        (
            new(),
            "3 1\n110\n011\n",
            "t:1:1: the header 3 1 may mean 1 secondary columns, first or last\n\
             hint: say which by --secondary first:1 or --secondary 1",
        ),
        (
            new(),
            "3 2\n110\n011\n",
            "t:1:1: the header 3 2 may mean 2 secondary columns, first or last\n\
             hint: say which by --secondary first:2 or --secondary 2, or that there are none by \
             --secondary 0",
        ),
        (
            new().secondary(1),
            "4 2\n1101\n0111\n0111\n",
            "t:1:1: expected a header that fits rows of 4 and --secondary 1, found 4 2",
        ),
        (
            new().secondary(4),
            "110\n",
            "--secondary 4: the matrix has 3 columns",
        ),
    ]);
}

#[test]
fn what_is_wrong_with_a_sparse_matrix_is_named_with_its_place() {
    let new = MatrixFormat::new;
    refuse([
        (
            new().sparse(),
            "",
            "t:1:1: found no matrix; expected a line of column numbers for each option",
        ),
        (
            new().sparse(),
            "1 2 3\n0 1\n",
            "t:1:1: expected a header of one or two numbers, found 3; --columns N reads rows without it",
        ),
        (
            new().sparse(),
            "3\n0 3\n",
            "t:1:1: expected at least 4 columns for column 3, counted from 0, found 3",
        ),
        (
            new().counting_from(1),
            "3\n0 3\n",
            "t:2:1: column 0, where columns are 1 to 3",
        ),
        (
            new().sparse(),
            "4\n1 2\n3\n",
            "t:2:1: neither column 0 nor column 4 occurs\n\
             hint: say where columns begin by --sparse=0 or --sparse=1",
        ),
        (
            new().sparse(),
            "6 7\n3 1 4 7\n2 1 4\n",
            "t:2:1: each row begins with the number of columns after it, it seems\n\
             hint: if so, say --sparse=counted; if not, --sparse=0 or --sparse=1",
        ),
        (
            new().counted(),
            "6 7\n3 1 4 7\n3 1 4\n",
            "t:3:1: expected 2, the number of columns after it, found 3",
        ),
        (
            new().counting_from(1),
            "3\n0 1\n",
            "t:2:1: column 0, where columns are 1 to 3",
        ),
        (
            new().sparse(),
            "3\n0 1 x\n",
            "t:2:5: \"x\" is not the number of a column",
        ),
        (
            new().sparse(),
            "3\n0 1 0\n",
            "t:2:5: column 0 is twice in this row",
        ),
        (
            new().sparse(),
            "99999999999\n0 1\n",
            "t:1:1: a matrix has at most 16777216 columns",
        ),
    ]);
}

#[test]
fn rows_may_begin_with_the_number_of_their_columns() -> Result<(), countless_engine::Error> {
    let read = |text: &str| MatrixFormat::new().counted().parse("t", text);
    let plain = "1 2 3 4\n1 2\n3 4\n\n4\n".parse::<ExactCover>()?;
    assert_eq!(read("4\n2 1 2\n2 3 4\n1 4\n")?, plain);
    assert_eq!(read("4\n2 0 1\n2 2 3\n1 3\n")?, plain);
    // If neither 0 nor the last column occurs, columns count from 1.
    assert_eq!(read("3\n1 1\n1 2\n0\n")?.option_count(), 3);
    Ok(())
}

#[test]
fn lists_of_sets_are_read_beside_knuths_text() -> Result<(), countless_engine::Error> {
    let plain = "1 2 3\n1 2\n3\n\n".parse::<ExactCover>()?;
    let with_empty = "c some sets\nc p\np ec 3\ns 1 2\nc in between\ns 3\n";
    assert_eq!(with_empty.parse::<ExactCover>()?, plain);
    assert_eq!("p ec 3 2\n\ns 1 2\ns 3\n".parse::<ExactCover>()?, plain);
    assert_eq!("p ec 1\ns\n".parse::<ExactCover>()?.option_count(), 1);
    assert_eq!("p ec 3\n".parse::<ExactCover>()?.item_count(), 3);
    for empty in ["p ec 0\n", "p ec 0 0\n", "c none\np ec 0\nc none\n"] {
        assert_eq!(empty.parse::<ExactCover>()?, ExactCover::new());
    }
    // These words are names of items.
    let items = "p ec x\np\nec x\n".parse::<ExactCover>()?;
    assert_eq!((items.item_count(), items.option_count()), (3, 2));
    assert_eq!("p ec\n".parse::<ExactCover>()?.item_count(), 2);
    assert_eq!("c p ec\nc p\nec\n".parse::<ExactCover>()?.item_count(), 3);
    for (text, error) in [
        (
            "p ec x\ns 1\n",
            "t:1:1: expected the number of items, at most 16777216, found \"x\"",
        ),
        (
            "p ec\ns 1\n",
            "t:1:1: expected the number of items, at most 16777216, found \"\"",
        ),
        ("p ec 2\ns 1 3\n", "t:2:5: unknown item 3"),
        (
            "p ec 2\ns 1 1\n",
            "t:2:5: the item 1 occurs twice in this option",
        ),
        (
            "p ec 2\ns 1\n1 2\n",
            "t:3:1: expected a line s or c, found \"1\"",
        ),
        (
            "p ec 3\np\nec 3\n",
            "t:2:1: expected a line s or c, found \"p\"",
        ),
        (
            "c truncated\np ec 3 4\ns 1 2\nc in between\ns 3\n",
            "t:2:8: expected 4, the number of options in the header, found 2",
        ),
        (
            "p ec 3 1\n",
            "t:1:8: expected 1, the number of options in the header, found 0",
        ),
        (
            "p ec 3 1\ns 1 2\ns 3\ns 1\n",
            "t:3:1: expected 1, the number of options in the header, found more",
        ),
        (
            "p ec 3 x\ns 1 2 3\n",
            "t:1:8: expected the number of options, found \"x\"",
        ),
        (
            "p ec 3 1 2\ns 1 2 3\n",
            "t:1:10: expected the end of the header, found \"2\"",
        ),
    ] {
        let refused = ExactCover::from_knuth("t", text).expect_err(text);
        assert_eq!(refused.to_string(), error);
    }
    Ok(())
}
