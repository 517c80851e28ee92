//! Unavoidable sets against their definition, and scans against brute force.

use std::collections::HashSet;

use countless_engine::Run;
use countless_simd::Kernel;
use countless_sudoku::internals::all_sets;
use countless_sudoku::{CELLS, Clues, Grid, Scan, Solver, Unavoidable};

/// Set of cells, one bit each.
type CellBits = u128;

fn cells_of(set: CellBits) -> impl Iterator<Item = usize> {
    (0..CELLS).filter(move |cell| set >> cell & 1 == 1)
}

const SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
const SOLVED: &str =
    "796342581853791264214685937345278619987164325621539478469813752132457896578926143";

/// True if a grid has several solutions without some cells.
fn is_unavoidable(grid: &Grid, set: CellBits) -> bool {
    let puzzle = cells_of(set).fold(*grid, |puzzle, cell| puzzle.with_cell(cell, 0));
    Solver::new().count(&puzzle, 2) > 1
}

/// Returns all minimal sets inside some cells, by the definition: tries every subset.
fn by_definition(grid: &Grid, among: &[usize]) -> Vec<CellBits> {
    let subsets = (0..1_u32 << among.len()).map(|subset| {
        let chosen = among.iter().enumerate();
        let chosen = chosen.filter(|(index, _)| subset >> index & 1 == 1);
        chosen.fold(0, |set: CellBits, (_, cell)| set | 1 << cell)
    });
    let mut unavoidable: Vec<CellBits> = subsets.filter(|&set| is_unavoidable(grid, set)).collect();
    unavoidable.sort_by_key(|set| set.count_ones());
    let mut minimal: Vec<CellBits> = Vec::new();
    for set in unavoidable {
        if minimal.iter().all(|&less| less & !set != 0) {
            minimal.push(set);
        }
    }
    minimal
}

#[test]
fn sets_inside_some_cells_are_those_of_the_definition() {
    let mut found = 0;
    for text in [SOLVED, SYMMETRIC] {
        let grid: Grid = text.parse().unwrap();
        let all = all_sets(&Unavoidable::new(grid, 12).unwrap());
        // Cells of one or several sets and some others, of two rows, and of three boxes.
        let sets = all.iter().step_by(20).map(|&set| {
            let others = cells_of(!set).filter(|cell| cell % 5 == 0);
            cells_of(set).chain(others).take(12).collect()
        });
        let pairs = all
            .windows(2)
            .map(|two| cells_of(two[0] | two[1]).collect::<Vec<_>>());
        let pairs = pairs.filter(|cells| cells.len() <= 12).take(4);
        let parts = [
            (0..12).collect(),
            (0..12).map(|i| 27 + i % 6 + i / 6 * 18).collect(),
        ];
        let places: Vec<Vec<usize>> = sets.chain(pairs).chain(parts).collect();
        for among in places {
            let within = among.iter().fold(0, |set: CellBits, cell| set | 1 << cell);
            let inside = all.iter().copied().filter(|set| set & !within == 0);
            let mut inside: Vec<CellBits> = inside.collect();
            let mut expected = by_definition(&grid, &among);
            found += expected.len();
            inside.sort_unstable();
            expected.sort_unstable();
            assert_eq!(inside, expected, "{among:?}");
        }
    }
    assert!(found > 20, "only {found} sets");
}

#[test]
fn small_sets_are_as_many_as_the_definition_says() {
    let grid: Grid = SOLVED.parse().unwrap();
    let all = all_sets(&Unavoidable::new(grid, 12).unwrap());
    assert!(all.is_sorted_by_key(|set| set.count_ones()));
    // Four cells: two digits at the corners of a rectangle in two boxes.
    let mut four = Vec::new();
    for one in 0..CELLS {
        for other in one + 1..CELLS {
            let (top, left) = (one / 9, one % 9);
            let (bottom, right) = (other / 9, other % 9);
            if top < bottom && left != right {
                let set = 1 << one | 1 << other | 1 << (9 * top + right) | 1 << (9 * bottom + left);
                if is_unavoidable(&grid, set) {
                    four.push(set);
                }
            }
        }
    }
    four.sort_unstable();
    four.dedup();
    let mut found: Vec<CellBits> = all
        .iter()
        .copied()
        .take_while(|set| set.count_ones() == 4)
        .collect();
    found.sort_unstable();
    assert_eq!(found, four);
    assert!(!four.is_empty());
    for &set in all.iter().step_by(17) {
        assert!(is_unavoidable(&grid, set));
        let less = |cell: usize| set & !(1 << cell);
        assert!(cells_of(set).all(|cell| !is_unavoidable(&grid, less(cell))));
    }
}

#[test]
fn threads_and_shards_give_the_same() {
    let sets = Unavoidable::new(SOLVED.parse().unwrap(), 10).unwrap();
    let list = |run: &Run| {
        let mut found = Vec::new();
        run.for_each(&sets, |set| found.push(set)).unwrap();
        found
    };
    let one = list(&Run::new().threads(1));
    assert_eq!(one, list(&Run::new().threads(3)));
    let all: Vec<_> = all_sets(&sets).into_iter().map(Clues::of).collect();
    assert_eq!(one.len(), all.len());
    assert!(all.iter().all(|set| one.contains(set)));
    assert!(Unavoidable::new(Grid::BLANK, 4).is_err());
}

const SCANNED: &str =
    "796342581853791264214685937345278619987164325621539478469813752132457896578926143";
const SEVENTEEN: &str =
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";

/// Returns all puzzles with the given clues, `clues` in all, by the definition.
fn scan_by_definition(grid: &Grid, given: &Grid, clues: usize) -> HashSet<Grid> {
    let free: Vec<usize> = (0..CELLS)
        .filter(|&cell| given.digits()[cell] == 0)
        .collect();
    let more = clues - given.clues();
    let choices = (0..1_u64 << free.len()).filter(|choice| choice.count_ones() as usize == more);
    let puzzles = choices.map(|choice| {
        let chosen = free.iter().enumerate();
        let chosen = chosen.filter(|(index, _)| choice >> index & 1 == 1);
        chosen.fold(*given, |puzzle, (_, &cell)| {
            puzzle.with_cell(cell, grid.digits()[cell])
        })
    });
    puzzles
        .filter(|puzzle| Solver::new().count(puzzle, 2) == 1)
        .collect()
}

/// A puzzle with few blanks has one solution, unless the blanks contain an unavoidable set.
#[test]
fn puzzles_of_nearly_all_clues_are_counted_at_once() {
    let grid: Grid = SCANNED.parse().unwrap();
    let of_four = all_sets(&Unavoidable::new(grid, 4).unwrap()).len() as u128;
    assert!(of_four > 0);
    let choices = [1, 81, 81 * 80 / 2, 81 * 80 * 79 / 6, 81 * 80 * 79 * 78 / 24];
    for (blanks, choices) in choices.into_iter().enumerate() {
        let scan = Scan::new(grid, CELLS - blanks, &Grid::BLANK).unwrap();
        let counted = Run::new().count(&scan).unwrap().total;
        let expected = choices - if blanks == 4 { of_four } else { 0 };
        assert_eq!(counted.count, expected, "{blanks} blanks");
        assert!(
            counted.work < 1 << 20,
            "{} puzzles were solved",
            counted.work
        );
        if blanks < 3 {
            let puzzles: HashSet<Grid> = scanned(&scan, &Run::new()).into_iter().collect();
            assert_eq!(puzzles.len() as u128, expected, "{blanks} blanks");
        }
    }
}

fn scanned(scan: &Scan, run: &Run) -> Vec<Grid> {
    let mut found = Vec::new();
    run.for_each(scan, |puzzle| found.push(puzzle)).unwrap();
    found
}

#[test]
fn puzzles_are_those_of_the_definition() {
    let grid: Grid = SCANNED.parse().unwrap();
    let seventeen: Grid = SEVENTEEN.parse().unwrap();
    let mut found = 0;
    for (blank, clues) in [
        // Free cells among clues: many, and few.
        ((0..14).collect::<Vec<_>>(), 71..=81),
        ((0..16).map(|i| i * 5).collect(), 65..=70),
        ((0..15).map(|i| 27 + i % 5 + i / 5 * 9).collect(), 68..=72),
    ] {
        let given = blank
            .iter()
            .fold(grid, |given, &cell| given.with_cell(cell, 0));
        for clues in clues {
            let scan = Scan::new(grid, clues, &given).unwrap();
            let expected = scan_by_definition(&grid, &given, clues);
            let puzzles = scanned(&scan, &Run::new().threads(2));
            assert_eq!(puzzles.len(), expected.len(), "{clues} clues");
            assert!(puzzles.iter().all(|puzzle| expected.contains(puzzle)));
            let counted = Run::new().kernel(Kernel::SCALAR).count(&scan).unwrap();
            assert_eq!(counted.total.count, expected.len() as u128);
            found += expected.len();
        }
    }
    assert!(found > 1000, "only {found} puzzles");
    // Most clues of a puzzle of 17 clues are given: it is found, with any others.
    let solution = seventeen.solve().unique().unwrap();
    let clues: Vec<usize> = (0..CELLS)
        .filter(|&cell| seventeen.digits()[cell] != 0)
        .collect();
    let given = clues[..2]
        .iter()
        .fold(seventeen, |given, &cell| given.with_cell(cell, 0));
    let scan = Scan::new(solution, 17, &given).unwrap();
    let puzzles = scanned(&scan, &Run::new());
    let cells = (0..CELLS).filter(|&cell| given.digits()[cell] == 0);
    let cells: Vec<usize> = cells.collect();
    let mut expected = HashSet::new();
    for (index, &one) in cells.iter().enumerate() {
        for &other in &cells[index + 1..] {
            let puzzle = given.with_cell(one, solution.digits()[one]);
            let puzzle = puzzle.with_cell(other, solution.digits()[other]);
            if Solver::new().count(&puzzle, 2) == 1 {
                expected.insert(puzzle);
            }
        }
    }
    assert!(expected.contains(&seventeen));
    assert_eq!(puzzles.into_iter().collect::<HashSet<_>>(), expected);
}

#[test]
fn order_kernel_and_cut_do_not_matter() {
    let grid: Grid = SCANNED.parse().unwrap();
    let given = (0..CELLS)
        .step_by(2)
        .fold(grid, |given, cell| given.with_cell(cell, 0));
    let scan = Scan::new(grid, 43, &given).unwrap();
    let one = scanned(&scan, &Run::new().threads(1));
    assert!(one.len() > 100, "only {} puzzles", one.len());
    assert_eq!(one.iter().collect::<HashSet<_>>().len(), one.len());
    for kernel in Kernel::available() {
        assert_eq!(
            one,
            scanned(&scan, &Run::new().threads(1).kernel(kernel)),
            "{kernel}"
        );
    }
    let mut other = scanned(&scan, &Run::new().threads(3).subtrees(Some(2)));
    let mut sorted = one.clone();
    sorted.sort_unstable();
    other.sort_unstable();
    assert_eq!(sorted, other);
}

#[test]
fn grids_that_cannot_be_scanned_are_refused() {
    let grid: Grid = SCANNED.parse().unwrap();
    let wrong = Grid::BLANK.with(1, 1, 1);
    for (grid, clues, given) in [
        (wrong, 17, Grid::BLANK),
        (grid, 17, wrong),
        (grid, 82, Grid::BLANK),
        (grid, 80, grid),
    ] {
        assert!(Scan::new(grid, clues, &given).is_err());
    }
    let given = Scan::new(grid, 81, &grid).unwrap();
    assert_eq!(scanned(&given, &Run::new()), [grid]);
    let none = Scan::new(grid, 16, &Grid::BLANK.with(1, 1, 7));
    assert!(none.is_ok());
}
