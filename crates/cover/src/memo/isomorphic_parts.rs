//! Isomorphic parts of a problem: the symbols of a Latin square, pieces of equal shape.
//!
//! Some items are *fixed*, all others *loose*. Loose items that an option covers together belong to
//! one part, so every option with a loose item belongs to exactly one part. Two parts are
//! isomorphic if their options differ only in the names of the loose items: exchanging these names
//! does not change the problem.

use std::collections::BTreeMap;

use crate::bits::DisjointSets;
use crate::exact_cover::{ItemUse, Multiplicity};
use countless_simd::{sort, stable_sort};

/// Items of a part, in an order that agrees between isomorphic parts.
pub type PartItems = Vec<usize>;

/// Sets of isomorphic parts of these options. `is_fixed` says which items are fixed, `bounds`
/// returns the multiplicity of a primary item.
pub fn isomorphic_parts(
    options: &[&[ItemUse]],
    is_fixed: &[bool],
    bounds: impl Fn(usize) -> Option<Multiplicity>,
) -> Vec<Vec<PartItems>> {
    let loose = |option: &[ItemUse]| {
        let loose = option.iter().copied();
        let loose = loose.filter(|used| !is_fixed[used.item as usize]);
        loose.collect::<Vec<ItemUse>>()
    };
    let mut parts = DisjointSets::new(is_fixed.len());
    let loose_of: Vec<Vec<ItemUse>> = options.iter().map(|option| loose(option)).collect();
    for loose in &loose_of {
        for used in loose {
            parts.unite(used.item, loose[0].item);
        }
    }
    // Isomorphic parts have equally many options and covered items. Most others differ in these, so
    // that no shape is needed.
    let mut of_part = BTreeMap::<u32, Vec<usize>>::new();
    for (option, loose) in loose_of.iter().enumerate() {
        if let Some(used) = loose.first() {
            let part = parts.representative(used.item);
            of_part.entry(part).or_default().push(option);
        }
    }
    let size = |options: &Vec<usize>| {
        let uses = options.iter().map(|&option| loose_of[option].len());
        (options.len(), uses.sum::<usize>())
    };
    let mut sizes = BTreeMap::<_, usize>::new();
    for options in of_part.values() {
        *sizes.entry(size(options)).or_default() += 1;
    }
    of_part.retain(|_, options| sizes[&size(options)] > 1);
    // Options that cover the same fixed items have one number.
    let mut numbers = BTreeMap::new();
    let mut number = |option: &[ItemUse]| {
        let fixed = option.iter().map(|used| used.item);
        let mut fixed: Vec<u32> = fixed.filter(|&item| is_fixed[item as usize]).collect();
        sort(&mut fixed);
        let next = numbers.len();
        *numbers.entry(fixed).or_insert(next)
    };
    let mut shapes = BTreeMap::<_, Vec<PartItems>>::new();
    for own in of_part.into_values() {
        let own = own.iter();
        let own = own.map(|&option| (number(options[option]), &loose_of[option]));
        let own: Vec<(usize, &Vec<ItemUse>)> = own.collect();
        // The options that cover an item distinguish it from others of its part.
        let mut covered = BTreeMap::<usize, Vec<_>>::new();
        for &(number, loose) in &own {
            for used in loose {
                let options = covered.entry(used.item as usize).or_default();
                options.push((number, used.colour, loose.len()));
            }
        }
        for options in covered.values_mut() {
            sort(options);
        }
        let mut items: PartItems = covered.keys().copied().collect();
        stable_sort(&mut items, |a, b| covered[a].cmp(&covered[b]));
        let places: BTreeMap<usize, usize> =
            (0..).zip(&items).map(|(at, &item)| (item, at)).collect();
        let mut shape: Vec<(usize, Vec<(usize, u32)>)> = Vec::new();
        for (number, loose) in own {
            let uses = loose
                .iter()
                .map(|used| (places[&(used.item as usize)], used.colour));
            let mut uses: Vec<_> = uses.collect();
            sort(&mut uses);
            shape.push((number, uses));
        }
        sort(&mut shape);
        let bounds = items.iter().map(|&item| bounds(item));
        let bounds: Vec<Option<Multiplicity>> = bounds.collect();
        shapes.entry((shape, bounds)).or_default().push(items);
    }
    shapes
        .into_values()
        .filter(|parts| parts.len() > 1)
        .collect()
}
