//! Questions that are compiled together with their kind of puzzle.

use std::ops::ControlFlow;

use super::puzzle_kind::PuzzleKind;
use super::puzzle_row::PuzzleRow;
use super::question::Question;
use countless_engine::{Error, Job, Outcome, Run};

/// Question and kind of puzzle with a search that is compiled once, in the crate of the kind.
///
/// [`Ask`](super::Ask) is generic, so a problem of that type is compiled where it is run. The
/// methods of this trait are compiled already.
pub trait Compiled<K: PuzzleKind> {
    /// Type of the question.
    type Question: Question<K>;

    /// Returns a job that answers the question.
    fn job(&self) -> Job<'_>;

    /// Passes each row to `visit` until that breaks, as [`Run::try_for_each`] does.
    ///
    /// # Errors
    ///
    /// Errors of [`Run::try_for_each`].
    fn visit(
        &self,
        run: &Run,
        visit: &mut dyn FnMut(
            PuzzleRow<<Self::Question as Question<K>>::Answer>,
        ) -> ControlFlow<()>,
    ) -> Result<Outcome, Error>;
}

/// Compiles questions for a kind of puzzle, by implementing
/// [`Compiled`](crate::questions::Compiled).
#[macro_export]
macro_rules! compile_questions {
    ($kind:ty: $($question:ty),*) => {$(
        impl $crate::questions::Compiled<$kind> for $crate::Ask<$question, $kind> {
            type Question = $question;

            fn job(&self) -> ::countless_engine::Job<'_> {
                ::countless_engine::Job::of(self)
            }

            fn visit(
                &self,
                run: &::countless_engine::Run,
                visit: &mut dyn FnMut(
                    $crate::PuzzleRow<<$question as $crate::Question<$kind>>::Answer>,
                ) -> ::std::ops::ControlFlow<()>,
            ) -> ::std::result::Result<::countless_engine::Outcome, ::countless_engine::Error>
            {
                run.try_for_each(self, visit)
            }
        }
    )*};
}
