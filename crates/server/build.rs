//! Builds the crate again when the web application, the manual or the demo library changed: all are embedded.

use std::path::Path;

fn main() -> std::io::Result<()> {
    for folder in ["../../web/dist", "../../manual/book", "../../demo"] {
        // Cargo takes a missing folder for a changed one, and would build the crate each time.
        std::fs::create_dir_all(Path::new(folder))?;
        println!("cargo:rerun-if-changed={folder}");
    }
    Ok(())
}
