//! Removal of candidates by the sum of a cage, and by sums of groups of cells that see each other.
//!
//! The possible totals of a group are a set, with a bit for each total. A group can have the totals
//! that the other groups complete to the sum. Reversing the bits of a set maps each total to its
//! complement. The smallest total of each group is subtracted first, so that sets of 64 bits
//! suffice.

use super::exact_candidates::{ExactCandidates, MOST};
use super::killer_board::{DIGITS, candidate_word, candidates_of, is_open};
use super::killer_rules::GROUPS;
use super::propagate::{Contradiction, Propagation};
use crate::cages::partners;
use countless_simd::Simd;

/// Capacity for the open cells of a cage.
const OPEN: usize = (DIGITS + 1).next_power_of_two();

/// Open cells of a cage of more than [`MOST`] cells.
struct OpenCells {
    cells: [u8; OPEN],
    /// Candidates of each cell.
    had: [u16; OPEN],
    /// Number of cells.
    open: usize,
    /// Sum of these cells.
    sum: u32,
    /// Candidates of any of these cells, and of several.
    once: u16,
    twice: u16,
}

impl<S: Simd> Propagation<'_, S> {
    /// Removes the candidates that a cage excludes.
    #[inline(always)]
    pub fn propagate_cage(&mut self, number: usize) -> Result<(), Contradiction> {
        let cage = &self.rules.cages[number];
        let large;
        let (cells, sum) = if cage.len <= MOST {
            (&cage.cells[..cage.len], cage.sum)
        } else {
            large = self.open_cells(number)?;
            if large.open > MOST {
                let required = self.propagate_large(&large)?;
                self.require(number, required);
                return Ok(());
            }
            (&large.cells[..large.open], large.sum)
        };
        let required = self.propagate_exact(number, cells, sum)?;
        self.require(number, required);
        Ok(())
    }

    /// Propagates two cages of [`MOST`] cells. The second stays pending if the first changes its
    /// cells.
    #[inline(always)]
    pub fn propagate_two(&mut self, numbers: [usize; 2]) -> Result<(), Contradiction> {
        let cages = numbers.map(|number| {
            let cage = &self.rules.cages[number];
            let [a, b, c, d, e, ..] = cage.cells;
            ([a, b, c, d, e], cage.sum)
        });
        let words = cages.map(|(cells, _)| self.word(cells));
        let sums = cages.map(|(_, sum)| sum);
        let found = self.exact.candidates_of_two(self.simd, words, sums);
        for (i, number) in numbers.into_iter().enumerate() {
            let (cells, _) = cages[i];
            if i != 0 && self.word(cells) != words[i] {
                break;
            }
            let required = self.keep(cells, words[i], found[i]);
            let required = required.map_err(|dead| self.blame(number, dead))?;
            self.pending.rules &= !(1 << number);
            self.require(number, required);
        }
        Ok(())
    }

    /// Records the required digits of a cage.
    #[inline(always)]
    fn require(&mut self, number: usize, required: u16) {
        self.pending.required_digits[number] = required;
        if required != 0 {
            self.pending.requiring_cages |= 1 << number;
        }
    }

    /// Finds the open cells of a cage, and removes the digits of its other cells from them.
    #[inline(always)]
    fn open_cells(&mut self, number: usize) -> Result<OpenCells, Contradiction> {
        let cage = &self.rules.cages[number];
        let (mut cells, mut had, mut open) = ([0; OPEN], [0; OPEN], 0);
        let (mut placed, mut once, mut twice) = (0, 0, 0);
        let (mut left, mut is_dead) = (cage.sum, false);
        for &cell in &cage.cells[..cage.len] {
            let digits = self.board.get(cell);
            let is_open = is_open(digits);
            let (several, single) = if is_open { (digits, 0) } else { (0, digits) };
            (cells[open % OPEN], had[open % OPEN]) = (cell, digits);
            open += usize::from(is_open);
            let digit = digits.trailing_zeros() + 1;
            left = left.wrapping_sub(if is_open { 0 } else { digit });
            is_dead |= placed & single != 0;
            placed |= single;
            twice |= once & several;
            once |= several;
        }
        if is_dead {
            return Err(Contradiction);
        }
        if once & placed != 0 {
            // Some cells see each other only in the cage, so houses do not remove these digits.
            once &= !placed;
            for i in 0..open {
                had[i] &= !placed;
                self.restrict(cells[i], had[i])?;
            }
        }
        Ok(OpenCells {
            cells,
            had,
            open,
            sum: left,
            once,
            twice,
        })
    }

    /// Removes the candidates that the sum of more than [`MOST`] open cells excludes. Returns
    /// required digits.
    #[inline(always)]
    fn propagate_large(&mut self, large: &OpenCells) -> Result<u16, Contradiction> {
        let of_sum = self.sums.of(large.open, large.sum, large.once.into());
        let of_sum = of_sum.ok_or(Contradiction)?;
        let (allowed, required) = (of_sum.allowed as u16, of_sum.required as u16);
        let hidden = required & !large.twice;
        for i in 0..large.open {
            let all = large.had[i] & allowed;
            let single = all & hidden;
            self.restrict(large.cells[i], if single == 0 { all } else { single })?;
        }
        Ok(required)
    }

    /// Restricts at most [`MOST`] cells of a cage to the candidates in a combination with this sum.
    /// Returns required digits of its open cells.
    #[inline(always)]
    fn propagate_exact(
        &mut self,
        number: usize,
        cells: &[u8],
        sum: u32,
    ) -> Result<u16, Contradiction> {
        let required = match *cells {
            [] if sum == 0 => 0,
            [] => return Err(Contradiction),
            [cell] => {
                let digit = 1_u32.checked_shl(sum.wrapping_sub(1)).unwrap_or(0);
                self.restrict(cell, self.board.get(cell) & digit as u16)?;
                0
            }
            [first, second] => self.propagate_pair(first, second, sum)?,
            [a, b, c] => self.propagate_cells([a, b, c], sum)?,
            [a, b, c, d] => self.propagate_cells([a, b, c, d], sum)?,
            [a, b, c, d, e, ..] => self.propagate_cells::<MOST>([a, b, c, d, e], sum)?,
        };
        // The candidates are exact, so the cage need not be visited again after its own changes.
        self.pending.rules &= !(1 << number);
        Ok(required)
    }

    /// Restricts two cells.
    #[inline(always)]
    fn propagate_pair(&mut self, first: u8, second: u8, sum: u32) -> Result<u16, Contradiction> {
        let had = [first, second].map(|cell| self.board.get(cell).into());
        let [x, y] = partners(had[0], had[1], sum);
        self.restrict(first, x as u16)?;
        self.restrict(second, y as u16)?;
        let both = (x | y) as u16;
        let is_required = both.count_ones() == 2 && is_open(x as u16);
        Ok(if is_required { both } else { 0 })
    }

    /// Restricts three, four or five cells.
    #[inline(always)]
    fn propagate_cells<const K: usize>(
        &mut self,
        cells: [u8; K],
        sum: u32,
    ) -> Result<u16, Contradiction> {
        let word = self.word(cells);
        let found = self.exact.candidates::<S, K>(self.simd, word, sum);
        self.keep(cells, word, found)
    }

    /// Returns the candidates of cells as a word.
    #[inline(always)]
    pub fn word<const K: usize>(&self, cells: [u8; K]) -> u64 {
        candidate_word(cells.map(|cell| self.board.get(cell)))
    }

    /// Restricts cells with the candidates `word` to their exact candidates. Returns required
    /// digits.
    #[inline(always)]
    fn keep<const K: usize>(
        &mut self,
        cells: [u8; K],
        word: u64,
        found: Option<ExactCandidates>,
    ) -> Result<u16, Contradiction> {
        let found = found.ok_or(Contradiction)?;
        if found.allowed != word {
            for i in 0..K {
                self.restrict(cells[i], candidates_of(found.allowed, i))?;
            }
        }
        let mut required = found.required;
        if required != 0 {
            for i in 0..K {
                let left = candidates_of(found.allowed, i);
                required &= if is_open(left) { u16::MAX } else { !left };
            }
        }
        Ok(required)
    }
}

/// Group with open cells.
#[derive(Clone, Copy, Debug, Default)]
struct OpenGroup {
    /// Index of the group in its sum.
    number: usize,
    /// First two open cells. `len` is the number of open cells, and `union` has their candidates.
    first: [u8; 2],
    len: usize,
    union: u16,
    /// Possible totals, as bits. If the group is negative, each total is subtracted from `top`. Then
    /// `base` is subtracted.
    totals: u64,
    top: u32,
    base: u32,
}

impl OpenGroup {
    /// Subtracts each total from `top`.
    fn negated(self, totals: u64) -> u64 {
        totals.reverse_bits() >> (63 - self.top)
    }
}

impl<S: Simd> Propagation<'_, S> {
    /// Removes the candidates that a sum excludes.
    #[inline(always)]
    pub fn propagate_sum(&mut self, rule: usize) -> Result<(), Contradiction> {
        let sum = &self.rules.sums[rule - self.rules.cages.len()];
        let mut groups = [OpenGroup::default(); GROUPS];
        let (mut len, mut target) = (0, sum.total);
        for (number, group) in sum.groups.iter().enumerate() {
            let mut open = OpenGroup {
                number,
                ..OpenGroup::default()
            };
            let mut placed = 0;
            for &cell in &group.cells[..group.len] {
                let had = self.board.get(cell);
                if is_open(had) {
                    if open.len < 2 {
                        open.first[open.len] = cell;
                    }
                    open.union |= had;
                    open.len += 1;
                } else {
                    placed += had.trailing_zeros() as i32 + 1;
                }
            }
            target -= if group.is_minus { -placed } else { placed };
            if open.len == 0 {
                continue;
            }
            open.totals = match open.len {
                1 => u64::from(open.union) << 1,
                2 => {
                    let [first, second] = open.first.map(|cell| self.board.get(cell));
                    pair_totals(first, second)
                }
                len => self.totals.of(len, open.union),
            };
            if open.totals == 0 {
                return Err(Contradiction);
            }
            if group.is_minus {
                open.top = (DIGITS as u32 + 1) * open.len as u32;
                open.totals = open.negated(open.totals);
                target += open.top as i32;
            }
            open.base = open.totals.trailing_zeros();
            open.totals >>= open.base;
            target -= open.base as i32;
            groups[len] = open;
            len += 1;
        }
        if len == 0 {
            return if target == 0 {
                Ok(())
            } else {
                Err(Contradiction)
            };
        }
        if target > 63 {
            return Ok(()); // sets have 64 bits
        }
        let Ok(target) = u32::try_from(target) else {
            return Err(Contradiction);
        };
        let allowed = matching_totals(&groups[..len], target);
        for (open, allowed) in groups[..len].iter().zip(allowed) {
            if allowed == 0 {
                return Err(Contradiction);
            }
            if allowed != open.totals {
                let group = &sum.groups[open.number];
                let allowed = allowed << open.base;
                let allowed = if group.is_minus {
                    open.negated(allowed)
                } else {
                    allowed
                };
                self.restrict_totals(open, &group.cells[..group.len], allowed)?;
            }
        }
        Ok(())
    }

    /// Restricts a group to these totals.
    #[inline(always)]
    fn restrict_totals(
        &mut self,
        open: &OpenGroup,
        cells: &[u8],
        mut totals: u64,
    ) -> Result<(), Contradiction> {
        let [first, second] = open.first;
        match open.len {
            1 => self.restrict(first, self.board.get(first) & (totals >> 1) as u16),
            2 => {
                let (x, mut rest) = (self.board.get(first), 0);
                let (y, mut kept) = (self.board.get(second), 0);
                let mut digits = x;
                while digits != 0 {
                    let digit = digits.trailing_zeros();
                    digits &= digits - 1;
                    let partners = y & !(1 << digit) & (totals >> (digit + 2)) as u16;
                    rest |= partners;
                    kept |= u16::from(partners != 0) << digit;
                }
                self.restrict(first, kept)?;
                self.restrict(second, rest)
            }
            len => {
                let mut allowed = 0;
                while totals != 0 {
                    let total = totals.trailing_zeros();
                    totals &= totals - 1;
                    let of_total = self.sums.of(len, total, open.union.into());
                    allowed |= of_total.map_or(0, |all| all.allowed as u16);
                }
                if open.union & !allowed != 0 {
                    for &cell in cells {
                        let had = self.board.get(cell);
                        if is_open(had) {
                            self.restrict(cell, had & allowed)?;
                        }
                    }
                }
                Ok(())
            }
        }
    }
}

/// Returns the totals of two different digits.
#[inline(always)]
fn pair_totals(mut first: u16, second: u16) -> u64 {
    let mut totals = 0;
    while first != 0 {
        let digits = lowest_two(first.into());
        first &= !(1 << digits[0] | 1 << digits[1]);
        for digit in digits {
            totals |= u64::from(second & !(1 << digit)) << (digit + 2);
        }
    }
    totals
}

/// Returns the totals of each group that the other groups complete to the sum.
#[inline(always)]
fn matching_totals(groups: &[OpenGroup], sum: u32) -> [u64; GROUPS] {
    let matched = |totals: u64| totals.reverse_bits() >> (63 - sum);
    let mut allowed = [0; GROUPS];
    // Totals of the groups before each group, and then of those behind it.
    let mut before = [1; GROUPS];
    for i in 1..groups.len() {
        before[i] = totals_of_both(before[i - 1], groups[i - 1].totals);
    }
    let mut behind = 1;
    for (i, group) in groups.iter().enumerate().rev() {
        allowed[i] = group.totals & matched(totals_of_both(before[i], behind));
        if i > 0 {
            behind = totals_of_both(behind, allowed[i]);
        }
    }
    allowed
}

/// Returns the sums of one total of each set. Sums above 63 are lost.
#[inline(always)]
fn totals_of_both(a: u64, b: u64) -> u64 {
    if a == 1 {
        return b;
    }
    let (mut few, many) = if a.count_ones() < b.count_ones() {
        (a, b)
    } else {
        (b, a)
    };
    let mut all = 0;
    while few != 0 {
        let [a, b] = lowest_two(few);
        few &= !(1 << a | 1 << b);
        all |= many << a | many << b;
    }
    all
}

/// Returns the positions of the two lowest bits of a set, or the only one twice. Loops of two bits
/// at a time have a number of steps that is easier to predict.
#[inline(always)]
fn lowest_two(set: u64) -> [u32; 2] {
    let rest = set & (set - 1);
    let second = if rest == 0 { set } else { rest };
    [set.trailing_zeros(), second.trailing_zeros()]
}
