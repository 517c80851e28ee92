//! Sum of the answers to a question, with the numbers that it has by name.

use std::ops::{Index, IndexMut};

use countless_engine::Tally;
use countless_engine::ledger::{Numbers, Residue};
use countless_sudoku::Status;

macro_rules! answer_numbers {
    ($($(#[$doc:meta])* $number:ident, $name:literal, $words:literal;)*) => {
        /// Number that the answers to a question add up to, besides their count.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum AnswerNumber {
            $($(#[$doc])* $number,)*
        }

        impl AnswerNumber {
            /// All numbers.
            const ALL: [Self; [$($name),*].len()] = [$(Self::$number),*];

            /// Name in tallies, ledgers and JSON.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$number => $name,)*
                }
            }

            /// Words in a summary, after the number.
            pub const fn words(self) -> &'static str {
                match self {
                    $(Self::$number => $words,)*
                }
            }
        }
    };
}

answer_numbers! {
    /// Puzzles with one solution.
    Unique, "unique", "unique";
    /// Puzzles with several solutions.
    Multiple, "multiple", "multiple";
    /// Puzzles without a solution.
    None, "none", "without solution";
    /// Records that are not puzzles.
    Invalid, "invalid", "invalid";
    /// Puzzles with a search that was given up.
    Unknown, "unknown", "unknown";
    /// Wrong or missing solutions in the input; these puzzles have a status as well.
    Wrong, "wrong", "with a wrong or missing given solution";
    /// Puzzles of the level easy.
    Easy, "easy", "easy";
    /// Puzzles of the level medium.
    Medium, "medium", "medium";
    /// Puzzles of the level hard.
    Hard, "hard", "hard";
    /// Puzzles of the level expert.
    Expert, "expert", "expert";
    /// Puzzles of the level extreme.
    Extreme, "extreme", "extreme";
    /// Puzzles with a canonical form.
    Forms, "forms", "with a canonical form";
    /// Puzzles with more than one automorphism.
    Symmetric, "symmetric", "with more than one automorphism";
    /// Puzzles with one solution and no redundant clue.
    Minimal, "minimal", "minimal";
    /// Minimal puzzles inside others.
    Subsets, "subsets", "minimal inside others";
    /// Puzzles that techniques solve.
    Solved, "solved", "solved by techniques";
    /// Puzzles that were searched for neighbours.
    Puzzles, "puzzles", "searched";
}

impl AnswerNumber {
    /// Numbers of every question that counts puzzles: those by status, then wrong solutions.
    pub const USUAL: [Self; 6] = [
        Self::Unique,
        Self::Multiple,
        Self::None,
        Self::Invalid,
        Self::Unknown,
        Self::Wrong,
    ];

    /// Numbers of puzzles by level, from easy to extreme.
    pub const LEVELS: [Self; 5] = [
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Expert,
        Self::Extreme,
    ];

    /// True if it counts puzzles with a status.
    pub(super) const fn is_status(self) -> bool {
        (self as usize) < Self::Wrong as usize
    }

    /// True if it counts faults of the input, or puzzles without an answer.
    pub const fn is_flaw(self) -> bool {
        matches!(self, Self::Invalid | Self::Unknown | Self::Wrong)
    }

    /// The number in a tally.
    pub fn of(self, tally: &Tally) -> u64 {
        tally.number(self.name())
    }
}

/// Number of puzzles, invalid ones included, in the tally of a question.
pub fn puzzles_in(tally: &Tally) -> u64 {
    let others = [AnswerNumber::Forms, AnswerNumber::Puzzles];
    let all = AnswerNumber::ALL.iter();
    let all = all.filter(|number| number.is_status() || others.contains(number));
    all.map(|number| number.of(tally)).sum()
}

/// Sum of the answers for the puzzles of a chunk. It becomes the [`Tally`] of a subtree.
#[derive(Clone, Debug, Default)]
pub struct AnswerTally {
    numbers: [u64; AnswerNumber::ALL.len()],
    /// Number of records, counted by the reader and not by the writer.
    pub(super) read: u64,
    solutions: u128,
    /// Residue of the solutions, which was computed independently.
    residue: Residue,
    /// Branches of the search.
    pub(super) branches: u64,
}

impl Index<AnswerNumber> for AnswerTally {
    type Output = u64;

    fn index(&self, number: AnswerNumber) -> &u64 {
        &self.numbers[number as usize]
    }
}

impl IndexMut<AnswerNumber> for AnswerTally {
    fn index_mut(&mut self, number: AnswerNumber) -> &mut u64 {
        &mut self.numbers[number as usize]
    }
}

impl AnswerTally {
    /// Counts a puzzle.
    pub fn add(&mut self, status: Status) {
        self[AnswerNumber::USUAL[status as usize]] += 1;
    }

    /// Adds solutions and their residue, which was computed independently.
    pub fn add_solutions(&mut self, solutions: u128, residue: Residue) {
        self.solutions = self.solutions.saturating_add(solutions);
        self.residue += residue;
    }

    /// Adds the result of another method for a record: its solutions, or `None` if it is not a
    /// puzzle.
    pub(super) fn add_recount(&mut self, solutions: Option<u128>) {
        let status = solutions.map_or(Status::Invalid, |number| Status::of_count(Some(number)));
        self.read += 1;
        self.add(status);
        let solutions = solutions.unwrap_or(0);
        self.add_solutions(solutions, Residue::of(solutions));
    }

    /// The numbers that are not 0, by name.
    pub(super) fn numbers(&self) -> Numbers {
        let numbers = AnswerNumber::ALL.map(|number| (number.name(), self[number]));
        Numbers::new(numbers.into_iter().filter(|&(_, number)| number > 0))
    }

    /// The tally of a question that counts puzzles, or else solutions. Its work is the number of
    /// branches if the question enumerates, or else of puzzles.
    pub(super) fn tally(&self, counts_puzzles: bool, enumerates: bool) -> Tally {
        let mut tally = Tally {
            count: self.solutions,
            residue: self.residue,
            work: self.branches,
            numbers: self.numbers(),
            ..Tally::default()
        };
        let puzzles = puzzles_in(&tally);
        if counts_puzzles {
            tally.count = puzzles.into();
            tally.residue = Residue::of(self.read.into());
        }
        if !enumerates {
            tally.work = puzzles;
        }
        tally
    }
}
