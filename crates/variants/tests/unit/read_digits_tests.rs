//! Digits of any text and of every shape.

use countless_engine::SplitMix64;
use countless_text::Signs;
use countless_variants::digits_text;
use countless_variants::internals::{RecordText, read_digits};
use proptest::prelude::*;

use crate::backtracker_tests::shapes;

proptest! {
    #[test]
    fn anything_is_read_or_refused(text in "[0-9A-Pa-z.,; |\n*-]{0,400}", bytes: Vec<u8>) {
        for shape in shapes() {
            for text in [text.as_bytes(), &bytes] {
                let mut digits = Vec::new();
                match read_digits(&shape, &Signs::default(), text, &mut digits) {
                    Ok(_) => prop_assert_eq!(digits.len(), shape.cells()),
                    Err((at, _)) => prop_assert!(at <= text.len()),
                }
            }
        }
    }

    #[test]
    fn what_is_written_is_read(seed: u64) {
        for shape in shapes() {
            let mut random = SplitMix64(seed);
            let digits: Vec<u8> =
                (0..shape.cells()).map(|_| random.below(shape.digits() + 1) as u8).collect();
            let text = digits_text(&digits);
            let mut found = Vec::new();
            let read = read_digits(&shape, &Signs::default(), text.as_bytes(), &mut found);
            let expected = RecordText { cells: Some(text.as_str()), tag: None };
            prop_assert_eq!(read, Ok(expected));
            prop_assert_eq!(found, digits);
        }
    }
}
