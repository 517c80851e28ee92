//! Eliminations by cages, which are drawn or follow by the rule of 45.

use super::deduction::{CellGroup, Conclusion, Deduction, Pattern, PatternDescription, Words};
use super::layout::{
    Cage, CageOrigin, CandidateSet, CellSet, Layout, LayoutSet, PlainLayout, bits,
};
use super::solving_state::{PlainState, SolvingState};
use super::step::{digits as listed, either, list, names, sign};
use super::technique::Technique;
use super::wording::it_or_both;

/// Finds a candidate of a drawn cage with which the other cells cannot make up the sum, or a digit
/// that the cage must contain. Such a digit is removed from the cells that see all its places in
/// the cage. For innies and outies, it finds either, in cages that follow from the sums of houses.
pub fn find<L: Layout>(state: &SolvingState<L>, technique: Technique) -> Option<Deduction<L>> {
    let is_drawn = technique != Technique::InniesOuties;
    let cages = state.layout.cages().iter().enumerate();
    let cages = cages.filter(|(_, cage)| cage.is_drawn() == is_drawn);
    let cages = cages.map(|(number, _)| number);
    let find = |remove: fn(&SolvingState<L>, usize, Technique) -> Option<Deduction<L>>| {
        (cages.clone()).find_map(|cage| remove(state, cage, technique))
    };
    match technique {
        Technique::CageCombination => find(remove_impossible),
        Technique::CageLocked => find(remove_required),
        _ => find(remove_impossible).or_else(|| find(remove_required)),
    }
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
    let mut lost = 0;
    for (&cell, left) in cage.cells.iter().zip(left) {
        let cell = usize::from(cell);
        let gone = state.candidates_of(cell) & !left;
        bits(gone).for_each(|digit| removed[digit].insert(cell));
        if gone != 0 {
            changed.push((cell, left));
        }
        lost |= gone;
    }
    let pattern = || {
        let lost: Vec<usize> = bits(lost).collect();
        let mut pattern = cage_pattern(combination_words, number, &lost);
        for &(cell, left) in &changed {
            pattern = pattern.with_group(L::Cells::of(cell), left);
        }
        pattern
    };
    Deduction::removing(technique, pattern, removed)
}

fn remove_required<L: Layout>(
    state: &SolvingState<L>,
    number: usize,
    technique: Technique,
) -> Option<Deduction<L>> {
    let cage = &state.layout.cages()[number];
    bits(cage.required(|cell| state.possible(cell.into()))).find_map(|digit| {
        let places = cage_cells::<L::Cells>(cage) & state.candidate_cells(digit);
        if places.is_empty() {
            return None;
        }
        let removed = state.candidate_cells(digit) & state.layout.common_peers(places);
        let pattern = || cage_pattern(required_words, number, &[digit]).with_group(places, 0);
        Deduction::excluding(technique, pattern, digit, removed)
    })
}

fn cage_cells<C: LayoutSet>(cage: &Cage) -> C {
    cage.cells.iter().map(|&cell| cell.into()).collect()
}

/// Creates the pattern of a cage that excludes some digits.
fn cage_pattern(words: Words, cage: usize, digits: &[usize]) -> Pattern {
    Pattern {
        cage,
        ..Pattern::new(words).with_digits(digits)
    }
}

/// Describes a cage, with the digits that it excludes.
fn cage_words(
    pattern: &Pattern,
    state: &PlainState<'_>,
    says: impl FnOnce(&str, &Cage) -> String,
) -> PatternDescription {
    let cage = &state.layout.cages[pattern.cage];
    let text = says(&says_sum(state.layout, cage), cage);
    PatternDescription {
        digits: pattern.digits.iter().fold(0, |all, digit| all | 1 << digit),
        cells: cage.cells.iter().map(|&cell| cell.into()).collect(),
        text,
        ..PatternDescription::default()
    }
}

/// States which digits remain in cells, or the other cells could not make up the sum.
fn combination_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    cage_words(pattern, state, |why, cage| {
        let is_filled = pattern
            .groups
            .iter()
            .all(|group| group.digits.is_power_of_two());
        if cage.cells.len() == 1 && is_filled {
            return format!("{why}, so it is {}", cage.sum);
        }
        // Cells with the same digits are named together.
        let mut groups: Vec<CellGroup<CellSet>> = Vec::new();
        for group in &pattern.groups {
            match groups.iter_mut().find(|of| of.digits == group.digits) {
                Some(of) => of.cells |= group.cells,
                None => groups.push(*group),
            }
        }
        let can_hold = groups.iter().map(|group| {
            let cells = names(state.layout, group.cells);
            match group.digits {
                0 => format!("{cells} can hold none of its candidates"),
                left => format!("{cells} can only hold {}", listed(left)),
            }
        });
        format!("{why}: {}", can_hold.collect::<Vec<_>>().join(", "))
    })
}

/// States which digit every combination for the sum contains, and its places in the cage.
fn required_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([digit], [places]) = (pattern.digits(), pattern.groups());
    let told = cage_words(pattern, state, |why, _| {
        let (value, places) = (sign(digit), either(state.layout, places.cells));
        format!("{why}, for which they must have {value}, in {places}")
    });
    PatternDescription {
        conclusion: Conclusion::Sees(it_or_both(state.layout, places.cells)),
        ..told
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
