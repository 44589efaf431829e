//! Real modules: the demo library, and official packages where they are installed.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::path::Path;

use s1000d::{guard, object};

/// The text of every XML file of the demo, by file name.
pub(crate) fn demo() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo")];
    while let Some(folder) = open.pop() {
        for path in std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xml")) {
                let bytes = std::fs::read(&path).expect("a file");
                let text = guard::check(&bytes).expect("a checked file").text().to_owned();
                found.push((path.display().to_string(), text));
            }
        }
    }
    found.sort();
    found
}

/// The XML files of an official package by the code and language inside them; `None` when it is absent.
pub(crate) fn package(name: &str) -> Option<BTreeMap<String, String>> {
    let path = crate::data::path(&format!("packages/{name}.zip"))?;
    let bytes = std::fs::read(path).expect("a package");
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    let mut found = BTreeMap::new();
    for index in 0..zip.len() {
        let mut file = zip.by_index(index).expect("a file");
        if !file.name().expect("a name").to_ascii_lowercase().ends_with(".xml") {
            continue;
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).expect("its bytes");
        let Ok(checked) = guard::check(&bytes) else { continue };
        let Ok((object, _)) = object::read(&checked) else { continue };
        if let Some(identity) = object.identity {
            found.insert(format!("{identity:?}"), checked.text().to_owned());
        }
    }
    Some(found)
}
