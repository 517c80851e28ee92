//! Counting an orbit by comparing rows with columns: even boards, and odd ones with
//! a queen in the centre. The reasoning is in [`orbit`](super::orbit).

use super::board::{Board, Buffer, Columns};
use super::half::{Half, List};
use super::order::{Order, Usage};
use super::pairs::Pattern;
use super::pattern::TIES;
use super::shape::{Kind, Shape, place};
use super::word::Word;
use countless_engine::ledger::Checked;
use countless_simd::{Mask, Simd, Vector};

/// What half boards to list.
struct Wanted {
    /// The number of rows in a half of the board.
    half: u32,
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
    let wanted = |columns, marks| Wanted {
        half,
        columns,
        blocked,
        places,
        marks,
    };
    let (above, below) = (wanted(top, [TIES[1], TIES[0]]), wanted(bottom, TIES));
    // The longer list is compared in parts, where one has to be.
    let (ours, theirs) = if board.most < usize::MAX && below.about(board) < above.about(board) {
        (below, above)
    } else {
        (above, below)
    };
    let found = list_all(simd, board, &order, &ours, buffer);
    let placements = board.sides(theirs.columns);
    let sides = (theirs.columns, edge, places[1]);
    let quadrants = board.half(simd, &placements, sides, &order, &mut buffer.sides);
    let (mut pairs, mut ties) = (Checked::default(), Checked::default());
    let sets = theirs.sets(board);
    let list = &mut buffer.theirs;
    list.len = 0;
    for (&rows, left) in sets.iter().zip((0..sets.len()).rev()) {
        let start = list.len;
        let place = theirs.join(simd, quadrants, rows, &order, list);
        // The lesser place above and the greater below, or the reverse.
        if let Some(turn) = places.iter().position(|&of| of == place) {
            let (from, to) = found[1 - turn];
            list.reserve(list.len);
            ties.add(count_ties::<W::Vector<S>>(
                simd,
                &buffer.ours.words[from..to],
                (&list.words[start..], list.len - start),
                order.of(TIES[0] | TIES[1]),
            ));
        }
        if left > 0 && list.len < board.most {
            continue;
        }
        // Splitting uses ours up.
        let ours = if left > 0 {
            buffer.copy.copy_from(&buffer.ours);
            &mut buffer.copy
        } else {
            &mut buffer.ours
        };
        let count = list.len;
        list.reserve(count);
        let differ = (order.bits, W::default());
        pairs.merge(W::count_pairs(
            simd,
            &mut buffer.pairs,
            ours,
            (list, count),
            differ,
        ));
        list.len = 0;
    }
    let mut solutions = pairs.times(2);
    solutions.merge(ties);
    solutions.times(shape.images(half))
}

impl Wanted {
    /// About how many there are, beside others of the same board.
    fn about<W: Word>(&self, board: &Board<W>) -> u64 {
        let Columns { left, right, .. } = self.columns;
        board.quadrant.profile(left).count * board.quadrant.profile(right).count
    }

    /// The sets of rows that the queens on the left may use.
    fn sets<'a, W: Word>(&self, board: &'a Board<W>) -> &'a [u32] {
        let sets = board.rows.for_columns(self.columns.left);
        let end = sets.partition_point(|&rows| place(rows, self.half) <= self.places[1]);
        &sets[..end]
    }

    /// Appends the half boards to `list` whose queens on the left use `rows`, and returns their
    /// place.
    #[inline(always)]
    fn join<S: Simd, W: Word>(
        &self,
        simd: S,
        quadrants: Half<'_, W>,
        rows: u32,
        order: &Order<S>,
        list: &mut List<W>,
    ) -> u32 {
        let [lesser, greater] = self.places;
        let place = place(rows, self.half);
        let mut marks = 0;
        if place >= lesser {
            marks |= self.marks[0];
        }
        if place == greater {
            marks |= self.marks[1];
        }
        quadrants.join::<W::Vector<S>>(
            simd,
            (rows, rows ^ ((1 << self.half) - 1)),
            (order.of(self.blocked), order.of(marks)),
            list,
        );
        place
    }
}

/// Lists all halves of ours that are wanted, and returns where those are whose rows have the
/// lesser and the greater place.
#[inline(always)]
fn list_all<S: Simd, W: Word>(
    simd: S,
    board: &Board<W>,
    order: &Order<S>,
    wanted: &Wanted,
    buffer: &mut Buffer<W>,
) -> [(usize, usize); 2] {
    // Only odd boards have anything in the lowest bits.
    let edge = board.n.is_multiple_of(2);
    let placements = board.sides(wanted.columns);
    let sides = (wanted.columns, edge, wanted.places[1]);
    let quadrants = board.half(simd, &placements, sides, order, &mut buffer.sides);
    let list = &mut buffer.ours;
    let mut found = [(0, 0); 2];
    list.len = 0;
    for &rows in wanted.sets(board) {
        let start = list.len;
        let place = wanted.join(simd, quadrants, rows, order, list);
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
