//! Consequences of one assumed literal, in the order of Sudoku Explainer, with their parents.
//!
//! Pending literals are taken from a queue: the oldest that is true, or if none is, the oldest
//! that is false. A true literal makes the other candidates of its cell and of its digit false. A
//! false one makes the last candidate of a cell, or the last place of a house, true; then its
//! candidate is deleted. The deleted candidates that such a step needs are its parents. As literals
//! are numbered when they are found, the queues are two cursors over one list.
//!
//! ```text
//!     on a ──▶ off b, off c        lengths 1, 2, 2
//!     off b, off c ──▶ on d        length 4: d, b, c, a
//! ```

use super::super::deduction::Rule;
use super::marks::{CELLS, ChainLink, ChainStep, Literal, cells_of, digits_in};
use super::places::{Places, strong_steps, weak_steps};

/// Number of a literal without a node.
const ABSENT: u16 = u16::MAX;

/// Source of further false literals once all queues are empty.
pub trait Indirect {
    /// Adds false literals to a propagation from these candidates; theirs are all present.
    fn extend(&mut self, source: &Places, propagation: &mut Propagation);

    /// Sum of the lengths of all different nested hints that these nodes depend on.
    fn nested_length(&self, _ends: &mut dyn Iterator<Item = (&Propagation, usize)>) -> u32 {
        0
    }
}

/// Literals that follow from an assumption.
#[derive(Clone, Debug)]
pub struct Propagation {
    /// Literals in the order found, and the steps that led to them.
    pub links: Vec<ChainLink>,
    /// Number of different literals among each one and all its ancestors.
    pub lengths: Vec<u16>,
    /// Nested hints of literals, as pairs of node and hint, by ascending node.
    pub nested: Vec<(u16, u32)>,
    /// Techniques that make literals false, with their houses, by ascending node.
    pub techniques: Vec<(u16, Rule, [u8; 2])>,
    /// Nodes of a literal that is true and false, in this order, if the assumption leads to one.
    pub contradiction: Option<[usize; 2]>,
    /// Candidates that are not deleted.
    pub present: Places,
    /// True candidates of each cell, and false ones.
    pub found: [[u16; CELLS]; 2],
    nodes: Vec<u16>,
    parents: Vec<u16>,
    parents_end: Vec<u32>,
    /// Start of the row of ancestors of each node. It holds the node itself, except if that
    /// is false because of one true literal: then it is the row of that literal.
    rows: Vec<u32>,
    ancestors: Vec<u64>,
    /// Words of a row.
    words: usize,
    /// First nodes that may be pending: true ones, false ones.
    cursors: [usize; 2],
    /// True if no candidate is deleted.
    is_fixed: bool,
}

impl Default for Propagation {
    fn default() -> Self {
        Self {
            links: Vec::new(),
            lengths: Vec::new(),
            nested: Vec::new(),
            techniques: Vec::new(),
            contradiction: None,
            present: Places::NONE,
            found: [[0; CELLS]; 2],
            nodes: vec![ABSENT; 18 * CELLS],
            parents: Vec::new(),
            parents_end: Vec::new(),
            rows: Vec::new(),
            ancestors: Vec::new(),
            words: 4,
            cursors: [0; 2],
            is_fixed: false,
        }
    }
}

impl Propagation {
    /// Creates a propagation that deletes no candidate.
    pub fn of_fixed_candidates() -> Self {
        Self {
            is_fixed: true,
            ..Self::default()
        }
    }

    /// Assumes a literal.
    pub fn start(&mut self, source: &Places, literal: Literal) {
        for link in self.links.drain(..) {
            self.nodes[usize::from(link.literal.0)] = ABSENT;
        }
        self.lengths.clear();
        self.nested.clear();
        self.techniques.clear();
        self.contradiction = None;
        self.present.clone_from(source);
        self.found = [[0; CELLS]; 2];
        self.parents.clear();
        self.parents_end.clear();
        self.rows.clear();
        self.ancestors.clear();
        self.words = 4;
        self.cursors = [0; 2];
        self.push(literal, ChainStep::Start);
    }

    /// Node of a literal, if it follows from the assumption.
    pub fn node(&self, literal: Literal) -> Option<usize> {
        let node = self.nodes[usize::from(literal.0)];
        (node != ABSENT).then_some(usize::from(node))
    }

    /// Literals before a contradiction, in the order found.
    pub fn consistent(&self) -> &[ChainLink] {
        let end = usize::from(self.contradiction.is_some());
        &self.links[..self.links.len() - end]
    }

    /// Number of literals of both chains to a contradiction.
    pub fn contradiction_length(&self) -> Option<u32> {
        let lengths = self.contradiction?.map(|node| self.lengths[node].into());
        Some(lengths.iter().sum())
    }

    /// Nodes of the direct reasons of a node, in order.
    pub fn parents(&self, node: usize) -> &[u16] {
        let start = if node == 0 {
            0
        } else {
            self.parents_end[node - 1]
        };
        &self.parents[start as usize..self.parents_end[node] as usize]
    }

    /// True if the second node is the first or an ancestor of it.
    pub fn depends_on(&self, node: usize, ancestor: usize) -> bool {
        let row = self.rows[node] as usize;
        node == ancestor || self.ancestors[row + ancestor / 64] >> (ancestor % 64) & 1 != 0
    }

    /// Adds a node with the parents pushed before. The literal that ends the propagation by a
    /// contradiction may have a node: it gets another one.
    fn push(&mut self, literal: Literal, by: ChainStep) {
        let node = self.links.len();
        let start = self.parents_end.last().map_or(0, |&end| end as usize);
        let parents = &self.parents[start..];
        let (row, mut length) = match *parents {
            // Most literals are false because one is true: they need no row of their own.
            [parent] if !literal.is_on() && self.links[usize::from(parent)].literal.is_on() => {
                let parent = usize::from(parent);
                (self.rows[parent], self.lengths[parent] + 1)
            }
            _ => self.join(node, start),
        };
        let twin = self.nodes[usize::from(literal.0)];
        self.links.push(ChainLink { literal, by });
        self.rows.push(row);
        if twin != ABSENT && self.depends_on(node, usize::from(twin)) {
            length -= 1;
        }
        self.lengths.push(length);
        self.parents_end.push(self.parents.len() as u32);
        if twin == ABSENT {
            self.nodes[usize::from(literal.0)] = node as u16;
            self.found[usize::from(!literal.is_on())][literal.cell()] |= 1 << literal.digit();
        }
    }

    /// Joins the ancestors of the parents from this one on; returns their row and the length.
    fn join(&mut self, node: usize, start: usize) -> (u32, u16) {
        if node == 64 * self.words {
            self.widen();
        }
        let row = self.ancestors.len();
        self.ancestors.resize(row + self.words, 0);
        let (before, own) = self.ancestors.split_at_mut(row);
        for parent in self.parents[start..]
            .iter()
            .map(|&parent| usize::from(parent))
        {
            let from = self.rows[parent] as usize;
            for (word, &other) in own.iter_mut().zip(&before[from..from + self.words]) {
                *word |= other;
            }
            own[parent / 64] |= 1 << (parent % 64);
        }
        own[node / 64] |= 1 << (node % 64);
        let length = own.iter().map(|word| word.count_ones()).sum::<u32>();
        (row as u32, length as u16)
    }

    /// Makes room for more nodes: indirect steps may add both states of a candidate.
    fn widen(&mut self) {
        let rows = self.ancestors.chunks_exact(self.words);
        self.ancestors = rows
            .flat_map(|row| row.iter().copied().chain([0]))
            .collect();
        for row in &mut self.rows {
            *row += *row / self.words as u32;
        }
        self.words += 1;
    }

    /// Adds a false literal with these parents, unless it follows already.
    pub fn push_false(&mut self, literal: Literal, parents: &[Literal]) -> bool {
        let new = self.node(literal).is_none();
        if new {
            for &parent in parents {
                self.push_parent(parent);
            }
            self.push(literal, ChainStep::Start);
        }
        new
    }

    fn push_parent(&mut self, literal: Literal) {
        self.parents.push(self.nodes[usize::from(literal.0)]);
    }

    /// Goes on until nothing follows, or there is a contradiction; steps between candidates of one
    /// cell are made if `cells` is true. Without indirect steps it may
    /// also end once all pending literals exceed a limit: then no other is within it.
    pub fn go_on(
        &mut self,
        source: &Places,
        cells: bool,
        limit: u32,
        mut indirect: Option<&mut (dyn Indirect + '_)>,
    ) {
        // Indirect steps may lead from any literal to a short one.
        let limit = if indirect.is_some() { u32::MAX } else { limit };
        let mut short = self.short_pending(limit);
        while self.contradiction.is_none() && (short > 0 || limit == u32::MAX) {
            let before = self.links.len();
            let kind = usize::from(!self.is_pending(true));
            if kind == 0 || self.is_pending(false) {
                let node = self.cursors[kind];
                self.cursors[kind] += 1;
                short -= usize::from(u32::from(self.lengths[node]) <= limit);
                self.expand(source, node, cells);
            } else {
                if let Some(indirect) = &mut indirect {
                    indirect.extend(source, self);
                }
                if self.links.len() == before {
                    return;
                }
            }
            let new = self.lengths[before..].iter();
            short += new.filter(|&&length| u32::from(length) <= limit).count();
        }
    }

    /// Number of pending literals within a limit.
    fn short_pending(&self, limit: u32) -> usize {
        let nodes = self.links.iter().zip(&self.lengths).enumerate();
        let pending = nodes.filter(|&(node, (link, &length))| {
            node >= self.cursors[usize::from(!link.literal.is_on())] && u32::from(length) <= limit
        });
        pending.count()
    }

    /// True if a true, or a false, literal is pending; moves the cursor to the oldest one.
    fn is_pending(&mut self, on: bool) -> bool {
        let cursor = &mut self.cursors[usize::from(!on)];
        let rest = self.links[*cursor..].iter();
        *cursor += rest.take_while(|link| link.literal.is_on() != on).count();
        *cursor < self.links.len()
    }

    /// Makes the steps from a node, up to a contradiction.
    fn expand(&mut self, source: &Places, node: usize, cells: bool) {
        let literal = self.links[node].literal;
        if literal.is_on() {
            weak_steps(&self.present, literal, cells).all(|link| self.conclude(source, link, node));
        } else {
            let mut forced = strong_steps(&self.present, literal, cells);
            if !self.is_fixed {
                self.present.remove(literal.cell(), literal.digit());
            }
            forced.all(|link| self.conclude(source, link, node));
        }
    }

    /// Adds a literal that follows from a node, unless it is there; false if its opposite is.
    fn conclude(&mut self, source: &Places, link: ChainLink, from: usize) -> bool {
        let literal = link.literal;
        let opposite = self.node(literal.opposite());
        if opposite.is_none() && self.node(literal).is_some() {
            return true;
        }
        self.parents.push(from as u16);
        if literal.is_on() {
            let but = self.links[from].literal;
            for parent in self.deleted(source, link).filter(|&parent| parent != but) {
                self.push_parent(parent);
            }
        }
        let node = self.links.len();
        self.push(literal, link.by);
        if let Some(opposite) = opposite {
            let nodes = [node, opposite];
            self.contradiction = Some(if literal.is_on() {
                nodes
            } else {
                [opposite, node]
            });
        }
        opposite.is_none()
    }

    /// Candidates deleted since the start that would have stopped a step to this literal, as
    /// false literals.
    pub fn deleted(
        &self,
        source: &Places,
        link: ChainLink,
    ) -> impl Iterator<Item = Literal> + use<> {
        let (cell, digit) = (link.literal.cell(), link.literal.digit());
        let (deleted, house) = match link.by {
            ChainStep::Start => (0, None),
            ChainStep::Cell => (source.cells[cell] & !self.present.cells[cell], None),
            ChainStep::House(house) => {
                let (house, houses) = (usize::from(house), &self.present.houses[digit]);
                let deleted = source.houses[digit][house] & !houses[house];
                (deleted, Some(cells_of(house)))
            }
        };
        digits_in(deleted).map(move |index| match house {
            Some(cells) => Literal::new(usize::from(cells[index]), digit, false),
            None => Literal::new(cell, index, false),
        })
    }
}
