//! Questions about puzzles of one shape.

mod chunk_search;
mod read_records;
mod variant_factories;
pub(crate) mod variant_set;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub use variant_factories::FACTORIES;
pub use variant_set::VariantSet;

use crate::plain_search::{self, PlainSearch};
use crate::shape::Shape;
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_simd::Kernel;
use countless_sudoku::compile_questions;
use countless_sudoku::questions::{
    ChunkRecords, Count, List, PlainCount, PuzzleKind, Question, Rate, RecordTexts, SingleRecord,
    Solve,
};
use countless_sudoku::{Ask, InputOrigin, ReadOptions, Repeats};
use countless_text::Outline;

/// Puzzles of one shape, which can be solved, counted, listed and rated like classic puzzles.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::{InputOrigin, ReadOptions, Solve};
/// use countless_table::{Format, Table};
/// use countless_variants::{Shape, ShapeOptions, VariantPuzzles};
///
/// let shape = Shape::new(&ShapeOptions::new().size(4))?;
/// let text = "...1...4.3...4..\n1..4............\n".to_owned();
/// let origins = vec![InputOrigin::Text { name: "example".into(), text }];
/// let ask = VariantPuzzles::new(shape).ask(Solve::new(), origins, &ReadOptions::new())?;
/// let mut rows = Vec::new();
/// Run::new().write(&ask, Table::writer(&mut rows, Format::Csv))?;
/// let rows = String::from_utf8(rows).expect("rows are text");
/// assert_eq!(rows, "\
/// puzzle,status,solutions,solution
/// ...1...4.3...4..,unique,1,4231312413422413
/// 1..4............,multiple,2,
/// ");
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct VariantPuzzles {
    shape: Arc<Shape>,
}

/// Puzzle of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantPuzzle {
    /// Its shape, with its own regions and cages.
    pub shape: Arc<Shape>,
    /// Its digits, row by row. Empty cells are 0.
    pub digits: Vec<u8>,
    /// Text after the puzzle in its line.
    pub tag: Option<String>,
}

impl VariantPuzzles {
    /// Creates the kind of puzzles with this shape.
    pub fn new(shape: Shape) -> Self {
        Self {
            shape: Arc::new(shape),
        }
    }

    /// Returns the common shape of all puzzles.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Opens a question about the puzzles of all inputs.
    ///
    /// # Errors
    ///
    /// Errors of [`Ask::open_kind`].
    pub fn ask<Q: Question<Self>>(
        self,
        question: Q,
        origins: Vec<InputOrigin>,
        reading: &ReadOptions,
    ) -> Result<Ask<Q, Self>, Error> {
        Ask::open_kind(self, question, origins, reading)
    }
}

compile_questions!(VariantPuzzles: Solve, Rate, Count, List);

impl PuzzleKind for VariantPuzzles {
    type Puzzle = VariantPuzzle;
    type Solution = String;
    type SearchBatch = VariantSet;

    const NAME: &'static str = "shapes";
    const NAMES_VERSION: bool = false;
    const MOST_VISITED: u128 = plain_search::VISITED;

    fn describe(&self, spec: Spec) -> Spec {
        self.shape.describe(spec)
    }

    fn outline(&self) -> Option<Arc<Outline>> {
        Some(Arc::clone(&self.shape.outline))
    }

    fn batch(&self, kernel: Kernel) -> VariantSet {
        VariantSet::new(kernel, &self.shape)
    }

    fn read(
        &self,
        records: &ChunkRecords<'_>,
        _: Repeats,
        set: &mut VariantSet,
        lines: &mut RecordTexts,
    ) {
        self.read_records(records, set, lines);
    }

    fn visit_records(
        &self,
        records: &ChunkRecords<'_>,
        visit: &mut dyn FnMut(SingleRecord<VariantPuzzle>),
    ) {
        self.each_record(records, visit);
    }

    fn plain<'a>(&'a self, stop: &'a AtomicBool) -> PlainCount<'a, VariantPuzzle> {
        let mut search: Option<(Arc<Shape>, PlainSearch)> = None;
        Box::new(move |VariantPuzzle { shape, digits, .. }, limit| {
            search.take_if(|(other, _)| !Arc::ptr_eq(other, shape));
            let new = || (Arc::clone(shape), PlainSearch::new(shape));
            let (_, search) = search.get_or_insert_with(new);
            search.count(digits, limit, || stop.load(Ordering::Relaxed))
        })
    }
}
