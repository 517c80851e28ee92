//! The command `countless cover show`, and figures of solutions: boards with pieces, boxes in layers,
//! letters in squares, and queens.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow::Continue;

use countless::cover::{CellBoard, CoverProblem, ExactCover, Grid, Point, Solution};
use countless::engine::Reason;
use countless::queens::Regions;

use super::super::picture_args::{FigureRangeArgs, PictureArgs};
use super::super::prelude::*;
use super::CoverInputArgs;
use super::symmetry_args::SymmetryArgs;
use countless_picture::{
    CaptionedFigure, Chessboard, Figure, GridStyle, Mosaic, MosaicCell, Tiling,
};

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/cover-show.txt"))]
pub struct CoverShowArgs {
    #[command(flatten)]
    source: CoverInputArgs,
    #[command(flatten)]
    symmetry: SymmetryArgs,
    #[command(flatten)]
    which: FigureRangeArgs,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    running: RunArgs,
}

pub fn show(args: &CoverShowArgs, session: Session) -> anyhow::Result<Exit> {
    args.picture.file()?;
    session.require_output(args.picture.path())?;
    let problem = args.source.problem()?;
    let figures = CoverFigures::of(&problem)?;
    let which = args.which.figures(&args.picture)?;
    let (mut passed, mut found) = (0, Vec::new());
    let mut take = |solution: Solution| {
        passed += 1;
        if which.contains(&passed) {
            found.push(figures.figure(solution.options()));
        }
        Continue(())
    };
    let outcome = session.run(&args.running, &LedgerArgs::default(), "solutions", |run| {
        let (problem, first) = (problem.clone(), run.clone().limit(*which.end()));
        let cover = match args.symmetry.options() {
            None => CoverProblem::listing(problem),
            Some(options) => CoverProblem::listing_classes(problem, &options, run)?,
        };
        cover.visit(&first, &mut take)
    })?;
    ensure!(!outcome.is_interrupted(), Error::Interrupted);
    if found.is_empty() {
        let solutions = plural(outcome.rows.into(), "solution");
        print_message(&format!("the problem has only {solutions}"));
        return Ok(Exit::Flawed);
    }
    let several = found.len() > 1;
    let rest = (outcome.stopped == Some(Reason::Limit)).then(|| {
        let drawn = plural(found.len() as u128, "solution");
        format!("{drawn} drawn; --nth and --limit draw others")
    });
    let figures = which.zip(found).map(|(number, figure)| CaptionedFigure {
        figure,
        caption: number.to_string(),
        note: String::new(),
    });
    let (figures, style): (Vec<_>, _) = (figures.collect(), GridStyle::default());
    args.picture
        .show("Exact cover", [&figures, &[]], several, style, session)?;
    if let Some(rest) = rest {
        session.note(&rest);
    }
    Ok(Exit::Complete)
}

/// Maximum number of rows and of columns of a board.
const LARGEST: usize = 200;

/// Figures of the solutions of a problem.
pub struct CoverFigures<'a> {
    problem: &'a ExactCover,
    /// Grid of the items that are cells; `None` for signs in squares and for queens.
    grid: Option<Grid>,
    kind: FigureKind,
    /// Labels of pieces with the numbers of their colours.
    labels: HashMap<String, usize>,
}

/// Kind of figure, with what all figures of a problem have in common.
enum FigureKind {
    /// Squares with pieces or signs, or layers of cubes side by side: layers, rows and columns.
    Squares([usize; 3]),
    /// Other cells: the empty board, and the number of each cell.
    Mosaic(Mosaic, HashMap<Point, usize>),
    /// Rows of a board of queens, and its regions.
    Queens(usize, Option<Regions>),
}

/// Piece of a figure: its label, and the cells that an option covers.
type LabelledCells<'a> = (&'a str, Vec<Point>);

/// Row and column of an item with a prefix, such as `p2.5`, counted from 1.
fn pair(item: &str, prefix: &str) -> Option<[usize; 2]> {
    let (row, column) = item.strip_prefix(prefix)?.split_once('.')?;
    Some([number(row)?, number(column)?])
}

fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|&number| number > 0)
}

/// Signs that an option writes in squares: colours of squares such as `2.5:x`, or in square `p2.5`
/// the number of its items `r2.7` and `c5.7`.
fn signs(option: &str) -> impl Iterator<Item = LabelledCells<'_>> {
    let items = move || option.split(' ');
    let coloured = items().filter_map(|item| {
        let (square, sign) = item.split_once(':')?;
        Some((pair(square, "")?, sign))
    });
    let numbered = items().filter_map(move |item| {
        let place = pair(item, "p")?;
        let in_line = |prefix: &str, line: usize| {
            items().find_map(|item| {
                let (_, sign) = item.split_once('.')?;
                pair(item, prefix)
                    .is_some_and(|at| at[0] == line)
                    .then_some(sign)
            })
        };
        let sign = in_line("r", place[0])?;
        (in_line("c", place[1]) == Some(sign)).then_some((place, sign))
    });
    coloured.chain(numbered).map(|(place, sign)| {
        // A board of this size is refused.
        let [row, column] = place.map(|at| i32::try_from(at - 1).unwrap_or(i32::MAX - 1));
        (sign, vec![[0, row, column]])
    })
}

/// Squares of the queens of an option, such as `r2 c5`, counted from 1.
fn queens(option: &str) -> Vec<[usize; 2]> {
    let (mut squares, mut row) = (Vec::new(), None);
    for item in option.split(' ') {
        let line = |prefix| item.strip_prefix(prefix).and_then(number);
        if let Some(column) = line("c")
            && let Some(row) = row.take()
        {
            squares.push([row, column]);
        }
        row = line("r").or(row);
    }
    squares
}

impl<'a> CoverFigures<'a> {
    /// Finds the kind of figure of a problem.
    pub fn of(problem: &'a ExactCover) -> anyhow::Result<Self> {
        let options = || (1..=problem.option_count()).filter_map(|at| problem.option_text(at));
        let has_cells = |board: &CellBoard| {
            let is_cell = |item: &str| board.grid().cell_named(item).is_some();
            options().any(|option| option.split(' ').any(is_cell))
        };
        let board = problem.cell_board().filter(has_cells);
        let mut figures = Self {
            problem,
            grid: board.as_ref().map(CellBoard::grid),
            kind: FigureKind::Squares([1, 0, 0]),
            labels: HashMap::new(),
        };
        let mut cells: Vec<Point> = Vec::new();
        for option in options() {
            for (label, covered) in figures.pieces_of(&option) {
                let number = figures.labels.len();
                if !label.is_empty() && !figures.labels.contains_key(label) {
                    figures.labels.insert(label.to_owned(), number);
                }
                if board.is_none() {
                    cells.extend(covered);
                }
            }
        }
        if let Some(board) = &board {
            cells = board.cells().iter().map(|cell| cell.1).collect();
        }
        if cells.is_empty() {
            let squares = options().flat_map(|option| queens(&option));
            let Some(rows) = squares.map(|[row, column]| row.max(column)).max() else {
                bail!(
                    "nothing to draw: expected items that are cells, such as 2.5 for row 2, column 5\n\
                     hint: boards, boxes, word squares, Latin squares and queens can be drawn"
                );
            };
            check_size(rows, rows)?;
            figures.kind = FigureKind::Queens(rows, regions(rows, options()));
        } else {
            let grid = figures.grid.unwrap_or(Grid::squares());
            figures.kind = board_kind(grid, &cells)?;
        }
        Ok(figures)
    }

    /// Pieces that an option shows: one with a label, which is its first item that is not a cell
    /// and has no colour, or nothing. Without cells, its signs.
    fn pieces_of<'o>(&self, option: &'o str) -> Vec<LabelledCells<'o>> {
        let Some(grid) = self.grid else {
            return signs(option).collect();
        };
        let mut items = option.split(' ');
        let label = items.find(|item| grid.point_named(item).is_none() && !item.contains(':'));
        let cells = option.split(' ').filter_map(|item| grid.cell_named(item));
        vec![(label.unwrap_or_default(), cells.collect())]
    }

    /// Number of the colour of a label; `None` without a label, or if there are more labels than
    /// colours.
    fn color(&self, label: &str) -> Option<usize> {
        let number = self.labels.get(label).copied();
        number.filter(|_| self.labels.len() <= Tiling::COLORS)
    }

    /// Draws a solution.
    pub fn figure(&self, options: impl Iterator<Item = usize>) -> Figure {
        let texts = options.filter_map(|option| self.problem.option_text(option));
        let texts: Vec<String> = texts.collect();
        let mut pieces: Vec<_> = texts.iter().flat_map(|text| self.pieces_of(text)).collect();
        // Several words may write a sign in the same square.
        let mut signed = HashSet::new();
        pieces.retain(|(_, cells)| {
            !cells.is_empty() && (self.grid.is_some() || signed.insert(cells.clone()))
        });
        match &self.kind {
            FigureKind::Squares(sides) => Figure::Tiling(self.tiling(*sides, pieces)),
            FigureKind::Mosaic(board, cells) => {
                let mut mosaic = board.clone();
                let has_layers = mosaic.cells.iter().any(|cell| cell.layer > 0);
                for (piece, (label, covered)) in pieces.into_iter().enumerate() {
                    for point in covered {
                        if let Some(&cell) = cells.get(&point) {
                            mosaic.cells[cell].piece = Some(piece);
                        }
                    }
                    let (name, color) = self.name(label, piece, has_layers);
                    mosaic.colors.push(color);
                    mosaic.names.push(name);
                }
                Figure::Mosaic(mosaic)
            }
            FigureKind::Queens(rows, regions) => {
                let mut columns = vec![0; *rows];
                for [row, column] in texts.iter().flat_map(|text| queens(text)) {
                    columns[row - 1] = column as u32;
                }
                Figure::Board(Chessboard::of(&columns).regions(regions.clone()))
            }
        }
    }

    /// Name and colour of a piece. Without a label, the parts in several layers have its number.
    fn name(&self, label: &str, piece: usize, has_layers: bool) -> (String, Option<usize>) {
        if label.is_empty() && has_layers {
            ((piece + 1).to_string(), Some(piece % Tiling::COLORS))
        } else {
            (label.to_owned(), self.color(label))
        }
    }

    /// Pieces on squares. Layers lie side by side with a blank column between, and each part of a
    /// piece in a layer has its name or number.
    fn tiling(
        &self,
        [layers, rows, columns]: [usize; 3],
        pieces: Vec<LabelledCells<'_>>,
    ) -> Tiling {
        let width = layers * (columns + 1) - 1;
        let mut tiling = Tiling {
            columns: width,
            pieces: vec![None; width * rows],
            is_torus: layers == 1 && self.grid.is_some_and(|grid| !grid.is_usual()),
            ..Tiling::default()
        };
        for (piece, (label, cells)) in pieces.into_iter().enumerate() {
            let (name, color) = self.name(label, piece, layers > 1);
            let mut parts: HashMap<i32, usize> = HashMap::new();
            for [layer, row, column] in cells {
                let part = *parts.entry(layer).or_insert_with(|| {
                    tiling.names.push(name.clone());
                    tiling.colors.push(color);
                    tiling.names.len() - 1
                });
                let at = layer as usize * (columns + 1) + column as usize;
                tiling.pieces[row as usize * width + at] = Some(part);
            }
        }
        tiling
    }
}

fn check_size(rows: usize, columns: usize) -> anyhow::Result<()> {
    ensure!(
        rows.max(columns) <= LARGEST,
        "a board of {rows} by {columns} cells is too large to draw: expected at most {LARGEST} by \
         {LARGEST}"
    );
    Ok(())
}

/// Kind of figure of a board with these cells.
fn board_kind(grid: Grid, cells: &[Point]) -> anyhow::Result<FigureKind> {
    let side = |axis: usize| {
        let places = cells.iter().filter_map(|&cell| grid.place(cell));
        places.map(|place| place[axis] + 1).max().unwrap_or(0)
    };
    let [layers, rows, columns] = [0, 1, 2].map(side);
    check_size(rows, layers * (columns + 1) - 1)?;
    if matches!(grid.name(), "squares" | "cubes") {
        return Ok(FigureKind::Squares([layers, rows, columns]));
    }
    // Layers of spheres lie side by side, with two blank columns between.
    let width = columns + 2;
    let (mut mosaic, mut numbers) = (Mosaic::default(), HashMap::new());
    let mut corners: HashMap<Point, usize> = HashMap::new();
    for &cell in cells {
        let around = outline(grid, cell).into_iter().map(|corner| {
            *corners.entry(corner).or_insert_with(|| {
                mosaic.corners.push(if grid.is_flat() {
                    grid.page(corner)
                } else {
                    let [layer, down, right] = corner.map(f64::from);
                    [layer * width as f64 + right, down]
                });
                mosaic.corners.len() - 1
            })
        });
        let around: Vec<usize> = around.collect();
        let [layer, row, column] = grid.place(cell).unwrap_or_default();
        numbers.insert(cell, mosaic.cells.len());
        mosaic.cells.push(MosaicCell {
            corners: around,
            place: [row, layer * width + column],
            layer,
            piece: None,
        });
    }
    Ok(FigureKind::Mosaic(mosaic, numbers))
}

/// Corners of a cell on the page. Spheres are drawn as squares that stand on a corner: in a layer,
/// these fill the plane.
fn outline(grid: Grid, cell: Point) -> Vec<Point> {
    if grid.is_flat() {
        return grid.corners(cell).collect();
    }
    let [layer, row, column] = cell;
    let steps = [[-1, 0], [0, 1], [1, 0], [0, -1]];
    let corners = steps.map(|[down, right]| [layer, row + down, column + right]);
    corners.to_vec()
}

/// Regions of a board of queens: each square has an option with its region.
fn regions(rows: usize, options: impl Iterator<Item = String>) -> Option<Regions> {
    let mut letters = vec![None; rows * rows];
    for option in options {
        let mut items = option.split(' ');
        let region = items.find_map(|item| item.strip_prefix("region-"))?;
        for [row, column] in queens(&option) {
            letters[(row - 1) * rows + column - 1] = region.chars().next();
        }
    }
    let letters: Option<String> = letters.into_iter().collect();
    letters?.parse().ok()
}
