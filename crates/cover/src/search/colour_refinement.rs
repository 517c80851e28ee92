//! Colours of vertices, refined until vertices of equal colour cannot be distinguished by their
//! options.

use std::collections::{HashMap, HashSet};

use super::option_table::{LiveOptions, OptionTable};
use crate::exact_cover::Multiplicity;
use countless_engine::{SplitMix64, stable_sort};

/// Cost of sorting a colour, in steps.
const SORTED: usize = 8;
/// Largest number of vertices that are compared before one is marked.
const TRIED: usize = 8;

/// Vertices that a permutation maps: first the items, then their colours in options. These are
/// called shades here, as colours distinguish vertices.
#[derive(Clone, Debug)]
pub(crate) struct SymmetryVertices {
    /// Sorted vertices of all options, one option after the other, and the end of each.
    parts: Vec<u32>,
    pub(super) ends: Vec<u32>,
    /// Options of all vertices, one vertex after the other, and the end of each.
    covering: Vec<u32>,
    covering_ends: Vec<u32>,
    /// Positions of the options with the same vertices; several if options are equal.
    pub(super) places: HashMap<Vec<u32>, Vec<u32>>,
    pub(super) kinds: Kinds,
    /// Shades, each with its item.
    pub(super) shades: Vec<(u32, u32)>,
    /// Cost of one refinement, in steps.
    pub(super) weight: u64,
    /// True for the options of a node of a search. A search for their symmetries takes the same
    /// steps in each version, as what it finds within its budget decides on the subtrees of a plan.
    pub(super) is_node: bool,
}

/// Initial colours.
#[derive(Clone, Debug)]
pub(crate) struct Kinds {
    /// Vertices of different kinds are never mapped to each other.
    pub vertices: Vec<u64>,
    /// Options with different marks are never mapped to each other; 0 without a mark.
    pub marks: Vec<u64>,
}

/// Step of the path on which one vertex after the other is marked.
pub(super) struct RefinementStep {
    pub vertex: usize,
    /// Colours before the vertex was marked.
    pub before: Vec<u64>,
    /// Refined colours after it was marked.
    pub after: Vec<u64>,
    /// Sums of all colours during the refinement.
    pub sums: Vec<u64>,
}

/// Refinement of the kinds, and then of the colours after each of several marks. In the end all
/// colours differ.
pub(crate) struct MarkingPath(pub(super) Vec<RefinementStep>);

impl SymmetryVertices {
    /// Vertices of these options. `kinds` are the kinds of all vertices, and `shades` the vertices
    /// that are colours of an item, each with the item.
    pub fn new(options: Vec<Vec<u32>>, vertices: Vec<u64>, mut shades: Vec<(u32, u32)>) -> Self {
        let marks = vec![0; options.len()];
        let (mut parts, mut ends, mut places) = (Vec::new(), Vec::new(), HashMap::new());
        for (at, mut option) in (0..).zip(options) {
            option.sort_unstable();
            parts.extend_from_slice(&option);
            ends.push(parts.len() as u32);
            places.entry(option).or_insert_with(Vec::new).push(at);
        }
        shades.sort_unstable();
        shades.dedup();
        let mut covering = vec![Vec::new(); vertices.len()];
        let mut start = 0;
        for (option, &end) in (0..).zip(&ends) {
            for &part in &parts[start..end as usize] {
                covering[part as usize].push(option);
            }
            start = end as usize;
        }
        let covering_ends = covering.iter().scan(0, |end, options: &Vec<u32>| {
            *end += options.len() as u32;
            Some(*end)
        });
        Self {
            covering_ends: covering_ends.collect(),
            covering: covering.concat(),
            weight: (parts.len() + SORTED * vertices.len()) as u64,
            parts,
            ends,
            places,
            kinds: Kinds { vertices, marks },
            shades,
            is_node: false,
        }
    }

    /// Initial colours.
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// Vertices of an option.
    fn option(&self, option: usize) -> &[u32] {
        range(&self.parts, &self.ends, option)
    }

    /// Options of a vertex.
    fn options_of(&self, vertex: usize) -> &[u32] {
        range(&self.covering, &self.covering_ends, vertex)
    }

    /// Vertices of the live options of a node. Kinds are items covered once, secondary items, items
    /// of each multiplicity, and shades. A vertex in no live option is a kind of its own.
    pub fn of_node(table: &OptionTable, live: &LiveOptions, options: &[usize]) -> Self {
        let items = table.items.len();
        let kind = |item: usize| match item.checked_sub(table.primary) {
            None => 0,
            Some(at) => live
                .multiplicities
                .get(at)
                .map_or(1, |&Multiplicity { low, high }| {
                    mixed(u64::from(low) << 32 | u64::from(high))
                }),
        };
        let mut kinds: Vec<u64> = (3..).take(items + table.shades.len()).collect();
        let mut shades = Vec::new();
        let options: Vec<Vec<u32>> = options
            .iter()
            .map(|&option| {
                let uses = table.uses(option).iter();
                let parts = uses.map(|used| {
                    let item = used.item as usize;
                    kinds[item] = kind(item);
                    let Some(shade) = used.shade() else {
                        return used.item;
                    };
                    kinds[items + shade] = 2;
                    shades.push(((items + shade) as u32, used.item));
                    (items + shade) as u32
                });
                parts.collect()
            })
            .collect();
        Self {
            is_node: true,
            ..Self::new(options, kinds, shades)
        }
    }

    /// Refines colours, as [`refine_while`](Self::refine_while) does, and returns all sums.
    pub fn refine(
        &self,
        marks: &[u64],
        colours: &mut [u64],
        marked: Option<usize>,
        budget: &mut u64,
    ) -> Vec<u64> {
        let mut sums = Vec::new();
        self.refine_while(marks, colours, marked, budget, &mut |sum| {
            sums.push(sum);
            true
        });
        sums
    }

    /// Refines colours: distinguishes vertices by their options, and options by their vertices and
    /// marks, until nothing changes. If a vertex is given, the colours were refined before it was
    /// marked. Takes its steps from `budget`. Before each round, `goes_on` decides by the sum of all
    /// colours. Returns whether it always did.
    pub fn refine_while(
        &self,
        marks: &[u64],
        colours: &mut [u64],
        marked: Option<usize>,
        budget: &mut u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        if self.is_node {
            self.refine_all(marks, colours, budget);
            return true;
        }
        let mut changed: Vec<u32> = match marked {
            Some(vertex) => vec![vertex as u32],
            None => (0..colours.len() as u32).collect(),
        };
        let (mut classes, mut signatures) = (ColourClasses::new(colours), Signatures::new(self));
        loop {
            if !goes_on(classes.sum) {
                return false;
            }
            if changed.is_empty() || classes.distinct == colours.len() || *budget == 0 {
                return true;
            }
            *budget = budget.saturating_sub(signatures.read(self, marks, colours, &changed));
            changed = classes.split(colours, &mut signatures);
        }
    }

    /// Refines colours of a node, all in each round.
    fn refine_all(&self, marks: &[u64], colours: &mut [u64], budget: &mut u64) {
        let mut classes = 0;
        loop {
            let now = distinct(colours);
            if now <= classes || *budget == 0 {
                return;
            }
            classes = now;
            *budget = budget.saturating_sub(self.weight);
            let mut next = vec![0_u64; colours.len()];
            let hashes: Vec<u64> = colours.iter().map(|&colour| mixed(colour)).collect();
            for (option, &mark) in marks.iter().enumerate() {
                let option = self.option(option);
                let sum = option
                    .iter()
                    .fold(mark, |sum, &part| sum.wrapping_add(hashes[part as usize]));
                let hash = mixed(sum);
                for &part in option {
                    next[part as usize] = next[part as usize].wrapping_add(hash);
                }
            }
            for &(shade, item) in &self.shades {
                let (shade, item) = (shade as usize, item as usize);
                next[shade] = next[shade].wrapping_add(mixed(colours[item] ^ 1));
                next[item] = next[item].wrapping_add(mixed(colours[shade] ^ 2));
            }
            for (colour, next) in colours.iter_mut().zip(next) {
                *colour = mixed(colour.wrapping_add(mixed(next)));
            }
        }
    }
}

/// Part of a list of parts, of which the ends are given.
fn range<'a>(list: &'a [u32], ends: &[u32], part: usize) -> &'a [u32] {
    let start = part.checked_sub(1).map_or(0, |before| ends[before]);
    &list[start as usize..ends[part] as usize]
}

/// Classes of vertices of equal colour.
struct ColourClasses {
    /// Number of the class of each vertex.
    numbers: Vec<usize>,
    /// Number of vertices in each class.
    sizes: Vec<usize>,
    /// Number of classes with a vertex.
    distinct: usize,
    /// Sum of all colours.
    sum: u64,
}

impl ColourClasses {
    fn new(colours: &[u64]) -> Self {
        let (mut numbers, mut sizes) = (vec![0; colours.len()], Vec::new());
        for class in by_colour(colours).chunk_by(|one, other| one.0 == other.0) {
            for &(_, vertex) in class {
                numbers[vertex as usize] = sizes.len();
            }
            sizes.push(class.len());
        }
        Self {
            distinct: sizes.len(),
            sum: total(colours),
            numbers,
            sizes,
        }
    }

    /// Splits classes by signatures, and returns the vertices whose colours changed. Vertices without
    /// a signature remain in their class.
    fn split(&mut self, colours: &mut [u64], signatures: &mut Signatures) -> Vec<u32> {
        let key = |&vertex: &u32| {
            let vertex = vertex as usize;
            (self.numbers[vertex], signatures.sums[vertex])
        };
        signatures.vertices.sort_unstable_by_key(key);
        let keys: Vec<(usize, u64)> = signatures.vertices.iter().map(key).collect();
        let (mut changed, mut start) = (Vec::new(), 0);
        for class in keys.chunk_by(|one, other| one.0 == other.0) {
            let mut vertices = &signatures.vertices[start..][..class.len()];
            start += class.len();
            let (old, signature) = class[0];
            if class.len() == self.sizes[old] && class.iter().all(|key| key.1 == signature) {
                continue;
            }
            changed.extend_from_slice(vertices);
            self.sizes[old] -= class.len();
            self.distinct -= usize::from(self.sizes[old] == 0);
            for alike in class.chunk_by(|one, other| one.1 == other.1) {
                let (own, rest) = vertices.split_at(alike.len());
                vertices = rest;
                for &vertex in own {
                    let colour = &mut colours[vertex as usize];
                    let new = mixed(colour.wrapping_add(mixed(alike[0].1)));
                    self.sum = self.sum.wrapping_sub(*colour).wrapping_add(new);
                    *colour = new;
                    self.numbers[vertex as usize] = self.sizes.len();
                }
                self.sizes.push(own.len());
                self.distinct += 1;
            }
        }
        changed
    }
}

/// Signatures of vertices in a round: sums over the options whose colours changed.
struct Signatures {
    round: u32,
    /// Vertices with a signature, and the sums.
    vertices: Vec<u32>,
    sums: Vec<u64>,
    /// Last rounds in which options and vertices were met.
    options_met: Vec<u32>,
    vertices_met: Vec<u32>,
}

impl Signatures {
    fn new(vertices: &SymmetryVertices) -> Self {
        let len = vertices.kinds.vertices.len();
        Self {
            round: 0,
            vertices: Vec::new(),
            sums: vec![0; len],
            options_met: vec![0; vertices.ends.len()],
            vertices_met: vec![0; len],
        }
    }

    fn add(&mut self, vertex: u32, hash: u64) {
        let at = vertex as usize;
        if std::mem::replace(&mut self.vertices_met[at], self.round) != self.round {
            self.sums[at] = 0;
            self.vertices.push(vertex);
        }
        self.sums[at] = self.sums[at].wrapping_add(hash);
    }

    /// Reads the options of vertices that changed. Returns the number of steps.
    fn read(
        &mut self,
        vertices: &SymmetryVertices,
        marks: &[u64],
        colours: &[u64],
        changed: &[u32],
    ) -> u64 {
        self.round += 1;
        self.vertices.clear();
        let mut steps = 0;
        for &vertex in changed {
            for &option in vertices.options_of(vertex as usize) {
                let option = option as usize;
                if std::mem::replace(&mut self.options_met[option], self.round) == self.round {
                    continue;
                }
                let parts = vertices.option(option);
                let sum = parts.iter().fold(marks[option], |sum, &part| {
                    sum.wrapping_add(mixed(colours[part as usize]))
                });
                let hash = mixed(sum);
                for &part in parts {
                    self.add(part, hash);
                }
                steps += parts.len();
            }
        }
        if !vertices.shades.is_empty() {
            let changed: HashSet<u32> = changed.iter().copied().collect();
            for &(shade, item) in &vertices.shades {
                if changed.contains(&item) {
                    self.add(shade, mixed(colours[item as usize] ^ 1));
                }
                if changed.contains(&shade) {
                    self.add(item, mixed(colours[shade as usize] ^ 2));
                }
            }
        }
        (steps + SORTED * self.vertices.len()) as u64
    }
}

impl SymmetryVertices {
    /// Marks vertices until all colours differ.
    pub fn marking_path(&self, kinds: &Kinds, budget: &mut u64) -> MarkingPath {
        let mut after = kinds.vertices.clone();
        let sums = self.refine(&kinds.marks, &mut after, None, budget);
        let mut path = vec![RefinementStep {
            vertex: 0,
            before: Vec::new(),
            after,
            sums,
        }];
        while let Some(step) = self.next_mark(kinds, &path[path.len() - 1].after, budget) {
            if *budget == 0 {
                path.truncate(1);
                break;
            }
            path.push(step);
        }
        MarkingPath(path)
    }

    /// Marks the vertex that distinguishes most, among the first ones of small classes; `None` if all
    /// colours differ.
    fn next_mark(
        &self,
        kinds: &Kinds,
        colours: &[u64],
        budget: &mut u64,
    ) -> Option<RefinementStep> {
        let sorted = by_colour(colours);
        let classes = sorted.chunk_by(|one, other| one.0 == other.0);
        let mut several: Vec<_> = classes.filter(|class| class.len() > 1).collect();
        stable_sort(&mut several, |a, b| a.len().cmp(&b.len()));
        let mut best: Option<(usize, RefinementStep)> = None;
        let tried = if self.is_node { 1 } else { TRIED };
        for class in several.into_iter().take(tried) {
            let vertex = class[0].1 as usize;
            let before = colours.to_vec();
            let mut after = colours.to_vec();
            after[vertex] = mark(after[vertex]);
            let sums = self.refine(&kinds.marks, &mut after, Some(vertex), budget);
            let classes = distinct(&after);
            if best.as_ref().is_none_or(|(most, _)| classes > *most) {
                best = Some((
                    classes,
                    RefinementStep {
                        vertex,
                        before,
                        after,
                        sums,
                    },
                ));
            }
            if classes == colours.len() {
                break;
            }
        }
        best.map(|(_, step)| step)
    }
}

/// Colour of a marked vertex.
pub fn mark(colour: u64) -> u64 {
    mixed(!colour)
}

pub fn total(colours: &[u64]) -> u64 {
    colours
        .iter()
        .fold(0, |sum, &colour| sum.wrapping_add(colour))
}

fn distinct(colours: &[u64]) -> usize {
    let mut colours = colours.to_vec();
    colours.sort_unstable();
    colours.dedup();
    colours.len()
}

/// Vertices sorted by colour.
pub fn by_colour(colours: &[u64]) -> Vec<(u64, u32)> {
    let mut parts: Vec<(u64, u32)> = colours.iter().copied().zip(0..).collect();
    parts.sort_unstable();
    parts
}

pub fn mixed(number: u64) -> u64 {
    SplitMix64(number).next()
}
