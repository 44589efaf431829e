//! House rules that the compiler cannot check.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

mod circles;
mod crate_versions;
mod paths;
mod plain_words;
mod type_names;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All project files below `folder` with one of these extensions.
fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            let name = entry.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
            if entry.is_dir() {
                let is_made = ["node_modules", "dist", "target", "test-results"].contains(&name.as_str());
                if !is_made && !entry.ends_with("manual/book") {
                    open.push(entry);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) && name != "schema.ts" {
                found.push(entry);
            }
        }
    }
    assert!(!found.is_empty(), "{folder}");
    found
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

#[test]
fn no_file_is_longer_than_800_lines() {
    let code = files("crates", &[".rs"]).into_iter().chain(files("web/src", &[".ts", ".tsx", ".css"]));
    let long: Vec<String> = code
        .filter(|path| !shown(path).contains("/tests"))
        .filter(|path| read(path).lines().count() > 800)
        .map(|path| shown(&path))
        .collect();
    assert_eq!(long, [""; 0]);
}

/// The allowed dependencies between our crates; tests may use more.
const EDGES: [(&str, &[&str]); 11] = [
    ("domain", &[]),
    ("s1000d", &["domain"]),
    ("cgm", &[]),
    ("publish", &["cgm", "domain", "s1000d"]),
    ("regulations", &["domain", "publish", "s1000d"]),
    // A program of its own, which the server starts: ADR 43.
    ("pdf", &[]),
    ("store", &["domain"]),
    ("search", &[]),
    ("app", &["cgm", "domain", "publish", "regulations", "s1000d", "search", "store"]),
    ("server", &["app", "domain"]),
    ("testkit", &["app", "domain", "s1000d", "server", "store"]),
];

#[test]
fn each_room_imports_only_what_it_may() {
    let rooms: BTreeSet<String> = std::fs::read_dir(root().join("crates"))
        .expect("the rooms")
        .map(|entry| entry.expect("a room").file_name().into_string().expect("a name"))
        .collect();
    assert_eq!(rooms, EDGES.iter().map(|(room, _)| (*room).to_owned()).collect());
    for (room, allowed) in EDGES {
        let manifest = read(&root().join(format!("crates/{room}/Cargo.toml")));
        let own = manifest.split("[dependencies]").nth(1).and_then(|rest| rest.split("\n[").next()).unwrap_or_default();
        let used = own.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
        let wrong: Vec<&str> =
            used.filter(|name| rooms.contains(*name)).filter(|name| !allowed.contains(name)).collect();
        assert_eq!(wrong, [""; 0], "{room}");
    }
}

#[test]
fn sql_stays_in_store_and_http_in_server() {
    for (word, home) in [("sqlx::", "crates/store/"), ("StatusCode", "crates/server/")] {
        let strays: Vec<String> = files("crates", &[".rs"])
            .into_iter()
            .filter(|path| read(path).contains(word))
            .map(|path| shown(&path))
            .filter(|path| !path.starts_with(home) && !path.starts_with("crates/testkit/"))
            // SQLite, which the search benchmark compares with.
            .filter(|path| !path.starts_with("crates/search/benches/"))
            .collect();
        assert_eq!(strays, [""; 0], "{word}");
    }
}

#[test]
fn versions_are_added_in_one_place() {
    let those = |folder: &str, is_one: &dyn Fn(&str) -> bool| -> Vec<String> {
        let found = files(folder, &[".rs"]).into_iter().filter(|path| is_one(&read(path)));
        found.map(|path| shown(&path)).collect()
    };
    let adds = |text: &str| text.contains("versions::insert");
    assert_eq!(those("crates/app/src", &adds), ["crates/app/src/library/versions.rs"]);
    // A function that is imported, or called by another name of its module, would not be found above.
    let imports = |text: &str| {
        let imported = text.split("use store::").skip(1).filter_map(|rest| rest.split(';').next());
        imported
            .flat_map(|names| names.split(|c: char| !c.is_alphanumeric() && c != '_'))
            .any(|name| name == "versions")
    };
    assert_eq!(those("crates/app/src", &imports), [""; 0]);
    let writes = |text: &str| text.contains("INSERT INTO version ") || text.contains("INSERT INTO version_parent ");
    let allowed = ["crates/store/src/versions.rs", "crates/store/src/versions/parents.rs"];
    assert_eq!(those("crates/store/src", &writes), allowed);
}

#[test]
fn the_history_of_requirements_is_only_added_to() {
    // Also where a statement is broken over lines, or put together from pieces.
    let changes = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let words: Vec<&str> = words.filter(|word| !word.is_empty() && *word != "push").collect();
        let is_change = |before: &[&str]| before.ends_with(&["UPDATE"]) || before.ends_with(&["DELETE", "FROM"]);
        (0..words.len()).any(|at| words[at] == "policy_event" && is_change(&words[..at]))
    };
    assert!(changes("DELETE\n    FROM policy_event") && changes("QueryBuilder::new(\"UPDATE \").push(\"policy_event"));
    assert!(!changes("INSERT INTO policy_event (id) SELECT") && !changes("UPDATE policy_reference"));
    let changing = files("crates", &[".rs"]).into_iter().filter(|path| !shown(path).contains("/tests/"));
    let changing = changing.filter(|path| changes(&read(path)));
    assert_eq!(changing.map(|path| shown(&path)).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn the_pure_rooms_neither_serialise_nor_read_the_clock() {
    let pure = ["crates/domain", "crates/s1000d/src", "crates/cgm/src", "crates/regulations/src"];
    for path in pure.into_iter().flat_map(|room| files(room, &[".rs"])) {
        let text = read(&path);
        for word in ["derive(Serialize", "Utc::now", "std::fs", "async fn"] {
            assert!(!text.contains(word), "{}: {word}", shown(&path));
        }
    }
}

#[test]
fn nothing_is_called_manager_helper_or_util() {
    let suffixes = ["Manager", "Helper", "Util", "Utils", "Service", "Handler"];
    for path in files("crates", &[".rs"]) {
        for line in read(&path).lines().map(str::trim_start) {
            let name = ["pub struct ", "struct ", "pub enum ", "enum ", "pub trait ", "trait "]
                .iter()
                .find_map(|start| line.strip_prefix(start))
                .map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default());
            if let Some(name) = name {
                assert!(!suffixes.iter().any(|suffix| name.ends_with(suffix)), "{}: {name}", shown(&path));
            }
        }
    }
}

#[test]
fn every_unfinished_mark_is_gone() {
    let marks = ["TODO", "FIXME", "unimplemented!"];
    // This file contains the words itself.
    let own = Path::new(file!()).file_name().expect("a name");
    let code = files("crates", &[".rs"]).into_iter().chain(files("web/src", &[".ts", ".tsx"]));
    for path in code.filter(|path| path.file_name() != Some(own)) {
        let text = read(&path);
        assert!(!marks.iter().any(|mark| text.contains(mark)), "{}", shown(&path));
    }
}

/// The local targets of links and pictures in a Markdown text.
fn local_links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://") && !target.starts_with('#')).collect()
}

#[test]
fn every_local_link_of_the_documents_leads_somewhere() {
    let top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root().join(name));
    let documents = top.into_iter().chain(files("docs", &[".md"])).chain(files("manual", &[".md"]));
    let mut broken = Vec::new();
    for path in documents {
        let text = read(&path);
        let folder = path.parent().expect("a folder");
        for link in local_links(&text) {
            let file = link.split('#').next().unwrap_or_default();
            if !folder.join(file).exists() {
                broken.push(format!("{}: {link}", shown(&path)));
            }
        }
    }
    assert_eq!(broken, [""; 0]);
}

/// The functions of a file with their bodies: from a line that begins one to the brace that closes it.
fn functions(text: &str) -> Vec<&str> {
    let starts = text.match_indices("fn ").map(|(at, _)| at);
    let closed = |at: usize| {
        let open = at + text[at..].find(['{', ';'])?;
        let mut depth = 0;
        let end = text[open..].char_indices().find(|(_, letter)| {
            depth += i32::from(*letter == '{') - i32::from(*letter == '}');
            depth == 0
        })?;
        Some(&text[at..open + end.0])
    };
    starts.filter_map(closed).collect()
}

#[test]
fn verbs_read_in_the_name_of_their_caller() {
    let mut found = Vec::new();
    for path in files("crates/app/src", &[".rs"]) {
        if path.ends_with("core/access.rs") {
            continue;
        }
        for function in functions(&read(&path)) {
            let (head, body) = function.split_once('{').unwrap_or((function, ""));
            if head.contains("caller: &Caller") && (body.contains("ctx.db.read()") || body.contains("ctx.db.begin()")) {
                found.push(format!("{}: {}", shown(&path), head.lines().next().unwrap_or_default()));
            }
        }
    }
    assert!(
        found.is_empty(),
        "use caller.read(ctx) and caller.begin(ctx), which hide what the caller may not see: {found:#?}"
    );
}
