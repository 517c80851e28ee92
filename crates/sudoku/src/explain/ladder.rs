//! Which technique to try next: always the easiest first.

use super::deduction::Deduction;
use super::news::Memory;
use super::state::State;
use super::technique::Technique;
use super::{
    almost_chains, bent, bug, chains, colouring, empty, finned, fish, forcing, locked, medusa,
    rectangles, remote, singles, subsets, sue_de_coq, turbot, wings,
};

/// The techniques that may be used, for a state that loses candidates from call to call.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// The hardest.
    pub upto: Technique,
    /// Whether the grid is known to have exactly one solution.
    pub unique: bool,
    memory: Memory,
}

impl Ladder {
    /// The techniques up to one.
    pub fn new(upto: Technique, unique: bool) -> Self {
        Self {
            upto,
            unique,
            memory: Memory::NEW,
        }
    }

    /// The first deduction of the easiest technique that makes one.
    pub fn find(&mut self, state: &State) -> Option<Deduction> {
        self.find_from(Technique::HiddenSingle, state)
    }

    /// As [`Ladder::find`], where easier techniques than `first` are known to fail.
    pub fn find_from(&mut self, first: Technique, state: &State) -> Option<Deduction> {
        self.memory.update(state);
        Technique::ALL[first as usize..]
            .iter()
            .find_map(|&technique| {
                if technique > self.upto || technique.needs_uniqueness() && !self.unique {
                    return None;
                }
                let found = self.find_by(technique, state);
                if found.is_none() {
                    self.memory.settle(technique);
                }
                found
            })
    }

    /// The first deduction of a technique.
    fn find_by(&self, technique: Technique, state: &State) -> Option<Deduction> {
        use Technique as T;
        let news = self.memory.news(technique);
        let digits = news.digits;
        match technique {
            // A state begins with elimination, and there are no cages. The others are looked for
            // together with the technique before them: of forcing chains the shortest comes
            // first, of the others the easiest.
            T::Elimination
            | T::CageCombination
            | T::CageLocked
            | T::InniesOuties
            | T::ForcingUnit
            | T::ForcingContradiction
            | T::TwoStringKite
            | T::TurbotFish
            | T::UniqueRectangle2
            | T::UniqueRectangle4
            | T::UniqueRectangle6
            | T::HiddenRectangle
            | T::AvoidableRectangle
            | T::SashimiXWing
            | T::SashimiSwordfish
            | T::SashimiJellyfish
            | T::AlsXyWing
            | T::AlsChain => None,
            T::Skyscraper => turbot::find(state, digits, self.upto),
            T::FinnedXWing => {
                finned::find::<2>(state, digits, [technique, T::SashimiXWing], self.upto)
            }
            T::FinnedSwordfish => {
                finned::find::<3>(state, digits, [technique, T::SashimiSwordfish], self.upto)
            }
            T::FinnedJellyfish => {
                finned::find::<4>(state, digits, [technique, T::SashimiJellyfish], self.upto)
            }
            T::NakedSingle => singles::find_naked(state),
            T::HiddenSingle | T::HiddenSingleLine => singles::find_hidden(state, technique),
            T::Pointing => locked::pointing(state, digits),
            T::Claiming => locked::claiming(state, digits),
            T::NakedPair => subsets::naked::<2>(state, news, technique),
            T::HiddenPair => subsets::hidden::<2>(state, news, technique),
            T::NakedTriple => subsets::naked::<3>(state, news, technique),
            T::HiddenTriple => subsets::hidden::<3>(state, news, technique),
            T::NakedQuad => subsets::naked::<4>(state, news, technique),
            T::HiddenQuad => subsets::hidden::<4>(state, news, technique),
            T::XWing => fish::find::<2>(state, digits, technique),
            T::Swordfish => fish::find::<3>(state, digits, technique),
            T::Jellyfish => fish::find::<4>(state, digits, technique),
            T::XyWing => wings::xy(state, news),
            T::XyzWing => wings::xyz(state),
            T::WWing => wings::w(state),
            T::UniqueRectangle1 => {
                rectangles::plain(state, news).filter(|found| found.technique <= self.upto)
            }
            T::UniqueRectangle3 => rectangles::others(state, news, self.upto),
            T::BugPlusOne => bug::plus_one(state),
            T::SimpleColouring => colouring::find(state, digits),
            T::XChain => chains::x(state, digits),
            T::XyChain => chains::xy(state, news),
            T::EmptyRectangle => empty::rectangle(state, digits),
            T::RemotePairs => remote::pairs(state, news),
            T::AlternatingChain => chains::alternating(state),
            T::GroupedChain => chains::grouped(state),
            T::WxyzWing => bent::wxyz(state, news),
            T::Medusa => medusa::find(state),
            T::SueDeCoq => sue_de_coq::find(state),
            T::AlsXz => almost_chains::find(state, self.upto),
            T::ForcingCell => forcing::shortest(state, self.upto),
            T::ForcingNested => forcing::nested(state),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;

    #[test]
    fn a_ladder_that_remembers_finds_what_a_new_one_finds() {
        let text = std::fs::read_to_string("../../data/puzzles.txt").expect("it is readable");
        let mut kinds = std::collections::BTreeSet::new();
        for puzzle in text.lines().filter_map(|line| line.get(..81)) {
            let puzzle: Grid = puzzle.parse().expect("the file has puzzles");
            let mut state = State::new(&puzzle);
            let mut ladder = Ladder::new(Technique::ForcingNested, true);
            loop {
                let found = ladder.find(&state);
                let anew = Ladder::new(Technique::ForcingNested, true).find(&state);
                assert_eq!(format!("{found:?}"), format!("{anew:?}"), "{puzzle}");
                let Some(found) = found else { break };
                kinds.insert(found.technique);
                found.apply(&mut state);
            }
        }
        assert!(kinds.len() > 20, "{kinds:?}");
    }
}
