//! Files that import each other in a circle, found from their `use crate::…` and `use super::…` statements.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::{files, read, root, shown};

/// The largest circle of each crate that has one, in files. May only shrink.
const LARGEST: [(&str, usize); 6] = [("app", 3), ("cgm", 4), ("s1000d", 4), ("search", 2), ("server", 6), ("store", 3)];

/// The folders of `app`, each of which imports only itself and those before it.
const APP_ORDER: [&str; 12] = [
    "core",
    "library",
    "users",
    "jobs",
    "imports",
    "reading",
    "editing",
    "comments",
    "revisions",
    "changes",
    "publications",
    "compliance",
];

type Imports = BTreeMap<String, BTreeSet<String>>;

/// The module path of a file below `src`: `users/own.rs` is `users::own`.
fn module_of(src: &Path, file: &Path) -> String {
    let inner = file.strip_prefix(src).expect("a file of the crate").with_extension("");
    inner.iter().map(|part| part.to_str().expect("UTF-8")).collect::<Vec<_>>().join("::")
}

/// The single paths of a `use` tree: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn leaves(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((before, list)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let list = list.strip_suffix('}').unwrap_or(list);
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    parts.into_iter().flat_map(leaves).map(|leaf| format!("{before}{leaf}")).collect()
}

/// The paths that a file imports from its own crate, from the root on.
fn paths(own: &str, text: &str) -> Vec<String> {
    let parent = own.rsplit_once("::").map_or("", |(parent, _)| parent);
    let mut found = Vec::new();
    for (start, base) in [("use crate::", ""), ("use super::", parent)] {
        let trees = text.split(start).skip(1).filter_map(|rest| rest.split(';').next());
        found.extend(trees.flat_map(leaves).map(|leaf| format!("{base}::{leaf}").trim_start_matches(':').to_owned()));
    }
    found
}

/// The modules of a crate, each with those it imports. A module and the one around it, which declares it, do not count
/// as a circle.
fn imports(room: &str) -> Imports {
    let src = root().join("crates").join(room).join("src");
    let sources = files(&format!("crates/{room}/src"), &[".rs"]);
    let modules: BTreeSet<String> = sources.iter().map(|file| module_of(&src, file)).collect();
    let mut found = Imports::new();
    for file in &sources {
        let own = module_of(&src, file);
        let mut named = BTreeSet::new();
        for path in paths(&own, &read(file)) {
            let parts: Vec<&str> = path.split("::").map(str::trim).collect();
            let mut longest = (1..=parts.len()).rev().map(|end| parts[..end].join("::"));
            named.extend(longest.find(|path| modules.contains(path)));
        }
        named.retain(|name| !format!("{own}::").starts_with(&format!("{name}::")));
        found.insert(own, named);
    }
    found
}

fn reachable(imports: &Imports, from: &str) -> BTreeSet<String> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        for next in imports.get(module).into_iter().flatten() {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen
}

/// The largest set of modules of which each reaches every other.
fn largest_circle(imports: &Imports) -> Vec<String> {
    let reached: BTreeMap<&String, BTreeSet<String>> =
        imports.keys().map(|module| (module, reachable(imports, module))).collect();
    let circle = |module: &String| {
        let back = |other: &&String| reached.get(other).is_some_and(|set| set.contains(module));
        reached[module].iter().filter(back).cloned().collect::<Vec<_>>()
    };
    imports.keys().map(circle).max_by_key(Vec::len).unwrap_or_default()
}

#[test]
fn no_circle_of_imports_is_larger_than_its_crate_is_allowed() {
    for room in ["app", "cgm", "domain", "pdf", "publish", "regulations", "s1000d", "search", "server", "store"] {
        let circle = largest_circle(&imports(room));
        let allowed = LARGEST.iter().find(|(name, _)| *name == room).map_or(0, |(_, size)| *size);
        assert!(circle.len() <= allowed, "{room}: {} files import each other: {circle:#?}", circle.len());
    }
}

#[test]
fn each_folder_of_app_imports_only_those_before_it() {
    let position = |module: &str| {
        let folder = module.split("::").next().unwrap_or_default();
        APP_ORDER.iter().position(|name| *name == folder)
    };
    let mut wrong = Vec::new();
    for (module, named) in imports("app") {
        let Some(own) = position(&module) else { continue };
        wrong.extend(
            named
                .iter()
                .filter(|name| position(name).is_none_or(|at| at > own))
                .map(|name| format!("{module} -> {name}")),
        );
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn imports_are_read_from_nested_lists() {
    assert_eq!(leaves("a::{self, b::{c, d}, e as f}"), ["a::self", "a::b::c", "a::b::d", "a::e as f"]);
    let file = root().join("crates/app/src/users/own.rs");
    assert_eq!(module_of(&root().join("crates/app/src"), &file), "users::own", "{}", shown(&file));
}
