//! Polycubes in boxes.

use super::drawings::{DrawingKind, read_drawings};
use super::{at_most, with_items};
use crate::exact_cover::ExactCover;
use countless_engine::Error;

/// The seven pieces of the Soma cube (Hein, 1936), layer by layer.
pub const SOMA: &str = "\
V\n##\n#\n\nL\n##\n#\n#\n\nT\n#\n##\n#\n\n\
Z\n#\n##\n.#\n\nP\n##\n#\n-\n#\n\nA\n##\n#\n-\n.\n#\n\nB\n##\n#\n-\n.#\n";

/// Unit cube: layer, row and column, from 0 on.
type Cube = [i8; 3];

/// Cubes of a solid, in order.
type Solid = Vec<Cube>;

/// Solids with their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solids(Vec<(String, Solid)>);

impl Solids {
    /// Reads drawings: a line with a name, and below it the cubes of the solid as `#`. A line `-`
    /// separates layers, an empty line ends a solid. Solids without names are called by their
    /// numbers. Errors call the text `name`.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] for other characters, for a drawing with two readings, for a name that is
    /// used twice, and if a solid has no cubes or is longer than 32.
    pub fn drawn(text: &str, name: &str) -> Result<Self, Error> {
        let drawn = read_drawings(text, name, DrawingKind::Polycubes)?;
        let solids = drawn.into_iter().map(|piece| {
            let layers = (0..).zip(piece.layers);
            let cubes = layers.flat_map(|(layer, cells)| {
                let cube = move |(row, column)| [layer, row as i8, column as i8];
                cells.into_iter().map(cube)
            });
            (piece.name, cubes.collect())
        });
        Ok(Self(solids.collect()))
    }
}

/// Rotations of a piece, each once, moved to the corner of the box.
fn rotations(piece: &[Cube]) -> Vec<Solid> {
    const AXES: [[usize; 3]; 6] = [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
        [0, 2, 1],
        [2, 1, 0],
        [1, 0, 2],
    ];
    let mut found: Vec<Solid> = Vec::new();
    for (number, axes) in AXES.iter().enumerate() {
        for signs in 0..8_u32 {
            // Rotations are even permutations with an even number of reflections, or odd with odd.
            if (signs.count_ones() % 2 == 1) != (number >= 3) {
                continue;
            }
            let turned = piece.iter().map(|cube| {
                [0, 1, 2].map(|axis| {
                    if signs >> axis & 1 == 1 {
                        -cube[axes[axis]]
                    } else {
                        cube[axes[axis]]
                    }
                })
            });
            let turned: Solid = turned.collect();
            let least =
                [0, 1, 2].map(|axis| turned.iter().map(|cube| cube[axis]).min().unwrap_or(0));
            let moved = turned
                .iter()
                .map(|cube| [0, 1, 2].map(|axis| cube[axis] - least[axis]));
            let mut moved: Solid = moved.collect();
            moved.sort_unstable();
            if !found.contains(&moved) {
                found.push(moved);
            }
        }
    }
    found.sort_unstable();
    found
}

/// Fills a box of layers, rows and columns with solids: each once, or any number of times if they
/// are `unlimited`. Solids are rotated, but not reflected.
///
/// ```
/// use countless_cover::make::{Solids, polycubes};
/// use countless_engine::Run;
///
/// // Bricks of 1×1×2 in 2×2×2 (OEIS A006253).
/// let brick = Solids::drawn("I\n##\n", "bricks")?;
/// let outcome = polycubes([2, 2, 2], &brick, true)?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "9");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if a side is longer than 32.
pub fn polycubes(sides: [usize; 3], solids: &Solids, unlimited: bool) -> Result<ExactCover, Error> {
    let longest = sides.into_iter().max().unwrap_or(0);
    at_most(
        "the side of a box",
        longest,
        DrawingKind::Polycubes.largest(),
    )?;
    let [layers, rows, columns] = sides.map(|side| side as i8);
    let cubes = || {
        let rows = move |layer| (0..rows).map(move |row| [layer, row]);
        let lines = (0..layers).flat_map(rows);
        lines.flat_map(move |[layer, row]| (0..columns).map(move |column| [layer, row, column]))
    };
    let name = |cube: Cube| cube.map(|at| (at + 1).to_string()).join(".");
    let names = solids.0.iter().map(|solid| solid.0.clone());
    let names = names.filter(|_| !unlimited);
    let mut problem = with_items(names.chain(cubes().map(name)))?;
    for (solid, form) in &solids.0 {
        for turned in rotations(form) {
            for corner in cubes() {
                let placed = turned.iter();
                let placed = placed.map(|cube| [0, 1, 2].map(|axis| cube[axis] + corner[axis]));
                let fits = |cube: &Cube| (0..3).all(|axis| (cube[axis] as usize) < sides[axis]);
                if placed.clone().all(|cube| fits(&cube)) {
                    let piece = [solid.clone()].into_iter().filter(|_| !unlimited);
                    let option: Vec<String> = piece.chain(placed.map(name)).collect();
                    problem.option(&option)?;
                }
            }
        }
    }
    Ok(problem)
}

/// Soma cube: seven pieces fill 3×3×3 (Hein, 1936). There are 240 solutions up to the 48 rotations
/// and reflections of the cube.
///
/// ```
/// use countless_cover::make;
/// use countless_engine::Run;
///
/// let outcome = make::soma()?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "11520");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// None in practice; those of [`polycubes`].
pub fn soma() -> Result<ExactCover, Error> {
    polycubes([3, 3, 3], &Solids::drawn(SOMA, "soma")?, false)
}
