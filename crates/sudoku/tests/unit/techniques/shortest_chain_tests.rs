//! Tests of the search against one that tries every simple chain.

use countless_sudoku::internals::techniques::{
    Classic, LayoutSet, LinkRules, PlainChain, TechniqueSearch, next_deduction, shortest_chain,
};
use countless_sudoku::{Grid, Layout, Technique};

use super::definitions::{State, sees};

/// Candidate, or cells of a digit that count as one node.
type SlowNode = (usize, Vec<usize>);

/// All links of a state, by the definition alone.
struct SlowGraph {
    nodes: Vec<SlowNode>,
    state: State,
    kind: LinkRules,
}

impl SlowGraph {
    fn new(state: &State, kind: LinkRules) -> Self {
        let has = |digit: usize, cell: usize| state.candidates_of(cell) >> digit & 1 != 0;
        let mut places = Vec::new();
        for digit in 0..9 {
            for cell in (0..81).filter(|&cell| has(digit, cell)) {
                places.push((digit, vec![cell]));
            }
        }
        if kind == LinkRules::Grouped {
            for digit in 0..9 {
                for start in 0..81 {
                    for step in [1, 9] {
                        let at = if step == 1 { start % 9 } else { start / 9 };
                        let cells = (0..3).map(|i| start + step * i);
                        let cells: Vec<usize> =
                            cells.filter(|&c| c < 81 && has(digit, c)).collect();
                        if at % 3 == 0 && cells.len() > 1 {
                            places.push((digit, cells));
                        }
                    }
                }
            }
        }
        Self {
            nodes: places,
            state: state.clone(),
            kind,
        }
    }

    fn excludes(&self, a: &SlowNode, b: &SlowNode) -> bool {
        let same_cell = a.1.len() == 1 && a.1 == b.1 && a.0 != b.0;
        let seen = a.0 == b.0 && a.1.iter().all(|&x| b.1.iter().all(|&y| sees(x, y)));
        seen || same_cell && self.kind != LinkRules::OneDigit
    }

    fn replaces(&self, a: &SlowNode, b: &SlowNode) -> bool {
        let in_cell = a.1.len() == 1 && a.1 == b.1 && a.0 != b.0;
        if in_cell
            && self.kind != LinkRules::OneDigit
            && self.state.candidates_of(a.1[0]).count_ones() == 2
        {
            return true;
        }
        if a.0 != b.0 || a.1 == b.1 || self.kind == LinkRules::Pairs {
            return false;
        }
        let apart = a.1.iter().all(|cell| !b.1.contains(cell));
        let groups = a.1.len() > 1 && b.1.len() > 1;
        (0..27).any(|house| {
            let marks = self.state.candidate_cells(a.0) & Classic.group(house);
            let all_in = |place: &SlowNode| place.1.iter().all(|&cell| marks.contains(cell));
            all_in(a)
                && all_in(b)
                && (apart || groups)
                && marks
                    .iter()
                    .all(|cell| a.1.contains(&cell) || b.1.contains(&cell))
        })
    }

    /// Least number of nodes of a chain that removes something, if it is at most `most`.
    fn shortest(&self, most: usize) -> Option<usize> {
        let n = self.nodes.len();
        let links = |of: &dyn Fn(&SlowNode, &SlowNode) -> bool| -> Vec<Vec<usize>> {
            let row =
                |a: usize| (0..n).filter(move |&b| a != b && of(&self.nodes[a], &self.nodes[b]));
            (0..n).map(|a| row(a).collect()).collect()
        };
        let strong = links(&|a, b| self.replaces(a, b));
        let weak = links(&|a, b| self.excludes(a, b));
        let removes = |first: usize, last: usize| {
            let single = |&c: &usize| self.nodes[c].1.len() == 1;
            weak[first]
                .iter()
                .filter(|c| single(c))
                .any(|c| weak[last].contains(c))
        };
        let mut least = None;
        for first in 0..n {
            // Extends all chains, with no regard to the nodes already reached.
            let mut ends = vec![first];
            for length in (2..=least.map_or(most, |l: usize| l - 2)).step_by(2) {
                let trues = ends.iter().flat_map(|&end| strong[end].iter().copied());
                let mut trues: Vec<usize> = trues.collect();
                trues.sort_unstable();
                trues.dedup();
                if trues.iter().any(|&last| removes(first, last)) {
                    least = Some(length);
                    break;
                }
                ends = trues
                    .iter()
                    .flat_map(|&t| weak[t].iter().copied())
                    .collect();
                ends.sort_unstable();
                ends.dedup();
            }
        }
        least
    }
}

fn shortest(state: &State, kind: LinkRules) -> Option<PlainChain> {
    match kind {
        LinkRules::OneDigit => {
            let of = |digit| shortest_chain(state, kind, digit..digit + 1);
            (0..9).filter_map(of).min_by_key(|found| found.nodes.len())
        }
        _ => shortest_chain(state, kind, 0..9),
    }
}

/// States of random puzzles where simpler techniques stop.
fn unsolved_states(upto: Technique) -> Vec<State> {
    let text = std::fs::read_to_string("../../data/puzzles.txt").expect("it is readable");
    let puzzles = text
        .lines()
        .filter_map(|line| line.get(..81)?.parse::<Grid>().ok());
    let states = puzzles.map(|puzzle| {
        let mut search = TechniqueSearch::new(&Classic, upto, false);
        let mut state = State::of(&puzzle);
        while let Some(deduction) = next_deduction(&mut search, &state) {
            deduction.apply(&mut state);
        }
        state
    });
    states.filter(|state| !state.is_solved()).collect()
}

#[test]
fn chains_are_as_short_as_any() {
    let mut found = [0; 4];
    for state in unsolved_states(Technique::HiddenTriple) {
        let kinds = [
            LinkRules::OneDigit,
            LinkRules::Pairs,
            LinkRules::Candidates,
            LinkRules::Grouped,
        ];
        for (kind, found) in kinds.into_iter().zip(&mut found) {
            let slow = SlowGraph::new(&state, kind).shortest(10);
            let fast = shortest(&state, kind);
            let length = fast.map(|found| found.nodes.len());
            assert_eq!(
                length.filter(|&length| length <= 10),
                slow,
                "{kind:?} {state:?}"
            );
            *found += usize::from(slow.is_some());
        }
    }
    assert!(found.iter().all(|&found| found > 4), "{found:?}");
}

/// True if no place of `other` is left if `one` is true.
fn excludes_all((digit, cells): &SlowNode, other: &SlowNode) -> bool {
    other.1.iter().all(|&cell| {
        if other.0 == *digit {
            cells.iter().all(|&place| sees(place, cell))
        } else {
            *cells == [cell]
        }
    })
}

#[test]
fn chains_visit_nothing_twice() {
    for state in unsolved_states(Technique::HiddenTriple) {
        for kind in [
            LinkRules::OneDigit,
            LinkRules::Pairs,
            LinkRules::Candidates,
            LinkRules::Grouped,
        ] {
            let Some(PlainChain { nodes, removed, .. }) = shortest(&state, kind) else {
                continue;
            };
            assert!(!removed.is_empty());
            let inner = &nodes[..nodes.len() - usize::from(nodes.first() == nodes.last())];
            for (number, node) in inner.iter().enumerate() {
                assert!(!inner[number + 1..].contains(node), "{kind:?} {state:?}");
            }
            // Two true nodes of a chain never exclude each other.
            let trues: Vec<_> = nodes.iter().skip(1).step_by(2).collect();
            for (number, one) in trues.iter().enumerate() {
                for other in &trues[number + 1..] {
                    assert!(!excludes_all(one, other), "{kind:?} {state:?}");
                }
            }
        }
    }
}
