//! Sequences of the On-Line Encyclopedia of Integer Sequences (oeis.org) for counts of boards.

use countless::queens::{BoardVariant, Piece};

/// Sequence of all solutions.
pub const ALL: &str = "A000170";
/// Sequence of all solutions of a board variant.
pub fn all(variant: &BoardVariant) -> Option<&'static str> {
    match (variant.piece(), variant.is_torus()) {
        _ if variant.regions().is_some() => None,
        (Piece::Queen, false) => Some(ALL),
        (Piece::Queen, true) => Some("A007705"),
        (Piece::Superqueen, false) => Some("A051223"),
        (Piece::Superqueen, true) => None,
        (Piece::CrownedRook, false) => Some("A002464"),
        (Piece::CrownedRook, true) => Some("A089222"),
    }
}
/// Sequence of the fundamental solutions of a board variant.
pub fn fundamental(variant: &BoardVariant) -> Option<&'static str> {
    match (variant.piece(), variant.is_torus()) {
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
