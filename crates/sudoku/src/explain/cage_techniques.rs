//! Eliminations by cages, which are drawn or follow by the rule of 45.

use super::deduction::{Deduction, TechniquePattern};
use super::layout::{
    Cage, CageOrigin, CandidateSet, CellSet, Frame, Layout, LayoutSet, PlainLayout, bits,
};
use super::pattern_description::PatternDescription;
use super::phrases::{digits as listed, either, list, names, sign};
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::technique::Technique;

/// Cage with a known sum, and the digits that it excludes.
#[derive(Debug)]
struct CageSum {
    cage: usize,
    digits: u32,
    reason: CageReason,
}

/// Reason for an elimination by the sum of a cage.
#[derive(Debug)]
enum CageReason {
    /// These cells can hold only these digits, or the other cells could not make up the sum.
    Combination(Vec<(usize, u32)>),
    /// Every combination for the sum contains the digit, which has these places in the cage.
    Required { digit: usize, places: CellSet },
}

/// Finds a candidate of a cage with which the other cells cannot make up the sum.
pub fn combination<L: Layout>(state: &SolvingState<L>) -> Option<Deduction<L>> {
    cages_of_origin(state, true)
        .find_map(|cage| remove_impossible(state, cage, Technique::CageCombination))
}

/// Finds a digit that a cage must contain, and removes it from the cells that see all its places in
/// the cage.
pub fn locked<L: Layout>(state: &SolvingState<L>) -> Option<Deduction<L>> {
    cages_of_origin(state, true)
        .find_map(|cage| remove_required(state, cage, Technique::CageLocked))
}

/// Finds eliminations by sums that follow from the sums of houses.
pub fn innies_outies<L: Layout>(state: &SolvingState<L>) -> Option<Deduction<L>> {
    let technique = Technique::InniesOuties;
    cages_of_origin(state, false)
        .find_map(|cage| remove_impossible(state, cage, technique))
        .or_else(|| {
            cages_of_origin(state, false).find_map(|cage| remove_required(state, cage, technique))
        })
}

/// Numbers of the drawn cages, or of the cages that follow from sums of houses.
fn cages_of_origin<L: Layout>(
    state: &SolvingState<L>,
    is_drawn: bool,
) -> impl Iterator<Item = usize> {
    let cages = state.layout.cages().iter().enumerate();
    let wanted = cages.filter(move |(_, cage)| cage.is_drawn() == is_drawn);
    wanted.map(|(number, _)| number)
}

fn remove_impossible<L: Layout>(
    state: &SolvingState<L>,
    number: usize,
    technique: Technique,
) -> Option<Deduction<L>> {
    let cage = &state.layout.cages()[number];
    let left = cage.possible_digits(|cell| state.possible(cell.into()))?;
    let mut removed = CandidateSet::<L>::none();
    let mut changed = Vec::new();
    let mut digits = 0;
    for (&cell, left) in cage.cells.iter().zip(left) {
        let cell = usize::from(cell);
        let gone = state.candidates_of(cell) & !left;
        bits(gone).for_each(|digit| removed[digit].insert(cell));
        if gone != 0 {
            changed.push((cell, left));
        }
        digits |= gone;
    }
    let pattern = || CageSum {
        cage: number,
        digits,
        reason: CageReason::Combination(changed),
    };
    Deduction::removing(technique, pattern, removed)
}

fn remove_required<L: Layout>(
    state: &SolvingState<L>,
    number: usize,
    technique: Technique,
) -> Option<Deduction<L>> {
    let cage = &state.layout.cages()[number];
    let digits = cage.required(|cell| state.possible(cell.into()));
    bits(digits).find_map(|digit| {
        let places = cage_cells::<L::Cells>(cage) & state.candidate_cells(digit);
        if places.is_empty() {
            return None;
        }
        let removed = state.candidate_cells(digit) & state.layout.common_peers(places);
        let pattern = || CageSum {
            cage: number,
            digits: 1 << digit,
            reason: CageReason::Required {
                digit,
                places: places.widened(),
            },
        };
        Deduction::removing(technique, pattern, CandidateSet::of(digit, removed))
    })
}

fn cage_cells<C: LayoutSet>(cage: &Cage) -> C {
    cage.cells.iter().map(|&cell| cell.into()).collect()
}

impl TechniquePattern for CageSum {
    fn describe(&self, _: &Frame, state: &PlainState<'_>) -> PatternDescription {
        // Layouts with cages are solved unchanged, so cells and cages keep their numbers.
        let layout = state.layout;
        let cage = &layout.cages[self.cage];
        let why = says_sum(layout, cage);
        let text = match &self.reason {
            CageReason::Combination(changed)
                if cage.cells.len() == 1
                    && changed.iter().all(|(_, left)| left.is_power_of_two()) =>
            {
                format!("{why}, so it is {}", cage.sum)
            }
            CageReason::Combination(changed) => {
                let can_hold = changed.iter().map(|&(cell, left)| match left {
                    0 => format!(
                        "{} can hold none of its candidates",
                        layout.puzzle_cell(cell)
                    ),
                    left => format!(
                        "{} can only hold {}",
                        layout.puzzle_cell(cell),
                        listed(left)
                    ),
                });
                format!("{why}: {}", list(can_hold))
            }
            &CageReason::Required { digit, places } => format!(
                "{why}, for which they must have {}, in {}",
                sign(digit),
                either(layout, places)
            ),
        };
        PatternDescription::of(self.digits, cage_cells(cage), Vec::new(), text)
    }
}

/// Describes the sum as `r1c1 and r1c2 have the sum 5`, with the houses that it follows from, or as
/// `r1c1 is a cage of one cell with sum 5`.
pub fn says_sum(layout: &PlainLayout, cage: &Cage) -> String {
    let cells = names(layout, cage_cells(cage));
    let verb = if cage.cells.len() == 1 { "has" } else { "have" };
    match &cage.origin {
        CageOrigin::Drawn if cage.cells.len() == 1 => {
            format!("{cells} is a cage of one cell with sum {}", cage.sum)
        }
        CageOrigin::Drawn => format!("{cells} {verb} the sum {}", cage.sum),
        CageOrigin::Follows(houses) => {
            let numbers = houses.iter().map(|(_, number)| number.to_string());
            let kind = houses.first().map(|(kind, _)| match houses.len() {
                1 => kind.to_string(),
                _ => kind.plural().to_owned(),
            });
            format!(
                "by the sum of {} {}, less that of cages, {cells} {verb} the sum {}",
                kind.unwrap_or_default(),
                list(numbers),
                cage.sum
            )
        }
    }
}
