//! A problem as its text describes it.

use countless_cover::ExactCover;

/// Items and options of a problem, read from [its text](ExactCover::to_knuth).
pub struct Definition {
    pub items: Vec<Item>,
    /// Number of primary items, which come first.
    pub primary: usize,
    pub options: Vec<Vec<ItemUse>>,
}

/// Item with the least and greatest number of coverings, if it is primary.
pub struct Item {
    pub name: String,
    pub low: u32,
    pub high: u32,
}

/// Item that an option covers.
pub struct ItemUse {
    pub item: usize,
    pub colour: Option<String>,
}

impl Definition {
    pub fn of(problem: &ExactCover) -> Self {
        let text = problem.to_knuth();
        let mut lines = text.lines();
        let names: Vec<&str> = lines
            .next()
            .expect("a line of items")
            .split_whitespace()
            .collect();
        let primary = names.iter().position(|&name| name == "|");
        let items = names.iter().filter(|&&name| name != "|");
        let items: Vec<Item> = items.map(|name| Item::of(name)).collect();
        let item = |name: &str| items.iter().position(|item| item.name == name);
        let read = |text: &str| {
            let (name, colour) = match text.split_once(':') {
                Some((name, colour)) => (name, Some(colour.to_owned())),
                None => (text, None),
            };
            let item = item(name).expect("it is among the items");
            ItemUse { item, colour }
        };
        Self {
            options: lines
                .map(|line| line.split_whitespace().map(read).collect())
                .collect(),
            primary: primary.unwrap_or(items.len()),
            items,
        }
    }

    /// Options with a primary item, from 0 on.
    pub fn choosable(&self) -> Vec<usize> {
        let has_primary = |&option: &usize| {
            let mut uses = self.options[option].iter();
            uses.any(|used| used.item < self.primary)
        };
        (0..self.options.len()).filter(has_primary).collect()
    }

    /// True of a problem without colours and multiplicities.
    pub fn is_plain(&self) -> bool {
        let mut uses = self.options.iter().flatten();
        let mut primary = self.items[..self.primary].iter();
        uses.all(|used| used.colour.is_none())
            && primary.all(|item| (item.low, item.high) == (1, 1))
    }
}

impl Item {
    /// Reads an item such as `a`, `2|a` or `0:3|a`.
    fn of(text: &str) -> Self {
        let (times, name) = text.split_once('|').unwrap_or(("1", text));
        let (low, high) = times.split_once(':').unwrap_or((times, times));
        let number = |text: &str| text.parse().expect("a number");
        Self {
            name: name.to_owned(),
            low: number(low),
            high: number(high),
        }
    }
}
