//! The location of official sample data. Tests of crates that must not depend on this crate include the file itself.

use std::io::Write;
use std::path::PathBuf;

/// A file or folder of the data in `AIRFOLIO_TEST_DATA`; `None`, with a message, when it is missing.
pub(crate) fn path(name: &str) -> Option<PathBuf> {
    #[expect(clippy::disallowed_methods, reason = "a test is not configured by `server::config`")]
    let root = std::env::var_os("AIRFOLIO_TEST_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    let path = root.join(name);
    if path.exists() {
        return Some(path);
    }
    // Not by a macro: the test harness would capture it, because the test passes.
    let _ = writeln!(std::io::stderr(), "NOT TESTED: {} is absent; set AIRFOLIO_TEST_DATA", path.display());
    None
}
