//! Private items that the tests in `tests/unit` and in `tests/all` of the workspace use.

pub use super::canon::band_table::band_kinds;
pub use super::canon::row_by_row::least_row_by_row;
pub use super::clue_extension::{DigitMasks, Extension, extend};
pub use super::explain::internals as techniques;
pub use super::puzzles::other_programs::{
    FormatFault, FoundCells, SoloGame, element_end, is_link, is_solo, read_element, read_hodoku,
    read_link, read_solo,
};

use super::{CELLS, GenerateOptions, PencilMarks, Transform, Unavoidable};
use countless_engine::Error;
use countless_engine::ledger::Spec;

/// Pencil marks of these digits, bit 0 for a 1.
pub fn marks_of(cells: [u16; CELLS]) -> PencilMarks {
    PencilMarks::of(cells)
}

/// A transform of these rows, columns and digits, 4 bits each.
pub fn transform_of(is_transposed: bool, rows: u64, columns: u64, digits: u64) -> Transform {
    Transform::new(is_transposed, rows, columns, digits)
}

/// All sets, as bits, the smallest first.
pub fn all_sets(sets: &Unavoidable) -> Vec<u128> {
    sets.all_sets()
}

/// The options of a plan.
///
/// # Errors
///
/// If a parameter is missing or cannot be read.
pub fn generate_options(spec: &Spec) -> Result<GenerateOptions, Error> {
    GenerateOptions::of(spec)
}
