//! Links libxml2, which validates documents against schemas.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    pkg_config::probe_library("libxml-2.0")?;
    Ok(())
}
