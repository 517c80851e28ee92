//! The columns of a table: what they are called, and what they hold.

/// The names of the columns of a table, and what their values are, for formats whose columns
/// have types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns(Vec<Column>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Column {
    name: String,
    column_type: ColumnType,
    /// What stands before the number of each column of a list, and how many there are.
    list: Option<(&'static str, usize)>,
}

/// What the values of a column are. Typed rows have the number of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnType {
    Text,
    /// Numbers of up to 63 bits.
    Number,
    /// Numbers of up to 38 digits.
    BigNumber,
    /// Numbers with three decimals.
    Thousandths,
}

impl ColumnType {
    const ALL: [Self; 4] = [Self::Text, Self::Number, Self::BigNumber, Self::Thousandths];

    /// The kind of this number.
    pub(super) fn of(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == number)
    }
}

impl Columns {
    /// No column.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a column of texts, or of whatever there is.
    #[must_use]
    pub fn field(self, name: impl Into<String>) -> Self {
        self.with(name.into(), ColumnType::Text)
    }

    /// Adds a column of numbers.
    #[must_use]
    pub fn number(self, name: impl Into<String>) -> Self {
        self.with(name.into(), ColumnType::Number)
    }

    /// Adds a column of numbers that may have more than 63 bits, and up to 38 digits.
    #[must_use]
    pub fn big_number(self, name: impl Into<String>) -> Self {
        self.with(name.into(), ColumnType::BigNumber)
    }

    /// Adds a column of numbers with three decimals.
    #[must_use]
    pub fn thousandths(self, name: impl Into<String>) -> Self {
        self.with(name.into(), ColumnType::Thousandths)
    }

    /// Adds a list of `len` numbers: one array called `name`, or as many columns, called
    /// `prefix` and their number from 1.
    #[must_use]
    pub fn list(mut self, name: impl Into<String>, prefix: &'static str, len: usize) -> Self {
        self.0.push(Column {
            name: name.into(),
            column_type: ColumnType::Number,
            list: Some((prefix, len)),
        });
        self
    }

    /// True if there is a column of this name, in whatever case.
    pub fn has(&self, name: &str) -> bool {
        self.flat_names().any(|own| own.eq_ignore_ascii_case(name))
    }

    pub(super) fn with(mut self, name: String, kind: ColumnType) -> Self {
        let list = None;
        self.0.push(Column {
            name,
            column_type: kind,
            list,
        });
        self
    }

    /// Their names, where lists are single columns.
    pub(super) fn distinct_names(&self) -> Vec<String> {
        let names = self.0.iter().map(|column| column.name.clone());
        distinct_names(&names.collect::<Vec<_>>())
    }

    /// Their names, where lists are as many columns as numbers.
    pub(super) fn flat_names(&self) -> impl Iterator<Item = String> {
        self.0.iter().flat_map(|column| {
            let (prefix, len) = column.list.unwrap_or(("", 1));
            (1..=len).map(move |number| match column.list {
                Some(_) => format!("{prefix}{number}"),
                None => column.name.clone(),
            })
        })
    }

    /// What their values are, where lists are as many columns as numbers.
    pub(super) fn column_types(&self) -> impl Iterator<Item = ColumnType> {
        self.0.iter().flat_map(|column| {
            let len = column.list.map_or(1, |(_, len)| len);
            std::iter::repeat_n(column.column_type, len)
        })
    }
}

/// The names with a number behind each that an earlier one has: most who read tables by name
/// would take only one of them.
pub(super) fn distinct_names(all: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(all.len());
    for (place, name) in all.iter().enumerate() {
        let is_taken = |name: &String| names.contains(name) || all[place + 1..].contains(name);
        let mut candidates = (2..).map(|number| format!("{name}_{number}"));
        let own = if names.contains(name) {
            candidates.find(|candidate| !is_taken(candidate))
        } else {
            None
        };
        names.push(own.unwrap_or_else(|| name.clone()));
    }
    names
}
