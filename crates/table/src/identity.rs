//! Identity of files that several paths lead to.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::path::{Path, PathBuf};

/// Limit for the length of a chain of links.
const MOST_LINKS: usize = 40;

/// Identity of a file, independent of the path to it. The file need not exist yet.
///
/// ```
/// use countless_table::FileId;
///
/// let folder = tempfile::tempdir()?;
/// let (a, b) = (folder.path().join("a"), folder.path().join("b"));
/// let again = folder.path().join(".").join("a");
/// assert!(FileId::of(&a).is_same(&FileId::of(&again)));
/// assert!(!FileId::of(&a).is_same(&FileId::of(&b)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FileId {
    /// Metadata, if the file exists.
    metadata: Option<Metadata>,
    /// Path with all links resolved.
    real: PathBuf,
}

impl FileId {
    /// Returns the identity of the file at a path.
    pub fn of(path: &Path) -> Self {
        Self {
            metadata: fs::metadata(path).ok(),
            real: real_path(path),
        }
    }

    /// Returns the identity of an open regular file, such as standard input of `program < FILE`.
    /// Only Unix identifies files without a path.
    pub fn of_open(file: &File) -> Option<Self> {
        let there = file.metadata().ok()?;
        let known = cfg!(unix) && there.is_file();
        known.then_some(Self {
            metadata: Some(there),
            real: PathBuf::new(),
        })
    }

    /// Returns the identity of the folder that contains the file.
    #[must_use]
    pub fn folder(&self) -> Self {
        Self::of(parent(&self.real))
    }

    /// Returns the name of the file in its folder.
    pub fn name(&self) -> &OsStr {
        self.real.file_name().unwrap_or_default()
    }

    /// Returns whether the file is a device that several processes may use, such as a terminal or
    /// `/dev/null`.
    pub fn is_device(&self) -> bool {
        self.metadata.as_ref().is_some_and(is_device)
    }

    /// Returns whether both are one file, or would be if they existed. Considers symbolic and hard
    /// links, and names that the file system does not distinguish.
    pub fn is_same(&self, other: &Self) -> bool {
        match (&self.metadata, &other.metadata) {
            #[cfg(unix)]
            (Some(one), Some(two)) => super::file_lock::is_same(one, two),
            #[cfg(not(unix))]
            (Some(_), Some(_)) => {
                same_file::is_same_file(&self.real, &other.real).unwrap_or(self.real == other.real)
            }
            (None, None) => {
                let folder = parent(&self.real);
                folder == parent(&other.real) && is_one_name(folder, self.name(), other.name())
            }
            _ => false,
        }
    }
}

#[cfg(unix)]
fn is_device(there: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_char_device(&there.file_type())
}

#[cfg(not(unix))]
fn is_device(there: &Metadata) -> bool {
    !there.is_file() && !there.is_dir()
}

/// Returns the path with all links resolved. The file need not exist yet: a dangling link stands
/// for its target.
pub fn real_path(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Ok(real) = dunce::canonicalize(&path) {
            return real;
        }
        // A pipe in `/dev/fd` exists, though its link has no path.
        match fs::read_link(&path) {
            Ok(target) if fs::metadata(&path).is_err() => path = parent(&path).join(target),
            _ => break,
        }
    }
    match path.file_name() {
        Some(name) => real_path(parent(&path)).join(name),
        None => path,
    }
}

/// Returns the folder of a path, or `.` if it names none.
fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Returns whether the file system treats two names in a folder as one. Only names that some file
/// system may treat so are tried there.
fn is_one_name(folder: &Path, one: &OsStr, two: &OsStr) -> bool {
    if one == two {
        return true;
    }
    let folded = |name: &OsStr| {
        let name = name.to_string_lossy();
        name.trim_end_matches(['.', ' ']).to_lowercase()
    };
    let is_plain = |name: &OsStr| name.to_string_lossy().is_ascii();
    if is_plain(one) && is_plain(two) && folded(one) != folded(two) {
        return false;
    }
    let tried = tempfile::tempdir_in(folder).and_then(|trial| {
        File::create(trial.path().join(one))?;
        Ok(trial.path().join(two).exists())
    });
    // If the folder is not writable, the files cannot be created either.
    tried.unwrap_or(false)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn are_same(one: &Path, two: &Path) -> bool {
        let (one, two) = (FileId::of(one), FileId::of(two));
        assert_eq!(one.is_same(&two), two.is_same(&one));
        one.is_same(&two)
    }

    #[test]
    fn links_of_both_kinds_lead_to_one_file() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("inner")).expect("a folder");
        symlink(at("inner"), at("link")).expect("a link");
        symlink("inner/new", at("dangling")).expect("a link");
        symlink("dangling", at("twice")).expect("a link");
        symlink("loop", at("loop")).expect("a link");
        for is_there in [false, true] {
            if is_there {
                fs::write(at("inner/new"), "").expect("a file");
                fs::hard_link(at("inner/new"), at("hard")).expect("a link");
                assert!(are_same(&at("hard"), &at("link/new")));
            }
            for path in [
                "link/new",
                "inner/./new",
                "link/../inner/new",
                "dangling",
                "twice",
            ] {
                assert!(are_same(&at("inner/new"), &at(path)), "{path}");
                assert!(!are_same(&at("inner/other"), &at(path)), "{path}");
            }
        }
        assert!(!are_same(&at("loop"), &at("inner/new")));
        assert!(are_same(&at("no/folder"), &at("no/./folder")));
        assert!(are_same(Path::new("new"), Path::new("./new")));
        assert!(are_same(&at(""), &at("link/..")));
    }

    #[test]
    fn names_in_other_cases_are_tried() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let at = |name: &str| folder.path().join(name);
        for (one, two) in [("rows.csv", "Rows.CSV"), ("\u{e9}", "e\u{301}")] {
            let would_be = are_same(&at(one), &at(two));
            assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
            fs::write(at(one), "").expect("a file");
            assert_eq!(are_same(&at(one), &at(two)), would_be, "{one} {two}");
            fs::remove_file(at(one)).expect("it is there");
        }
    }

    #[test]
    fn devices_are_recognised() {
        assert!(FileId::of(Path::new("/dev/null")).is_device());
        assert!(!FileId::of(Path::new("/")).is_device());
        assert!(!FileId::of(Path::new("/nowhere")).is_device());
    }

    #[test]
    fn an_open_file_is_known_without_its_path() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("file");
        fs::write(&path, "").expect("a file");
        let open = FileId::of_open(&File::open(&path).expect("a file")).expect("a regular file");
        assert!(open.is_same(&FileId::of(&path)));
        let device = File::open("/dev/null").expect("a device");
        assert!(FileId::of_open(&device).is_none());
    }
}
