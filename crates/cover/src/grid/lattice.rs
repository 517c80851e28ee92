//! Lattices of cells, as data.
//!
//! The centre of a cell is an integer point in a lattice where every rotation and reflection is a
//! linear map. Cells that point up or down, or lie or stand, differ in the residues of their
//! coordinates. A new lattice is one more [`Lattice`].

use super::Point;

/// Linear map of points: the rows of its matrix.
pub type Matrix = [Point; 3];

/// Data of a lattice. Points are layer, y and x.
#[derive(Debug, PartialEq, Eq)]
pub struct Lattice {
    /// Name of the cells, a plural with s.
    pub name: &'static str,
    /// True if there is one layer.
    pub is_flat: bool,
    /// Maps that generate all rotations and reflections.
    pub generators: &'static [Matrix],
    /// A point is a cell if its residues modulo `period` are listed.
    pub period: i32,
    pub residues: &'static [Point],
    /// Points where cells meet, relative to `scale` times the centre, for each residue: in the plane
    /// the corners, in their order around the cell.
    pub corners: &'static [&'static [Point]],
    pub scale: i32,
    /// Number of corners that neighbours have in common.
    pub shared: usize,
    /// A drawing has cell x, y at row y / `divisor` and column (`column` · (y, x)) / `divisor`. If the
    /// column depends on y, the y axis of the page leans by 60 degrees.
    pub column: [i32; 2],
    pub divisor: i32,
    /// Places of the cells in a drawing, in words, if some have none.
    pub places: &'static str,
    /// Two steps from a point that is not a cell: a piece with both cells passes through the point.
    pub crossings: &'static [[Point; 2]],
}

const X: Point = [0, 0, 1];
const Y: Point = [0, 1, 0];
const LAYER: Point = [1, 0, 0];
const BACK_X: Point = [0, 0, -1];
const BACK_Y: Point = [0, -1, 0];
/// Quarter turn and transposition.
const FOURFOLD: &[Matrix] = &[[LAYER, X, BACK_Y], [LAYER, X, Y]];
/// Turn by 60 degrees and transposition.
const SIXFOLD: &[Matrix] = &[[LAYER, [0, 1, 1], BACK_Y], [LAYER, X, Y]];
/// Quarter turn, exchange of all axes, and reflection.
const SOLID: &[Matrix] = &[[LAYER, X, BACK_Y], [X, LAYER, Y], [LAYER, Y, BACK_X]];

pub const SQUARES: Lattice = Lattice {
    name: "squares",
    is_flat: true,
    generators: FOURFOLD,
    period: 1,
    residues: &[[0, 0, 0]],
    corners: &[&[[0, -1, -1], [0, -1, 1], [0, 1, 1], [0, 1, -1]]],
    scale: 2,
    shared: 2,
    column: [0, 1],
    divisor: 1,
    places: "",
    crossings: &[],
};

pub const CUBES: Lattice = Lattice {
    name: "cubes",
    is_flat: false,
    generators: SOLID,
    corners: &[&[
        [-1, -1, -1],
        [-1, -1, 1],
        [-1, 1, 1],
        [-1, 1, -1],
        [1, -1, -1],
        [1, -1, 1],
        [1, 1, 1],
        [1, 1, -1],
    ]],
    shared: 4,
    ..SQUARES
};

pub const HEXAGONS: Lattice = Lattice {
    name: "hexagons",
    generators: SIXFOLD,
    corners: &[&[
        [0, 1, 1],
        [0, 2, -1],
        [0, 1, -2],
        [0, -1, -1],
        [0, -2, 1],
        [0, -1, 2],
    ]],
    scale: 3,
    column: [1, 2],
    places: "hexagons of a row are two columns apart, and the next row is one column aside",
    ..SQUARES
};

/// The first residue points down, the second up.
pub const TRIANGLES: Lattice = Lattice {
    name: "triangles",
    generators: SIXFOLD,
    period: 3,
    residues: &[[0, 1, 1], [0, 2, 2]],
    corners: &[
        &[[0, -1, -1], [0, -1, 2], [0, 2, -1]],
        &[[0, 1, 1], [0, 1, -2], [0, -2, 1]],
    ],
    scale: 1,
    column: [1, 2],
    divisor: 3,
    places: "a triangle points up where row and column are both odd or both even",
    ..SQUARES
};

/// Edges of squares. The first residue lies, the second stands.
pub const STICKS: Lattice = Lattice {
    name: "sticks",
    period: 2,
    residues: &[X, Y],
    corners: &[&[BACK_X, X], &[BACK_Y, Y]],
    scale: 1,
    shared: 1,
    places: "sticks lie in odd rows and even columns, and stand in even rows and odd columns",
    crossings: &[[X, BACK_X], [Y, BACK_Y]],
    ..SQUARES
};

/// Balls as dense as possible: cubes with an even sum of coordinates. They meet at twelve points.
pub const SPHERES: Lattice = Lattice {
    name: "spheres",
    period: 2,
    residues: &[[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]],
    corners: &[TOUCHING; 4],
    scale: 2,
    shared: 1,
    places: "spheres are two columns apart, and the next row or layer is one column aside",
    ..CUBES
};

const TOUCHING: &[Point] = &[
    [0, 1, 1],
    [0, 1, -1],
    [0, -1, 1],
    [0, -1, -1],
    [1, 0, 1],
    [1, 0, -1],
    [-1, 0, 1],
    [-1, 0, -1],
    [1, 1, 0],
    [1, -1, 0],
    [-1, 1, 0],
    [-1, -1, 0],
];

/// All lattices.
pub const LATTICES: [&Lattice; 6] = [&SQUARES, &CUBES, &HEXAGONS, &TRIANGLES, &STICKS, &SPHERES];
