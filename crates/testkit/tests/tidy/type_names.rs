//! Type names that are defined more than once in the workspace, in a list that may only shrink.

use std::collections::BTreeMap;

use crate::{files, read, root};

const LIST: &str = "crates/testkit/tests/tidy/type_names.txt";

/// The name that a line at the start of a file's column defines: `pub struct Place {` is `Place`.
fn defined(line: &str) -> Option<&str> {
    let line = line.strip_prefix("pub").map_or(line, |rest| rest.split_once(' ').map_or("", |(_, rest)| rest));
    let rest = ["struct ", "enum ", "trait ", "type "].iter().find_map(|word| line.strip_prefix(word))?;
    rest.split(|letter: char| !letter.is_alphanumeric()).next()
}

/// Every name with more than one definition in the crates, with the number of definitions.
fn used_twice() -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    for room in
        ["app", "cgm", "domain", "pdf", "publish", "regulations", "s1000d", "search", "server", "store", "testkit"]
    {
        for path in files(&format!("crates/{room}/src"), &[".rs"]) {
            for name in read(&path).lines().filter_map(defined) {
                *names.entry(name.to_owned()).or_default() += 1;
            }
        }
    }
    names.retain(|_, count| *count > 1);
    names
}

#[test]
fn a_type_name_means_one_thing_but_for_a_list_that_only_shrinks() {
    let text = read(&root().join(LIST));
    let listed: BTreeMap<String, usize> = text
        .lines()
        .map(|line| line.split_once(' ').expect("a name and a number"))
        .map(|(name, count)| (name.to_owned(), count.parse().expect("a number")))
        .collect();
    let found = used_twice();
    let allowed = |name: &String| listed.get(name).copied().unwrap_or(1);
    let grown: Vec<_> = found.iter().filter(|(name, count)| **count > allowed(name)).collect();
    assert!(grown.is_empty(), "defined more often than {LIST} allows, so choose other names: {grown:?}");
    let now = |name: &String| found.get(name).copied().unwrap_or(1);
    let shrunk: Vec<_> = listed.iter().filter(|(name, count)| now(name) < **count).collect();
    assert!(shrunk.is_empty(), "take these down in {LIST}: {shrunk:?}");
}

#[test]
fn definitions_are_recognised() {
    assert_eq!(defined("pub(crate) struct Place<'a> {"), Some("Place"));
    assert_eq!(defined("enum Kind {"), Some("Kind"));
    assert_eq!(defined("pub fn place() -> Place {"), None);
    assert_eq!(defined("    type Target = World;"), None);
}
