//! The command `countless cover classes`.

use std::time::Instant;

use clap::Args;
use countless::cover::{BigCount, ClassKind};
use serde_json::{Map, json};

use super::super::exit::Exit;
use super::super::output::{create_text_file, duration_text, print, print_json, write_text_file};
use super::super::paths::OutputFile;
use super::super::session::Session;
use super::super::shared_args::{LedgerArgs, RunArgs};
use super::symmetry_args::{SymmetryKindArgs, classes_text, symmetries_text};
use super::{CountMethodArgs, CoverInputArgs, FORMAT, big_number, note_if_impossible};

#[derive(Args, Debug)]
#[command(after_help = format!("{FORMAT}

A row has the solutions that equally many symmetries leave unchanged: 1 is a solution without
symmetry. Solutions that a symmetry maps to each other are a class. Equal options are one.

Examples:
  countless cover classes pentominoes.txt
  countless cover make dominoes 8x8 | countless cover classes -"))]
pub struct CoverClassesArgs {
    #[command(flatten)]
    source: CoverInputArgs,
    #[command(flatten)]
    symmetry: SymmetryKindArgs,
    #[command(flatten)]
    method: CountMethodArgs,
    /// Write the table to FILE [default: stdout]
    #[arg(help_heading = "Output", short, long, value_name = "FILE")]
    output: Option<OutputFile>,
    #[command(flatten)]
    running: RunArgs,
}

pub fn classes(args: &CoverClassesArgs, session: Session) -> anyhow::Result<Exit> {
    let (problem, start) = (args.source.problem()?, Instant::now());
    note_if_impossible(&problem, session);
    let output = create_text_file(args.output.as_deref())?;
    let symmetries = args.symmetry.options();
    let found = session.run(&args.running, &LedgerArgs::default(), "solutions", |run| {
        let run = run.clone().memory(args.method.memory.bytes());
        problem.class_kinds(&symmetries, args.method.method.into(), &run)
    })?;
    let (solutions, classes) = (found.solutions(), found.classes());
    let named = |kind: &ClassKind| {
        let numbers = (kind.solutions.clone(), kind.classes.clone());
        (kind.symmetries.to_string(), numbers)
    };
    let rows = found.kinds.iter().map(named);
    let rows = rows.chain([("all".to_owned(), (solutions, classes.clone()))]);
    let rows: Vec<(String, (BigCount, BigCount))> = rows.collect();
    let lines = rows.iter();
    let lines = lines.map(|(name, (solutions, classes))| format!("{name},{solutions},{classes}\n"));
    let text = format!(
        "symmetries,solutions,classes\n{}",
        lines.collect::<String>()
    );
    if session.json {
        let members = rows.iter().map(|(name, (solutions, classes))| {
            let numbers = json!({
                "solutions": big_number(solutions),
                "classes": big_number(classes),
            });
            (name.clone(), numbers)
        });
        let mut json = json!({
            "problem": "cover",
            "sha256": problem.sha256(),
            "symmetries": big_number(&found.order),
            "merged": found.merged,
            "classes": members.collect::<Map<_, _>>(),
        });
        args.symmetry.add_json(&mut json, found.kind);
        print_json(json)?;
    }
    match output {
        Some(output) => write_text_file(output, &text)?,
        None if !session.json => print(&text)?,
        None => {}
    }
    session.note(&format!(
        "{} under {} in {}",
        classes_text(&classes),
        symmetries_text(&found.order, found.kind),
        duration_text(start.elapsed())
    ));
    Ok(Exit::Complete)
}
