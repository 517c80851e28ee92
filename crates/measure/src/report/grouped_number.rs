//! Numbers with grouped digits.

/// Formats a whole number with its digits in groups of three: `14,772,512`.
pub fn grouped(number: u128) -> String {
    grouped_digits(&number.to_string())
}

/// Formats a decimal number with the digits before its point in groups of three: `1,234.500`.
pub fn grouped_decimal(number: &str) -> String {
    match number.split_once('.') {
        Some((whole, rest)) => format!("{}.{rest}", grouped_digits(whole)),
        None => grouped_digits(number),
    }
}

fn grouped_digits(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_in_threes() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(234_907_967_154_122_528), "234,907,967,154,122,528");
        assert_eq!(grouped_decimal("1234.500"), "1,234.500");
        assert_eq!(grouped_decimal("999.9999"), "999.9999");
        assert_eq!(grouped_decimal("-"), "-");
    }
}
