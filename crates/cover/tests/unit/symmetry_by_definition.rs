//! Symmetries and solutions of a problem in normal form, straight from the definition.

use std::collections::{BTreeMap, BTreeSet};

use countless_cover::ExactCover;

use crate::definition::{Definition, Item};

/// Item and colour of a use.
type Use = (usize, Option<String>);

/// Problem whose equal options are one.
pub struct NormalDefinition {
    items: Vec<Item>,
    primary: usize,
    /// Distinct options in the order of their first occurrence, each with its sorted uses.
    options: Vec<Vec<Use>>,
    /// Numbers of the options that are equal, from 1 on.
    pub numbers: Vec<Vec<usize>>,
    /// Largest number of times that each option can be chosen.
    times: Vec<u32>,
    /// Class of each item that no symmetry leaves.
    classes: Vec<usize>,
}

/// Number of times that each option is chosen.
pub type Choice = Vec<u32>;

impl NormalDefinition {
    /// Normal form, where symmetries keep the items of each prefix together.
    pub fn of(problem: &ExactCover, prefixes: &[&str]) -> Self {
        let definition = Definition::of(problem);
        let choosable = definition.choosable();
        let is_free = |item: usize| {
            let uses = choosable
                .iter()
                .flat_map(|&option| &definition.options[option]);
            let uses = uses.filter(|used| used.item == item);
            let colours: Vec<_> = uses.map(|used| used.colour.clone()).collect();
            let is_one = colours
                .iter()
                .all(|colour| colour.is_some() && *colour == colours[0]);
            item >= definition.primary && (colours.len() < 2 || is_one)
        };
        let (mut options, mut numbers) = (Vec::new(), Vec::<Vec<usize>>::new());
        for &number in &choosable {
            let uses = definition.options[number]
                .iter()
                .filter(|used| !is_free(used.item));
            let uses: BTreeMap<usize, Option<String>> =
                uses.map(|used| (used.item, used.colour.clone())).collect();
            let uses: Vec<Use> = uses.into_iter().collect();
            if let Some(at) = options.iter().position(|other| *other == uses) {
                numbers[at].push(number + 1);
            } else {
                options.push(uses);
                numbers.push(vec![number + 1]);
            }
        }
        let most = |uses: &Vec<Use>, copies: usize| {
            let most = uses.iter().map(|(item, colour)| match colour {
                Some(_) => u32::MAX,
                None if *item < definition.primary => definition.items[*item].high,
                None => 1,
            });
            most.min().unwrap_or(1).min(copies as u32)
        };
        let times = options.iter().zip(&numbers);
        let times = times
            .map(|(uses, copies)| most(uses, copies.len()))
            .collect();
        let class = |item: &Item| {
            let first = prefixes
                .iter()
                .position(|prefix| item.name.starts_with(prefix));
            first.map_or(0, |first| first + 1)
        };
        Self {
            classes: definition.items.iter().map(class).collect(),
            items: definition.items,
            primary: definition.primary,
            options,
            numbers,
            times,
        }
    }

    /// Permutations of the options that a permutation of items, and of the colours of each item,
    /// gives.
    pub fn group(&self) -> BTreeSet<Vec<u32>> {
        let mut search = GroupSearch {
            problem: self,
            colours: (0..self.items.len())
                .map(|item| self.colours_of(item))
                .collect(),
            images: Vec::new(),
            found: BTreeSet::new(),
        };
        search.extend();
        search.found
    }

    fn colours_of(&self, item: usize) -> Vec<String> {
        let uses = self.options.iter().flatten().filter(|used| used.0 == item);
        let colours: BTreeSet<String> = uses.filter_map(|used| used.1.clone()).collect();
        colours.into_iter().collect()
    }

    /// All solutions: numbers of times that each option is chosen.
    pub fn solutions(&self) -> Vec<Choice> {
        let mut found = Vec::new();
        self.choose(&mut Vec::new(), &mut found);
        found
    }

    fn choose(&self, chosen: &mut Choice, found: &mut Vec<Choice>) {
        let covered = self.covered(chosen);
        for (item, colours) in covered.iter().enumerate() {
            let is_too_much = if item < self.primary {
                colours.len() > self.items[item].high as usize
            } else {
                colours.len() > 1
                    && colours
                        .iter()
                        .any(|&colour| colour.is_none() || colour != colours[0])
            };
            if is_too_much {
                return;
            }
        }
        if chosen.len() == self.options.len() {
            let mut primary = (0..self.primary).zip(&covered);
            if primary.all(|(item, uses)| uses.len() >= self.items[item].low as usize) {
                found.push(chosen.clone());
            }
            return;
        }
        for times in 0..=self.times[chosen.len()] {
            chosen.push(times);
            self.choose(chosen, found);
            chosen.pop();
        }
    }

    /// Colours in which each item is covered.
    fn covered(&self, chosen: &Choice) -> Vec<Vec<Option<&str>>> {
        let mut covered = vec![Vec::new(); self.items.len()];
        for (&times, option) in chosen.iter().zip(&self.options) {
            for (item, colour) in (0..times).flat_map(|_| option) {
                covered[*item].push(colour.as_deref());
            }
        }
        covered
    }
}

/// Image of a solution under a permutation of the options.
pub fn image(solution: &Choice, permutation: &[u32]) -> Choice {
    let mut image = vec![0; solution.len()];
    for (&times, &option) in solution.iter().zip(permutation) {
        image[option as usize] = times;
    }
    image
}

/// Search for permutations of the items, one after the other.
struct GroupSearch<'a> {
    problem: &'a NormalDefinition,
    /// Colours of each item.
    colours: Vec<Vec<String>>,
    /// Image of each item so far, and of its colours.
    images: Vec<(usize, Vec<String>)>,
    found: BTreeSet<Vec<u32>>,
}

impl GroupSearch<'_> {
    fn extend(&mut self) {
        let (problem, item) = (self.problem, self.images.len());
        if item == problem.items.len() {
            let options = problem.options.iter();
            let images = options.map(|option| self.image(option).expect("each was compared"));
            let images = images.collect();
            self.found.insert(images);
            return;
        }
        for other in 0..problem.items.len() {
            let (one, two) = (&problem.items[item], &problem.items[other]);
            let is_alike = (item < problem.primary) == (other < problem.primary)
                && (one.low, one.high) == (two.low, two.high)
                && problem.classes[item] == problem.classes[other]
                && self.colours[item].len() == self.colours[other].len();
            if !is_alike || self.images.iter().any(|image| image.0 == other) {
                continue;
            }
            for colours in orders(&self.colours[other]) {
                self.images.push((other, colours));
                let fits = problem.options.iter().enumerate().all(|(at, option)| {
                    let is_known = option.iter().all(|used| used.0 <= item);
                    let image = self
                        .image(option)
                        .map(|image| problem.times[image as usize]);
                    !is_known || image == Some(problem.times[at])
                });
                if fits {
                    self.extend();
                }
                self.images.pop();
            }
        }
    }

    /// Number of the image of an option, if its items have images and it is an option.
    fn image(&self, option: &[Use]) -> Option<u32> {
        let uses = option.iter().map(|(item, colour)| {
            let (other, colours) = self.images.get(*item)?;
            let colour = colour.as_ref().map(|colour| {
                let mut own = self.colours[*item].iter();
                colours[own.position(|other| other == colour).expect("it is one")].clone()
            });
            Some((*other, colour))
        });
        let mut uses: Vec<Use> = uses.collect::<Option<_>>()?;
        uses.sort();
        let mut options = self.problem.options.iter();
        options.position(|other| *other == uses).map(|at| at as u32)
    }
}

/// All orders of some texts.
fn orders(texts: &[String]) -> Vec<Vec<String>> {
    if texts.is_empty() {
        return vec![Vec::new()];
    }
    let firsts = (0..texts.len()).flat_map(|at| {
        let mut rest = texts.to_vec();
        let first = rest.remove(at);
        orders(&rest)
            .into_iter()
            .map(move |rest| [vec![first.clone()], rest].concat())
    });
    firsts.collect()
}
