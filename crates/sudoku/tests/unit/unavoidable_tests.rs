//! Unavoidable sets against their definition.

use countless_engine::Run;
use countless_sudoku::internals::all_sets;
use countless_sudoku::{CELLS, Clues, Grid, Solver, Unavoidable};

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
