//! The sequences of the On-Line Encyclopedia of Integer Sequences (oeis.org) that counts of
//! boards belong to.

use countless::queens::{BoardVariant, Piece};

/// All solutions.
pub const ALL: &str = "A000170";
/// All solutions of a kind of board.
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
/// The fundamental solutions of a kind of board.
pub fn fundamental(kind: &BoardVariant) -> Option<&'static str> {
    match (kind.piece(), kind.is_torus()) {
        (Piece::Queen, false) => Some(FUNDAMENTAL),
        (Piece::Superqueen, false) => Some("A051224"),
        _ => None,
    }
}
/// Those that no rotation or reflection turns into one another.
pub const FUNDAMENTAL: &str = "A002562";
/// Those that a quarter turn leaves as they are.
pub const QUARTER_TURN: &str = "A033148";

/// What the help says of them.
pub const HELP: &str = "\
OEIS sequences (oeis.org), by the rows of the board:
  A000170  all solutions: `count`, and `all` in `classes`
  A002562  fundamental solutions: `fundamental` of `all` in `classes`
  A032522  solutions with half-turn symmetry: `half-turn` and `quarter-turn` of
           `classes`, added up
  A033148  solutions with quarter-turn symmetry: `quarter-turn` of `classes`
  A051223  all solutions for superqueens: `--piece superqueen`
  A051224  fundamental solutions for superqueens
  A007705  all solutions on a torus, for odd numbers of rows: `--torus`
  A002464  all solutions for crowned rooks: `--piece crowned-rook`
  A089222  the same on a torus, from two rows on: `--piece crowned-rook --torus`";
