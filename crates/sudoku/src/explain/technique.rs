//! The techniques, from the easiest to the hardest, and what they weigh.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// The version of the scale: of the techniques, their order and weights, and of the ratings that
/// follow from them.
///
/// The plan of a run that rates has it, so that a ledger has ratings of one scale.
pub const SCALE: u32 = 2;

/// A way for people to make progress on a sudoku.
///
/// They are ordered: a solver uses the first that applies. The weight of each is its
/// place on the scale of ratings.
///
/// | level | techniques and their weights |
/// |---|---|
/// | easy | hidden single in a box 1, hidden single in a line 2, naked single 3, cage combination 4 |
/// | medium | pointing 5, claiming 6, naked pair 7, locked digit of a cage 8, hidden pair 9, naked triple 10, innies and outies 11, hidden triple 12 |
/// | hard | naked quad 14, X-wing 15, unique rectangle 1 16, unique rectangle 2 17, skyscraper 18, two-string kite 19, turbot fish 20, empty rectangle 21, XY-wing 22, unique rectangle 3 23, unique rectangle 4 24, unique rectangle 6 25, hidden rectangle 26, avoidable rectangle 28, XYZ-wing 30, W-wing 31, remote pairs 32, finned X-wing 33, sashimi X-wing 34, swordfish 35, hidden quad 36, BUG+1 37, jellyfish 38, finned swordfish 39, sashimi swordfish 40, finned jellyfish 41, sashimi jellyfish 42 |
/// | expert | simple colouring 43, WXYZ-wing 44, X-chain 46, XY-chain 48, 3D Medusa 50, alternating inference chain 54, grouped chain 57, Sue de Coq 58, ALS-XZ 60, ALS-XY-wing 62, ALS chain 64 |
/// | extreme | forcing chains from a cell 70, forcing chains from a house 75, forcing chain 80, nested forcing chain 90 |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// A digit settled in a unit is removed from the unit's other cells; a cell with
    /// one candidate left is settled.
    Elimination,
    /// The only place of a digit in a box.
    HiddenSingle,
    /// The only place of a digit in a row or a column.
    HiddenSingleLine,
    /// The only candidate of a cell.
    NakedSingle,
    /// A candidate of a cage with which its other cells cannot make up the sum.
    CageCombination,
    /// A digit of a box is confined to one line, so it is nowhere else in the line.
    Pointing,
    /// A digit of a line is confined to one box, so it is nowhere else in the box.
    Claiming,
    /// Two cells of a unit share the same two candidates.
    NakedPair,
    /// A digit that a cage must have is nowhere else in sight of its places there.
    CageLocked,
    /// Two digits of a unit share the same two cells.
    HiddenPair,
    /// Three cells of a unit have three candidates between them.
    NakedTriple,
    /// What cages leave of whole units, or have too much, has a sum, too.
    InniesOuties,
    /// Three digits of a unit have three cells between them.
    HiddenTriple,
    /// Four cells of a unit have four candidates between them.
    NakedQuad,
    /// A digit's places in two lines lie in two crossing lines.
    XWing,
    /// Three corners of a rectangle have the same two candidates: the fourth has neither.
    UniqueRectangle1,
    /// Two corners of a rectangle have one and the same candidate more than the others.
    UniqueRectangle2,
    /// Two rows with two places each for a digit, two of them in a column; or columns.
    Skyscraper,
    /// A row and a column with two places each for a digit, two of them in a box.
    TwoStringKite,
    /// Any two units with two places each for a digit, two of which see each other.
    TurbotFish,
    /// A digit's places in a box lie in a row and a column, and a line has two places for it.
    EmptyRectangle,
    /// A cell with two candidates sees two that share one each with it, and a third.
    XyWing,
    /// What two corners of a rectangle may hold besides makes a naked set with other cells.
    UniqueRectangle3,
    /// Two corners are the only places of one of the digits in a unit: neither holds the other.
    UniqueRectangle4,
    /// One of the digits is in opposite corners of a rectangle, and not in these two.
    UniqueRectangle6,
    /// If a corner of a rectangle held one of the digits, the others would follow.
    HiddenRectangle,
    /// A rectangle of which some corners are settled, but are no clues.
    AvoidableRectangle,
    /// As the XY-wing, where the first cell has the third candidate, too.
    XyzWing,
    /// Two cells with the same two candidates, joined by a unit with two places for one.
    WWing,
    /// Cells with the same two candidates, each of which sees the next.
    RemotePairs,
    /// An X-wing but for places in one box.
    FinnedXWing,
    /// As the finned one, where a line has a single place besides the fins.
    SashimiXWing,
    /// A digit's places in three lines lie in three crossing lines.
    Swordfish,
    /// Four digits of a unit have four cells between them.
    HiddenQuad,
    /// But for one candidate, all cells have two and all digits two places in a unit.
    BugPlusOne,
    /// A digit's places in four lines lie in four crossing lines.
    Jellyfish,
    /// A swordfish but for places in one box.
    FinnedSwordfish,
    /// As the finned one, where a line has a single place besides the fins.
    SashimiSwordfish,
    /// A jellyfish but for places in one box.
    FinnedJellyfish,
    /// As the finned one, where a line has a single place besides the fins.
    SashimiJellyfish,
    /// Cells joined by units with two places for a digit take two colours by turns.
    SimpleColouring,
    /// Four cells with four digits, three of which they can hold but once.
    WxyzWing,
    /// A chain of places of one digit, of which one end or the other is true.
    XChain,
    /// A chain of cells with two candidates, of which one end or the other is true.
    XyChain,
    /// Candidates of all digits, joined in cells and units, take two colours by turns.
    Medusa,
    /// A chain of candidates, linked in cells and in units, of which one end or the other is
    /// true.
    AlternatingChain,
    /// As before, where places that a line and a box share may count as one.
    GroupedChain,
    /// Cells of a line and of a box with as many digits as they are.
    SueDeCoq,
    /// Two almost locked sets that cannot both hold a digit.
    AlsXz,
    /// Two almost locked sets, each of which shares such a digit with a third.
    AlsXyWing,
    /// A chain of more almost locked sets.
    AlsChain,
    /// Every candidate of a cell leads to the same, by singles and locked candidates.
    ForcingCell,
    /// Every place of a digit in a unit leads to the same.
    ForcingUnit,
    /// An assumption leads to a contradiction.
    ForcingContradiction,
    /// A contradiction that takes contradictions within it.
    ForcingNested,
}

/// How hard a puzzle is, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Singles, and sums of cages.
    Easy,
    /// Locked candidates, pairs and triples, and the rule of 45.
    Medium,
    /// Quads, fish, wings, rectangles.
    Hard,
    /// Colouring, alternating chains, and almost locked sets.
    Expert,
    /// Forcing chains.
    Extreme,
}

impl Technique {
    /// Every technique, from the easiest to the hardest.
    pub const ALL: [Self; 55] = [
        Self::Elimination,
        Self::HiddenSingle,
        Self::HiddenSingleLine,
        Self::NakedSingle,
        Self::CageCombination,
        Self::Pointing,
        Self::Claiming,
        Self::NakedPair,
        Self::CageLocked,
        Self::HiddenPair,
        Self::NakedTriple,
        Self::InniesOuties,
        Self::HiddenTriple,
        Self::NakedQuad,
        Self::XWing,
        Self::UniqueRectangle1,
        Self::UniqueRectangle2,
        Self::Skyscraper,
        Self::TwoStringKite,
        Self::TurbotFish,
        Self::EmptyRectangle,
        Self::XyWing,
        Self::UniqueRectangle3,
        Self::UniqueRectangle4,
        Self::UniqueRectangle6,
        Self::HiddenRectangle,
        Self::AvoidableRectangle,
        Self::XyzWing,
        Self::WWing,
        Self::RemotePairs,
        Self::FinnedXWing,
        Self::SashimiXWing,
        Self::Swordfish,
        Self::HiddenQuad,
        Self::BugPlusOne,
        Self::Jellyfish,
        Self::FinnedSwordfish,
        Self::SashimiSwordfish,
        Self::FinnedJellyfish,
        Self::SashimiJellyfish,
        Self::SimpleColouring,
        Self::WxyzWing,
        Self::XChain,
        Self::XyChain,
        Self::Medusa,
        Self::AlternatingChain,
        Self::GroupedChain,
        Self::SueDeCoq,
        Self::AlsXz,
        Self::AlsXyWing,
        Self::AlsChain,
        Self::ForcingCell,
        Self::ForcingUnit,
        Self::ForcingContradiction,
        Self::ForcingNested,
    ];

    /// The name on the command line and in tables, such as `naked-pair`.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Its weight on the scale of ratings; elimination weighs nothing.
    pub const fn weight(self) -> u32 {
        self.row().1
    }

    /// The level of a puzzle of which it is the hardest technique.
    pub const fn level(self) -> Level {
        match self.weight() {
            0..5 => Level::Easy,
            5..14 => Level::Medium,
            14..43 => Level::Hard,
            43..70 => Level::Expert,
            _ => Level::Extreme,
        }
    }

    /// Whether it holds only for puzzles with exactly one solution.
    pub const fn needs_uniqueness(self) -> bool {
        matches!(
            self,
            Self::UniqueRectangle1
                | Self::UniqueRectangle2
                | Self::UniqueRectangle3
                | Self::UniqueRectangle4
                | Self::UniqueRectangle6
                | Self::HiddenRectangle
                | Self::AvoidableRectangle
                | Self::BugPlusOne
        )
    }

    /// Whether it is about cages, which a sudoku of nine by nine cells alone has not.
    pub const fn needs_cages(self) -> bool {
        matches!(
            self,
            Self::CageCombination | Self::CageLocked | Self::InniesOuties
        )
    }

    const fn row(self) -> (&'static str, u32) {
        match self {
            Self::Elimination => ("elimination", 0),
            Self::HiddenSingle => ("hidden-single", 1),
            Self::HiddenSingleLine => ("hidden-single-line", 2),
            Self::NakedSingle => ("naked-single", 3),
            Self::CageCombination => ("cage-combination", 4),
            Self::Pointing => ("pointing", 5),
            Self::Claiming => ("claiming", 6),
            Self::NakedPair => ("naked-pair", 7),
            Self::CageLocked => ("cage-locked", 8),
            Self::HiddenPair => ("hidden-pair", 9),
            Self::NakedTriple => ("naked-triple", 10),
            Self::InniesOuties => ("innies-outies", 11),
            Self::HiddenTriple => ("hidden-triple", 12),
            Self::NakedQuad => ("naked-quad", 14),
            Self::XWing => ("x-wing", 15),
            Self::UniqueRectangle1 => ("unique-rectangle-1", 16),
            Self::UniqueRectangle2 => ("unique-rectangle-2", 17),
            Self::Skyscraper => ("skyscraper", 18),
            Self::TwoStringKite => ("two-string-kite", 19),
            Self::TurbotFish => ("turbot-fish", 20),
            Self::EmptyRectangle => ("empty-rectangle", 21),
            Self::XyWing => ("xy-wing", 22),
            Self::UniqueRectangle3 => ("unique-rectangle-3", 23),
            Self::UniqueRectangle4 => ("unique-rectangle-4", 24),
            Self::UniqueRectangle6 => ("unique-rectangle-6", 25),
            Self::HiddenRectangle => ("hidden-rectangle", 26),
            Self::AvoidableRectangle => ("avoidable-rectangle", 28),
            Self::XyzWing => ("xyz-wing", 30),
            Self::WWing => ("w-wing", 31),
            Self::RemotePairs => ("remote-pairs", 32),
            Self::FinnedXWing => ("finned-x-wing", 33),
            Self::SashimiXWing => ("sashimi-x-wing", 34),
            Self::Swordfish => ("swordfish", 35),
            Self::HiddenQuad => ("hidden-quad", 36),
            Self::BugPlusOne => ("bug-plus-one", 37),
            Self::Jellyfish => ("jellyfish", 38),
            Self::FinnedSwordfish => ("finned-swordfish", 39),
            Self::SashimiSwordfish => ("sashimi-swordfish", 40),
            Self::FinnedJellyfish => ("finned-jellyfish", 41),
            Self::SashimiJellyfish => ("sashimi-jellyfish", 42),
            Self::SimpleColouring => ("simple-colouring", 43),
            Self::WxyzWing => ("wxyz-wing", 44),
            Self::XChain => ("x-chain", 46),
            Self::XyChain => ("xy-chain", 48),
            Self::Medusa => ("medusa", 50),
            Self::AlternatingChain => ("aic", 54),
            Self::GroupedChain => ("grouped-aic", 57),
            Self::SueDeCoq => ("sue-de-coq", 58),
            Self::AlsXz => ("als-xz", 60),
            Self::AlsXyWing => ("als-xy-wing", 62),
            Self::AlsChain => ("als-chain", 64),
            Self::ForcingCell => ("forcing-cell", 70),
            Self::ForcingUnit => ("forcing-unit", 75),
            Self::ForcingContradiction => ("forcing-contradiction", 80),
            Self::ForcingNested => ("forcing-nested", 90),
        }
    }
}

impl Level {
    /// Every level, from the easiest.
    pub const ALL: [Self; 5] = [
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Expert,
        Self::Extreme,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::Extreme => "extreme",
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is not one of those known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {0}")]
pub struct UnknownName(String);

impl UnknownName {
    /// The known names, separated by commas.
    pub fn known(&self) -> &str {
        &self.0
    }
}

/// The one of `all` with this name.
pub fn by_name<T: Copy + fmt::Display>(all: &[T], name: &str) -> Result<T, UnknownName> {
    let found = all.iter().find(|item| item.to_string() == name);
    found.copied().ok_or_else(|| {
        let names: Vec<String> = all.iter().map(T::to_string).collect();
        UnknownName(names.join(", "))
    })
}

impl FromStr for Technique {
    type Err = UnknownName;
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        by_name(&Self::ALL, name)
    }
}

impl FromStr for Level {
    type Err = UnknownName;
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        by_name(&Self::ALL, name)
    }
}

impl Serialize for Technique {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harder_techniques_weigh_more() {
        assert!(Technique::ALL.is_sorted_by(|a, b| a < b && a.weight() < b.weight()));
        assert!(Technique::ALL.is_sorted_by_key(|t| t.level()));
        assert!(Level::ALL.iter().all(|&level| {
            let mut levels = Technique::ALL.iter().map(|t| t.level());
            levels.any(|of| of == level)
        }));
    }

    #[test]
    fn names_are_read_back() {
        for technique in Technique::ALL {
            assert_eq!(technique.name().parse(), Ok(technique));
        }
        for level in Level::ALL {
            assert_eq!(level.name().parse(), Ok(level));
        }
        let error = "harder".parse::<Level>().unwrap_err().to_string();
        assert_eq!(error, "expected one of easy, medium, hard, expert, extreme");
    }
}
