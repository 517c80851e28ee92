//! Files of puzzles of one shape, as a problem for the engine: a subtree is a chunk of an input.
//!
//! How inputs are cut, what is passed on and what is counted is as of puzzles of nine by nine
//! cells: it is the same code.

mod factories;
mod looks;
mod problem;
mod rate;
mod recount;
mod row;
mod searches;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod within_tests;
mod worker;

use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

pub use factories::FACTORIES;
pub use worker::Entry;

use super::shape::Shape;
use countless_engine::{Diagnostic, Error};
use countless_sudoku::{Batch as Classic, BatchOptions, Origin, ReadOptions, What};

/// What each question is called in a ledger.
const PROBLEMS: [(What, &str); 4] = [
    (What::Solve, "shapes solve"),
    (What::Count, "shapes count"),
    (What::List, "shapes list"),
    (What::Rate, "shapes rate"),
];

/// What a question is called in a ledger.
fn problem(what: What) -> &'static str {
    let known = PROBLEMS.iter().find(|(other, _)| *other == what);
    known.map_or("shapes", |(_, name)| name)
}

/// Solves, counts, lists or rates every puzzle of some inputs, all of one shape.
///
/// | what | columns |
/// |---|---|
/// | solve | `puzzle,status,solutions,solution`, and if given solutions are compared, `check` |
/// | count | `puzzle,solutions` |
/// | list | `puzzle,solution` |
/// | rate | `puzzle,status,rating,level,hardest,steps,effort` |
///
/// The status is `unique`, `multiple`, `none` or `invalid`. Whatever is no puzzle has a row, too,
/// unless solutions are listed, and a [`Diagnostic`](countless_engine::Diagnostic) says what is wrong
/// with it.
///
/// ```
/// use countless_engine::Run;
/// use countless_table::{Format, Table};
/// use countless_variants::{Batch, Shape, ShapeOptions};
/// use countless_sudoku::{BatchOptions, Origin};
///
/// let shape = Shape::new(&ShapeOptions { size: 4, ..ShapeOptions::default() })?;
/// let text = "...1...4.3...4..\n1..4............\n".to_owned();
/// let origin = Origin::Text { name: "example".into(), text };
/// let batch = Batch::open(shape, vec![origin], None, BatchOptions::default())?;
/// let mut rows = Vec::new();
/// Run::new().write(&batch, Table::writer(&mut rows, Format::Csv))?;
/// let rows = String::from_utf8(rows).expect("rows are text");
/// assert_eq!(rows, "\
/// puzzle,status,solutions,solution
/// ...1...4.3...4..,unique,1,4231312413422413
/// 1..4............,multiple,2,
/// ");
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Debug)]
pub struct Batch {
    shape: Arc<Shape>,
    batch: Classic,
}

impl Batch {
    /// Prepares for the puzzles of all inputs. The column that holds them can be named, or told
    /// by its number from 1.
    ///
    /// # Errors
    ///
    /// Those of [`sudoku::Batch::open`](countless_sudoku::Batch::open), and [`Error::Impossible`] if
    /// what is asked is about puzzles of nine by nine cells only.
    pub fn open(
        shape: Shape,
        origins: Vec<Origin>,
        column: Option<&str>,
        options: BatchOptions,
    ) -> Result<Self, Error> {
        Self::open_as(shape, origins, &ReadOptions::of_column(column), options)
    }

    /// The same, and of what is told of the inputs.
    ///
    /// # Errors
    ///
    /// Those of [`open`](Self::open), and [`Error::Impossible`] if the signs are not those of the
    /// digits of the shape.
    pub fn open_as(
        shape: Shape,
        origins: Vec<Origin>,
        reading: &ReadOptions,
        options: BatchOptions,
    ) -> Result<Self, Error> {
        if PROBLEMS.iter().all(|(what, _)| *what != options.what) {
            let what = options.what.problem();
            let reason = format!("{what} supports only 9×9 without variants");
            return Err(Error::Impossible(reason));
        }
        let outline = Some(Arc::clone(shape.outline()));
        Ok(Self {
            batch: Classic::open_shaped(origins, reading, options, outline)?,
            shape: Arc::new(shape),
        })
    }

    /// The shape of all puzzles.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// What messages call the inputs.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.batch.names()
    }

    /// Visits the puzzles one by one, in order, until `visit` breaks off: each as it is read, or
    /// what is wrong with what stands in its place.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub fn each(
        &self,
        mut visit: impl FnMut(Result<Entry, Diagnostic>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        for chunk in self.batch.source().read()? {
            let (chunk, mut flow) = (chunk?, Continue(()));
            self.singles(&chunk, |single| {
                if flow.is_continue() {
                    flow = visit(single.puzzle);
                }
            });
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Which column of the inputs holds the puzzle.
    pub(super) fn column(&self) -> String {
        self.batch.column()
    }
}
