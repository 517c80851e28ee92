//! X-wing, swordfish and jellyfish: one digit in two, three or four lines.

use std::ops::Range;

use super::deduction::Deduction;
use super::hall_sets;
use super::layout::{CandidateSet, Layout, bits};
use super::line_set::{LineSet, line_names};
use super::pattern::{Pattern, PatternDescription, Words};
use super::phrases::sign;
use super::plain_state::PlainState;
use super::solving_state::SolvingState;
use super::technique::Technique;

/// Finds `SIZE` rows where all places of a digit lie in `SIZE` columns, or the reverse, and removes
/// the digit from the rest of these columns. Also finds fish in other families of houses that cross
/// each other, as rows and regions do.
pub fn find<const SIZE: u32, L: Layout>(
    state: &SolvingState<L>,
    digits: u32,
    technique: Technique,
) -> Option<Deduction<L>> {
    let layout = &state.layout;
    bits(digits).find_map(|digit| {
        let take = |base, cover| {
            move |houses, crossing| {
                let [base, cover] = [(base, houses), (cover, crossing)]
                    .map(|(first, bits)| LineSet { first, bits });
                let inside = state.candidate_cells(digit) & base.cells(layout);
                let removed = state.candidate_cells(digit) & cover.cells(layout) & !inside;
                let pattern =
                    || fish_pattern(fish_words, digit, [base, cover]).with_group(inside, 0);
                Deduction::removing(technique, pattern, CandidateSet::of(digit, removed))
            }
        };
        let in_lattice = layout.lattices().find_map(|[base, cover]| {
            let words = layout.for_digits(|line| state.places(digit, base + line));
            // A fish of k among n rows leaves a fish of n - k columns, so 2k rows are needed: see
            // `subsets.rs`.
            hall_sets::find::<SIZE, _>(&words, 2 * SIZE, take(base, cover))
        });
        in_lattice.or_else(|| {
            layout.family_pairs().find_map(|[base, cover]| {
                let words = layout.for_digits(|number| {
                    let house = Some(base.start + number).filter(|house| base.contains(house));
                    house.map_or(0, |house| crossed_houses(state, digit, house, &cover))
                });
                hall_sets::find::<SIZE, _>(&words, SIZE, take(base.start, cover.start))
            })
        })
    })
}

/// Houses of a family that contain the places of a digit in `house`, one bit each. Returns 0 if a
/// place is in no house of the family.
fn crossed_houses<L: Layout>(
    state: &SolvingState<L>,
    digit: usize,
    house: usize,
    family: &Range<usize>,
) -> u32 {
    let layout = &state.layout;
    let mut crossed = 0;
    for place in bits(state.places(digit, house)) {
        let mut seats = layout.places_of(layout.cell_at(house, place));
        match seats.find(|(other, _)| family.contains(other)) {
            Some((other, _)) => crossed |= 1 << (other - family.start),
            None => return 0,
        }
    }
    crossed
}

/// Creates the pattern of a fish without its cells.
pub fn fish_pattern(words: Words, digit: usize, [base, cover]: [LineSet; 2]) -> Pattern {
    let houses: Vec<usize> = base.houses().chain(cover.houses()).collect();
    Pattern::new(words)
        .with_digits(&[digit])
        .with_houses(&houses)
}

/// Base lines of a fish and as many cover lines, each in order.
pub fn fish_lines(pattern: &Pattern) -> [Vec<usize>; 2] {
    let (base, cover) = pattern.houses.split_at(pattern.houses.len() / 2);
    [base, cover].map(|lines| {
        let mut lines = lines.to_vec();
        lines.sort_unstable();
        lines
    })
}

fn fish_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([digit], [base, cover]) = (pattern.digits(), fish_lines(pattern));
    let text = format!(
        "in {}, {} can only be in {}",
        line_names(state.layout, &base),
        sign(digit),
        line_names(state.layout, &cover)
    );
    PatternDescription {
        houses: [base, cover].concat(),
        ..pattern.described(text)
    }
}
