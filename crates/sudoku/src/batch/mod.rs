//! Files of puzzles, as a problem for the engine: a subtree is a chunk of an input.
//!
//! A worker reads the puzzles of its chunk and solves them side by side. A puzzle with many
//! solutions, if all are wanted, is cut, and its pieces are left to whoever is free, with what
//! follows them in the chunk, so that the rows come in the order of the input:
//!
//! ```text
//! chunk ──▶ puzzles, side by side ──▶ rows
//!             └─ many solutions ──▶ pieces ──▶ rows
//! ```
//!
//! With a ledger that keeps the number of solutions, a subtree is a single puzzle.

mod canon;
mod check;
mod in_memory;
mod minimal;
mod neighbours;
mod pieces;
mod problem;
mod redundant;
mod row;
mod single;
mod source;
mod tally;
mod tell;
#[cfg(test)]
mod tests;
mod within;
#[cfg(test)]
mod within_tests;
mod worker;

use std::ops::ControlFlow;
use std::sync::Arc;

pub use check::Check;
pub use in_memory::InMemory;
pub use problem::chunks;
use row::Line;
pub use row::Line as BatchLine;
pub use row::{Answer, BatchRow, Clues, Kept};
pub use row::{Told, rated, solutions};
pub use single::{Single, bare, one_by_one};
use source::Source;
pub use tally::{BatchTally, Status};
pub use worker::{Lines, Place};

use super::puzzles::{BadPuzzle, Chunk, Layout, Options, Origin, ReadOptions, Record};
use crate::PencilMarks;
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_engine::{Diagnostic, Emitter};
use countless_table::Columns;
use countless_text::Outline;
use pieces::Piece;

/// How many records of a chunk are solved together; ledgers rely on it.
const SOLVED_TOGETHER: usize = 1024;
/// Hard puzzles take a thousand times as long as easy ones.
const RATED_TOGETHER: usize = 64;
/// A clue of each can be exchanged in a moment; for two it takes seconds a puzzle.
const NEIGHBOURED_TOGETHER: usize = 32;
/// Enough to keep all lanes busy.
const ENUMERATED_TOGETHER: usize = 256;

/// More solutions than this are not visited one by one.
pub(super) const VISITED: u128 = 1 << 24;

/// The column that says whether the solution given is one.
const CHECK: &str = "check";

/// What to do with each puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum What {
    /// Find out whether it has exactly one solution.
    #[default]
    Solve,
    /// Tell how hard it is for people.
    Rate,
    /// Count its solutions.
    Count,
    /// List its solutions, in lexicographic order.
    List,
    /// Find its canonical form.
    Canon,
    /// Find out which of its clues can be left out.
    Minimal,
    /// Find the puzzles with one solution that have some of its clues less, and others more.
    Neighbours,
}

impl What {
    /// Whether it is about all solutions.
    pub fn enumerates(self) -> bool {
        matches!(self, Self::Count | Self::List)
    }

    /// Whether it is about clues, and not about pencil marks.
    fn takes_grids(self) -> bool {
        matches!(self, Self::Canon | Self::Minimal | Self::Neighbours)
    }

    /// Whether what it finds is counted, and not the puzzles.
    fn counts_rows(self) -> bool {
        self.enumerates() || self == Self::Neighbours
    }

    /// The name of the problem in a ledger.
    pub fn problem(self) -> &'static str {
        match self {
            Self::Solve => "sudoku solve",
            Self::Rate => "sudoku rate",
            Self::Count => "sudoku count",
            Self::List => "sudoku list",
            Self::Canon => "sudoku canon",
            Self::Minimal => "sudoku minimal",
            Self::Neighbours => "sudoku neighbours",
        }
    }

    /// The columns of the table, but for those of the input that are passed on.
    fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Solve => &["puzzle", "status", "solutions", "solution"],
            Self::Rate => &[
                "puzzle", "status", "rating", "level", "hardest", "steps", "effort",
            ],
            Self::Count => &["puzzle", "solutions"],
            Self::List => &["puzzle", "solution"],
            Self::Canon => &["puzzle", "canonical", "automorphisms"],
            Self::Minimal => &["puzzle", "status", "minimal", "redundant"],
            Self::Neighbours => &["puzzle", "neighbour"],
        }
    }

    /// The columns with one of these more.
    fn column(self, columns: Columns, name: &str) -> Columns {
        match name {
            "solutions" if self == Self::Count => columns.big_number(name),
            "solutions" | "steps" | "effort" | "automorphisms" | "nodes" => columns.number(name),
            "rating" => columns.thousandths(name),
            _ => columns.field(name),
        }
    }
}

/// What to do with each puzzle, and what to write.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // each is a choice of its own
pub struct BatchOptions {
    /// What to do.
    pub what: What,
    /// Stop counting the solutions of a puzzle at this number. None is given if two are enough
    /// to know, or if all are to be counted or to have rows. To solve takes at least 2.
    pub limit: Option<u64>,
    /// When solving, give every solution of a puzzle a row of its own, up to the limit; when
    /// looking for redundant clues, every minimal puzzle inside.
    pub all: bool,
    /// Tell how a puzzle becomes its canonical form.
    pub transform: bool,
    /// Neighbours have so many clues of the puzzle less.
    pub remove: usize,
    /// And so many clues more, at least one, which the puzzle does not have.
    pub add: usize,
    /// Compare the solution column of the input; when solving, tell in a column `check` what came
    /// out, and pass it on as `given_solution`.
    pub check: bool,
    /// Unless solutions are counted or listed, pass on the other columns of the input, or the tag
    /// after each puzzle. One that is called like a column of the result has `given_` before its name.
    pub keep_columns: bool,
    /// Give up a puzzle whose search takes more nodes, which are branches: its status is `unknown`.
    /// Each puzzle is then searched apart from the others, so that its nodes depend on nothing else.
    /// For puzzles that are solved, rated, counted or tested for redundant clues.
    pub max_nodes: Option<u64>,
    /// Give the nodes of each search in a column `nodes`.
    pub nodes: bool,
    /// Leave out the column `check` and the solution that is given, and take all that is passed
    /// on for text: so did the first version, whose ledgers can be continued.
    pub as_at_first: bool,
}

impl BatchOptions {
    /// Whether there are columns that the first version did not have.
    fn has_new_columns(&self) -> bool {
        let solves = self.what == What::Solve && (self.check || self.keep_columns);
        let others = matches!(self.what, What::Rate | What::Canon | What::Minimal);
        (solves || others && self.keep_columns) && !self.as_at_first
    }

    /// The columns of the table, but for `check` and those of the input that are passed on.
    fn columns(&self) -> Vec<&'static str> {
        let mut columns = self.what.columns().to_vec();
        match self.what {
            What::Canon if self.transform => {
                columns.extend(["transposed", "rows", "columns", "digits"]);
            }
            What::Minimal if self.all => columns.splice(2.., ["subset"]).for_each(drop),
            _ => {}
        }
        columns.extend(self.nodes.then_some("nodes"));
        columns
    }

    /// The most nodes of a search, if these are counted.
    pub fn budget(&self) -> Option<u64> {
        self.max_nodes.or(self.nodes.then_some(u64::MAX))
    }

    /// What the column `nodes` has for a search that took so many, if there is the column.
    pub fn shown(&self, nodes: u64) -> Option<u64> {
        let most = self.max_nodes.unwrap_or(u64::MAX);
        self.nodes.then_some(nodes.min(most))
    }

    /// Refuses a limit of nodes where there is no single search for it.
    fn require_budgeted(&self) -> Result<(), Error> {
        let flag = if self.max_nodes.is_some() {
            "--max-nodes"
        } else {
            "--nodes"
        };
        let why = match self.what {
            _ if self.budget().is_none() => return Ok(()),
            What::Minimal if self.all => "--all makes several searches per puzzle, not one",
            What::Solve | What::Rate | What::Count | What::Minimal => return Ok(()),
            What::List | What::Canon | What::Neighbours => "this command does not count nodes",
        };
        Err(Error::Impossible(format!(
            "{flag} cannot be used here: {why}"
        )))
    }

    /// Whether there is a column `check`.
    pub fn has_check(&self) -> bool {
        self.what == What::Solve && self.check && !self.as_at_first
    }
}

/// Solves, rates, counts or lists every puzzle of some inputs.
///
/// | what | columns |
/// |---|---|
/// | solve | `puzzle,status,solutions,solution`, and if given solutions are compared, `check` |
/// | rate | `puzzle,status,rating,level,hardest,steps,effort` |
/// | count | `puzzle,solutions` |
/// | list | `puzzle,solution` |
/// | canonical forms | `puzzle,canonical,automorphisms`, and how a puzzle gets there `transposed,rows,columns,digits` |
/// | neighbours | `puzzle,neighbour`; of each puzzle those that are not the same up to symmetry |
/// | redundant clues | `puzzle,status,minimal,redundant`, or minimal puzzles inside `puzzle,status,subset` |
///
/// The status is `unique`, `multiple`, `none` or `invalid`, and `unknown` of a puzzle whose search was
/// given up: see [`BatchOptions::max_nodes`]. Whatever is no puzzle has a row, too, unless solutions are
/// listed, and a [`Diagnostic`] says what is wrong with it.
///
/// ```
/// use countless_engine::Run;
/// use countless_table::{Format, Table};
/// use countless_sudoku::Origin;
/// use countless_sudoku::{Batch, BatchOptions, What};
///
/// let text = "\
/// 12345678945678912378912345623456789156789123489123456734567891267891234591234....
/// 1234567894567891237891234562345678915678912348912345673456789126789123459........
/// ";
/// let origin = Origin::Text { name: "example".into(), text: text.into() };
/// let options = BatchOptions { what: What::Count, ..BatchOptions::default() };
/// let batch = Batch::open(vec![origin], None, options)?;
/// let mut rows = Vec::new();
/// let outcome = Run::new().write(&batch, Table::writer(&mut rows, Format::Csv))?;
/// assert_eq!(outcome.total.puzzles(), 2);
/// let rows = String::from_utf8(rows).expect("rows are text");
/// assert!(rows.starts_with("puzzle,solutions\n") && rows.contains("91234....,1\n"));
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Debug)]
pub struct Batch {
    options: BatchOptions,
    reading: ReadOptions,
    source: Source,
    inputs: Vec<Form>,
    /// The names of the columns passed on, and whether all inputs have numbers in them.
    kept: Vec<(String, bool)>,
    #[cfg(test)]
    spy: tests::Spy,
}

/// How to read an input.
#[derive(Debug)]
pub struct Form {
    /// The name of the input.
    pub name: Arc<str>,
    /// The places of its columns.
    pub layout: Layout,
    /// Where it has the columns passed on; of an input without columns, the tag.
    kept: Vec<usize>,
}

/// What is searched at a time.
#[derive(Clone, Debug)]
pub enum Root {
    /// A chunk of an input, and into how many pieces to cut its larger puzzles.
    Chunk(Chunk, usize),
    /// A single puzzle whose solutions are counted.
    Single(Arc<Single<PencilMarks>>),
    /// A piece of a puzzle.
    Piece(Piece),
    /// Rows that had to wait for the pieces of a puzzle before them, and what is wrong with
    /// some of them.
    Rows(Vec<BatchRow>, Vec<Diagnostic>),
}

impl Batch {
    /// Prepares for the puzzles of all inputs. The column that holds them can be named, or
    /// told by its number from 1.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if an input cannot be read, [`Error::Parse`] if it has not the column, or
    /// if columns are to be passed on and it has others than the first;
    /// [`Error::Impossible`] if solutions are to be compared and there are none.
    pub fn open(
        origins: Vec<Origin>,
        column: Option<&str>,
        options: BatchOptions,
    ) -> Result<Self, Error> {
        Self::open_as(origins, &ReadOptions::of_column(column), options)
    }

    /// The same, and of what is told of the inputs.
    ///
    /// # Errors
    ///
    /// Those of [`open`](Self::open), and [`Error::Impossible`] if the signs are not those of nine
    /// digits.
    pub fn open_as(
        origins: Vec<Origin>,
        reading: &ReadOptions,
        options: BatchOptions,
    ) -> Result<Self, Error> {
        Self::open_shaped(origins, reading, options, None)
    }

    /// Prepares for puzzles of another shape, whose cells are there. Whoever knows the shape reads
    /// them.
    pub fn open_shaped(
        origins: Vec<Origin>,
        reading: &ReadOptions,
        options: BatchOptions,
        outline: Option<Arc<Outline>>,
    ) -> Result<Self, Error> {
        options.require_budgeted()?;
        let reading = reading.clone();
        let how = Options {
            outline,
            column: reading.column.clone(),
            format: reading.format,
            signs: Arc::new(reading.signs.clone()),
            records_per_chunk: match options.what {
                What::Solve | What::Canon => SOLVED_TOGETHER,
                What::Rate | What::Minimal => RATED_TOGETHER,
                What::Neighbours if options.add > 1 => 1,
                What::Neighbours => NEIGHBOURED_TOGETHER,
                What::Count | What::List => ENUMERATED_TOGETHER,
            },
        };
        let (source, names) = Source::open(origins, how)?;
        let (mut inputs, mut kept) = (Vec::new(), Vec::new());
        for (layout, name) in source.layouts().iter().zip(&names) {
            if options.check && layout.solution_column().is_none() {
                return Err(Error::Impossible(format!(
                    "--check needs a solution column; {name} has none"
                )));
            }
            let columns = columns_beside(layout, &options);
            if inputs.is_empty() {
                kept = columns
                    .iter()
                    .map(|(_, name)| (name.clone(), true))
                    .collect();
            }
            let places = places(&kept, &columns).ok_or_else(|| Error::Parse {
                name: name.clone(),
                line: 1,
                column: 1,
                reason: format!("the other columns differ from those of {}", names[0]),
            })?;
            for ((_, is_number), &place) in kept.iter_mut().zip(&places) {
                *is_number &= layout.has_numbers(place) && !options.as_at_first;
            }
            inputs.push(Form {
                name: name.as_str().into(),
                layout: layout.clone(),
                kept: places,
            });
        }
        Ok(Self {
            options,
            reading,
            source,
            inputs,
            kept,
            #[cfg(test)]
            spy: tests::Spy::default(),
        })
    }

    /// What messages call the inputs.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().map(|form| &*form.name)
    }

    /// The columns of the inputs that are passed on, as the table calls them.
    pub fn kept(&self) -> impl Iterator<Item = &str> {
        self.kept.iter().map(|(name, _)| name.as_str())
    }

    /// The columns of the puzzles and of what is passed on, by the names in the first input.
    pub fn own_columns(&self) -> impl Iterator<Item = &str> {
        let first = self.inputs.first();
        let names = first.map_or(&[][..], |form| form.layout.columns());
        let puzzle = first.and_then(|form| form.layout.puzzle_column());
        let puzzle = puzzle.and_then(|place| names.get(place));
        let kept = first.map_or(&[][..], |form| &form.kept);
        let kept = kept.iter().zip(self.kept());
        let kept = kept.map(|(&place, other)| names.get(place).map_or(other, String::as_str));
        [puzzle.map_or("puzzle", String::as_str)]
            .into_iter()
            .chain(kept)
    }

    /// Adds which column of the inputs holds the puzzle, and what else was told of them.
    pub fn describe(&self, spec: Spec) -> Spec {
        self.reading.describe(spec.with("column", self.column()))
    }

    /// The question asked of each puzzle.
    pub fn what(&self) -> What {
        self.options.what
    }

    /// The options.
    pub fn options(&self) -> &BatchOptions {
        &self.options
    }

    /// The inputs.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// How to read an input, by its number.
    pub fn form(&self, input: usize) -> &Form {
        &self.inputs[input]
    }

    /// Where a record has each column that is passed on, and whether that is of numbers.
    pub fn places<'a>(&'a self, form: &'a Form) -> impl Iterator<Item = (usize, bool)> {
        let kept = form.kept.iter().zip(&self.kept);
        kept.map(|(&index, &(_, is_number))| (index, is_number))
    }

    /// The number at which counting stops.
    pub fn limit(&self) -> u64 {
        let (limit, all) = (self.options.limit, self.options.all);
        match self.what() {
            What::Solve => limit.unwrap_or(if all { u64::MAX } else { 2 }).max(2),
            What::Rate | What::Canon | What::Minimal | What::Neighbours => 2,
            What::Count => limit.unwrap_or(u64::MAX).max(1),
            What::List => u64::MAX,
        }
    }

    /// The SHA-256 of the inputs, which must be files.
    pub fn hash_of(inputs: &[Origin]) -> Result<String, Error> {
        source::hash(inputs)
    }

    /// Which column of the inputs holds the puzzle.
    pub fn column(&self) -> String {
        Layout::puzzle_columns(self.source.layouts())
    }
}

impl Form {
    /// What is wrong with a record that is no puzzle.
    fn bad(&self, bad: BadPuzzle, row: &[u8]) -> Diagnostic {
        bad.diagnostic(&self.name, row)
    }

    /// What is wrong with the solution that a record gives.
    fn wrong(&self, record: &Record<'_>, reason: String) -> Diagnostic {
        Diagnostic {
            input: Arc::clone(&self.name),
            line: record.line,
            column: 1,
            reason,
            is_common: false,
            row: record.row.to_vec(),
        }
    }
}

/// Gives a row.
#[inline]
fn emit<'a>(
    emitter: &mut Emitter<'_, Batch>,
    line: &Line<'a, impl Iterator<Item = (&'a str, bool)> + Clone, impl Told<Owned = Answer>>,
) -> ControlFlow<()> {
    emitter.push_row(line, || line.to_row())
}

/// The columns of a layout that are passed on, with their names.
fn columns_beside(layout: &Layout, options: &BatchOptions) -> Vec<(usize, String)> {
    let keeps = options.keep_columns && !options.what.enumerates();
    if layout.puzzle_column().is_none() {
        return if keeps {
            vec![(0, "tag".to_owned())]
        } else {
            Vec::new()
        };
    }
    let (puzzle, solution) = (layout.puzzle_column(), layout.solution_column());
    let named = layout.columns().iter().cloned().enumerate();
    if options.as_at_first {
        let others = named.filter(|&(index, _)| ![puzzle, solution].contains(&Some(index)));
        return others.filter(|_| keeps).collect();
    }
    let is_kept =
        |index| Some(index) != puzzle && (keeps || options.has_check() && Some(index) == solution);
    let own = options.columns();
    let renamed = |(index, name): (usize, String)| {
        // Whatever the input calls it.
        let name = if Some(index) == solution {
            "solution".to_owned()
        } else {
            name
        };
        let clashes = own.iter().any(|own| own.eq_ignore_ascii_case(&name))
            || options.has_check() && name.eq_ignore_ascii_case(CHECK);
        let name = if clashes {
            format!("given_{name}")
        } else {
            name
        };
        (index, name)
    };
    named
        .filter(|&(index, _)| is_kept(index))
        .map(renamed)
        .collect()
}

/// Where the columns of these names are, if they are all; of those of the same name, in their
/// order.
fn places(names: &[(String, bool)], columns: &[(usize, String)]) -> Option<Vec<usize>> {
    let find = |(place, (wanted, _)): (usize, &(String, bool))| {
        let before = names[..place].iter().filter(|(name, _)| name == wanted);
        let same = columns.iter().filter(|(_, name)| name == wanted);
        same.map(|&(index, _)| index).nth(before.count())
    };
    let places: Option<Vec<usize>> = names.iter().enumerate().map(find).collect();
    places.filter(|places| places.len() == columns.len())
}
