//! Searches of the puzzles of a chunk, of one shape or of several: puzzles may have their own
//! regions and cages.
//!
//! In CSV, these are in columns called `regions` and `cages`. In a line, they are words after the
//! puzzle, in this order, before the tag.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::cages::{Cages, read_cage_line, read_cages};
use crate::lanes::{LaneResults, VariantLanes};
use crate::rater::Rater;
use crate::shape::Shape;
use crate::shape_drawing::ShapeDrawing;
use countless_engine::Error;
use countless_simd::Kernel;
use countless_sudoku::puzzles::UnreadRecord;
use countless_sudoku::questions::PuzzleInput;

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
        let mut words = TagWords {
            rest: tag.unwrap_or(""),
            offset,
        };
        let mut look = PuzzleVariant::default();
        if own_regions {
            let (at, text) = words.next(form, raw, "regions")?;
            look.shape = self.with_regions(text).map_err(|reason| (at, reason))?;
        }
        if own_cages {
            let (at, text) = words.next(form, raw, "cages")?;
            let frame = &self.shapes[look.shape].positions;
            look.cages = Some(match read_cage_line(text, frame) {
                Some(cages) => cages,
                None => read_cages(&drawing(text), frame).map_err(|error| {
                    let (before, reason) = reason(error);
                    let place = text.char_indices().nth(before);
                    (at + place.map_or(text.len(), |(place, _)| place), reason)
                })?,
            });
        }
        let rest = if own_regions || own_cages {
            Some(words.rest.trim()).filter(|rest| !rest.is_empty())
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
        let shape = Shape::new(&options).map_err(|error| reason(error).1)?;
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
fn reason(error: Error) -> (usize, String) {
    match error {
        Error::Parse { column, reason, .. } => (column - 1, reason),
        other => (0, other.to_string()),
    }
}

/// Words of a tag.
struct TagWords<'a> {
    rest: &'a str,
    offset: usize,
}

impl<'a> TagWords<'a> {
    /// Returns the next word, or the field in the column with this name, and its offset.
    fn next(
        &mut self,
        form: &PuzzleInput,
        raw: &UnreadRecord<'a>,
        name: &str,
    ) -> Result<(usize, &'a str), ReasonAt> {
        let columns = form.format.columns();
        let (at, found) = if columns.is_empty() {
            let trimmed = self.rest.trim_start();
            self.offset += self.rest.len() - trimmed.len();
            let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
            let (word, rest) = trimmed.split_at(end);
            let at = self.offset;
            self.rest = rest;
            self.offset += word.len();
            (at, word)
        } else {
            let is_it = |column: &String| column.trim().eq_ignore_ascii_case(name);
            let place = columns.iter().position(is_it);
            let field = place.and_then(|place| raw.fields.get(place));
            (0, field.map_or("", |field| field.trim()))
        };
        if found.is_empty() {
            let place = if columns.is_empty() {
                "after the puzzle"
            } else {
                "in the column"
            };
            Err((
                at,
                format!("expected {name} {place} (--{name} each), found none"),
            ))
        } else {
            Ok((at, found))
        }
    }
}
