//! Ratings on the scale of Sudoku Explainer 1.2.1 (Juillerat 2009): ER, EP and ED.
//!
//! Sudoku Explainer tries its rungs in order, and applies the first hint of the first rung that has
//! one. Up to 4.4 its hints are those of the techniques of this program. Above, the order in which
//! hints are found decides which one is applied, so these rungs search as Sudoku Explainer does.

mod marks;
