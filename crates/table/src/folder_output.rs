//! Files of a folder that get their names together, with the digests of all.

use std::path::{Path, PathBuf};
use std::thread;
use std::{fs, io};

use super::identity::{DIGESTS, sha256};
use super::output::Output;
use super::row_output::RowOutput;
use super::table_error::TableError;

/// Files of a folder. No file gets its name before all are complete.
///
/// The file `SHA256SUMS` has the digests of all other files, in the form of `sha256sum`. Folders that
/// do not exist are made, and removed again if they are empty when the output is dropped.
///
/// ```
/// use countless_table::{Columns, FolderOutput, Format, RowOutput};
///
/// let place = tempfile::tempdir()?;
/// let mut folder = FolderOutput::create(&place.path().join("set"))?;
/// let columns = Columns::new().field("puzzle");
/// let rows = RowOutput::create(Some(&folder.path("train.csv")), Format::Csv, &columns)?;
/// folder.add_rows("train.csv", rows)?;
/// assert!(!place.path().join("set/train.csv").exists());
/// folder.finish()?;
/// assert_eq!(std::fs::read(place.path().join("set/train.csv"))?, b"puzzle\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FolderOutput {
    folder: PathBuf,
    /// Complete files by their names in the folder. They are dropped before the folders.
    files: Vec<(String, Output)>,
    _made: MadeFolders,
}

/// Folders that did not exist before. Those that are empty are removed when this is dropped.
///
/// ```
/// use countless_table::MadeFolders;
///
/// let place = tempfile::tempdir()?;
/// let made = MadeFolders::create(&place.path().join("results/here"))?;
/// assert!(place.path().join("results/here").is_dir());
/// drop(made);
/// assert!(!place.path().join("results").exists());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct MadeFolders(
    /// Paths, the innermost first.
    Vec<PathBuf>,
);

impl MadeFolders {
    /// Makes a folder and those that contain it, unless they exist.
    ///
    /// # Errors
    ///
    /// If a folder cannot be made.
    pub fn create(folder: &Path) -> io::Result<Self> {
        let is_missing = |it: &&Path| !it.as_os_str().is_empty() && !it.exists();
        let missing = folder.ancestors().take_while(is_missing);
        let made = Self(missing.map(Path::to_owned).collect());
        fs::create_dir_all(folder)?;
        Ok(made)
    }
}

impl Drop for MadeFolders {
    fn drop(&mut self) {
        // Folders with files stay.
        let _ = self.0.iter().try_for_each(fs::remove_dir);
    }
}

impl FolderOutput {
    /// Makes the folder, unless it exists.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`], which names the folder.
    pub fn create(folder: &Path) -> Result<Self, TableError> {
        let made = MadeFolders::create(folder).map_err(|error| TableError::write(folder, error))?;
        Ok(Self {
            folder: folder.to_owned(),
            files: Vec::new(),
            _made: made,
        })
    }

    /// Returns the path of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Adds a file of rows that was opened at its path, and completes it except for its name.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`], which names the file.
    pub fn add_rows(&mut self, name: &str, rows: RowOutput) -> Result<(), TableError> {
        self.add(name, rows.complete()?);
        Ok(())
    }

    /// Adds a complete file.
    pub(super) fn add(&mut self, name: &str, file: Output) {
        self.files.push((name.to_owned(), file));
    }

    /// Adds a file with a text.
    pub(super) fn add_text(&mut self, name: &str, text: &str) -> Result<(), TableError> {
        let file = Output::create(Some(&self.path(name)))?.complete_with(text.as_bytes())?;
        self.add(name, file);
        Ok(())
    }

    /// Gives all files their names.
    ///
    /// # Errors
    ///
    /// [`TableError::Write`], which names a file. If a file cannot be renamed, all other files
    /// are, and the error names the file that contains its bytes.
    pub fn finish(mut self) -> Result<(), TableError> {
        let digests = self.digests()?;
        self.add_text(DIGESTS, &digests)?;
        let files = self.files.drain(..);
        let published: Vec<_> = files.map(|(_, file)| file.publish()).collect();
        published.into_iter().collect()
    }

    /// Returns the digests of all files inside the folder.
    fn digests(&self) -> Result<String, TableError> {
        let inside = self.files.iter().filter(|(name, _)| !name.contains('/'));
        let mut digests: Vec<_> = inside.map(|file| (file, Ok(String::new()))).collect();
        thread::scope(|scope| {
            for ((_, file), digest) in &mut digests {
                let path = file.written_path();
                scope.spawn(move || *digest = sha256(path));
            }
        });
        let lines = digests.into_iter();
        let lines = lines.map(|((name, _), digest)| Ok(format!("{}  {name}\n", digest?)));
        lines.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paths of all files and folders below a folder.
    fn below(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let with_inner = paths.flat_map(|path| {
            let inner = if path.is_dir() {
                below(&path)
            } else {
                Vec::new()
            };
            [vec![path], inner].concat()
        });
        with_inner.collect()
    }

    #[test]
    fn a_dropped_folder_leaves_only_what_was_there() {
        let place = tempfile::tempdir().expect("temporary folder");
        let at = |name: &str| place.path().join(name);
        let begin = |name: &str| {
            let mut folder = FolderOutput::create(&at(name)).expect("it can be made");
            folder.add_text("a", "text").expect("it can be written");
            assert!(at(name).is_dir());
        };
        begin("one/two/three");
        assert_eq!(below(place.path()), [""; 0].map(PathBuf::from));
        fs::create_dir(at("one")).expect("a folder");
        begin("one");
        begin("one/two");
        assert_eq!(below(place.path()), [at("one")]);
        fs::write(at("one/other"), "").expect("a file");
        begin("one");
        assert_eq!(below(place.path()), [at("one"), at("one/other")]);
    }

    #[test]
    fn files_get_their_names_together() {
        let place = tempfile::tempdir().expect("temporary folder");
        let at = |name: &str| place.path().join(name);
        let mut folder = FolderOutput::create(&at("set")).expect("it can be made");
        folder.add_text("a", "abc").expect("it can be written");
        folder
            .add_text("../b", "beside")
            .expect("it can be written");
        assert!(!at("set/a").exists() && !at("b").exists());
        folder.finish().expect("it is complete");
        let sums = fs::read_to_string(at("set/SHA256SUMS")).expect("it is there");
        assert_eq!(sums, format!("{}  a\n", crate::hex_sha256(b"abc")));
        assert_eq!(fs::read(at("b")).expect("it is there"), b"beside");
        assert_eq!(below(place.path()).len(), 4);
    }

    #[test]
    fn a_file_that_cannot_be_renamed_is_kept_and_named() {
        let place = tempfile::tempdir().expect("temporary folder");
        let at = |name: &str| place.path().join(name);
        let mut folder = FolderOutput::create(place.path()).expect("it is there");
        for name in ["a", "b"] {
            folder.add_text(name, name).expect("it can be written");
        }
        fs::create_dir(at("a")).expect("a folder in its place");
        let error = folder.finish().expect_err("a folder has the name");
        let TableError::Write { path, source } = error else {
            panic!("{error}");
        };
        assert_eq!(path.file_name(), at("a").file_name());
        let reason = source.to_string();
        let (_, kept) = reason
            .split_once("; the complete output is in ")
            .expect(&reason);
        assert_eq!(fs::read(kept).expect("it is kept"), b"a");
        assert_eq!(fs::read(at("b")).expect("it is there"), b"b");
        assert!(at("SHA256SUMS").exists());
    }
}
