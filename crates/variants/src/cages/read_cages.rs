//! Reader of a drawing of cages and their sums.
//!
//! ```text
//! AABB
//! CADB
//! CADD
//! ..DE
//! A=10 B=8 C=6 D=10 E=2
//! ```
//!
//! The drawing may be a single line. Semicolons and commas separate words, as blanks do.
//! The usual one-line format has a fast reader. Cages are written with a letter for each cell, and
//! the sum of each letter.

use std::fmt::Write;

use super::{Cages, SumTable};
use crate::shape_options::{CellPositions, ShapeDrawing};
use countless_engine::Error;

/// Reads the cages of a drawing, in the order of their first cells.
///
/// # Errors
///
/// [`Error::Parse`] with the reason and its position.
pub fn read_cages(drawing: &ShapeDrawing, frame: &CellPositions) -> Result<Cages, Error> {
    let (mut cells, mut sums) = (String::new(), Vec::new());
    for (number, line) in drawing.text.lines().enumerate() {
        let mut column = 0;
        let is_end = |c: char| c.is_whitespace() || c == ',' || c == ';';
        for part in line.split_inclusive(is_end) {
            let word = part.trim_end_matches(is_end);
            let at = (number + 1, column + 1);
            column += part.chars().count();
            if word.contains('=') {
                sums.push((at, word));
            } else {
                cells += word;
            }
            cells += " ";
        }
        cells += "\n";
    }
    let fail = |(line, column), reason| Err(drawing.fault(line, column, reason));
    let name = drawing.name.clone();
    let letters = ShapeDrawing { name, text: cells }.cell_letters(frame)?;
    let mut cages: Vec<(char, Vec<u16>, Option<u32>)> = Vec::new();
    for (cell, &letter) in letters.iter().enumerate().filter(|(_, c)| **c != '.') {
        match cages.iter_mut().find(|(name, ..)| *name == letter) {
            Some((_, cells, _)) => cells.push(cell as u16),
            None => cages.push((letter, vec![cell as u16], None)),
        }
    }
    let digits = frame.digits;
    for (at, word) in sums {
        let pair = word.split_once('=');
        let pair = pair.and_then(|(name, sum)| Some((name, sum.parse::<u32>().ok()?)));
        let Some((name, sum)) = pair else {
            return fail(at, format!("expected a sum such as A=12, found {word:?}"));
        };
        let named = |cage: &&mut (char, Vec<u16>, Option<u32>)| name.chars().eq([cage.0]);
        let Some((_, cells, known)) = cages.iter_mut().find(named) else {
            return fail(at, format!("unknown cage {name:?}"));
        };
        if known.replace(sum).is_some() {
            return fail(at, format!("cage {name:?} has two sums"));
        }
        let (size, all) = (cells.len(), (1 << digits) - 1);
        if size > digits {
            return fail(
                at,
                format!("cage {name:?}: expected at most {digits} cells, found {size}"),
            );
        }
        if SumTable::new().of(size, sum, all).is_none() {
            let least: usize = (1..=size).sum();
            let most: usize = (digits + 1 - size..=digits).sum();
            return fail(
                at,
                format!("cage {name:?}: expected a sum from {least} to {most}, found {sum}"),
            );
        }
    }
    let mut all = Cages::default();
    for (name, cells, sum) in cages {
        let Some(sum) = sum else {
            let at = position_of(&drawing.text, name);
            return fail(at, format!("cage {:?} has no sum", name.to_string()));
        };
        all.push(&cells, sum);
    }
    Ok(all)
}

/// Returns the line and column of a character, from 1.
fn position_of(text: &str, wanted: char) -> (usize, usize) {
    let mut lines = text.lines().enumerate();
    let place = lines.find_map(|(line, text)| {
        let column = text.chars().position(|c| c == wanted)?;
        Some((line + 1, column + 1))
    });
    place.unwrap_or((1, 1))
}

/// Reads the cages of an ASCII line such as `AAB.CB;A=12;B=5;C=3`. Returns `None` for any other
/// text, which [`read_cages`](super::read_cages) accepts or rejects.
pub fn read_cage_line(text: &str, frame: &CellPositions) -> Option<Cages> {
    const NONE: usize = usize::MAX;
    let (cells, mut rest) = text.as_bytes().split_at_checked(frame.cells())?;
    let (mut numbers, mut sizes) = ([NONE; 128], [0_usize; 128]);
    let mut count = 0;
    for &letter in cells.iter().filter(|&&letter| letter != b'.') {
        let number = numbers.get_mut(usize::from(letter))?;
        if *number == NONE {
            if !letter.is_ascii_alphanumeric() {
                return None;
            }
            *number = count;
            count += 1;
        }
        sizes[*number] += 1;
    }
    let mut sums = vec![0; count];
    while let [b';', letter, b'=', digits @ ..] = rest {
        let number = *numbers.get(usize::from(*letter))?;
        let length = digits.iter().take_while(|byte| byte.is_ascii_digit());
        let length = length.count();
        if number == NONE || sums[number] > 0 || !(1..=4).contains(&length) {
            return None;
        }
        let digit = |sum: u32, &byte: &u8| 10 * sum + u32::from(byte - b'0');
        sums[number] = digits[..length].iter().fold(0, digit);
        rest = &digits[length..];
    }
    let all = (1 << frame.digits) - 1;
    let is_good = |(&size, &sum): (&usize, &u32)| {
        size <= frame.digits && SumTable::new().of(size, sum, all).is_some()
    };
    if !rest.is_empty() || !sizes.iter().zip(&sums).all(is_good) {
        return None;
    }
    let mut cages = Cages::with_sizes(sizes.into_iter().zip(sums));
    for (cell, &letter) in cells.iter().enumerate() {
        if letter != b'.' {
            cages.add_cell(numbers[usize::from(letter)], cell as u16);
        }
    }
    Some(cages)
}

/// Returns the letters of cages: `A` to `Z`, `a` to `z`, `0` to `9`, then letters of other
/// alphabets.
fn cage_letters() -> impl Iterator<Item = char> {
    let ascii = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    ascii.chain(('\u{c0}'..).filter(|letter| letter.is_alphabetic()))
}

/// Returns cages in one line, with `.` for a cell outside of all cages: `AAB.CB;A=12;B=5;C=3`.
pub fn cages_text(cages: &Cages, cells: usize) -> String {
    let mut drawing = vec!['.'; cells];
    let mut sums = String::new();
    for ((cage, sum), letter) in cages.drawn().zip(cage_letters()) {
        for &cell in cage {
            drawing[usize::from(cell)] = letter;
        }
        // Writing to a String cannot fail.
        let _ = write!(sums, ";{letter}={sum}");
    }
    drawing.into_iter().collect::<String>() + &sums
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::cages_text;
    use super::*;

    fn read_text(text: &str) -> Result<String, String> {
        let drawing = ShapeDrawing {
            name: "map".to_owned(),
            text: text.to_owned(),
        };
        let cages =
            read_cages(&drawing, &CellPositions::square(4)).map_err(|error| error.to_string())?;
        Ok(cages_text(&cages, 16))
    }

    #[test]
    fn cages_are_drawn_or_in_a_line() {
        let line = "AABBCADBCADD..DE;A=10;B=8;C=6;D=10;E=2";
        for text in [
            line,
            "AABB\nCADB\nCADD\n..DE\nA=10 B=8 C=6 D=10 E=2\n",
            "x x y y\r\nz x w y\r\nz x w w\r\n. . w v\r\n\r\nv=2\r\nw=10, x=10\r\ny=8, z=6",
        ] {
            assert_eq!(read_text(text), Ok(line.to_owned()), "{text}");
        }
        assert_eq!(read_text(&".".repeat(16)), Ok(".".repeat(16)));
    }

    #[test]
    fn faults_have_a_place_and_a_reason() {
        let drawn = |sums: &str| read_text(&format!("AAB.\n....\n....\n....\n{sums}")).unwrap_err();
        assert_eq!(drawn("A=4"), "map:1:3: cage \"B\" has no sum");
        assert_eq!(
            drawn("A=4 B"),
            "map:5:1: expected 4 lines of cells, found 5"
        );
        assert_eq!(
            drawn("A=4 B=x"),
            "map:5:5: expected a sum such as A=12, found \"B=x\""
        );
        assert_eq!(drawn("A=4\nAB=3"), "map:6:1: unknown cage \"AB\"");
        assert_eq!(drawn("A=4 B=3 A=4"), "map:5:9: cage \"A\" has two sums");
        assert_eq!(
            drawn("A=8 B=3"),
            "map:5:1: cage \"A\": expected a sum from 3 to 7, found 8"
        );
        let large = read_text(&("A".repeat(16) + ";A=10")).unwrap_err();
        assert!(large.ends_with("cage \"A\": expected at most 4 cells, found 16"));
        let short = read_text("AAB\n....\n....\n....\nA=4 B=3").unwrap_err();
        assert_eq!(short, "map:1:1: expected 4 cells in a line, found 3");
    }

    proptest! {
        #[test]
        fn anything_is_read_or_refused(text in "[A-D.=0-9;, \n]{0,80}") {
            if let Ok(line) = read_text(&text) {
                prop_assert_eq!(read_text(&line), Ok(line.clone()));
            }
        }
    }
}

#[cfg(test)]
mod read_cage_line_tests {
    use proptest::prelude::*;

    use super::read_cages;
    use super::*;
    use crate::shape_options::ShapeDrawing;

    proptest! {
        #[test]
        fn what_is_read_fast_is_what_is_read(
            cells in "[ABC.]{16}|[A.]{15,17}",
            sums in "(;[A-D]=[0-9]{1,2}){0,3}",
        ) {
            let frame = CellPositions::square(4);
            let text = cells + &sums;
            let drawing = ShapeDrawing { name: String::new(), text: text.clone() };
            if let Some(cages) = read_cage_line(&text, &frame) {
                prop_assert_eq!(read_cages(&drawing, &frame)?, cages);
            }
        }

        #[test]
        fn what_is_well_written_is_read_fast(first in 3..=7_u32, second in 1..=4_u32) {
            let text = format!("AAB.............;A={first};B={second}");
            let cages = read_cage_line(&text, &CellPositions::square(4)).expect("it is good");
            prop_assert_eq!(super::super::cages_text(&cages, 16), text);
        }
    }
}
