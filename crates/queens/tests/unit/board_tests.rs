//! Boards: their limits, counts, lists, solutions on demand, and the solutions that use each
//! square, against brute force. Other pieces and joined edges are tested against the definition of
//! their attacks and known totals, and every kernel against the rest.

use std::ops::ControlFlow::Continue;
use std::sync::atomic::AtomicBool;

use crate::brute_force::{brute_force, count, kernels_find, list};
use crate::registry;
use countless_engine::ledger::Spec;
use countless_engine::{ErasedProblem, Error, Granularity, ReopenInputs, Run};
use countless_queens::internals::{LazySolutions, search_board};
use countless_queens::known_counts::{self, ALL};
use countless_queens::search::{BoardSearcher, SearchBoard, deepen, symmetry_subtrees};
use countless_queens::{
    Board, BoardProblem, BoardTurn, BoardVariant, Occupancy, Piece, Placement, TurnCounter,
    classes_of, fundamental, tally,
};
use countless_simd::Kernel;
use proptest::prelude::*;

#[test]
fn squares_outside_the_board_are_refused() {
    let refused = |board: Result<Board, Error>| board.expect_err("it is refused").to_string();
    let board = || Board::new(8).expect("it is small");
    let large = "expected at most 32 rows, found 33";
    assert_eq!(refused(Board::new(33)), large);
    let row = "row 9 is outside a board of 8 rows";
    assert_eq!(refused(board().queen(9, 1)), row);
    let column = "column 0 is outside a board of 8 columns";
    assert_eq!(refused(board().blocked(1, 0)), column);
}

#[test]
fn rectangles_are_as_wide_as_they_are_high_or_wider() {
    let refused = |n, columns| Board::rectangle(n, columns).expect_err("it is").to_string();
    assert_eq!(
        refused(8, 7),
        "expected at least as many columns as rows: 8 rows, 7 columns"
    );
    assert_eq!(refused(8, 33), "expected at most 32 columns, found 33");
    let board = Board::rectangle(2, 4).and_then(|board| board.queen(1, 4));
    let board = board.expect("the square is on the board");
    assert!(
        board
            .solutions()
            .map(|solution| solution.queen(2))
            .eq([1, 2])
    );
    assert_eq!(
        board.count(&Run::new()).expect("it is small").total.count,
        2
    );
}

#[test]
fn queens_that_cannot_stand_leave_no_solution() -> Result<(), Error> {
    for board in [
        Board::new(8)?.queen(1, 1)?.queen(2, 2)?,
        Board::new(8)?.queen(1, 5)?.blocked(1, 5)?,
        Board::new(8)?.blocked(1, 5)?.queen(1, 5)?,
    ] {
        assert_eq!(board.count(&Run::new())?.total.count, 0);
        assert_eq!(board.solutions().next(), None);
    }
    Ok(())
}

#[test]
fn empty_boards_have_the_known_numbers() -> Result<(), Error> {
    for (n, &all) in ALL.iter().enumerate().take(12) {
        let board = Board::new(n)?;
        assert_eq!(board.count(&Run::new())?.total.count, all, "{n} rows");
        assert_eq!(board.solutions().count() as u128, all, "{n} rows");
        let mut visited = 0;
        let outcome = board.run(&Run::new().threads(2), |_| visited += 1)?;
        assert_eq!((outcome.total.count, visited), (all, all), "{n} rows");
    }
    Ok(())
}

#[test]
fn solutions_are_those_of_the_list() -> Result<(), Error> {
    let queens = [(1, 4), (2, 8), (3, 13), (6, 11), (10, 18), (12, 9)];
    let partial = queens
        .into_iter()
        .try_fold(Board::new(20)?, |board, (row, column)| {
            board.queen(row, column)
        })?;
    for board in [Board::new(7)?, Board::new(13)?, partial] {
        let mut listed = Vec::new();
        board.run(&Run::new().threads(2), |solution| listed.push(solution))?;
        assert!(listed.len() >= 40);
        assert!(board.solutions().eq(listed), "{} rows", board.n());
    }
    Ok(())
}

#[test]
fn the_first_solutions_of_large_boards_come_at_once() -> Result<(), Error> {
    for n in [20, 25, 27] {
        let first: Vec<Placement> = Board::new(n)?.solutions().take(3).collect();
        assert!(first.is_sorted() && first[0].columns()[..5] == [1, 3, 5, 2, 4]);
        assert_eq!(first[0].columns().len(), n);
    }
    Ok(())
}

#[test]
fn parts_with_too_many_solutions_are_cut() {
    // It has 73,712 solutions; a wrong estimate could let it through.
    let mut all = LazySolutions::new(&SearchBoard::new(13));
    assert!(!all.list(&SearchBoard::new(13)) && all.found.is_empty());
    assert!(all.list(&SearchBoard::new(12)) && all.found.len() == 14_200);
}

/// Places queens row by row and counts the squares of every solution.
fn fill_rows(n: usize, columns: &mut Vec<usize>, squares: &mut [u128]) -> u128 {
    let row = columns.len();
    if row == n {
        for (row, &column) in columns.iter().enumerate() {
            squares[row * n + column] += 1;
        }
        return 1;
    }
    let mut found = 0;
    for column in 0..n {
        let attacks = |(other, &taken): (usize, &usize)| {
            taken == column || taken.abs_diff(column) == row - other
        };
        if !columns.iter().enumerate().any(attacks) {
            columns.push(column);
            found += fill_rows(n, columns, squares);
            columns.pop();
        }
    }
    found
}

fn board(n: usize) -> Board {
    Board::new(n).expect("it is small")
}

/// Numbers of solutions that use each square, row by row.
fn all_squares(table: &Occupancy) -> Vec<u128> {
    let rows = 1..=table.n();
    rows.flat_map(|row| (1..=table.n()).map(move |column| table.at(row, column)))
        .collect()
}

fn run(kernel: Kernel) -> Run {
    Run::new().threads(2).kernel(kernel)
}

fn counted(n: usize, kernel: Kernel) -> Occupancy {
    tally(n, &run(kernel)).expect("it runs").total
}

fn listed(board: &Board, kernel: Kernel) -> Occupancy {
    let problem = board.tallied_listing();
    let outcome = run(kernel).for_each(&problem, |_| {}).expect("it runs");
    assert_eq!(u128::from(outcome.rows), outcome.total.count);
    problem.squares(&outcome.total)
}

#[test]
fn counts_and_lists_agree_with_brute_force() {
    for n in 0..=10 {
        let mut squares = vec![0; n * n];
        let solutions = fill_rows(n, &mut Vec::new(), &mut squares);
        for kernel in Kernel::available() {
            for table in [counted(n, kernel), listed(&board(n), kernel)] {
                assert_eq!(table.solutions, solutions, "{n} rows, {kernel}");
                assert_eq!(all_squares(&table), squares, "{n} rows, {kernel}");
            }
        }
    }
}

#[test]
fn the_table_is_symmetric_and_its_rows_and_columns_add_up() {
    for n in [11, 12, 13] {
        let table = counted(n, Kernel::best());
        assert_eq!(table.solutions, known_counts::ALL[n]);
        assert_eq!(listed(&board(n), Kernel::best()), table);
        for i in 1..=n {
            let row: u128 = (1..=n).map(|j| table.at(i, j)).sum();
            let column: u128 = (1..=n).map(|j| table.at(j, i)).sum();
            assert_eq!((row, column), (table.solutions, table.solutions));
            for j in 1..=n {
                assert_eq!(table.at(i, j), table.at(j, i));
                assert_eq!(table.at(i, j), table.at(i, n + 1 - j));
            }
        }
    }
}

#[test]
fn wide_boards_and_given_queens_are_tallied() {
    let mut board = board(18);
    for (row, column) in [(1, 4), (2, 8), (3, 13), (6, 11), (10, 18)] {
        board = board.queen(row, column).expect("it is on the board");
    }
    let (mut squares, mut worker) = (vec![0_u128; 18 * 18], BoardSearcher::new(Kernel::SCALAR));
    let searched = search_board(board.clone());
    let _ = worker.list(&searched, &AtomicBool::new(false), &mut |solutions| {
        for i in 0..solutions.len() {
            for (row, &column) in solutions.columns(i).iter().enumerate() {
                squares[row * 18 + usize::from(column)] += 1;
            }
        }
        Continue(())
    });
    let table = listed(&board, Kernel::best());
    assert!(table.solutions > 100);
    assert_eq!(all_squares(&table), squares);
    assert_eq!(table.at(6, 11), table.solutions);
}

fn variants() -> impl Iterator<Item = BoardVariant> {
    Piece::ALL
        .into_iter()
        .flat_map(|piece| [BoardVariant::of(piece), BoardVariant::of(piece).torus()])
}

/// Returns whether a piece can move from one square to another. It tries all steps of each kind of
/// move, around the edges of a torus.
fn attacks(variant: &BoardVariant, n: usize, one: (usize, usize), other: (usize, usize)) -> bool {
    let lines = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let knight = [(1, 2), (2, 1), (1, -2), (2, -1)];
    let slides = match variant.piece() {
        Piece::Queen | Piece::Superqueen => &lines[..],
        Piece::CrownedRook => &lines[..2],
    };
    let steps = match variant.piece() {
        Piece::Queen => &[][..],
        Piece::Superqueen => &knight[..],
        Piece::CrownedRook => &lines[..],
    };
    let leads = |&(down, right): &(i32, i32), times: i32| {
        let at = (one.0 as i32 + times * down, one.1 as i32 + times * right);
        let wrap = |place: i32| {
            if variant.is_torus() {
                place.rem_euclid(n as i32)
            } else {
                place
            }
        };
        (wrap(at.0), wrap(at.1)) == (other.0 as i32, other.1 as i32)
    };
    let n = n as i32;
    one != other
        && (slides
            .iter()
            .any(|step| (-n..=n).any(|times| leads(step, times)))
            || steps.iter().any(|step| leads(step, 1) || leads(step, -1)))
}

/// All solutions, in lexicographic order.
fn by_definition(board: &SearchBoard) -> Vec<Vec<u8>> {
    let n = board.n();
    brute_force(board, &|one, other| attacks(board.variant(), n, one, other))
}

#[test]
fn a_piece_attacks_where_its_moves_lead() {
    for variant in variants() {
        for n in 1..=7 {
            let squares = (0..n * n).map(|square| (square / n, square % n));
            for (one, other) in squares
                .clone()
                .flat_map(|one| squares.clone().map(move |other| (one, other)))
            {
                let counted_from_1 = |(row, column)| (row + 1, column + 1);
                let said = variant.attacks(n, counted_from_1(one), counted_from_1(other));
                let moves = attacks(&variant, n, one, other);
                assert_eq!(said, moves, "{variant:?}, {n} rows, {one:?}, {other:?}");
            }
        }
    }
}

#[test]
fn counts_lists_and_parts_are_those_of_brute_force() {
    for variant in variants() {
        for n in 0..=8 {
            let board = SearchBoard::new(n).of_variant(&variant);
            let expected = by_definition(&board);
            let number = expected.len() as u64;
            for kernel in Kernel::available() {
                let what = format!("{variant:?}, {n} rows, {kernel}");
                assert_eq!(count(kernel, &board), number, "{what}");
                assert_eq!(list(kernel, &board), expected, "{what}");
                for depth in [0, 1, 3] {
                    let parts = deepen(symmetry_subtrees(n, n, &variant), depth);
                    let counts = parts
                        .iter()
                        .map(|part| part.weight * count(kernel, &part.board));
                    assert_eq!(counts.sum::<u64>(), number, "{what}, {depth} deep");
                }
            }
            let board = Board::of_variant(n, n, &variant).expect("it is small");
            assert_eq!(
                board.count(&Run::new()).expect("it is small").total.count,
                number.into()
            );
            let lazy: Vec<Vec<u8>> = board
                .solutions()
                .map(|solution| solution.iter().map(|&column| column as u8 - 1).collect())
                .collect();
            assert_eq!(lazy, expected, "{variant:?}, {n} rows");
        }
    }
}

#[test]
fn rectangles_are_those_of_brute_force() {
    for piece in Piece::ALL {
        for (n, columns) in [(0, 2), (1, 3), (3, 5), (4, 9), (5, 6), (6, 8), (4, 18)] {
            let variant = BoardVariant::of(piece);
            let board = SearchBoard::rectangle(n, columns).of_variant(&variant);
            let expected = by_definition(&board);
            for kernel in Kernel::available() {
                assert_eq!(list(kernel, &board), expected, "{piece:?}, {n}, {columns}");
                let counts = symmetry_subtrees(n, columns, &variant);
                let counts = counts
                    .iter()
                    .map(|part| part.weight * count(kernel, &part.board));
                assert_eq!(counts.sum::<u64>(), expected.len() as u64);
            }
        }
    }
    let torus = BoardVariant::default().torus();
    assert!(BoardProblem::of_variant(5, 6, &torus).is_err());
}

fn total(n: usize, variant: &BoardVariant) -> u128 {
    let counter = BoardProblem::of_variant(n, n, variant).expect("it is small");
    let outcome = Run::new().count(&counter).expect("it runs");
    outcome.total.count
}

#[test]
fn totals_are_the_known_ones() {
    for (variant, table, largest) in [
        (
            BoardVariant::of(Piece::Superqueen),
            &known_counts::SUPERQUEENS[..],
            17,
        ),
        (BoardVariant::default().torus(), &known_counts::TOROIDAL, 18),
        (
            BoardVariant::of(Piece::CrownedRook),
            &known_counts::CROWNED_ROOKS,
            11,
        ),
    ] {
        for (n, &count) in table.iter().enumerate().take(largest + 1) {
            assert_eq!(total(n, &variant), count, "{variant:?}, {n} rows");
        }
    }
    // Permutations that do not keep neighbours adjacent, both around a table: OEIS A089222.
    let variant = BoardVariant::of(Piece::CrownedRook).torus();
    let counts = (2..=10).map(|n| total(n, &variant));
    assert!(counts.eq([0, 0, 0, 10, 36, 322, 2_832, 27_954, 299_260]));
}

/// The recurrence of Abramson and Moser for Hertzsprung's problem (OEIS A002464).
#[test]
fn crowned_rooks_follow_their_recurrence() {
    let table = known_counts::CROWNED_ROOKS.map(i128::try_from);
    let table = table.map(|count| count.expect("it is small"));
    for n in 4..table.len() {
        let m = n as i128;
        let sum = (m + 1) * table[n - 1] - (m - 2) * table[n - 2] - (m - 5) * table[n - 3]
            + (m - 3) * table[n - 4];
        assert_eq!(table[n], sum, "{n} rows");
    }
}

#[test]
fn classes_are_those_of_the_listed_boards() {
    for variant in variants() {
        for n in 0..=8 {
            let classes = classes_of(n, &variant, &Run::new().threads(2));
            if variant.piece() == Piece::CrownedRook {
                assert!(classes.is_err());
                continue;
            }
            let classes = classes.expect("it is small").total;
            let all = by_definition(&SearchBoard::new(n).of_variant(&variant));
            let columns = all
                .iter()
                .map(|board| board.iter().map(|&column| u32::from(column) + 1));
            let sizes = columns.filter_map(|columns| fundamental(&columns.collect::<Vec<_>>()));
            assert_eq!(
                classes.fundamental(),
                sizes.count() as u128,
                "{variant:?}, {n}"
            );
            assert_eq!(classes.all, all.len() as u128, "{variant:?}, {n}");
        }
    }
    let superqueens = BoardVariant::of(Piece::Superqueen);
    for n in 9..=15 {
        let classes = classes_of(n, &superqueens, &Run::new()).expect("it runs");
        let expected = known_counts::FUNDAMENTAL_SUPERQUEENS[n];
        assert_eq!(classes.total.fundamental(), expected, "{n} rows");
    }
    // Twice A352661.
    let counts = [4, 4, 0, 0, 24].into_iter().zip(12..);
    for (count, n) in counts {
        let counter =
            TurnCounter::of_variant(n, BoardTurn::Quarter, &superqueens).expect("it is small");
        let outcome = Run::new().count(&counter).expect("it runs");
        assert_eq!(outcome.total.count, count, "{n} rows");
    }
}

#[test]
fn plans_differ_by_kind_and_are_reopened() {
    let mut ids = Vec::new();
    for variant in variants() {
        let board = Board::of_variant(7, 7, &variant).expect("it is small");
        let given = board.clone().queen(1, 3).expect("it is on the board");
        let counter = BoardProblem::of_variant(7, 7, &variant).expect("it is small");
        let problems: [(&dyn ErasedProblem, &Board); 3] = [
            (&counter, &board),
            (&given.counter(), &given),
            (&board.listing(), &board),
        ];
        for (problem, board) in problems {
            let plan = problem
                .plan(&Granularity::Subtrees(None), None)
                .expect("it has one");
            let reopened = registry().reopen(&plan, &ReopenInputs::new());
            let reopened = reopened.expect("the plan says it all");
            let count = reopened.count(&Run::new()).expect("it runs").total.count;
            let whole = board.count(&Run::new()).expect("it is small");
            assert_eq!(count, whole.total.count, "{plan:?}");
            ids.push(plan.id());
        }
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 3 * 6);
    for (name, value) in [("piece", "king"), ("torus", "false")] {
        let wrong = Spec::new("queens count", "search")
            .with("n", 7)
            .with(name, value);
        assert!(registry().open(&wrong, &ReopenInputs::new()).is_err());
    }
}

/// Smaller boards have no solution, and random ones hardly any: two rows of each of the four
/// solutions are given, so that open rows have gaps between them.
#[test]
fn superqueens_are_completed_across_gaps() -> Result<(), TestCaseError> {
    let variant = BoardVariant::of(Piece::Superqueen);
    let whole = Board::of_variant(10, 10, &variant).expect("it is small");
    let solutions: Vec<Placement> = whole.solutions().collect();
    assert_eq!(solutions.len(), 4);
    for solution in solutions {
        for (first, second) in (0..10).flat_map(|first| (0..first).map(move |row| (first, row))) {
            let mut board = SearchBoard::new(10).of_variant(&variant);
            for row in [first, second] {
                board.place(row, solution[row] as usize - 1);
            }
            let expected = by_definition(&board);
            assert!(!expected.is_empty());
            kernels_find(&board, &expected)?;
        }
    }
    Ok(())
}

/// A board of any variant, with some given pieces and blocked squares.
fn boards(n: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = SearchBoard> {
    let kinds: Vec<BoardVariant> = variants().collect();
    (n, prop::sample::select(kinds)).prop_flat_map(|(n, variant)| {
        let squares = move || (0..n, 0..n);
        let given = prop::collection::vec(squares(), 0..=2);
        let closed = prop::collection::vec(squares(), 0..=n * n / 4);
        (given, closed).prop_map(move |(given, closed)| {
            let mut board = SearchBoard::new(n).of_variant(&variant);
            for (row, column) in given {
                board.place(row, column);
            }
            for (row, column) in closed {
                board.forbid(row, column);
            }
            board
        })
    })
}

proptest! {
    #[test]
    fn partial_boards_match_brute_force(board in boards(1..=8)) {
        let expected = by_definition(&board);
        kernels_find(&board, &expected)?;
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Lanes of 32 bits, and filled rows between open ones.
    #[test]
    fn large_boards_match_brute_force(board in boards(17..=20), order in any::<u64>()) {
        // Enough rows are filled that the recursion ends soon.
        let mut board = board;
        let mut order = order;
        while board.open_rows().count() > 6 {
            let open: Vec<usize> = board.open_rows().collect();
            let row = open[order as usize % open.len()];
            order = order.rotate_right(5) ^ 0x9E37_79B9;
            let squares = board.allowed(row);
            let skipped = order as u32 % squares.count_ones();
            let chosen = (0..skipped).fold(squares, |squares, _| squares & (squares - 1));
            board.place(row, chosen.trailing_zeros() as usize);
        }
        let expected = by_definition(&board);
        kernels_find(&board, &expected)?;
    }
}
