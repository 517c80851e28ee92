//! Every technique applied: the examples of docs/techniques.md.

use std::path::Path;

use countless::sudoku::Solver;
use countless::sudoku::{Grid, Technique, Trace, TraceOptions};

struct Example {
    technique: Technique,
    weight: u32,
    /// Level; none for elimination.
    level: Option<String>,
    puzzle: Grid,
    sentence: String,
}

/// Reads the sections of the document: name, weight and level of the technique, a puzzle on its own
/// line, and a quoted sentence.
fn examples() -> Vec<Example> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/techniques.md");
    let text = std::fs::read_to_string(path).expect("docs/techniques.md is readable");
    let sections = text.split("\n## `").skip(1).map(|section| {
        let (name, rest) = section.split_once('`').expect("a name ends");
        let line = |prefix: &str| {
            let mut found = rest.lines().filter_map(|line| line.strip_prefix(prefix));
            found.next().expect("the line is there").to_owned()
        };
        let (weight, level) = match line("weight ").split_once(" · ") {
            Some((weight, level)) => (weight.to_owned(), Some(level.to_owned())),
            None => (line("weight "), None),
        };
        Example {
            technique: name.parse().expect("a technique"),
            weight: weight.parse().expect("a number"),
            level,
            puzzle: line("    ").parse().expect("a puzzle"),
            sentence: line("> "),
        }
    });
    sections.collect()
}

#[test]
fn every_technique_has_an_example() {
    let named: Vec<Technique> = examples().iter().map(|example| example.technique).collect();
    let of_cages = |technique: &Technique| technique.needs_cages();
    let mut all = Technique::ALL.to_vec();
    all.retain(|technique| !of_cages(technique));
    assert_eq!(named, all);
    let cages = Technique::ALL.into_iter().filter(of_cages);
    let text = std::fs::read_to_string("docs/techniques.md").expect("it is readable");
    for technique in cages {
        let weight = technique.weight();
        let row = format!("| `{technique}` | {weight} | {} |", technique.level());
        assert!(text.contains(&row), "{row}");
    }
}

#[test]
fn weights_and_levels_are_as_documented() {
    for example in examples() {
        let technique = example.technique;
        assert_eq!(example.weight, technique.weight(), "{technique}");
        if let Some(level) = example.level {
            assert_eq!(level, technique.level().name(), "{technique}");
        }
    }
}

#[test]
fn examples_are_explained_as_documented() {
    for example in examples() {
        let technique = example.technique;
        let mut solution = Grid::BLANK;
        let solutions = Solver::new().solve(&example.puzzle, 2, &mut |grid| {
            solution = *grid;
            std::ops::ControlFlow::Continue(())
        });
        assert_eq!(solutions, 1, "{technique}");
        let mut trace = Trace::new(&example.puzzle, TraceOptions::new());
        let step = trace
            .find(|step| step.technique == technique)
            .expect("the technique is used");
        assert_eq!(step.text, example.sentence);
        assert!(step.placed.iter().all(|c| solution[c.cell] == c.digit));
        assert!(step.removed.iter().all(|c| solution[c.cell] != c.digit));
        assert!(step.placed.len() + step.removed.len() > 0);
        trace.by_ref().for_each(drop);
        assert_eq!(trace.grid(), solution, "{technique}");
    }
}

#[test]
fn a_limit_on_techniques_keeps_harder_ones_out() {
    for example in examples() {
        let technique = example.technique;
        let options = TraceOptions::new().upto(technique);
        let used: Vec<Technique> = Trace::new(&example.puzzle, options)
            .map(|step| step.technique)
            .collect();
        assert!(used.contains(&technique), "{technique}");
        assert!(used.iter().all(|used| *used <= technique), "{technique}");
    }
}
