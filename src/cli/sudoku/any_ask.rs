//! Questions about puzzles of any kind.

use countless::sudoku::questions::Compiled;
use countless::sudoku::{Ask, NineByNine, Question};
use countless::variants::VariantPuzzles;

use super::question_command::QuestionJob;

/// Question about files of 9×9 puzzles, or of variants.
pub enum AnyAsk<Q> {
    Classic(Ask<Q>),
    Variant(Ask<Q, VariantPuzzles>),
}

impl<Q> AnyAsk<Q>
where
    Q: Question<NineByNine> + Question<VariantPuzzles>,
    Ask<Q>: Compiled<NineByNine, Question = Q>,
    Ask<Q, VariantPuzzles>: Compiled<VariantPuzzles, Question = Q>,
{
    /// Job that answers the question.
    pub fn job(&self) -> QuestionJob<'_> {
        match self {
            Self::Classic(ask) => QuestionJob::of(ask),
            Self::Variant(ask) => QuestionJob::of(ask),
        }
    }
}
