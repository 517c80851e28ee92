//! Text format of cages: a letter for each cell, and the sum of each letter.

use std::fmt::Write;

use super::Cages;

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
