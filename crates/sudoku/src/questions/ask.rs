//! Question about files of puzzles.

use std::ops::ControlFlow::{self, Continue};

use super::nine_by_nine::NineByNine;
use super::puzzle_files::{InputRequirements, PuzzleFiles};
use super::puzzle_kind::PuzzleKind;
use super::question::Question;
use crate::puzzles::{InputOrigin, ReadOptions};
use countless_engine::{Diagnostic, Error};
use countless_table::Columns;

/// Question about every puzzle of some inputs.
///
/// | question | columns |
/// |---|---|
/// | [`Solve`](super::Solve) | `puzzle,status,solutions,solution`, and `check` if given solutions are compared |
/// | [`Rate`](super::Rate) | `puzzle,status,rating,level,hardest,steps,effort` |
/// | [`Count`](super::Count) | `puzzle,solutions` |
/// | [`List`](super::List) | `puzzle,solution` |
/// | [`Canonicalise`](super::Canonicalise) | `puzzle,canonical,automorphisms`, and `transposed,rows,columns,digits` with the transformation |
/// | [`FindRedundant`](super::FindRedundant) | `puzzle,status,minimal,redundant`, or `puzzle,status,subset` for minimal puzzles inside |
/// | [`FindNeighbours`](super::FindNeighbours) | `puzzle,neighbour` |
///
/// The status is `unique`, `multiple`, `none` or `invalid`, or `unknown` if the search exceeded its
/// [`NodeBudget`](super::NodeBudget). A record that is not a puzzle has a row, too, unless
/// solutions are listed, and a [`Diagnostic`] with the reason.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::{Ask, Count, InputOrigin, puzzles_in};
/// use countless_table::{Format, Table};
///
/// let text = "\
/// 12345678945678912378912345623456789156789123489123456734567891267891234591234....
/// 1234567894567891237891234562345678915678912348912345673456789126789123459........
/// ";
/// let origin = InputOrigin::Text { name: "example".into(), text: text.into() };
/// let ask = Ask::open(Count::new(), vec![origin], None)?;
/// let mut rows = Vec::new();
/// let outcome = Run::new().write(&ask, Table::writer(&mut rows, Format::Csv))?;
/// assert_eq!(puzzles_in(&outcome.total), 2);
/// let rows = String::from_utf8(rows).expect("rows are text");
/// assert!(rows.starts_with("puzzle,solutions\n") && rows.contains("91234....,1\n"));
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Debug)]
pub struct Ask<Q, K = NineByNine> {
    pub(super) kind: K,
    pub(super) question: Q,
    pub(super) inputs: PuzzleFiles,
    #[cfg(test)]
    pub(super) spy: super::ask_tests::SearchSpy,
}

impl<Q: Question<NineByNine>> Ask<Q> {
    /// Opens files of 9×9 puzzles. `column` is the name of the column with the puzzles, or its
    /// number from 1.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if an input cannot be read. [`Error::Parse`] if it lacks the column, or if
    /// columns are passed on and differ from those of the first input. [`Error::Impossible`] if
    /// solutions are to be compared and an input has none, or if options exclude each other.
    pub fn open(
        question: Q,
        origins: Vec<InputOrigin>,
        column: Option<&str>,
    ) -> Result<Self, Error> {
        Self::open_as(question, origins, &ReadOptions::new().column(column))
    }

    /// Opens files of 9×9 puzzles with options for the reader.
    ///
    /// # Errors
    ///
    /// Errors of [`open`](Self::open), and [`Error::Impossible`] if the signs are not those of nine
    /// digits.
    pub fn open_as(
        question: Q,
        origins: Vec<InputOrigin>,
        reading: &ReadOptions,
    ) -> Result<Self, Error> {
        Self::open_kind(NineByNine, question, origins, reading)
    }
}

impl<Q: Question<K>, K: PuzzleKind> Ask<Q, K> {
    /// Opens files of puzzles of a kind.
    ///
    /// # Errors
    ///
    /// Errors of [`Ask::open_as`].
    pub fn open_kind(
        kind: K,
        question: Q,
        origins: Vec<InputOrigin>,
        reading: &ReadOptions,
    ) -> Result<Self, Error> {
        question.check_options()?;
        let wanted = InputRequirements {
            passed: question.passed(),
            own: own_columns(&question),
            records_per_chunk: question.records_per_chunk(),
            outline: kind.outline(),
            takes_only_grids: question.takes_only_grids(),
            rewrites: question.enumerates(),
            names_version: K::NAMES_VERSION,
        };
        Ok(Self {
            inputs: PuzzleFiles::open(origins, reading, wanted)?,
            kind,
            question,
            #[cfg(test)]
            spy: super::ask_tests::SearchSpy::default(),
        })
    }

    /// Kind of the puzzles.
    pub fn kind(&self) -> &K {
        &self.kind
    }

    /// Inputs of the question.
    pub fn inputs(&self) -> &PuzzleFiles {
        &self.inputs
    }

    /// Visits the records one by one, in order, until `visit` breaks.
    ///
    /// # Errors
    ///
    /// An error if an input cannot be read.
    pub fn visit_puzzles(
        &self,
        mut visit: impl FnMut(Result<K::Puzzle, Diagnostic>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        for chunk in self.inputs.files().read()? {
            let (chunk, mut flow) = (chunk?, Continue(()));
            self.kind
                .visit_records(&self.inputs.records(&chunk), &mut |single| {
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
}

/// Columns of a question, with the column of the puzzle.
pub(super) fn own_columns<Q: Question<K>, K: PuzzleKind>(question: &Q) -> Columns {
    let columns = question.columns(Columns::new().field("puzzle"));
    question.budget().column(columns)
}
