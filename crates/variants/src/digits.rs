//! Digits as bits of words, and as symbols: `1` to `9`, then `A` for 10 up to `P` for 25.

use countless_simd::{Simd, Vector};

/// Word of candidates, with a bit for each digit.
pub(super) trait CandidateWord:
    Copy + Default + PartialEq + Into<u64> + std::fmt::Debug
{
    /// Array with the number of lanes of the widest vector.
    type Lanes: Copy + AsRef<[Self]> + AsMut<[Self]> + std::fmt::Debug;
    /// Vector of words.
    type Vector<S: Simd>: Vector<Simd = S, Lane = Self>;
    /// Array of zeros.
    const NONE: Self::Lanes;
    /// True if the word has room for more than sixteen digits.
    const IS_WIDE: bool;
    /// Returns the word with the low bits of a number.
    fn from_bits(bits: u32) -> Self;
    /// Returns the word as a number.
    fn bits(self) -> u32;
}

impl CandidateWord for u16 {
    type Lanes = [Self; 32];
    type Vector<S: Simd> = S::U16;
    const NONE: Self::Lanes = [0; 32];
    const IS_WIDE: bool = false;
    #[inline(always)]
    fn from_bits(bits: u32) -> Self {
        bits as Self
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        self.into()
    }
}

impl CandidateWord for u32 {
    type Lanes = [Self; 16];
    type Vector<S: Simd> = S::U32;
    const NONE: Self::Lanes = [0; 16];
    const IS_WIDE: bool = true;
    #[inline(always)]
    fn from_bits(bits: u32) -> Self {
        bits
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        self
    }
}

/// Largest number of digits of a puzzle.
pub const MOST_DIGITS: usize = if cfg!(target_family = "wasm") { 16 } else { 25 };

/// Word of candidates for any number of digits.
#[cfg(not(target_family = "wasm"))]
pub(super) type WideWord = u32;
#[cfg(target_family = "wasm")]
pub(super) type WideWord = u16;

/// Returns the digit of a byte, 0 for an empty cell; `None` for any other byte.
pub(super) fn digit(byte: u8) -> Option<u8> {
    Some(match byte {
        b'0'..=b'9' => byte - b'0',
        b'A'..=b'P' => byte - b'A' + 10,
        b'a'..=b'p' => byte - b'a' + 10,
        b'.' | b'*' | b'_' | b'-' | b'x' | b'X' => 0,
        _ => return None,
    })
}

/// Returns the symbol of a digit, `.` for an empty cell.
pub fn symbol(digit: u8) -> u8 {
    match digit {
        0 => b'.',
        1..=9 => b'0' + digit,
        _ => b'A' + (digit - 10) % 26,
    }
}

/// Returns digits as one string, with `.` for an empty cell.
pub fn digits_text(digits: &[u8]) -> String {
    let symbols = digits.iter().map(|&digit| symbol(digit));
    symbols.map(char::from).collect()
}

/// Returns the digits of cells with one candidate, and 0 for other cells. Bit 0 of a cell is a 1.
///
/// ```
/// use countless_variants::{candidate_texts, single_digits};
///
/// let candidates = [0b1001, 0b10];
/// assert_eq!(candidate_texts(&candidates), ["14", "2"]);
/// assert_eq!(single_digits(&candidates), [0, 2]);
/// ```
pub fn single_digits(candidates: &[u32]) -> Vec<u8> {
    let digits = candidates.iter().map(|cell| match cell.count_ones() {
        1 => cell.trailing_zeros() as u8 + 1,
        _ => 0,
    });
    digits.collect()
}

/// Returns the candidates of each cell as text, such as `149`. Bit 0 of a cell is a 1.
pub fn candidate_texts(candidates: &[u32]) -> Vec<String> {
    let text = |cell: &u32| {
        let digits = (0..u32::BITS as u8).filter(|digit| cell >> digit & 1 != 0);
        digits_text(&digits.map(|digit| digit + 1).collect::<Vec<u8>>())
    };
    candidates.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_is_read_as_it_is_written() {
        for number in 0..=MOST_DIGITS as u8 {
            assert_eq!(digit(symbol(number)), Some(number));
            assert_eq!(digit(symbol(number).to_ascii_lowercase()), Some(number));
        }
        assert_eq!(digits_text(&[1, 0, 10, 25]), "1.AP");
        for other in [b'Q', b'z', b' ', b',', b'|', 0, 0xff] {
            assert_eq!(digit(other), None);
        }
    }
}
