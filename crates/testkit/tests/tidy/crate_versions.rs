//! Crates that are linked in more than one version, in a list that may only shrink.

use std::collections::{BTreeMap, BTreeSet};

use crate::{read, root};

/// The numbers of a version, so that 0.10 comes behind 0.9.
fn numbers(version: &str) -> Vec<u64> {
    version.split(['.', '-', '+']).map_while(|part| part.parse().ok()).collect()
}

/// All versions of a lock file but the newest of each crate, as in `atoi@2.0.0`.
fn older_versions(lock: &str) -> BTreeSet<String> {
    let value = |package: &str, key: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
        line.and_then(|text| text.strip_suffix('"')).map(str::to_owned)
    };
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let (name, version) = (value(package, "name").expect("a name"), value(package, "version").expect("a version"));
        versions.entry(name).or_default().push(version);
    }
    let mut older = BTreeSet::new();
    for (name, mut versions) in versions {
        versions.sort_unstable_by_key(|version| numbers(version));
        versions.pop();
        older.extend(versions.into_iter().map(|version| format!("{name}@{version}")));
    }
    older
}

#[test]
fn a_second_version_of_a_crate_has_a_reason() {
    let text = read(&root().join("deny.toml"));
    let skipped = text.split("skip = [").nth(1).and_then(|rest| rest.split("\n]").next()).expect("the list");
    let listed: BTreeSet<String> = skipped
        .lines()
        .filter_map(|line| line.trim().strip_prefix("{ crate = \"")?.split('"').next())
        .map(str::to_owned)
        .collect();
    let found = older_versions(&read(&root().join("Cargo.lock")));
    let added: Vec<_> = found.difference(&listed).collect();
    assert!(added.is_empty(), "use the version that is there, or give the reason in deny.toml: {added:?}");
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(gone.is_empty(), "take these out of deny.toml: {gone:?}");
}

#[test]
fn the_newest_version_is_found_by_its_numbers() {
    let package = |version: &str| format!("[[package]]\nname = \"a\"\nversion = \"{version}\"\n");
    let lock = ["0.9.1", "0.10.1+spec-1", "1.0.4"].map(package).concat();
    assert_eq!(older_versions(&lock), ["a@0.10.1+spec-1", "a@0.9.1"].map(str::to_owned).into());
}
