//! Techniques inside a propagation whose queues are empty: locked candidates, hidden pairs, naked
//! pairs and X-wings. The first kind that removes something adds all its eliminations, each with
//! the deleted candidates that stood in the way as parents. Without any, the hint is ignored.

use super::super::deduction::Rule;
use super::marks::{Literal, cells_of, digits_in};
use super::places::Places;
use super::propagation::{Indirect, Propagation};

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

    /// Digits of a box in one of its lines, then digits of a line in one box.
    fn locked_candidates(&mut self, source: &Places, propagation: &mut Propagation) {
        for across in [9, 0] {
            for square in 18..27 {
                self.pointing(source, propagation, square, across);
            }
        }
        for line in (9..18).chain(0..9) {
            self.claiming(source, propagation, line);
        }
    }

    fn pointing(
        &mut self,
        source: &Places,
        propagation: &mut Propagation,
        square: usize,
        across: usize,
    ) {
        let mut in_line = [0u16; 3];
        for digit in 0..9 {
            let places = propagation.present.houses[digit][square];
            if places & places.wrapping_sub(1) != 0 {
                for (index, digits) in in_line.iter_mut().enumerate() {
                    let line = if across == 0 {
                        7 << (3 * index)
                    } else {
                        0o111 << index
                    };
                    *digits |= u16::from(places & !line == 0) << digit;
                }
            }
        }
        for (index, digits) in in_line.into_iter().enumerate() {
            let (band, stack) = ((square - 18) / 3, (square - 18) % 3);
            let (line, at) = match across {
                0 => (3 * band + index, stack),
                _ => (9 + 3 * stack + index, band),
            };
            let block = if across == 0 {
                7 << (3 * index)
            } else {
                0o111 << index
            };
            for digit in digits_in(digits) {
                self.lock(
                    source,
                    propagation,
                    digit,
                    (square, block),
                    (line, 7 << (3 * at)),
                );
            }
        }
    }

    fn claiming(&mut self, source: &Places, propagation: &mut Propagation, line: usize) {
        let mut in_box = [0u16; 3];
        for digit in 0..9 {
            let places = propagation.present.houses[digit][line];
            if places & places.wrapping_sub(1) != 0 {
                for (index, digits) in in_box.iter_mut().enumerate() {
                    *digits |= u16::from(places & !(7 << (3 * index)) == 0) << digit;
                }
            }
        }
        for (index, digits) in in_box.into_iter().enumerate() {
            let (square, block) = match line {
                0..9 => (18 + line / 3 * 3 + index, 7 << (line % 3 * 3)),
                _ => (18 + 3 * index + (line - 9) / 3, 0o111 << (line % 3)),
            };
            for digit in digits_in(digits) {
                self.lock(
                    source,
                    propagation,
                    digit,
                    (line, 7 << (3 * index)),
                    (square, block),
                );
            }
        }
    }

    /// A digit whose places in the first house lie in the second one. With each house come its
    /// places in the other one.
    fn lock(
        &mut self,
        source: &Places,
        propagation: &mut Propagation,
        digit: usize,
        (first, inside): (usize, u16),
        (second, shared): (usize, u16),
    ) {
        let removed = propagation.present.houses[digit][second] & !shared;
        if removed == 0 {
            return;
        }
        let deleted = deleted_places(source, propagation, digit, first) & !inside;
        self.parents.extend(literals(first, deleted, digit));
        self.removed.extend(literals(second, removed, digit));
        self.conclude(propagation, Rule::Locked, [first, second]);
    }

    /// Two digits with the same two places in a house.
    fn hidden_pairs(&mut self, source: &Places, propagation: &mut Propagation) {
        for house in (18..27).chain(9..18).chain(0..9) {
            if self.vacancies[house] <= 4 {
                continue;
            }
            let places = |digit: usize| propagation.present.houses[digit][house];
            let twice = |digit: &usize| places(*digit).count_ones() == 2;
            let pairs = (0..9).filter(twice).flat_map(|high| {
                let low = (0..high).filter(move |&low| places(low) == places(high));
                low.map(move |low| (low, high, places(high)))
            });
            for (low, high, pair) in pairs.collect::<Vec<_>>() {
                for place in digits_in(pair) {
                    let cell = usize::from(cells_of(house)[place]);
                    let others = propagation.present.cells[cell] & !(1 << low | 1 << high);
                    let others = digits_in(others).map(|digit| Literal::new(cell, digit, false));
                    self.removed.extend(others);
                }
                if self.removed.is_empty() {
                    continue;
                }
                for place in digits_in(0o777 & !pair) {
                    let cell = usize::from(cells_of(house)[place]);
                    let stood = source.cells[cell] & (1 << low | 1 << high);
                    let stood = digits_in(stood).map(|digit| Literal::new(cell, digit, false));
                    self.parents.extend(stood);
                }
                let cells = [0, 1].map(|at| digits_in(pair).nth(at).unwrap_or_default());
                let cells = cells.map(|place| cells_of(house)[place].into());
                let digits = 1 << low | 1 << high;
                self.conclude(propagation, Rule::HiddenPair { cells, digits }, [house; 2]);
            }
        }
    }

    /// Two cells of a house with the same two candidates.
    fn naked_pairs(&mut self, source: &Places, propagation: &mut Propagation) {
        for house in (18..27).chain(9..18).chain(0..9) {
            if self.vacancies[house] < 4 {
                continue;
            }
            let cells = cells_of(house);
            let candidates = |place: usize| propagation.present.cells[usize::from(cells[place])];
            let two = |place: &usize| candidates(*place).count_ones() == 2;
            let pairs = (0..9).filter(two).flat_map(|high| {
                let low = (0..high).filter(move |&low| candidates(low) == candidates(high));
                low.map(move |low| (low, high, candidates(high)))
            });
            for (low, high, pair) in pairs.collect::<Vec<_>>() {
                let mut others: Vec<Literal> = Vec::new();
                for digit in digits_in(pair) {
                    let places = propagation.present.houses[digit][house];
                    others.extend(literals(house, places & !(1 << low | 1 << high), digit));
                }
                others.sort_unstable();
                self.removed = others;
                if self.removed.is_empty() {
                    continue;
                }
                for place in [low, high] {
                    let cell = usize::from(cells[place]);
                    let stood = source.cells[cell] & !pair;
                    let stood = digits_in(stood).map(|digit| Literal::new(cell, digit, false));
                    self.parents.extend(stood);
                }
                let pair = Rule::NakedPair {
                    cells: [low, high].map(|place| cells[place].into()),
                    digits: pair.into(),
                };
                self.conclude(propagation, pair, [house; 2]);
            }
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
                        self.removed.sort_unstable();
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
