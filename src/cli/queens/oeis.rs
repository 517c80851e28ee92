//! The sequences of the On-Line Encyclopedia of Integer Sequences (oeis.org) that counts of
//! boards belong to.

/// All solutions.
pub const ALL: &str = "A000170";
/// Those that no rotation or reflection turns into one another.
pub const FUNDAMENTAL: &str = "A002562";
/// Those that a quarter turn leaves as they are.
pub const QUARTER_TURN: &str = "A033148";

/// What the help says of them.
pub const HELP: &str = "\
Sequences of the On-Line Encyclopedia of Integer Sequences (oeis.org), by the rows of the board:
  A000170  all solutions: `count`, and `solutions` of `all` in `classes`
  A002562  fundamental solutions: `fundamental` of `all` in `classes`
  A032522  solutions that a half turn leaves as they are: `solutions` of `half-turn` and
           `quarter-turn` together
  A033148  solutions that a quarter turn leaves as they are: `solutions` of `quarter-turn`";
