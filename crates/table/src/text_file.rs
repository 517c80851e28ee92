//! Small text files read as a whole: drawings, pieces, cages, exact covers.

use std::path::Path;

use super::input::Input;
use super::line_ends::{BYTE_ORDER_MARK, LineEnds};
use super::non_text::sniff_non_text;
use super::table_error::TableError;

/// Returns the name of an input file in messages: its path, or `standard input` for `-`.
pub fn input_name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Reads a text file. The path `-` is standard input.
///
/// The file may be compressed. A byte order mark is removed. If all line ends are carriage returns,
/// they are converted to line feeds.
///
/// # Errors
///
/// [`TableError::Read`] if the file cannot be read; [`TableError::Format`] if it is not text;
/// [`TableError::Parse`] at the first byte that is not UTF-8.
pub fn read_text_file(path: &Path) -> Result<String, TableError> {
    let mut input = Input::open(path)?;
    let mut bytes = Vec::new();
    input.fill(&mut bytes, usize::MAX)?;
    text(input.name(), bytes)
}

/// Decodes the text of a file called `name`.
fn text(name: &str, mut bytes: Vec<u8>) -> Result<String, TableError> {
    if let Some(kind) = sniff_non_text(&bytes) {
        return Err(TableError::Format(format!(
            "{name} is {kind}; expected text in UTF-8"
        )));
    }
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    LineEnds::of(&bytes).make_feeds(&mut bytes);
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        not_utf8(name, error.as_bytes(), good)
    })
}

/// Returns the error for the byte `at`, the first that is not UTF-8.
fn not_utf8(name: &str, bytes: &[u8], at: usize) -> TableError {
    let before = str::from_utf8(&bytes[..at]).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    TableError::Parse {
        name: name.to_owned(),
        line: 1 + before.matches('\n').count() as u64,
        column: 1 + line.chars().count(),
        reason: format!("expected text in UTF-8, found the byte {:#04x}", bytes[at]),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn lines_end_in_any_way() {
        for bytes in [
            "a b\nc\n",
            "a b\rc\r",
            "\u{feff}a b\nc\n",
            "\u{feff}a b\rc\r",
        ] {
            assert_eq!(
                text("x", bytes.as_bytes().to_vec()).unwrap(),
                "a b\nc\n",
                "{bytes:?}"
            );
        }
        // A carriage return before a line feed stays.
        assert_eq!(text("x", b"a\r\nb".to_vec()).unwrap(), "a\r\nb");
        assert_eq!(text("x", b"".to_vec()).unwrap(), "");
    }

    #[test]
    fn the_first_bad_byte_is_named() {
        for bytes in [&b"a b\n\xc3\xa9c\xff"[..], b"a b\r\xc3\xa9c\xff"] {
            let error = text("x", bytes.to_vec()).unwrap_err().to_string();
            assert_eq!(error, "x:2:3: expected text in UTF-8, found the byte 0xff");
        }
        let error = text("x", b"PK\x03\x04...".to_vec())
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("x is a ZIP archive"), "{error}");
    }

    #[test]
    fn files_are_read_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("drawing");
        fs::write(&path, "\u{feff}ab\r").expect("writable");
        assert_eq!(read_text_file(&path).unwrap(), "ab\n");
        let error = read_text_file(&folder.path().join("none")).unwrap_err();
        assert!(matches!(error, TableError::Read { .. }));
    }
}
