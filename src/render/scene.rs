//! A step of an explanation as a picture: the grid before it, its cells, candidates and links.

use countless::sudoku::{Candidate, Link, Step, Technique};
use kurbo::{BezPath, Circle, Rect, Shape as _};

use super::diagram::{Cell, Diagram, index};
use super::drawing::{Anchor, Drawing, Pen};
use super::grid::{candidate_at, draw_grid};

/// A step, and the grid before it.
#[derive(Clone, Debug)]
pub struct Scene {
    diagram: Diagram,
    step: Step,
}

/// Candidates that are taken together, where a link begins or ends.
type Node = Vec<Candidate>;

const UNIT: Pen = Pen::fill("unit", [0xee, 0xf2, 0xf7]);
const CELL: Pen = Pen::fill("cell", [0xfd, 0xf0, 0xc2]);
const TRUE: Pen = Pen::fill("true", [0x9c, 0xdb, 0xa5]);
const FALSE: Pen = Pen::fill("false", [0xf6, 0xc1, 0x77]);
const GONE: Pen = Pen::fill("gone", [0xf4, 0xa6, 0xa0]);
const LABEL: Pen = Pen::line("label", [0x66, 0x66, 0x66], 10.0);

/// What the colours and lines of pictures mean, with the classes they have in SVG.
pub const LEGEND: [(&str, &str); 5] = [
    (
        "true",
        "of the pattern, or true if the start of the chain is false",
    ),
    ("false", "false if the start of the chain is"),
    ("gone", "removed"),
    ("strong", "one of the two is true"),
    ("weak", "not both are true"),
];

impl Scene {
    /// The candidates before a step, bit 0 for a 1; cells in `settled` have their digit, those
    /// of the puzzle as clues.
    pub fn new(
        given: &[bool; 81],
        settled: &[bool; 81],
        candidates: &[u16; 81],
        step: Step,
    ) -> Self {
        Self {
            diagram: Diagram::during(given, settled, candidates),
            step,
        }
    }

    /// The step.
    pub fn step(&self) -> &Step {
        &self.step
    }

    /// The step in words.
    pub fn words(&self) -> &str {
        &self.step.text
    }

    /// Whether a candidate is drawn, which settled cells have none of.
    fn is_open(&self, candidate: Candidate) -> bool {
        match self.diagram.cells()[index(candidate.cell)] {
            Cell::Candidates(digits) => digits >> (candidate.digit - 1) & 1 != 0,
            Cell::Blank | Cell::Given(_) | Cell::Solved(_) => false,
        }
    }

    fn removed(&self) -> impl Iterator<Item = Candidate> {
        // Elimination is all over the grid, and drawn as done.
        let is_shown = self.step.technique != Technique::Elimination;
        let removed = self.step.removed.iter().copied();
        removed.filter(move |_| is_shown)
    }

    /// The candidates of the pattern that are true, and those that are false by turns.
    fn members(&self) -> [Vec<Candidate>; 2] {
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
            let is_other = step.technique == Technique::Medusa && number > 0;
            for link in chain {
                let side = usize::from(!link.holds || is_other);
                members[side].extend(node(link));
            }
        }
        members.map(|mut side| {
            side.retain(|&candidate| self.is_open(candidate));
            side
        })
    }

    /// The links of the pattern: from, to, and whether one of the two must be true.
    fn links(&self) -> Vec<(Node, Node, bool)> {
        use Technique as T;
        let step = &self.step;
        let digit = step.digits.first().copied().unwrap_or_default();
        let along = |cells: &[usize], strong: &[bool]| {
            let nodes = cells.iter().filter_map(|&at| {
                let cell = *step.cells.get(at)?;
                Some(vec![Candidate { cell, digit }])
            });
            let nodes: Vec<Node> = nodes.collect();
            let pairs = nodes.windows(2).zip(strong);
            pairs
                .map(|(pair, &strong)| (pair[0].clone(), pair[1].clone(), strong))
                .collect()
        };
        match step.technique {
            T::Skyscraper | T::TwoStringKite | T::TurbotFish => {
                along(&[0, 1, 2, 3], &[true, false, true])
            }
            T::XChain
            | T::XyChain
            | T::AlternatingChain
            | T::GroupedChain
            | T::AlsXz
            | T::AlsXyWing
            | T::AlsChain => {
                let chains = step.chains.iter();
                let links = chains.flat_map(|chain| {
                    chain.windows(2).map(|pair| {
                        let [from, to] = [&pair[0], &pair[1]];
                        (node(from), node(to), to.holds)
                    })
                });
                links.collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The candidates that a link of a chain speaks of.
fn node(link: &Link) -> Node {
    let Some(digit) = link.digit else {
        return Vec::new();
    };
    let cells = link.cells.iter();
    cells.map(|&cell| Candidate { cell, digit }).collect()
}

/// Draws a step with its upper left corner at `x`, `y`, the rows and columns labelled.
pub(super) fn draw_scene(drawing: &mut Drawing, scene: &Scene, x: f64, y: f64, side: f64) {
    let margin = 0.045 * side;
    let (x, y, side) = (x + margin, y + margin, side - margin);
    let cell = side / 9.0;
    let square = |at: usize| {
        let (left, top) = (x + (at % 9) as f64 * cell, y + (at / 9) as f64 * cell);
        Rect::new(left, top, left + cell, top + cell)
    };
    let place = |candidate: Candidate| {
        let center = square(index(candidate.cell)).center();
        candidate_at(candidate.digit, (center.x, center.y), cell)
    };
    for number in 1..=9 {
        let at = (f64::from(number) - 0.5) * cell;
        let height = 0.4 * margin;
        for (text, at) in [
            (format!("c{number}"), (x + at, y - 0.5 * margin)),
            (format!("r{number}"), (x - 0.5 * margin, y + at)),
        ] {
            drawing.text(&text, at, Anchor::Middle, height, LABEL);
        }
    }
    for unit in &scene.step.units {
        for cell in unit.cells() {
            drawing.rectangle(square(index(cell)), UNIT);
        }
    }
    for &cell in &scene.step.cells {
        drawing.rectangle(square(index(cell)), CELL);
    }
    let mut disc = |candidate: Candidate, pen: Pen| {
        let circle = Circle::new(place(candidate), 0.145 * cell);
        drawing.path(circle.to_path(0.01), pen);
    };
    let [holds, fails] = scene.members();
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
    for (from, to, strong) in scene.links() {
        let [from, to] = [from, to].map(|node| {
            let points: Vec<(f64, f64)> = node.into_iter().map(place).collect();
            let sum = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>();
            let count = points.len().max(1) as f64;
            (sum(|p| p.0) / count, sum(|p| p.1) / count)
        });
        draw_link(drawing, from, to, strong, cell);
    }
    draw_grid(drawing, &scene.diagram, x, y, side);
    let cross = Pen::line("cross", [0xb0, 0x20, 0x18], 0.02 * cell);
    for candidate in scene.removed() {
        let (at_x, at_y) = place(candidate);
        let mut path = BezPath::new();
        let half = 0.11 * cell;
        path.move_to((at_x - half, at_y + half));
        path.line_to((at_x + half, at_y - half));
        drawing.path(path, cross);
    }
}

/// Draws a link between two candidates: a line, dashed if it is weak.
fn draw_link(drawing: &mut Drawing, from: (f64, f64), to: (f64, f64), strong: bool, cell: f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    let gap = 0.15 * cell;
    if length < 2.0 * gap {
        return;
    }
    let at = |way: f64| (from.0 + dx * way / length, from.1 + dy * way / length);
    let mut path = BezPath::new();
    let (name, dash) = if strong {
        ("strong", length)
    } else {
        ("weak", 0.12 * cell)
    };
    let mut start = gap;
    while start < length - gap {
        path.move_to(at(start));
        path.line_to(at((start + dash).min(length - gap)));
        start += 1.8 * dash;
    }
    drawing.path(path, Pen::line(name, [0x2f, 0x6f, 0xd0], 0.035 * cell));
}
