//! The lines of a text.

use super::fields::LineSlice;

/// The lines of a text, without their line ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = LineSlice<'_>> {
    let mut at = 0;
    text.split('\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        LineSlice {
            text: line.strip_suffix('\r').unwrap_or(line),
            at: start,
        }
    })
}
