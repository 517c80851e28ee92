//! Symmetries of a problem: permutations of its items and their colours that map options to options.
//!
//! Such a permutation maps solutions to solutions. Options that it maps to each other occur in
//! equally many solutions, so a search counts those of one.
//!
//! Permutations are found by colour refinement (`McKay`, Practical graph isomorphism, 1981). Items
//! are distinguished by their options, and options by their items, until nothing changes. Then an
//! item is marked, and another one in a second colouring, and both are refined further until all
//! colours differ. Items of equal colour are mapped to each other. Colours are hashes, and hashes
//! may collide: a permutation is accepted only if it maps all options to options.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::option_table::{LiveOptions, OptionTable};
use crate::disjoint_sets::DisjointSets;
use crate::exact_cover::Multiplicity;
use countless_engine::SplitMix64;

/// Largest number of items and shades at a node of a search.
const MOST: usize = 2000;
/// Cost of sorting a colour, in steps.
const SORTED: usize = 8;

/// Vertices that a permutation maps: first the items, then their colours in options. These are
/// called shades here, as colours distinguish vertices.
pub(crate) struct SymmetryVertices {
    /// Sorted vertices of each live option.
    options: Vec<Vec<u32>>,
    /// Initial colours: vertices of different kinds are never mapped to each other.
    kinds: Vec<u64>,
    /// Shades, each with its item.
    shades: Vec<(u32, u32)>,
    /// Cost of one refinement, in steps.
    weight: u64,
}

/// Step of the path on which one vertex after the other is marked.
struct RefinementStep {
    vertex: usize,
    /// Colours before the vertex was marked.
    before: Vec<u64>,
    /// Refined colours after it was marked.
    after: Vec<u64>,
}

/// Generators of the symmetries of a set of options.
pub(crate) struct Automorphisms {
    /// Vertices that were marked one after the other. Only the identity leaves all unchanged.
    pub base: Vec<u32>,
    /// Images of all vertices under each generator, and the number of vertices at the beginning of
    /// the base that it leaves unchanged. Those that leave some of them unchanged generate all such
    /// symmetries: they are strong generators.
    pub generators: Vec<(usize, Vec<u32>)>,
}

/// Generators of the symmetries. Each vertex of an option that is read takes a step from `budget`.
/// The search ends at 0, with the symmetries found so far, and so it does if it is cancelled.
pub(crate) fn automorphisms(
    vertices: &SymmetryVertices,
    budget: &mut u64,
    cancel: Option<&AtomicBool>,
) -> Automorphisms {
    let mut search = AutomorphismSearch::new(vertices, &vertices.kinds, budget, cancel);
    let base = search.run();
    Automorphisms {
        base,
        generators: search.generators,
    }
}

/// Images of all vertices under a symmetry that maps each vertex to one whose kind in `image_kinds`
/// is its own; `None` without such a symmetry, or if the steps do not suffice.
pub(crate) fn symmetry_between(
    vertices: &SymmetryVertices,
    image_kinds: &[u64],
    budget: &mut u64,
    cancel: Option<&AtomicBool>,
) -> Option<Vec<u32>> {
    let mut search = AutomorphismSearch::new(vertices, image_kinds, budget, cancel);
    let mut colours = vertices.kinds.clone();
    vertices.refine(&mut colours, search.budget);
    // Before the first vertex is marked, the colours must fit, too.
    let mut way = vec![RefinementStep {
        vertex: 0,
        before: Vec::new(),
        after: colours,
    }];
    way.extend(search.marking_path());
    search.complete_mapping(&way, image_kinds.to_vec())
}

/// First option of the orbit of each live option; `None` if all orbits are single options or the
/// problem is too large. The search of symmetries takes its steps from `budget`.
pub fn orbits(table: &OptionTable, live: &LiveOptions, budget: &mut u64) -> Option<Vec<u32>> {
    if table.items.len() + table.shades.len() > MOST {
        return None;
    }
    let numbers: Vec<usize> = live.options().collect();
    let vertices = SymmetryVertices::of_node(table, live, &numbers);
    let places = vertices.places();
    let mut sets = DisjointSets::new(numbers.len());
    for alike in places.values() {
        for &other in &alike[1..] {
            sets.unite(alike[0], other);
        }
    }
    for (_, images) in automorphisms(&vertices, budget, None).generators {
        for (&option, alike) in &places {
            if let Some(others) = places.get(&mapped(option, &images)[..]) {
                sets.unite(alike[0], others[0]);
            }
        }
    }
    let mut found = false;
    let mut orbits = vec![u32::MAX; table.len()];
    for (at, &number) in numbers.iter().enumerate() {
        let first = numbers[sets.representative(at as u32) as usize];
        found |= first != number;
        orbits[number] = first as u32;
    }
    found.then_some(orbits)
}

impl SymmetryVertices {
    /// Vertices of these options. `kinds` are the kinds of all vertices, and `shades` the vertices
    /// that are colours of an item, each with the item.
    pub fn new(mut options: Vec<Vec<u32>>, kinds: Vec<u64>, mut shades: Vec<(u32, u32)>) -> Self {
        for option in &mut options {
            option.sort_unstable();
        }
        shades.sort_unstable();
        shades.dedup();
        Self {
            weight: (options.iter().map(Vec::len).sum::<usize>() + SORTED * kinds.len()) as u64,
            options,
            kinds,
            shades,
        }
    }

    /// Vertices of the live options of a node. Kinds are items covered once, secondary items, items
    /// of each multiplicity, and shades. A vertex in no live option is a kind of its own.
    fn of_node(table: &OptionTable, live: &LiveOptions, options: &[usize]) -> Self {
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
        Self::new(options, kinds, shades)
    }

    /// Positions of the options with the same vertices; several if options are equal.
    fn places(&self) -> HashMap<&[u32], Vec<u32>> {
        let mut places: HashMap<&[u32], Vec<u32>> = HashMap::new();
        for (at, option) in (0..).zip(&self.options) {
            places.entry(option).or_default().push(at);
        }
        places
    }

    /// Refines colours: distinguishes vertices by their options, and options by their vertices,
    /// until nothing changes. Takes its steps from `budget`.
    fn refine(&self, colours: &mut [u64], budget: &mut u64) {
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
            for option in &self.options {
                let sum = option
                    .iter()
                    .fold(0_u64, |sum, &part| sum.wrapping_add(hashes[part as usize]));
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

fn mixed(number: u64) -> u64 {
    SplitMix64(number).next()
}

/// Colour of a marked vertex.
fn mark(colour: u64) -> u64 {
    mixed(!colour)
}

fn distinct(colours: &[u64]) -> usize {
    let mut colours = colours.to_vec();
    colours.sort_unstable();
    colours.dedup();
    colours.len()
}

/// Vertices sorted by colour.
fn by_colour(colours: &[u64]) -> Vec<(u64, u32)> {
    let mut parts: Vec<(u64, u32)> = colours.iter().copied().zip(0..).collect();
    parts.sort_unstable();
    parts
}

/// Search for permutations.
struct AutomorphismSearch<'a> {
    vertices: &'a SymmetryVertices,
    /// Kinds that images have.
    image_kinds: &'a [u64],
    places: HashMap<&'a [u32], Vec<u32>>,
    /// Permutations found, as in [`Automorphisms`].
    generators: Vec<(usize, Vec<u32>)>,
    /// Orbits of vertices under the permutations found.
    moved_vertices: DisjointSets,
    budget: &'a mut u64,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> AutomorphismSearch<'a> {
    fn new(
        vertices: &'a SymmetryVertices,
        image_kinds: &'a [u64],
        budget: &'a mut u64,
        cancel: Option<&'a AtomicBool>,
    ) -> Self {
        Self {
            moved_vertices: DisjointSets::new(vertices.kinds.len()),
            places: vertices.places(),
            vertices,
            image_kinds,
            generators: Vec::new(),
            budget,
            cancel,
        }
    }

    /// Finds permutations that move one marked vertex and fix those marked before it, from the last
    /// marked vertex to the first. Together they generate all. Returns the marked vertices.
    fn run(&mut self) -> Vec<u32> {
        let way = self.marking_path();
        let base = way.iter().map(|step| step.vertex as u32).collect();
        for depth in (0..way.len()).rev() {
            let RefinementStep {
                vertex: part,
                before,
                ..
            } = &way[depth];
            for other in 0..before.len() {
                if *self.budget == 0 {
                    return base;
                }
                let is_new = self.moved_vertices.representative(other as u32)
                    != self.moved_vertices.representative(*part as u32);
                if is_new && before[other] == before[*part] {
                    let mut colours = before.clone();
                    colours[other] = mark(colours[other]);
                    if let Some(images) = self.complete_mapping(&way[depth..], colours) {
                        self.record(depth, images);
                    }
                }
            }
        }
        base
    }

    /// Marks vertices until all colours differ.
    fn marking_path(&mut self) -> Vec<RefinementStep> {
        let mut way: Vec<RefinementStep> = Vec::new();
        let mut colours = self.vertices.kinds.clone();
        self.vertices.refine(&mut colours, self.budget);
        loop {
            let sorted = by_colour(&colours);
            let classes = sorted.chunk_by(|one, other| one.0 == other.0);
            let several = classes.filter(|class| class.len() > 1);
            let Some(class) = several.min_by_key(|class| class.len()) else {
                return way;
            };
            if *self.budget == 0 {
                return Vec::new();
            }
            let part = class[0].1 as usize;
            let before = colours.clone();
            colours[part] = mark(colours[part]);
            self.vertices.refine(&mut colours, self.budget);
            way.push(RefinementStep {
                vertex: part,
                before,
                after: colours.clone(),
            });
        }
    }

    /// Permutation that maps the marked vertices of the path to vertices of these colours, if one
    /// is found.
    fn complete_mapping(
        &mut self,
        way: &[RefinementStep],
        mut colours: Vec<u64>,
    ) -> Option<Vec<u32>> {
        let (here, further) = way.split_first()?;
        if self
            .cancel
            .is_some_and(|cancel| cancel.load(Ordering::Relaxed))
        {
            *self.budget = 0;
        }
        self.vertices.refine(&mut colours, self.budget);
        let (from, to) = (by_colour(&here.after), by_colour(&colours));
        if from.iter().zip(&to).any(|(from, to)| from.0 != to.0) {
            return None;
        }
        let Some(next) = further.first() else {
            let mut images = vec![0; colours.len()];
            for ((_, from), (_, to)) in from.into_iter().zip(to) {
                images[from as usize] = to;
            }
            return self.is_symmetry(&images).then_some(images);
        };
        let wanted = here.after[next.vertex];
        for part in (0..colours.len()).filter(|&part| colours[part] == wanted) {
            if *self.budget == 0 {
                break;
            }
            let mut marked = colours.clone();
            marked[part] = mark(wanted);
            let images = self.complete_mapping(further, marked);
            if images.is_some() {
                return images;
            }
        }
        None
    }

    /// Returns whether the images have the right kinds, map shades to shades of the item's image, and map
    /// options to equally many equal options.
    fn is_symmetry(&mut self, images: &[u32]) -> bool {
        let parts = self.vertices;
        *self.budget = self.budget.saturating_sub(parts.weight);
        let mut seen = vec![false; images.len()];
        for (part, &image) in images.iter().enumerate() {
            let was_seen = std::mem::replace(&mut seen[image as usize], true);
            if was_seen || parts.kinds[part] != self.image_kinds[image as usize] {
                return false;
            }
        }
        let image = |part: u32| images[part as usize];
        let mut shades = parts.shades.iter();
        let keeps = |&(shade, item): &(u32, u32)| {
            let image = (image(shade), image(item));
            parts.shades.binary_search(&image).is_ok()
        };
        shades.all(keeps)
            && self.places.iter().all(|(option, alike)| {
                let others = self.places.get(&mapped(option, images)[..]);
                others.is_some_and(|others| others.len() == alike.len())
            })
    }

    fn record(&mut self, depth: usize, images: Vec<u32>) {
        for (part, &image) in (0..).zip(&images) {
            self.moved_vertices.unite(part, image);
        }
        self.generators.push((depth, images));
    }
}

/// Sorted images of the vertices of an option.
pub(crate) fn mapped(option: &[u32], images: &[u32]) -> Vec<u32> {
    let mut parts: Vec<u32> = option.iter().map(|&part| images[part as usize]).collect();
    parts.sort_unstable();
    parts
}
