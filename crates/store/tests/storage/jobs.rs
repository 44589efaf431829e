use std::collections::HashSet;

use domain::id::{JobId, UserId};
use domain::job::JobStatus;
use serde_json::json;
use store::jobs::{self, Job, JobError, JobStep, NewJob, Outcome, Renewal};
use store::{Db, StoreError, Tx};
use testkit::database::TestDatabase;
use tokio::task::JoinSet;

use crate::given::{at, kept, user};

testkit::on_each_database!(
    a_job_is_enqueued_with_the_change_that_causes_it,
    eight_workers_never_take_the_same_job,
    a_job_goes_from_created_to_completed,
    a_failed_job_keeps_all_its_errors,
    a_dead_workers_job_is_taken_up_again_and_the_old_worker_is_fenced,
    a_released_job_waits_for_its_time,
    a_worker_learns_that_it_shall_stop,
    unnotified_jobs_are_counted_for_their_creator,
);

fn job(id: &str, created_by: Option<&UserId>) -> NewJob {
    NewJob {
        id: JobId(id.to_owned()),
        name: "universalImport".to_owned(),
        parameters: json!({"importPackage": "/包.zip"}),
        steps: vec!["unpack".to_owned(), "store".to_owned()],
        created_by: created_by.cloned(),
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
        assert!(jobs::finish(&mut tx, &job.id, &owner, &Outcome::Completed { outputs: json!({}) }, at(2)).await?);
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

    // The oldest first, whatever order they were written in.
    let claimed = jobs::claim(&mut tx, "w1", at(1), at(5)).await?;
    let id = JobId("j1".to_owned());
    assert_eq!(claimed.map(|job| (job.id, job.parameters, job.attempts)), Some((id.clone(), created.parameters, 1)));
    assert_eq!(found(&mut tx, "j1").await?.status, JobStatus::Starting);

    assert!(jobs::update_step(&mut tx, &id, "w1", "unpack", 100).await?);
    assert!(jobs::update_step(&mut tx, &id, "w1", "store", 40).await?);
    let running = found(&mut tx, "j1").await?;
    assert_eq!((running.status, running.started_on), (JobStatus::Running, Some(at(1))));
    let step = |name: &str, progress| JobStep { name: name.to_owned(), progress };
    assert_eq!(running.steps, [step("unpack", 100), step("store", 40)]);

    let outputs = json!({"manualName": "MEL", "artifacts": "a,b"});
    assert!(jobs::finish(&mut tx, &id, "w1", &Outcome::Completed { outputs: outputs.clone() }, at(3)).await?);
    let completed = found(&mut tx, "j1").await?;
    assert_eq!((completed.status, completed.ended_on), (JobStatus::Completed, Some(at(3))));
    assert_eq!((completed.outputs, completed.errors), (outputs, vec![]));
    // What has ended is not taken up again, not even when its lease would have run out.
    assert_eq!(jobs::claim(&mut tx, "w2", at(9), at(10)).await?.map(|job| job.id.0), Some("j2".to_owned()));
    assert_eq!(jobs::claim(&mut tx, "w3", at(9), at(10)).await?, None);
    Ok(())
}

async fn a_failed_job_keeps_all_its_errors(db: TestDatabase) -> Result<(), StoreError> {
    enqueue(&db, &job("j1", None)).await?;
    let error = |message: &str, cause| JobError {
        message: message.to_owned(),
        message_key: "import.1001".to_owned(),
        localized_message: "无法解压".to_owned(),
        cause,
    };
    let errors = vec![error("first", Some(Box::new(error("because", None)))), error("second", None)];
    let mut tx = db.begin().await?;
    let id = JobId("j1".to_owned());
    jobs::claim(&mut tx, "w1", at(1), at(5)).await?;
    assert!(jobs::finish(&mut tx, &id, "w1", &Outcome::Failed { errors: errors.clone() }, at(2)).await?);
    let failed = found(&mut tx, "j1").await?;
    assert_eq!((failed.status, failed.errors, failed.outputs), (JobStatus::Failed, errors, json!({})));
    Ok(())
}

async fn a_dead_workers_job_is_taken_up_again_and_the_old_worker_is_fenced(db: TestDatabase) -> Result<(), StoreError> {
    enqueue(&db, &job("j1", None)).await?;
    let id = JobId("j1".to_owned());
    let done = Outcome::Completed { outputs: json!({}) };
    let mut tx = db.begin().await?;
    jobs::claim(&mut tx, "old", at(1), at(5)).await?;
    jobs::update_step(&mut tx, &id, "old", "unpack", 80).await?;
    assert_eq!(jobs::claim(&mut tx, "new", at(5), at(9)).await?, None, "the lease has not run out");
    assert_eq!(jobs::renew(&mut tx, &id, "old", at(7)).await?, Renewal { held: true, cancel_requested: false });
    assert_eq!(jobs::claim(&mut tx, "new", at(6), at(9)).await?, None, "the lease was renewed");
    tx.commit().await?;

    let mut tx = db.begin().await?;
    let claimed = jobs::claim(&mut tx, "new", at(8), at(12)).await?;
    assert_eq!(claimed.map(|job| (job.id, job.attempts)), Some((id.clone(), 2)));
    let restarted = found(&mut tx, "j1").await?;
    assert_eq!((restarted.steps[0].progress, restarted.started_on), (0, Some(at(1))));

    assert!(!jobs::renew(&mut tx, &id, "old", at(20)).await?.held);
    assert!(!jobs::update_step(&mut tx, &id, "old", "unpack", 100).await?);
    assert!(!jobs::release(&mut tx, &id, "old", at(20)).await?);
    assert!(!jobs::finish(&mut tx, &id, "old", &done, at(9)).await?);
    assert_eq!(found(&mut tx, "j1").await?, restarted);

    assert!(jobs::finish(&mut tx, &id, "new", &done, at(9)).await?);
    assert!(!jobs::finish(&mut tx, &id, "new", &done, at(10)).await?, "a job ends once");
    assert!(!jobs::renew(&mut tx, &id, "new", at(20)).await?.held);
    Ok(())
}

async fn a_released_job_waits_for_its_time(db: TestDatabase) -> Result<(), StoreError> {
    enqueue(&db, &job("j1", None)).await?;
    let mut tx = db.begin().await?;
    jobs::claim(&mut tx, "w1", at(1), at(5)).await?;
    assert!(jobs::release(&mut tx, &JobId("j1".to_owned()), "w1", at(10)).await?);
    assert_eq!(found(&mut tx, "j1").await?.status, JobStatus::Created);
    assert_eq!(jobs::claim(&mut tx, "w2", at(10), at(15)).await?, None);
    assert_eq!(jobs::claim(&mut tx, "w2", at(11), at(15)).await?.map(|job| job.attempts), Some(2));
    Ok(())
}

async fn a_worker_learns_that_it_shall_stop(db: TestDatabase) -> Result<(), StoreError> {
    enqueue(&db, &job("j1", None)).await?;
    let id = JobId("j1".to_owned());
    let mut tx = db.begin().await?;
    jobs::claim(&mut tx, "w1", at(1), at(5)).await?;
    assert!(jobs::request_cancel(&mut tx, &id).await?);
    assert_eq!(jobs::renew(&mut tx, &id, "w1", at(7)).await?, Renewal { held: true, cancel_requested: true });
    jobs::finish(&mut tx, &id, "w1", &Outcome::Failed { errors: vec![] }, at(2)).await?;
    assert!(!jobs::request_cancel(&mut tx, &id).await?);
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
