//! Deductions in plain words.

use super::super::cell::Cell;
use super::cells::{CellSet, Marks, bits, unit};
use super::deduction::{Deduction, Effect};
use super::derivation::Implication;
use super::frame::Frame;
use super::links;
use super::patterns::describe;
use super::phrases::{digits, list, names};
use super::state::State;
use super::step::{Candidate, Step};
use super::technique::Technique;

/// Describes a deduction from a state, before it is applied, in the frame of the puzzle.
pub fn step(deduction: &Deduction, before: &State, frame: &Frame) -> Step {
    let mut chains: Vec<Vec<Implication>> = links::chains(deduction, before)
        .iter()
        .map(|chain| chain.iter().map(|one| one.moved(frame)).collect())
        .collect();
    chains.sort_by_key(|chain| chain.first().and_then(|first| first.fact.held()));
    let (deduction, before) = (&deduction.moved(frame), &before.moved(frame));
    let mut after = *before;
    deduction.apply(&mut after);
    let removed = gone(before, &after, deduction.effect);
    let seen = describe(deduction, &chains, before);
    let technique = title(deduction.technique);
    let (placed, so) = match deduction.effect {
        Effect::Placed(cell, digit) => {
            let so = match deduction.technique {
                Technique::BugPlusOne => format!("so {} is {}", Cell::at(cell), digit + 1),
                _ => String::new(),
            };
            let removal = removal(&removed);
            let so = [so, removal].into_iter().filter(|part| !part.is_empty());
            (
                vec![candidate(cell, digit)],
                so.collect::<Vec<_>>().join("; "),
            )
        }
        Effect::Removed(_) => (Vec::new(), format!("so {}", removal(&removed))),
    };
    let end = if so.is_empty() {
        String::new()
    } else {
        format!("; {so}")
    };
    Step {
        technique: deduction.technique,
        digits: bits(seen.digits).map(|digit| digit as u8 + 1).collect(),
        cells: seen.cells.into_iter().map(Cell::at).collect(),
        units: seen.units.into_iter().map(unit).collect(),
        chains: seen.chains,
        edges: seen.edges,
        placed,
        removed: candidates(&removed),
        text: format!("{technique}: {}{end}.", seen.text),
    }
}

/// Describes a round of plain elimination, which settles the cells that it leaves with one
/// candidate if it `settles`, and otherwise leaves them to naked singles.
pub fn elimination(before: &State, after: &State, settles: bool) -> Step {
    let mut removed = Marks::NONE;
    for digit in 0..9 {
        let placed = before.open() & !after.open();
        removed[digit] = before.marks(digit) & !after.marks(digit) & !placed;
    }
    let single = after.naked().iter().map(|cell| {
        let digit = after.cell(cell).trailing_zeros() as usize;
        candidate(cell, digit)
    });
    let single: Vec<Candidate> = single.collect();
    let result = match (settles, single.len()) {
        (true, 0) => "solves no cell".to_owned(),
        (true, _) => {
            let cells = single.iter();
            let cells = cells.map(|c| format!("{} in {}", c.digit, c.cell));
            format!("places {}", list(cells))
        }
        (false, 0) => "leaves no cell with a single candidate".to_owned(),
        (false, 1) => "leaves one cell with a single candidate".to_owned(),
        (false, cells) => format!("leaves {cells} cells with a single candidate"),
    };
    let count = removed.iter().count();
    let noun = if count == 1 {
        "candidate"
    } else {
        "candidates"
    };
    Step {
        technique: Technique::Elimination,
        digits: Vec::new(),
        cells: Vec::new(),
        units: Vec::new(),
        chains: Vec::new(),
        edges: Vec::new(),
        placed: if settles { single } else { Vec::new() },
        removed: candidates(&removed),
        text: format!(
            "Elimination: the digits of solved cells are removed from the other cells of their \
             houses; this removes {count} {noun} and {result}."
        ),
    }
}

/// The candidates that a deduction removes, without those of the cell it settles.
fn gone(before: &State, after: &State, effect: Effect) -> Marks {
    let settled = match effect {
        Effect::Placed(cell, _) => CellSet::of(cell),
        Effect::Removed(_) => CellSet::NONE,
    };
    let mut gone = Marks::NONE;
    for digit in 0..9 {
        gone[digit] = before.marks(digit) & !after.marks(digit) & !settled;
    }
    gone
}

fn candidate(cell: usize, digit: usize) -> Candidate {
    Candidate {
        cell: Cell::at(cell),
        digit: digit as u8 + 1,
    }
}

fn candidates(marks: &Marks) -> Vec<Candidate> {
    marks
        .iter()
        .map(|(digit, cell)| candidate(cell, digit))
        .collect()
}

/// `5 is removed from r1c1 and r1c3, 6 and 7 from r2c2`; nothing if nothing is.
fn removal(removed: &Marks) -> String {
    let mut parts: Vec<(u16, CellSet)> = Vec::new();
    for digit in (0..9).filter(|&digit| !removed[digit].is_empty()) {
        match parts.iter_mut().find(|(_, cells)| *cells == removed[digit]) {
            Some((values, _)) => *values |= 1 << digit,
            None => parts.push((1 << digit, removed[digit])),
        }
    }
    let mut first = true;
    let parts = parts.into_iter().map(|(values, cells)| {
        let verb = match (std::mem::take(&mut first), values.count_ones()) {
            (true, 1) => " is removed",
            (true, _) => " are removed",
            (false, _) => "",
        };
        format!("{}{verb} from {}", digits(values), names(cells))
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// The technique at the beginning of a sentence.
fn title(technique: Technique) -> &'static str {
    use Technique as T;
    match technique {
        T::Elimination => "Elimination",
        T::NakedSingle => "Naked single",
        T::HiddenSingle | T::HiddenSingleLine => "Hidden single",
        T::CageCombination => "Cage combination",
        T::Pointing => "Pointing",
        T::Claiming => "Claiming",
        T::NakedPair => "Naked pair",
        T::CageLocked => "Locked digit of a cage",
        T::HiddenPair => "Hidden pair",
        T::NakedTriple => "Naked triple",
        T::InniesOuties => "Innies and outies",
        T::HiddenTriple => "Hidden triple",
        T::NakedQuad => "Naked quad",
        T::XWing => "X-wing",
        T::UniqueRectangle1 => "Unique rectangle, type 1",
        T::UniqueRectangle2 => "Unique rectangle, type 2",
        T::Skyscraper => "Skyscraper",
        T::TwoStringKite => "Two-string kite",
        T::TurbotFish => "Turbot fish",
        T::EmptyRectangle => "Empty rectangle",
        T::XyWing => "XY-wing",
        T::UniqueRectangle3 => "Unique rectangle, type 3",
        T::UniqueRectangle4 => "Unique rectangle, type 4",
        T::UniqueRectangle6 => "Unique rectangle, type 6",
        T::HiddenRectangle => "Hidden rectangle",
        T::AvoidableRectangle => "Avoidable rectangle",
        T::XyzWing => "XYZ-wing",
        T::WWing => "W-wing",
        T::RemotePairs => "Remote pairs",
        T::FinnedXWing => "Finned X-wing",
        T::SashimiXWing => "Sashimi X-wing",
        T::Swordfish => "Swordfish",
        T::HiddenQuad => "Hidden quad",
        T::BugPlusOne => "BUG+1",
        T::Jellyfish => "Jellyfish",
        T::FinnedSwordfish => "Finned swordfish",
        T::SashimiSwordfish => "Sashimi swordfish",
        T::FinnedJellyfish => "Finned jellyfish",
        T::SashimiJellyfish => "Sashimi jellyfish",
        T::SimpleColouring => "Simple colouring",
        T::WxyzWing => "WXYZ-wing",
        T::Medusa => "3D Medusa",
        T::SueDeCoq => "Sue de Coq",
        T::AlsXz => "ALS-XZ",
        T::AlsXyWing => "ALS-XY-wing",
        T::AlsChain => "ALS chain",
        T::XChain => "X-chain",
        T::XyChain => "XY-chain",
        T::AlternatingChain => "Alternating inference chain",
        T::GroupedChain => "Grouped chain",
        T::ForcingCell => "Forcing chains from a cell",
        T::ForcingUnit => "Forcing chains from a house",
        T::ForcingContradiction => "Forcing chain",
        T::ForcingNested => "Nested forcing chain",
    }
}
