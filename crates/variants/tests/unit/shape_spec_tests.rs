//! Shapes of plans.

use countless_engine::ledger::Spec;
use countless_sudoku::questions::PuzzleKind;
use countless_variants::internals::described;
use countless_variants::{Shape, VariantPuzzles};

use crate::backtracker_tests::shapes;

#[test]
fn a_shape_can_be_made_again() {
    let describe = |shape: &Shape| {
        VariantPuzzles::new(shape.clone()).describe(Spec::new("shapes solve", "lanes"))
    };
    for shape in shapes() {
        let spec = describe(&shape);
        let again = described(&spec).unwrap();
        let units = |shape: &Shape| shape.houses().cloned().collect::<Vec<_>>();
        assert_eq!(units(&again), units(&shape), "{shape}");
        assert_eq!(describe(&again), spec);
    }
    let spec = Spec::new("shapes solve", "lanes").with("size", 9);
    assert!(described(&spec.clone().with("boxes", "3")).is_err());
    assert!(described(&Spec::new("shapes solve", "lanes")).is_err());
}
