//! What a batch of puzzles amounts to.

use super::What;
use crate::canon::Canonical;
use crate::{Level, Rating};
use countless_engine::Tally;
use countless_engine::ledger::{Detail, Residue, Summary};

/// What ledgers call puzzles whose search was given up.
const UNKNOWN: &str = "unknown";

/// Whether a puzzle is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It has exactly one solution.
    Unique,
    /// It has several.
    Multiple,
    /// It has none.
    None,
    /// It cannot be read, or its clues contradict each other.
    Invalid,
    /// Its search was given up.
    Unknown,
}

impl Status {
    /// The status of a puzzle of which so many solutions were found, having looked
    /// for at least two.
    pub fn of(solutions: u64) -> Self {
        match solutions {
            0 => Self::None,
            1 => Self::Unique,
            _ => Self::Multiple,
        }
    }

    /// The word in the column `status`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::None => "none",
            Self::Invalid => "invalid",
            Self::Unknown => "unknown",
        }
    }
}

/// How many puzzles of a batch have which status.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchTally {
    /// What was asked; nothing if nothing has been added up.
    pub(super) what: Option<What>,
    /// Puzzles with one solution.
    pub unique: u64,
    /// Puzzles with several.
    pub multiple: u64,
    /// Puzzles with none.
    pub none: u64,
    /// Rows that are no puzzle.
    pub invalid: u64,
    /// Puzzles whose search was given up.
    pub unknown: u64,
    /// Rows whose solution column is wrong; they are counted above, too.
    pub wrong: u64,
    /// Puzzles of which only the canonical form or the neighbours were asked.
    pub forms: u64,
    /// Of these, those with more than one automorphism.
    pub symmetric: u64,
    /// Puzzles with one solution and no redundant clue, if that was asked.
    pub minimal: u64,
    /// The minimal puzzles inside others, if these were asked for.
    pub subsets: u64,
    /// Of the puzzles that were rated, those of each level, in the order of [`Level::ALL`].
    pub levels: [u64; 5],
    /// All solutions, if they were to be counted or listed, or all neighbours.
    pub solutions: u128,
    /// What should be the residue of their number, added up apart from it.
    pub(super) residue: Residue,
    /// All puzzles, counted as they are read and not as they are written.
    pub read: u64,
    /// The branches that counting took.
    pub guesses: u64,
}

impl BatchTally {
    /// No puzzles yet, of which `what` is asked.
    pub fn of(what: What) -> Self {
        Self {
            what: Some(what),
            ..Self::default()
        }
    }

    /// All rows of the input.
    pub fn puzzles(&self) -> u64 {
        self.unique + self.multiple + self.none + self.invalid + self.unknown + self.forms
    }

    /// Counts a row.
    pub fn add(&mut self, status: Status) {
        *match status {
            Status::Unique => &mut self.unique,
            Status::Multiple => &mut self.multiple,
            Status::None => &mut self.none,
            Status::Invalid => &mut self.invalid,
            Status::Unknown => &mut self.unknown,
        } += 1;
    }

    /// Counts a canonical form, or what has none.
    pub(super) fn add_form(&mut self, form: Option<&Canonical>) {
        match form {
            Some(form) => {
                self.forms += 1;
                self.symmetric += u64::from(form.automorphisms > 1);
            }
            None => self.invalid += 1,
        }
    }

    /// Counts the level of a puzzle that was rated.
    pub fn add_rating(&mut self, rating: &Rating) {
        self.levels[rating.level() as usize] += 1;
    }

    /// Counts what another method has found of a record: so many solutions, or that it is no puzzle.
    pub fn add_again(&mut self, solutions: Option<u128>) {
        self.read += 1;
        self.add(solutions.map_or(Status::Invalid, |number| Status::of(number as u64)));
        let solutions = solutions.unwrap_or(0);
        self.add_solutions(solutions, Residue::of(solutions));
    }

    /// Counts solutions, and their residue by the way.
    pub fn add_solutions(&mut self, number: u128, residue: Residue) {
        // An overflow shows in the residue.
        self.solutions = self.solutions.wrapping_add(number);
        self.residue += residue;
    }

    fn statuses(&self) -> Detail {
        Detail::new([
            ("unique", self.unique),
            ("multiple", self.multiple),
            ("none", self.none),
            ("invalid", self.invalid),
        ])
        .and(&self.given_up())
    }

    /// The puzzles whose search was given up, if there are any.
    fn given_up(&self) -> Detail {
        match self.unknown {
            0 => Detail::default(),
            unknown => Detail::new([(UNKNOWN, unknown)]),
        }
    }

    /// How many searches were given up of what a ledger has kept.
    pub fn given_up_in(summary: &Summary) -> u64 {
        summary.detail.get(UNKNOWN).unwrap_or(0)
    }

    /// What a solver tells that looks at puzzles alone: not at solutions given, nor at levels.
    pub fn recounted(&self) -> Summary {
        let mut summary = self.summary();
        if !summary.detail.is_empty() {
            summary.detail = self.statuses();
        }
        summary
    }

    /// What a ledger has kept of a batch of this kind.
    pub fn recalled(what: What, summary: &Summary) -> Result<Self, String> {
        let mut tally = Self::of(what);
        tally.unknown = Self::given_up_in(summary);
        if what.counts_rows() {
            tally.solutions = summary.count;
            tally.residue = summary.residue;
            if what == What::Neighbours {
                tally.forms = summary.detail.get("puzzles")?;
                tally.invalid = summary.detail.get("invalid")?;
                return Ok(tally);
            }
            tally.guesses = summary.work;
            return Ok(tally);
        }
        let number = |name| summary.detail.get(name);
        tally.unique = number("unique")?;
        tally.multiple = number("multiple")?;
        tally.none = number("none")?;
        tally.invalid = number("invalid")?;
        tally.wrong = number("wrong")?;
        match what {
            What::Rate => {
                for (level, rated) in Level::ALL.iter().zip(&mut tally.levels) {
                    *rated = number(level.name())?;
                }
            }
            What::Canon => {
                tally.forms = number("forms")?;
                tally.symmetric = number("symmetric")?;
            }
            What::Minimal => {
                tally.minimal = number("minimal")?;
                tally.subsets = number("subsets")?;
            }
            _ => {}
        }
        tally.read = summary.count as u64;
        if u128::from(tally.puzzles()) == summary.count {
            Ok(tally)
        } else {
            let (found, count) = (tally.puzzles(), summary.count);
            Err(format!("expected {count} puzzles, found {found} by status"))
        }
    }
}

impl Tally for BatchTally {
    fn merge(&mut self, other: Self) {
        self.what = self.what.or(other.what);
        self.unique += other.unique;
        self.multiple += other.multiple;
        self.none += other.none;
        self.invalid += other.invalid;
        self.unknown += other.unknown;
        self.wrong += other.wrong;
        self.forms += other.forms;
        self.symmetric += other.symmetric;
        self.minimal += other.minimal;
        self.subsets += other.subsets;
        for (level, other) in self.levels.iter_mut().zip(other.levels) {
            *level += other;
        }
        self.add_solutions(other.solutions, other.residue);
        self.read += other.read;
        self.guesses = self.guesses.saturating_add(other.guesses);
    }

    /// The solutions, if they were to be counted or listed, the neighbours, or else the puzzles.
    fn solutions(&self) -> u128 {
        if self.what.is_some_and(What::counts_rows) {
            self.solutions
        } else {
            self.puzzles().into()
        }
    }

    fn summary(&self) -> Summary {
        let what = self.what.unwrap_or_default();
        if what.counts_rows() {
            let (work, detail) = match what {
                What::Neighbours => {
                    let puzzles = [("puzzles", self.forms), ("invalid", self.invalid)];
                    (self.puzzles(), Detail::new(puzzles))
                }
                _ => (self.guesses, self.given_up()),
            };
            return Summary {
                count: self.solutions,
                residue: self.residue,
                work,
                detail,
            };
        }
        let mut detail = self.statuses().and(&Detail::new([("wrong", self.wrong)]));
        detail = match what {
            What::Rate => {
                let mut levels = Level::ALL.map(Level::name).into_iter().zip(self.levels);
                let levels = std::array::from_fn::<_, 5, _>(|_| levels.next().unwrap_or_default());
                detail.and(&Detail::new(levels))
            }
            What::Canon => {
                let forms = [("forms", self.forms), ("symmetric", self.symmetric)];
                detail.and(&Detail::new(forms))
            }
            What::Minimal => {
                let found = [("minimal", self.minimal), ("subsets", self.subsets)];
                detail.and(&Detail::new(found))
            }
            _ => detail,
        };
        Summary {
            count: self.puzzles().into(),
            residue: Residue::of(self.read.into()),
            work: self.puzzles(),
            detail,
        }
    }

    /// Of puzzles that were solved: a [`Batch`](super::Batch) knows what else it may be.
    fn recall(summary: &Summary) -> Result<Self, String> {
        Self::recalled(What::Solve, summary)
    }
}
