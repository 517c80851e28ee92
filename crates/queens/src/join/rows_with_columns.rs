//! Counting an orbit by comparing rows with columns: even boards, and odd ones with
//! a queen in the centre. The reasoning is in [`orbit`](super::orbits).

use super::half_boards::{PatternList, QuadrantPair};
use super::orbits::{HalfColumns, JoinTables, OrbitColumns, OrbitScratch, rank};
use super::pairs::{CountPairs, PairLists, count_one_by_one};
use super::pattern::{BitOrder, BitUsage, PatternWord, TIES};
use super::split::{self, DiagonalFilter, HalfBoardSample, OrbitPart, SAMPLED_SETS};
use countless_engine::ledger::CheckedCount;
use countless_simd::Simd;

/// Half boards to list.
struct HalfBoardRequest {
    /// The number of rows in a half of the board.
    half: u32,
    columns: HalfColumns,
    /// Diagonals without a queen.
    blocked: u64,
    /// The lesser and the greater rank of the columns. Rows beyond the greater are not listed.
    ranks: [u32; 2],
    /// The bits to add from the lesser rank on, and at the greater.
    tie_bits: [u64; 2],
}

/// The half boards that an orbit has on either side.
pub(super) struct OrbitSides<'a, S: Simd, W> {
    simd: S,
    board: &'a JoinTables<W>,
    /// The number of images of the columns.
    images: u64,
    order: BitOrder<S>,
    /// True for even boards, whose patterns never have their lowest bits set.
    keeps_edge: bool,
    /// Ours and theirs.
    sides: [HalfBoardRequest; 2],
}

impl<'a, S: Simd, W: CountPairs> OrbitSides<'a, S, W> {
    #[inline(always)]
    pub fn new(simd: S, board: &'a JoinTables<W>, shape: &OrbitColumns) -> Self {
        let half = board.layout.half;
        let (left, right) = (rank(shape.left, half), rank(shape.right, half));
        let places = [left.min(right), left.max(right)];
        let is_even = board.n.is_multiple_of(2);
        // The queen in the centre of an odd board attacks along the main diagonals.
        let blocked = if is_even {
            0
        } else {
            board.layout.main_diagonals()
        };
        let (top, bottom) = (HalfColumns::top(shape), HalfColumns::bottom(shape, half));
        let order = board.order(simd, || {
            [top, bottom].map(|columns| {
                let mut usage = BitUsage::new(TIES[0] | TIES[1]);
                board.add_usage(columns, is_even, &mut usage);
                usage.used &= !blocked;
                usage
            })
        });
        let wanted = |columns, marks| HalfBoardRequest {
            half,
            columns,
            blocked,
            ranks: places,
            tie_bits: marks,
        };
        let (above, below) = (wanted(top, [TIES[1], TIES[0]]), wanted(bottom, TIES));
        // If a list must be compared in parts, it is the longer one.
        let is_swapped = board.most_compared < usize::MAX
            && below.estimated_count(board) < above.estimated_count(board);
        let sides = if is_swapped {
            [below, above]
        } else {
            [above, below]
        };
        Self {
            simd,
            board,
            images: shape.image_count(half),
            order,
            keeps_edge: is_even,
            sides,
        }
    }

    /// Lists the parts in which the orbit is counted.
    #[inline(always)]
    pub fn parts(&self, buffer: &mut OrbitScratch<W>) -> Vec<OrbitPart> {
        let ties: W = self.order.arranged(TIES[0] | TIES[1]);
        let mask = u64::MAX >> (u64::BITS - self.order.bits.max(1)) & !ties.into();
        let [ours, theirs] = &self.sides;
        let ours = self.sample(buffer, ours);
        let theirs = self.sample(buffer, theirs);
        split::parts([ours, theirs], mask, self.board.longest_list)
    }

    /// Lists the half boards of some sets of rows.
    #[inline(always)]
    fn sample(&self, buffer: &mut OrbitScratch<W>, wanted: &HalfBoardRequest) -> HalfBoardSample {
        let all = wanted.row_sets(self.board);
        let (step, weight) = split::sampling(all.len(), SAMPLED_SETS);
        let some = all.iter().step_by(step);
        let whole = DiagonalFilter::default();
        buffer.ours.len = 0;
        self.list(wanted, (&whole, some), buffer);
        HalfBoardSample::of(&buffer.ours.words[..buffer.ours.len], weight)
    }

    /// Lists half boards of the given sets of rows as ours, and returns the ranges of those with
    /// the lesser and with the greater rank.
    #[inline(always)]
    fn list<'r>(
        &self,
        wanted: &HalfBoardRequest,
        (filter, sets): (&DiagonalFilter, impl Iterator<Item = &'r u32>),
        buffer: &mut OrbitScratch<W>,
    ) -> [(usize, usize); 2] {
        let Self {
            simd, board, order, ..
        } = self;
        let placements = board.side_placements(wanted.columns);
        let sides = (wanted.columns, self.keeps_edge, wanted.ranks[1]);
        let quadrants =
            board.quadrant_pair(*simd, &placements, sides, order, &mut buffer.quadrants);
        let list = &mut buffer.ours;
        let mut found = [(0, 0); 2];
        list.len = 0;
        for &rows in sets {
            let start = list.len;
            let of_rows = &mut buffer.of_rows;
            let place = wanted.join(*simd, quadrants, rows, (order, filter), list, of_rows);
            for (range, wanted) in found.iter_mut().zip(wanted.ranks) {
                if place == wanted {
                    // A set and its complement follow each other.
                    *range = (if range.1 == 0 { start } else { range.0 }, list.len);
                }
            }
        }
        list.reserve(list.len);
        found
    }

    /// Counts the solutions of a part of the orbit.
    #[inline(always)]
    pub fn count(&self, buffer: &mut OrbitScratch<W>, part: &OrbitPart) -> CheckedCount {
        let [ours, theirs] = &self.sides;
        let (simd, board, order, places) = (self.simd, self.board, &self.order, theirs.ranks);
        let all = ours.row_sets(board).iter();
        let found = self.list(ours, (&part.sides[0], all), buffer);
        let placements = board.side_placements(theirs.columns);
        let sides = (theirs.columns, self.keeps_edge, places[1]);
        let quadrants = board.quadrant_pair(simd, &placements, sides, order, &mut buffer.quadrants);
        let (mut pairs, mut ties) = (CheckedCount::default(), CheckedCount::default());
        let sets = theirs.row_sets(board);
        let list = &mut buffer.theirs;
        list.len = 0;
        for (&rows, left) in sets.iter().zip((0..sets.len()).rev()) {
            let start = list.len;
            let (of_rows, filter) = (&mut buffer.of_rows, &part.sides[1]);
            let place = theirs.join(simd, quadrants, rows, (order, filter), list, of_rows);
            // A tie has the lesser rank above and the greater below, or the reverse.
            if let Some(turn) = places.iter().position(|&of| of == place) {
                let (from, to) = found[1 - turn];
                let marks: W = order.arranged(TIES[0] | TIES[1]);
                ties.add(count_one_by_one::<W::Vector<S>>(
                    simd,
                    &buffer.ours.words[from..to],
                    &list.words[start..list.len],
                    !marks,
                ));
            }
            if left > 0 && list.len < board.most_compared {
                continue;
            }
            // Counting pairs uses ours up.
            let ours = if left > 0 {
                buffer.ours_copy.copy_from(&buffer.ours);
                &mut buffer.ours_copy
            } else {
                &mut buffer.ours
            };
            let count = list.len;
            list.reserve(count);
            pairs.merge(simd.run(PairLists {
                scratch: &mut buffer.pairs,
                ours,
                theirs: (list, count),
                bits: order.bits,
                common: W::default(),
            }));
            list.len = 0;
        }
        let mut solutions = pairs.times(2);
        solutions.merge(ties);
        solutions.times(self.images)
    }
}

impl HalfBoardRequest {
    /// Estimates the number of half boards, for comparison with others of the board.
    fn estimated_count<W: PatternWord>(&self, board: &JoinTables<W>) -> u64 {
        let HalfColumns { left, right, .. } = self.columns;
        board.quadrant.profile(left).count * board.quadrant.profile(right).count
    }

    /// The sets of rows that the queens on the left may use.
    fn row_sets<'a, W: PatternWord>(&self, board: &'a JoinTables<W>) -> &'a [u32] {
        let sets = board.rows.for_columns(self.columns.left);
        let end = sets.partition_point(|&rows| rank(rows, self.half) <= self.ranks[1]);
        &sets[..end]
    }

    /// Appends the half boards with queens on the left in `rows` that pass `filter` to `list`, and
    /// returns the rank of `rows`.
    #[inline(always)]
    fn join<S: Simd, W: PatternWord>(
        &self,
        simd: S,
        quadrants: QuadrantPair<'_, W>,
        rows: u32,
        (order, filter): (&BitOrder<S>, &DiagonalFilter),
        list: &mut PatternList<W>,
        of_rows: &mut [PatternList<W>; 2],
    ) -> u32 {
        let [lesser, greater] = self.ranks;
        let place = rank(rows, self.half);
        let mut marks = 0;
        if place >= lesser {
            marks |= self.tie_bits[0];
        }
        if place == greater {
            marks |= self.tie_bits[1];
        }
        quadrants.join::<W::Vector<S>>(
            simd,
            (rows, rows ^ ((1 << self.half) - 1)),
            (order.arranged(self.blocked), order.arranged(marks)),
            filter,
            list,
            of_rows,
        );
        place
    }
}
