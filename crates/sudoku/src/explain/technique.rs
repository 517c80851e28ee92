//! The techniques, from the easiest to the hardest, and what they weigh.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// The version of the scale: of the techniques, their order and weights, and of the ratings that
/// follow from them.
///
/// The plan of a run that rates has it, so that a ledger has ratings of one scale.
pub const SCALE_VERSION: u32 = 2;

/// What a technique relies on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    /// That the puzzle has one solution.
    OneSolution,
    /// Cages, which a sudoku of nine by nine cells alone has not.
    Cages,
}

/// Declares the techniques from a table, from the easiest to the hardest: each with its weight, its
/// name, its title, and what it relies on.
macro_rules! techniques {
    ($($(#[$doc:meta])* $technique:ident = $weight:literal, $name:literal, $title:literal, $needs:ident;)*) => {
        /// A way for people to make progress on a sudoku.
        ///
        /// They are ordered: a solver uses the first that applies. The weight of each is its
        /// place on the scale of ratings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Technique {
            $(
                $(#[$doc])*
                #[doc = concat!("\n\n`", $name, "`, of weight ", $weight, ".")]
                $technique,
            )*
        }

        impl Technique {
            /// Every technique, from the easiest to the hardest.
            pub const ALL: [Self; [$($weight),*].len()] = [$(Self::$technique),*];

            /// The name on the command line and in tables, such as `naked-pair`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$technique => $name,)*
                }
            }

            /// The technique at the beginning of a sentence.
            pub(super) const fn title(self) -> &'static str {
                match self {
                    $(Self::$technique => $title,)*
                }
            }

            /// Its weight on the scale of ratings; elimination weighs nothing.
            pub const fn weight(self) -> u32 {
                match self {
                    $(Self::$technique => $weight,)*
                }
            }

            const fn needs(self) -> Needs {
                match self {
                    $(Self::$technique => Needs::$needs,)*
                }
            }
        }
    };
}

techniques! {
    /// A digit settled in a unit is removed from the unit's other cells; a cell with
    /// one candidate left is settled.
    Elimination = 0, "elimination", "Elimination", Nothing;
    /// The only place of a digit in a box.
    HiddenSingle = 1, "hidden-single", "Hidden single", Nothing;
    /// The only place of a digit in a row or a column.
    HiddenSingleLine = 2, "hidden-single-line", "Hidden single", Nothing;
    /// The only candidate of a cell.
    NakedSingle = 3, "naked-single", "Naked single", Nothing;
    /// A candidate of a cage with which its other cells cannot make up the sum.
    CageCombination = 4, "cage-combination", "Cage combination", Cages;
    /// A digit of a box is confined to one line, so it is nowhere else in the line.
    Pointing = 5, "pointing", "Pointing", Nothing;
    /// A digit of a line is confined to one box, so it is nowhere else in the box.
    Claiming = 6, "claiming", "Claiming", Nothing;
    /// Two cells of a unit share the same two candidates.
    NakedPair = 7, "naked-pair", "Naked pair", Nothing;
    /// A digit that a cage must have is nowhere else in sight of its places there.
    CageLocked = 8, "cage-locked", "Locked digit of a cage", Cages;
    /// Two digits of a unit share the same two cells.
    HiddenPair = 9, "hidden-pair", "Hidden pair", Nothing;
    /// Three cells of a unit have three candidates between them.
    NakedTriple = 10, "naked-triple", "Naked triple", Nothing;
    /// What cages leave of whole units, or have too much, has a sum, too.
    InniesOuties = 11, "innies-outies", "Innies and outies", Cages;
    /// Three digits of a unit have three cells between them.
    HiddenTriple = 12, "hidden-triple", "Hidden triple", Nothing;
    /// Four cells of a unit have four candidates between them.
    NakedQuad = 14, "naked-quad", "Naked quad", Nothing;
    /// A digit's places in two lines lie in two crossing lines.
    XWing = 15, "x-wing", "X-wing", Nothing;
    /// Three corners of a rectangle have the same two candidates: the fourth has neither.
    UniqueRectangle1 = 16, "unique-rectangle-1", "Unique rectangle, type 1", OneSolution;
    /// Two corners of a rectangle have one and the same candidate more than the others.
    UniqueRectangle2 = 17, "unique-rectangle-2", "Unique rectangle, type 2", OneSolution;
    /// Two rows with two places each for a digit, two of them in a column; or columns.
    Skyscraper = 18, "skyscraper", "Skyscraper", Nothing;
    /// A row and a column with two places each for a digit, two of them in a box.
    TwoStringKite = 19, "two-string-kite", "Two-string kite", Nothing;
    /// Any two units with two places each for a digit, two of which see each other.
    TurbotFish = 20, "turbot-fish", "Turbot fish", Nothing;
    /// A digit's places in a box lie in a row and a column, and a line has two places for it.
    EmptyRectangle = 21, "empty-rectangle", "Empty rectangle", Nothing;
    /// A cell with two candidates sees two that share one each with it, and a third.
    XyWing = 22, "xy-wing", "XY-wing", Nothing;
    /// What two corners of a rectangle may hold besides makes a naked set with other cells.
    UniqueRectangle3 = 23, "unique-rectangle-3", "Unique rectangle, type 3", OneSolution;
    /// Two corners are the only places of one of the digits in a unit: neither holds the other.
    UniqueRectangle4 = 24, "unique-rectangle-4", "Unique rectangle, type 4", OneSolution;
    /// One of the digits is in opposite corners of a rectangle, and not in these two.
    UniqueRectangle6 = 25, "unique-rectangle-6", "Unique rectangle, type 6", OneSolution;
    /// If a corner of a rectangle held one of the digits, the others would follow.
    HiddenRectangle = 26, "hidden-rectangle", "Hidden rectangle", OneSolution;
    /// A rectangle of which some corners are settled, but are no clues.
    AvoidableRectangle = 28, "avoidable-rectangle", "Avoidable rectangle", OneSolution;
    /// As the XY-wing, where the first cell has the third candidate, too.
    XyzWing = 30, "xyz-wing", "XYZ-wing", Nothing;
    /// Two cells with the same two candidates, joined by a unit with two places for one.
    WWing = 31, "w-wing", "W-wing", Nothing;
    /// Cells with the same two candidates, each of which sees the next.
    RemotePairs = 32, "remote-pairs", "Remote pairs", Nothing;
    /// An X-wing but for places in one box.
    FinnedXWing = 33, "finned-x-wing", "Finned X-wing", Nothing;
    /// As the finned one, where a line has a single place besides the fins.
    SashimiXWing = 34, "sashimi-x-wing", "Sashimi X-wing", Nothing;
    /// A digit's places in three lines lie in three crossing lines.
    Swordfish = 35, "swordfish", "Swordfish", Nothing;
    /// Four digits of a unit have four cells between them.
    HiddenQuad = 36, "hidden-quad", "Hidden quad", Nothing;
    /// But for one candidate, all cells have two and all digits two places in a unit.
    BugPlusOne = 37, "bug-plus-one", "BUG+1", OneSolution;
    /// A digit's places in four lines lie in four crossing lines.
    Jellyfish = 38, "jellyfish", "Jellyfish", Nothing;
    /// A swordfish but for places in one box.
    FinnedSwordfish = 39, "finned-swordfish", "Finned swordfish", Nothing;
    /// As the finned one, where a line has a single place besides the fins.
    SashimiSwordfish = 40, "sashimi-swordfish", "Sashimi swordfish", Nothing;
    /// A jellyfish but for places in one box.
    FinnedJellyfish = 41, "finned-jellyfish", "Finned jellyfish", Nothing;
    /// As the finned one, where a line has a single place besides the fins.
    SashimiJellyfish = 42, "sashimi-jellyfish", "Sashimi jellyfish", Nothing;
    /// Cells joined by units with two places for a digit take two colours by turns.
    SimpleColouring = 43, "simple-colouring", "Simple colouring", Nothing;
    /// Four cells with four digits, three of which they can hold but once.
    WxyzWing = 44, "wxyz-wing", "WXYZ-wing", Nothing;
    /// A chain of places of one digit, of which one end or the other is true.
    XChain = 46, "x-chain", "X-chain", Nothing;
    /// A chain of cells with two candidates, of which one end or the other is true.
    XyChain = 48, "xy-chain", "XY-chain", Nothing;
    /// Candidates of all digits, joined in cells and units, take two colours by turns.
    Medusa = 50, "medusa", "3D Medusa", Nothing;
    /// A chain of candidates, linked in cells and in units, of which one end or the other is
    /// true.
    AlternatingChain = 54, "aic", "Alternating inference chain", Nothing;
    /// As before, where places that a line and a box share may count as one.
    GroupedChain = 57, "grouped-aic", "Grouped chain", Nothing;
    /// Cells of a line and of a box with as many digits as they are.
    SueDeCoq = 58, "sue-de-coq", "Sue de Coq", Nothing;
    /// Two almost locked sets that cannot both hold a digit.
    AlsXz = 60, "als-xz", "ALS-XZ", Nothing;
    /// Two almost locked sets, each of which shares such a digit with a third.
    AlsXyWing = 62, "als-xy-wing", "ALS-XY-wing", Nothing;
    /// A chain of more almost locked sets.
    AlsChain = 64, "als-chain", "ALS chain", Nothing;
    /// Every candidate of a cell leads to the same, by singles and locked candidates.
    ForcingCell = 70, "forcing-cell", "Forcing chains from a cell", Nothing;
    /// Every place of a digit in a unit leads to the same.
    ForcingUnit = 75, "forcing-unit", "Forcing chains from a house", Nothing;
    /// An assumption leads to a contradiction.
    ForcingContradiction = 80, "forcing-contradiction", "Forcing chain", Nothing;
    /// A contradiction that takes contradictions within it.
    ForcingNested = 90, "forcing-nested", "Nested forcing chain", Nothing;
}

impl Technique {
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
        matches!(self.needs(), Needs::OneSolution)
    }

    /// Whether it is about cages, which a sudoku of nine by nine cells alone has not.
    pub const fn needs_cages(self) -> bool {
        matches!(self.needs(), Needs::Cages)
    }
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
