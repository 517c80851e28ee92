//! Puzzles of one shape that are searched together, or cut into pieces for several threads.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::VariantPuzzle;
use super::chunk_search::{ChunkSearch, ChunkVariants, PuzzleVariant};
use crate::digits::symbol;
use crate::lanes::LaneResults;
use crate::list_solutions::list_solutions;
use crate::shape::Shape;
use countless_engine::ledger::Residue;
use countless_simd::Kernel;
use countless_sudoku::questions::{self, PuzzleBatch, PuzzlePlace};
use countless_sudoku::{Rating, Status};

/// Number of pieces of a puzzle that one thread counts together, enough for all lanes.
const PIECES_COUNTED_TOGETHER: usize = 64;

/// Puzzles of a chunk, and their results.
#[derive(Debug)]
pub struct VariantSet {
    kernel: Kernel,
    cells: usize,
    /// Digits of all puzzles, concatenated.
    pub(super) digits: Vec<u8>,
    pub(super) variants: ChunkVariants,
    pub(super) search: ChunkSearch,
    results: LaneResults,
    node_limit: Option<u64>,
    /// Shape of the only puzzle.
    only: Option<Arc<Shape>>,
    /// Text of the last solution.
    text: String,
}

impl VariantSet {
    pub(super) fn new(kernel: Kernel, shape: &Arc<Shape>) -> Self {
        Self {
            kernel,
            cells: shape.cells(),
            digits: Vec::new(),
            variants: ChunkVariants::new(shape),
            search: ChunkSearch::new(shape),
            results: LaneResults::default(),
            node_limit: None,
            only: None,
            text: String::new(),
        }
    }

    /// Shape of a puzzle, with its own cages.
    fn full_shape(&self, place: PuzzlePlace) -> Arc<Shape> {
        let variant = self.search.variant(place.number());
        self.variants.full_shape(&variant)
    }

    fn puzzle(&self, place: PuzzlePlace) -> &[u8] {
        &self.digits[place.number() * self.cells..][..self.cells]
    }
}

impl PuzzleBatch for VariantSet {
    type Puzzle = VariantPuzzle;
    type Solution = String;
    type Shown<'a> = &'a str;

    fn clear(&mut self) {
        self.digits.clear();
        self.variants.clear();
        self.search.clear();
        self.only = None;
    }

    fn set_only(&mut self, puzzle: &VariantPuzzle) -> PuzzlePlace {
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
                self.search.push(PuzzleVariant {
                    shape: number,
                    cages: None,
                });
            }
            self.only = Some(Arc::clone(shape));
        }
        self.digits.clear();
        self.digits.extend_from_slice(&puzzle.digits);
        PuzzlePlace::Grid(0)
    }

    fn solve(&mut self, limit: u64, most: Option<u64>, stop: &AtomicBool) -> bool {
        self.node_limit = most;
        let (looks, found) = (&self.variants, &mut self.results);
        let searches = &mut self.search;
        searches.count(looks, self.kernel, &self.digits, limit, most, stop, found)
    }

    fn result(&self, place: PuzzlePlace) -> questions::PuzzleResult {
        let number = place.number();
        questions::PuzzleResult {
            status: self.results.status(number, self.node_limit),
            solutions: self.results.counts[number],
            nodes: self.results.nodes[number],
        }
    }

    fn solution(&mut self, place: PuzzlePlace) -> &str {
        let solution = &self.results.solutions[place.number() * self.cells..][..self.cells];
        write(&mut self.text, solution);
        &self.text
    }

    fn count_within(
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
            let found = PuzzleBatch::result(self, place);
            let count = (found.status != Status::Unknown).then_some(found.solutions.into());
            (count, found.nodes)
        });
        Some(counted.collect())
    }

    fn count_up_to(
        &mut self,
        places: &[PuzzlePlace],
        limit: u128,
        stop: &AtomicBool,
    ) -> Option<Vec<u128>> {
        let limit = u64::try_from(limit).unwrap_or(u64::MAX);
        let mut count = |&place: &PuzzlePlace| Some(self.count(place, limit, stop)?.0);
        places.iter().map(&mut count).collect()
    }

    fn count(
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
        let (lanes, cages) = self.search.lanes_of(&self.variants, place.number());
        let (mut all, mut residue) = (0, Residue::of(0));
        pieces.sort_by_key(|piece| piece.times);
        for equal in pieces.chunk_by(|a, b| a.times == b.times) {
            let digits: Vec<u8> = equal
                .iter()
                .flat_map(|piece| piece.digits.clone())
                .collect();
            let mut found = LaneResults::default();
            if !lanes.count(self.kernel, &digits, cages, limit, stop, &mut found) {
                return None;
            }
            let count: u128 = found.counts.iter().map(|&count| u128::from(count)).sum();
            all += count * u128::from(equal[0].times);
            residue += found.residue.times(equal[0].times);
        }
        Some((all, residue))
    }

    fn list(
        &mut self,
        place: PuzzlePlace,
        stop: &AtomicBool,
        mut visit: impl FnMut(&str) -> ControlFlow<()>,
    ) {
        let puzzle = self.puzzle(place).to_vec();
        let (lanes, cages) = self.search.lanes_of(&self.variants, place.number());
        let text = &mut self.text;
        // The result is not needed: only `visit` and `stop` end the list early.
        let _ = list_solutions(lanes, self.kernel, &puzzle, cages, stop, &mut |solution| {
            write(text, solution);
            visit(text)
        });
    }

    fn rate(&mut self, place: PuzzlePlace, stop: &AtomicBool) -> Rating {
        let puzzle = self.puzzle(place).to_vec();
        let rater = self.search.rater(&self.variants, place.number());
        rater.rate(&puzzle, || stop.load(Ordering::Relaxed))
    }

    fn pieces(&self, place: PuzzlePlace, pieces: usize) -> Vec<(u64, VariantPuzzle)> {
        let shape = self.full_shape(place);
        pieces_of(&shape, cut(&shape, self.puzzle(place), pieces))
    }

    fn pieces_for_count(&self, place: PuzzlePlace, pieces: usize) -> Vec<(u64, VariantPuzzle)> {
        let shape = self.full_shape(place);
        pieces_of(&shape, cut_for_count(&shape, self.puzzle(place), pieces))
    }

    fn branches(&self) -> u64 {
        self.search.branches()
    }
}

/// Pieces of a puzzle of this shape as puzzles.
fn pieces_of(shape: &Arc<Shape>, pieces: Vec<Piece>) -> Vec<(u64, VariantPuzzle)> {
    let puzzle = |Piece { times, digits }| {
        let puzzle = VariantPuzzle {
            shape: Arc::clone(shape),
            digits,
            tag: None,
        };
        (times, puzzle)
    };
    pieces.into_iter().map(puzzle).collect()
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
