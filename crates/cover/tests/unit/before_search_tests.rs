//! Steps before a search: options are removed, and symmetries are found.

use std::collections::BTreeSet;

use countless_cover::internals::{
    SearchSteps, SearchTree, SizedSubtree, TreeSplit, misfit, node_orbits, one_per_orbit, split,
};
use countless_cover::{BigCount, ExactCover, make};
use countless_engine::{Error, Run};
use proptest::prelude::*;

use crate::by_definition::{live_by_definition, solutions_by_trial};
use crate::random_instances::{alike, small, symmetric};
use crate::{cases, searched};

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn options_that_leave_an_item_without_any_are_taken_away(
        problem in prop_oneof![small(false), alike(false)],
    ) {
        let tree = SearchTree::new(&problem);
        prop_assert_eq!(tree.root.options().collect::<Vec<_>>(), live_by_definition(&problem));
    }

    #[test]
    fn options_of_an_orbit_are_in_equally_many_solutions(
        problem in prop_oneof![4 => symmetric(), 1 => small(false), 1 => small(true), 1 => alike(false)],
    ) {
        let solutions = solutions_by_trial(&problem);
        let with = |option: usize| {
            let with = solutions.iter().filter(|solution| solution.contains(&(option + 1)));
            with.count()
        };
        let tree = SearchTree::new(&problem);
        if let Some(orbits) = node_orbits(&tree.table, &tree.root, &mut SearchSteps::unlimited()) {
            for option in tree.root.options() {
                prop_assert_eq!(with(option), with(orbits[option] as usize));
            }
            let whole = SizedSubtree { size: 0, decisions: Vec::new(), multiplier: 1 };
            if let Some(subtrees) = one_per_orbit(&tree.table, &tree.root, &whole, &orbits) {
                let counts = subtrees.iter().map(|subtree| {
                    subtree.multiplier as usize * with(subtree.decisions[0] as usize)
                });
                prop_assert_eq!(counts.sum::<usize>(), solutions.len());
            }
        }
    }
}

proptest! {
    #[test]
    fn what_does_not_fit_has_no_solution(
        options in prop::collection::vec(prop::collection::btree_set(0..7_usize, 1..4), 1..14),
    ) {
        let mut text = "0 1 2 3 4 5 6\n".to_owned();
        for option in options {
            let items: Vec<String> = option.iter().map(usize::to_string).collect();
            text += &items.join(" ");
            text += "\n";
        }
        let problem: ExactCover = text.parse().expect("it is a problem");
        let solutions = problem.solutions(&Run::new()).expect("nothing fails");
        let Some(proof) = misfit(&problem) else { return Ok(()) };
        prop_assert!(solutions.is_empty());
        // The weights are a proof by their definition.
        let modulus = proof.modulus as i64;
        let weight = |name: &str| {
            let mut weights = proof.weights.iter();
            weights.find(|(item, _)| item == name).map_or(0, |(_, weight)| *weight)
        };
        for option in text.lines().skip(1) {
            let sum: i64 = option.split(' ').map(weight).sum();
            prop_assert_eq!(sum % modulus, 0);
        }
        let total: i64 = text.lines().next().unwrap_or_default().split(' ').map(weight).sum();
        prop_assert!(total % modulus != 0 && i128::from(total) == proof.total);
    }
}

#[test]
fn all_symmetries_are_found() -> Result<(), Error> {
    // Dominoes up to the symmetries of the square, cells with symbols up to all permutations, pairs
    // up to mirror images, pieces of a cube up to rotations and reflections.
    for (problem, expected) in [
        (make::dominoes(4, 4)?, 4),
        (make::dominoes(4, 6)?, 12),
        (make::latin(4)?, 1),
        (make::langford(4)?, 10),
        (make::queens(6, false)?, 6),
    ] {
        let tree = SearchTree::new(&problem);
        let orbits = node_orbits(&tree.table, &tree.root, &mut SearchSteps::unlimited())
            .expect("there are symmetries");
        let firsts: BTreeSet<u32> = tree.root.options().map(|option| orbits[option]).collect();
        assert_eq!(firsts.len(), expected, "{}", problem.to_knuth());
    }
    // A problem without symmetries.
    let problem: ExactCover = "a b c d\na b\nc d\na c d\nb\n".parse()?;
    let tree = SearchTree::new(&problem);
    assert_eq!(
        node_orbits(&tree.table, &tree.root, &mut SearchSteps::unlimited()),
        None
    );
    Ok(())
}

/// Subtrees of these problems have symmetries of their own: OEIS A002860 and A000438.
#[test]
fn symmetries_below_the_root_are_used() -> Result<(), Error> {
    for (problem, known) in [
        (make::latin(6)?, 812_851_200_u64),
        (make::factorizations(10)?, 1_225_566_720),
    ] {
        assert_eq!(searched(&problem, &Run::new()), BigCount::from(known));
    }
    Ok(())
}

#[test]
fn a_split_refined_in_steps_is_the_one_made_at_once() -> Result<(), Error> {
    // Trees that are split at the root only, small ones, and large ones with and without symmetries
    // below the root.
    let problems = [
        make::langford(8)?,
        make::langford(11)?,
        make::queens(12, false)?,
        make::dominoes(8, 8)?,
        make::factorizations(10)?,
        make::latin(6)?,
        "a b c d\na b\nc d\na c d\nb\n".parse()?,
    ];
    for problem in problems {
        let tree = SearchTree::new(&problem);
        for counts in [true, false] {
            let mut stepwise = TreeSplit::new(&tree, counts);
            let mut begun = stepwise.clone();
            begun.refine(&tree, 64);
            for wanted in [2, 64, 65, 400, 2048] {
                let mut at_once = TreeSplit::new(&tree, counts);
                at_once.refine(&tree, wanted);
                stepwise.refine(&tree, wanted);
                assert_eq!(stepwise.total_nodes(), at_once.total_nodes());
                let (stepwise, at_once) = (stepwise.clone(), at_once.into_subtrees());
                assert_eq!(stepwise.into_subtrees(), at_once, "{wanted}");
                assert_eq!(split(&tree, Some(&begun), wanted, counts), at_once);
            }
        }
    }
    Ok(())
}

#[test]
fn a_board_without_two_corners_of_one_colour_cannot_be_tiled() -> Result<(), Error> {
    let text = "a b c d e f g\na b\nb c\nd e\ne f\na d\nb e\nc f\nf g\n";
    let proof = misfit(&text.parse()?).expect("it has no solution");
    assert_eq!((proof.modulus, proof.total % 2), (2, 1));
    // Both colours have equally many cells, and there are tilings.
    let text = "a b c d e f\na b\nb c\nd e\ne f\na d\nb e\nc f\n";
    assert_eq!(misfit(&text.parse()?), None);
    Ok(())
}
