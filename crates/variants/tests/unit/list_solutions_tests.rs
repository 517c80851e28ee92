//! Lists of solutions, against those of the plain search.

use std::ops::ControlFlow::{self, Continue};
use std::sync::atomic::AtomicBool;

use countless_simd::Kernel;
use countless_variants::internals::{VariantLanes, list_solutions};
use countless_variants::{Shape, ShapeOptions};

use crate::backtracker_tests::{Backtracker, shapes};

#[test]
fn solutions_come_in_order() {
    let stop = AtomicBool::new(false);
    for shape in shapes().iter().filter(|shape| shape.cells() <= 36) {
        let mut puzzle = vec![0; shape.cells()];
        // Enough solutions to split the puzzle, and few enough to visit each.
        if shape.digits() == 6 {
            puzzle[..3].copy_from_slice(&[1, 2, 3]);
        }
        let expected = Backtracker::solutions(shape, &puzzle, 20_000);
        let (mut at, mut lanes) = (0, VariantLanes::new(shape));
        let _ = list_solutions(
            &mut lanes,
            Kernel::best(),
            &puzzle,
            &[],
            &stop,
            &mut |solution| {
                assert_eq!(solution, expected[at], "{shape}");
                at += 1;
                if at == 20_000 {
                    ControlFlow::Break(())
                } else {
                    Continue(())
                }
            },
        );
        assert_eq!(at, expected.len());
    }
}

#[test]
fn a_list_can_be_stopped() {
    let shape = Shape::new(&ShapeOptions::new()).unwrap();
    let stop = AtomicBool::new(true);
    let visit = &mut |_: &[u8]| unreachable!("nothing is to be visited");
    let _ = list_solutions(
        &mut VariantLanes::new(&shape),
        Kernel::best(),
        &[0; 81],
        &[],
        &stop,
        visit,
    );
}
