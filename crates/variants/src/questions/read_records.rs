//! Reading of the records of a chunk or a text as puzzles, of the classic layout or another, and
//! comparison with the solutions that their input gives.

use std::sync::Arc;

use super::chunk_records::{ChunkRecords, PuzzleInput, PuzzlePlace, RecordTexts, SingleRecord};
use super::puzzle_batch::{ClassicBatch, PuzzleBatch};
use super::puzzle_row::SolutionCheck;
use super::requirements::Requirements;
use super::variant_batch::{ChunkVariants, PuzzleVariant, VariantBatch};
use crate::any_puzzle::{AnyPuzzle, VariantPuzzle};
use crate::digits::digits_text;
use crate::puzzle_text::{conflict, read_digits};
use crate::shape::Shape;
use countless_engine::{Diagnostic, Error};
use countless_sudoku::puzzles::{
    PuzzleRecord, PuzzleReject, ReadOptions, RecordParser, RejectReason, UnreadRecord, text_chunk,
};
use countless_sudoku::{Cell, Grid, Puzzle, Repeats};
use countless_table::records::place_of;
use countless_text::{Expect, Signs, TextFault};

/// Reads the records of a chunk: their puzzles into `batch`, and everything else into `lines`.
pub fn read_records(
    records: &ChunkRecords<'_>,
    repeats: Repeats,
    batch: &mut PuzzleBatch,
    lines: &mut RecordTexts,
) {
    match batch {
        PuzzleBatch::Classic(batch) => read_classic(records, repeats, batch, lines),
        PuzzleBatch::Variant(batch) => read_variants(records, batch, lines),
    }
}

fn read_classic(
    records: &ChunkRecords<'_>,
    repeats: Repeats,
    set: &mut ClassicBatch,
    lines: &mut RecordTexts,
) {
    let form = records.input;
    form.format.read(records.chunk, repeats, |record| {
        let mut checked = SolutionCheck::None;
        let place = match puzzle_of_record(&record, records.wanted.takes_only_grids) {
            Ok(puzzle) => {
                if records.wanted.passed.compares {
                    checked = lines.add_comparison(
                        record.solution,
                        |given| compare_classic(puzzle, given, form.format.signs()),
                        |reason| diagnostic(form, record.line, record.row, 0, reason),
                    );
                }
                Some(set.add(puzzle))
            }
            Err(bad) => {
                lines.add_diagnostic(bad.diagnostic(&form.name, record.row));
                None
            }
        };
        match &record.puzzle {
            Ok(puzzle) if records.wanted.enumerates => {
                lines.push(record.line, &puzzle.to_string(), place);
            }
            // A drawn grid is written as 81 characters.
            Ok(Puzzle::Grid(grid)) if record.text.len() != 81 => {
                lines.push(record.line, &grid.to_string(), place);
            }
            _ => lines.push(record.line, &record.text, place),
        }
        records.add_columns(lines, checked, record.fields, record.tag);
    });
}

fn read_variants(records: &ChunkRecords<'_>, set: &mut VariantBatch, lines: &mut RecordTexts) {
    let form = records.input;
    form.format.visit_unread(records.chunk, |raw| {
        let from = set.digits.len();
        let (mut tag, mut checked) = (None, SolutionCheck::None);
        let (variants, digits) = (&mut set.variants, &mut set.digits);
        match parse_puzzle(form, &raw, Repeats::Refused, variants, digits) {
            Ok(found) => {
                let digits = &set.digits[from..];
                if records.wanted.passed.compares {
                    let shape = set.variants.full_shape(&found.variant);
                    checked = lines.add_comparison(
                        raw.solution,
                        |given| compare_variant(&shape, digits, given, form.format.signs()),
                        |reason| diagnostic(form, raw.line, raw.row, raw.offset, reason),
                    );
                }
                let place = Some(PuzzlePlace::Grid(from / digits.len()));
                match found.text {
                    Some(text) => lines.push(raw.line, text, place),
                    None => lines.push(raw.line, &digits_text(digits), place),
                }
                tag = found.tag;
                set.push(found.variant);
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

/// Returns the records of a chunk, each by itself.
pub fn single_records(
    records: &ChunkRecords<'_>,
    shape: &Arc<Shape>,
    repeats: Repeats,
) -> Vec<SingleRecord> {
    let (form, mut all) = (records.input, Vec::new());
    if shape.is_classic() {
        form.format.read(records.chunk, repeats, |record| {
            let tag = record.tag.map(str::to_owned);
            let found = puzzle_of_record(&record, records.wanted.takes_only_grids);
            let (text, puzzle) = match found {
                Ok(puzzle) => (puzzle.to_string(), Ok(AnyPuzzle::Classic(puzzle.clone()))),
                Err(bad) => {
                    let bad = bad.diagnostic(&form.name, record.row);
                    (record.text.into_owned(), Err(bad))
                }
            };
            all.push(SingleRecord {
                line: record.line,
                text,
                tag,
                puzzle,
            });
        });
        return all;
    }
    let mut looks = ChunkVariants::new(shape);
    form.format.visit_unread(records.chunk, |raw| {
        let mut digits = Vec::new();
        let found = parse_puzzle(form, &raw, repeats, &mut looks, &mut digits);
        let (mut tag, mut text) = (None, raw.reject_text().into_owned());
        let puzzle = found.map(|found| {
            tag = found.tag.map(str::to_owned);
            text = digits_text(&digits);
            let shape = looks.full_shape(&found.variant);
            AnyPuzzle::Variant(VariantPuzzle { shape, digits })
        });
        all.push(SingleRecord {
            line: raw.line,
            text,
            tag,
            puzzle,
        });
    });
    all
}

/// Visits the records of a text in any format, as [`PuzzleFiles`](super::PuzzleFiles) does those of
/// a file. Puzzles of a shape with own regions or cages have a shape each. `repeats` may accept
/// digits that break rules. Errors call the text `name`.
///
/// ```
/// use std::sync::Arc;
///
/// use countless_sudoku::{ReadOptions, Repeats};
/// use countless_variants::questions::visit_text;
/// use countless_variants::{Shape, ShapeOptions};
///
/// let shape = Arc::new(Shape::new(&ShapeOptions::new().size(4).own_cages(true))?);
/// let text = "................ ABBCADECDDEFGGFF;A=6;B=5;C=4;D=6;E=5;F=9;G=5 first\n";
/// let mut cages = Vec::new();
/// let reading = ReadOptions::new();
/// visit_text(text, "text", &shape, reading, Repeats::Refused, &mut |record| {
///     cages.extend(record.puzzle.map(|puzzle| puzzle.shape().cages().count()));
/// })?;
/// assert_eq!(cages, [7]);
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Parse`] if the format is not known, or lacks the column of `reading`.
pub fn visit_text(
    text: &str,
    name: &str,
    shape: &Arc<Shape>,
    reading: ReadOptions,
    repeats: Repeats,
    visit: &mut dyn FnMut(SingleRecord),
) -> Result<(), Error> {
    let outline = (!shape.is_classic()).then(|| Arc::clone(&shape.outline));
    let (format, chunk) = text_chunk(text, name, &reading.outline(outline))?;
    let input = PuzzleInput {
        name: name.into(),
        format,
        passed: Vec::new(),
        is_blank: false,
    };
    let records = ChunkRecords {
        chunk: &chunk,
        input: &input,
        wanted: &Requirements::new(1),
    };
    single_records(&records, shape, repeats)
        .into_iter()
        .for_each(visit);
    Ok(())
}

/// Returns the puzzle of a record, or the reason why it is not accepted.
fn puzzle_of_record<'a>(
    record: &'a PuzzleRecord<'_>,
    takes_grids: bool,
) -> Result<&'a Puzzle, PuzzleReject> {
    match &record.puzzle {
        Ok(Puzzle::Pencilled(_)) if takes_grids => {
            Err(PuzzleReject::new(record.line, 1, RejectReason::Pencilled))
        }
        Ok(puzzle) => Ok(puzzle),
        Err(bad) => Err(bad.clone()),
    }
}

/// Reads a puzzle of a layout other than the classic one.
fn parse_puzzle<'a>(
    form: &PuzzleInput,
    raw: &UnreadRecord<'a>,
    repeats: Repeats,
    looks: &mut ChunkVariants,
    digits: &mut Vec<u8>,
) -> Result<ParsedPuzzle<'a>, Diagnostic> {
    if let Some(bad) = raw.reject.clone() {
        return Err(bad.diagnostic(&form.name, raw.row));
    }
    let from = digits.len();
    let bad = |(at, reason)| diagnostic(form, raw.line, raw.row, raw.offset + at, reason);
    let found = read_digits(looks.shape(0), form.format.signs(), raw.text, digits).map_err(
        |(at, fault)| Diagnostic {
            is_common: fault.is_other_size() || matches!(fault, TextFault::Zero { .. }),
            ..bad((at, fault.to_string()))
        },
    )?;
    if let Some((at, fault)) = found.tag.and_then(|tag| raw.fault_after(tag)) {
        return Err(bad((at, fault.to_string())));
    }
    let offset = found.tag.map_or(raw.text.len(), |tag| {
        tag.as_ptr().addr() - raw.text.as_ptr().addr()
    });
    let (look, tag) = looks
        .read(form, raw, found.tag.or(raw.tag), offset)
        .map_err(bad)?;
    let (shape, digits) = (looks.shape(look.shape), &digits[from..]);
    let in_cages = || look.cages.as_ref()?.conflict(&shape.positions, digits);
    match conflict(shape, digits).or_else(in_cages) {
        Some(reason) if repeats == Repeats::Refused => Err(bad((0, reason))),
        _ => Ok(ParsedPuzzle {
            text: found.cells,
            tag,
            variant: look,
        }),
    }
}

/// Parts of a record besides its digits.
struct ParsedPuzzle<'a> {
    /// Cells, if they are characters without separators.
    text: Option<&'a str>,
    tag: Option<&'a str>,
    variant: PuzzleVariant,
}

/// Returns the diagnostic for a byte of a record that starts on a line.
#[cold]
fn diagnostic(form: &PuzzleInput, line: u64, row: &[u8], at: usize, reason: String) -> Diagnostic {
    let (below, column) = place_of(row, at);
    Diagnostic {
        input: form.name.clone(),
        line: line + below - 1,
        column,
        reason,
        is_common: false,
        row: row.to_vec(),
    }
}

/// Requires that `given` solves a classic puzzle. The error is the reason why it does not.
fn compare_classic(puzzle: &Puzzle, given: &str, signs: &Signs) -> Result<(), String> {
    let grid = read_grid(given, signs)
        .map_err(|reason| format!("the given solution is not a grid: {reason}"))?;
    let marks = puzzle.marks();
    let differs = |cell: &Cell| match grid[*cell] {
        0 => marks.cells()[cell.index()].is_power_of_two(),
        digit => !marks.has(cell.index(), digit),
    };
    if let Some(cell) = Cell::all().find(differs) {
        return Err(format!(
            "the given solution differs from the puzzle at {cell}"
        ));
    }
    if grid.is_solved() {
        return Ok(());
    }
    Err(match grid.conflict() {
        Some(conflict) if !grid.digits().contains(&0) => {
            format!("the given solution is not a grid: {conflict}")
        }
        _ => "the given solution has blanks".to_owned(),
    })
}

/// Reads a solution, which is written in any way in which a puzzle may be.
fn read_grid(given: &str, signs: &Signs) -> Result<Grid, String> {
    let plain = signs.is_usual().then(|| given.parse::<Grid>());
    if let Some(Ok(grid)) = plain {
        return Ok(grid);
    }
    let reader = RecordParser {
        signs,
        expect: Expect::Digits,
        repeats: Repeats::Passed,
    };
    match reader.puzzle(given) {
        Ok(read) if read.tag.is_some() => Err("text follows it".to_owned()),
        Ok(read) => match read.puzzle {
            Puzzle::Grid(grid) => Ok(grid),
            Puzzle::Pencilled(_) => Err(RejectReason::Pencilled.to_string()),
        },
        // The plain reading names the fault of a text without separators.
        Err((_, reason)) => Err(match plain {
            Some(Err(error)) if !given.contains(char::is_whitespace) => error.to_string(),
            _ => reason.to_string(),
        }),
    }
}

/// Requires that `given` solves a puzzle of a shape. The error is the reason why it does not.
fn compare_variant(shape: &Shape, puzzle: &[u8], given: &str, signs: &Signs) -> Result<(), String> {
    let mut digits = Vec::new();
    read_digits(shape, signs, given.as_bytes(), &mut digits)
        .map_err(|(_, fault)| format!("the given solution is not a grid: {fault}"))?;
    let differs = |cell: &usize| puzzle[*cell] != 0 && puzzle[*cell] != digits[*cell];
    if let Some(cell) = (0..puzzle.len()).find(differs) {
        let cell = shape.name(cell);
        return Err(format!(
            "the given solution differs from the puzzle at {cell}"
        ));
    }
    if digits.contains(&0) {
        return Err("the given solution has blanks".to_owned());
    }
    match conflict(shape, &digits) {
        Some(reason) => Err(format!("the given solution is not a grid: {reason}")),
        None => Ok(()),
    }
}
