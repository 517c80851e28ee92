//! Ratings on the scale of Sudoku Explainer against its own.

use countless_sudoku::{
    ExplainerLimits, ExplainerOutcome, ExplainerRating, Grid, rate_explainer, rate_explainer_marks,
    rate_explainer_within,
};

/// Puzzles with ER, EP and ED of Sudoku Explainer 1.2.1, and the name of their hardest step.
const RATED: &[([u16; 3], &str, &str)] = &[
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
];

fn grid(text: &str) -> Grid {
    text.parse().expect("a puzzle")
}

#[test]
fn ratings_are_those_of_sudoku_explainer() {
    for &([er, ep, ed], name, text) in RATED {
        let puzzle = grid(text);
        let rating = ExplainerRating { er, ep, ed };
        assert_eq!(rate_explainer(&puzzle), rating, "{name}: {text}");
        assert_eq!(
            rate_explainer_marks(&(&puzzle).into()),
            rating,
            "{name}: {text}"
        );
    }
}

#[test]
fn a_rating_ends_at_its_limits() {
    for &([er, ep, ed], _, text) in RATED {
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
