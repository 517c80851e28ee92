//! Doing a sample of the subtrees of a ledger again.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::ControlFlow;

use countless::Error;
use countless::engine::{Finished, Options, Order, Problem, Pulse, Reason, Sink, Subtree, run};
use countless::ledger::{Book, Summary};

use super::super::stop_on_signals;

/// Compares records with what comes out when their subtrees are done again.
pub struct Check<'a> {
    book: &'a Book,
    sample: BTreeSet<u64>,
    runs: u32,
    mistakes: u64,
}

impl<'a> Check<'a> {
    /// Draws so many records.
    pub fn new(book: &'a Book, number: u64, seed: u64) -> Self {
        Self {
            book,
            sample: book.sample(number, seed),
            runs: 0,
            mistakes: 0,
        }
    }

    /// What is checked.
    pub fn book(&self) -> &'a Book {
        self.book
    }

    /// How many records were drawn.
    pub fn sampled(&self) -> usize {
        self.sample.len()
    }

    /// How often the sample was done again.
    pub fn runs(&self) -> u32 {
        self.runs
    }

    /// How many records were wrong, each time they were.
    pub fn mistakes(&self) -> u64 {
        self.mistakes
    }

    /// Does the sample again by `problem`, and says on stderr of which records `what` it
    /// is about is another.
    pub fn run<P, T>(
        &mut self,
        problem: &P,
        subtrees: impl Iterator<Item = Result<Subtree<P::Root>, Error>> + Send,
        how: &str,
        what: impl Fn(&P::Tally) -> T,
    ) -> anyhow::Result<()>
    where
        P: Problem,
        P::Tally: for<'s> From<&'s Summary>,
        T: PartialEq + Display,
    {
        let sample = &self.sample;
        let drawn = |subtree: &Result<Subtree<P::Root>, Error>| {
            let index = subtree.as_ref().map(|subtree| subtree.index);
            // An error is everybody's.
            index.map_or(true, |index| sample.contains(&index))
        };
        let options = Options {
            order: Order::Any,
            ..Options::default()
        };
        let (stop, pulse) = (stop_on_signals()?, Pulse::new(None));
        let mut comparing = Comparing {
            book: self.book,
            how,
            what,
            mistakes: 0,
        };
        let subtrees = subtrees.filter(drawn);
        run(problem, subtrees, &mut comparing, options, stop, &pulse)?;
        self.mistakes += comparing.mistakes;
        self.runs += 1;
        Ok(())
    }
}

/// Compares what is done again with its records.
struct Comparing<'a, F> {
    book: &'a Book,
    /// How it is done.
    how: &'a str,
    what: F,
    mistakes: u64,
}

impl<A, T, F> Sink<A> for Comparing<'_, F>
where
    A: for<'s> From<&'s Summary>,
    T: PartialEq + Display,
    F: Fn(&A) -> T,
{
    fn rows(&mut self, _: &[u8], _: u64) -> Result<ControlFlow<Reason>, Error> {
        Ok(ControlFlow::Continue(()))
    }

    fn finished(&mut self, finished: Finished<A>) -> Result<ControlFlow<Reason>, Error> {
        let Some(record) = self.book.get(finished.index) else {
            return Ok(ControlFlow::Continue(()));
        };
        let here = (self.what)(&A::from(&record.summary));
        let again = (self.what)(&finished.tally);
        if here != again {
            self.mistakes += 1;
            let (origin, index, how) = (&record.origin, finished.index, self.how);
            eprintln!("{origin}: subtree {index} is {here} here, but {again} {how}");
        }
        Ok(ControlFlow::Continue(()))
    }
}
