//! What is to be covered, and with what.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::bounds::Multiplicity;
use countless_engine::Error;
use countless_table::hex_sha256;

/// An exact cover problem: items, and options that cover some of them.
///
/// A solution is a set of options that covers every *primary* item as often as it is to be, once
/// unless said otherwise, and every *secondary* item at most once, or any number of times in one
/// colour. Options without a primary item are never chosen (Knuth, The Art of Computer
/// Programming, volume 4B, 7.2.2.1). Options count from 1, in the order in which they were given;
/// two that are alike are still two.
///
/// ```
/// use countless_cover::Problem;
///
/// let problem: Problem = "a b c\na b\nb c\na\nc\n".parse()?;
/// assert_eq!(problem.count()?.to_string(), "2");
/// assert_eq!(problem.solutions()?, [[1, 4], [2, 3]]);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExactCover {
    pub(super) items: Vec<Item>,
    /// So many items, the first, are primary.
    pub(super) primary: usize,
    pub(super) options: Vec<Vec<ItemUse>>,
    pub(super) colours: Vec<String>,
    numbers: HashMap<String, usize>,
    colour_numbers: HashMap<String, u32>,
}

/// Something to be covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub name: String,
    /// How often, of a primary item.
    pub low: u32,
    pub high: u32,
}

/// What an option covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ItemUse {
    pub item: u32,
    /// One more than the number of its colour, or 0 for none.
    pub colour: u32,
}

impl ExactCover {
    /// A problem without items or options. It has one solution, which is empty.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an item that is to be covered once.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there is an item of this name, if it is not a name, or if there
    /// are secondary items, which come last.
    pub fn primary(&mut self, name: &str) -> Result<(), Error> {
        self.repeated(name, 1..=1)
    }

    /// Adds an item that is to be covered as often as `times` says.
    ///
    /// ```
    /// use countless_cover::Problem;
    ///
    /// let mut problem = Problem::new();
    /// problem.repeated("a", 1..=2)?;
    /// for _ in 0..3 {
    ///     problem.option(&["a"])?;
    /// }
    /// assert_eq!(problem.count()?.to_string(), "6");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As of [`primary`](Self::primary), and if the range is empty or ends at 0.
    pub fn repeated(&mut self, name: &str, times: RangeInclusive<u32>) -> Result<(), Error> {
        if self.primary < self.items.len() {
            return impossible(format!("the primary item {name} follows a secondary item"));
        }
        if times.is_empty() || *times.end() == 0 {
            let (low, high) = times.into_inner();
            return impossible(format!(
                "item {name}: expected low:high with low at most high and high at least 1, found {low}:{high}"
            ));
        }
        self.add(name, times)?;
        self.primary += 1;
        Ok(())
    }

    /// Adds an item that may be covered at most once, or more often in the same colour.
    ///
    /// # Errors
    ///
    /// As of [`primary`](Self::primary).
    pub fn secondary(&mut self, name: &str) -> Result<(), Error> {
        self.add(name, 0..=1)
    }

    /// A problem of items by their bounds, the first of them primary, and of options: items and
    /// colours are named by their numbers.
    pub(super) fn from_numbers(
        bounds: &[Multiplicity],
        primary: usize,
        options: Vec<Vec<ItemUse>>,
        colours: usize,
    ) -> Self {
        let items = (1..).zip(bounds).map(|(number, bounds): (usize, _)| Item {
            name: number.to_string(),
            low: bounds.low,
            high: bounds.high,
        });
        Self {
            items: items.collect(),
            primary,
            options,
            colours: (1..=colours).map(|colour| colour.to_string()).collect(),
            ..Self::default()
        }
    }

    fn add(&mut self, name: &str, times: RangeInclusive<u32>) -> Result<(), Error> {
        let is_bad = |c: char| c.is_whitespace() || matches!(c, ':' | '|');
        if name.is_empty() || name.contains(is_bad) {
            return impossible(format!("expected the name of an item, found {name:?}"));
        }
        if self
            .numbers
            .insert(name.to_owned(), self.items.len())
            .is_some()
        {
            return impossible(format!("the item {name} is named twice"));
        }
        self.items.push(Item {
            name: name.to_owned(),
            low: *times.start(),
            high: *times.end(),
        });
        Ok(())
    }

    /// Adds an option: the names of the items that it covers, those of secondary ones perhaps
    /// with `:` and a colour.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there is no such item, if it is there twice, or if a primary one
    /// has a colour.
    pub fn option<T: AsRef<str>>(&mut self, uses: &[T]) -> Result<(), Error> {
        let mut option = Vec::with_capacity(uses.len());
        for text in uses {
            let used = self.parse_use(text.as_ref(), &option);
            option.push(used.map_err(Error::Impossible)?);
        }
        self.options.push(option);
        Ok(())
    }

    /// One more use of an option; what is wrong with it, if anything is.
    pub(super) fn parse_use(&mut self, text: &str, before: &[ItemUse]) -> Result<ItemUse, String> {
        let (name, colour) = match text.split_once(':') {
            None => (text, None),
            Some((name, colour)) => (name, Some(colour)),
        };
        let Some(&item) = self.numbers.get(name) else {
            return Err(format!("unknown item {name}"));
        };
        if before.iter().any(|used| used.item as usize == item) {
            return Err(format!("the item {name} occurs twice in this option"));
        }
        let colour = match colour {
            None => 0,
            Some(_) if item < self.primary => {
                return Err(format!(
                    "{name} is a primary item: only secondary items have colours"
                ));
            }
            Some("") => return Err(format!("{name}: expected a colour after the colon")),
            Some(colour) => {
                let next = self.colours.len() as u32 + 1;
                let number = self.colour_numbers.entry(colour.to_owned()).or_insert(next);
                if *number == next {
                    self.colours.push(colour.to_owned());
                }
                *number
            }
        };
        Ok(ItemUse {
            item: item as u32,
            colour,
        })
    }

    /// The number of items, primary and secondary.
    pub fn item_count(&self) -> usize {
        self.items.len()
    }

    /// How many of the items, the first, are primary.
    pub fn primary_count(&self) -> usize {
        self.primary
    }

    /// The number of options.
    pub fn option_count(&self) -> usize {
        self.options.len()
    }

    /// What an option covers, in words: `a b x:red`. Options count from 1.
    pub fn option_text(&self, option: usize) -> Option<String> {
        let mut text = String::new();
        self.write_option(self.options.get(option.checked_sub(1)?)?, &mut text);
        Some(text)
    }

    /// Adds what an option covers to a text.
    pub(super) fn write_option(&self, option: &[ItemUse], text: &mut String) {
        for (at, used) in option.iter().enumerate() {
            if at > 0 {
                text.push(' ');
            }
            text.push_str(&self.items[used.item as usize].name);
            if let Some(colour) = (used.colour as usize).checked_sub(1) {
                text.push(':');
                text.push_str(&self.colours[colour]);
            }
        }
    }

    /// The SHA-256 of the problem in [Knuth's text](Self::to_knuth), in hexadecimal: the same
    /// whatever comments and blanks it was read with.
    pub fn sha256(&self) -> String {
        hex_sha256(self.to_knuth().as_bytes())
    }

    /// The problem that is left once some options are chosen and others are still allowed.
    pub(super) fn remaining(&self, chosen: &[u32], live: &[u32]) -> Self {
        let options = |numbers: &[u32]| {
            let options = numbers.iter();
            options
                .map(|&option| self.options[option as usize].clone())
                .collect()
        };
        let chosen: Vec<Vec<ItemUse>> = options(chosen);
        let mut after = Self {
            options: options(live),
            ..self.clone()
        };
        if self.has_multiplicities() {
            for used in chosen.iter().flatten() {
                let item = &mut after.items[used.item as usize];
                item.low = item.low.saturating_sub(1);
                item.high = item.high.saturating_sub(1);
            }
        } else {
            // The only ones of their items.
            after.options.extend(chosen);
        }
        after
    }

    /// The bounds of an item.
    pub(super) fn multiplicity(&self, item: usize) -> Multiplicity {
        let Item { low, high, .. } = self.items[item];
        Multiplicity { low, high }
    }

    /// Whether an item is to be covered other than once.
    pub(super) fn has_multiplicities(&self) -> bool {
        (0..self.primary).any(|item| self.multiplicity(item) != Multiplicity::ONCE)
    }

    /// The options, from 0 on, that have a primary item.
    pub(super) fn choosable(&self) -> Vec<u32> {
        let has_primary = |option: &Vec<ItemUse>| {
            option
                .iter()
                .any(|used| (used.item as usize) < self.primary)
        };
        let options = (0..).zip(&self.options);
        let choosable = options.filter(|(_, option)| has_primary(option));
        choosable.map(|(number, _)| number).collect()
    }
}

fn impossible<T>(reason: String) -> Result<T, Error> {
    Err(Error::Impossible(reason))
}
