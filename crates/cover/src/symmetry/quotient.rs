//! Solutions that some symmetries leave unchanged.
//!
//! Such a solution is a union of orbits of options. It is a solution of a smaller cover, whose items
//! are the orbits of items and whose options are the orbits of options:
//!
//! ```text
//! a b c d                        options  a b · c d · a c · b d
//! half turn: a with d, b with c  orbits   {a b, c d} · {a c, b d}, on the items {a, d} and {b, c}
//! ```
//!
//! An orbit of options covers each item of an orbit equally often, its *weight*. It is dropped if
//! its options exclude each other.

use super::normal_cover::NormalCover;
use crate::exact_cover::{ExactCover, ItemUse, Multiplicity};
use crate::group::permutation_group::{Permutation, orbits};
use crate::list_numbers::ListNumbers;
use countless_engine::Error;
use countless_simd::grouped;

/// Largest number of problems that one with weights is split into.
const MOST_PROBLEMS: u64 = 100;

/// Cover whose options may cover an item more than once.
#[derive(Clone, Debug, Default)]
pub struct WeightedCover {
    /// Bounds of the items, primary items first.
    bounds: Vec<Multiplicity>,
    primary: usize,
    options: Vec<WeightedOption>,
    /// Number of options of the normal cover.
    normal_options: usize,
}

/// Option of a weighted cover: options of the normal cover that are chosen together, a number of
/// times.
#[derive(Clone, Debug)]
struct WeightedOption {
    uses: Vec<WeightedUse>,
    times: u32,
    members: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct WeightedUse {
    item: u32,
    /// Number of the colour, from 1 on; 0 without one.
    colour: u32,
    /// Number of times that the option covers the item.
    weight: u32,
}

/// Problem without weights.
#[derive(Clone, Debug)]
pub struct PlainCover {
    pub exact_cover: ExactCover,
    /// For each option, that of the weighted cover.
    options: Vec<usize>,
}

/// Bounds of a secondary item.
const SECONDARY: Multiplicity = Multiplicity { low: 0, high: 1 };

impl WeightedCover {
    /// Cover of the solutions that each of these permutations leaves unchanged.
    pub fn quotient(cover: &NormalCover, permutations: &[Permutation]) -> Self {
        let orbits = orbits(cover.points(), permutations);
        // Points of each orbit, by its representative.
        let mut members = vec![Vec::new(); orbits.len()];
        for (point, &orbit) in (0..).zip(&orbits) {
            members[orbit as usize].push(point);
        }
        let mut quotient = Self {
            normal_options: cover.options.len(),
            ..Self::default()
        };
        // New number of each orbit of items.
        let mut numbers = vec![0; orbits.len()];
        for (item, &bounds) in (0..).zip(&cover.bounds) {
            let point = cover.item_point(item) as u32;
            if orbits[point as usize] == point {
                numbers[point as usize] = quotient.bounds.len() as u32;
                quotient.bounds.push(bounds);
                quotient.primary += usize::from((item as usize) < cover.primary);
            }
        }
        for (at, option) in (0..).zip(&cover.options) {
            if orbits[at as usize] != at {
                continue;
            }
            // Shades of the option at each orbit of items.
            let shades = option.uses.iter().map(|&used| {
                let shade = cover.shade_point(used).map(|shade| orbits[shade]);
                (orbits[cover.item_point(used.item)] as usize, shade)
            });
            let shades = grouped(shades.collect()).into_iter();
            let uses = shades.map(|(orbit, shades)| {
                let items = members[orbit].len();
                let used = WeightedUse {
                    item: numbers[orbit],
                    colour: shades[0].map_or(0, |shade| shade + 1),
                    weight: (members[at as usize].len() * shades.len() / items) as u32,
                };
                // Each item has one colour, so there are as many shades as items.
                let is_one_shade = shades.iter().all(|shade| *shade == shades[0])
                    && shades[0].is_none_or(|shade| members[shade as usize].len() == items);
                is_one_shade.then_some(used)
            });
            if let Some(uses) = uses.collect::<Option<Vec<WeightedUse>>>() {
                quotient.add(&uses, option.times, &members[at as usize]);
            }
        }
        quotient
    }

    /// Adds an option for each number of times that options can be chosen together. These exclude
    /// each other.
    fn add(&mut self, uses: &[WeightedUse], most: u32, members: &[u32]) {
        let primary = self.primary;
        let fits = |used: &WeightedUse| match self.bounds[..primary].get(used.item as usize) {
            Some(bounds) => used.weight <= bounds.high,
            None => used.weight == 1 || used.colour > 0,
        };
        let choices = (1..=most).map(|times| {
            let uses = uses.iter().map(|used| WeightedUse {
                weight: used.weight.saturating_mul(times),
                ..*used
            });
            WeightedOption {
                uses: uses.collect(),
                times,
                members: members.to_vec(),
            }
        });
        let choices = choices.take_while(|choice| choice.uses.iter().all(fits));
        let mut choices: Vec<WeightedOption> = choices.collect();
        if choices.len() > 1 {
            for choice in &mut choices {
                choice.uses.push(WeightedUse {
                    item: self.bounds.len() as u32,
                    colour: 0,
                    weight: 1,
                });
            }
            self.bounds.push(SECONDARY);
        }
        self.options.append(&mut choices);
    }

    /// Problems without weights whose solutions together are those of this cover. They differ in the
    /// number of options of each weight that cover an item.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are too many.
    pub fn plain_covers(&self) -> Result<Vec<PlainCover>, Error> {
        let heavy = self.heavy_weights();
        let problems = heavy.iter().map(|weight| u64::from(weight.most) + 1);
        let problems = problems.fold(1, u64::saturating_mul);
        if problems > MOST_PROBLEMS {
            return Err(Error::Impossible(format!(
                "a symmetry maps options of one item with a multiplicity to each other, which takes \
                 {problems} counts: expected at most {MOST_PROBLEMS}\n\
                 hint: --keep keeps items apart, so that there are fewer symmetries"
            )));
        }
        let plain = (0..problems).filter_map(|mut number| {
            let numbers = heavy.iter().map(|weight| {
                let own = number % (u64::from(weight.most) + 1);
                number /= u64::from(weight.most) + 1;
                own as u32
            });
            self.plain_cover(&heavy, &numbers.collect::<Vec<u32>>())
        });
        Ok(plain.collect())
    }

    /// Solution of the normal cover that options of a plain cover stand for: the number of times
    /// that each option is chosen.
    pub fn solution(&self, plain: &PlainCover, chosen: &[u32]) -> Vec<u32> {
        let mut solution = vec![0; self.normal_options];
        for &chosen in chosen {
            let option = &self.options[plain.options[chosen as usize]];
            for &member in &option.members {
                solution[member as usize] = option.times;
            }
        }
        solution
    }

    /// Weights above 1, by item.
    fn heavy_weights(&self) -> Vec<HeavyWeight> {
        let uses = self.options.iter().flat_map(|option| &option.uses);
        let heavy = uses.filter(|used| (used.item as usize) < self.primary && used.weight > 1);
        let weights = grouped(heavy.map(|used| ((used.item, used.weight), ())).collect());
        let heavy = weights
            .into_iter()
            .map(|((item, weight), options)| HeavyWeight {
                item,
                weight,
                most: (options.len() as u32).min(self.bounds[item as usize].high / weight),
            });
        heavy.collect()
    }

    /// Problem in which each heavy weight covers its item a fixed number of times; `None` if that is
    /// too often.
    fn plain_cover(&self, heavy: &[HeavyWeight], numbers: &[u32]) -> Option<PlainCover> {
        let mut left = self.bounds[..self.primary].to_vec();
        for (weight, &number) in heavy.iter().zip(numbers) {
            let covered = weight.weight * number;
            let bounds = &mut left[weight.item as usize];
            bounds.high = bounds.high.checked_sub(covered)?;
            bounds.low = bounds.low.saturating_sub(covered);
        }
        // Items for each weight that covers an item, and their bounds.
        let left = (0..).zip(left).map(|(item, left)| ([item, 1], left));
        let heavy = heavy.iter().zip(numbers).map(|(heavy, &number)| {
            let (low, high) = (number, number);
            ([heavy.item, heavy.weight], Multiplicity { low, high })
        });
        let mut items: Vec<([u32; 2], Multiplicity)> = left.chain(heavy).collect();
        items.retain(|(_, bounds)| bounds.high > 0);
        let primary = items.len();
        let secondary = self.primary as u32..self.bounds.len() as u32;
        items.extend(secondary.map(|item| ([item, 1], SECONDARY)));
        let mut places = ListNumbers::default();
        for (name, _) in &items {
            places.number(name);
        }
        let bounds: Vec<Multiplicity> = items.into_iter().map(|(_, bounds)| bounds).collect();
        let (mut options, mut chosen) = (Vec::new(), Vec::new());
        for (at, option) in self.options.iter().enumerate() {
            let uses = option.uses.iter().map(|used| {
                let is_primary = (used.item as usize) < self.primary;
                let weight = if is_primary { used.weight } else { 1 };
                Some(ItemUse {
                    item: places.get(&[used.item, weight])?,
                    colour: used.colour,
                })
            });
            if let Some(uses) = uses.collect() {
                options.push(uses);
                chosen.push(at);
            }
        }
        Some(PlainCover {
            exact_cover: ExactCover::from_numbers(&bounds, primary, options),
            options: chosen,
        })
    }
}

/// Weight above 1 with which options cover an item.
struct HeavyWeight {
    item: u32,
    weight: u32,
    /// Largest number of options of this weight in a solution.
    most: u32,
}
