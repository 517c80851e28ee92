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

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use super::option_table::{LiveOptions, OptionTable};
use crate::bits::DisjointSets;
use crate::exact_cover::Multiplicity;
use crate::memo::states::BuildFoldHasher;
use crate::permutation_group::{Permutation, PermutationGroup};
use countless_engine::{SplitMix64, stable_sort};
use countless_simd::sort;

/// Largest number of items and shades at a node of a search.
const MOST: usize = 2000;
/// Cost of sorting a colour, in steps.
const SORTED: usize = 8;
/// Largest number of vertices that are compared before one is marked.
const TRIED: usize = 8;

/// Vertices that a permutation maps: first the items, then their colours in options. These are
/// called shades here, as colours distinguish vertices.
#[derive(Clone, Debug)]
pub(crate) struct SymmetryVertices {
    /// Vertices of all options, one option after the other, and the end of each.
    parts: Vec<u32>,
    ends: Vec<u32>,
    /// Positions of equal options, by the hash of their vertices.
    places: HashMap<u64, Vec<Vec<u32>>, BuildFoldHasher>,
    kinds: Kinds,
    /// Shades, each with its item.
    shades: Vec<(u32, u32)>,
    /// Cost of one refinement, in steps.
    weight: u64,
    /// True for the options of a node of a search. A search for their symmetries takes the same
    /// steps in each version, as what it finds within its budget decides on the subtrees of a plan.
    is_node: bool,
}

/// Initial colours.
#[derive(Clone, Debug)]
pub(crate) struct Kinds {
    /// Vertices of different kinds are never mapped to each other.
    pub vertices: Vec<u64>,
    /// Options with different marks are never mapped to each other; 0 without a mark.
    pub marks: Vec<u64>,
}

/// Refined colours, as a step of the path on which one vertex after the other is marked.
#[derive(Clone, Debug)]
pub(crate) struct RefinementStep {
    /// Vertex that was marked; 0 if none was.
    vertex: u32,
    colours: Vec<u64>,
    /// Vertices sorted by these colours.
    sorted: Vec<(u64, u32)>,
    /// Sums of all colours during the refinement.
    sums: Vec<u64>,
}

/// Refinement of the kinds, and then of the colours after each of several marks. In the end all
/// colours differ.
#[derive(Clone, Debug)]
pub(crate) struct MarkingPath(Vec<RefinementStep>);

/// Symmetries of the vertices that keep these kinds. Each vertex of an option that is read takes a
/// step from `budget`. The search ends at 0, with the symmetries found so far, and so it does if it is
/// cancelled.
pub(crate) fn automorphisms(
    vertices: &SymmetryVertices,
    kinds: &Kinds,
    budget: &mut u64,
    cancel: Option<&AtomicBool>,
) -> PermutationGroup {
    let first = vertices.refined(kinds, budget);
    let path = vertices.marking_path(kinds, first, budget);
    automorphisms_along(vertices, (kinds, &path), budget, cancel)
}

/// As [`automorphisms`], if the path of the kinds is known.
pub(crate) fn automorphisms_along(
    vertices: &SymmetryVertices,
    (kinds, MarkingPath(path)): (&Kinds, &MarkingPath),
    budget: &mut u64,
    cancel: Option<&AtomicBool>,
) -> PermutationGroup {
    let points = kinds.vertices.len();
    let mut search = AutomorphismSearch {
        vertices,
        kinds: (kinds, kinds),
        budget,
        cancel,
    };
    PermutationGroup {
        points,
        base: path[1..].iter().map(|step| step.vertex).collect(),
        generators: search.generators(path),
    }
}

/// Images of all vertices under a symmetry that maps the first kinds, whose path is given, to the
/// second ones; `None` without such a symmetry, or if the steps do not suffice. `refined` are the
/// refined second kinds, if they are known.
pub(crate) fn symmetry_between(
    vertices: &SymmetryVertices,
    MarkingPath(path): &MarkingPath,
    (kinds, refined): ((&Kinds, &Kinds), Option<&RefinementStep>),
    budget: &mut u64,
    cancel: Option<&AtomicBool>,
) -> Option<Permutation> {
    let mut search = AutomorphismSearch {
        vertices,
        kinds,
        budget,
        cancel,
    };
    match refined {
        Some(refined) => search.mapping_to(path, refined),
        None => search.refined_mapping(path, kinds.1.vertices.clone()),
    }
}

/// First option of the orbit of each live option; `None` if all orbits are single options or the
/// problem is too large. The search of symmetries takes its steps from `budget`.
pub fn orbits(table: &OptionTable, live: &LiveOptions, budget: &mut u64) -> Option<Vec<u32>> {
    if table.items.len() + table.shades.len() > MOST {
        return None;
    }
    let numbers: Vec<usize> = live.options().collect();
    let vertices = SymmetryVertices::of_node(table, live, &numbers);
    let found = automorphisms(&vertices, vertices.kinds(), budget, None);
    let mut sets = vertices.option_orbits(&found);
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
    /// Vertices of these options. `kinds` are the kinds of all vertices and the marks of the options,
    /// and `shades` the vertices that are colours of an item, each with the item.
    pub fn new(options: &[Vec<u32>], kinds: Kinds, mut shades: Vec<(u32, u32)>) -> Self {
        sort(&mut shades);
        shades.dedup();
        let parts = options.concat();
        let ends = options.iter().scan(0, |end, option| {
            *end += option.len() as u32;
            Some(*end)
        });
        let mut vertices = Self {
            weight: (parts.len() + SORTED * kinds.vertices.len()) as u64,
            parts,
            ends: ends.collect(),
            places: HashMap::default(),
            kinds,
            shades,
            is_node: false,
        };
        for (at, option) in (0..).zip(options) {
            let alike = vertices.places.entry(hash_of(option.iter().copied()));
            let alike = alike.or_default();
            let mut known = alike.iter_mut();
            match known.find(|known| are_equal(&options[known[0] as usize], option.iter())) {
                Some(known) => known.push(at),
                None => alike.push(vec![at]),
            }
        }
        vertices
    }

    /// Vertices of an option.
    fn option(&self, option: u32) -> &[u32] {
        let start = option
            .checked_sub(1)
            .map_or(0, |before| self.ends[before as usize]);
        &self.parts[start as usize..self.ends[option as usize] as usize]
    }

    /// Number of options.
    pub fn option_count(&self) -> usize {
        self.ends.len()
    }

    /// Initial colours.
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// Image of each option under a permutation of the vertices; `None` if some have none.
    pub fn option_images(&self, images: &[u32]) -> Option<Permutation> {
        let mut moved = vec![0; self.ends.len()];
        for alike in self.places.values().flatten() {
            let option = self.option(alike[0]).iter();
            let image = option.map(|&part| &images[part as usize]);
            let places = self.places.get(&hash_of(image.clone().copied()))?;
            let mut places = places.iter();
            let others = places.find(|other| are_equal(self.option(other[0]), image.clone()))?;
            if others.len() != alike.len() {
                return None;
            }
            for (&one, &other) in alike.iter().zip(others) {
                moved[one as usize] = other;
            }
        }
        Some(moved)
    }

    /// Group of the options, followed by the vertices.
    pub fn on_points(&self, group: &PermutationGroup) -> PermutationGroup {
        let options = self.ends.len() as u32;
        let point = |vertex: &u32| options + vertex;
        let generators = group.generators.iter().map(|(depth, images)| {
            let mut permutation = self.option_images(images).unwrap_or_default();
            permutation.extend(images.iter().map(point));
            (*depth, permutation)
        });
        PermutationGroup {
            points: group.points + self.ends.len(),
            base: group.base.iter().map(point).collect(),
            generators: generators.collect(),
        }
    }

    /// Orbits of the options.
    pub fn option_orbits(&self, group: &PermutationGroup) -> DisjointSets {
        let mut sets = DisjointSets::new(self.ends.len());
        for alike in self.places.values().flatten() {
            for &other in &alike[1..] {
                sets.unite(alike[0], other);
            }
        }
        for (_, images) in &group.generators {
            sets.unite_images(&self.option_images(images).unwrap_or_default());
        }
        sets
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
        let kinds = Kinds {
            vertices: kinds,
            marks: vec![0; options.len()],
        };
        Self {
            is_node: true,
            ..Self::new(&options, kinds, shades)
        }
    }

    /// Refines colours: distinguishes vertices by their options, and options by their vertices and
    /// marks, until nothing changes. Takes its steps from `budget`. Returns the sum of all colours
    /// before each round.
    fn refine(&self, marks: &[u64], colours: &mut [u64], budget: &mut u64) -> Vec<u64> {
        let mut sums = Vec::new();
        self.refine_while(marks, (colours, None), budget, &mut |sum| {
            sums.push(sum);
            true
        });
        sums
    }

    /// Refines colours while `goes_on` returns true for the sum of all colours, for a number of
    /// rounds, or until nothing changes. Returns whether it always did.
    fn refine_while(
        &self,
        marks: &[u64],
        (colours, mut rounds): (&mut [u64], Option<usize>),
        budget: &mut u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        let mut classes = 0;
        loop {
            if !goes_on(total(colours)) {
                return false;
            }
            let is_done = if let Some(left) = &mut rounds {
                *left == 0 || {
                    *left -= 1;
                    false
                }
            } else {
                let before = std::mem::replace(&mut classes, distinct(colours));
                classes <= before || classes == colours.len() && !self.is_node
            };
            if is_done || *budget == 0 {
                return true;
            }
            *budget = budget.saturating_sub(self.weight);
            let mut next = vec![0_u64; colours.len()];
            let hashes: Vec<u64> = colours.iter().map(|&colour| mixed(colour)).collect();
            let mut start = 0;
            for (&end, &mark) in self.ends.iter().zip(marks) {
                let option = &self.parts[start..end as usize];
                start = end as usize;
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

/// Hash of a number.
pub(crate) fn mixed(number: u64) -> u64 {
    SplitMix64(number).next()
}

/// Hash of a set of vertices.
fn hash_of(vertices: impl Iterator<Item = u32>) -> u64 {
    vertices.fold(0, |sum, vertex| sum.wrapping_add(mixed(vertex.into())))
}

/// Returns whether two sets of vertices are equal.
fn are_equal<'a>(one: &[u32], mut other: impl ExactSizeIterator<Item = &'a u32>) -> bool {
    one.len() == other.len() && other.all(|vertex| one.contains(vertex))
}

/// Colours after a mark on a vertex.
fn with_mark(colours: &[u64], vertex: u32) -> Vec<u64> {
    let mut marked = colours.to_vec();
    marked[vertex as usize] = mixed(!colours[vertex as usize]);
    marked
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

/// Vertices sorted by colour.
fn by_colour(colours: &[u64]) -> Vec<(u64, u32)> {
    let mut parts: Vec<(u64, u32)> = colours.iter().copied().zip(0..).collect();
    sort(&mut parts);
    parts
}

/// Vertices that have their colour in common, colour by colour.
fn classes(sorted: &[(u64, u32)]) -> impl Iterator<Item = &[(u64, u32)]> {
    sorted.chunk_by(|one, other| one.0 == other.0)
}

/// Returns whether the same vertices have a colour in common in both colourings, if several have.
fn have_equal_classes(one: &[(u64, u32)], other: &[(u64, u32)]) -> bool {
    let mut start = 0;
    classes(one).all(|class| {
        let same = &other[start..][..class.len()];
        start += class.len();
        class.len() == 1 || class == same
    })
}

impl RefinementStep {
    fn new(vertex: u32, colours: Vec<u64>, sums: Vec<u64>) -> Self {
        Self {
            vertex,
            sorted: by_colour(&colours),
            colours,
            sums,
        }
    }

    /// Sum of all colours.
    pub fn total(&self) -> u64 {
        total(&self.colours)
    }

    /// Vertices of each colour that several have, the fewest first.
    fn several(&self) -> Vec<&[(u64, u32)]> {
        let mut several: Vec<_> = classes(&self.sorted).collect();
        several.retain(|class| class.len() > 1);
        stable_sort(&mut several, |a, b| a.len().cmp(&b.len()));
        several
    }

    /// Vertices of the colour that the fewest have, if several have each.
    pub fn smallest_class(&self) -> impl Iterator<Item = u32> {
        let class = self.several().into_iter().next().unwrap_or_default();
        class.iter().map(|&(_, vertex)| vertex)
    }
}

impl SymmetryVertices {
    /// Refined kinds.
    pub fn refined(&self, kinds: &Kinds, budget: &mut u64) -> RefinementStep {
        let mut colours = kinds.vertices.clone();
        let sums = self.refine(&kinds.marks, &mut colours, budget);
        RefinementStep::new(0, colours, sums)
    }

    /// Refined colours after one more mark.
    pub fn marked(
        &self,
        kinds: &Kinds,
        before: &RefinementStep,
        vertex: u32,
        budget: &mut u64,
    ) -> RefinementStep {
        let mut colours = with_mark(&before.colours, vertex);
        let sums = self.refine(&kinds.marks, &mut colours, budget);
        RefinementStep::new(vertex, colours, sums)
    }

    /// Marks vertices until all colours differ. `first` are the refined kinds.
    pub fn marking_path(
        &self,
        kinds: &Kinds,
        first: RefinementStep,
        budget: &mut u64,
    ) -> MarkingPath {
        let mut path = vec![first];
        while let Some(step) = self.next_mark(kinds, &path[path.len() - 1], budget) {
            if *budget == 0 {
                path.truncate(1);
                break;
            }
            path.push(step);
        }
        MarkingPath(path)
    }

    /// Marks the vertex that distinguishes most, among the first ones of small classes; `None` if all
    /// colours differ. The first class of each size comes first.
    fn next_mark(
        &self,
        kinds: &Kinds,
        before: &RefinementStep,
        budget: &mut u64,
    ) -> Option<RefinementStep> {
        let several = before.several();
        let sizes = || several.chunk_by(|a, b| a.len() == b.len());
        let others = sizes().flat_map(|alike| &alike[1..]);
        let tried = sizes().map(|alike| &alike[0]).chain(others);
        let mut best: Option<(usize, RefinementStep)> = None;
        for class in tried.take(if self.is_node { 1 } else { TRIED }) {
            let step = self.marked(kinds, before, class[0].1, budget);
            let classes = classes(&step.sorted).count();
            if best.as_ref().is_none_or(|(most, _)| classes > *most) {
                best = Some((classes, step));
            }
            if classes == before.colours.len() {
                break;
            }
        }
        best.map(|(_, step)| step)
    }
}

/// Search for permutations.
struct AutomorphismSearch<'a> {
    vertices: &'a SymmetryVertices,
    /// Kinds, and those that images have.
    kinds: (&'a Kinds, &'a Kinds),
    budget: &'a mut u64,
    cancel: Option<&'a AtomicBool>,
}

impl AutomorphismSearch<'_> {
    /// Permutations that move one marked vertex and fix those marked before it, from the last
    /// marked vertex to the first, each with the number of vertices before it. Together they
    /// generate all.
    fn generators(&mut self, path: &[RefinementStep]) -> Vec<(usize, Permutation)> {
        let mut generators = Vec::new();
        let mut orbits = DisjointSets::new(path[0].colours.len());
        for depth in (1..path.len()).rev() {
            let (before, vertex) = (&path[depth - 1].colours, path[depth].vertex);
            // The marked vertex is mapped neither to these vertices nor to another one of their orbits.
            let mut failed = vec![vertex];
            for other in 0..before.len() as u32 {
                if *self.budget == 0 {
                    return generators;
                }
                if before[other as usize] != before[vertex as usize] {
                    continue;
                }
                let orbit = orbits.representative(other);
                let mut failed_orbits = failed.iter().map(|&one| orbits.representative(one));
                if failed_orbits.any(|failed| failed == orbit) {
                    continue;
                }
                let images = self.refined_mapping(&path[depth..], with_mark(before, other));
                if let Some(images) = images {
                    orbits.unite_images(&images);
                    generators.push((depth - 1, images));
                } else if !self.vertices.is_node {
                    failed.push(other);
                }
            }
        }
        generators
    }

    /// Permutation that maps the marked vertices of the path to vertices of these colours, if one
    /// is found. Colours are refined first.
    fn refined_mapping(
        &mut self,
        path: &[RefinementStep],
        mut colours: Vec<u64>,
    ) -> Option<Permutation> {
        let here = path.first()?;
        if self
            .cancel
            .is_some_and(|cancel| cancel.load(Ordering::Relaxed))
        {
            *self.budget = 0;
        }
        let (is_node, marks) = (self.vertices.is_node, &self.kinds.1.marks);
        let mut sums = here.sums.iter();
        let mut fits = |sum| is_node || sums.next() == Some(&sum);
        let rounds = (!is_node).then(|| here.sums.len() - 1);
        let refined = (&mut colours[..], rounds);
        let fits = (self.vertices).refine_while(marks, refined, self.budget, &mut fits);
        let refined = fits.then(|| RefinementStep::new(0, colours, Vec::new()))?;
        self.mapping_to(path, &refined)
    }

    /// Permutation that maps the marked vertices of the path to vertices of these refined colours, if
    /// one is found.
    fn mapping_to(
        &mut self,
        path: &[RefinementStep],
        RefinementStep {
            colours,
            sorted: to,
            ..
        }: &RefinementStep,
    ) -> Option<Permutation> {
        let (here, further) = path.split_first()?;
        let from = &here.sorted;
        if from.iter().zip(to).any(|(from, to)| from.0 != to.0) {
            return None;
        }
        // Vertices that both colourings leave together may keep their places.
        if further.is_empty() || !self.vertices.is_node && have_equal_classes(from, to) {
            let mut images = vec![0; colours.len()];
            for (&(_, from), &(_, to)) in from.iter().zip(to) {
                images[from as usize] = to;
            }
            if self.is_symmetry(&images) {
                return Some(images);
            }
        }
        let wanted = here.colours[further.first()?.vertex as usize];
        for part in (0..colours.len()).filter(|&part| colours[part] == wanted) {
            if *self.budget == 0 {
                break;
            }
            let images = self.refined_mapping(further, with_mark(colours, part as u32));
            if images.is_some() {
                return images;
            }
        }
        None
    }

    /// Returns whether a permutation keeps kinds, maps shades to shades of the item's image, and maps
    /// options to options with the same mark, and to equally many equal ones.
    fn is_symmetry(&mut self, images: &[u32]) -> bool {
        let (vertices, (own, other)) = (self.vertices, self.kinds);
        *self.budget = self.budget.saturating_sub(vertices.weight);
        let has_kind = |(kind, &image): (&u64, &u32)| *kind == other.vertices[image as usize];
        let is_shade = |&(shade, item): &(u32, u32)| {
            let image = (images[shade as usize], images[item as usize]);
            vertices.shades.binary_search(&image).is_ok()
        };
        own.vertices.iter().zip(images).all(has_kind)
            && vertices.shades.iter().all(is_shade)
            && vertices.option_images(images).is_some_and(|moved| {
                let mut marks = own.marks.iter().zip(&moved);
                marks.all(|(mark, &to)| *mark == other.marks[to as usize])
            })
    }
}
