//! Removal of digits from solved grids, many grids and many digits at a time.
//!
//! The cells of a grid are tried in random order. A digit stays only if the puzzle would have a
//! second solution without it. A puzzle that is unique without several digits is unique with any of
//! them. So the first trials remove several digits, and fewer when they fail. The result is that of
//! single removals.
//!
//! ```text
//! grids   ░░░░░  ░░░░░  ░░░░░  …      each with its next cells empty: one trial
//!            └──────┴──────┴── lanes ──▶ unique: they stay empty; next trial
//!                                        else: half as many, or the digit stays
//! ```
//!
//! A single digit can be removed if no solution has another digit in its cell. This test takes less
//! time than the search for two solutions.

use super::generate_options::Orbits;
use crate::lanes::{Lanes, SolveOutcome};
use crate::{Grid, PencilMarks};
use countless_engine::SplitMix64;
use countless_simd::Kernel;

/// Required properties of the puzzles.
#[derive(Clone, Copy)]
pub(super) struct ReduceGoal {
    /// Number of clues; without it, as few as possible, or with a pattern all of its cells.
    pub clues: Option<usize>,
    /// True if the orbits may not cover the grid. Cells outside them are empty from the start.
    pub has_pattern: bool,
    /// True to try all cells even after the number of clues is reached, and to fail if one more
    /// digit can be removed.
    pub minimal: bool,
    /// True if the puzzle must have one solution.
    pub unique: bool,
}

/// A solved grid to remove digits from.
pub(super) struct DrawnGrid<'a> {
    pub solution: Grid,
    /// Cells that lose their digits together.
    pub orbits: &'a Orbits,
    /// Random numbers for the order of the orbits.
    pub random: SplitMix64,
}

/// Memory of the trials.
#[derive(Debug, Default)]
pub(super) struct Reducer {
    /// Puzzles without several digits, which may have a second solution.
    group_trials: Vec<Grid>,
    /// Puzzles with all other digits as candidates of one cell, which may have a solution.
    single_trials: Vec<PencilMarks>,
    group_outcomes: Vec<SolveOutcome>,
    single_outcomes: Vec<SolveOutcome>,
}

/// A grid that is losing digits.
struct Reduction<'a> {
    orbits: &'a Orbits,
    solution: Grid,
    puzzle: Grid,
    clues: usize,
    /// Orbits in random order, and the index of the first that is still to be tried.
    order: Vec<u8>,
    next: usize,
    /// Number of orbits that the current trial removes.
    trial_len: usize,
    state: ReductionState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ReductionState {
    Going,
    Done,
    /// The required puzzle can no longer be reached.
    Failed,
}

impl Reducer {
    /// Removes digits from solved grids. Returns each puzzle with its solution, or `None` if the
    /// required puzzle was not reached.
    pub fn reduce<'a>(
        &mut self,
        kernel: Kernel,
        lanes: &mut Lanes,
        wanted: &ReduceGoal,
        drawn: impl Iterator<Item = DrawnGrid<'a>>,
    ) -> Vec<Option<(Grid, Grid)>> {
        let mut items: Vec<Reduction> = drawn.map(|drawn| Reduction::new(drawn, wanted)).collect();
        if wanted.has_pattern && wanted.unique {
            self.group_trials.clear();
            self.group_trials
                .extend(items.iter().map(|item| item.puzzle));
            lanes.solve(kernel, &self.group_trials, 2, &mut self.group_outcomes);
            for (item, outcome) in items.iter_mut().zip(&self.group_outcomes) {
                if outcome.solutions != 1 {
                    item.state = ReductionState::Failed;
                }
            }
        }
        loop {
            self.group_trials.clear();
            self.single_trials.clear();
            for item in &mut items {
                if item.choose_trial(wanted) {
                    match item.single_cell() {
                        Some(cell) => {
                            let marks = PencilMarks::from(&item.puzzle);
                            self.single_trials.push(marks.with_other_digits(cell));
                        }
                        None => self.group_trials.push(item.trial().0),
                    }
                }
            }
            if self.group_trials.is_empty() && self.single_trials.is_empty() {
                break;
            }
            lanes.solve(kernel, &self.group_trials, 2, &mut self.group_outcomes);
            lanes.solve_marks(kernel, &self.single_trials, 1, &mut self.single_outcomes);
            let (mut groups, mut singles) =
                (self.group_outcomes.iter(), self.single_outcomes.iter());
            for item in items
                .iter_mut()
                .filter(|item| item.state == ReductionState::Going)
            {
                let unique = match item.single_cell() {
                    Some(_) => singles.next().is_some_and(|outcome| outcome.solutions == 0),
                    None => groups.next().is_some_and(|outcome| outcome.solutions == 1),
                };
                item.conclude(unique, wanted);
            }
        }
        let puzzle = |item: Reduction| {
            (item.state == ReductionState::Done).then_some((item.puzzle, item.solution))
        };
        items.into_iter().map(puzzle).collect()
    }
}

impl<'a> Reduction<'a> {
    fn new(drawn: DrawnGrid<'a>, wanted: &ReduceGoal) -> Self {
        let (solution, orbits, mut random) = (drawn.solution, drawn.orbits, drawn.random);
        let mut order: Vec<u8> = (0..orbits.len() as u8).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        let all = wanted.has_pattern && wanted.clues.is_none() && !wanted.minimal;
        let mut puzzle = solution;
        if wanted.has_pattern {
            puzzle = Grid::BLANK;
            for &cell in orbits.iter().flatten() {
                puzzle.0[cell] = solution.0[cell];
            }
        }
        Self {
            orbits,
            solution,
            puzzle,
            clues: puzzle.clues(),
            order,
            next: 0,
            trial_len: usize::MAX,
            state: if all {
                ReductionState::Done
            } else {
                ReductionState::Going
            },
        }
    }

    /// Returns the cells of an orbit, by its place in the random order.
    fn orbit(&self, at: usize) -> &'a [usize] {
        &self.orbits[usize::from(self.order[at])]
    }

    /// Chooses the next trial. Returns false if none is left.
    fn choose_trial(&mut self, wanted: &ReduceGoal) -> bool {
        if !wanted.unique && self.state == ReductionState::Going {
            self.remove_without_trials(wanted);
        }
        if self.state != ReductionState::Going {
            return false;
        }
        let least = wanted.clues.unwrap_or(0);
        if self.clues > least {
            // Orbits with more cells than may still be removed are tried later.
            let room = self.clues - least;
            let fits = |&at: &usize| self.orbit(at).len() <= room;
            let Some(at) = (self.next..self.order.len()).find(fits) else {
                self.state = match wanted.clues {
                    None => ReductionState::Done,
                    Some(_) => ReductionState::Failed,
                };
                return false;
            };
            self.order[self.next..=at].rotate_right(1);
        } else if !wanted.minimal {
            self.state = ReductionState::Done;
            return false;
        }
        if self.next == self.order.len() {
            self.state = ReductionState::Done;
            return false;
        }
        self.trial_len = self.trial_len.min(self.first_trial_len());
        self.trial_len = self.fitting_len(wanted);
        true
    }

    /// Returns the number of orbits to remove in the first trial, by the number of clues alone.
    fn first_trial_len(&self) -> usize {
        let cells = match self.clues {
            60.. => self.clues - 52,
            44..60 => 6,
            36..44 => 4,
            30..36 => 2,
            _ => 1,
        };
        (cells * self.order.len() / 81).max(1)
    }

    /// Returns the number of orbits that the trial can remove, at least one.
    fn fitting_len(&self, wanted: &ReduceGoal) -> usize {
        let mut room = self.clues.saturating_sub(wanted.clues.unwrap_or(0));
        let most = self.trial_len.min(self.order.len() - self.next);
        let fits = |&taken: &usize| {
            let cells = self.orbit(self.next + taken).len();
            let fits = cells <= room;
            room = room.saturating_sub(cells);
            fits
        };
        // With the number of clues reached, one orbit is tried, to see that it cannot be removed.
        (0..most).take_while(fits).count().max(1)
    }

    /// Returns the cell of the trial, if it is a single one.
    fn single_cell(&self) -> Option<usize> {
        match self.orbit(self.next) {
            &[cell] if self.trial_len == 1 => Some(cell),
            _ => None,
        }
    }

    /// Returns the puzzle without the orbits of the trial, and its number of clues.
    fn trial(&self) -> (Grid, usize) {
        let (mut puzzle, mut clues) = (self.puzzle, self.clues);
        for at in self.next..self.next + self.trial_len {
            let orbit = self.orbit(at);
            for &cell in orbit {
                puzzle.0[cell] = 0;
            }
            clues -= orbit.len();
        }
        (puzzle, clues)
    }

    /// Applies the result of a trial.
    fn conclude(&mut self, unique: bool, wanted: &ReduceGoal) {
        if unique {
            if self.clues <= wanted.clues.unwrap_or(0) {
                // The puzzle with the required number of clues is not minimal.
                self.state = ReductionState::Failed;
                return;
            }
            (self.puzzle, self.clues) = self.trial();
            self.next += self.trial_len;
            self.trial_len = usize::MAX;
        } else if self.trial_len > 1 {
            self.trial_len /= 2;
        } else {
            self.next += 1;
            self.trial_len = usize::MAX;
        }
    }

    /// Removes digits without trials, down to the number of clues.
    fn remove_without_trials(&mut self, wanted: &ReduceGoal) {
        let least = wanted.clues.unwrap_or(0);
        for at in 0..self.order.len() {
            let orbit = self.orbit(at);
            if orbit.len() <= self.clues - least {
                for &cell in orbit {
                    self.puzzle.0[cell] = 0;
                }
                self.clues -= orbit.len();
            }
        }
        let reached = self.clues == least;
        self.state = if reached {
            ReductionState::Done
        } else {
            ReductionState::Failed
        };
    }
}
