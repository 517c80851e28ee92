//! Order of the symbols of digits.

/// Signs in the order of ranges such as `0-F` or `1-G`.
pub(super) const ORDER: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The symbols of `digits` digits, where the first is the symbol of `first`.
pub(super) fn digits_from(first: usize, digits: usize) -> String {
    ORDER.chars().skip(first).take(digits).collect()
}
