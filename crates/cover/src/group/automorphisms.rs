//! Symmetries of a problem: permutations of its items and their colours that map options to options.
//!
//! Such a permutation maps solutions to solutions. Options that it maps to each other occur in
//! equally many solutions, so a search counts those of one.
//!
//! Vertices are marked until all colours differ, and others in a second colouring. Vertices of equal
//! colour are mapped to each other. A permutation is accepted only if it maps all options to options.

use super::permutation_group::{Permutation, PermutationGroup, orbits};
use super::refinement::{Colouring, RefinedColours, SearchSteps, mixed};
use super::symmetry_vertices::{Kinds, SymmetryVertices};
use crate::bits::DisjointSets;
use countless_engine::Error;

/// Search for the symmetries that keep kinds, or map them to other ones.
#[derive(Clone, Debug)]
pub struct SymmetrySearch<'a> {
    colouring: Colouring<'a>,
    /// Refined kinds, and then the colours after marks on one vertex after the other.
    path: Vec<RefinedColours>,
}

impl<'a> SymmetrySearch<'a> {
    /// Search for symmetries of vertices with these kinds.
    pub fn new(vertices: &'a SymmetryVertices, kinds: Kinds, steps: &mut SearchSteps<'_>) -> Self {
        let colouring = Colouring { vertices, kinds };
        Self {
            path: vec![colouring.refined(steps)],
            colouring,
        }
    }

    /// Group of all symmetries, as permutations of the points.
    ///
    /// # Errors
    ///
    /// As for [`SearchSteps::require_some`].
    pub fn group(&mut self, steps: &mut SearchSteps<'_>) -> Result<PermutationGroup, Error> {
        let generators = self.generators(steps);
        steps.require_some()?;
        let vertices = self.colouring.vertices;
        let marked = self.path[1..].iter().map(|marked| marked.vertex);
        Ok(PermutationGroup {
            points: vertices.points(),
            base: marked.map(|vertex| vertices.point(vertex)).collect(),
            generators,
        })
    }

    /// Symmetries that move one marked vertex and leave those marked before it in place, from the
    /// last marked vertex to the first, each with the number of vertices before it. Together they
    /// generate all, unless the steps are spent.
    pub fn generators(&mut self, steps: &mut SearchSteps<'_>) -> Vec<(usize, Permutation)> {
        self.mark_all(steps);
        let (vertices, path) = (self.colouring.vertices, &self.path);
        let mut search = MappingSearch::new(&self.colouring, &self.colouring, steps);
        let mut orbits = DisjointSets::new(vertices.points());
        for depth in (1..path.len()).rev() {
            let (before, vertex) = (&path[depth - 1], path[depth].vertex);
            // The marked vertex is mapped neither to these points nor to another one of their orbits.
            let mut failed = vec![vertices.point(vertex)];
            for other in before.images_of(vertex, before) {
                if search.steps.are_spent() {
                    return search.generators;
                }
                let point = vertices.point(other);
                let orbit = orbits.representative(point);
                let mut failed_orbits = failed.iter().map(|&one| orbits.representative(one));
                if failed_orbits.any(|failed| failed == orbit) {
                    continue;
                }
                if let Some(images) = search.mapping_after_mark(&path[depth..], before, other) {
                    orbits.unite_images(&images);
                    search.generators.push((depth - 1, images));
                } else if !vertices.is_node {
                    failed.push(point);
                }
            }
        }
        search.generators
    }

    /// A symmetry that maps these kinds to those of another search, as a permutation of the points;
    /// `None` if none was found.
    ///
    /// # Errors
    ///
    /// As for [`SearchSteps::require_some`].
    pub fn symmetry_to(
        &mut self,
        other: &Self,
        steps: &mut SearchSteps<'_>,
    ) -> Result<Option<Permutation>, Error> {
        self.mark_all(steps);
        let mut search = MappingSearch::new(&self.colouring, &other.colouring, steps);
        let found = search.mapping(&self.path, &other.path[0]);
        if found.is_none() {
            steps.require_some()?;
        }
        Ok(found)
    }

    /// Number that kinds have in common if a symmetry maps one to the other.
    pub fn invariant(&self) -> u64 {
        self.path[0].total()
    }

    /// As [`invariant`](Self::invariant), but slower. If some vertices have a colour in common, each of
    /// a small class is marked.
    pub fn marked_invariant(&self) -> u64 {
        let (refined, mut steps) = (&self.path[0], SearchSteps::unlimited());
        let class = refined.several().min_by_key(|class| class.len());
        let class = class.into_iter().flatten();
        class.fold(0, |sum, &(_, vertex)| {
            let marked = (self.colouring).marked(refined, vertex, None, &mut steps);
            sum.wrapping_add(mixed(marked.total()))
        })
    }

    /// Marks vertices until all colours differ.
    fn mark_all(&mut self, steps: &mut SearchSteps<'_>) {
        while !steps.are_spent()
            && let Some(last) = self.path.last()
            && let Some(marked) = self.colouring.next_mark(last, steps)
        {
            self.path.push(marked);
        }
    }
}

/// Search for a permutation that maps kinds to others.
struct MappingSearch<'a, 's> {
    from: &'a Colouring<'a>,
    to: &'a Colouring<'a>,
    steps: &'a mut SearchSteps<'s>,
    /// Symmetries of the latter, each with the number of marked vertices that it leaves in place.
    generators: Vec<(usize, Permutation)>,
    /// Points marked in the image where it differs from the path.
    marked: Vec<u32>,
}

impl<'a, 's> MappingSearch<'a, 's> {
    fn new(from: &'a Colouring<'a>, to: &'a Colouring<'a>, steps: &'a mut SearchSteps<'s>) -> Self {
        Self {
            from,
            to,
            steps,
            generators: Vec::new(),
            marked: Vec::new(),
        }
    }

    /// As [`mapping`](Self::mapping), to a vertex that is marked after these colours.
    fn mapping_after_mark(
        &mut self,
        path: &[RefinedColours],
        before: &RefinedColours,
        vertex: u32,
    ) -> Option<Permutation> {
        let to = (self.to).marked(before, vertex, path.first(), self.steps);
        self.marked.push(self.from.vertices.point(vertex));
        let found = self.mapping(path, &to);
        self.marked.pop();
        found
    }

    /// Permutation of the points that maps the marked vertices of the path to vertices of these
    /// colours, if one is found.
    fn mapping(&mut self, path: &[RefinedColours], to: &RefinedColours) -> Option<Permutation> {
        let (vertices, (here, further)) = (self.from.vertices, path.split_first()?);
        if !here.are_those_of(to) {
            return None;
        }
        // Most permutations move few vertices, and are found before all colours differ.
        if further.is_empty() || !vertices.is_node {
            let symmetry = self.symmetry(&here.images_in(to));
            if symmetry.is_some() {
                return symmetry;
            }
        }
        let mut images = here.images_of(further.first()?.vertex, to);
        // Points that fail, and orbits under symmetries of the image: all points of an orbit fail.
        let (mut failed, mut orbits) = (Vec::new(), Vec::new());
        while !self.steps.are_spent()
            && let Some(vertex) = images.next()
        {
            let point = vertices.point(vertex) as usize;
            if failed.iter().any(|&one| orbits[one] == orbits[point]) {
                continue;
            }
            let found = self.mapping_after_mark(further, to, vertex);
            if found.is_some() {
                return found;
            }
            if failed.is_empty() && !self.generators.is_empty() && !vertices.is_node {
                orbits = self.orbits_beside_marks();
            }
            if !orbits.is_empty() {
                failed.push(point);
            }
        }
        None
    }

    /// Orbits of the points under the known symmetries that leave the marked points in place.
    fn orbits_beside_marks(&self) -> Vec<u32> {
        let symmetries = self.generators.iter().map(|(_, symmetry)| symmetry);
        let fixed = symmetries.filter(|symmetry| {
            let mut marked = self.marked.iter();
            marked.all(|&point| symmetry[point as usize] == point)
        });
        orbits(self.from.vertices.points(), fixed)
    }

    /// Permutation of the points, if that of the vertices is a symmetry: it keeps kinds, maps shades to
    /// shades of the item's image, and options to options with the same mark.
    fn symmetry(&mut self, images: &[u32]) -> Option<Permutation> {
        let (vertices, own, other) = (self.from.vertices, &self.from.kinds, &self.to.kinds);
        self.steps.take(vertices.weight);
        let has_kind = |(kind, &image): (&u64, &u32)| *kind == other.vertices[image as usize];
        let is_shade = |&(shade, item): &(u32, u32)| {
            let image = (images[shade as usize], images[item as usize]);
            vertices.shades.binary_search(&image).is_ok()
        };
        let mut kinds = own.vertices.iter().zip(images);
        if !kinds.all(has_kind) || !vertices.shades.iter().all(is_shade) {
            return None;
        }
        let points = vertices.images_of_points(images)?;
        let mut marks = own.marks.iter().zip(&points);
        let has_marks = marks.all(|(mark, &to)| *mark == other.marks[to as usize]);
        has_marks.then_some(points)
    }
}
