//! `countless ledger …`

mod again;
mod merge;
mod missing;
mod plan;
mod rows;
mod status;
mod verify;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};
use countless::Error;
use countless::ledger::Book;
use rayon::prelude::*;

use super::exit::Outcome;

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print what ledgers are about
    Plan(plan::PlanArgs),
    /// Say what is done, what is missing, and how long it will take
    Status(status::StatusArgs),
    /// Print the numbers of the shards that are not complete, like 3,7,19
    Missing(missing::MissingArgs),
    /// Put ledgers together and print the total, once nothing is missing
    Merge(merge::MergeArgs),
    /// Count some subtrees again, by other means, and compare
    Verify(verify::VerifyArgs),
}

/// Runs a command. What is wrong with a ledger is a result, not a failure: exit code 1.
pub fn run(command: &Command) -> anyhow::Result<Outcome> {
    let result = match command {
        Command::Plan(args) => plan::plan(args),
        Command::Status(args) => status::status(args),
        Command::Missing(args) => missing::missing(args),
        Command::Merge(args) => merge::merge(args),
        Command::Verify(args) => verify::verify(args),
    };
    match result {
        Err(error) if matches!(error.downcast_ref(), Some(Error::Ledger { .. })) => {
            eprintln!("error: {error:#}");
            Ok(Outcome::Flawed)
        }
        result => result,
    }
}

/// Where the ledgers are.
#[derive(Args, Debug)]
struct Ledgers {
    /// Ledgers, or folders of them: every .csv and .csv.part in there
    #[arg(value_name = "FILE|FOLDER", required = true)]
    paths: Vec<PathBuf>,
}

impl Ledgers {
    /// The files, those of a folder in the order of their names.
    fn files(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for path in &self.paths {
            if !path.is_dir() {
                files.push(path.clone());
                continue;
            }
            let fail = || format!("cannot read {}", path.display());
            let mut inside = Vec::new();
            for entry in fs::read_dir(path).with_context(fail)? {
                inside.push(entry.with_context(fail)?.path());
            }
            inside.retain(|file| is_ledger(file));
            inside.sort();
            files.append(&mut inside);
        }
        Ok(files)
    }

    /// Each ledger by itself.
    fn books(&self) -> anyhow::Result<Vec<(PathBuf, Book)>> {
        let read = |path: PathBuf| {
            let book = Book::read(&path)?;
            Ok((path, book))
        };
        let files = self.files()?.into_par_iter();
        // The first error in the order of the files, not in that of time.
        let books: Vec<Result<_, Error>> = files.map(read).collect();
        Ok(books.into_iter().collect::<Result<_, _>>()?)
    }

    /// What all of them say together, if there are any.
    fn book(&self) -> anyhow::Result<Option<Book>> {
        merged(self.books()?)
    }

    /// The same, where it takes at least one.
    fn some_book(&self) -> anyhow::Result<Book> {
        self.book()?.context("there is no ledger")
    }
}

/// What all of the books say together, if there are any.
fn merged(books: Vec<(PathBuf, Book)>) -> anyhow::Result<Option<Book>> {
    let mut books = books.into_iter();
    let Some((_, mut all)) = books.next() else {
        return Ok(None);
    };
    let named = |(path, book): (PathBuf, Book)| (book, path.display().to_string());
    all.merge(books.map(named).collect())?;
    Ok(Some(all))
}

fn is_ledger(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    [".csv", ".csv.part"].iter().any(|end| name.ends_with(end))
}
