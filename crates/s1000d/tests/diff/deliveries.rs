//! The deliveries of the demo that follow each other.

use std::collections::BTreeMap;
use std::path::Path;

use s1000d::{guard, object};

use crate::modules::demo;

/// The data modules and publications of one delivery of the demo, by the code and language inside them.
pub(crate) fn delivery(delivery: &str) -> BTreeMap<String, String> {
    let files = demo().into_iter().filter(|(path, _)| path.split('/').any(|part| part == delivery));
    files
        .filter_map(|(path, text)| {
            let (object, _) = object::read(&guard::check(text.as_bytes()).ok()?).ok()?;
            // A module and its separate status file have one identity.
            let folder = Path::new(&path).parent()?.file_name()?.to_string_lossy().into_owned();
            let folder = if folder == delivery { String::new() } else { folder };
            Some((format!("{folder} {:?}", object.identity?), text))
        })
        .collect()
}

/// The deliveries of the demo that follow each other.
pub(crate) const DELIVERIES: [[&str; 2]; 3] = [["mmel-r1", "mmel-r2"], ["flm-1", "flm-2"], ["flm-2", "flm-3"]];
