//! `countless queens complete`

use anyhow::ensure;
use clap::Args;

use super::super::args::{Recording, Running, whole};
use super::super::dry_run::dry_run;
use super::super::exit::Exit;
use super::super::rows::Rows;
use super::super::session::Session;
use super::given::Given;
use super::kind::{KindArgs, describe};
use super::list::list_board;
use super::{Size, conclude, counted};

#[derive(Args, Debug)]
#[command(after_help = "\
A square is written row:column, both counted from 1.

Examples:
  countless queens complete 8 --queens 1:5,2:7
  countless queens complete 8 --queens 1:5 --list
  countless queens complete 12 --blocked 1:1,1:12,12:1,12:12
  countless queens complete 12 --piece superqueen --queens 1:3
  countless queens complete 20 --blocked holes.txt --list -o boards.csv.gz")]
pub struct CompleteArgs {
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    kind: KindArgs,
    /// List the solutions instead of counting them
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    rows: Rows,
    /// Stop after the first K solutions of the list
    #[arg(long, value_name = "K", requires = "list")]
    #[arg(value_parser = whole::<u64>(1..))]
    limit: Option<u64>,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    running: Running,
}

pub fn complete(args: &CompleteArgs, session: Session) -> anyhow::Result<Exit> {
    let n = args.size.n();
    let given = args.given.squares(n)?;
    let kind = args.kind.kind()?;
    let board = given.board(n, &kind)?;
    if let Some(why) = given.clash(n, &kind) {
        session.note(&format!("note: {why}: there is no solution"));
    }
    let (running, recording) = (&args.running, &args.recording);
    if args.list {
        ensure!(
            !recording.is_given(),
            "{} goes with counting, not with --list",
            recording.flag()
        );
        return list_board(&board, &args.rows, args.limit, running, session);
    }
    ensure!(
        args.rows.is_default(),
        "--output, --format and --unordered go with --list"
    );
    let problem = board.counter();
    if recording.dry_run {
        return dry_run(session, &problem, running, recording, None);
    }
    let outcome = session.run(running, recording, "solutions", |run| run.count(&problem))?;
    let mut told = counted(n, outcome.total.solutions, "search");
    told.count = outcome.new_of(|total| total.solutions);
    describe(&mut told.json, &kind, false);
    conclude(session, &outcome, running, told)
}
