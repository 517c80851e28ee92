//! Exact cover problems: items and the options that cover them.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::grid::Grid;
use super::list_numbers::ListNumbers;
use countless_engine::Error;
use countless_table::hex_sha256;

/// Exact cover problem: items, and options that cover some of them.
///
/// A solution is a set of options. It covers every *primary* item as often as required, by default
/// once. It covers every *secondary* item at most once, or any number of times in one colour.
/// Options without a primary item are never chosen (Knuth, The Art of Computer Programming, volume
/// 4B, 7.2.2.1). Options count from 1, in the order in which they were added; two equal options are
/// still two.
///
/// ```
/// use countless_cover::ExactCover;
/// use countless_engine::Run;
///
/// let problem: ExactCover = "a b c\na b\nb c\na\nc\n".parse()?;
/// let outcome = problem.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "2");
/// assert_eq!(problem.solutions(&Run::new())?, [[1, 4], [2, 3]]);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExactCover {
    pub(super) items: Vec<Item>,
    /// Number of primary items, which come first.
    pub(super) primary: usize,
    pub(super) options: Vec<Vec<ItemUse>>,
    pub(super) colours: Vec<String>,
    numbers: HashMap<String, usize>,
    colour_numbers: HashMap<String, usize>,
    /// Grid of the items that are cells, if it is known.
    grid: Option<Grid>,
}

/// Item of an exact cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub name: String,
    pub bounds: Multiplicity,
}

/// Item that an option covers, with its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ItemUse {
    pub item: u32,
    /// Number of the colour plus 1, or 0 without a colour.
    pub colour: u32,
}

impl ExactCover {
    /// Creates a problem without items or options. Its only solution is empty.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a primary item that is covered exactly once.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if the name is in use or not valid, or if secondary items were added
    /// before.
    pub fn primary(&mut self, name: &str) -> Result<(), Error> {
        self.repeated(name, 1..=1)
    }

    /// Adds a primary item that is covered as often as `times` allows.
    ///
    /// ```
    /// use countless_cover::ExactCover;
    /// use countless_engine::Run;
    ///
    /// let mut problem = ExactCover::new();
    /// problem.repeated("a", 1..=2)?;
    /// for _ in 0..3 {
    ///     problem.option(&["a"])?;
    /// }
    /// let outcome = problem.count(&Run::new())?;
    /// assert_eq!(outcome.total.solutions.to_string(), "6");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] as for [`primary`](Self::primary), and if the range is empty or ends
    /// at 0.
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

    /// Adds an item that may be covered at most once, or more often in one colour.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if the name is in use or not valid.
    pub fn secondary(&mut self, name: &str) -> Result<(), Error> {
        self.add(name, 0..=1)
    }

    /// Creates a problem from the multiplicities of its items. The first `primary` items are
    /// primary. Colours are numbered in the order of their first occurrence. Items and colours get
    /// their numbers as names.
    pub(super) fn from_numbers(
        bounds: &[Multiplicity],
        primary: usize,
        mut options: Vec<Vec<ItemUse>>,
    ) -> Self {
        let mut colours = ListNumbers::default();
        let uses = options.iter_mut().flatten();
        for used in uses.filter(|used| used.colour > 0) {
            used.colour = colours.number(&[used.colour]) + 1;
        }
        let items = (1..).zip(bounds).map(|(number, &bounds): (usize, _)| Item {
            name: number.to_string(),
            bounds,
        });
        Self {
            items: items.collect(),
            primary,
            options,
            colours: (1..=colours.len()).map(|it| it.to_string()).collect(),
            ..Self::default()
        }
    }

    /// Creates a problem with these primary items.
    pub(super) fn of_items(names: impl IntoIterator<Item = String>) -> Result<Self, Error> {
        let mut problem = Self::new();
        for name in names {
            problem.primary(&name)?;
        }
        Ok(problem)
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
            bounds: Multiplicity {
                low: *times.start(),
                high: *times.end(),
            },
        });
        Ok(())
    }

    /// Adds an option by the names of its items. A secondary item may have `:` and a colour behind
    /// its name.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if an item is unknown or occurs twice, or if a primary item has a
    /// colour.
    pub fn option<T: AsRef<str>>(&mut self, uses: &[T]) -> Result<(), Error> {
        let words = uses.iter().map(AsRef::as_ref);
        self.add_option(words, &|_, reason| Error::Impossible(reason))
    }

    /// Adds an option by the words for its items. `error` returns the error at a word.
    pub(super) fn add_option<'a>(
        &mut self,
        words: impl Iterator<Item = &'a str>,
        error: &dyn Fn(&str, String) -> Error,
    ) -> Result<(), Error> {
        let mut option = Vec::with_capacity(words.size_hint().0);
        for word in words {
            let used = self.parse_use(word, &option);
            option.push(used.map_err(|reason| error(word, reason))?);
        }
        self.options.push(option);
        Ok(())
    }

    /// Parses one more item of an option, or says what is wrong with it.
    fn parse_use(&mut self, text: &str, before: &[ItemUse]) -> Result<ItemUse, String> {
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
                let next = self.colours.len() + 1;
                let number = self.colour_numbers.entry(colour.to_owned()).or_insert(next);
                if *number == next {
                    self.colours.push(colour.to_owned());
                }
                *number as u32
            }
        };
        Ok(ItemUse {
            item: item as u32,
            colour,
        })
    }

    /// Grid of the items that are cells, if it is known from a comment of the file or set.
    pub fn grid(&self) -> Option<Grid> {
        self.grid
    }

    /// Sets the grid of the items that are cells. It does not change solutions or the
    /// [hash](Self::sha256).
    #[must_use]
    pub fn with_grid(self, grid: Option<Grid>) -> Self {
        Self { grid, ..self }
    }

    /// True if an item has this name.
    pub(super) fn has_item(&self, name: &str) -> bool {
        self.numbers.contains_key(name)
    }

    /// Number of items, primary and secondary.
    pub fn item_count(&self) -> usize {
        self.items.len()
    }

    /// Number of primary items, which come first.
    pub fn primary_count(&self) -> usize {
        self.primary
    }

    /// Number of options.
    pub fn option_count(&self) -> usize {
        self.options.len()
    }

    /// Items of an option as text, such as `a b x:red`. Options count from 1.
    pub fn option_text(&self, option: usize) -> Option<String> {
        let mut text = String::new();
        self.write_option(self.options.get(option.checked_sub(1)?)?, &mut text);
        Some(text)
    }

    /// Appends the items of an option to a text.
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

    /// SHA-256 of [Knuth's text](Self::to_knuth) of the problem, in hexadecimal. It does not depend
    /// on comments and blanks in the input.
    pub fn sha256(&self) -> String {
        hex_sha256(self.to_knuth().as_bytes())
    }

    /// Problem that remains after some options were chosen. `live` are the options still allowed.
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
                after.items[used.item as usize].bounds.cover_once();
            }
        } else {
            // No other option covers their items.
            after.options.extend(chosen);
        }
        after
    }

    /// Multiplicity of an item.
    pub(super) fn multiplicity(&self, item: usize) -> Multiplicity {
        self.items[item].bounds
    }

    /// True if a primary item has a multiplicity other than once.
    pub(super) fn has_multiplicities(&self) -> bool {
        (0..self.primary).any(|item| self.multiplicity(item) != Multiplicity::ONCE)
    }

    /// Numbers of the options with a primary item, from 0 on.
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

    /// Options with a primary item that cover each item, from 0 on, each with its colour there.
    pub(super) fn coverings(&self) -> Vec<Vec<(u32, u32)>> {
        let mut coverings = vec![Vec::new(); self.items.len()];
        for option in self.choosable() {
            for used in &self.options[option as usize] {
                coverings[used.item as usize].push((option, used.colour));
            }
        }
        coverings
    }
}

/// True if options with these [coverings](ExactCover::coverings) of a secondary item exclude each
/// other: several, unless all are in one colour.
pub(super) fn exclude_each_other(coverings: &[(u32, u32)]) -> bool {
    let is_other = |&(_, colour): &(u32, u32)| colour == 0 || colour != coverings[0].1;
    coverings.len() > 1 && coverings.iter().any(is_other)
}

fn impossible<T>(reason: String) -> Result<T, Error> {
    Err(Error::Impossible(reason))
}

/// Least and greatest number of options that cover an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Multiplicity {
    pub low: u32,
    pub high: u32,
}

impl Multiplicity {
    pub const ONCE: Self = Self { low: 1, high: 1 };

    /// Reduces both bounds by one covering.
    #[inline(always)]
    pub fn cover_once(&mut self) {
        self.low = self.low.saturating_sub(1);
        self.high = self.high.saturating_sub(1);
    }
}
