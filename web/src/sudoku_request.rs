//! Requests about sudokus.

#[cfg(feature = "variants")]
use countless_variants::{Shape, ShapeDrawing, ShapeOptions};
use serde::Deserialize;

#[cfg(feature = "variants")]
use super::fault::{Fault, expected};
#[cfg(feature = "variants")]
use super::request::pair;

/// Scale of ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    #[default]
    Points,
    /// That of Sudoku Explainer.
    Se,
}

/// Question about a sudoku.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    pub ask: String,
    #[cfg(feature = "variants")]
    pub layout: Option<LayoutMembers>,
    pub puzzle: Option<String>,
    pub attempt: Option<String>,
    pub removed: Option<Vec<String>>,
    pub text: String,
    pub reveal: bool,
    pub scale: Scale,
    pub upto: Option<String>,
    pub from: u64,
    pub limit: Option<u64>,
    pub shard: Option<String>,
    pub seed: u64,
    pub count: Option<u64>,
    pub clues: Option<usize>,
    pub level: Option<String>,
    pub technique: Option<String>,
    pub er: Option<String>,
    pub symmetry: Option<String>,
    pub pattern: Option<String>,
    pub minimal: bool,
    pub unique: Option<bool>,
}

/// Layout of a request.
#[cfg(feature = "variants")]
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LayoutMembers {
    size: Option<usize>,
    boxes: Option<String>,
    diagonals: bool,
    windows: bool,
    samurai: bool,
    regions: Option<String>,
    cages: Option<String>,
}

#[cfg(feature = "variants")]
impl LayoutMembers {
    /// Returns the shape with these members.
    pub fn shape(&self) -> Result<Shape, Fault> {
        let drawing = |name: &str, text: &Option<String>| {
            let (name, text) = (name.to_owned(), text.clone()?);
            Some(ShapeDrawing { name, text })
        };
        let boxes = self.boxes.as_deref().map(|text| {
            let sides = pair(text, 'x');
            sides.ok_or_else(|| expected("boxes", "rows and columns such as 2x3"))
        });
        let options = ShapeOptions::new()
            .size(self.size.unwrap_or(9))
            .boxes(boxes.transpose()?)
            .diagonals(self.diagonals)
            .windows(self.windows)
            .samurai(self.samurai)
            .regions(drawing("regions", &self.regions))
            .cages(drawing("cages", &self.cages));
        Ok(Shape::new(&options)?)
    }
}
