//! The demo library is written by hand: the reader must have nothing to say about it.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use s1000d::applic::tables::Tables;
use s1000d::brex::BrexPool;
use s1000d::code::{Issue, IssueDate};
use s1000d::object::stamp::{Stamp, UpdateReason, stamp};
use s1000d::object::{ContentType, Object, ObjectKind, Target};
use s1000d::{guard, object, splice};

const PACKAGES: [&str; 8] = ["mmel-r1", "mmel-r2", "mmel-zh", "amm", "amm-zh", "flm-1", "flm-2", "flm-3"];

/// The XML files of a package, in order.
fn files(package: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo").join(package)];
    while let Some(folder) = open.pop() {
        for path in std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xml")) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> Object {
    let bytes = std::fs::read(path).expect("a file");
    let checked = guard::check(&bytes).unwrap_or_else(|refusal| panic!("{}: {refusal:?}", path.display()));
    let (object, findings) = object::read(&checked).unwrap_or_else(|refusal| panic!("{}: {refusal:?}", path.display()));
    assert!(findings.is_empty(), "{}: {findings:?}", path.display());
    object
}

fn modules(package: &str) -> Vec<Object> {
    let objects = files(package).iter().map(|path| read(path)).collect::<Vec<_>>();
    objects.into_iter().filter(|object| object.kind == ObjectKind::DataModule).collect()
}

fn code(object: &Object) -> String {
    object.identity.as_ref().expect("an identity").code.as_str().to_owned()
}

#[test]
fn every_file_reads_without_a_finding_and_every_module_has_a_title() {
    let counts = PACKAGES.map(|package| modules(package).len());
    assert_eq!(counts, [118, 122, 31, 48, 18, 9, 9, 9]);
    for module in PACKAGES.iter().flat_map(|package| modules(package)) {
        assert!(!module.title.technical.is_empty(), "{}", code(&module));
        assert!(module.content_type.is_some(), "{}", code(&module));
    }
}

#[test]
fn it_shows_what_manuals_are_made_of() {
    let kinds = |package: &str| {
        let kinds = modules(package).into_iter().filter_map(|module| module.content_type);
        kinds.map(ContentType::as_str).collect::<BTreeSet<&str>>()
    };
    for kind in ["container", "appliccrossreftable", "condcrossreftable", "prdcrossreftable"] {
        assert!(kinds("mmel-r1").contains(kind), "{kind}: {:?}", kinds("mmel-r1"));
    }
    assert!(kinds("amm").len() >= 6, "{:?}", kinds("amm"));
    let pictures = |ending: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo/mmel-r1/ICN");
        let names = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        names.filter(|path| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))).count()
    };
    assert!(pictures("svg") > 0 && pictures("png") > 0);
    let tables = files("mmel-r1").into_iter().filter_map(|path| {
        let bytes = std::fs::read(path).expect("a file");
        guard::check(&bytes).and_then(|checked| Tables::read(&checked)).ok()
    });
    let products: usize = tables.map(|tables| tables.products.len()).sum();
    assert_eq!(products, 4, "four aircraft");
}

#[test]
fn every_reference_to_a_module_stays_inside_its_package() {
    for package in PACKAGES {
        let modules = modules(package);
        let codes: BTreeSet<String> = modules.iter().map(code).collect();
        assert_eq!(codes.len(), modules.len(), "{package}");
        for module in &modules {
            for reference in &module.references {
                if let Target::Object(target) = &reference.target {
                    let known =
                        codes.contains(target.code.as_str()) || target.code.model_ident_code() == Some("S1000D");
                    assert!(known, "{} line {}: {}", code(module), reference.line, target.code.as_str());
                }
            }
        }
    }
}

/// MEL logic, as the trade calls it.
#[test]
fn every_dispatch_condition_is_one_that_an_authority_would_accept() {
    let mut conditions = 0;
    for module in ["mmel-r1", "mmel-r2", "mmel-zh"].into_iter().flat_map(modules) {
        let Some(item) = module.dispatch.as_ref().filter(|_| module.content_type == Some(ContentType::DispatchItem))
        else {
            continue;
        };
        for condition in &item.conditions {
            conditions += 1;
            let place = format!("{} {:?}", code(&module), condition.label);
            let number = |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<u32>().ok());
            let (installed, required) = (number(&condition.installed), number(&condition.required));
            assert!(required <= installed, "{place}");
            assert!(["A", "B", "C", "D"].contains(&condition.category.as_deref().unwrap_or_default()), "{place}");
            assert_eq!(condition.remarks.contains("(O)"), !condition.operational.is_empty(), "{place}");
            assert_eq!(condition.remarks.contains("(M)"), !condition.maintenance.is_empty(), "{place}");
        }
    }
    assert!(conditions > 120, "{conditions}");
}

/// Crews read drills, and know the engine by the names of the maintenance manual.
#[test]
fn procedures_of_the_flight_manual_are_drills_in_the_words_of_the_other_manuals() {
    for package in ["flm-1", "flm-2", "flm-3"] {
        let drills = modules(package).into_iter().filter(|module| module.content_type == Some(ContentType::Crew));
        assert_eq!(drills.count(), 5, "{package}");
        for path in files(package) {
            let text = std::fs::read_to_string(&path).expect("a file");
            for word in ["<procedure>", "throttle", "engine selector", "turbine outlet", "weight"] {
                assert!(!text.contains(word), "{}: {word}", path.display());
            }
        }
    }
}

/// Otherwise the tab of its business rules would say that they are missing.
#[test]
fn every_module_of_the_flight_manual_names_the_rules_of_its_package() {
    const RULES: &str = "15-00-00-00A-022A-D";
    for package in ["flm-1", "flm-2", "flm-3"] {
        for module in modules(package).into_iter().filter(|module| !code(module).ends_with(RULES)) {
            let is_rules =
                |target: &Target| matches!(target, Target::Object(one) if one.code.as_str().ends_with(RULES));
            assert!(module.references.iter().any(|one| is_rules(&one.target)), "{package}: {}", code(&module));
        }
    }
}

/// A file that one delivery leaves alone is the same in the next one, byte for byte; every other one has a new issue.
#[test]
fn a_delivery_of_the_flight_manual_changes_what_it_says() {
    for (before, after) in [("flm-1", "flm-2"), ("flm-2", "flm-3")] {
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let is_module = |path: &PathBuf| name(path).starts_with("DMC-");
        let mut changed = 0;
        for path in files(after).into_iter().filter(is_module) {
            let same = files(before).into_iter().find(|other| name(other) == name(&path));
            match same {
                Some(other) => assert_eq!(std::fs::read(&other).ok(), std::fs::read(&path).ok(), "{}", path.display()),
                None => changed += 1,
            }
        }
        assert_eq!(changed, if after == "flm-2" { 5 } else { 3 }, "{after}");
    }
}

/// The text with another issue, and what it states.
fn stamped(text: &str, new: &Stamp) -> (String, Object) {
    let splices = stamp(text, new).expect("splices");
    let text = splice::apply(text, &splices).expect("a text");
    let checked = guard::check(text.as_bytes()).expect("it passes");
    let (object, findings) = object::read(&checked).expect("an object");
    assert!(findings.is_empty(), "{findings:?}");
    (text, object)
}

#[test]
fn a_stamp_that_is_taken_back_leaves_every_byte_as_it_was() {
    let mut seen = 0;
    for path in PACKAGES.iter().flat_map(|package| files(package)) {
        let before = read(&path);
        let text = std::fs::read_to_string(&path).expect("a file");
        let (Some(date), true) = (before.version.date.clone(), before.identity.is_some()) else { continue };
        let issue = before.version.issue;
        let issue_type = before.status.issue_type.clone().unwrap_or_default();
        let date_of = |moment: &str| IssueDate::parse(&moment[..date.as_str().len()]).expect("a date");
        let new = Stamp {
            issue: issue.map(|_| Issue::parse("007", "03").expect("an issue")),
            date: date_of("2031-02-03T04:05:06Z"),
            issue_type: "revised".to_owned(),
            reason: None,
        };
        let (changed, after) = stamped(&text, &new);
        assert_eq!(
            (after.version.issue, after.version.date.as_ref()),
            (new.issue, Some(&new.date)),
            "{}",
            path.display()
        );
        assert_eq!((&after.identity, &after.references), (&before.identity, &before.references));
        if after.status.issue_type.is_some() != before.status.issue_type.is_some() {
            // A dispatch note has a status without a type; it is not edited.
            continue;
        }
        // ATA 2300 keeps the date of unchanged content, which a stamp brings up to date.
        if before.content_date.as_ref().is_none_or(|content| *content == date) {
            let (back, _) = stamped(&changed, &Stamp { issue, date, issue_type, reason: None });
            assert_eq!(back, text, "{}", path.display());
            seen += 1;
        }
        let reason = UpdateReason { text: "A < B & C".to_owned(), kind: "urt02".to_owned(), highlight: true };
        let (with_reason, _) = stamped(&text, &Stamp { reason: Some(reason), ..new });
        let added = with_reason.len() - changed.len();
        assert_eq!(added > 0, after.status.issue_type.is_some(), "{}: a file with a status lists it", path.display());
    }
    assert!(seen > 200, "{seen}");
}

#[test]
fn manuals_follow_their_own_business_rules() {
    for package in ["amm", "amm-zh", "flm-1", "flm-2", "flm-3"] {
        let texts: Vec<(PathBuf, Vec<u8>)> =
            files(package).into_iter().map(|path| (path.clone(), std::fs::read(path).expect("a file"))).collect();
        let mut pool = BrexPool::default();
        for (_, bytes) in &texts {
            pool.add_file(&guard::check(bytes).expect("a safe file")).expect("rules that can be read");
        }
        for (path, bytes) in &texts {
            let verdict = pool.check_file(&guard::check(bytes).expect("a safe file")).expect("a tree");
            assert!(verdict.report.findings.is_empty(), "{}: {:?}", path.display(), verdict.report.findings);
            assert!(verdict.report.unjudged.is_empty() && verdict.checker.unjudged().is_empty(), "{}", path.display());
        }
    }
}
