//! Search for the next technique to apply: always the easiest.

use super::chains::LinkRules;
use super::deduction::{Deduction, Effect};
use super::layout::Layout;
use super::solving_state::{ChangeTracker, SolvingState};
use super::technique::Technique;
use super::{
    almost_locked_sets, cage_techniques, chains, colouring, fish, forcing, intersections,
    single_digit_patterns, subsets, uniqueness, wings,
};

/// Search for techniques in a state that loses candidates from call to call.
#[derive(Clone, Debug)]
pub struct TechniqueSearch<L: Layout> {
    /// Hardest technique that may be used.
    pub upto: Technique,
    /// True if the grid is known to have exactly one solution.
    pub unique: bool,
    changes: ChangeTracker<L, { Technique::ALL.len() }>,
}

impl<L: Layout> TechniqueSearch<L> {
    /// Creates a search over the techniques up to `upto`.
    pub fn new(layout: &L, upto: Technique, unique: bool) -> Self {
        Self {
            upto,
            unique,
            changes: ChangeTracker::new(layout),
        }
    }

    /// Returns the first deduction of the easiest technique that applies.
    pub fn find(&mut self, state: &SolvingState<L>) -> Option<Deduction<L>> {
        self.find_from(Technique::HiddenSingle, state, &|| false)
    }

    /// Returns the first deduction, as [`TechniqueSearch::find`] does, but begins with the
    /// technique `first`: easier ones are known to fail. Returns `None` once `stopped` returns
    /// true.
    pub fn find_from(
        &mut self,
        first: Technique,
        state: &SolvingState<L>,
        stopped: &dyn Fn() -> bool,
    ) -> Option<Deduction<L>> {
        self.changes.update(state);
        Technique::ALL[first as usize..]
            .iter()
            .find_map(|&technique| {
                if technique > self.upto
                    || technique.needs_uniqueness() && !self.unique
                    || stopped()
                {
                    return None;
                }
                let found = self.find_by(technique, state, stopped);
                if found.is_none() {
                    self.changes.mark_searched(technique as usize);
                }
                found
            })
    }

    /// Returns the first deduction of a technique.
    fn find_by(
        &self,
        technique: Technique,
        state: &SolvingState<L>,
        stopped: &dyn Fn() -> bool,
    ) -> Option<Deduction<L>> {
        use Technique as T;
        let news = self.changes.unsearched(technique as usize);
        let digits = news.digits;
        match technique {
            T::Skyscraper => single_digit_patterns::find_turbot_fish(state, digits, self.upto),
            T::FinnedXWing | T::FinnedSwordfish | T::FinnedJellyfish => {
                fish::find_finned(state, digits, technique, self.upto)
            }
            T::CageCombination | T::CageLocked | T::InniesOuties => {
                cage_techniques::find(state, technique)
            }
            T::NakedSingle => subsets::find_naked_single(state),
            T::HiddenSingle | T::HiddenSingleLine => subsets::find_hidden_single(state, technique),
            T::Pointing => intersections::pointing(state, digits),
            T::Claiming => intersections::claiming(state, digits),
            T::NakedPair | T::NakedTriple | T::NakedQuad => subsets::naked(state, news, technique),
            T::HiddenPair | T::HiddenTriple | T::HiddenQuad => {
                subsets::hidden(state, news, technique)
            }
            T::XWing | T::Swordfish | T::Jellyfish => fish::find(state, digits, technique),
            T::XyWing => wings::find_xy(state, news),
            T::XyzWing => wings::find_xyz(state),
            T::WWing => wings::find_w(state),
            T::UniqueRectangle1 => uniqueness::find_types_1_and_2(state, news)
                .filter(|found| found.technique <= self.upto),
            T::UniqueRectangle3 => uniqueness::find_other_types(state, news, self.upto),
            T::BugPlusOne => uniqueness::plus_one(state),
            T::SimpleColouring => colouring::find_simple(state, digits),
            T::XChain => chains::x(state, digits),
            T::XyChain => chains::xy(state, news),
            T::EmptyRectangle => single_digit_patterns::find_empty_rectangle(state, digits),
            T::RemotePairs => wings::find_remote_pairs(state, news),
            T::AlternatingChain => chains::find(state, technique, LinkRules::Candidates),
            T::GroupedChain => chains::find(state, technique, LinkRules::Grouped),
            T::WxyzWing => wings::wxyz(state, news),
            T::Medusa => colouring::find_medusa(state),
            T::SueDeCoq => intersections::sue_de_coq(state),
            T::AlsXz => almost_locked_sets::find(state, self.upto),
            T::ForcingCell => forcing::shortest(state, self.upto, stopped),
            T::ForcingNested => forcing::nested(state, stopped),
            // `Elimination` happens when a state is created, and some belong to Sudoku Explainer.
            // All others are searched together with the technique before them: the shortest
            // forcing chain comes first, otherwise the easiest technique.
            _ => None,
        }
    }
}

/// Candidates that a technique has found, as pairs of cell and digit from 0.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TechniqueResult {
    /// Technique that found them.
    pub technique: Technique,
    /// Candidates that are true.
    pub placed: Vec<(usize, usize)>,
    /// Candidates that are false.
    pub removed: Vec<(usize, usize)>,
}

/// Returns the first result of a technique, or of one that is searched together with it. Easier
/// techniques are not tried before. Techniques that only Sudoku Explainer has are not searched.
pub fn find_by<L: Layout>(
    state: &SolvingState<L>,
    technique: Technique,
    unique: bool,
) -> Option<TechniqueResult> {
    if technique.is_of_explainer() || technique.needs_uniqueness() && !unique {
        return None;
    }
    let search = TechniqueSearch::new(&state.layout, Technique::ForcingNested, unique);
    let found = search.find_by(technique, state, &|| false)?;
    let mut finding = TechniqueResult {
        technique: found.technique,
        placed: Vec::new(),
        removed: Vec::new(),
    };
    match found.effect {
        Effect::Placed(cell, digit) => finding.placed.push((cell, digit)),
        Effect::Removed(marks) => {
            let removed = marks.iter().map(|(digit, cell)| (cell, digit));
            finding.removed.extend(removed);
        }
    }
    Some(finding)
}
