//! Symmetries of a problem: which ones are meant, and the search for all of them.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::normal_cover::NormalCover;
use super::permutation_group::{GroupElements, Permutation, PermutationGroup};
use crate::bits::DisjointSets;
use crate::cell_board::CellBoard;
use crate::cover_total::BigCount;
use crate::exact_cover::ExactCover;
use crate::search::automorphisms::{Automorphisms, automorphisms, mapped, symmetry_between};
use countless_engine::ledger::Spec;
use countless_engine::{Error, Run};
use countless_table::hex_sha256;

/// Steps of a search for symmetries, about ten seconds.
const STEPS: u64 = 5_000_000_000;

/// Steps of a search for symmetries that are only reported.
const SHORT: u64 = STEPS / 50;

/// Largest number of symmetries that are considered one by one.
const MOST_ELEMENTS: usize = 20_000;

/// First kind of items that are mapped to themselves only.
const ITEM_KINDS: u64 = 1 << 32;

/// Kind of symmetries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymmetryKind {
    /// All permutations of the options that come from a permutation of the items, and of the colours
    /// of each item. A permutation keeps the bounds of items, and secondary items stay secondary.
    #[default]
    Problem,
    /// Those that move the cells as the grid does: rotations, reflections, and shifts of a torus.
    /// Equal pieces are exchanged.
    Board,
    /// Those of a board without reflections.
    Rotations,
}

/// Items, and their images under several maps.
type ItemMaps = (Vec<u32>, Vec<Vec<u32>>);

impl SymmetryKind {
    /// Usual symmetries of a problem: those of its board if each option covers a cell and neighbours
    /// connect all cells, otherwise those of the problem.
    #[must_use]
    pub fn usual(problem: &ExactCover) -> Self {
        let is_usual = |board: &CellBoard| {
            let mut is_cell = vec![false; problem.item_count()];
            for &(item, _) in board.cells() {
                is_cell[item] = true;
            }
            let mut options = problem.options.iter();
            let covers = options.all(|uses| uses.iter().any(|used| is_cell[used.item as usize]));
            covers && board.is_connected()
        };
        match problem.cell_board().filter(is_usual) {
            Some(_) => Self::Board,
            None => Self::Problem,
        }
    }

    /// Maps of the items that are cells, if the symmetries are those of a board.
    fn item_maps(self, problem: &ExactCover) -> Result<Option<ItemMaps>, Error> {
        if self == Self::Problem {
            return Ok(None);
        }
        let board = problem.cell_board().ok_or_else(|| {
            Error::Impossible(format!(
                "--symmetry {self}: expected items that are cells, such as 2.5 for row 2, column 5"
            ))
        })?;
        let items = board.items().map(|item| item as u32).collect();
        let operations = board.operations().into_iter();
        let operations = operations.filter(|it| self == Self::Board || it.turn.is_rotation());
        let maps = operations.map(|operation| operation.images).collect();
        Ok(Some((items, maps)))
    }
}

impl fmt::Display for SymmetryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Problem => "problem",
            Self::Board => "board",
            Self::Rotations => "rotations",
        })
    }
}

/// Symmetries under which solutions are equivalent.
///
/// ```
/// use countless_cover::{SymmetryOptions, make};
/// use countless_engine::Run;
///
/// // Latin squares of order 3: all twelve are equivalent, by permutations of rows, columns and
/// // symbols.
/// let latin = make::latin(3)?;
/// let group = latin.symmetries(&SymmetryOptions::new(), &Run::new())?;
/// assert_eq!(group.order.to_string(), "1296");
/// // Rows, columns and symbols are not exchanged for each other.
/// let kept = SymmetryOptions::new().keep(["r*", "c*"]);
/// let group = latin.symmetries(&kept, &Run::new())?;
/// assert_eq!(group.order.to_string(), "216");
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SymmetryOptions {
    /// Kind of symmetries; the usual one of a problem if `None`.
    kind: Option<SymmetryKind>,
    patterns: Vec<String>,
}

impl SymmetryOptions {
    /// The [usual](SymmetryKind::usual) symmetries of a problem.
    pub fn new() -> Self {
        Self::default()
    }

    /// Chooses the kind of symmetries.
    ///
    /// ```
    /// use countless_cover::{SymmetryKind, SymmetryOptions, make};
    /// use countless_engine::Run;
    ///
    /// // Rotations of a cube, without reflections.
    /// let rotations = SymmetryOptions::new().kind(SymmetryKind::Rotations);
    /// let group = make::soma()?.symmetries(&rotations, &Run::new())?;
    /// assert_eq!(group.order.to_string(), "24");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    #[must_use]
    pub fn kind(self, kind: SymmetryKind) -> Self {
        Self {
            kind: Some(kind),
            ..self
        }
    }

    /// Kind of the symmetries of a problem.
    fn kind_for(&self, problem: &ExactCover) -> SymmetryKind {
        self.kind.unwrap_or_else(|| SymmetryKind::usual(problem))
    }

    /// Keeps the items that match a pattern together: symmetries exchange them among themselves
    /// only. In a pattern, `*` is any text. An item belongs to the first pattern that it matches.
    #[must_use]
    pub fn keep(mut self, patterns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.patterns.extend(patterns.into_iter().map(Into::into));
        self
    }

    /// The patterns, separated by blanks.
    fn kept(&self) -> String {
        self.patterns.join(" ")
    }

    /// Options from the kind and the patterns of a plan.
    pub(crate) fn of_plan(kind: &str, kept: &str) -> Self {
        let kind = match kind {
            "board" => SymmetryKind::Board,
            "rotations" => SymmetryKind::Rotations,
            _ => SymmetryKind::Problem,
        };
        Self::new().kind(kind).keep(kept.split_whitespace())
    }

    /// Normal form of a problem.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if a pattern matches no item.
    pub(crate) fn normal_cover(&self, problem: &ExactCover) -> Result<NormalCover, Error> {
        Ok(NormalCover::new(problem, &self.pattern_numbers(problem)?))
    }

    /// Number of the first pattern that each item matches, from 1 on; 0 without one.
    fn pattern_numbers(&self, problem: &ExactCover) -> Result<Vec<u32>, Error> {
        let mut is_used = vec![false; self.patterns.len()];
        let numbers = problem.items.iter().map(|item| {
            let mut patterns = self.patterns.iter();
            let first = patterns.position(|pattern| matches(pattern, &item.name));
            first.map_or(0, |first| {
                is_used[first] = true;
                first as u32 + 1
            })
        });
        let numbers = numbers.collect();
        match self.patterns.iter().zip(is_used).find(|(_, used)| !used) {
            None => Ok(numbers),
            Some((pattern, _)) => Err(Error::Impossible(format!(
                "--keep {pattern}: expected the name of an item, such as a1, or a pattern, such as \
                 a*, that no pattern before it includes"
            ))),
        }
    }
}

/// Returns whether a name matches a pattern, in which `*` is any text.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// All symmetries of a problem.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CoverSymmetries {
    /// Number of symmetries, the identity included. Each permutes the options.
    pub order: BigCount,
    /// Number of symmetries of the problem, if it is another number and is found in short time.
    pub problem_order: Option<BigCount>,
    /// Kind of the symmetries.
    pub kind: SymmetryKind,
    /// Number of options that are equal to an earlier one, and count as that one.
    pub merged: usize,
    pub(crate) cover: Arc<NormalCover>,
    pub(crate) group: Arc<PermutationGroup>,
}

impl CoverSymmetries {
    /// All symmetries, one by one.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are too many.
    pub(super) fn elements(&self) -> Result<GroupElements, Error> {
        self.group.elements(MOST_ELEMENTS).ok_or_else(|| {
            Error::Impossible(format!(
                "the problem has {} symmetries: expected at most {MOST_ELEMENTS}\n\
                 hint: --keep keeps items apart, so that there are fewer",
                self.order
            ))
        })
    }
}

impl ExactCover {
    /// Finds all symmetries of the problem. Equal options, and options that differ only in secondary
    /// items that exclude nothing, are one option.
    ///
    /// ```
    /// use countless_cover::{SymmetryOptions, make};
    /// use countless_engine::Run;
    ///
    /// let soma = make::soma()?;
    /// let symmetries = soma.symmetries(&SymmetryOptions::new(), &Run::new())?;
    /// assert_eq!(symmetries.order.to_string(), "48");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if a pattern matches no item, if the symmetries are those of a board and
    /// no item is a cell, or if the search takes longer than about ten seconds; [`Error::Interrupted`] if `run` was cancelled.
    pub fn symmetries(
        &self,
        symmetries: &SymmetryOptions,
        run: &Run,
    ) -> Result<CoverSymmetries, Error> {
        self.symmetries_within(STEPS, symmetries, run)
    }

    /// Finds the [usual](SymmetryKind::usual) symmetries if that takes a fraction of a second;
    /// `None` if it takes longer or `run` was cancelled.
    ///
    /// ```
    /// use countless_cover::make;
    /// use countless_engine::Run;
    ///
    /// let found = make::queens(8, false)?.quick_symmetries(&Run::new());
    /// assert_eq!(found.expect("the board is small").order.to_string(), "8");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    pub fn quick_symmetries(&self, run: &Run) -> Option<CoverSymmetries> {
        let usual = SymmetryOptions::new();
        self.symmetries_within(SHORT, &usual, run).ok()
    }

    fn symmetries_within(
        &self,
        steps: u64,
        symmetries: &SymmetryOptions,
        run: &Run,
    ) -> Result<CoverSymmetries, Error> {
        let cover = symmetries.normal_cover(self)?;
        let (kind, cancel) = (symmetries.kind_for(self), run.child_token());
        let group = match kind.item_maps(self)? {
            None => find_group(&cover, steps, cancel.flag())?,
            Some((items, maps)) => {
                find_group_of_maps(&cover, (&items, &maps), steps, cancel.flag())?
            }
        };
        let order = BigCount(group.order());
        let problem = (kind != SymmetryKind::Problem)
            .then(|| find_group(&cover, SHORT, cancel.flag()).ok())
            .flatten();
        let problem_order = problem.map(|group| BigCount(group.order()));
        Ok(CoverSymmetries {
            kind,
            problem_order: problem_order.filter(|problem| *problem != order),
            order,
            merged: cover.merged,
            cover: Arc::new(cover),
            group: Arc::new(group),
        })
    }
}

/// Group of all permutations of the points of a cover that are symmetries.
///
/// # Errors
///
/// As for [`ExactCover::symmetries`].
pub fn find_group(
    cover: &NormalCover,
    steps: u64,
    cancel: &AtomicBool,
) -> Result<PermutationGroup, Error> {
    let vertices = cover.symmetry_vertices();
    let mut left = steps;
    let found = automorphisms(&vertices, vertices.kinds(), &mut left, Some(cancel));
    require_complete(left, cancel)?;
    let points = PointImages::new(cover);
    let (base, generators) = points.base_and_generators(found);
    Ok(PermutationGroup::new(cover.points(), &base, generators))
}

/// Returns an error if a search for symmetries was cancelled, or had too few steps.
fn require_complete(left: u64, cancel: &AtomicBool) -> Result<(), Error> {
    if cancel.load(Ordering::Relaxed) {
        return Err(Error::Interrupted);
    }
    if left == 0 {
        return Err(Error::Impossible(
            "the symmetries of this problem take too long to find\n\
             hint: --keep keeps items apart, so that there are fewer"
                .to_owned(),
        ));
    }
    Ok(())
}

/// Group of the symmetries of a cover that map some items of the problem as one of the maps does.
/// The maps are a group.
///
/// # Errors
///
/// As for [`ExactCover::symmetries`].
pub fn find_group_of_maps(
    cover: &NormalCover,
    (items, maps): (&[u32], &[Vec<u32>]),
    steps: u64,
    cancel: &AtomicBool,
) -> Result<PermutationGroup, Error> {
    let (items, maps) = cover.item_maps(items, maps);
    let vertices = cover.symmetry_vertices();
    // Each item is a kind of its own, and under a map that of the item mapped to it.
    let kinds_under = |map: &dyn Fn(usize) -> usize| {
        let mut kinds = vertices.kinds().clone();
        for (number, at) in (ITEM_KINDS..).zip(0..items.len()) {
            kinds.vertices[items[map(at)] as usize] = number;
        }
        kinds
    };
    let (own, mut left) = (kinds_under(&|at| at), steps);
    let found = automorphisms(&vertices, &own, &mut left, Some(cancel));
    let path = vertices.marking_path(&own, &mut left);
    let points = PointImages::new(cover);
    let (mut base, mut generators) = points.base_and_generators(found);
    // Items that distinguish the maps, each with the maps that leave those before it unchanged.
    let (mut levels, mut maps) = (Vec::new(), maps.iter().collect::<Vec<_>>());
    for at in 0..items.len() {
        let unchanged = maps.iter().filter(|map| map[at] as usize == at);
        let unchanged: Vec<&Vec<u32>> = unchanged.copied().collect();
        if unchanged.len() < maps.len() {
            levels.push((at, std::mem::replace(&mut maps, unchanged)));
        }
    }
    let first = cover.options.len() as u32;
    let distinguishing = levels.iter().map(|&(at, _)| first + items[at]);
    base.splice(..0, distinguishing);
    for (depth, _) in &mut generators {
        *depth += levels.len();
    }
    let mut orbits = DisjointSets::new(items.len());
    for (depth, (at, maps)) in levels.into_iter().enumerate().rev() {
        for map in maps {
            let (here, image) = (orbits.representative(at as u32), map[at]);
            // The other images in an orbit are those of products with symmetries.
            if orbits.representative(image) != image || image == here {
                continue;
            }
            let kinds = kinds_under(&|at| map[at] as usize);
            let images =
                symmetry_between(&vertices, &path, (&own, &kinds), &mut left, Some(cancel));
            if let Some(images) = images {
                for (from, &to) in (0..).zip(map) {
                    orbits.unite(from, to);
                }
                generators.push((depth, points.permutation(&images)));
            }
        }
    }
    require_complete(left, cancel)?;
    Ok(PermutationGroup::new(cover.points(), &base, generators))
}

/// Images of options under permutations of their items.
struct PointImages<'a> {
    cover: &'a NormalCover,
    /// Vertices of each option, and the option of each set of vertices.
    vertices: Vec<Vec<u32>>,
    options: HashMap<Vec<u32>, u32>,
}

impl<'a> PointImages<'a> {
    fn new(cover: &'a NormalCover) -> Self {
        let options = 0..cover.options.len();
        let vertices: Vec<Vec<u32>> = options.map(|option| cover.vertices_of(option)).collect();
        Self {
            cover,
            options: vertices.iter().cloned().zip(0..).collect(),
            vertices,
        }
    }

    /// Permutation of all points that maps vertices to these images.
    fn permutation(&self, images: &[u32]) -> Permutation {
        let (options, points) = (self.vertices.len(), self.cover.points());
        let moved = self
            .vertices
            .iter()
            .map(|option| self.options[&mapped(option, images)]);
        let vertices = images.iter().take(points - options);
        moved
            .chain(vertices.map(|image| options as u32 + image))
            .collect()
    }

    /// Base and strong generators, as permutations of all points.
    fn base_and_generators(&self, found: Automorphisms) -> (Vec<u32>, Vec<(usize, Permutation)>) {
        let Automorphisms { base, generators } = found;
        let generators = generators.into_iter();
        let generators = generators.map(|(depth, images)| (depth, self.permutation(&images)));
        let first = self.vertices.len() as u32;
        let base = base.iter().map(|vertex| first + vertex).collect();
        (base, generators.collect())
    }
}

/// Parameters of symmetries in a plan.
#[derive(Clone, Debug)]
pub struct SymmetryPlan {
    kind: SymmetryKind,
    kept: String,
    order: String,
    /// Start of the hash of the generators. Another version may find another base of the group.
    generators: String,
}

impl SymmetryPlan {
    pub fn new(symmetries: &CoverSymmetries, options: &SymmetryOptions) -> Self {
        let moved = symmetries.cover.options.len();
        let generators = symmetries.group.generators().map(|generator| {
            let images: Vec<String> = generator[..moved].iter().map(u32::to_string).collect();
            images.join(" ") + "\n"
        });
        let mut generators = hex_sha256(generators.collect::<String>().as_bytes());
        generators.truncate(16);
        Self {
            kind: symmetries.kind,
            kept: options.kept(),
            order: symmetries.order.to_string(),
            generators,
        }
    }

    /// Kind of the symmetries.
    pub fn kind(&self) -> SymmetryKind {
        self.kind
    }

    /// Adds the parameters.
    pub fn add_to(&self, spec: Spec) -> Spec {
        let spec = spec.with("symmetry", self.kind.to_string());
        let spec = match &*self.kept {
            "" => spec,
            kept => spec.with("keep", kept),
        };
        spec.with("group", &self.order)
            .with("generators", &self.generators)
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_is_any_text() {
        for (pattern, yes, no) in [
            ("a", "a", "ab"),
            ("a*", "ab", "ba"),
            ("*a", "ba", "ab"),
            ("a*a", "aba", "a"),
            ("*", "", "none"),
            ("r*.*c", "r1.2c", "r12c"),
            ("a**b", "ab", "abc"),
        ] {
            assert!(matches(pattern, yes), "{pattern} {yes}");
            assert!(no == "none" || !matches(pattern, no), "{pattern} {no}");
        }
    }
}
