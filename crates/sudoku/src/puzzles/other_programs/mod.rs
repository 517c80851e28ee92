//! Formats of other programs, with one puzzle per record.
//!
//! | file | record |
//! |---|---|
//! | `hodoku` | a line of a `HoDoKu` library: `:0702:9:53..7…:711 812:944:` |
//! | `link` | an address with the digits in it: `https://…?bd=53007…` |
//! | `solo` | a game ID of Solo in Simon Tatham's collection: `3x3:a5b3c_1…` |
//! | `opensudoku` | an element of `OpenSudoku`'s XML: `<game data="53007…"/>` |
//! | `program_format` | the nine lines of an `.sdx` file: candidates, and `u5` for a placed digit |
//!
//! `ProgramFormat` reads all of these formats as records of an input.

mod hodoku;
mod link;
mod opensudoku;
mod program_format;
mod solo;

pub use hodoku::read_hodoku;
use link::has_cells;
pub use link::{is_link, read_link};
pub use opensudoku::{XmlElement, element_end, read_element};
pub use program_format::ProgramFormat;
pub use solo::{SoloGame, is_solo, read_solo};

/// Cells of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundCells {
    /// Cells as in a line of puzzles.
    pub cells: String,
    /// Start of the cells in the record, in bytes.
    pub offset: usize,
    /// Other text that belongs to the puzzle.
    pub tag: Option<String>,
}

/// Position of a fault in a record, in bytes, and the reason.
pub type FormatFault = (usize, String);
