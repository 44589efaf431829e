use std::collections::{BTreeMap, HashSet};

use domain::id::{JobId, PackageId, UserId};
use domain::job::{FailureReason, JobStatus, Outputs, Parameter, Parameters, TaskKind};
use domain::subject::Subject;
use store::artifacts::{self, Artifact};
use store::blobs::BlobId;
use store::jobs::{self, Job, JobFilter, JobOutcome, JobStep, LeaseRenewal, NewJob, ReleaseReason};
use store::{Db, StoreError, Tx};
use testkit::database::TestDatabase;
use tokio::task::JoinSet;

use crate::given::{at, kept, page, user};

testkit::on_each_database!(
    a_job_is_enqueued_with_the_change_that_causes_it,
    eight_workers_never_take_the_same_job,
    a_job_goes_from_created_to_completed,
    a_failed_job_keeps_all_its_errors,
    a_dead_workers_job_is_claimed_again_and_the_old_worker_is_fenced,
    a_released_job_waits_for_its_time,
    a_worker_learns_that_its_job_is_cancelled,
    unnotified_jobs_are_counted_for_their_creator,
    jobs_are_found_by_their_properties_and_time_of_change,
    an_artifact_is_replaced_when_the_job_runs_twice,
);

fn job(id: &str, created_by: Option<&UserId>) -> NewJob {
    NewJob {
        id: JobId(id.to_owned()),
        name: "universalImport".to_owned(),
        kind: Some(TaskKind::ZipImport),
        parameters: Parameters(BTreeMap::from([
            ("importPackage".to_owned(), Parameter::Text("/包.zip".to_owned())),
            ("translationLanguages".to_owned(), Parameter::List(vec!["en".to_owned(), "zh".to_owned()])),
        ])),
        subject: Some(Subject::from(&PackageId("p1".to_owned()))),
        steps: vec!["unpack".to_owned(), "store".to_owned()],
        creator: created_by.map(|id| (id.clone(), id.0.replace("id-of-", ""))),
        service_token: None,
        created_on: at(0),
    }
}

async fn enqueue(db: &Db, job: &NewJob) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    jobs::insert(&mut tx, job).await?;
    tx.commit().await
}

async fn found(tx: &mut Tx, id: &str) -> Result<Job, StoreError> {
    let found = jobs::find(tx, &JobId(id.to_owned())).await?;
    Ok(found.unwrap_or_else(|| panic!("there is no job {id}")))
}

async fn a_job_is_enqueued_with_the_change_that_causes_it(db: TestDatabase) -> Result<(), StoreError> {
    let mut given_up = db.begin().await?;
    jobs::insert(&mut given_up, &job("j1", None)).await?;
    drop(given_up);
    let mut tx = db.begin().await?;
    assert_eq!(jobs::find(&mut tx, &JobId("j1".to_owned())).await?, None);
    assert_eq!(jobs::claim(&mut tx, "w", at(1), at(2)).await?, None);
    Ok(())
}

async fn claim_all(db: Db, worker: usize) -> Result<Vec<String>, StoreError> {
    let owner = format!("worker {worker}");
    let mut claimed = Vec::new();
    loop {
        let mut tx = db.begin().await?;
        let Some(job) = jobs::claim(&mut tx, &owner, at(1), at(9)).await? else { return Ok(claimed) };
        tx.commit().await?;
        let mut tx = db.begin().await?;
        assert!(
            jobs::finish(&mut tx, &job.id, &owner, &JobOutcome::Completed { outputs: Outputs::new() }, None, at(2))
                .await?
        );
        tx.commit().await?;
        claimed.push(job.id.0);
    }
}

async fn eight_workers_never_take_the_same_job(db: TestDatabase) -> Result<(), StoreError> {
    const JOBS: usize = 120;
    let mut tx = db.begin().await?;
    for number in 0..JOBS {
        jobs::insert(&mut tx, &job(&format!("{number:04}"), None)).await?;
    }
    tx.commit().await?;

    let mut workers = JoinSet::new();
    for worker in 0..8 {
        workers.spawn(claim_all(db.clone(), worker));
    }
    let mut claimed = Vec::new();
    while let Some(done) = workers.join_next().await {
        claimed.extend(done??);
    }
    assert_eq!(claimed.len(), JOBS);
    assert_eq!(claimed.iter().collect::<HashSet<_>>().len(), JOBS);
    Ok(())
}

async fn a_job_goes_from_created_to_completed(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    enqueue(&db, &job("j2", None)).await?;
    enqueue(&db, &job("j1", Some(&ann.id))).await?;

    let mut tx = db.begin().await?;
    let created = found(&mut tx, "j1").await?;
    assert_eq!((created.status, created.attempts, created.started_on), (JobStatus::Created, 0, None));
    assert_eq!((&created.created_by, created.created_on), (&Some(ann.id), at(0)));
    assert_eq!(created.subject, job("j1", None).subject);

    // Oldest first, independent of insertion order.
    let claimed = jobs::claim(&mut tx, "w1", at(1), at(5)).await?;
    let id = JobId("j1".to_owned());
    assert_eq!(claimed.as_ref().and_then(|job| job.subject.as_ref()), created.subject.as_ref());
    assert_eq!(claimed.map(|job| (job.id, job.parameters, job.attempts)), Some((id.clone(), created.parameters, 1)));
    assert_eq!(found(&mut tx, "j1").await?.status, JobStatus::Starting);

    let held = jobs::report(&mut tx, &id, "w1", (at(1), at(5)), &[("unpack", 100), ("store", 40)]).await?;
    assert_eq!(held, LeaseRenewal { held: true, cancel_requested: false });
    let running = found(&mut tx, "j1").await?;
    assert_eq!((running.status, running.started_on), (JobStatus::Running, Some(at(1))));
    let step = |name: &str, progress| JobStep { name: name.to_owned(), progress };
    assert_eq!(running.steps, [step("unpack", 100), step("store", 40)]);

    let outputs =
        Outputs::from([("manualName".to_owned(), "MEL".to_owned()), ("artifacts".to_owned(), "a,b".to_owned())]);
    let done = JobOutcome::Completed { outputs: outputs.clone() };
    assert!(jobs::finish(&mut tx, &id, "w1", &done, Some(TaskKind::ConfirmOem), at(3)).await?);
    let completed = found(&mut tx, "j1").await?;
    assert_eq!((created.kind, completed.kind), (Some(TaskKind::ZipImport), Some(TaskKind::ConfirmOem)));
    assert_eq!((completed.status, completed.ended_on), (JobStatus::Completed, Some(at(3))));
    assert_eq!((completed.outputs, completed.errors), (outputs, vec![]));
    // An ended job is not claimed again, even with an expired lease.
    assert_eq!(jobs::claim(&mut tx, "w2", at(9), at(10)).await?.map(|job| job.id.0), Some("j2".to_owned()));
    assert_eq!(jobs::claim(&mut tx, "w3", at(9), at(10)).await?, None);
    Ok(())
}

async fn a_failed_job_keeps_all_its_errors(db: TestDatabase) -> Result<(), StoreError> {
    enqueue(&db, &job("j1", None)).await?;
    let reason = |key: &str| FailureReason::new(key).with("file", "包.zip");
    let errors = vec![reason("first").because(reason("because")), reason("second")];
    let mut tx = db.begin().await?;
    let id = JobId("j1".to_owned());
    jobs::claim(&mut tx, "w1", at(1), at(5)).await?;
    assert!(jobs::finish(&mut tx, &id, "w1", &JobOutcome::Failed { errors: errors.clone() }, None, at(2)).await?);
    let failed = found(&mut tx, "j1").await?;
    assert_eq!((failed.status, failed.errors, failed.outputs), (JobStatus::Failed, errors, Outputs::new()));
    Ok(())
}

async fn a_dead_workers_job_is_claimed_again_and_the_old_worker_is_fenced(db: TestDatabase) -> Result<(), StoreError> {
    enqueue(&db, &job("j1", None)).await?;
    let id = JobId("j1".to_owned());
    let done = JobOutcome::Completed { outputs: Outputs::new() };
    let mut tx = db.begin().await?;
    jobs::claim(&mut tx, "old", at(1), at(5)).await?;
    jobs::report(&mut tx, &id, "old", (at(1), at(5)), &[("unpack", 80)]).await?;
    assert_eq!(jobs::claim(&mut tx, "new", at(5), at(9)).await?, None, "the lease has not run out");
    assert!(jobs::report(&mut tx, &id, "old", (at(5), at(7)), &[]).await?.held);
    assert_eq!(jobs::claim(&mut tx, "new", at(6), at(9)).await?, None, "the lease was renewed");
    tx.commit().await?;

    let mut tx = db.begin().await?;
    let claimed = jobs::claim(&mut tx, "new", at(8), at(12)).await?;
    assert_eq!(claimed.map(|job| (job.id, job.attempts)), Some((id.clone(), 2)));
    let restarted = found(&mut tx, "j1").await?;
    assert_eq!((restarted.steps[0].progress, restarted.started_on), (0, Some(at(1))));

    assert!(!jobs::holds(&mut tx, &id, "old").await?);
    assert!(!jobs::report(&mut tx, &id, "old", (at(9), at(20)), &[("unpack", 100)]).await?.held);
    assert!(!jobs::release(&mut tx, &id, "old", ReleaseReason::Failed, (at(9), at(20))).await?);
    assert!(!jobs::finish(&mut tx, &id, "old", &done, None, at(9)).await?);
    assert_eq!(found(&mut tx, "j1").await?, restarted);

    assert!(jobs::finish(&mut tx, &id, "new", &done, None, at(9)).await?);
    assert!(!jobs::finish(&mut tx, &id, "new", &done, None, at(10)).await?, "a job ends once");
    assert!(!jobs::holds(&mut tx, &id, "new").await?);
    Ok(())
}

async fn a_released_job_waits_for_its_time(db: TestDatabase) -> Result<(), StoreError> {
    enqueue(&db, &job("j1", None)).await?;
    let mut tx = db.begin().await?;
    jobs::claim(&mut tx, "w1", at(1), at(5)).await?;
    let id = JobId("j1".to_owned());
    assert!(jobs::release(&mut tx, &id, "w1", ReleaseReason::Failed, (at(2), at(10))).await?);
    assert_eq!(found(&mut tx, "j1").await?.status, JobStatus::Created);
    assert_eq!(jobs::claim(&mut tx, "w2", at(10), at(15)).await?, None);
    assert!(!jobs::is_any_claimable(&mut tx, at(10)).await?);
    let again = jobs::claim(&mut tx, "w2", at(11), at(15)).await?;
    assert_eq!(again.map(|job| (job.attempts, job.failures)), Some((2, 1)));
    // A stopped worker counts neither as an attempt nor as a failure.
    assert!(jobs::release(&mut tx, &id, "w2", ReleaseReason::Stopped, (at(12), at(11))).await?);
    let last = jobs::claim(&mut tx, "node/1", at(12), at(15)).await?;
    assert_eq!(last.map(|job| (job.attempts, job.failures)), Some((2, 1)));
    assert_eq!(jobs::release_all_of(&mut tx, "other/", at(13)).await?, 0);
    assert_eq!(jobs::release_all_of(&mut tx, "node/", at(13)).await?, 1);
    assert!(jobs::is_any_claimable(&mut tx, at(13)).await?);
    Ok(())
}

async fn a_worker_learns_that_its_job_is_cancelled(db: TestDatabase) -> Result<(), StoreError> {
    enqueue(&db, &job("j1", None)).await?;
    let id = JobId("j1".to_owned());
    let mut tx = db.begin().await?;
    jobs::claim(&mut tx, "w1", at(1), at(5)).await?;
    assert!(jobs::request_cancel(&mut tx, &id, at(2)).await?);
    let held = jobs::report(&mut tx, &id, "w1", (at(2), at(7)), &[]).await?;
    assert_eq!(held, LeaseRenewal { held: true, cancel_requested: true });
    jobs::finish(&mut tx, &id, "w1", &JobOutcome::Failed { errors: vec![] }, None, at(2)).await?;
    assert!(!jobs::request_cancel(&mut tx, &id, at(3)).await?);
    Ok(())
}

async fn unnotified_jobs_are_counted_for_their_creator(db: TestDatabase) -> Result<(), StoreError> {
    let (ann, bob) = (kept(&db, user("ann")).await?, kept(&db, user("bob")).await?);
    for new in [job("j1", Some(&ann.id)), job("j2", Some(&ann.id)), job("j3", Some(&bob.id)), job("j4", None)] {
        enqueue(&db, &new).await?;
    }
    let mut tx = db.begin().await?;
    assert_eq!(jobs::count_unnotified(&mut tx, &ann.id).await?, 2);
    assert!(jobs::mark_notified(&mut tx, &JobId("j1".to_owned()), &ann.id).await?);
    assert!(!jobs::mark_notified(&mut tx, &JobId("j3".to_owned()), &ann.id).await?);
    assert_eq!(jobs::count_unnotified(&mut tx, &ann.id).await?, 1);
    assert_eq!(jobs::count_unnotified(&mut tx, &bob.id).await?, 1);
    Ok(())
}

async fn jobs_are_found_by_their_properties_and_time_of_change(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    enqueue(&db, &job("j1", Some(&ann.id))).await?;
    enqueue(&db, &NewJob { kind: None, name: "rejectOem".to_owned(), created_on: at(1), ..job("j2", None) }).await?;
    let mut tx = db.begin().await?;
    let page = page(1, 10);
    for (filter, expected) in [
        (JobFilter::default(), vec!["j2", "j1"]),
        (JobFilter { text: "包.ZIP".to_owned(), ..JobFilter::default() }, vec!["j2", "j1"]),
        (JobFilter { text: "ann".to_owned(), ..JobFilter::default() }, vec!["j1"]),
        (JobFilter { kind: Some(TaskKind::ZipImport), ..JobFilter::default() }, vec!["j1"]),
        (JobFilter { statuses: vec![JobStatus::Failed], ..JobFilter::default() }, vec![]),
        (JobFilter { statuses: vec![JobStatus::Created, JobStatus::Failed], ..JobFilter::default() }, vec!["j2", "j1"]),
        (JobFilter { created_by: Some(ann.id.clone()), ..JobFilter::default() }, vec!["j1"]),
    ] {
        let found = jobs::list(&mut tx, &filter, page).await?;
        assert_eq!(found.total, expected.len() as u64, "{filter:?}");
        assert_eq!(found.items.iter().map(|job| job.id.0.as_str()).collect::<Vec<_>>(), expected, "{filter:?}");
    }
    assert_eq!(found(&mut tx, "j1").await?.account, "ann");
    assert_eq!(jobs::count_open(&mut tx).await?, (2, 0));

    jobs::claim(&mut tx, "w", at(5), at(9)).await?;
    jobs::report(&mut tx, &JobId("j1".to_owned()), "w", (at(6), at(9)), &[("unpack", 50)]).await?;
    let changed = jobs::list_changed_since(&mut tx, at(2), 10).await?;
    let told: Vec<_> = changed.iter().map(|one| (one.id.0.as_str(), one.status, one.progress)).collect();
    assert_eq!(told, [("j1", JobStatus::Running, 25)]);
    assert_eq!(jobs::list_changed_since(&mut tx, at(0), 10).await?.len(), 2);
    assert_eq!(jobs::count_open(&mut tx).await?, (1, 1));
    Ok(())
}

async fn an_artifact_is_replaced_when_the_job_runs_twice(db: TestDatabase) -> Result<(), StoreError> {
    enqueue(&db, &job("j1", None)).await?;
    let subject = Subject::from(&JobId("j1".to_owned()));
    let artifact = |digit: &str, size| Artifact {
        file_name: "报告.csv".to_owned(),
        blob: BlobId::parse(&digit.repeat(64)).unwrap_or_else(|| panic!("a name")),
        media_type: "text/csv".to_owned(),
        size,
    };
    let mut tx = db.begin().await?;
    artifacts::insert(&mut tx, &subject, &artifact("a", 1)).await?;
    artifacts::insert(&mut tx, &subject, &artifact("b", 2)).await?;
    assert_eq!(found(&mut tx, "j1").await?.artifacts, [artifact("b", 2)]);
    assert_eq!(artifacts::find(&mut tx, &subject, "报告.csv").await?, Some(artifact("b", 2)));
    assert_eq!(artifacts::find(&mut tx, &subject, "none").await?, None);
    let other = Subject::from(&PackageId("j1".to_owned()));
    assert_eq!(artifacts::find(&mut tx, &other, "报告.csv").await?, None, "another kind with the same id");
    Ok(())
}
