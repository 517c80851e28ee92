//! Tests of the deductions for 81 cells against those for any layout.

use std::sync::LazyLock;

use countless_sudoku::internals::techniques::{
    Candidates, Classic, DeducedCandidates, LayoutSet, RemainingCandidates, bits,
    remaining_candidates,
};
use countless_sudoku::{Grid, Technique};
use proptest::prelude::*;
use proptest::sample::Index;

use super::definitions::{State, shuffled, states_beyond};

/// Candidate of an unsolved cell, assumed true or false.
type Supposed = (Index, Index, bool);

/// Deduces with both until nothing follows, and compares the results. Returns false on a
/// contradiction.
fn propagate(swift: &mut Candidates, general: &mut DeducedCandidates<Classic>) -> bool {
    let is_possible = swift.propagate();
    // The general type accepts a cell that is the only place of two digits.
    let is_same = general.propagate(&Classic) == is_possible || general.clashes();
    let agrees = |digit| RemainingCandidates::cells(swift, digit) == general.cells(digit);
    assert!(is_same && (!is_possible || (0..9).all(agrees)));
    is_possible
}

static STATES: LazyLock<Vec<(Grid, State)>> = LazyLock::new(|| states_beyond(Technique::Claiming));

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn sets_of_any_layout_deduce_the_same(
        number in any::<Index>(),
        frame in shuffled(),
        supposed in prop::collection::vec(any::<Supposed>(), 1..6),
    ) {
        let state = number.get(&STATES).1.moved(&frame);
        let mut swift = remaining_candidates::<Classic, Candidates>(&state);
        let mut general = remaining_candidates::<Classic, DeducedCandidates<Classic>>(&state);
        for (cell, digit, holds) in supposed {
            let open: Vec<usize> = RemainingCandidates::unsolved(&swift, &Classic).iter().collect();
            if open.is_empty() {
                break;
            }
            let cell = *cell.get(&open);
            let digits: Vec<usize> = bits(swift.digits(&Classic, cell)).collect();
            let digit = *digit.get(&digits);
            if holds {
                RemainingCandidates::assign(&mut swift, &Classic, cell, digit);
                general.assign(&Classic, cell, digit);
            } else {
                RemainingCandidates::exclude(&mut swift, &Classic, cell, digit);
                general.exclude(&Classic, cell, digit);
            }
            if !propagate(&mut swift, &mut general) {
                break;
            }
        }
    }
}

#[test]
fn every_candidate_leads_to_the_same() {
    let mut contradictions = 0;
    for (_, state) in STATES.iter().step_by(2) {
        for cell in (0..81).filter(|&cell| state.candidates_of(cell) != 0) {
            for digit in bits(state.candidates_of(cell)) {
                let mut swift = remaining_candidates::<Classic, Candidates>(state);
                let mut general =
                    remaining_candidates::<Classic, DeducedCandidates<Classic>>(state);
                RemainingCandidates::assign(&mut swift, &Classic, cell, digit);
                general.assign(&Classic, cell, digit);
                contradictions += usize::from(!propagate(&mut swift, &mut general));
            }
        }
    }
    assert!(contradictions > 100, "{contradictions}");
}
