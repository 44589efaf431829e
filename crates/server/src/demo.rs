//! The embedded packages of the demo library.

use std::io::{Cursor, Write};

use anyhow::Context;
use app::demo::DemoRegulation;
use rust_embed::RustEmbed;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

#[derive(RustEmbed)]
#[folder = "../../demo"]
struct DemoFiles;

/// Zips the files in a folder of the demo library to a package.
pub fn package(folder: &str) -> anyhow::Result<Vec<u8>> {
    let prefix = format!("{folder}/");
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for name in DemoFiles::iter() {
        let Some(inside) = name.strip_prefix(&prefix) else { continue };
        let file = DemoFiles::get(&name).with_context(|| format!("reading {name}"))?;
        zip.start_file(inside, options)?;
        zip.write_all(&file.data)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The files of the demo regulation.
pub fn regulation() -> anyhow::Result<DemoRegulation> {
    let text = |name: &str| -> anyhow::Result<String> {
        let name = format!("regulation/{name}");
        let file = DemoFiles::get(&name).with_context(|| format!("reading {name}"))?;
        Ok(String::from_utf8(file.data.into_owned())?)
    };
    Ok(DemoRegulation { editions: [text("azr-ops-1.csv")?, text("azr-ops-2.csv")?], answers: text("answers.csv")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_package_holds_its_files_and_no_others() {
        for (folder, files) in [("mmel-r1", 246), ("mmel-r2", 254), ("mmel-zh", 69), ("amm", 61), ("amm-zh", 23)] {
            let archive = zip::ZipArchive::new(Cursor::new(package(folder).expect("a package"))).expect("an archive");
            assert_eq!(archive.len(), files, "{folder}");
        }
    }
}
