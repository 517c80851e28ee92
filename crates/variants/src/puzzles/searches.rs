//! Searching puzzles of one shape, or of several.

use std::sync::atomic::AtomicBool;

use super::looks::{Look, Looks};
use crate::cages::Cages;
use crate::lanes::{Found, Lanes};
use crate::rate::Rater;
use crate::shape::Shape;
use countless_simd::Kernel;

/// What searches the puzzles of a chunk.
#[derive(Debug)]
pub(super) struct Searches {
    /// Those of the shape that all have in common, if they have no regions of their own.
    lanes: Lanes,
    /// The number of the shape that `lanes` are of.
    current: usize,
    /// The shape of each puzzle, unless all have the first.
    shapes: Vec<usize>,
    /// The cages of each puzzle, if it has its own.
    cages: Vec<Cages>,
    /// The guesses of lanes that are no more.
    guesses: u64,
    /// What rates the puzzles of a shape, which has this number.
    rater: Option<(usize, Rater)>,
}

impl Searches {
    pub fn new(shape: &Shape) -> Self {
        Self {
            lanes: Lanes::new(shape),
            current: 0,
            shapes: Vec::new(),
            cages: Vec::new(),
            guesses: 0,
            rater: None,
        }
    }

    /// Forgets what puzzles look like.
    pub fn clear(&mut self) {
        self.shapes.clear();
        self.cages.clear();
        if self.current > 0 {
            // The numbers stand for other shapes from here on.
            self.current = usize::MAX;
        }
        self.rater.take_if(|(shape, _)| *shape > 0);
    }

    /// Adds what the next puzzle looks like.
    pub fn push(&mut self, look: Look) {
        if look.shape > 0 {
            self.shapes.push(look.shape);
        }
        self.cages.extend(look.cages);
    }

    /// The regions and cages of a puzzle.
    pub fn look(&self, puzzle: usize) -> Look {
        Look {
            shape: self.shapes.get(puzzle).copied().unwrap_or(0),
            cages: self.cages.get(puzzle).cloned(),
        }
    }

    /// The guesses so far.
    pub fn guesses(&self) -> u64 {
        self.guesses + self.lanes.effort().guesses
    }

    /// What rates a puzzle.
    pub fn rater(&mut self, looks: &Looks, puzzle: usize) -> &mut Rater {
        let shape = self.shapes.get(puzzle).copied().unwrap_or(0);
        self.rater.take_if(|(other, _)| *other != shape);
        let new = || (shape, Rater::new(looks.shape(shape)));
        let (_, rater) = self.rater.get_or_insert_with(new);
        if let Some(cages) = self.cages.get(puzzle) {
            rater.set_cages(cages);
        }
        rater
    }

    /// The lanes for a puzzle, and its cages.
    pub fn of(&mut self, looks: &Looks, puzzle: usize) -> (&mut Lanes, &[Cages]) {
        let shape = self.shapes.get(puzzle).copied().unwrap_or(0);
        self.choose(looks, shape);
        let cages = self.cages.get(puzzle..=puzzle).unwrap_or(&[]);
        (&mut self.lanes, cages)
    }

    fn choose(&mut self, looks: &Looks, shape: usize) {
        if self.current != shape {
            self.guesses += self.lanes.effort().guesses;
            self.lanes = Lanes::new(looks.shape(shape));
            self.current = shape;
        }
    }

    /// Counts the solutions of all puzzles, as [`Lanes::count_within`] does.
    #[allow(clippy::too_many_arguments)] // what to search, how far, and where to put it
    pub fn count(
        &mut self,
        looks: &Looks,
        kernel: Kernel,
        digits: &[u8],
        limit: u64,
        most: Option<u64>,
        stop: &AtomicBool,
        found: &mut Found,
    ) -> bool {
        if self.shapes.is_empty() {
            self.choose(looks, 0);
            let (lanes, cages) = (&mut self.lanes, &self.cages);
            return lanes.count_within(kernel, digits, cages, limit, most, stop, found);
        }
        // Those of one shape together.
        let cells = looks.shape(0).cells();
        let mut order: Vec<usize> = (0..self.shapes.len()).collect();
        order.sort_by_key(|&puzzle| self.shapes[puzzle]);
        *found = Found {
            counts: vec![0; self.shapes.len()],
            solutions: vec![0; digits.len()],
            nodes: vec![0; self.shapes.len()],
            ..Found::default()
        };
        let shapes = std::mem::take(&mut self.shapes);
        let mut done = true;
        for group in order.chunk_by(|&a, &b| shapes[a] == shapes[b]) {
            self.choose(looks, shapes[group[0]]);
            let of = |puzzle: usize| puzzle * cells..(puzzle + 1) * cells;
            let puzzles: Vec<u8> = group.iter().flat_map(|&p| digits[of(p)].to_vec()).collect();
            let cages = group.iter().filter_map(|&p| self.cages.get(p).cloned());
            let (cages, mut part): (Vec<Cages>, _) = (cages.collect(), Found::default());
            let lanes = &mut self.lanes;
            done = lanes.count_within(kernel, &puzzles, &cages, limit, most, stop, &mut part);
            if !done {
                break;
            }
            found.residue += part.residue;
            for (index, &puzzle) in group.iter().enumerate() {
                found.counts[puzzle] = part.counts[index];
                found.nodes[puzzle] = part.nodes[index];
                found.solutions[of(puzzle)].copy_from_slice(&part.solutions[of(index)]);
            }
        }
        self.shapes = shapes;
        done
    }
}
