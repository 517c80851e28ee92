//! Candidates of cells, as digits side by side in any order: `259`, `(259)`, and in steps of a
//! solution `(259)-` or `5*`.

use super::fields::FieldRow;
use super::outline::Outline;
use super::text_fault::{TextFault, TextFaultAt};

/// Parses the candidates of a field, bit 0 for a 1.
pub(super) fn parse_candidates(field: &str) -> Option<u16> {
    // A cell without candidates.
    if field == "-" {
        return Some(0);
    }
    let text = field.strip_suffix('-').unwrap_or(field);
    let text = text.strip_suffix('*').unwrap_or(text);
    let inner = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let text = inner.unwrap_or(text);
    let mut digits = 0;
    for byte in text.bytes() {
        let digit = byte.wrapping_sub(b'1');
        if digit > 8 || digits >> digit & 1 == 1 {
            return None;
        }
        digits |= 1 << digit;
    }
    (digits != 0).then_some(digits)
}

pub(super) fn is_candidates(field: &str) -> bool {
    parse_candidates(field).is_some()
}

/// Returns whether cells are more likely candidates than digits with a typing error among dashes
/// for blanks: fewer cells, if any, have no candidate than several.
pub(super) fn are_likely(cells: &[u16]) -> bool {
    let empty = cells.iter().filter(|&&digits| digits == 0).count();
    let several = cells.iter().filter(|digits| digits.count_ones() > 1);
    empty == 0 || empty < several.count()
}

/// Parses the candidates of all cells of nine rows, and their byte offsets in the text.
pub(super) fn fit_candidates(
    rows: &[FieldRow<'_>],
    outline: &Outline,
) -> Result<(Vec<u16>, Vec<usize>), TextFaultAt> {
    let side = outline.side();
    let (mut digits, mut places) = (Vec::with_capacity(side * side), Vec::new());
    for row in rows {
        if row.len() != side {
            let end = row.last().map_or(0, |field| field.at + field.text.len());
            let (found, expected) = (row.len(), side);
            return Err((end, TextFault::Row { found, expected }));
        }
        for field in row {
            let found = parse_candidates(field.text);
            digits.push(found.ok_or_else(|| (field.at, TextFault::Word(field.text.to_owned())))?);
            places.push(field.at);
        }
    }
    Ok((digits, places))
}
