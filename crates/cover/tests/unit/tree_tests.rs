//! Counts in a tree, compared with counts in a line, and with numbers found without states.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use countless_cover::internals::{
    ItemOrder, MemoLimits, MemoOrder, MemoStop, StateChains, count_by_memo, eliminate, residue_of,
};
use countless_cover::{BigCount, CoverTotal, ExactCover, MEMORY, make};
use countless_engine::{Run, SplitMix64};
use num_bigint::BigUint;
use proptest::prelude::*;

use crate::definition::Definition;
use crate::random_instances::small;
use crate::{PLENTY, big, cases, in_tree, remembered, searched};

/// Rooms of `side` × `side` cells. Doors join each to the room of half its number, so the rooms are
/// a binary tree. Options cover two or three cells in a row, also through a door.
fn rooms(rooms: usize, side: usize) -> ExactCover {
    let mut problem = ExactCover::new();
    let cell = |room: usize, row: usize, column: usize| (room * side + row) * side + column;
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); rooms * side * side];
    for room in 0..rooms {
        for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
            let here = cell(room, row, column);
            problem.primary(&here.to_string()).expect("it is new");
            if row + 1 < side {
                beside[here].push(cell(room, row + 1, column));
            } else if column == 0 || column + 1 == side {
                let child = 2 * room + 1 + usize::from(column > 0);
                if child < rooms {
                    beside[here].push(cell(child, 0, 1));
                }
            }
            if column + 1 < side {
                beside[here].push(cell(room, row, column + 1));
            }
        }
    }
    let mut add = |cells: &[usize]| {
        let names: Vec<String> = cells.iter().map(usize::to_string).collect();
        problem.option(&names).expect("they are different");
    };
    for one in 0..beside.len() {
        for &two in &beside[one] {
            add(&[one, two]);
            for &three in &beside[two] {
                add(&[one, two, three]);
            }
        }
    }
    problem
}

prop_compose! {
    /// Options of one to three items that are near each other in a random tree. There may be
    /// secondary items.
    fn sparse()(
        items in 2..40_usize,
        primary in 1..40_usize,
        seed: u64,
        more in 0..4_usize,
    ) -> ExactCover {
        let mut random = SplitMix64(seed);
        let mut pairs = BTreeSet::new();
        for item in 1..items {
            pairs.insert((random.below(item), item));
        }
        for _ in 0..more {
            let (one, other) = (random.below(items), random.below(items));
            pairs.extend((one != other).then_some((one.min(other), one.max(other))));
        }
        let mut options: BTreeSet<BTreeSet<usize>> = (0..items).map(|item| [item].into()).collect();
        options.extend(pairs.iter().map(|&(one, other)| BTreeSet::from([one, other])));
        let longer = pairs.iter().flat_map(|&(one, two)| {
            let ends = pairs.iter().filter(move |&&(from, _)| from == two);
            ends.map(move |&(_, three)| BTreeSet::from([one, two, three]))
        });
        options.extend(longer.collect::<Vec<_>>());
        let mut problem = ExactCover::new();
        for item in 0..items {
            let name = item.to_string();
            let added = if item < primary { problem.primary(&name) } else { problem.secondary(&name) };
            added.expect("it is new");
        }
        for option in options {
            if random.below(4) > 0 {
                let option: Vec<String> = option.iter().map(usize::to_string).collect();
                problem.option(&option).expect("it has items");
            }
        }
        problem
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn trees_lines_and_searches_agree(problem in sparse()) {
        let counted = in_tree(&problem);
        prop_assert_eq!(&counted, &remembered(&problem, ItemOrder::Near));
        prop_assert_eq!(&counted, &remembered(&problem, ItemOrder::Given));
        if counted.as_ref().is_some_and(|counted| *counted < BigCount::from(10_000_usize)) {
            prop_assert_eq!(counted, Some(searched(&problem, &Run::new().threads(1))));
        }
    }

    /// The order of elimination is that of a tree: the children of an item come before it, what an
    /// item reaches comes behind it, and what a child reaches its parent reaches.
    #[test]
    fn items_are_eliminated_by_subtrees(problem in prop_oneof![sparse(), small(false)]) {
        let turns = eliminate(&problem, u64::MAX).expect("it is small");
        let place = |item: usize| turns.iter().position(|turn| turn.item == item);
        let mut open: Vec<usize> = Vec::new();
        for (at, turn) in turns.iter().enumerate() {
            prop_assert_eq!(place(turn.item), Some(at));
            prop_assert!(turn.reach.iter().all(|&item| place(item) > Some(at)));
            prop_assert!(turn.children <= open.len());
            for child in open.split_off(open.len() - turn.children) {
                let first = turns[child].reach.iter().min_by_key(|&&item| place(item));
                prop_assert_eq!(first, Some(&turn.item));
                for item in turns[child].reach.iter().filter(|&&item| item != turn.item) {
                    prop_assert!(turn.reach.contains(item));
                }
            }
            open.push(at);
        }
        prop_assert!(open.into_iter().all(|root| turns[root].reach.is_empty()));
        let definition = Definition::of(&problem);
        for option in definition.choosable() {
            let uses = definition.options[option].iter().map(|used| used.item);
            let first = uses.clone().min_by_key(|&item| place(item)).expect("it has items");
            prop_assert!(first < definition.primary);
            let turn = &turns[place(first).expect("it is primary")];
            prop_assert!(uses.clone().all(|item| item == first || turn.reach.contains(&item)));
        }
    }
}

#[test]
fn trees_are_chosen_where_they_promise_less() {
    let limits = MemoLimits {
        memory: MEMORY,
        ..PLENTY
    };
    let order = |problem: &ExactCover| count_by_memo(problem, limits).expect("it is counted").0;
    assert_eq!(order(&rooms(15, 4)), MemoOrder::Tree);
    assert!(matches!(
        order(&make::dominoes(12, 12).expect("a board")),
        MemoOrder::Line(_)
    ));
    // The symbols are isomorphic parts.
    assert!(matches!(
        order(&make::latin(5).expect("a square")),
        MemoOrder::Line(_)
    ));
}

/// Matchings of a random tree: a number of several hundred bits, which a recursion over the tree
/// finds, too.
#[test]
fn large_trees_are_counted_exactly() {
    let mut random = SplitMix64(5);
    let items = if cfg!(miri) { 30 } else { 900 };
    let parents: Vec<usize> = (1..items).map(|item| random.below(item)).collect();
    let mut problem = ExactCover::new();
    for item in 0..items {
        problem.primary(&item.to_string()).expect("it is new");
    }
    for item in 0..items {
        problem.option(&[item.to_string()]).expect("it has an item");
    }
    // Matchings of all below an item, with the item and without it.
    let mut all = vec![BigUint::from(1_u32); items];
    let mut without = all.clone();
    for (item, &parent) in parents.iter().enumerate().rev() {
        let item = item + 1;
        let names = [parent.to_string(), item.to_string()];
        problem.option(&names).expect("they are different");
        // With the parent, either unmatched or matched before, or matched with the item.
        all[parent] = &all[parent] * &all[item] + &without[parent] * &without[item];
        without[parent] = &without[parent] * &all[item];
    }
    let counted = on_any_threads(&problem);
    assert_eq!(counted.solutions, big(&all[0]));
    assert_eq!(counted.residue, residue_of(&all[0]));
}

/// Counts along a tree, with equal results on one to three threads.
fn on_any_threads(problem: &ExactCover) -> CoverTotal {
    let tree = StateChains::tree(problem, u64::MAX, f64::INFINITY).expect("it is narrow");
    let [one, two, three] = [1, 2, 3].map(|threads| {
        let run = Run::new().threads(threads);
        let counted = run.parallel(|| tree.count(MemoLimits { threads, ..PLENTY }));
        counted
            .expect("threads are started")
            .expect("there is plenty")
    });
    assert_eq!(one, two);
    assert_eq!(one, three);
    one
}

/// Joins of thousands of states, on any number of threads.
#[test]
fn rooms_are_counted_by_every_method() {
    let few = rooms(3, 3);
    let number = in_tree(&few);
    assert_eq!(number, remembered(&few, ItemOrder::Given));
    assert_eq!(number, Some(searched(&few, &Run::new().threads(1))));
    let many = rooms(if cfg!(miri) { 7 } else { 15 }, 4);
    let counted = on_any_threads(&many);
    let number = Some(counted.solutions);
    assert_eq!(number, remembered(&many, ItemOrder::Near));
}

#[test]
fn trees_take_no_more_than_they_are_given() {
    let problem = rooms(15, 4);
    assert!(StateChains::tree(&problem, 1000, f64::INFINITY).is_none());
    let tree = StateChains::tree(&problem, u64::MAX, f64::INFINITY).expect("it is narrow");
    let all = tree.count(PLENTY).expect("there is plenty").work;
    for steps in [1, 100, all - 1] {
        let few = MemoLimits { steps, ..PLENTY };
        assert_eq!(tree.count(few), Err(MemoStop::Steps));
    }
    let enough = MemoLimits {
        steps: all,
        ..PLENTY
    };
    assert!(tree.count(enough).is_ok());
    let little = MemoLimits {
        memory: 2_000,
        ..PLENTY
    };
    assert_eq!(tree.count(little), Err(MemoStop::Memory));
    let stopped = AtomicBool::new(true);
    let stopped = MemoLimits {
        cancel: &stopped,
        ..PLENTY
    };
    assert_eq!(tree.count(stopped), Err(MemoStop::Cancelled));
}
