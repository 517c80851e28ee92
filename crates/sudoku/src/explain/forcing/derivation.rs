//! Derivation of forcing chains: the implications that lead from an assumption to its end.
//!
//! The rules are those of [forcing chains](super), applied in rounds, so every implication is found
//! as early as possible. Each removed candidate records the implication that removed it. A walk
//! back from the end leaves out the implications that are not needed.

use super::super::deduction::{Implication, Rule};
use super::super::layout::{Cage, LayoutSet, PlainLayout, bits};
use super::super::solving_state::PlainState;

/// State of a candidate: present, removed before the assumption, or removed by the implication with
/// this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CandidateState {
    Here,
    GoneBefore,
    GoneBy(usize),
}

/// Returns the implications that lead from a digit in a cell to a contradiction. If `goal` is not
/// empty, they lead to the removal of all its candidates, given as cell and digit.
pub fn derive(
    state: &PlainState<'_>,
    assumed: (usize, usize),
    goal: &[(usize, usize)],
) -> Vec<Implication> {
    let mut net = Derivation::new(state);
    net.assume(assumed);
    let end = net.derive_until(goal);
    net.implications_of(&end, 0).0
}

/// All implications found from an assumption.
#[derive(Clone, Debug)]
pub struct Derivation<'a> {
    pub layout: &'a PlainLayout,
    /// State of each candidate, by cell and digit.
    candidates: Vec<CandidateState>,
    /// Digits that had a place in a house at first.
    unplaced: Vec<bool>,
    /// Digit of each cell that was solved at first, as a bit; 0 for another cell.
    solved: Vec<u32>,
    /// Cells that an implication has filled.
    filled: Vec<bool>,
    pub implications: Vec<Implication>,
}

impl<'a> Derivation<'a> {
    /// Creates a derivation from a state, without implications.
    pub fn new(state: &PlainState<'a>) -> Self {
        let layout = state.layout;
        let (cells, digits) = (layout.cells(), layout.digits);
        let mark = |at: usize| {
            if state.has(at % digits, at / digits) {
                CandidateState::Here
            } else {
                CandidateState::GoneBefore
            }
        };
        let unplaced = (0..layout.houses).flat_map(|house| {
            let members = layout.members(house).iter();
            let all = members.fold(0, |all, &cell| all | state.candidates_of(cell.into()));
            (0..digits).map(move |digit| all >> digit & 1 != 0)
        });
        Self {
            candidates: (0..cells * digits).map(mark).collect(),
            unplaced: unplaced.collect(),
            solved: (0..cells)
                .map(|cell| state.possible(cell) & !state.candidates_of(cell))
                .collect(),
            filled: vec![false; cells],
            implications: Vec::new(),
            layout,
        }
    }

    /// Adds the assumption that a cell has a digit.
    pub fn assume(&mut self, assumed: (usize, usize)) {
        self.add(Implication::new(Rule::Assumed, vec![assumed], Vec::new()));
    }

    fn candidate(&self, (cell, digit): (usize, usize)) -> CandidateState {
        self.candidates[cell * self.layout.digits + digit]
    }

    /// Numbers of the houses: areas first, then lines.
    fn houses(&self) -> impl Iterator<Item = usize> + use<> {
        let lines = self.layout.lines;
        (lines..self.layout.houses).chain(0..lines)
    }

    /// Digits that a house lacked at first.
    fn unplaced_digits(&self, house: usize) -> impl Iterator<Item = usize> {
        let digits = self.layout.digits;
        (0..digits).filter(move |digit| self.unplaced[house * digits + digit])
    }

    /// Cells that were unsolved at first.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        (0..self.layout.cells()).filter(|&cell| self.solved[cell] == 0)
    }

    /// All candidates of a cell.
    pub fn digits_of(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        (0..self.layout.digits).map(move |digit| (cell, digit))
    }

    /// A digit in all cells of a house.
    pub fn places_of(&self, house: usize, digit: usize) -> impl Iterator<Item = (usize, usize)> {
        let members = self.layout.members(house).iter();
        members.map(move |&cell| (cell.into(), digit))
    }

    /// Draws implications until the goal or a contradiction is reached, or nothing follows. Returns
    /// the numbers of the implications at the end.
    pub fn derive_until(&mut self, goal: &[(usize, usize)]) -> Vec<usize> {
        loop {
            if !goal.is_empty() && !goal.iter().any(|&candidate| self.is_here(candidate)) {
                return self.causes(goal.iter().copied());
            }
            if let Some(end) = self.contradiction() {
                let number = self.implications.len();
                self.implications.push(end);
                return vec![number];
            }
            let mut found = self.singles();
            found.extend(self.locked());
            if found.is_empty() {
                found.extend(self.sums());
            }
            if found.is_empty() {
                return Vec::new();
            }
            for implication in found {
                self.add(implication);
            }
        }
    }

    /// Numbers of the implications that removed some of these candidates.
    pub fn causes(&self, candidates: impl Iterator<Item = (usize, usize)>) -> Vec<usize> {
        let marks = candidates.map(|candidate| self.candidate(candidate));
        let cause = |mark| match mark {
            CandidateState::GoneBy(number) => Some(number),
            CandidateState::Here | CandidateState::GoneBefore => None,
        };
        marks.filter_map(cause).collect()
    }

    /// True if a candidate is not removed.
    pub fn is_here(&self, candidate: (usize, usize)) -> bool {
        self.candidate(candidate) == CandidateState::Here
    }

    /// Returns the contradiction of a cell without a candidate, a cage without its sum, or a digit
    /// without a place in a house.
    fn contradiction(&self) -> Option<Implication> {
        let is_gone = |&c: &(usize, usize)| !self.is_here(c);
        let no_digit = self
            .open()
            .find(|&cell| self.digits_of(cell).all(|c| is_gone(&c)));
        if let Some(cell) = no_digit {
            return Some(self.contradiction_of(Rule::NoDigit, self.digits_of(cell).collect()));
        }
        if let Some((cage, members)) = self.broken_cage() {
            let premises = self.causes_of_cage(members);
            return Some(Implication::new(Rule::NoSum { cage }, Vec::new(), premises));
        }
        let mut houses = 0..self.layout.houses;
        let (house, digit) = houses.find_map(|house| {
            let is_lost = |&digit: &usize| self.places_of(house, digit).all(|c| is_gone(&c));
            Some((house, self.unplaced_digits(house).find(is_lost)?))
        })?;
        let mut end = self.contradiction_of(Rule::NoPlace, self.places_of(house, digit).collect());
        end.houses.push(house);
        Some(end)
    }

    /// Returns the contradiction of some candidates that are all gone.
    fn contradiction_of(&self, rule: Rule, mut candidates: Vec<(usize, usize)>) -> Implication {
        let premises = self.causes(candidates.iter().copied());
        candidates.retain(|&c| self.candidate(c) != CandidateState::GoneBefore);
        Implication::new(rule, candidates, premises)
    }

    /// First cage that cannot have its sum.
    fn broken_cage(&self) -> Option<(usize, &Cage)> {
        let mut cages = self.layout.cages.iter().enumerate();
        cages.find(|(_, cage)| {
            cage.is_drawn()
                && cage
                    .possible_digits(|cell| self.possible(cell.into()))
                    .is_none()
        })
    }

    /// Naked singles of the cells, and hidden singles of the houses.
    fn singles(&self) -> Vec<Implication> {
        let mut found = Vec::new();
        let mut taken = self.filled.clone();
        for cell in self.open() {
            if let Some(only) = self.only(self.digits_of(cell), &mut taken) {
                let premises = self.causes(self.digits_of(cell));
                found.push(Implication::new(Rule::OnlyDigit, vec![only], premises));
            }
        }
        for house in self.houses() {
            for digit in self.unplaced_digits(house) {
                if let Some(only) = self.only(self.places_of(house, digit), &mut taken) {
                    let premises = self.causes(self.places_of(house, digit));
                    let (rule, houses) = (Rule::OnlyPlace, vec![house]);
                    found.push(Implication::in_houses(rule, vec![only], houses, premises));
                }
            }
        }
        found
    }

    /// Returns the candidate if only one of `candidates` remains, unless its cell is taken. Marks
    /// the cell as taken.
    fn only(
        &self,
        candidates: impl Iterator<Item = (usize, usize)>,
        taken: &mut [bool],
    ) -> Option<(usize, usize)> {
        let mut here = candidates.filter(|&c| self.is_here(c));
        let (cell, digit) = here.next()?;
        if here.next().is_some() || std::mem::replace(&mut taken[cell], true) {
            return None;
        }
        Some((cell, digit))
    }

    /// Locked candidates: digits confined to the cells that two houses share.
    fn locked(&self) -> Vec<Implication> {
        let mut found = Vec::new();
        for within in self.houses() {
            for digit in self.unplaced_digits(within) {
                let places = self.places_of(within, digit).enumerate();
                let here = places.filter(|&(_, place)| self.is_here(place));
                let here = here.fold(0, |all, (at, _)| all | 1_u32 << at);
                if here.count_ones() < 2 {
                    continue;
                }
                let crossings = self.layout.crossings(within).iter();
                for &(_, also) in crossings.filter(|(shared, _)| here & !shared == 0) {
                    let inside = self.layout.group(within);
                    let gone = self.places_of(also, digit);
                    let gone = gone.filter(|&c| self.is_here(c) && !inside.contains(c.0));
                    let gone: Vec<(usize, usize)> = gone.collect();
                    if !gone.is_empty() {
                        let premises = self.causes(self.places_of(within, digit));
                        let (rule, houses) = (Rule::Locked, vec![within, also]);
                        found.push(Implication::in_houses(rule, gone, houses, premises));
                    }
                }
            }
        }
        found
    }

    /// Candidates that cages exclude.
    fn sums(&self) -> Vec<Implication> {
        let mut found = Vec::new();
        let drawn = self.layout.cages.iter().enumerate();
        for (number, cage) in drawn.filter(|(_, cage)| cage.is_drawn()) {
            let Some(left) = cage.possible_digits(|cell| self.possible(cell.into())) else {
                continue;
            };
            let cells = cage.cells.iter().map(|&cell| usize::from(cell));
            let gone = cells.zip(left).flat_map(|(cell, left)| {
                bits(self.possible(cell) & !left).map(move |digit| (cell, digit))
            });
            let gone: Vec<(usize, usize)> = gone.collect();
            if !gone.is_empty() {
                let rule = Rule::Sum { cage: number };
                found.push(Implication::new(rule, gone, self.causes_of_cage(cage)));
            }
        }
        found
    }

    /// Numbers of the implications that removed candidates of a cage.
    pub fn causes_of_cage(&self, cage: &Cage) -> Vec<usize> {
        let cells = cage.cells.iter().map(|&cell| usize::from(cell));
        self.causes(cells.flat_map(|cell| self.digits_of(cell)))
    }

    /// Digits that a cell may hold, or the digit that it held at first.
    pub fn possible(&self, cell: usize) -> u32 {
        let here = self.digits_of(cell).filter(|&c| self.is_here(c));
        here.fold(self.solved[cell], |all, (_, digit)| all | 1 << digit)
    }

    /// Adds an implication, and removes the candidates that it excludes.
    pub fn add(&mut self, implication: Implication) {
        let number = self.implications.len();
        let digits = self.layout.digits;
        let mut remove = |cell: usize, digit: usize| {
            let mark = &mut self.candidates[cell * digits + digit];
            if *mark == CandidateState::Here {
                *mark = CandidateState::GoneBy(number);
            }
        };
        if let Some((cell, digit)) = implication.placed_candidate() {
            self.filled[cell] = true;
            for other in (0..digits).filter(|&other| other != digit) {
                remove(cell, other);
            }
            for peer in self.layout.peers(cell).iter() {
                remove(peer, digit);
            }
        } else {
            for &(cell, digit) in &implication.candidates {
                remove(cell, digit);
            }
        }
        self.implications.push(implication);
    }

    /// Returns the implications from number `first` on that `end` rests on, in order and renumbered
    /// from 0. The second list has the numbers of earlier implications that they need.
    pub fn implications_of(&self, end: &[usize], first: usize) -> (Vec<Implication>, Vec<usize>) {
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
            let mut implication = self.implications[number].clone();
            let premises = implication.premises.iter();
            let premises = premises.filter_map(|premise| own.binary_search(premise).ok());
            implication.premises = premises.collect();
            implication
        });
        let before = (0..first).filter(|&number| used[number]);
        (renumbered.collect(), before.collect())
    }
}
