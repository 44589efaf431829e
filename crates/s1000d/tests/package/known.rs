//! Objects that the library has already, the input of a sink, and cancelled inspections.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use domain::finding::{ImportCode, Severities, Severity};
use s1000d::package::{
    self, Content, Discard, Known, Limits, Nothing, Options, PackageFile, SharedFile, Sink, Stopped,
};

use crate::given::*;

struct Library(Vec<String>);

impl Known for Library {
    fn has_object(&self, key: &str) -> bool {
        self.0.iter().any(|known| known == key)
    }

    fn has_media(&self, file_name: &str) -> bool {
        self.0.iter().any(|known| known.eq_ignore_ascii_case(file_name))
    }

    fn has_other_content(&self, key: &str, issue: &str, _: &[u8; 32]) -> bool {
        self.0.iter().any(|known| *known == format!("{key} {issue}"))
    }
}

#[test]
fn what_the_library_holds_is_not_missing() {
    let package = with_ddn(
        plain()
            .without(&format!("{ICN}.SVG"))
            .without(&file_name(OTHER))
            .without(DDN)
            .with(PM, pm(&format!("{}{}", entry(DESCRIPTION), entry(OTHER)))),
    );
    let library = Library(vec![format!("DMC-{OTHER}"), format!("{ICN}.svg")]);
    let inspected = inspect_with(package.zip(), &SCHEMAS, &library, 2, Limits::default());
    assert_eq!(inspected.found(), []);
    let completeness = inspected.contents.summary.completeness;
    assert_eq!((completeness.is_complete(), completeness.reason()), (false, "contents_in_library"));
    assert_eq!(package.inspect().found().len(), 4, "nothing of it is known to an empty library");
}

#[test]
fn a_listed_illustration_may_be_in_the_library() {
    let name = "DML-TESTAC-F0210-S-2026-00001_001-00.XML";
    let listed = "<dmlEntry><infoEntityRef infoEntityRefIdent=\"ICN-TESTAC-99\"/></dmlEntry></dmlContent>";
    let list = dml("s", &[DESCRIPTION]).replace("</dmlContent>", listed);
    let package = plain().without(DDN).with(name, list);
    let library = Library(vec!["ICN-TESTAC-99.cgm".to_owned()]);
    let inspected = inspect_with(package.zip(), &SCHEMAS, &library, 2, Limits::default());
    assert_eq!(inspected.names("list.icn_missing", "name"), [""; 0]);
    assert_eq!(package.inspect().names("list.icn_missing", "name"), ["ICN-TESTAC-99"]);
}

/// A library that a complete package takes everything away from.
struct Replaced(Library);

impl Known for Replaced {
    fn has_object(&self, key: &str) -> bool {
        self.0.has_object(key)
    }

    fn keeps_object(&self, key: &str, complete: bool) -> bool {
        !complete && self.has_object(key)
    }

    fn has_media(&self, file_name: &str) -> bool {
        self.0.has_media(file_name)
    }

    fn has_other_content(&self, key: &str, issue: &str, sha256: &[u8; 32]) -> bool {
        self.0.has_other_content(key, issue, sha256)
    }
}

#[test]
fn what_a_complete_package_replaces_is_missing() {
    let name = file_name(DESCRIPTION);
    let dangling = plain().changed(&name, &dm_ref(OTHER), &dm_ref(MISSING));
    let library = || Replaced(Library(vec![format!("DMC-{MISSING}")]));
    let inspected = inspect_with(dangling.zip(), &SCHEMAS, &library(), 2, Limits::default());
    assert!(inspected.contents.summary.completeness.is_complete());
    assert_eq!(inspected.found(), [(1008, "dm.dm_ref_dangling", &*name)]);
    let laid_over = dangling.with(PM, pm(&format!("{}{}{}", entry(DESCRIPTION), entry(OTHER), entry(MISSING))));
    let inspected = inspect_with(laid_over.zip(), &SCHEMAS, &library(), 2, Limits::default());
    assert!(!inspected.contents.summary.completeness.is_complete());
    assert_eq!(inspected.found(), [], "what the contents name in the library stays there");
}

#[test]
fn the_same_issue_with_other_content_in_the_library_is_said() {
    let library = Library(vec![format!("DMC-{OTHER}_en-US 001-00")]);
    let inspected = inspect_with(plain().zip(), &SCHEMAS, &library, 2, Limits::default());
    assert_eq!(inspected.found(), [(1013, "object.changed_same_issue", &*file_name(OTHER))]);
    assert_eq!(inspected.findings[0].severity, Severity::Warn);
}

#[test]
fn a_package_that_was_filtered_may_differ_from_the_library() {
    let library = Library(vec![format!("DMC-{OTHER}_en-US 001-00")]);
    let found = |remark: &str| {
        let note = ["</ddnAddress><ddnStatus><authorization>", remark, "</authorization></ddnStatus>"].concat();
        let package = plain().changed(DDN, "</ddnAddress>", &note);
        let inspected = inspect_with(package.zip(), &SCHEMAS, &library, 2, Limits::default());
        let of_objects = inspected.findings.iter().filter(|one| one.rule.as_str().starts_with("object."));
        of_objects.map(|one| (one.rule.as_str(), one.severity)).collect::<Vec<_>>()
    };
    let filtered = found("4.1, draft, filtered for QZ-HAC, changes since 4.0");
    assert_eq!(filtered, [("object.filtered_otherwise", Severity::Info)]);
    for other in ["4.1, draft", "4.1, for QZ-HAC", ", filtered for QZ-HAC", "4.1, filtered for "] {
        assert_eq!(found(other), [("object.changed_same_issue", Severity::Warn)], "{other}");
    }
}

/// The bytes of each file, and its title if it is an object.
type Files = BTreeMap<String, (Vec<u8>, Option<String>)>;

#[derive(Default)]
struct CollectedFiles(Mutex<Files>);

impl Sink for CollectedFiles {
    fn take(&self, file: PackageFile<'_>) -> ControlFlow<()> {
        let mut bytes = Vec::new();
        match file.content {
            Content::Held(held) => bytes = held,
            Content::Large(pass) => pass(&mut |piece| bytes.extend_from_slice(piece)).expect("the content"),
        }
        let title = file.object.map(|object| object.title.to_string());
        let again = self.0.lock().expect("a lock").insert(file.item.name.to_string(), (bytes, title));
        assert!(again.is_none(), "{} came twice", file.item.name);
        ControlFlow::Continue(())
    }
}

fn options<'a>(sink: &'a dyn Sink, severities: &'a Severities) -> Options<'a> {
    Options {
        limits: Limits::default(),
        schemas: &SCHEMAS,
        severities,
        sink,
        progress: &|_, _| ControlFlow::Continue(()),
        threads: 2,
    }
}

#[test]
fn a_sink_is_given_every_file_once_with_its_bytes() {
    // Not regular, so that it is not taken for a bomb, and too large to be held.
    let mut state = 1_u32;
    let noise: Vec<u8> = (0..33 << 20)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24).to_le_bytes()[0]
        })
        .collect();
    let package = plain().with("ICN-F0210-00077-001-01.BIN", noise);
    let collected = CollectedFiles::default();
    let file = tempfile::tempfile().expect("a file");
    std::io::Write::write_all(&mut &file, &package.zip()).expect("its content");
    let source = SharedFile::new(file).expect("a source");
    let (contents, _) =
        package::inspect(source, &Nothing, &options(&collected, &Severities::default())).expect("nobody stops it");
    let collected = collected.0.into_inner().expect("a lock");
    assert_eq!(collected.len(), package.files.len());
    for (name, content) in &package.files {
        assert!(collected[name].0 == *content, "{name}");
    }
    assert_eq!(collected[&file_name(OTHER)].1.as_deref(), Some("Pump - Description"));
    let names: Vec<&str> = contents.items.iter().map(|item| &*item.name).collect();
    assert_eq!(names, collected.keys().map(String::as_str).collect::<Vec<_>>());
}

struct Stops;

impl Sink for Stops {
    fn take(&self, _: PackageFile<'_>) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn a_sink_or_the_progress_may_stop_it() {
    let bytes: Arc<[u8]> = plain().zip().into();
    let severities = Severities::default();
    let stopped = package::inspect(Cursor::new(Arc::clone(&bytes)), &Nothing, &options(&Stops, &severities));
    assert_eq!(stopped.err(), Some(Stopped));
    let told = Mutex::new(Vec::new());
    let progress = |done, total| {
        told.lock().expect("a lock").push((done, total));
        if done == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let watched = Options { progress: &progress, threads: 1, ..options(&Discard, &severities) };
    assert_eq!(package::inspect(Cursor::new(bytes), &Nothing, &watched).err(), Some(Stopped));
    assert_eq!(*told.lock().expect("a lock"), [(1, 9), (2, 9), (3, 9)]);
}

#[test]
fn an_administrator_decides_what_blocks() {
    let package = plain().changed(&file_name(DESCRIPTION), &dm_ref(OTHER), &dm_ref(MISSING));
    let mut severities = Severities::default();
    severities.choose(ImportCode::DmMissingInDm, Severity::Block);
    let source: Cursor<Arc<[u8]>> = Cursor::new(package.zip().into());
    let (_, findings) = package::inspect(source, &Nothing, &options(&Discard, &severities)).expect("nobody stops it");
    assert_eq!(findings.iter().map(|one| one.severity).collect::<Vec<_>>(), [Severity::Block]);
}
