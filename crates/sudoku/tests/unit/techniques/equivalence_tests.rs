//! Tests of equivalent puzzles, and puzzles that need a certain technique.

use countless_sudoku::internals::techniques::{
    Classic, Frame, LayoutSet, TechniqueSearch, next_deduction, trace_in_order,
};
use countless_sudoku::{
    Candidate, Cell, Grid, HouseKind, Layout, Level, Step, TableLayout, Technique, Trace,
    TraceOptions, level_unique,
};
use proptest::prelude::*;

use super::definitions::{State, image, puzzles, shuffled};

fn puzzle(text: &str) -> Grid {
    text.parse().expect("a puzzle")
}

/// Techniques that a puzzle needs in the order of its own cells and digits, and those of its
/// transpose.
fn techniques_taken(text: &str) -> [Vec<Technique>; 2] {
    let transpose = |cell: usize| cell % 9 * 9 + cell / 9;
    let turned = Frame {
        cells: (0..81).map(transpose).collect(),
        ..Frame::default()
    };
    let puzzle = puzzle(text);
    [puzzle, image(&puzzle, &turned)].map(|puzzle| {
        let mut state = State::of(&puzzle);
        let mut search = TechniqueSearch::new(&Classic, Technique::ForcingNested, true);
        let steps = std::iter::from_fn(|| {
            let found = next_deduction(&mut search, &state)?;
            found.apply(&mut state);
            Some(found.technique)
        });
        let mut taken: Vec<Technique> = steps.collect();
        taken.sort_unstable();
        taken.dedup();
        taken
    })
}

/// Steps of a puzzle, moved to an image of it, in no particular order.
fn steps(puzzle: &Grid, frame: &Frame) -> Vec<String> {
    let candidate = |candidate: &Candidate| {
        let cell = 9 * (candidate.cell.row() - 1) + candidate.cell.column() - 1;
        (frame.cell(cell), frame.value(candidate.digit))
    };
    let mut steps: Vec<String> = Trace::new(puzzle, TraceOptions::new())
        .map(|step| {
            let mut placed: Vec<_> = step.placed.iter().map(candidate).collect();
            let mut removed: Vec<_> = step.removed.iter().map(candidate).collect();
            let cells = step.cells.iter().map(|&cell| Candidate { cell, digit: 1 });
            let mut cells: Vec<_> = cells.map(|cell| candidate(&cell).0).collect();
            let mut digits: Vec<_> = step.digits.iter().map(|&d| frame.value(d)).collect();
            let mut chains: Vec<_> = step.chains.iter().map(Vec::len).collect();
            placed.sort_unstable();
            removed.sort_unstable();
            cells.sort_unstable();
            digits.sort_unstable();
            chains.sort_unstable();
            format!(
                "{} {digits:?} {cells:?} {placed:?} {removed:?} {chains:?}",
                step.technique
            )
        })
        .collect();
    steps.sort_unstable();
    steps
}

/// Classic layout as a general one.
fn tables() -> TableLayout {
    let family = |from: usize| {
        let members = (from..from + 9).map(|house| Classic.members(house).to_vec());
        members.collect()
    };
    let families = [
        (HouseKind::Row, family(0)),
        (HouseKind::Column, family(9)),
        (HouseKind::Box, family(18)),
    ];
    TableLayout::new(9, Cell::all().collect(), &families)
}

/// Limits of an explanation without forcing chains.
fn without_forcing() -> TraceOptions {
    TraceOptions::new().upto(Technique::AlsChain)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn equivalent_puzzles_take_the_same_steps(
        number in any::<prop::sample::Index>(), frame in shuffled()
    ) {
        let puzzle = *number.get(puzzles());
        let image = image(&puzzle, &frame);
        let ratings = [puzzle, image].map(|puzzle| puzzle.rate());
        prop_assert_eq!(ratings[0], ratings[1], "{} {}", puzzle, image);
        let levels = [puzzle, image].map(|puzzle| level_unique(&puzzle));
        prop_assert_eq!(levels[0], levels[1], "{} {}", puzzle, image);
        prop_assert_eq!(steps(&puzzle, &frame), steps(&image, &Frame::default()));
    }

    #[test]
    fn any_layout_has_the_techniques_of_the_classic_one(
        number in any::<prop::sample::Index>(), frame in shuffled()
    ) {
        let puzzle = image(number.get(puzzles()), &frame);
        let steps: Vec<Step> = trace_in_order(&puzzle, without_forcing()).collect();
        let within = Trace::within(&tables(), puzzle.digits(), 1, without_forcing());
        prop_assert_eq!(steps, within.collect::<Vec<_>>(), "{}", puzzle);
    }
}

/// Steps for [`TableLayout`] and [`Classic`] with one layout are equal.
#[test]
fn the_classic_layout_is_one_of_any() {
    let (tables, all) = (tables(), 0..81);
    assert_eq!(tables.houses(), Classic.houses());
    assert_eq!(tables.lines(), Classic.lines());
    let (plain, classic) = (tables.plain(), Classic.plain());
    assert_eq!(plain.segments, classic.segments);
    let members = |cells: &dyn Fn(usize) -> Vec<usize>| all.clone().map(cells).collect::<Vec<_>>();
    assert_eq!(
        members(&|cell| tables.peers(cell).iter().collect()),
        members(&|cell| Classic.peers(cell).iter().collect())
    );
    for house in 0..27 {
        assert_eq!(plain.house(house), classic.house(house));
        let crossings: Vec<(u32, usize)> = tables.crossings(house).collect();
        assert_eq!(crossings, Classic.crossings(house).collect::<Vec<_>>());
    }
    for segment in 0..54 {
        let cells: Vec<usize> = tables.segment(segment).iter().collect();
        assert_eq!(cells, Classic.segment(segment).iter().collect::<Vec<_>>());
    }
    let bases: Vec<usize> = classic
        .lattices
        .iter()
        .map(|lattice| lattice.base)
        .collect();
    assert_eq!(bases, [0, 9]);
    for (place, base) in [0, 9].into_iter().enumerate() {
        let turned = |square: usize| {
            if base == 0 {
                square
            } else {
                3 * (square % 3) + square / 3
            }
        };
        let expected = (0..9).map(|square| {
            let first = 3 * (square / 3);
            (18 + turned(square), first..first + 3)
        });
        let expected: Vec<_> = expected.collect();
        for layout in [plain, classic] {
            assert_eq!(layout.lattices[place].areas, expected);
        }
        for (line, area) in (0..18).flat_map(|line| (18..27).map(move |area| (line, area))) {
            let is_in_area = |&(_, cell): &(usize, &u16)| {
                let mut groups = Classic.groups_of(usize::from(*cell));
                groups.any(|group| group == area)
            };
            let members = Classic.members(line).iter().enumerate();
            let places = members.filter(is_in_area);
            assert_eq!(
                Classic.places_in_area(line, area),
                places.fold(0, |all, (place, _)| all | 1 << place)
            );
        }
    }
    // Two rows and two columns that cross in two boxes.
    let lines = || (0..9).flat_map(|one| (one + 1..9).map(move |other| (one, other)));
    let places = lines().flat_map(|rows| lines().map(move |columns| (rows, columns)));
    let in_one_band = |(one, other): (usize, usize)| one / 3 == other / 3;
    let places = places.filter(|&(rows, columns)| in_one_band(rows) != in_one_band(columns));
    let corners = places.map(|((top, bottom), (left, right))| {
        [(top, left), (top, right), (bottom, left), (bottom, right)]
            .map(|(row, column)| 9 * row + column)
    });
    let corners: Vec<[usize; 4]> = corners.collect();
    assert_eq!(corners.len(), 486);
    for (number, corners) in corners.iter().enumerate() {
        assert_eq!(classic.rectangles[number].corners, *corners);
    }
    for cell in all {
        for (number, corners) in corners.iter().enumerate() {
            let has = classic.rectangles_at(cell)[number / 64] >> (number % 64) & 1 != 0;
            assert_eq!(has, corners.contains(&cell));
        }
    }
}

#[test]
fn the_settled_corners_of_a_rectangle_may_share_a_row_or_a_column() {
    let both = techniques_taken(
        "...1..4...6..4.78.85...2.....2.8...6.9.3.6.4.1...2.9.....6...34.73.5..2...5..3...",
    );
    for taken in both {
        assert!(taken.contains(&Technique::AvoidableRectangle), "{taken:?}");
    }
}

#[test]
fn three_corners_may_have_the_same_extra() {
    let puzzle =
        puzzle("7.....9..31....42...47...6...5..1...8...6..1..9.8......2.34.5.9..8..9.......7...1");
    let mut steps = Trace::new(&puzzle, TraceOptions::new());
    let step = steps.find(|step| step.technique == Technique::UniqueRectangle2);
    let step = step.expect("there is a rectangle");
    let floor = "Unique rectangle type 2: the floor r4c1 can only hold 4 and 6; the roof r4c9, r6c1 and r6c9";
    assert!(step.text.starts_with(floor), "{}", step.text);
}

#[test]
fn almost_locked_sets_may_overlap() {
    let puzzle =
        puzzle("..8...7..7..3...1..14.598......1...2.45.3.9..98.......46.....9...9..4........71..");
    assert_eq!(level_unique(&puzzle), Level::Expert);
}

#[test]
fn a_jellyfish_may_have_fins() {
    for taken in techniques_taken(
        "12.....35.6.....8.3.5...7.9....2....5..9.4..3....5....4..597..1.........25.4.3.97",
    ) {
        assert!(taken.contains(&Technique::FinnedJellyfish), "{taken:?}");
        assert!(
            taken
                .iter()
                .all(|technique| technique.level() < Level::Extreme)
        );
    }
}

/// The level of this puzzle once depended on transposition.
#[test]
fn a_transpose_has_the_same_level() {
    let puzzle =
        puzzle("73.294.61..4...2....5...3..8..7.1..4...4.8.....1.5.7....6...1.....5.9....9..1..7.");
    let transpose = |cell: usize| puzzle.digits()[cell % 9 * 9 + cell / 9];
    let turned = Grid::new(std::array::from_fn(transpose)).expect("they are digits");
    assert_eq!(puzzle.rate(), turned.rate());
    assert_eq!(level_unique(&puzzle), level_unique(&turned));
}
