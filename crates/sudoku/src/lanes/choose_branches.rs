//! Choice of the next branch, for every lane at once, and the changes of the lanes between two passes.
//!
//! In a band, a digit has one row in each of the three boxes: six ways. Each way is the AND of
//! three lines, so a vector of nine bits shows the digits for which it is possible:
//!
//! ```text
//! lines of a band           ways                        digits 987654321
//!   row 1  ┌─┬─┬─┐            0  row 1, row 2, row 3  [ 010000110 ]  ┐
//!   row 2  ├─┼─┼─┤            1  row 2, row 3, row 1  [ 000010110 ]  │ added bit by bit:
//!   row 3  └─┴─┴─┘              ⋮                                    │ ways per digit
//!          box 1 2 3          5  row 3, row 2, row 1  [ 101000001 ]  ┘ (1, 2 and 4)
//! ```
//!
//! The search chooses the band or stack with the fewest ways in total, as tdoku does (Dillon 2019).
//! There it takes a digit with two ways, or else with three or more. The branch is a line that only
//! one of these ways uses: the digit is in that line, or it is not.

use super::lane_grids::{
    Copies, LaneCells, LaneLines, LaneWords, PackedCells, are_few, lane_mask, lanes_of, line_unions,
};
use countless_simd::{Mask, Simd, Task, Vector};

/// Line of each of three boxes, for each of the six ways of a digit in a band.
pub(super) const WAYS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [1, 0, 2],
    [2, 1, 0],
];

/// The two ways that use each line, by box * 3 + line.
const WAYS_OF: [[usize; 2]; 9] = {
    let mut table = [[0; 2]; 9];
    let mut place = 0;
    while place < 9 {
        let (mut k, mut found) = (0, 0);
        while k < 6 {
            if WAYS[k][place / 3] == place % 3 {
                table[place][found] = k;
                found += 1;
            }
            k += 1;
        }
        place += 1;
    }
    table
};

/// Bits of the first line, with one that places it after all lines.
const FIRST: u16 = 0x40 | line_bits(0);

/// Boxes of each band, then of each stack.
const CHUTES: [[usize; 3]; 6] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
];

/// The branch of every lane, if it has one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branches {
    /// Bit of the digit; 0 without a branch.
    digit: LaneWords,
    /// Index in `CHUTES` of the band or stack.
    chute: LaneWords,
    /// Line in the box, as one of bits 0 to 2, and box in the chute, as one of bits 3 to 5. Other
    /// bits have no meaning.
    place: LaneWords,
}

/// A branch: a digit is in a line of a box, or it is not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    digit: u16,
    chute: u16,
    place: u16,
}

impl Branches {
    pub(super) const NONE: Self = Self {
        digit: LaneWords::ZERO,
        chute: LaneWords::ZERO,
        place: LaneWords::ZERO,
    };

    pub(super) fn get(&self, lane: usize) -> Branch {
        Branch {
            digit: self.digit.0[lane],
            chute: self.chute.0[lane],
            place: self.place.0[lane],
        }
    }

    pub(super) fn put(&mut self, lane: usize, branch: Branch) {
        self.digit.0[lane] = branch.digit;
        self.chute.0[lane] = branch.chute;
        self.place.0[lane] = branch.place;
    }

    /// Removes the branches of all lanes.
    #[inline(always)]
    pub(super) fn clear<S: Simd>(&mut self, simd: S) {
        self.digit.put(simd, S::U16::splat(simd, 0));
    }

    /// Returns the candidates that the branches remove.
    ///
    /// A refused branch removes its digit from its line. An accepted branch removes it from the
    /// other lines of that box, and from that line of the other boxes.
    #[inline(always)]
    pub(super) fn removed<S: Simd>(&self, simd: S, refused: u32) -> Removed<S> {
        let zero = S::U16::splat(simd, 0);
        let (digit, place) = (self.digit.get(simd), self.place.get(simd));
        let mut parts = [zero; 6];
        for (bit, part) in parts.iter_mut().enumerate() {
            *part = digit.select(place.intersects(S::U16::splat(simd, 1 << bit)), zero);
        }
        let [lines, boxes] = [
            [parts[0], parts[1], parts[2]],
            [parts[3], parts[4], parts[5]],
        ];
        let refused = lane_mask(simd, refused);
        let mut digits = [[zero; 3]; 3];
        for b in 0..3 {
            for l in 0..3 {
                digits[b][l] = (boxes[b] & lines[l]).select(refused, boxes[b] ^ lines[l]);
            }
        }
        Removed {
            digits,
            chute: self.chute.get(simd),
        }
    }
}

/// Candidates to be removed from the lines of a chute, for every lane.
#[derive(Clone, Copy)]
pub(super) struct Removed<S: Simd> {
    /// For each box of the chute, the digits of its three lines.
    digits: [[S::U16; 3]; 3],
    chute: S::U16,
}

impl<S: Simd> Removed<S> {
    /// Returns the candidates to be removed from the rows of a box, and from its columns.
    #[inline(always)]
    pub(super) fn of_box(&self, simd: S, b: usize) -> [[S::U16; 3]; 2] {
        let zero = S::U16::splat(simd, 0);
        let mut removed = [[zero; 3]; 2];
        for (kind, (chute, place)) in [(b / 3, b % 3), (3 + b % 3, b / 3)].into_iter().enumerate() {
            let here = self.chute.equal(S::U16::splat(simd, chute as u16));
            for l in 0..3 {
                removed[kind][l] = self.digits[place][l].select(here, zero);
            }
        }
        removed
    }
}

/// Chooses a branch for each of these lanes, in stacks only if `stacks` is set.
///
/// Returns the lanes with a branch. The remaining lanes have nothing to branch on.
pub(super) struct ChooseBranches<'a> {
    pub lines: &'a LaneLines,
    pub stacks: bool,
    pub lanes: u32,
    pub branches: &'a mut Branches,
}

impl Task for ChooseBranches<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u32 {
        let Self {
            lines,
            stacks,
            lanes,
            branches,
        } = self;
        let (zero, last) = (S::U16::splat(simd, 0), S::U16::splat(simd, u16::MAX));
        let mut chosen = ChosenChutes {
            best: last,
            ways: [zero; 6],
        };
        // Not a loop: with constant numbers, no index is computed or checked.
        if !stacks {
            chosen.weigh(simd, lines, 0);
            chosen.weigh(simd, lines, 1);
            chosen.weigh(simd, lines, 2);
        }
        chosen.weigh(simd, lines, 3);
        chosen.weigh(simd, lines, 4);
        chosen.weigh(simd, lines, 5);
        let ChosenChutes { best, ways } = chosen;
        let chute = best & S::U16::splat(simd, 7);
        let [ones, twos, fours] = ways_per_digit(ways);
        let two = twos.and_not(ones | fours);
        let three = twos & ones;
        let digits = two.or_else(three.or_else(fours));
        let digit = digits & zero.sub(digits);
        let digit = digit.select(lane_mask(simd, lanes) & !best.equal(last), zero);
        // A digit with all six ways has two in every line; its branch is the first line.
        let mut place = S::U16::splat(simd, FIRST);
        for (p, [j, k]) in WAYS_OF.into_iter().enumerate() {
            let only = (ways[j] ^ ways[k]) & digit;
            let less = S::U16::splat(simd, FIRST - line_bits(p));
            place = place.min(S::U16::splat(simd, FIRST).sub(less.where_any(only)));
        }
        branches.digit.put(simd, digit);
        branches.chute.put(simd, chute);
        branches.place.put(simd, place);
        digit.intersects(digit).bits() as u32
    }
}

/// The best chute of every lane so far.
struct ChosenChutes<S: Simd> {
    /// Number of its ways, then its index in three bits.
    best: S::U16,
    ways: [S::U16; 6],
}

impl<S: Simd> ChosenChutes<S> {
    /// Compares a chute.
    #[inline(always)]
    fn weigh(&mut self, simd: S, lines: &LaneLines, chute: usize) {
        let first = chute / 3 * 3;
        let boxes = CHUTES[chute];
        let mut ways = [S::U16::splat(simd, 0); 6];
        for (way, numbers) in ways.iter_mut().zip(WAYS) {
            *way = lines[boxes[0]][first + numbers[0]].get(simd)
                & lines[boxes[1]][first + numbers[1]].get(simd)
                & lines[boxes[2]][first + numbers[2]].get(simd);
        }
        let [ones, twos, fours] = ways_per_digit(ways);
        let total = ones
            .count_ones()
            .add(twos.count_ones().shl(1))
            .add(fours.count_ones().shl(2));
        let rank = total.shl(3) | S::U16::splat(simd, chute as u16);
        // Nine digits with one way each leave nothing to branch on.
        let (nine, last) = (S::U16::splat(simd, 9), S::U16::splat(simd, u16::MAX));
        let rank = last.select(total.equal(nine), rank);
        self.best = self.best.min(rank);
        let better = self.best.equal(rank);
        for (way, own) in ways.into_iter().zip(&mut self.ways) {
            *own = way.select(better, *own);
        }
    }
}

/// Counts the ways of every digit in binary. Returns one vector for each bit of the number: 1, 2, 4.
#[inline(always)]
fn ways_per_digit<V: Vector>([a, b, c, d, e, f]: [V; 6]) -> [V; 3] {
    let (s, t) = (a ^ b ^ c, d ^ e ^ f);
    let (u, v) = (a.majority(b, c), d.majority(e, f));
    let carry = s & t;
    [s ^ t, u ^ v ^ carry, u.majority(v, carry)]
}

/// Returns the bits of a line, from box * 3 + line. They ascend with the lines.
const fn line_bits(place: usize) -> u16 {
    8 << (place / 3) | 1 << (place % 3)
}

/// Changes of the grids at work between two passes.
#[derive(Debug)]
pub(super) struct LaneMoves {
    /// For every lane, the lane that its grid comes from.
    pub from: LaneWords,
    /// Lanes that get the grid of another lane.
    pub moved: u32,
    /// Copies from another block.
    pub fresh: Copies,
    /// Lanes that get another grid or other candidates.
    pub touched: u32,
    /// Lanes that refuse their branch; all others accept theirs.
    pub refused: u32,
    /// True if a lane moves or has a branch.
    pub has_branches: bool,
    /// Index of the stack block that stores the cells before the branches.
    pub stack_block: Option<u32>,
}

/// Moves the grids, copies the fresh ones from `source`, removes the candidates that the branches
/// exclude, and clears the branches.
pub(super) struct ApplyMoves<'a> {
    pub moves: &'a LaneMoves,
    /// Block of the fresh grids.
    pub source: &'a LaneCells,
    /// Grids at work and their branches.
    pub cells: &'a mut LaneCells,
    pub lines: &'a mut LaneLines,
    pub line_sums: &'a mut LaneWords,
    pub branches: &'a mut Branches,
    /// Gets a copy of the cells before anything changes.
    pub copy: Option<&'a mut PackedCells>,
}

impl LaneMoves {
    pub const NONE: Self = Self {
        from: LaneWords::IDENTITY,
        moved: 0,
        fresh: Copies::NONE,
        touched: 0,
        refused: 0,
        has_branches: false,
        stack_block: None,
    };
}

impl Task for ApplyMoves<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let list = self.moves;
        let (moves, fresh) = (!are_few::<S>(list.moved), !are_few::<S>(list.fresh.to));
        if !moves {
            for to in lanes_of(list.moved) {
                let from = usize::from(list.from.0[to]);
                for row in self.cells.as_flattened_mut() {
                    row.0[to] = row.0[from];
                }
            }
        }
        if !fresh {
            list.fresh.merge_each(self.source, self.cells);
        }
        match (list.has_branches, moves, fresh) {
            (_, false, false) => self.rewrite::<S, true, false, false>(simd),
            (_, true, false) => self.rewrite::<S, true, true, false>(simd),
            (true, false, true) => self.rewrite::<S, true, false, true>(simd),
            (true, true, true) => self.rewrite::<S, true, true, true>(simd),
            // Most often only puzzles are loaded, if they are easy. A lane that moves has a branch.
            (false, _, true) => self.rewrite::<S, false, false, true>(simd),
        }
    }
}

impl ApplyMoves<'_> {
    /// Applies the branches, and permutes lanes for the moves and for the fresh grids. Each part is
    /// left out where it is not needed.
    #[inline(always)]
    fn rewrite<S: Simd, const BRANCHES: bool, const MOVES: bool, const FRESH: bool>(self, simd: S) {
        let Self {
            moves,
            source,
            cells,
            lines,
            line_sums,
            branches,
            mut copy,
        } = self;
        assert!(BRANCHES || copy.is_none());
        let zero = S::U16::splat(simd, 0);
        let from = moves.from.get(simd);
        let fresh_from = moves.fresh.from.get(simd);
        let fresh = lane_mask(simd, moves.fresh.to);
        let touched = S::U16::splat(simd, u16::MAX).select(lane_mask(simd, moves.touched), zero);
        // Lines with candidates have another sum than 0, so touched lanes count as changed.
        line_sums.put(simd, line_sums.get(simd).and_not(touched));
        let removed = branches.removed(simd, moves.refused);
        for b in 0..9 {
            let mut x = [zero; 9];
            for i in 0..9 {
                x[i] = cells[b][i].get(simd);
            }
            if BRANCHES && let Some(copy) = &mut copy {
                for i in 0..9 {
                    copy.put(simd, b, i, x[i]);
                }
            }
            let [rows, columns] = removed.of_box(simd, b);
            for i in 0..9 {
                if MOVES {
                    x[i] = x[i].permute(from);
                }
                if FRESH {
                    let copied = source[b][i].get(simd).permute(fresh_from);
                    x[i] = copied.select(fresh, x[i]);
                }
                if BRANCHES {
                    x[i] = x[i].and_not(rows[i / 3] | columns[i % 3]);
                }
                cells[b][i].put(simd, x[i]);
            }
            let unions = line_unions(x);
            for l in 0..6 {
                let old = lines[b][l].get(simd);
                // The lines of other lanes are subsets of the unions of their cells.
                lines[b][l].put(simd, unions[l] & (old | touched));
            }
        }
        if BRANCHES {
            branches.clear(simd);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::lane_grids::BLANK_LINES;
    use super::*;
    use countless_simd::{Kernel, MAX_LANES, dispatch};

    /// Returns the digits of a set.
    fn digits(set: u16) -> impl Iterator<Item = u16> {
        (0..9)
            .map(|digit| 1 << digit)
            .filter(move |digit| set & digit != 0)
    }

    /// Returns the branch expected in a lane: a digit, a chute and a line, by box * 3 + line.
    fn plain_choice(lines: &LaneLines, lane: usize, stacks: bool) -> Option<(u16, usize, usize)> {
        // The ways of a digit in a chute.
        let ways = |chute: usize, digit: u16| {
            let possible = move |way: &&[usize; 3]| {
                (0..3).all(|b| {
                    let line = chute / 3 * 3 + way[b];
                    lines[CHUTES[chute][b]][line].0[lane] & digit != 0
                })
            };
            WAYS.iter().filter(possible).collect::<Vec<_>>()
        };
        let total = |chute: usize| {
            digits(0x1FF)
                .map(|digit| ways(chute, digit).len())
                .sum::<usize>()
        };
        let chutes = if stacks { 3..6 } else { 0..6 };
        let chute = chutes
            .filter(|&c| total(c) != 9)
            .min_by_key(|&c| total(c))?;
        // A digit with two ways, or else three, or else more.
        let digit = digits(0x1FF)
            .filter(|&digit| ways(chute, digit).len() > 1)
            .min_by_key(|&digit| ways(chute, digit).len().min(4))?;
        let ways = ways(chute, digit);
        let count = |place: &usize| {
            ways.iter()
                .filter(|way| way[place / 3] == place % 3)
                .count()
        };
        let place = (0..9).filter(|place| count(place) > 0).min_by_key(count)?;
        Some((digit, chute, place))
    }

    /// Returns the digits that a branch should remove from a line of a box.
    fn plain_removed(
        (digit, chute, place): (u16, usize, usize),
        refused: bool,
        b: usize,
        l: usize,
    ) -> u16 {
        let boxes = CHUTES[chute];
        let Some(in_chute) = boxes
            .iter()
            .position(|&other| other == b && l / 3 == chute / 3)
        else {
            return 0;
        };
        let (same_box, same_line) = (in_chute == place / 3, l % 3 == place % 3);
        let hit = if refused {
            same_box && same_line
        } else {
            same_box != same_line
        };
        if hit { digit } else { 0 }
    }

    struct BranchCheck<'a> {
        lines: &'a LaneLines,
        lanes: u32,
        stacks: bool,
        refused: u32,
    }

    impl Task for BranchCheck<'_> {
        type Output = ();
        #[inline(always)]
        fn run<S: Simd>(self, simd: S) {
            let Self {
                lines,
                lanes,
                stacks,
                refused,
            } = self;
            let mut branches = Branches::NONE;
            let chosen = simd.run(ChooseBranches {
                lines,
                stacks,
                lanes,
                branches: &mut branches,
            });
            let removed = branches.removed(simd, refused);
            for b in 0..9 {
                let mut rows = [LaneWords::ZERO; 6];
                let removed = removed.of_box(simd, b);
                for l in 0..6 {
                    rows[l].put(simd, removed[l / 3][l % 3]);
                }
                for lane in 0..S::U16::LANES {
                    let asked = lanes >> lane & 1 == 1;
                    let choice = plain_choice(lines, lane, stacks).filter(|_| asked);
                    assert_eq!(chosen >> lane & 1 == 1, choice.is_some());
                    for (l, row) in rows.iter().enumerate() {
                        let refused = refused >> lane & 1 == 1;
                        let expected =
                            choice.map_or(0, |choice| plain_removed(choice, refused, b, l));
                        assert_eq!(row.0[lane], expected, "{simd:?}, lane {lane}, {choice:?}");
                    }
                }
            }
            branches.clear(simd);
            assert!((0..S::U16::LANES).all(|lane| branches.get(lane).digit == 0));
        }
    }

    /// A quarter of the usual cases: each has as many choices as there are lanes.
    fn quarter() -> ProptestConfig {
        let usual = ProptestConfig::default();
        ProptestConfig {
            cases: usual.cases.div_ceil(4),
            ..usual
        }
    }

    proptest! {
        #![proptest_config(quarter())]

        #[test]
        fn branches_are_chosen_and_remove_what_they_should(
            sets in prop::collection::vec(0u16..512, 54 * MAX_LANES),
            also in prop::collection::vec(0u16..512, 54 * MAX_LANES),
            kinds in prop::collection::vec(0u8..4, MAX_LANES),
            (lanes, refused) in any::<(u32, u32)>(),
            stacks in any::<bool>(),
        ) {
            let mut lines = BLANK_LINES;
            for (at, row) in lines.as_flattened_mut().iter_mut().enumerate() {
                for lane in 0..MAX_LANES {
                    let (set, also) = (sets[at * MAX_LANES + lane], also[at * MAX_LANES + lane]);
                    row.0[lane] = match kinds[lane] {
                        0 => set,
                        1 => set | also,
                        // Without candidates, and with all.
                        2 => 0,
                        _ => 0x1FF,
                    };
                }
            }
            for kernel in Kernel::available() {
                dispatch(kernel, BranchCheck { lines: &lines, lanes, stacks, refused });
            }
        }
    }
}
