//! Eliminations by cages: sums of different digits, drawn or by the rule of 45.

use super::deduction::{Deduction, Pattern, View};
use super::layout::{Cage, CageOrigin, Frame, Layout, Marks, Set, bits};
use super::phrases::{digits as listed, either, list, names, sign};
use super::seen::Seen;
use super::state::State;
use super::technique::Technique;

/// Cells of a known sum, and what it rules out.
#[derive(Debug)]
struct Sum<L: Layout> {
    cage: usize,
    cells: L::Cells,
    digits: u32,
    reason: Reason<L>,
}

/// Eliminations by the sum of a cage.
#[derive(Debug)]
enum Reason<L: Layout> {
    /// These cells can hold no more than this, or the others could not make up the sum.
    Combination(Vec<(usize, u32)>),
    /// Every way to make up the sum has a digit, which has these places.
    Required { digit: usize, places: L::Cells },
}

/// A candidate of a cage with which its other cells cannot make up the sum.
pub fn combination<L: Layout>(state: &State<L>) -> Option<Deduction<L>> {
    each(state, true).find_map(|cage| combined(state, cage, Technique::CageCombination))
}

/// A digit that a cage must have is nowhere else in sight of its places there.
pub fn locked<L: Layout>(state: &State<L>) -> Option<Deduction<L>> {
    each(state, true).find_map(|cage| required(state, cage, Technique::CageLocked))
}

/// Eliminations by sums that follow from those of houses.
pub fn innies_outies<L: Layout>(state: &State<L>) -> Option<Deduction<L>> {
    let technique = Technique::InniesOuties;
    each(state, false)
        .find_map(|cage| combined(state, cage, technique))
        .or_else(|| each(state, false).find_map(|cage| required(state, cage, technique)))
}

/// The numbers of the cages that are drawn, or of those that follow.
fn each<L: Layout>(state: &State<L>, is_drawn: bool) -> impl Iterator<Item = usize> {
    let cages = state.layout.cages().iter().enumerate();
    let wanted = cages.filter(move |(_, cage)| cage.is_drawn() == is_drawn);
    wanted.map(|(number, _)| number)
}

fn combined<L: Layout>(
    state: &State<L>,
    number: usize,
    technique: Technique,
) -> Option<Deduction<L>> {
    let cage = &state.layout.cages()[number];
    let left = cage.left(|cell| state.possible(cell.into()))?;
    let mut removed = Marks::<L>::none();
    let mut changed = Vec::new();
    let mut digits = 0;
    for (&cell, left) in cage.cells.iter().zip(left) {
        let cell = usize::from(cell);
        let gone = state.cell(cell) & !left;
        bits(gone).for_each(|digit| removed[digit].insert(cell));
        if gone != 0 {
            changed.push((cell, left));
        }
        digits |= gone;
    }
    let pattern = Sum {
        cage: number,
        cells: set::<L>(cage),
        digits,
        reason: Reason::Combination(changed),
    };
    Deduction::removing(technique, pattern, removed)
}

fn required<L: Layout>(
    state: &State<L>,
    number: usize,
    technique: Technique,
) -> Option<Deduction<L>> {
    let cage = &state.layout.cages()[number];
    let digits = cage.required(|cell| state.possible(cell.into()));
    bits(digits).find_map(|digit| {
        let places = set::<L>(cage) & state.marks(digit);
        if places.is_empty() {
            return None;
        }
        let removed = state.marks(digit) & state.layout.common_peers(places);
        let pattern = Sum {
            cage: number,
            cells: set::<L>(cage),
            digits: 1 << digit,
            reason: Reason::Required { digit, places },
        };
        Deduction::removing(technique, pattern, Marks::of(digit, removed))
    })
}

fn set<L: Layout>(cage: &Cage) -> L::Cells {
    cage.cells.iter().map(|&cell| cell.into()).collect()
}

impl<L: Layout> Pattern<L> for Sum<L> {
    fn seen(&self, View { frame, state, .. }: &View<'_, L>) -> Seen {
        // Cages are found where they are: no frame moves them.
        let layout = &state.layout;
        let cage = &layout.cages()[self.cage];
        let cells = frame.cells(self.cells);
        let why = says_sum(layout, cage);
        let text = match &self.reason {
            Reason::Combination(changed) => {
                let can_hold = changed.iter().map(|&(cell, left)| match left {
                    0 => format!("{} can hold none of its candidates", layout.name(cell)),
                    left => format!("{} can only hold {}", layout.name(cell), listed(left)),
                });
                format!("{why}: {}", list(can_hold))
            }
            &Reason::Required { digit, places } => format!(
                "{why}, for which they must have {}, in {}",
                sign(digit),
                either(layout, places)
            ),
        };
        Seen::of::<L>(self.digits, cells, Vec::new(), text)
    }
}

/// `r1c1 and r1c2 have the sum 5`, or why they have.
pub fn says_sum<L: Layout>(layout: &L, cage: &Cage) -> String {
    let cells = names(layout, set::<L>(cage));
    let verb = if cage.cells.len() == 1 { "has" } else { "have" };
    match &cage.origin {
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
