//! Cells of a puzzle: its digits, or its candidates side by side in any order, such as `259`, `(259)`,
//! and in steps of a solution `(259)-` or `5*`.

use super::fields::{FieldRow, TextField};
use super::outline::Outline;
use super::signs::{Sign, Signs};
use super::text_fault::{TextFault, TextFaultAt};

/// The expected kind of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expect {
    /// Digits, or candidates if the text does not contain digits.
    #[default]
    Any,
    /// Digits, one in each cell.
    Digits,
    /// Candidates: several digits side by side in each cell.
    Candidates,
}

impl Expect {
    /// True if cells may be candidates.
    pub fn takes_candidates(self) -> bool {
        self != Self::Digits
    }
}

/// The cells of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellValues {
    /// Digits, 0 for a blank.
    Digits(Vec<u8>),
    /// Sets of candidates, bit 0 for a 1.
    Candidates(Vec<u16>),
}

/// Cells read from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadCells<'a> {
    /// The cells, in order of rows.
    pub cells: CellValues,
    /// Byte offset of each cell in the text.
    pub places: Vec<usize>,
    /// The cells as written, if they are single characters in the usual signs without separators.
    pub text: Option<&'a str>,
    /// The rest of the line after the cells.
    pub tag: Option<&'a str>,
}

impl<'a> ReadCells<'a> {
    fn of(cells: CellValues, places: Vec<usize>) -> Self {
        Self {
            cells,
            places,
            text: None,
            tag: None,
        }
    }

    pub(super) fn with_tag(mut self, rest: &'a str) -> Self {
        self.tag = Some(rest.trim_matches(ends_cells)).filter(|tag| !tag.is_empty());
        self
    }
}

/// True if a character ends the cells of a line.
pub(super) fn ends_cells(c: char) -> bool {
    c.is_whitespace() || ",;:|/#".contains(c)
}

/// Readings of a text, one after the other.
#[derive(Debug, Default)]
pub(super) struct Readings<'a> {
    found: Option<ReadCells<'a>>,
    /// Best fault, with its merit.
    fault: Option<(usize, TextFaultAt)>,
}

impl<'a> Readings<'a> {
    /// Adds a reading of a text that begins at `start`. Of the faults, the first one with the
    /// greatest merit is kept.
    ///
    /// # Errors
    ///
    /// [`TextFault::Ambiguous`] if another reading has other cells.
    pub fn add(
        &mut self,
        start: usize,
        reading: Result<ReadCells<'a>, TextFaultAt>,
        merit: impl FnOnce() -> usize,
    ) -> Result<(), TextFaultAt> {
        match (reading, &self.found) {
            (Ok(read), Some(other)) if other.cells != read.cells => {
                return Err((start, TextFault::Ambiguous));
            }
            (Ok(read), None) => self.found = Some(read),
            (Ok(_), Some(_)) => {}
            (Err(fault), _) => {
                let merit = merit();
                if self.fault.as_ref().is_none_or(|(most, _)| merit > *most) {
                    self.fault = Some((merit, fault));
                }
            }
        }
        Ok(())
    }

    /// Returns the first reading that fits.
    ///
    /// # Errors
    ///
    /// The best fault with its merit, or `None` without any reading.
    pub fn finish(self) -> Result<ReadCells<'a>, Option<(usize, TextFaultAt)>> {
        self.found.ok_or(self.fault)
    }
}

/// Reads the digits of rows. A row contains its cells only, or all places of the square around
/// them. The first fault of a row is returned.
pub(super) fn fit_rows<'a>(
    rows: &[Result<FieldRow<'a>, TextFaultAt>],
    ends: &[usize],
    outline: &Outline,
    signs: &Signs,
) -> Result<ReadCells<'a>, TextFaultAt> {
    let mut fields: Vec<Option<TextField<'a>>> = Vec::with_capacity(outline.cells());
    let mut holes = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let row = row.as_ref().map_err(Clone::clone)?;
        let columns = outline.row(number);
        if row.len() == columns.len() {
            fields.extend(row.iter().copied().map(Some));
        } else if row.len() == outline.side() {
            for (column, &field) in row.iter().enumerate() {
                if columns.contains(&column) {
                    fields.push(Some(field));
                } else {
                    holes.push(field);
                }
            }
        } else {
            let (found, expected) = (row.len(), columns.len());
            let end = ends.get(number).copied().unwrap_or(0);
            return Err((end, TextFault::Row { found, expected }));
        }
    }
    let fields: Vec<TextField<'a>> = fields.into_iter().flatten().collect();
    digits(&fields, &holes, outline, signs)
}

/// Number of rows with an allowed number of fields.
pub(super) fn rows_that_fit(
    rows: &[Result<FieldRow<'_>, TextFaultAt>],
    outline: &Outline,
) -> usize {
    let rows = rows.iter().enumerate();
    let fits = |(number, row): &(usize, &Result<FieldRow<'_>, TextFaultAt>)| {
        row.as_ref()
            .is_ok_and(|row| row.len() == outline.row(*number).len() || row.len() == outline.side())
    };
    rows.filter(fits).count()
}

/// Reads the digits of fields. The `holes`, which are places without cells, must not contain
/// digits.
///
/// A `0` is a blank if the largest digit occurs, or if it is the only sign of a blank among at most
/// nine digits. Otherwise it may be the first digit, unless a house has two of them.
fn digits<'a>(
    fields: &[TextField<'a>],
    holes: &[TextField<'_>],
    outline: &Outline,
    signs: &Signs,
) -> Result<ReadCells<'a>, TextFaultAt> {
    let digits = outline.digits();
    let mut found = Vec::with_capacity(fields.len());
    let (mut blank, mut zeros, mut minus_one, mut largest) = (false, Vec::new(), None, false);
    for (cell, field) in fields.iter().enumerate() {
        let sign = signs.of_field(field.text, digits);
        let sign = sign.map_err(|fault| (field.at, fault))?;
        match sign {
            Sign::Blank => blank = true,
            Sign::Zero => zeros.push(cell),
            Sign::MinusOne => minus_one = minus_one.or(Some(field.at)),
            Sign::Digit(digit) => largest |= digit as usize == digits,
        }
        found.push(sign);
    }
    for field in holes {
        match signs.of_field(field.text, digits) {
            Ok(Sign::Digit(_)) | Err(_) => {
                let c = field.text.chars().next().unwrap_or(' ');
                return Err((field.at, TextFault::Hole(c)));
            }
            Ok(_) => {}
        }
    }
    let has_other_blank = blank || minus_one.is_some();
    if let Some(&zero) = zeros.first()
        && !largest
        && (has_other_blank || digits > 9)
        && outline.may_be_equal(zeros.iter().copied())
    {
        return Err((fields[zero].at, TextFault::Zero { digits }));
    }
    if let Some(at) = minus_one.filter(|_| blank || !zeros.is_empty()) {
        return Err((at, TextFault::MinusOne));
    }
    let digit = |sign| match sign {
        Sign::Digit(digit) => digit as u8,
        Sign::Zero | Sign::Blank | Sign::MinusOne => 0,
    };
    let digits = found.into_iter().map(digit).collect();
    let places = fields.iter().map(|field| field.at).collect();
    Ok(ReadCells::of(CellValues::Digits(digits), places))
}

/// Reads all cells in one list of fields, or all places of the square around them.
pub(super) fn in_square<'a>(
    fields: &[TextField<'a>],
    outline: &Outline,
    signs: &Signs,
) -> Result<ReadCells<'a>, TextFaultAt> {
    if fields.len() == outline.cells() {
        return digits(fields, &[], outline, signs);
    }
    let rows: Vec<_> = fields
        .chunks(outline.side())
        .map(|row| Ok(row.to_vec()))
        .collect();
    fit_rows(&rows, &[], outline, signs)
}

/// Parses the candidates of a field, bit 0 for a 1.
pub(super) fn parse_candidates(field: &str) -> Option<u16> {
    // A cell without candidates.
    if field == "-" {
        return Some(0);
    }
    let text = field.strip_suffix('-').unwrap_or(field);
    let text = text.strip_suffix('*').unwrap_or(text);
    let inner = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let text = inner.unwrap_or(text);
    let mut digits = 0;
    for byte in text.bytes() {
        let digit = byte.wrapping_sub(b'1');
        if digit > 8 || digits >> digit & 1 == 1 {
            return None;
        }
        digits |= 1 << digit;
    }
    (digits != 0).then_some(digits)
}

pub(super) fn is_candidates(field: &str) -> bool {
    parse_candidates(field).is_some()
}

/// Returns whether cells are more likely candidates than digits with a typing error among dashes
/// for blanks: fewer cells, if any, have no candidate than several.
fn are_likely(cells: &[u16]) -> bool {
    let empty = cells.iter().filter(|&&digits| digits == 0).count();
    let several = cells.iter().filter(|digits| digits.count_ones() > 1);
    empty == 0 || empty < several.count()
}

/// Reads the candidates of all cells of nine rows. Returns `None` if the rows are too few or too
/// many, or if the cells are more likely digits.
pub(super) fn fit_candidates<'a>(
    rows: &[FieldRow<'a>],
    outline: &Outline,
    expect: Expect,
) -> Result<Option<ReadCells<'a>>, TextFaultAt> {
    let side = outline.side();
    let (mut digits, mut places) = (Vec::with_capacity(side * side), Vec::new());
    for row in rows {
        if row.len() != side {
            let end = row.last().map_or(0, |field| field.at + field.text.len());
            let (found, expected) = (row.len(), side);
            return Err((end, TextFault::Row { found, expected }));
        }
        for field in row {
            let found = parse_candidates(field.text);
            digits.push(found.ok_or_else(|| (field.at, TextFault::Word(field.text.to_owned())))?);
            places.push(field.at);
        }
    }
    let is_meant = expect == Expect::Candidates || are_likely(&digits);
    let cells = CellValues::Candidates(digits);
    Ok((rows.len() == side && is_meant).then(|| ReadCells::of(cells, places)))
}
