//! Setters of options.

/// Defines, for each field, a method with its name that returns the options changed.
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

pub(crate) use setters;
