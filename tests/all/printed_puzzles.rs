//! Tests that puzzles of every size are read in every printed form, and never as others.

use std::fmt::Write;
use std::io::Cursor;
use std::sync::Arc;

use proptest::prelude::*;

use countless::engine::SplitMix64;
use countless::sudoku::puzzles::{ChunkReader, ReadOptions};
use countless::table::Input;
use countless_text::{CellValues, Expect, Outline, Signs, read};

/// Outlines of the tests: squares, one without boxes, and five overlapping grids.
fn outlines() -> Vec<Arc<Outline>> {
    let mut all: Vec<Outline> = [(4, 2), (6, 2), (9, 3), (9, 1), (12, 3), (16, 4), (25, 5)]
        .into_iter()
        .map(|(digits, band)| Outline::square(digits, band))
        .collect();
    for (digits, band) in [(4, 2), (9, 3)] {
        let far = 2 * (digits - band);
        let corners = [
            (0, 0),
            (0, far),
            (digits - band, digits - band),
            (far, 0),
            (far, far),
        ];
        let side = digits + far;
        let is_cell = |&(row, column): &(usize, usize)| {
            corners.iter().any(|&(top, left)| {
                (top..top + digits).contains(&row) && (left..left + digits).contains(&column)
            })
        };
        let places = (0..side * side).map(|i| (i / side, i % side));
        all.push(Outline::new(digits, band, side, places.filter(is_cell)));
    }
    all.into_iter().map(Arc::new).collect()
}

/// Puzzles of a text, or `None` if one cannot be read.
fn puzzles(text: &str, outline: &Arc<Outline>) -> Option<Vec<Vec<u8>>> {
    let options = ReadOptions::new().outline(Some(Arc::clone(outline)));
    let input = Input::new("test", Cursor::new(text.as_bytes().to_vec()), None).ok()?;
    let reader = ChunkReader::new(input, &options).ok()?;
    let layout = reader.format().clone();
    let mut found = Some(Vec::new());
    for chunk in reader {
        layout.visit_unread(&chunk.ok()?, |raw| {
            let text = std::str::from_utf8(raw.text)
                .ok()
                .filter(|_| raw.reject.is_none());
            let cells =
                text.and_then(|text| read(text, outline, &Signs::default(), Expect::Digits).ok());
            match (cells.map(|read| read.cells), &mut found) {
                (Some(CellValues::Digits(digits)), Some(all)) => all.push(digits),
                _ => found = None,
            }
        });
    }
    found
}

/// Printed form of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PrintedForm {
    Plain,
    WordsInLine,
    SeparatedInLine(char),
    ListInLine,
    FlatList,
    Rows,
    Words,
    Padded,
    Separated(char),
    Ascii,
    Boxes,
    SpacedAscii,
    SpacedBoxes,
    Spaced,
    Bars,
    Lists,
    Texts,
    Json,
    Csv,
}

const FORMS: [PrintedForm; 28] = [
    PrintedForm::Plain,
    PrintedForm::WordsInLine,
    PrintedForm::SeparatedInLine(','),
    PrintedForm::SeparatedInLine(';'),
    PrintedForm::SeparatedInLine('\t'),
    PrintedForm::SeparatedInLine('|'),
    PrintedForm::ListInLine,
    PrintedForm::FlatList,
    PrintedForm::Rows,
    PrintedForm::Words,
    PrintedForm::Padded,
    PrintedForm::Separated(','),
    PrintedForm::Separated(';'),
    PrintedForm::Separated('\t'),
    PrintedForm::Separated('|'),
    PrintedForm::Ascii,
    PrintedForm::Boxes,
    PrintedForm::SpacedAscii,
    PrintedForm::SpacedBoxes,
    PrintedForm::Spaced,
    PrintedForm::Bars,
    PrintedForm::Lists,
    PrintedForm::Texts,
    PrintedForm::Json,
    PrintedForm::Csv,
    PrintedForm::Rows,
    PrintedForm::Ascii,
    PrintedForm::Lists,
];

impl PrintedForm {
    /// True if there is something between two cells.
    fn is_apart(self) -> bool {
        !matches!(
            self,
            Self::Plain | Self::Rows | Self::Texts | Self::Json | Self::Csv | Self::Spaced
        )
    }

    /// True if an empty cell may have no character.
    fn may_be_empty(self) -> bool {
        matches!(
            self,
            Self::SeparatedInLine(_) | Self::Separated(_) | Self::Bars
        )
    }

    fn is_spaced(self) -> bool {
        matches!(self, Self::Spaced | Self::SpacedAscii | Self::SpacedBoxes)
    }
}

/// Printed puzzle.
struct Printed {
    digits: Vec<u8>,
    text: String,
    form: PrintedForm,
}

/// Prints a random puzzle.
fn print_random(outline: &Outline, form: PrintedForm, random: &mut SplitMix64) -> Printed {
    let (side, count) = (outline.side(), outline.digits());
    let share = 1 + random.below(9);
    let mut digits: Vec<u8> = (0..outline.cells())
        .map(|_| {
            if random.below(10) < share {
                0
            } else {
                1 + random.below(count) as u8
            }
        })
        .collect();
    // With more than nine digits, 0 is an empty cell if the largest digit occurs.
    let at = random.below(digits.len());
    digits[at] = count as u8;
    let signs: &[&str] = match form {
        _ if form.is_spaced() => &[" "],
        _ if form.may_be_empty() => &["", ".", "0", "-1", "nan", "null", "·", "None"],
        PrintedForm::Lists | PrintedForm::ListInLine | PrintedForm::FlatList => {
            &["0", "-1", "null", "None", "NaN", "\".\"", "''", "'0'"]
        }
        PrintedForm::Words | PrintedForm::Padded | PrintedForm::WordsInLine => {
            &[".", "0", "_", "x", "·", "-1", "NaN"]
        }
        PrintedForm::Ascii | PrintedForm::Boxes => &[".", "0", "_", "*", "-", "·"],
        PrintedForm::Rows => &[".", "0", "_", "*", "x", "-", "·"],
        _ => &[".", "0", "_", "*", "x"],
    };
    let blank = signs[random.below(signs.len())];
    let has_numbers = form.is_apart() && random.below(2) == 0;
    let is_quoted =
        matches!(form, PrintedForm::Lists | PrintedForm::ListInLine) && blank.len() == 3;
    let wide = if has_numbers && count > 9 { 2 } else { 1 };
    let cell = |digit: u8| {
        let sign = match digit {
            0 => return blank.to_owned(),
            digit if has_numbers || digit <= 9 => digit.to_string(),
            digit => char::from(b'A' + digit - 10).to_string(),
        };
        // Letters in a list are quoted.
        if is_quoted
            || digit > 9
                && !has_numbers
                && matches!(
                    form,
                    PrintedForm::Lists | PrintedForm::ListInLine | PrintedForm::FlatList
                )
        {
            format!("\"{sign}\"")
        } else {
            sign
        }
    };
    let all: Vec<String> = digits.iter().map(|&digit| cell(digit)).collect();
    // Rows, with empty cells in the gaps of the outline.
    let mut cells = all.iter();
    let rows: Vec<Vec<String>> = (0..side)
        .map(|row| {
            let is_there = |column: &usize| outline.row(row).contains(column);
            let cell = |column: usize| {
                if is_there(&column) {
                    cells.next().cloned().unwrap_or_default()
                } else {
                    blank.to_owned()
                }
            };
            (0..side).map(cell).collect()
        })
        .collect();
    let band = if outline.box_rows() > 1 && outline.box_rows() * outline.box_rows() == count {
        outline.box_rows()
    } else {
        side
    };
    let text = text_of_cells(form, &all, &rows, band, wide);
    Printed { digits, text, form }
}

/// Returns the text of cells.
fn text_of_cells(
    form: PrintedForm,
    all: &[String],
    rows: &[Vec<String>],
    band: usize,
    wide: usize,
) -> String {
    let lines = |line: &dyn Fn(&[String]) -> String| {
        rows.iter().map(|row| line(row) + "\n").collect::<String>()
    };
    let joined = |between: &str| lines(&|row| row.join(between));
    match form {
        PrintedForm::Plain => all.concat() + "\n",
        PrintedForm::WordsInLine => all.join(" ") + "\n",
        PrintedForm::SeparatedInLine(c) => all.join(&c.to_string()) + "\n",
        PrintedForm::FlatList => format!("[{}]\n", all.join(", ")),
        PrintedForm::ListInLine => {
            let rows: Vec<String> = rows
                .iter()
                .map(|row| format!("[{}]", row.join(", ")))
                .collect();
            format!("[{}]\n", rows.join(","))
        }
        PrintedForm::Lists => {
            let rows: Vec<String> = rows
                .iter()
                .map(|row| format!("[{}]", row.join(",")))
                .collect();
            format!("[{}]\n", rows.join(",\n "))
        }
        PrintedForm::Texts => {
            let rows: Vec<String> = rows
                .iter()
                .map(|row| format!("\"{}\"", row.concat()))
                .collect();
            format!("[{}]\n", rows.join(",\n"))
        }
        PrintedForm::Json => format!("{{\"id\":7,\"puzzle\":\"{}\"}}\n", all.concat()),
        PrintedForm::Csv => format!("id,puzzle\n7,{}\n", all.concat()),
        PrintedForm::Rows | PrintedForm::Spaced => joined(""),
        PrintedForm::Words => joined(" "),
        PrintedForm::Padded => lines(&|row| {
            row.iter()
                .fold(String::new(), |line, cell| line + &format!(" {cell:>5}"))
        }),
        PrintedForm::Separated(c) => joined(&c.to_string()),
        PrintedForm::Bars => lines(&|row| {
            let cells = row.iter().map(|cell| format!(" {cell:>wide$} |"));
            "|".to_owned() + &cells.collect::<String>()
        }),
        PrintedForm::Ascii
        | PrintedForm::SpacedAscii
        | PrintedForm::Boxes
        | PrintedForm::SpacedBoxes => {
            let (bar, floor, cross) = match form {
                PrintedForm::Boxes | PrintedForm::SpacedBoxes => ("│", "─", "┼"),
                _ => ("|", "-", "+"),
            };
            let mut text = String::new();
            let part = floor.repeat(band * (wide + 1) + 1);
            let border = cross.to_owned() + &(part + cross).repeat(rows.len() / band) + "\n";
            for (number, row) in rows.iter().enumerate() {
                if number % band == 0 {
                    text += &border;
                }
                for part in row.chunks(band) {
                    let _ = write!(text, "{bar} ");
                    for cell in part {
                        let _ = write!(text, "{cell:>wide$} ");
                    }
                }
                text += bar;
                text.push('\n');
            }
            text + &border
        }
    }
}

/// Adds text around a puzzle as in files, and other line ends.
fn with_surroundings(printed: &Printed, random: &mut SplitMix64) -> String {
    let mut text = printed.text.clone();
    let is_table = matches!(printed.form, PrintedForm::Csv | PrintedForm::Json);
    let is_line = matches!(printed.form, PrintedForm::Plain);
    if is_line && random.below(2) == 0 {
        text.insert_str(
            text.len() - 1,
            [" tag", "  # hard 12", ";rated 1.2"][random.below(3)],
        );
    }
    if !is_table && random.below(3) == 0 {
        text.insert_str(
            0,
            ["# a comment\n", "\n\n", "// another\n\n"][random.below(3)],
        );
    }
    if !printed.form.is_spaced() && !is_table && random.below(4) == 0 {
        text = text.replace(' ', "\u{a0}");
    }
    text = match random.below(4) {
        0 => text.replace('\n', "\r\n"),
        1 => text.replace('\n', "\r"),
        _ => text,
    };
    if random.below(4) == 0 {
        text.insert(0, '\u{feff}');
    }
    if random.below(4) == 0 && !printed.form.is_spaced() {
        text.truncate(text.trim_end_matches(['\r', '\n']).len());
    }
    text
}

/// True if a puzzle may have a form: spaces as empty cells need a square, and so do lists of rows.
fn may_have(outline: &Outline, form: PrintedForm) -> bool {
    let is_square = outline.cells() == outline.side() * outline.side();
    is_square || !form.is_spaced()
}

/// True if a puzzle between bars has a frame of empty cells, which is read as a frame of bars.
fn is_framed(printed: &Printed) -> bool {
    let mut lines = printed.text.lines();
    let has_bars = matches!(
        printed.form,
        PrintedForm::Separated('|') | PrintedForm::SeparatedInLine('|')
    );
    has_bars && lines.all(|line| line.starts_with('|') && line.ends_with('|'))
}

/// Returns a text with one character changed, dropped or added.
fn mutated(text: &str, outline: &Outline, random: &mut SplitMix64) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    // A 0 may be the lowest of more than nine digits.
    let others: Vec<char> = "123456789AGx.-_*,;| \n\t[]()\"'#+:=/zé·─│\u{a0}0"
        .chars()
        .filter(|&c| c != '0' || outline.digits() <= 9)
        .collect();
    let other = others[random.below(others.len())];
    let at = random.below(chars.len());
    match random.below(3) {
        0 => chars[at] = other,
        1 => {
            chars.remove(at);
        }
        _ => chars.insert(at, other),
    }
    chars.into_iter().collect()
}

/// A row without its frame is not a row of other cells, though its bars would make four.
#[test]
fn a_row_without_its_frame_is_a_fault_of_the_drawing() {
    let outline = Arc::new(Outline::square(4, 2));
    let rows = [
        "| 4   |     |",
        "|   3 | 1   |",
        "|     | 3   |",
        "|   1 |     |",
    ];
    let drawn = |rows: &[&str]| puzzles(&rows.join("\n"), &outline);
    let digits = vec![4, 0, 0, 0, 0, 3, 1, 0, 0, 0, 3, 0, 0, 1, 0, 0];
    assert_eq!(drawn(&rows), Some(vec![digits]));
    for number in 0..4 {
        for other in [
            "-|     | 3   |",
            "|     | 3   |-",
            "      | 3   |",
            "|     | 3    ",
        ] {
            let mut rows = rows;
            rows[number] = other;
            assert_eq!(drawn(&rows), None, "{number} {other}");
        }
    }
    // Rows with bars alone, between cells without padding.
    let between = drawn(&["|4||", "||1|", "||3|", "1|||"]);
    let digits = vec![0, 4, 0, 0, 0, 0, 1, 0, 0, 0, 3, 0, 1, 0, 0, 0];
    assert_eq!(between, Some(vec![digits]));
}

#[test]
fn a_word_between_tabs_is_one_cell() {
    let outline = Arc::new(Outline::square(4, 2));
    let whole = ["1\t1\t3\t1", "1\t1\t4\t4", "1\t4\t2\t4"].join("\n");
    let with = |last: &str| puzzles(&format!("{whole}\n{last}"), &outline);
    let digits = vec![1, 1, 3, 1, 1, 1, 4, 4, 1, 4, 2, 4, 4, 0, 2, 4];
    assert_eq!(with("4\t-1\t2\t4"), Some(vec![digits]));
    assert_eq!(with("4\t-1\t2\t"), None);
    assert_eq!(with("4\t-12\t4"), None);
}

#[test]
fn a_word_among_single_digits_is_one_cell() {
    let outline = Arc::new(Outline::square(4, 2));
    let with = |first: &str| puzzles(&format!("{first}\n4 2 2 2\n2 4 3 4\n1 4 1 1"), &outline);
    assert!(with("1 1 -1 4").is_some());
    assert_eq!(with("| 1 -1 4"), None);
    assert_eq!(with("  1 -1 4"), None);
}

#[test]
fn a_list_that_has_lost_its_bracket_is_not_shifted() {
    let outline = Arc::new(Outline::square(4, 2));
    let rest = "1, 0, 0, 3, 0, 2, 0, 0, 0, 0, 4, 0, 2, 0, 0";
    assert!(puzzles(&format!("[4, {rest}]"), &outline).is_some());
    for text in [
        format!(",4, {rest}]"),
        format!(", 4, {rest}]"),
        format!(",4, {rest})"),
    ] {
        assert_eq!(puzzles(&text, &outline), None, "{text}");
    }
    assert!(puzzles(&format!("4, {rest}, [a tag]"), &outline).is_some());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// The test prints up to 28 forms of nine outlines in each of 16 cases.
    #[test]
    fn what_is_printed_is_read(seed: u64) {
        let mut random = SplitMix64(seed);
        for outline in outlines() {
            for form in FORMS.into_iter().filter(|&form| may_have(&outline, form)) {
                let printed = print_random(&outline, form, &mut random);
                if is_framed(&printed) {
                    continue;
                }
                let text = with_surroundings(&printed, &mut random);
                let found = puzzles(&text, &outline);
                prop_assert_eq!(found, Some(vec![printed.digits]), "{:?}\n{}", form, text);
            }
        }
    }

    /// Each text has one character changed, dropped or added.
    #[test]
    fn what_is_damaged_is_never_another_puzzle(seed: u64) {
        let mut random = SplitMix64(seed);
        for outline in outlines() {
            for form in FORMS.into_iter().filter(|&form| may_have(&outline, form)) {
                let printed = print_random(&outline, form, &mut random);
                // Rows that are not padded may lack their last empty cells.
                if form == PrintedForm::Spaced && !printed.text.contains(" \n") {
                    continue;
                }
                let text = mutated(&printed.text, &outline, &mut random);
                // A digit or the sign of an empty cell in the place of a space can complete a row;
                // then the words of the row are its cells.
                let is_sign = |c: &char| c.is_alphanumeric() || ".-_*".contains(*c);
                let signs = |text: &str| text.chars().filter(is_sign).count();
                if form.is_spaced() && signs(&text) > signs(&printed.text) {
                    continue;
                }
                for digits in puzzles(&text, &outline).into_iter().flatten() {
                    let pairs = digits.iter().zip(&printed.digits);
                    // One cell may have another valid digit.
                    let others = pairs.filter(|(found, digit)| found != digit).count();
                    prop_assert!(others <= 1, "{:?}\n{}\n{}", form, printed.text, text);
                }
            }
        }
    }
}
