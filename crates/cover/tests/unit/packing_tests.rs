//! Packings on all grids: texts that do not change, numbers of forms, and known totals.

use std::collections::{BTreeMap, BTreeSet};

use countless_cover::make::{self, Packing, Pieces, TilingBoard, Turns};
use countless_cover::{CoverMethod, ExactCover, Grid, Point, SymmetryOptions};
use countless_engine::{Error, Run};

use crate::board_symmetry_tests::{operations_of, order_and_classes};
use crate::by_definition::solutions_by_decision;

pub fn grid(name: &str) -> Grid {
    name.parse().expect("it is a grid")
}

fn count(problem: &ExactCover) -> String {
    let outcome = problem.count(&Run::new()).expect("it is counted");
    outcome.total.solutions.to_string()
}

/// Plans of ledgers have these hashes.
#[test]
fn problems_of_squares_and_cubes_keep_their_texts() -> Result<(), Error> {
    let squares = |text: &str| Pieces::drawn(text, "p", Grid::squares());
    let pieces = squares("L\n##\n#\n\nI\n###\n\nT4\n###\n.#\n")?;
    let cubes = "V\n##\n#.\n-\n#.\n..\n\nI\n##\n";
    let cubes = Pieces::drawn(cubes, "p", Grid::cubes())?;
    let drawn = TilingBoard::drawn(".###.\n#####\n##.##\n#####\n", "b", Grid::squares())?;
    let rectangle = TilingBoard::rectangle;
    let holes = ["4.4", "4.5", "5.4", "5.5"];
    let holes = holes
        .iter()
        .fold(rectangle(8, 8)?, |board, cell| board.without(cell));
    let boxed = |sides: [usize; 3]| TilingBoard::on(Grid::cubes(), &sides);
    let domino = squares("D\n##\n")?;
    for (problem, hash) in [
        (
            make::pentominoes(&rectangle(6, 10)?)?,
            "14a48c46e5ababb3693632bca642bd22c82ae9da405122aeaad24369900d4abb",
        ),
        (
            make::pentominoes(&holes)?,
            "4739d03cd3290289565ba2657e7741692aecb3843ec664e225c6f966673db46a",
        ),
        (
            make::pentominoes(&drawn)?,
            "64fb5bf43ccc7087e508e2b78a98823c28dfdf91b5b9339e364b8d1b36348d6b",
        ),
        (
            make::dominoes(8, 8)?,
            "9e9a9f8e82ff2dd8c7a702abbfdd37de908650bd3c71682bba703c6f8876adab",
        ),
        (
            make::polyominoes(&drawn, &domino, true)?,
            "9f06936198a3f8d903717e24710fad128f8b9f0b0644934340e58d68bda5ecc8",
        ),
        (
            make::polyominoes(&rectangle(9, 9)?, &pieces, true)?,
            "ccee35ad1da8144785fe0410d6f27642d95c9cbb098ab57082ce8ce10841ee3f",
        ),
        (
            make::polyominoes(&rectangle(5, 4)?, &pieces, false)?,
            "3a2e70cd62d2a2118066b3aed38865f96bd81f8d8b7dcc348f7d23b04f812e2a",
        ),
        (
            make::polyominoes(&drawn, &pieces, false)?,
            "f1b6bb0e69db0f3819a5099d0698d0c5e6d0105737c23b96e71ca19d49609b48",
        ),
        (
            make::polyominoes(&rectangle(4, 4)?, &squares("##\n#\n\n##\n")?, true)?,
            "f34fcda4b37312e5898a45d164cc71d8ca4a855d7ac71549e788842f9b64dc2f",
        ),
        (
            make::polyominoes(&rectangle(0, 0)?, &pieces, false)?,
            "1187d5fb4d1049328fb71d0ad75baa1471a8d5ecd7da6fdf8f7cf050324a8c0b",
        ),
        (
            make::soma()?,
            "927a7a806065e6e5a91983598786eba050e04cf051e9097ac96dd16788606527",
        ),
        (
            Packing::new(boxed([2, 3, 4])?, cubes.clone()).problem()?,
            "5710a5e9a969c25e44d3b4ae3e7894f546b2106841ac0112eba8fcb8fb9b97c8",
        ),
        (
            Packing::new(boxed([4, 2, 2])?, cubes)
                .unlimited(true)
                .problem()?,
            "3e10023255d1ee36e536093ad937c0958db6872428a90d0e0b001d3894d9daef",
        ),
        (
            make::partridge(4)?,
            "94e1ebbab16fa5c1e94d733ab1fb740e4529addf519e376396d49a85adf41749",
        ),
    ] {
        assert_eq!(problem.sha256(), hash, "{}", problem.to_knuth());
        assert!(problem.grid().is_none());
    }
    Ok(())
}

/// OEIS A000105, A000988, A001168, A000228, A000577, A038119, A000162; Goodger for sticks; by the
/// angles of three spheres.
#[test]
fn forms_are_as_many_as_known() -> Result<(), Error> {
    for (name, turns, known) in [
        ("squares", Turns::All, &[1, 1, 2, 5, 12, 35][..]),
        ("squares", Turns::Rotations, &[1, 1, 2, 7, 18, 60]),
        ("squares", Turns::Fixed, &[1, 2, 6, 19, 63]),
        ("hexagons", Turns::All, &[1, 1, 3, 7, 22]),
        ("triangles", Turns::All, &[1, 1, 1, 3, 4, 12, 24]),
        ("cubes", Turns::All, &[1, 1, 2, 7, 23]),
        ("cubes", Turns::Rotations, &[1, 1, 2, 8, 29]),
        ("sticks", Turns::All, &[1, 2, 5, 16]),
        ("sticks", Turns::Rotations, &[1, 2, 7, 25]),
        ("spheres", Turns::All, &[1, 1, 4]),
    ] {
        for (size, &expected) in (1..).zip(known) {
            let found = Pieces::all(grid(name), size..=size, turns)?.names().count();
            assert_eq!(found, expected, "{name} {turns:?} {size}");
        }
        let all = Pieces::all(grid(name), 1..=known.len(), turns)?;
        let names: BTreeSet<&str> = all.names().collect();
        assert_eq!(names.len(), known.iter().sum::<usize>());
    }
    for (low, high) in [(0, 1), (3, 2), (1, 9)] {
        assert!(Pieces::all(Grid::squares(), low..=high, Turns::All).is_err());
    }
    Ok(())
}

fn packed(name: &str, sides: &[usize], size: usize, turns: Turns) -> Result<ExactCover, Error> {
    let grid = grid(name);
    let board = TilingBoard::on(grid, sides)?;
    let pieces = Pieces::all(grid, size..=size, turns)?;
    Packing::new(board, pieces).turns(turns).problem()
}

/// Board of hexagons, filled with the seven tetrahexes.
fn fitted(board: &str) -> Result<ExactCover, Error> {
    let grid = grid("hexagons");
    let board = TilingBoard::drawn(board, "board", grid)?;
    Packing::new(board, Pieces::all(grid, 4..=4, Turns::All)?).problem()
}

/// Pieces of `size` cells on a board, any number of each.
pub fn tiled(name: &str, board: TilingBoard, size: usize) -> Result<ExactCover, Error> {
    let pieces = Pieces::all(grid(name), size..=size, Turns::All)?;
    Packing::new(board, pieces).unlimited(true).problem()
}

/// Hexagon of triangles with this side.
fn hexagon(side: usize) -> Result<TilingBoard, Error> {
    // The first row begins with a triangle that points up.
    let rows = (0..2 * side).map(|row| {
        let (far, width) = if row < side {
            (side - 1 - row, 2 * side + 1 + 2 * row)
        } else {
            (row - side, 6 * side - 1 - 2 * row)
        };
        let far = far + (side + 1) % 2;
        ".".repeat(far) + &"#".repeat(width) + "\n"
    });
    TilingBoard::drawn(&rows.collect::<String>(), "hexagon", grid("triangles"))
}

/// Totals of Goodger's Polyform Puzzler are classes. Here each counts as often as the group of the
/// board has elements, as no solution is symmetric.
#[test]
fn packings_have_known_totals() -> Result<(), Error> {
    for (problem, known) in [
        // 9 classes, group of 2 elements.
        (packed("hexagons", &[4, 7], 4, Turns::All)?, "18"),
        (packed("triangles", &[3, 12], 6, Turns::All)?, "0"),
        // 2 classes, group of 4 elements.
        (
            fitted("  # # # # # # # # #\n # # # # # # # # # #\n  # # # # # # # # #\n")?,
            "8",
        ),
        (
            fitted(
                "      #\n     # #\n    # # #\n   # # # #\n  # # # # #\n # # # # # #\n# # # # # # #\n",
            )?,
            "0",
        ),
        // Matchings of the 4-cube, and dominoes on a torus.
        (
            tiled(
                "squares",
                TilingBoard::on(grid("squares torus 4 4"), &[4, 4])?,
                2,
            )?,
            "272",
        ),
        (
            tiled(
                "squares",
                TilingBoard::on(grid("squares torus 8 8"), &[8, 8])?,
                2,
            )?,
            "311853312",
        ),
        // Lozenges in hexagons, OEIS A008793.
        (tiled("triangles", hexagon(1)?, 2)?, "2"),
        (tiled("triangles", hexagon(2)?, 2)?, "20"),
        (tiled("triangles", hexagon(3)?, 2)?, "980"),
        (tiled("triangles", hexagon(4)?, 2)?, "232848"),
        // Dominoes in 4×4×4, OEIS A028446.
        (
            tiled("cubes", TilingBoard::on(Grid::cubes(), &[4, 4, 4])?, 2)?,
            "5051532105",
        ),
    ] {
        assert_eq!(count(&problem), known);
    }
    // Squares in a square, OEIS A045846.
    for (side, known) in [(2, "2"), (3, "6"), (4, "40"), (5, "472"), (6, "10668")] {
        let squares = (1..=side).map(|side| ("#".repeat(side) + "\n").repeat(side));
        let squares = squares.collect::<Vec<_>>().join("\n");
        let squares = Pieces::drawn(&squares, "squares", Grid::squares())?;
        let board = TilingBoard::rectangle(side, side)?;
        assert_eq!(count(&make::polyominoes(&board, &squares, true)?), known);
    }
    Ok(())
}

/// The twelve pentominoes in a box.
fn boxed(sides: [usize; 3]) -> Result<ExactCover, Error> {
    let board = TilingBoard::on(Grid::cubes(), &sides)?;
    let pieces = Pieces::drawn(make::PENTOMINOES, "pentominoes", Grid::cubes())?;
    Packing::new(board, pieces).problem()
}

/// Goodger's totals, and those of Barequet and Tal (2010) for solid pentominoes, as often as the
/// group has elements.
#[test]
#[ignore = "takes minutes without optimisation"]
fn larger_packings_have_known_totals() -> Result<(), Error> {
    let all = SymmetryOptions::new();
    for (problem, order, known) in [
        (packed("squares", &[3, 30], 5, Turns::Rotations)?, 4, 46),
        (boxed([2, 5, 6])?, 8, 264),
        (boxed([3, 4, 5])?, 8, 3940),
        (tetrasticks()?, 8, 1795),
    ] {
        assert_eq!(order_and_classes(&problem, &all)?, (order, known));
        // No solution is symmetric.
        assert_eq!(count(&problem), (order * known).to_string());
    }
    Ok(())
}

/// Goodger; Barequet and Tal (2010) for solid pentominoes; OEIS A066931; dominoes by the sum over
/// all elements, one by one.
#[test]
fn packings_have_known_numbers_of_classes() -> Result<(), Error> {
    let torus = TilingBoard::on(grid("squares torus 8 8"), &[8, 8])?;
    let corners = "  # # # # # # # # #\n # # # # # # # # # #\n  # # # # # # # # #\n";
    let all = SymmetryOptions::new();
    for (problem, order, known) in [
        (packed("hexagons", &[4, 7], 4, Turns::All)?, 2, 9),
        (packed("triangles", &[3, 12], 6, Turns::All)?, 2, 0),
        (packed("triangles", &[4, 9], 6, Turns::All)?, 2, 74),
        (packed("triangles", &[6, 6], 6, Turns::All)?, 4, 156),
        (boxed([2, 3, 10])?, 8, 12),
        (welded_tetrasticks()?, 8, 3),
        (fitted(corners)?, 4, 2),
        (tiled("triangles", hexagon(1)?, 2)?, 12, 1),
        (tiled("triangles", hexagon(2)?, 2)?, 12, 6),
        (tiled("triangles", hexagon(3)?, 2)?, 12, 113),
        (tiled("triangles", hexagon(4)?, 2)?, 12, 20_174),
        (tiled("squares", torus, 2)?, 512, 628_931),
        (
            tiled("cubes", TilingBoard::on(Grid::cubes(), &[4, 4, 4])?, 2)?,
            48,
            105_445_817,
        ),
    ] {
        assert_eq!(order_and_classes(&problem, &all)?, (order, known));
    }
    Ok(())
}

/// The twelve hexiamonds, with the letters of Goodger's Polyform Puzzler.
const HEXIAMONDS: [(&str, &str); 12] = [
    ("C", "....##\n.####"),
    ("E", "#####\n..#"),
    ("F", "..#.#\n.####"),
    ("G", "...##\n.####"),
    ("H", "####\n..##"),
    ("I", "######"),
    ("J", "#####\n#"),
    ("O", "###\n###"),
    ("P", "....#\n.#####"),
    ("S", "....#\n.####\n.#"),
    ("V", "..##\n.####"),
    ("X", "..#\n.####\n...#"),
];

/// Hexagons of side 3 from nine hexiamonds, without those that are not two pieces of three cells,
/// without those that Sicherman's Hexicator omits, and without those that are not three of two
/// (Goodger).
#[test]
fn hexagons_of_nine_hexiamonds_have_known_numbers_of_classes() -> Result<(), Error> {
    for (omitted, known) in [("EHV", 9), ("GHJ", 1), ("FPX", 15)] {
        let pieces = HEXIAMONDS
            .iter()
            .filter(|(name, _)| !omitted.contains(name));
        let pieces: Vec<String> = pieces
            .map(|(name, cells)| format!("{name}\n{cells}\n"))
            .collect();
        let pieces = Pieces::drawn(&pieces.join("\n"), "hexiamonds", grid("triangles"))?;
        let problem = Packing::new(hexagon(3)?, pieces).problem()?;
        assert_eq!(
            order_and_classes(&problem, &SymmetryOptions::new())?,
            (12, known)
        );
        // No solution is symmetric.
        assert_eq!(count(&problem), (12 * known).to_string());
    }
    Ok(())
}

/// Classes of 12, 6, 4 and 2 tilings, by a letter in OEIS A066931.
#[test]
fn lozenges_have_known_kinds() -> Result<(), Error> {
    let lozenges = tiled("triangles", hexagon(3)?, 2)?;
    let kinds = lozenges.class_kinds(&SymmetryOptions::new(), CoverMethod::Auto, &Run::new())?;
    let found = kinds.kinds.iter();
    let found = found.map(|kind| (kind.symmetries, kind.classes.to_u128()));
    let known = [(1, Some(56)), (2, Some(48)), (3, Some(1)), (6, Some(8))];
    assert_eq!(found.collect::<Vec<_>>(), known);
    Ok(())
}

/// Squares of 5×5 from 15 of the 16 tetrasticks. One is left out that has two more sticks of one
/// direction than of the other, as the board has equally many.
fn tetrasticks() -> Result<ExactCover, Error> {
    let all = packed("sticks", &[5, 5], 4, Turns::All)?;
    let grid = grid("sticks");
    let mut odd = BTreeSet::new();
    for option in 1..=all.option_count() {
        let text = all.option_text(option).expect("it is one");
        let cells = text.split(' ').filter_map(|item| grid.cell_named(item));
        let lying = cells.filter(|cell| cell[2] % 2 == 1).count();
        if lying == 1 || lying == 3 {
            odd.insert(text.split(' ').next().expect("a piece").to_owned());
        }
    }
    assert_eq!(odd.len(), 5);
    let text = all.to_knuth();
    let (items, options) = text.split_once('\n').expect("items");
    let items = items.split(' ').map(|item| {
        if odd.contains(item) {
            format!("0:1|{item}")
        } else {
            item.to_owned()
        }
    });
    let items: Vec<String> = items.collect();
    format!("{}\n{options}", items.join(" ")).parse()
}

/// Squares of 4×4 from the ten one-sided tetrasticks with a point where three sticks meet.
fn welded_tetrasticks() -> Result<ExactCover, Error> {
    let all = packed("sticks", &[4, 4], 4, Turns::Rotations)?;
    let text = all.to_knuth();
    let (items, options) = text.split_once('\n').expect("items");
    let piece = |option: &str| option.split(' ').next().expect("a piece").to_owned();
    let is_welded = |option: &str| {
        let mut ends: BTreeMap<Point, usize> = BTreeMap::new();
        let cells = option.split(' ');
        let cells = cells.filter_map(|item| grid("sticks").cell_named(item));
        for end in cells.flat_map(|cell| grid("sticks").corners(cell)) {
            *ends.entry(end).or_default() += 1;
        }
        ends.into_values().any(|sticks| sticks > 2)
    };
    let welded = options.lines().filter(|option| is_welded(option));
    let welded: BTreeSet<String> = welded.map(piece).collect();
    assert_eq!(welded.len(), 10);
    let is_piece = |item: &str| item.starts_with(char::is_alphabetic);
    let items = items.split(' ');
    let items = items.filter(|item| !is_piece(item) || welded.contains(*item));
    let options = options.lines();
    let options = options.filter(|option| welded.contains(&piece(option)));
    let lines = [items.collect::<Vec<_>>().join(" ")];
    let lines: Vec<String> = lines
        .into_iter()
        .chain(options.map(str::to_owned))
        .collect();
    lines.join("\n").parse()
}

/// Number of solutions that no operation of the board maps to each other, from the list of all.
fn classes(problem: &ExactCover) -> usize {
    let board = problem.cell_board().expect("it has cells");
    let text = problem.to_knuth();
    let names = text.lines().next().unwrap_or_default().split(' ');
    let numbers: BTreeMap<&str, u32> = names.filter(|name| *name != "|").zip(0..).collect();
    // The sets of cells of a solution determine its pieces.
    let cells: Vec<u32> = board.points().map(|(item, _)| item as u32).collect();
    let options: Vec<BTreeSet<u32>> = (text.lines().skip(1))
        .map(|option| {
            let items = option.split(' ').map(|item| numbers[item]);
            items.filter(|item| cells.contains(item)).collect()
        })
        .collect();
    let solutions = problem.solutions(&Run::new()).expect("they are listed");
    let mut left: BTreeSet<BTreeSet<BTreeSet<u32>>> = (solutions.iter())
        .map(|chosen| {
            chosen
                .iter()
                .map(|option| options[option - 1].clone())
                .collect()
        })
        .collect();
    assert_eq!(left.len(), solutions.len());
    let operations: Vec<BTreeMap<u32, u32>> = (operations_of(&board).into_iter())
        .map(|(_, images)| cells.iter().copied().zip(images).collect())
        .collect();
    let mut classes = 0;
    while let Some(solution) = left.pop_first() {
        classes += 1;
        for operation in &operations {
            let image = solution.iter();
            left.remove(
                &image
                    .map(|piece| piece.iter().map(|item| operation[item]).collect())
                    .collect(),
            );
        }
    }
    classes
}

/// Dominoes: computed, as no list is known; OEIS A066931; Goodger; OEIS A224239.
#[test]
fn operations_of_boards_make_known_classes() -> Result<(), Error> {
    let torus = TilingBoard::on(grid("squares torus 4 4"), &[4, 4])?;
    let squares = [
        "#\n",
        "##\n##\n",
        "###\n###\n###\n",
        "####\n####\n####\n####\n",
    ];
    let squares = Pieces::drawn(&squares.join("\n"), "squares", Grid::squares())?;
    for (problem, known) in [
        (tiled("squares", TilingBoard::rectangle(4, 4)?, 2)?, 9),
        (tiled("squares", torus, 2)?, 13),
        (tiled("triangles", hexagon(2)?, 2)?, 6),
        (tiled("triangles", hexagon(3)?, 2)?, 113),
        (packed("hexagons", &[4, 7], 4, Turns::All)?, 9),
        (
            make::polyominoes(&TilingBoard::rectangle(4, 4)?, &squares, true)?,
            13,
        ),
    ] {
        assert_eq!(classes(&problem), known);
    }
    Ok(())
}

/// Placements of pieces by definition: images under all operations and shifts, as sets of cells.
fn placements(grid: Grid, board: &BTreeSet<Point>, piece: &[Point]) -> BTreeSet<Vec<Point>> {
    let mut found = BTreeSet::new();
    let turnings: Grid = grid.name().parse().expect("it is a grid");
    let reach = -20..=20;
    for operation in turnings.operations() {
        for y in reach.clone() {
            for x in reach.clone() {
                let step = match grid.name() {
                    "triangles" => 3,
                    "sticks" => 2,
                    _ => 1,
                };
                if y % step != 0 || x % step != 0 {
                    continue;
                }
                let mut cells: Vec<Point> = (piece.iter())
                    .map(|&cell| {
                        let [layer, down, right] = operation.image(cell);
                        grid.home([layer, down + y, right + x])
                    })
                    .collect();
                cells.sort_unstable();
                let length = cells.len();
                cells.dedup();
                if cells.len() == length && cells.iter().all(|cell| board.contains(cell)) {
                    found.insert(cells);
                }
            }
        }
    }
    found
}

#[test]
fn options_are_the_placements_of_each_piece() -> Result<(), Error> {
    for (name, sides, size) in [
        ("squares", [3, 4], 4),
        ("squares torus 3 3", [3, 3], 3),
        ("squares torus 2 4", [2, 4], 3),
        ("hexagons", [3, 3], 3),
        ("hexagons torus 3 4", [3, 4], 3),
        ("triangles", [2, 3], 4),
        ("triangles torus 1 3", [1, 3], 3),
        ("sticks", [2, 2], 3),
        ("sticks torus 2 2", [2, 2], 2),
    ] {
        let grid = grid(name);
        let board = TilingBoard::on(grid, &sides)?;
        let pieces = Pieces::all(grid, size..=size, Turns::All)?;
        let problem = Packing::new(board, pieces.clone()).problem()?;
        let cells = problem.cell_board().expect("it has cells");
        let board: BTreeSet<Point> = cells.cells().iter().map(|cell| cell.1).collect();
        let mut options: BTreeMap<String, Vec<Vec<Point>>> = BTreeMap::new();
        for option in 1..=problem.option_count() {
            let text = problem.option_text(option).expect("it is one");
            let (piece, items) = text.split_once(' ').expect("it has cells");
            let mut cells: Vec<Point> = items
                .split(' ')
                .filter_map(|item| grid.cell_named(item))
                .collect();
            cells.sort_unstable();
            options.entry(piece.to_owned()).or_default().push(cells);
        }
        for piece in pieces.names() {
            let mut found = options.remove(piece).unwrap_or_default();
            found.sort_unstable();
            // Any placement of a piece has the same images.
            let Some(first) = found.first() else { continue };
            let expected: Vec<Vec<Point>> = placements(grid, &board, first).into_iter().collect();
            assert_eq!(found, expected, "{name} {piece}");
        }
    }
    Ok(())
}

/// Two sticks in a line pass through a crossing, and no other two may cross them there.
#[test]
fn sticks_do_not_cross() -> Result<(), Error> {
    let grid = grid("sticks");
    let cross = TilingBoard::drawn("....\n..#\n.#.#\n..#\n", "cross", grid)?;
    for (pieces, known) in [("2 I\n.#.#\n", "0"), ("2 V\n.#\n#\n", "2")] {
        let pieces = Pieces::drawn(pieces, "sticks", grid)?;
        let problem = Packing::new(cross.clone(), pieces).problem()?;
        assert_eq!(count(&problem), known, "{}", problem.to_knuth());
    }
    let pieces = Pieces::drawn("I\n.#.#\n", "sticks", grid)?;
    let problem = Packing::new(cross, pieces).problem()?.to_knuth();
    assert_eq!(
        problem,
        "I 2.3 3.2 3.4 4.3 | 3.3\nI 3.2 3.4 3.3\nI 2.3 4.3 3.3\n"
    );
    Ok(())
}

#[test]
fn copies_and_gaps_are_bounds_of_items() -> Result<(), Error> {
    let squares = Grid::squares();
    let pieces = Pieces::drawn("2 L\n##\n#\n\n0-1 I\n##\n", "p", squares)?;
    let board = TilingBoard::drawn("###+\n####\n", "b", squares)?;
    let problem = Packing::new(board.clone(), pieces.clone()).problem()?;
    let text = problem.to_knuth();
    assert!(
        text.starts_with("2|L 0:1|I 1.1 1.2 1.3 2.1 2.2 2.3 2.4 | 1.4\n"),
        "{text}"
    );
    let found = solutions_by_decision(&problem).len();
    assert_eq!(count(&problem), found.to_string());
    assert!(found > 0);
    let free = Packing::new(board.clone(), pieces.clone())
        .gaps(true)
        .problem()?;
    assert!(
        free.to_knuth()
            .starts_with("2|L 0:1|I | 1.1 1.2 1.3 1.4 2.1")
    );
    assert_eq!(count(&free), solutions_by_decision(&free).len().to_string());
    for packing in [
        Packing::new(board.clone(), pieces).unlimited(true),
        Packing::new(board.clone(), Pieces::drawn("#\n", "p", squares)?)
            .unlimited(true)
            .gaps(true),
        Packing::new(board, Pieces::all(grid("hexagons"), 1..=1, Turns::All)?),
    ] {
        assert!(
            matches!(packing.problem(), Err(Error::Impossible(_))),
            "{packing:?}"
        );
    }
    Ok(())
}

#[test]
fn one_sided_and_fixed_pieces_are_turned_less() -> Result<(), Error> {
    let squares = Grid::squares();
    let pieces = Pieces::drawn("##\n.#\n.#\n", "p", squares)?;
    let board = TilingBoard::rectangle(3, 3)?;
    for (turns, forms) in [(Turns::All, 8), (Turns::Rotations, 4), (Turns::Fixed, 1)] {
        let problem = Packing::new(board.clone(), pieces.clone())
            .turns(turns)
            .problem()?;
        assert_eq!(problem.option_count(), 2 * forms, "{turns:?}");
    }
    let solids = Pieces::drawn("##\n.#\n-\n..\n.#\n", "p", Grid::cubes())?;
    let board = TilingBoard::on(Grid::cubes(), &[2, 2, 2])?;
    for (turns, forms) in [(Turns::All, 24), (Turns::Rotations, 12), (Turns::Fixed, 1)] {
        let problem = Packing::new(board.clone(), solids.clone())
            .turns(turns)
            .problem()?;
        assert_eq!(problem.option_count(), forms, "{turns:?}");
    }
    Ok(())
}

/// Drawings of each grid, and the cells that they show.
#[test]
fn drawings_show_cells_of_their_grid() {
    let cells = |name: &str, text: &str| {
        let board = TilingBoard::drawn(text, "b", grid(name));
        board
            .map(|board| board.cell_count())
            .map_err(|error| error.to_string())
    };
    for (name, text, number) in [
        ("hexagons", " # #\n# # #\n # #\n", 7),
        ("hexagons", "# #\n # #\n", 4),
        ("hexagons", ".#.#\n#.#.#\n.#.#.\n", 7),
        ("triangles", "###\n###\n", 6),
        ("triangles", "..#\n.###\n", 4),
        ("sticks", ".#.#\n#.#.#\n.#.#\n", 7),
        ("sticks", " #\n# #\n #\n", 4),
        ("spheres", "# #\n #\n# #\n-\n.#\n#.#\n.#\n-\n...\n.#\n", 10),
    ] {
        assert_eq!(cells(name, text), Ok(number), "{text}");
    }
    for (name, text, place) in [
        ("hexagons", "# #\n# #\n", "b:2:1: expected no hexagon"),
        ("hexagons", "##\n", "b:1:2: "),
        ("hexagons", "#  #\n # #\n", "b:1:"),
        ("triangles", ".#\n.#\n", "b:1:2: the triangles do not touch"),
        ("sticks", "#.#\n", "b:1:1: expected no stick"),
        ("spheres", "##\n", "b:1:2: expected no sphere"),
    ] {
        let told = cells(name, text).expect_err(text);
        assert!(told.starts_with(place), "{text}\n{told}");
    }
}

#[test]
fn the_grid_of_a_file_is_in_a_comment() -> Result<(), Error> {
    let problem = packed("triangles", &[1, 2], 2, Turns::All)?;
    let text = problem.to_knuth_with_grid();
    assert!(text.starts_with("| grid triangles\n"), "{text}");
    let read: ExactCover = text.parse()?;
    assert_eq!((&read, read.sha256()), (&problem, problem.sha256()));
    let plain: ExactCover = problem.to_knuth().parse()?;
    assert_eq!((plain.grid(), plain.sha256()), (None, problem.sha256()));
    for other in [
        "| grid of words\n",
        "| grid squares torus 0\n",
        "| my grid triangles\n",
    ] {
        let read: ExactCover = (other.to_owned() + &problem.to_knuth()).parse()?;
        assert_eq!(read.grid(), None, "{other}");
    }
    Ok(())
}
