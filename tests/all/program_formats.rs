//! Tests with random puzzles printed as other programs do, and with damaged ones.

use proptest::prelude::*;

use countless::sudoku::Grid;
use countless::sudoku::internals::{
    element_end, is_link, is_solo, read_element, read_hodoku, read_link, read_solo,
};

/// Random cells, with 0 for an empty cell.
fn cells(size: usize) -> impl Strategy<Value = Vec<usize>> {
    let cell = prop_oneof![2 => Just(0), 1 => 1..=size];
    prop::collection::vec(cell, size * size)
}

fn line(cells: &[usize]) -> String {
    let digit = |&cell: &usize| match cell {
        0 => '.',
        cell => char::from(b"123456789ABCDEFGHIJKLMNOP"[cell - 1]),
    };
    cells.iter().map(digit).collect()
}

/// Runs of empty cells as letters, as Solo prints a grid.
fn runs(cells: &[usize]) -> String {
    let mut text = String::new();
    let mut run = 0;
    for &cell in cells {
        if cell == 0 {
            run += 1;
            continue;
        }
        text += &blanks(run);
        if run == 0 && !text.is_empty() {
            text.push('_');
        }
        text += &cell.to_string();
        run = 0;
    }
    text + &blanks(run)
}

fn blanks(mut run: usize) -> String {
    let mut text = String::new();
    while run > 0 {
        let part = run.min(26);
        text.push(char::from(b'a' + part as u8 - 1));
        run -= part;
    }
    text
}

/// Lines between areas, as Solo prints them.
fn borders(areas: &[usize], size: usize) -> String {
    let rows = (0..size).flat_map(|row| (0..size - 1).map(move |column| (row * size + column, 1)));
    let columns =
        (0..size).flat_map(|column| (0..size - 1).map(move |row| (row * size + column, size)));
    let mut edges: Vec<bool> = rows
        .chain(columns)
        .map(|(cell, step)| areas[cell] != areas[cell + step])
        .collect();
    edges.push(true);
    let mut text = String::new();
    let mut run = 0;
    for edge in edges {
        if !edge {
            run += 1;
            continue;
        }
        while run > 25 {
            text.push('z');
            run -= 25;
        }
        text.push(if run == 0 {
            '_'
        } else {
            char::from(b'a' + run as u8 - 1)
        });
        run = 0;
    }
    text
}

/// Random connected areas: runs in rows, some of them joined to the run above.
fn areas(size: usize) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec((any::<bool>(), any::<bool>()), size * size).prop_map(move |joins| {
        let mut areas = vec![0; size * size];
        let mut next = 0;
        for cell in 0..size * size {
            let (left, above) = joins[cell];
            areas[cell] = if left && cell % size > 0 {
                areas[cell - 1]
            } else if above && cell >= size {
                areas[cell - size]
            } else {
                next += 1;
                next - 1
            };
        }
        // Areas that touch again become one, since only lines are printed.
        connected(&areas, size)
    })
}

/// Connected parts of areas, numbered in the order of their first cells.
fn connected(areas: &[usize], size: usize) -> Vec<usize> {
    let mut parts = vec![usize::MAX; areas.len()];
    let mut next = 0;
    for cell in 0..areas.len() {
        if parts[cell] != usize::MAX {
            continue;
        }
        let mut open = vec![cell];
        while let Some(cell) = open.pop() {
            if parts[cell] != usize::MAX {
                continue;
            }
            parts[cell] = next;
            let (row, column) = (cell / size, cell % size);
            let mut near = Vec::new();
            if row > 0 {
                near.push(cell - size);
            }
            if row + 1 < size {
                near.push(cell + size);
            }
            if column > 0 {
                near.push(cell - 1);
            }
            if column + 1 < size {
                near.push(cell + 1);
            }
            open.extend(
                near.into_iter()
                    .filter(|&other| areas[other] == areas[cell]),
            );
        }
        next += 1;
    }
    parts
}

fn letters(areas: &[usize]) -> String {
    let all: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').collect();
    areas.iter().map(|&area| all[area]).collect()
}

/// Pencil marks of cells without some candidates, each as digit, row and column.
fn marks(cells: &str, deleted: &[&str]) -> String {
    let marks = cells.char_indices().flat_map(|(cell, c)| {
        "123456789".chars().map(move |digit| {
            let name = format!("{digit}{}{}", cell / 9 + 1, cell % 9 + 1);
            let is_left = (c == '.' || c == digit) && !deleted.contains(&name.as_str());
            if is_left { digit } else { '.' }
        })
    });
    marks.collect()
}

proptest! {
    #[test]
    fn libraries_are_read(cells in cells(9), placed: Vec<bool>, code in "[0-9]{4}", indent in 0_usize..3) {
        let is_placed = |place: usize| placed.get(place).copied().unwrap_or(false);
        let print = |(place, &cell): (usize, &usize)| match cell {
            0 => ".".to_owned(),
            cell if is_placed(place) => format!("+{cell}"),
            cell => cell.to_string(),
        };
        let printed: String = cells.iter().enumerate().map(print).collect();
        let given: Vec<usize> = cells.iter().enumerate().map(|(place, &cell)| if is_placed(place) { 0 } else { cell }).collect();
        let blank = " ".repeat(indent);
        let all = line(&cells);
        for (rest, deleted) in [
            ("", &[][..]),
            (":", &[]),
            ("::944 964:x:", &[]),
            (":711 817 919::", &["711", "817", "919"]),
            (":711:944 964:x:", &["711"]),
        ] {
            let text = format!("{blank}:{code}:9:{printed}{rest}");
            let found = read_hodoku(&text, true).expect("it is right");
            let expected = match (deleted, all.parse::<Grid>()) {
                ([], _) => line(&given),
                // Two equal digits in a house are a fault of the cells.
                (_, Err(_)) => all.clone(),
                (_, Ok(_)) => marks(&all, deleted),
            };
            prop_assert_eq!(&found.cells, &expected);
            let variant = read_hodoku(&text, false);
            prop_assert_eq!(variant.is_ok(), deleted.is_empty());
            prop_assert_eq!(&text[found.offset..][..printed.len()], &printed);
            prop_assert_eq!(found.tag, Some(format!("{code}:9")));
        }
        let damaged = format!(":{code}:9:{printed}:711 81x:");
        prop_assert_eq!(read_hodoku(&damaged, true).map_err(|wrong| wrong.0), Err(damaged.find("81x").expect("there")));
    }

    #[test]
    fn links_are_read(cells in cells(9), zero: bool) {
        let text = line(&cells);
        let text = if zero { text.replace('.', "0") } else { text };
        for (before, after) in [
            ("https://www.example.org/sudoku.htm?bd=", ""),
            ("HTTP://example.org/play/?x=7&s=", "&t=12"),
            ("https://example.org/play/", "?from=3"),
            ("https://example.org/play/?n=12&board=", "#here"),
        ] {
            let address = format!("  {before}{text}{after} a tag");
            prop_assert!(is_link(&address));
            let found = read_link(&address).expect("it is right");
            prop_assert_eq!(&found.cells, &text);
            prop_assert_eq!(found.offset, 2 + before.len());
            prop_assert_eq!(found.tag.as_deref(), Some("a tag"));
            let short = format!("{before}{}{after}", &text[1..]);
            prop_assert!(read_link(&short).is_err());
            let long = format!("{before}{text}1{after}");
            prop_assert!(read_link(&long).is_err());
        }
    }

    #[test]
    fn game_ids_are_read((columns, rows, cells) in prop::sample::select(vec![(2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (2, 5)])
        .prop_flat_map(|(rows, columns)| (Just(columns), Just(rows), cells(rows * columns))), diagonals: bool)
    {
        let size = rows * columns;
        let flag = if diagonals { "x" } else { "" };
        let id = format!("{rows}x{columns}{flag}:{}", runs(&cells));
        prop_assert!(is_solo(&id));
        let read = read_solo(&format!("{id} a tag")).expect("it is right");
        prop_assert_eq!(&read.found.cells, &line(&cells));
        prop_assert_eq!(read.found.tag.as_deref(), Some("a tag"));
        prop_assert_eq!((read.size, read.boxes, read.diagonals), (size, Some((rows, columns)), diagonals));
        prop_assert_eq!((read.regions, read.cages), (None, None));
        for damaged in [format!("{id}a"), format!("{id},a"), format!("{id}_0"), format!("{rows}x{columns}k:{}", runs(&cells))] {
            prop_assert!(read_solo(&damaged).is_err(), "{}", damaged);
        }
    }

    #[test]
    fn game_ids_of_killers_are_read(areas in areas(4), sums in prop::collection::vec(1_usize..40, 16), cells in cells(4)) {
        let mut seen = Vec::new();
        let mut printed = vec![0; 16];
        for (cell, &area) in areas.iter().enumerate() {
            if !seen.contains(&area) {
                seen.push(area);
                printed[cell] = sums[area];
            }
        }
        let sum = |&area: &usize| format!(";{}={}", letters(&[area]), sums[area]);
        let sums: Vec<String> = seen.iter().map(sum).collect();
        let expected = letters(&areas) + &sums.concat();
        let id = format!("2x2k:{},{},{}", runs(&cells), borders(&areas, 4), runs(&printed));
        let read = read_solo(&id).expect("it is right");
        prop_assert_eq!(read.cages.as_deref(), Some(expected.as_str()));
        prop_assert_eq!(&read.found.cells, &line(&cells));
        let fewer = format!("2x2k:{},{}", runs(&cells), borders(&areas, 4));
        prop_assert!(read_solo(&fewer).is_err());
        printed[0] = 0;
        let lacking = format!("2x2k:{},{},{}", runs(&cells), borders(&areas, 4), runs(&printed));
        prop_assert!(read_solo(&lacking).is_err());
    }

    #[test]
    fn elements_are_read(cells in cells(9), note in "[a-z&<' ]{0,9}", quote in prop::sample::select(vec!['"', '\''])) {
        let text = line(&cells).replace('.', "0");
        let escaped = note.replace('&', "&amp;").replace('<', "&lt;").replace('\'', "&apos;");
        let element = format!("\n  <game note={quote}{escaped}{quote} data={quote}{text}{quote} />");
        prop_assert_eq!(element_end(element.as_bytes()), Some(element.len()));
        let Ok(Some(found)) = read_element(&element) else {
            panic!("{element}");
        };
        prop_assert_eq!(&found.cells, &text);
        prop_assert_eq!(&element[found.offset..][..81], &text);
        prop_assert_eq!(found.tag.as_deref().unwrap_or_default().trim(), note.trim());
        let without = element.replace("data=", "date=");
        prop_assert!(read_element(&without).is_err());
        let broken = element.replacen(quote, "", 1);
        prop_assert!(read_element(&broken).is_err() || note.is_empty());
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9a-z:x,_.=/<>\"'& +k]{0,60}") {
        let _ = read_hodoku(&(":".to_owned() + &text), true);
        let _ = read_link(&format!("https://{text}"));
        let _ = read_solo(&text);
        let _ = read_solo(&format!("2x2:{text}"));
        let _ = read_solo(&format!("4jk:{text}"));
        let _ = element_end(text.as_bytes());
        let _ = read_element(&format!("<game {text}>"));
    }
}

#[test]
fn game_ids_of_jigsaws_are_read() {
    let regions = [0, 0, 1, 1, 0, 2, 1, 1, 0, 2, 3, 3, 2, 2, 3, 3];
    let id = format!("4j:{},{}", runs(&[0; 16]), borders(&regions, 4));
    let read = read_solo(&id).expect("it is right");
    assert_eq!(read.regions.as_deref(), Some("AABBACBBACDDCCDD"));
    assert_eq!((read.size, read.boxes), (4, None));
    let uneven = [0, 0, 1, 1, 0, 2, 1, 1, 0, 2, 3, 3, 0, 2, 3, 3];
    let id = format!("4j:{},{}", runs(&[0; 16]), borders(&uneven, 4));
    assert!(read_solo(&id).is_err());
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (text, at, reason) in [
        ("3x3:a10", 5, "expected a number up to 9, found 10"),
        ("3x3:zzzd", 7, "more than 81 cells in the game ID"),
        ("3x3:zz", 4, "expected 81 cells, found 52"),
        ("  3x3:zzA", 8, "expected a digit, a letter or _, found 'A'"),
        ("9x9:a", 0, "a grid of 81 rows; at most 25 are read"),
        ("4j:p", 4, "no regions in the game ID"),
        ("4j:p,y", 5, "more lines than the grid has"),
    ] {
        assert_eq!(read_solo(text), Err((at, reason.to_owned())), "{text}");
    }
    let missing = read_hodoku(":0702:9", true);
    assert_eq!(
        missing,
        Err((
            0,
            "expected :technique:candidates:cells:, found two fields".to_owned()
        ))
    );
    assert_eq!(
        read_hodoku("0702:9:", true),
        Err((0, "expected a line such as :0702:9:cells:".to_owned()))
    );
    let zipped = read_link("https://example.org/?bd=S9B0109");
    assert_eq!(
        zipped,
        Err((0, "expected 81 digits after = or / in a link".to_owned()))
    );
}
