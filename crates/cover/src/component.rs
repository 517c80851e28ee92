//! The components of a problem: parts that share no item.
//!
//! A solution of the problem is one of each component, so that numbers of solutions are multiplied.
//! Components that are equal, item by item and option by option in their order, are found once.

use std::collections::HashMap;

use super::bounds::Bounds;
use super::problem::{Problem, Use};
use super::sets::Sets;

/// A part of a problem that shares no item with the rest.
#[derive(Clone, Debug)]
pub struct Component {
    /// The part alone, its items and options numbered anew, in their order.
    pub problem: Problem,
    /// The options of every part that is equal to it: their numbers in the whole problem, in the
    /// order of those of the part.
    pub copies: Vec<Vec<u32>>,
}

/// The components of a problem in the order of their first items, equal ones once; `None` if there
/// are not two.
///
/// Every item that two options share joins them, whatever its colours and multiplicities. Options
/// that are never chosen are left out, and secondary items that no other option has.
pub fn components(problem: &Problem) -> Option<Vec<Component>> {
    let choosable = problem.choosable();
    let mut sets = Sets::new(problem.items.len());
    for &option in &choosable {
        let uses = &problem.options[option as usize];
        for used in uses {
            sets.unite(used.item, uses[0].item);
        }
    }
    // The number of the component of each set.
    let mut numbers = HashMap::new();
    for item in 0..problem.primary {
        let next = numbers.len();
        numbers.entry(sets.of(item as u32)).or_insert(next);
    }
    if numbers.len() < 2 {
        return None;
    }
    let mut drafts = vec![Draft::default(); numbers.len()];
    // The place of each item in its component.
    let mut places = vec![0; problem.items.len()];
    for (item, place) in places.iter_mut().enumerate() {
        if let Some(&number) = numbers.get(&sets.of(item as u32)) {
            let shape = &mut drafts[number].shape;
            *place = shape.bounds.len() as u32;
            shape.bounds.push(problem.bounds(item));
            shape.primary += usize::from(item < problem.primary);
        }
    }
    for option in choosable {
        let uses = &problem.options[option as usize];
        let draft = &mut drafts[numbers[&sets.of(uses[0].item)]];
        draft.add(option, uses, &places);
    }
    let mut components: Vec<Component> = Vec::new();
    let mut known = HashMap::new();
    for Draft {
        shape,
        colours,
        options,
    } in drafts
    {
        let at = *known.entry(shape).or_insert_with_key(|shape| {
            let uses = shape.options.clone();
            components.push(Component {
                problem: Problem::numbered(&shape.bounds, shape.primary, uses, colours.len()),
                copies: Vec::new(),
            });
            components.len() - 1
        });
        components[at].copies.push(options);
    }
    Some(components)
}

/// Items and options of a component, equal in equal components.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Shape {
    bounds: Vec<Bounds>,
    primary: usize,
    options: Vec<Vec<Use>>,
}

/// A component in the making.
#[derive(Clone, Debug, Default)]
struct Draft {
    shape: Shape,
    /// The number here of each colour, in the order in which they occur.
    colours: HashMap<u32, u32>,
    /// The numbers of its options in the whole problem.
    options: Vec<u32>,
}

impl Draft {
    fn add(&mut self, option: u32, uses: &[Use], places: &[u32]) {
        let colours = &mut self.colours;
        let uses = uses.iter().map(|&Use { item, colour }| {
            let next = colours.len() as u32 + 1;
            Use {
                item: places[item as usize],
                colour: match colour {
                    0 => 0,
                    colour => *colours.entry(colour).or_insert(next),
                },
            }
        });
        self.shape.options.push(uses.collect());
        self.options.push(option);
    }
}
