//! The least image of a puzzle, row by row: only the partial images with the least rows are kept.
//!
//! A partial image is the result of choices: transposed or not, an order of the columns as far as
//! the rows distinguish them, the rows used, and the labels of their digits. In the next row of
//! every partial image, columns that are equal so far are sorted. A digit without a label counts as
//! more than any other, since it gets the next label. New digits side by side in equal columns may
//! come in any order. Each order is a partial image.

use super::grid_group::{GROUP_SIZE, GridGroup, LeastTransform, NO_CHANGE};
use super::partial_image::{
    FirstRow, PartialImage, expand, push_first_rows, sorting, use_rest_sorted,
};
use super::transform::Transform;
use crate::Grid;
use countless_simd::{Bytes, Scalar, Simd};

/// Number of symmetries.
const SYMMETRIES: u32 = 2 * 1296 * 1296;

/// Memory of a search, reused by the next.
#[derive(Debug, Default)]
pub(super) struct RowByRowScratch {
    images: Vec<PartialImage>,
    next_images: Vec<PartialImage>,
    /// Possible next rows, and the labels of each row as a number.
    next_rows: Vec<NextRow>,
    keys: Vec<u64>,
    first_rows: Vec<FirstRow>,
    /// Partial images that are the only one of a grid. Their remaining rows are to be sorted.
    settled_images: Vec<PartialImage>,
}

/// A possible next row of a partial image, in one word: row, grid, index of the partial image.
#[derive(Clone, Copy, Debug)]
struct NextRow(u64);

impl NextRow {
    /// A row of no grid.
    const NONE: Self = Self(u64::MAX);

    #[inline(always)]
    fn new(state: usize, row: usize, place: usize) -> Self {
        Self((state as u64) << 16 | (place << 8 | row) as u64)
    }

    #[inline(always)]
    fn row(self) -> u8 {
        self.0 as u8 & 15
    }

    #[inline(always)]
    fn place(self) -> usize {
        self.0 as usize >> 8 & 255
    }

    #[inline(always)]
    fn image(self) -> usize {
        (self.0 >> 16) as usize
    }
}

/// Returns a transform to the least image of each of up to 32 grids, and the number of symmetries
/// that lead there.
pub fn least_row_by_row(grids: &[Grid]) -> Vec<(Transform, u32)> {
    let mut group = GridGroup::default();
    group.set(Scalar, grids);
    let which = (u64::MAX >> (64 - grids.len())) as u32;
    let mut found = [(NO_CHANGE, 0); GROUP_SIZE];
    least(
        Scalar,
        &group,
        which,
        &mut RowByRowScratch::default(),
        &mut found,
    );
    found[..grids.len()].to_vec()
}

/// Finds a transform to the least image of each grid in `which`, and the number of symmetries that
/// lead there.
#[inline(always)]
pub(super) fn least<S: Simd>(
    simd: S,
    group: &GridGroup,
    which: u32,
    memory: &mut RowByRowScratch,
    found: &mut [LeastTransform; GROUP_SIZE],
) {
    let RowByRowScratch {
        images: states,
        next_images: next,
        next_rows: pairs,
        keys,
        first_rows: roots,
        settled_images: last,
    } = memory;
    roots.clear();
    states.clear();
    last.clear();
    let sides = &group.sides;
    for place in (0..GROUP_SIZE).filter(|place| which >> place & 1 == 1) {
        found[place] = (NO_CHANGE, 0);
        if push_first_rows(&sides[place], place, roots) {
            found[place].1 = SYMMETRIES;
        }
    }
    let begun = roots
        .iter()
        .fold(0, |levels, root| levels | 1 << root.level());
    for level in 1..=9 {
        if begun >> (level - 1) & 1 == 1 {
            for root in roots.iter().filter(|root| root.level() + 1 == level) {
                let sides = &sides[root.place()];
                expand(simd, sides, &root.image(sides), root.row(), states, None);
            }
        }
        if level == 9 {
            break;
        }
        // With a growing length, each step would wait for the previous one.
        let room = 9 * states.len() + 1;
        if pairs.len() < room {
            pairs.resize(room, NextRow::NONE);
            keys.resize(room, 0);
        }
        let (pairs, keys) = (&mut pairs[..], &mut keys[..]);
        let mut all = 0;
        let mut least = [u64::MAX; GROUP_SIZE];
        for (index, state) in states.iter().enumerate() {
            let place = usize::from(state.place) % GROUP_SIZE;
            let sides = &sides[place];
            let lines = &sides.lines[usize::from(state.side & 1)];
            let columns = simd.bytes(&state.columns);
            let labels = simd.bytes(&state.labels);
            let mut rows = state.possible_rows(level, sides.blank[usize::from(state.side & 1)]);
            let mut best = least[place];
            while rows != 0 {
                let row = rows.trailing_zeros() as usize % 16;
                rows &= rows - 1;
                let line = simd.bytes(&lines[row]).shuffle(columns);
                let labelled = labels.shuffle(line);
                // Sorting columns that are already distinct costs less than a branch that is hard
                // to predict.
                let key = labelled
                    .shuffle(sorting(simd, labelled, state.equal_pairs))
                    .to_hex();
                best = best.min(key);
                keys[all] = key;
                pairs[all] = NextRow::new(index, row, place);
                all += 1;
            }
            least[place] = best;
        }
        let mut kept = 0;
        for (i, &key) in keys[..all].iter().enumerate() {
            let pair = pairs[i];
            pairs[kept] = pair;
            kept += usize::from(key == least[pair.place() % GROUP_SIZE]);
        }
        pairs[kept] = NextRow::NONE;
        next.clear();
        // Partial images of a grid are neighbours: its first rows have one level, and the order is
        // kept.
        let mut before = NextRow::NONE;
        for pairs in pairs[..=kept].windows(2) {
            let pair = pairs[0];
            let is_alone = [before, pairs[1]]
                .iter()
                .all(|other| other.place() != pair.place());
            before = pair;
            let mut state = states[pair.image()];
            let sides = &sides[pair.place() % GROUP_SIZE];
            state.use_row(pair.row(), sides.blank[usize::from(state.side & 1)]);
            // If the only partial image is settled, its remaining rows are only sorted.
            let last = is_alone.then_some(&mut *last);
            expand(simd, sides, &state, pair.row(), next, last);
        }
        std::mem::swap(states, next);
    }
    for state in last {
        let place = usize::from(state.place) % GROUP_SIZE;
        use_rest_sorted(simd, &sides[place], state);
        found[place] = (state.transform(simd), state.ways);
    }
    for state in states {
        let found = &mut found[usize::from(state.place) % GROUP_SIZE];
        *found = (
            state.transform(simd),
            found.1 + state.ways * column_orders(state.equal_pairs),
        );
    }
}

/// Number of orders of equal columns, from the pairs that are equal.
fn column_orders(alike: u32) -> u32 {
    let each = [1, 2, 2, 2, 2, 2, 2, 6];
    [0, 3, 6]
        .map(|stack| each[alike as usize >> stack & 7])
        .iter()
        .product()
}
