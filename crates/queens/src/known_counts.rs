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
pub const ALL: [u128; 28] = listed(
    "1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512, \
     95815104, 666090624, 4968057848, 39029188884, 314666222712, 2691008701644, 24233937684440, \
     227514171973736, 2207893435808352, 22317699616364044, 234907967154122528",
);

/// Fundamental solutions: one of each class under rotation and reflection
/// ([A002562](https://oeis.org/A002562)).
pub const FUNDAMENTAL: [u128; 28] = listed(
    "1, 1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053, 1846955, 11977939, \
     83263591, 621012754, 4878666808, 39333324973, 336376244042, 3029242658210, 28439272956934, \
     275986683743434, 2789712466510289, 29363495934315694",
);

/// Solutions that a half turn leaves unchanged ([A032522](https://oeis.org/A032522)).
pub const HALF_TURN: [u128; 28] = listed(
    "1, 1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000, 8152, 18104, 44184, 144620, \
     375664, 1250692, 3581240, 11675080, 34132592, 115718268, 320403024",
);

/// Solutions that a quarter turn leaves unchanged ([A033148](https://oeis.org/A033148)).
pub const QUARTER_TURN: [u128; 30] = listed(
    "1, 1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64, 128, 0, 0, 480, 704, 0, 0, 3328, 3264, \
     0, 0, 32896, 43776",
);

/// All solutions for superqueens ([A051223](https://oeis.org/A051223)).
pub const SUPERQUEENS: [u128; 27] = listed(
    "1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 156, 1876, 5180, 32516, 202900, 1330622, 8924976, \
     64492432, 495864256, 3977841852, 34092182276, 306819842212, 2883202816808, 28144109776812, \
     286022102245804",
);

/// Fundamental solutions for superqueens ([A051224](https://oeis.org/A051224)).
pub const FUNDAMENTAL_SUPERQUEENS: [u128; 27] = listed(
    "1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 6, 22, 239, 653, 4089, 25411, 166463, 1115871, 8062150, \
     61984976, 497236090, 4261538564, 38352532487, 360400504834, 3518014210402, 35752764285788",
);

/// All solutions on a torus ([A007705](https://oeis.org/A007705), which lists odd boards only; even
/// boards have no solutions).
pub const TOROIDAL: [u128; 25] = listed(
    "1, 1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524, 0, 0, 0, 140692, 0, 820496, 0, 0, 0, \
     128850048, 0",
);

/// All solutions for crowned rooks ([A002464](https://oeis.org/A002464)).
pub const CROWNED_ROOKS: [u128; 15] = listed(
    "1, 1, 0, 0, 2, 14, 90, 646, 5242, 47622, 479306, 5296790, 63779034, 831283558, 11661506218",
);

/// Reads numbers as the encyclopedia lists them.
const fn listed<const N: usize>(text: &str) -> [u128; N] {
    let (mut numbers, mut index, mut at) = ([0; N], 0, 0);
    while at < text.len() {
        match text.as_bytes()[at] {
            b',' => index += 1,
            b' ' => {}
            digit => numbers[index] = 10 * numbers[index] + (digit - b'0') as u128,
        }
        at += 1;
    }
    assert!(index + 1 == N);
    numbers
}

/// Known number of solutions of `n` rows.
pub(super) fn all(n: usize) -> Option<Known> {
    known_at(&ALL, n, "OEIS A000170")
}

/// Known number of solutions of `n` rows for a board variant.
pub(super) fn of_variant(n: usize, variant: &BoardVariant) -> Option<Known> {
    match (variant.piece(), variant.is_torus()) {
        _ if variant.regions().is_some() => None,
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
pub(super) fn of_turn(n: usize, turn: BoardTurn, variant: &BoardVariant) -> Option<Known> {
    match turn {
        _ if !variant.is_usual() => None,
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
