//! Kinds and column sets of orbits, and the order of column sets.

/// Kind of an orbit, by the queens of the middle row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OrbitKind {
    /// The board has neither a middle row nor a middle column.
    Even,
    /// A queen stands in the centre.
    CentreQueen,
    /// The queens of the middle row and of the middle column are not in the centre.
    EmptyCentre,
}

/// Column set of an orbit, which represents its images under mirroring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OrbitColumns {
    pub kind: OrbitKind,
    /// The columns used in the left half of the board, counted from the edge.
    pub left: u32,
    /// The columns used in the right half of the board, counted from the edge.
    pub right: u32,
}

impl OrbitColumns {
    /// Packs the orbit into a word. The words of a board are in the order of kind, left and right:
    /// boards of 16 columns on either side are even.
    pub fn packed(&self) -> u32 {
        let empty_centre = u32::from(self.kind == OrbitKind::EmptyCentre);
        empty_centre << 31 | self.left << 16 | self.right
    }

    /// Unpacks an orbit of a board of `n` rows that was [packed](Self::packed).
    pub fn unpacked(packed: u32, n: u32) -> Self {
        let (kind, left) = match (n % 2, packed >> 31) {
            (0, _) => (OrbitKind::Even, packed >> 16),
            (_, 0) => (OrbitKind::CentreQueen, packed >> 16),
            _ => (OrbitKind::EmptyCentre, packed >> 16 & 0x7FFF),
        };
        Self {
            kind,
            left,
            right: packed & 0xFFFF,
        }
    }

    /// Number of distinct column sets of the orbit, which has `half` columns on either side.
    pub fn image_count(&self, half: u32) -> u64 {
        let mut images = images(self.left, self.right, half);
        images.sort_unstable();
        1 + images.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64
    }
}

/// The images of a column set under mirroring.
pub(super) fn images(left: u32, right: u32, half: u32) -> [(u32, u32); 4] {
    let all = (1 << half) - 1;
    [
        (left, right),
        (right, left),
        (left ^ all, right ^ all),
        (right ^ all, left ^ all),
    ]
}

/// Returns the rank of a part in the order that decides between a board and its transposed image. A
/// set and its complement share a rank.
#[inline(always)]
pub(super) fn rank(part: u32, half: u32) -> u32 {
    part.min(part ^ ((1 << half) - 1))
}
