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

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::option_table::{LiveOptions, OptionTable};
use crate::bits::DisjointSets;
use crate::exact_cover::Multiplicity;
use countless_engine::{SplitMix64, stable_sort};

/// Largest number of items and shades at a node of a search.
const MOST: usize = 2000;
/// Cost of sorting a colour, in steps.
const SORTED: usize = 8;
/// Largest number of vertices that are compared before one is marked.
const TRIED: usize = 8;
/// Mark of the options of a set, before pairs distinguish them.
const MARKED: u64 = 1;
/// Number of times that the options of a set are distinguished by pairs.
const PAIR_ROUNDS: usize = 3;
/// Largest number of pairs of options for which orbits are found, and of their images under all
/// generators.
const MOST_PAIRS: usize = 1 << 22;
const MOST_IMAGES: usize = 1 << 27;
/// Largest number of rounds in which the equivalence of two sets is looked for.
const SHORT: u64 = 10_000;

/// Vertices that a permutation maps: first the items, then their colours in options. These are
/// called shades here, as colours distinguish vertices.
#[derive(Clone, Debug)]
pub(crate) struct SymmetryVertices {
    /// Sorted vertices of all options, one option after the other, and the end of each.
    parts: Vec<u32>,
    ends: Vec<u32>,
    /// Positions of the options with the same vertices; several if options are equal.
    places: HashMap<Vec<u32>, Vec<u32>>,
    kinds: Kinds,
    /// Shades, each with its item.
    shades: Vec<(u32, u32)>,
    /// Cost of one refinement, in steps.
    weight: u64,
    /// Number of the orbit of each pair of options under the symmetries; empty if not found.
    pairs: Vec<u32>,
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

/// Step of the path on which one vertex after the other is marked.
struct RefinementStep {
    vertex: usize,
    /// Colours before the vertex was marked.
    before: Vec<u64>,
    /// Refined colours after it was marked.
    after: Vec<u64>,
    /// Sums of all colours during the refinement.
    sums: Vec<u64>,
}

/// Refinement of the kinds, and then of the colours after each of several marks. In the end all
/// colours differ.
pub(crate) struct MarkingPath(Vec<RefinementStep>);

/// Generators of the symmetries of a set of options.
pub(crate) struct Automorphisms {
    /// Vertices that were marked one after the other. Only the identity leaves all unchanged.
    pub base: Vec<u32>,
    /// Images of all vertices under each generator, and the number of vertices at the beginning of
    /// the base that it leaves unchanged. Those that leave some of them unchanged generate all such
    /// symmetries: they are strong generators.
    pub generators: Vec<(usize, Vec<u32>)>,
}

/// Generators of the symmetries that keep these kinds. Each vertex of an option that is read takes a
/// step from `budget`. The search ends at 0, with the symmetries found so far, and so it does if it is
/// cancelled.
pub(crate) fn automorphisms(
    vertices: &SymmetryVertices,
    kinds: &Kinds,
    budget: &mut u64,
    cancel: Option<&AtomicBool>,
) -> Automorphisms {
    let path = vertices.marking_path(kinds, budget);
    let mut search = AutomorphismSearch {
        vertices,
        kinds: (kinds, kinds),
        generators: Vec::new(),
        moved_vertices: DisjointSets::new(kinds.vertices.len()),
        budget,
        cancel,
    };
    search.run(&path.0[1..]);
    let base = path.0[1..].iter().map(|step| step.vertex as u32);
    Automorphisms {
        base: base.collect(),
        generators: search.generators,
    }
}

/// Images of all vertices under a symmetry that maps the first kinds, whose path is given, to the
/// second ones; `None` without such a symmetry, or if the steps do not suffice.
pub(crate) fn symmetry_between(
    vertices: &SymmetryVertices,
    path: &MarkingPath,
    kinds: (&Kinds, &Kinds),
    budget: &mut u64,
    cancel: Option<&AtomicBool>,
) -> Option<Vec<u32>> {
    let mut search = AutomorphismSearch {
        vertices,
        kinds,
        generators: Vec::new(),
        moved_vertices: DisjointSets::new(0),
        budget,
        cancel,
    };
    search.complete_mapping(&path.0, kinds.1.vertices.clone())
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
        Self {
            weight: (parts.len() + SORTED * vertices.len()) as u64,
            parts,
            ends,
            places,
            kinds: Kinds { vertices, marks },
            shades,
            pairs: Vec::new(),
            is_node: false,
        }
    }

    /// Adds the orbits of pairs of options under the symmetries found, unless there are too many
    /// pairs. They distinguish the options of a set.
    pub fn with_pairs(mut self, found: &Automorphisms) -> Self {
        let options = self.ends.len();
        let pairs = options.saturating_mul(options);
        let images = pairs.saturating_mul(found.generators.len());
        if pairs > MOST_PAIRS || images > MOST_IMAGES {
            return self;
        }
        let mut sets = DisjointSets::new(pairs);
        for (_, images) in &found.generators {
            let mut moved = vec![0; options];
            for (option, alike) in &self.places {
                if let Some(others) = self.places.get(&mapped(option, images)) {
                    for (&one, &other) in alike.iter().zip(others) {
                        moved[one as usize] = other;
                    }
                }
            }
            for (one, &to) in moved.iter().enumerate() {
                for (other, &other_to) in moved.iter().enumerate() {
                    let image = to as usize * options + other_to as usize;
                    sets.unite((one * options + other) as u32, image as u32);
                }
            }
        }
        let pairs = 0..pairs as u32;
        self.pairs = pairs.map(|pair| sets.representative(pair)).collect();
        self
    }

    /// Marks of the options of a set, which distinguish them by the orbits of their pairs.
    fn marks_of_set(&self, set: &[u32]) -> Vec<u64> {
        let mut marks = vec![MARKED; set.len()];
        if self.pairs.is_empty() {
            return marks;
        }
        for _ in 0..PAIR_ROUNDS {
            let next = set.iter().zip(&marks).map(|(&option, &mark)| {
                let pairs = &self.pairs[option as usize * self.ends.len()..];
                let others = set.iter().zip(&marks);
                let sum = others.fold(0_u64, |sum, (&other, &mark)| {
                    let pair = u64::from(pairs[other as usize]) << 32;
                    sum.wrapping_add(mixed(mark ^ pair))
                });
                mixed(mark.wrapping_add(sum))
            });
            marks = next.collect();
        }
        marks
    }

    /// Initial colours.
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// Orbits of the options.
    pub fn option_orbits(&self, found: &Automorphisms) -> DisjointSets {
        let mut sets = DisjointSets::new(self.ends.len());
        for alike in self.places.values() {
            for &other in &alike[1..] {
                sets.unite(alike[0], other);
            }
        }
        for (_, images) in &found.generators {
            for (option, alike) in &self.places {
                if let Some(others) = self.places.get(&mapped(option, images)) {
                    sets.unite(alike[0], others[0]);
                }
            }
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
        Self {
            is_node: true,
            ..Self::new(options, kinds, shades)
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

/// Set of options, with invariants of the sets that symmetries map to it. They are equal for
/// equivalent sets, and usually different for others.
pub(crate) struct ColouredOptions {
    kinds: Kinds,
    /// Sum of the refined colours.
    pub invariant: u64,
    /// Invariant of the colours after one more mark.
    marked_invariant: OnceCell<u64>,
}

impl ColouredOptions {
    pub fn new(vertices: &SymmetryVertices, options: &[u32]) -> Self {
        let mut kinds = vertices.kinds.clone();
        for (&option, mark) in options.iter().zip(vertices.marks_of_set(options)) {
            kinds.marks[option as usize] = mark;
        }
        Self {
            invariant: total(&refined(vertices, &kinds)),
            marked_invariant: OnceCell::new(),
            kinds,
        }
    }

    /// Invariant that takes longer: if some vertices have a colour in common, each of a small class
    /// is marked.
    fn marked_invariant(&self, vertices: &SymmetryVertices) -> u64 {
        *self.marked_invariant.get_or_init(|| {
            let colours = refined(vertices, &self.kinds);
            let sorted = by_colour(&colours);
            let classes = sorted.chunk_by(|one, other| one.0 == other.0);
            let several = classes.filter(|class| class.len() > 1);
            let class = several.min_by_key(|class| class.len());
            class
                .unwrap_or_default()
                .iter()
                .fold(0, |sum, &(_, vertex)| {
                    let mut marked = colours.clone();
                    marked[vertex as usize] = mark(marked[vertex as usize]);
                    vertices.refine(&self.kinds.marks, &mut marked, &mut u64::MAX.clone());
                    mixed(total(&marked)).wrapping_add(sum)
                })
        })
    }

    /// Initial colours, where these options are marked.
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// Path to which [`is_equivalent`](Self::is_equivalent) compares other sets.
    pub fn path(&self, vertices: &SymmetryVertices) -> MarkingPath {
        vertices.marking_path(&self.kinds, &mut u64::MAX.clone())
    }

    /// Returns whether a symmetry that is found in short time maps this set, whose path is given, to
    /// the other one.
    pub fn is_equivalent(
        &self,
        path: &MarkingPath,
        other: &Self,
        vertices: &SymmetryVertices,
    ) -> bool {
        if self.marked_invariant(vertices) != other.marked_invariant(vertices) {
            return false;
        }
        let mut budget = SHORT * vertices.weight;
        let kinds = (&self.kinds, &other.kinds);
        symmetry_between(vertices, path, kinds, &mut budget, None).is_some()
    }
}

/// Colours of these kinds after a refinement.
fn refined(vertices: &SymmetryVertices, kinds: &Kinds) -> Vec<u64> {
    let mut colours = kinds.vertices.clone();
    vertices.refine(&kinds.marks, &mut colours, &mut u64::MAX.clone());
    colours
}

fn mixed(number: u64) -> u64 {
    SplitMix64(number).next()
}

impl SymmetryVertices {
    /// Marks vertices until all colours differ.
    pub fn marking_path(&self, kinds: &Kinds, budget: &mut u64) -> MarkingPath {
        let mut after = kinds.vertices.clone();
        let sums = self.refine(&kinds.marks, &mut after, budget);
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
            let sums = self.refine(&kinds.marks, &mut after, budget);
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
fn mark(colour: u64) -> u64 {
    mixed(!colour)
}

fn total(colours: &[u64]) -> u64 {
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
fn by_colour(colours: &[u64]) -> Vec<(u64, u32)> {
    let mut parts: Vec<(u64, u32)> = colours.iter().copied().zip(0..).collect();
    parts.sort_unstable();
    parts
}

/// Returns whether the same vertices have a colour in common in both colourings, if several have.
fn have_equal_classes(one: &[(u64, u32)], other: &[(u64, u32)]) -> bool {
    let mut classes = one.chunk_by(|one, other| one.0 == other.0);
    let mut start = 0;
    classes.all(|class| {
        let same = &other[start..][..class.len()];
        start += class.len();
        class.len() == 1 || class == same
    })
}

/// Search for permutations.
struct AutomorphismSearch<'a> {
    vertices: &'a SymmetryVertices,
    /// Kinds, and those that images have.
    kinds: (&'a Kinds, &'a Kinds),
    /// Permutations found, as in [`Automorphisms`].
    generators: Vec<(usize, Vec<u32>)>,
    /// Orbits of vertices under the permutations found.
    moved_vertices: DisjointSets,
    budget: &'a mut u64,
    cancel: Option<&'a AtomicBool>,
}

impl AutomorphismSearch<'_> {
    /// Finds permutations that move one marked vertex and fix those marked before it, from the last
    /// marked vertex to the first. Together they generate all.
    fn run(&mut self, way: &[RefinementStep]) {
        for depth in (0..way.len()).rev() {
            let RefinementStep {
                vertex: part,
                before,
                ..
            } = &way[depth];
            // The marked vertex is mapped neither to these vertices nor to another one of their orbits.
            let mut failed = vec![*part as u32];
            for other in 0..before.len() {
                if *self.budget == 0 {
                    return;
                }
                if before[other] != before[*part] {
                    continue;
                }
                let orbits = &mut self.moved_vertices;
                let orbit = orbits.representative(other as u32);
                let mut failed_orbits = failed.iter().map(|&one| orbits.representative(one));
                if failed_orbits.any(|failed| failed == orbit) {
                    continue;
                }
                let mut colours = before.clone();
                colours[other] = mark(colours[other]);
                if let Some(images) = self.complete_mapping(&way[depth..], colours) {
                    self.record(depth, images);
                } else if !self.vertices.is_node {
                    failed.push(other as u32);
                }
            }
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
        let (is_node, marks) = (self.vertices.is_node, &self.kinds.1.marks);
        let mut sums = here.sums.iter();
        let mut fits = |sum| is_node || sums.next() == Some(&sum);
        let rounds = (!is_node).then(|| here.sums.len() - 1);
        let refined = (&mut colours[..], rounds);
        if !(self.vertices).refine_while(marks, refined, self.budget, &mut fits) {
            return None;
        }
        let (from, to) = (by_colour(&here.after), by_colour(&colours));
        if from.iter().zip(&to).any(|(from, to)| from.0 != to.0) {
            return None;
        }
        // Vertices that both colourings leave together may keep their places.
        if further.is_empty() || !is_node && have_equal_classes(&from, &to) {
            let mut images: Vec<u32> = (0..colours.len() as u32).collect();
            for ((_, from), (_, to)) in from.into_iter().zip(to) {
                images[from as usize] = to;
            }
            if self.is_symmetry(&images) {
                return Some(images);
            }
        }
        let next = further.first()?;
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
            let (own, other) = (&self.kinds.0.vertices, &self.kinds.1.vertices);
            if was_seen || own[part] != other[image as usize] {
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
            && parts.places.iter().all(|(option, alike)| {
                let others = parts.places.get(&mapped(option, images));
                others.is_some_and(|others| {
                    let (own, other) = (&self.kinds.0.marks, &self.kinds.1.marks);
                    let is_kept = own[alike[0] as usize] == other[others[0] as usize];
                    is_kept && others.len() == alike.len()
                })
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
