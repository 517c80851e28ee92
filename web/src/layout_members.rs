//! Layouts and rules of requests about variants.

use countless_variants::{Shape, ShapeDrawing, ShapeOptions};
use serde::Deserialize;

use super::fault::{Fault, expected};
use super::request::pair;

/// Layout of a request.
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
