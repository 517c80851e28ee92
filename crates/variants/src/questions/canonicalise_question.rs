//! Canonical form of each puzzle.

use std::ops::ControlFlow::{self, Continue};

use super::answer_tally::AnswerNumber;
use super::puzzle_row::OwnedAnswer;
use super::question::{AnswerSink, AskedPuzzles, Question, compiled_here};
use super::requirements::{PassedColumns, Requirements};
use super::solve_question::RECORDS_PER_CHUNK;
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_sudoku::setters;
use countless_sudoku::{Canonical, Canonizer, ClassId, Grid, Status, Transform};
use countless_table::{Columns, Fields, Row};

/// Question for the canonical form of each puzzle.
///
/// The columns are `puzzle,canonical,automorphisms`, then `class,solution_class` with the classes of
/// solutions, and `transposed,rows,columns,digits` with the transformation.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::InputOrigin;
/// use countless_variants::{Ask, Canonicalise};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let origin = InputOrigin::Text { name: "example".into(), text: text.into() };
/// let ask = Ask::open(Canonicalise::new(), vec![origin], None)?;
/// assert_eq!(Run::new().count(&ask)?.total.number("forms"), 1);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Canonicalise {
    transform: bool,
    solution: bool,
    passed: PassedColumns,
}

/// Canonical form of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalAnswer {
    /// Canonical form, or `None` if the record is not a puzzle of clues alone.
    pub form: Option<Canonical>,
    /// Class of the solution, or `None` unless the puzzle has exactly one and it is asked for.
    pub solution_class: Option<ClassId>,
    /// True if the row shows the classes of the puzzle and of its solution.
    has_classes: bool,
    /// True if the row shows the transformation.
    has_transform: bool,
}

impl Canonicalise {
    /// Creates a question for canonical forms alone.
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Adds columns with the transformation of each puzzle into its form.
        transform: bool;
        /// Adds columns with the class of each puzzle and of its solution. Puzzles are solved for
        /// it.
        solution: bool;
    }

    /// Compares given solutions, without a column for the result.
    #[must_use]
    pub fn compare(mut self, compares: bool) -> Self {
        self.passed.compares = compares;
        self
    }
}

impl Question for Canonicalise {
    type Answer = CanonicalAnswer;
    type Scratch = CanonScratch;

    const NAME: &'static str = "canon";
    const RECORDED: &'static [AnswerNumber] = &[AnswerNumber::Forms, AnswerNumber::Symmetric];
    const SHOWN: &'static [AnswerNumber] = &[AnswerNumber::Symmetric, AnswerNumber::Invalid];

    compiled_here!();

    fn columns(&self, columns: Columns) -> Columns {
        let columns = columns.field("canonical").number("automorphisms");
        let classes = ["class", "solution_class"];
        let classes = classes.into_iter().filter(|_| self.solution);
        let columns = classes.fold(columns, Columns::field);
        transform_columns(self.transform, columns)
    }

    fn describe(&self, spec: Spec, with_columns: &dyn Fn(Spec) -> Spec) -> Spec {
        let spec = spec.with("transform", self.transform);
        let spec = spec.with_some("solution", self.solution.then_some(true));
        with_columns(spec)
    }

    fn reopen(spec: &Spec) -> Result<Self, Error> {
        let forms = Self::new().transform(spec.require("transform")?);
        Ok(forms.solution(spec.optional("solution")?.unwrap_or(false)))
    }

    fn requirements(&self) -> Requirements {
        Requirements {
            passed: self.passed,
            takes_only_grids: true,
            search_limit: self.solution.then_some(2),
            ..Requirements::new(RECORDS_PER_CHUNK)
        }
    }

    fn answer<G: AnswerSink<CanonicalAnswer>>(
        &self,
        asked: AskedPuzzles<'_, Self::Scratch>,
        give: &mut G,
    ) -> ControlFlow<()> {
        let CanonScratch {
            canonizer,
            forms,
            grids,
            grid_forms,
        } = asked.scratch;
        let Some(batch) = asked.batch.classic() else {
            return Continue(());
        };
        canonizer.run(batch.kernel, &batch.grids, forms);
        if self.solution {
            grids.clear();
            grids.extend(batch.solutions());
            canonizer.run(batch.kernel, grids, grid_forms);
        }
        for (record, &place) in asked.places.iter().enumerate() {
            let form = place.and_then(|place| place.of_grid(forms)).copied();
            match &form {
                Some(form) => {
                    asked.tally[AnswerNumber::Forms] += 1;
                    asked.tally[AnswerNumber::Symmetric] += u64::from(form.automorphisms > 1);
                }
                None => asked.tally.add(Status::Invalid),
            }
            let is_solved = |place: &_| batch.result(*place).status == Status::Unique;
            let solved = place.filter(|place| self.solution && is_solved(place));
            let solution_form = solved.and_then(|place| place.of_grid(grid_forms));
            let answer = CanonicalAnswer {
                form,
                solution_class: solution_form.map(ClassId::of),
                has_classes: self.solution,
                has_transform: self.transform,
            };
            give.accept(record, &answer, None)?;
        }
        Continue(())
    }

    fn recount_limit(&self) -> Option<u128> {
        None
    }
}

/// Memory for the canonical forms of a chunk.
#[derive(Debug, Default)]
pub struct CanonScratch {
    pub(super) canonizer: Box<Canonizer>,
    /// Forms of the puzzles.
    pub(super) forms: Vec<Canonical>,
    /// Other grids, such as solutions, and their forms.
    pub(super) grids: Vec<Grid>,
    pub(super) grid_forms: Vec<Canonical>,
}

/// Adds the four columns of a transformation, if rows have them.
pub(super) fn transform_columns(has_transform: bool, columns: Columns) -> Columns {
    let way = ["transposed", "rows", "columns", "digits"];
    let way = way.into_iter().filter(|_| has_transform);
    way.fold(columns, Columns::field)
}

/// Writes the columns of a transformation.
pub(super) fn write_transform(way: &Transform, fields: &mut impl Fields) {
    let transposed: &[u8] = if way.is_transposed() { b"yes" } else { b"no" };
    fields.plain(transposed);
    fields.plain(&way.rows().map(|row| b'0' + row as u8));
    fields.plain(&way.columns().map(|column| b'0' + column as u8));
    fields.plain(&way.digits().map(|digit| b'0' + digit));
}

impl Row for CanonicalAnswer {
    fn fields(&self, fields: &mut impl Fields) {
        let Some(canonical) = &self.form else {
            let all = 2 + 2 * usize::from(self.has_classes) + 4 * usize::from(self.has_transform);
            return (0..all).for_each(|_| fields.none());
        };
        fields.plain(&canonical.form.to_ascii(b'.'));
        fields.number(canonical.automorphisms.into());
        if self.has_classes {
            fields.plain(&ClassId::of(canonical).to_ascii());
            match self.solution_class {
                Some(class) => fields.plain(&class.to_ascii()),
                None => fields.none(),
            }
        }
        if self.has_transform {
            write_transform(&canonical.transform, fields);
        }
    }
}

impl OwnedAnswer for CanonicalAnswer {
    fn allows_any_text(&self) -> bool {
        self.form.is_none()
    }
}
