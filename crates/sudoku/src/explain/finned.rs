//! Finned and sashimi X-wings, swordfish and jellyfish: fish but for some places in one box, the fins.
//!
//! Either a fin holds the digit, or the fish is one. So the digit goes from the places
//! in the box that the fish would rule out, all of which see the fins. It is a sashimi
//! fish if without its fins one of its lines would have a single place.

use super::cells::{BOX, COLUMN, CellSet, Marks, bits, has_at_most};
use super::deduction::{Deduction, Pattern, View};
use super::lines::Lines;
use super::phrases::either;
use super::seen::Seen;
use super::state::State;
use super::technique::Technique;

/// The lines in which a digit's places are, the crossing lines they lie in, and the others, the
/// fins.
#[derive(Debug)]
struct Finned {
    digit: usize,
    cells: CellSet,
    base: Lines,
    cover: Lines,
    fins: CellSet,
}

/// `SIZE` lines whose places of a digit lie in as many crossing lines and, besides, in a
/// box. A finned one comes before a sashimi one, which is looked for up to that technique.
pub fn find<const SIZE: u32>(
    state: &State,
    digits: u16,
    [finned, sashimi]: [Technique; 2],
    upto: Technique,
) -> Option<Deduction> {
    let mut second = None;
    // Two places in each line, and one at least to remove the digit from.
    for digit in bits(digits).filter(|&digit| state.marks(digit).len() > 2 * SIZE) {
        for [base, cover] in [[0, COLUMN], [COLUMN, 0]] {
            let search = Search::<'_, SIZE> {
                state,
                digit,
                base,
                cover,
                words: std::array::from_fn(|line| state.places(digit, base + line)),
            };
            let lines = (0..9).filter(|&line| !has_at_most(search.words[line], 1));
            let lines = lines.fold(0_u16, |all, line| all | 1 << line);
            // With the same fins, the other lines of a fish of k among n lines are crossed by one
            // of n - k: see subsets.
            if lines.count_ones() < 2 * SIZE {
                continue;
            }
            let mut accept = |pattern, removed, is_sashimi: bool| {
                let removed = Marks::of(digit, removed);
                if !is_sashimi {
                    return Deduction::removing(finned, pattern, removed);
                }
                if second.is_none() {
                    second = Deduction::removing(sashimi, pattern, removed);
                }
                None
            };
            let found = (0..9).find_map(|square| search.in_box(square, lines, &mut accept));
            if found.is_some() {
                return found;
            }
        }
    }
    second.filter(|_| sashimi <= upto)
}

/// A search for the fish of a digit.
struct Search<'a, const SIZE: u32> {
    state: &'a State,
    digit: usize,
    /// The numbers of the first base line and of the first cover line.
    base: usize,
    cover: usize,
    /// The places in each base line.
    words: [u16; 9],
}

impl<const SIZE: u32> Search<'_, SIZE> {
    /// The first answer to the fish of some lines with fins in a box, counted along the base
    /// lines, that remove something: with what they remove, and whether they are sashimi.
    fn in_box(
        &self,
        square: usize,
        lines: u16,
        accept: &mut impl FnMut(Finned, CellSet, bool) -> Option<Deduction>,
    ) -> Option<Deduction> {
        let (band, stack) = (square / 3, square % 3);
        let side = 0o7_u16 << (3 * stack);
        let in_box = (3 * band..3 * band + 3).fold(0, |all, line| all | self.words[line] & side);
        if has_at_most(in_box, 1) {
            return None;
        }
        bits(in_box).find_map(|target| {
            // What must be covered besides the target: of the lines through the box,
            // what is not in it.
            let rest: [u16; 9] = std::array::from_fn(|line| {
                let own = if line / 3 == band { side } else { 1 << target };
                self.words[line] & !own
            });
            let usable = bits(lines).filter(|&line| has_at_most(rest[line], SIZE - 1));
            let usable = usable.fold(0_u16, |all, line| all | 1 << line);
            let fins = side & !(1 << target);
            let has_fin = |&line: &usize| self.words[line] & fins != 0;
            let finned = (3 * band..3 * band + 3).filter(has_fin);
            let finned = finned.fold(0_u16, |all, line| all | 1 << line);
            let square = BOX
                + if self.base == 0 {
                    square
                } else {
                    3 * stack + band
                };
            self.extend(&rest, [usable, finned], (0, 1 << target), square, accept)
        })
    }

    /// Adds lines from `usable` to the base until there are enough, one at least of `finned`.
    fn extend(
        &self,
        rest: &[u16; 9],
        [mut usable, finned]: [u16; 2],
        (lines, cover): (u16, u16),
        square: usize,
        accept: &mut impl FnMut(Finned, CellSet, bool) -> Option<Deduction>,
    ) -> Option<Deduction> {
        if !has_at_most(lines, SIZE - 1) {
            return self.fish(lines, cover, square, accept);
        }
        while (usable | lines) & finned != 0 && usable != 0 {
            let line = usable.trailing_zeros() as usize;
            usable &= usable - 1;
            let wider = cover | rest[line];
            if has_at_most(wider, SIZE) {
                let wider = (lines | 1 << line, wider);
                let found = self.extend(rest, [usable, finned], wider, square, accept);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    fn fish(
        &self,
        lines: u16,
        cover: u16,
        square: usize,
        accept: &mut impl FnMut(Finned, CellSet, bool) -> Option<Deduction>,
    ) -> Option<Deduction> {
        let has_fins = bits(lines).any(|line| self.words[line] & !cover != 0);
        if !has_fins || cover.count_ones() != SIZE {
            return None;
        }
        let is_sashimi = bits(lines).any(|line| (self.words[line] & cover).count_ones() < 2);
        let base = Lines {
            first: self.base,
            bits: lines,
        };
        let cover = Lines {
            first: self.cover,
            bits: cover,
        };
        let marks = self.state.marks(self.digit);
        let cells = marks & base.cells();
        let removed = marks & CellSet::unit(square) & cover.cells() & !cells;
        if removed.is_empty() {
            return None;
        }
        let pattern = Finned {
            digit: self.digit,
            cells,
            base,
            cover,
            fins: cells & !cover.cells(),
        };
        accept(pattern, removed, is_sashimi)
    }
}

impl Pattern for Finned {
    fn seen(&self, View { frame, .. }: &View<'_>) -> Seen {
        let (digit, cells) = (frame.digit(self.digit), frame.cells(self.cells));
        let [base, cover] = [self.base, self.cover].map(|lines| lines.moved(frame));
        let text = format!(
            "in {0}, {1} can only be in {2} or in {3}: either {3} is {1}, or {2} have no further \
             place for it",
            base.names(),
            digit + 1,
            cover.names(),
            either(frame.cells(self.fins))
        );
        let units = base.units().chain(cover.units());
        Seen::of(1 << digit, cells, units.collect(), text)
    }
}
