//! Result of a technique: a pattern and its effect.
//!
//! A pattern is data: the parts that a technique names. They are moved to the frame of the puzzle
//! in one place, and the words for a technique say what they mean.
//!
//! ```text
//!     Pattern ─▶ moved to the puzzle ─▶ words ─▶ PatternDescription
//!     cells, digits, houses, groups,              what to mark, edges,
//!     chains of implications                      a sentence
//! ```

use super::eureka::{self, Proves};
use super::layout::{CandidateSet, CellSet, Frame, Layout, LayoutSet, PlainLayout};
use super::solving_state::{CandidateList, PlainState, SolvingState, moved_candidates};
use super::step::{ChainStatement, Edge, EdgeEnd, alternating_edges};
use super::technique::Technique;
use countless_simd::sort;

/// Pattern in the candidates, with its effect.
#[derive(Debug)]
pub struct Deduction<L: Layout> {
    /// Technique that found it.
    pub technique: Technique,
    /// Parts that its words name.
    pub pattern: Pattern,
    /// Candidates that are true or false.
    pub effect: Effect<L>,
}

/// Effect of a deduction on the candidates.
#[derive(Debug)]
pub enum Effect<L: Layout> {
    /// Cell and the digit it must hold, both from 0.
    Placed(usize, usize),
    /// Candidates that are in no solution; never empty.
    Removed(CandidateSet<L>),
}

impl<L: Layout> Deduction<L> {
    /// Returns a deduction that removes candidates, or `None` if `removed` is empty.
    pub fn removing(
        technique: Technique,
        pattern: impl FnOnce() -> Pattern,
        removed: CandidateSet<L>,
    ) -> Option<Self> {
        (!removed.is_empty()).then(|| Self {
            technique,
            pattern: pattern(),
            effect: Effect::Removed(removed),
        })
    }

    /// Returns a deduction that removes a digit from some cells, or `None` if there are none.
    pub fn excluding(
        technique: Technique,
        pattern: impl FnOnce() -> Pattern,
        digit: usize,
        cells: L::Cells,
    ) -> Option<Self> {
        Self::removing(technique, pattern, CandidateSet::of(digit, cells))
    }

    /// Returns a deduction that solves a cell.
    pub fn placing(technique: Technique, pattern: Pattern, cell: usize, digit: usize) -> Self {
        Self {
            technique,
            pattern,
            effect: Effect::Placed(cell, digit),
        }
    }

    /// Places the digit in a state, or removes the candidates from it.
    pub fn apply(&self, state: &mut SolvingState<L>) {
        self.effect.apply(state);
    }
}

impl<L: Layout> Effect<L> {
    /// Places the digit in a state, or removes the candidates from it.
    pub fn apply(&self, state: &mut SolvingState<L>) {
        match self {
            &Self::Placed(cell, digit) => state.place(cell, digit),
            Self::Removed(marks) => {
                for (digit, cell) in marks.iter() {
                    state.remove(digit, cell);
                }
            }
        }
    }

    /// Candidates of a state that the effect removes, without those of the cell that it solves.
    pub fn removed(&self, state: &SolvingState<L>) -> CandidateList {
        match self {
            &Self::Placed(cell, digit) => {
                let seen = state.candidate_cells(digit) & state.layout.peers(cell);
                seen.iter().map(|cell| (digit, cell)).collect()
            }
            Self::Removed(marks) => {
                let present = |&(digit, cell): &(usize, usize)| state.has(digit, cell);
                marks.iter().filter(present).collect()
            }
        }
    }
}

/// Function that describes a pattern for people. Pattern and state are in the frame of the puzzle.
pub type Words = fn(&Pattern, &PlainState<'_>) -> PatternDescription;

/// Parts of a pattern, each in the order in which the words take them. Digits count from 0; cells
/// and houses have the numbers of the layout.
#[derive(Clone, Debug)]
pub struct Pattern {
    pub words: Words,
    pub digits: Vec<usize>,
    pub cells: Vec<usize>,
    pub houses: Vec<usize>,
    pub groups: Vec<CellGroup<CellSet>>,
    /// Chains of implications, one for each alternative.
    pub chains: Vec<Vec<Implication>>,
    /// True if the end of a chain of groups leads back to its start.
    pub is_loop: bool,
    /// Cage of a pattern with a sum. Cages have the same number in every frame.
    pub cage: usize,
    /// Candidates that the step removes, known once it is described.
    pub removed: CandidateList,
}

impl Pattern {
    /// Creates a pattern without parts.
    pub fn new(words: Words) -> Self {
        Self {
            words,
            digits: Vec::new(),
            cells: Vec::new(),
            houses: Vec::new(),
            groups: Vec::new(),
            chains: Vec::new(),
            is_loop: false,
            cage: 0,
            removed: CandidateList::new(),
        }
    }

    /// Cells that lose a candidate.
    pub fn losing_cells(&self) -> CellSet {
        self.removed.iter().map(|&(_, cell)| cell).collect()
    }

    /// Adds digits.
    pub fn with_digits(mut self, digits: &[usize]) -> Self {
        self.digits.extend_from_slice(digits);
        self
    }

    /// Adds cells.
    pub fn with_cells(mut self, cells: &[usize]) -> Self {
        self.cells.extend_from_slice(cells);
        self
    }

    /// Adds houses.
    pub fn with_houses(mut self, houses: &[usize]) -> Self {
        self.houses.extend_from_slice(houses);
        self
    }

    /// Adds a group of cells with some digits.
    pub fn with_group(mut self, cells: impl LayoutSet, digits: u32) -> Self {
        let cells = cells.widened();
        self.groups.push(CellGroup { cells, digits });
        self
    }

    /// First digits. A pattern has as many digits as its words take.
    pub fn digits<const N: usize>(&self) -> [usize; N] {
        std::array::from_fn(|number| self.digits[number])
    }

    /// First cells.
    pub fn cells<const N: usize>(&self) -> [usize; N] {
        std::array::from_fn(|number| self.cells[number])
    }

    /// First houses.
    pub fn houses<const N: usize>(&self) -> [usize; N] {
        std::array::from_fn(|number| self.houses[number])
    }

    /// First groups.
    pub fn groups<const N: usize>(&self) -> [CellGroup<CellSet>; N] {
        std::array::from_fn(|number| self.groups[number])
    }

    /// Moves the pattern to the frame of the puzzle.
    pub fn move_to(&mut self, frame: &Frame) {
        self.digits.iter_mut().for_each(|it| *it = frame.digit(*it));
        self.cells.iter_mut().for_each(|it| *it = frame.cell(*it));
        self.houses.iter_mut().for_each(|it| *it = frame.house(*it));
        for group in &mut self.groups {
            group.cells = frame.cells(group.cells);
            group.digits = frame.digits(group.digits);
        }
        let chains = self.chains.iter_mut().flatten();
        chains.for_each(|implication| implication.move_to(frame));
        self.removed = moved_candidates(&self.removed, frame);
    }

    /// Describes a pattern by all its digits, cells and houses. Cells outside of groups come first.
    pub fn described(&self, text: String) -> PatternDescription {
        let digits = self.digits.iter().fold(0, |all, digit| all | 1 << digit);
        let grouped = CellGroup::union(&self.groups);
        let mut cells = self.cells.clone();
        cells.extend(grouped.cells.iter());
        PatternDescription {
            digits: digits | grouped.digits,
            cells: distinct(&cells),
            houses: self.houses.clone(),
            text,
            ..PatternDescription::default()
        }
    }

    /// Describes a pattern with a chain of strong and weak links in turn, beginning with a strong
    /// one.
    pub fn described_chain(
        &self,
        layout: &PlainLayout,
        ends: &[EdgeEnd],
        text: String,
    ) -> PatternDescription {
        let proves = Proves::Removed(&self.removed);
        PatternDescription {
            edges: alternating_edges(layout, ends, false),
            eureka: Some(eureka::chain(layout, ends, false, proves)),
            ..self.described(text)
        }
    }
}

/// Cells in the order of their first occurrence.
pub fn distinct(cells: &[usize]) -> Vec<usize> {
    let (mut seen, mut distinct) = (CellSet::NONE, Vec::new());
    for &cell in cells {
        if !seen.contains(cell) {
            seen.insert(cell);
            distinct.push(cell);
        }
    }
    distinct
}

/// Some cells, with all digits that they may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellGroup<C> {
    pub cells: C,
    pub digits: u32,
}

impl<C: LayoutSet> CellGroup<C> {
    /// Group without cells.
    pub const NONE: Self = Self {
        cells: C::NONE,
        digits: 0,
    };

    /// Creates a group from an unsolved cell of a state.
    #[inline(always)]
    pub fn of<L: Layout<Cells = C>>(cell: usize, state: &SolvingState<L>) -> Self {
        Self {
            cells: C::of(cell),
            digits: state.candidates_of(cell),
        }
    }

    /// Cells of the group that may hold a digit.
    pub fn places<L: Layout<Cells = C>>(self, digit: usize, state: &SolvingState<L>) -> C {
        self.cells & state.candidate_cells(digit)
    }

    /// Group with the cells and digits of another, too.
    #[inline(always)]
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            cells: self.cells | other.cells,
            digits: self.digits | other.digits,
        }
    }
}

impl CellGroup<CellSet> {
    /// Cells and digits of all groups.
    pub fn union(groups: &[Self]) -> Self {
        groups
            .iter()
            .fold(Self::NONE, |all, group| all.with(*group))
    }

    /// Digit of a group that has exactly one.
    pub fn digit(self) -> usize {
        self.digits.trailing_zeros() as usize
    }
}

/// Consequence of an assumption.
#[derive(Clone, Debug)]
pub struct Implication {
    pub rule: Rule,
    /// Candidate that is true, candidates that are removed, or lost candidates that prove a
    /// contradiction: as cell and digit, from 0.
    pub candidates: Vec<(usize, usize)>,
    pub houses: Vec<usize>,
    /// Numbers of the implications that it rests on.
    pub premises: Vec<usize>,
    /// Chain that refutes the candidate, or a chain for each case.
    pub because: Vec<Vec<Implication>>,
}

/// Rule of an implication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The candidate is true by assumption.
    Assumed,
    /// The candidate is false by assumption.
    AssumedFalse,
    /// The cell has no other candidate.
    OnlyDigit,
    /// The house has no other place for the digit.
    OnlyPlace,
    /// All places of the digit in the first house lie in the second: these candidates of the
    /// second house are removed.
    Locked,
    /// Two cells hold these digits, so these candidates of the house are removed.
    NakedPair { cells: [usize; 2], digits: u32 },
    /// These digits of the house are in two cells, so other candidates of the cells are removed.
    HiddenPair { cells: [usize; 2], digits: u32 },
    /// All places of the digit in the two houses lie in two lines that cross them, so these
    /// candidates of the lines are removed.
    XWing,
    /// The candidate leads to a contradiction, so it is removed.
    Refuted,
    /// One of several assumptions is true, and the candidate is false in each case.
    EachCase,
    /// The other cells of the cage cannot make up its sum with these candidates, so they are
    /// removed.
    Sum { cage: usize },
    /// The cell has no candidate left.
    NoDigit,
    /// The house has no place left for the digit.
    NoPlace,
    /// The cage cannot have its sum.
    NoSum { cage: usize },
}

impl Implication {
    /// Creates an implication without houses.
    pub fn new(rule: Rule, candidates: Vec<(usize, usize)>, premises: Vec<usize>) -> Self {
        Self {
            rule,
            candidates,
            houses: Vec::new(),
            premises,
            because: Vec::new(),
        }
    }

    /// Creates an implication with houses.
    pub fn in_houses(
        rule: Rule,
        candidates: Vec<(usize, usize)>,
        houses: Vec<usize>,
        premises: Vec<usize>,
    ) -> Self {
        Self {
            houses,
            ..Self::new(rule, candidates, premises)
        }
    }

    /// First candidate, as cell and digit.
    pub fn first_candidate(&self) -> (usize, usize) {
        self.candidates.first().copied().unwrap_or_default()
    }

    /// Candidate that is true, as cell and digit, or `None` if the implication only removes
    /// candidates or is a contradiction.
    pub fn placed_candidate(&self) -> Option<(usize, usize)> {
        let places = matches!(self.rule, Rule::Assumed | Rule::OnlyDigit | Rule::OnlyPlace);
        places.then(|| self.first_candidate())
    }

    /// True for a cell without a candidate, a house without a place for a digit, or a cage without
    /// its sum.
    pub fn is_contradiction(&self) -> bool {
        matches!(
            self.rule,
            Rule::NoDigit | Rule::NoPlace | Rule::NoSum { .. }
        )
    }

    /// True if the implication says that its candidates are false.
    pub fn states_removal(&self) -> bool {
        let places = self.placed_candidate().is_some();
        !places && !self.is_contradiction() && !matches!(self.rule, Rule::Sum { .. })
    }

    /// True if the implication removes a candidate.
    pub fn excludes(&self, layout: &PlainLayout, (cell, digit): (usize, usize)) -> bool {
        match self.placed_candidate() {
            Some((at, held)) if cell == at => digit != held,
            Some((at, held)) => digit == held && layout.peers(at).contains(cell),
            None => !self.is_contradiction() && self.candidates.contains(&(cell, digit)),
        }
    }

    /// Moves the implication to the frame of a puzzle.
    fn move_to(&mut self, frame: &Frame) {
        if let Rule::NakedPair { cells, digits } | Rule::HiddenPair { cells, digits } =
            &mut self.rule
        {
            *cells = cells.map(|cell| frame.cell(cell));
            *digits = frame.digits(*digits);
        }
        for (cell, digit) in &mut self.candidates {
            (*cell, *digit) = (frame.cell(*cell), frame.digit(*digit));
        }
        sort(&mut self.candidates);
        self.houses.iter_mut().for_each(|it| *it = frame.house(*it));
        let because = self.because.iter_mut().flatten();
        because.for_each(|implication| implication.move_to(frame));
    }
}

/// Description of a pattern for people.
#[derive(Debug, Default)]
pub struct PatternDescription {
    /// Digits from 0, one bit each.
    pub digits: u32,
    pub cells: Vec<usize>,
    /// Numbers of the houses.
    pub houses: Vec<usize>,
    pub chains: Vec<Vec<ChainStatement>>,
    /// Edges between the candidates.
    pub edges: Vec<Edge>,
    /// Chain in Eureka notation, for a technique with one.
    pub eureka: Option<String>,
    /// Name of a special case, in place of the title of the technique.
    pub title: Option<&'static str>,
    /// Sentence without its conclusion: `in row 1, 5 can only be in r1c2`.
    pub text: String,
    pub conclusion: Conclusion,
}

/// End of a sentence: the removed candidates, and how they follow.
#[derive(Debug, Default)]
pub enum Conclusion {
    /// `so 5 is eliminated from r1c1`
    #[default]
    Follows,
    /// `either way 5 is eliminated from r1c1`
    EitherWay,
    /// `5 is eliminated from r1c1, which sees both`, with the words after `sees`.
    Sees(String),
    /// `so 5 is eliminated from r1c1, in the cover sets only`, with the words after the comma.
    Where(&'static str),
    /// Words in place of the list of candidates.
    Told(String),
}
