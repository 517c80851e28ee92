//! The least image of a solved grid, from its least band.
//!
//! A solved grid has six bands: three of rows, and three of columns. In the least image, a band of
//! the least kind comes first. A table has the few orders of rows and columns that make the least
//! image of that band. The fourth row then begins with a known digit, and usually only one order
//! has the least fourth row.
//!
//! All grids of a group take each step together, so that their table lookups overlap.

use super::band_table::{BAND_TABLE, BandLookup, WayRange, look_up};
use super::row_tables::{
    COLUMN_SORTS, GROUP_SIZE, GridGroup, LeastTransform, LineDigits, NO_CHANGE, Transform, image,
    nibble,
};
use crate::Grid;
use countless_simd::{Bytes, Simd};

/// Memory of a search, reused by the next.
#[derive(Debug, Default)]
pub(super) struct LeastBandScratch {
    /// Places of the digits in the first box of each band.
    places: [[LineDigits; 6]; GROUP_SIZE],
    bands: [[BandLookup; 6]; GROUP_SIZE],
    least_bands: Vec<LeastBand>,
    starts: Vec<BandStart>,
}

/// A band of the least kind in a grid, and the ways to its least image.
#[derive(Clone, Debug)]
struct LeastBand {
    place: usize,
    band: usize,
    ways: WayRange,
    /// Label of the first digit below the band.
    next: u8,
}

/// A band that comes first, in one of its ways.
#[derive(Clone, Copy, Debug)]
struct BandStart {
    /// The fourth row of the image.
    key: u64,
    place: usize,
    side: usize,
    rows: [usize; 3],
    columns: u64,
    labels: u64,
    /// Labels of the first column of the image, in the order of the rows of the grid.
    first_column: u64,
}

/// Finds a transform to the least image of each grid in `which`, and the number of symmetries that
/// lead there.
#[inline(always)]
pub(super) fn least<S: Simd>(
    simd: S,
    grids: &[Grid],
    group: &GridGroup,
    which: u32,
    memory: &mut LeastBandScratch,
    found: &mut [LeastTransform; GROUP_SIZE],
) {
    let tables = &*BAND_TABLE;
    let LeastBandScratch {
        places,
        bands,
        least_bands: firsts,
        starts: begun,
    } = memory;
    let all = (0..GROUP_SIZE).filter(|place| which >> place & 1 == 1);
    for place in all.clone() {
        set_places(grids[place].digits(), &mut places[place]);
    }
    for place in all.clone() {
        for band in 0..6 {
            let lines = &group[place].lines[band / 3];
            let first = band % 3 * 3;
            let rows = [&lines[first], &lines[first + 1], &lines[first + 2]];
            bands[place][band] = look_up(simd, rows, &places[place][band]);
        }
    }
    firsts.clear();
    for place in all.clone() {
        let kinds = bands[place].map(|band| tables.kind(band.index));
        let kind = kinds.into_iter().fold(u16::MAX, u16::min);
        for band in (0..6).filter(|&band| kinds[band] == kind) {
            firsts.push(LeastBand {
                place,
                band,
                ways: tables.ways(bands[place][band].index),
                next: tables.next_label(kind),
            });
        }
    }
    begun.clear();
    let mut least = [u64::MAX; GROUP_SIZE];
    for first in firsts {
        let (place, band) = (first.place % GROUP_SIZE, first.band);
        let (side, above) = ((band / 3) & 1, band % 3 * 3);
        let sides = &group[place];
        let (lines, columns_of) = (&sides.lines[side], &sides.lines[1 - side]);
        let sorting = simd.bytes(&COLUMN_SORTS[bands[place][band].greater & 511]);
        for way in first.ways.clone() {
            let way = tables.way(way);
            let columns = sorting.shuffle(simd.bytes(way.columns));
            let row = simd.bytes(&lines[above + way.rows[0]]).shuffle(columns);
            let labels = labels_of_row(row.to_hex());
            let labelling = simd.hex_digits(labels);
            let columns = (columns, columns.to_hex());
            let front = labelling.shuffle(simd.bytes(&columns_of[nibble(columns.1, 0) % 9]));
            let fourth = front.equal(simd.bytes(&[first.next; 16]));
            let row = simd.bytes(&lines[fourth.trailing_zeros() as usize % 9]);
            let key = labelling.shuffle(row.shuffle(columns.0)).to_hex();
            least[place] = least[place].min(key);
            begun.push(BandStart {
                key,
                place,
                side,
                rows: way.rows.map(|row| above + row),
                columns: columns.1,
                labels,
                first_column: front.to_hex(),
            });
        }
    }
    for place in all {
        found[place] = (NO_CHANGE, 0);
    }
    for begun in begun.iter().filter(|begun| begun.key == least[begun.place]) {
        let (sides, found) = (&group[begun.place], &mut found[begun.place]);
        let transform = begun.transform();
        if found.1 == 0 {
            *found = (transform, 1);
            continue;
        }
        let other = image(simd, sides, &transform);
        match other.cmp(&image(simd, sides, &found.0)) {
            std::cmp::Ordering::Less => *found = (transform, 1),
            std::cmp::Ordering::Equal => found.1 += 1,
            std::cmp::Ordering::Greater => {}
        }
    }
}

/// Stores the places of the digits in the first box of each band.
#[inline(always)]
fn set_places(digits: &[u8; 81], places: &mut [LineDigits; 6]) {
    for band in 0..3 {
        for place in 0..9 {
            let (row, column) = (place / 3, place % 3);
            let digit = digits[27 * band + 9 * row + column];
            places[band][usize::from(digit & 15)] = place as u8;
            let digit = digits[3 * band + row + 9 * column];
            places[3 + band][usize::from(digit & 15)] = place as u8;
        }
    }
}

/// Returns the labels that turn the digits of a row into 1 to 9, in order.
#[inline(always)]
fn labels_of_row(row: u64) -> u64 {
    (1..10).fold(0, |labels, label| {
        let digit = row >> (64 - 4 * label) & 15;
        labels | label << (60 - 4 * digit)
    })
}

impl BandStart {
    /// Returns the transform: the rows of the other bands are sorted by their first digit, then the
    /// bands.
    #[inline(always)]
    fn transform(&self) -> Transform {
        let own = self.rows[0] / 3;
        let sorted = |band: usize| {
            let [mut a, mut b, mut c] = [0, 1, 2]
                .map(|row| nibble(self.first_column, 3 * band + row) << 4 | (3 * band + row));
            (a, b) = (a.min(b), a.max(b));
            (b, c) = (b.min(c), b.max(c));
            (a, b) = (a.min(b), a.max(b));
            (a << 16 | b << 8 | c) as u64
        };
        let (one, other) = (sorted((own + 1) % 3), sorted((own + 2) % 3));
        let rows = one.min(other) << 24 | one.max(other);
        let rows = (0..6)
            .rev()
            .fold(0, |all, row| all << 4 | rows >> (8 * row) & 15);
        let [a, b, c] = self.rows.map(|row| row as u64);
        let rows = (a << 8 | b << 4 | c) << 24 | rows;
        Transform::new(self.side == 1, rows << 28, self.columns, self.labels)
    }
}
