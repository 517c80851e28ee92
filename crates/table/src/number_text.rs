//! Numbers as text, whole or with decimal places.

use super::rows::DecimalParts;

/// Appends a number in decimal, without allocating memory of its own.
///
/// ```
/// let mut text = b"row ".to_vec();
/// countless_table::push_number(&mut text, 120);
/// assert_eq!(text, b"row 120");
/// ```
#[inline]
pub fn push_number(text: &mut Vec<u8>, mut number: u64) {
    // Most numbers have one digit.
    if number < 10 {
        text.push(b'0' + number as u8);
        return;
    }
    let mut digits = [0; 20];
    let mut first = digits.len();
    while number > 0 {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    text.extend_from_slice(&digits[first..]);
}

/// Appends a decimal number with all its places.
pub(super) fn push_decimal(row: &mut Vec<u8>, number: u64, parts: DecimalParts) {
    let mut part = parts.in_one();
    push_number(row, number / part);
    row.push(b'.');
    while part > 1 {
        part /= 10;
        row.push(b'0' + (number / part % 10) as u8);
    }
}
