//! Orbits of the options at a node of a search.

use super::option_table::{LiveOptions, OptionTable};
use crate::exact_cover::Multiplicity;
use crate::group::automorphisms::SymmetrySearch;
use crate::group::permutation_group::orbits;
use crate::group::refinement::mixed;
use crate::group::search_steps::SearchSteps;
use crate::group::symmetry_vertices::SymmetryVertices;

/// Largest number of items and shades at a node of a search.
const MOST: usize = 2000;

/// First option of the orbit of each live option; `None` if all orbits are single options or the
/// problem is too large. If the steps do not suffice, orbits of some symmetries are enough.
pub fn node_orbits(
    table: &OptionTable,
    live: &LiveOptions,
    steps: &mut SearchSteps<'_>,
) -> Option<Vec<u32>> {
    if table.items.len() + table.shades.len() > MOST {
        return None;
    }
    let numbers: Vec<usize> = live.options().collect();
    let mut vertices = vertices_of(table, live, &numbers);
    vertices.is_node = true;
    let generators =
        SymmetrySearch::new(&vertices, vertices.kinds.clone(), steps).generators(steps);
    let generators = generators.iter().map(|(_, generator)| generator);
    let orbits = orbits(vertices.points(), generators);
    // First option of each orbit.
    let mut firsts = vec![usize::MAX; vertices.points()];
    let mut found = false;
    let mut first_options = vec![u32::MAX; table.len()];
    for (at, &number) in numbers.iter().enumerate() {
        let first = &mut firsts[orbits[vertices.option_point(at) as usize] as usize];
        *first = number.min(*first);
        found |= *first != number;
        first_options[number] = *first as u32;
    }
    found.then_some(first_options)
}

/// Vertices of the live options of a node. Kinds are items covered once, secondary items, items of
/// each multiplicity, and shades. A vertex in no live option is a kind of its own.
fn vertices_of(table: &OptionTable, live: &LiveOptions, options: &[usize]) -> SymmetryVertices {
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
    SymmetryVertices::new(options, kinds, shades)
}
