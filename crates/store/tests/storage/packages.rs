use domain::finding::{Finding, Rule, Severity};
use domain::id::{JobId, PackageId, UploadId};
use domain::package::{Completeness, Difference, FindingCounts, Package, PackageState};
use domain::snapshot::Decision;
use domain::subject::Subject;
use domain::upload::Upload;
use store::findings::{self, FindingFilter, Grouping};
use store::jobs::{self, NewJob};
use store::packages::{self, ComparedReport, NewPackage, PackageFilter, PackageObject};
use store::{Db, StoreError, Tx, uploads};
use testkit::database::TestDatabase;

use crate::given::{at, kept, page, user};
use testkit::library::{building, empty_manual, import, module, picture, publish};

testkit::on_each_database!(
    a_report_is_shown_in_one_step_and_replaces_the_one_before,
    findings_are_filtered_grouped_and_exported,
    a_package_belongs_to_one_job_at_a_time,
    a_report_is_compared_with_a_snapshot,
    the_names_of_the_library_are_known_by_database,
);

/// A newly uploaded package.
async fn received(db: &Db) -> Result<PackageId, StoreError> {
    let ann = kept(db, user("ann")).await?;
    let (id, upload) = (PackageId("p1".to_owned()), UploadId("u1".to_owned()));
    let mut tx = db.begin().await?;
    let new = Upload {
        id: upload.clone(),
        name: "包.zip".to_owned(),
        media_type: "application/zip".to_owned(),
        size: Some(0),
        received: 0,
        sha256: None,
        created_by: ann.id.clone(),
        created_on: at(0),
        updated_on: at(0),
    };
    assert!(uploads::insert(&mut tx, &new).await?);
    assert!(uploads::complete(&mut tx, &upload, 0, &"a".repeat(64), at(1)).await?);
    let new = NewPackage { id: &id, upload: &upload, file_name: "包.zip", created_by: &ann.id, created_on: at(1) };
    packages::insert(&mut tx, &new).await?;
    tx.commit().await?;
    Ok(id)
}

async fn there(tx: &mut Tx, id: &PackageId) -> Result<Package, StoreError> {
    Ok(packages::find(tx, id).await?.unwrap_or_else(|| panic!("there is no package {id}")))
}

fn finding(rule: Rule, severity: Severity, file: &str) -> Finding {
    let mut finding = Finding::new(rule).in_file(file).at(7).with("code", "DMC-包");
    finding.severity = severity;
    finding
}

fn row(key: &str, digit: char) -> PackageObject {
    PackageObject {
        key: key.to_owned(),
        language: key.rsplit_once('_').map_or("", |(_, language)| language).to_owned(),
        title: format!("Title of {key}"),
        issue: "002-00".to_owned(),
        sha256: digit.to_string().repeat(64),
        status_sha256: None,
    }
}

async fn a_report_is_shown_in_one_step_and_replaces_the_one_before(db: TestDatabase) -> Result<(), StoreError> {
    let id = received(&db).await?;
    let subject = Subject::from(&id);
    let mut tx = db.begin().await?;
    let filter = FindingFilter::default();
    for (report, files) in [(1, vec!["a.xml", "b.xml"]), (2, vec!["c.xml"])] {
        let findings: Vec<Finding> =
            files.iter().map(|file| finding(Rule::XmlNotWellFormed, Severity::Block, file)).collect();
        findings::insert(&mut tx, &subject, report, 0, &findings).await?;
        packages::insert_contents(&mut tx, &id, report, 0, &[row("DMC-A_en-US", '1')]).await?;
        let shown = there(&mut tx, &id).await?;
        assert_eq!(shown.report, report - 1, "not before it is complete");
        let counts = FindingCounts { block: files.len() as u64, ..FindingCounts::default() };
        packages::show_report(&mut tx, &id, report, None, counts, PackageState::Blocked, at(3)).await?;
        let shown = there(&mut tx, &id).await?;
        assert_eq!((shown.report, shown.counts, shown.state), (report, counts, PackageState::Blocked));
        let listed = findings::list(&mut tx, &subject, report, &filter, page(1, 10)).await?;
        assert_eq!(listed.items.iter().map(|one| one.finding.file.as_str()).collect::<Vec<_>>(), files);
    }
    while packages::delete_some_of_reports_but(&mut tx, &id, 2).await? {}
    assert_eq!(findings::list(&mut tx, &subject, 1, &filter, page(1, 10)).await?.total, 0);
    assert_eq!(findings::list(&mut tx, &subject, 2, &filter, page(1, 10)).await?.total, 1);
    for (text, to_mend, total) in [("包", false, 1), ("包", true, 1), ("none", false, 0)] {
        let filter = PackageFilter { text: text.to_owned(), to_mend };
        assert_eq!(packages::list(&mut tx, &filter, page(1, 10)).await?.total, total, "{filter:?}");
    }
    let to_mend = PackageFilter { to_mend: true, ..PackageFilter::default() };
    for (counts, state, listed) in [
        (FindingCounts { warn: 1, ..FindingCounts::default() }, PackageState::Ready, 1),
        (FindingCounts { warn: 1, ..FindingCounts::default() }, PackageState::Imported, 0),
        (FindingCounts { info: 9, ..FindingCounts::default() }, PackageState::Ready, 0),
    ] {
        packages::show_report(&mut tx, &id, 2, None, counts, state, at(4)).await?;
        let found = packages::list(&mut tx, &to_mend, page(1, 10)).await?;
        assert_eq!((found.total, found.items.len() as u64), (listed, listed), "{counts:?} {state:?}");
    }
    assert!(packages::delete(&mut tx, &id).await?);
    assert_eq!(packages::find(&mut tx, &id).await?, None);
    assert_eq!(findings::list(&mut tx, &subject, 2, &filter, page(1, 10)).await?.total, 0, "they go with it");
    Ok(())
}

async fn findings_are_filtered_grouped_and_exported(db: TestDatabase) -> Result<(), StoreError> {
    let id = received(&db).await?;
    let subject = Subject::from(&id);
    let mut findings = vec![finding(Rule::XmlNotWellFormed, Severity::Block, "a.xml")];
    findings.push(finding(Rule::XmlNotWellFormed, Severity::Block, ""));
    findings.extend((0..1_200).map(|n| finding(Rule::IcnMissing, Severity::Warn, &format!("B{n:04}.xml"))));
    let mut tx = db.begin().await?;
    findings::insert(&mut tx, &subject, 1, 0, &findings).await?;
    for (filter, total) in [
        (FindingFilter::default(), 1_202),
        (FindingFilter { code: Some(1011), ..FindingFilter::default() }, 1_200),
        (FindingFilter { severity: Some(Severity::Block), ..FindingFilter::default() }, 2),
        (FindingFilter { file: Some(String::new()), ..FindingFilter::default() }, 1),
        (FindingFilter { file: Some("b0007.XML".to_owned()), ..FindingFilter::default() }, 1),
        (FindingFilter { text: "dmc-包".to_owned(), ..FindingFilter::default() }, 1_202),
        (FindingFilter { text: "b11".to_owned(), ..FindingFilter::default() }, 100),
    ] {
        assert_eq!(findings::list(&mut tx, &subject, 1, &filter, page(1, 10)).await?.total, total, "{filter:?}");
    }
    let first = findings::list(&mut tx, &subject, 1, &FindingFilter::default(), page(1, 10)).await?;
    assert_eq!(first.items[0].finding, findings[0]);

    let all = FindingFilter::default();
    let by_code = findings::group(&mut tx, &subject, 1, Grouping::Code, &all).await?;
    let told: Vec<_> = by_code.iter().map(|group| (group.key.as_str(), group.severity, group.count)).collect();
    assert_eq!(told, [("1010", Severity::Block, 2), ("1011", Severity::Warn, 1_200)]);
    let by_file = findings::group(&mut tx, &subject, 1, Grouping::File, &all).await?;
    assert_eq!((by_file[0].key.as_str(), by_file[1].key.as_str()), ("", "a.xml"));
    let warnings = FindingFilter { severity: Some(Severity::Warn), ..all };
    assert_eq!(findings::group(&mut tx, &subject, 1, Grouping::Code, &warnings).await?.len(), 1);

    let after = findings::list_after(&mut tx, &subject, 1, &FindingFilter::default(), 1_199).await?;
    assert_eq!(after.iter().map(|one| one.position).collect::<Vec<_>>(), [1_200, 1_201]);
    Ok(())
}

async fn job(tx: &mut Tx, id: &str) -> Result<JobId, StoreError> {
    let new = NewJob {
        id: JobId(id.to_owned()),
        name: "universalPreImport".to_owned(),
        kind: None,
        parameters: domain::job::Parameters::default(),
        subject: None,
        steps: Vec::new(),
        creator: None,
        service_token: None,
        created_on: at(1),
    };
    jobs::insert(tx, &new).await?;
    Ok(new.id)
}

async fn a_package_belongs_to_one_job_at_a_time(db: TestDatabase) -> Result<(), StoreError> {
    let id = received(&db).await?;
    let mut tx = db.begin().await?;
    let (one, other) = (job(&mut tx, "j1").await?, job(&mut tx, "j2").await?);
    assert!(!packages::begin_importing(&mut tx, &id, &one, at(2)).await?, "nobody has read it");
    assert!(packages::begin_reading(&mut tx, &id, &one, at(2)).await?);
    assert!(packages::begin_reading(&mut tx, &id, &one, at(2)).await?, "the same job again, after a crash");
    assert!(!packages::begin_reading(&mut tx, &id, &other, at(2)).await?);
    let none = FindingCounts::default();
    packages::show_report(&mut tx, &id, 1, None, none, PackageState::Ready, at(3)).await?;
    assert!(packages::begin_importing(&mut tx, &id, &other, at(4)).await?);
    assert!(!packages::begin_reading(&mut tx, &id, &one, at(5)).await?);
    assert!(packages::update_imported(&mut tx, &id, ("H160", "MEL"), at(6)).await?);
    let found = there(&mut tx, &id).await?;
    assert_eq!((found.state, found.manual_name.as_deref()), (PackageState::Imported, Some("MEL")));
    assert_eq!((found.pre_import_job, found.import_job), (Some(one), Some(other)));
    Ok(())
}

async fn a_report_is_compared_with_a_snapshot(db: TestDatabase) -> Result<(), StoreError> {
    let id = received(&db).await?;
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let all = [module("DMC-SAME"), module("DMC-CHANGED"), module("DMC-GONE"), picture("ICN-1.PNG")];
    let made = import(&mut tx, &manual, "001", &all).await?;
    let versions: Vec<_> = made.iter().map(|one| one.1).collect();
    let snapshot = building(&mut tx, &manual, "old", &versions).await?;
    publish(&mut tx, &manual, snapshot, Decision::Confirmed).await?;
    let same = PackageObject { sha256: format!("{:064}", made[0].0.0), ..row("dmc-same_EN-US", '0') };
    let icon = PackageObject { sha256: format!("{:064}", made[3].0.0), ..row("ICN-1.png", '0') };
    let rows = [same, row("DMC-CHANGED_en-US", 'c'), row("DMC-NEW_en-US", 'd'), icon];
    packages::insert_contents(&mut tx, &id, 1, 0, &rows).await?;

    let completeness = Completeness::Complete;
    let whole = ComparedReport { package: &id, report: 1, snapshot: Some(snapshot), completeness, became: None };
    let (counts, listed) = packages::compare(&mut tx, &whole, None, page(1, 10)).await?;
    assert_eq!((counts.new, counts.changed, counts.unchanged, counts.removed), (1, 1, 2, 1));
    assert_eq!(listed.total, 5);
    let keys: Vec<_> = listed.items.iter().map(|one| one.key.as_str()).collect();
    assert!(keys.is_sorted() && keys.len() == 5, "{keys:?}");
    let (of_all, second) = packages::compare(&mut tx, &whole, None, page(2, 2)).await?;
    let second: Vec<_> = second.items.iter().map(|one| one.key.as_str()).collect();
    assert_eq!((of_all, second.as_slice()), (counts, &keys[2..4]), "a page has the counts of all");
    let told = |only| {
        let found = listed.items.iter().filter(move |one| one.difference == only);
        found.map(|one| (one.key.as_str(), one.old_issue.is_some(), one.new_issue.is_some())).collect::<Vec<_>>()
    };
    assert_eq!(told(Difference::Changed), [("DMC-CHANGED_en-US", true, true)]);
    assert_eq!(told(Difference::New), [("DMC-NEW_en-US", false, true)]);
    assert_eq!(told(Difference::Removed), [("DMC-GONE_en-US", true, false)]);
    let only = Some(Difference::Removed);
    let (_, removed) = packages::compare(&mut tx, &whole, only, page(1, 10)).await?;
    assert_eq!((removed.total, removed.items[0].title.as_str()), (1, "Title of DMC-GONE - Description"));

    let became = ComparedReport { became: Some(snapshot), ..whole };
    let (counts, _) = packages::compare(&mut tx, &became, None, page(1, 10)).await?;
    assert_eq!((counts.unchanged, counts.removed), (3, 0), "the revision that it became still has it");
    let part = ComparedReport { completeness: Completeness::Incremental, ..whole };
    let (counts, _) = packages::compare(&mut tx, &part, None, page(1, 10)).await?;
    assert_eq!((counts.new, counts.unchanged, counts.removed), (1, 3, 0), "what is laid over another removes nothing");
    let without = ComparedReport { snapshot: None, ..whole };
    let (counts, _) = packages::compare(&mut tx, &without, None, page(1, 10)).await?;
    assert_eq!((counts.new, counts.changed, counts.removed), (4, 0, 0));
    Ok(())
}

async fn the_names_of_the_library_are_known_by_database(db: TestDatabase) -> Result<(), StoreError> {
    let (csdb, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), picture("ICN-1.PNG")]).await?;
    let snapshot = building(&mut tx, &manual, "p1", &[made[0].1, made[1].1]).await?;
    assert!(packages::list_known(&mut tx, "", 0).await?.is_empty(), "nobody can see it yet");
    publish(&mut tx, &manual, snapshot, Decision::Confirmed).await?;
    import(&mut tx, &manual, "001", &[module("DMC-CANCELLED")]).await?;
    let names = packages::list_known(&mut tx, "", 0).await?;
    let told: Vec<_> = names.iter().map(|one| (one.key_folded.as_str(), one.is_media)).collect();
    assert_eq!(told, [("dmc-a_en-us", false), ("icn-1.png", true)]);
    assert_eq!(packages::list_known(&mut tx, &csdb.name.folded(), names[0].id).await?, names[1..]);
    assert!(packages::list_known(&mut tx, "none", 0).await?.is_empty());
    Ok(())
}
