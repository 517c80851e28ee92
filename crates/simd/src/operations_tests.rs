//! Tests that every operation of every instruction set agrees with plain arithmetic on its lanes.

use super::scalar::LaneArray;
use super::{
    BitMoves, Bytes, Extraction, Kernel, Mask, Packing, Scalar, Simd, Task, Vector, dispatch,
};

/// Sixty-four words of pseudo-random bits, some of them all zeros or all ones.
fn bits(seed: u64) -> [u64; 64] {
    std::array::from_fn(|i| {
        let x = (seed + i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        match x >> 60 {
            0 => 0,
            1 => u64::MAX,
            _ => x ^ x >> 29,
        }
    })
}

macro_rules! checks {
    ($width:ident, $lane:ty) => {
        mod $width {
            use super::*;

            type Lane = $lane;

            #[inline(always)]
            pub fn operations<V: Vector<Lane = Lane>>(simd: V::Simd) {
                let lanes = V::LANES;
                for round in 0..if cfg!(miri) { 3 } else { 50 } {
                    let a = bits(2 * round).map(|x| x as Lane);
                    let b = bits(2 * round + 1).map(|x| x as Lane);
                    let (x, y) = (V::load(simd, &a), V::load(simd, &b));
                    let check = |vector: V, plain: fn(Lane, Lane) -> Lane| {
                        let mut got = [0; 64];
                        vector.store(&mut got);
                        for i in 0..lanes {
                            assert_eq!(got[i], plain(a[i], b[i]), "lane {i}");
                        }
                    };
                    check(x & y, |a, b| a & b);
                    check(x | y, |a, b| a | b);
                    check(x ^ y, |a, b| a ^ b);
                    check(!x, |a, _| !a);
                    check(x.and_not(y), |a, b| a & !b);
                    check(x.add(y), Lane::wrapping_add);
                    check(x.sub(y), Lane::wrapping_sub);
                    check(x.shl(3), |a, _| a << 3);
                    check(x.shr(5), |a, _| a >> 5);
                    check(x.count_ones(), |a, _| a.count_ones() as Lane);
                    check(V::splat(simd, 7), |_, _| 7);
                    let [five, six] = V::splat_each(simd, [5, 6]);
                    check(five, |_, _| 5);
                    check(six, |_, _| 6);
                    check(x.select(x.equal(y), y), |a, b| if a == b { a } else { b });
                    check(
                        x.select(x.intersects(y), y),
                        |a, b| if a & b != 0 { a } else { b },
                    );
                    check(x.or_else(y), |a, b| if a == 0 { b } else { a });
                    check(x.or3(y, x.shl(1)), |a, b| a | b | a << 1);
                    check(x.majority(y, x.shl(1)), |a, b| {
                        a & b | a & a << 1 | b & a << 1
                    });
                    // Some lanes of the condition are 0, and none has its highest bit.
                    check(x.where_any((x & y).shr(1)), |a, b| {
                        if (a & b) >> 1 == 0 { 0 } else { a }
                    });
                    let from = b.map(|b| b % lanes as Lane);
                    let mut permuted = [0; 64];
                    x.permute(V::load(simd, &from)).store(&mut permuted);
                    for i in 0..lanes {
                        assert_eq!(permuted[i], a[from[i] as usize], "lane {i}");
                    }
                    let pair: [Lane; 64] =
                        std::array::from_fn(|i| if i < lanes { a[i] } else { b[i - lanes] });
                    V::permute_pair(simd, [x, y], y).store(&mut permuted);
                    for i in 0..lanes {
                        let from = b[i] % (2 * lanes) as Lane;
                        assert_eq!(permuted[i], pair[from as usize], "lane {i}");
                    }
                    let sum = a[..lanes]
                        .iter()
                        .fold(0_u64, |sum, &a| sum.wrapping_add(a.into()));
                    assert_eq!(x.sum(), sum);
                    for i in 0..lanes {
                        let mut only = [0; 64];
                        (only[i], only[0]) = (a[i], only[0] | 1);
                        let union = u64::from(only[i] | only[0]);
                        assert_eq!(V::load(simd, &only).union(), union, "lane {i}");
                    }
                    let equal = (0..lanes).fold(0, |bits, i| bits | u64::from(a[i] == b[i]) << i);
                    assert_eq!(x.equal(y).bits(), equal);
                    assert_eq!(x.equal(y).any(), equal != 0);
                    let mask = x.intersects(V::splat(simd, 0x15)) & !x.equal(y);
                    let mut front = [0; 64];
                    let kept = x.compress(mask, &mut front);
                    let chosen = (0..lanes).filter(|i| mask.bits() >> i & 1 == 1);
                    assert!(front[..kept].iter().copied().eq(chosen.map(|i| a[i])));
                }
                for count in 0..=2 * lanes {
                    let numbers: [Lane; 64] = std::array::from_fn(|i| i as Lane);
                    let among = V::first(simd, count);
                    let first = (0..lanes.min(count)).fold(0, |bits, lane| bits | 1 << lane);
                    assert_eq!(among.bits(), first);
                    let other = V::splat(simd, count as Lane);
                    let apart = (0..lanes)
                        .filter(|lane| lane & count == 0)
                        .fold(0, |bits, lane| bits | 1 << lane);
                    let disjoint = V::load(simd, &numbers).disjoint(other, among);
                    assert_eq!(disjoint.bits(), apart & first);
                }
            }

            /// Compresses and packs the lanes 1, 2, 3, … by every set of 16 lanes, repeated.
            #[inline(always)]
            pub fn compress<V: Vector<Lane = Lane>>(simd: V::Simd) {
                let lanes: [Lane; 64] = std::array::from_fn(|lane| lane as Lane + 1);
                // Miri takes a thousand times as long.
                for set in (0..1u32 << 16).step_by(if cfg!(miri) { 2023 } else { 1 }) {
                    let chosen: [Lane; 64] =
                        std::array::from_fn(|lane| (set >> (lane % 16) & 1) as Lane);
                    let numbers = V::load(simd, &lanes);
                    let mask = V::load(simd, &chosen).equal(V::splat(simd, 1));
                    let expected: Vec<_> = (0..V::LANES)
                        .filter(|&lane| chosen[lane] == 1)
                        .map(|lane| lanes[lane])
                        .collect();
                    let mut front = [0; 64];
                    let kept = numbers.compress(mask, &mut front);
                    assert_eq!(front[..kept], expected);
                    let packing = V::packing(mask);
                    assert_eq!(packing.count(), kept);
                    let mut front = [0; 64];
                    assert_eq!(numbers.pack(packing, &mut front), kept);
                    assert_eq!(front[..kept], expected);
                }
            }

            /// Minimum of lanes with and without the highest bit, in both orders.
            #[inline(always)]
            pub fn min<V: Vector<Lane = Lane>>(simd: V::Simd) {
                let half = Lane::MAX / 2;
                let values = [0, 1, 5, half, half + 1, Lane::MAX];
                for a in values {
                    for b in values {
                        let mut least = [0; 64];
                        let least_of = V::splat(simd, a).min(V::splat(simd, b));
                        least_of.store(&mut least);
                        assert!(least[..V::LANES].iter().all(|&c| c == a.min(b)));
                    }
                }
            }
        }
    };
}

checks!(narrow, u16);
checks!(middle, u32);
checks!(wide, u64);

/// Counts the bits of a slice with a multiple of 64 words.
struct CountOnes<'a>(&'a [u64]);

impl Task for CountOnes<'_> {
    type Output = u64;
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        let mut sum = S::U64::splat(simd, 0);
        for words in self.0.chunks_exact(S::U64::LANES) {
            sum = sum.add(S::U64::load(simd, words).count_ones());
        }
        sum.sum()
    }
}

#[test]
fn a_task_runs_with_every_kernel() {
    for kernel in Kernel::available() {
        assert_eq!(dispatch(kernel, CountOnes(&[3; 64])), 128);
    }
}

/// Defines a test of one check for every kernel that the machine supports.
macro_rules! test {
    ($test:ident, $Task:ident, $check:ident) => {
        struct $Task;

        impl Task for $Task {
            type Output = ();
            #[inline(always)]
            fn run<S: Simd>(self, simd: S) {
                narrow::$check::<S::U16>(simd);
                middle::$check::<S::U32>(simd);
                wide::$check::<S::U64>(simd);
            }
        }

        #[test]
        fn $test() {
            for kernel in Kernel::available() {
                dispatch(kernel, $Task);
            }
            // Vectors of the portable kernel on processors other than x86-64.
            narrow::$check::<LaneArray<u16, 8>>(Scalar);
            middle::$check::<LaneArray<u32, 8>>(Scalar);
        }
    };
}

test!(every_operation_is_that_of_its_lanes, Operations, operations);
test!(compress_keeps_the_chosen_lanes_in_order, Compress, compress);
test!(min_is_unsigned, Min, min);

struct Unions;

impl Task for Unions {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for seed in 0..if cfg!(miri) { 3 } else { 50 } {
            let lanes = [0, 1, 2, 3].map(|i| bits(4 * seed + i).map(|random| random as u16));
            for kept in 0..64 {
                // One lane of each vector, and lanes with few bits, so that every lane matters.
                let lanes = lanes.map(|lanes| {
                    std::array::from_fn::<_, 64, _>(|lane| {
                        let few = lanes[lane] & lanes[(lane + 1) % 64] & 0x0f0f & 1 << (lane % 16);
                        if lane == kept { lanes[lane] } else { few }
                    })
                });
                let words = simd.unions(lanes.map(|lanes| S::U16::load(simd, &lanes)));
                for (half, word) in words.into_iter().enumerate() {
                    let plain = lanes.iter().rev().fold(0, |word, lanes| {
                        let lanes = lanes[..S::U16::LANES].chunks(16).nth(half);
                        let union = lanes.unwrap_or(&[]).iter().fold(0, |all, lane| all | lane);
                        word << 16 | u64::from(union)
                    });
                    assert_eq!(word, plain, "half {half} of {lanes:x?}");
                }
            }
        }
    }
}

#[test]
fn unions_have_the_bits_of_all_lanes() {
    for kernel in Kernel::available() {
        dispatch(kernel, Unions);
    }
}

struct Extracting;

impl Task for Extracting {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for seed in 0..if cfg!(miri) { 3 } else { 50 } {
            for (mask, word) in bits(2 * seed).into_iter().zip(bits(2 * seed + 1)) {
                let chosen = (0..64).filter(|bit| mask >> bit & 1 == 1);
                let places = chosen.zip(0..);
                let plain = places.fold(0, |all, (bit, place)| all | (word >> bit & 1) << place);
                let moves = simd.extraction(mask);
                assert_eq!(moves.apply(word), plain, "{mask:x} of {word:x}");
                assert_eq!(moves.undo(plain), word & mask, "{mask:x} of {word:x}");
                let low = u64::MAX.checked_shr(mask.count_zeros()).unwrap_or(0);
                assert_eq!(moves.undo(word), moves.undo(word & low));
                assert_eq!(moves.apply(moves.undo(word)), word & low);
            }
        }
    }
}

#[test]
fn chosen_bits_come_together_in_order() {
    for kernel in Kernel::available() {
        dispatch(kernel, Extracting);
    }
}

struct Reordering;

impl Task for Reordering {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for seed in 0..if cfg!(miri) { 3 } else { 50 } {
            let from = bits(seed).map(|random| (random >> 20) as u8 % 64);
            let Some(shuffle) = simd.shuffle(&from) else {
                return;
            };
            for word in bits(seed + 50) {
                let bits = from.iter().zip(0..);
                let plain = bits.fold(0, |all, (bit, place)| all | (word >> bit & 1) << place);
                assert_eq!(shuffle.apply(word), plain, "{from:?} of {word:x}");
            }
        }
    }
}

#[test]
fn bits_come_into_any_order() {
    for kernel in Kernel::available() {
        dispatch(kernel, Reordering);
    }
}

struct Shuffling;

impl Task for Shuffling {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for seed in 0..if cfg!(miri) { 3 } else { 50 } {
            let random = bits(seed);
            let lanes = |from: usize| -> [u8; 16] {
                std::array::from_fn(|i| (random[from + i / 8] >> (8 * (i % 8))) as u8)
            };
            let (a, b) = (lanes(0), lanes(2));
            let small = a.map(|lane| lane % 128);
            let digits = a.map(|lane| lane % 16);
            // Some indices select zero.
            let from = b.map(|lane| if lane < 192 { lane % 16 } else { lane });
            let (x, y) = (simd.bytes(&a), simd.bytes(&b));
            assert_eq!(x.to_array(), a);
            let shuffled = from.map(|from| if from < 128 { a[usize::from(from)] } else { 0 });
            assert_eq!(x.shuffle(simd.bytes(&from)).to_array(), shuffled);
            assert_eq!(x.and(y).to_array(), std::array::from_fn(|i| a[i] & b[i]));
            assert_eq!(x.or(y).to_array(), std::array::from_fn(|i| a[i] | b[i]));
            let (low, high) = x.zip(y);
            let zipped: Vec<u8> = a.into_iter().zip(b).flat_map(|(a, b)| [a, b]).collect();
            assert_eq!([low.to_array(), high.to_array()].as_flattened(), zipped);
            let among = |test: &dyn Fn(usize) -> bool| {
                (0..16).fold(0, |bits, i| bits | u32::from(test(i)) << i)
            };
            let other = simd.bytes(&b.map(|lane| lane % 128));
            assert_eq!(x.equal(simd.bytes(&small)), among(&|i| a[i] < 128));
            let above = simd.bytes(&small).above(other);
            assert_eq!(above, among(&|i| small[i] > b[i] % 128));
            let sum: u32 = a[..8].iter().map(|&lane| u32::from(lane)).sum();
            assert_eq!(x.sum(), sum);
            let hex = simd.bytes(&digits).to_hex();
            let in_order = digits.iter().map(|&digit| u64::from(digit));
            assert_eq!(hex, in_order.fold(0, |hex, digit| 16 * hex + digit));
            assert_eq!(simd.hex_digits(hex).to_array(), digits);
        }
    }
}

#[test]
fn bytes_are_looked_up() {
    for kernel in Kernel::available() {
        dispatch(kernel, Shuffling);
    }
}
