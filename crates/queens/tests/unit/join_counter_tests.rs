//! Plans of counts by join.

use countless_engine::{Granularity, Problem};
use countless_queens::JoinCounter;

#[test]
fn the_plan_without_tables_is_that_of_the_count() {
    let counter = JoinCounter::new(12, 1).unwrap().unwrap();
    let cuts = [
        Granularity::Subtrees(None),
        Granularity::Subtrees(Some(50)),
        Granularity::Split("orbits:7".to_owned()),
    ];
    for cut in cuts {
        let subtrees = counter.subtrees(&cut).unwrap();
        let plan = JoinCounter::plan(12, &cut, 0).unwrap();
        assert_eq!(plan.split, subtrees.split());
        assert_eq!(plan.spec(), counter.spec().unwrap());
    }
    assert!(JoinCounter::plan(12, &Granularity::Threads(2), 0).is_err());
    assert!(JoinCounter::plan(33, &Granularity::Subtrees(None), 0).is_err());
}
