//! Drawings of pieces, solids and boards in many layouts, against tilings counted by brute force.

use std::collections::{BTreeSet, HashSet};

use proptest::prelude::*;

use countless_cover::make::{self, Packing, Pieces, TilingBoard};
use countless_cover::{ExactCover, Grid};
use countless_engine::{Error, Run};

/// Cell of a piece: layer, row and column.
type Cube = [i32; 3];
type Form = BTreeSet<Cube>;

fn moved_to_corner(form: &Form) -> Form {
    let least = [0, 1, 2].map(|axis| form.iter().map(|cube| cube[axis]).min().unwrap_or(0));
    let moved = form
        .iter()
        .map(|cube| [0, 1, 2].map(|axis| cube[axis] - least[axis]));
    moved.collect()
}

/// All images of a form under some symmetries and their products.
fn images(form: &Form, generators: &[fn(Cube) -> Cube]) -> HashSet<Form> {
    let mut found = HashSet::from([moved_to_corner(form)]);
    let mut open: Vec<Form> = found.iter().cloned().collect();
    while let Some(form) = open.pop() {
        for generator in generators {
            let image = form.iter().map(|&cube| generator(cube)).collect();
            let image = moved_to_corner(&image);
            if found.insert(image.clone()) {
                open.push(image);
            }
        }
    }
    found
}

/// Number of ways to fill free cells with any number of each form.
fn fillings(free: &Form, forms: &[Form]) -> u64 {
    let Some(first) = free.first() else { return 1 };
    let mut count = 0;
    for form in forms {
        // The first cell in order is the first one of the form that covers it.
        let Some(corner) = form.first() else { continue };
        let placed: Form = form
            .iter()
            .map(|cube| [0, 1, 2].map(|axis| cube[axis] + first[axis] - corner[axis]))
            .collect();
        if placed.is_subset(free) {
            count += fillings(&(free - &placed), forms);
        }
    }
    count
}

fn fill(free: &Form, pieces: &[&[Cube]], generators: &[fn(Cube) -> Cube]) -> u64 {
    let forms = pieces
        .iter()
        .flat_map(|piece| images(&piece.iter().copied().collect(), generators));
    fillings(
        free,
        &forms
            .collect::<HashSet<_>>()
            .into_iter()
            .collect::<Vec<_>>(),
    )
}

fn cuboid([layers, rows, columns]: [i32; 3]) -> Form {
    let rows = move |layer| (0..rows).map(move |row| [layer, row]);
    (0..layers)
        .flat_map(rows)
        .flat_map(|[layer, row]| (0..columns).map(move |column| [layer, row, column]))
        .collect()
}

/// Rotation and reflection in the plane.
const PLANE: [fn(Cube) -> Cube; 2] = [|[l, r, c]| [l, c, -r], |[l, r, c]| [l, r, -c]];
/// Two rotations, which generate all.
const SPACE: [fn(Cube) -> Cube; 2] = [|[l, r, c]| [l, c, -r], |[l, r, c]| [r, -l, c]];

const L: &[Cube] = &[[0, 0, 0], [0, 0, 1], [0, 1, 0]];
const I: &[Cube] = &[[0, 0, 0], [0, 0, 1]];
const T: &[Cube] = &[[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 1]];
const LONG: &[Cube] = &[[0, 0, 0], [0, 1, 0], [0, 2, 0], [0, 3, 0]];
const SQUARE: &[Cube] = &[[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1]];
/// Four cubes around a corner.
const CORNER: &[Cube] = &[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]];

fn count(problem: Result<ExactCover, Error>) -> Result<u64, String> {
    let problem = problem.map_err(|error| error.to_string())?;
    let total = problem.count(&Run::new()).expect("it is counted").total;
    Ok(total.solutions.to_string().parse().expect("a small number"))
}

fn tilings(rows: usize, columns: usize, text: &str) -> Result<u64, String> {
    let board = TilingBoard::rectangle(rows, columns).expect("it is small");
    let pieces = Pieces::drawn(text, "p", Grid::squares());
    count(pieces.and_then(|pieces| make::polyominoes(&board, &pieces, true)))
}

fn packings(sides: [usize; 3], text: &str) -> Result<u64, String> {
    let board = TilingBoard::on(Grid::cubes(), &sides).expect("it is small");
    let solids = Pieces::drawn(text, "p", Grid::cubes());
    count(solids.and_then(|solids| Packing::new(board, solids).unlimited(true).problem()))
}

/// Requires a fault at a line.
fn assert_refused(read: Result<u64, String>, line: usize, text: &str) {
    let told = read.expect_err(text);
    assert!(told.starts_with(&format!("p:{line}:")), "{text:?}\n{told}");
}

#[test]
fn pieces_are_read_in_every_layout() {
    let expected = fill(&cuboid([1, 5, 4]), &[L, I], &PLANE);
    assert_eq!(expected, 2319);
    for text in [
        "LL\nL\n\nII\n",
        "LLII\nL\n",
        "# in letters\n.LL.I\n.L..I\n",
        "AA\nA\n\n##\n",
        "L\n##\n#\nI\n##\n",
        "L\n##\n#\n\nI\n##\n",
        "L\r\n##\r\n#\r\nI\r\n##\r\n",
        "L\n##  \n#.\n\nI\n##",
        "# my pieces\nL\n##\n#\n\n# the second one.\nI\n##\n",
        "\n\nL\n\n##\n#\n\n\nI\n##\n\n",
        "L\n.##\n.#\nI\n  ##\n",
        "L2\n##\n #\n\nthe_I\n#\n#\n",
        "##\n#\n\n##\n",
        "....\n##..\n#...\n....\n\n.##.\n",
        "# without names\n\n ##\n #\n   \n##\n",
    ] {
        assert_eq!(tilings(5, 4, text), Ok(expected), "{text:?}");
    }
    let expected = fill(&cuboid([1, 4, 4]), &[LONG, SQUARE], &PLANE);
    assert_eq!(expected, 9);
    let padded = "#...\n#...\n#...\n#...\n\n....\n....\n..##\n..##\n";
    assert_eq!(tilings(4, 4, padded), Ok(expected));
    let expected = fill(&cuboid([1, 4, 4]), &[T], &PLANE);
    assert_eq!((expected, tilings(4, 4, "T\n###\n #\n")), (2, Ok(2)));
}

#[test]
fn pieces_with_another_reading_are_refused() {
    for (text, line) in [
        ("T\n###\n O\n", 3),
        ("T\n###\n.O.\n", 3),
        ("T\n#X#\n.#.\n", 2),
        ("T\n###\nO\n\nI\n##\n", 3),
        ("L\n##\n#\nI\n##\n\nM\n#\n", 4),
        ("M\n#\n\nL\n##\n#\nI\n##\n", 7),
        ("L\n##\n#\n\n##\n", 5),
        ("##\n#\n\nI\n##\n", 4),
        ("##\n#\nI\n##\n", 3),
        ("L\nXX\nX\n", 1),
        ("L\n11\n10\n", 1),
        ("LL\nL\n\nI I\n", 4),
        ("LL\nL\n\nLL\n", 4),
        ("my\nX.\nXX\n", 1),
        ("II\n\n##\n#\n", 1),
        ("0 L\n##\n#\n", 1),
        ("3-2 L\n##\n#\n", 1),
        ("L\n##\n+\n", 3),
        ("L I\n## ##\n#  \n", 1),
        ("L\n## ##\n#\n", 2),
        ("## ##\n#\n", 1),
        ("L\n# #\n#\n", 2),
        ("L\n##|\n#\n", 2),
        ("L\n##\n\t#\n", 3),
        ("L\n##\n#\n-\n#\n", 4),
        ("L\n---\n##\n#\n", 2),
        ("# L\n##\n#\n", 1),
        ("#1\n##\n#\n", 1),
        ("// mine\nL\n##\n", 1),
        ("L:\n##\n#\n", 1),
        ("my piece\n##\n#\n", 1),
        ("  L\n##\n#\n", 1),
        ("L\n##\n# then the second\nI\n##\n", 3),
        ("L\n##\n#\n\nL\n##\n", 5),
        ("L\n..\n..\n", 1),
        ("L\n##\n#\n\nI\n", 5),
        ("L\n██\n█\n", 2),
        ("", 1),
        ("# nothing here\n", 1),
    ] {
        assert_refused(tilings(5, 4, text), line, text);
    }
}

#[test]
fn solids_are_read_in_every_layout() {
    let expected = fill(&cuboid([2, 2, 2]), &[CORNER, I], &SPACE);
    assert_eq!(expected, 13);
    for dashes in ["-", "--", "-----", "=", "===", "- - -", "  --"] {
        for text in [
            format!("V\n##\n#.\n{dashes}\n#.\n..\n\nI\n##\n"),
            format!("# two solids\n\nV\n##\n#\n{dashes}\n#\n\nI\n#\n{dashes}\n#\n"),
            format!("##\n#.\n{dashes}\n#.\n..\n\n##\n"),
            format!("..\n..\n{dashes}\n##\n#.\n{dashes}\n#.\n..\n\n##\n"),
            format!("VV\nV.\n{dashes}\nV.\n..\n\n##\n"),
            "V\n##|#.\n#.|..\n\nI\n##\n".to_owned(),
            "V\n## | #.\n#. |\n\nI\n##\n".to_owned(),
            "VV|VI\nV.|.I\n".to_owned(),
        ] {
            assert_eq!(packings([2, 2, 2], &text), Ok(expected), "{text}");
        }
    }
    for (text, line) in [
        ("V\n##\n#.\n- layer 2\n#.\n..\n\nI\n##\n", 4),
        ("V\n##\n#.\nlayer2\n#.\n..\n\nI\n##\n", 4),
        ("V\n##\n#.\n+++\n#.\n..\n\nI\n##\n", 4),
        ("V\n## #.\n#. ..\n\nI\n##\n", 2),
        ("V\n##  #\n#\n\nI\n##\n", 2),
        ("V\n##|#.\n#. ..\n\nI\n##\n", 2),
        ("V\n##| #\n#.|\n\nI\n##\n", 2),
        ("V\n##|#.|\n#.|..|\n\nI\n##\n", 2),
        ("V\n##|#.\n#.|..\n-\n\nI\n##\n", 4),
        ("V\n##\n#.\n\n#.\n..\n\nI\n##\n", 5),
        ("V\n##\n#.\n-\n\n#.\n..\n\nI\n##\n", 4),
        ("V\n-\n##\n#.\n-\n#.\n\nI\n##\n", 2),
        ("V\n##\n#.\n-\n-\n#.\n\nI\n##\n", 4),
        ("V\n##\n#.\n-\n\nI\n##\n", 4),
        ("V\n##\n#.\nI\n##\n", 4),
        ("V\n##\n#o\n-\n#.\n", 3),
        ("V\n..\n-\n..\n", 1),
    ] {
        assert_refused(packings([2, 2, 2], text), line, text);
    }
}

#[test]
fn boards_are_read_in_every_layout() {
    let expected = fill(&cuboid([1, 2, 3]), &[L], &PLANE);
    assert_eq!(expected, 2);
    let pieces = Pieces::drawn("L\n##\n#\n", "pieces", Grid::squares()).expect("a piece");
    let read = |text: &str| {
        let board = TilingBoard::drawn(text, "p", Grid::squares());
        count(board.and_then(|board| make::polyominoes(&board, &pieces, true)))
    };
    for text in [
        "###\n###\n",
        "# my board\n###\n###\n",
        "\n\n###\r\n###\r\n\r\n",
        "# rows of cells\n\n  ###\n  ###",
        "....\n###.\n###\n",
        ".###\n ###\n",
    ] {
        assert_eq!(read(text), Ok(expected), "{text:?}");
    }
    for (text, line) in [
        ("B\n###\n###\n", 1),
        ("my board\n###\n###\n", 1),
        ("#my board\n###\n", 1),
        ("###\n###  # a comment\n", 2),
        ("###\n# of cells\n###\n", 2),
        ("###\n\n###\n", 3),
        ("### ###\n### ###\n", 1),
        ("# # #\n# # #\n", 1),
        ("111\n111\n", 1),
        ("XXX\nXXX\n", 1),
        ("###\n##O\n", 2),
        ("###\n##|\n", 2),
        ("###\n-\n###\n", 2),
        ("##\t#\n", 1),
        ("...\n", 1),
        ("", 1),
    ] {
        assert_refused(read(text), line, text);
    }
}

/// Rows of a drawing with at least two columns, one cell or more.
fn rows() -> impl Strategy<Value = Vec<Vec<bool>>> {
    let size = (1_usize..5, 2_usize..5);
    let rows = size.prop_flat_map(|(rows, columns)| {
        prop::collection::vec(prop::collection::vec(any::<bool>(), columns), rows)
    });
    rows.prop_filter("a cell", |rows| rows.iter().flatten().any(|cell| *cell))
}

fn drawn(rows: &[Vec<bool>]) -> String {
    let line = |row: &Vec<bool>| {
        let line: String = row
            .iter()
            .map(|cell| if *cell { '#' } else { '.' })
            .collect();
        line + "\n"
    };
    rows.iter().map(line).collect()
}

proptest! {
    #[test]
    fn drawn_pieces_come_back(
        all in prop::collection::vec(rows(), 1..4),
        named: bool,
        joined: bool,
        ends in prop::sample::select(vec!["\n", "\r\n", " \n"]),
    ) {
        let name = |number| if named { format!("P{number}\n") } else { String::new() };
        let between = if named && joined { "" } else { "\n" };
        let drawings = (1..).zip(&all).map(|(number, rows)| name(number) + &drawn(rows));
        let text = drawings.collect::<Vec<_>>().join(between).replace('\n', ends);
        let read = Pieces::drawn(&text, "p", Grid::squares());
        let plain = (1..).zip(&all).map(|(number, rows)| format!("P{number}\n{}", drawn(rows)));
        let plain = Pieces::drawn(&plain.collect::<Vec<_>>().join("\n"), "p", Grid::squares())?;
        let board = TilingBoard::rectangle(4, 4)?;
        let read = make::polyominoes(&board, &read?, true)?;
        prop_assert_eq!(&read, &make::polyominoes(&board, &plain, true)?);
        // Options of a piece are its images at all places where they fit.
        let places: u64 = all.iter().map(|rows| {
            let cells = rows.iter().enumerate().flat_map(|(row, line)| {
                let cells = line.iter().enumerate().filter(|(_, cell)| **cell);
                cells.map(move |(column, _)| [0, row as i32, column as i32])
            });
            let fits = |side: i32| (5 - side).max(0) as u64;
            images(&cells.collect(), &PLANE).iter().map(|form| {
                let side = |axis: usize| form.iter().map(|cube| cube[axis]).max().unwrap_or(0) + 1;
                fits(side(1)) * fits(side(2))
            }).sum::<u64>()
        }).sum();
        prop_assert_eq!(read.option_count() as u64, places, "{}", text);
    }

    #[test]
    fn a_mistyped_square_is_an_error_of_its_line(
        all in prop::collection::vec(rows(), 1..4),
        at: prop::sample::Index,
        sign in prop::sample::select("xOo1*-=|:,\tQ@█\u{a0}".chars().collect::<Vec<_>>()),
        kind in 0..3,
    ) {
        let name = |number| if kind > 0 { format!("P{number}\n") } else { String::new() };
        let drawings = (1..).zip(&all).map(|(number, rows)| name(number) + &drawn(rows));
        let text = if kind == 2 {
            drawings.collect::<String>()
        } else {
            drawings.collect::<Vec<_>>().join("\n")
        };
        let squares = text.char_indices().filter(|(_, c)| matches!(c, '#' | '.'));
        let squares: Vec<usize> = squares.map(|(at, _)| at).collect();
        let square = squares[at.index(squares.len())];
        let mut mistyped = text.clone();
        mistyped.replace_range(square..=square, &sign.to_string());
        prop_assume!(!(sign.is_whitespace() && text[square + 1..].starts_with('\n')));
        // A drawing without # is one in letters, and | between layers of one row is right.
        prop_assume!(mistyped.split("\n\n").all(|drawing| drawing.contains('#')));
        prop_assume!(sign != '|' || all.iter().all(|rows| rows.len() > 1));
        let board = drawn(&all[0]).replacen(['#', '.'], &sign.to_string(), 1);
        let line = text[..square].matches('\n').count() + 1;
        for told in [
            Pieces::drawn(&mistyped, "p", Grid::squares()).err(),
            Pieces::drawn(&mistyped, "p", Grid::cubes()).err().filter(|_| kind < 2),
            TilingBoard::drawn(&board, "p", Grid::squares()).err(),
        ].into_iter().enumerate() {
            let (reader, told) = told;
            if reader == 1 && kind == 2 {
                continue;
            }
            let told = told.map(|error| error.to_string()).unwrap_or_default();
            let line = if reader == 2 { 1 } else { line };
            prop_assert!(told.starts_with(&format!("p:{line}:")), "{}\n{}", mistyped, told);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[#. LI1\\-=\\n\t]{0,60}") {
        let lines = text.lines().count().max(1) as u64;
        for told in [
            Pieces::drawn(&text, "p", Grid::squares()).err(),
            Pieces::drawn(&text, "p", Grid::cubes()).err(),
            TilingBoard::drawn(&text, "p", Grid::squares()).err(),
        ].into_iter().flatten() {
            let is_placed = matches!(told, Error::Parse { line, .. } if (1..=lines).contains(&line));
            prop_assert!(is_placed, "{text:?} {told}");
        }
    }
}
