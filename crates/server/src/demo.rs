//! The embedded packages of the demo library.

use std::io::{Cursor, Write};

use anyhow::Context;
use app::demo::{self, DemoFlightManual, DemoRegulation};
use rust_embed::RustEmbed;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

#[derive(RustEmbed)]
#[folder = "../../demo"]
struct DemoFiles;

fn read(name: &str) -> anyhow::Result<Vec<u8>> {
    let file = DemoFiles::get(name).with_context(|| format!("reading {name}"))?;
    Ok(file.data.into_owned())
}

fn zipped(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> anyhow::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, bytes) in files {
        zip.start_file(name, options)?;
        zip.write_all(&bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// Zips the files in a folder of the demo library to a package.
pub fn package(folder: &str) -> anyhow::Result<Vec<u8>> {
    let prefix = format!("{folder}/");
    let mut files = Vec::new();
    for name in DemoFiles::iter() {
        let Some(inside) = name.strip_prefix(&prefix) else { continue };
        files.push((inside.to_owned(), read(&name)?));
    }
    zipped(files)
}

/// The packages of the flight manual, which the program writes itself, and the letter that approves it.
pub fn flight_manual() -> anyhow::Result<DemoFlightManual> {
    let [first, second, third] = demo::flight_manual_files()
        .map(|files| zipped(files.into_iter().map(|(name, text)| (name, text.into_bytes()))));
    Ok(DemoFlightManual { packages: [first?, second?, third?], letter: read("letters/abaa-flm-2026-118.pdf")? })
}

/// The files of the demo regulation.
pub fn regulation() -> anyhow::Result<DemoRegulation> {
    let text = |name: &str| -> anyhow::Result<String> { Ok(String::from_utf8(read(&format!("regulation/{name}"))?)?) };
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

    #[test]
    fn the_flight_manual_comes_in_three_packages_with_a_letter() {
        let given = flight_manual().expect("a manual");
        for package in given.packages {
            let archive = zip::ZipArchive::new(Cursor::new(package)).expect("an archive");
            assert_eq!(archive.len(), 10, "eight modules, a publication and a delivery note");
        }
        assert!(given.letter.starts_with(b"%PDF-"));
    }
}
