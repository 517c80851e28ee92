//! Classification of the lines of a file of drawn puzzles.

use super::cells::Expect;
use super::fields::{LineSlice, is_bar, is_box_drawing};
use super::outline::Outline;
use super::signs::Signs;

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// Only white space.
    Blank,
    /// A comment that begins with `#` or `//`.
    Comment,
    /// The head of a section of an .sdk file. Other words in brackets are a title.
    Section {
        /// True if the section contains the puzzle.
        is_puzzle: bool,
    },
    /// Part of the drawing.
    Border,
    /// Bars with only blanks between them.
    BarsOnly,
    /// The beginning of a list in brackets.
    List,
    /// Words.
    Title,
    /// Cells, possibly too few or too many.
    Row,
}

/// Sections of .sdk files with the state of a game.
const GAME_SECTIONS: [&str; 6] = [
    "state",
    "progress",
    "pencilmarks",
    "candidates",
    "solution",
    "colors",
];

/// Options of the classification.
#[derive(Clone, Copy, Debug)]
pub struct LineRules<'a> {
    outline: &'a Outline,
    signs: &'a Signs,
    expect: Expect,
    dash_is_cell: bool,
}

impl<'a> LineRules<'a> {
    /// Creates options for lines of a puzzle with these cells, signs and kind of cells.
    pub fn new(outline: &'a Outline, signs: &'a Signs, expect: Expect) -> Self {
        Self {
            outline,
            signs,
            expect,
            dash_is_cell: false,
        }
    }

    /// Reads a line of dashes as a row of blanks, and not as part of the drawing.
    #[must_use]
    pub fn dash_is_cell(mut self, dash_is_cell: bool) -> Self {
        self.dash_is_cell = dash_is_cell;
        self
    }
}

/// Classifies a line.
pub fn line_kind(line: &str, rules: LineRules<'_>) -> LineKind {
    let text = line.trim();
    // A shortcut: most lines are plain, and each line at the beginning of a file is classified.
    if is_plain(text) && rules.signs.is_usual() {
        return LineKind::Row;
    }
    line_kind_by_rules(text, rules)
}

/// True if the text consists of digits, zeros and points, with at least one digit from 1 to 9.
fn is_plain(text: &str) -> bool {
    let is_digit = |byte: u8| matches!(byte, b'1'..=b'9');
    let is_cell = |byte| is_digit(byte) || byte == b'0' || byte == b'.';
    text.bytes().all(is_cell) && text.bytes().any(is_digit)
}

/// Classifies a line without surrounding white space.
fn line_kind_by_rules(text: &str, rules: LineRules<'_>) -> LineKind {
    let outline = rules.outline;
    if text.is_empty() {
        return LineKind::Blank;
    }
    if text.starts_with('#') || text.starts_with("//") {
        return LineKind::Comment;
    }
    if let Some(is_puzzle) = section(text) {
        return LineKind::Section { is_puzzle };
    }
    if is_list(text) {
        return LineKind::List;
    }
    if text
        .chars()
        .all(|c| is_bar(c) && !is_horizontal(c) || c.is_whitespace())
    {
        return LineKind::BarsOnly;
    }
    let is_row_of_dashes = rules.dash_is_cell && is_dashes(text, outline);
    if is_border(text) && !is_row_of_dashes || is_ruler(text, outline.side()) {
        return LineKind::Border;
    }
    let line = LineSlice { text, at: 0 };
    let is_cell = |field: &str| {
        let sign = rules.signs.of_field(field, outline.digits());
        sign.is_ok() || rules.expect.takes_candidates() && super::cells::is_candidates(field)
    };
    let separator = separator(text);
    let mut divisions = vec![line.words(), line.barred()];
    divisions.extend(line.framed());
    if let Some(separator) = separator {
        divisions.push(line.separated(|c| c == separator));
    }
    let fits = |row: &super::fields::FieldRow<'_>| {
        let cells = row.iter().filter(|field| is_cell(field.text)).count();
        outline.has_row_of(row.len()) && 2 * cells > row.len()
    };
    if divisions.iter().any(fits) {
        return LineKind::Row;
    }
    let content = text
        .chars()
        .filter(|&c| !c.is_whitespace() && !is_bar(c) && Some(c) != separator);
    let (mut all, mut cells) = (0, 0);
    for c in content {
        all += 1;
        cells += usize::from(rules.signs.of_char(c, outline.digits().max(9)).is_ok());
    }
    // With more than 9 digits, letters may be cells or parts of words.
    let is_word = |word: &str| word.len() > 2 && word.chars().all(char::is_alphabetic);
    let has_word = outline.digits() > 9 && text.split_whitespace().any(is_word);
    let is_long = !has_word || 2 * all > outline.side();
    let is_all = cells == all && !text.contains(char::is_lowercase);
    if 2 * cells > all && is_long || is_all {
        LineKind::Row
    } else {
        LineKind::Title
    }
}

/// Parses the head of a section. Returns true for the section with the puzzle, or `None` if the
/// line is not a head.
fn section(text: &str) -> Option<bool> {
    let name = text.strip_prefix('[')?.strip_suffix(']')?.trim();
    if name.eq_ignore_ascii_case("puzzle") {
        return Some(true);
    }
    let of_game = GAME_SECTIONS
        .iter()
        .any(|other| name.eq_ignore_ascii_case(other));
    of_game.then_some(false)
}

/// True if a line begins a list in brackets, and not a candidate in parentheses.
pub(super) fn is_list(text: &str) -> bool {
    let text = text.trim_start();
    let is_bracket = |c: char| "[]{}".contains(c) || c == '(' && text.contains(',');
    if !text.starts_with(is_bracket) {
        return false;
    }
    let inner = text.trim_start_matches(|c: char| is_bracket(c) || c == '(' || c.is_whitespace());
    let mut chars = inner.chars();
    match (chars.next(), chars.next()) {
        (None, _) => true,
        (Some(c), _) if c.is_ascii_digit() || "\"',.*_-".contains(c) => true,
        (Some(_), Some(c)) if !c.is_alphanumeric() => true,
        _ => ["null", "None", "nan", "NaN"]
            .iter()
            .any(|word| inner.starts_with(word)),
    }
}

/// The separator of the fields of a line: a comma, a semicolon or a tab.
pub(super) fn separator(text: &str) -> Option<char> {
    let found = text.chars().find(|&c| c == ',' || c == ';');
    found.or_else(|| text.chars().find(|&c| c == '\t'))
}

/// True if a line is part of the drawing: `------+-------+------`, or `*-----*` with other corners.
pub fn is_border(text: &str) -> bool {
    let draws = |c: char| "-+=|:!.*'`\",¦".contains(c) || is_box_drawing(c) || c.is_whitespace();
    let has_line = text.contains("--") || text.contains("==") || text.contains('+');
    text.chars().all(draws) && (has_line || text.contains(is_horizontal) || is_dash_like(text))
}

/// True if a text consists of dashes, bars and blanks, with at least one dash.
fn is_dash_like(text: &str) -> bool {
    let is_it = |c: char| c == '-' || c == '=' || is_bar(c) || c.is_whitespace();
    text.chars().all(is_it) && text.contains(['-', '='])
}

/// True if a line may be a row with a dash in each cell.
pub(super) fn is_dashes(text: &str, outline: &Outline) -> bool {
    let dashes = text.chars().filter(|&c| c == '-').count();
    let is_it = |c: char| c == '-' || is_bar(c) && !is_horizontal(c) || c.is_whitespace();
    text.chars().all(is_it) && outline.has_row_of(dashes)
}

/// True if a character draws more than a vertical line.
fn is_horizontal(c: char) -> bool {
    is_box_drawing(c) && !"│┃║╎╏┆┇┊┋╵╷╹╻╽╿".contains(c)
}

/// True if a line labels the columns of a drawing: `c1 c2 c3`.
pub(super) fn is_ruler(text: &str, side: usize) -> bool {
    let words = text.split_whitespace();
    let mut number = 0;
    let all = words.into_iter().all(|word| {
        number += 1;
        word.strip_prefix('c') == Some(number.to_string().as_str())
    });
    all && number == side
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn plain_lines_are_rows_by_all_rules(
            text in "[0-9.]{1,90}",
            digits in 2_usize..26,
            expect in prop::sample::select(vec![Expect::Any, Expect::Digits, Expect::Candidates]),
            dash_is_cell: bool,
        ) {
            let (outline, signs) = (Outline::square(digits, 1), Signs::default());
            let rules = LineRules::new(&outline, &signs, expect).dash_is_cell(dash_is_cell);
            if is_plain(&text) {
                prop_assert_eq!(line_kind_by_rules(&text, rules), LineKind::Row);
            }
            prop_assert_eq!(line_kind(&text, rules), line_kind_by_rules(text.trim(), rules));
        }
    }
}
