//! Reading of the records of a chunk as puzzles of a shape.

use super::chunk_search::{ChunkVariants, PuzzleVariant};
use super::variant_set::VariantSet;
use super::{VariantPuzzle, VariantPuzzles};
use crate::digits::digits_text;
use crate::puzzle_text::{conflict, read_digits};
use crate::shape::Shape;
use countless_engine::Diagnostic;
use countless_sudoku::SolutionCheck;
use countless_sudoku::puzzles::{UnreadRecord, column};
use countless_sudoku::questions::{
    ChunkRecords, PuzzleInput, PuzzlePlace, RecordTexts, SingleRecord,
};
use countless_text::{Signs, TextFault};

impl VariantPuzzles {
    /// Reads the records of a chunk.
    pub(super) fn read_records(
        &self,
        records: &ChunkRecords<'_>,
        set: &mut VariantSet,
        lines: &mut RecordTexts,
    ) {
        let (shape, form) = (self.shape(), records.input);
        form.format.visit_unread(records.chunk, |raw| {
            let from = set.digits.len();
            let (mut tag, mut checked) = (None, SolutionCheck::None);
            match self.parse_puzzle(form, &raw, &mut set.variants, &mut set.digits) {
                Ok(found) => {
                    if records.passed.compares {
                        checked = SolutionCheck::Right;
                        let shape = set.variants.full_shape(&found.variant);
                        let digits = &set.digits[from..];
                        let signs = form.format.signs();
                        if let Err((wrong, reason)) =
                            check_solution(&shape, signs, digits, raw.solution)
                        {
                            checked = wrong;
                            lines.wrong_solutions += 1;
                            lines.add_diagnostic(diagnostic(form, &raw, 0, reason));
                        }
                    }
                    let place = Some(PuzzlePlace::Grid(from / shape.cells()));
                    match found.text {
                        Some(text) => lines.push(raw.line, text, place),
                        None => lines.push(raw.line, &digits_text(&set.digits[from..]), place),
                    }
                    tag = found.tag;
                    set.search.push(found.variant);
                }
                Err(diagnostic) => {
                    set.digits.truncate(from);
                    lines.add_diagnostic(diagnostic);
                    lines.push(raw.line, &raw.reject_text(), None);
                }
            }
            records.add_columns(lines, checked, raw.fields, tag);
        });
    }

    /// Visits the records of a chunk one by one.
    pub(super) fn each_record(
        &self,
        records: &ChunkRecords<'_>,
        visit: &mut dyn FnMut(SingleRecord<VariantPuzzle>),
    ) {
        let form = records.input;
        let mut looks = ChunkVariants::new(&self.shape);
        form.format.visit_unread(records.chunk, |raw| {
            let mut digits = Vec::new();
            let found = self.parse_puzzle(form, &raw, &mut looks, &mut digits);
            let text = match &found {
                Ok(_) => digits_text(&digits),
                Err(_) => raw.reject_text().into_owned(),
            };
            let puzzle = found.map(|found| VariantPuzzle {
                shape: looks.full_shape(&found.variant),
                digits,
                tag: found.tag.map(str::to_owned),
            });
            visit(SingleRecord { text, puzzle });
        });
    }

    /// Reads a puzzle.
    fn parse_puzzle<'a>(
        &self,
        form: &PuzzleInput,
        raw: &UnreadRecord<'a>,
        looks: &mut ChunkVariants,
        digits: &mut Vec<u8>,
    ) -> Result<ParsedPuzzle<'a>, Diagnostic> {
        if let Some(bad) = raw.reject.clone() {
            return Err(bad.diagnostic(&form.name, raw.row));
        }
        let from = digits.len();
        let found = read_digits(&self.shape, form.format.signs(), raw.text, digits).map_err(
            |(at, fault)| Diagnostic {
                is_common: fault.is_other_size() || matches!(fault, TextFault::Zero { .. }),
                ..diagnostic(form, raw, at, fault.to_string())
            },
        )?;
        if let Some((at, fault)) = found.tag.and_then(|tag| raw.fault_after(tag)) {
            return Err(diagnostic(form, raw, at, fault.to_string()));
        }
        let offset = found.tag.map_or(raw.text.len(), |tag| {
            tag.as_ptr().addr() - raw.text.as_ptr().addr()
        });
        let (look, tag) = looks
            .read(form, raw, found.tag.or(raw.tag), offset)
            .map_err(|(at, reason)| diagnostic(form, raw, at, reason))?;
        let (shape, digits) = (looks.shape(look.shape), &digits[from..]);
        let in_cages = || look.cages.as_ref()?.conflict(&shape.positions, digits);
        match conflict(shape, digits).or_else(in_cages) {
            Some(reason) => Err(diagnostic(form, raw, 0, reason)),
            None => Ok(ParsedPuzzle {
                text: found.cells,
                tag,
                variant: look,
            }),
        }
    }
}

/// Parts of a record besides its digits.
struct ParsedPuzzle<'a> {
    /// Cells, if they are characters without separators.
    text: Option<&'a str>,
    tag: Option<&'a str>,
    variant: PuzzleVariant,
}

/// Checks that `given` solves a puzzle. Otherwise returns the result of the check and the reason.
fn check_solution(
    shape: &Shape,
    signs: &Signs,
    puzzle: &[u8],
    given: Option<&str>,
) -> Result<(), (SolutionCheck, String)> {
    let given = given.map_or("", str::trim);
    if given.is_empty() {
        return Err((SolutionCheck::None, "no solution given".to_owned()));
    }
    let wrong = |reason| Err((SolutionCheck::Wrong, reason));
    let mut digits = Vec::new();
    if let Err((_, fault)) = read_digits(shape, signs, given.as_bytes(), &mut digits) {
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

/// Returns the diagnostic for a byte of the text of a record.
#[cold]
fn diagnostic(form: &PuzzleInput, raw: &UnreadRecord<'_>, at: usize, reason: String) -> Diagnostic {
    let offset = (raw.offset + at).min(raw.row.len());
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
