//! Plans: a ledger can be continued only if its run has the same plan in every version.

use std::fs;

use countless::Error;
use countless::cover::{self, CoverMethod, CoverProblem};
use countless::engine::Run;
use countless::ledger::Plan;
use countless::queens::{Board, RegionGenerator};
use countless::table::{Format, Table};

use crate::common::{check_side_by_side, countless};

/// Plans of problems without a command that writes ledgers.
const PLANS: [&str; 8] = [
    "list csv 99cb706e9a58100e",
    "list tsv 5ab92630b24cdc52",
    "list ndjson a8d9efbb964f34dd",
    "list of a partial board e52684675ae21208",
    "boards with regions b9399f9ec4576959",
    "sample of covers e5972831dfed618d",
    "list of covers 90cfb1af903fb109",
    "covers by memo 4a956891a27578d3",
];

#[test]
fn commands_have_the_plans_that_are_written_down() {
    let table = fs::read_to_string("tests/plans.txt").expect("it is in the repository");
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let lines: Vec<&str> = lines.collect();
    assert!(lines.len() > 50);
    check_side_by_side(&lines, |line| {
        let (id, command) = line.split_once(' ').expect("a plan and a command");
        let args: Vec<&str> = command.split(' ').collect();
        // An estimate takes as long with one thread as with several.
        let output = countless(&[&args[..], &["--dry-run", "--json", "-q", "-j", "1"]].concat());
        let found = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let plan = format!("\"plan\":\"{id}\"");
        assert!(found.contains(&plan), "{line}: {found}{stderr}");
    });
}

/// Other programs may keep ledgers of problems for which no command does.
#[test]
fn problems_without_a_ledger_of_a_command_have_theirs() -> Result<(), Error> {
    let run = || Run::new().subtrees(None);
    let board = Board::new(8)?.queen(1, 1)?;
    let cover = cover::make::langford(7)?;
    let mut plans = Vec::new();
    let mut note = |name: &str, plan: Result<Plan, Error>| -> Result<(), Error> {
        plans.push(format!("{name} {}", plan?.id()));
        Ok(())
    };
    let listing = Board::new(8)?.listing();
    for format in [Format::Csv, Format::Tsv, Format::Ndjson] {
        let job = listing.job().by(run()).rows(Table::stdout(format));
        note(&format!("list {}", format.name()), job.plan())?;
    }
    let job = board.listing();
    note("list of a partial board", job.job().by(run()).plan())?;
    let boards = RegionGenerator::new(8, 5, 3)?;
    note("boards with regions", boards.job().by(run()).plan())?;
    let sample = CoverProblem::sampling(cover.clone(), 3, 7, &Run::new().memory(1 << 20))?;
    note("sample of covers", sample.job().by(run()).plan())?;
    let list = CoverProblem::listing(cover.clone());
    note("list of covers", list.job().by(run()).plan())?;
    let memo = CoverProblem::counting(cover, CoverMethod::Memo, &Run::new().memory(1 << 20))?;
    note("covers by memo", memo.job().by(run()).plan())?;
    assert_eq!(plans, PLANS);
    Ok(())
}
