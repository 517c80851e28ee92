//! Points that a symmetry maps: options, and the vertices that they consist of.

use super::permutation_group::Permutation;
use crate::list_numbers::ListNumbers;
use countless_simd::{distinct, sort};

/// Cost of sorting a colour, in steps.
const SORTED: usize = 8;

/// Vertices that a symmetry maps, and the options, which are sets of vertices. A vertex is an item,
/// or an item in one of its colours. The latter are called shades here, as colours distinguish
/// vertices.
#[derive(Clone, Debug)]
pub struct SymmetryVertices {
    /// Vertices of the distinct options, one option after the other, and the end of each.
    parts: Vec<u32>,
    ends: Vec<u32>,
    /// Number of options that are equal to each.
    pub(super) times: Vec<u64>,
    /// Number of each distinct option, by its sorted vertices.
    numbers: ListNumbers,
    pub kinds: Kinds,
    /// Shades, each with its item, sorted.
    pub(super) shades: Vec<(u32, u32)>,
    /// Number of the distinct option that each option is equal to.
    distinct: Vec<u32>,
    /// Cost of one refinement, in steps.
    pub(super) weight: u64,
    /// True for the options of a node of a search. A search for their symmetries takes the same
    /// steps in each version, as what it finds within its steps decides on the subtrees of a plan.
    pub is_node: bool,
}

/// Vertices and options that symmetries do not map to each other.
#[derive(Clone, Debug)]
pub struct Kinds {
    /// Vertices of different kinds are never mapped to each other.
    pub vertices: Vec<u64>,
    /// Distinct options with different marks are never mapped to each other; 0 without a mark.
    pub marks: Vec<u64>,
}

impl SymmetryVertices {
    /// Vertices of these options, which have no marks. `kinds` are the kinds of all vertices, and
    /// `shades` those that are colours of an item, each with the item.
    pub fn new(options: Vec<Vec<u32>>, kinds: Vec<u64>, shades: Vec<(u32, u32)>) -> Self {
        let uses: usize = options.iter().map(Vec::len).sum();
        let mut vertices = Self {
            weight: (uses + SORTED * kinds.len()) as u64,
            parts: Vec::new(),
            ends: Vec::new(),
            times: Vec::new(),
            numbers: ListNumbers::default(),
            distinct: Vec::with_capacity(options.len()),
            kinds: Kinds {
                vertices: kinds,
                marks: Vec::new(),
            },
            shades: distinct(shades),
            is_node: false,
        };
        for mut option in options {
            sort(&mut option);
            let number = vertices.numbers.number(&option);
            vertices.distinct.push(number);
            let number = number as usize;
            if number == vertices.times.len() {
                vertices.parts.append(&mut option);
                vertices.ends.push(vertices.parts.len() as u32);
                vertices.times.push(0);
            }
            vertices.times[number] += 1;
        }
        vertices.kinds.marks.resize(vertices.ends.len(), 0);
        vertices
    }

    /// Number of points that a symmetry maps: first the distinct options, then the vertices.
    pub fn points(&self) -> usize {
        self.ends.len() + self.kinds.vertices.len()
    }

    /// Point of an option.
    pub fn option_point(&self, option: usize) -> u32 {
        self.distinct[option]
    }

    /// Point of a vertex.
    pub fn point(&self, vertex: u32) -> u32 {
        self.ends.len() as u32 + vertex
    }

    /// Distinct options.
    pub(super) fn options(&self) -> impl Iterator<Item = &[u32]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let option = &self.parts[start..end as usize];
            start = end as usize;
            option
        })
    }

    /// Images of all points under a permutation of the vertices; `None` if it maps an option to
    /// none, or to another number of equal ones.
    pub(super) fn images_of_points(&self, images: &[u32]) -> Option<Permutation> {
        let mut points = Vec::with_capacity(self.points());
        let mut moved = Vec::new();
        for (number, option) in (0..).zip(self.options()) {
            moved.clear();
            moved.extend(option.iter().map(|&part| images[part as usize]));
            points.push(if moved == option {
                number
            } else {
                sort(&mut moved);
                self.numbers.get(&moved)?
            });
        }
        let mut all = points.iter().zip(&self.times);
        let is_kept = all.all(|(&to, times)| self.times[to as usize] == *times);
        points.extend(images.iter().map(|&image| self.point(image)));
        is_kept.then_some(points)
    }
}
