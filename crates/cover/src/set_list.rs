//! Reading lists of sets: `p ec` with the number of items, and a line for each option.

use super::line::{Line, lines};
use super::problem::Problem;
use countless_engine::Error;

/// The most items.
const MOST: usize = 1 << 24;

/// Reads a list of sets; `None` if the text is something else.
///
/// Lines that begin with `c` are comments. The line `p ec 7` has the number of items, and perhaps
/// that of options; each line such as `s 1 4 7` is an option, items being numbered from 1.
pub fn read(name: &str, text: &str) -> Option<Result<Problem, Error>> {
    let mut lines = lines(name, text).skip_while(|line| line.words().next() == Some("c"));
    let header = lines.next()?;
    let mut words = header.words();
    if (words.next(), words.next()) != (Some("p"), Some("ec")) {
        return None;
    }
    let mut lines = lines.peekable();
    // Else these are the names of items.
    if !matches!(lines.peek()?.words().next(), Some("s" | "c")) {
        return None;
    }
    Some(sets(&header, lines))
}

fn sets<'a>(header: &Line<'a>, lines: impl Iterator<Item = Line<'a>>) -> Result<Problem, Error> {
    let word = header.words().nth(2).unwrap_or_default();
    let count = word.parse().ok().filter(|&count: &usize| count <= MOST);
    let Some(count) = count else {
        let reason = format!("expected the number of items, at most {MOST}, found {word:?}");
        return Err(header.wrong(1, reason));
    };
    let mut problem = Problem::new();
    for item in 1..=count {
        problem.primary(&item.to_string())?;
    }
    for line in lines {
        let mut words = line.words();
        match words.next() {
            Some("c") => continue,
            Some("s") => {}
            word => {
                let word = word.unwrap_or_default();
                return Err(line.wrong(1, format!("expected a line s or c, found {word:?}")));
            }
        }
        problem.read_option(&line, words)?;
    }
    Ok(problem)
}
