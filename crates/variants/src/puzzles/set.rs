//! Puzzles of one shape that are searched side by side.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Entry;
use super::looks::{Look, Looks};
use super::searches::Searches;
use crate::lanes::Found;
use crate::list::list;
use crate::shape::Shape;
use crate::symbols::symbol;
use countless_engine::ledger::Residue;
use countless_simd::Kernel;
use countless_sudoku::questions::{self, Place, PuzzleSet};
use countless_sudoku::{Rating, Status};

/// The puzzles of a chunk, and what was found of them.
#[derive(Debug)]
pub struct VariantSet {
    kernel: Kernel,
    cells: usize,
    /// The digits of all puzzles.
    pub(super) digits: Vec<u8>,
    pub(super) looks: Looks,
    pub(super) searches: Searches,
    found: Found,
    most: Option<u64>,
    /// A solution as it is written.
    text: String,
}

impl VariantSet {
    pub(super) fn new(kernel: Kernel, shape: &Arc<Shape>) -> Self {
        Self {
            kernel,
            cells: shape.cells(),
            digits: Vec::new(),
            looks: Looks::new(shape),
            searches: Searches::new(shape),
            found: Found::default(),
            most: None,
            text: String::new(),
        }
    }

    fn puzzle(&self, place: Place) -> &[u8] {
        &self.digits[place.number() * self.cells..][..self.cells]
    }
}

impl PuzzleSet for VariantSet {
    type Puzzle = Entry;
    type Solution = String;
    type Shown<'a> = &'a str;

    /// No: they seldom have so many solutions that others could help.
    const CUTS: bool = false;

    fn clear(&mut self) {
        self.digits.clear();
        self.looks.clear();
        self.searches.clear();
    }

    fn only(&mut self, puzzle: &Entry) -> Place {
        self.clear();
        if !Arc::ptr_eq(&puzzle.shape, self.looks.shape(0)) {
            let shape = self.looks.add(&puzzle.shape);
            self.searches.push(Look { shape, cages: None });
        }
        self.digits.extend_from_slice(&puzzle.digits);
        Place::Grid(0)
    }

    fn solve(&mut self, limit: u64, most: Option<u64>, stop: &AtomicBool) -> bool {
        self.most = most;
        let (looks, found) = (&self.looks, &mut self.found);
        let searches = &mut self.searches;
        searches.count(looks, self.kernel, &self.digits, limit, most, stop, found)
    }

    fn found(&self, place: Place) -> questions::PuzzleResult {
        let number = place.number();
        questions::PuzzleResult {
            status: self.found.status(number, self.most),
            solutions: self.found.counts[number],
            nodes: self.found.nodes[number],
        }
    }

    fn residue(&self) -> Option<Residue> {
        Some(self.found.residue)
    }

    fn solution(&mut self, place: Place) -> &str {
        let solution = &self.found.solutions[place.number() * self.cells..][..self.cells];
        write(&mut self.text, solution);
        &self.text
    }

    fn count_within(
        &mut self,
        places: &[Place],
        limit: u64,
        most: u64,
        stop: &AtomicBool,
    ) -> Option<Vec<(Option<u128>, u64)>> {
        if !self.solve(limit, Some(most), stop) {
            return None;
        }
        let counted = places.iter().map(|&place| {
            let found = PuzzleSet::found(self, place);
            let count = (found.status != Status::Unknown).then_some(found.solutions.into());
            (count, found.nodes)
        });
        Some(counted.collect())
    }

    fn count_up_to(
        &mut self,
        places: &[Place],
        limit: u128,
        stop: &AtomicBool,
    ) -> Option<Vec<u128>> {
        let limit = u64::try_from(limit).unwrap_or(u64::MAX);
        let mut count = |&place: &Place| Some(self.count(place, limit, stop)?.0);
        places.iter().map(&mut count).collect()
    }

    fn count(&mut self, place: Place, limit: u64, stop: &AtomicBool) -> Option<(u128, Residue)> {
        let puzzle = self.puzzle(place).to_vec();
        let (lanes, cages) = self.searches.of(&self.looks, place.number());
        let mut found = Found::default();
        let done = lanes.count(self.kernel, &puzzle, cages, limit, stop, &mut found);
        done.then(|| (found.counts[0].into(), found.residue))
    }

    fn list(
        &mut self,
        place: Place,
        stop: &AtomicBool,
        mut visit: impl FnMut(&str) -> ControlFlow<()>,
    ) {
        let puzzle = self.puzzle(place).to_vec();
        let (lanes, cages) = self.searches.of(&self.looks, place.number());
        let text = &mut self.text;
        // Whoever breaks off knows that.
        let _ = list(lanes, self.kernel, &puzzle, cages, stop, &mut |solution| {
            write(text, solution);
            visit(text)
        });
    }

    fn rate(&mut self, place: Place, stop: &AtomicBool) -> Rating {
        let puzzle = self.puzzle(place).to_vec();
        let rater = self.searches.rater(&self.looks, place.number());
        rater.rate(&puzzle, || stop.load(Ordering::Relaxed))
    }

    fn pieces(&self, place: Place, _: usize) -> Vec<Entry> {
        vec![Entry {
            shape: self.looks.whole(&self.searches.look(place.number())),
            digits: self.puzzle(place).to_vec(),
            tag: None,
        }]
    }

    fn guesses(&self) -> u64 {
        self.searches.guesses()
    }
}

/// Writes the digits of a solution.
fn write(text: &mut String, digits: &[u8]) {
    text.clear();
    text.extend(digits.iter().map(|&digit| char::from(symbol(digit))));
}
