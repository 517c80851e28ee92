//! Checks of the texts that people read: help, messages, guides, comments.
//!
//! [`rules`] contains the rules and [`texts`] the collectors. The glossary of ARCHITECTURE.md
//! defines the terms.

mod rules;
mod texts;

use rules::{PlacedText, TextKind};

/// Maximum number of faults that are printed.
const SHOWN: usize = 60;

fn check(texts: &[PlacedText]) {
    let mut faults = Vec::new();
    let (mut sentences, mut longest) = (0, (0, String::new()));
    for text in texts {
        for sentence in rules::sentences(&text.words) {
            sentences += 1;
            let length = rules::length(&sentence);
            if length > longest.0 {
                longest = (length, format!("{}: {sentence}", text.place));
            }
        }
        faults.extend(text.faults());
    }
    println!(
        "{} texts, {sentences} sentences, the longest of {} words: {}",
        texts.len(),
        longest.0,
        longest.1
    );
    let more = faults.len().saturating_sub(SHOWN);
    faults.truncate(SHOWN);
    assert!(
        faults.is_empty(),
        "{}\n… and {more} more",
        faults.join("\n")
    );
}

#[test]
fn help_is_plain() {
    let texts = texts::help();
    assert!(texts.len() > 300, "only {} texts of help", texts.len());
    check(&texts);
}

#[test]
fn summaries_of_commands_fit_a_line() {
    let long: Vec<String> = texts::summaries()
        .into_iter()
        .filter(|(_, summary)| summary.chars().count() > 72)
        .map(|(command, summary)| format!("{command}: {summary}"))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn help_fits_eighty_columns() {
    let wide: Vec<String> = texts::pages()
        .into_iter()
        .flat_map(|(command, page)| {
            let lines: Vec<String> = page.lines().map(ToOwned::to_owned).collect();
            lines.into_iter().map(move |line| (command.clone(), line))
        })
        .filter(|(_, line)| line.chars().count() > 80)
        .map(|(command, line)| format!("{command}: {line}"))
        .collect();
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}

#[test]
fn messages_are_plain() {
    let texts = texts::messages();
    assert!(texts.len() > 500, "only {} messages", texts.len());
    check(&texts);
}

#[test]
fn documents_are_plain() {
    let texts = texts::documents();
    assert!(texts.len() > 500, "only {} paragraphs", texts.len());
    check(&texts);
}

#[test]
fn comments_are_plain() {
    let texts = texts::comments();
    assert!(texts.len() > 5000, "only {} comments", texts.len());
    check(&texts);
}

#[test]
fn python_docstrings_are_plain() {
    let texts = texts::docstrings();
    assert!(texts.len() > 30, "only {} docstrings", texts.len());
    check(&texts);
}

#[test]
fn faults_are_found() {
    let faults = |kind, words: &str| {
        let text = PlacedText {
            kind,
            place: "here".to_owned(),
            words: words.to_owned(),
        };
        text.faults().len()
    };
    assert_eq!(faults(TextKind::Help, "Write rows to FILE"), 0);
    assert_eq!(faults(TextKind::Help, "What is written to FILE"), 1);
    assert_eq!(faults(TextKind::Help, "Rows. How many to write"), 1);
    assert_eq!(faults(TextKind::Error, "this is no ledger"), 1);
    assert_eq!(faults(TextKind::Error, "the limit is no longer valid"), 0);
    assert_eq!(faults(TextKind::Error, "tell which of so many"), 2);
    assert_eq!(faults(TextKind::Error, "Not a ledger"), 1);
    assert_eq!(faults(TextKind::Error, "not a ledger."), 1);
    assert_eq!(faults(TextKind::Error, "CSV input expected"), 0);
    assert_eq!(faults(TextKind::Help, &"word ".repeat(26)), 1);
    assert_eq!(faults(TextKind::Comment, "The same for a row."), 2);
    assert_eq!(
        faults(TextKind::Comment, "Writes rows in the same order."),
        0
    );
    assert_eq!(faults(TextKind::Document, &"word ".repeat(26)), 0);
    assert_eq!(faults(TextKind::Document, &"word ".repeat(36)), 1);
}
