//! What one thread keeps of a chunk, and how it reads one.

use std::sync::Arc;

use super::Batch;
use super::looks::{Look, Looks};
use super::searches::Searches;
use crate::lanes;
use crate::read::{conflict, read};
use crate::shape::Shape;
use crate::symbols::written;
use countless_engine::Diagnostic;
use countless_simd::Kernel;
use countless_sudoku::batch::{Form, Lines, Place, Single};
use countless_sudoku::puzzles::{Chunk, Raw, column};
use countless_sudoku::{BatchTally, Check};
use countless_text::Signs;

/// One thread's memory, reused from chunk to chunk.
#[derive(Debug)]
pub struct Worker {
    pub(super) kernel: Kernel,
    pub(super) lines: Lines,
    /// What is wrong with each entry, if anything is.
    pub(super) bad: Vec<Option<Diagnostic>>,
    /// The digits of all puzzles.
    pub(super) digits: Vec<u8>,
    pub(super) looks: Looks,
    pub(super) searches: Searches,
    pub(super) found: lanes::Found,
    /// A solution as it is written.
    pub(super) text: String,
}

impl Worker {
    pub(super) fn new(kernel: Kernel, shape: &Arc<Shape>) -> Self {
        Self {
            kernel,
            lines: Lines::default(),
            bad: Vec::new(),
            digits: Vec::new(),
            looks: Looks::new(shape),
            searches: Searches::new(shape),
            found: lanes::Found::default(),
            text: String::new(),
        }
    }
}

/// A puzzle of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it looks like.
    pub shape: Arc<Shape>,
    /// Its digits, 0 for a blank, row by row.
    pub digits: Vec<u8>,
    /// What follows the puzzle in its line.
    pub tag: Option<String>,
}

impl Batch {
    /// Reads a chunk.
    pub(super) fn read(&self, worker: &mut Worker, chunk: &Chunk, tally: &mut BatchTally) {
        let (shape, form) = (&*self.shape, self.batch.form(chunk.input()));
        let options = self.batch.options();
        let has_check = options.has_check();
        let Worker {
            lines,
            bad,
            digits,
            looks,
            searches,
            ..
        } = worker;
        lines.clear();
        bad.clear();
        digits.clear();
        looks.clear();
        searches.clear();
        form.layout.raw(chunk, |raw| {
            tally.read += 1;
            lines.at = (chunk.input(), raw.line);
            let from = digits.len();
            let (mut tag, mut own) = (None, None);
            match self.puzzle(form, &raw, looks, digits) {
                Ok(found) => {
                    let place = Some(Place::Grid(from / shape.cells()));
                    match found.text {
                        Some(text) => lines.push(text, place),
                        None => lines.push(&written(&digits[from..]), place),
                    }
                    tag = found.tag;
                    own = Some(found.look);
                    bad.push(None);
                }
                Err(diagnostic) => {
                    digits.truncate(from);
                    lines.push(&String::from_utf8_lossy(raw.text), None);
                    bad.push(Some(diagnostic));
                }
            }
            if options.check {
                let mut checked = Check::None;
                if let Some(look) = &own {
                    checked = Check::Right;
                    let shape = looks.whole(look);
                    let signs = form.layout.signs();
                    if let Err((found, reason)) =
                        check(&shape, signs, &digits[from..], raw.solution)
                    {
                        checked = found;
                        tally.wrong += 1;
                        bad.pop();
                        bad.push(Some(diagnostic(form, &raw, 0, reason)));
                    }
                }
                if has_check {
                    lines.check(checked);
                }
            }
            if let Some(look) = own {
                searches.push(look);
            }
            for (index, is_number) in self.batch.places(form) {
                let field = raw.fields.get(index).map_or("", |field| field);
                lines.keep(tag.unwrap_or(field), is_number);
            }
        });
    }

    /// The puzzles of a chunk, one by one.
    pub(super) fn singles(&self, chunk: &Chunk, mut visit: impl FnMut(Single<Entry>)) {
        let form = self.batch.form(chunk.input());
        let mut looks = Looks::new(&self.shape);
        form.layout.raw(chunk, |raw| {
            let mut digits = Vec::new();
            let found = self.puzzle(form, &raw, &mut looks, &mut digits);
            let text = match &found {
                Ok(_) => written(&digits),
                Err(_) => String::from_utf8_lossy(raw.text).into_owned(),
            };
            let puzzle = found.map(|found| Entry {
                shape: looks.whole(&found.look),
                digits,
                tag: found.tag.map(str::to_owned),
            });
            visit(Single { text, puzzle });
        });
    }

    /// Reads a puzzle.
    fn puzzle<'a>(
        &self,
        form: &Form,
        raw: &Raw<'a>,
        looks: &mut Looks,
        digits: &mut Vec<u8>,
    ) -> Result<Found<'a>, Diagnostic> {
        if let Some(bad) = raw.bad.clone() {
            return Err(bad.diagnostic(&form.name, raw.row));
        }
        let from = digits.len();
        let found =
            read(&self.shape, form.layout.signs(), raw.text, digits).map_err(|(at, fault)| {
                Diagnostic {
                    is_common: fault.is_other_size(),
                    ..diagnostic(form, raw, at, fault.to_string())
                }
            })?;
        let offset = found.tag.map_or(raw.text.len(), |tag| {
            tag.as_ptr().addr() - raw.text.as_ptr().addr()
        });
        let (look, tag) = looks
            .read(form, raw, found.tag.or(raw.tag), offset)
            .map_err(|(at, reason)| diagnostic(form, raw, at, reason))?;
        let (shape, digits) = (looks.shape(look.shape), &digits[from..]);
        let in_cages = || look.cages.as_ref()?.conflict(shape.frame(), digits);
        match conflict(shape, digits).or_else(in_cages) {
            Some(reason) => Err(diagnostic(form, raw, 0, reason)),
            None => Ok(Found {
                text: found.cells,
                tag,
                look,
            }),
        }
    }
}

/// What was read besides digits.
struct Found<'a> {
    /// The cells, if they stand together.
    text: Option<&'a str>,
    tag: Option<&'a str>,
    look: Look,
}

/// Whether `given` solves a puzzle, and if not, why.
fn check(
    shape: &Shape,
    signs: &Signs,
    puzzle: &[u8],
    given: Option<&str>,
) -> Result<(), (Check, String)> {
    let given = given.map_or("", str::trim);
    if given.is_empty() {
        return Err((Check::None, "no solution given".to_owned()));
    }
    let wrong = |reason| Err((Check::Wrong, reason));
    let mut digits = Vec::new();
    if let Err((_, fault)) = read(shape, signs, given.as_bytes(), &mut digits) {
        return wrong(format!("the given solution is not a grid: {fault}"));
    }
    let differs = |cell: &usize| puzzle[*cell] != 0 && puzzle[*cell] != digits[*cell];
    if let Some(cell) = (0..puzzle.len()).find(differs) {
        let cell = shape.name(cell);
        return wrong(format!(
            "the given solution differs from the puzzle at {cell}"
        ));
    }
    if digits.contains(&0) {
        return wrong("the given solution has blanks".to_owned());
    }
    match conflict(shape, &digits) {
        Some(reason) => wrong(format!("the given solution is not a grid: {reason}")),
        None => Ok(()),
    }
}

/// What is wrong with a byte of the text of a record.
#[cold]
fn diagnostic(form: &Form, raw: &Raw<'_>, at: usize, reason: String) -> Diagnostic {
    let offset = (raw.at + at).min(raw.row.len());
    let before = &raw.row[..offset];
    let start = memchr::memrchr(b'\n', before).map_or(0, |feed| feed + 1);
    Diagnostic {
        input: form.name.clone(),
        line: raw.line + memchr::memchr_iter(b'\n', before).count() as u64,
        column: column(&raw.row[start..], offset - start),
        reason,
        is_common: false,
        row: raw.row.to_vec(),
    }
}
