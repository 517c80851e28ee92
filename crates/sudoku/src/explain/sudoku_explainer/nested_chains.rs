//! Dynamic chains (rungs 25 to 30), level by level: with nothing inside, with techniques (level 1),
//! and with the chains of lower rungs (levels 2 to 5).
//!
//! Once a propagation comes to rest, even with the techniques of level 1, all hints of lower rungs
//! on the candidates that are left go on with it. Of each, the propagation keeps the candidates that
//! it removes, their parents, its length, and a fingerprint of its chains: equal chains count once.
//! A level goes on with the propagations of the level before, if that has found nothing.

use std::collections::HashMap;
use std::ops::Range;

use super::super::deduction::{Implication, Pattern, Rule};
use super::chain_proofs::{
    self, Proof, ancestors, multiple_removal, proof, removal, single_removal,
};
use super::chain_search::Chains;
use super::dynamic_chains::{Branches, Found, Propagations, search};
use super::embedded_techniques::EmbeddedTechniques;
use super::marks::{CELLS, ChainHint, ChainLink, ChainStep, Hint, Literal, Marks, digits_in};
use super::places::Places;
use super::propagation::{Indirect, Propagation};
use countless_simd::sort_by_key;

/// Hint of an inner rung.
#[derive(Clone, Debug)]
struct InnerHint {
    length: u32,
    /// Hash of all literals of its chains, in order.
    fingerprint: u64,
    /// True literals that may rest on deleted candidates, in order.
    links: Vec<ChainLink>,
    /// Candidates that it removes, by cell.
    removed: Vec<Literal>,
}

impl InnerHint {
    fn new(hint: &Hint, (fingerprint, links): (u64, Vec<ChainLink>)) -> Self {
        let removed = hint.removed.iter().flat_map(|&(cell, digits)| {
            digits_in(digits).map(move |digit| Literal::new(cell, digit, false))
        });
        Self {
            length: hint.length,
            fingerprint,
            links,
            removed: removed.collect(),
        }
    }
}

/// Fingerprint of the chains of a hint, and the links that may need deleted candidates.
fn trace_chains(found: &ChainHint) -> (u64, Vec<ChainLink>) {
    let mut fingerprint = Fingerprint::default();
    let mut links = Vec::new();
    for chain in &found.ends {
        // A cycle ends where it starts.
        let is_cycle = chain.len() > 1 && chain[0].literal == chain[chain.len() - 1].literal;
        for &link in &chain[..chain.len() - usize::from(is_cycle)] {
            fingerprint.add(link.literal.0);
            links.extend((link.literal.is_on() && link.by != ChainStep::Start).then_some(link));
        }
        fingerprint.add(u16::MAX);
    }
    (fingerprint.0, links)
}

/// Hash of a sequence.
#[derive(Default)]
struct Fingerprint(u64);

impl Fingerprint {
    /// Adds an item.
    fn add(&mut self, item: u16) {
        let mixed = (self.0 ^ u64::from(item))
            .wrapping_add(1)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 29;
    }
}

/// Candidate that nested hints remove.
#[derive(Clone, Debug)]
struct Elimination {
    removed: Literal,
    parents: Vec<Literal>,
    /// Length and fingerprint of the hint.
    length: u32,
    fingerprint: u64,
}

/// Inner rungs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Inner {
    /// Rung 21.
    Single,
    /// Rung 24.
    Multiple,
    /// Rung 25.
    Dynamic,
    /// Level 2.
    Nested,
}

/// Inner rungs of each level.
const INNER: [&[Inner]; 6] = [
    &[],
    &[],
    &[Inner::Single],
    &[Inner::Single, Inner::Multiple],
    &[Inner::Dynamic],
    &[Inner::Dynamic, Inner::Nested],
];

/// Indirect steps of levels 2 to 5. They keep the states that they have met.
#[derive(Debug)]
struct NestedChains {
    level: u8,
    techniques: EmbeddedTechniques,
    chains: Chains,
    /// Propagations of inner dynamic chains.
    memory: Propagations,
    eliminations: Vec<Elimination>,
    /// Ranges of eliminations by rung and candidates.
    known: HashMap<(Inner, [u16; CELLS]), Range<usize>>,
    /// Level 2, inside level 5.
    deeper: Option<Box<NestedChains>>,
}

impl NestedChains {
    fn new(level: u8, techniques: EmbeddedTechniques) -> Self {
        Self {
            level,
            techniques,
            chains: Chains::default(),
            memory: Propagations::default(),
            eliminations: Vec::new(),
            known: HashMap::new(),
            deeper: None,
        }
    }

    /// All hints of an inner rung in order; of those that remove the same candidates the first.
    fn hints(&mut self, inner: Inner, present: &Places) -> Vec<InnerHint> {
        let marks = present.marks(self.techniques.empty);
        let chains = match inner {
            Inner::Single => self.chains.fitting(&marks).all_single(&marks),
            Inner::Multiple => self.chains.fitting(&marks).all_multiple(&marks),
            Inner::Dynamic => return self.dynamic_chains(present, None),
            Inner::Nested => {
                return self.with_deeper(|own, deeper| own.dynamic_chains(present, Some(deeper)));
            }
        };
        let hints = chains.iter();
        let hints = hints.map(|found| InnerHint::new(&found.hint, trace_chains(found)));
        hints.collect()
    }

    /// Works with level 2, inside level 5, as if it had met no state.
    fn with_deeper<T>(&mut self, work: impl FnOnce(&mut Self, &mut Self) -> T) -> T {
        let new = || Box::new(Self::new(2, self.techniques.clone()));
        let mut deeper = self.deeper.take().unwrap_or_else(new);
        deeper.eliminations.clear();
        deeper.known.clear();
        let result = work(self, &mut deeper);
        self.deeper = Some(deeper);
        result
    }

    /// All hints of rung 25, or of level 2 inside level 5.
    fn dynamic_chains(&mut self, present: &Places, deeper: Option<&mut Self>) -> Vec<InnerHint> {
        let all = self.all_dynamic(present, deeper);
        let hints = all.iter().map(|found| {
            let hint = found.hint(&present.cells, 0.0);
            InnerHint::new(&hint, trace(&self.memory, found))
        });
        hints.collect()
    }

    /// All hints of rung 25, or of level 2 inside level 5, before they are traced.
    fn all_dynamic(&mut self, present: &Places, deeper: Option<&mut Self>) -> Vec<Found> {
        let level = if deeper.is_some() { 2 } else { 0 };
        // Level 2 goes on with the propagations of rung 25.
        let kept: &[u8] = if level == 2 { &[0] } else { &[] };
        self.memory.prepare(present, kept);
        let indirect = deeper.map(|deeper| deeper as &mut dyn Indirect);
        // The first hint for each set of candidates that goes, by the literal that is concluded.
        let mut best = vec![None; 18 * CELLS];
        let mut visit = |mut found: Found| {
            let (cell, digit) = (found.result.cell(), found.result.digit());
            let others = present.cells[cell] & !(1 << digit);
            // In a cell of two, one is true if the other is false.
            if found.result.is_on() && others.is_power_of_two() {
                found.result = Literal::new(cell, others.trailing_zeros() as usize, false);
            }
            found.offer(&mut best[usize::from(found.result.0)]);
            u32::MAX
        };
        let memory = &mut self.memory;
        search(present, level, memory, indirect, &mut visit, &|| false);
        let mut all: Vec<Found> = best.into_iter().flatten().collect();
        sort_by_key(&mut all, |found| found.rank);
        all
    }

    /// Range of the eliminations of an inner rung in the candidates that a propagation leaves.
    fn eliminations(
        &mut self,
        inner: Inner,
        source: &Places,
        propagation: &Propagation,
    ) -> Range<usize> {
        let key = (inner, propagation.present.cells);
        if let Some(range) = self.known.get(&key) {
            return range.clone();
        }
        let start = self.eliminations.len();
        let mut gone = [0u16; CELLS];
        for hint in self.hints(inner, &propagation.present) {
            let new = |removed: &&Literal| gone[removed.cell()] >> removed.digit() & 1 == 0;
            let removed: Vec<Literal> = hint.removed.iter().filter(new).copied().collect();
            if removed.is_empty() {
                continue;
            }
            let mut parents = Vec::new();
            for link in hint.links {
                for parent in propagation.deleted(source, link) {
                    if !parents.contains(&parent) {
                        parents.push(parent);
                    }
                }
            }
            // Without parents the hint does not need the propagation, and is ignored.
            for removed in removed.into_iter().filter(|_| !parents.is_empty()) {
                gone[removed.cell()] |= 1 << removed.digit();
                self.eliminations.push(Elimination {
                    removed,
                    parents: parents.clone(),
                    length: hint.length,
                    fingerprint: hint.fingerprint,
                });
            }
        }
        let range = start..self.eliminations.len();
        self.known.insert(key, range.clone());
        range
    }
}

impl Indirect for NestedChains {
    fn extend(&mut self, source: &Places, propagation: &mut Propagation) {
        let before = propagation.links.len();
        self.techniques.extend(source, propagation);
        for &inner in INNER[usize::from(self.level)] {
            if propagation.links.len() > before {
                return;
            }
            for index in self.eliminations(inner, source, propagation) {
                let elimination = &self.eliminations[index];
                let node = propagation.links.len() as u16;
                if propagation.push_false(elimination.removed, &elimination.parents) {
                    propagation.nested.push((node, index as u32));
                }
            }
        }
    }

    fn nested_length(&self, ends: &mut dyn Iterator<Item = (&Propagation, usize)>) -> u32 {
        let mut seen = Vec::new();
        let mut length = 0;
        for (propagation, end) in ends {
            for &(node, index) in &propagation.nested {
                let elimination = &self.eliminations[index as usize];
                if propagation.depends_on(end, usize::from(node))
                    && !seen.contains(&elimination.fingerprint)
                {
                    seen.push(elimination.fingerprint);
                    length += elimination.length;
                }
            }
        }
        length
    }
}

/// Fingerprint of all chains of a hint, breadth first, and the links that may need deleted
/// candidates.
fn trace(runs: &Propagations, found: &Found) -> (u64, Vec<ChainLink>) {
    let mut fingerprint = Fingerprint::default();
    let mut links = Vec::new();
    for &end in found.ends() {
        let (propagation, node) = runs.at(end);
        let mut met = [false; 18 * CELLS];
        let mut queue = vec![node];
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            let mut link = propagation.links[node];
            if std::mem::replace(&mut met[usize::from(link.literal.0)], true) {
                continue;
            }
            fingerprint.add(link.literal.0);
            // Assumptions are the candidates of the cell, or the places in the house.
            link.by = match found.branches {
                Branches::Cell if node == 0 => ChainStep::Cell,
                Branches::House(house) if node == 0 => ChainStep::House(house),
                _ => link.by,
            };
            links.extend((link.literal.is_on() && link.by != ChainStep::Start).then_some(link));
            let parents = propagation.parents(node).iter();
            queue.extend(parents.map(|&parent| usize::from(parent)));
        }
        fingerprint.add(u16::MAX);
    }
    (fingerprint.0, links)
}

/// Proofs of eliminations.
impl NestedChains {
    /// Reason of an elimination: its rung is searched again in the candidates where it was found.
    fn removal(&mut self, index: usize) -> Option<Implication> {
        let mut known = self.known.iter();
        let (&(inner, cells), _) = known.find(|(_, range)| range.contains(&index))?;
        let Elimination {
            removed,
            fingerprint,
            ..
        } = self.eliminations[index];
        let marks = Marks::new(cells, self.techniques.empty);
        let present = Places::new(&marks);
        let is_it = |found: &ChainHint| trace_chains(found).0 == fingerprint;
        match inner {
            Inner::Single => {
                let all = self.chains.fitting(&marks).all_single(&marks);
                let found = all.into_iter().find(is_it)?;
                Some(single_removal(&present, &found, removed))
            }
            Inner::Multiple => {
                let all = self.chains.fitting(&marks).all_multiple(&marks);
                let found = all.into_iter().find(is_it)?;
                Some(multiple_removal(&present, &found.ends))
            }
            Inner::Dynamic => self.dynamic_removal(&present, None, removed, fingerprint),
            Inner::Nested => self.with_deeper(|own, deeper| {
                own.dynamic_removal(&present, Some(deeper), removed, fingerprint)
            }),
        }
    }

    fn dynamic_removal(
        &mut self,
        present: &Places,
        mut deeper: Option<&mut Self>,
        removed: Literal,
        fingerprint: u64,
    ) -> Option<Implication> {
        let all = self.all_dynamic(present, deeper.as_deref_mut());
        let is_it = |found: &Found| trace(&self.memory, found).0 == fingerprint;
        let found = all.into_iter().find(is_it)?;
        let chains = proofs(&self.memory, present, &found, Some(removed), deeper);
        let rule = match found.branches {
            Branches::Contradiction => Rule::Refuted,
            _ => Rule::EachCase,
        };
        Some(removal(rule, chains))
    }
}

/// Chains of a hint. If its result is a candidate of an inner state that `removed` excludes, that one
/// is assumed to be true instead.
fn proofs(
    runs: &Propagations,
    source: &Places,
    found: &Found,
    removed: Option<Literal>,
    mut nested: Option<&mut NestedChains>,
) -> Vec<Vec<Implication>> {
    let mut chain = |ends: &[_]| {
        let (propagation, _) = runs.at(ends[0]);
        let ends: Vec<usize> = ends.iter().map(|end| end.1.into()).collect();
        let mut reason = |node: usize| reason(propagation, node, nested.as_deref_mut());
        ancestors(propagation, &ends, &mut reason)
    };
    if found.branches == Branches::Contradiction {
        let (nodes, ends) = chain(found.ends());
        let assumed = removed.map(|removed| (removed.cell(), removed.digit()));
        return vec![Proof::new(source, nodes, assumed).contradict([ends[0], ends[1]])];
    }
    let ends = found.ends().iter();
    let chains = ends.map(|&end| proof(source, chain(&[end]).0));
    chains.collect()
}

/// Reason of a false literal that no true one excludes.
fn reason(
    propagation: &Propagation,
    node: usize,
    nested: Option<&mut NestedChains>,
) -> Option<Implication> {
    let node = node as u16;
    let techniques = &propagation.techniques;
    if let Ok(at) = techniques.binary_search_by_key(&node, |technique| technique.0) {
        let (_, rule, houses) = techniques[at];
        let mut houses = houses.map(usize::from).to_vec();
        houses.dedup();
        return Some(Implication::in_houses(rule, Vec::new(), houses, Vec::new()));
    }
    let hints = &propagation.nested;
    let at = hints.binary_search_by_key(&node, |hint| hint.0).ok()?;
    nested?.removal(hints[at].1 as usize)
}

/// Memory of all levels, and of a state for its next rung.
#[derive(Debug, Default)]
pub struct ChainMemory {
    propagations: Propagations,
    nested: Option<NestedChains>,
    /// The hint of the last search.
    best: Option<Found>,
}

impl ChainMemory {
    /// Returns the branches and the pattern of the hint that was found last, in the same candidates.
    pub fn pattern(&mut self, marks: &Marks) -> Option<(Branches, Pattern)> {
        let found = self.best.take()?;
        let source = Places::new(marks);
        let nested = self.nested.as_mut();
        let chains = proofs(&self.propagations, &source, &found, None, nested);
        let pattern = chain_proofs::pattern(found.branches, found.result, chains);
        Some((found.branches, pattern))
    }
}

/// First hint of a rung from 25 to 30, of this level.
pub fn first(
    marks: &Marks,
    level: u8,
    memory: &mut ChainMemory,
    stopped: &dyn Fn() -> bool,
) -> Option<Hint> {
    let source = Places::new(marks);
    let ChainMemory {
        propagations,
        nested,
        best,
    } = memory;
    let mut kept = vec![0, 1];
    // Levels 3 and 5 go on with nested hints of the level before.
    if matches!(level, 3 | 5) && propagations.has(&source, level - 1) {
        kept.push(level - 1);
    } else {
        *nested = None;
    }
    propagations.prepare(&source, &kept);
    let mut techniques = EmbeddedTechniques::new(&source, marks.empty);
    *best = None;
    let indirect: Option<&mut dyn Indirect> = match level {
        0 => None,
        1 => Some(&mut techniques),
        _ => {
            let nested = nested.get_or_insert_with(|| NestedChains::new(level, techniques));
            nested.level = level;
            Some(nested)
        }
    };
    let mut visit = |found: Found| found.offer(best);
    search(&source, level, propagations, indirect, &mut visit, stopped);
    Some((*best)?.hint(&marks.cells, 8.5 + 0.5 * f64::from(level)))
}
