//! Explanations as drawings: an HTML page, an SVG drawing or a PDF document.

use std::path::Path;

use anyhow::ensure;
use countless::sudoku::Technique;

use super::super::session::Session;
use super::any_puzzle::{AnyPuzzle, Explanation};
use countless_picture::{
    CellContent, Paper, StepDiagram, Walkthrough, pdf, walkthrough_page, walkthrough_pages,
    walkthrough_scroll,
};

/// Format of drawn explanations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkthroughFormat {
    Html,
    Svg,
    Pdf,
}

/// Maximum number of puzzles, because their drawings are kept in memory.
pub const MOST: usize = 100;

impl WalkthroughFormat {
    /// Format of a file by its extension, without that of a compression.
    pub fn of(plain: &Path) -> Option<Self> {
        let ending = plain.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "html" | "htm" => Some(Self::Html),
            "svg" => Some(Self::Svg),
            "pdf" => Some(Self::Pdf),
            _ => None,
        }
    }

    /// Draws the walkthroughs in this format.
    ///
    /// # Errors
    ///
    /// If several walkthroughs need one drawing, or the user interrupts the program.
    pub fn bytes(self, stories: &[Walkthrough]) -> anyhow::Result<Vec<u8>> {
        match (self, stories) {
            (Self::Html, _) => Ok(walkthrough_page(stories).into_bytes()),
            (Self::Pdf, _) => pdf(
                &walkthrough_pages(stories, Paper::A4),
                Session::ensure_not_interrupted,
            ),
            (Self::Svg, [story]) => Ok(walkthrough_scroll(story).to_svg().into_bytes()),
            (Self::Svg, _) => {
                anyhow::bail!("an .svg file holds one puzzle\nhint: --limit 1, or -o FILE.pdf")
            }
        }
    }
}

/// Requires room for one more walkthrough.
pub fn ensure_room(stories: &[Walkthrough]) -> anyhow::Result<()> {
    ensure!(
        stories.len() < MOST,
        "pictures support at most {MOST} puzzles\nhint: --nth K --limit {MOST}"
    );
    Ok(())
}

/// Collects the steps of a puzzle, each with the grid before it. `end` returns the last sentence.
pub fn walkthrough(
    puzzle: &AnyPuzzle,
    trace: &mut dyn Explanation,
    end: impl FnOnce(&dyn Explanation, u128) -> anyhow::Result<String>,
) -> anyhow::Result<Walkthrough> {
    let diagram = puzzle.diagram();
    let clues = diagram.cells().iter().map(|&cell| match cell {
        CellContent::Given(digit) => digit,
        _ => 0,
    });
    let clues: Vec<u8> = clues.collect();
    let mut settled: Vec<bool> = clues.iter().map(|&digit| digit > 0).collect();
    let mut before = trace.candidates();
    let mut scenes = Vec::new();
    while let Some(step) = trace.next() {
        let after = trace.candidates();
        let placed = step.placed.clone();
        // Elimination is shown with the candidates after it, other steps with those before.
        let shown = match step.technique {
            Technique::Elimination => &after,
            _ => &before,
        };
        scenes.push(StepDiagram::new(diagram.at_step(&settled, shown), step));
        let placed = placed.iter();
        for cell in placed.filter_map(|candidate| diagram.index(candidate.cell)) {
            settled[cell] = true;
        }
        before = after;
    }
    let end = end(trace, scenes.len() as u128)?;
    Ok(Walkthrough {
        title: diagram.shape().write(&clues),
        steps: scenes,
        end,
    })
}
