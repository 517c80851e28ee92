//! What puzzles look like that bring regions or cages of their own.
//!
//! In CSV these are columns called `regions` and `cages`; in a line they are words behind the
//! puzzle, in this order, before the tag.

use std::collections::HashMap;
use std::sync::Arc;

use crate::cages::{Cages, read_cage_line, read_cages};
use crate::drawing::ShapeDrawing;
use crate::options::ShapeOptions;
use crate::shape::Shape;
use countless_engine::Error;
use countless_sudoku::puzzles::UnreadRecord;
use countless_sudoku::questions::PuzzleInput;

/// The shapes that puzzles of a chunk have.
#[derive(Debug)]
pub(super) struct ChunkVariants {
    /// The first is the one that all have in common.
    shapes: Vec<Arc<Shape>>,
    /// By their regions.
    by_regions: HashMap<String, usize>,
}

/// What one puzzle looks like.
#[derive(Debug, Default)]
pub(super) struct PuzzleVariant {
    /// The number of its shape.
    pub shape: usize,
    /// Its own cages.
    pub cages: Option<Cages>,
}

/// What is wrong, and with which byte of the record.
type ReasonAt = (usize, String);

impl ChunkVariants {
    pub fn new(shape: &Arc<Shape>) -> Self {
        Self {
            shapes: vec![shape.clone()],
            by_regions: HashMap::new(),
        }
    }

    /// Forgets all but the first.
    pub fn clear(&mut self) {
        self.shapes.truncate(1);
        self.by_regions.clear();
    }

    /// A shape by its number.
    pub fn shape(&self, number: usize) -> &Arc<Shape> {
        &self.shapes[number]
    }

    /// Adds a shape, and returns its number.
    pub fn add(&mut self, shape: &Arc<Shape>) -> usize {
        self.shapes.push(Arc::clone(shape));
        self.shapes.len() - 1
    }

    /// The shape of a puzzle, its own cages included.
    pub fn full_shape(&self, look: &PuzzleVariant) -> Arc<Shape> {
        let shape = self.shape(look.shape);
        match &look.cages {
            Some(cages) => Arc::new(shape.with_cages(cages)),
            None => shape.clone(),
        }
    }

    /// Reads what a record has besides its puzzle; gives what is left of the tag, too. `offset`
    /// is where the tag begins.
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
            let frame = self.shapes[look.shape].positions();
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

    /// The number of the shape that has these regions.
    fn with_regions(&mut self, text: &str) -> Result<usize, String> {
        if let Some(&known) = self.by_regions.get(text) {
            return Ok(known);
        }
        let options = ShapeOptions {
            regions: Some(drawing(text)),
            own_regions: false,
            own_cages: false,
            ..self.shape(0).options().clone()
        };
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

/// What an error says, and how many characters behind the start.
fn reason(error: Error) -> (usize, String) {
    match error {
        Error::Parse { column, reason, .. } => (column - 1, reason),
        other => (0, other.to_string()),
    }
}

/// The words of a tag.
struct TagWords<'a> {
    rest: &'a str,
    offset: usize,
}

impl<'a> TagWords<'a> {
    /// The next word, or what stands in the column of this name, and where that is.
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
