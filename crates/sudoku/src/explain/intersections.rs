//! Intersections of a line and a box: locked candidates and Sue de Coq.
//!
//! Locked candidates: all places of a digit in one house lie in a second house.
//!
//! Sue de Coq: cells of a line and a box hold as many digits as there are cells. They are some that
//! the line and the box share, some others of the line, and some others of the box. The last two
//! groups have no digit in common, so each digit is in these cells at most once. With as many digits
//! as cells, each digit is in one of them, and is removed from the cells that see all its places.
//! (First described by a member of a sudoku forum of that name, 2005.)

use super::deduction::{CellGroup, Conclusion, Deduction, Pattern, PatternDescription};
use super::layout::{CandidateSet, Layout, LayoutSet, bits};
use super::solving_state::{PlainState, SolvingState};
use super::step::{either, sign};
use super::technique::Technique;
use super::wording::{both_or_all, cells_with_digits, count_word};
use countless_simd::sort_by;

/// Finds a digit with all its places in a box in one line.
pub fn pointing<L: Layout>(state: &SolvingState<L>, digits: u32) -> Option<Deduction<L>> {
    locked(
        state,
        digits,
        Technique::Pointing,
        state.layout.lines()..state.layout.houses(),
    )
}

/// Finds a digit with all its places in a line in one box.
pub fn claiming<L: Layout>(state: &SolvingState<L>, digits: u32) -> Option<Deduction<L>> {
    locked(state, digits, Technique::Claiming, 0..state.layout.lines())
}

fn locked<L: Layout>(
    state: &SolvingState<L>,
    digits: u32,
    technique: Technique,
    houses: std::ops::Range<usize>,
) -> Option<Deduction<L>> {
    for digit in bits(digits) {
        for within in houses.clone() {
            let places = state.places(digit, within);
            if places == 0 {
                continue;
            }
            let crossings = state.layout.crossings(within);
            for (_, also) in crossings.filter(|(shared, _)| places & !shared == 0) {
                let marks = state.candidate_cells(digit);
                let cells = marks & state.layout.group(within);
                let removed = marks & state.layout.group(also) & !cells;
                if !removed.is_empty() {
                    let pattern = || {
                        let pattern = Pattern::new(locked_words).with_digits(&[digit]);
                        pattern.with_houses(&[within, also]).with_group(cells, 0)
                    };
                    return Deduction::excluding(technique, pattern, digit, removed);
                }
            }
        }
    }
    None
}

/// Names the house that has the places, and the house in which all of them lie.
fn locked_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([digit], [group]) = (pattern.digits(), pattern.groups());
    let [within, also] = pattern.houses().map(|house| state.layout.house(house));
    pattern.described(format!(
        "in {within}, {} can only be in {}, {} in {also}",
        sign(digit),
        either(state.layout, group.cells),
        both_or_all(group.cells)
    ))
}

/// Group of cells with its size.
type SizedGroup<L> = (CellGroup<<L as Layout>::Cells>, u32);

/// Finds a Sue de Coq that removes a candidate.
pub fn sue_de_coq<L: Layout>(state: &SolvingState<L>) -> Option<Deduction<L>> {
    (0..state.layout.plain().segments.len()).find_map(|segment| {
        let shared = state.open & state.layout.segment(segment);
        let [line, area] = state.layout.plain().segments[segment];
        let mut middles = groups_of_cells(shared, state);
        middles.retain(|(middle, size)| *size > 1 && middle.digits.count_ones() >= size + 2);
        if middles.is_empty() {
            return None;
        }
        let [lines, squares] = [line, area]
            .map(|house| groups_of_cells(state.open & state.layout.group(house) & !shared, state));
        middles.into_iter().find_map(|(middle, size)| {
            // A group is useful if it has fewer digits of its own than cells.
            let helps = |(group, size): &&SizedGroup<L>| {
                let own = group.digits & !middle.digits;
                own.count_ones() < *size
            };
            let squares: Vec<&SizedGroup<L>> = squares.iter().filter(helps).collect();
            lines.iter().filter(helps).find_map(|(along, more)| {
                let (digits, size) = (middle.digits | along.digits, size + more);
                let mut across = squares.iter().filter(|(across, more)| {
                    across.digits & along.digits == 0
                        && (digits | across.digits).count_ones() == size + more
                });
                across.find_map(|(across, _)| {
                    deduce_from_groups(state, [middle, *along, *across], [line, area])
                })
            })
        })
    })
}

/// Most cells and most digits of a group: larger groups are hard for people to see.
const MOST_CELLS_AND_DIGITS: [u32; 2] = [6, 9];

/// All nonempty groups of some cells within the limits, in order of size.
fn groups_of_cells<L: Layout>(cells: L::Cells, state: &SolvingState<L>) -> Vec<SizedGroup<L>> {
    let mut all = vec![(CellGroup::<L::Cells>::NONE, 0)];
    for cell in cells.iter() {
        let one = CellGroup::of(cell, state);
        for number in 0..all.len() {
            let (group, size) = all[number];
            let group = group.with(one);
            if size < MOST_CELLS_AND_DIGITS[0]
                && group.digits.count_ones() <= MOST_CELLS_AND_DIGITS[1]
            {
                all.push((group, size + 1));
            }
        }
    }
    all.swap_remove(0);
    sort_by(&mut all, |one, other| one.1.cmp(&other.1));
    all
}

/// Removes each digit of three groups from the cells that see all its places in the groups.
fn deduce_from_groups<L: Layout>(
    state: &SolvingState<L>,
    [middle, along, across]: [CellGroup<L::Cells>; 3],
    [line, square]: [usize; 2],
) -> Option<Deduction<L>> {
    let cells = middle.cells | along.cells | across.cells;
    let mut removed = CandidateSet::<L>::none();
    for digit in bits(middle.digits | along.digits | across.digits) {
        removed[digit] = state.candidate_cells(digit);
        for cell in (cells & state.candidate_cells(digit)).iter() {
            removed[digit] &= state.layout.peers(cell);
            if removed[digit].is_empty() {
                break;
            }
        }
    }
    let pattern = || {
        let mut pattern = Pattern::new(sue_de_coq_words).with_houses(&[line, square]);
        for group in [middle, along, across] {
            pattern = pattern.with_group(group.cells, group.digits);
        }
        pattern
    };
    Deduction::removing(Technique::SueDeCoq, pattern, removed)
}

/// Describes the cells that a line and a box share, others of the line, and others of the box.
fn sue_de_coq_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let groups: [_; 3] = pattern.groups();
    let all = CellGroup::union(&groups);
    let [in_both, in_line, in_square] =
        groups.map(|group| cells_with_digits(state.layout, group.cells, group.digits));
    let [line, square] = pattern.houses().map(|house| state.layout.house(house));
    let count = count_word(all.cells.len());
    let text = format!(
        "{in_both} in both {line} and {square}, {in_line} in {line} only, and {in_square} in \
         {square} only: {count} cells with {count} digits; the last two groups share no digit, so \
         each digit is in these cells exactly once"
    );
    PatternDescription {
        conclusion: Conclusion::Sees("all places of the digit in these cells".to_owned()),
        ..pattern.described(text)
    }
}
