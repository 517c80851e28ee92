//! Tests of the search for the next technique, of ratings, and of frames.

use std::collections::BTreeSet;

use countless_sudoku::internals::techniques::{
    Classic, Frame, LayoutSet, TechniqueSearch, is_hardest_technique, next_deduction,
};
use countless_sudoku::{CELLS, Grid, Layout, Technique, rate_unique};

use super::definitions::{State, puzzles};

#[test]
fn a_search_that_remembers_finds_what_a_new_one_finds() {
    let text = std::fs::read_to_string("../../data/puzzles.txt").expect("it is readable");
    let mut kinds = BTreeSet::new();
    for puzzle in text.lines().filter_map(|line| line.get(..81)) {
        let puzzle: Grid = puzzle.parse().expect("the file has puzzles");
        let mut state = State::of(&puzzle);
        let mut search = TechniqueSearch::new(&Classic, Technique::ForcingNested, true);
        loop {
            let found = next_deduction(&mut search, &state);
            let mut anew = TechniqueSearch::new(&Classic, Technique::ForcingNested, true);
            let anew = next_deduction(&mut anew, &state);
            assert_eq!(format!("{found:?}"), format!("{anew:?}"), "{puzzle}");
            let Some(found) = found else { break };
            kinds.insert(found.technique);
            found.apply(&mut state);
        }
    }
    assert!(kinds.len() > 20, "{kinds:?}");
}

#[test]
fn a_puzzle_takes_its_hardest_technique_and_no_other() {
    for puzzle in puzzles() {
        let hardest = rate_unique(puzzle).hardest;
        let taken = Technique::ALL
            .into_iter()
            .filter(|&it| is_hardest_technique(puzzle, it));
        assert_eq!(taken.collect::<Vec<_>>(), [hardest], "{puzzle}");
    }
}

#[test]
fn a_frame_leads_back_to_the_puzzle() {
    for puzzle in puzzles() {
        let (form, frame) = Frame::canonical(puzzle);
        for cell in 0..CELLS {
            let digit = puzzle.digits()[frame.cell(cell)];
            assert_eq!(frame.value(form.digits()[cell]), digit, "{puzzle}");
        }
        let cells = |cells: <Classic as Layout>::Cells| frame.cells(cells.widened());
        assert_eq!(cells(Classic.all_cells()), Classic.all_cells().widened());
        assert_eq!(frame.digits(0o777), 0o777);
        for house in 0..Classic.houses() {
            let moved = Classic.group(frame.house(house));
            assert_eq!(cells(Classic.group(house)), moved.widened());
        }
    }
}
