//! Isomorphic parts of a problem: the symbols of a Latin square, pieces of equal shape.
//!
//! Some items are *fixed*, all others *loose*. Loose items that an option covers together belong to
//! one part, so every option with a loose item belongs to exactly one part. Two parts are
//! isomorphic if their options differ only in the names of the loose items: exchanging these names
//! does not change the problem.

use crate::bits::DisjointSets;
use crate::exact_cover::{ItemUse, Multiplicity};
use countless_simd::{grouped, sort, sort_by};

/// Items of a part, in an order that agrees between isomorphic parts.
pub type PartItems = Vec<usize>;

/// Sets of isomorphic parts of these options. `is_fixed` says which items are fixed, `bounds`
/// returns the multiplicity of a primary item.
pub fn isomorphic_parts(
    options: &[&[ItemUse]],
    is_fixed: &[bool],
    bounds: impl Fn(usize) -> Option<Multiplicity>,
) -> Vec<Vec<PartItems>> {
    let (mut loose_of, mut fixed_of) = (Vec::new(), Vec::new());
    for (number, option) in options.iter().enumerate() {
        let uses = option.iter().copied();
        let (fixed, loose): (Vec<ItemUse>, Vec<ItemUse>) =
            uses.partition(|used| is_fixed[used.item as usize]);
        let mut fixed: Vec<u32> = fixed.iter().map(|used| used.item).collect();
        sort(&mut fixed);
        fixed_of.push((fixed, number));
        loose_of.push(loose);
    }
    // Options that cover the same fixed items have one number.
    let mut number_of = vec![0; options.len()];
    for (number, (_, options)) in grouped(fixed_of).into_iter().enumerate() {
        for option in options {
            number_of[option] = number;
        }
    }
    let mut parts = DisjointSets::new(is_fixed.len());
    for loose in &loose_of {
        for used in loose {
            parts.unite(used.item, loose[0].item);
        }
    }
    let mut of_part: Vec<Vec<usize>> = vec![Vec::new(); is_fixed.len()];
    for (option, loose) in loose_of.iter().enumerate() {
        if let Some(used) = loose.first() {
            of_part[parts.representative(used.item) as usize].push(option);
        }
    }
    of_part.retain(|options| !options.is_empty());
    // Isomorphic parts have equally many options and covered items. Most others differ in these, so
    // that no shape is needed.
    let sized = of_part.into_iter().map(|options| {
        let uses = options.iter().map(|&option| loose_of[option].len());
        ((options.len(), uses.sum::<usize>()), options)
    });
    let sized = grouped(sized.collect()).into_iter();
    let several = sized.filter(|(_, parts)| parts.len() > 1);
    let mut place_of = vec![0; is_fixed.len()];
    let mut shapes = Vec::new();
    for own in several.flat_map(|(_, parts)| parts) {
        // The options that cover an item distinguish it from others of its part.
        let mut covered = Vec::new();
        for &option in &own {
            let loose = &loose_of[option];
            for used in loose {
                let shape = (number_of[option], used.colour, loose.len());
                covered.push((used.item as usize, shape));
            }
        }
        let mut covered = grouped(covered);
        for (_, options) in &mut covered {
            sort(options);
        }
        sort_by(&mut covered, |(_, a), (_, b)| a.cmp(b));
        let items: PartItems = covered.iter().map(|&(item, _)| item).collect();
        for (place, &item) in items.iter().enumerate() {
            place_of[item] = place;
        }
        let mut shape: Vec<(usize, Vec<(usize, u32)>)> = Vec::new();
        for option in own {
            let uses = loose_of[option].iter();
            let uses = uses.map(|used| (place_of[used.item as usize], used.colour));
            let mut uses: Vec<_> = uses.collect();
            sort(&mut uses);
            shape.push((number_of[option], uses));
        }
        sort(&mut shape);
        let bounds = items.iter().map(|&item| bounds(item));
        let bounds: Vec<Option<Multiplicity>> = bounds.collect();
        shapes.push(((shape, bounds), items));
    }
    let shapes = grouped(shapes).into_iter().map(|(_, parts)| parts);
    shapes.filter(|parts| parts.len() > 1).collect()
}
