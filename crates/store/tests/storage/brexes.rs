use domain::finding::{Finding, Rule};
use domain::id::{JobId, ManualId};
use domain::manual::CheckInBlocks;
use store::blobs::BlobId;
use store::brex_reports::{
    self, BrexReportCounts, BrexReportFilter, BrexReportFinding, BrexReportRule, StoredBrexReport,
};
use store::brexes::{self, InstalledBrex};
use store::settings::{self, SettingEdit};
use store::{StoreError, Tx, manuals};
use testkit::database::TestDatabase;
use testkit::library::empty_manual;

use crate::given::{at, page};

testkit::on_each_database!(
    an_installed_brex_is_found_by_its_code_and_replaced,
    a_report_is_shown_when_it_is_complete,
    the_sources_of_a_report_stay_when_a_manual_goes,
    the_findings_of_a_report_are_filtered,
    the_rules_of_a_check_in_and_of_imports_are_kept,
);

fn installed(name: &str, issue: &str) -> InstalledBrex {
    InstalledBrex {
        name: name.to_owned(),
        title: "Rules".to_owned(),
        issue: issue.to_owned(),
        schema_issue: "4-1".to_owned(),
        is_default: name.contains("S1000D"),
        blob: BlobId::of_hash(&[7; 32]),
        size: 9,
        rules: 3,
        unjudged: 1,
        installed_by: "ada".to_owned(),
        installed_on: at(1),
    }
}

async fn an_installed_brex_is_found_by_its_code_and_replaced(db: TestDatabase) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    for brex in [installed("DMC-A", ""), installed("DMC-S1000D", "001-00"), installed("dmc-s1000d", "002-00")] {
        brexes::insert(&mut tx, &brex).await?;
    }
    let names: Vec<String> = brexes::list(&mut tx).await?.into_iter().map(|brex| brex.name + &brex.issue).collect();
    assert_eq!(names, ["DMC-A", "dmc-s1000d002-00"]);
    assert_eq!(brexes::find(&mut tx, "Dmc-A").await?, Some(installed("DMC-A", "")));
    assert!(brexes::delete(&mut tx, "dmc-a").await? && !brexes::delete(&mut tx, "dmc-a").await?);
    assert_eq!(brexes::find(&mut tx, "DMC-A").await?, None);
    Ok(())
}

fn report(id: &str, manual: &ManualId) -> StoredBrexReport {
    let counts = BrexReportCounts { modules: 5, violating: 2, incomplete: 1, violations: 4, listed: 3, is_cut: true };
    let created_by = "ada".to_owned();
    StoredBrexReport { id: JobId(id.to_owned()), manual: manual.clone(), created_by, created_on: at(2), counts }
}

fn rule(number: u32, kind: Rule, severity: &str) -> BrexReportRule {
    BrexReportRule {
        number,
        kind,
        brex: "DMC-A".to_owned(),
        name: format!("r-{number}"),
        severity: severity.to_owned(),
        description: "No notes.".to_owned(),
        object_path: "//note".to_owned(),
        places: u64::from(number),
        modules: 1,
    }
}

fn finding(position: i64, rule_number: u32, rule: Rule, file: &str) -> BrexReportFinding {
    let finding = Finding::new(rule).in_file(file).at(7).with("object", "<note>");
    BrexReportFinding { position, rule_number, title: "Pump".to_owned(), finding }
}

/// Writes a report about a manual with three findings.
async fn written(tx: &mut Tx, report: &StoredBrexReport) -> Result<(), StoreError> {
    brex_reports::begin(tx, report).await?;
    let findings = [
        finding(0, 1, Rule::BrexForbidden, "/H160/MEL/A.XML"),
        finding(1, 2, Rule::BrexValue, "/H160/MEL/B.XML"),
        finding(2, 3, Rule::BrexNotFound, "/H160/MEL/C.XML"),
    ];
    brex_reports::insert_findings(tx, &report.id, &findings).await?;
    let rules = [rule(1, Rule::BrexForbidden, "brsl01"), rule(2, Rule::BrexValue, ""), rule(3, Rule::BrexNotFound, "")];
    brex_reports::insert_rules(tx, &report.id, &rules).await
}

async fn a_report_is_shown_when_it_is_complete(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let (first, second) = (report("one", &manual.id), report("two", &manual.id));
    let mut tx = db.begin().await?;
    written(&mut tx, &first).await?;
    assert_eq!(brex_reports::find_by_manual(&mut tx, &manual.id).await?, None);
    // A job that is done again begins anew.
    written(&mut tx, &first).await?;
    brex_reports::show(&mut tx, &first).await?;
    assert_eq!(brex_reports::find_by_manual(&mut tx, &manual.id).await?, Some(first.clone()));
    written(&mut tx, &second).await?;
    assert_eq!(brex_reports::find_by_manual(&mut tx, &manual.id).await?, Some(first.clone()));
    brex_reports::show(&mut tx, &second).await?;
    assert_eq!(brex_reports::find_by_manual(&mut tx, &manual.id).await?, Some(second.clone()));
    assert!(brex_reports::list_rules(&mut tx, &first.id).await?.is_empty());
    // Violations come first, the most frequent at the top.
    let rules = brex_reports::list_rules(&mut tx, &second.id).await?;
    assert_eq!(rules.iter().map(|rule| rule.number).collect::<Vec<_>>(), [2, 1, 3]);
    assert_eq!(rules[1], rule(1, Rule::BrexForbidden, "brsl01"));
    // A job that began earlier and ends later does not replace it.
    let earlier = StoredBrexReport { created_on: at(1), ..report("three", &manual.id) };
    written(&mut tx, &earlier).await?;
    brex_reports::show(&mut tx, &earlier).await?;
    assert_eq!(brex_reports::find_by_manual(&mut tx, &manual.id).await?, Some(second.clone()));
    assert!(brex_reports::list_rules(&mut tx, &earlier.id).await?.is_empty());
    brex_reports::delete(&mut tx, &second.id).await?;
    assert_eq!(brex_reports::find_by_manual(&mut tx, &manual.id).await?, None);
    Ok(())
}

async fn the_sources_of_a_report_stay_when_a_manual_goes(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let report = report("one", &manual.id);
    let gone = [ManualId("a".to_owned()), ManualId("b".to_owned())];
    let mut tx = db.begin().await?;
    written(&mut tx, &report).await?;
    brex_reports::insert_sources(&mut tx, &report.id, &[]).await?;
    brex_reports::insert_sources(&mut tx, &report.id, &gone).await?;
    assert_eq!(brex_reports::list_sources(&mut tx, &report.id).await?, gone);
    brex_reports::delete(&mut tx, &report.id).await?;
    assert!(brex_reports::list_sources(&mut tx, &report.id).await?.is_empty());
    Ok(())
}

async fn the_findings_of_a_report_are_filtered(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let report = report("one", &manual.id);
    let mut tx = db.begin().await?;
    written(&mut tx, &report).await?;
    let all = BrexReportFilter::default();
    let cases = [
        (all.clone(), vec![0, 1, 2]),
        (BrexReportFilter { rule_number: Some(2), ..all.clone() }, vec![1]),
        (BrexReportFilter { severity: Some("brsl01".to_owned()), ..all.clone() }, vec![0]),
        (BrexReportFilter { severity: Some(String::new()), ..all.clone() }, vec![1, 2]),
        (BrexReportFilter { violations_only: true, ..all.clone() }, vec![0, 1]),
        (BrexReportFilter { text: "b.xml".to_owned(), ..all.clone() }, vec![1]),
        (BrexReportFilter { text: "<NOTE>".to_owned(), ..all.clone() }, vec![0, 1, 2]),
    ];
    for (filter, expected) in cases {
        let found = brex_reports::list_findings(&mut tx, &report.id, &filter, page(1, 10)).await?;
        let positions: Vec<i64> = found.items.iter().map(|one| one.position).collect();
        assert_eq!((positions, found.total), (expected.clone(), expected.len() as u64), "{filter:?}");
    }
    let second = brex_reports::list_findings(&mut tx, &report.id, &all, page(2, 2)).await?;
    assert_eq!(second.items, [finding(2, 3, Rule::BrexNotFound, "/H160/MEL/C.XML")]);
    let after = brex_reports::list_findings_after(&mut tx, &report.id, &all, 0).await?;
    assert_eq!(after.len(), 2);
    Ok(())
}

async fn the_rules_of_a_check_in_and_of_imports_are_kept(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let blocks = CheckInBlocks { schema_errors: false, brex_errors: true };
    assert!(manuals::update_check_in_blocks(&mut tx, &manual.id, manual.version, blocks, at(3)).await?);
    assert!(!manuals::update_check_in_blocks(&mut tx, &manual.id, manual.version, blocks, at(3)).await?);
    let changed = manuals::find(&mut tx, &manual.id).await?;
    assert_eq!(changed.map(|one| (one.schema_errors_block, one.brex_errors_block)), Some((false, true)));

    assert_eq!(settings::find_import_rules(&mut tx).await?, (false, 0));
    let edit = SettingEdit { version: 0, account: "ada", now: at(3) };
    assert!(settings::update_import_rules(&mut tx, true, edit).await?);
    assert_eq!(settings::find_import_rules(&mut tx).await?, (true, 1));
    Ok(())
}
