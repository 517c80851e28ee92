//! Names of rotations.

use clap::ValueEnum;

/// Name of a rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TurnName {
    /// By 180 degrees
    HalfTurn,
    /// By 90 degrees; these solutions have half-turn symmetry, too
    QuarterTurn,
}
