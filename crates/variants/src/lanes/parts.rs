//! What lanes know of the cells that two units share.

use super::row::Row;
use crate::plan::Plan;
use crate::word::Word;

/// What is known of the parts of units.
#[derive(Debug)]
pub(super) struct Parts<W: Word> {
    /// The candidates of the cells of each, together.
    pub unions: Vec<Row<W>>,
    /// For each part and each of its two units, what the unit can have only there.
    pub locked: Vec<Row<W>>,
}

impl<W: Word> Parts<W> {
    pub fn new(plan: &Plan) -> Self {
        let parts = plan.parts().len();
        Self {
            unions: vec![Row::NONE; parts],
            locked: vec![Row::NONE; 2 * parts],
        }
    }
}
