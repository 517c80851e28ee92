//! Chains that refute further candidates by contradictions, made short.
//!
//! When singles and locked candidates lead no further, all candidates that they refute are removed,
//! those with the shortest chains first, until a contradiction follows. Then each implication is left
//! out if the rest still follows without it.

use super::super::deduction::{Implication, Rule};
use super::super::layout::LayoutSet;
use super::super::solving_state::PlainState;
use super::derivation::Derivation;
use countless_simd::sort_by;

/// Returns the implications that lead from a digit in a cell to a contradiction, with contradictions
/// of other candidates. The list is empty without a contradiction.
pub fn derive_nested(state: &PlainState<'_>, assumed: (usize, usize)) -> Vec<Implication> {
    let start = Derivation::new(state);
    let mut net = start.clone();
    net.assume(assumed);
    let mut end = net.derive_until(&[]);
    while end.is_empty() {
        let mut refuted = all_refuted(&net);
        if refuted.is_empty() {
            return Vec::new();
        }
        let length = |one: &Implication| one.because.iter().map(Vec::len).sum::<usize>();
        sort_by(&mut refuted, |one, other| length(one).cmp(&length(other)));
        for implication in refuted {
            if end.is_empty() && net.is_here(implication.first_candidate()) {
                net.add(implication);
                end = net.derive_until(&[]);
            }
        }
    }
    let chain = net.implications_of(&end, 0).0;
    let chain = shortened(&start, chain);
    let chain = with_short_reasons(&start, chain);
    let chain = replayed(&start, &chain).map_or(chain, |(chain, _)| chain);
    shortened(&start, chain)
}

/// Refutations of all candidates that lead to a contradiction by themselves.
fn all_refuted(net: &Derivation<'_>) -> Vec<Implication> {
    let mut found = Vec::new();
    for cell in net.open() {
        let mut here: Vec<(usize, usize)> = net.digits_of(cell).collect();
        here.retain(|&candidate| net.is_here(candidate));
        if here.len() < 2 {
            continue;
        }
        for candidate in here {
            let mut within = net.clone();
            within.assume(candidate);
            let end = within.derive_until(&[]);
            if !end.is_empty() {
                let (chain, premises) = within.implications_of(&end, net.implications.len());
                found.push(Implication {
                    because: vec![chain],
                    ..Implication::new(Rule::Refuted, vec![candidate], premises)
                });
            }
        }
    }
    found
}

/// Leaves out implications that a chain does not need, from the last to the first. A chain begins
/// with its assumption and ends with its contradiction.
fn shortened(start: &Derivation<'_>, chain: Vec<Implication>) -> Vec<Implication> {
    let mut best = chain;
    let mut number = best.len().saturating_sub(1);
    while number > 1 {
        number -= 1;
        let mut shorter = best.clone();
        shorter.remove(number);
        if let Some(found) = replayed(start, &shorter) {
            best = found.0;
            number = number.min(best.len() - 1);
        }
    }
    best
}

/// Shortens the chains that refute candidates, each after the implications before it.
fn with_short_reasons(start: &Derivation<'_>, mut chain: Vec<Implication>) -> Vec<Implication> {
    let mut net = start.clone();
    for implication in &mut chain {
        for because in &mut implication.because {
            *because = shortened(&net, std::mem::take(because));
        }
        net.add(implication.clone());
    }
    chain
}

/// Draws the implications of a chain again after those of `start`. Returns those that the last one
/// rests on, with their premises, and the numbers of the implications of `start` that they need; or
/// `None` if one of them does not follow.
fn replayed(
    start: &Derivation<'_>,
    chain: &[Implication],
) -> Option<(Vec<Implication>, Vec<usize>)> {
    let mut net = start.clone();
    for implication in chain {
        let (because, premises) = premises(&net, implication)?;
        net.add(Implication {
            premises,
            because,
            ..implication.clone()
        });
    }
    let last = net.implications.len() - 1;
    Some(net.implications_of(&[last], start.implications.len()))
}

/// Premises of an implication after those of a derivation, and the chain that refutes its
/// candidate; `None` if it does not follow.
fn premises(
    net: &Derivation<'_>,
    implication: &Implication,
) -> Option<(Vec<Vec<Implication>>, Vec<usize>)> {
    let (cell, digit) = implication.first_candidate();
    let house = implication.houses.first().copied().unwrap_or_default();
    let is_gone = |&candidate: &(usize, usize)| !net.is_here(candidate);
    let is_other = |candidate: &(usize, usize)| *candidate != (cell, digit);
    let in_cell = || net.digits_of(cell);
    let in_house = || net.places_of(house, digit);
    let (follows, premises) = match implication.rule {
        Rule::Assumed => (true, Vec::new()),
        Rule::OnlyDigit => (
            in_cell().filter(is_other).all(|one| is_gone(&one)),
            net.causes(in_cell()),
        ),
        Rule::OnlyPlace => (
            in_house().filter(is_other).all(|one| is_gone(&one)),
            net.causes(in_house()),
        ),
        Rule::Locked => {
            let also = net.layout.group(implication.houses[1]);
            let outside = in_house().filter(|(cell, _)| !also.contains(*cell));
            ({ outside }.all(|one| is_gone(&one)), net.causes(in_house()))
        }
        Rule::Refuted => {
            let (chain, premises) = replayed(net, implication.because.first()?)?;
            return Some((vec![chain], premises));
        }
        // No derivation draws these.
        Rule::AssumedFalse
        | Rule::NakedPair { .. }
        | Rule::HiddenPair { .. }
        | Rule::XWing
        | Rule::EachCase => return None,
        Rule::NoDigit => (in_cell().all(|one| is_gone(&one)), net.causes(in_cell())),
        Rule::NoPlace => (in_house().all(|one| is_gone(&one)), net.causes(in_house())),
        Rule::Sum { cage } | Rule::NoSum { cage } => {
            let cage = &net.layout.cages[cage];
            let left = cage.possible_digits(|cell| net.possible(cell.into()));
            let excludes = |&(cell, digit): &(usize, usize)| {
                let place = cage.cells.iter().position(|&of| usize::from(of) == cell);
                place
                    .zip(left.as_ref())
                    .is_some_and(|(place, left)| left[place] >> digit & 1 == 0)
            };
            let follows = match implication.rule {
                Rule::NoSum { .. } => left.is_none(),
                _ => implication.candidates.iter().all(excludes),
            };
            (follows, net.causes_of_cage(cage))
        }
    };
    follows.then_some((Vec::new(), premises))
}

#[cfg(test)]
mod tests {
    use super::super::super::layout::Classic;
    use super::super::super::solving_state::SolvingState;
    use super::*;
    use crate::grid::Grid;

    #[test]
    fn a_nested_chain_needs_all_its_implications() {
        let puzzle: Grid =
            "98.7..6....5.9..4......8...4....6.3..2..3...4..34..5..19......7..2.6..9.......1.."
                .parse()
                .expect("a puzzle");
        let state = SolvingState::without_elimination(Classic, *puzzle.digits());
        let state = state.after_elimination();
        let plain = PlainState::of(&state);
        let start = Derivation::new(&plain);
        let candidates = start.open().flat_map(|cell| start.digits_of(cell));
        let here = candidates.filter(|&candidate| start.is_here(candidate));
        let chains = here.map(|candidate| derive_nested(&plain, candidate));
        let is_nested = |chain: &Vec<Implication>| {
            let mut chain = chain.iter();
            chain.any(|implication| implication.rule == Rule::Refuted)
        };
        let chain = { chains }.find(is_nested).expect("there is a nested chain");
        assert!(chain.last().is_some_and(Implication::is_contradiction));
        assert!(replayed(&start, &chain).is_some());
        for number in 1..chain.len() - 1 {
            let mut fewer = chain.clone();
            fewer.remove(number);
            assert!(replayed(&start, &fewer).is_none(), "{:?}", chain[number]);
        }
    }
}
