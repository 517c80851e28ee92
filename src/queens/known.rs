//! Numbers of solutions that are known, from the On-Line Encyclopedia of Integer
//! Sequences (oeis.org), for boards of 0, 1, 2, … rows.
//!
//! The empty board counts as one solution. The totals for 24 to 27 rows took
//! months of many machines: 24 Kise, Katagiri, Honda & Yuba (2004), 25 Caromel,
//! di Costanzo & Mathieu (2005), 26 Preußer, Nägel & Spallek (2009), 27 Preußer &
//! Engelhardt (2016).

use super::Turn;
use super::search::Constraint;
use crate::engine::Known;

/// All solutions ([A000170](https://oeis.org/A000170)).
pub const ALL: [u128; 28] = [
    1,
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2680,
    14_200,
    73_712,
    365_596,
    2_279_184,
    14_772_512,
    95_815_104,
    666_090_624,
    4_968_057_848,
    39_029_188_884,
    314_666_222_712,
    2_691_008_701_644,
    24_233_937_684_440,
    227_514_171_973_736,
    2_207_893_435_808_352,
    22_317_699_616_364_044,
    234_907_967_154_122_528,
];

/// Fundamental solutions: those that no rotation or reflection turns into one
/// another count once ([A002562](https://oeis.org/A002562)).
pub const FUNDAMENTAL: [u128; 28] = [
    1,
    1,
    0,
    0,
    1,
    2,
    1,
    6,
    12,
    46,
    92,
    341,
    1_787,
    9_233,
    45_752,
    285_053,
    1_846_955,
    11_977_939,
    83_263_591,
    621_012_754,
    4_878_666_808,
    39_333_324_973,
    336_376_244_042,
    3_029_242_658_210,
    28_439_272_956_934,
    275_986_683_743_434,
    2_789_712_466_510_289,
    29_363_495_934_315_694,
];

/// Solutions that a half turn leaves unchanged ([A032522](https://oeis.org/A032522)).
pub const HALF_TURN: [u128; 28] = [
    1,
    1,
    0,
    0,
    2,
    2,
    4,
    8,
    4,
    16,
    12,
    48,
    80,
    136,
    420,
    1_240,
    3_000,
    8_152,
    18_104,
    44_184,
    144_620,
    375_664,
    1_250_692,
    3_581_240,
    11_675_080,
    34_132_592,
    115_718_268,
    320_403_024,
];

/// Solutions that a quarter turn leaves unchanged ([A033148](https://oeis.org/A033148)).
pub const QUARTER_TURN: [u128; 30] = [
    1, 1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64, 128, 0, 0, 480, 704, 0, 0, 3_328, 3_264, 0,
    0, 32_896, 43_776,
];

/// The number of all boards of `n` rows.
pub(super) fn all(n: usize) -> Option<Known> {
    of(&ALL, n, "OEIS A000170")
}

/// The number of solutions of a board, which is empty if no squares are given.
pub(super) fn of_board(n: usize, squares: Option<&Constraint>) -> Option<Known> {
    let is_empty = squares.is_none_or(|squares| *squares == Constraint::new(n));
    all(n).filter(|_| is_empty)
}

/// The number of boards that a turn leaves as they are.
pub(super) fn of_turn(n: usize, turn: Turn) -> Option<Known> {
    match turn {
        Turn::Half => of(&HALF_TURN, n, "OEIS A032522"),
        Turn::Quarter => of(&QUARTER_TURN, n, "OEIS A033148"),
    }
}

fn of(table: &[u128], n: usize, source: &'static str) -> Option<Known> {
    let &total = table.get(n)?;
    Some(Known { total, source })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of orbits under the eight symmetries (Burnside): no reflection
    /// leaves a solution unchanged, for it would put two queens in line.
    #[test]
    fn tables_agree_by_burnsides_sum() {
        for n in 2..28 {
            assert_eq!(
                8 * FUNDAMENTAL[n],
                ALL[n] + HALF_TURN[n] + 2 * QUARTER_TURN[n],
                "N = {n}"
            );
        }
    }
}
