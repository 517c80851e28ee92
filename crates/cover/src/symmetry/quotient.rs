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

use std::collections::BTreeMap;

use super::normal_cover::NormalCover;
use super::permutation_group::{Permutation, orbits};
use crate::exact_cover::{ExactCover, ItemUse, Multiplicity};
use countless_engine::Error;

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

/// Option of a weighted cover.
#[derive(Clone, Debug)]
struct WeightedOption {
    uses: Vec<WeightedUse>,
    /// Largest number of times that it can be chosen.
    times: u32,
    /// Options of the normal cover that are chosen together.
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
    /// For each option, that of the weighted cover, and the number of times that it is chosen.
    options: Vec<(u32, u32)>,
}

impl WeightedCover {
    /// Cover of the solutions that each of these permutations leaves unchanged.
    pub fn quotient<'a>(
        cover: &NormalCover,
        permutations: impl IntoIterator<Item = &'a Permutation>,
    ) -> Self {
        let orbits = orbits(cover.points(), permutations);
        let mut members: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (point, &orbit) in (0..).zip(&orbits) {
            members.entry(orbit).or_default().push(point);
        }
        let mut quotient = Self {
            normal_options: cover.options.len(),
            ..Self::default()
        };
        // New number of each orbit of items.
        let mut numbers = BTreeMap::new();
        for (item, &bounds) in (0..).zip(&cover.bounds) {
            let point = cover.item_point(item) as u32;
            if orbits[point as usize] == point {
                numbers.insert(point, quotient.bounds.len() as u32);
                quotient.bounds.push(bounds);
                quotient.primary += usize::from((item as usize) < cover.primary);
            }
        }
        for (at, option) in (0..).zip(&cover.options) {
            if orbits[at as usize] != at {
                continue;
            }
            // Shades of the option at each orbit of items.
            let mut shades: BTreeMap<u32, Vec<Option<u32>>> = BTreeMap::new();
            for &used in &option.uses {
                let shade = cover.shade_point(used).map(|shade| orbits[shade]);
                let item = orbits[cover.item_point(used.item)];
                shades.entry(item).or_default().push(shade);
            }
            let uses = shades.iter().map(|(orbit, shades)| {
                let items = members[orbit].len();
                let used = WeightedUse {
                    item: numbers[orbit],
                    colour: shades[0].map_or(0, |shade| shade + 1),
                    weight: (members[&at].len() * shades.len() / items) as u32,
                };
                let is_one_shade = shades.iter().all(|shade| *shade == shades[0]);
                let fits = match shades[0] {
                    _ if (used.item as usize) < quotient.primary => {
                        used.weight <= quotient.bounds[used.item as usize].high
                    }
                    None => used.weight == 1 && is_one_shade,
                    // Each item has one colour, so there are as many shades as items.
                    Some(shade) => is_one_shade && members[&shade].len() == items,
                };
                fits.then_some(used)
            });
            if let Some(uses) = uses.collect() {
                quotient.options.push(WeightedOption {
                    uses,
                    times: option.times,
                    members: members[&at].clone(),
                });
            }
        }
        quotient
    }

    /// Problems without weights whose solutions together are those of this cover. They differ in the
    /// number of options of each weight that cover an item.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are too many.
    pub fn plain_covers(&self) -> Result<Vec<PlainCover>, Error> {
        let choices = self.choices();
        let heavy = self.heavy_weights(&choices);
        let problems = number_of_problems(&heavy)?;
        let plain = (0..problems).filter_map(|mut number| {
            let numbers = heavy.iter().map(|weight| {
                let own = number % (u64::from(weight.most) + 1);
                number /= u64::from(weight.most) + 1;
                own as u32
            });
            self.plain_cover(&choices, &heavy, &numbers.collect::<Vec<u32>>())
        });
        Ok(plain.collect())
    }

    /// Checks that there are not too many problems without weights.
    ///
    /// # Errors
    ///
    /// As for [`plain_covers`](Self::plain_covers).
    pub fn check_weights(&self) -> Result<(), Error> {
        number_of_problems(&self.heavy_weights(&self.choices())).map(|_| ())
    }

    /// Solution of the normal cover that options of a plain cover stand for: the number of times
    /// that each option is chosen.
    pub fn solution(&self, plain: &PlainCover, chosen: &[u32]) -> Vec<u32> {
        let mut solution = vec![0; self.normal_options];
        for &chosen in chosen {
            let (option, times) = plain.options[chosen as usize];
            for &member in &self.options[option as usize].members {
                solution[member as usize] = times;
            }
        }
        solution
    }

    /// Options and the numbers of times that they can be chosen. Those of one option exclude each
    /// other.
    fn choices(&self) -> Vec<(u32, u32)> {
        let fits = |option: &WeightedOption, times: u32| {
            option.uses.iter().all(|used| {
                let covered = u64::from(used.weight) * u64::from(times);
                match self.bounds[..self.primary].get(used.item as usize) {
                    Some(bounds) => covered <= u64::from(bounds.high),
                    None => covered == 1 || used.colour > 0,
                }
            })
        };
        let options = (0..).zip(&self.options);
        let choices = options.flat_map(|(at, option)| {
            let times = (1..=option.times).take_while(move |&times| fits(option, times));
            times.map(move |times| (at, times))
        });
        choices.collect()
    }

    /// Weights above 1, by item.
    fn heavy_weights(&self, choices: &[(u32, u32)]) -> Vec<HeavyWeight> {
        let mut weights: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for &(option, times) in choices {
            for used in &self.options[option as usize].uses {
                let weight = used.weight * times;
                if (used.item as usize) < self.primary && weight > 1 {
                    *weights.entry((used.item, weight)).or_default() += 1;
                }
            }
        }
        let heavy = weights
            .into_iter()
            .map(|((item, weight), options)| HeavyWeight {
                item,
                weight,
                most: options.min(self.bounds[item as usize].high / weight),
            });
        heavy.collect()
    }

    /// Problem in which each heavy weight covers its item a fixed number of times; `None` if that is
    /// too often.
    fn plain_cover(
        &self,
        choices: &[(u32, u32)],
        heavy: &[HeavyWeight],
        numbers: &[u32],
    ) -> Option<PlainCover> {
        let mut left = self.bounds[..self.primary].to_vec();
        for (weight, &number) in heavy.iter().zip(numbers) {
            let covered = weight.weight * number;
            let bounds = &mut left[weight.item as usize];
            bounds.high = bounds.high.checked_sub(covered)?;
            bounds.low = bounds.low.saturating_sub(covered);
        }
        // New number of each item for each weight that covers it.
        let (mut bounds, mut places) = (Vec::new(), BTreeMap::new());
        for (item, &left) in (0..).zip(&left) {
            if left.high > 0 {
                places.insert((item, 1), bounds.len() as u32);
                bounds.push(left);
            }
        }
        for (weight, &number) in heavy.iter().zip(numbers) {
            if number > 0 {
                places.insert((weight.item, weight.weight), bounds.len() as u32);
                bounds.push(Multiplicity {
                    low: number,
                    high: number,
                });
            }
        }
        let primary = bounds.len();
        let secondary = Multiplicity { low: 0, high: 1 };
        for item in self.primary..self.bounds.len() {
            places.insert((item as u32, 1), bounds.len() as u32);
            bounds.push(secondary);
        }
        // Choices of one option are neighbours, and exclude each other by an item.
        let mut exclusive = BTreeMap::new();
        for pair in choices.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            exclusive.entry(pair[0].0).or_insert_with(|| {
                bounds.push(secondary);
                bounds.len() as u32 - 1
            });
        }
        let (mut colours, mut options, mut chosen) = (BTreeMap::new(), Vec::new(), Vec::new());
        for &(option, times) in choices {
            let uses = self.options[option as usize].uses.iter().map(|used| {
                let is_primary = (used.item as usize) < self.primary;
                let weight = if is_primary { used.weight * times } else { 1 };
                let next = colours.len() as u32 + 1;
                let colour = match used.colour {
                    0 => 0,
                    colour => *colours.entry(colour).or_insert(next),
                };
                let item = *places.get(&(used.item, weight))?;
                Some(ItemUse { item, colour })
            });
            let Some(mut uses) = uses.collect::<Option<Vec<ItemUse>>>() else {
                continue;
            };
            let exclusive = exclusive.get(&option);
            uses.extend(exclusive.map(|&item| ItemUse { item, colour: 0 }));
            options.push(uses);
            chosen.push((option, times));
        }
        Some(PlainCover {
            exact_cover: ExactCover::from_numbers(&bounds, primary, options, colours.len()),
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

/// Number of problems without weights.
fn number_of_problems(heavy: &[HeavyWeight]) -> Result<u64, Error> {
    let problems = heavy.iter().map(|weight| u64::from(weight.most) + 1);
    let problems = problems.fold(1, u64::saturating_mul);
    if problems <= MOST_PROBLEMS {
        return Ok(problems);
    }
    Err(Error::Impossible(format!(
        "a symmetry maps options of one item with a multiplicity to each other, which takes \
         {problems} counts: expected at most {MOST_PROBLEMS}\n\
         hint: --keep keeps items apart, so that there are fewer symmetries"
    )))
}
