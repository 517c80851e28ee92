//! Colours and hatches of pieces and regions.

use kurbo::{BezPath, Rect};

use super::drawing::Pen;

/// Colours, each with its own name.
///
/// Every colour is as far as possible from all before it, so that the first K of them are easy to
/// distinguish for every K. The distance is that of Oklab (Ottosson, 2020) for normal vision, or
/// twice that for protanopia or deuteranopia (Machado, Oliveira and Fernandes, 2009), whichever is
/// least. All are light enough for dark text and queens: lightness .78 to .97, chroma at most .13.
const COLORS: [Pen; 32] = [
    Pen::fill("piece-1", [0xb4, 0xd2, 0xf0]),
    Pen::fill("piece-2", [0xff, 0xf0, 0x87]),
    Pen::fill("piece-3", [0xf0, 0xa5, 0x5a]),
    Pen::fill("piece-4", [0x5a, 0xd2, 0xa5]),
    Pen::fill("piece-5", [0x78, 0xff, 0xe1]),
    Pen::fill("piece-6", [0xc3, 0xa5, 0xff]),
    Pen::fill("piece-7", [0xb4, 0xe1, 0x87]),
    Pen::fill("piece-8", [0xff, 0xb4, 0xc3]),
    Pen::fill("piece-9", [0xff, 0xe1, 0xc3]),
    Pen::fill("piece-10", [0xd2, 0xff, 0xff]),
    Pen::fill("piece-11", [0xb4, 0xc3, 0x87]),
    Pen::fill("piece-12", [0xc3, 0xb4, 0xd2]),
    Pen::fill("piece-13", [0xe1, 0xe1, 0xff]),
    Pen::fill("piece-14", [0x96, 0xd2, 0xc3]),
    Pen::fill("piece-15", [0xe1, 0xc3, 0x5a]),
    Pen::fill("piece-16", [0xe1, 0xff, 0xc3]),
    Pen::fill("piece-17", [0xe1, 0xb4, 0xa5]),
    Pen::fill("piece-18", [0x5a, 0xd2, 0xff]),
    Pen::fill("piece-19", [0xd2, 0xd2, 0xa5]),
    Pen::fill("piece-20", [0xe1, 0xb4, 0xff]),
    Pen::fill("piece-21", [0xe1, 0xd2, 0xd2]),
    Pen::fill("piece-22", [0x87, 0xc3, 0xe1]),
    Pen::fill("piece-23", [0x87, 0xf0, 0xf0]),
    Pen::fill("piece-24", [0xb4, 0xf0, 0xb4]),
    Pen::fill("piece-25", [0xe1, 0xc3, 0xe1]),
    Pen::fill("piece-26", [0xf0, 0xe1, 0x96]),
    Pen::fill("piece-27", [0xf0, 0xa5, 0xe1]),
    Pen::fill("piece-28", [0xd2, 0xf0, 0xd2]),
    Pen::fill("piece-29", [0xa5, 0xd2, 0x78]),
    Pen::fill("piece-30", [0xf0, 0xd2, 0x69]),
    Pen::fill("piece-31", [0xe1, 0xa5, 0xc3]),
    Pen::fill("piece-32", [0x96, 0xe1, 0xff]),
];

/// Number of colours that are enough if only neighbours have to differ.
pub(super) const FEW_COLORS: usize = 6;

/// Colour and hatch of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PieceStyle {
    pub fill: Pen,
    /// Bits for strokes across the upper left and lower right corners, and across the other two.
    strokes: usize,
}

impl PieceStyle {
    /// Number of styles: each colour plain, with strokes, with others, and with both.
    pub const COUNT: usize = 4 * COLORS.len();

    /// Style of a number from 0 on. The first 32 are plain.
    pub fn of(number: usize) -> Self {
        Self {
            fill: COLORS[number % COLORS.len()],
            strokes: number / COLORS.len() % 4,
        }
    }

    /// Strokes across corners of a square, beside the name in its middle.
    pub fn hatches(self, square: Rect) -> BezPath {
        let reach = 0.3 * square.width();
        let mut path = BezPath::new();
        for (bit, (left, right, inwards)) in [
            (1, (square.x0, square.x1, reach)),
            (2, (square.x1, square.x0, -reach)),
        ] {
            if self.strokes & bit != 0 {
                path.move_to((left, square.y0 + reach));
                path.line_to((left + inwards, square.y0));
                path.move_to((right, square.y1 - reach));
                path.line_to((right - inwards, square.y1));
            }
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lightness and the two axes of colour in Oklab.
    fn oklab(color: [u8; 3]) -> [f64; 3] {
        let linear = color.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        let product = |matrix: [[f64; 3]; 3], vector: [f64; 3]| {
            matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum::<f64>())
        };
        let cones = product(
            [
                [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
                [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
                [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
            ],
            linear,
        );
        product(
            [
                [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
                [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
                [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
            ],
            cones.map(f64::cbrt),
        )
    }

    #[test]
    fn colours_are_far_apart_and_light() {
        let colors = COLORS.map(|pen| oklab(pen.color));
        let distance = |a: [f64; 3], b: [f64; 3]| {
            let square: f64 = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum();
            square.sqrt()
        };
        // A difference of .02 is just noticeable.
        for (count, least) in [(6, 0.12), (9, 0.09), (12, 0.075), (26, 0.049), (32, 0.045)] {
            let pairs = (0..count).flat_map(|a| (0..a).map(move |b| (a, b)));
            let distances = pairs.map(|(a, b)| distance(colors[a], colors[b]));
            let nearest = distances.fold(f64::INFINITY, f64::min);
            assert!(nearest > least, "{count} colours: {nearest}");
        }
        for [lightness, a, b] in colors {
            assert!((0.78..0.98).contains(&lightness) && a.hypot(b) < 0.131);
        }
    }

    #[test]
    fn styles_differ() {
        let square = Rect::new(0.0, 0.0, 1.0, 1.0);
        let style = |number| {
            let style = PieceStyle::of(number);
            (style.fill.color, style.hatches(square).to_svg())
        };
        let mut styles: Vec<_> = (0..PieceStyle::COUNT).map(style).collect();
        styles.sort_unstable();
        styles.dedup();
        assert_eq!(styles.len(), PieceStyle::COUNT);
        for (number, (_, hatches)) in (0..COLORS.len()).map(style).enumerate() {
            assert!(hatches.is_empty());
            assert_eq!(COLORS[number].name, format!("piece-{}", number + 1));
        }
    }
}
