//! Step of an explanation, and the parts of its sentence: lists of cells, digits and houses in plain
//! English, and edges between candidates, the lines that players draw.
//!
//! ```text
//! strong   one of the two is true       two places of a house, two candidates of a cell
//! weak     not both are true            two places that see each other
//! leads    if the first is true,        one statement of a forcing chain and another
//!          the second follows
//! ```

use super::super::grid::Cell;
use super::layout::{CellSet, House, HouseKind, LayoutSet, PlainLayout, bits};
use super::technique::Technique;
use serde::{Serialize, Serializer};

/// Step that a person takes: the pattern, the effect, and both in words.
///
/// As JSON, a cell is written `r1c1`, and a house `row 1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// Technique of the step.
    pub technique: Technique,
    /// Rating in tenths, for a step of Sudoku Explainer. As JSON, 71 is 7.1.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_decimal")]
    pub rating: Option<u16>,
    /// Digits of the pattern.
    pub digits: Vec<u8>,
    /// Cells of the pattern.
    pub cells: Vec<Cell>,
    /// Houses of the pattern.
    #[serde(rename = "units")]
    pub houses: Vec<House>,
    /// Statements of a chain, where each follows from those before; one chain for each alternative.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<Vec<ChainStatement>>,
    /// Edges between the candidates of the pattern and of its chains.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Edge>,
    /// Chain in Eureka notation, for the techniques with a single chain: `=` is a strong link and
    /// `-` a weak one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eureka: Option<String>,
    /// Cells that are solved, with their digits.
    pub placed: Vec<Candidate>,
    /// Candidates that are removed.
    pub removed: Vec<Candidate>,
    /// Pattern and effect as sentences.
    pub text: String,
    /// Houses that contain the cells of a pattern without houses.
    #[serde(skip)]
    pub(super) around: Vec<House>,
}

impl Step {
    /// Returns where to look for the step, in words: the houses of its pattern, or the boxes, rows or
    /// columns of its cells, whichever are fewest.
    ///
    /// ```
    /// use countless_sudoku::{Grid, Trace, TraceOptions};
    ///
    /// let puzzle: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let hidden_single = Trace::new(&puzzle, TraceOptions::new()).nth(1);
    /// assert_eq!(hidden_single.map(|step| step.place()), Some("box 7".to_owned()));
    /// # Ok::<(), countless_sudoku::GridError>(())
    /// ```
    pub fn place(&self) -> String {
        let houses = if self.houses.is_empty() {
            &self.around
        } else {
            &self.houses
        };
        list(houses.iter().map(House::to_string))
    }

    /// Returns the name of the pattern, with which the text begins: `X-Wing`.
    pub fn title(&self) -> &str {
        let title = self.text.split_once(": ").map(|(title, _)| title);
        title.unwrap_or_else(|| self.technique.title())
    }
}

/// Writes tenths as a number with a decimal.
#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref)] // as serde passes it
pub fn as_decimal<S: Serializer>(tenths: &Option<u16>, serializer: S) -> Result<S::Ok, S::Error> {
    tenths
        .map(|tenths| f64::from(tenths) / 10.0)
        .serialize(serializer)
}

/// Houses of one kind that contain some cells: boxes or other areas, rows, or columns, whichever are
/// fewest.
pub fn houses_around(layout: &PlainLayout, cells: CellSet) -> Vec<House> {
    let areas = layout.lines..layout.houses;
    let of_kind = |kind| (0..layout.lines).filter(move |&line| layout.kind(line) == kind);
    let kinds: [Vec<usize>; 3] = [
        areas.collect(),
        of_kind(HouseKind::Row).collect(),
        of_kind(HouseKind::Column).collect(),
    ];
    let covers = kinds.into_iter().filter_map(|mut houses| {
        let mut rest = cells;
        houses.retain(|&house| {
            let is_new = rest.meets(layout.group(house));
            rest &= !layout.group(house);
            is_new
        });
        rest.is_empty().then_some(houses)
    });
    let fewest = covers.min_by_key(Vec::len).unwrap_or_default();
    let houses = fewest.into_iter().map(|house| layout.house(house).clone());
    houses.collect()
}

/// Digit in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Candidate {
    /// Cell of the candidate.
    pub cell: Cell,
    /// Digit, from 1.
    pub digit: u8,
}

/// Edge between two candidates, or between groups: one digit in some cells of a house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Edge {
    /// First end.
    pub from: Vec<Candidate>,
    /// Second end.
    pub to: Vec<Candidate>,
    /// Relation of the two ends.
    pub kind: EdgeKind,
}

/// Relation of two candidates or groups of candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EdgeKind {
    /// At least one of the two is true.
    Strong,
    /// Not both are true.
    Weak,
    /// The second end follows if the first is true, perhaps with other premises.
    Leads,
}

/// Statement of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChainStatement {
    /// Cells of the statement; empty if it is about a house.
    pub cells: Vec<Cell>,
    /// Digit of the statement, or `None` if it says that a cell has no digit left.
    pub digit: Option<u8>,
    /// True if the digit is in one of the cells, false if it is in none of them.
    pub holds: bool,
    /// Statement in words, with its reason.
    pub text: String,
    /// Chain by which the digit in the cell would lead to a contradiction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<ChainStatement>,
    /// Chains that all lead to the statement, where the first statement of one of them is true.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<Vec<ChainStatement>>,
}

/// Joins items: `a`, `a and b`, `a, b and c`.
pub fn list(items: impl Iterator<Item = String>) -> String {
    let mut items: Vec<String> = items.collect();
    let last = items.pop().unwrap_or_default();
    if items.is_empty() {
        last
    } else {
        format!("{} and {last}", items.join(", "))
    }
}

/// Names cells: `r1c1 and r2c2`.
pub fn names(layout: &PlainLayout, cells: CellSet) -> String {
    list(
        cells
            .iter()
            .map(|cell| layout.puzzle_cell(cell).to_string()),
    )
}

/// Names alternatives: `r1c1 or r2c2`.
pub fn either(layout: &PlainLayout, cells: CellSet) -> String {
    names(layout, cells).replace(" and ", " or ")
}

/// States that cells hold a digit or not: `r1c2 is 5`, `r1c2 or r1c3 is 5`, `r1c2 is not 5`.
pub fn says(layout: &PlainLayout, cells: CellSet, digit: usize, holds: bool) -> String {
    let value = sign(digit);
    match (holds, cells.only()) {
        (true, _) => format!("{} is {value}", either(layout, cells)),
        (false, Some(_)) => format!("{} is not {value}", names(layout, cells)),
        (false, None) => format!("{} are not {value}", names(layout, cells)),
    }
}

/// Statement of a chain that cells hold a digit or not, with a reason.
pub fn statement(
    layout: &PlainLayout,
    (digit, cells): EdgeEnd,
    holds: bool,
    why: &str,
) -> ChainStatement {
    let own = cells.iter().map(|cell| layout.puzzle_cell(cell));
    ChainStatement {
        cells: own.collect(),
        digit: Some(digit as u8 + 1),
        holds,
        text: format!("{}{why}", says(layout, cells, digit, holds)),
        because: Vec::new(),
        cases: Vec::new(),
    }
}

/// Names alternatives: `1 or 2`, from digits that count from 0.
pub fn digits_or(values: u32) -> String {
    digits(values).replace(" and ", " or ")
}

/// Names digits: `1 and 2`, from digits that count from 0.
pub fn digits(digits: u32) -> String {
    list(bits(digits).map(|digit| sign(digit).to_string()))
}

/// Sign of a digit that counts from 0: `1` to `9`, then `A` for ten.
pub fn sign(digit: usize) -> char {
    char::from_digit(digit as u32 + 1, 36).map_or('?', |sign| sign.to_ascii_uppercase())
}

/// End of an edge: a digit in one cell, or in a group of cells.
pub type EdgeEnd = (usize, CellSet);

/// Returns the edge between two ends.
pub fn edge(layout: &PlainLayout, kind: EdgeKind, from: EdgeEnd, to: EdgeEnd) -> Edge {
    let [from, to] =
        [from, to].map(|(digit, cells)| candidates(layout, cells.iter().map(|cell| (digit, cell))));
    Edge { from, to, kind }
}

/// Returns digits, which count from 0, in cells as candidates of the puzzle.
pub fn candidates(
    layout: &PlainLayout,
    list: impl IntoIterator<Item = (usize, usize)>,
) -> Vec<Candidate> {
    let candidate = |(digit, cell)| Candidate {
        cell: layout.puzzle_cell(cell),
        digit: digit as u8 + 1,
    };
    list.into_iter().map(candidate).collect()
}

/// Returns the end of one candidate.
pub fn candidate_end(digit: usize, cell: usize) -> EdgeEnd {
    (digit, CellSet::of(cell))
}

/// Edges of a chain, strong and weak in turn, beginning with a strong one. In a loop, a weak edge
/// leads back to the first end.
pub fn alternating_edges(layout: &PlainLayout, ends: &[EdgeEnd], is_loop: bool) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (number, pair) in ends.windows(2).enumerate() {
        let kind = if number % 2 == 0 {
            EdgeKind::Strong
        } else {
            EdgeKind::Weak
        };
        edges.push(edge(layout, kind, pair[0], pair[1]));
    }
    if let &[first, .., last] = ends
        && is_loop
    {
        edges.push(edge(layout, EdgeKind::Weak, last, first));
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_an_and() {
        assert_eq!(digits(0o1), "1");
        assert_eq!(digits(0o3), "1 and 2");
        assert_eq!(digits(0o111), "1, 4 and 7");
        assert_eq!(digits(1 << 8 | 1 << 9 | 1 << 24), "9, A and P");
    }
}
