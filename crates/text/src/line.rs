//! The lines of a text.

use super::fields::Line;

/// The lines of a text, without what ends them.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    text.split('\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        Line {
            text: line.strip_suffix('\r').unwrap_or(line),
            at: start,
        }
    })
}
