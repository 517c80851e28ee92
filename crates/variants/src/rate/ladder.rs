//! Which technique to try next: always the easiest first.

use super::chains::Chains;
use super::field::Field;
use super::forcing::Forcing;
use super::links::Links;
use super::state::{Candidate, State};
use super::{cages, fish, locked, subsets};
use countless_sudoku::{Level, Technique};

/// The techniques that remove candidates, from the easiest to the hardest.
pub const LADDER: [Technique; 20] = [
    Technique::CageCombination,
    Technique::Pointing,
    Technique::Claiming,
    Technique::NakedPair,
    Technique::CageLocked,
    Technique::HiddenPair,
    Technique::NakedTriple,
    Technique::InniesOuties,
    Technique::HiddenTriple,
    Technique::NakedQuad,
    Technique::XWing,
    Technique::TurbotFish,
    Technique::XyWing,
    Technique::Swordfish,
    Technique::HiddenQuad,
    Technique::Jellyfish,
    Technique::XChain,
    Technique::XyChain,
    Technique::AlternatingChain,
    Technique::ForcingContradiction,
];

/// A technique that has found something, and the links of a forcing chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub technique: Technique,
    pub links: u32,
}

/// Finds the next step but for singles.
#[derive(Clone, Debug, Default)]
pub struct Ladder {
    chains: Chains,
    forcing: Forcing,
}

impl Ladder {
    /// The easiest technique, up to a level, that removes candidates, which come to `gone`.
    pub fn find(
        &mut self,
        field: &Field,
        state: &State,
        upto: Level,
        stopped: &impl Fn() -> bool,
        gone: &mut Vec<Candidate>,
    ) -> Option<Found> {
        let wanted = LADDER.iter().filter(|technique| technique.level() <= upto);
        for &technique in wanted {
            gone.clear();
            let links = self.find_by(technique, field, state, stopped, gone);
            if !gone.is_empty() {
                return Some(Found { technique, links });
            }
        }
        None
    }

    /// What one technique removes first, and the links of a forcing chain.
    pub fn find_by(
        &mut self,
        technique: Technique,
        field: &Field,
        state: &State,
        stopped: &impl Fn() -> bool,
        gone: &mut Vec<Candidate>,
    ) -> u32 {
        use Technique as T;
        let mut chain = |cells, units, most| {
            let links = Links { cells, units, most };
            self.chains.find(field, state, links, gone)
        };
        match technique {
            T::CageCombination => cages::combination(field, state, true, gone),
            T::CageLocked => cages::locked(field, state, true, gone),
            T::InniesOuties => {
                cages::combination(field, state, false, gone)
                    || cages::locked(field, state, false, gone)
            }
            T::Pointing => locked::find(field, state, false, gone),
            T::Claiming => locked::find(field, state, true, gone),
            T::NakedPair => subsets::naked(field, state, 2, gone),
            T::HiddenPair => subsets::hidden(field, state, 2, gone),
            T::NakedTriple => subsets::naked(field, state, 3, gone),
            T::HiddenTriple => subsets::hidden(field, state, 3, gone),
            T::NakedQuad => subsets::naked(field, state, 4, gone),
            T::HiddenQuad => subsets::hidden(field, state, 4, gone),
            T::XWing => fish::find(field, state, 2, gone),
            T::Swordfish => fish::find(field, state, 3, gone),
            T::Jellyfish => fish::find(field, state, 4, gone),
            T::TurbotFish => chain(false, true, 2),
            T::XyWing => chain(true, false, 3),
            T::XChain => chain(false, true, u32::MAX),
            T::XyChain => chain(true, false, u32::MAX),
            T::AlternatingChain => chain(true, true, u32::MAX),
            T::ForcingContradiction => {
                let links = self.forcing.find(field, state, stopped, gone);
                return links.unwrap_or(0);
            }
            _ => false,
        };
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harder_techniques_come_later() {
        assert!(LADDER.is_sorted_by(|a, b| a < b));
    }
}
