//! Options of the user for reading inputs.

use super::InputFormat;
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_text::Signs;

/// Options for reading inputs where the format is not to be detected.
///
/// ```
/// use countless_sudoku::{Ask, InputFormat, InputOrigin, ReadOptions, Solve};
///
/// let text = "53??7???? 6??195??? ?98????6? 8???6???3 4??8?3??1 7???2???6 ?6????28? ???419??5 ????8??79";
/// let origin = InputOrigin::Text { name: "example".into(), text: text.replace(' ', "\n") };
/// let reading = ReadOptions {
///     format: Some(InputFormat::Grid),
///     signs: "1-9".parse::<countless_sudoku::Signs>()?.with_blank('?')?,
///     ..ReadOptions::default()
/// };
/// assert!(Ask::open_as(Solve::new(), vec![origin], &reading).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Column with the puzzles, by name or by number from 1.
    pub column: Option<String>,
    /// Format of the inputs.
    pub format: Option<InputFormat>,
    /// Signs of digits and empty cells.
    pub signs: Signs,
}

impl ReadOptions {
    /// Creates options with only the column set.
    pub fn of_column(column: Option<&str>) -> Self {
        Self {
            column: column.map(str::to_owned),
            ..Self::default()
        }
    }

    /// Adds the options to a plan, without the column.
    pub fn describe(&self, spec: Spec) -> Spec {
        let spec = match self.format {
            Some(format) => spec.with("layout", format),
            None => spec,
        };
        if self.signs.is_usual() {
            spec
        } else {
            spec.with("signs", self.signs.written())
        }
    }

    /// Reads the options of a plan.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if a parameter is missing or invalid.
    pub fn described(spec: &Spec, column: Option<&str>) -> Result<Self, Error> {
        let wrong = |name| Error::ledger(&spec.problem, format!("the plan has no proper {name}"));
        let format = spec.parameter("layout").map(str::parse);
        let signs = spec.parameter("signs").map(Signs::of);
        Ok(Self {
            format: format.transpose().map_err(|_| wrong("layout"))?,
            signs: match signs {
                None => Signs::default(),
                Some(signs) => signs.ok_or_else(|| wrong("signs"))?,
            },
            ..Self::of_column(column)
        })
    }
}
