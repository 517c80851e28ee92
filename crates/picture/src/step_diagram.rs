//! Drawing of a step of an explanation: the grid before it, its cells, candidates and links.

use super::drawing::{Anchor, Drawing, Pen};
use super::grid_drawing::{CellContent, Diagram, GridGeometry, draw_background, draw_content};
use countless_sudoku::{Candidate, ChainStatement, EdgeKind, Step, Technique};
use kurbo::{BezPath, Circle, Point, Shape as _, Vec2};

/// Step, and the grid before it.
#[derive(Clone, Debug)]
pub struct StepDiagram {
    diagram: Diagram,
    step: Step,
}

const HOUSE: Pen = Pen::fill("unit", [0xee, 0xf2, 0xf7]);
const CELL: Pen = Pen::fill("cell", [0xfd, 0xf0, 0xc2]);
const TRUE: Pen = Pen::fill("true", [0x9c, 0xdb, 0xa5]);
const FALSE: Pen = Pen::fill("false", [0xf6, 0xc1, 0x77]);
const GONE: Pen = Pen::fill("gone", [0xf4, 0xa6, 0xa0]);
/// Line through a removed digit.
const CROSS: Pen = Pen::line("cross", [0xe0, 0x57, 0x4d], 0.025);
/// Colours of lines.
const LINE: [u8; 3] = [0x2f, 0x6f, 0xd0];
const LEADS: [u8; 3] = [0x8a, 0x4f, 0xc4];
const LABEL: Pen = Pen::text("label", [0x66, 0x66, 0x66], 0.0);

/// Meanings of the colours and lines, with their classes in SVG.
pub const LEGEND: [(&str, &str); 6] = [
    ("true", "of the pattern, or true by the chain"),
    ("false", "false by the chain, or of the other colour"),
    ("gone", "removed"),
    ("strong", "one of the two is true"),
    ("weak", "not both are true"),
    ("leads", "the second follows from the first"),
];

impl StepDiagram {
    /// Creates the diagram of a step and the grid before it.
    pub fn new(diagram: Diagram, step: Step) -> Self {
        Self { diagram, step }
    }

    /// Number of rows, which is that of columns.
    pub fn side(&self) -> usize {
        self.diagram.shape().side()
    }

    /// Step of the diagram.
    pub fn step(&self) -> &Step {
        &self.step
    }

    /// Step in words.
    pub fn words(&self) -> &str {
        &self.step.text
    }

    /// True if a candidate is drawn; solved cells have none.
    fn has_candidate(&self, candidate: Candidate) -> bool {
        let index = self.diagram.index(candidate.cell);
        match index.map(|index| self.diagram.cells()[index]) {
            Some(CellContent::Candidates(digits)) => digits >> (candidate.digit - 1) & 1 != 0,
            _ => false,
        }
    }

    fn removed(&self) -> impl Iterator<Item = Candidate> {
        // An elimination changes the whole grid, so the grid is drawn after it.
        let is_shown = self.step.technique != Technique::Elimination;
        self.step.removed.iter().copied().filter(move |_| is_shown)
    }

    /// Candidates of the pattern: true ones, and false ones. Two-coloured patterns have one colour
    /// in each.
    fn pattern_candidates(&self) -> [Vec<Candidate>; 2] {
        let mut members = [Vec::new(), Vec::new()];
        let step = &self.step;
        if step.chains.is_empty() {
            for &cell in &step.cells {
                for &digit in &step.digits {
                    members[0].push(Candidate { cell, digit });
                }
            }
        }
        for (number, chain) in step.chains.iter().enumerate() {
            let coloured = [Technique::SimpleColouring, Technique::Medusa];
            let is_coloured = coloured.contains(&step.technique);
            let is_other = number > 0 && is_coloured;
            for link in chain {
                let side = usize::from(!link.holds || is_other);
                members[side].extend(link_candidates(link));
            }
        }
        members.map(|mut side| {
            side.retain(|&candidate| self.has_candidate(candidate));
            side
        })
    }
}

/// Candidates of a statement of a chain.
fn link_candidates(link: &ChainStatement) -> Vec<Candidate> {
    let Some(digit) = link.digit else {
        return Vec::new();
    };
    let cells = link.cells.iter();
    cells.map(|&cell| Candidate { cell, digit }).collect()
}

/// Draws a step with its upper left corner at `x`, `y`, with labels of rows and columns.
pub(super) fn draw_step(drawing: &mut Drawing, scene: &StepDiagram, x: f64, y: f64, side: f64) {
    let margin = 0.045 * side;
    let (x, y, side) = (x + margin, y + margin, side - margin);
    let shape = scene.diagram.shape();
    let grid = GridGeometry::of(shape, x, y, side);
    let square = |cell: countless_sudoku::Cell| grid.cell_rect(cell.row() - 1, cell.column() - 1);
    let place = |Candidate { cell, digit }: Candidate| {
        grid.candidate_center(shape, (cell.row() - 1, cell.column() - 1), digit)
    };
    let cell = side / shape.side() as f64;
    for number in 1..=shape.side() {
        let at = (number as f64 - 0.5) * cell;
        let height = (0.4 * margin).min(0.35 * cell);
        for (text, at) in [
            (format!("c{number}"), (x + at, y - 0.5 * margin)),
            (format!("r{number}"), (x - 0.5 * margin, y + at)),
        ] {
            drawing.text(&text, at, Anchor::Middle, height, LABEL);
        }
    }
    draw_background(drawing, shape, grid);
    for house in &scene.step.houses {
        for &cell in &house.cells {
            drawing.rectangle(square(cell), HOUSE);
        }
    }
    for &cell in &scene.step.cells {
        drawing.rectangle(square(cell), CELL);
    }
    // Marks scale with candidates: 1 is the side of a cell with nine candidates and without a sum.
    let scale = grid.candidate_step(shape) / 0.29;
    let mut disc = |candidate: Candidate, pen: Pen| {
        let circle = Circle::new(place(candidate), 0.145 * scale);
        drawing.path(circle.to_path(0.01), pen);
    };
    let [holds, fails] = scene.pattern_candidates();
    for candidate in fails {
        disc(candidate, FALSE);
    }
    for candidate in holds {
        disc(candidate, TRUE);
    }
    for candidate in scene.removed() {
        disc(candidate, GONE);
    }
    for placed in &scene.step.placed {
        disc(*placed, TRUE);
    }
    for edge in &scene.step.edges {
        let [from, to] = [&edge.from, &edge.to].map(|ends| {
            let points: Vec<Point> = ends.iter().map(|&end| place(end)).collect();
            points
        });
        for group in [&from, &to] {
            draw_group(drawing, group, scale);
        }
        if let Some([from, to]) = nearest(&from, &to) {
            draw_edge(drawing, from, to, edge.kind, scale);
        }
    }
    // Lines and discs lie below the digits, which stay legible.
    let cross = Pen {
        width: CROSS.width * scale,
        ..CROSS
    };
    for candidate in scene.removed() {
        let (middle, half) = (place(candidate), 0.13 * scale);
        let aside = Vec2::new(half, -half);
        drawing.line([middle - aside, middle + aside], cross);
    }
    draw_content(drawing, &scene.diagram, grid);
}

/// Nearest pair of points.
fn nearest(from: &[Point], to: &[Point]) -> Option<[Point; 2]> {
    let pairs = from.iter().flat_map(|&a| to.iter().map(move |&b| [a, b]));
    pairs.min_by(|a, b| {
        let [a, b] = [a, b].map(|pair| pair[0].distance_squared(pair[1]));
        a.total_cmp(&b)
    })
}

/// Draws a line around grouped candidates. The first and the last are at the ends of their row,
/// column or box.
fn draw_group(drawing: &mut Drawing, points: &[Point], cell: f64) {
    let [first, .., last] = points else { return };
    let way = *last - *first;
    let around = 0.17 * cell;
    let (along, aside) = (way.normalize() * around, way.turn_90().normalize() * around);
    let mut path = BezPath::new();
    path.move_to(*first + aside);
    path.curve_to(
        *first + aside - along * 1.3,
        *first - aside - along * 1.3,
        *first - aside,
    );
    path.line_to(*last - aside);
    path.curve_to(
        *last - aside + along * 1.3,
        *last + aside + along * 1.3,
        *last + aside,
    );
    path.close_path();
    drawing.path(path, Pen::line("group", LINE, 0.02 * cell));
}

/// Draws a line between two candidates: dashed if the link is weak, and with a head if one follows
/// from the other.
fn draw_edge(drawing: &mut Drawing, from: Point, to: Point, kind: EdgeKind, cell: f64) {
    let length = from.distance(to);
    let gap = 0.15 * cell;
    if length < 2.0 * gap {
        return;
    }
    let (along, across) = ((to - from).normalize(), (to - from).normalize().turn_90());
    let at = |way: f64, aside: f64| from + along * way + across * aside;
    let mut path = BezPath::new();
    let dash = match kind {
        EdgeKind::Weak => 0.12 * cell,
        EdgeKind::Strong | EdgeKind::Leads => length,
    };
    let mut start = gap;
    while start < length - gap {
        path.move_to(at(start, 0.0));
        path.line_to(at((start + dash).min(length - gap), 0.0));
        start += 1.8 * dash;
    }
    let pen = match kind {
        EdgeKind::Strong => Pen::line("strong", LINE, 0.035 * cell),
        EdgeKind::Weak => Pen::line("weak", LINE, 0.035 * cell),
        EdgeKind::Leads => {
            let (tip, back, half) = (length - gap, length - 1.7 * gap, 0.4 * gap);
            path.move_to(at(back, half));
            path.line_to(at(tip, 0.0));
            path.line_to(at(back, -half));
            Pen::line("leads", LEADS, 0.025 * cell)
        }
    };
    drawing.path(path, pen);
}

#[cfg(test)]
mod tests {
    use countless_sudoku::{Grid, Trace, TraceOptions};

    use super::super::grid_drawing::CANDIDATE;
    use super::*;
    use crate::{Figure, picture};

    /// Relative luminance of a colour (WCAG 2.2).
    fn luminance(color: [u8; 3]) -> f64 {
        let [red, green, blue] = color.map(|part| match f64::from(part) / 255.0 {
            dark if dark <= 0.04045 => dark / 12.92,
            part => ((part + 0.055) / 1.055).powf(2.4),
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(a: Pen, b: Pen) -> f64 {
        let [a, b] = [a, b].map(|pen| luminance(pen.color) + 0.05);
        a.max(b) / a.min(b)
    }

    /// 4.5 is the least contrast of legible text, 3 that of other marks (WCAG 2.2, 1.4.3 and
    /// 1.4.11).
    #[test]
    fn digits_contrast_with_what_is_below_them() {
        for below in [HOUSE, CELL, TRUE, FALSE, GONE] {
            assert!(contrast(CANDIDATE, below) > 4.5, "{}", below.name);
        }
        assert!(contrast(CANDIDATE, CROSS) > 3.0);
        assert!(contrast(CROSS, GONE) > 1.5);
    }

    #[test]
    fn digits_lie_above_discs_lines_and_crosses() {
        let puzzle =
            "..5..37.........4.....6..23..8....59........2....51...21.9..5...9.73.4.1.3..4....";
        let puzzle: Grid = puzzle.parse().expect("a puzzle");
        let diagram = Diagram::of(&puzzle.into()).with_candidates();
        let mut steps = Trace::new(&puzzle, TraceOptions::new());
        let step = steps.find(|step| !step.chains.is_empty()).expect("a chain");
        let removed = step.removed.len();
        let figure = Figure::Step(Box::new(StepDiagram::new(diagram, step)));
        let drawing = picture(&figure, "", None);
        let names: Vec<&str> = drawing.elements.iter().map(|it| it.pen().name).collect();
        let first_digit = names.iter().position(|name| *name == "candidate");
        let below = ["gone", "cross", "true", "false", "strong", "weak"];
        for class in below {
            let last = names.iter().rposition(|name| *name == class);
            assert!(last.is_some() && last < first_digit, "{class}");
        }
        let crosses = names.iter().filter(|name| **name == "cross").count();
        assert!(removed > 0 && crosses == removed);
    }
}
