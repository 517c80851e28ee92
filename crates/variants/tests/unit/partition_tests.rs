//! Random cages of a solution.

use countless_engine::{Run, SplitMix64};
use countless_variants::internals::{CellNeighbours, conflict, with_cages, with_sums};

use crate::backtracker_tests::shapes;

#[test]
fn every_cell_is_in_one_cage_and_parts_are_whole() {
    for shape in shapes() {
        let neighbours = CellNeighbours::new(&shape);
        let (_, solution) = shape.solve(&vec![0; shape.cells()], &Run::new()).unwrap();
        let mut random = SplitMix64(5);
        let cells = (0..shape.cells() as u16).collect();
        let mut cages = neighbours.partition(cells, &solution, &mut random);
        neighbours.repartition(&mut cages, 1, &solution, &mut random);
        let mut cells: Vec<u16> = cages.concat();
        cells.sort_unstable();
        assert_eq!(cells, (0..shape.cells() as u16).collect::<Vec<_>>());
        assert_eq!(
            conflict(
                &with_cages(&shape, &with_sums(&cages, &solution)),
                &solution
            ),
            None
        );
        for cage in cages {
            assert!(neighbours.is_connected(&cage), "{shape}");
            if cage.len() > 1 {
                let [a, b] = neighbours.split_cage(&cage, &mut random);
                let mut both = [&a[..], &b].concat();
                let mut cage = cage.clone();
                both.sort_unstable();
                cage.sort_unstable();
                assert!(!a.is_empty() && !b.is_empty() && both == cage);
            }
        }
    }
}
