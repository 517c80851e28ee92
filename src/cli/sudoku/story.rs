//! Explanations in pictures: a page, a drawing or a document.

use std::path::Path;

use anyhow::ensure;
use countless::sudoku::{Puzzle, Technique};

use super::super::session::Session;
use super::drawn::Explanation;
use countless_picture::{Paper, Scene, Story, index, on_paper, on_scroll, page, pdf};

/// What pictures are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Html,
    Svg,
    Pdf,
}

/// The most puzzles whose pictures are kept in memory until they are written.
pub const MOST: usize = 100;

impl Form {
    /// By the ending of a file's name, less that of a compression.
    pub fn of(plain: &Path) -> Option<Self> {
        let ending = plain.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "html" | "htm" => Some(Self::Html),
            "svg" => Some(Self::Svg),
            "pdf" => Some(Self::Pdf),
            _ => None,
        }
    }

    /// The stories in this form.
    ///
    /// # Errors
    ///
    /// If there are several, and they have no place in one drawing; or the user interrupts it.
    pub fn bytes(self, stories: &[Story]) -> anyhow::Result<Vec<u8>> {
        match (self, stories) {
            (Self::Html, _) => Ok(page(stories).into_bytes()),
            (Self::Pdf, _) => pdf(&on_paper(stories, Paper::A4), Session::go_on),
            (Self::Svg, [story]) => Ok(on_scroll(story).to_svg().into_bytes()),
            (Self::Svg, _) => {
                anyhow::bail!("an .svg file holds one puzzle\nhint: --limit 1, or -o FILE.pdf")
            }
        }
    }
}

/// Checks that one more story may be kept.
pub fn ensure_room(stories: &[Story]) -> anyhow::Result<()> {
    ensure!(
        stories.len() < MOST,
        "pictures support at most {MOST} puzzles\nhint: --nth K --limit {MOST}"
    );
    Ok(())
}

/// Takes the steps of a puzzle, and the grid before each; `end` tells how it ends.
pub fn story(
    puzzle: &Puzzle,
    trace: &mut dyn Explanation,
    end: impl FnOnce(&dyn Explanation, u128) -> String,
) -> Story {
    let given = puzzle.marks().cells().map(u16::is_power_of_two);
    let mut settled = given;
    let mut before = candidates(trace);
    let mut scenes = Vec::new();
    while let Some(step) = trace.next() {
        let after = candidates(trace);
        let placed = step.placed.clone();
        // Before there is a candidate to look at, there is nothing to see.
        let shown = match step.technique {
            Technique::Elimination => &after,
            _ => &before,
        };
        scenes.push(Scene::new(&given, &settled, shown, step));
        for candidate in placed {
            settled[index(candidate.cell)] = true;
        }
        before = after;
    }
    let end = end(trace, scenes.len() as u128);
    Story {
        title: puzzle.to_string(),
        scenes,
        end,
    }
}

/// The candidates of 81 cells.
fn candidates(trace: &dyn Explanation) -> [u16; 81] {
    let possible = trace.possible();
    std::array::from_fn(|cell| possible.get(cell).map_or(0, |&digits| digits as u16))
}
