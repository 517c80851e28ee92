//! Random problems.

use countless_cover::ExactCover;
use countless_engine::SplitMix64;
use proptest::prelude::*;

use crate::definition::Definition;

prop_compose! {
    /// A small problem, with or without secondary items, colours, empty and equal options, and
    /// items without options.
    pub fn small(repeats: bool)(
        primary in 0..5_usize,
        secondary in 0..4_usize,
        times in prop::collection::vec((0..3_u32, 0..3_u32), 5),
        options in prop::collection::vec(prop::collection::vec((0..9_usize, 0..4_usize), 0..5), 0..10),
    ) -> ExactCover {
        let mut problem = ExactCover::new();
        for (item, (low, more)) in times.into_iter().enumerate().take(primary) {
            let range = if repeats { low..=(low + more).max(1) } else { 1..=1 };
            problem.repeated(&format!("p{item}"), range).expect("it is new");
        }
        for item in 0..secondary {
            problem.secondary(&format!("s{item}")).expect("it is new");
        }
        for option in options {
            let mut uses: Vec<String> = Vec::new();
            for (item, colour) in option {
                let name = match item.checked_sub(primary) {
                    None => format!("p{item}"),
                    Some(item) if item < secondary && colour == 0 => format!("s{item}"),
                    Some(item) if item < secondary => format!("s{item}:{colour}"),
                    Some(_) => continue,
                };
                let item = |text: &str| text.split(':').next().map(str::to_owned);
                if uses.iter().all(|other| item(other) != item(&name)) {
                    uses.push(name);
                }
            }
            problem.option(&uses).expect("it has items");
        }
        problem
    }
}

prop_compose! {
    /// A small problem with two or three parts that are isomorphic, perhaps but for one option,
    /// like the symbols of a Latin square. They share places `f`. Each has items of its own, which
    /// are primary or have colours.
    pub fn alike(repeats: bool)(
        times in prop::collection::vec((0..3_u32, 0..2_u32), 6),
        fixed in 1..4_usize,
        parts in 2..4_usize,
        primary in 0..3_usize,
        secondary in 0..2_usize,
        odd in prop::collection::vec(0..6_usize, 0..4),
        options in prop::collection::vec((
            prop::collection::btree_set(0..3_usize, 1..3),
            prop::collection::btree_map(0..3_usize, 0..3_usize, 0..3),
        ), 1..5),
    ) -> ExactCover {
        let mut problem = ExactCover::new();
        let own = |item: usize, part: usize| format!("{}{part}", ["x", "y", "z"][item]);
        let range = |at: usize| {
            let (low, more) = times[at];
            if repeats { low..=(low + more).max(1) } else { 1..=1 }
        };
        for item in 0..fixed {
            problem.repeated(&format!("f{item}"), range(item)).expect("it is new");
        }
        for (item, part) in (0..primary).flat_map(|item| (0..parts).map(move |part| (item, part))) {
            problem.repeated(&own(item, part), range(3 + item)).expect("it is new");
        }
        for (item, part) in (0..secondary).flat_map(|item| (0..parts).map(move |part| (item, part))) {
            problem.secondary(&own(primary + item, part)).expect("it is new");
        }
        for part in 0..parts {
            for (on, with) in &options {
                let mut uses: Vec<String> = Vec::new();
                uses.extend(on.iter().filter(|&&item| item < fixed).map(|item| format!("f{item}")));
                for (&item, &colour) in with {
                    if item < primary || item < primary + secondary && colour == 0 {
                        uses.push(own(item, part));
                    } else if item < primary + secondary {
                        uses.push(format!("{}:{colour}", own(item, part)));
                    }
                }
                problem.option(&uses).expect("it has items");
            }
        }
        if let Some((&at, uses)) = odd.split_first() {
            let names = Definition::of(&problem).items.into_iter().map(|item| item.name);
            let names: Vec<String> = names.skip(at).step_by(uses.len() + 1).take(2).collect();
            problem.option(&names).expect("it has items");
        }
        problem
    }
}

/// Adds `more` items, which each of nine equal options covers together: nine times as many
/// solutions.
pub fn widened(problem: &ExactCover, more: usize) -> ExactCover {
    let mut wide = ExactCover::new();
    let names: Vec<String> = (0..more).map(|item| format!("w{item}")).collect();
    let definition = Definition::of(problem);
    let (primary, secondary) = definition.items.split_at(definition.primary);
    for name in primary.iter().map(|item| &item.name).chain(&names) {
        wide.primary(name).expect("it is new");
    }
    for item in secondary {
        wide.secondary(&item.name).expect("it is new");
    }
    for option in 1..=problem.option_count() {
        let text = problem.option_text(option).expect("there is one");
        wide.option(
            &text
                .split(' ')
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>(),
        )
        .expect("it has items");
    }
    for _ in 0..9 {
        wide.option(&names).expect("it has items");
    }
    wide
}

prop_compose! {
    /// A long row of places that options cover in pairs, and a few other options of nearby places.
    /// The number of items is large, so counts are kept from node to node.
    pub fn long()(
        pairs in 280..400_usize,
        others in prop::collection::vec((0..560_usize, 1..4_usize, 1..3_usize), 0..14),
    ) -> ExactCover {
        let mut problem = ExactCover::new();
        for place in 0..2 * pairs {
            problem.primary(&place.to_string()).expect("it is new");
        }
        let pairs = (0..pairs).map(|pair| vec![2 * pair, 2 * pair + 1]);
        let others = others.into_iter().map(|(from, len, step)| {
            (from..).step_by(step).take(len).map(|place| place % 560).collect()
        });
        for option in pairs.chain(others) {
            let option: Vec<String> = option.iter().map(usize::to_string).collect();
            problem.option(&option).expect("it has items");
        }
        problem
    }
}

prop_compose! {
    /// A small problem that shifts of its items map to itself, perhaps but for one option.
    pub fn symmetric()(
        order in 2..4_usize,
        rings in 1..3_usize,
        secondary in any::<bool>(),
        odd in prop::option::of(prop::collection::btree_set(0..4_usize, 1..3)),
        options in prop::collection::vec(
            prop::collection::btree_map(0..9_usize, 0..3_usize, 1..4),
            1..4,
        ),
    ) -> ExactCover {
        let mut problem = ExactCover::new();
        for place in 0..rings * order {
            problem.primary(&format!("p{place}")).expect("it is new");
        }
        for place in 0..if secondary { order } else { 0 } {
            problem.secondary(&format!("s{place}")).expect("it is new");
        }
        let shifted = |place: usize, by: usize| place / order * order + (place + by) % order;
        for by in 0..order {
            for option in &options {
                let uses = option.iter().filter(|&(&place, _)| place < problem.item_count());
                let uses: Vec<String> = uses
                    .map(|(&place, &colour)| match place.checked_sub(rings * order) {
                        None => format!("p{}", shifted(place, by)),
                        Some(place) if colour == 0 => format!("s{}", shifted(place, by)),
                        Some(place) => format!("s{}:{colour}", shifted(place, by)),
                    })
                    .collect();
                problem.option(&uses).expect("it has items");
            }
        }
        if let Some(odd) = odd {
            let places = odd.iter().filter(|&&place| place < rings * order);
            let names: Vec<String> = places.map(|place| format!("p{place}")).collect();
            problem.option(&names).expect("it has items");
        }
        problem
    }
}

/// Multiplicities of items, secondary ones without.
const KINDS: [Option<(u32, u32)>; 9] = [
    Some((1, 1)),
    Some((1, 1)),
    Some((1, 1)),
    Some((1, 2)),
    Some((2, 2)),
    Some((0, 1)),
    Some((2, 3)),
    None,
    None,
];

prop_compose! {
    /// A small problem that permutations of its items, and of the colours of each item, map to
    /// itself. Some options occur twice.
    pub fn planted()(seed: u64) -> ExactCover {
        planted_by(&mut SplitMix64(seed))
    }
}

/// Item and colour; 0 without one.
type Use = (usize, usize);

pub fn planted_by(random: &mut SplitMix64) -> ExactCover {
    let (number, colours) = (2 + random.below(5), [0, 0, 2, 3][random.below(4)]);
    // Often all items are ordinary ones.
    let choice = [&KINDS[..], &KINDS[..3], &KINDS[2..]][random.below(3)];
    let mut kinds: Vec<Option<(u32, u32)>> = (0..number)
        .map(|_| choice[random.below(choice.len())])
        .collect();
    kinds[0] = kinds[0].or(Some((1, 1)));
    kinds.sort_by_key(|kind| (kind.is_none(), *kind));
    let maps: Vec<(Vec<usize>, Vec<Vec<usize>>)> = (0..=random.below(2))
        .map(|_| {
            (
                permuted_items(&kinds, random),
                permuted_colours(number, colours, random),
            )
        })
        .collect();
    let image = |option: &Vec<Use>, (items, shifts): &(Vec<usize>, Vec<Vec<usize>>)| {
        let uses = option.iter().map(|&(item, colour)| match colour {
            0 => (items[item], 0),
            _ => (items[item], 1 + shifts[item][colour - 1]),
        });
        let mut uses: Vec<Use> = uses.collect();
        uses.sort_unstable();
        uses
    };
    let mut options: Vec<Vec<Use>> = Vec::new();
    for _ in 0..3 + random.below(9) {
        let mut option: Vec<Use> = Vec::new();
        for _ in 0..=random.below(3) {
            let item = random.below(number);
            if option.iter().all(|used| used.0 != item) {
                let is_coloured = kinds[item].is_none() && colours > 0 && random.below(3) > 0;
                option.push((
                    item,
                    if is_coloured {
                        1 + random.below(colours)
                    } else {
                        0
                    },
                ));
            }
        }
        option.sort_unstable();
        let mut orbit = vec![option];
        let mut at = 0;
        while at < orbit.len() {
            for map in &maps {
                let image = image(&orbit[at], map);
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
            at += 1;
        }
        let copies = if random.below(8) == 0 { 2 } else { 1 };
        if options.len() + copies * orbit.len() > 13 {
            break;
        }
        if !options.contains(&orbit[0]) {
            options.extend((0..copies).flat_map(|_| orbit.clone()));
        }
    }
    let mut problem = ExactCover::new();
    for (item, kind) in kinds.iter().enumerate() {
        let name = format!("i{item}");
        let added = match kind {
            Some((low, high)) => problem.repeated(&name, *low..=*high),
            None => problem.secondary(&name),
        };
        added.expect("it is new");
    }
    for option in options {
        let uses = option.iter().map(|&(item, colour)| match colour {
            0 => format!("i{item}"),
            _ => format!("i{item}:{colour}"),
        });
        let uses: Vec<String> = uses.collect();
        problem.option(&uses).expect("it has items");
    }
    problem
}

/// A random order of the numbers below a length.
fn shuffled(len: usize, random: &mut SplitMix64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    for at in (1..len).rev() {
        order.swap(at, random.below(at + 1));
    }
    order
}

/// A random permutation of items within their kinds; often one that exchanges pairs.
fn permuted_items(kinds: &[Option<(u32, u32)>], random: &mut SplitMix64) -> Vec<usize> {
    let mut images: Vec<usize> = (0..kinds.len()).collect();
    let exchanges = random.below(2) == 0;
    for kind in kinds {
        let alike: Vec<usize> = (0..kinds.len())
            .filter(|&item| kinds[item] == *kind)
            .collect();
        if exchanges {
            for pair in alike.chunks_exact(2) {
                (images[pair[0]], images[pair[1]]) = (pair[1], pair[0]);
            }
        } else {
            let order = shuffled(alike.len(), random);
            for (&item, place) in alike.iter().zip(order) {
                images[item] = alike[place];
            }
        }
    }
    images
}

/// A random permutation of the colours of each item.
fn permuted_colours(items: usize, colours: usize, random: &mut SplitMix64) -> Vec<Vec<usize>> {
    (0..items).map(|_| shuffled(colours, random)).collect()
}
