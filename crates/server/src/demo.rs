//! The embedded packages of the demo library.

use std::io::{Cursor, Write};

use anyhow::Context;
use app::demo::{DemoFlightManual, DemoRegulation, FLIGHT_PACKAGES};
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

/// Zips the files in a folder of the demo library to a package.
pub fn package(folder: &str) -> anyhow::Result<Vec<u8>> {
    let prefix = format!("{folder}/");
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for name in DemoFiles::iter() {
        let Some(inside) = name.strip_prefix(&prefix) else { continue };
        zip.start_file(inside, options)?;
        zip.write_all(&read(&name)?)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The packages of the flight manual, and the letter that approves it.
pub fn flight_manual() -> anyhow::Result<DemoFlightManual> {
    let [first, second, third] = FLIGHT_PACKAGES.map(|one| package(one.folder));
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
        let packages = [("mmel-r1", 246), ("mmel-r2", 254), ("mmel-zh", 69), ("amm", 61), ("amm-zh", 23)];
        for (folder, files) in packages.into_iter().chain(FLIGHT_PACKAGES.map(|one| (one.folder, 11))) {
            let archive = zip::ZipArchive::new(Cursor::new(package(folder).expect("a package"))).expect("an archive");
            assert_eq!(archive.len(), files, "{folder}");
        }
    }

    #[test]
    fn the_flight_manual_comes_in_three_packages_with_a_letter() {
        let given = flight_manual().expect("a manual");
        assert!(given.packages.iter().all(|package| package.starts_with(b"PK")));
        assert!(given.letter.starts_with(b"%PDF-"));
    }
}
