//! Parts of a problem that are alike: the symbols of a Latin square, pieces of the same shape.
//!
//! Some items are *fixed*, the others are *loose*; loose items that an option covers together are
//! of one part. So every option with a loose item belongs to one part, and if the options of two
//! parts differ in nothing but the names of the loose items, then exchanging these names changes
//! nothing in the problem.

use std::collections::BTreeMap;

use super::bounds::Multiplicity;
use super::problem::ItemUse;
use super::sets::DisjointSets;

/// The items of a part, in an order that is the same for those that are alike.
pub type PartItems = Vec<usize>;

/// Sets of parts that are alike, given the options, by item whether it is fixed, and the bounds of
/// primary ones.
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
    // Options that cover the same fixed items have the same number.
    let mut numbers = BTreeMap::new();
    let mut number = |option: &[ItemUse]| {
        let fixed = option.iter().map(|used| used.item);
        let mut fixed: Vec<u32> = fixed.filter(|&item| is_fixed[item as usize]).collect();
        fixed.sort_unstable();
        let next = numbers.len();
        *numbers.entry(fixed).or_insert(next)
    };
    let mut parts = DisjointSets::new(is_fixed.len());
    let options: Vec<(usize, Vec<ItemUse>)> = options
        .iter()
        .map(|option| (number(option), loose(option)))
        .filter(|(_, loose)| !loose.is_empty())
        .collect();
    for (_, loose) in &options {
        for used in loose {
            parts.unite(used.item, loose[0].item);
        }
    }
    // Items of a part are told apart by the options that cover them.
    let mut covered = vec![Vec::new(); is_fixed.len()];
    let mut of_part = BTreeMap::<u32, Vec<&(usize, Vec<ItemUse>)>>::new();
    for option in &options {
        for used in &option.1 {
            covered[used.item as usize].push((option.0, used.colour, option.1.len()));
        }
        let part = parts.representative(option.1[0].item);
        of_part.entry(part).or_default().push(option);
    }
    for options in &mut covered {
        options.sort_unstable();
    }
    let mut shapes = BTreeMap::<_, Vec<PartItems>>::new();
    for options in of_part.into_values() {
        let items = options.iter().flat_map(|(_, loose)| loose);
        let mut items: PartItems = items.map(|used| used.item as usize).collect();
        items.sort_by(|&a, &b| (&covered[a], a).cmp(&(&covered[b], b)));
        items.dedup();
        let places: BTreeMap<usize, usize> =
            (0..).zip(&items).map(|(at, &item)| (item, at)).collect();
        let mut shape: Vec<(usize, Vec<(usize, u32)>)> = Vec::new();
        for (number, loose) in options {
            let uses = loose
                .iter()
                .map(|used| (places[&(used.item as usize)], used.colour));
            let mut uses: Vec<_> = uses.collect();
            uses.sort_unstable();
            shape.push((*number, uses));
        }
        shape.sort_unstable();
        let bounds = items.iter().map(|&item| bounds(item));
        let bounds: Vec<Option<Multiplicity>> = bounds.collect();
        shapes.entry((shape, bounds)).or_default().push(items);
    }
    shapes
        .into_values()
        .filter(|parts| parts.len() > 1)
        .collect()
}
