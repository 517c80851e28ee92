//! Sequences of the On-Line Encyclopedia of Integer Sequences (oeis.org) for counts of boards.

use countless::queens::{BoardVariant, Piece};

/// Sequence of all solutions.
pub const ALL: &str = "A000170";
/// Sequence of all solutions of a board variant.
pub fn all(kind: &BoardVariant) -> Option<&'static str> {
    match (kind.piece(), kind.is_torus()) {
        _ if kind.regions().is_some() => None,
        (Piece::Queen, false) => Some(ALL),
        (Piece::Queen, true) => Some("A007705"),
        (Piece::Superqueen, false) => Some("A051223"),
        (Piece::Superqueen, true) => None,
        (Piece::CrownedRook, false) => Some("A002464"),
        (Piece::CrownedRook, true) => Some("A089222"),
    }
}
/// Sequence of the fundamental solutions of a board variant.
pub fn fundamental(kind: &BoardVariant) -> Option<&'static str> {
    match (kind.piece(), kind.is_torus()) {
        (Piece::Queen, false) => Some(FUNDAMENTAL),
        (Piece::Superqueen, false) => Some("A051224"),
        _ => None,
    }
}
/// Sequence of the fundamental solutions, which are distinct under rotation and reflection.
pub const FUNDAMENTAL: &str = "A002562";
/// Sequence of the solutions with half-turn symmetry.
pub const HALF_TURN: &str = "A032522";
/// Sequence of the solutions with quarter-turn symmetry.
pub const QUARTER_TURN: &str = "A033148";

/// Closing text of `countless queens`.
pub const HELP: &str = "\
OEIS sequences (oeis.org), by the rows of the board:
  A000170  all solutions: `count`, and `all` in `classes`
  A002562  fundamental solutions: `fundamental` of `all` in `classes`
  A032522  solutions with half-turn symmetry: `count --symmetric half-turn`,
           or `half-turn` and `quarter-turn` of `classes`, added up
  A033148  solutions with quarter-turn symmetry:
           `count --symmetric quarter-turn`, or `quarter-turn` of `classes`
  A051223  all solutions for superqueens: `--piece superqueen`
  A051224  fundamental solutions for superqueens
  A007705  all solutions on a torus, for odd numbers of rows: `--torus`
  A002464  all solutions for crowned rooks: `--piece crowned-rook`
  A089222  the same on a torus, from two rows on: `--piece crowned-rook --torus`";
