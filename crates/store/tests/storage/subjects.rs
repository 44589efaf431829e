use domain::id::{JobId, PackageId};
use domain::subject::Subject;
use store::findings::FindingFilter;
use store::{StoreError, artifacts, findings, jobs};
use testkit::database::TestDatabase;

use crate::given::page;

testkit::on_each_database!(rows_of_packages_and_jobs_become_rows_of_subjects);

/// The tables as they were before they knew subjects, with a row in each.
const BEFORE: &str = "
    DROP TABLE artifact;
    DROP TABLE finding;
    DROP INDEX job_subject;
    ALTER TABLE job DROP COLUMN subject_kind;
    ALTER TABLE job DROP COLUMN subject_id;
    ALTER TABLE job ADD COLUMN package_id TEXT;
    CREATE INDEX job_package ON job (package_id);
    CREATE TABLE job_artifact (job_id TEXT, file_name TEXT, blob TEXT, media_type TEXT, size BIGINT);
    CREATE TABLE finding (
        package_id TEXT, report BIGINT, position BIGINT, code BIGINT, severity TEXT, file TEXT, file_folded TEXT,
        line BIGINT, rule TEXT, params TEXT, search_folded TEXT);
    INSERT INTO job (
        id, name, package_id, parameters, status, outputs, errors, notified, cancel_requested, attempts, created_on)
    VALUES
        ('j1', 'universalImport', 'p1', '{}', 'COMPLETED', '{}', '[]', FALSE, FALSE, 1, 0),
        ('j2', 'testJob', NULL, '{}', 'CREATED', '{}', '[]', FALSE, FALSE, 0, 0);
    INSERT INTO job_artifact VALUES ('j1', 'a.csv', '{blob}', 'text/csv', 7);
    INSERT INTO finding VALUES ('p1', 3, 0, 1010, 'block', 'a.xml', 'a.xml', 7, '{rule}', '[]', 'a.xml')";

const MIGRATION: &str = include_str!("../../../../migrations/0011_subject.sql");

async fn rows_of_packages_and_jobs_become_rows_of_subjects(db: TestDatabase) -> Result<(), StoreError> {
    let rule = domain::finding::Rule::XmlNotWellFormed.as_str();
    let before = BEFORE.replace("{blob}", &"a".repeat(64)).replace("{rule}", rule);
    for statement in before.split(';').chain(MIGRATION.trim_end().trim_end_matches(';').split(";\n")) {
        db.tamper(statement).await;
    }
    let mut tx = db.read().await?;
    let (job, package) = (JobId("j1".to_owned()), Subject::from(&PackageId("p1".to_owned())));
    let found = jobs::find(&mut tx, &job).await?.unwrap_or_else(|| panic!("the job is there"));
    assert_eq!(found.subject.as_ref(), Some(&package));
    assert_eq!(found.artifacts.iter().map(|file| file.size).collect::<Vec<_>>(), [7]);
    assert!(artifacts::find(&mut tx, &Subject::from(&job), "a.csv").await?.is_some());
    let other = jobs::find(&mut tx, &JobId("j2".to_owned())).await?;
    assert_eq!(other.map(|job| job.subject), Some(None));
    let listed = findings::list(&mut tx, &package, 3, &FindingFilter::default(), page(1, 10)).await?;
    assert_eq!(listed.items.iter().map(|one| one.finding.line).collect::<Vec<_>>(), [Some(7)]);
    Ok(())
}
