//! Searches of puzzles of one shape or of several.

use std::sync::atomic::AtomicBool;

use super::chunk_variants::{ChunkVariants, PuzzleVariant};
use crate::cages::Cages;
use crate::lanes::{LaneResults, VariantLanes};
use crate::rater::Rater;
use crate::shape::Shape;
use countless_simd::Kernel;

/// Searches of the puzzles of a chunk.
#[derive(Debug)]
pub(super) struct ChunkSearch {
    /// Lanes of one shape: of the common shape, unless puzzles have their own regions.
    lanes: VariantLanes,
    /// Index of the shape of `lanes`.
    current: usize,
    /// Index of the shape of each puzzle; empty if all have the common shape.
    shapes: Vec<usize>,
    /// Cages of each puzzle, if puzzles have their own.
    cages: Vec<Cages>,
    /// Number of branches in previous lanes.
    branches: u64,
    /// Rater of the puzzles of a shape, and the index of the shape.
    rater: Option<(usize, Rater)>,
}

impl ChunkSearch {
    pub fn new(shape: &Shape) -> Self {
        Self {
            lanes: VariantLanes::new(shape),
            current: 0,
            shapes: Vec::new(),
            cages: Vec::new(),
            branches: 0,
            rater: None,
        }
    }

    /// Removes the shapes and cages of all puzzles.
    pub fn clear(&mut self) {
        self.shapes.clear();
        self.cages.clear();
        if self.current > 0 {
            // From now on, the indices refer to other shapes.
            self.current = usize::MAX;
        }
        self.rater.take_if(|(shape, _)| *shape > 0);
    }

    /// Adds the shape and cages of the next puzzle.
    pub fn push(&mut self, look: PuzzleVariant) {
        if look.shape > 0 {
            self.shapes.push(look.shape);
        }
        self.cages.extend(look.cages);
    }

    /// Returns the shape and cages of a puzzle.
    pub fn variant(&self, puzzle: usize) -> PuzzleVariant {
        PuzzleVariant {
            shape: self.shapes.get(puzzle).copied().unwrap_or(0),
            cages: self.cages.get(puzzle).cloned(),
        }
    }

    /// Returns the number of branches so far.
    pub fn branches(&self) -> u64 {
        self.branches + self.lanes.effort().branches
    }

    /// Returns the rater of a puzzle.
    pub fn rater(&mut self, looks: &ChunkVariants, puzzle: usize) -> &mut Rater {
        let shape = self.shapes.get(puzzle).copied().unwrap_or(0);
        self.rater.take_if(|(other, _)| *other != shape);
        let new = || (shape, Rater::new(looks.shape(shape)));
        let (_, rater) = self.rater.get_or_insert_with(new);
        if let Some(cages) = self.cages.get(puzzle) {
            rater.set_cages(cages);
        }
        rater
    }

    /// Returns the lanes for a puzzle, and its cages.
    pub fn lanes_of(
        &mut self,
        looks: &ChunkVariants,
        puzzle: usize,
    ) -> (&mut VariantLanes, &[Cages]) {
        let shape = self.shapes.get(puzzle).copied().unwrap_or(0);
        self.select_shape(looks, shape);
        let cages = self.cages.get(puzzle..=puzzle).unwrap_or(&[]);
        (&mut self.lanes, cages)
    }

    fn select_shape(&mut self, looks: &ChunkVariants, shape: usize) {
        if self.current != shape {
            self.branches += self.lanes.effort().branches;
            self.lanes = VariantLanes::new(looks.shape(shape));
            self.current = shape;
        }
    }

    /// Counts the solutions of all puzzles like [`VariantLanes::count_within`].
    #[allow(clippy::too_many_arguments)] // task, limits and results
    pub fn count(
        &mut self,
        looks: &ChunkVariants,
        kernel: Kernel,
        digits: &[u8],
        limit: u64,
        most: Option<u64>,
        stop: &AtomicBool,
        found: &mut LaneResults,
    ) -> bool {
        if self.shapes.is_empty() {
            self.select_shape(looks, 0);
            let (lanes, cages) = (&mut self.lanes, &self.cages);
            return lanes.count_within(kernel, digits, cages, limit, most, stop, found);
        }
        // Puzzles of one shape are counted together.
        let cells = looks.shape(0).cells();
        let mut order: Vec<usize> = (0..self.shapes.len()).collect();
        order.sort_by_key(|&puzzle| self.shapes[puzzle]);
        *found = LaneResults {
            counts: vec![0; self.shapes.len()],
            solutions: vec![0; digits.len()],
            nodes: vec![0; self.shapes.len()],
            ..LaneResults::default()
        };
        let shapes = std::mem::take(&mut self.shapes);
        let mut done = true;
        for group in order.chunk_by(|&a, &b| shapes[a] == shapes[b]) {
            self.select_shape(looks, shapes[group[0]]);
            let of = |puzzle: usize| puzzle * cells..(puzzle + 1) * cells;
            let puzzles: Vec<u8> = group.iter().flat_map(|&p| digits[of(p)].to_vec()).collect();
            let cages = group.iter().filter_map(|&p| self.cages.get(p).cloned());
            let (cages, mut part): (Vec<Cages>, _) = (cages.collect(), LaneResults::default());
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
