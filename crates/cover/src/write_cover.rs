//! Writers of problems as text: Knuth's format and DIMACS.

use std::fmt::Write;

use super::exact_cover::ExactCover;
use countless_engine::Error;

impl ExactCover {
    /// Writes Knuth's text, which [`from_knuth`](Self::from_knuth) reads.
    ///
    /// ```
    /// use countless_cover::ExactCover;
    ///
    /// let text = "a 2|b 0:3|c | x\na b x:red\nb c\n";
    /// assert_eq!(text.parse::<ExactCover>()?.to_knuth(), text);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    pub fn to_knuth(&self) -> String {
        let (primary, secondary) = self.items.split_at(self.primary);
        let primary = primary.iter().map(|item| match (item.low, item.high) {
            (1, 1) => item.name.clone(),
            (low, high) if low == high => format!("{low}|{}", item.name),
            (low, high) => format!("{low}:{high}|{}", item.name),
        });
        let mut items: Vec<String> = primary.collect();
        // A bar at the beginning of the line would make it a comment.
        if !secondary.is_empty() || items.is_empty() {
            items.push(if items.is_empty() { " |" } else { "|" }.to_owned());
        }
        items.extend(secondary.iter().map(|item| item.name.clone()));
        let mut text = items.join(" ") + "\n";
        for option in &self.options {
            self.write_option(option, &mut text);
            text.push('\n');
        }
        text
    }

    /// Writes a formula in conjunctive normal form, in DIMACS format. Variable `i` is true if
    /// option `i` is chosen, and the models are the solutions. Options that are never chosen are
    /// false.
    ///
    /// ```
    /// use countless_cover::ExactCover;
    ///
    /// let problem: ExactCover = "a b\na\na b\n".parse()?;
    /// assert_eq!(problem.to_dimacs()?, "p cnf 2 3\n1 2 0\n-1 -2 0\n2 0\n");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if an item has a multiplicity other than once.
    pub fn to_dimacs(&self) -> Result<String, Error> {
        if self.has_multiplicities() {
            let reason = "DIMACS does not support multiplicities";
            return Err(Error::Impossible(reason.to_owned()));
        }
        let choosable = self.choosable();
        let mut uses = vec![Vec::new(); self.items.len()];
        for &option in &choosable {
            for used in &self.options[option as usize] {
                uses[used.item as usize].push((option + 1, used.colour));
            }
        }
        let (mut clauses, mut text) = (0, String::new());
        for (item, uses) in uses.iter().enumerate() {
            if item < self.primary {
                for (option, _) in uses {
                    // Writing to a String cannot fail.
                    let _ = write!(text, "{option} ");
                }
                text += "0\n";
                clauses += 1;
            }
            for (at, (first, colour)) in uses.iter().enumerate() {
                for (second, other) in &uses[at + 1..] {
                    if *colour == 0 || colour != other {
                        let _ = writeln!(text, "-{first} -{second} 0");
                        clauses += 1;
                    }
                }
            }
        }
        for option in 0..self.options.len() as u32 {
            if choosable.binary_search(&option).is_err() {
                let _ = writeln!(text, "-{} 0", option + 1);
                clauses += 1;
            }
        }
        Ok(format!("p cnf {} {clauses}\n{text}", self.options.len()))
    }
}
