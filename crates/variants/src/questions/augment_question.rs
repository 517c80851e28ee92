//! Images of each puzzle and of its solution under symmetries, for training.

use std::iter::once;
use std::ops::ControlFlow::{self, Continue};
use std::sync::atomic::Ordering::Relaxed;

use super::canonicalise_question::{CanonScratch, transform_columns, write_transform};
use super::puzzle_row::OwnedAnswer;
use super::question::{AnswerSink, AskedPuzzles, Question, compiled_here};
use super::requirements::Requirements;
use super::solve_question::RECORDS_PER_CHUNK;
use countless_engine::Error;
use countless_engine::ledger::Shard;
use countless_sudoku::setters;
use countless_sudoku::{Grid, Status, Transform};
use countless_table::{Columns, Fields, Row};

/// Number of images that a chunk of puzzles has, unless a single puzzle has more.
const IMAGES_PER_CHUNK: u64 = 8192;

/// Question for images of each puzzle with one solution.
///
/// The columns are `puzzle,solution,group,copy`, and `transposed,rows,columns,digits` with the
/// transformation. A group has the number of its record, from 0; copy 0 is the puzzle itself. Other
/// puzzles do not have rows.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::InputOrigin;
/// use countless_variants::Ask;
/// use countless_variants::questions::Augment;
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let origin = InputOrigin::Text { name: "example".into(), text: text.into() };
/// let ask = Ask::open(Augment::new(3, 7), vec![origin], None)?;
/// let mut images = Vec::new();
/// Run::new().for_each(&ask, |row| images.push(row.answer))?;
/// assert_eq!(images.len(), 4);
/// let forms = images.iter().map(|image| image.puzzle.canonical().unwrap().form);
/// assert!(forms.eq([images[0].puzzle.canonical().unwrap().form; 4]));
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Augment {
    copies: u64,
    seed: u64,
    original: bool,
    transform: bool,
    shard: Shard,
}

/// Image of a puzzle and of its solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AugmentAnswer {
    /// Image of the puzzle.
    pub puzzle: Grid,
    /// Image of the solution.
    pub solution: Grid,
    /// Number of the record, from 0.
    pub group: u64,
    /// Number of the image, 0 for the puzzle itself.
    pub copy: u64,
    /// Transformation from the puzzle to the image.
    pub transform: Transform,
    has_transform: bool,
}

impl Augment {
    /// Largest number of images. Every puzzle with one solution has them, because a solved grid has
    /// at most 648 automorphisms.
    pub const MOST_COPIES: u64 = Transform::COUNT / 648 - 1;

    /// Version of the order of images. Other versions give other images.
    pub const VERSION: u32 = 1;

    /// Creates a question for a number of images, which a seed selects, besides the puzzle itself.
    pub fn new(copies: u64, seed: u64) -> Self {
        Self {
            copies,
            seed,
            original: true,
            transform: false,
            shard: Shard::WHOLE,
        }
    }

    setters! {
        /// Writes the puzzle itself before its images, or does not. The default is to write it.
        original: bool;
        /// Adds columns with the transformation of each puzzle into its image.
        transform: bool;
        /// Gives the groups of a shard alone: every K-th record, and not every K-th chunk, whose
        /// size depends on the number of images. The other puzzles are still counted.
        shard: Shard;
    }
}

impl Question for Augment {
    type Answer = AugmentAnswer;
    type Scratch = CanonScratch;

    const NAME: &'static str = "augment";

    compiled_here!();

    fn columns(&self, columns: Columns) -> Columns {
        let columns = columns.field("puzzle").field("solution");
        let columns = columns.number("group").number("copy");
        transform_columns(self.transform, columns)
    }

    fn check_options(&self) -> Result<(), Error> {
        if self.copies > Self::MOST_COPIES {
            let most = Self::MOST_COPIES;
            let reason = format!("expected at most {most} images, found {}", self.copies);
            return Err(Error::Impossible(reason));
        }
        Ok(())
    }

    fn requirements(&self) -> Requirements {
        let records = IMAGES_PER_CHUNK / self.copies.saturating_add(1);
        Requirements {
            takes_only_grids: true,
            search_limit: Some(2),
            numbers_records: true,
            ..Requirements::new((records as usize).clamp(1, RECORDS_PER_CHUNK))
        }
    }

    fn answer<G: AnswerSink<AugmentAnswer>>(
        &self,
        asked: AskedPuzzles<'_, Self::Scratch>,
        give: &mut G,
    ) -> ControlFlow<()> {
        let CanonScratch {
            canonizer, forms, ..
        } = asked.scratch;
        let Some(batch) = asked.batch.classic() else {
            return Continue(());
        };
        canonizer.run(batch.kernel, &batch.grids, forms);
        for (record, &place) in asked.places.iter().enumerate() {
            let status = place.map_or(Status::Invalid, |place| batch.result(place).status);
            asked.tally.add(status);
            let group = asked.first_record + record as u64;
            let is_asked = status == Status::Unique && self.shard.contains(group);
            let found = place.filter(|_| is_asked).and_then(|place| {
                let automorphisms = place.of_grid(forms)?.automorphisms;
                Some((batch.grid(place)?, batch.solution(place), automorphisms))
            });
            let Some((puzzle, solution, automorphisms)) = found else {
                give.skip(record);
                continue;
            };
            let identity = once(Transform::of_number(0));
            let ways = identity.chain(puzzle.images(automorphisms, self.seed));
            let first = usize::from(!self.original);
            for (copy, transform) in (0..=self.copies).zip(ways).skip(first) {
                let [puzzle, solution] = transform.apply_to([puzzle, solution]);
                let answer = AugmentAnswer {
                    puzzle,
                    solution,
                    group,
                    copy,
                    transform,
                    has_transform: self.transform,
                };
                give.accept(record, &answer, None)?;
                if copy % 1024 == 0 && asked.stop.load(Relaxed) {
                    return ControlFlow::Break(());
                }
            }
        }
        Continue(())
    }

    fn recount_limit(&self) -> Option<u128> {
        None
    }
}

impl Row for AugmentAnswer {
    #[inline]
    fn fields(&self, fields: &mut impl Fields) {
        fields.plain(&self.puzzle.to_ascii(b'.'));
        fields.plain(&self.solution.to_ascii(b'0'));
        fields.number(self.group);
        fields.number(self.copy);
        if self.has_transform {
            write_transform(&self.transform, fields);
        }
    }
}

impl OwnedAnswer for AugmentAnswer {
    const WRITES_PUZZLE: bool = true;
}
