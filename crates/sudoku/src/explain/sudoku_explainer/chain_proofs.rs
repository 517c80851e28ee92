//! Chains as implications, for the words that all forcing chains share.
//!
//! ```text
//!     links of a chain     ──┐
//!     nodes of a propagation ─┴─▶ ProofNode ─▶ Implication ─▶ words, statements, edges
//! ```
//!
//! A true literal is an implication of its own. A false one belongs to the true literal that excludes
//! it, or to the technique or the chains that remove it.

use super::super::chains::{self, Node};
use super::super::deduction::{Implication, Pattern, Rule};
use super::super::forcing::{contradiction_words, goal_words, placing_words};
use super::super::layout::{CellSet, LayoutSet};
use super::super::technique::Technique;
use super::dynamic_chains::Branches;
use super::marks::{
    ChainHint, ChainLink, ChainStep, HintPattern, Literal, cells_of, digits_in, sees,
};
use super::places::Places;
use super::propagation::Propagation;
use countless_simd::distinct;

/// Literal of a proof, and the numbers of those that it follows from.
#[derive(Debug)]
pub struct ProofNode {
    pub link: ChainLink,
    pub parents: Vec<usize>,
    /// Reason of a false literal, if a true one does not exclude it: without candidate and premises.
    pub removal: Option<Implication>,
}

/// Reason from chains why a candidate is false: one that refutes it, or one for each case.
pub fn removal(rule: Rule, because: Vec<Vec<Implication>>) -> Implication {
    Implication {
        because,
        ..Implication::new(rule, Vec::new(), Vec::new())
    }
}

/// Cell and digit of a literal.
fn candidate(literal: Literal) -> (usize, usize) {
    (literal.cell(), literal.digit())
}

/// Proof that begins with an assumption.
#[derive(Debug)]
pub struct Proof<'a> {
    places: &'a Places,
    nodes: Vec<ProofNode>,
    implications: Vec<Implication>,
    /// Implication that each node belongs to.
    numbers: Vec<usize>,
    /// Candidate that is assumed to be true.
    assumed: Option<(usize, usize)>,
}

impl<'a> Proof<'a> {
    /// Draws the implications of nodes in these candidates. The first node is the assumption, unless
    /// `assumed` excludes it.
    pub fn new(places: &'a Places, nodes: Vec<ProofNode>, assumed: Option<(usize, usize)>) -> Self {
        let mut proof = Self {
            places,
            nodes: Vec::new(),
            implications: Vec::new(),
            numbers: Vec::new(),
            assumed,
        };
        for node in nodes {
            let number = proof.number(&node);
            proof.numbers.push(number);
            proof.nodes.push(node);
        }
        proof
    }

    /// Numbers of the implications that some nodes belong to.
    fn premises(&self, nodes: &[usize]) -> Vec<usize> {
        distinct(nodes.iter().map(|&node| self.numbers[node]).collect())
    }

    /// Number of the implication of the next node.
    fn number(&mut self, node: &ProofNode) -> usize {
        let literal = node.link.literal;
        let own = candidate(literal);
        let premises = self.premises(&node.parents);
        let next = self.implications.len();
        let implication = match (node.link.by, &node.removal) {
            _ if next == 0 => match self.assumed {
                Some(assumed) => Implication::new(Rule::Assumed, vec![assumed], premises),
                None if literal.is_on() => Implication::new(Rule::Assumed, vec![own], premises),
                None => Implication::new(Rule::AssumedFalse, vec![own], premises),
            },
            (_, Some(removal)) => {
                if let Some(last) = self.implications.last_mut()
                    && removal.because.is_empty()
                    && (last.rule, &last.houses) == (removal.rule, &removal.houses)
                    && last.premises == premises
                    && last.first_candidate().1 == own.1
                {
                    last.candidates.push(own);
                    return next - 1;
                }
                Implication {
                    candidates: vec![own],
                    premises,
                    ..removal.clone()
                }
            }
            (_, None) if !literal.is_on() => return premises.first().copied().unwrap_or(0),
            (ChainStep::House(house), _) => {
                Implication::in_houses(Rule::OnlyPlace, vec![own], vec![house.into()], premises)
            }
            _ => Implication::new(Rule::OnlyDigit, vec![own], premises),
        };
        self.implications.push(implication);
        next
    }

    /// Returns the implications.
    pub fn finish(self) -> Vec<Implication> {
        self.implications
    }

    /// Returns the implications up to the contradiction of these nodes: a true one and a false one.
    pub fn contradict(self, [on, off]: [usize; 2]) -> Vec<Implication> {
        let end = self.contradiction([on, off]);
        let last = self.implications.len();
        let mut all = self.implications;
        all.push(end);
        let kept = needed(all.len(), &[last], &|number| all[number].premises.clone());
        let place = |number: &usize| kept.binary_search(number).ok();
        let renumbered = kept.iter().map(|&number| Implication {
            premises: all[number].premises.iter().filter_map(place).collect(),
            ..all[number].clone()
        });
        renumbered.collect()
    }

    fn contradiction(&self, [on, off]: [usize; 2]) -> Implication {
        let true_one = &self.nodes[on];
        let (cell, _) = candidate(true_one.link.literal);
        let parents = &true_one.parents[..];
        // The last other candidate of the cell is the assumption, which cannot be false.
        let denied = parents.iter().copied().find(|&parent| {
            let literal = self.nodes[parent].link.literal;
            true_one.link.by == ChainStep::Cell && self.assumed == Some(candidate(literal))
        });
        let (last, also) = match denied {
            Some(denied) if self.numbers[denied] > 0 => (self.last_true(denied), 0),
            _ if on == 0 => (self.last_true(off), 0),
            _ => (Some(on), self.numbers[off]),
        };
        let (step, mut premises) = match last {
            Some(last) if last > 0 => {
                let last = &self.nodes[last];
                (last.link, self.premises(&last.parents))
            }
            _ => {
                let literal = Literal::new(cell, 0, true);
                let by = ChainStep::Cell;
                (ChainLink { literal, by }, vec![self.numbers[off], 0])
            }
        };
        premises.push(also);
        let premises = distinct(premises);
        let (cell, digit) = candidate(step.literal);
        let ChainStep::House(house) = step.by else {
            let digits = digits_in(self.places.cells[cell]);
            let lost = digits.map(|digit| (cell, digit)).collect();
            return Implication::new(Rule::NoDigit, lost, premises);
        };
        let house = usize::from(house);
        let places = digits_in(self.places.houses[digit][house]);
        let lost = places.map(|place| (cells_of(house)[place].into(), digit));
        Implication::in_houses(Rule::NoPlace, lost.collect(), vec![house], premises)
    }

    /// True literal that excludes a false one.
    fn last_true(&self, off: usize) -> Option<usize> {
        let node = &self.nodes[off];
        let parent = *node.parents.first()?;
        (node.removal.is_none() && self.nodes[parent].link.literal.is_on()).then_some(parent)
    }
}

/// Numbers below `count` that some ends rest on, with these and the assumption, in order.
fn needed(count: usize, ends: &[usize], premises: &dyn Fn(usize) -> Vec<usize>) -> Vec<usize> {
    let mut used = vec![false; count];
    for &number in ends.iter().chain(&[0]) {
        used[number] = true;
    }
    for number in (0..count).rev() {
        if used[number] {
            for premise in premises(number) {
                used[premise] = true;
            }
        }
    }
    (0..count).filter(|&number| used[number]).collect()
}

/// Nodes of a chain, given from its end back to its assumption.
pub fn linear(links: &[ChainLink]) -> Vec<ProofNode> {
    let links = links.iter().rev().enumerate();
    let nodes = links.map(|(number, &link)| ProofNode {
        link,
        parents: number.checked_sub(1).into_iter().collect(),
        removal: None,
    });
    nodes.collect()
}

/// Ancestors of some nodes of a propagation, and these nodes themselves, as nodes of a proof; and the
/// numbers of these nodes in it. `reason` explains the false literals that no true one excludes.
pub fn ancestors(
    propagation: &Propagation,
    ends: &[usize],
    reason: &mut dyn FnMut(usize) -> Option<Implication>,
) -> (Vec<ProofNode>, Vec<usize>) {
    let parents = |node: usize| {
        let parents = propagation.parents(node).iter();
        parents.map(|&parent| parent.into()).collect()
    };
    let kept = needed(propagation.links.len(), ends, &parents);
    let place = |node: usize| kept.binary_search(&node).unwrap_or(0);
    let nodes = kept.iter().map(|&node| {
        let link = propagation.links[node];
        let is_indirect = node > 0 && !link.literal.is_on() && link.by == ChainStep::Start;
        ProofNode {
            link,
            parents: parents(node).into_iter().map(place).collect(),
            removal: if is_indirect { reason(node) } else { None },
        }
    });
    let nodes = nodes.collect();
    (nodes, ends.iter().map(|&end| place(end)).collect())
}

/// Reason why a single chain or a cycle removes a candidate.
pub fn single_removal(places: &Places, found: &ChainHint, removed: Literal) -> Implication {
    let mut nodes = linear(&found.ends[0]);
    if nodes[0].link.literal == nodes[nodes.len() - 1].link.literal {
        nodes = around(&nodes, removed);
    }
    let last = nodes.len() - 1;
    let ends = if nodes[last].link.literal.is_on() {
        [last, 0]
    } else {
        [0, last]
    };
    let chain = Proof::new(places, nodes, Some(candidate(removed))).contradict(ends);
    removal(Rule::Refuted, vec![chain])
}

/// Part of a cycle from a literal that a candidate makes false to a true one that it excludes. The
/// candidate comes first.
fn around(cycle: &[ProofNode], removed: Literal) -> Vec<ProofNode> {
    let length = cycle.len() - 1;
    let is_near = |at: usize, on: bool| {
        let literal = cycle[at].link.literal;
        literal.is_on() == on
            && literal.digit() == removed.digit()
            && sees(literal.cell(), removed.cell())
    };
    let starts = (0..length).filter(|&at| is_near(at, false));
    let ways = starts.filter_map(|start| {
        let mut ends = 1..length;
        let end = ends.find(|&count| is_near((start + count) % length, true))?;
        Some((end, start))
    });
    let (count, start) = ways.min().unwrap_or((0, 0));
    let assumption = ChainLink {
        literal: removed.opposite(),
        by: ChainStep::Start,
    };
    // The start has its step at the end, where the cycle returns to it.
    let links = (start..=start + count).rev().map(|at| match at % length {
        0 => cycle[length].link,
        at => cycle[at].link,
    });
    let mut links: Vec<ChainLink> = links.collect();
    links.push(assumption);
    linear(&links)
}

/// Reason why multiple chains, each given from its end back to its assumption, remove a candidate.
pub fn multiple_removal(places: &Places, ends: &[Vec<ChainLink>]) -> Implication {
    let cases = ends.iter().map(|links| proof(places, linear(links)));
    removal(Rule::EachCase, cases.collect())
}

/// Implications of nodes from their own assumption.
pub fn proof(places: &Places, nodes: Vec<ProofNode>) -> Vec<Implication> {
    Proof::new(places, nodes, None).finish()
}

/// Pattern of a single chain or a cycle. The first node of the pattern is false,
/// the next true, and so on.
pub fn single_pattern(found: &ChainHint) -> HintPattern {
    let mut literals: Vec<Literal> = found.ends[0]
        .iter()
        .rev()
        .map(|link| link.literal)
        .collect();
    let is_loop = literals.first() == literals.last();
    if is_loop {
        literals.remove(0);
    } else if literals[0].is_on() {
        // The refuted candidate sees the first and the last node.
        literals.remove(0);
        literals.pop();
    }
    let technique = if { literals.iter() }.all(|literal| literal.digit() == literals[0].digit()) {
        Technique::XChain
    } else if literals
        .chunks(2)
        .all(|pair| pair[0].cell() == pair[1].cell())
    {
        Technique::XyChain
    } else {
        Technique::AlternatingChain
    };
    let nodes = literals.iter().map(|literal| Node {
        cells: CellSet::of(literal.cell()),
        digits: 1 << literal.digit(),
    });
    HintPattern::new(technique, chains::pattern(nodes.collect(), is_loop))
}

/// Pattern of chains that conclude a literal.
pub fn pattern(branches: Branches, result: Literal, chains: Vec<Vec<Implication>>) -> Pattern {
    let words = match (result.is_on(), branches) {
        (true, _) => placing_words,
        (false, Branches::Contradiction) => contradiction_words,
        (false, _) => goal_words,
    };
    let (cell, digit) = candidate(result);
    let mut pattern = Pattern::new(words).with_cells(&[cell]);
    if let Branches::House(house) = branches {
        pattern = pattern.with_houses(&[house.into()]);
    }
    Pattern {
        chains,
        ..pattern.with_digits(&[digit])
    }
}
