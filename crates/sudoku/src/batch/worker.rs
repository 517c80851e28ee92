//! What one thread keeps of a chunk while it is solved.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::redundant::Tests;
use super::{Check, Line, Status};
use crate::canon::{Canonical, Canonizer};
use crate::explain::{Rating, rate_unique, rate_unique_marks};
use crate::lanes::{Budget, Lanes, Outcome};
use crate::{Grid, PencilMarks, Puzzle};
use countless_engine::Diagnostic;
use countless_simd::Kernel;

/// One thread's memory, reused from chunk to chunk.
#[derive(Debug)]
pub struct Worker {
    pub(super) kernel: Kernel,
    pub(super) lines: Lines,
    pub(super) puzzles: PuzzleSet,
    pub(super) lanes: Lanes,
    pub(super) tests: Tests,
    pub(super) canonizer: Box<Canonizer>,
    pub(super) forms: Vec<Canonical>,
}

/// The records of a chunk.
#[derive(Debug, Default)]
pub struct Lines {
    /// The texts that entries point into.
    texts: String,
    /// And whether each may be a number.
    kept: Vec<(Range<usize>, bool)>,
    /// The puzzles, in order.
    pub entries: Vec<Entry>,
    /// The input, by its number, and the line of what is added.
    pub at: (usize, u64),
    /// What is wrong with them or with their solutions, if that is still to be told.
    pub bad: Vec<Diagnostic>,
}

/// A record of the input.
#[derive(Clone, Debug)]
pub struct Entry {
    text: Range<usize>,
    at: (usize, u64),
    /// Where its other columns are among those of all.
    kept: Range<usize>,
    /// Whether the solution given is one, if there is a column for that.
    check: Option<Check>,
    /// Where its puzzle is, if it is one.
    pub place: Option<Place>,
}

/// Puzzles that are solved side by side, and then what was found of them.
#[derive(Debug, Default)]
pub(super) struct PuzzleSet {
    grids: Vec<Grid>,
    grid_outcomes: Vec<Outcome>,
    pencilled: Vec<PencilMarks>,
    pencilled_outcomes: Vec<Outcome>,
    /// The nodes of each, if there is a limit of them, which is `most`.
    grid_nodes: Vec<u64>,
    pencilled_nodes: Vec<u64>,
    most: u64,
}

/// Which puzzle of a set.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// Among those of clues alone.
    Grid(usize),
    /// Among those with candidates.
    Pencilled(usize),
}

impl Place {
    /// Its number among those of its kind.
    pub fn number(self) -> usize {
        match self {
            Self::Grid(index) | Self::Pencilled(index) => index,
        }
    }

    /// What a list that has an item for each grid has for this one.
    pub fn of_grid<T>(self, list: &[T]) -> Option<&T> {
        match self {
            Self::Grid(index) => list.get(index),
            Self::Pencilled(_) => None,
        }
    }
}

impl Worker {
    pub(super) fn new(kernel: Kernel) -> Self {
        Self {
            kernel,
            lines: Lines::default(),
            puzzles: PuzzleSet::default(),
            lanes: Lanes::new(),
            tests: Tests::default(),
            canonizer: Box::default(),
            forms: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.puzzles.grids.clear();
        self.puzzles.pencilled.clear();
    }

    /// Solves all puzzles, looking for up to `limit` solutions of each.
    pub(super) fn solve(&mut self, limit: u64) {
        let Self { kernel, lanes, .. } = self;
        let set = &mut self.puzzles;
        lanes.solve(*kernel, &set.grids, limit, &mut set.grid_outcomes);
        let outcomes = &mut set.pencilled_outcomes;
        lanes.solve_marks(*kernel, &set.pencilled, limit, outcomes);
    }

    /// The same within a budget of so many nodes for each, if there is one. Once `stop` is set, the
    /// search ends early and returns false.
    pub(super) fn solve_within(
        &mut self,
        limit: u64,
        most: Option<u64>,
        stop: &AtomicBool,
    ) -> bool {
        let Some(most) = most else {
            self.solve(limit);
            return true;
        };
        let Self { kernel, lanes, .. } = self;
        let set = &mut self.puzzles;
        set.most = most;
        let grids: Vec<PencilMarks> = set.grids.iter().map(PencilMarks::from).collect();
        let mut solve = |marks: &[PencilMarks], nodes, outcomes| {
            lanes.solve_within(
                *kernel,
                marks,
                limit,
                Budget { most, nodes },
                stop,
                outcomes,
            )
        };
        solve(&grids, &mut set.grid_nodes, &mut set.grid_outcomes)
            && solve(
                &set.pencilled,
                &mut set.pencilled_nodes,
                &mut set.pencilled_outcomes,
            )
    }

    /// Finds the canonical forms of all grids.
    pub(super) fn canonise(&mut self) {
        let (canonizer, grids) = (&mut self.canonizer, self.puzzles.grids());
        canonizer.run(self.kernel, grids, &mut self.forms);
    }
}

impl Lines {
    /// Forgets all.
    pub fn clear(&mut self) {
        let Lines {
            texts,
            kept,
            entries,
            bad,
            at: _,
        } = self;
        bad.clear();
        texts.clear();
        kept.clear();
        entries.clear();
    }

    /// Adds an entry without other columns.
    pub fn push(&mut self, text: &str, place: Option<Place>) {
        let text = self.note(text);
        let kept = self.kept.len()..self.kept.len();
        self.entries.push(Entry {
            text,
            at: self.at,
            kept,
            check: None,
            place,
        });
    }

    /// Tells of the last entry whether the solution given is one.
    pub fn check(&mut self, check: Check) {
        if let Some(entry) = self.entries.last_mut() {
            entry.check = Some(check);
        }
    }

    /// Adds another column to the last entry; if others in it are numbers, this may be one.
    pub fn keep(&mut self, field: &str, is_number: bool) {
        let field = self.note(field);
        self.kept.push((field, is_number));
        if let Some(entry) = self.entries.last_mut() {
            entry.kept.end = self.kept.len();
        }
    }

    fn note(&mut self, text: &str) -> Range<usize> {
        let start = self.texts.len();
        self.texts.push_str(text);
        start..self.texts.len()
    }

    /// The text of a puzzle.
    pub fn text(&self, entry: &Entry) -> &str {
        &self.texts[entry.text.clone()]
    }

    /// The row of an entry. Out of line, it would be written to memory only to be read again.
    #[inline]
    pub fn line<'a, A>(
        &'a self,
        entry: &Entry,
        answer: A,
    ) -> Line<'a, impl Iterator<Item = (&'a str, bool)> + Clone, A> {
        let kept = self.kept[entry.kept.clone()].iter();
        Line {
            puzzle: self.text(entry),
            at: Some(entry.at),
            answer,
            nodes: None,
            check: entry.check,
            kept: kept.map(|(field, is_number)| (&self.texts[field.clone()], *is_number)),
        }
    }
}

impl PuzzleSet {
    /// Adds a puzzle, and says where.
    pub fn add(&mut self, puzzle: &Puzzle) -> Place {
        match puzzle {
            Puzzle::Grid(grid) => {
                self.grids.push(*grid);
                Place::Grid(self.grids.len() - 1)
            }
            Puzzle::Pencilled(marks) => {
                self.pencilled.push(**marks);
                Place::Pencilled(self.pencilled.len() - 1)
            }
        }
    }

    pub fn marks(&self, place: Place) -> PencilMarks {
        match place {
            Place::Grid(index) => (&self.grids[index]).into(),
            Place::Pencilled(index) => self.pencilled[index],
        }
    }

    /// How hard a puzzle with one solution is.
    pub fn rating(&self, place: Place) -> Rating {
        match place {
            Place::Grid(index) => rate_unique(&self.grids[index]),
            Place::Pencilled(index) => rate_unique_marks(&self.pencilled[index]),
        }
    }

    /// The puzzle, if it is a grid.
    pub fn grid(&self, place: Place) -> Option<&Grid> {
        place.of_grid(&self.grids)
    }

    /// All that are grids.
    pub fn grids(&self) -> &[Grid] {
        &self.grids
    }

    /// Forgets what was found of grids that have a digit twice in a unit, and tells whether there
    /// are any. What is left fits the others, which are then to be read again.
    pub fn forget_repeats(&mut self) -> bool {
        let (all, mut grids) = (self.grids.len(), self.grids.iter());
        self.grid_outcomes.retain(|outcome| {
            let grid = grids.next();
            outcome.solutions > 0 || grid.is_none_or(Grid::is_consistent)
        });
        self.grid_outcomes.len() < all
    }

    /// The nodes of the search for a puzzle, if they were counted; more than the limit if it was
    /// given up.
    pub fn nodes(&self, place: Place) -> u64 {
        let nodes = match place {
            Place::Grid(index) => self.grid_nodes.get(index),
            Place::Pencilled(index) => self.pencilled_nodes.get(index),
        };
        nodes.map_or(0, |&nodes| nodes)
    }

    /// The status of a puzzle that was solved for at least two solutions.
    pub fn status(&self, place: Place) -> Status {
        if self.nodes(place) > self.most {
            Status::Unknown
        } else {
            Status::of(self.outcome(place).solutions)
        }
    }

    /// What was found of a puzzle.
    pub fn outcome(&self, place: Place) -> &Outcome {
        match place {
            Place::Grid(index) => &self.grid_outcomes[index],
            Place::Pencilled(index) => &self.pencilled_outcomes[index],
        }
    }
}
