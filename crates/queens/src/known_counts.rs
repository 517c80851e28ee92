//! Known numbers of solutions, from the On-Line Encyclopedia of Integer Sequences (oeis.org), for
//! boards of 0, 1, 2, … rows.
//!
//! The empty board counts as one solution. The totals for 24 to 27 rows took months on many
//! machines. They are by Kise, Katagiri, Honda & Yuba (2004) for 24 rows, Caromel, di Costanzo &
//! Mathieu (2005) for 25, Preußer, Nägel & Spallek (2009) for 26, Preußer & Engelhardt (2016) for
//! 27.

use super::search::SearchBoard;
use super::{BoardTurn, BoardVariant, Piece};
use countless_engine::Known;

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

/// Fundamental solutions: one of each class under rotation and reflection
/// ([A002562](https://oeis.org/A002562)).
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

/// All solutions for superqueens ([A051223](https://oeis.org/A051223)).
pub const SUPERQUEENS: [u128; 27] = [
    1,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    4,
    44,
    156,
    1876,
    5180,
    32_516,
    202_900,
    1_330_622,
    8_924_976,
    64_492_432,
    495_864_256,
    3_977_841_852,
    34_092_182_276,
    306_819_842_212,
    2_883_202_816_808,
    28_144_109_776_812,
    286_022_102_245_804,
];

/// Fundamental solutions for superqueens ([A051224](https://oeis.org/A051224)).
pub const FUNDAMENTAL_SUPERQUEENS: [u128; 27] = [
    1,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    1,
    6,
    22,
    239,
    653,
    4089,
    25_411,
    166_463,
    1_115_871,
    8_062_150,
    61_984_976,
    497_236_090,
    4_261_538_564,
    38_352_532_487,
    360_400_504_834,
    3_518_014_210_402,
    35_752_764_285_788,
];

/// All solutions on a torus ([A007705](https://oeis.org/A007705), which lists odd boards only; even
/// boards have no solutions).
pub const TOROIDAL: [u128; 25] = [
    1,
    1,
    0,
    0,
    0,
    10,
    0,
    28,
    0,
    0,
    0,
    88,
    0,
    4524,
    0,
    0,
    0,
    140_692,
    0,
    820_496,
    0,
    0,
    0,
    128_850_048,
    0,
];

/// All solutions for crowned rooks ([A002464](https://oeis.org/A002464)).
pub const CROWNED_ROOKS: [u128; 15] = [
    1,
    1,
    0,
    0,
    2,
    14,
    90,
    646,
    5242,
    47_622,
    479_306,
    5_296_790,
    63_779_034,
    831_283_558,
    11_661_506_218,
];

/// Known number of solutions of `n` rows.
pub(super) fn all(n: usize) -> Option<Known> {
    known_at(&ALL, n, "OEIS A000170")
}

/// Known number of solutions of `n` rows for a board variant.
pub(super) fn of_variant(n: usize, kind: &BoardVariant) -> Option<Known> {
    match (kind.piece(), kind.is_torus()) {
        _ if kind.regions().is_some() => None,
        (Piece::Queen, false) => all(n),
        (Piece::Superqueen, false) => known_at(&SUPERQUEENS, n, "OEIS A051223"),
        (Piece::CrownedRook, false) => known_at(&CROWNED_ROOKS, n, "OEIS A002464"),
        (Piece::Queen, true) => known_at(&TOROIDAL, n, "OEIS A007705"),
        (Piece::Superqueen | Piece::CrownedRook, true) => None,
    }
}

/// Known number of solutions of a board, if it is square and no square is blocked.
pub(super) fn of_board(board: &SearchBoard) -> Option<Known> {
    let is_all = board.is_unrestricted() && board.n() == board.columns();
    of_variant(board.n(), board.variant()).filter(|_| is_all)
}

/// Known number of solutions of `n` rows that a turn leaves unchanged.
pub(super) fn of_turn(n: usize, turn: BoardTurn, kind: &BoardVariant) -> Option<Known> {
    match turn {
        _ if !kind.is_usual() => None,
        BoardTurn::Half => known_at(&HALF_TURN, n, "OEIS A032522"),
        BoardTurn::Quarter => known_at(&QUARTER_TURN, n, "OEIS A033148"),
    }
}

fn known_at(table: &[u128], n: usize, source: &'static str) -> Option<Known> {
    let &total = table.get(n)?;
    Some(Known { total, source })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of orbits under the eight symmetries (Burnside). No reflection leaves a solution
    /// unchanged, because it would put two queens in line.
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
