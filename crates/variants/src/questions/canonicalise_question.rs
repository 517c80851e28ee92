//! Canonical form of each puzzle.

use std::ops::ControlFlow::{self, Continue};

use super::answer_tally::AnswerNumber;
use super::ordered_rows::AnswerSink;
use super::puzzle_row::CopiedAnswer;
use super::question::{AskedPuzzles, Question, compiled_here};
use super::requirements::{PassedColumns, Requirements};
use super::solve_question::RECORDS_PER_CHUNK;
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_sudoku::{Canonical, Canonizer, Status};
use countless_table::{Columns, Fields, Row};

/// Question for the canonical form of each puzzle.
///
/// The columns are `puzzle,canonical,automorphisms`, and `transposed,rows,columns,digits` with the
/// transformation.
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
    passed: PassedColumns,
}

/// Canonical form of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalAnswer {
    /// Canonical form, or `None` if the record is not a puzzle of clues alone.
    pub form: Option<Canonical>,
    /// True if the row shows the transformation.
    has_transform: bool,
}

impl Canonicalise {
    /// Creates a question for canonical forms alone.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds columns with the transformation of each puzzle into its form.
    #[must_use]
    pub fn transform(self, transform: bool) -> Self {
        Self { transform, ..self }
    }

    /// Passes on the other columns of the input, or the tags.
    #[must_use]
    pub fn keep_columns(mut self, keeps: bool) -> Self {
        self.passed.passes_others = keeps;
        self
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
    type Scratch = (Box<Canonizer>, Vec<Canonical>);

    const NAME: &'static str = "canon";
    const RECORDED: &'static [AnswerNumber] = &[AnswerNumber::Forms, AnswerNumber::Symmetric];
    const SHOWN: &'static [AnswerNumber] = &[AnswerNumber::Symmetric, AnswerNumber::Invalid];

    compiled_here!();

    fn columns(&self, columns: Columns) -> Columns {
        let columns = columns.field("canonical").number("automorphisms");
        let way = ["transposed", "rows", "columns", "digits"];
        let way = way.into_iter().filter(|_| self.transform);
        way.fold(columns, Columns::field)
    }

    fn describe(&self, spec: Spec, with_columns: &dyn Fn(Spec) -> Spec) -> Spec {
        let spec = spec.with("transform", self.transform);
        with_columns(spec.with("keep", self.passed.passes_others))
    }

    fn reopen(spec: &Spec) -> Result<Self, Error> {
        let forms = Self::new().transform(spec.require("transform")?);
        Ok(forms.keep_columns(spec.require("keep")?))
    }

    fn requirements(&self) -> Requirements {
        Requirements {
            passed: self.passed,
            takes_only_grids: true,
            ..Requirements::new(RECORDS_PER_CHUNK)
        }
    }

    fn answer<G: AnswerSink<CanonicalAnswer>>(
        &self,
        asked: AskedPuzzles<'_, Self::Scratch>,
        give: &mut G,
    ) -> ControlFlow<()> {
        let (canonizer, forms) = asked.scratch;
        let Some(batch) = asked.batch.classic() else {
            return Continue(());
        };
        canonizer.run(batch.kernel(), batch.grids(), forms);
        for (record, place) in asked.places.iter().enumerate() {
            let form = place.and_then(|place| place.of_grid(forms)).copied();
            match &form {
                Some(form) => {
                    asked.tally[AnswerNumber::Forms] += 1;
                    asked.tally[AnswerNumber::Symmetric] += u64::from(form.automorphisms > 1);
                }
                None => asked.tally.add(Status::Invalid),
            }
            let has_transform = self.transform;
            let answer = CanonicalAnswer {
                form,
                has_transform,
            };
            give.accept(record, &answer, None)?;
        }
        Continue(())
    }

    fn recount_limit(&self) -> Option<u128> {
        None
    }
}

impl Row for CanonicalAnswer {
    fn fields(&self, fields: &mut impl Fields) {
        let Some(canonical) = &self.form else {
            let all = if self.has_transform { 6 } else { 2 };
            return (0..all).for_each(|_| fields.none());
        };
        fields.plain(&canonical.form.to_ascii(b'.'));
        fields.number(canonical.automorphisms.into());
        if self.has_transform {
            let way = &canonical.transform;
            let transposed: &[u8] = if way.is_transposed() { b"yes" } else { b"no" };
            fields.plain(transposed);
            fields.plain(&way.rows().map(|row| b'0' + row as u8));
            fields.plain(&way.columns().map(|column| b'0' + column as u8));
            fields.plain(&way.digits().map(|digit| b'0' + digit));
        }
    }
}

impl CopiedAnswer for CanonicalAnswer {
    fn allows_any_text(&self) -> bool {
        self.form.is_none()
    }
}
