//! Setters of options.

/// Defines, for each field, a method with its name that returns the options changed.
///
/// ```
/// #[derive(Default)]
/// struct Limits {
///     steps: u64,
/// }
///
/// impl Limits {
///     countless_sudoku::setters! {
///         /// Sets the largest number of steps.
///         steps: u64;
///     }
/// }
/// assert_eq!(Limits::default().steps(7).steps, 7);
/// ```
#[macro_export]
macro_rules! setters {
    ($($(#[$attribute:meta])* $field:ident: $type:ty;)*) => {
        $(
            $(#[$attribute])*
            #[must_use]
            pub fn $field(self, $field: $type) -> Self {
                Self { $field, ..self }
            }
        )*
    };
}
