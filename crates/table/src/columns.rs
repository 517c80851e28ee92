//! Columns of a table: their names and types.

/// Names and types of the columns of a table. Only typed formats use the types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns(Vec<Column>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Column {
    name: String,
    value_type: ColumnType,
    /// Prefix of the column names of a list, and the length of the list.
    list: Option<(&'static str, usize)>,
}

/// Type of the values of a column. Typed rows store its number.
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

    /// Returns the type with this number.
    pub(super) fn of(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == number)
    }
}

impl Columns {
    /// Returns an empty list of columns.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a column of texts or mixed values.
    #[must_use]
    pub fn field(self, name: impl Into<String>) -> Self {
        self.with(name.into(), ColumnType::Text)
    }

    /// Adds a column of numbers.
    #[must_use]
    pub fn number(self, name: impl Into<String>) -> Self {
        self.with(name.into(), ColumnType::Number)
    }

    /// Adds a column of numbers of up to 38 digits, which may exceed 63 bits.
    #[must_use]
    pub fn big_number(self, name: impl Into<String>) -> Self {
        self.with(name.into(), ColumnType::BigNumber)
    }

    /// Adds a column of numbers with three decimals.
    #[must_use]
    pub fn thousandths(self, name: impl Into<String>) -> Self {
        self.with(name.into(), ColumnType::Thousandths)
    }

    /// Adds a list of `len` numbers: an array called `name`, or `len` columns. The columns are
    /// called `prefix` followed by their number from 1.
    #[must_use]
    pub fn list(mut self, name: impl Into<String>, prefix: &'static str, len: usize) -> Self {
        self.0.push(Column {
            name: name.into(),
            value_type: ColumnType::Number,
            list: Some((prefix, len)),
        });
        self
    }

    /// Returns whether a column has this name, ignoring ASCII case.
    pub fn has(&self, name: &str) -> bool {
        self.flat_names().any(|own| own.eq_ignore_ascii_case(name))
    }

    pub(super) fn with(mut self, name: String, kind: ColumnType) -> Self {
        let list = None;
        self.0.push(Column {
            name,
            value_type: kind,
            list,
        });
        self
    }

    /// Returns the names of the columns, where a list is one column.
    pub(super) fn distinct_names(&self) -> Vec<String> {
        let names = self.0.iter().map(|column| column.name.clone());
        distinct_names(&names.collect::<Vec<_>>())
    }

    /// Returns the names of the columns, where a list is one column per number.
    pub(super) fn flat_names(&self) -> impl Iterator<Item = String> {
        self.0.iter().flat_map(|column| {
            let (prefix, len) = column.list.unwrap_or(("", 1));
            (1..=len).map(move |number| match column.list {
                Some(_) => format!("{prefix}{number}"),
                None => column.name.clone(),
            })
        })
    }

    /// Returns the types of the columns, where a list is one column per number.
    pub(super) fn column_types(&self) -> impl Iterator<Item = ColumnType> {
        self.0.iter().flat_map(|column| {
            let len = column.list.map_or(1, |(_, len)| len);
            std::iter::repeat_n(column.value_type, len)
        })
    }
}

/// Returns the names, with a number appended to each duplicate. Most programs that read tables by
/// name would read only one of two equal names.
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
