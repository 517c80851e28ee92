//! Shapes of the puzzles of a chunk, which may have their own regions and cages.
//!
//! In CSV, these are in columns called `regions` and `cages`. In a line, they are words after the
//! puzzle, in this order, before the tag.

use std::collections::HashMap;
use std::sync::Arc;

use super::chunk_records::PuzzleInput;
use crate::cages::{Cages, read_cage_line, read_cages};
use crate::shape::Shape;
use crate::shape_drawing::ShapeDrawing;
use countless_engine::Error;
use countless_sudoku::puzzles::UnreadRecord;

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
