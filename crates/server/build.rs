//! Rebuilds the crate when the embedded web application, manual or demo library changes.

use std::path::Path;

fn main() -> std::io::Result<()> {
    for folder in ["../../web/dist", "../../manual/book", "../../demo"] {
        // Cargo treats a missing folder as changed and would rebuild the crate every time.
        std::fs::create_dir_all(Path::new(folder))?;
        println!("cargo:rerun-if-changed={folder}");
    }
    Ok(())
}
