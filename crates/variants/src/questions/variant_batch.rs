//! Puzzles of a chunk that have a layout other than the classic one, their results, and their shapes:
//! they may have their own regions and cages.
//!
//! In CSV, these are in columns called `regions` and `cages`. In a line, they are words after the
//! puzzle, in this order, before the tag.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::chunk_records::{PuzzleInput, PuzzlePlace, PuzzleResult};
use crate::any_puzzle::{AnyPuzzle, VariantPuzzle};
use crate::cages::{Cages, read_cage_line, read_cages};
use crate::digits::symbol;
use crate::lanes::{LaneResults, VariantLanes};
use crate::shape::Shape;
use crate::shape_options::ShapeDrawing;
use crate::single_puzzles::{Piece, Rater, cut, has_interchangeable_digits, list_solutions};
use countless_engine::Error;
use countless_engine::ledger::Residue;
use countless_simd::{Kernel, sort_by_key};
use countless_sudoku::puzzles::UnreadRecord;
use countless_sudoku::{Rating, Status, TableLayout, Trace, TraceOptions};

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
    }

    pub fn set_only(&mut self, puzzle: &VariantPuzzle) -> PuzzlePlace {
        // The pieces of a puzzle have one shape, which is compiled once.
        let mut known = self.variants.shapes.iter();
        let known = known.position(|known| Arc::ptr_eq(known, &puzzle.shape));
        let number = known.unwrap_or_else(|| {
            self.clear();
            self.variants.add(&puzzle.shape)
        });
        self.shapes.clear();
        self.shapes.extend((number > 0).then_some(number));
        self.cages.clear();
        self.digits.clone_from(&puzzle.digits);
        PuzzlePlace::Grid(0)
    }

    pub fn solve(&mut self, limit: u64, most: Option<u64>, stop: &AtomicBool) -> bool {
        self.node_limit = most;
        let kernel = self.kernel;
        if self.shapes.is_empty() {
            self.select_shape(0);
            let (puzzles, cages, found) = (&self.digits, &self.cages, &mut self.results);
            let lanes = &mut self.lanes;
            return lanes.count(kernel, puzzles, cages, limit, most, stop, found);
        }
        // Puzzles of one shape are counted together.
        let (all, cells) = (self.shapes.len(), self.cells);
        let mut order: Vec<usize> = (0..all).collect();
        sort_by_key(&mut order, |&puzzle| self.shapes[puzzle]);
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
            done = lanes.count(kernel, &puzzles, &cages, limit, most, stop, &mut part);
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

    pub fn count(
        &mut self,
        place: PuzzlePlace,
        limit: u64,
        stop: &AtomicBool,
    ) -> Option<(u128, Residue)> {
        let (puzzle, shape) = (self.puzzle(place).to_vec(), self.full_shape(place));
        let is_cut = limit == u64::MAX && has_interchangeable_digits(&shape, &puzzle);
        let pieces = if is_cut { PIECES_COUNTED_TOGETHER } else { 1 };
        let mut pieces = cut(&shape, &puzzle, pieces, true);
        let number = place.number();
        self.select_shape(self.shape_index(number));
        let cages = self.cages.get(number..=number).unwrap_or(&[]);
        let (mut all, mut residue) = (0, Residue::of(0));
        sort_by_key(&mut pieces, |piece| piece.times);
        for equal in pieces.chunk_by(|a, b| a.times == b.times) {
            let digits = equal.iter().flat_map(|piece| piece.digits.clone());
            let (digits, mut found) = (digits.collect::<Vec<u8>>(), LaneResults::default());
            let lanes = &mut self.lanes;
            if !lanes.count(self.kernel, &digits, cages, limit, None, stop, &mut found) {
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

    /// Prepares the explanation of a puzzle that was searched for two solutions.
    pub fn explain(&self, place: PuzzlePlace, options: TraceOptions) -> Trace<TableLayout> {
        let solutions = self.result(place).solutions;
        let layout = self.full_shape(place).tables();
        Trace::within(&layout, self.puzzle(place), solutions.into(), options)
    }

    pub fn pieces(&self, place: PuzzlePlace, pieces: usize, counts: bool) -> Vec<(u64, AnyPuzzle)> {
        let (shape, puzzle) = (self.full_shape(place), self.puzzle(place));
        let pieces = cut(&shape, puzzle, pieces, counts);
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

/// Shapes of the puzzles of a chunk.
#[derive(Debug)]
pub(super) struct ChunkVariants {
    /// The first shape is the common shape of all puzzles.
    shapes: Vec<Arc<Shape>>,
    /// Index of a shape, by its regions.
    by_regions: HashMap<String, usize>,
}

/// Shape and cages of one puzzle.
#[derive(Debug, Default)]
pub(super) struct PuzzleVariant {
    /// Index of its shape.
    pub shape: usize,
    /// Own cages of the puzzle.
    pub cages: Option<Cages>,
}

/// Offset of a byte of the record, and the reason why it is rejected.
type ReasonAt = (usize, String);

impl ChunkVariants {
    pub fn new(shape: &Arc<Shape>) -> Self {
        Self {
            shapes: vec![shape.clone()],
            by_regions: HashMap::new(),
        }
    }

    /// Removes all shapes but the first.
    pub fn clear(&mut self) {
        self.shapes.truncate(1);
        self.by_regions.clear();
    }

    /// Returns the shape with this index.
    pub fn shape(&self, number: usize) -> &Arc<Shape> {
        &self.shapes[number]
    }

    /// Adds a shape and returns its index.
    pub fn add(&mut self, shape: &Arc<Shape>) -> usize {
        self.shapes.push(Arc::clone(shape));
        self.shapes.len() - 1
    }

    /// Returns the shape of a puzzle, with its own cages.
    pub fn full_shape(&self, look: &PuzzleVariant) -> Arc<Shape> {
        let shape = self.shape(look.shape);
        match &look.cages {
            Some(cages) => Arc::new(shape.with_cages(cages)),
            None => shape.clone(),
        }
    }

    /// Reads the regions and cages of a record. Returns them with the remainder of the tag.
    /// `offset` is the offset of the tag in the record.
    pub fn read<'a>(
        &mut self,
        form: &PuzzleInput,
        raw: &UnreadRecord<'a>,
        tag: Option<&'a str>,
        offset: usize,
    ) -> Result<(PuzzleVariant, Option<&'a str>), ReasonAt> {
        let options = self.shape(0).options();
        let (own_regions, own_cages) = (options.own_regions, options.own_cages);
        let (columns, tag_text) = (form.format.columns(), tag.unwrap_or(""));
        let mut rest = tag_text;
        // The next word, or the field in the column with this name, and its offset.
        let mut next = |name: &str| {
            let (at, found, place) = if columns.is_empty() {
                let start = rest.trim_start();
                let end = start.find(char::is_whitespace).unwrap_or(start.len());
                let at = offset + start.as_ptr().addr() - tag_text.as_ptr().addr();
                rest = &start[end..];
                (at, &start[..end], "after the puzzle")
            } else {
                let is_it = |column: &String| column.trim().eq_ignore_ascii_case(name);
                let column = columns.iter().position(is_it);
                let field = column.and_then(|column| raw.fields.get(column));
                (0, field.map_or("", |field| field.trim()), "in the column")
            };
            if found.is_empty() {
                let reason = format!("expected {name} {place} (--{name} each), found none");
                return Err((at, reason));
            }
            Ok((at, found))
        };
        let mut look = PuzzleVariant::default();
        if own_regions {
            let (at, text) = next("regions")?;
            look.shape = self.with_regions(text).map_err(|reason| (at, reason))?;
        }
        if own_cages {
            let (at, text) = next("cages")?;
            let frame = &self.shapes[look.shape].positions;
            look.cages = Some(match read_cage_line(text, frame) {
                Some(cages) => cages,
                None => read_cages(&drawing(text), frame).map_err(|error| {
                    let (before, reason) = place_and_reason(error);
                    let place = text.char_indices().nth(before);
                    (at + place.map_or(text.len(), |(place, _)| place), reason)
                })?,
            });
        }
        let rest = if own_regions || own_cages {
            Some(rest.trim()).filter(|rest| !rest.is_empty())
        } else {
            tag
        };
        Ok((look, rest))
    }

    /// Returns the index of the shape with these regions.
    fn with_regions(&mut self, text: &str) -> Result<usize, String> {
        if let Some(&known) = self.by_regions.get(text) {
            return Ok(known);
        }
        let options = self
            .shape(0)
            .options()
            .clone()
            .regions(Some(drawing(text)))
            .own_regions(false)
            .own_cages(false);
        let shape = Shape::new(&options).map_err(|error| place_and_reason(error).1)?;
        let number = self.add(&Arc::new(shape));
        self.by_regions.insert(text.to_owned(), number);
        Ok(number)
    }
}

fn drawing(text: &str) -> ShapeDrawing {
    ShapeDrawing {
        name: String::new(),
        text: text.to_owned(),
    }
}

/// Returns the offset of an error in characters, and its reason.
fn place_and_reason(error: Error) -> (usize, String) {
    match error {
        Error::Parse { column, reason, .. } => (column - 1, reason),
        other => (0, other.to_string()),
    }
}
