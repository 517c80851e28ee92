//! What a technique has found, without a word of text: small, and copied freely.

use super::super::grid::CELLS;
use super::almost::{CellGroup, SetChain};
use super::cells::{CellSet, Marks, SEGMENTS, bits, segment};
use super::frame::Frame;
use super::state::State;
use super::technique::Technique;

/// A pattern in the candidates, and what follows from it.
#[derive(Clone, Copy, Debug)]
pub struct Deduction {
    pub technique: Technique,
    pub pattern: Pattern,
    pub effect: Effect,
}

/// What follows.
#[derive(Clone, Copy, Debug)]
pub enum Effect {
    /// A cell, and the digit it must hold, from 0.
    Placed(usize, usize),
    /// Candidates that are in no solution, at least one.
    Removed(Marks),
}

/// What a technique has seen. Digits count from 0, units and cells as everywhere.
#[derive(Clone, Copy, Debug)]
pub enum Pattern {
    /// A cell with one candidate.
    NakedSingle,
    /// A unit with one place for a digit.
    HiddenSingle { unit: usize },
    /// The places of a digit in one unit that all lie in another.
    Locked {
        digit: usize,
        cells: CellSet,
        within: usize,
        also: usize,
    },
    /// Cells of a unit with as many candidates between them.
    NakedSubset {
        cells: CellSet,
        digits: u16,
        unit: usize,
    },
    /// Digits of a unit with as many places between them.
    HiddenSubset {
        cells: CellSet,
        digits: u16,
        unit: usize,
    },
    /// The lines in which a digit's places are, and the crossing lines they lie in.
    Fish {
        digit: usize,
        cells: CellSet,
        base: Lines,
        cover: Lines,
    },
    /// As a fish, but for some of the cells in the base lines, the fins.
    FinnedFish {
        digit: usize,
        cells: CellSet,
        base: Lines,
        cover: Lines,
        fins: CellSet,
    },
    /// Two units with two places for a digit, and the unit in which one place of each is:
    /// the cells are these two in the middle, and one of the outer ones holds the digit.
    Turbot {
        digit: usize,
        units: [usize; 3],
        cells: [usize; 4],
    },
    /// The places of a digit in a box lie in two crossing lines; the cells of a link, which
    /// crosses the first of them outside, are the only ones of their unit. The units are
    /// the box, the two lines, and that of the link.
    EmptyRectangle {
        digit: usize,
        places: CellSet,
        units: [usize; 4],
        link: [usize; 2],
    },
    /// Cells with the same two candidates, each of which sees the next.
    RemotePairs(Chain),
    /// A cell, and two with two candidates each, of which one holds `digit` for sure,
    /// or the cell itself does.
    Wing {
        pivot: usize,
        pincers: [usize; 2],
        digit: usize,
    },
    /// Two cells with candidates `digit` and `linked`; `linked` has two places in a
    /// unit, of which each cell sees one.
    WWing {
        ends: [usize; 2],
        places: [usize; 2],
        unit: usize,
        linked: usize,
        digit: usize,
    },
    /// Two groups of cells, of which one holds `digit` throughout. If two cells of the
    /// first see each other, it is the second.
    Colours {
        digit: usize,
        colours: [CellSet; 2],
        clash: Option<[usize; 2]>,
    },
    /// Candidates, the first of them or the last true.
    Chain(Chain),
    /// The corners of a rectangle that must not hold just two digits, those that may hold
    /// nothing else first.
    Rectangle {
        corners: [usize; 4],
        digits: u16,
        reason: Reason,
    },
    /// Four cells with four digits, of which only one can be there twice.
    Bent { group: CellGroup, digit: usize },
    /// All candidates joined with one, which are true together, or false together, by turns. With
    /// a flaw those of its colour are false.
    Medusa {
        digit: usize,
        cell: usize,
        flaw: Option<Flaw>,
    },
    /// Cells that a line and a box share, others of the line, and others of the box.
    SueDeCoq {
        groups: [CellGroup; 3],
        units: [usize; 2],
    },
    /// Almost locked sets.
    AlmostLocked(SetChain),
    /// The one cell with three candidates among cells with two.
    Bug,
    /// A candidate from which a contradiction follows, by others within it if `nested`.
    Contradiction {
        cell: usize,
        digit: usize,
        nested: bool,
    },
    /// A cell, all of whose candidates lead to the result.
    EveryDigit { cell: usize },
    /// A unit, in which all places of a digit lead to the result.
    EveryPlace { digit: usize, unit: usize },
}

impl Pattern {
    /// The same in the frame of a puzzle.
    fn moved(&self, frame: &Frame) -> Self {
        let mut moved = *self;
        let place = |cell: &mut usize| *cell = frame.cell(*cell);
        let value = |digit: &mut usize| *digit = frame.digit(*digit);
        let house = |unit: &mut usize| *unit = frame.unit(*unit);
        let set = |cells: &mut CellSet| *cells = frame.cells(*cells);
        let bundle = |lines: &mut Lines| *lines = frame.lines(*lines);
        let values = |digits: &mut u16| *digits = frame.digits(*digits);
        match &mut moved {
            Self::NakedSingle | Self::Bug => {}
            Self::HiddenSingle { unit } => house(unit),
            Self::Locked {
                digit,
                cells,
                within,
                also,
            } => {
                value(digit);
                set(cells);
                [within, also].into_iter().for_each(house);
            }
            Self::NakedSubset {
                cells,
                digits,
                unit,
            }
            | Self::HiddenSubset {
                cells,
                digits,
                unit,
            } => {
                set(cells);
                values(digits);
                house(unit);
            }
            Self::Fish {
                digit,
                cells,
                base,
                cover,
            } => {
                value(digit);
                set(cells);
                [base, cover].into_iter().for_each(bundle);
            }
            Self::FinnedFish {
                digit,
                cells,
                base,
                cover,
                fins,
            } => {
                value(digit);
                [cells, fins].into_iter().for_each(set);
                [base, cover].into_iter().for_each(bundle);
            }
            Self::Turbot {
                digit,
                units,
                cells,
            } => {
                value(digit);
                units.iter_mut().for_each(house);
                cells.iter_mut().for_each(place);
            }
            Self::EmptyRectangle {
                digit,
                places,
                units,
                link,
            } => {
                value(digit);
                set(places);
                units.iter_mut().for_each(house);
                link.iter_mut().for_each(place);
            }
            others => others.move_links(frame),
        }
        moved
    }

    /// Moves what is about links of candidates, about rectangles or sets.
    fn move_links(&mut self, frame: &Frame) {
        let place = |cell: &mut usize| *cell = frame.cell(*cell);
        let value = |digit: &mut usize| *digit = frame.digit(*digit);
        let house = |unit: &mut usize| *unit = frame.unit(*unit);
        match self {
            Self::RemotePairs(chain) | Self::Chain(chain) => *chain = chain.moved(frame),
            Self::Wing {
                pivot,
                pincers,
                digit,
            } => {
                place(pivot);
                pincers.iter_mut().for_each(place);
                value(digit);
            }
            Self::WWing {
                ends,
                places,
                unit,
                linked,
                digit,
            } => {
                ends.iter_mut().chain(places).for_each(place);
                house(unit);
                [linked, digit].into_iter().for_each(value);
            }
            Self::Colours {
                digit,
                colours,
                clash,
            } => {
                value(digit);
                *colours = colours.map(|cells| frame.cells(cells));
                clash.iter_mut().flatten().for_each(place);
            }
            Self::Rectangle {
                corners,
                digits,
                reason,
            } => {
                corners.iter_mut().for_each(place);
                *digits = frame.digits(*digits);
                *reason = reason.moved(frame);
            }
            Self::Bent { group, digit } => {
                *group = group.moved(frame);
                value(digit);
            }
            Self::Medusa { digit, cell, flaw } => {
                value(digit);
                place(cell);
                *flaw = flaw.map(|flaw| flaw.moved(frame));
            }
            Self::SueDeCoq { groups, units } => {
                *groups = groups.map(|group| group.moved(frame));
                units.iter_mut().for_each(house);
            }
            Self::AlmostLocked(chain) => *chain = chain.moved(frame),
            Self::Contradiction { cell, digit, .. } => {
                place(cell);
                value(digit);
            }
            Self::EveryDigit { cell } => place(cell),
            Self::EveryPlace { digit, unit } => {
                value(digit);
                house(unit);
            }
            _ => {}
        }
    }
}

/// What follows from a rectangle that must not hold just two digits.
#[derive(Clone, Copy, Debug)]
pub enum Reason {
    /// All corners but one can hold nothing else.
    Filled,
    /// The others can hold one and the same digit besides.
    Extra(usize),
    /// What two corners can hold besides is in one of them, and with cells of their unit
    /// that have the other digits takes all of these.
    Subset {
        cells: CellSet,
        digits: u16,
        unit: usize,
    },
    /// One of the two digits is in one of two corners for sure.
    Link { digit: usize, unit: usize },
    /// One of the two digits is in opposite corners.
    Diagonal { digit: usize, units: [usize; 2] },
    /// One of the two digits, if the other one is in a corner, is in those beside it.
    Hidden {
        digit: usize,
        units: [usize; 2],
        cell: usize,
    },
}

impl Reason {
    /// The same in the frame of a puzzle.
    fn moved(self, frame: &Frame) -> Self {
        let houses = |units: [usize; 2]| units.map(|unit| frame.unit(unit));
        match self {
            Self::Filled => Self::Filled,
            Self::Extra(digit) => Self::Extra(frame.digit(digit)),
            Self::Subset {
                cells,
                digits,
                unit,
            } => Self::Subset {
                cells: frame.cells(cells),
                digits: frame.digits(digits),
                unit: frame.unit(unit),
            },
            Self::Link { digit, unit } => Self::Link {
                digit: frame.digit(digit),
                unit: frame.unit(unit),
            },
            Self::Diagonal { digit, units } => Self::Diagonal {
                digit: frame.digit(digit),
                units: houses(units),
            },
            Self::Hidden { digit, units, cell } => Self::Hidden {
                digit: frame.digit(digit),
                units: houses(units),
                cell: frame.cell(cell),
            },
        }
    }
}

/// What shows that a colour is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Two candidates of the colour are in a cell.
    Twice { cell: usize },
    /// Two places of a digit in a unit have the colour.
    Both { digit: usize, unit: usize },
    /// The colour leaves a cell no candidate.
    NoDigit { cell: usize },
    /// The colour leaves a unit no place for a digit.
    NoPlace { digit: usize, unit: usize },
}

impl Flaw {
    /// The same in the frame of a puzzle.
    fn moved(self, frame: &Frame) -> Self {
        match self {
            Self::Twice { cell } => Self::Twice {
                cell: frame.cell(cell),
            },
            Self::Both { digit, unit } => Self::Both {
                digit: frame.digit(digit),
                unit: frame.unit(unit),
            },
            Self::NoDigit { cell } => Self::NoDigit {
                cell: frame.cell(cell),
            },
            Self::NoPlace { digit, unit } => Self::NoPlace {
                digit: frame.digit(digit),
                unit: frame.unit(unit),
            },
        }
    }
}

/// Some of the nine rows or the nine columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// The number of the first of all nine among the units.
    pub first: usize,
    /// A bit for each of the nine.
    pub bits: u16,
}

impl Lines {
    /// All cells of these lines.
    pub fn cells(self) -> CellSet {
        bits(self.bits).fold(CellSet::NONE, |all, line| {
            all | CellSet::unit(self.first + line)
        })
    }
}

/// A candidate, or a group of them: the places of a digit that a line and a box share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node(u16);

impl Node {
    /// The first of the groups.
    const GROUPS: usize = 9 * CELLS;

    pub fn candidate(cell: usize, digit: usize) -> Self {
        Self((digit * CELLS + cell) as u16)
    }

    pub fn group(segment: usize, digit: usize) -> Self {
        Self((Self::GROUPS + digit * SEGMENTS + segment) as u16)
    }

    pub fn digit(self) -> usize {
        match usize::from(self.0).checked_sub(Self::GROUPS) {
            None => usize::from(self.0) / CELLS,
            Some(group) => group / SEGMENTS,
        }
    }

    /// Its only cell; none of a group.
    pub fn cell(self) -> Option<usize> {
        let number = usize::from(self.0);
        (number < Self::GROUPS).then_some(number % CELLS)
    }

    /// The cells of a state that it stands for.
    pub fn cells(self, state: &State) -> CellSet {
        match usize::from(self.0).checked_sub(Self::GROUPS) {
            None => CellSet::of(usize::from(self.0) % CELLS),
            Some(group) => segment(group % SEGMENTS) & state.marks(self.digit()),
        }
    }

    /// The same in the frame of a puzzle.
    fn moved(self, frame: &Frame) -> Self {
        let digit = frame.digit(self.digit());
        match usize::from(self.0).checked_sub(Self::GROUPS) {
            None => Self::candidate(frame.cell(usize::from(self.0) % CELLS), digit),
            Some(group) => Self::group(frame.segment(group % SEGMENTS), digit),
        }
    }

    /// The candidates that are false if it is true.
    pub fn excludes(self, state: &State) -> Marks {
        let digit = self.digit();
        let seen = self.cells(state).common_peers();
        let mut excluded = Marks::of(digit, state.marks(digit) & seen);
        if let Some(cell) = self.cell() {
            for other in bits(state.cell(cell) & !(1 << digit)) {
                excluded[other].insert(cell);
            }
        }
        excluded
    }
}

/// A list of candidates or groups: if the first is false, the second is true, hence the
/// third false, and so on; the last one is true.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    nodes: [Node; Self::LONGEST],
    length: usize,
    /// Whether the last one excludes the first, so that one may begin with any.
    pub is_loop: bool,
}

impl Chain {
    /// The most nodes of a chain.
    pub const LONGEST: usize = 64;

    /// Follows `nodes` from the last; none if there are too many.
    pub fn from_last(nodes: impl Iterator<Item = Node>) -> Option<Self> {
        let mut chain = Self {
            nodes: [Node(0); Self::LONGEST],
            length: 0,
            is_loop: false,
        };
        for node in nodes {
            *chain.nodes.get_mut(chain.length)? = node;
            chain.length += 1;
        }
        chain.nodes[..chain.length].reverse();
        Some(chain)
    }

    /// The same in the frame of a puzzle.
    fn moved(&self, frame: &Frame) -> Self {
        let mut moved = *self;
        for node in &mut moved.nodes[..self.length] {
            *node = node.moved(frame);
        }
        moved
    }

    /// Its nodes in order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes[..self.length]
    }
}

impl Deduction {
    /// A deduction that removes candidates, if any of `removed` is still there.
    pub fn removing(technique: Technique, pattern: Pattern, removed: Marks) -> Option<Self> {
        (!removed.is_empty()).then_some(Self {
            technique,
            pattern,
            effect: Effect::Removed(removed),
        })
    }

    /// The same in the frame of a puzzle.
    pub fn moved(&self, frame: &Frame) -> Self {
        let effect = match &self.effect {
            &Effect::Placed(cell, digit) => Effect::Placed(frame.cell(cell), frame.digit(digit)),
            Effect::Removed(marks) => Effect::Removed(frame.marks(marks)),
        };
        Self {
            technique: self.technique,
            pattern: self.pattern.moved(frame),
            effect,
        }
    }

    /// The number of nodes of a chain; 0 of anything else.
    pub fn links(&self) -> usize {
        match &self.pattern {
            Pattern::Chain(chain) => chain.nodes().len(),
            _ => 0,
        }
    }

    /// Changes the candidates as the deduction says.
    pub fn apply(&self, state: &mut State) {
        match &self.effect {
            &Effect::Placed(cell, digit) => state.place(cell, digit),
            Effect::Removed(marks) => {
                for (digit, cell) in marks.iter() {
                    state.remove(digit, cell);
                }
            }
        }
    }
}
