//! Squares as text: `row:column`, counted from 1.

use countless_engine::Error;

/// Most characters of an invalid word in a message.
const SHOWN: usize = 40;

/// Row and column of a square, counted from 1.
pub type Square = (usize, usize);

/// Reads squares of a board of `n` rows, separated by commas or white space. A `#` begins a comment
/// that ends with the line. Errors call the text `name`.
///
/// ```
/// use countless_queens::parse_squares;
///
/// assert_eq!(parse_squares("1:5, 4:2", "--queens", 8)?, [(1, 5), (4, 2)]);
/// let error = parse_squares("1:5,\n4:9", "blocked.txt", 8).unwrap_err();
/// assert_eq!(error.to_string(), "blocked.txt:2:1: column 9 is outside a board of 8 columns");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Parse`] for a word that is not a square or lies outside the board.
pub fn parse_squares(text: &str, name: &str, n: usize) -> Result<Vec<Square>, Error> {
    let mut squares = Vec::new();
    for (line, content) in text.lines().enumerate() {
        let content = content.split('#').next().unwrap_or_default();
        for word in content
            .split([',', ' ', '\t', '\r'])
            .filter(|word| !word.is_empty())
        {
            let square = parse_square(word, n).map_err(|reason| {
                // Columns of the text count characters, as in editors.
                let offset = word.as_ptr() as usize - content.as_ptr() as usize;
                let column = content[..offset].chars().count() + 1;
                Error::Parse {
                    name: name.to_owned(),
                    line: line as u64 + 1,
                    column,
                    reason,
                }
            })?;
            squares.push(square);
        }
    }
    Ok(squares)
}

fn parse_square(word: &str, n: usize) -> Result<Square, String> {
    let parts = word.split_once(':').and_then(|(row, column)| {
        Some((row.parse::<usize>().ok()?, column.parse::<usize>().ok()?))
    });
    let Some((row, column)) = parts else {
        return Err(format!(
            "expected a square such as 1:5 (row 1, column 5), found `{}`",
            shortened(word)
        ));
    };
    check_square(row, column, n, n)?;
    Ok((row, column))
}

/// Returns the first characters of a word that is too long to show, followed by an ellipsis.
fn shortened(word: &str) -> String {
    match word.char_indices().nth(SHOWN) {
        None => word.to_owned(),
        Some((end, _)) => format!("{}…", &word[..end]),
    }
}

/// Checks that a square is on a board of `n` rows and `columns` columns.
pub(super) fn check_square(
    row: usize,
    column: usize,
    n: usize,
    columns: usize,
) -> Result<(), String> {
    if !(1..=n).contains(&row) {
        return Err(format!("row {row} is outside a board of {n} rows"));
    }
    if !(1..=columns).contains(&column) {
        return Err(format!(
            "column {column} is outside a board of {columns} columns"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn comments_and_separators_are_passed_over() -> Result<(), Error> {
        let text = "# the corners\n1:1,1:4\r\n  4:1\t4:4 # and that is all: 9:9\n\n";
        let squares = parse_squares(text, "corners.txt", 4)?;
        assert_eq!(squares, [(1, 1), (1, 4), (4, 1), (4, 4)]);
        Ok(())
    }

    #[test]
    fn what_is_no_square_is_named_with_its_place() {
        for (text, message) in [
            (
                "1:1,x",
                "t:1:5: expected a square such as 1:5 (row 1, column 5), found `x`",
            ),
            (
                "\n é 0:1",
                "t:2:2: expected a square such as 1:5 (row 1, column 5), found `é`",
            ),
            (
                "1:-1",
                "t:1:1: expected a square such as 1:5 (row 1, column 5), found `1:-1`",
            ),
            ("0:1", "t:1:1: row 0 is outside a board of 4 rows"),
            ("1:1 4:5", "t:1:5: column 5 is outside a board of 4 columns"),
        ] {
            let error = parse_squares(text, "t", 4).expect_err(text);
            assert_eq!(error.to_string(), message);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[0-9:, \\n#x]{0,40}") {
            if let Ok(squares) = parse_squares(&text, "text", 12) {
                let on_board = |number| (1..=12).contains(&number);
                prop_assert!(squares.iter().all(|&(row, column)| on_board(row) && on_board(column)));
            }
        }

        #[test]
        fn squares_come_back(squares in prop::collection::vec((1_usize..=32, 1_usize..=32), 0..40)) {
            let words: Vec<String> = squares.iter().map(|(r, c)| format!("{r}:{c}")).collect();
            prop_assert_eq!(parse_squares(&words.join(","), "text", 32)?, squares);
        }
    }
}
