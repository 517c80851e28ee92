//! Techniques inside a propagation whose queues are empty: locked candidates, hidden pairs, naked
//! pairs and X-wings. The first kind that removes something adds all its eliminations, each with
//! the deleted candidates that stood in the way as parents. Without any, the hint is ignored.

use super::super::deduction::Rule;
use super::super::layout::{Classic, Layout};
use super::marks::{Literal, cells_of, digits_in};
use super::places::Places;
use super::propagation::{Indirect, Propagation};
use countless_simd::sort;

/// Techniques of level 1, in a grid with these empty cells.
#[derive(Clone, Debug)]
pub struct EmbeddedTechniques {
    /// Cells without a digit.
    pub empty: u128,
    /// Empty cells of each house.
    vacancies: [u32; 27],
    /// Digits that are missing in four lines at least.
    open_digits: u16,
    parents: Vec<Literal>,
    removed: Vec<Literal>,
}

impl EmbeddedTechniques {
    /// Takes the empty cells and candidates of a grid.
    pub fn new(source: &Places, empty: u128) -> Self {
        let vacancies = std::array::from_fn(|house| {
            let cells = cells_of(house).iter();
            cells.map(|&cell| (empty >> cell & 1) as u32).sum()
        });
        let missing = |digit: &usize| {
            let rows = source.houses[*digit][..9].iter();
            rows.filter(|&&row| row != 0).count() >= 4
        };
        let open_digits = (0..9).filter(missing).map(|digit| 1 << digit).sum();
        Self {
            empty,
            vacancies,
            open_digits,
            parents: Vec::new(),
            removed: Vec::new(),
        }
    }

    /// Adds the hint that is collected, if it has parents.
    fn conclude(&mut self, propagation: &mut Propagation, rule: Rule, houses: [usize; 2]) {
        if !self.parents.is_empty() {
            let houses = houses.map(|house| house as u8);
            for &literal in &self.removed {
                let node = propagation.links.len() as u16;
                if propagation.push_false(literal, &self.parents) {
                    propagation.techniques.push((node, rule, houses));
                }
            }
        }
        self.parents.clear();
        self.removed.clear();
    }

    /// Digits of a box in one of its lines, columns first, then digits of a line in one box.
    fn locked_candidates(&mut self, source: &Places, propagation: &mut Propagation) {
        let boxes = [3, 0].map(|skipped| (18..27).map(move |square| (square, skipped)));
        let lines = (9..18).chain(0..9).map(|line| (line, 0));
        for (house, skipped) in boxes.into_iter().flatten().chain(lines) {
            self.locked_in(source, propagation, house, skipped);
        }
    }

    /// Digits with all their places in a house in another one, out of three that cross it.
    fn locked_in(
        &mut self,
        source: &Places,
        propagation: &mut Propagation,
        first: usize,
        skipped: usize,
    ) {
        let crossings = || {
            let crossings = Classic.crossings(first).skip(skipped).take(3);
            crossings.map(|(block, second)| (block as u16, second))
        };
        let mut inside = [0u16; 3];
        for digit in 0..9 {
            let places = propagation.present.houses[digit][first];
            if places & places.wrapping_sub(1) != 0 {
                for (digits, (block, _)) in inside.iter_mut().zip(crossings()) {
                    *digits |= u16::from(places & !block == 0) << digit;
                }
            }
        }
        for (digits, (block, second)) in inside.into_iter().zip(crossings()) {
            for digit in digits_in(digits) {
                let mut back = Classic.crossings(second);
                let shared = back.find(|&(_, house)| house == first);
                let shared = shared.map_or(0, |(shared, _)| shared as u16);
                let removed = propagation.present.houses[digit][second] & !shared;
                if removed != 0 {
                    let deleted = deleted_places(source, propagation, digit, first) & !block;
                    self.parents.extend(literals(first, deleted, digit));
                    self.removed.extend(literals(second, removed, digit));
                    self.conclude(propagation, Rule::Locked, [first, second]);
                }
            }
        }
    }

    /// Two digits with the same two places in a house.
    fn hidden_pairs(&mut self, source: &Places, propagation: &mut Propagation) {
        for house in self.houses(5) {
            let present = &propagation.present.houses;
            for ([low, high], places) in equal_pairs(|digit| present[digit][house]) {
                let digits = 1 << low | 1 << high;
                let cells = [places.trailing_zeros(), places.ilog2()];
                let cells = cells.map(|place| cells_of(house)[place as usize].into());
                let rule = Rule::HiddenPair {
                    cells,
                    digits: digits.into(),
                };
                self.keep_pair(source, propagation, house, [places, !digits], rule);
            }
        }
    }

    /// Two cells of a house with the same two candidates.
    fn naked_pairs(&mut self, source: &Places, propagation: &mut Propagation) {
        for house in self.houses(4) {
            let cells = cells_of(house).map(usize::from);
            let present = &propagation.present.cells;
            for (pair, digits) in equal_pairs(|place| present[cells[place]]) {
                let rule = Rule::NakedPair {
                    cells: pair.map(|place| cells[place]),
                    digits: digits.into(),
                };
                let others = !(1 << pair[0] | 1 << pair[1]);
                self.keep_pair(source, propagation, house, [others, digits], rule);
            }
        }
    }

    /// Boxes, columns, rows with at least this many empty cells.
    fn houses(&self, least: u32) -> impl Iterator<Item = usize> + use<> {
        let vacancies = self.vacancies;
        let houses = (18..27).chain(9..18).chain(0..9);
        houses.filter(move |&house| vacancies[house] >= least)
    }

    /// Removes these digits from these places of a house, because the other digits have been deleted
    /// from the other places.
    fn keep_pair(
        &mut self,
        source: &Places,
        propagation: &mut Propagation,
        house: usize,
        [places, digits]: [u16; 2],
        rule: Rule,
    ) {
        let candidates = |of: &Places, places: u16, digits: u16| {
            let cells = digits_in(places & 0o777).map(|place| usize::from(cells_of(house)[place]));
            let literals = cells.flat_map(|cell| {
                digits_in(of.cells[cell] & digits)
                    .map(move |digit| Literal::new(cell, digit, false))
            });
            literals.collect::<Vec<_>>()
        };
        self.removed = candidates(&propagation.present, places, digits);
        if !self.removed.is_empty() {
            self.parents = candidates(source, !places, !digits);
            self.conclude(propagation, rule, [house; 2]);
        }
    }

    /// A digit with the same two places in two columns, or in two rows.
    fn x_wings(&mut self, source: &Places, propagation: &mut Propagation) {
        for (base, cover) in [(9, 0), (0, 9)] {
            let twice: [u16; 9] = std::array::from_fn(|line| {
                let twice = |digit: &usize| {
                    propagation.present.houses[*digit][base + line].count_ones() == 2
                };
                digits_in(self.open_digits)
                    .filter(twice)
                    .map(|digit| 1 << digit)
                    .sum()
            });
            for high in 0..9 {
                for low in 0..high {
                    for digit in digits_in(twice[low] & twice[high]) {
                        let places = propagation.present.houses[digit];
                        if places[base + low] != places[base + high] {
                            continue;
                        }
                        for line in digits_in(places[base + low]) {
                            let others = places[cover + line] & !(1 << low | 1 << high);
                            self.removed.extend(literals(cover + line, others, digit));
                        }
                        if self.removed.is_empty() {
                            continue;
                        }
                        sort(&mut self.removed);
                        for line in [base + low, base + high] {
                            let deleted =
                                deleted_places(source, propagation, digit, line) & !places[line];
                            self.parents.extend(literals(line, deleted, digit));
                        }
                        self.conclude(propagation, Rule::XWing, [base + low, base + high]);
                    }
                }
            }
        }
    }
}

/// Pairs of numbers below nine with equal words of two bits, the lower one first, with the word.
fn equal_pairs(word: impl Fn(usize) -> u16) -> Vec<([usize; 2], u16)> {
    let mut pairs = Vec::new();
    for high in (0..9).filter(|&high| word(high).count_ones() == 2) {
        let lower = (0..high).filter(|&low| word(low) == word(high));
        pairs.extend(lower.map(|low| ([low, high], word(high))));
    }
    pairs
}

/// Places of a digit in a house that were deleted since the start.
fn deleted_places(source: &Places, propagation: &Propagation, digit: usize, house: usize) -> u16 {
    source.houses[digit][house] & !propagation.present.houses[digit][house]
}

/// False literals of a digit in these places of a house.
fn literals(house: usize, places: u16, digit: usize) -> impl Iterator<Item = Literal> {
    let cells = digits_in(places).map(move |place| usize::from(cells_of(house)[place]));
    cells.map(move |cell| Literal::new(cell, digit, false))
}

impl Indirect for EmbeddedTechniques {
    fn extend(&mut self, source: &Places, propagation: &mut Propagation) {
        let before = propagation.links.len();
        for kind in [
            Self::locked_candidates,
            Self::hidden_pairs,
            Self::naked_pairs,
            Self::x_wings,
        ] {
            kind(self, source, propagation);
            if propagation.links.len() > before {
                return;
            }
        }
    }
}
