//! Problems as text: Knuth's format, lists of sets, and matrices.

mod knuth;
mod matrix;
mod text_line;

pub use matrix::MatrixFormat;
