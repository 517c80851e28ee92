//! Layouts and rules of requests about variants.

use countless_variants::{Shape, ShapeDrawing, ShapeOptions};
use serde::{Deserialize, Serialize};

use super::fault::Fault;

/// Text of regions or cages that each puzzle has for itself.
pub const EACH: &str = "each";

/// Layout of a request.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct LayoutMembers {
    pub size: usize,
    pub diagonals: bool,
    pub windows: bool,
    pub regions: Option<String>,
    pub cages: Option<String>,
}

impl Default for LayoutMembers {
    fn default() -> Self {
        Self {
            size: 9,
            diagonals: false,
            windows: false,
            regions: None,
            cages: None,
        }
    }
}

impl LayoutMembers {
    /// Returns the shape with these members.
    pub fn shape(&self) -> Result<Shape, Fault> {
        let is_each = |text: &Option<String>| text.as_deref() == Some(EACH);
        let drawing = |name: &str, text: &Option<String>| {
            let text = text.clone().filter(|text| text != EACH)?;
            let name = name.to_owned();
            Some(ShapeDrawing { name, text })
        };
        let options = ShapeOptions::new()
            .size(self.size)
            .diagonals(self.diagonals)
            .windows(self.windows)
            .regions(drawing("regions", &self.regions))
            .cages(drawing("cages", &self.cages))
            .own_regions(is_each(&self.regions))
            .own_cages(is_each(&self.cages));
        Ok(Shape::new(&options)?)
    }
}
