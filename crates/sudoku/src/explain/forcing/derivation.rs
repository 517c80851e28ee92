//! Forcing chains spelled out: which implications lead from an assumption to its end.
//!
//! The rules are those of [forcing chains](super), applied in rounds, so that every
//! implication is found as early as it can be. Each candidate that goes remembers the
//! implication that removed it; walking back from the end leaves out all others.

use super::super::cells::{BOX, CELLS_OF, CellSet, UNITS, UNITS_OF};
use super::super::locked::{parts, shared_unit};
use super::super::state::State;
use super::fact::{Fact, Implication};

/// Why a candidate is gone: it was before, or an implication of this number removed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Here,
    GoneBefore,
    GoneBy(usize),
}

/// The implications that lead from a digit in a cell to a contradiction; or, unless
/// `goal` is empty, to the removal of all these candidates, by cell and digit.
///
/// If `nested`, contradictions that follow from other candidates are among them.
pub fn derive(
    state: &State,
    (cell, digit): (usize, usize),
    goal: &[(usize, usize)],
    nested: bool,
) -> Vec<Implication> {
    let mut net = Net::new(state);
    net.add(Fact::Assumed { cell, digit }, Vec::new());
    let end = net.run(goal, nested);
    net.chain(&end, 0).0
}

/// All that is known to follow from an assumption.
#[derive(Clone, Debug)]
struct Net {
    /// By cell and digit.
    marks: [[Mark; 9]; 81],
    /// The cells and the units' digits that were open at first.
    open: [bool; 81],
    wanted: [[bool; 9]; UNITS],
    /// The cells that an implication has filled.
    filled: [bool; 81],
    implications: Vec<Implication>,
}

impl Net {
    fn new(state: &State) -> Self {
        let is_mark = |cell, digit: usize| state.marks(digit).contains(cell);
        let mark = |cell, digit| {
            if is_mark(cell, digit) {
                Mark::Here
            } else {
                Mark::GoneBefore
            }
        };
        Self {
            marks: std::array::from_fn(|cell| std::array::from_fn(|digit| mark(cell, digit))),
            open: std::array::from_fn(|cell| state.open().contains(cell)),
            wanted: std::array::from_fn(|unit| {
                std::array::from_fn(|digit| state.places(digit, unit) != 0)
            }),
            filled: [false; 81],
            implications: Vec::new(),
        }
    }

    /// Draws implications until the goal or a contradiction is reached, or nothing
    /// follows; returns the numbers of the implications at the end.
    fn run(&mut self, goal: &[(usize, usize)], nested: bool) -> Vec<usize> {
        loop {
            if !goal.is_empty() && !goal.iter().any(|&candidate| self.is_here(candidate)) {
                return self.causes(goal);
            }
            if let Some(end) = self.contradiction() {
                let number = self.implications.len();
                self.implications.push(end);
                return vec![number];
            }
            let mut found = self.singles();
            found.extend(self.locked());
            if found.is_empty() && nested {
                found.extend(self.refuted());
            }
            if found.is_empty() {
                return Vec::new();
            }
            for Implication { fact, premises } in found {
                self.add(fact, premises);
            }
        }
    }

    /// The implications that removed some of these candidates.
    fn causes(&self, candidates: &[(usize, usize)]) -> Vec<usize> {
        let marks = candidates
            .iter()
            .map(|&(cell, digit)| self.marks[cell][digit]);
        let cause = |mark| match mark {
            Mark::GoneBy(number) => Some(number),
            Mark::Here | Mark::GoneBefore => None,
        };
        marks.filter_map(cause).collect()
    }

    fn is_here(&self, (cell, digit): (usize, usize)) -> bool {
        self.marks[cell][digit] == Mark::Here
    }

    /// An open cell without a digit, or a digit without a place in a unit.
    fn contradiction(&self) -> Option<Implication> {
        let no_digit = (0..81)
            .filter(|&cell| self.open[cell])
            .map(|cell| (Fact::NoDigit { cell }, digits_of(cell)));
        let no_place = (0..UNITS).flat_map(|unit| (0..9).map(move |digit| (unit, digit)));
        let no_place = no_place
            .filter(|&(unit, digit)| self.wanted[unit][digit])
            .map(|(unit, digit)| (Fact::NoPlace { digit, unit }, places_of(unit, digit)));
        let mut all = no_digit.chain(no_place);
        let (fact, candidates) = all.find(|(_, all)| !all.iter().any(|&c| self.is_here(c)))?;
        let premises = self.causes(&candidates);
        Some(Implication { fact, premises })
    }

    /// The only digits of cells, and the only places in units.
    fn singles(&self) -> Vec<Implication> {
        let mut found = Vec::new();
        let mut taken = self.filled;
        let mut look = |candidates: [(usize, usize); 9], fact: &dyn Fn(usize, usize) -> Fact| {
            let mut here = candidates.into_iter().filter(|&c| self.is_here(c));
            if let (Some((cell, digit)), None) = (here.next(), here.next())
                && !taken[cell]
            {
                taken[cell] = true;
                found.push(Implication {
                    fact: fact(cell, digit),
                    premises: self.causes(&candidates),
                });
            }
        };
        for cell in (0..81).filter(|&cell| self.open[cell]) {
            look(digits_of(cell), &|cell, digit| Fact::OnlyDigit {
                cell,
                digit,
            });
        }
        for unit in (BOX..UNITS).chain(0..BOX) {
            for digit in (0..9).filter(|&digit| self.wanted[unit][digit]) {
                look(places_of(unit, digit), &|cell, digit| Fact::OnlyPlace {
                    cell,
                    digit,
                    unit,
                });
            }
        }
        found
    }

    /// Digits confined to the cells that two units share.
    fn locked(&self) -> Vec<Implication> {
        let mut found = Vec::new();
        for within in (BOX..UNITS).chain(0..BOX) {
            for digit in (0..9).filter(|&digit| self.wanted[within][digit]) {
                let places = places_of(within, digit);
                let here = (0..9).filter(|&at| self.is_here(places[at]));
                let here = here.fold(0, |all, at| all | 1_u16 << at);
                let Some(part) = parts(within).iter().position(|part| here & !part == 0) else {
                    continue;
                };
                if here.count_ones() < 2 {
                    continue;
                }
                let first = here.trailing_zeros() as usize;
                let also = shared_unit(CELLS_OF[within][first], within, part);
                let gone = CELLS_OF[also].into_iter().filter(|&cell| {
                    self.is_here((cell, digit)) && !UNITS_OF[cell].contains(&within)
                });
                let cells: Vec<usize> = gone.collect();
                if !cells.is_empty() {
                    found.push(Implication {
                        premises: self.causes(&places),
                        fact: Fact::Locked {
                            digit,
                            within,
                            also,
                            cells,
                        },
                    });
                }
            }
        }
        found
    }

    /// The first candidate that leads to a contradiction by itself.
    fn refuted(&self) -> Option<Implication> {
        let size = |&cell: &usize| {
            digits_of(cell)
                .into_iter()
                .filter(|&c| self.is_here(c))
                .count()
        };
        let mut cells: Vec<usize> = (0..81)
            .filter(|cell| self.open[*cell] && size(cell) > 1)
            .collect();
        cells.sort_by_key(size);
        let candidates = cells.into_iter().flat_map(digits_of);
        candidates
            .filter(|&c| self.is_here(c))
            .find_map(|(cell, digit)| {
                let mut within = self.clone();
                within.add(Fact::Assumed { cell, digit }, Vec::new());
                let end = within.run(&[], false);
                if end.is_empty() {
                    return None;
                }
                let (chain, premises) = within.chain(&end, self.implications.len());
                Some(Implication {
                    fact: Fact::Refuted { cell, digit, chain },
                    premises,
                })
            })
    }

    /// Adds an implication and removes the candidates that go with it.
    fn add(&mut self, fact: Fact, premises: Vec<usize>) {
        let number = self.implications.len();
        let mut remove = |cell: usize, digit: usize| {
            if self.marks[cell][digit] == Mark::Here {
                self.marks[cell][digit] = Mark::GoneBy(number);
            }
        };
        match &fact {
            &(Fact::Assumed { cell, digit }
            | Fact::OnlyDigit { cell, digit }
            | Fact::OnlyPlace { cell, digit, .. }) => {
                self.filled[cell] = true;
                for other in (0..9).filter(|&other| other != digit) {
                    remove(cell, other);
                }
                for peer in CellSet::peers(cell).iter() {
                    remove(peer, digit);
                }
            }
            Fact::Locked { digit, cells, .. } => {
                for &cell in cells {
                    remove(cell, *digit);
                }
            }
            &Fact::Refuted { cell, digit, .. } => remove(cell, digit),
            Fact::NoDigit { .. } | Fact::NoPlace { .. } => {}
        }
        self.implications.push(Implication { fact, premises });
    }

    /// The implications that those of `end` rest on, in order: those from `first` on, which
    /// count among themselves, and the numbers of earlier ones.
    fn chain(&self, end: &[usize], first: usize) -> (Vec<Implication>, Vec<usize>) {
        let mut used = vec![false; self.implications.len()];
        for &number in end {
            used[number] = true;
        }
        for number in (first..used.len()).rev() {
            if used[number] {
                for &premise in &self.implications[number].premises {
                    used[premise] = true;
                }
            }
        }
        let own: Vec<usize> = (first..used.len()).filter(|&number| used[number]).collect();
        let renumbered = own.iter().map(|&number| {
            let Implication { fact, premises } = self.implications[number].clone();
            let premises = premises.iter();
            let premises = premises.filter_map(|premise| own.binary_search(premise).ok());
            Implication {
                fact,
                premises: premises.collect(),
            }
        });
        let before = (0..first).filter(|&number| used[number]);
        (renumbered.collect(), before.collect())
    }
}

fn digits_of(cell: usize) -> [(usize, usize); 9] {
    std::array::from_fn(|digit| (cell, digit))
}

fn places_of(unit: usize, digit: usize) -> [(usize, usize); 9] {
    CELLS_OF[unit].map(|cell| (cell, digit))
}
