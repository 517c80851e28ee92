//! Tests of other pieces and joined edges against the definition of their attacks and known totals,
//! and of every kernel against the rest.

use countless_engine::ledger::Spec;
use countless_engine::{ErasedProblem, Granularity, ReopenInputs, Run};
use countless_queens::search::{SearchBoard, deepen, symmetry_subtrees};
use countless_queens::{
    Board, BoardProblem, BoardTurn, BoardVariant, Piece, TurnCounter, classes_of, fundamental,
    known_counts,
};
use countless_simd::Kernel;
use proptest::prelude::*;

use crate::brute_force::{brute_force, count, list};
use crate::registry;

fn kinds() -> impl Iterator<Item = BoardVariant> {
    Piece::ALL
        .into_iter()
        .flat_map(|piece| [BoardVariant::of(piece), BoardVariant::of(piece).torus()])
}

/// Returns whether a piece can move from one square to another. It tries all steps of each kind of
/// move, around the edges of a torus.
fn attacks(kind: &BoardVariant, n: usize, one: (usize, usize), other: (usize, usize)) -> bool {
    let lines = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let knight = [(1, 2), (2, 1), (1, -2), (2, -1)];
    let slides = match kind.piece() {
        Piece::Queen | Piece::Superqueen => &lines[..],
        Piece::CrownedRook => &lines[..2],
    };
    let steps = match kind.piece() {
        Piece::Queen => &[][..],
        Piece::Superqueen => &knight[..],
        Piece::CrownedRook => &lines[..],
    };
    let leads = |&(down, right): &(i32, i32), times: i32| {
        let at = (one.0 as i32 + times * down, one.1 as i32 + times * right);
        let wrap = |place: i32| {
            if kind.is_torus() {
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
    for kind in kinds() {
        for n in 1..=7 {
            let squares = (0..n * n).map(|square| (square / n, square % n));
            for (one, other) in squares
                .clone()
                .flat_map(|one| squares.clone().map(move |other| (one, other)))
            {
                let counted_from_1 = |(row, column)| (row + 1, column + 1);
                let said = kind.attacks(n, counted_from_1(one), counted_from_1(other));
                let moves = attacks(&kind, n, one, other);
                assert_eq!(said, moves, "{kind:?}, {n} rows, {one:?}, {other:?}");
            }
        }
    }
}

#[test]
fn counts_lists_and_parts_are_those_of_brute_force() {
    for kind in kinds() {
        for n in 0..=8 {
            let board = SearchBoard::new(n).of_variant(&kind);
            let expected = by_definition(&board);
            let number = expected.len() as u64;
            for kernel in Kernel::available() {
                let what = format!("{kind:?}, {n} rows, {kernel}");
                assert_eq!(count(kernel, &board), number, "{what}");
                assert_eq!(list(kernel, &board), expected, "{what}");
                for depth in [0, 1, 3] {
                    let parts = deepen(symmetry_subtrees(n, n, &kind), depth);
                    let counts = parts
                        .iter()
                        .map(|part| part.weight * count(kernel, &part.board));
                    assert_eq!(counts.sum::<u64>(), number, "{what}, {depth} deep");
                }
            }
            let board = Board::of_variant(n, n, &kind).expect("it is small");
            assert_eq!(
                board.count(&Run::new()).expect("it is small").total.count,
                number.into()
            );
            let lazy: Vec<Vec<u8>> = board
                .solutions()
                .map(|solution| solution.iter().map(|&column| column as u8 - 1).collect())
                .collect();
            assert_eq!(lazy, expected, "{kind:?}, {n} rows");
        }
    }
}

#[test]
fn rectangles_are_those_of_brute_force() {
    for piece in Piece::ALL {
        for (n, columns) in [(0, 2), (1, 3), (3, 5), (4, 9), (5, 6), (6, 8), (4, 18)] {
            let kind = BoardVariant::of(piece);
            let board = SearchBoard::rectangle(n, columns).of_variant(&kind);
            let expected = by_definition(&board);
            for kernel in Kernel::available() {
                assert_eq!(list(kernel, &board), expected, "{piece:?}, {n}, {columns}");
                let counts = symmetry_subtrees(n, columns, &kind);
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

fn total(n: usize, kind: &BoardVariant) -> u128 {
    let counter = BoardProblem::of_variant(n, n, kind).expect("it is small");
    let outcome = Run::new().count(&counter).expect("it runs");
    outcome.total.count
}

#[test]
fn totals_are_the_known_ones() {
    for (kind, table, largest) in [
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
            assert_eq!(total(n, &kind), count, "{kind:?}, {n} rows");
        }
    }
    // Permutations that do not keep neighbours adjacent, both around a table: OEIS A089222.
    let kind = BoardVariant::of(Piece::CrownedRook).torus();
    let counts = (2..=10).map(|n| total(n, &kind));
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
    for kind in kinds() {
        for n in 0..=8 {
            let classes = classes_of(n, &kind, &Run::new().threads(2));
            if kind.piece() == Piece::CrownedRook {
                assert!(classes.is_err());
                continue;
            }
            let classes = classes.expect("it is small").total;
            let all = by_definition(&SearchBoard::new(n).of_variant(&kind));
            let columns = all
                .iter()
                .map(|board| board.iter().map(|&column| u32::from(column) + 1));
            let sizes = columns.filter_map(|columns| fundamental(&columns.collect::<Vec<_>>()));
            assert_eq!(
                classes.fundamental(),
                sizes.count() as u128,
                "{kind:?}, {n}"
            );
            assert_eq!(classes.all, all.len() as u128, "{kind:?}, {n}");
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
    for kind in kinds() {
        let board = Board::of_variant(7, 7, &kind).expect("it is small");
        let given = board.clone().queen(1, 3).expect("it is on the board");
        let counter = BoardProblem::of_variant(7, 7, &kind).expect("it is small");
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

/// A board of any variant, with some given pieces and blocked squares.
fn boards(n: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = SearchBoard> {
    let kinds: Vec<BoardVariant> = kinds().collect();
    (n, prop::sample::select(kinds)).prop_flat_map(|(n, kind)| {
        let squares = move || (0..n, 0..n);
        let given = prop::collection::vec(squares(), 0..=2);
        let closed = prop::collection::vec(squares(), 0..=n * n / 4);
        (given, closed).prop_map(move |(given, closed)| {
            let mut board = SearchBoard::new(n).of_variant(&kind);
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
        for kernel in Kernel::available() {
            prop_assert_eq!(count(kernel, &board), expected.len() as u64);
            prop_assert_eq!(&list(kernel, &board), &expected);
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

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
        for kernel in Kernel::available() {
            prop_assert_eq!(count(kernel, &board), expected.len() as u64);
            prop_assert_eq!(&list(kernel, &board), &expected);
        }
    }
}
