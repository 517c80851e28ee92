//! Sets of puzzles for the suite: generated for the run, or files of a folder.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use countless_engine::{Error, Run, Tally};
use countless_simd::Kernel;
use countless_sudoku::{Generate, GenerateOptions, InputOrigin, Level};
use countless_table::{Format, Table};
use countless_variants::{Ask, Solve, puzzles_in};

/// Seed of the generated puzzles, which are equal in all runs.
const SEED: u64 = 1;

/// File of puzzles with its answers.
#[derive(Debug)]
pub struct BenchmarkSet {
    name: String,
    path: PathBuf,
    tally: Tally,
    /// Solution of each puzzle that has exactly one, in order.
    solutions: Vec<String>,
}

impl BenchmarkSet {
    /// Writes the generated sets to `folder`: easy puzzles of 36 clues, minimal puzzles, and
    /// puzzles of 22 clues. They equal those of `sudoku generate --seed 1`. Also writes the sets
    /// `ready`, given by name and text, which would take too long to generate.
    ///
    /// # Errors
    ///
    /// If the files cannot be written or read.
    pub fn generated(
        folder: &Path,
        ready: &[(&str, &str)],
        quick: bool,
        run: &Run,
    ) -> Result<Vec<Arc<Self>>, Error> {
        let many = |full: usize| if quick { full / 10 } else { full };
        let make = |count: usize, clues, level| {
            let count = many(count) as u64;
            generate(
                GenerateOptions::new()
                    .count(count)
                    .seed(SEED)
                    .clues(clues)
                    .level(level),
                run,
            )
        };
        let first = |puzzles: &str| {
            let count = puzzles.lines().count();
            let lines = puzzles.split_inclusive('\n').take(many(count));
            lines.collect::<String>()
        };
        let sets = [
            ("made-easy", make(40_000, Some(36), Some(Level::Easy))?),
            ("made-minimal", make(20_000, None, None)?),
            ("made-22", make(1_000, Some(22), None)?),
        ];
        let ready = ready.iter().map(|&(name, puzzles)| (name, first(puzzles)));
        let files = sets.into_iter().chain(ready).map(|(name, puzzles)| {
            let path = folder.join(name).with_extension("txt");
            fs::write(&path, puzzles).map_err(|error| Error::write(&path, error))?;
            Self::open(path, run).map(Arc::new)
        });
        files.collect()
    }

    /// Opens the `.txt` and `.sdm` files of a folder that contain a puzzle, sorted by name.
    ///
    /// # Errors
    ///
    /// If the folder or a file cannot be read.
    pub fn of_folder(folder: &Path, run: &Run) -> Result<Vec<Arc<Self>>, Error> {
        let name = folder.display().to_string();
        let fail = |error| Error::read(&name, error);
        let mut sets = Vec::new();
        for entry in fs::read_dir(folder).map_err(fail)? {
            let path = entry.map_err(fail)?.path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if matches!(extension, Some("txt" | "sdm")) {
                sets.push(Arc::new(Self::open(path, run)?));
            }
        }
        sets.retain(|set| set.len() > 0);
        sets.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(sets)
    }

    /// Reads a file and solves it with the scalar kernel.
    fn open(path: PathBuf, run: &Run) -> Result<Self, Error> {
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let mut set = Self {
            name,
            path,
            tally: Tally::default(),
            solutions: Vec::new(),
        };
        let run = run.clone().kernel(Kernel::SCALAR);
        let mut rows = Vec::new();
        set.tally = set.solve(&run, &mut rows)?;
        set.solutions = solved_grids(&String::from_utf8_lossy(&rows));
        Ok(set)
    }

    /// Name of the file, without its extension.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Number of records, valid or invalid.
    #[allow(clippy::len_without_is_empty)] // a set is never empty
    pub fn len(&self) -> u64 {
        puzzles_in(&self.tally)
    }

    /// Number of invalid records.
    pub fn invalid(&self) -> u64 {
        self.tally.number("invalid")
    }

    /// Solution of each puzzle that has exactly one, in order.
    pub(super) fn solutions(&self) -> &[String] {
        &self.solutions
    }

    /// True if a tally equals that of the scalar kernel.
    pub(super) fn agrees(&self, tally: &Tally) -> bool {
        let statuses = ["unique", "multiple", "none", "invalid"];
        let counts = |tally: &Tally| statuses.map(|status| tally.number(status));
        counts(&self.tally) == counts(tally)
    }

    /// Solves the set and writes one row for each puzzle.
    pub(super) fn solve(&self, run: &Run, rows: &mut dyn Write) -> Result<Tally, Error> {
        let origins = vec![InputOrigin::File(self.path.clone())];
        let ask = Ask::open(Solve::new(), origins, None)?;
        Ok(run.write(&ask, Table::writer(rows, Format::Csv))?.total)
    }
}

/// Generates puzzles, one per line.
fn generate(options: GenerateOptions, run: &Run) -> Result<String, Error> {
    let mut puzzles = String::new();
    let problem = Generate::new(options).map_err(|error| Error::Impossible(error.to_string()))?;
    run.for_each(&problem, |made| {
        puzzles.push_str(&made.puzzle.to_string());
        puzzles.push('\n');
    })?;
    Ok(puzzles)
}

/// Solved grids in the output of a program: words of 81 digits without zeros.
pub(super) fn solved_grids(text: &str) -> Vec<String> {
    let words =
        text.split(|character: char| !character.is_ascii_alphanumeric() && character != '.');
    let solved =
        |word: &&str| word.len() == 81 && word.bytes().all(|byte| matches!(byte, b'1'..=b'9'));
    words.filter(solved).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_and_puzzles_are_recognised() {
        let solved = "123456789".repeat(9);
        let puzzle = format!("..{}", &solved[2..]);
        let zeros = format!("00{}", &solved[2..]);
        let text = format!("{puzzle},unique,{solved}\n{zeros}:{solved};x{solved}\n");
        assert_eq!(solved_grids(&text), [solved.clone(), solved]);
    }

    fn few(clues: u32) -> std::io::Result<String> {
        fs::read_to_string(format!("../../data/clues{clues}.txt"))
    }

    #[test]
    fn the_sets_are_what_their_names_say() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let ready = [("made-21", &*few(21)?), ("made-20", &*few(20)?)];
        let sets = BenchmarkSet::generated(folder.path(), &ready, true, &Run::new())?;
        let names: Vec<&str> = sets.iter().map(|set| set.name()).collect();
        let expected = ["made-easy", "made-minimal", "made-22", "made-21", "made-20"];
        assert_eq!(names, expected);
        for set in &sets {
            assert_eq!(set.tally.number("unique"), set.len());
            let text = fs::read_to_string(set.path())?;
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(lines.len() as u64, set.len());
            for (line, solution) in lines.iter().zip(&set.solutions) {
                let agree = |(clue, digit)| clue == b'.' || clue == digit;
                assert!(line.bytes().zip(solution.bytes()).all(agree), "{line}");
            }
            let clues = |line: &&str| line.bytes().filter(|&byte| byte != b'.').count();
            let wanted = match set.name() {
                "made-easy" => 36..=36,
                "made-minimal" => 18..=40,
                "made-22" => 22..=22,
                "made-21" => 21..=21,
                _ => 20..=20,
            };
            assert!(lines.iter().all(|line| wanted.contains(&clues(line))));
        }
        let found = BenchmarkSet::of_folder(folder.path(), &Run::new())?;
        assert_eq!(found.len(), 5);
        Ok(())
    }

    #[test]
    fn puzzles_of_few_clues_are_those_that_generate_makes() -> Result<(), Box<dyn std::error::Error>>
    {
        let make = |clues, count| {
            let options = GenerateOptions::new()
                .count(count)
                .seed(SEED)
                .clues(Some(clues));
            generate(options, &Run::new())
        };
        assert!(few(21)?.starts_with(&make(21, 8)?));
        assert!(few(20)?.starts_with(&make(20, 1)?));
        Ok(())
    }
}
