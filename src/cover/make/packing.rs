//! Cubes and squares.

use super::super::problem::Problem;
use super::{at_most, cell, with_items};
use crate::error::Error;

/// The seven pieces of the Soma cube, by the unit cubes that they are made of.
const SOMA: [(&str, &[[i8; 3]]); 7] = [
    ("V", &[[0, 0, 0], [1, 0, 0], [0, 1, 0]]),
    ("L", &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]]),
    ("T", &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 1, 0]]),
    ("Z", &[[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]]),
    ("P", &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    ("A", &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 0, 1]]),
    ("B", &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 1]]),
];

/// The 24 rotations of a cube, of a piece; each position once, moved to the corner.
fn rotations(piece: &[[i8; 3]]) -> Vec<Vec<[i8; 3]>> {
    const AXES: [[usize; 3]; 6] = [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
        [0, 2, 1],
        [2, 1, 0],
        [1, 0, 2],
    ];
    let mut found: Vec<Vec<[i8; 3]>> = Vec::new();
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
            let turned: Vec<[i8; 3]> = turned.collect();
            let least =
                [0, 1, 2].map(|axis| turned.iter().map(|cube| cube[axis]).min().unwrap_or(0));
            let moved = turned
                .iter()
                .map(|cube| [0, 1, 2].map(|axis| cube[axis] - least[axis]));
            let mut moved: Vec<[i8; 3]> = moved.collect();
            moved.sort_unstable();
            if !found.contains(&moved) {
                found.push(moved);
            }
        }
    }
    found.sort_unstable();
    found
}

/// The Soma cube: seven pieces make 3×3×3 (Hein, 1936; 240 ways but for rotations and
/// reflections of the whole, which make 48 of each).
///
/// ```
/// use countless::cover::make;
///
/// assert_eq!(make::soma()?.count()?.to_string(), "11520");
/// # Ok::<(), countless::Error>(())
/// ```
///
/// # Errors
///
/// None in practice; those of [`Problem::option`].
pub fn soma() -> Result<Problem, Error> {
    let cubes = || (0..27).map(|cube: i8| [cube / 9, cube / 3 % 3, cube % 3]);
    let name = |[x, y, z]: [i8; 3]| format!("{}.{}.{}", x + 1, y + 1, z + 1);
    let names = SOMA.iter().map(|piece| piece.0.to_owned());
    let mut problem = with_items(names.chain(cubes().map(name)))?;
    for (piece, form) in SOMA {
        for turned in rotations(form) {
            for corner in cubes() {
                let placed = turned
                    .iter()
                    .map(|cube| [0, 1, 2].map(|axis| cube[axis] + corner[axis]));
                let placed: Vec<[i8; 3]> = placed.collect();
                if placed.iter().flatten().all(|&at| at < 3) {
                    let names = placed.into_iter().map(name);
                    problem.option(
                        &[piece.to_owned()]
                            .into_iter()
                            .chain(names)
                            .collect::<Vec<_>>(),
                    )?;
                }
            }
        }
    }
    Ok(problem)
}

/// The partridge puzzle: one square of side 1, two of side 2, …, `n` of side `n` fill a square
/// of side 1 + 2 + … + n (Wainwright, 1981); there is none from 2 to 7, and 8 has 18,656.
/// Squares of a side are one item that is covered as often.
///
/// ```
/// use countless::cover::make;
///
/// assert_eq!(make::partridge(1)?.count()?.to_string(), "1");
/// assert_eq!(make::partridge(2)?.count()?.to_string(), "0");
/// # Ok::<(), countless::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] beyond 12.
pub fn partridge(n: usize) -> Result<Problem, Error> {
    at_most("partridge", n, 12)?;
    let side = n * (n + 1) / 2;
    let cells = |size: usize, top: usize, left: usize| {
        let rows = top..top + size;
        rows.flat_map(move |row| (left..left + size).map(move |column| cell(row, column)))
    };
    let mut problem = Problem::new();
    for size in (1..=n).rev() {
        problem.repeated(&format!("#{size}"), size as u32..=size as u32)?;
    }
    for cell in cells(side, 0, 0) {
        problem.primary(&cell)?;
    }
    for size in 1..=n {
        for top in 0..=side - size {
            for left in 0..=side - size {
                let name = [format!("#{size}")].into_iter();
                problem.option(&name.chain(cells(size, top, left)).collect::<Vec<_>>())?;
            }
        }
    }
    Ok(problem)
}
