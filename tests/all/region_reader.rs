//! Tests of boards in all input formats, valid and damaged.

use std::io::Cursor;

use countless::engine::Error;
use countless::queens::Regions;
use countless::queens::internals::region_reader::{
    OtherColumns, RegionReader, RegionReaderOptions, RegionRecord, board_of,
};
use countless::queens::internals::{REGION_LETTERS, ReadBoards, regions_of_squares};
use countless::table::Input;
use countless::table::records::RecordFault;
use proptest::prelude::*;

fn records(text: &str) -> Vec<RegionRecord> {
    let length = text.len() as u64;
    let input = Input::new("text", Cursor::new(text.to_owned()), Some(length));
    let reader = RegionReader::new(input.expect("it is text"), &RegionReaderOptions::default());
    let Ok(mut reader) = reader else {
        return Vec::new(); // a head that does not fit any format
    };
    let mut all = Vec::new();
    while let Some(record) = reader.record().expect("it is text") {
        all.push(record);
    }
    all
}

/// First line of each record, and its text.
fn cut(text: &str) -> Vec<(u64, String)> {
    let records = records(text).into_iter();
    records.map(|record| (record.place.0, record.row)).collect()
}

fn boards(text: &str) -> Vec<Option<String>> {
    let boards = records(text)
        .into_iter()
        .map(|record| board_of(&record).ok());
    boards
        .map(|board| Some(board?.regions.to_string()))
        .collect()
}

fn regions_of(record: &RegionRecord) -> Result<Regions, RecordFault> {
    board_of(record).map(|read| read.regions)
}

/// Passed fields of the rows of a text, whose columns are those of another.
fn passed(first: &str, text: &str) -> Result<Vec<Vec<String>>, Error> {
    let open = |text: &str, options: &RegionReaderOptions| {
        let input = Input::new("text", Cursor::new(text.to_owned()), None)?;
        RegionReader::new(input, options)
    };
    let passed = open(first, &RegionReaderOptions::default())?.pass_all();
    let options = RegionReaderOptions {
        passed: Some(passed),
        column: None,
    };
    let mut reader = open(text, &options)?;
    let mut rows = Vec::new();
    while let Some(record) = reader.record()? {
        rows.push(record.passed);
    }
    Ok(rows)
}

#[test]
fn columns_of_one_name_are_passed_in_their_order() -> Result<(), Error> {
    let first = "a,b,a,puzzle\n1,2,3,AABBACBBCCCDCDDD\n";
    let second = "puzzle,a,a,b\nAABBACBBCCCDCDDD,4,5,6\n";
    assert_eq!(passed(first, first)?, [["1", "2", "3"]]);
    assert_eq!(passed(first, second)?, [["4", "6", "5"]]);
    for other in ["a,b,b,puzzle\n", "a,b,puzzle\n", "a,b,a,a,puzzle\n"] {
        let refused = passed(first, other).expect_err(other).to_string();
        let reason = "other columns than those of the first input, which are: a, b, a";
        assert_eq!(refused, format!("text:1:1: {reason}"));
    }
    Ok(())
}

#[test]
fn names_of_passed_columns_differ() -> Result<(), Error> {
    let text = "puzzle,status,given_status\nAABBACBBCCCDCDDD,a,b\n";
    let input = Input::new("text", Cursor::new(text.to_owned()), None)?;
    let mut reader = RegionReader::new(input, &RegionReaderOptions::default())?;
    let names = ["given_given_status", "given_status"];
    assert_eq!(reader.pass_all().names, names);
    Ok(())
}

#[test]
fn later_keys_are_passed_or_rejected() -> Result<(), Error> {
    let object = "{\"puzzle\":\"AABBACBBCCCDCDDD\"}\n";
    let late = object.replace('{', "{\"id\":7,\"note\":null,");
    let text = object.repeat(3) + &late;
    assert_eq!(passed(&text, &text)?, [[""], [""], [""], ["7"]]);
    let text = object.repeat(70) + &late;
    let rows = passed(&text, &text)?;
    assert!(rows.len() == 71 && rows.iter().all(Vec::is_empty));
    let boards = boards(&text);
    assert!(boards.iter().all(Option::is_some), "no key is passed on");
    let options = RegionReaderOptions {
        passed: Some(OtherColumns::default()),
        column: None,
    };
    let input = Input::new("text", Cursor::new(text), None)?;
    let mut reader = RegionReader::new(input, &options)?;
    let mut faults = Vec::new();
    while let Some(record) = reader.record()? {
        faults.extend(record.board.err().map(|fault| (fault.line, fault.reason)));
    }
    let reason = "no column for the key \"id\": put an object with all keys first";
    assert_eq!(faults, [(71, reason.to_owned())]);
    Ok(())
}

#[test]
fn lines_and_grids_are_recognised() {
    let grid = "AABB\nACBB\nCCCD\nCDDD";
    let line = "AABBACBBCCCDCDDD";
    let text = format!("# boards\n{line}\n\n{grid}\n\n{line}\n{line} # the same\n\nA\n");
    let expected = [
        (2, line.to_owned()),
        (4, grid.to_owned()),
        (9, line.to_owned()),
        (10, format!("{line} # the same")),
        (12, "A".to_owned()),
    ];
    assert_eq!(cut(&text), expected);
    // Sixteen boards of four rows are not a grid of sixteen rows.
    let many = format!("{line}\n").repeat(16);
    assert_eq!(cut(&many).len(), 16);
    let rows: Vec<String> = (b'A'..=b'P')
        .map(|letter| char::from(letter).to_string().repeat(16))
        .collect();
    assert_eq!(cut(&rows.join("\n")), [(1, rows.join("\n"))]);
    // A damaged grid is one record.
    assert_eq!(cut("AABBC\nACBB\nCCCD\nCDDD\n\nA").len(), 2);
    assert_eq!(boards("AABB\nA\nCCCD\nCDDD\n"), [None]);
    assert_eq!(cut("\u{FEFF}A\r\n"), [(1, "A".to_owned())]);
    assert_eq!(cut(""), []);
    let table = "puzzle,status\nA,unique\n";
    assert_eq!(cut(table), [(2, "A,unique".to_owned())]);
}

#[test]
fn fields_and_columns_are_read() {
    let board = Some("AABAABCCC".to_owned());
    let line = Some("AABBACBBCCCDCDDD".to_owned());
    for text in [
        "A,A,B\nA,A,B\nC,C,C",
        "A;A;B\r\nA;A;B\r\nC;C;C\r\n",
        "A A B\rA A B\rC C C\r",
        "\u{FEFF}+---+\n| A | A | B |\n|A|A|B|\n| C | C | C |\n+---+",
        "│A│A│B│\n│A│A│B│\n│C│C│C│",
        "10 10 11\n10 10 11\n12 12 12",
        "[[0,0,1],[0,0,1],[2,2,2]]",
        "[\n [0, 0, 1],\n [0, 0, 1],\n\n [2, 2, 2]\n]\n",
        "[0,0,1],\n[0,0,1],\n[2,2,2]",
        "[\"AAB\", \"AAB\", \"CCC\"]",
        "[0,0,1,0,0,1,2,2,2]",
        "red,red,\"light blue\"\nred,red,\"light blue\"\ngreen,green,green",
        "🟥🟥🟦\n🟥🟥🟦\n🟩🟩🟩",
        "A,A,B,A,A,B,C,C,C",
        "1️⃣ 1️⃣ 2️⃣\n1️⃣ 1️⃣ 2️⃣\n3️⃣ 3️⃣ 3️⃣",
        "  1 2 3\n1 A A B\n2 A A B\n3 C C C\n",
        "id,board\n7,AABAABCCC\n",
        "board\tname\n\"AAB\nAAB\nCCC\"\tx\n",
        "{\"name\":\"x, y\",\"regions\":[[0,0,1],[0,0,1],[2,2,2]]}",
        "{\"puzzle\":\"AAB\\nAAB\\nCCC\",\"status\":\"none\"}\n",
    ] {
        assert_eq!(boards(text), std::slice::from_ref(&board), "{text}");
    }
    for text in [
        "7,AABBACBBCCCDCDDD\n",
        "level,size,puzzle,count\n1,4,AABBACBBCCCDCDDD,1\n",
        "level;text\n1;AABBACBBCCCDCDDD\n",
        "AABBACBBCCCDCDDD,unique,1,2 4 1 3\n",
        "AABB ACBB\nCCCD CDDD\n",
    ] {
        assert_eq!(boards(text), std::slice::from_ref(&line), "{text}");
    }
    let several = "[[[0,0,1],[0,0,1],[2,2,2]],\n[[0,0,1],[0,0,1],[2,2,2]]]";
    assert_eq!(boards(several), [board.clone(), board]);
}

#[test]
fn damage_has_its_place() {
    for (text, line, column) in [
        ("A,A,B\nA,,B\nC,C,C", 2, 3),
        ("A,A,B\nA,A B,B\nC,C,C", 2, 4),
        ("A,A,B\nA;A;B\nC,C,C", 2, 2),
        ("A,A,B\nA,A,B\nC,C", 3, 1),
        ("|A|A|B|\n|A|A|B\n|C|C|C|", 2, 1),
        ("[[0,0,1],\n[0,0 1],[2,2,2]]", 2, 6),
        ("[[0,0,1],\n[0,0,1],[2,2,2]", 2, 16),
        ("[[0,0,1],[0,,1],[2,2,2]]", 1, 13),
        ("A * B B\nA C B *\n* C C D\nC D * D\n", 1, 3),
        ("id,puzzle\n1,AABBACBBCC-DCDDD\n", 2, 13),
        ("id,puzzle\n1,AABBACBBCCCDCDDD,2\n", 2, 1),
        ("10 10 11\n10 10\n12 12 12", 2, 1),
    ] {
        let all = records(text);
        assert_eq!(all.len(), 1, "{text}: {all:?}");
        let fault = regions_of(&all[0]).expect_err(text);
        assert_eq!(
            (fault.line, fault.column),
            (line, column),
            "{text}: {fault:?}"
        );
    }
    for text in ["AABBACBBCCCDCDDD,AABBACBBCCCDCDDD\n", "id,text\n", "A\nA\n"] {
        assert!(Regions::parse(text, "t").is_err(), "{text}");
    }
}

#[test]
fn a_separator_in_a_board_does_not_leave_a_smaller_board() {
    // The separator replaces one of 36 squares. The 16 squares on one side of it are a board of four
    // rows. The second board has lost the only square of a region.
    let small = "DDDDDDDDEDADDDDF";
    for separator in [',', ';', '\t', '|'] {
        for before in ["AAAAAAABAAAAAACAAAA", "AAAAAAABAAAAAAAAAAA"] {
            for text in [
                format!("{before}{separator}{small}\n"),
                format!("{small}{separator}{before}\n"),
            ] {
                assert_eq!(boards(&text), [None], "{text}");
            }
        }
        if separator != '|' {
            for other in ["12345678", "level A", "AAAAAAABAAAAAACAA", "1,2 4 1 3"] {
                let other = other.replace(',', &separator.to_string());
                let text = format!("{other}{separator}{small}\n");
                assert_eq!(boards(&text), boards(small), "{text}");
            }
        }
    }
}

#[test]
fn a_bracket_in_a_list_does_not_leave_a_smaller_board() {
    let rows = "[0,1,1,1],\n[0,0,0,1],\n[2,2,2,2],\n[3,3,3,3]";
    let whole = format!("[\n{rows}\n]");
    let board = boards(&whole).remove(0);
    assert!(board.is_some());
    // Without a bracket the rows are still those of the board.
    let missing = whole.replacen("\n[", "\n", 1);
    assert_eq!(boards(&missing), [board.clone(), None]);
    // A board with other damaged brackets is refused, or read as it was.
    for damaged in [
        whole.replacen("],", "]],", 1),
        whole.replacen("],", "],]", 1),
        whole.replacen("\n[", "\n[[", 1),
        format!("[{whole}]").replacen("],", "]]],", 1),
    ] {
        let boards = boards(&damaged);
        let is_refused = boards.iter().any(Option::is_none);
        let is_same = |read: &Option<String>| read.is_none() || *read == board;
        assert!(
            is_refused && boards.iter().all(is_same),
            "{damaged}: {boards:?}"
        );
    }
    // A board in a single list of squares is still read.
    let flat = "[\n0,1,1,1,0,0,0,1,2,2,2,2,3,3,3,3]";
    for text in [
        format!("{flat}\n{flat}"),
        format!("{flat},\n\n{flat}"),
        format!("{flat}\n\n[0]"),
    ] {
        let boards = boards(&text);
        assert!(
            boards.len() == 2 && boards.iter().all(Option::is_some),
            "{text}: {boards:?}"
        );
    }
}

/// Number of formats in which a board is printed.
const LAYOUTS: usize = 12;

/// Prints a board with squares of single characters, unless `is_long`.
fn printed(regions: &Regions, layout: usize, is_long: bool) -> String {
    let n = regions.n();
    let name = |row: usize, column: usize| {
        let of = regions.region_of(row + 1, column + 1);
        if is_long {
            format!("{}", of + 10)
        } else {
            char::from(REGION_LETTERS[of]).to_string()
        }
    };
    let rows = |left: &str, between: &str, right: &str, feed: &str| {
        let row = |row: usize| {
            let names: Vec<String> = (0..n).map(|column| name(row, column)).collect();
            format!("{left}{}{right}", names.join(between))
        };
        (0..n).map(row).collect::<Vec<_>>().join(feed)
    };
    match layout {
        0 if !is_long => rows("", "", "", ""),
        1 if !is_long => rows("", "", "", "\n"),
        2 if !is_long => rows("", "", "", " "),
        0 | 3 => rows("", " ", "", "\n"),
        1 | 4 => rows("", ",", "", "\r\n"),
        2 | 5 => rows("", " ; ", "", "\n"),
        6 => rows("| ", " | ", " |", "\n+---+\n"),
        7 => format!("[{}]", rows("[", ",", "]", ",")),
        8 => format!("[\n{}\n]", rows("  [\"", "\", \"", "\"]", ",\n")),
        9 => rows("[", ", ", "],", "\n"),
        10 => rows("", ",", "", ","),
        _ => format!("name,board\nx,\"{}\"", rows("", ",", "", "\n")),
    }
}

fn random(n: usize, numbers: &[usize]) -> Regions {
    let mut squares: Vec<u8> = numbers[..n * n].iter().map(|of| (of % n) as u8).collect();
    for region in 0..n {
        squares[(region * (n + 1)) % (n * n)] = region as u8;
    }
    regions_of_squares(n, &squares)
}

proptest! {
    #[test]
    fn boards_come_back_as_they_were_printed(
        n in 4..=12_usize,
        numbers in prop::collection::vec(0..1000_usize, 144),
        layout in 0..LAYOUTS,
        is_long: bool,
        copies in 1..4_usize,
    ) {
        let regions = random(n, &numbers);
        let text = printed(&regions, layout, is_long);
        let copies = if layout + 1 == LAYOUTS { 1 } else { copies };
        let text = vec![text; copies].join("\n\n");
        let read: Vec<_> = records(&text).iter().map(regions_of).collect();
        prop_assert_eq!(read, vec![Ok(regions); copies], "{}", text);
    }

    #[test]
    fn a_damaged_board_is_refused_or_the_same(
        n in 4..=9_usize,
        numbers in prop::collection::vec(0..1000_usize, 81),
        layout in 0..LAYOUTS,
        place in any::<prop::sample::Index>(),
        kind in 0..3,
        other in prop::sample::select(",;| \t[]\"'+-=*.!Zé\u{FEFF}\0".chars().collect::<Vec<_>>()),
    ) {
        let regions = random(n, &numbers);
        let mut text: Vec<char> = printed(&regions, layout, false).chars().collect();
        let at = place.index(text.len());
        let is_feed = text[at] == '\n' && kind != 1;
        // A quote in a field of several lines ends its row. The lines after it are rows.
        let is_quote = layout + 1 == LAYOUTS && kind != 0 && other == '"';
        match kind {
            0 => drop(text.remove(at)),
            1 => text.insert(at, other),
            _ => text[at] = other,
        }
        let text: String = text.into_iter().collect();
        let read: Vec<_> = records(&text).iter().map(regions_of).collect();
        let is_refused = read.iter().any(Result::is_err);
        let is_other = |board: &Result<Regions, _>| board.as_ref().is_ok_and(|board| *board != regions);
        let is_cut = is_refused && (is_feed || is_quote);
        prop_assert!(!read.iter().any(is_other) || is_cut, "{:?}\n{:?}", text, read);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[AB1#,;|\\[\\]{}\"' \\n\\r\\té.*🟥+-]{0,80}") {
        for record in records(&text) {
            prop_assert!(record.place.0 >= 1);
            match regions_of(&record) {
                Ok(regions) => prop_assert!(regions.n() >= 1),
                Err(fault) => prop_assert!(fault.line >= 1 && fault.column >= 1),
            }
        }
    }
}
