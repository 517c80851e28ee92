//! Chains of Sudoku Explainer by plain walks, one literal after the other.

use std::collections::{HashSet, VecDeque};

use countless_sudoku::internals::techniques::{
    ChainHint, ChainLink, ChainStep, Hint, Literal, Marks, cells_of, houses_of,
};

/// Literal of a walk, and the node that it comes from.
type Node = (ChainLink, Option<usize>);

/// Steps that a list allows.
#[derive(Clone, Copy)]
struct List {
    in_cells: bool,
    in_houses: bool,
    key: u8,
}

const LISTS: [List; 3] = [
    List {
        in_cells: false,
        in_houses: true,
        key: 2,
    },
    List {
        in_cells: true,
        in_houses: false,
        key: 3,
    },
    List {
        in_cells: true,
        in_houses: true,
        key: 4,
    },
];

fn candidates(marks: &Marks, cell: usize) -> Vec<usize> {
    (0..9).filter(|&digit| marks.has(cell, digit)).collect()
}

fn places(marks: &Marks, house: usize, digit: usize) -> Vec<usize> {
    let cells = cells_of(house).iter().map(|&cell| usize::from(cell));
    cells.filter(|&cell| marks.has(cell, digit)).collect()
}

fn add(links: &mut Vec<ChainLink>, literal: Literal, by: ChainStep) {
    if links.iter().all(|link| link.literal != literal) {
        links.push(ChainLink { literal, by });
    }
}

/// Literals that follow from one, each once.
fn next(marks: &Marks, list: List, from: Literal) -> Vec<ChainLink> {
    let (cell, digit, on) = (from.cell(), from.digit(), from.is_on());
    let mut links = Vec::new();
    let digits = candidates(marks, cell);
    if list.in_cells && (on || digits.len() == 2) {
        for other in digits.into_iter().filter(|&other| other != digit) {
            add(&mut links, Literal::new(cell, other, !on), ChainStep::Cell);
        }
    }
    for house in houses_of(cell) {
        let cells = places(marks, house, digit);
        if on || list.in_houses && cells.len() == 2 {
            for other in cells.into_iter().filter(|&other| other != cell) {
                let by = ChainStep::House(house as u8);
                add(&mut links, Literal::new(other, digit, !on), by);
            }
        }
    }
    links
}

/// Chain from the end to the start.
fn chain(nodes: &[Node], end: usize) -> Vec<ChainLink> {
    let mut links = Vec::new();
    let mut at = Some(end);
    while let Some(node) = at {
        links.push(nodes[node].0);
        at = nodes[node].1;
    }
    links
}

fn start(literal: Literal) -> Vec<Node> {
    let by = ChainStep::Start;
    vec![(ChainLink { literal, by }, None)]
}

/// Cycles from a true candidate.
fn cycles(marks: &Marks, list: List, from: Literal) -> Vec<Vec<ChainLink>> {
    let mut nodes = start(from);
    let mut closed = Vec::new();
    let mut seen = HashSet::from([from]);
    let mut pending = vec![0];
    let mut round = 0;
    while !pending.is_empty() {
        round += 1;
        let mut offs = Vec::new();
        for on in pending {
            let ancestors = chain(&nodes, on);
            for link in next(marks, list, nodes[on].0.literal) {
                if ancestors.iter().all(|up| up.literal != link.literal) {
                    offs.push(nodes.len());
                    nodes.push((link, Some(on)));
                }
            }
        }
        pending = Vec::new();
        for off in offs {
            for link in next(marks, list, nodes[off].0.literal) {
                let is_new = seen.insert(link.literal);
                if is_new || link.literal == from && round > 1 {
                    if is_new {
                        pending.push(nodes.len());
                    } else {
                        closed.push(nodes.len());
                    }
                    nodes.push((link, Some(off)));
                }
            }
        }
    }
    closed.iter().map(|&end| chain(&nodes, end)).collect()
}

/// Chain from a literal to its opposite.
fn forcing_chain(marks: &Marks, list: List, from: Literal) -> Option<Vec<ChainLink>> {
    let mut nodes = start(from);
    let mut seen = HashSet::from([from]);
    let mut at = 0;
    while at < nodes.len() {
        for link in next(marks, list, nodes[at].0.literal) {
            if seen.insert(link.literal) {
                nodes.push((link, Some(at)));
                if link.literal == from.opposite() {
                    return Some(chain(&nodes, nodes.len() - 1));
                }
            }
        }
        at += 1;
    }
    None
}

/// Candidates outside a cycle that see a true and a false literal of their digit.
fn removed_by_cycle(marks: &Marks, cycle: &[ChainLink]) -> Vec<(usize, u16)> {
    let sees = |cell: usize, digit: usize, on: bool| {
        cycle.iter().any(|link| {
            let other = link.literal;
            other.is_on() == on
                && other.digit() == digit
                && houses_of(cell).iter().any(|&house| {
                    cells_of(house)
                        .iter()
                        .any(|&peer| usize::from(peer) == other.cell())
                })
        })
    };
    let mut removed = Vec::new();
    for cell in (0..81).filter(|&cell| cycle.iter().all(|link| link.literal.cell() != cell)) {
        let mut digits = candidates(marks, cell);
        digits.retain(|&digit| sees(cell, digit, true) && sees(cell, digit, false));
        if !digits.is_empty() {
            removed.push((cell, digits.iter().map(|digit| 1 << digit).sum()));
        }
    }
    removed
}

/// Effect of a conclusion; `None` if it has none.
fn conclusion(marks: &Marks, literal: Literal) -> Option<Hint> {
    let (cell, bit) = (literal.cell(), 1 << literal.digit());
    let digits = if literal.is_on() {
        marks.cells[cell] & !bit
    } else {
        bit
    };
    (digits != 0).then(|| Hint {
        rating: 0.0,
        length: 0,
        placed: literal.is_on().then(|| (cell, literal.digit())),
        removed: vec![(cell, digits)],
    })
}

/// Rating of a number of literals above the least of the rung: tenths, added one by one.
fn added(length: u32) -> f64 {
    let thresholds = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512];
    let exceeded = thresholds.iter().filter(|&&most| length - 2 > most);
    exceeded.fold(0.0, |sum, _| sum + 0.1)
}

fn sort(mut hints: Vec<ChainHint>) -> Vec<ChainHint> {
    hints.sort_by(|a, b| {
        let by_rating = a.hint.rating.total_cmp(&b.hint.rating);
        let by_length = a.hint.length.cmp(&b.hint.length);
        by_rating.then(by_length).then(a.key.cmp(&b.key))
    });
    let mut removed = HashSet::new();
    hints.retain(|found| removed.insert(found.hint.removed.clone()));
    hints
}

/// All hints of single chains and cycles, sorted; of those that remove the same the first.
pub fn single_chains(marks: &Marks) -> Vec<ChainHint> {
    let mut hints = Vec::new();
    for list in LISTS {
        let cells = (0..81).filter(|&cell| candidates(marks, cell).len() > 1);
        for cell in cells.filter(|&cell| list.in_houses || candidates(marks, cell).len() == 2) {
            for digit in candidates(marks, cell) {
                let base = if list.key == 4 { 7.0 } else { 6.5 };
                for cycle in cycles(marks, list, Literal::new(cell, digit, true)) {
                    let removed = removed_by_cycle(marks, &cycle);
                    if removed.is_empty() {
                        continue;
                    }
                    let length = cycle.len() as u32 - 1;
                    // Backwards, true and false are exchanged.
                    let mut back = cycle.clone();
                    back.reverse();
                    for link in &mut back {
                        link.literal = link.literal.opposite();
                    }
                    hints.push(ChainHint {
                        hint: Hint {
                            rating: base + added(length),
                            length,
                            placed: None,
                            removed,
                        },
                        key: list.key,
                        ends: vec![cycle, back],
                    });
                }
                if !list.in_houses {
                    continue;
                }
                let base = if list.key == 4 { 7.0 } else { 6.6 };
                for on in [true, false] {
                    let Some(links) = forcing_chain(marks, list, Literal::new(cell, digit, on))
                    else {
                        continue;
                    };
                    let mut hint = conclusion(marks, links[0].literal).unwrap();
                    hint.length = links.len() as u32;
                    hint.rating = base + added(hint.length);
                    hints.push(ChainHint {
                        hint,
                        key: list.key,
                        ends: vec![links],
                    });
                }
            }
        }
    }
    sort(hints)
}

/// Literals that follow from a true candidate, the true ones before the false ones, each with its
/// node. A contradiction ends the walk.
fn propagate(marks: &Marks, from: Literal) -> (Vec<Node>, [Vec<usize>; 2]) {
    let mut nodes = start(from);
    let mut seen = HashSet::from([from]);
    let mut sets = [vec![0], Vec::new()];
    let mut pending = [VecDeque::from([0]), VecDeque::new()];
    loop {
        let oldest = pending[0].pop_front().or_else(|| pending[1].pop_front());
        let Some(at) = oldest else {
            return (nodes, sets);
        };
        for link in next(marks, LISTS[2], nodes[at].0.literal) {
            if seen.contains(&link.literal.opposite()) {
                return (nodes, sets);
            }
            if seen.insert(link.literal) {
                let kind = usize::from(!link.literal.is_on());
                sets[kind].push(nodes.len());
                pending[kind].push_back(nodes.len());
                nodes.push((link, Some(at)));
            }
        }
    }
}

/// All hints of multiple chains, sorted; of those that remove the same the first.
pub fn multiple_chains(marks: &Marks) -> Vec<ChainHint> {
    let mut hints = Vec::new();
    for cell in (0..81).filter(|&cell| candidates(marks, cell).len() > 2) {
        for digit in candidates(marks, cell) {
            for house in houses_of(cell) {
                let cells = places(marks, house, digit);
                if cells.len() > 1 && cells[0] == cell {
                    let starts = cells.iter().map(|&place| Literal::new(place, digit, true));
                    let by = ChainStep::House(house as u8);
                    common(marks, &starts.collect::<Vec<_>>(), by, 6, &mut hints);
                }
            }
        }
        let digits = candidates(marks, cell);
        let starts = digits.iter().map(|&digit| Literal::new(cell, digit, true));
        common(
            marks,
            &starts.collect::<Vec<_>>(),
            ChainStep::Cell,
            5,
            &mut hints,
        );
    }
    sort(hints)
}

/// Hints of literals that follow from all branches.
fn common(marks: &Marks, starts: &[Literal], by: ChainStep, key: u8, hints: &mut Vec<ChainHint>) {
    let branches: Vec<_> = starts.iter().map(|&from| propagate(marks, from)).collect();
    for kind in 0..2 {
        for &first in &branches[0].1[kind] {
            let literal = branches[0].0[first].0.literal;
            let ends = branches.iter().map(|(nodes, sets)| {
                let mut set = sets[kind].iter();
                let end = set.find(|&&at| nodes[at].0.literal == literal)?;
                let mut links = chain(nodes, *end);
                links.last_mut()?.by = by;
                Some(links)
            });
            let Some(ends) = ends.collect::<Option<Vec<_>>>() else {
                continue;
            };
            if let Some(mut hint) = conclusion(marks, literal) {
                hint.length = ends.iter().map(|end| end.len() as u32).sum();
                hint.rating = 8.0 + added(hint.length);
                hints.push(ChainHint { hint, key, ends });
            }
        }
    }
}
