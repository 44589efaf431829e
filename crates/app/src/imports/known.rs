//! What the library holds already, for whoever reads a package.

pub(crate) mod everything;
pub(crate) mod manual;
