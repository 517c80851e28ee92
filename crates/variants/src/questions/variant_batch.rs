//! Puzzles of one shape that are searched together, or cut into pieces for several threads.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::chunk_records::{PuzzlePlace, PuzzleResult};
use super::chunk_variants::{ChunkVariants, PuzzleVariant};
use crate::any_puzzle::{AnyPuzzle, VariantPuzzle};
use crate::cages::Cages;
use crate::digits::symbol;
use crate::lanes::{LaneResults, VariantLanes};
use crate::shape::Shape;
use crate::single_puzzles::{Rater, list_solutions};
use countless_engine::ledger::Residue;
use countless_simd::Kernel;
use countless_sudoku::{Rating, Status};

/// Number of pieces of a puzzle that one thread counts together, enough for all lanes.
const PIECES_COUNTED_TOGETHER: usize = 64;

/// Puzzles of a chunk, and their results.
#[derive(Debug)]
pub struct VariantBatch {
    kernel: Kernel,
    cells: usize,
    /// Digits of all puzzles, concatenated.
    pub(super) digits: Vec<u8>,
    pub(super) variants: ChunkVariants,
    /// Index of the shape of each puzzle; empty if all have the common shape.
    shapes: Vec<usize>,
    /// Cages of each puzzle, if puzzles have their own.
    cages: Vec<Cages>,
    /// Lanes of one shape: of the common shape, unless puzzles have their own regions.
    lanes: VariantLanes,
    /// Index of the shape of `lanes`.
    current: usize,
    /// Number of branches in previous lanes.
    branches: u64,
    /// Rater of the puzzles of a shape, and the index of the shape.
    rater: Option<(usize, Rater)>,
    results: LaneResults,
    node_limit: Option<u64>,
    /// Shape of the only puzzle.
    only: Option<Arc<Shape>>,
    /// Text of the last solution.
    text: String,
}

impl VariantBatch {
    pub(super) fn new(kernel: Kernel, shape: &Arc<Shape>) -> Self {
        Self {
            kernel,
            cells: shape.cells(),
            digits: Vec::new(),
            variants: ChunkVariants::new(shape),
            shapes: Vec::new(),
            cages: Vec::new(),
            lanes: VariantLanes::new(shape),
            current: 0,
            branches: 0,
            rater: None,
            results: LaneResults::default(),
            node_limit: None,
            only: None,
            text: String::new(),
        }
    }

    /// Index of the shape of a puzzle.
    fn shape_index(&self, puzzle: usize) -> usize {
        self.shapes.get(puzzle).copied().unwrap_or(0)
    }

    /// Shape of a puzzle, with its own cages.
    fn full_shape(&self, place: PuzzlePlace) -> Arc<Shape> {
        self.variants.full_shape(&PuzzleVariant {
            shape: self.shape_index(place.number()),
            cages: self.cages.get(place.number()).cloned(),
        })
    }

    /// Adds the shape and cages of the next puzzle.
    pub(super) fn push(&mut self, variant: PuzzleVariant) {
        if variant.shape > 0 {
            self.shapes.push(variant.shape);
        }
        self.cages.extend(variant.cages);
    }

    /// Prepares the lanes for a shape.
    fn select_shape(&mut self, shape: usize) {
        if self.current != shape {
            self.branches += self.lanes.effort().branches;
            self.lanes = VariantLanes::new(self.variants.shape(shape));
            self.current = shape;
        }
    }

    fn puzzle(&self, place: PuzzlePlace) -> &[u8] {
        &self.digits[place.number() * self.cells..][..self.cells]
    }

    pub fn clear(&mut self) {
        self.digits.clear();
        self.variants.clear();
        self.shapes.clear();
        self.cages.clear();
        if self.current > 0 {
            // From now on, the indices refer to other shapes.
            self.current = usize::MAX;
        }
        self.rater.take_if(|(shape, _)| *shape > 0);
        self.only = None;
    }

    pub fn set_only(&mut self, puzzle: &VariantPuzzle) -> PuzzlePlace {
        let shape = &puzzle.shape;
        // The pieces of a puzzle have one shape, which is compiled once.
        if self
            .only
            .as_ref()
            .is_none_or(|only| !Arc::ptr_eq(only, shape))
        {
            self.clear();
            if !Arc::ptr_eq(shape, self.variants.shape(0)) {
                let number = self.variants.add(shape);
                self.shapes.push(number);
            }
            self.only = Some(Arc::clone(shape));
        }
        self.digits.clear();
        self.digits.extend_from_slice(&puzzle.digits);
        PuzzlePlace::Grid(0)
    }

    pub fn solve(&mut self, limit: u64, most: Option<u64>, stop: &AtomicBool) -> bool {
        self.node_limit = most;
        let kernel = self.kernel;
        if self.shapes.is_empty() {
            self.select_shape(0);
            let (puzzles, cages, found) = (&self.digits, &self.cages, &mut self.results);
            let lanes = &mut self.lanes;
            return lanes.count_within(kernel, puzzles, cages, limit, most, stop, found);
        }
        // Puzzles of one shape are counted together.
        let (all, cells) = (self.shapes.len(), self.cells);
        let mut order: Vec<usize> = (0..all).collect();
        order.sort_by_key(|&puzzle| self.shapes[puzzle]);
        let mut found = LaneResults {
            counts: vec![0; all],
            solutions: vec![0; self.digits.len()],
            nodes: vec![0; all],
            ..LaneResults::default()
        };
        let mut done = true;
        let shapes = std::mem::take(&mut self.shapes);
        for group in order.chunk_by(|&a, &b| shapes[a] == shapes[b]) {
            self.select_shape(shapes[group[0]]);
            let of = |puzzle: usize| puzzle * cells..(puzzle + 1) * cells;
            let puzzles = group.iter().flat_map(|&p| self.digits[of(p)].to_vec());
            let puzzles: Vec<u8> = puzzles.collect();
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
        (self.shapes, self.results) = (shapes, found);
        done
    }

    pub fn result(&self, place: PuzzlePlace) -> PuzzleResult {
        let number = place.number();
        PuzzleResult {
            status: self.results.status(number, self.node_limit),
            solutions: self.results.counts[number],
            nodes: self.results.nodes[number],
        }
    }

    pub fn solution(&mut self, place: PuzzlePlace) -> &str {
        let solution = &self.results.solutions[place.number() * self.cells..][..self.cells];
        write(&mut self.text, solution);
        &self.text
    }

    pub fn count_within(
        &mut self,
        places: &[PuzzlePlace],
        limit: u64,
        most: u64,
        stop: &AtomicBool,
    ) -> Option<Vec<(Option<u128>, u64)>> {
        if !self.solve(limit, Some(most), stop) {
            return None;
        }
        let counted = places.iter().map(|&place| {
            let found = self.result(place);
            let count = (found.status != Status::Unknown).then_some(found.solutions.into());
            (count, found.nodes)
        });
        Some(counted.collect())
    }

    pub fn count_up_to(
        &mut self,
        places: &[PuzzlePlace],
        limit: u128,
        stop: &AtomicBool,
    ) -> Option<Vec<u128>> {
        let limit = u64::try_from(limit).unwrap_or(u64::MAX);
        let mut count = |&place: &PuzzlePlace| Some(self.count(place, limit, stop)?.0);
        places.iter().map(&mut count).collect()
    }

    pub fn count(
        &mut self,
        place: PuzzlePlace,
        limit: u64,
        stop: &AtomicBool,
    ) -> Option<(u128, Residue)> {
        let (puzzle, shape) = (self.puzzle(place).to_vec(), self.full_shape(place));
        let mut pieces = if limit == u64::MAX && has_interchangeable_digits(&shape, &puzzle) {
            cut_for_count(&shape, &puzzle, PIECES_COUNTED_TOGETHER)
        } else {
            vec![Piece {
                times: 1,
                digits: puzzle,
            }]
        };
        let number = place.number();
        self.select_shape(self.shape_index(number));
        let cages = self.cages.get(number..=number).unwrap_or(&[]);
        let (mut all, mut residue) = (0, Residue::of(0));
        pieces.sort_by_key(|piece| piece.times);
        for equal in pieces.chunk_by(|a, b| a.times == b.times) {
            let digits: Vec<u8> = equal
                .iter()
                .flat_map(|piece| piece.digits.clone())
                .collect();
            let mut found = LaneResults::default();
            let lanes = &mut self.lanes;
            if !lanes.count(self.kernel, &digits, cages, limit, stop, &mut found) {
                return None;
            }
            let count: u128 = found.counts.iter().map(|&count| u128::from(count)).sum();
            all += count * u128::from(equal[0].times);
            residue += found.residue.times(equal[0].times);
        }
        Some((all, residue))
    }

    pub fn list(
        &mut self,
        place: PuzzlePlace,
        stop: &AtomicBool,
        mut visit: impl FnMut(&str) -> ControlFlow<()>,
    ) {
        let (puzzle, number) = (self.puzzle(place).to_vec(), place.number());
        self.select_shape(self.shape_index(number));
        let cages = self.cages.get(number..=number).unwrap_or(&[]);
        let (lanes, text) = (&mut self.lanes, &mut self.text);
        // The result is not needed: only `visit` and `stop` end the list early.
        let _ = list_solutions(lanes, self.kernel, &puzzle, cages, stop, &mut |solution| {
            write(text, solution);
            visit(text)
        });
    }

    pub fn rate(&mut self, place: PuzzlePlace, stop: &AtomicBool) -> Rating {
        let (puzzle, number) = (self.puzzle(place).to_vec(), place.number());
        let shape = self.shape_index(number);
        self.rater.take_if(|(other, _)| *other != shape);
        let new = || (shape, Rater::new(self.variants.shape(shape)));
        let (_, rater) = self.rater.get_or_insert_with(new);
        if let Some(cages) = self.cages.get(number) {
            rater.set_cages(cages);
        }
        rater.rate(&puzzle, || stop.load(Ordering::Relaxed))
    }

    pub fn pieces(&self, place: PuzzlePlace, pieces: usize, counts: bool) -> Vec<(u64, AnyPuzzle)> {
        let (shape, puzzle) = (self.full_shape(place), self.puzzle(place));
        let pieces = if counts {
            cut_for_count(&shape, puzzle, pieces)
        } else {
            cut(&shape, puzzle, pieces)
        };
        let puzzle = |Piece { times, digits }| {
            let shape = Arc::clone(&shape);
            (times, AnyPuzzle::Variant(VariantPuzzle { shape, digits }))
        };
        pieces.into_iter().map(puzzle).collect()
    }

    pub fn branches(&self) -> u64 {
        self.branches + self.lanes.effort().branches
    }
}

/// Writes the digits of a solution.
fn write(text: &mut String, digits: &[u8]) {
    text.clear();
    text.extend(digits.iter().map(|&digit| char::from(symbol(digit))));
}

/// Piece of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Number of pieces with as many solutions that it stands for.
    pub times: u64,
    /// Its digits; empty cells are 0.
    pub digits: Vec<u8>,
}

/// Cuts a puzzle into at least `pieces` puzzles, or into as many as it has: its first empty cells
/// hold each combination of digits that breaks no rule. Each solution is in one piece, and the
/// solutions are in lexicographic order.
pub fn cut(shape: &Shape, puzzle: &[u8], pieces: usize) -> Vec<Piece> {
    cut_with(shape, puzzle, pieces, |_, _| None)
}

/// Cuts a puzzle to count its solutions. Digits that occur nowhere yet are interchangeable, unless
/// cages have sums: the least of them stands for all.
pub fn cut_for_count(shape: &Shape, puzzle: &[u8], pieces: usize) -> Vec<Piece> {
    let has_cages = shape.cages().next().is_some();
    cut_with(shape, puzzle, pieces, |piece, absent| {
        let product = piece.times.checked_mul(absent.len() as u64);
        product.filter(|_| !has_cages)
    })
}

/// True if a cut for a count has interchangeable digits.
pub(super) fn has_interchangeable_digits(shape: &Shape, puzzle: &[u8]) -> bool {
    shape.cages().next().is_none() && absent_digits(shape, puzzle).len() > 1
}

fn absent_digits(shape: &Shape, piece: &[u8]) -> Vec<u8> {
    let digits = 1..=shape.digits() as u8;
    digits.filter(|digit| !piece.contains(digit)).collect()
}

/// Cuts a puzzle. `times` returns the number that the least of the absent digits stands for, or
/// `None` if each has its own piece.
fn cut_with(
    shape: &Shape,
    puzzle: &[u8],
    pieces: usize,
    times: impl Fn(&Piece, &[u8]) -> Option<u64>,
) -> Vec<Piece> {
    let houses = shape.houses().map(|house| &house.cells[..]);
    let groups: Vec<&[u16]> = houses
        .chain(shape.cages().map(|(cells, _)| cells))
        .collect();
    let mut all = vec![Piece {
        times: 1,
        digits: puzzle.to_vec(),
    }];
    for cell in (0..puzzle.len()).filter(|&cell| puzzle[cell] == 0) {
        if all.len() >= pieces {
            break;
        }
        let around = groups.iter().filter(|cells| cells.contains(&(cell as u16)));
        let around: Vec<usize> = around
            .flat_map(|cells| cells.iter().map(|&cell| cell.into()))
            .collect();
        let mut filled = Vec::new();
        for piece in &all {
            let absent = absent_digits(shape, &piece.digits);
            let merged = times(piece, &absent).filter(|_| absent.len() > 1);
            for digit in 1..=shape.digits() as u8 {
                let is_absent = absent.contains(&digit);
                let is_merged = merged.is_some() && is_absent && digit != absent[0];
                if is_merged || around.iter().any(|&other| piece.digits[other] == digit) {
                    continue;
                }
                let mut next = piece.clone();
                next.digits[cell] = digit;
                next.times = merged.filter(|_| is_absent).unwrap_or(piece.times);
                filled.push(next);
            }
        }
        all = filled;
    }
    all
}
