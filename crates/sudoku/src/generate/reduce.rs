//! Taking digits away from solved grids, many grids and many digits at a time.
//!
//! The cells of a grid are gone through in random order, and a digit stays only if the
//! puzzle would have a second solution without it. As what is unique without several
//! digits is unique with any of them, several are taken away in one trial at first, fewer
//! when trials fail: the outcome is that of one at a time.
//!
//! ```text
//! grids   ░░░░░  ░░░░░  ░░░░░  …      each with its next cells blank: one trial
//!            └──────┴──────┴── lanes ──▶ unique: stay blank, and go on
//!                                        else: half as many, or the digit stays
//! ```
//!
//! A single digit can go if there is no solution with another one in its place, which is
//! settled sooner than whether there are two solutions.

use super::symmetry::Orbits;
use crate::lanes::{Lanes, Outcome};
use crate::{Grid, PencilMarks};
use countless_engine::SplitMix64;
use countless_simd::Kernel;

/// What the puzzles shall be like.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// The number of clues; if none is given, as few as can be, or within a pattern all.
    pub clues: Option<usize>,
    /// Whether the orbits do not cover the grid: what is outside of them is blank at once.
    pub within: bool,
    /// Whether to go through all cells even when that number is reached, and to give up if
    /// another digit can be taken away.
    pub minimal: bool,
    /// Whether there must be one solution.
    pub unique: bool,
}

/// What is begun with.
pub(super) struct Drawn<'a> {
    pub solution: Grid,
    /// The cells that lose their digits together.
    pub orbits: &'a Orbits,
    /// What orders them.
    pub random: SplitMix64,
}

/// The memory of the trials.
#[derive(Debug, Default)]
pub(super) struct Reducer {
    /// Puzzles without several digits, which may have a second solution.
    groups: Vec<Grid>,
    /// Puzzles with another digit in one cell, which may have a solution.
    singles: Vec<PencilMarks>,
    group_outcomes: Vec<Outcome>,
    single_outcomes: Vec<Outcome>,
}

/// A grid on its way to a puzzle.
struct Item<'a> {
    orbits: &'a Orbits,
    solution: Grid,
    puzzle: Grid,
    clues: usize,
    /// The orbits in random order, and the first that is still to be tried.
    order: Vec<u8>,
    next: usize,
    /// How many orbits the present trial takes away.
    group: usize,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Going,
    Done,
    /// The number of clues cannot be had any more.
    Failed,
}

impl Reducer {
    /// Takes digits away from solved grids: puzzle and solution, or none where that did not
    /// lead to what is wanted.
    pub fn reduce<'a>(
        &mut self,
        kernel: Kernel,
        lanes: &mut Lanes,
        wanted: &Wanted,
        drawn: impl Iterator<Item = Drawn<'a>>,
    ) -> Vec<Option<(Grid, Grid)>> {
        let mut items: Vec<Item> = drawn.map(|drawn| Item::new(drawn, wanted)).collect();
        if wanted.within && wanted.unique {
            self.groups.clear();
            self.groups.extend(items.iter().map(|item| item.puzzle));
            lanes.solve(kernel, &self.groups, 2, &mut self.group_outcomes);
            for (item, outcome) in items.iter_mut().zip(&self.group_outcomes) {
                if outcome.solutions != 1 {
                    item.state = State::Failed;
                }
            }
        }
        loop {
            self.groups.clear();
            self.singles.clear();
            for item in &mut items {
                if item.prepare(wanted) {
                    match item.single() {
                        Some(cell) => self.singles.push(item.with_another(cell)),
                        None => self.groups.push(item.trial().0),
                    }
                }
            }
            if self.groups.is_empty() && self.singles.is_empty() {
                break;
            }
            lanes.solve(kernel, &self.groups, 2, &mut self.group_outcomes);
            lanes.solve_marks(kernel, &self.singles, 1, &mut self.single_outcomes);
            let (mut groups, mut singles) =
                (self.group_outcomes.iter(), self.single_outcomes.iter());
            for item in items.iter_mut().filter(|item| item.state == State::Going) {
                let unique = match item.single() {
                    Some(_) => singles.next().is_some_and(|outcome| outcome.solutions == 0),
                    None => groups.next().is_some_and(|outcome| outcome.solutions == 1),
                };
                item.conclude(unique, wanted);
            }
        }
        let puzzle =
            |item: Item| (item.state == State::Done).then_some((item.puzzle, item.solution));
        items.into_iter().map(puzzle).collect()
    }
}

impl<'a> Item<'a> {
    fn new(drawn: Drawn<'a>, wanted: &Wanted) -> Self {
        let Drawn {
            solution,
            orbits,
            mut random,
        } = drawn;
        let mut order: Vec<u8> = (0..orbits.len() as u8).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        let all = wanted.within && wanted.clues.is_none() && !wanted.minimal;
        let mut puzzle = solution;
        if wanted.within {
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
            group: usize::MAX,
            state: if all { State::Done } else { State::Going },
        }
    }

    /// The cells of an orbit that is still to be tried.
    fn orbit(&self, at: usize) -> &'a [usize] {
        &self.orbits[usize::from(self.order[at])]
    }

    /// Chooses the next trial; false if there is none.
    fn prepare(&mut self, wanted: &Wanted) -> bool {
        if !wanted.unique && self.state == State::Going {
            self.blank_out(wanted);
        }
        if self.state != State::Going {
            return false;
        }
        let least = wanted.clues.unwrap_or(0);
        if self.clues > least {
            // An orbit with more cells than may still lose their digits has to wait.
            let room = self.clues - least;
            let fits = |&at: &usize| self.orbit(at).len() <= room;
            let Some(at) = (self.next..self.order.len()).find(fits) else {
                self.state = match wanted.clues {
                    None => State::Done,
                    Some(_) => State::Failed,
                };
                return false;
            };
            self.order[self.next..=at].rotate_right(1);
        } else if !wanted.minimal {
            self.state = State::Done;
            return false;
        }
        if self.next == self.order.len() {
            self.state = State::Done;
            return false;
        }
        self.group = self.group.min(self.bold());
        self.group = self.fitting(wanted);
        true
    }

    /// How many orbits to take away at once if nothing is known but the number of clues.
    fn bold(&self) -> usize {
        let cells = match self.clues {
            60.. => self.clues - 52,
            44..60 => 6,
            36..44 => 4,
            30..36 => 2,
            _ => 1,
        };
        (cells * self.order.len() / 81).max(1)
    }

    /// How many orbits the trial can take away, one at least.
    fn fitting(&self, wanted: &Wanted) -> usize {
        let mut room = self.clues.saturating_sub(wanted.clues.unwrap_or(0));
        let most = self.group.min(self.order.len() - self.next);
        let fits = |&taken: &usize| {
            let cells = self.orbit(self.next + taken).len();
            let fits = cells <= room;
            room = room.saturating_sub(cells);
            fits
        };
        // With the wanted number reached, one is tried to see that none can go.
        (0..most).take_while(fits).count().max(1)
    }

    /// The cell of the trial, if it is a single one.
    fn single(&self) -> Option<usize> {
        match self.orbit(self.next) {
            &[cell] if self.group == 1 => Some(cell),
            _ => None,
        }
    }

    /// The puzzle with any other digit in a cell.
    fn with_another(&self, cell: usize) -> PencilMarks {
        let mut marks = PencilMarks::from(&self.puzzle);
        marks.0[cell] ^= 0x1FF;
        marks
    }

    /// The puzzle without the orbits of the trial, and its number of clues.
    fn trial(&self) -> (Grid, usize) {
        let (mut puzzle, mut clues) = (self.puzzle, self.clues);
        for at in self.next..self.next + self.group {
            let orbit = self.orbit(at);
            for &cell in orbit {
                puzzle.0[cell] = 0;
            }
            clues -= orbit.len();
        }
        (puzzle, clues)
    }

    /// Goes on from a trial.
    fn conclude(&mut self, unique: bool, wanted: &Wanted) {
        if unique {
            if self.clues <= wanted.clues.unwrap_or(0) {
                // With the wanted number of clues, it is not minimal.
                self.state = State::Failed;
                return;
            }
            (self.puzzle, self.clues) = self.trial();
            self.next += self.group;
            self.group = usize::MAX;
        } else if self.group > 1 {
            self.group /= 2;
        } else {
            self.next += 1;
            self.group = usize::MAX;
        }
    }

    /// Takes away digits without a trial, as many as wanted.
    fn blank_out(&mut self, wanted: &Wanted) {
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
        self.state = if reached { State::Done } else { State::Failed };
    }
}
