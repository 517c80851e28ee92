//! Types of the numbers in arrays.

/// Type of the numbers of an array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumberType {
    /// Unsigned numbers of 8 bits.
    U8,
    /// Numbers of 16 bits.
    I16,
    /// Numbers of 32 bits.
    I32,
    /// Numbers of 64 bits.
    #[default]
    I64,
}

impl NumberType {
    /// All types.
    pub const ALL: [Self; 4] = [Self::U8, Self::I16, Self::I32, Self::I64];

    /// Returns the name in `NumPy`.
    pub const fn name(self) -> &'static str {
        ["uint8", "int16", "int32", "int64"][self as usize]
    }

    /// Returns the number of bytes.
    pub(super) const fn width(self) -> usize {
        1 << self as usize
    }

    /// Returns the description in the header.
    pub(super) fn description(self) -> String {
        match self {
            Self::U8 => "|u1".to_owned(),
            signed => format!("<i{}", signed.width()),
        }
    }

    /// Returns the largest number.
    pub(super) const fn largest(self) -> u64 {
        match self {
            Self::U8 => u8::MAX as u64,
            signed => i64::MAX as u64 >> (64 - 8 * signed.width()),
        }
    }

    /// Appends numbers that are not too large.
    pub(super) fn extend(self, numbers: impl Iterator<Item = u64>, bytes: &mut Vec<u8>) {
        match self {
            // The usual type of large arrays.
            Self::U8 => bytes.extend(numbers.map(|number| number as u8)),
            wide => numbers.for_each(|number| {
                bytes.extend_from_slice(&number.to_le_bytes()[..wide.width()]);
            }),
        }
    }
}

impl std::str::FromStr for NumberType {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|it| it.name() == name);
        found.ok_or_else(|| "expected uint8, int16, int32 or int64".to_owned())
    }
}
