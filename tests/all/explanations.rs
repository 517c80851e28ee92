//! Explanations: every step is sound, its pattern implies its conclusion, and explaining and rating
//! take the same steps.

use std::collections::BTreeMap;
use std::ops::ControlFlow::Continue;
use std::path::Path;

use crate::common::cell_numbers::{index, with};
use crate::common::chain_statements;
use crate::common::premises::suffice;
use crate::common::sentences::{extras_in, links_hold, reaches};
use countless::sudoku::Solver;
use countless::sudoku::puzzles::ChunkReader;
use countless::sudoku::puzzles::ReadOptions;
use countless::sudoku::{
    Candidate, ChainStatement, Edge, EdgeKind, ExplainerTrace, Grid, GridHouse, Level, Puzzle,
    Step, Technique, Trace, TraceEnd, TraceOptions, rate_explainer,
};
use countless::table::Input;
use proptest::prelude::*;
use rayon::prelude::*;

fn solutions(puzzle: &Grid, limit: u64) -> Vec<Grid> {
    let mut found = Vec::new();
    Solver::new().solve(puzzle, limit, &mut |solution: &Grid| {
        found.push(*solution);
        Continue(())
    });
    found
}

/// Most characters of the text of a step.
const MOST_CHARACTERS: usize = 1500;

/// Number of uses of each technique.
type Uses = BTreeMap<Technique, u32>;

/// Requires a step to agree with a solution.
fn assert_agrees(step: &Step, solution: &Grid, puzzle: &Grid) {
    for placed in &step.placed {
        assert_eq!(
            solution[placed.cell], placed.digit,
            "{puzzle}: {}",
            step.text
        );
    }
    for removed in &step.removed {
        assert_ne!(
            solution[removed.cell], removed.digit,
            "{puzzle}: {}",
            step.text
        );
    }
}

/// Explains a puzzle and checks each step against all its solutions.
fn check(puzzle: &Grid, solutions: &[Grid]) -> Uses {
    let mut uses = Uses::new();
    let mut trace = Trace::new(puzzle, TraceOptions::new());
    let mut before = [0o777_u16; 81];
    for (cell, &digit) in puzzle.digits().iter().enumerate().filter(|(_, d)| **d != 0) {
        before[cell] = 1 << (digit - 1);
    }
    while let Some(step) = trace.next() {
        let technique = step.technique;
        *uses.entry(technique).or_default() += 1;
        let after = trace.candidates();
        check_step(puzzle, &step, solutions, &before, &after);
        assert!(
            !step.edges.is_empty() || !has_edges(technique),
            "{puzzle}: no lines: {}",
            step.text
        );
        if technique >= Technique::ForcingContradiction {
            for chain in &step.chains {
                check_end(puzzle, &step, chain);
            }
        }
        if technique >= Technique::ForcingCell {
            assert!(
                chain_statements::follow(&step, &before),
                "{puzzle}: {:?}",
                step.chains
            );
        }
        before = after;
    }
    if let [solution] = solutions {
        let rating = puzzle.rate().expect("it has one solution");
        let steps = uses.iter().filter(|(t, _)| **t != Technique::Elimination);
        let effort = steps
            .clone()
            .map(|(technique, uses)| technique.weight() * uses);
        assert_eq!(rating.effort, effort.sum::<u32>(), "{puzzle}");
        assert_eq!(
            rating.steps,
            steps.clone().map(|(_, uses)| uses).sum::<u32>()
        );
        assert_eq!(Some(&rating.hardest), uses.keys().last());
        assert_eq!(
            rating.solved,
            trace.end() == Some(TraceEnd::Solved),
            "{puzzle}"
        );
        assert!(!rating.solved || trace.grid() == *solution);
    } else {
        assert_eq!(trace.end(), Some(TraceEnd::Wall), "{puzzle}");
        assert!(uses.keys().all(|technique| !technique.needs_uniqueness()));
    }
    uses
}

/// Checks a step against its solutions, and its pattern, sentence and edges against the candidates
/// before and after it.
fn check_step(
    puzzle: &Grid,
    step: &Step,
    solutions: &[Grid],
    before: &[u16; 81],
    after: &[u16; 81],
) {
    for solution in solutions {
        assert_agrees(step, solution, puzzle);
        let wrong = step.edges.iter().find(|edge| !agrees(edge, solution));
        assert_eq!(wrong, None, "{puzzle}: {}", step.text);
    }
    let wrong = step.edges.iter().find(|edge| !is_seen(edge, step, before));
    assert_eq!(wrong, None, "{puzzle}: {}", step.text);
    let progress = step.placed.len() + step.removed.len();
    assert_ne!(progress, 0, "{puzzle}: no progress: {}", step.text);
    let mut expected = *before;
    for removed in &step.removed {
        let bit = 1 << (removed.digit - 1);
        let cell = index(removed.cell);
        assert_ne!(expected[cell] & bit, 0, "{puzzle}: {}", step.text);
        expected[cell] &= !bit;
    }
    for placed in &step.placed {
        expected[index(placed.cell)] = 1 << (placed.digit - 1);
    }
    assert_eq!(*after, expected, "{puzzle}: untold changes: {}", step.text);
    assert!(holds(step, before), "{puzzle}: wrong reason: {}", step.text);
    assert_ne!(
        suffice(step, before),
        Some(false),
        "{puzzle}: not enough: {}",
        step.text
    );
    assert_ne!(reaches(step), Some(false), "{puzzle}: {}", step.text);
    assert!(
        links_hold(step, before),
        "{puzzle}: {:?}: {}",
        step.eureka,
        step.text
    );
    assert!(
        step.text.len() <= MOST_CHARACTERS,
        "{puzzle}: {}",
        step.text
    );
}

/// True if the pattern of a step is present, for the simpler techniques.
fn holds(step: &Step, candidates: &[u16; 81]) -> bool {
    use Technique as T;
    let mask = |digits: &[u8]| {
        digits
            .iter()
            .fold(0_u16, |all, digit| all | 1 << (digit - 1))
    };
    let digits = mask(&step.digits);
    let pattern: Vec<usize> = step.cells.iter().copied().map(index).collect();
    let named = |cell: &usize| pattern.contains(cell);
    let union = pattern.iter().fold(0, |all, &cell| all | candidates[cell]);
    // Cells of some houses that may hold one of the digits.
    let houses = step.houses.iter().map(|house| {
        let cells = house.cells.iter().copied();
        cells.map(index).collect()
    });
    let houses: Vec<Vec<usize>> = houses.collect();
    let places = |houses: &[Vec<usize>]| -> Vec<usize> {
        let cells = houses.iter().flatten().copied();
        let mut places: Vec<usize> = cells
            .filter(|&cell| candidates[cell] & digits != 0)
            .collect();
        places.sort_unstable();
        places.dedup();
        places
    };
    let settled = |cell: usize| candidates[cell].is_power_of_two();
    let technique = step.technique;
    let is_direct = step.text.starts_with("Direct ");
    match technique {
        _ if is_direct => true,
        T::BivalueGrave => grave_holds(step, candidates),
        T::NakedSingle => candidates[pattern[0]] == digits,
        T::HiddenSingle | T::HiddenSingleLine => places(&houses) == pattern,
        T::Pointing | T::Claiming => {
            let also = &houses[1];
            places(&houses[..1]) == pattern && pattern.iter().all(|c| also.contains(c))
        }
        T::NakedPair | T::NakedTriple | T::NakedQuad => {
            union == digits && step.cells.len() == step.digits.len()
        }
        T::HiddenPair | T::HiddenTriple | T::HiddenQuad => {
            places(&houses) == pattern && step.cells.len() == step.digits.len()
        }
        T::XWing | T::Swordfish | T::Jellyfish => {
            let (base, cover) = houses.split_at(houses.len() / 2);
            let covered: Vec<_> = cover.iter().flatten().copied().collect();
            let open = places(base).into_iter().filter(|&cell| !settled(cell));
            open.eq(pattern.iter().copied()) && pattern.iter().all(|c| covered.contains(c))
        }
        T::XyWing | T::XyzWing => {
            let [pivot, first, second] = [0, 1, 2].map(|i| pattern[i]);
            let sees_both = sees(pivot, first) && sees(pivot, second);
            sees_both
                && union.count_ones() == 3
                && pattern.iter().all(|&cell| {
                    let size = candidates[cell].count_ones();
                    size == 2 || cell == pivot && size == 3 && technique == T::XyzWing
                })
        }
        T::UniqueRectangle1
        | T::UniqueRectangle2
        | T::UniqueRectangle3
        | T::UniqueRectangle4
        | T::UniqueRectangle6
        | T::HiddenRectangle
        | T::AvoidableRectangle => {
            let pattern = &pattern[..4];
            let lines = |of: fn(usize) -> usize| {
                let mut all: Vec<_> = pattern.iter().map(|&cell| of(cell)).collect();
                all.sort_unstable();
                all.dedup();
                all.len()
            };
            let boxes = lines(|cell| cell / 27 * 3 + cell % 9 / 3);
            [lines(|cell| cell / 9), lines(|cell| cell % 9), boxes] == [2, 2, 2]
        }
        T::BugPlusOne => {
            let open = (0..81).filter(|&cell| !settled(cell));
            open.filter(|cell| !named(cell))
                .all(|cell| candidates[cell].count_ones() == 2)
        }
        _ => true,
    }
}

/// True if a grave remains once the extra candidates of a step are removed.
fn grave_holds(step: &Step, candidates: &[u16; 81]) -> bool {
    let extras = extras_in(&step.text).expect("it names them");
    let mut left = *candidates;
    for &(cell, bit) in &extras {
        left[cell] &= !bit;
    }
    let is_open = |cell: &usize| candidates[*cell].count_ones() > 1;
    !extras.is_empty()
        && (0..81)
            .filter(is_open)
            .all(|cell| left[cell].count_ones() == 2)
        && GridHouse::all().all(|house| {
            let cells = house.cells().map(index).into_iter().filter(is_open);
            (0..9).all(|digit| {
                let places = cells.clone().filter(|&cell| left[cell] >> digit & 1 != 0);
                matches!(places.count(), 0 | 2)
            })
        })
}

/// True if the statement of an edge about two groups of candidates holds in a solution. An
/// implication is not checked, because it depends on further candidates.
fn agrees(edge: &Edge, solution: &Grid) -> bool {
    let [from, to] = [&edge.from, &edge.to].map(|end| {
        let mut end = end.iter();
        end.any(|candidate| solution[candidate.cell] == candidate.digit)
    });
    match edge.kind {
        EdgeKind::Strong => from || to,
        EdgeKind::Weak => !(from && to),
        EdgeKind::Leads => true,
    }
}

/// True if the candidates of an edge exist and their relation is visible: a cell or house shows
/// that one of them is true, or that not both are. Within almost locked sets, counting shows that
/// one is true.
fn is_seen(edge: &Edge, step: &Step, candidates: &[u16; 81]) -> bool {
    use Technique as T;
    let [from, to] = [&edge.from, &edge.to];
    let has = |cell: usize, digit: u8| candidates[cell] >> (digit - 1) & 1 != 0;
    let is_group = |end: &Vec<Candidate>| {
        let digit = end.first().map(|candidate| candidate.digit);
        let mut all = end.iter();
        all.all(|one| Some(one.digit) == digit && has(index(one.cell), one.digit))
            && !end.is_empty()
    };
    if !is_group(from) || !is_group(to) || from == to {
        return false;
    }
    let digit = from[0].digit;
    let same = digit == to[0].digit;
    match edge.kind {
        EdgeKind::Leads => step.technique.level() == Level::Extreme,
        EdgeKind::Weak => from.iter().all(|a| {
            let mut to = to.iter();
            to.all(|b| {
                let (a, b) = (index(a.cell), index(b.cell));
                if same { a != b && sees(a, b) } else { a == b }
            })
        }),
        EdgeKind::Strong => {
            let is_of_set = matches!(step.technique, T::AlsXz | T::AlsXyWing | T::AlsChain);
            let both: Vec<usize> = from.iter().chain(to).map(|one| index(one.cell)).collect();
            let fills = |unit: GridHouse| {
                let cells = unit.cells().map(index);
                let open = |cell: &usize| has(*cell, digit);
                both.iter().all(|cell| cells.contains(cell))
                    && cells
                        .into_iter()
                        .filter(open)
                        .all(|cell| both.contains(&cell))
            };
            let is_pair = both[0] == both[1] && candidates[both[0]].count_ones() == 2;
            is_of_set
                || if same {
                    GridHouse::all().any(fills)
                } else {
                    is_pair
                }
        }
    }
}

/// True if a technique has edges to draw.
fn has_edges(technique: Technique) -> bool {
    use Technique as T;
    match technique {
        T::WxyzWing | T::SueDeCoq => false,
        T::Skyscraper
        | T::TwoStringKite
        | T::TurbotFish
        | T::EmptyRectangle
        | T::XyWing
        | T::XyzWing
        | T::WWing
        | T::RemotePairs
        | T::UniqueRectangle4
        | T::UniqueRectangle6
        | T::HiddenRectangle => true,
        technique => technique >= T::SimpleColouring,
    }
}

/// True if a statement of a chain excludes a candidate.
fn is_excluded(chain: &[ChainStatement], gone: Candidate) -> bool {
    chain.iter().any(|link| {
        let is_digit = link.digit == Some(gone.digit);
        let here = link.cells.contains(&gone.cell);
        if link.holds {
            here && !is_digit || is_digit && !here && sees(index(link.cells[0]), index(gone.cell))
        } else {
            here && is_digit
        }
    })
}

/// Requires a chain to end in a contradiction, or to imply the removals of the step.
fn check_end(puzzle: &Grid, step: &Step, chain: &[ChainStatement]) {
    let last = chain.last().expect("a chain has links");
    let contradiction =
        last.text.ends_with("has no candidate left") || last.text.contains("has no place left for");
    let reached = step.removed.iter().all(|&gone| is_excluded(chain, gone));
    assert!(contradiction || reached, "{puzzle}: {}", step.text);
    for link in chain.iter().filter(|link| !link.because.is_empty()) {
        let last = link.because.last().expect("it is not empty");
        assert!(
            !last.holds && last.because.is_empty(),
            "{puzzle}: {}",
            step.text
        );
    }
}

fn sees(a: usize, b: usize) -> bool {
    let square = |cell: usize| (cell / 27, cell % 9 / 3);
    a / 9 == b / 9 || a % 9 == b % 9 || square(a) == square(b)
}

/// Clears cells in this order while the puzzle has one solution.
fn minimal(solved: &Grid, order: &[usize]) -> Grid {
    order.iter().fold(*solved, |puzzle, &cell| {
        let fewer = with(puzzle, cell, 0);
        if Solver::new().count(&fewer, 2) == 1 {
            fewer
        } else {
            puzzle
        }
    })
}

/// Random full grids, far from uniform: random digits in the diagonal boxes, then the first
/// solution.
fn solved() -> impl Strategy<Value = Grid> {
    let nine = || Just((1..=9).collect::<Vec<u8>>()).prop_shuffle();
    prop::array::uniform3(nine()).prop_map(|boxes| {
        let mut grid = Grid::BLANK;
        for (number, digits) in boxes.iter().enumerate() {
            for (i, &digit) in digits.iter().enumerate() {
                grid = with(grid, 30 * number + 9 * (i / 3) + i % 3, digit);
            }
        }
        solutions(&grid, 1)[0]
    })
}

fn order() -> impl Strategy<Value = Vec<usize>> {
    Just((0..81).collect::<Vec<_>>()).prop_shuffle()
}

/// Number of cases for a few seconds, unless `PROPTEST_CASES` sets it.
fn config() -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let config = ProptestConfig::default();
    ProptestConfig {
        cases: if asked { config.cases } else { 64 },
        ..config
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn steps_are_sound(solved in solved(), order in order()) {
        let puzzle = minimal(&solved, &order);
        check(&puzzle, &[solved]);
    }

    #[test]
    fn steps_are_sound_for_several_solutions(
        solved in solved(), order in order(), fewer in 1..4_usize,
    ) {
        let puzzle = minimal(&solved, &order);
        let clues = order.iter().filter(|&&cell| puzzle.digits()[cell] != 0).take(fewer);
        let puzzle = clues.fold(puzzle, |puzzle, &cell| {
            let fewer = with(puzzle, cell, 0);
            let few = Solver::new().count(&fewer, 1001) <= 1000;
            if few { fewer } else { puzzle }
        });
        let all = solutions(&puzzle, 1001);
        prop_assert!(all.len() <= 1000);
        check(&puzzle, &all);
    }
}

/// Puzzles that need nested forcing chains, from the list of the hardest puzzles of a forum.
#[test]
fn nested_chains_are_short_and_follow() {
    let puzzles = [
        "98.7..6....5.9..4......8...4....6.3..2..3...4..34..5..19......7..2.6..9.......1..",
        "98.7..6..5..6..7......43...7..4..9...2.....8......5...1...6...9.5.1...76.....41..",
    ];
    for puzzle in puzzles {
        let puzzle: Grid = puzzle.parse().expect("a puzzle");
        let uses = check(&puzzle, &solutions(&puzzle, 2));
        assert!(uses.contains_key(&Technique::ForcingNested), "{uses:?}");
    }
}

/// The remaining candidates of puzzles, as pencil marks, are explained further. Every step keeps
/// the solution, and none uses a removed candidate.
#[test]
fn pencil_marks_are_explained_from_where_they_are() {
    let text = std::fs::read_to_string("data/puzzles.txt").expect("it is readable");
    let mut solved = 0;
    for puzzle in text.lines().filter_map(|line| line.get(..81)) {
        let puzzle: Grid = puzzle.parse().expect("a puzzle");
        let solution = solutions(&puzzle, 1)[0];
        let options = TraceOptions::new().upto(Technique::HiddenPair);
        let mut trace = Trace::new(&puzzle, options);
        trace.by_ref().for_each(drop);
        let left = trace.candidates();
        let mark = |(cell, digit): (usize, u8)| match left[cell] >> (digit - 1) & 1 {
            0 => '.',
            _ => char::from(b'0' + digit),
        };
        let cells = (0..81).flat_map(|cell| (1..=9).map(move |digit| (cell, digit)));
        let marks: String = cells.map(mark).collect();
        let marks: Puzzle = marks.parse().expect("pencil marks");
        let mut trace = Trace::of(&marks, TraceOptions::new());
        let mut before = left;
        while let Some(step) = trace.next() {
            let after = trace.candidates();
            check_step(&puzzle, &step, &[solution], &before, &after);
            before = after;
            assert!(
                !step.technique.needs_uniqueness(),
                "{puzzle}: {}",
                step.text
            );
        }
        assert_eq!(trace.end(), Some(TraceEnd::Solved), "{puzzle}");
        assert_eq!(trace.grid(), solution);
        let rating = marks.rate().expect("it has one solution");
        solved += usize::from(rating.solved && rating.steps > 0);
    }
    assert!(solved > 5, "{solved}");
}

/// Puzzles with steps of all rungs from 4.5 to 9.0.
const EXPLAINED: [&str; 24] = [
    "........3...2...9.1...6....3.8.......2...7.4.6...1..8..4.9.56.7.1...2........85.4",
    ".......324..1....7.357.6.....35.........9.1....94...8.6...7...3......5.....869.4.",
    "....1...2......61.4..83...7..64...9.74....3......5.......67.1..3..2....9....8.4..",
    "........9.9....51...73..4...79..43......62...1.....7.4..61.72...1.....3.5.8.3....",
    "...8...3..5217......6.....77..968..5.83................6.....5.....43..99..5..6.8",
    "..........2.9...639.6..5......61........7..42.3..2...758.76...........1.6....3..4",
    ".........58.4.3......16...72..8..3...7....98...1...7.....319..2.1......4....2....",
    "...6.7..8.8.9..6..71...2.5.3.9....8...2.94..........7...5.61...2..............13.",
    "......6..25.7...4..9..1...54.........3..8......2.9...4671.....93....65..8....4...",
    ".........1.......5...27.43.7....9..2..6.4..5..9.35.......8..1...359..8....9..7...",
    ".....4.....51.....2...9..5..8.....6...3...57..57.6..14......8.78..5.91...4..7..9.",
    ".......3......9.5..27..5........3.2.6.9......85.6...4..6.5..7..9....4..5..1.7.89.",
    "....146...2..7..........5.7.....674...1.9....8..........63....9.492....631..8....",
    ".8...37.99....6.1.4.1...3.......9..5...42.6......8...4..68.......3...9....46..23.",
    ".738..9...4926...............6.1..42.......7....6.5..8..1.98...4...7....73.4...5.",
    "...7..81..2.5..49..........2..3.9....9..6.2.545....68.5....2.487....45...1.......",
    "...3........7..2687.8.4....6..58.4..4.5....16......5..1.9....7...4.6.....3..2..9.",
    "....7.5.268.3......241......9..3.4.8...7...1.5........2.......687..2...13...8.2..",
    ".........85.........3.4.1.2..1.9.8.......6.7552.8...3....6...9......3....7..1...4",
    ".194........67..2......9.3.3.........4...8..5..25...4....3..1.758....4....6.8....",
    ".....6.5.2..9....1..3..2..77...........1..8.5.8..35.6..27......9..8.......16....3",
    "..1..9..28..2.1..52..8...3...5.....8.84...65.3.....4...7.1.4...1.976.........5...",
    "...53..6.358.....2..6..2....1.....9....42..8.8.....7.3......6....2.8..754.5.9....",
    ".48.......3..7...1...8...976....5.....9.1...58.37....21..4..72.....31.6..........",
];

/// Explains a puzzle by the steps of Sudoku Explainer, checks each of them, and counts them by
/// technique.
fn check_explainer(puzzle: &Grid) -> BTreeMap<Technique, u32> {
    let solutions = solutions(puzzle, 2);
    let mut uses = BTreeMap::new();
    let mut trace = ExplainerTrace::new(&puzzle.into());
    let mut before = trace.candidates();
    while let Some(step) = trace.next() {
        *uses.entry(step.technique).or_default() += 1;
        let after = trace.candidates();
        check_step(puzzle, &step, &solutions, &before, &after);
        let is_chain = !step.chains.is_empty() && step.eureka.is_none();
        if is_chain {
            assert!(
                chain_statements::follow(&step, &before),
                "{puzzle}: {}: {:#?}",
                step.text,
                step.chains
            );
            check_cases(puzzle, &step, &before);
        }
        before = after;
    }
    assert_eq!(trace.end(), Some(TraceEnd::Solved), "{puzzle}");
    assert_eq!(trace.grid(), solutions[0], "{puzzle}");
    assert_eq!(trace.rating(), rate_explainer(puzzle), "{puzzle}");
    uses
}

/// Requires one of the chains of a step to apply, and each of them to lead to its conclusion. The
/// only chain assumes the opposite of the conclusion.
fn check_cases(puzzle: &Grid, step: &Step, before: &[u16; 81]) {
    let first = &step.chains[0][0];
    let assumed = Candidate {
        cell: first.cells[0],
        digit: first.digit.expect("an assumption has a digit"),
    };
    if let [chain] = &step.chains[..] {
        let (expected, last) = if first.holds {
            (&step.removed, chain.last())
        } else {
            (&step.placed, chain.last())
        };
        let text = &last.expect("a chain has statements").text;
        let ends = text.ends_with("has no candidate left") || text.contains("has no place left");
        assert!(ends && expected == &[assumed], "{puzzle}: {}", step.text);
        return;
    }
    assert!(
        chain_statements::cover_all(&step.chains, before),
        "{puzzle}: {}",
        step.text
    );
    for chain in &step.chains {
        let concludes = match step.placed[..] {
            [placed] => chain.iter().any(|statement| {
                statement.holds
                    && statement.cells == [placed.cell]
                    && statement.digit == Some(placed.digit)
            }),
            _ => step.removed.iter().all(|&gone| is_excluded(chain, gone)),
        };
        assert!(concludes, "{puzzle}: {}: {chain:#?}", step.text);
    }
}

/// Puzzles of 4.5 and more by the steps of Sudoku Explainer. `COUNTLESS_EXPLAINER` names files of
/// further ones, one per line.
#[test]
fn steps_of_sudoku_explainer_are_sound() {
    let mut puzzles: Vec<String> = EXPLAINED.iter().map(|&text| text.to_owned()).collect();
    let files = std::env::var("COUNTLESS_EXPLAINER").unwrap_or_default();
    for file in files.lines() {
        let text = std::fs::read_to_string(file).expect("it is readable");
        let lines = text.lines().filter_map(|line| line.get(..81));
        puzzles.extend(lines.map(str::to_owned));
    }
    let all: Vec<_> = puzzles
        .par_iter()
        .map(|text| check_explainer(&text.parse().expect("a puzzle")))
        .collect();
    let mut uses: BTreeMap<Technique, u32> = BTreeMap::new();
    for (technique, count) in all.into_iter().flatten() {
        *uses.entry(technique).or_default() += count;
    }
    eprintln!("{uses:#?}");
    for technique in [
        Technique::UniqueLoop,
        Technique::BivalueGrave,
        Technique::AlignedPair,
        Technique::AlignedTriplet,
        Technique::Nishio,
        Technique::MultipleChains,
        Technique::DynamicChains,
    ] {
        assert!(uses.contains_key(&technique), "{technique:?}");
    }
}

/// Checks the puzzles of the files in `COUNTLESS_EXPLAIN`, one per line. A number after the name
/// limits them: `FILE:1000`.
#[test]
fn steps_are_sound_on_given_files() -> Result<(), Box<dyn std::error::Error>> {
    let Ok(files) = std::env::var("COUNTLESS_EXPLAIN") else {
        eprintln!("skipped: COUNTLESS_EXPLAIN names no file");
        return Ok(());
    };
    let mut total = Uses::new();
    for file in files.lines() {
        let (path, most) = match file.rsplit_once(':') {
            Some((path, most)) => (path, most.parse()?),
            None => (file, usize::MAX),
        };
        let reader = ChunkReader::new(Input::open(Path::new(path))?, &ReadOptions::new())?;
        let layout = reader.format().clone();
        let mut puzzles = Vec::new();
        for chunk in reader {
            layout.parse(&chunk?, |record| {
                puzzles.extend(record.puzzle.ok().and_then(|puzzle| puzzle.grid().copied()));
            });
        }
        puzzles.truncate(most);
        let uses: Vec<Uses> = puzzles
            .par_iter()
            .map(|puzzle| check(puzzle, &solutions(puzzle, 2)))
            .collect();
        eprintln!("{path}: {} puzzles sound", puzzles.len());
        for (technique, uses) in uses.into_iter().flatten() {
            *total.entry(technique).or_default() += uses;
        }
    }
    for (technique, uses) in total {
        eprintln!("{uses:9} {technique}");
    }
    Ok(())
}
