//! The command `countless cover make`.

use std::ops::RangeInclusive;
use std::path::Path;

use clap::builder::PossibleValuesParser;
use countless::cover::{ExactCover, Grid, make};
use countless::queens::Regions;
use countless::sudoku::Puzzle;
use countless::table::{Output, input_name, read_text_file};

use super::super::prelude::*;
use super::super::shared_args::TurnName;
use super::super::sudoku::parse_typed;
use super::MatrixLayoutArgs;

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/cover-make.txt"))]
pub struct CoverMakeArgs {
    #[command(subcommand)]
    what: CoverFamily,
    /// Write to FILE [default: stdout]
    #[arg(
        help_heading = "Output",
        short,
        long,
        value_name = "FILE",
        global = true
    )]
    output: Option<OutputFile>,
    /// Write DIMACS CNF, for SAT solvers and model counters
    #[arg(help_heading = "Output", long, global = true)]
    dimacs: bool,
}

/// Name of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum CoverPiece {
    /// Attacks along rows, columns and diagonals
    #[default]
    Queen,
    /// Attacks as a queen and as a knight
    #[value(alias = "amazon")]
    Superqueen,
}

/// Board, such as 6x10, and the cells to omit.
#[derive(Args, Debug)]
struct BoardArgs {
    /// Rows and columns, such as 6x10, or a FILE that draws the cells as #
    #[arg(value_name = "RxC|FILE")]
    board: TextOrFile,
    /// Omit these cells: row.column, both counted from 1
    #[arg(long, value_name = "CELLS", value_delimiter = ',', value_parser = cell)]
    without: Vec<String>,
}

/// Board, pieces, and the ways to place them.
#[derive(Args, Debug)]
struct PackingArgs {
    /// Rows and columns, such as 6x10, with layers before them in space, such as 3x3x3. Or a FILE
    /// that draws the cells: # is a cell, + one that may stay empty
    #[arg(value_name = "SIDES|FILE")]
    board: TextOrFile,
    /// File of pieces: for each a name (or no names), the cells as #, and a blank line; or letters,
    /// one for each piece
    #[arg(value_name = "PIECES", required_unless_present = "all")]
    pieces: Option<InputFile>,
    /// All pieces of N cells, or of N to M cells
    #[arg(long, value_name = "N|N-M", conflicts_with = "pieces", value_parser = piece_sizes)]
    all: Option<RangeInclusive<usize>>,
    /// Cells [default: squares, of polycubes cubes]
    #[arg(long, value_name = "GRID", value_parser = PossibleValuesParser::new(Grid::names()))]
    grid: Option<String>,
    /// Join opposite edges: pieces that leave the board continue at the other side
    #[arg(long)]
    torus: bool,
    /// Omit these cells: row.column, in space layer.row.column, counted from 1
    #[arg(long, value_name = "CELLS", value_delimiter = ',', value_parser = cell)]
    without: Vec<String>,
    /// Let all cells stay empty
    #[arg(long)]
    gaps: bool,
    /// Allow any number of each piece
    #[arg(long)]
    unlimited: bool,
    #[command(flatten)]
    turns: TurnArgs,
}

/// Movements of pieces.
#[derive(Args, Debug)]
struct TurnArgs {
    /// Rotate pieces, but do not reflect them: usual for solids
    #[arg(long)]
    one_sided: bool,
    /// Neither rotate nor reflect pieces
    #[arg(long, conflicts_with = "one_sided")]
    fixed: bool,
    /// Rotate and reflect pieces: usual in the plane
    #[arg(long, conflicts_with_all = ["one_sided", "fixed"])]
    mirror: bool,
}

/// Checks a cell: numbers separated by dots.
fn cell(text: &str) -> Result<String, String> {
    let numbers = text
        .split('.')
        .filter(|number| number.parse::<u32>().is_ok());
    if (2..=3).contains(&numbers.count()) {
        return Ok(text.to_owned());
    }
    Err("expected a cell row.column or layer.row.column, counted from 1".to_owned())
}

fn piece_sizes(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let sizes = low.parse().ok().zip(high.parse().ok());
    let sizes = sizes.map(|(low, high)| low..=high);
    sizes.ok_or_else(|| "expected numbers of cells, such as 4 or 1-5".to_owned())
}

/// Sides of a board such as 6x10.
fn sides(text: &str) -> Option<Vec<usize>> {
    let sides: Result<Vec<usize>, _> = text.split('x').map(str::parse).collect();
    sides.ok().filter(|sides| sides.len() > 1)
}

/// Board by its sides, or drawn in a file, without some cells.
fn board(text: &str, grid: Grid, without: &[String]) -> anyhow::Result<make::TilingBoard> {
    let board = if let Some(sides) = sides(text) {
        make::TilingBoard::on(grid, &sides)?
    } else {
        let path = Path::new(text);
        let sides = if grid.is_flat() {
            "rows and columns such as 6x10"
        } else {
            "layers, rows and columns such as 3x3x3"
        };
        ensure!(
            path.exists(),
            "{}: no such file, and not {sides}",
            path.display()
        );
        make::TilingBoard::drawn(&read_text_file(path)?, &input_name(path), grid)?
    };
    for cell in without {
        ensure!(
            board.has(cell),
            "--without {cell}: the board does not have this cell"
        );
    }
    let cells = without.iter();
    Ok(cells.fold(board, |board, cell| board.without(cell)))
}

impl BoardArgs {
    fn board(&self) -> anyhow::Result<make::TilingBoard> {
        board(&self.board, Grid::squares(), &self.without)
    }
}

impl TurnArgs {
    fn turns(&self, grid: Grid) -> make::Turns {
        match self {
            Self { fixed: true, .. } => make::Turns::Fixed,
            Self { mirror: true, .. } => make::Turns::All,
            Self {
                one_sided: true, ..
            } => make::Turns::Rotations,
            _ => make::Turns::of(grid),
        }
    }
}

impl PackingArgs {
    fn problem(&self, usual: Grid) -> anyhow::Result<ExactCover> {
        let grid = self.grid.as_deref().map_or(Ok(usual), str::parse)?;
        let grid = match (self.torus, sides(&self.board)) {
            (false, _) => grid,
            (true, Some(sides)) => grid.torus(&sides)?,
            (true, None) => bail!("--torus needs a board such as 6x10, not a drawing"),
        };
        let board = board(&self.board, grid, &self.without)?;
        let turns = self.turns.turns(grid);
        let pieces = match (&self.pieces, &self.all) {
            (Some(file), _) => {
                make::Pieces::drawn(&read_text_file(file)?, &input_name(file), grid)?
            }
            (None, sizes) => make::Pieces::all(grid, sizes.clone().unwrap_or(1..=1), turns)?,
        };
        let packing = make::Packing::new(board, pieces).turns(turns);
        Ok(packing
            .gaps(self.gaps)
            .unlimited(self.unlimited)
            .problem()?)
    }
}

#[derive(Debug, Subcommand)]
enum CoverFamily {
    /// Tilings of a board with the twelve pentominoes
    Pentominoes(BoardArgs),
    /// Tilings of a board with drawn pieces, or all of a size
    Polyominoes(PackingArgs),
    /// Tilings of a board with dominoes
    Dominoes(BoardArgs),
    /// Cubes of the seven Soma pieces
    Soma,
    /// Packings of a box with drawn solids, or all of a size
    Polycubes(PackingArgs),
    /// Langford sequences: 1 to N twice, with k numbers between the two k
    Langford {
        /// Largest number
        #[arg(value_parser = whole::<usize>(0..))]
        n: usize,
    },
    /// Placements of N queens that do not attack each other
    Queens {
        /// Rows and columns of the board, unless --regions is given
        #[arg(required_unless_present = "regions")]
        #[arg(value_parser = whole::<usize>(0..))]
        n: Option<usize>,
        /// Join opposite edges: diagonals continue at the other side
        #[arg(long)]
        torus: bool,
        /// One queen per row, column and region of the board in FILE, none touching
        #[arg(long, value_name = "FILE", conflicts_with_all = ["n", "torus"])]
        regions: Option<InputFile>,
        /// The board of --regions, by its number from 1, if FILE has several
        #[arg(long, value_name = "K", requires = "regions", value_parser = whole::<u64>(1..))]
        board: Option<u64>,
        /// Only solutions that this rotation leaves unchanged
        #[arg(long, value_enum, value_name = "TURN", conflicts_with_all = ["torus", "regions"])]
        symmetric: Option<TurnName>,
        /// Piece to place
        #[arg(long, value_enum, value_name = "PIECE", default_value_t)]
        #[arg(conflicts_with_all = ["torus", "regions"])]
        piece: CoverPiece,
    },
    /// Latin squares of order N
    Latin {
        /// Rows, columns and symbols
        #[arg(value_parser = whole::<usize>(0..))]
        n: usize,
    },
    /// 1-factorizations of the complete graph of N vertices
    Factorizations {
        /// Vertices of the graph, whose edges are split into N-1 perfect matchings
        #[arg(value_parser = whole::<usize>(0..))]
        n: usize,
    },
    /// Boards of 4×6 from the 24 squares with coloured edges
    Macmahon,
    /// Word squares
    Words {
        /// Words of equal length, one per line; repeated words count once
        file: InputFile,
    },
    /// Partridge squares: 1 square of side 1, 2 of side 2, … N of side N
    Partridge {
        /// Side of the largest squares
        #[arg(value_parser = whole::<usize>(0..))]
        n: usize,
    },
    /// Solutions of a sudoku
    Sudoku {
        /// Puzzle of 81 characters
        #[arg(value_parser = parse_typed::<Puzzle>)]
        puzzle: Puzzle,
    },
    /// Conversion of a matrix, dense or sparse, to Knuth's format
    Matrix {
        /// Matrix of 0 and 1, or with --sparse a sparse matrix
        #[arg(value_name = "FILE")]
        file: InputFile,
        #[command(flatten)]
        layout: MatrixLayoutArgs,
    },
}

pub fn make(args: &CoverMakeArgs, _: Session) -> anyhow::Result<Exit> {
    let problem = problem(&args.what)?;
    let text = if args.dimacs {
        problem.to_dimacs()?
    } else {
        problem.to_knuth_with_grid()
    };
    Output::create(args.output.as_deref())?.finish_with(text)?;
    Ok(Exit::Complete)
}

/// Cover of the board in a file, or of one of its boards by its number from 1.
fn region_cover(file: &Path, number: Option<u64>) -> anyhow::Result<ExactCover> {
    let regions = if let Some(number) = number {
        Regions::open_nth(file, number)?
    } else {
        let text = read_text_file(file)?;
        let is_separator = |c: char| c.is_ascii_punctuation() || c.is_whitespace();
        let is_drawing =
            !text.trim().is_empty() && !text.lines().any(|line| line.trim().contains(is_separator));
        // The letters of a drawing name its regions. It may be larger than other boards.
        if let Ok(problem) = make::regions(&text)
            && is_drawing
        {
            return Ok(problem);
        }
        Regions::parse(&text, &input_name(file))?
    };
    let squares: Vec<char> = regions.to_string().chars().collect();
    let rows: Vec<String> = squares
        .chunks(regions.n())
        .map(|row| row.iter().collect())
        .collect();
    Ok(make::regions(&rows.join("\n"))?)
}

fn problem(what: &CoverFamily) -> anyhow::Result<ExactCover> {
    Ok(match what {
        CoverFamily::Pentominoes(board) => make::pentominoes(&board.board()?)?,
        CoverFamily::Polyominoes(packing) => packing.problem(Grid::squares())?,
        CoverFamily::Polycubes(packing) => packing.problem(Grid::cubes())?,
        CoverFamily::Dominoes(board) => {
            let domino = make::Pieces::drawn("D\n##\n", "dominoes", Grid::squares())?;
            make::polyominoes(&board.board()?, &domino, true)?
        }
        CoverFamily::Soma => make::soma()?,
        CoverFamily::Langford { n } => make::langford(*n)?,
        CoverFamily::Queens {
            regions: Some(file),
            board,
            ..
        } => region_cover(file, *board)?,
        CoverFamily::Queens {
            n,
            symmetric,
            piece,
            ..
        } if symmetric.is_some() || *piece == CoverPiece::Superqueen => {
            let symmetry = symmetric.map(|turn| match turn {
                TurnName::HalfTurn => make::QueenSymmetry::HalfTurn,
                TurnName::QuarterTurn => make::QueenSymmetry::QuarterTurn,
            });
            let superqueens = *piece == CoverPiece::Superqueen;
            make::symmetric_queens(n.unwrap_or(0), symmetry, superqueens)?
        }
        CoverFamily::Queens { n, torus, .. } => make::queens(n.unwrap_or(0), *torus)?,
        CoverFamily::Latin { n } => make::latin(*n)?,
        CoverFamily::Factorizations { n } => make::factorizations(*n)?,
        CoverFamily::Macmahon => make::macmahon()?,
        CoverFamily::Words { file } => {
            let text = read_text_file(file)?;
            let words: Vec<&str> = text.split_whitespace().collect();
            make::words(&words).with_context(|| file.display().to_string())?
        }
        CoverFamily::Partridge { n } => make::partridge(*n)?,
        CoverFamily::Matrix { file, layout } => layout.read(file)?,
        CoverFamily::Sudoku { puzzle } => make::sudoku(puzzle.marks().cells())?,
    })
}
