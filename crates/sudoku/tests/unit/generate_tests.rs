//! Generated puzzles: their plans, and the solution and level beside each.

use countless_engine::{ErasedProblem, Granularity, Registry, ReopenInputs, Run};
use countless_sudoku::internals::generate_options;
use countless_sudoku::{
    FACTORIES, Generate, GenerateOptions, GeneratedPuzzle, Level, Symmetry, Technique,
};

#[test]
fn a_plan_makes_the_same_puzzles_again() {
    for options in [
        GenerateOptions::new(),
        GenerateOptions::new()
            .count(300)
            .seed(7)
            .clues(Some(32))
            .symmetry(Some(Symmetry::Quarter)),
        GenerateOptions::new()
            .count(5)
            .level(Some(Level::Hard))
            .minimal(true),
        GenerateOptions::new().count(5).clues(Some(9)).unique(false),
        GenerateOptions::new()
            .count(3)
            .symmetry(None)
            .technique(Some(Technique::NakedPair)),
        GenerateOptions::new()
            .count(3)
            .pattern("x".repeat(81).replacen("xx", "..", 4).parse().ok())
            .clues(Some(40)),
    ] {
        let generate = Generate::new(options.clone()).unwrap();
        let plan =
            <dyn ErasedProblem>::plan(&generate, &Granularity::Subtrees(None), None).unwrap();
        assert_eq!(plan.split, "puzzles:256");
        let again = generate_options(&plan.spec).unwrap();
        assert_eq!(format!("{again:?}"), format!("{options:?}"));
        let registry = Registry::new(FACTORIES);
        let again = registry.reopen(&plan, &ReopenInputs::new()).unwrap();
        let total = again.count(&Run::new()).unwrap().total.count;
        assert_eq!(total, plan.spec.require::<u128>("count").unwrap());
    }
}

#[test]
fn a_puzzle_comes_with_what_is_said_of_it() {
    let options = GenerateOptions::new().count(20);
    let generate = Generate::new(options).unwrap();
    let mut made = Vec::new();
    let run = Run::new().threads(2);
    run.for_each(&generate, |puzzle| made.push(puzzle)).unwrap();
    assert_eq!(made.len(), 20);
    for GeneratedPuzzle {
        puzzle,
        solution,
        clues,
        level,
        ..
    } in made
    {
        assert_eq!(puzzle.solve().unique(), Some(solution));
        assert_eq!((clues, level), (puzzle.clues(), puzzle.level()));
    }
}
