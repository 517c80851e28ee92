//! The placements of queens in a set of columns of a quadrant, grouped by rows.

use super::diagonal_layout::{DiagonalLayout, EDGE};
use super::pattern_word::{PatternWord, Profile, set_bits};
use countless_engine::SplitMix64;

/// Number of random placements that a profile is estimated from.
const DESCENTS: u32 = 400;

/// Words behind every list, so that whole vectors can be read to its end: the lanes of the longest
/// vector.
pub(super) const SLACK: usize = 16;

/// The placements in one set of columns, by the set of rows that they use.
#[derive(Debug)]
pub(super) struct QuadrantPlacements<W> {
    /// Start of the patterns of each set of rows, and the end of the last.
    starts: Box<[u32]>,
    /// The patterns, and the slack.
    patterns: Box<[W]>,
}

impl<W: PatternWord> QuadrantPlacements<W> {
    /// The number of patterns.
    pub fn len(&self) -> usize {
        self.patterns.len() - SLACK
    }

    /// The memory that they take, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.patterns)
    }

    /// Returns the profile of the placements, or only their number for words of 32 bits.
    pub fn profile(&self) -> Profile {
        if !W::ORDERED {
            return Profile::of_unknown(self.len() as u64);
        }
        let patterns = &self.patterns[..self.len()];
        Profile::of(patterns.iter().map(|&pattern| pattern.into()))
    }

    /// All patterns, those of one set of rows together, and the slack.
    pub fn patterns(&self) -> &[W] {
        &self.patterns
    }

    /// Returns the ranges of the patterns with sets of rows up to the
    /// [rank](super::orbit_columns::rank) `most`: at either end.
    #[inline(always)]
    pub fn ranges(&self, most: u32) -> [(usize, usize); 2] {
        let sets = self.starts.len() - 1;
        let some = (most as usize).saturating_add(1).min(sets / 2);
        let start = |set: usize| self.starts[set] as usize;
        [(0, start(some)), (start(sets - some), start(sets))]
    }

    /// Returns the range of the patterns that use the set of `rows`.
    #[inline(always)]
    pub fn range(&self, rows: u32) -> (usize, usize) {
        let rows = rows as usize;
        (self.starts[rows] as usize, self.starts[rows + 1] as usize)
    }
}

/// Finds the placements in a set of columns.
#[derive(Debug)]
pub(super) struct PlacementBuilder {
    half: u32,
    /// The pattern of each square, column by column.
    squares: Vec<u64>,
}

/// A partial placement: rows and diagonals in use, as seen in the next column.
#[derive(Clone, Copy, Default)]
struct PartialPlacement {
    column: u32,
    rows: u32,
    falling: u32,
    rising: u32,
    pattern: u64,
}

/// Placements that can be visited more than once.
trait VisitPlacements<W> {
    /// Passes the rows and the pattern of every placement to `visit`, always in the same order.
    fn visit(&self, visit: &mut impl FnMut(u32, W));
}

/// Placements that were found.
impl<W: Copy> VisitPlacements<W> for [(u32, W)] {
    #[inline(always)]
    fn visit(&self, visit: &mut impl FnMut(u32, W)) {
        for &(rows, pattern) in self {
            visit(rows, pattern);
        }
    }
}

/// Placements in a set of columns, found again at each visit.
impl<W: PatternWord> VisitPlacements<W> for (&PlacementBuilder, u32) {
    fn visit(&self, visit: &mut impl FnMut(u32, W)) {
        let &(builder, columns) = self;
        let first = PartialPlacement::default();
        builder.search(columns, first, &mut |rows, pattern| {
            visit(rows, W::truncate(pattern));
        });
    }
}

impl PlacementBuilder {
    pub fn new(layout: DiagonalLayout, n: u32) -> Self {
        let half = layout.half as i32;
        let square = |row: i32, column: i32| {
            let rising = row + column - (n as i32 - 1);
            // The middle column of an odd board ends in row 0, `half` columns away.
            let edge = if n % 2 == 1 && row + column == half {
                EDGE
            } else {
                0
            };
            layout.rising(rising) | layout.falling(column - row) | edge
        };
        let squares = (0..half)
            .flat_map(|column| (0..half).map(move |row| square(row, column)))
            .collect();
        Self {
            half: layout.half,
            squares,
        }
    }

    /// Lists the placements in `columns`, using `found` as scratch space.
    pub fn list<W: PatternWord>(
        &self,
        columns: u32,
        found: &mut Vec<(u32, W)>,
    ) -> QuadrantPlacements<W> {
        found.clear();
        let first = PartialPlacement::default();
        self.search(columns, first, &mut |rows, pattern| {
            found.push((rows, W::truncate(pattern)));
        });
        self.sorted_by_rows(&**found)
    }

    /// Lists the placements in `columns` without scratch space, in up to twice the time. For 28
    /// rows, the scratch space would take up to 256 MB.
    pub fn list_in_place<W: PatternWord>(&self, columns: u32) -> QuadrantPlacements<W> {
        self.sorted_by_rows(&(self, columns))
    }

    /// Sorts placements by rows: counts, sums up, and fills every list from its end.
    fn sorted_by_rows<W: PatternWord>(
        &self,
        placements: &(impl VisitPlacements<W> + ?Sized),
    ) -> QuadrantPlacements<W> {
        let mut starts = vec![0; (1 << self.half) + 1].into_boxed_slice();
        placements.visit(&mut |rows, _| starts[rows as usize] += 1);
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut patterns = vec![W::default(); end as usize + SLACK].into_boxed_slice();
        placements.visit(&mut |rows, pattern| {
            let start = &mut starts[rows as usize];
            *start -= 1;
            patterns[*start as usize] = pattern;
        });
        QuadrantPlacements { starts, patterns }
    }

    /// Estimates the profile of the placements in `columns` without listing them. Queens are placed
    /// at random, and each placement has the product of its numbers of choices as weight (Knuth,
    /// Estimating the efficiency of backtrack programs, 1975). The bits are those of all squares of
    /// the columns: of two halves that meet on a diagonal, neither may leave it out.
    pub fn estimate_profile(&self, columns: u32) -> Profile {
        let mut random = SplitMix64(u64::from(columns));
        let (mut all, mut weights) = (0.0, [0.0; 64]);
        for _ in 0..DESCENTS {
            let (mut node, mut weight) = (PartialPlacement::default(), 1.0);
            while let Some(mut children) = self.children(columns, node) {
                let count = children.clone().count();
                weight *= count as f64;
                if count == 0 {
                    break;
                }
                let chosen = children.nth(random.below(count));
                node = chosen.expect("there are so many");
            }
            all += weight;
            for bit in set_bits(node.pattern) {
                weights[bit] += weight;
            }
        }
        let half = self.half as usize;
        let squares =
            set_bits(columns.into()).flat_map(|column| &self.squares[half * column..][..half]);
        Profile {
            count: (all / f64::from(DESCENTS)) as u64,
            used: squares.fold(0, |used, square| used | square),
            shares: weights.map(|weight: f64| (weight * 255.0 / all.max(1.0)) as u8),
        }
    }

    /// Passes the rows and the pattern of every placement to `visit`.
    fn search(&self, columns: u32, node: PartialPlacement, visit: &mut impl FnMut(u32, u64)) {
        match self.children(columns, node) {
            Some(children) => children.for_each(|child| self.search(columns, child, visit)),
            None => visit(node.rows, node.pattern),
        }
    }

    /// Returns the placements with one more queen, in the next of `columns`; `None` after the last.
    #[inline(always)]
    fn children(
        &self,
        columns: u32,
        mut node: PartialPlacement,
    ) -> Option<impl Iterator<Item = PartialPlacement> + Clone> {
        let rest = columns >> node.column;
        if rest == 0 {
            return None;
        }
        let skipped = rest.trailing_zeros();
        node.column += skipped;
        node.falling <<= skipped;
        node.rising >>= skipped;
        let mut free = !(node.rows | node.falling | node.rising) & ((1 << self.half) - 1);
        Some(std::iter::from_fn(move || {
            if free == 0 {
                return None;
            }
            let row = free & free.wrapping_neg();
            free ^= row;
            let square = node.column * self.half + row.trailing_zeros();
            Some(PartialPlacement {
                column: node.column + 1,
                rows: node.rows | row,
                falling: (node.falling | row) << 1,
                rising: (node.rising | row) >> 1,
                pattern: node.pattern | self.squares[square as usize],
            })
        }))
    }
}
