//! Objects that the library holds already, for checks of a package.

pub(crate) mod everything;
pub(crate) mod manual;
