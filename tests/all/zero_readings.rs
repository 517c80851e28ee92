//! A `0` is a digit or a blank, as every reading that fits decides.

use proptest::prelude::*;

use countless_text::{CellValues, Expect, Outline, Signs, TextFault, read};

/// Cells of the readings of a text of single characters: `0` as a blank, and as the first digit.
fn readings(text: &str, outline: &Outline) -> Vec<Vec<u8>> {
    let side = outline.side();
    let height = outline.box_rows();
    let digit = |c: char| c.to_digit(26).unwrap_or(0) as u8;
    let as_blank: Vec<u8> = text.chars().map(digit).collect();
    let shifted = |c: char| if c == '.' { 0 } else { digit(c) + 1 };
    let as_digit: Vec<u8> = text.chars().map(shifted).collect();
    let house = |cell: usize, kind: usize| match kind {
        0 => cell / side,
        1 => cell % side,
        _ => cell / side / height * height + cell % side / (side / height),
    };
    let ones = || (0..as_digit.len()).filter(|&cell| as_digit[cell] == 1);
    let is_twice = ones().any(|one| {
        ones().any(|other| one < other && (0..3).any(|kind| house(one, kind) == house(other, kind)))
    });
    let is_large = as_digit.iter().any(|&digit| usize::from(digit) > side);
    // Nobody writes digits from 0 on and 0 for a blank, nor blanks only as 0 by accident.
    let is_usual = side <= 9 && !text.contains('.');
    let has_both = text.contains('0') && !is_twice && !is_large && !is_usual;
    let mut all = vec![as_blank];
    all.extend(has_both.then_some(as_digit));
    all
}

/// Text of cells with at most two zeros or with many.
fn cells(side: usize) -> impl Strategy<Value = String> {
    let symbols: Vec<char> = "123456789ABCDEFGHIJKLMNOP".chars().take(side).collect();
    let cell = prop_oneof![
        6 => Just('.'),
        1 => Just('0'),
        3 => prop::sample::select(symbols),
    ];
    let cells = prop::collection::vec(cell, side * side);
    (cells, any::<bool>(), any::<bool>()).prop_map(move |(cells, has_dots, has_largest)| {
        let largest = "123456789ABCDEFGHIJKLMNOP".chars().nth(side - 1);
        let text = cells.into_iter().map(|c| match c {
            '.' if !has_dots => '0',
            c if Some(c) == largest && !has_largest => '1',
            c => c,
        });
        text.collect()
    })
}

proptest! {
    #[test]
    fn a_zero_is_read_if_one_reading_fits(
        text in prop::sample::select(vec![(4, 2), (6, 2), (9, 3), (12, 3), (16, 4)])
            .prop_flat_map(|(side, height)| (Just(Outline::square(side, height)), cells(side))),
        between in prop::sample::select(vec!["", ",", " ", "\n"]),
    ) {
        let (outline, cells) = text;
        let side = outline.side();
        let written: Vec<String> = cells
            .chars()
            .collect::<Vec<_>>()
            .chunks(side)
            .map(|row| match between {
                "\n" => row.iter().collect::<String>(),
                between => row.iter().map(char::to_string).collect::<Vec<_>>().join(between),
            })
            .collect();
        let written = written.join(between);
        let found = read(&written, &outline, &Signs::default(), Expect::Digits);
        if let [only] = &readings(&cells, &outline)[..] {
            let cells = CellValues::Digits(only.clone());
            prop_assert_eq!(found.map(|read| read.cells), Ok(cells));
        } else {
            let place = written.find('0').unwrap_or(0);
            prop_assert_eq!(found, Err((place, TextFault::Zero { digits: side })));
        }
    }
}
