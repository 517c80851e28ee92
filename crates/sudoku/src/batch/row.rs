//! The rows of the tables that a batch writes.

use std::fmt;

use super::check::Check;
use super::tally::Status;
use crate::{CELLS, Canonical, Cell, Grid, Rating};
use countless_table::delimited::is_json_number;
use countless_table::{Fields, Row};

/// What is told of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The number of its solutions, as far as they are counted, and one to show.
    Solved(Status, u64, Option<Grid>),
    /// Its rating, if it is a grid with exactly one solution.
    Rated(Status, Option<Rating>),
    /// The number of its solutions.
    Counted(u128),
    /// Nothing: counting its solutions was given up.
    Uncounted,
    /// One of its solutions.
    Listed(Grid),
    /// Its canonical form, if it is a grid.
    Canonical {
        /// The form.
        form: Option<Canonical>,
        /// Whether the row says how the puzzle gets there.
        has_transform: bool,
    },
    /// The clues that can be left out, if it has exactly one solution: each of them, but not
    /// always several.
    Minimal(Status, Option<Clues>),
    /// A puzzle with one solution near it.
    Neighbour {
        /// The puzzle.
        neighbour: Grid,
        /// Its canonical form.
        form: Canonical,
    },
    /// Nothing: the puzzle stands for itself.
    Alone,
    /// A minimal puzzle inside, if it has exactly one solution.
    Subset(Status, Option<Grid>),
}

/// Some clues of a puzzle, by their cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clues(u128);

impl Clues {
    /// Those in the cells whose bits are set.
    pub const fn of(cells: u128) -> Self {
        Self(cells)
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cells, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |cell| self.0 >> cell.index() & 1 == 1)
    }

    /// Adds a cell.
    pub(super) fn insert(&mut self, cell: usize) {
        self.0 |= 1 << cell;
    }

    /// Those that are not among others.
    pub(super) fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The numbers of the cells.
    pub(super) fn cells(self) -> impl Iterator<Item = usize> + Clone {
        (0..CELLS).filter(move |cell| self.0 >> cell & 1 == 1)
    }
}

impl fmt::Display for Clues {
    /// `r1c4 r5c6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, cell) in self.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{cell}")?;
        }
        Ok(())
    }
}

impl Row for Answer {
    #[inline]
    fn fields(&self, fields: &mut impl Fields) {
        match *self {
            Answer::Solved(status, solutions, ref solution) => Verdict {
                status,
                solutions,
                solution: solution.as_ref(),
            }
            .fields(fields),
            Answer::Rated(status, rating) => rated(fields, status, rating),
            Answer::Counted(solutions) => fields.big_number(solutions),
            Answer::Uncounted => fields.none(),
            Answer::Listed(solution) => fields.plain(&solution.to_ascii(b'0')),
            Answer::Canonical {
                form,
                has_transform,
            } => canonical(fields, form.as_ref(), has_transform),
            Answer::Minimal(status, redundant) => {
                fields.plain(status.name().as_bytes());
                match redundant {
                    Some(clues) => {
                        fields.plain(yes_or_no(clues.is_empty()));
                        fields.plain(clues.to_string().as_bytes());
                    }
                    None => (0..2).for_each(|_| fields.none()),
                }
            }
            Answer::Neighbour { neighbour, .. } => fields.plain(&neighbour.to_ascii(b'.')),
            Answer::Alone => {}
            Answer::Subset(status, subset) => {
                fields.plain(status.name().as_bytes());
                match subset {
                    Some(subset) => fields.plain(&subset.to_ascii(b'.')),
                    None => fields.none(),
                }
            }
        }
    }
}

/// [`Answer::Solved`] of a solution that is elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdict<'a> {
    pub status: Status,
    pub solutions: u64,
    pub solution: Option<&'a Grid>,
}

impl Row for Verdict<'_> {
    #[inline]
    fn fields(&self, fields: &mut impl Fields) {
        fields.plain(self.status.name().as_bytes());
        solutions(fields, self.status, self.solutions);
        match self.solution {
            Some(solution) => fields.plain(&solution.to_ascii(b'0')),
            None => fields.none(),
        }
    }
}

impl Told for Verdict<'_> {
    type Owned = Answer;

    fn to_owned(&self) -> Answer {
        Answer::Solved(self.status, self.solutions, self.solution.copied())
    }

    #[inline]
    fn is_of_any_text(&self) -> bool {
        self.status == Status::Invalid
    }
}

/// The number of solutions, as far as they are counted; nothing if that was given up.
pub fn solutions(fields: &mut impl Fields, status: Status, solutions: u64) {
    match status {
        Status::Unknown => fields.none(),
        _ => fields.number(solutions),
    }
}

/// The fields of a rating, if there is one solution.
pub fn rated(fields: &mut impl Fields, status: Status, rating: Option<Rating>) {
    fields.plain(status.name().as_bytes());
    match rating {
        Some(rating) => {
            fields.thousandths(rating.score().into());
            fields.plain(rating.level().name().as_bytes());
            // Where no technique helps, none of those used is as hard as the puzzle.
            if rating.solved {
                fields.plain(rating.hardest.name().as_bytes());
            } else {
                fields.none();
            }
            fields.number(rating.steps.into());
            fields.number(rating.effort.into());
        }
        None => (0..5).for_each(|_| fields.none()),
    }
}

fn yes_or_no(is: bool) -> &'static [u8] {
    if is { b"yes" } else { b"no" }
}

/// The fields of a canonical form.
fn canonical(fields: &mut impl Fields, form: Option<&Canonical>, has_transform: bool) {
    let Some(canonical) = form else {
        let all = if has_transform { 6 } else { 2 };
        return (0..all).for_each(|_| fields.none());
    };
    fields.plain(&canonical.form.to_ascii(b'.'));
    fields.number(canonical.automorphisms.into());
    if has_transform {
        let way = &canonical.transform;
        fields.plain(yes_or_no(way.is_transposed()));
        fields.plain(&way.rows().map(|row| b'0' + row as u8));
        fields.plain(&way.columns().map(|column| b'0' + column as u8));
        fields.plain(&way.digits().map(|digit| b'0' + digit));
    }
}

/// A row of the table that a [`Batch`](super::Batch) writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchRow<A = Answer> {
    /// The puzzle, or what stands in its place.
    pub puzzle: String,
    /// The number of its input, from 0, and its line, from 1; none of a puzzle that was cut.
    pub at: Option<(usize, u64)>,
    /// What is told of it.
    pub answer: A,
    /// The nodes of the search, if there is a column for that.
    pub nodes: Option<u64>,
    /// Whether the solution given is one, if there is a column for that.
    pub check: Option<Check>,
    /// Other columns of the input that are passed on.
    pub kept: Vec<Kept>,
}

/// A field of the input that is passed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// As it is written there.
    pub text: String,
    /// Whether the others in its column are numbers, so that it may be one.
    pub is_number: bool,
}

/// The same, made of texts that are elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a, K, A = Answer> {
    /// The text of the puzzle in the input.
    pub puzzle: &'a str,
    /// The input, by its number, and the line.
    pub at: Option<(usize, u64)>,
    /// The answer.
    pub answer: A,
    /// The nodes of the search, if there is a column for them.
    pub nodes: Option<u64>,
    /// The comparison with the given solution, if there is a column for it.
    pub check: Option<Check>,
    /// Texts, and whether each may be a number.
    pub kept: K,
}

/// What is told of a puzzle, of whatever shape.
pub trait Told: Row {
    /// The same, borrowed from nobody.
    type Owned;

    /// Makes that.
    fn to_owned(&self) -> Self::Owned;

    /// Whether what stands in the place of the puzzle may be any text.
    fn is_of_any_text(&self) -> bool;
}

impl Told for Answer {
    type Owned = Self;

    fn to_owned(&self) -> Self {
        *self
    }

    #[inline]
    fn is_of_any_text(&self) -> bool {
        matches!(
            self,
            Answer::Solved(Status::Invalid, ..)
                | Answer::Rated(Status::Invalid, ..)
                | Answer::Canonical { form: None, .. }
                | Answer::Minimal(Status::Invalid, _)
                | Answer::Subset(Status::Invalid, _)
                | Answer::Counted(_)
                | Answer::Uncounted
        )
    }
}

impl<K, A> Line<'_, K, A> {
    /// With the nodes of the search, if there is a column for that.
    #[must_use]
    pub fn with_nodes(self, nodes: Option<u64>) -> Self {
        Self { nodes, ..self }
    }
}

impl<'a, K: Iterator<Item = (&'a str, bool)> + Clone, A: Told> Line<'a, K, A> {
    /// The row, with texts of its own.
    pub fn to_row(&self) -> BatchRow<A::Owned> {
        BatchRow {
            puzzle: self.puzzle.to_owned(),
            at: self.at,
            answer: self.answer.to_owned(),
            nodes: self.nodes,
            check: self.check,
            kept: self
                .kept
                .clone()
                .map(|(text, is_number)| Kept {
                    text: text.to_owned(),
                    is_number,
                })
                .collect(),
        }
    }
}

impl<'a, K: Iterator<Item = (&'a str, bool)> + Clone, A: Told> Row for Line<'a, K, A> {
    #[inline]
    fn fields(&self, fields: &mut impl Fields) {
        let puzzle = self.puzzle.as_bytes();
        if self.answer.is_of_any_text() {
            fields.text(puzzle);
        } else {
            fields.plain(puzzle);
        }
        self.answer.fields(fields);
        if let Some(nodes) = self.nodes {
            fields.number(nodes);
        }
        if let Some(check) = self.check {
            fields.plain(check.name().as_bytes());
        }
        for (text, is_number) in self.kept.clone() {
            if !is_number {
                fields.text(text.as_bytes());
            } else if text.is_empty() {
                fields.none();
            } else if is_json_number(text) {
                fields.written_number(text.as_bytes());
            } else {
                fields.text(text.as_bytes());
            }
        }
    }
}

impl<A: Told + Clone> Row for BatchRow<A> {
    fn fields(&self, fields: &mut impl Fields) {
        let line = Line {
            puzzle: &self.puzzle,
            at: self.at,
            answer: self.answer.clone(),
            nodes: self.nodes,
            check: self.check,
            kept: self
                .kept
                .iter()
                .map(|kept| (kept.text.as_str(), kept.is_number)),
        };
        line.fields(fields);
    }
}
