//! Fast reader of cages in the usual one-line format.

use super::Cages;
use super::SumTable;
use crate::cell_positions::CellPositions;

/// Reads the cages of an ASCII line such as `AAB.CB;A=12;B=5;C=3`. Returns `None` for any other
/// text, which [`read_cages`](super::read_cages) accepts or rejects.
pub fn read_cage_line(text: &str, frame: &CellPositions) -> Option<Cages> {
    const NONE: usize = usize::MAX;
    let (cells, mut rest) = text.as_bytes().split_at_checked(frame.cells())?;
    let (mut numbers, mut sizes) = ([NONE; 128], [0_usize; 128]);
    let mut count = 0;
    for &letter in cells.iter().filter(|&&letter| letter != b'.') {
        let number = numbers.get_mut(usize::from(letter))?;
        if *number == NONE {
            if !letter.is_ascii_alphanumeric() {
                return None;
            }
            *number = count;
            count += 1;
        }
        sizes[*number] += 1;
    }
    let mut sums = vec![0; count];
    while let [b';', letter, b'=', digits @ ..] = rest {
        let number = *numbers.get(usize::from(*letter))?;
        let length = digits
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if number == NONE || sums[number] > 0 || !(1..=4).contains(&length) {
            return None;
        }
        let digit = |sum: u32, &byte: &u8| 10 * sum + u32::from(byte - b'0');
        sums[number] = digits[..length].iter().fold(0, digit);
        rest = &digits[length..];
    }
    let all = (1 << frame.digits()) - 1;
    let is_good = |(&size, &sum): (&usize, &u32)| {
        size <= frame.digits() && SumTable::new().of(size, sum, all).is_some()
    };
    if !rest.is_empty() || !sizes.iter().zip(&sums).all(is_good) {
        return None;
    }
    let mut cages = Cages::with_sizes(sizes.into_iter().zip(sums));
    for (cell, &letter) in cells.iter().enumerate() {
        if letter != b'.' {
            cages.add_cell(numbers[usize::from(letter)], cell as u16);
        }
    }
    Some(cages)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::read_cages::read_cages;
    use super::*;
    use crate::shape_drawing::ShapeDrawing;

    proptest! {
        #[test]
        fn what_is_read_fast_is_what_is_read(
            cells in "[ABC.]{16}|[A.]{15,17}",
            sums in "(;[A-D]=[0-9]{1,2}){0,3}",
        ) {
            let frame = CellPositions::square(4);
            let text = cells + &sums;
            let drawing = ShapeDrawing { name: String::new(), text: text.clone() };
            if let Some(cages) = read_cage_line(&text, &frame) {
                prop_assert_eq!(read_cages(&drawing, &frame)?, cages);
            }
        }

        #[test]
        fn what_is_well_written_is_read_fast(first in 3..=7_u32, second in 1..=4_u32) {
            let text = format!("AAB.............;A={first};B={second}");
            let cages = read_cage_line(&text, &CellPositions::square(4)).expect("it is good");
            prop_assert_eq!(super::super::cages_text(&cages, 16), text);
        }
    }
}
