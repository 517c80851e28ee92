//! Components of a problem: parts that share no item.
//!
//! A solution of the problem combines one solution of each component, so numbers of solutions are
//! multiplied. Components that are equal, item by item and option by option in their order, are
//! kept once.

use std::collections::HashMap;

use super::disjoint_sets::DisjointSets;
use super::exact_cover::{ExactCover, ItemUse};
use super::multiplicity::Multiplicity;

/// Part of a problem that shares no item with the rest.
#[derive(Clone, Debug)]
pub struct Component {
    /// The component alone; items and options have new numbers, in their order.
    pub exact_cover: ExactCover,
    /// Options of every equal component: their numbers in the whole problem, in the order of the
    /// component's options.
    pub copies: Vec<Vec<u32>>,
}

/// Components of a problem in the order of their first items, equal ones once; `None` if there are
/// fewer than two.
///
/// Two options that share an item belong to one component, whatever its colours and multiplicities.
/// Options that are never chosen are left out, and so are secondary items that only they cover.
pub fn components(problem: &ExactCover) -> Option<Vec<Component>> {
    let choosable = problem.choosable();
    let mut sets = DisjointSets::new(problem.items.len());
    for &option in &choosable {
        let uses = &problem.options[option as usize];
        for used in uses {
            sets.unite(used.item, uses[0].item);
        }
    }
    // Component number of each set.
    let mut numbers = HashMap::new();
    for item in 0..problem.primary {
        let next = numbers.len();
        numbers
            .entry(sets.representative(item as u32))
            .or_insert(next);
    }
    if numbers.len() < 2 {
        return None;
    }
    let mut drafts = vec![ComponentDraft::default(); numbers.len()];
    // Position of each item in its component.
    let mut places = vec![0; problem.items.len()];
    for (item, place) in places.iter_mut().enumerate() {
        if let Some(&number) = numbers.get(&sets.representative(item as u32)) {
            let shape = &mut drafts[number].key;
            *place = shape.multiplicities.len() as u32;
            shape.multiplicities.push(problem.multiplicity(item));
            shape.primary += usize::from(item < problem.primary);
        }
    }
    for option in choosable {
        let uses = &problem.options[option as usize];
        let draft = &mut drafts[numbers[&sets.representative(uses[0].item)]];
        draft.add(option, uses, &places);
    }
    let mut components: Vec<Component> = Vec::new();
    let mut known = HashMap::new();
    for ComponentDraft {
        key: shape,
        colours,
        options,
    } in drafts
    {
        let at = *known.entry(shape).or_insert_with_key(|shape| {
            let uses = shape.options.clone();
            components.push(Component {
                exact_cover: ExactCover::from_numbers(
                    &shape.multiplicities,
                    shape.primary,
                    uses,
                    colours.len(),
                ),
                copies: Vec::new(),
            });
            components.len() - 1
        });
        components[at].copies.push(options);
    }
    Some(components)
}

/// Items and options of a component. Equal components have equal keys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct ComponentKey {
    multiplicities: Vec<Multiplicity>,
    primary: usize,
    options: Vec<Vec<ItemUse>>,
}

/// Component under construction.
#[derive(Clone, Debug, Default)]
struct ComponentDraft {
    key: ComponentKey,
    /// New number of each colour, in the order of first occurrence.
    colours: HashMap<u32, u32>,
    /// Numbers of its options in the whole problem.
    options: Vec<u32>,
}

impl ComponentDraft {
    fn add(&mut self, option: u32, uses: &[ItemUse], places: &[u32]) {
        let colours = &mut self.colours;
        let uses = uses.iter().map(|&ItemUse { item, colour }| {
            let next = colours.len() as u32 + 1;
            ItemUse {
                item: places[item as usize],
                colour: match colour {
                    0 => 0,
                    colour => *colours.entry(colour).or_insert(next),
                },
            }
        });
        self.key.options.push(uses.collect());
        self.options.push(option);
    }
}
