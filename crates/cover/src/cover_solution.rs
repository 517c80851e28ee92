//! Solutions as rows of a table.

use std::sync::Arc;

use super::exact_cover::ExactCover;
use countless_table::{Columns, Fields, Row, push_number};

/// Set of options that covers all items. Its row has the option numbers or the items that they
/// cover.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Option numbers from 0 on, in order.
    options: Vec<u32>,
    /// Texts of all options, if they replace the numbers.
    names: Option<Arc<Vec<String>>>,
    class_size: Option<u64>,
}

impl Solution {
    pub(super) fn new(
        chosen: &[u32],
        names: Option<&Arc<Vec<String>>>,
        class_size: Option<u64>,
    ) -> Self {
        let mut options = chosen.to_vec();
        // This is done for each solution. The sort that all types share takes longer.
        options.sort_unstable();
        Self {
            options,
            names: names.cloned(),
            class_size,
        }
    }

    /// Number of solutions in its class, if they are listed.
    pub fn class_size(&self) -> Option<u64> {
        self.class_size
    }

    /// Numbers of the options, from 1 on, in order.
    pub fn options(&self) -> impl ExactSizeIterator<Item = usize> {
        self.options.iter().map(|&option| option as usize + 1)
    }

    pub(super) fn columns() -> Columns {
        Columns::new().field("options")
    }
}

/// Option numbers separated by blanks, or texts of options separated by semicolons; then the size of
/// the class, if it is listed.
impl Row for Solution {
    fn fields(&self, fields: &mut impl Fields) {
        let mut text = Vec::with_capacity(4 * self.options.len());
        match &self.names {
            None => {
                for (place, option) in self.options().enumerate() {
                    text.extend((place > 0).then_some(b' '));
                    push_number(&mut text, option as u64);
                }
                fields.plain(&text);
            }
            Some(names) => {
                for (place, &option) in self.options.iter().enumerate() {
                    text.extend_from_slice(if place > 0 { b"; " } else { b"" });
                    text.extend_from_slice(names[option as usize].as_bytes());
                }
                fields.text(&text);
            }
        }
        if let Some(size) = self.class_size {
            fields.number(size);
        }
    }
}

/// Items of each option of a problem, as text.
pub(super) fn option_texts(problem: &ExactCover) -> Arc<Vec<String>> {
    let texts = (1..=problem.option_count()).map(|option| problem.option_text(option));
    Arc::new(texts.map(Option::unwrap_or_default).collect())
}
