//! Normal form of a problem, before its symmetries are searched for.
//!
//! Options that are never chosen and secondary items that exclude nothing are removed. Equal options
//! are one option, which may be chosen several times if its items allow it. Items that exactly the
//! same options cover are one item: exchanging them moves no option.

use crate::exact_cover::{ExactCover, ItemUse, Multiplicity, exclude_each_other};
use crate::group::symmetry_vertices::SymmetryVertices;
use crate::list_numbers::ListNumbers;
use countless_simd::{distinct, sort};

/// Problem in normal form.
///
/// Its *points* are the options, then the items, then the shades: the colours of each item.
#[derive(Clone, Debug, Default)]
pub struct NormalCover {
    /// Bounds of the items, primary items first.
    pub(crate) bounds: Vec<Multiplicity>,
    /// Number of primary items.
    pub(crate) primary: usize,
    pub(crate) options: Vec<NormalOption>,
    /// Shades: item and colour, sorted.
    shades: Vec<ItemUse>,
    /// Number of options that are equal to an earlier one.
    pub(crate) merged: usize,
    /// Items of different kinds are never exchanged.
    kinds: Vec<u64>,
    /// Item that stands for each item of the problem, if it is not removed.
    places: Vec<Option<u32>>,
}

/// Option of a normal cover.
#[derive(Clone, Debug)]
pub(crate) struct NormalOption {
    /// Items, in order.
    pub uses: Vec<ItemUse>,
    /// Largest number of times that it can be chosen.
    pub times: u32,
    /// Numbers of the equal options in the problem, from 0 on.
    pub numbers: Vec<u32>,
}

/// Kind of an item: 1 if it is secondary, its bounds, the number of its pattern, and the number of
/// items that it stands for.
type ItemKind = [u32; 5];

impl NormalCover {
    /// Normal form of a problem. Items with different numbers in `patterns` are never exchanged.
    pub fn new(problem: &ExactCover, patterns: &[u32]) -> Self {
        let (options, merged) = distinct_options(problem);
        let mut covered = vec![Vec::new(); problem.items.len()];
        for (number, option) in (0..).zip(&options) {
            for used in &option.uses {
                covered[used.item as usize].push([number, used.colour]);
            }
        }
        let mut cover = Self {
            merged,
            ..Self::default()
        };
        // Items of one kind that the same options cover become one, with their number.
        let mut known = ListNumbers::default();
        let mut kinds: Vec<ItemKind> = Vec::new();
        cover.places = vec![None; problem.items.len()];
        // Number of each item that stands for others, or for itself.
        let mut firsts = cover.places.clone();
        for (item, covered) in covered.into_iter().enumerate() {
            let is_secondary = item >= problem.primary;
            if is_secondary && covered.is_empty() {
                continue;
            }
            let bounds = problem.multiplicity(item);
            let Multiplicity { low, high } = bounds;
            let kind = [u32::from(is_secondary), low, high, patterns[item], 0];
            let first = known.number(&[&kind, renumbered(covered).as_flattened()].concat());
            cover.places[item] = Some(first);
            if first as usize == kinds.len() {
                firsts[item] = Some(first);
                cover.bounds.push(bounds);
                cover.primary += usize::from(!is_secondary);
                kinds.push(kind);
            }
            kinds[first as usize][4] += 1;
        }
        let mut numbers = ListNumbers::default();
        let kinds = kinds.iter().map(|kind| numbers.number(kind).into());
        cover.kinds = kinds.collect();
        cover.options = options;
        for option in &mut cover.options {
            let uses = option.uses.iter().filter_map(|used| {
                let item = firsts[used.item as usize]?;
                Some(ItemUse { item, ..*used })
            });
            option.uses = uses.collect();
        }
        let uses = cover.options.iter().flat_map(|option| &option.uses);
        let shades = uses.filter(|used| used.colour > 0).copied();
        cover.shades = distinct(shades.collect());
        cover
    }

    /// Number of options.
    pub fn option_count(&self) -> usize {
        self.options.len()
    }

    /// True if each primary item is covered once.
    pub fn is_covered_once(&self) -> bool {
        let mut primary = self.bounds[..self.primary].iter();
        primary.all(|&bounds| bounds == Multiplicity::ONCE)
    }

    /// Problem in which each option occurs as often as it can be chosen.
    pub(crate) fn searched_cover(&self) -> ExactCover {
        let options = self
            .options
            .iter()
            .flat_map(|option| std::iter::repeat_n(option.uses.clone(), option.times as usize));
        ExactCover::from_numbers(&self.bounds, self.primary, options.collect())
    }

    /// Number of points: options, items and shades.
    pub(crate) fn points(&self) -> usize {
        self.options.len() + self.bounds.len() + self.shades.len()
    }

    /// Point of an item.
    pub(crate) fn item_point(&self, item: u32) -> usize {
        self.options.len() + item as usize
    }

    /// Point of the shade of a use; `None` without a colour.
    pub(crate) fn shade_point(&self, used: ItemUse) -> Option<usize> {
        let shade = self.shades.binary_search(&used).ok()?;
        Some(self.options.len() + self.bounds.len() + shade)
    }

    /// Vertices for the search of symmetries: items and shades. An option is marked if it can be
    /// chosen several times.
    pub(crate) fn symmetry_vertices(&self) -> SymmetryVertices {
        let mut kinds = self.kinds.clone();
        kinds.resize(self.bounds.len() + self.shades.len(), u64::MAX);
        let shades = (self.bounds.len() as u32..).zip(&self.shades);
        let shades = shades.map(|(vertex, shade)| (vertex, shade.item)).collect();
        let vertex = |&used: &ItemUse| {
            let shade = self.shade_point(used);
            let point = shade.unwrap_or_else(|| self.item_point(used.item));
            (point - self.options.len()) as u32
        };
        let options = self.options.iter();
        let marks = options.clone().map(|option| u64::from(option.times ^ 1));
        let options = options.map(|option| option.uses.iter().map(vertex).collect());
        let mut vertices = SymmetryVertices::new(options.collect(), kinds, shades);
        vertices.kinds.marks = marks.collect();
        vertices
    }

    /// Item that stands for an item of the problem; `None` if it is removed.
    pub(crate) fn place(&self, item: usize) -> Option<u32> {
        self.places[item]
    }

    /// Returns whether two items are of one kind.
    pub(crate) fn are_alike(&self, one: u32, other: u32) -> bool {
        self.kinds[one as usize] == self.kinds[other as usize]
    }
}

/// Options with a primary item, equal ones once, without secondary items that exclude nothing. Also
/// returns the number of options that are equal to an earlier one.
fn distinct_options(problem: &ExactCover) -> (Vec<NormalOption>, usize) {
    let choosable = problem.choosable();
    let coverings = problem.coverings();
    let excludes = |item: usize| item < problem.primary || exclude_each_other(&coverings[item]);
    let mut options: Vec<NormalOption> = Vec::new();
    let mut known = ListNumbers::default();
    for &number in &choosable {
        let uses = problem.options[number as usize].iter().copied();
        let mut uses: Vec<ItemUse> = uses.filter(|used| excludes(used.item as usize)).collect();
        sort(&mut uses);
        let list = uses.iter().flat_map(|used| [used.item, used.colour]);
        let at = known.number(&list.collect::<Vec<u32>>()) as usize;
        if at == options.len() {
            options.push(NormalOption {
                uses,
                times: 0,
                numbers: Vec::new(),
            });
        }
        options[at].numbers.push(number);
    }
    for option in &mut options {
        let most = option.uses.iter().map(|used| {
            let item = used.item as usize;
            match used.colour {
                0 => problem.multiplicity(item).high,
                _ => u32::MAX,
            }
        });
        let copies = option.numbers.len() as u32;
        option.times = most.min().unwrap_or(1).min(copies);
    }
    let merged = choosable.len() - options.len();
    (options, merged)
}

/// Coverings with the colours numbered in the order of their first occurrence; 0 stays without
/// colour.
fn renumbered(mut covered: Vec<[u32; 2]>) -> Vec<[u32; 2]> {
    let mut numbers = ListNumbers::default();
    for [_, colour] in covered.iter_mut().filter(|[_, colour]| *colour > 0) {
        *colour = numbers.number(&[*colour]) + 1;
    }
    covered
}
