//! Counting an orbit by comparing rows with columns: even boards, and odd ones with
//! a queen in the centre. The reasoning is in [`orbit`](super::orbit).

use super::board::{Board, Buffer, Columns};
use super::half::List;
use super::order::{Order, Usage};
use super::pairs::Pattern;
use super::pattern::TIES;
use super::shape::{Kind, Shape, place};
use super::word::Word;
use crate::ledger::Checked;
use crate::simd::{Mask, Simd, Vector};

/// What half boards to list.
struct Wanted {
    columns: Columns,
    /// Diagonals without a queen.
    blocked: u64,
    /// The lesser and the greater place of the columns; none beyond is wanted.
    places: [u32; 2],
    /// The bits to add from the lesser place on, and at the greater.
    marks: [u64; 2],
}

/// The number of solutions of the orbit.
#[inline(always)]
pub(super) fn count<S: Simd, W: Pattern>(
    simd: S,
    board: &Board<W>,
    buffer: &mut Buffer<W>,
    shape: &Shape,
) -> Checked {
    let half = board.layout.half;
    let (left, right) = (place(shape.left, half), place(shape.right, half));
    let places = [left.min(right), left.max(right)];
    let blocked = if shape.kind == Kind::Centre {
        board.layout.main()
    } else {
        0
    };
    let (top, bottom) = (Columns::top(shape), Columns::bottom(shape, half));
    // Only odd boards have anything in the lowest bits.
    let edge = board.n.is_multiple_of(2);
    let order = board.order(simd, || {
        [top, bottom].map(|columns| {
            let mut usage = Usage::new(TIES[0] | TIES[1]);
            board.add_usage(columns, edge, &mut usage);
            usage.used &= !blocked;
            usage
        })
    });
    let wanted = Wanted {
        columns: top,
        blocked,
        places,
        marks: [TIES[1], TIES[0]],
    };
    let above = list(
        simd,
        board,
        &order,
        &wanted,
        &mut buffer.sides,
        &mut buffer.top,
    );
    let wanted = Wanted {
        columns: bottom,
        blocked,
        places,
        marks: TIES,
    };
    let below = list(
        simd,
        board,
        &order,
        &wanted,
        &mut buffer.sides,
        &mut buffer.bottom,
    );

    // The lesser place above and the greater below, and the reverse if it differs.
    let mut ties = Checked::default();
    let orders = if places[0] == places[1] { 1 } else { 2 };
    for turn in 0..orders {
        let (ours, theirs) = (above[turn], below[1 - turn]);
        ties.add(count_ties::<W::Vector<S>>(
            simd,
            &buffer.top.words[ours.0..ours.1],
            (&buffer.bottom.words[theirs.0..], theirs.1 - theirs.0),
            order.of(TIES[0] | TIES[1]),
        ));
    }
    let count = buffer.bottom.len;
    let pairs = W::count_pairs(
        simd,
        &mut buffer.pairs,
        &mut buffer.top,
        (&mut buffer.bottom, count),
        (order.bits, W::default()),
    );
    let mut solutions = pairs.times(2);
    solutions.merge(ties);
    solutions.times(shape.images(half))
}

/// Lists the half boards that are wanted, and returns where those are whose rows
/// have the lesser and the greater place.
#[inline(always)]
fn list<S: Simd, W: Word>(
    simd: S,
    board: &Board<W>,
    order: &Order<S>,
    wanted: &Wanted,
    sides: &mut [List<W>; 2],
    list: &mut List<W>,
) -> [(usize, usize); 2] {
    let half = board.layout.half;
    let all = (1 << half) - 1;
    // Only odd boards have anything in the lowest bits.
    let quadrants = board.half(
        simd,
        wanted.columns,
        board.n.is_multiple_of(2),
        order,
        sides,
    );
    let [lesser, greater] = wanted.places;
    let mut found = [(0, 0); 2];
    list.len = 0;
    for &rows in board.rows.for_columns(wanted.columns.left) {
        let place = place(rows, half);
        if place > greater {
            break;
        }
        let mut marks = 0;
        if place >= lesser {
            marks |= wanted.marks[0];
        }
        if place == greater {
            marks |= wanted.marks[1];
        }
        let start = list.len;
        quadrants.join::<W::Vector<S>>(
            simd,
            (rows, rows ^ all),
            (order.of(wanted.blocked), order.of(marks)),
            list,
        );
        for (range, wanted) in found.iter_mut().zip(wanted.places) {
            if place == wanted {
                // A set and its complement follow each other.
                *range = (if range.1 == 0 { start } else { range.0 }, list.len);
            }
        }
    }
    list.reserve(list.len);
    found
}

/// Counts the pairs of a pattern of `few` and one of the first `count` of `many`
/// that have nothing in common but `ties`, one vector of pairs at a time.
#[inline(always)]
fn count_ties<V: Vector<Lane: Word>>(
    simd: V::Simd,
    few: &[V::Lane],
    (many, count): (&[V::Lane], usize),
    ties: V::Lane,
) -> u64 {
    let diagonals = !V::splat(simd, ties);
    let mut pairs = 0;
    for start in (0..count).step_by(V::LANES) {
        let theirs = V::load(simd, &many[start..]) & diagonals;
        let valid = V::first(simd, count - start);
        for &ours in few {
            let apart = V::splat(simd, ours).disjoint(theirs, valid);
            pairs += u64::from(apart.bits().count_ones());
        }
    }
    pairs
}
