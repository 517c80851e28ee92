//! Ratings on the scale of Sudoku Explainer against its own.

use countless_sudoku::internals::techniques::{Climb, Memory};
use countless_sudoku::{
    ExplainerLimits, ExplainerOutcome, ExplainerRating, Grid, Level, PencilMarks, level_unique,
    rate_explainer, rate_explainer_within,
};
use proptest::prelude::*;

use super::definitions::{State, image, puzzles, shuffled};

/// Puzzles with ER, EP and ED of Sudoku Explainer 1.2.1, and the name of their hardest step.
pub const RATED: &[([u16; 3], &str, &str)] = &[
    (
        [12, 12, 12],
        "hidden single",
        "..4..........28..72....798..46..5....53.9.8.....8....1......52.....6.....1.749...",
    ),
    (
        [15, 12, 12],
        "in a line",
        "...6.7...86.......54.1..9.39.....4...2...6.........819..148.37.45...............1",
    ),
    (
        [17, 12, 12],
        "direct pointing",
        "...2...631.........5.98.......1...........45.28..9.7...43....21..1....4......7..9",
    ),
    (
        [20, 12, 12],
        "direct hidden pair",
        ".76...2..9...1.4..1.....6.53.....7.8....3...1..152..........56..4....8.7..2..9...",
    ),
    (
        [23, 12, 12],
        "naked single",
        "5.......6.2..3.7..1.........9..........8..6.76....5.91.5.74.1.9.8..1...23...9....",
    ),
    (
        [25, 12, 12],
        "direct hidden triplet",
        "....5.9.3...3....4..2....6...46...7....94.....2.57..8..8...1..2659........7......",
    ),
    (
        [26, 26, 26],
        "pointing",
        ".....4...5......9...93.81.27....1...........8...6.24....3.....9.6.1...7...8..5.6.",
    ),
    (
        [28, 12, 12],
        "claiming",
        "..4.........1.4....6....83......36.2...621.7..8...5....4..6.9.3..7......8...9..1.",
    ),
    (
        [30, 28, 26],
        "naked pair",
        ".....1..9.3.75.4...7.6...8...4.32..612.8.....5..............9.33....752..5......4",
    ),
    (
        [32, 12, 12],
        "X-wing",
        ".1.7...5...3...14...8..3....8.1..5....2....3.95....6...6....4.....82......4..6.9.",
    ),
    (
        [34, 12, 12],
        "hidden pair",
        "....8......2.419..6.....7..4.1..6..9..8.....5.....4..3.1.....5.5...93..72...5.3..",
    ),
    (
        [36, 26, 26],
        "naked triplet",
        ".....5..1.8.6.4..95...2..........4..7.92.......23...7..1..6.8.5..3.1....9....2..4",
    ),
    (
        [38, 12, 12],
        "swordfish",
        "..2..7..5.4..2..3....3..6..1.....78.7..........36.......7..24...5..3.8.64..98....",
    ),
    (
        [40, 12, 12],
        "hidden triplet",
        ".....9.74..2..3.1.....28....8.......5.7....6.......39...621...7.9...7......8.5...",
    ),
    (
        [42, 12, 12],
        "XY-wing",
        ".....53....84.75......8.2..15...3..792.5.........4.........8....37...65.4.....91.",
    ),
    (
        [44, 12, 12],
        "XYZ-wing",
        ".....96......5...87.2...39..68..4.....3.8.......2...6.....3..7.17......6.5.71....",
    ),
    (
        [45, 12, 12],
        "rectangle, type 4",
        "........3...2...9.1...6....3.8.......2...7.4.6...1..8..4.9.56.7.1...2........85.4",
    ),
    (
        [46, 12, 12],
        "loop of 6, type 2",
        ".......324..1....7.357.6.....35.........9.1....94...8.6...7...3......5.....869.4.",
    ),
    (
        [47, 15, 15],
        "rectangle, type 3",
        "....1...2......61.4..83...7..64...9.74....3......5.......67.1..3..2....9....8.4..",
    ),
    (
        [50, 12, 12],
        "loop of 10, type 2",
        "........9.9....51...73..4...79..43......62...1.....7.4..61.72...1.....3.5.8.3....",
    ),
    (
        [52, 12, 12],
        "jellyfish",
        "...8...3..5217......6.....77..968..5.83................6.....5.....43..99..5..6.8",
    ),
    (
        [56, 12, 12],
        "BUG 1",
        "..........2.9...639.6..5......61........7..42.3..2...758.76...........1.6....3..4",
    ),
    (
        [57, 12, 12],
        "BUG 4",
        ".........58.4.3......16...72..8..3...7....98...1...7.....319..2.1......4....2....",
    ),
    (
        [59, 12, 12],
        "BUG 3",
        "...6.7..8.8.9..6..71...2.5.3.9....8...2.94..........7...5.61...2..............13.",
    ),
    (
        [62, 12, 12],
        "aligned pair",
        "......6..25.7...4..9..1...54.........3..8......2.9...4671.....93....65..8....4...",
    ),
    (
        [65, 12, 12],
        "X-cycle",
        ".........1.......5...27.43.7....9..2..6.4..5..9.35.......8..1...359..8....9..7...",
    ),
    (
        [68, 12, 12],
        "X-chain",
        ".....4.....51.....2...9..5..8.....6...3...57..57.6..14......8.78..5.91...4..7..9.",
    ),
    (
        [69, 12, 12],
        "Y-cycle",
        ".......3......9.5..27..5........3.2.6.9......85.6...4..6.5..7..9....4..5..1.7.89.",
    ),
    (
        [70, 12, 12],
        "XY-cycle",
        "....146...2..7..........5.7.....674...1.9....8..........63....9.492....631..8....",
    ),
    (
        [71, 12, 12],
        "XY-chain; extra candidates of cells tried before hide a loop of type 2",
        ".8...37.99....6.1.4.1...3.......9..5...42.6......8...4..68.......3...9....46..23.",
    ),
    (
        [72, 12, 12],
        "XY-chain; a loop of type 3 with a hidden pair is not tried",
        ".738..9...4926...............6.1..42.......7....6.5..8..1.98...4...7....73.4...5.",
    ),
    (
        [71, 12, 12],
        "XY-chain; a grave of type 2 is not seen",
        "...7..81..2.5..49..........2..3.9....9..6.2.545....68.5....2.487....45...1.......",
    ),
    (
        [74, 12, 12],
        "XY-chain",
        "...3........7..2687.8.4....6..58.4..4.5....16......5..1.9....7...4.6.....3..2..9.",
    ),
    (
        [75, 12, 12],
        "aligned triplet",
        "....7.5.268.3......241......9..3.4.8...7...1.5........2.......687..2...13...8.2..",
    ),
    (
        [79, 12, 12],
        "Nishio",
        ".........85.........3.4.1.2..1.9.8.......6.7552.8...3....6...9......3....7..1...4",
    ),
    (
        [83, 12, 12],
        "cell, multiple",
        ".194........67..2......9.3.3.........4...8..5..25...4....3..1.758....4....6.8....",
    ),
    (
        [85, 72, 26],
        "region",
        ".....6.5.2..9....1..3..2..77...........1..8.5.8..35.6..27......9..8.......16....3",
    ),
    (
        [89, 89, 26],
        "double",
        "..1..9..28..2.1..52..8...3...5.....8.84...65.3.....4...7.1.4...1.976.........5...",
    ),
    (
        [90, 84, 28],
        "contradiction, cell",
        "...53..6.358.....2..6..2....1.....9....42..8.8.....7.3......6....2.8..754.5.9....",
    ),
    (
        [92, 12, 12],
        "contradiction",
        ".48.......3..7...1...8...976....5.....9.1...58.37....21..4..72.....31.6..........",
    ),
    (
        [105, 12, 12],
        "(+) 10.0, nested 10.2, 10.4, 10.5 (AI Escargot)",
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ),
    (
        [119, 119, 113],
        "nested (Golden Nugget)",
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    ),
];

/// Highest ER that is found within a second or so without optimisation.
const HIGHEST: u16 = 92;

fn grid(text: &str) -> Grid {
    text.parse().expect("a puzzle")
}

#[test]
fn ratings_are_those_of_sudoku_explainer() {
    for &([er, ep, ed], name, text) in RATED.iter().filter(|(rating, ..)| rating[0] <= HIGHEST) {
        let puzzle = grid(text);
        let rating = ExplainerRating { er, ep, ed };
        assert_eq!(rate_explainer(&puzzle), rating, "{name}: {text}");
        assert_eq!(
            rate_explainer(PencilMarks::from(&puzzle)),
            rating,
            "{name}: {text}"
        );
    }
}

/// Rates a puzzle by the lowest rung in each state, without the shortcuts of a rating.
fn rated_step_by_step(puzzle: &Grid) -> ExplainerRating {
    let mut climb = Climb::new(State::of(puzzle), true);
    let mut memory = Memory::new(&|| false);
    let mut rating = ExplainerRating::default();
    while !climb.state.is_solved() {
        let Some(step) = climb.step(0, &mut memory) else {
            rating.er = 200;
            break;
        };
        rating.er = rating.er.max(step.rating);
        if rating.ed == 0 {
            rating.ed = rating.er;
        }
        if rating.ep == 0 && step.places() {
            rating.ep = rating.er;
        }
        step.effect.apply(&mut climb.state);
    }
    rating
}

#[test]
fn shortcuts_keep_the_ratings_of_single_steps() {
    let rated = RATED.iter().filter(|(rating, ..)| rating[0] <= HIGHEST);
    let rated: Vec<Grid> = rated.map(|(.., text)| grid(text)).collect();
    let others = puzzles().iter();
    let others = others.filter(|puzzle| level_unique(puzzle) <= Level::Expert);
    for puzzle in rated.iter().chain(others) {
        assert_eq!(
            rate_explainer(puzzle),
            rated_step_by_step(puzzle),
            "{puzzle}"
        );
    }
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn the_highest_ratings_are_those_of_sudoku_explainer() {
    for &([er, ep, ed], name, text) in RATED.iter().filter(|(rating, ..)| rating[0] > HIGHEST) {
        let rating = rate_explainer(&grid(text));
        assert_eq!(rating, ExplainerRating { er, ep, ed }, "{name}: {text}");
    }
}

#[test]
fn a_rating_ends_at_its_limits() {
    for &([er, ep, ed], _, text) in RATED.iter().filter(|(rating, ..)| rating[0] <= 75) {
        let puzzle = (&grid(text)).into();
        let outcome = |limits| rate_explainer_within(&puzzle, limits, &|| false);
        let rated = ExplainerOutcome::Rated(ExplainerRating { er, ep, ed });
        let none = ExplainerLimits::NONE;
        assert_eq!(outcome(none.most(er)), rated, "{text}");
        assert_eq!(
            outcome(none.most(er - 1)),
            ExplainerOutcome::Above,
            "{text}"
        );
        assert_eq!(outcome(none.enough(er)), ExplainerOutcome::Enough, "{text}");
        assert_eq!(outcome(none.enough(er + 1)), rated, "{text}");
        let stopped = rate_explainer_within(&puzzle, none, &|| true);
        assert_eq!(stopped, ExplainerOutcome::Stopped, "{text}");
    }
}

#[test]
fn a_solved_grid_has_no_rating() {
    let text = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert_eq!(rate_explainer(&grid(text)), ExplainerRating::default());
}

proptest! {
    #[test]
    fn up_to_xyz_wings_equivalent_puzzles_have_equal_ratings(frame in shuffled()) {
        for &([er, ep, ed], _, text) in RATED.iter().filter(|(rating, ..)| rating[0] <= 44) {
            let rating = rate_explainer(&image(&grid(text), &frame));
            prop_assert_eq!(rating, ExplainerRating { er, ep, ed }, "{}", text);
        }
    }
}
