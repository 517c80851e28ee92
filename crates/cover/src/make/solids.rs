//! Solids of unit cubes in boxes.

use super::super::problem::ExactCover;
use super::polyominoes::drawn;
use super::{at_most, drawings, with_items};
use countless_engine::Error;

/// The seven pieces of the Soma cube (Hein, 1936), layer by layer.
pub const SOMA: &str = "\
V\n##\n#\n\nL\n##\n#\n#\n\nT\n#\n##\n#\n\n\
Z\n#\n##\n.#\n\nP\n##\n#\n-\n#\n\nA\n##\n#\n-\n.\n#\n\nB\n##\n#\n-\n.#\n";

/// The longest side of a box.
const LARGEST: usize = 32;

/// A unit cube: layer, row and column, from 0 on.
type Cube = [i8; 3];

/// The cubes of a solid, in order.
type Solid = Vec<Cube>;

/// Solids by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solids(Vec<(String, Solid)>);

impl Solids {
    /// Reads drawings: a line with a name, and below it the cubes of the solid as `#`, layer by
    /// layer with a line `-` between two. An empty line ends a solid.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if a solid has no cubes, or is longer than 32.
    pub fn drawn(text: &str) -> Result<Self, Error> {
        let solids = drawings(text, ["solid", "cubes"], |lines| {
            let mut cubes = Solid::new();
            for (layer, lines) in lines.split(|line| *line == "-").enumerate() {
                for (row, column) in drawn(lines.iter().copied()) {
                    let side = layer.max(row).max(column) + 1;
                    at_most("the side of a solid", side, LARGEST)?;
                    cubes.push([layer as i8, row as i8, column as i8]);
                }
            }
            Ok(cubes)
        })?;
        Ok(Self(solids))
    }
}

/// The 24 rotations of a cube, of a piece; each position once, moved to the corner.
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
            // Even permutations with an even number of reflections, and odd with odd.
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

/// Fills a box of layers, rows and columns with solids, each once, or any number of times if they
/// are `unlimited`. Solids are turned, but not reflected.
///
/// ```
/// use countless_cover::make::{Solids, polycubes};
///
/// // Bricks of 1×1×2 in 2×2×2 (OEIS A006253).
/// let brick = Solids::drawn("I\n##\n")?;
/// assert_eq!(polycubes([2, 2, 2], &brick, true)?.count()?.to_string(), "9");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if a side is longer than 32, if two solids have the same name, or one
/// that is no name.
pub fn polycubes(sides: [usize; 3], solids: &Solids, unlimited: bool) -> Result<ExactCover, Error> {
    let longest = sides.into_iter().max().unwrap_or(0);
    at_most("the side of a box", longest, LARGEST)?;
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

/// The Soma cube: seven pieces make 3×3×3 (Hein, 1936; 240 ways but for rotations and
/// reflections of the whole, which make 48 of each).
///
/// ```
/// use countless_cover::make;
///
/// assert_eq!(make::soma()?.count()?.to_string(), "11520");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// None in practice; those of [`polycubes`].
pub fn soma() -> Result<ExactCover, Error> {
    polycubes([3, 3, 3], &Solids::drawn(SOMA)?, false)
}
