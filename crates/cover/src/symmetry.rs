//! Symmetries of a problem: options that are in equally many solutions.
//!
//! A permutation of the items that makes options of options makes solutions of solutions. Options
//! that such permutations map to each other are in equally many solutions, so it is enough to
//! count those of one of them.
//!
//! Permutations are looked for by refining colours (`McKay`, Practical graph isomorphism, 1981): items
//! are told apart by their options, options by their items, over and over. Where that ends, an item
//! is marked, and another one in its stead, and both colourings are refined further, until every
//! item has a colour of its own; items of the same colour are mapped to each other. Colours are hashes, which
//! may mislead the search: a permutation counts once all options have been mapped by it.

use std::collections::HashMap;

use super::bounds::Multiplicity;
use super::sets::DisjointSets;
use super::table::{LiveOptions, OptionTable};
use countless_engine::SplitMix64;

/// So many items and colours may be mapped at most.
const MOST: usize = 2000;
/// To sort colours takes so many steps each.
const SORTED: usize = 8;

/// What is mapped: the items, and behind them their colours, which are called shades here.
struct SymmetryVertices {
    /// The parts of each live option, in order.
    options: Vec<Vec<u32>>,
    /// What cannot be mapped to each other: items to be covered once, secondary ones, those of
    /// other bounds, shades, and each part that no live option has.
    kinds: Vec<u64>,
    /// The shades, and the items that they are of.
    shades: Vec<(u32, u32)>,
    /// What it takes to refine colours once.
    weight: u64,
}

/// A step of the way on which one item after the other is marked.
struct RefinementStep {
    vertex: usize,
    /// The colours before it was marked.
    before: Vec<u64>,
    /// The colours, refined, after it was.
    after: Vec<u64>,
}

/// The first of the options that are in as many solutions as each live option, if there are any
/// others. Takes from `budget` a step for each part of an option that it looks at, and ends when
/// there is none left.
pub fn orbits(table: &OptionTable, live: &LiveOptions, budget: &mut u64) -> Option<Vec<u32>> {
    if table.items.len() + table.shades.len() > MOST {
        return None;
    }
    let numbers: Vec<usize> = live.options().collect();
    let parts = SymmetryVertices::new(table, live, &numbers);
    let mut search = AutomorphismSearch {
        orbits: DisjointSets::new(numbers.len()),
        moved_vertices: DisjointSets::new(parts.kinds.len()),
        places: HashMap::new(),
        vertices: &parts,
        budget,
    };
    for (at, option) in (0..).zip(&parts.options) {
        let alike = search.places.entry(option).or_default();
        if let Some(&first) = alike.first() {
            search.orbits.unite(first, at);
        }
        alike.push(at);
    }
    search.run();
    let mut found = false;
    let mut orbits = vec![u32::MAX; table.len()];
    for (at, &number) in numbers.iter().enumerate() {
        let first = numbers[search.orbits.representative(at as u32) as usize];
        found |= first != number;
        orbits[number] = first as u32;
    }
    found.then_some(orbits)
}

impl SymmetryVertices {
    fn new(table: &OptionTable, live: &LiveOptions, options: &[usize]) -> Self {
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
                let mut parts: Vec<u32> = uses
                    .map(|used| {
                        let item = used.item as usize;
                        kinds[item] = kind(item);
                        let Some(shade) = used.shade() else {
                            return used.item;
                        };
                        kinds[items + shade] = 2;
                        shades.push(((items + shade) as u32, used.item));
                        (items + shade) as u32
                    })
                    .collect();
                parts.sort_unstable();
                parts
            })
            .collect();
        shades.sort_unstable();
        shades.dedup();
        Self {
            weight: (options.iter().map(Vec::len).sum::<usize>() + SORTED * kinds.len()) as u64,
            options,
            kinds,
            shades,
        }
    }

    /// Tells parts apart by the options that they are in, and these by their parts, as far as that
    /// goes. Takes from `budget` what it looks at.
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

/// The colour of a part that is marked.
fn mark(colour: u64) -> u64 {
    mixed(!colour)
}

fn distinct(colours: &[u64]) -> usize {
    let mut colours = colours.to_vec();
    colours.sort_unstable();
    colours.dedup();
    colours.len()
}

/// The parts by their colours.
fn by_colour(colours: &[u64]) -> Vec<(u64, u32)> {
    let mut parts: Vec<(u64, u32)> = colours.iter().copied().zip(0..).collect();
    parts.sort_unstable();
    parts
}

/// The search for permutations.
struct AutomorphismSearch<'a> {
    vertices: &'a SymmetryVertices,
    /// Where the options with certain parts are: more than one if they are alike.
    places: HashMap<&'a [u32], Vec<u32>>,
    /// The options that are mapped to each other.
    orbits: DisjointSets,
    /// The parts that are.
    moved_vertices: DisjointSets,
    budget: &'a mut u64,
}

impl AutomorphismSearch<'_> {
    /// Finds permutations that map the parts marked, the last first, to others, and leave alone
    /// those marked before: together they make all there are.
    fn run(&mut self) {
        let way = self.marking_path();
        for depth in (0..way.len()).rev() {
            let RefinementStep {
                vertex: part,
                before,
                ..
            } = &way[depth];
            for other in 0..before.len() {
                if *self.budget == 0 {
                    return;
                }
                let is_new = self.moved_vertices.representative(other as u32)
                    != self.moved_vertices.representative(*part as u32);
                if is_new && before[other] == before[*part] {
                    let mut colours = before.clone();
                    colours[other] = mark(colours[other]);
                    if let Some(images) = self.complete_mapping(&way[depth..], colours) {
                        self.record(&images);
                    }
                }
            }
        }
    }

    /// Marks parts until all have colours of their own.
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

    /// A permutation that maps what is marked on the way to what has these colours, if one is found.
    fn complete_mapping(
        &mut self,
        way: &[RefinementStep],
        mut colours: Vec<u64>,
    ) -> Option<Vec<u32>> {
        let (here, further) = way.split_first()?;
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

    /// Whether this maps items to items of their kind, colours to colours of their items, and
    /// options to options, of which equal ones are equally many.
    fn is_symmetry(&mut self, images: &[u32]) -> bool {
        let parts = self.vertices;
        *self.budget = self.budget.saturating_sub(parts.weight);
        let mut seen = vec![false; images.len()];
        for (part, &image) in images.iter().enumerate() {
            let was_seen = std::mem::replace(&mut seen[image as usize], true);
            if was_seen || parts.kinds[part] != parts.kinds[image as usize] {
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

    fn record(&mut self, images: &[u32]) {
        for (&option, alike) in &self.places {
            if let Some(others) = self.places.get(&mapped(option, images)[..]) {
                self.orbits.unite(alike[0], others[0]);
            }
        }
        for (part, &image) in (0..).zip(images) {
            self.moved_vertices.unite(part, image);
        }
    }
}

/// The parts of an option, mapped, in order.
fn mapped(option: &[u32], images: &[u32]) -> Vec<u32> {
    let mut parts: Vec<u32> = option.iter().map(|&part| images[part as usize]).collect();
    parts.sort_unstable();
    parts
}
