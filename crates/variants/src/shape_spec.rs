//! Shapes in the plans of ledgers.

use super::cages::cages_text;
use super::shape::Shape;
use super::shape_drawing::ShapeDrawing;
use super::shape_options::ShapeOptions;
use super::symbols::symbol;
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_sudoku::HouseKind;

impl Shape {
    /// Adds the options of the shape to a specification.
    pub(super) fn describe(&self, spec: Spec) -> Spec {
        let ShapeOptions {
            size,
            boxes: _,
            diagonals,
            windows,
            regions,
            samurai,
            cages,
            own_regions,
            own_cages,
        } = self.options();
        let spec = spec.with("size", size);
        let spec = if regions.is_some() {
            spec.with("regions", self.drawn_regions())
        } else if *own_regions {
            spec
        } else {
            let (rows, columns) = self.boxes();
            spec.with("boxes", format!("{rows}x{columns}"))
        };
        let has = [
            ("diagonals", diagonals),
            ("windows", windows),
            ("samurai", samurai),
            ("own regions", own_regions),
            ("own cages", own_cages),
        ];
        let has = has.into_iter().filter(|(_, has)| **has);
        let spec = has.fold(spec, |spec, (name, _)| spec.with(name, true));
        if cages.is_some() {
            spec.with("cages", cages_text(self.cage_list(), self.cells()))
        } else {
            spec
        }
    }

    /// Returns the shape of a specification.
    pub(super) fn described(spec: &Spec) -> Result<Self, Error> {
        let drawn = |name: &str| {
            let text = spec.parameter(name)?.to_owned();
            let name = format!("the {name} of the plan");
            Some(ShapeDrawing { name, text })
        };
        let regions = drawn("regions");
        let boxes = match spec.parameter("boxes") {
            Some(_) if regions.is_some() => None,
            Some(boxes) => {
                let pair = boxes.split_once('x');
                let pair = pair
                    .and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
                let wrong = || Error::ledger(&spec.problem, "the plan has no valid boxes");
                Some(pair.ok_or_else(wrong)?)
            }
            None => None,
        };
        Self::new(
            &ShapeOptions::new()
                .size(spec.require("size")?)
                .boxes(boxes)
                .diagonals(spec.parameter("diagonals").is_some())
                .windows(spec.parameter("windows").is_some())
                .regions(regions)
                .samurai(spec.parameter("samurai").is_some())
                .cages(drawn("cages"))
                .own_regions(spec.parameter("own regions").is_some())
                .own_cages(spec.parameter("own cages").is_some()),
        )
    }

    /// Returns a letter for each cell, which names its region.
    fn drawn_regions(&self) -> String {
        let mut letters = vec!['.'; self.cells()];
        for unit in self.houses().filter(|unit| unit.kind == HouseKind::Region) {
            for &cell in &unit.cells {
                letters[usize::from(cell)] = char::from(symbol(unit.number as u8));
            }
        }
        letters.into_iter().collect()
    }
}
