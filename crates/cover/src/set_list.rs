//! Lists of sets as text: `p ec` with the numbers of items and options, and a line for each option.

use super::exact_cover::ExactCover;
use super::text_line::{TextLine, content_lines};
use countless_engine::Error;

/// Largest number of items.
const MOST: usize = 1 << 24;

/// Reads a list of sets; `None` if the text has another format.
///
/// Lines that begin with `c` are comments. The line `p ec 7` has the number of items, and `p ec 7 9`
/// that of options, too. Each line such as `s 1 4 7` is an option; items are numbered from 1.
pub fn read_set_list(name: &str, text: &str) -> Option<Result<ExactCover, Error>> {
    let mut lines = content_lines(name, text).skip_while(|line| line.words().next() == Some("c"));
    let header = lines.next()?;
    let mut words = header.words();
    if (words.next(), words.next()) != (Some("p"), Some("ec")) {
        return None;
    }
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut lines = lines.peekable();
    // Without a number, `p` and `ec` may be names of items.
    if !words.next().is_some_and(is_number)
        && !matches!(lines.peek()?.words().next(), Some("s" | "c"))
    {
        return None;
    }
    Some(parse_sets(&header, lines))
}

fn parse_sets<'a>(
    header: &TextLine<'a>,
    lines: impl Iterator<Item = TextLine<'a>>,
) -> Result<ExactCover, Error> {
    let mut words = header.words().skip(2);
    let word = words.next().unwrap_or_default();
    let count = word.parse().ok().filter(|&count: &usize| count <= MOST);
    let Some(count) = count else {
        let reason = format!("expected the number of items, at most {MOST}, found {word:?}");
        return Err(header.error_at(1, reason));
    };
    let declared = match words.next() {
        None => None,
        Some(word) => {
            let declared = word.parse::<usize>().map_err(|_| {
                let reason = format!("expected the number of options, found {word:?}");
                header.error_at_word(word, reason)
            })?;
            Some((word, declared))
        }
    };
    if let Some(word) = words.next() {
        let reason = format!("expected the end of the header, found {word:?}");
        return Err(header.error_at_word(word, reason));
    }
    let mut problem = ExactCover::new();
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
                return Err(line.error_at(1, format!("expected a line s or c, found {word:?}")));
            }
        }
        if let Some((_, declared)) = declared
            && problem.option_count() == declared
        {
            let reason =
                format!("expected {declared}, the number of options in the header, found more");
            return Err(line.error_at(1, reason));
        }
        problem.read_option(&line, words)?;
    }
    let found = problem.option_count();
    match declared {
        Some((word, declared)) if declared != found => {
            let reason =
                format!("expected {declared}, the number of options in the header, found {found}");
            Err(header.error_at_word(word, reason))
        }
        _ => Ok(problem),
    }
}
