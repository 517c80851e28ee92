//! A set of classes of grids, in sixteen bytes per class, and short names of classes.
//!
//! A class is identified by 75 bits of the SHA-256 of its canonical form. Two of ten million
//! classes share these bits with a probability of 10⁻⁹. An entry also has the number of the
//! transform from the first grid of the class to its form. Every other grid of the class has
//! another number, so the number shows whether a grid is the first one.

use sha2::{Digest, Sha256};

use super::Canonical;
use crate::Grid;

/// An entry of a table: 63 bits of the hash, then 41 bits with the number of the transform plus 1.
/// The index of the table has twelve more bits of the hash.
type ClassEntry = [u8; 13];

/// Number of bits of the hash that select a table.
const TABLE_BITS: u32 = 12;
/// Number of bits of the hash in an entry.
const KEY_BITS: u32 = 63;
/// Number of bits of an entry for the number of the transform.
const TRANSFORM_BITS: u32 = 41;
const EMPTY: ClassEntry = [0; 13];

/// A set of classes of equivalent grids.
///
/// ```
/// use countless_sudoku::Grid;
/// use countless_sudoku::{Equivalence, GridClasses};
///
/// let mut classes = GridClasses::new(false);
/// let corner = Grid::BLANK.with(1, 1, 5).canonical().unwrap();
/// let other = Grid::BLANK.with(9, 1, 5).canonical().unwrap();
/// assert_eq!(classes.insert(&corner, 0), None);
/// assert_eq!(classes.insert(&corner, 0), Some((Equivalence::Equal, None)));
/// assert_eq!(classes.insert(&other, 0), Some((Equivalence::Symmetric, None)));
/// assert_eq!(classes.len(), 1);
/// ```
#[derive(Debug)]
pub struct GridClasses {
    tables: Vec<ClassTable>,
    has_notes: bool,
    len: usize,
}

/// Relation of a grid to the first grid of its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equivalence {
    /// The grids are equal.
    Equal,
    /// The grids are equivalent, but not equal.
    Symmetric,
}

/// A hash table with linear probing. Keys are spread evenly, so a search starts at the part
/// `key / 2⁶³` of the table.
#[derive(Debug, Default)]
struct ClassTable {
    entries: Vec<ClassEntry>,
    /// Note of each entry, if the set has notes.
    notes: Vec<u64>,
    len: usize,
}

impl GridClasses {
    /// Largest size of a class in bytes, without and with a note.
    pub const BYTES: [u64; 2] = [16, 26];

    /// Makes an empty set. With notes, it keeps a number for each class, which can be changed.
    pub fn new(has_notes: bool) -> Self {
        Self {
            tables: (0..1 << TABLE_BITS)
                .map(|_| ClassTable::default())
                .collect(),
            has_notes,
            len: 0,
        }
    }

    /// Number of classes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if the set has no classes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds the class of a grid, with a note, and returns `None`. If the set has the class, returns
    /// the relation of the grid to the first grid of the class, and the note.
    pub fn insert(
        &mut self,
        grid: &Canonical,
        note: u64,
    ) -> Option<(Equivalence, Option<&mut u64>)> {
        let (shard, key) = hash(grid);
        let (shard, entry) = (&mut self.tables[shard], entry(key, grid));
        if let Ok(index) = shard.find(key) {
            return Some(shard.equivalence(index, entry));
        }
        shard.add(key, entry, self.has_notes.then_some(note));
        self.len += 1;
        None
    }

    /// Returns the relation of a grid to the first grid of its class, and the note; `None` if the
    /// set does not have the class.
    pub fn get(&mut self, grid: &Canonical) -> Option<(Equivalence, Option<&mut u64>)> {
        let (shard, key) = hash(grid);
        let shard = &mut self.tables[shard];
        Some(shard.equivalence(shard.find(key).ok()?, entry(key, grid)))
    }
}

/// Returns the index of the table and the key of a class.
fn hash(grid: &Canonical) -> (usize, u64) {
    let mut packed = [0; 41];
    for (byte, digits) in packed.iter_mut().zip(grid.form.digits().chunks(2)) {
        *byte = digits[0] << 4 | digits.get(1).copied().unwrap_or(0);
    }
    let hash = Sha256::digest(packed);
    let mut bits = [0; 16];
    bits.copy_from_slice(&hash[..16]);
    let bits = u128::from_be_bytes(bits);
    let shard = bits as usize & ((1 << TABLE_BITS) - 1);
    (shard, (bits >> (128 - KEY_BITS)) as u64)
}

/// Returns the entry of a grid.
fn entry(key: u64, grid: &Canonical) -> ClassEntry {
    packed(key, grid.transform.number())
}

fn packed(key: u64, way: u64) -> ClassEntry {
    let bits = u128::from(key) << TRANSFORM_BITS | u128::from(way + 1);
    let mut entry = EMPTY;
    entry.copy_from_slice(&bits.to_be_bytes()[3..]);
    entry
}

/// Returns the key of an entry.
fn key(entry: &ClassEntry) -> u64 {
    let mut bits = [0; 16];
    bits[3..].copy_from_slice(entry);
    (u128::from_be_bytes(bits) >> TRANSFORM_BITS) as u64
}

impl ClassTable {
    /// Returns the index of a key, or as an error the index at which it belongs.
    fn find(&self, wanted: u64) -> Result<usize, usize> {
        let capacity = self.entries.len();
        if capacity == 0 {
            return Err(0);
        }
        let mut index = ((u128::from(wanted) * capacity as u128) >> KEY_BITS) as usize;
        loop {
            let entry = &self.entries[index];
            if *entry == EMPTY {
                return Err(index);
            }
            if key(entry) == wanted {
                return Ok(index);
            }
            index = if index + 1 == capacity { 0 } else { index + 1 };
        }
    }

    /// Compares an entry with another one of its key. Returns their relation and the note.
    fn equivalence(&mut self, index: usize, other: ClassEntry) -> (Equivalence, Option<&mut u64>) {
        let seen = if self.entries[index] == other {
            Equivalence::Equal
        } else {
            Equivalence::Symmetric
        };
        (seen, self.notes.get_mut(index))
    }

    /// Adds an entry with a new key.
    fn add(&mut self, key: u64, entry: ClassEntry, note: Option<u64>) {
        // The table is at most seven eighths full, and never much emptier.
        if 8 * (self.len + 1) > 7 * self.entries.len() {
            self.grow(note.is_some());
        }
        self.put(key, entry, note);
        self.len += 1;
    }

    fn put(&mut self, key: u64, entry: ClassEntry, note: Option<u64>) {
        let (Ok(index) | Err(index)) = self.find(key);
        self.entries[index] = entry;
        if let Some(note) = note {
            self.notes[index] = note;
        }
    }

    fn grow(&mut self, has_notes: bool) {
        let capacity = self.entries.len() + self.entries.len() / 16 + 2;
        let entries = std::mem::replace(&mut self.entries, vec![EMPTY; capacity]);
        let notes = if has_notes {
            std::mem::replace(&mut self.notes, vec![0; capacity])
        } else {
            Vec::new()
        };
        for (index, entry) in entries.into_iter().enumerate() {
            if entry != EMPTY {
                self.put(key(&entry), entry, notes.get(index).copied());
            }
        }
    }
}

/// Identifier of a class of grids: the first 64 bits of the SHA-256 of its canonical form, as a text
/// of 81 characters with `.` for an empty cell.
///
/// Two of ten million classes share their identifier with a probability of 3 in a million.
///
/// ```
/// use countless_sudoku::{ClassId, Grid};
///
/// let corner = Grid::BLANK.with(1, 1, 5).canonical().unwrap();
/// let other = Grid::BLANK.with(9, 1, 7).canonical().unwrap();
/// assert_eq!(ClassId::of(&corner), ClassId::of(&other));
/// assert_eq!(&ClassId::of(&corner).to_ascii(), b"1bfb91538398d02a");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u64);

impl ClassId {
    /// Returns the identifier of the class of a grid.
    pub fn of(grid: &Canonical) -> Self {
        Self(first_word(&Sha256::digest(grid.form.to_ascii(b'.'))))
    }

    /// Returns a random number of a grid: the first 64 bits of the SHA-256 of a seed, as 8 bytes with
    /// the highest first, and of the grid as a text. For canonical forms, it is one of the class.
    pub fn seeded(seed: u64, grid: &Grid) -> u64 {
        first_word(&seeded_hash(seed, grid))
    }

    /// Returns the identifier as 16 hexadecimal digits.
    pub fn to_ascii(self) -> [u8; 16] {
        std::array::from_fn(|place| b"0123456789abcdef"[(self.0 >> (60 - 4 * place)) as usize & 15])
    }
}

/// SHA-256 of a seed and of a grid.
pub(super) fn seeded_hash(seed: u64, grid: &Grid) -> [u8; 32] {
    let hash = Sha256::new().chain_update(seed.to_be_bytes());
    hash.chain_update(grid.to_ascii(b'.')).finalize().into()
}

/// First eight bytes of a hash as a number.
pub(super) fn first_word(hash: &[u8]) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&hash[..8]);
    u64::from_be_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_takes_sixteen_bytes() {
        let mut shard = ClassTable::default();
        for number in 1..5000_u64 {
            let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 1;
            assert!(shard.find(key).is_err());
            shard.add(key, packed(key, number), None);
            if number > 200 {
                assert!(13 * shard.entries.len() <= 16 * shard.len, "{number}");
            }
        }
        for number in 1..5000_u64 {
            let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 1;
            assert_eq!(
                shard.find(key).map(|at| shard.entries[at]),
                Ok(packed(key, number))
            );
        }
    }
}
