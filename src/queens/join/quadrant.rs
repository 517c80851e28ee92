//! Every placement of queens in the top left quadrant of a board.
//!
//! The other quadrants have the same placements, mirrored. A placement has at most one
//! queen in each of the quadrant's rows and columns; grouped by columns, then by rows,
//! those that can be next to a given quadrant of the same half board are one list:
//! the ones over the missing columns and rows.

use rayon::prelude::*;

use super::pattern::{EDGE, Layout};
use super::word::Word;

/// The lanes of the longest vector. As many words follow every list, so that whole
/// vectors can be read to its end.
pub(super) const SLACK: usize = 16;

/// The placements in one set of columns, by the set of rows that they use.
#[derive(Debug)]
pub(super) struct Placements<W> {
    /// Where the patterns of each set of rows start, and where those of the last end.
    starts: Box<[u32]>,
    /// The bits that are set in any pattern.
    pub used: u64,
    /// Of each bit, the share of patterns that have it, in 255ths.
    pub shares: [u8; 64],
    /// The patterns, and the slack.
    patterns: Box<[W]>,
}

impl<W: Word> Placements<W> {
    /// The number of patterns.
    pub fn len(&self) -> usize {
        self.patterns.len() - SLACK
    }

    /// All patterns, those of one set of rows together, and the slack.
    pub fn patterns(&self) -> &[W] {
        &self.patterns
    }

    /// Where the patterns that use the set of `rows` are.
    #[inline(always)]
    pub fn range(&self, rows: u32) -> (usize, usize) {
        let rows = rows as usize;
        (self.starts[rows] as usize, self.starts[rows + 1] as usize)
    }
}

/// The placements of every set of columns.
#[derive(Debug)]
pub(super) struct Quadrant<W>(Box<[Placements<W>]>);

impl<W: Word> Quadrant<W> {
    /// Lists the placements for a board of `n` rows, on all cores.
    pub fn new(layout: Layout, n: u32) -> Self {
        let builder = Builder::new(layout, n);
        let sets: Vec<_> = (0..1u32 << layout.half)
            .into_par_iter()
            .map_init(Vec::new, |found, columns| builder.place(columns, found))
            .collect();
        Self(sets.into())
    }

    /// The placements with one queen in each of `columns`.
    #[inline(always)]
    pub fn get(&self, columns: u32) -> &Placements<W> {
        &self.0[columns as usize]
    }
}

/// Finds the placements in a set of columns.
struct Builder {
    half: u32,
    /// The pattern of each square, column by column.
    squares: Vec<u64>,
}

/// A partial placement: rows and diagonals in use, as seen in the next column.
#[derive(Clone, Copy, Default)]
struct Node {
    column: u32,
    rows: u32,
    falling: u32,
    rising: u32,
    pattern: u64,
}

impl Builder {
    fn new(layout: Layout, n: u32) -> Self {
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
    fn place<W: Word>(&self, columns: u32, found: &mut Vec<(u32, W)>) -> Placements<W> {
        found.clear();
        self.search(columns, Node::default(), found);

        // Sort by rows: count, sum up, and fill every list from its end.
        let mut starts = vec![0; (1 << self.half) + 1].into_boxed_slice();
        for &(rows, _) in &*found {
            starts[rows as usize] += 1;
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut patterns = vec![W::default(); found.len() + SLACK].into_boxed_slice();
        for &(rows, pattern) in &*found {
            let start = &mut starts[rows as usize];
            *start -= 1;
            patterns[*start as usize] = pattern;
        }
        let (used, shares) = usage(found);
        Placements {
            starts,
            used,
            shares,
            patterns,
        }
    }

    fn search<W: Word>(&self, columns: u32, mut node: Node, found: &mut Vec<(u32, W)>) {
        let rest = columns >> node.column;
        if rest == 0 {
            found.push((node.rows, W::truncate(node.pattern)));
            return;
        }
        let skipped = rest.trailing_zeros();
        node.column += skipped;
        node.falling <<= skipped;
        node.rising >>= skipped;
        let mut free = !(node.rows | node.falling | node.rising) & ((1 << self.half) - 1);
        while free != 0 {
            let row = free & free.wrapping_neg();
            free ^= row;
            let square = node.column * self.half + row.trailing_zeros();
            let child = Node {
                column: node.column + 1,
                rows: node.rows | row,
                falling: (node.falling | row) << 1,
                rising: (node.rising | row) >> 1,
                pattern: node.pattern | self.squares[square as usize],
            };
            self.search(columns, child, found);
        }
    }
}

/// The bits that any pattern has, and the share of those that have each, in 255ths.
fn usage<W: Word>(found: &[(u32, W)]) -> (u64, [u8; 64]) {
    let (mut used, mut counts) = (0, [0; 64]);
    for &(_, pattern) in found {
        let mut rest: u64 = pattern.into();
        used |= rest;
        while rest != 0 {
            counts[rest.trailing_zeros() as usize] += 1;
            rest &= rest - 1;
        }
    }
    let all = found.len().max(1);
    (used, counts.map(|count: usize| (count * 255 / all) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls `each` with every set of squares of a board of `size`, row by row, that
    /// has at most one queen in a row.
    fn subsets(
        size: u32,
        row: u32,
        queens: &mut Vec<(u32, u32)>,
        each: &mut impl FnMut(&[(u32, u32)]),
    ) {
        if row == size {
            return each(queens);
        }
        subsets(size, row + 1, queens, each);
        for column in 0..size {
            queens.push((row, column));
            subsets(size, row + 1, queens, each);
            queens.pop();
        }
    }

    #[test]
    fn placements_are_those_of_brute_force() {
        for n in [8, 9] {
            let layout = Layout { half: 4 };
            let quadrant: Quadrant<u64> = Quadrant::new(layout, n);
            let mut expected = vec![vec![]; 256];
            subsets(4, 0, &mut vec![], &mut |queens| {
                let attack = |a: &(u32, u32), b: &(u32, u32)| {
                    a.1 == b.1 || a.0.abs_diff(b.0) == a.1.abs_diff(b.1)
                };
                if (0..queens.len()).any(|i| queens[..i].iter().any(|q| attack(q, &queens[i]))) {
                    return;
                }
                let (mut key, mut pattern) = (0, 0);
                for &(row, column) in queens {
                    key |= 1 << (4 + column) | 1 << row;
                    pattern |= layout.rising((row + column) as i32 - (n as i32 - 1))
                        | layout.falling(column as i32 - row as i32);
                    if n == 9 && row + column == 4 {
                        pattern |= EDGE;
                    }
                }
                expected[key as usize].push(pattern);
            });
            assert_eq!(expected.iter().map(Vec::len).sum::<usize>(), 87);
            for (key, mut expected) in expected.into_iter().enumerate() {
                let placements = quadrant.get(key as u32 >> 4);
                let (start, end) = placements.range(key as u32 & 15);
                let mut found = placements.patterns()[start..end].to_vec();
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "n = {n}, columns and rows {key:08b}");
            }
        }
    }
}
