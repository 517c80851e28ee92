//! Reading the records of a chunk as puzzles of a shape.

use super::looks::{Look, Looks};
use super::set::VariantSet;
use super::{Entry, VariantPuzzles};
use crate::read::{conflict, read};
use crate::shape::Shape;
use crate::symbols::written;
use countless_engine::Diagnostic;
use countless_sudoku::Check;
use countless_sudoku::puzzles::{Raw, column};
use countless_sudoku::questions::{ChunkRecords, InputForm, Lines, Place, SingleRecord};
use countless_text::Signs;

impl VariantPuzzles {
    /// Reads the records of a chunk.
    pub(super) fn read_records(
        &self,
        records: &ChunkRecords<'_>,
        set: &mut VariantSet,
        lines: &mut Lines,
    ) {
        let (shape, form) = (self.shape(), records.form);
        form.layout.raw(records.chunk, |raw| {
            lines.at = Some((records.chunk.input(), raw.line));
            let from = set.digits.len();
            let (mut tag, mut checked) = (None, Check::None);
            match self.puzzle(form, &raw, &mut set.looks, &mut set.digits) {
                Ok(found) => {
                    if records.passed.compares {
                        checked = Check::Right;
                        let shape = set.looks.whole(&found.look);
                        let digits = &set.digits[from..];
                        let signs = form.layout.signs();
                        if let Err((wrong, reason)) = check(&shape, signs, digits, raw.solution) {
                            checked = wrong;
                            lines.wrong += 1;
                            lines.fault(diagnostic(form, &raw, 0, reason));
                        }
                    }
                    let place = Some(Place::Grid(from / shape.cells()));
                    match found.text {
                        Some(text) => lines.push(text, place),
                        None => lines.push(&written(&set.digits[from..]), place),
                    }
                    tag = found.tag;
                    set.searches.push(found.look);
                }
                Err(diagnostic) => {
                    set.digits.truncate(from);
                    lines.fault(diagnostic);
                    lines.push(&String::from_utf8_lossy(raw.text), None);
                }
            }
            if records.passed.has_check {
                lines.check(checked);
            }
            for (&index, &is_number) in form.passed.iter().zip(records.are_numbers) {
                let field = raw.fields.get(index).map_or("", |field| field);
                lines.pass(tag.unwrap_or(field), is_number);
            }
        });
    }

    /// Visits the records of a chunk one by one.
    pub(super) fn each_record(
        &self,
        records: &ChunkRecords<'_>,
        visit: &mut dyn FnMut(SingleRecord<Entry>),
    ) {
        let form = records.form;
        let mut looks = Looks::new(&self.shape);
        form.layout.raw(records.chunk, |raw| {
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
            visit(SingleRecord { text, puzzle });
        });
    }

    /// Reads a puzzle.
    fn puzzle<'a>(
        &self,
        form: &InputForm,
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
fn diagnostic(form: &InputForm, raw: &Raw<'_>, at: usize, reason: String) -> Diagnostic {
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
