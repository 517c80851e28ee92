//! Identity of files: those that several paths lead to, SHA-256 of files and streams, and files that
//! only one process writes at a time.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::compression::Codec;
use super::input::Input;
use super::table_error::TableError;
use sha2::{Digest, Sha256};
#[cfg(not(windows))]
use std::fs::TryLockError;

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
            (Some(one), Some(two)) => is_same(one, two),
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

/// Returns the SHA-256 of a file in hexadecimal, as `sha256sum` prints it.
///
/// # Errors
///
/// [`TableError::Read`], which names the file.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("abc");
/// std::fs::write(&path, "abc")?;
/// assert!(countless_table::sha256(&path)?.starts_with("ba7816bf8f01cfea"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sha256(path: &Path) -> Result<String, TableError> {
    let digest = File::open(path).and_then(|mut file| sha256_of(&mut file));
    digest.map_err(|source| TableError::read(path, source))
}

/// Returns the SHA-256 of all bytes of a reader.
fn sha256_of(bytes: &mut dyn Read) -> io::Result<String> {
    let (mut reader, digest) = HashingReader::new(bytes);
    io::copy(&mut reader, &mut io::sink())?;
    Ok(digest.hex())
}

/// Name of the file with the digests of all other files of a folder.
pub(super) const DIGESTS: &str = "SHA256SUMS";

/// Returns the SHA-256 of the rows in a file, before compression, in hexadecimal. For a format that
/// compresses its own parts, such as Parquet, it is that of the file; for a folder of several files
/// that of their digests.
///
/// # Errors
///
/// [`TableError::Read`], which names the file.
pub fn sha256_of_rows(path: &Path) -> Result<String, TableError> {
    if path.is_dir() {
        return sha256(&path.join(DIGESTS));
    }
    if Codec::of(path) == Codec::None {
        return sha256(path);
    }
    let digest = sha256_of(Input::open(path)?.plain());
    digest.map_err(|source| TableError::read(path, source))
}

/// Returns the SHA-256 of bytes in hexadecimal.
///
/// ```
/// assert!(countless_table::hex_sha256(b"abc").starts_with("ba7816bf8f01cfea"));
/// ```
pub fn hex_sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Returns bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
    digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

/// Reader that hashes the bytes that pass through it.
#[derive(Debug)]
pub struct HashingReader<R> {
    raw: R,
    hash: Arc<Mutex<Sha256>>,
}

/// Access to the hash of the bytes read so far by a [`HashingReader`].
#[derive(Debug)]
pub struct DigestHandle(Arc<Mutex<Sha256>>);

impl<R: Read> HashingReader<R> {
    /// Returns a reader of `raw` and access to its hash.
    pub fn new(raw: R) -> (Self, DigestHandle) {
        let hash = Arc::new(Mutex::new(Sha256::new()));
        let digest = DigestHandle(Arc::clone(&hash));
        (Self { raw, hash }, digest)
    }
}

impl<R: Read> Read for HashingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.raw.read(buffer)?;
        let mut hash = self.hash.lock().unwrap_or_else(PoisonError::into_inner);
        hash.update(&buffer[..count]);
        Ok(count)
    }
}

impl DigestHandle {
    /// Returns the SHA-256 of all bytes read so far, in hexadecimal.
    pub fn hex(&self) -> String {
        let hash = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        hex(&hash.clone().finalize())
    }
}

/// Opens a regular file and locks it against writes of other processes. Returns `None` if another
/// process holds the lock.
///
/// # Errors
///
/// [`TableError::Write`] if the path leads to a pipe, device or folder, or if the system fails.
pub fn lock(path: &Path, options: &OpenOptions) -> Result<Option<File>, TableError> {
    let fail = |error| TableError::write(path, error);
    loop {
        // Opening a pipe would wait for its other end, and a device does not end.
        if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            return Err(fail(not_regular()));
        }
        let Some(file) = open_locked(path, options).map_err(fail)? else {
            return Ok(None);
        };
        // The previous owner of the lock may have renamed the file.
        if leads_to(path, &file) {
            return Ok(Some(file));
        }
    }
}

/// Opens a file and locks it. Returns `None` if another process holds the lock.
#[cfg(not(windows))]
fn open_locked(path: &Path, options: &OpenOptions) -> io::Result<Option<File>> {
    let file = options.open(path);
    let file = file.map_err(|error| name_folder(path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Opens a file that other processes may read, rename and remove, but not write. Returns `None` if
/// another process has opened it so. A lock would prevent reads through other handles, too.
#[cfg(windows)]
fn open_locked(path: &Path, options: &OpenOptions) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;

    // Constants of the Windows API.
    const FILE_SHARE_READ: u32 = 1;
    const FILE_SHARE_DELETE: u32 = 4;
    let shared = FILE_SHARE_READ | FILE_SHARE_DELETE;
    match options.clone().share_mode(shared).open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if is_sharing_violation(&error) => Ok(None),
        Err(error) => Err(name_folder(path, error)),
    }
}

/// Returns whether opening failed because another process does not share the file with writers.
/// Only Windows reports this error.
pub(super) fn is_sharing_violation(error: &io::Error) -> bool {
    const ERROR_SHARING_VIOLATION: i32 = 32;
    cfg!(windows) && error.raw_os_error() == Some(ERROR_SHARING_VIOLATION)
}

/// Replaces a "not found" error by one that names the folder of `path`, if that folder is missing.
pub(super) fn name_folder(path: &Path, error: io::Error) -> io::Error {
    let missing = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    match missing {
        Some(folder) if error.kind() == io::ErrorKind::NotFound => {
            let reason = format!("folder {} not found", folder.display());
            io::Error::new(io::ErrorKind::NotFound, reason)
        }
        _ => error,
    }
}

/// Returns the error for a pipe, device or folder in place of a file.
pub fn not_regular() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidInput,
        "expected a file, found a folder, pipe or device",
    )
}

/// Returns whether a path still leads to an open file. The file may have been removed or replaced.
#[cfg(unix)]
pub fn leads_to(path: &Path, file: &File) -> bool {
    match (fs::metadata(path), file.metadata()) {
        (Ok(there), Ok(open)) => is_same(&there, &open),
        _ => false,
    }
}

/// Returns whether both metadata belong to one file.
#[cfg(unix)]
pub(super) fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Returns whether a path still leads to an open file. Windows identifies only open files.
#[cfg(not(unix))]
pub fn leads_to(path: &Path, file: &File) -> bool {
    use same_file::Handle;

    let open = file.try_clone().and_then(Handle::from_file);
    matches!((Handle::from_path(path), open), (Ok(there), Ok(open)) if there == open)
}

#[cfg(unix)]
#[cfg(test)]
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

    #[test]
    fn a_file_has_one_lock_at_a_time() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("file");
        let mut options = File::options();
        let options = options.write(true).create(true);
        let lock = || lock(&path, options).expect("it can be opened");
        let first = lock().expect("nobody has it");
        assert!(lock().is_none());
        fs::rename(&path, folder.path().join("other")).expect("it can be renamed");
        assert!(!leads_to(&path, &first));
        let second = lock().expect("it is another file");
        assert!(leads_to(&path, &second));
    }

    #[test]
    fn pipes_devices_and_folders_are_refused() {
        for path in ["/dev/null", "/dev/full", "/tmp"] {
            let error = lock(path.as_ref(), File::options().write(true)).expect_err(path);
            assert_eq!(error.to_string(), format!("cannot write {path}"));
        }
    }
}
