//! Random solutions of every shape.

use countless_engine::SplitMix64;
use countless_variants::internals::{
    CageConstraints, CompiledShape, RuleOf45, conflict, random_solution,
};

use crate::backtracker_tests::{cage_list, shapes};

#[test]
fn solutions_keep_the_rules_and_differ() {
    for shape in shapes() {
        let plan = CompiledShape::new(&shape);
        let mut cages = CageConstraints::default();
        cages.load(&cage_list(&shape), &RuleOf45::new(&shape));
        let fill = |seed| random_solution(&plan, &cages, &mut SplitMix64(seed), || false).unwrap();
        let (one, other) = (fill(1), fill(2));
        for solution in [&one, &other] {
            assert!(!solution.contains(&0), "{shape}");
            assert_eq!(conflict(&shape, solution), None, "{shape}");
        }
        assert!(one != other || !cages.is_empty(), "{shape}");
        assert_eq!(fill(1), one, "{shape}");
    }
}

#[test]
fn a_search_can_be_stopped() {
    let plan = CompiledShape::new(&shapes()[0]);
    let found = random_solution(
        &plan,
        &CageConstraints::default(),
        &mut SplitMix64(1),
        || true,
    );
    assert_eq!(found, None);
}
