//! Questions about puzzles in memory, against those about files.

use countless_engine::Run;
use countless_sudoku::Puzzle;
use countless_table::{Format, Table};
use countless_variants::{
    AskMemory, Canonicalise, Count, FindNeighbours, FindRedundant, List, Question, Rate, Solve,
};
use proptest::prelude::*;

use super::ask_tests::{ask, problem};

/// Puzzles of all kinds, and two texts that are not puzzles.
fn texts() -> Vec<String> {
    let unique =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut texts = vec![unique.to_owned(), "12345".into(), "x".repeat(82)];
    for blanks in 1..6 {
        texts.push(format!(
            "{}{}",
            &unique[..81 - 5 * blanks],
            ".".repeat(5 * blanks)
        ));
    }
    texts.push(format!("55{}", &unique[2..]));
    texts.push(format!("1.{}", &unique[2..]));
    let grid: Puzzle = unique.parse().unwrap();
    texts.push(Puzzle::Pencilled(Box::new(grid.marks())).to_string());
    texts
}

fn answers<Q: Question>(texts: &[String], question: Q, threads: usize) -> String {
    let read = |index: usize| texts[index].parse();
    let all = AskMemory::new(question, "list", texts.len(), read).unwrap();
    let mut rows = Vec::new();
    let run = Run::new().threads(threads);
    run.write(&all, Table::writer(&mut rows, Format::Csv))
        .unwrap();
    String::from_utf8(rows).unwrap()
}

/// Answers for a file with these texts, without the first column.
fn of_file<Q: Question>(texts: &[String], question: Q) -> String {
    let text = format!("puzzle\n{}\n", texts.join("\n"));
    let mut rows = Vec::new();
    let table = Table::writer(&mut rows, Format::Csv);
    Run::new()
        .write(problem(&ask(text, question)), table)
        .unwrap();
    let rows = String::from_utf8(rows).unwrap();
    let without = |row: &str| row.split_once(',').unwrap().1.to_owned() + "\n";
    rows.lines().map(without).collect()
}

fn is_the_same<Q: Question>(question: &Q) {
    let texts = texts();
    let expected = of_file(&texts, question.clone());
    for threads in 1..=3 {
        let found = answers(&texts, question.clone(), threads);
        assert_eq!(found, expected, "{question:?}");
    }
}

#[test]
fn puzzles_in_memory_and_in_files_have_the_same_answers() {
    for limit in [None, Some(2), Some(7), Some(1000), Some(100_000)] {
        is_the_same(&Solve::new().limit(limit));
        is_the_same(&Count::new().limit(limit));
    }
    is_the_same(&Rate::new());
    is_the_same(&Canonicalise::new().transform(true));
    is_the_same(&FindRedundant::new());
    is_the_same(&List);
    is_the_same(&Solve::new().all(true).limit(Some(50)));
    is_the_same(&FindNeighbours::new().remove(1).add(1));
}

#[test]
fn answers_have_the_numbers_of_their_puzzles() {
    let texts = texts();
    let read = |index: usize| texts[index].parse();
    let ask = AskMemory::new(List, "list", texts.len(), read).unwrap();
    let (mut numbers, mut expected) = (Vec::new(), Vec::new());
    let run = Run::new().threads(2);
    run.for_each(&ask, |row| numbers.push(row.number)).unwrap();
    for (number, text) in texts.iter().enumerate() {
        let puzzle = text.parse::<Puzzle>();
        let count = puzzle.map(|puzzle| puzzle.marks().count(&run));
        let count = count.map_or(0, |outcome| outcome.unwrap().total.count);
        expected.extend((0..count).map(|_| number));
    }
    assert_eq!(numbers, expected);
}

#[test]
fn nothing_has_no_answers_and_columns_are_refused() {
    assert_eq!(answers(&[], Count::new(), 2), "solutions\n");
    let read = |_| "".parse();
    let check = Solve::new().check(true);
    assert!(AskMemory::new(check, "list", 1, read).is_err());
    let all = AskMemory::new(Solve::new(), "list", 1, read).unwrap();
    assert!(Run::new().ledger("nowhere.csv").count(&all).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn answers_come_in_order(picks in prop::collection::vec(0..9_usize, 0..4000)) {
        let texts = texts();
        let all: Vec<String> = picks.iter().map(|&pick| texts[pick].clone()).collect();
        let each = answers(&texts, Solve::new(), 1);
        let each: Vec<&str> = each.lines().collect();
        let mut expected = each[0].to_owned() + "\n";
        for pick in picks {
            expected += each[pick + 1];
            expected.push('\n');
        }
        prop_assert_eq!(answers(&all, Solve::new(), 2), expected);
    }
}
