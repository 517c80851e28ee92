//! Techniques from the easiest to the hardest, with their weights.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// Version of the scale: the techniques, their order and weights, and the ratings that follow.
///
/// Plans of runs that rate include it, so a ledger has ratings of one scale only.
pub const SCALE_VERSION: u32 = 2;

/// Condition for a technique.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    /// The puzzle has one solution.
    OneSolution,
    /// The puzzle has cages, so it is not a classic 9×9 sudoku.
    Cages,
}

/// Declares the techniques of the scale points, from the easiest to the hardest: each with its
/// weight, name, title and condition. Those that only Sudoku Explainer has follow, each with a level.
macro_rules! techniques {
    (points { $($(#[$doc:meta])* $technique:ident = $weight:literal, $name:literal, $title:literal, $needs:ident;)* }
     explainer { $($(#[$other_doc:meta])* $other:ident: $other_name:literal, $other_title:literal, $level:ident;)* }) => {
        /// Technique of a human solver.
        ///
        /// Techniques are ordered: a solver uses the first that applies. The weight is the place on
        /// the scale of ratings. The last techniques are those that only Sudoku Explainer has; they
        /// have no weight.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Technique {
            $(
                $(#[$doc])*
                #[doc = concat!("\n\n`", $name, "`, of weight ", $weight, ".")]
                $technique,
            )*
            $(
                $(#[$other_doc])*
                #[doc = concat!("\n\n`", $other_name, "`, of Sudoku Explainer.")]
                $other,
            )*
        }

        impl Technique {
            /// All techniques of the scale points, from the easiest to the hardest.
            pub const ALL: [Self; [$($weight),*].len()] = [$(Self::$technique),*];

            /// Returns the name on the command line and in tables: `naked-pair`, for example.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$technique => $name,)*
                    $(Self::$other => $other_name,)*
                }
            }

            /// Returns the name in words, for headings and the start of a sentence: `Naked pair`, for
            /// example.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$technique => $title,)*
                    $(Self::$other => $other_title,)*
                }
            }

            /// Returns the weight on the scale of ratings; 0 for elimination, and for techniques
            /// that only Sudoku Explainer has.
            pub const fn weight(self) -> u32 {
                match self {
                    $(Self::$technique => $weight,)*
                    $(Self::$other => 0,)*
                }
            }

            /// True if only Sudoku Explainer has the technique.
            pub const fn is_of_explainer(self) -> bool {
                matches!(self, $(Self::$other)|*)
            }

            const fn needs(self) -> Needs {
                match self {
                    $(Self::$technique => Needs::$needs,)*
                    Self::UniqueLoop | Self::BivalueGrave => Needs::OneSolution,
                    _ => Needs::Nothing,
                }
            }

            /// Level of a technique that only Sudoku Explainer has.
            const fn own_level(self) -> Option<Level> {
                match self {
                    $(Self::$other => Some(Level::$level),)*
                    _ => None,
                }
            }
        }
    };
}

techniques! {
points {
    /// The digit of a solved cell is removed from the other cells of its houses; a cell with one
    /// candidate left is solved.
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
    /// Two cells of a house share the same two candidates.
    NakedPair = 7, "naked-pair", "Naked pair", Nothing;
    /// A digit that a cage must contain is removed from the cells that see all its places there.
    CageLocked = 8, "cage-locked", "Locked digit of a cage", Cages;
    /// Two digits of a house share the same two cells.
    HiddenPair = 9, "hidden-pair", "Hidden pair", Nothing;
    /// Three cells of a house have three candidates between them.
    NakedTriple = 10, "naked-triple", "Naked triple", Nothing;
    /// Cells that cages leave over in whole houses, or that stick out of these, have a known sum.
    InniesOuties = 11, "innies-outies", "Innies and outies", Cages;
    /// Three digits of a house have three cells between them.
    HiddenTriple = 12, "hidden-triple", "Hidden triple", Nothing;
    /// Four cells of a house have four candidates between them.
    NakedQuad = 14, "naked-quad", "Naked quad", Nothing;
    /// All places of a digit in two lines lie in two crossing lines.
    XWing = 15, "x-wing", "X-Wing", Nothing;
    /// Three corners of a rectangle have the same two candidates: the fourth has neither.
    UniqueRectangle1 = 16, "unique-rectangle-1", "Unique rectangle type 1", OneSolution;
    /// Two corners of a rectangle have one extra candidate, equal in both.
    UniqueRectangle2 = 17, "unique-rectangle-2", "Unique rectangle type 2", OneSolution;
    /// Two rows with two places each for a digit, with one place of each in a common column; or the
    /// reverse.
    Skyscraper = 18, "skyscraper", "Skyscraper", Nothing;
    /// A row and a column with two places each for a digit, with one place of each in a common box.
    TwoStringKite = 19, "two-string-kite", "Two-string kite", Nothing;
    /// Any two houses with two places each for a digit, where a place of one sees a place of the
    /// other.
    TurbotFish = 20, "turbot-fish", "Turbot fish", Nothing;
    /// All places of a digit in a box lie in a row and a column, and a line has two places for it.
    EmptyRectangle = 21, "empty-rectangle", "Empty rectangle", Nothing;
    /// A cell with two candidates sees two others, which share one of them each and have a third
    /// digit in common.
    XyWing = 22, "xy-wing", "XY-Wing", Nothing;
    /// The extra candidates of two corners of a rectangle form a naked set with other cells.
    UniqueRectangle3 = 23, "unique-rectangle-3", "Unique rectangle type 3", OneSolution;
    /// Two corners are the only places of one of the digits in a house: neither holds the other.
    UniqueRectangle4 = 24, "unique-rectangle-4", "Unique rectangle type 4", OneSolution;
    /// One of the digits is in opposite corners of a rectangle, and not in the other two corners.
    UniqueRectangle6 = 25, "unique-rectangle-6", "Unique rectangle type 6", OneSolution;
    /// One digit in a corner of a rectangle would force the deadly pattern in the other corners.
    HiddenRectangle = 26, "hidden-rectangle", "Hidden rectangle", OneSolution;
    /// Some corners of a rectangle are solved, but are not clues.
    AvoidableRectangle = 28, "avoidable-rectangle", "Avoidable rectangle", OneSolution;
    /// An XY-wing where the first cell has the third candidate, too.
    XyzWing = 30, "xyz-wing", "XYZ-Wing", Nothing;
    /// Two cells with the same two candidates, linked by a house with two places for one of them.
    WWing = 31, "w-wing", "W-Wing", Nothing;
    /// A chain of cells with the same two candidates, where each sees the next.
    RemotePairs = 32, "remote-pairs", "Remote pairs", Nothing;
    /// An X-wing with extra places in one box.
    FinnedXWing = 33, "finned-x-wing", "Finned X-Wing", Nothing;
    /// A finned X-wing where a line has a single place besides the fins.
    SashimiXWing = 34, "sashimi-x-wing", "Sashimi X-Wing", Nothing;
    /// All places of a digit in three lines lie in three crossing lines.
    Swordfish = 35, "swordfish", "Swordfish", Nothing;
    /// Four digits of a house have four cells between them.
    HiddenQuad = 36, "hidden-quad", "Hidden quad", Nothing;
    /// Except for one candidate, all cells have two candidates, and all digits two places in a
    /// house.
    BugPlusOne = 37, "bug-plus-one", "BUG+1", OneSolution;
    /// All places of a digit in four lines lie in four crossing lines.
    Jellyfish = 38, "jellyfish", "Jellyfish", Nothing;
    /// A swordfish with extra places in one box.
    FinnedSwordfish = 39, "finned-swordfish", "Finned swordfish", Nothing;
    /// A finned swordfish where a line has a single place besides the fins.
    SashimiSwordfish = 40, "sashimi-swordfish", "Sashimi swordfish", Nothing;
    /// A jellyfish with extra places in one box.
    FinnedJellyfish = 41, "finned-jellyfish", "Finned jellyfish", Nothing;
    /// A finned jellyfish where a line has a single place besides the fins.
    SashimiJellyfish = 42, "sashimi-jellyfish", "Sashimi jellyfish", Nothing;
    /// Cells linked by houses with two places for a digit take two colours in turn.
    SimpleColouring = 43, "simple-colouring", "Simple colouring", Nothing;
    /// Four cells with four digits, where three of the digits can appear at most once.
    WxyzWing = 44, "wxyz-wing", "WXYZ-Wing", Nothing;
    /// A chain of places of one digit: at least one of its two ends is true.
    XChain = 46, "x-chain", "X-Chain", Nothing;
    /// A chain of cells with two candidates: at least one of its two ends is true.
    XyChain = 48, "xy-chain", "XY-Chain", Nothing;
    /// Candidates of all digits, linked in cells and houses, take two colours in turn.
    Medusa = 50, "medusa", "3D Medusa", Nothing;
    /// A chain of candidates, linked in cells and houses: at least one of its two ends is true.
    AlternatingChain = 54, "aic", "Alternating inference chain (AIC)", Nothing;
    /// An alternating chain where places shared by a line and a box may count as one.
    GroupedChain = 57, "grouped-aic", "Grouped AIC", Nothing;
    /// Cells of a line and of a box with as many digits as cells.
    SueDeCoq = 58, "sue-de-coq", "Sue de Coq", Nothing;
    /// Two almost locked sets that cannot both hold a digit.
    AlsXz = 60, "als-xz", "ALS-XZ", Nothing;
    /// Two almost locked sets, each linked with a third by a digit that only one of them can hold.
    AlsXyWing = 62, "als-xy-wing", "ALS-XY-Wing", Nothing;
    /// A chain of more almost locked sets.
    AlsChain = 64, "als-chain", "ALS chain", Nothing;
    /// Every candidate of a cell leads to one conclusion, by singles and locked candidates.
    ForcingCell = 70, "forcing-cell", "Cell forcing chains", Nothing;
    /// Every place of a digit in a house leads to one conclusion.
    ForcingUnit = 75, "forcing-unit", "House forcing chains", Nothing;
    /// An assumption leads to a contradiction.
    ForcingContradiction = 80, "forcing-contradiction", "Contradiction forcing chain", Nothing;
    /// A contradiction that needs further contradictions within it.
    ForcingNested = 90, "forcing-nested", "Nested forcing chain", Nothing;
}

explainer {
    /// A loop of six cells or more that share two digits, which could be exchanged.
    UniqueLoop: "unique-loop", "Unique loop", Hard;
    /// All cells have two candidates, but for some with extra ones: one of these is true.
    BivalueGrave: "bivalue-universal-grave", "Bivalue universal grave", Hard;
    /// Digits of two cells that leave another cell without a candidate.
    AlignedPair: "aligned-pair-exclusion", "Aligned pair exclusion", Hard;
    /// Digits of three cells that leave another cell without a candidate.
    AlignedTriplet: "aligned-triplet-exclusion", "Aligned triplet exclusion", Extreme;
    /// A candidate that leaves its digit no place in a house.
    Nishio: "nishio", "Nishio forcing chain", Extreme;
    /// Chains from each candidate of a cell, or from each place of a digit, to one conclusion.
    MultipleChains: "multiple-chains", "Multiple forcing chains", Extreme;
    /// Such chains, and contradictions, with the candidates that each assumption removes.
    DynamicChains: "dynamic-chains", "Dynamic forcing chains", Extreme;
    /// Dynamic chains with locked candidates, pairs and X-wings.
    DynamicChainsPlus: "dynamic-chains-plus", "Dynamic forcing chains (+)", Extreme;
    /// Dynamic chains with chains under the assumption.
    NestedChains: "nested-chains", "Nested forcing chains", Extreme;
}
}

impl Technique {
    /// Returns the level of a puzzle with this hardest technique.
    pub const fn level(self) -> Level {
        if let Some(level) = self.own_level() {
            return level;
        }
        match self.weight() {
            0..5 => Level::Easy,
            5..14 => Level::Medium,
            14..43 => Level::Hard,
            43..70 => Level::Expert,
            _ => Level::Extreme,
        }
    }

    /// Number of members of a subset, or of base lines of a fish: two, three or four.
    pub(super) const fn set_size(self) -> u32 {
        match self {
            Self::NakedPair | Self::HiddenPair | Self::XWing | Self::FinnedXWing => 2,
            Self::NakedTriple | Self::HiddenTriple | Self::Swordfish | Self::FinnedSwordfish => 3,
            _ => 4,
        }
    }

    /// True if the technique is valid only for puzzles with exactly one solution.
    pub const fn needs_uniqueness(self) -> bool {
        matches!(self.needs(), Needs::OneSolution)
    }

    /// True if the technique needs cages, which a classic 9×9 sudoku does not have.
    pub const fn needs_cages(self) -> bool {
        matches!(self.needs(), Needs::Cages)
    }
}

/// Difficulty of a puzzle as a word. It serializes as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Singles, and sums of cages.
    Easy,
    /// Locked candidates, pairs and triples, and the rule of 45.
    Medium,
    /// Quads, fish, wings and rectangles.
    Hard,
    /// Colouring, alternating chains, and almost locked sets.
    Expert,
    /// Forcing chains.
    Extreme,
}

impl Level {
    /// All levels, from the easiest.
    pub const ALL: [Self; 5] = [
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Expert,
        Self::Extreme,
    ];

    /// Returns the level with an ER of Sudoku Explainer, in tenths, in its band: easy up to 2.5,
    /// medium to 4.4, hard to 6.2, expert to 7.4, and extreme above.
    pub const fn of_er(er: u16) -> Self {
        match er {
            0..26 => Self::Easy,
            26..45 => Self::Medium,
            45..63 => Self::Hard,
            63..75 => Self::Expert,
            _ => Self::Extreme,
        }
    }

    /// Returns the name of the level.
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

/// Error: a name that is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {0}")]
pub struct UnknownName(String);

impl UnknownName {
    /// Returns the known names, separated by commas.
    pub fn known(&self) -> &str {
        &self.0
    }
}

/// Returns the member of `all` with this name.
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
