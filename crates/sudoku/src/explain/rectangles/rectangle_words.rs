//! Rectangles in words, with their conclusions.

use super::super::deduction::TechniquePattern;
use super::super::edges::{candidate_end, edge};
use super::super::layout::{CellSet, Frame, LayoutSet, PlainLayout};
use super::super::pattern_description::PatternDescription;
use super::super::phrases::{digits as listed, digits_or, either, names, sign};
use super::super::plain_state::PlainState;
use super::super::step::{Edge, EdgeKind};

/// Corners of a rectangle that must not hold just two digits.
#[derive(Debug)]
pub struct RectanglePattern {
    pub corners: [usize; 4],
    pub digits: u32,
    pub reason: RectangleReason,
}

/// Reason for a deduction from a rectangle that must not hold just two digits.
#[derive(Clone, Copy, Debug)]
pub enum RectangleReason {
    /// Only one corner can hold other digits.
    Filled,
    /// All corners that can hold other digits have this one extra.
    Extra(usize),
    /// One of two corners holds an extra digit, and forms a naked set with these cells of the
    /// house.
    Subset {
        cells: CellSet,
        digits: u32,
        house: usize,
    },
    /// One of the two digits has to be in one of two corners.
    Link { digit: usize, house: usize },
    /// One of the two digits has to be in opposite corners.
    Diagonal { digit: usize, houses: [usize; 2] },
    /// One of the two digits in a corner would force the other into the corners beside it.
    Hidden {
        digit: usize,
        houses: [usize; 2],
        cell: usize,
    },
}

impl RectangleReason {
    /// Returns the reason in the frame of a puzzle.
    fn moved(self, frame: &Frame) -> Self {
        let both = |houses: [usize; 2]| houses.map(|house| frame.house(house));
        match self {
            Self::Filled => Self::Filled,
            Self::Extra(digit) => Self::Extra(frame.digit(digit)),
            Self::Subset {
                cells,
                digits,
                house,
            } => Self::Subset {
                cells: frame.cells(cells),
                digits: frame.digits(digits),
                house: frame.house(house),
            },
            Self::Link { digit, house } => Self::Link {
                digit: frame.digit(digit),
                house: frame.house(house),
            },
            Self::Diagonal { digit, houses } => Self::Diagonal {
                digit: frame.digit(digit),
                houses: both(houses),
            },
            Self::Hidden {
                digit,
                houses,
                cell,
            } => Self::Hidden {
                digit: frame.digit(digit),
                houses: both(houses),
                cell: frame.cell(cell),
            },
        }
    }
}

impl TechniquePattern for RectanglePattern {
    fn describe(&self, frame: &Frame, state: &PlainState<'_>) -> PatternDescription {
        let (digits, reason) = (frame.digits(self.digits), self.reason.moved(frame));
        let corners = self.corners.map(|cell| frame.cell(cell));
        describe_rectangle(corners, digits, reason, state).with_edges(edges(state, corners, reason))
    }
}

/// Describes the corners, those without other digits first, and the conclusion.
fn describe_rectangle(
    corners: [usize; 4],
    digits: u32,
    reason: RectangleReason,
    state: &PlainState<'_>,
) -> PatternDescription {
    let is_bare = |cell: &usize| state.possible(*cell) & !digits == 0;
    let bare: CellSet = corners.into_iter().filter(is_bare).collect();
    let more: CellSet = corners.into_iter().filter(|cell| !is_bare(cell)).collect();
    let values = listed(digits);
    let other = |digit: usize| sign((digits & !(1 << digit)).trailing_zeros() as usize);
    let mut seen = PatternDescription {
        digits,
        cells: corners.to_vec(),
        ..PatternDescription::default()
    };
    let deadly = format!("{values} could be exchanged in these four cells, for a second solution");
    let floor = format!("{} can only hold {values}", names(state.layout, bare));
    seen.text = match reason {
        RectangleReason::Filled => format!(
            "{floor}; if this were true of {}, too, {deadly}",
            names(state.layout, more)
        ),
        RectangleReason::Extra(extra) => {
            seen.digits |= 1 << extra;
            let floor = if bare.is_empty() {
                String::new()
            } else {
                format!("{floor}, ")
            };
            let all = listed(digits | 1 << extra);
            format!(
                "{floor}{} only {all}; unless {} is {}, {deadly}",
                names(state.layout, more),
                either(state.layout, more),
                sign(extra)
            )
        }
        RectangleReason::Subset {
            cells,
            digits: taken,
            house,
        } => {
            seen.digits |= taken;
            seen.houses = vec![house];
            seen.cells.extend(cells.iter());
            let extras = more.iter().fold(0, |all, cell| all | state.possible(cell)) & !digits;
            format!(
                "{floor}; unless {} is {}, {deadly}; one of these two, together with {}, holds {} of {}",
                either(state.layout, more),
                digits_or(extras),
                names(state.layout, cells),
                listed(taken),
                state.layout.label(house)
            )
        }
        RectangleReason::Link { digit, house } => {
            seen.houses = vec![house];
            format!(
                "{floor}; in {}, {} can only be in {}; if the other one were {}, {deadly}",
                state.layout.label(house),
                sign(digit),
                either(state.layout, more),
                other(digit)
            )
        }
        RectangleReason::Diagonal { digit, houses } => {
            seen.houses = houses.to_vec();
            format!(
                "{floor}; in {} and {}, {} can only be in opposite corners; if these were {}, {deadly}",
                state.layout.label(houses[0]),
                state.layout.label(houses[1]),
                sign(digit),
                names(state.layout, more)
            )
        }
        RectangleReason::Hidden {
            digit,
            houses,
            cell,
        } => {
            seen.houses = houses.to_vec();
            let corner = state.layout.puzzle_cell(cell);
            let opposite = opposite(state.layout, corners, cell);
            format!(
                "{} can only hold {values}; if {corner} were {}, {} of {} and of {} would be in the \
                 other corners, and {deadly}",
                state.layout.puzzle_cell(opposite),
                other(digit),
                sign(digit),
                state.layout.label(houses[0]),
                state.layout.label(houses[1])
            )
        }
    };
    seen
}

/// Returns the corner that shares no line with another.
fn opposite(layout: &PlainLayout, corners: [usize; 4], cell: usize) -> usize {
    let apart = |&other: &usize| {
        let both = CellSet::of(cell) | CellSet::of(other);
        let mut shared = layout.common_groups(both);
        other != cell && !shared.any(|house| layout.kind(house).is_line())
    };
    corners.into_iter().find(apart).unwrap_or(cell)
}

/// Edges between the two corners of each house where a digit has no other place.
fn edges(state: &PlainState<'_>, corners: [usize; 4], reason: RectangleReason) -> Vec<Edge> {
    let (digit, houses) = match reason {
        RectangleReason::Link { digit, house } => (digit, [Some(house), None]),
        RectangleReason::Diagonal { digit, houses }
        | RectangleReason::Hidden { digit, houses, .. } => (digit, houses.map(Some)),
        RectangleReason::Filled | RectangleReason::Extra(_) | RectangleReason::Subset { .. } => {
            return Vec::new();
        }
    };
    let corners: CellSet = corners.into_iter().collect();
    let edges = houses.into_iter().flatten().filter_map(|house| {
        let mut places =
            (state.candidate_cells(digit) & corners & state.layout.group(house)).iter();
        let ends = [
            candidate_end(digit, places.next()?),
            candidate_end(digit, places.next()?),
        ];
        Some(edge(state.layout, EdgeKind::Strong, ends[0], ends[1]))
    });
    edges.collect()
}
