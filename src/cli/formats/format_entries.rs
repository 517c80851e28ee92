//! Table of all formats that are read or written.

use std::borrow::Cow;

use countless::sudoku::InputFormat;

/// Format with its commands and an example.
#[derive(Clone, Debug)]
pub struct FormatEntry {
    /// Family of commands: a name of [`FAMILIES`].
    pub family: &'static str,
    pub name: &'static str,
    pub about: &'static str,
    /// Command line that reads the example, given as FILE or `-`.
    pub reader: Option<&'static str>,
    /// Command line that writes this format.
    pub writer: Option<&'static str>,
    /// Text in this format; empty if the program has none.
    pub example: Cow<'static, str>,
}

impl FormatEntry {
    /// Hint with the command that writes this format.
    pub fn hint(&self) -> String {
        let command = self.writer;
        command.map_or_else(String::new, |command| {
            format!("\nhint: `countless {command}` writes one")
        })
    }
}

/// Families of commands, with their titles.
pub const FAMILIES: [(&str, &str); 5] = [
    ("sudoku", "Sudokus"),
    ("queens", "Queens"),
    ("cover", "Exact covers"),
    ("rows", "Rows of results"),
    ("other", "Ledgers and pictures"),
];

/// Template of a format without an example.
const NONE: FormatEntry = FormatEntry {
    family: "other",
    name: "",
    about: "",
    reader: None,
    writer: None,
    example: Cow::Borrowed(""),
};

/// All formats, by family.
pub fn all_formats() -> Vec<FormatEntry> {
    [
        sudokus(),
        variant_drawings(),
        queens(),
        covers(),
        rows(),
        others(),
    ]
    .concat()
}

fn sudokus() -> Vec<FormatEntry> {
    let entry = |format: InputFormat| FormatEntry {
        family: "sudoku",
        name: format.name(),
        about: format.about(),
        reader: Some("sudoku solve -"),
        writer: match format {
            InputFormat::Grid => Some("sudoku solve FILE --format grid"),
            InputFormat::Candidates => Some("sudoku show FILE --candidates"),
            InputFormat::Csv => Some("sudoku generate --format csv"),
            InputFormat::Tsv => Some("sudoku generate --format tsv"),
            InputFormat::Json => Some("sudoku generate --format ndjson"),
            _ => None,
        },
        example: Cow::Borrowed(format.example()),
    };
    InputFormat::ALL.into_iter().map(entry).collect()
}

fn variant_drawings() -> Vec<FormatEntry> {
    let entry = |name, about, reader, example| FormatEntry {
        family: "sudoku",
        name,
        about,
        reader: Some(reader),
        example: Cow::Borrowed(example),
        ..NONE
    };
    vec![
        entry(
            "jigsaw",
            "regions of a jigsaw, for --regions: a letter for each cell",
            "sudoku generate --regions FILE --seed 1",
            "AABB\nACBB\nCCCD\nADDD\n",
        ),
        entry(
            "cages",
            "cages of a killer, for --cages: a letter for each cell, . outside cages, and their sums",
            "sudoku list ................ --cages FILE",
            "AABB\nACCB\nDDEE\nFFGE\nA=6 B=9 C=5 D=3 E=8 F=7 G=2\n",
        ),
    ]
}

fn queens() -> Vec<FormatEntry> {
    let solve = Some("queens solve -");
    let complete = Some("queens complete 4 --queens -");
    let entry = |name, about, reader, writer, example| FormatEntry {
        family: "queens",
        name,
        about,
        reader,
        writer,
        example: Cow::Borrowed(example),
    };
    vec![
        entry(
            "boards",
            "boards with regions, one per line: a letter or digit for each square",
            solve,
            None,
            "AABBACBBCCCDCDDD\nABBBAACBDDCBDDCC\n",
        ),
        entry(
            "board-grid",
            "boards with regions, a line for each row, between blank lines",
            solve,
            Some("queens show 4 --regions FILE --unsolved"),
            "A A B B\nA C B B\nC C C D\nC D D D\n",
        ),
        entry(
            "board-names",
            "boards with regions, and spaces, commas, semicolons or bars between the squares",
            solve,
            None,
            "red,red,blue,blue\nred,gold,blue,blue\ngold,gold,gold,pink\ngold,pink,pink,pink\n",
        ),
        entry(
            "board-lists",
            "boards with regions as JSON lists",
            solve,
            None,
            "[[0, 0, 1, 1], [0, 2, 1, 1], [2, 2, 2, 3], [2, 3, 3, 3]]\n",
        ),
        entry(
            "board-table",
            "boards with regions in a column of CSV, TSV or Parquet, or under a key of NDJSON",
            solve,
            Some("queens generate 8 --count 10"),
            "level,puzzle\n1,AABBACBBCCCDCDDD\n",
        ),
        entry(
            "squares",
            "partial boards, one per line: the squares of queens, row:column",
            complete,
            None,
            "1:2\n1:3,3:4\n# a comment\n4:2 2:1\n",
        ),
        entry(
            "drawing",
            "partial boards as drawings: Q a queen, # a blocked square, . any other square; or as a matrix of 0 and 1",
            complete,
            Some("queens show 4"),
            ". Q . .\n. . . .\n. . . .\n. . . #\n",
        ),
        entry(
            "placements",
            "boards as the column of the queen in each row, 0 for none; lines, CSV, NDJSON",
            complete,
            Some("queens list 4"),
            "q1,q2,q3,q4\n2,4,1,3\n3,0,0,0\n",
        ),
    ]
}

fn covers() -> Vec<FormatEntry> {
    let entry = |name, about, reader, writer, example| FormatEntry {
        family: "cover",
        name,
        about,
        reader,
        writer,
        example: Cow::Borrowed(example),
    };
    vec![
        entry(
            "knuth",
            "an exact cover: items in the first line, and an option in each other line",
            Some("cover count -"),
            Some("cover make pentominoes 6x10"),
            "| items a, b and c, and the secondary item x\na b c | x\na b x:red\nb c\na x:blue\nc x:red\n",
        ),
        entry(
            "matrix",
            "an exact cover as rows of 0 and 1, for --matrix; a header line is optional",
            Some("cover count --matrix -"),
            None,
            "7\n0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n",
        ),
        entry(
            "sparse",
            "an exact cover as the columns that are 1 in each row, for --sparse",
            Some("cover count --sparse -"),
            None,
            "7\n2 4 5\n0 3 6\n1 2 5\n0 3\n1 6\n3 4 6\n",
        ),
        entry(
            "sets",
            "an exact cover as sets: p ec with the number of items, perhaps that of options, then s and the items of an option",
            Some("cover count -"),
            None,
            "c two solutions\np ec 3\ns 1 2\ns 3\ns 1\ns 2 3\n",
        ),
        entry(
            "dimacs",
            "an exact cover in conjunctive normal form, for SAT solvers and model counters",
            None,
            Some("cover make latin 2 --dimacs"),
            "",
        ),
        entry(
            "pieces",
            "polyominoes: for each piece a name, or none for all, and the cells as #; a blank line between pieces",
            Some("cover make polyominoes 2x3 FILE --unlimited"),
            None,
            "L\n##\n#\n\nI\n###\n",
        ),
        entry(
            "solids",
            "polycubes: as polyominoes, with a line of - or = between two layers",
            Some("cover make polycubes 2x2x2 FILE --unlimited"),
            None,
            "L\n##\n#\n-\n#\n\nI\n##\n",
        ),
        entry(
            "cells",
            "a board of another shape than a rectangle: its cells as #, other squares as . or blanks",
            Some("cover make dominoes FILE"),
            None,
            " ## \n####\n####\n ## \n",
        ),
        entry(
            "words",
            "words of one length, one per line, for squares of words",
            Some("cover make words FILE"),
            None,
            "cat\nace\nten\n",
        ),
    ]
}

fn rows() -> Vec<FormatEntry> {
    let entry = |name, about, reader, writer, example| FormatEntry {
        family: "rows",
        name,
        about,
        reader,
        writer: Some(writer),
        example: Cow::Borrowed(example),
    };
    vec![
        entry(
            "rows-csv",
            "comma-separated values with a header (RFC 4180), compressed by -o FILE.csv.gz or .zst",
            Some("queens solve -"),
            "queens generate 4 --format csv",
            "puzzle,status,solutions,solution\nAABBACBBCCCDCDDD,unique,1,2 4 1 3\n",
        ),
        entry(
            "rows-tsv",
            "tab-separated values with a header",
            Some("queens solve -"),
            "queens generate 4 --format tsv",
            "puzzle\tstatus\tsolutions\tsolution\nAABBACBBCCCDCDDD\tunique\t1\t2 4 1 3\n",
        ),
        entry(
            "rows-ndjson",
            "JSON objects, one per line, as --json prints rows",
            Some("queens solve -"),
            "queens generate 4 --format ndjson",
            "{\"puzzle\":\"AABBACBBCCCDCDDD\",\"status\":\"unique\",\"solutions\":1,\"solution\":\"2 4 1 3\"}\n",
        ),
        entry(
            "rows-parquet",
            "Apache Parquet, by -o FILE.parquet in builds with Parquet",
            None,
            "queens generate 8 --count 100 -o boards.parquet",
            "",
        ),
    ]
}

fn others() -> Vec<FormatEntry> {
    let entry = |name, about, reader, writer| FormatEntry {
        name,
        about,
        reader,
        writer: Some(writer),
        ..NONE
    };
    vec![
        entry(
            "ledger",
            "the finished subtrees of a run, in CSV",
            None,
            "queens count 10 --ledger ledger.csv",
        ),
        entry(
            "text",
            "drawings in a terminal, of boards, grids, tilings and explanations",
            None,
            "queens show 8",
        ),
        entry(
            "svg",
            "vector graphics, by -o FILE.svg",
            None,
            "queens show 8 -o board.svg",
        ),
        entry(
            "png",
            "pictures of pixels, by -o FILE.png",
            None,
            "queens show 8 -o board.png",
        ),
        entry(
            "pdf",
            "pages for printers, by -o FILE.pdf",
            None,
            "queens show 8 --all -o boards.pdf",
        ),
        entry(
            "html",
            "pages of explanations, by -o FILE.html, and of benchmark reports",
            None,
            "sudoku explain FILE -o steps.html",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different_and_families_known() {
        let entries = all_formats();
        for (index, entry) in entries.iter().enumerate() {
            let is_known = FAMILIES.iter().any(|(family, _)| *family == entry.family);
            assert!(is_known, "{}", entry.name);
            let others = entries[index + 1..].iter();
            assert!(
                others.clone().all(|other| other.name != entry.name),
                "{}",
                entry.name
            );
            assert!(
                entry.reader.is_some() || entry.writer.is_some(),
                "{}",
                entry.name
            );
            assert_eq!(
                entry.reader.is_some(),
                !entry.example.is_empty(),
                "{}",
                entry.name
            );
        }
    }
}
