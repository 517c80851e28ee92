//! Nodes that wait at one level of the search, as a structure of arrays.

use countless_simd::{MAX_LANES, Simd, Vector};

/// Most nodes that one call of the kernel expands.
pub(super) const BATCH: usize = 512;

/// Capacity of a pool in nodes: less than one waiting batch, the children of one batch, and the
/// rest of a last vector.
pub(super) const POOL_ROOM: usize = 2 * (BATCH + MAX_LANES);

/// Most words of the key of a solution.
pub(super) const KEY_WORDS: usize = 4;

/// Word of a node, one lane of a vector: 16 bits for boards of up to 16 columns, else 32.
pub(super) trait LaneWord: Copy + Default + std::fmt::Debug + PartialEq + Into<u64> {
    /// Vector of these words.
    type Vector<S: Simd>: Vector<Simd = S, Lane = Self>;
    /// Columns of a solution's open rows, the top row in the highest bits.
    type Key: Copy + Default + Ord + std::fmt::Debug;
    /// Bits of a key that hold one column.
    const COLUMN_BITS: u32;
    /// Number of columns that one word holds.
    const COLUMNS_PER_LANE: usize;

    /// Makes a word of the low bits.
    fn new(bits: u32) -> Self;

    /// Appends the columns in `word`, `bits` bits in all, to a key.
    fn append(key: Self::Key, word: Self, bits: u32) -> Self::Key;

    /// Returns the low bits of a key shifted down by `shift`.
    fn key_bits(key: Self::Key, shift: u32) -> usize;
}

impl LaneWord for u16 {
    type Vector<S: Simd> = S::U16;
    type Key = u64;
    const COLUMN_BITS: u32 = 4;
    const COLUMNS_PER_LANE: usize = 4;

    #[inline(always)]
    fn new(bits: u32) -> Self {
        bits as u16
    }
    #[inline(always)]
    fn append(key: u64, word: u16, bits: u32) -> u64 {
        key << bits | u64::from(word)
    }
    #[inline(always)]
    fn key_bits(key: u64, shift: u32) -> usize {
        (key >> shift) as usize
    }
}

impl LaneWord for u32 {
    type Vector<S: Simd> = S::U32;
    type Key = u128;
    const COLUMN_BITS: u32 = 5;
    const COLUMNS_PER_LANE: usize = 6;

    #[inline(always)]
    fn new(bits: u32) -> Self {
        bits
    }
    #[inline(always)]
    fn append(key: u128, word: u32, bits: u32) -> u128 {
        key << bits | u128::from(word)
    }
    #[inline(always)]
    fn key_bits(key: u128, shift: u32) -> usize {
        (key >> shift) as usize
    }
}

/// Nodes that wait at one level: node `i` is `columns[i]`, `left[i]`, …
///
/// `W` is 0 for counting, or [`KEY_WORDS`] if nodes store their queens.
#[derive(Debug)]
pub(super) struct NodePool<L, const W: usize> {
    pub len: usize,
    /// Occupied columns, and those outside the board.
    pub columns: Box<[L; POOL_ROOM]>,
    /// Squares of the row attacked along diagonals that run down to higher columns.
    pub left: Box<[L; POOL_ROOM]>,
    /// Squares of the row attacked along diagonals that run down to lower columns.
    pub right: Box<[L; POOL_ROOM]>,
    /// Squares of the row still to try.
    pub free: Box<[L; POOL_ROOM]>,
    /// Near squares of the next level that the queen of the previous level attacks; empty for
    /// pieces without near squares.
    pub near: Vec<L>,
    /// Columns of the queens above, packed.
    pub key: [Box<[L; POOL_ROOM]>; W],
}

impl<L: LaneWord, const W: usize> NodePool<L, W> {
    pub fn new() -> Self {
        let zeros = || Box::new([L::default(); POOL_ROOM]);
        Self {
            len: 0,
            columns: zeros(),
            left: zeros(),
            right: zeros(),
            free: zeros(),
            near: Vec::new(),
            key: std::array::from_fn(|_| zeros()),
        }
    }
}

/// Returns a vector with ones in its first `count` lanes, and zeros in the rest.
#[inline(always)]
pub(super) fn first_lanes<S: Simd, L: LaneWord>(simd: S, count: usize) -> L::Vector<S> {
    let lanes = L::Vector::<S>::LANES;
    let mut edge = [L::default(); 2 * MAX_LANES];
    edge[..MAX_LANES].fill(L::new(!0));
    L::Vector::<S>::load(simd, &edge[MAX_LANES - count.min(lanes)..])
}
