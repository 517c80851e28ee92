//! `countless sudoku show`

use clap::Args;
use countless::render::{GridStyle, grid_text};
use countless::sudoku::Puzzle;

use super::super::exit::Outcome;
use super::super::output::{plural, print};
use super::Source;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  countless sudoku show puzzles.txt --nth 5
  countless sudoku show 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... --ascii")]
pub struct ShowArgs {
    #[command(flatten)]
    source: Source,
    /// Draw the K-th puzzle of the file
    #[arg(long, value_name = "K", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nth: u64,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

pub fn show(args: &ShowArgs) -> anyhow::Result<Outcome> {
    let style = if args.ascii {
        GridStyle::Ascii
    } else {
        GridStyle::Unicode
    };
    let input = args.source.open()?;
    let name = input.name().to_owned();
    let reader = args.source.read(input)?;
    let layout = reader.layout().clone();
    let mut passed = 0;
    for chunk in reader {
        let mut puzzle = None;
        layout.parse(&chunk?, |record| {
            passed += 1;
            if passed == args.nth {
                puzzle = Some(record.puzzle);
            }
        });
        match puzzle {
            None => {}
            Some(Ok(Puzzle::Grid(grid))) => {
                print(&grid_text(&grid, style))?;
                return Ok(Outcome::Complete);
            }
            Some(Ok(Puzzle::Pencilled(_))) => {
                anyhow::bail!(
                    "puzzle {} of {name} is in pencil marks, which show cannot draw",
                    args.nth
                )
            }
            Some(Err(bad)) => {
                eprintln!("{name}:{bad}");
                return Ok(Outcome::Flawed);
            }
        }
    }
    eprintln!("{name} holds only {}", plural(passed.into(), "puzzle"));
    Ok(Outcome::Flawed)
}
