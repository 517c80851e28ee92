//! Which technique to try next: always the easiest first.

use super::deduction::Deduction;
use super::state::State;
use super::technique::Technique;
use super::{
    bug, chains, colouring, empty, finned, fish, forcing, locked, rectangles, remote, singles,
    subsets, turbot, wings,
};

/// The techniques that may be used.
#[derive(Clone, Copy, Debug)]
pub struct Ladder {
    /// The hardest.
    pub upto: Technique,
    /// Whether the grid is known to have exactly one solution.
    pub unique: bool,
}

impl Ladder {
    /// The first deduction of the easiest technique that makes one.
    pub fn find(self, state: &State) -> Option<Deduction> {
        self.find_from(Technique::NakedSingle, state)
    }

    /// As [`Ladder::find`], where easier techniques than `first` are known to fail.
    pub fn find_from(self, first: Technique, state: &State) -> Option<Deduction> {
        let allowed = |technique: &Technique| {
            *technique <= self.upto && (self.unique || !technique.needs_uniqueness())
        };
        Technique::ALL[first as usize..]
            .iter()
            .filter(|technique| allowed(technique))
            .find_map(|&technique| self.find_by(technique, state))
    }

    /// The first deduction of a technique.
    fn find_by(self, technique: Technique, state: &State) -> Option<Deduction> {
        use Technique as T;
        match technique {
            // A state begins with elimination. The others are looked for together with the
            // technique before them: of forcing chains the shortest comes first, of the
            // others the easiest.
            T::Elimination
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
            | T::SashimiSwordfish => None,
            T::Skyscraper => turbot::find(state, self.upto),
            T::FinnedXWing => finned::find(state, [technique, T::SashimiXWing], 2, self.upto),
            T::FinnedSwordfish => {
                finned::find(state, [technique, T::SashimiSwordfish], 3, self.upto)
            }
            T::NakedSingle => singles::find_naked(state),
            T::HiddenSingle | T::HiddenSingleLine => singles::find_hidden(state, technique),
            T::Pointing => locked::pointing(state),
            T::Claiming => locked::claiming(state),
            T::NakedPair => subsets::naked(state, technique, 2),
            T::HiddenPair => subsets::hidden(state, technique, 2),
            T::NakedTriple => subsets::naked(state, technique, 3),
            T::HiddenTriple => subsets::hidden(state, technique, 3),
            T::NakedQuad => subsets::naked(state, technique, 4),
            T::HiddenQuad => subsets::hidden(state, technique, 4),
            T::XWing => fish::find(state, technique, 2),
            T::Swordfish => fish::find(state, technique, 3),
            T::Jellyfish => fish::find(state, technique, 4),
            T::XyWing => wings::xy(state),
            T::XyzWing => wings::xyz(state),
            T::WWing => wings::w(state),
            T::UniqueRectangle1 => {
                rectangles::plain(state).filter(|found| found.technique <= self.upto)
            }
            T::UniqueRectangle3 => rectangles::others(state, self.upto),
            T::BugPlusOne => bug::plus_one(state),
            T::SimpleColouring => colouring::find(state),
            T::XChain => chains::x(state),
            T::XyChain => chains::xy(state),
            T::EmptyRectangle => empty::rectangle(state),
            T::RemotePairs => remote::pairs(state),
            T::AlternatingChain => chains::alternating(state),
            T::GroupedChain => chains::grouped(state),
            T::ForcingCell => forcing::shortest(state, self.upto),
            T::ForcingNested => forcing::nested(state),
        }
    }
}
