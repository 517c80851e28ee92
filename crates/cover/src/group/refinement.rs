//! Colours that distinguish vertices (`McKay`, Practical graph isomorphism, 1981).
//!
//! Vertices are distinguished by their options, and options by their vertices, until nothing
//! changes. Then a vertex is marked, and the colours are refined further. Colours are hashes, and
//! hashes may collide: equal colours prove nothing.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use super::symmetry_vertices::{Kinds, SymmetryVertices};
use crate::memo::states::BuildFoldHasher;
use countless_engine::{Error, SplitMix64};

/// Refined colours.
#[derive(Clone, Debug)]
pub struct RefinedColours {
    /// Vertex that was marked; 0 if none was.
    pub vertex: u32,
    colours: Vec<u64>,
    /// Vertices sorted by their colours; empty if the sums are not as expected.
    sorted: Vec<(u64, u32)>,
    /// Sums of all colours during the refinement.
    sums: Vec<u64>,
}

impl RefinedColours {
    /// Sum of all colours.
    pub fn total(&self) -> u64 {
        total(&self.colours)
    }

    /// Classes of several vertices: those that have a colour in common.
    pub fn several(&self) -> impl Iterator<Item = &[(u64, u32)]> {
        let classes = self.sorted.chunk_by(|one, other| one.0 == other.0);
        classes.filter(|class| class.len() > 1)
    }

    /// Vertices that have the colour of a vertex in other colours, in order.
    pub fn images_of(&self, vertex: u32, other: &Self) -> impl Iterator<Item = u32> {
        let colour = self.colours[vertex as usize];
        let start = other.sorted.partition_point(|one| one.0 < colour);
        let class = other.sorted[start..].iter();
        let class = class.take_while(move |one| one.0 == colour);
        class.map(|one| one.1)
    }

    /// Returns whether the same colours occur in both, each equally often.
    pub fn are_those_of(&self, other: &Self) -> bool {
        let mut pairs = self.sorted.iter().zip(&other.sorted);
        self.sums == other.sums && pairs.all(|(one, other)| one.0 == other.0)
    }

    /// Images of the vertices under a permutation that maps each to one of the same colour. A vertex
    /// stays in its place if it has the same colour in both. Both have the same colours.
    pub fn images_in(&self, other: &Self) -> Vec<u32> {
        let mut images: Vec<u32> = (0..self.colours.len() as u32).collect();
        let moved = self.sorted.iter();
        let moved = moved.filter(|own| other.colours[own.1 as usize] != own.0);
        let others = other.sorted.iter();
        let others = others.filter(|image| self.colours[image.1 as usize] != image.0);
        for (own, image) in moved.zip(others) {
            images[own.1 as usize] = image.1;
        }
        images
    }
}

/// Hash of a number.
pub fn mixed(number: u64) -> u64 {
    SplitMix64(number).next()
}

fn total(colours: &[u64]) -> u64 {
    colours
        .iter()
        .fold(0, |sum, &colour| sum.wrapping_add(colour))
}

fn distinct(colours: &[u64]) -> usize {
    let mut seen: HashSet<u64, BuildFoldHasher> = HashSet::default();
    seen.reserve(colours.len());
    seen.extend(colours);
    seen.len()
}

/// Vertices with initial colours, their kinds.
#[derive(Clone, Debug)]
pub struct Colouring<'a> {
    pub vertices: &'a SymmetryVertices,
    pub kinds: Kinds,
}

impl Colouring<'_> {
    /// Refined kinds.
    pub fn refined(&self, steps: &mut SearchSteps<'_>) -> RefinedColours {
        self.refine(self.kinds.vertices.clone(), 0, None, steps)
    }

    /// Refined colours after a mark on a vertex. They may be left unsorted as soon as their sums
    /// differ from those of `like`.
    pub fn marked(
        &self,
        before: &RefinedColours,
        vertex: u32,
        like: Option<&RefinedColours>,
        steps: &mut SearchSteps<'_>,
    ) -> RefinedColours {
        let mut colours = before.colours.clone();
        colours[vertex as usize] = mixed(!colours[vertex as usize]);
        let expected = like.filter(|_| !self.vertices.is_node);
        let expected = expected.map(|like| &like.sums[..]);
        self.refine(colours, vertex, expected, steps)
    }

    /// Refined colours after a mark on a vertex of the largest class; `None` if all colours differ.
    /// At a node, the class is the smallest.
    pub fn next_mark(
        &self,
        before: &RefinedColours,
        steps: &mut SearchSteps<'_>,
    ) -> Option<RefinedColours> {
        let class = if self.vertices.is_node {
            before.several().min_by_key(|class| class.len())?
        } else {
            before.several().max_by_key(|class| class.len())?
        };
        Some(self.marked(before, class[0].1, None, steps))
    }

    /// Refines colours: distinguishes vertices by their options, and options by their vertices and
    /// marks, until nothing changes, or as often as there are `expected` sums, as long as the sums are
    /// these. There is a sum before each round, and one at the end.
    fn refine(
        &self,
        mut colours: Vec<u64>,
        vertex: u32,
        expected: Option<&[u64]>,
        steps: &mut SearchSteps<'_>,
    ) -> RefinedColours {
        let (mut sums, mut classes) = (Vec::new(), 0);
        loop {
            sums.push(total(&colours));
            let is_done = if let Some(expected) = expected {
                *expected == sums || !expected.starts_with(&sums)
            } else {
                let before = std::mem::replace(&mut classes, distinct(&colours));
                classes <= before || classes == colours.len() && !self.vertices.is_node
            };
            if is_done || steps.are_spent() {
                break;
            }
            steps.take(self.vertices.weight);
            self.refine_once(&mut colours);
        }
        let mut sorted = Vec::new();
        if expected.is_none_or(|expected| *expected == sums) {
            sorted.extend(colours.iter().copied().zip(0..));
            sorted.sort_unstable();
        }
        RefinedColours {
            vertex,
            colours,
            sorted,
            sums,
        }
    }

    fn refine_once(&self, colours: &mut [u64]) {
        let vertices = self.vertices;
        let mut next = vec![0_u64; colours.len()];
        let hashes: Vec<u64> = colours.iter().map(|&colour| mixed(colour)).collect();
        let options = vertices.options().zip(&vertices.times);
        for ((option, times), &mark) in options.zip(&self.kinds.marks) {
            let sum = option
                .iter()
                .fold(mark, |sum, &part| sum.wrapping_add(hashes[part as usize]));
            let hash = mixed(sum).wrapping_mul(*times);
            for &part in option {
                next[part as usize] = next[part as usize].wrapping_add(hash);
            }
        }
        for &(shade, item) in &vertices.shades {
            let (shade, item) = (shade as usize, item as usize);
            next[shade] = next[shade].wrapping_add(mixed(colours[item] ^ 1));
            next[item] = next[item].wrapping_add(mixed(colours[shade] ^ 2));
        }
        for (colour, next) in colours.iter_mut().zip(next) {
            *colour = mixed(colour.wrapping_add(mixed(next)));
        }
    }
}

/// Steps that a search may take. Each vertex of an option that is read is a step.
#[derive(Debug)]
pub struct SearchSteps<'a> {
    left: u64,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> SearchSteps<'a> {
    /// A number of steps, until the search is cancelled.
    pub fn new(left: u64, cancel: Option<&'a AtomicBool>) -> Self {
        Self { left, cancel }
    }

    /// Any number of steps.
    pub fn unlimited() -> Self {
        Self::new(u64::MAX, None)
    }

    /// Number of steps left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Takes steps, or all that are left.
    pub fn take(&mut self, steps: u64) {
        self.left = self.left.saturating_sub(steps);
    }

    /// Returns whether the search has to end: no step is left, or it was cancelled.
    pub fn are_spent(&self) -> bool {
        self.left == 0 || self.is_cancelled()
    }

    fn is_cancelled(&self) -> bool {
        (self.cancel).is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    /// Refuses what a search found that had to end.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if it was cancelled, [`Error::Impossible`] if no step is left.
    pub fn require_some(&self) -> Result<(), Error> {
        if self.is_cancelled() {
            return Err(Error::Interrupted);
        }
        if self.left > 0 {
            return Ok(());
        }
        Err(Error::Impossible(
            "the symmetries of this problem take too long to find\n\
             hint: --keep keeps items apart, so that there are fewer"
                .to_owned(),
        ))
    }
}
