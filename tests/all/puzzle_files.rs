//! Puzzle files of every format, valid and invalid, and random texts.

use countless::Error;
use countless::sudoku::puzzles::{ChunkReader, PuzzleChunk, PuzzleFormat};
use countless::sudoku::puzzles::{PuzzleRecord, ReadOptions};
use countless::table::Input;
use proptest::prelude::*;

const ONE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const TWO: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Owned copy of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Owned {
    line: u64,
    /// Grid, or `line:column: reason`.
    puzzle: Result<String, String>,
    text: String,
    tag: Option<String>,
    solution: Option<String>,
    fields: Vec<String>,
}

impl From<PuzzleRecord<'_>> for Owned {
    fn from(record: PuzzleRecord<'_>) -> Self {
        Self {
            line: record.line,
            puzzle: match record.puzzle {
                Ok(grid) => Ok(grid.to_string()),
                Err(bad) => Err(bad.to_string()),
            },
            text: record.text.into_owned(),
            tag: record.tag.map(str::to_owned),
            solution: record.solution.map(str::to_owned),
            fields: record.fields.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Reader that returns a few bytes at a time.
struct Dripping(Vec<u8>, usize);

impl std::io::Read for Dripping {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(buffer.len()).min(self.0.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0.drain(..count);
        Ok(count)
    }
}

fn open(text: &[u8], options: &ReadOptions, drip: usize) -> Result<ChunkReader, Error> {
    let input = Input::new("test", Dripping(text.to_vec(), drip), None)?;
    ChunkReader::new(input, options)
}

fn parse(layout: &PuzzleFormat, chunks: &[PuzzleChunk]) -> Vec<Owned> {
    let mut records = Vec::new();
    for chunk in chunks {
        layout.parse(chunk, |record| records.push(record.into()));
    }
    records
}

fn records_with(text: &[u8], options: &ReadOptions) -> Result<Vec<Owned>, Error> {
    let reader = open(text, options, usize::MAX)?;
    let layout = reader.format().clone();
    Ok(parse(&layout, &reader.collect::<Result<Vec<_>, _>>()?))
}

fn records(text: &str) -> Vec<Owned> {
    records_with(text.as_bytes(), &ReadOptions::new()).unwrap()
}

fn puzzles(text: &str) -> Vec<Result<String, String>> {
    records(text)
        .into_iter()
        .map(|record| record.puzzle)
        .collect()
}

#[expect(clippy::unnecessary_wraps, reason = "stands beside `bad`")]
fn good(puzzle: &str) -> Result<String, String> {
    Ok(puzzle.to_owned())
}

fn bad(reason: &str) -> Result<String, String> {
    Err(reason.to_owned())
}

/// Nine rows of a puzzle.
fn rows(puzzle: &str) -> Vec<&str> {
    (0..9).map(|row| &puzzle[9 * row..][..9]).collect()
}

fn nine_lines(puzzle: &str) -> String {
    rows(puzzle).join("\n") + "\n"
}

#[test]
fn lines_with_blanks_of_every_kind() {
    for blank in [".", "0", "*", "_", "-", "x", "X"] {
        assert_eq!(puzzles(&ONE.replace('.', blank)), [good(ONE)], "{blank}");
    }
}

#[test]
fn lines_with_tags_comments_and_foreign_ends() {
    let text = format!(
        "\u{feff}# comment\r\n// another\r\n\r\n{ONE}\r\n{TWO} Größe 7 \r\n  {ONE};rated 1.2\n\
         {TWO},# hard\n{ONE}\t\n{TWO}:1:{SOLVED}"
    );
    let records = records(&text);
    let seen: Vec<_> = records.iter().map(|r| (r.line, r.tag.as_deref())).collect();
    let last = format!("1:{SOLVED}");
    assert_eq!(
        seen,
        [
            (4, None),
            (5, Some("Größe 7")),
            (6, Some("rated 1.2")),
            (7, Some("hard")),
            (8, None),
            (9, Some(last.as_str()))
        ]
    );
    for (record, puzzle) in records.iter().zip([ONE, TWO].iter().cycle()) {
        assert_eq!(record.puzzle, good(puzzle));
        assert_eq!(record.text, *puzzle);
    }
}

#[test]
fn every_bad_line_is_a_record_that_says_where() {
    let letter = ONE.replacen("19", "1?", 1);
    let umlaut = ONE.replacen("19", "1ö", 1);
    let twice = ONE.replacen("53.", "535", 1);
    let text = format!(
        "{ONE}\n{}\n{letter}\n{umlaut} tag\n{twice}\n{ONE}9\nnothing here\n{ONE}\n",
        &ONE[..80]
    );
    assert_eq!(
        puzzles(&text),
        [
            good(ONE),
            bad("2:81: expected 81 cells, found 80"),
            bad("3:14: '?' is neither a digit nor a blank"),
            bad("4:14: 'ö' is neither a digit nor a blank"),
            bad("5:3: 5 appears twice in row 1, at r1c1 and r1c3"),
            bad("6:82: expected 81 cells, found 82"),
            bad("7:1: 'n' is neither a digit nor a blank"),
            good(ONE),
        ]
    );
    assert_eq!(records(&text)[3].tag.as_deref(), Some("tag"));
}

#[test]
fn text_that_is_not_utf8_is_bad_and_the_next_line_is_not() {
    let text = [ONE.as_bytes(), b" \xff\n", TWO.as_bytes(), b"\n\xfe"].concat();
    let records = records_with(&text, &ReadOptions::new()).unwrap();
    let puzzles: Vec<_> = records.into_iter().map(|record| record.puzzle).collect();
    assert_eq!(
        puzzles,
        [
            bad("1:83: not UTF-8 text"),
            good(TWO),
            bad("3:1: '\u{fffd}' is neither a digit nor a blank")
        ]
    );
}

#[test]
fn empty_files_have_no_rows() {
    for text in [
        "",
        "\n",
        "\u{feff}",
        "# only\n\n// comments",
        " \t \r\n",
        "puzzle,solution\n",
    ] {
        assert_eq!(records(text), [], "{text:?}");
    }
}

#[test]
fn sdm_is_lines_and_sdk_is_a_grid_with_headers() {
    assert_eq!(puzzles(&format!("{ONE}\n{TWO}\n")), [good(ONE), good(TWO)]);
    let sdk = format!(
        "#ASomebody\n#DA fine puzzle\n#CNo comment\n#B03-08-2006\n#SNewspaper\n#LEasy\n\
         #Uhttp://example.org\n{}",
        nine_lines(ONE)
    );
    let read = records(&sdk);
    assert_eq!(read[0].puzzle, good(ONE));
    assert_eq!(
        (read[0].line, read[0].tag.as_deref()),
        (8, Some("A fine puzzle"))
    );
    assert_eq!(read[0].text, ONE);

    let sections = format!(
        "[Puzzle]\n{}[State]\n{}",
        nine_lines(ONE),
        nine_lines(SOLVED)
    );
    assert_eq!(puzzles(&sections), [good(ONE)]);
    let several = format!("{sections}\n{sections}{}", nine_lines(TWO));
    assert_eq!(puzzles(&several), [good(ONE), good(ONE), good(TWO)]);
}

#[test]
fn drawn_grids() {
    let spaced: Vec<String> = rows(ONE)
        .into_iter()
        .map(|row| {
            let cells: Vec<String> = row.chars().map(String::from).collect();
            format!(
                "| {} | {} | {} |",
                cells[..3].join(" "),
                cells[3..6].join(" "),
                cells[6..].join(" ")
            )
        })
        .collect();
    for (border, bar) in [
        ("+-------+-------+-------+", "|"),
        ("*-----------------------*", "|"),
        ("-------------------------", "|"),
        ("┌───────┬───────┬───────┐", "│"),
        ("=========================", "!"),
        ("", "|"),
    ] {
        let border = format!("\n{border}\n");
        let mut text = border.clone();
        for band in spaced.chunks(3) {
            text += &band.join("\n").replace('|', bar);
            text += &border;
        }
        assert_eq!(puzzles(&text), [good(ONE)], "{text}");
        assert_eq!(
            puzzles(&format!("{text}\n{text}{text}")),
            vec![good(ONE); 3],
            "{text}"
        );
    }
}

#[test]
fn grids_of_nine_lines_one_below_the_other() {
    let commas: String = rows(TWO)
        .iter()
        .map(|row| {
            let cells: Vec<_> = row
                .chars()
                .map(|c| c.to_string().replace('.', "0"))
                .collect();
            cells.join(",") + "\r\n"
        })
        .collect();
    let dashes = nine_lines(ONE).replace('.', "-");
    let text = format!(
        "Grid 01\n{}Grid 02\n{}\n\n{commas}",
        nine_lines(ONE),
        nine_lines(TWO)
    );
    assert_eq!(puzzles(&text), [good(ONE), good(TWO), good(TWO)]);
    assert_eq!(records(&text)[1].tag.as_deref(), Some("Grid 02"));
    // The grid with dashes for empty cells and between bands.
    let mut lines: Vec<&str> = dashes.lines().collect();
    lines.insert(6, "------+------+------");
    lines.insert(3, "------+------+------");
    assert_eq!(puzzles(&lines.join("\n")), [good(ONE)]);
}

#[test]
fn every_bad_grid_is_a_record_that_says_where() {
    let whole = nine_lines(ONE);
    let short = rows(ONE)[..7].join("\n");
    let letter = whole.replacen("419", "4a9", 1);
    let long = whole.replacen("419", "4199", 1);
    let twice = whole.replacen("53.", "535", 1);
    let text = format!("{whole}\n{short}\n\n{letter}\n{long}\n{twice}\n{whole}5\n\n{whole}");
    assert_eq!(
        puzzles(&text),
        [
            good(ONE),
            bad("11:1: expected 9 rows in a grid, found 7"),
            bad("26:5: 'a' is neither a digit nor a blank"),
            bad("36:11: expected 9 cells in a row, found 10"),
            bad("39:3: 5 appears twice in row 1, at r1c1 and r1c3"),
            good(ONE),
            bad("58:1: expected 81 cells, found 1"),
            good(ONE),
        ]
    );
}

#[test]
fn csv_headers_of_the_wild() {
    let zeros = ONE.replace('.', "0");
    for (header, row) in [
        ("quizzes,solutions", format!("{zeros},{SOLVED}")),
        ("puzzle,solution", format!("{zeros},{SOLVED}")),
        (
            "id,puzzle,solution,clues,difficulty",
            format!("1,{ONE},{SOLVED},30,2.2"),
        ),
        (
            "source,question,answer,rating",
            format!("puzzles0,{ONE},{SOLVED},12"),
        ),
        ("Solution;Sudoku", format!("{SOLVED};\"{ONE}\"")),
        ("rating\tGRID\tanswer", format!("3\t{ONE}\t{SOLVED}")),
        ("\"puzzle\",\"solution\"", format!("\"{ONE}\",\"{SOLVED}\"")),
    ] {
        let read = records(&format!("{header}\r\n{row}\r\n{row}"));
        assert_eq!(read.len(), 2, "{header}");
        for (record, line) in read.iter().zip(2..) {
            assert_eq!(
                (record.line, &record.puzzle),
                (line, &good(ONE)),
                "{header}"
            );
            assert_eq!(record.solution.as_deref(), Some(SOLVED), "{header}");
        }
    }
    assert_eq!(
        puzzles(&format!("puzzle\n{ONE}\n\n{TWO}\n")),
        [good(ONE), good(TWO)]
    );
}

#[test]
fn csv_exposes_columns_and_fields() {
    let text = format!("# made up\nid,note,puzzle\n7,\"a \"\"b\"\", c\nd\",{ONE}\n8,é,{TWO}\n");
    let reader = open(text.as_bytes(), &ReadOptions::new(), 5).unwrap();
    assert_eq!(reader.format().columns(), ["id", "note", "puzzle"]);
    assert_eq!(reader.format().puzzle_column(), Some(2));
    assert_eq!(reader.format().solution_column(), None);
    let read = records(&text);
    assert_eq!(read[0].fields, ["7", "a \"b\", c\nd", ONE]);
    assert_eq!(read[1].fields, ["8", "é", TWO]);
    assert_eq!((read[0].line, read[1].line), (3, 5));
}

#[test]
fn a_column_can_be_chosen() {
    let choose = |text: &str, column: &str| {
        let options = ReadOptions::new().column(Some(column));
        records_with(text.as_bytes(), &options)
    };
    let text = format!("puzzle,Mine\n{ONE},{TWO}\n");
    for column in ["mine", "2"] {
        assert_eq!(
            choose(&text, column).unwrap()[0].puzzle,
            good(TWO),
            "{column}"
        );
    }
    let headless = format!("1,{ONE}\n2,{TWO}\n");
    let read = choose(&headless, "2").unwrap();
    assert_eq!((read[0].line, &read[0].puzzle), (1, &good(ONE)));
    assert_eq!(read.len(), 2);
    let error = choose(&headless, "3").unwrap_err().to_string();
    assert!(
        error.ends_with("no column 3, by its name or its number from 1 to 2"),
        "{error}"
    );
    let words = choose("level,grid\nhard,\n", "1").unwrap();
    assert_eq!(
        words[0].puzzle,
        bad("2:1: expected a puzzle of 81 cells, found \"hard\"")
    );
    for column in ["3", "0", "yours"] {
        let error = choose(&text, column).unwrap_err().to_string();
        assert_eq!(
            error,
            format!(
                "test:1:1: found no column {column}, by its name or its number from 1 to 2; the \
                 columns are puzzle, Mine"
            )
        );
    }
}

#[test]
fn every_bad_row_is_a_record_that_says_where() {
    let text = format!(
        "id,puzzle\n1,{ONE}\n2,{}\n3,{ONE},more\n4\n5,\"{}\"\n\"ü\n6\",{}\n7,\"{ONE}\n8,{ONE}\n",
        &ONE[..70],
        ONE.replacen("19", "1y", 1),
        ONE.replacen("53", "55", 1),
    );
    assert_eq!(
        puzzles(&text),
        [
            good(ONE),
            bad("3:73: expected 81 cells, found 70"),
            bad("4:1: expected 2 fields, found 3"),
            bad("5:1: expected 2 fields, found 1"),
            bad("6:17: 'y' is neither a digit nor a blank"),
            bad("8:5: 5 appears twice in row 1, at r1c1 and r1c2"),
            bad("9:3: '\"' is neither a digit nor a blank"),
            good(ONE),
        ]
    );
}

#[test]
fn endless_lines_are_refused_in_bounded_memory() {
    let reader = open(&vec![b'5'; 3 << 20], &ReadOptions::new(), 1000).unwrap();
    let chunks: Vec<_> = reader.collect();
    assert_eq!(chunks.len(), 1);
    let error = chunks[0].as_ref().unwrap_err().to_string();
    assert!(
        error.starts_with("test:1:1: no puzzle ends within"),
        "{error}"
    );
}

#[test]
fn chunks_have_the_records_and_lines_that_they_say() {
    let text = format!("{ONE} tag\n").repeat(2500);
    let reader = open(text.as_bytes(), &ReadOptions::new(), 777).unwrap();
    let chunks: Vec<PuzzleChunk> = reader.map(Result::unwrap).collect();
    let seen: Vec<_> = chunks
        .iter()
        .map(|chunk| (chunk.index, chunk.line))
        .collect();
    assert_eq!(seen, [(0, 1), (1, 1025), (2, 2049)]);
    assert_eq!(
        chunks.iter().map(|chunk| chunk.bytes.len()).sum::<usize>(),
        text.len()
    );
}

/// Texts that resemble puzzle files.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => Just(ONE.to_owned()),
        4 => Just(TWO.to_owned()),
        2 => Just(nine_lines(ONE)),
        2 => (0..9_usize).prop_map(|row| rows(ONE)[row].to_owned()),
        8 => Just("\n".to_owned()),
        2 => Just("\r\n".to_owned()),
        3 => Just(",".to_owned()),
        3 => Just("\"".to_owned()),
        1 => Just("|".to_owned()),
        1 => Just("+---+---+---+\n".to_owned()),
        1 => Just("# comment\n".to_owned()),
        1 => Just("[State]\n".to_owned()),
        1 => Just("Grid 7\n".to_owned()),
        1 => "\\PC{0,5}",
    ];
    let head = prop_oneof![
        Just(String::new()),
        Just("puzzle,solution\n".to_owned()),
        Just("\u{feff}id;quiz\n".to_owned()),
        Just(nine_lines(ONE)),
    ];
    (head, prop::collection::vec(piece, 0..40))
        .prop_map(|(head, pieces)| (head + &pieces.concat()).into_bytes())
}

#[test]
fn a_chunk_that_ends_after_a_grid_with_spaces_keeps_its_records() {
    // Five rows, three empty lines and a puzzle resemble a grid of nine rows, if nothing follows.
    let spaced = nine_lines(&ONE.replace('.', " "));
    let text =
        format!("{spaced}{spaced}{spaced},\n[State]\n{ONE}\n,\n[State]\n\n\n\n{ONE}\n{spaced}");
    let all = records(&text);
    assert!(all.iter().filter(|record| record.puzzle.is_ok()).count() >= 4);
    for size in 1..=9 {
        let options = ReadOptions::new().records_per_chunk(size);
        assert_eq!(
            records_with(text.as_bytes(), &options).unwrap(),
            all,
            "{size}"
        );
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..600),
        column in prop::option::of("[0-9a-z]{0,3}"),
    ) {
        let options = ReadOptions::new().column(column.as_deref()).records_per_chunk(3);
        // An error is accepted, and so is any number of invalid puzzles.
        let _ = records_with(&bytes, &options);
    }

    #[test]
    fn chunks_of_any_size_give_the_same_records(
        text in texts(), size in 1..9_usize, drip in 1..200_usize,
    ) {
        let options = ReadOptions::new().records_per_chunk(size);
        // A text that does not resemble a puzzle is refused.
        let Ok(all) = records_with(&text, &ReadOptions::new()) else {
            prop_assert!(open(&text, &options, drip).is_err());
            return Ok(());
        };
        let reader = open(&text, &options, drip).unwrap();
        let layout = reader.format().clone();
        let chunks: Vec<PuzzleChunk> = reader.map(Result::unwrap).collect();
        prop_assert_eq!(parse(&layout, &chunks), all);
        let at_once: Vec<PuzzleChunk> = open(&text, &options, usize::MAX).unwrap().map(Result::unwrap).collect();
        prop_assert_eq!(chunks, at_once);
    }

    #[test]
    fn every_line_of_text_is_accounted_for(
        lines in prop::collection::vec("[1-9.a-z#/]{0,4}", 0..20)
    ) {
        let text = format!("{ONE}\n{}\n", lines.join("\n"));
        let telling = text.lines().filter(|line| {
            !line.is_empty() && !line.starts_with('#') && !line.starts_with("//")
        });
        prop_assert_eq!(records(&text).len(), telling.count());
    }

    #[test]
    fn written_csv_comes_back(
        rows in prop::collection::vec(prop::collection::vec("[a\",\n\r; é]{0,4}", 2), 1..30),
        quoted: bool,
    ) {
        let style = if quoted { csv::QuoteStyle::Always } else { csv::QuoteStyle::Necessary };
        let mut writer = csv::WriterBuilder::new().quote_style(style).from_writer(Vec::new());
        writer.write_record(["before", "puzzle", "after"]).unwrap();
        for row in &rows {
            writer.write_record([&row[0], ONE, &row[1]]).unwrap();
        }
        let read = records_with(&writer.into_inner().unwrap(), &ReadOptions::new()).unwrap();
        prop_assert_eq!(read.len(), rows.len());
        for (record, row) in read.iter().zip(&rows) {
            prop_assert_eq!(&record.puzzle, &good(ONE));
            prop_assert_eq!(&record.fields, &[row[0].clone(), ONE.to_owned(), row[1].clone()]);
        }
    }

    #[test]
    fn csv_is_read_as_the_csv_crate_reads_it(
        // Quoted over several lines, quoted with a rest, or plain.
        text in "((\"([a,\n]|\"\")*\"|\"([a,]|\"\")*\"a{0,2}|(a[a\"]{0,2})?)[,\n]){0,12}",
    ) {
        // In that crate, an unclosed quote includes all following lines: omit such texts.
        let text = text + "\nlast";
        let mut theirs = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .terminator(csv::Terminator::Any(b'\n'))
            .from_reader(text.as_bytes());
        let expected: Vec<Vec<String>> = theirs
            .records()
            .map(|record| record.unwrap().iter().map(str::to_owned).collect())
            .collect();
        prop_assume!(expected.last().is_some_and(|row| row == &["last"]));
        let read = records(&format!("puzzle,other\n{text}"));
        let found: Vec<Vec<String>> = read.into_iter().map(|record| record.fields).collect();
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn pencil_marks_are_read_and_blamed() {
    let marks = "123......".to_owned() + &"123456789".repeat(80);
    for text in [format!("{marks}\n"), format!("{marks} a tag\n")] {
        assert_eq!(puzzles(&text), [good(&marks)]);
    }
    assert_eq!(puzzles(&format!("id,puzzle\n7,{marks}\n")), [good(&marks)]);
    let blanks = marks.replace('.', "0");
    assert_eq!(puzzles(&format!("{blanks}\n")), [good(&marks)]);
    let swapped = marks.replacen("12", "21", 1);
    let bad = "1:1: pencil mark 2 in the place of 1".to_owned();
    assert_eq!(puzzles(&format!("{swapped}\n")), [Err(bad)]);
    let short = "1:729: expected 729 pencil marks, found 728".to_owned();
    assert_eq!(puzzles(&format!("{}\n", &marks[..728])), [Err(short)]);
    let odd = marks.replacen("456", "4a6", 1);
    let bad = "1:14: 'a' is neither a digit nor a blank".to_owned();
    assert_eq!(puzzles(&format!("{odd}\n")), [Err(bad)]);
}
