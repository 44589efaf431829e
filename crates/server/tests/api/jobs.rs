//! Background jobs, as clients create and watch them.

use std::time::Duration;

use app::jobs::Runner;
use axum::body::Body;
use axum::http::Method;
use axum::response::Response;
use chrono::TimeDelta;
use domain::access::AccessLevel;
use domain::permission::Role;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::blobs::{file_of, module, named};
use testkit::client::{API, Client};
use testkit::packages::demo;

use crate::bytes::asked;
use crate::imports::{import, read};
use crate::limited::Limits;
use crate::viewer::{BASE, reader_of};

testkit::on_each_app!(
    a_job_goes_from_created_to_completed,
    a_job_of_no_kind_or_without_its_parameters_is_refused,
    a_failed_job_has_its_reason_in_both_languages,
    internal_errors_are_retried_later_with_a_limit,
    a_refusal_before_the_first_step_is_not_retried,
    a_panic_is_an_internal_error,
    a_job_that_waits_is_cancelled_before_it_starts,
    a_job_that_runs_is_cancelled_on_any_node,
    a_job_is_repeated_as_a_new_one,
    other_users_see_my_job_but_cannot_change_it,
    a_worker_that_lost_its_lease_writes_nothing,
    a_stopped_runner_returns_its_job_to_the_queue,
    a_job_is_not_run_for_a_user_who_lost_the_permission,
    a_job_stops_when_its_user_loses_the_grant,
    nothing_of_a_job_counts_when_its_user_lost_the_grant_before_its_end,
    a_package_is_checked_against_a_manual_that_its_user_only_reads,
    jobs_are_listed_newest_first_and_filtered,
    an_artifact_is_read_with_a_bearer_or_a_download_token,
    unnotified_jobs_are_counted_until_they_are_seen,
    a_stream_sends_events_until_the_program_stops,
    a_stream_ends_with_its_session,
    a_stream_sends_library_changes,
    a_stream_loses_no_event_while_the_database_fails,
    a_stream_sends_every_job_even_when_many_change_at_once,
    a_session_has_one_stream,
    the_metrics_count_jobs,
    an_administrator_gets_plain_content_compressed,
);

fn script(words: &[&str]) -> Value {
    json!({"jobName": "testJob", "parameterMap": {"script": words}})
}

async fn started(client: &Client, words: &[&str]) -> String {
    let job = client.post("/jobs", script(words)).await;
    assert_eq!(job.status.as_u16(), 201, "{}", job.text());
    job.ok()["id"].as_str().expect("an id").to_owned()
}

async fn job(client: &Client, id: &str) -> Value {
    client.get(&format!("/jobs/{id}")).await.ok()
}

async fn a_job_goes_from_created_to_completed(app: TestApp) {
    let author = app.person(Role::Author).await;
    let parameters = json!({"script": ["first=40"], "csdbName": "H160", "manualName": "MEL"});
    let answer = author.post("/jobs", json!({"jobName": "testJob", "parameterMap": parameters})).await;
    assert_eq!(answer.status.as_u16(), 201);
    let created = answer.ok();
    let id = created["id"].as_str().expect("an id").to_owned();
    let expected = json!({
        "id": id, "jobName": "testJob", "status": "CREATED", "notified": false, "parameterMap": parameters,
        "outputMap": {}, "errorList": [], "createdOn": "2026-01-01T00:00:00Z", "createdBy": "author", "kind": null,
        "stepProgressList": [{"name": "first", "progress": 0}, {"name": "second", "progress": 0}],
        "folder": "/H160/MEL", "attempts": 0, "cancelRequested": false, "progress": 0, "artifacts": [],
    });
    assert_eq!(created, expected);

    assert_eq!(app.run_jobs().await, 1);
    let done = job(&author, &id).await;
    assert_eq!((&done["status"], &done["progress"]), (&json!("COMPLETED"), &json!(100)));
    assert_eq!((&done["outputMap"], &done["attempts"]), (&json!({"attempt": "1"}), &json!(1)));
    assert!(done["startedOn"].is_string() && done["endedOn"].is_string());
    assert_eq!(app.run_jobs().await, 0);
    let told = author.get("/notifications").await.ok();
    assert_eq!(told["items"][0]["text"], "testJob complete: /H160/MEL");
}

async fn a_job_of_no_kind_or_without_its_parameters_is_refused(app: TestApp) {
    let author = app.person(Role::Author).await;
    let answer = author.post("/jobs", json!({"jobName": "makeCoffee", "parameterMap": {}})).await;
    assert_eq!(
        (answer.problem().as_str(), answer.fields()),
        ("400 request.invalid", vec!["jobName: unknown_value".into()])
    );
    let answer = author.post("/jobs", json!({"jobName": "testJob"})).await;
    assert_eq!(answer.fields(), ["parameterMap.script: required"]);
    let long = json!({"script": "x".repeat(5_000)});
    let answer = author.post("/jobs", json!({"jobName": "testJob", "parameterMap": long})).await;
    assert_eq!(answer.fields(), ["parameterMap.script: too_long"]);
    assert_eq!(author.get("/jobs/none").await.problem(), "404 job.not_found");
    assert_eq!(author.put("/jobs/none/notified", json!({})).await.problem(), "404 job.not_found");
    assert_eq!(app.run_jobs().await, 0);
}

async fn a_failed_job_has_its_reason_in_both_languages(app: TestApp) {
    let author = app.person(Role::Author).await;
    let id = started(&author, &["first=100", "second=50", "fail"]).await;
    app.run_jobs().await;
    let failed = job(&author.in_language("zh-CN"), &id).await;
    assert_eq!((&failed["status"], &failed["progress"]), (&json!("FAILED"), &json!(75)));
    let expected = json!([{
        "message": "Task error in a step of testJob", "messageKey": "job.failed.other",
        "localizedMessage": "testJob的步骤中任务出错",
        "cause": {
            "message": "There is no task called cause", "messageKey": "job.failed.unknown",
            "localizedMessage": "没有名为 cause 的任务",
        },
    }]);
    assert_eq!(failed["errorList"], expected);
    app.wait(3_600);
    assert_eq!(app.run_jobs().await, 0, "what the input is to blame for is not tried again");
}

async fn internal_errors_are_retried_later_with_a_limit(app: TestApp) {
    let author = app.person(Role::Author).await;
    let (once, never) = (started(&author, &["retry once"]).await, started(&author, &["retry"]).await);
    assert_eq!(app.run_jobs().await, 2);
    assert_eq!(job(&author, &once).await["status"], "CREATED");
    assert_eq!(app.run_jobs().await, 0, "not at once");
    app.wait(6);
    assert_eq!(app.run_jobs().await, 2);
    let done = job(&author, &once).await;
    assert_eq!((&done["status"], &done["outputMap"]["attempt"]), (&json!("COMPLETED"), &json!("2")));
    app.wait(6);
    assert_eq!(app.run_jobs().await, 0, "the second time it waits twice as long");
    for seconds in [5, 21, 41] {
        assert_eq!(job(&author, &never).await["status"], "CREATED");
        app.wait(seconds);
        assert_eq!(app.run_jobs().await, 1);
    }
    let failed = job(&author, &never).await;
    assert_eq!((&failed["status"], &failed["attempts"]), (&json!("FAILED"), &json!(5)));
    assert_eq!(failed["errorList"][0]["cause"]["message"], "Server internal error, contact the administrator");
}

async fn a_refusal_before_the_first_step_is_not_retried(app: TestApp) {
    let author = app.person(Role::Author).await;
    let (at_once, later) = (started(&author, &["missing"]).await, started(&author, &["first=50", "missing"]).await);
    assert_eq!(app.run_jobs().await, 2);
    let failed = job(&author, &at_once).await;
    assert_eq!((&failed["status"], &failed["attempts"]), (&json!("FAILED"), &json!(1)));
    assert_eq!(failed["errorList"][0]["messageKey"], "job.failed.other");
    let cause = &failed["errorList"][0]["cause"];
    assert_eq!(cause["messageKey"], "job.failed.refused");
    assert_eq!(cause["message"], "The task cannot be done as requested (operator.not_found)");
    assert_eq!(job(&author, &later).await["status"], "CREATED", "it may have gone since the job began");
    app.wait(6);
    assert_eq!(app.run_jobs().await, 1);
}

async fn a_panic_is_an_internal_error(app: TestApp) {
    let author = app.person(Role::Author).await;
    let id = started(&author, &["panic"]).await;
    app.run_jobs().await;
    assert_eq!(job(&author, &id).await["status"], "CREATED");
}

async fn a_job_that_waits_is_cancelled_before_it_starts(app: TestApp) {
    let author = app.person(Role::Author).await;
    let id = started(&author, &["write"]).await;
    let asked = author.post(&format!("/jobs/{id}/cancel"), json!({})).await.ok();
    assert_eq!((&asked["status"], &asked["cancelRequested"]), (&json!("CREATED"), &json!(true)));
    app.run_jobs().await;
    let ended = job(&author, &id).await;
    assert_eq!((&ended["status"], &ended["errorList"][0]["messageKey"]), (&json!("FAILED"), &json!("job.cancelled")));
    assert_eq!(author.post(&format!("/jobs/{id}/cancel"), json!({})).await.problem(), "409 job.ended");
}

async fn a_job_that_runs_is_cancelled_on_any_node(app: TestApp) {
    let author = app.person(Role::Author).await;
    let other = app.second_node().signed_in("author").await;
    for canceller in [&author, &other] {
        let id = started(&author, &["wait"]).await;
        let (done, ()) = tokio::join!(app.run_jobs(), async {
            app.gate.reached().await;
            canceller.post(&format!("/jobs/{id}/cancel"), json!({})).await.ok();
        });
        assert_eq!(done, 1);
        assert_eq!(job(&author, &id).await["errorList"][0]["message"], "The task was cancelled");
    }
}

async fn a_job_is_repeated_as_a_new_one(app: TestApp) {
    let author = app.person(Role::Author).await;
    let id = started(&author, &["fail"]).await;
    assert_eq!(author.post(&format!("/jobs/{id}/retry"), json!({})).await.problem(), "409 job.not_ended");
    app.run_jobs().await;
    let again = author.post(&format!("/jobs/{id}/retry"), json!({})).await;
    assert_eq!(again.status.as_u16(), 201);
    assert_ne!(again.ok()["id"], json!(id));
    assert_eq!(again.ok()["parameterMap"], json!({"script": ["fail"]}));
    assert_eq!(job(&author, &id).await["status"], "FAILED");
}

async fn other_users_see_my_job_but_cannot_change_it(app: TestApp) {
    let (author, reader, admin) = (app.person(Role::Author).await, app.person(Role::Reader).await, app.admin().await);
    assert_eq!(reader.post("/jobs", script(&["write"])).await.problem(), "403 forbidden");
    let id = started(&author, &["fail"]).await;
    assert_eq!(job(&reader, &id).await["createdBy"], "author");
    for call in ["cancel", "retry"] {
        assert_eq!(reader.post(&format!("/jobs/{id}/{call}"), json!({})).await.problem(), "403 forbidden", "{call}");
    }
    for other in [&reader, &admin] {
        assert_eq!(other.put(&format!("/jobs/{id}/notified"), json!({})).await.problem(), "403 forbidden");
    }
    admin.post(&format!("/jobs/{id}/cancel"), json!({})).await.ok();
    app.run_jobs().await;
    admin.post(&format!("/jobs/{id}/retry"), json!({})).await.ok();
}

async fn a_worker_that_lost_its_lease_writes_nothing(app: TestApp) {
    let author = app.person(Role::Author).await;
    let id = started(&author, &["stubborn", "first=70", "write", "artifact"]).await;
    let (lost, ()) = tokio::join!(app.run_jobs(), async {
        app.gate.reached().await;
        // As if another worker had presumed this one dead.
        app.db.tamper("UPDATE job SET lease_owner = 'another', lease_until = 9000000000000").await;
        app.gate.open();
    });
    assert_eq!(lost, 1);
    let untouched = job(&author, &id).await;
    assert_eq!((&untouched["outputMap"], &untouched["artifacts"]), (&json!({}), &json!([])));
    assert!(untouched["endedOn"].is_null() && untouched["stepProgressList"][0]["progress"] == 0, "{untouched}");

    app.db.tamper("UPDATE job SET lease_until = 0").await;
    app.gate.open();
    assert_eq!(app.run_jobs().await, 1);
    let done = job(&author, &id).await;
    assert_eq!((&done["status"], &done["outputMap"]["attempt"]), (&json!("COMPLETED"), &json!("2")));
}

async fn a_stopped_runner_returns_its_job_to_the_queue(app: TestApp) {
    let author = app.person(Role::Author).await;
    let runner = Runner::start(&app.ctx).await.expect("it starts");
    let id = started(&author, &["wait"]).await;
    app.gate.reached().await;
    runner.stop().await;
    let waiting = job(&author, &id).await;
    assert_eq!((&waiting["status"], &waiting["attempts"]), (&json!("CREATED"), &json!(0)));
    let next = app.second_node();
    next.gate.open();
    let runner = Runner::start(&next.ctx).await.expect("it starts");
    next.gate.reached().await;
    while job(&author, &id).await["status"] != "COMPLETED" {
        tokio::task::yield_now().await;
    }
    runner.stop().await;
}

async fn a_job_is_not_run_for_a_user_who_lost_the_permission(app: TestApp) {
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let id = started(&author, &["write"]).await;
    let mut user = admin.get("/user-manage/getUserByAccount?account=author").await.ok();
    user["role"] = json!("reader");
    admin.post("/user-manage/updateUser", user).await.ok();
    app.run_jobs().await;
    let failed = job(&admin, &id).await;
    assert_eq!(failed["errorList"][0]["messageKey"], "job.failed.forbidden");
    assert_eq!(failed["errorList"][0]["message"], "The user does not have permission for this task");
}

/// A job about the manual at [`BASE`], which its user may edit at first.
async fn started_in_manual(client: &Client, words: &[&str]) -> String {
    let (csdb, manual) = BASE.trim_start_matches('/').split_once('/').expect("a path");
    let parameters = json!({"script": words, "csdbName": csdb, "manualName": manual});
    let job = client.post("/jobs", json!({"jobName": "testJob", "parameterMap": parameters})).await.ok();
    job["id"].as_str().expect("an id").to_owned()
}

async fn a_job_stops_when_its_user_loses_the_grant(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let id = started_in_manual(&author, &["wait", "artifact"]).await;
    // Nothing opens the gate: the job ends because it is told to.
    tokio::join!(app.run_jobs(), async {
        app.gate.reached().await;
        Limits::of_group(&app, BASE, "readers", &["author"], AccessLevel::Read).await;
    });
    let failed = job(&admin, &id).await;
    assert_eq!((&failed["status"], &failed["artifacts"]), (&json!("FAILED"), &json!([])));
    assert_eq!(failed["errorList"][0]["messageKey"], "job.failed.forbidden");
}

async fn nothing_of_a_job_counts_when_its_user_lost_the_grant_before_its_end(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let id = started_in_manual(&author, &["artifact", "stubborn"]).await;
    tokio::join!(app.run_jobs(), async {
        app.gate.reached().await;
        Limits::of_group(&app, BASE, "others", &[], AccessLevel::Author).await;
        app.gate.open();
    });
    let failed = job(&admin, &id).await;
    assert_eq!(
        (&failed["status"], &failed["outputMap"], &failed["artifacts"]),
        (&json!("FAILED"), &json!({}), &json!([]))
    );
    // Hidden and deleted are alike.
    assert_eq!(failed["errorList"][0]["messageKey"], "job.failed.manualGone");
}

async fn a_package_is_checked_against_a_manual_that_its_user_only_reads(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    Limits::of_group(&app, BASE, "readers", &["author"], AccessLevel::Read).await;
    // It belongs to that manual by its content; reading it completes nonetheless.
    read(&app, &author, &demo("amm")).await;
}

async fn jobs_are_listed_newest_first_and_filtered(app: TestApp) {
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let page = "/airline/jobs/getJobsWithPage";
    for (client, manual, words) in [(&author, "MEL", ["write"]), (&author, "AMM", ["fail"]), (&admin, "MEL", ["write"])]
    {
        let parameters = json!({"script": words, "csdbName": "H160", "manualName": manual});
        client.post("/jobs", json!({"jobName": "testJob", "parameterMap": parameters})).await.ok();
        app.run_jobs().await;
        app.wait(1);
    }
    let listed = |request: Value| {
        let author = author.clone();
        async move {
            let found = author.post(page, request).await.ok();
            let items = found["items"].as_array().expect("items").clone();
            let shown = |job: &Value| {
                format!("{} {}", job["folder"].as_str().expect("text"), job["createdBy"].as_str().expect("text"))
            };
            (found["total"].as_u64().expect("a count"), items.iter().map(shown).collect::<Vec<_>>())
        }
    };
    let (mel, amm, admins) = ("/H160/MEL author", "/H160/AMM author", "/H160/MEL admin");
    let all = vec![admins.to_owned(), amm.to_owned(), mel.to_owned()];
    assert_eq!(listed(json!({"pageNumber": 1, "pageSize": 20})).await, (3, all));
    assert_eq!(listed(json!({"pageNumber": 2, "pageSize": 2})).await, (3, vec![mel.to_owned()]));
    assert_eq!(listed(json!({"keyword": "h160/mel"})).await, (2, vec![admins.to_owned(), mel.to_owned()]));
    assert_eq!(listed(json!({"keyword": "ADMIN"})).await, (1, vec![admins.to_owned()]));
    assert_eq!(listed(json!({"status": ["FAILED"]})).await, (1, vec![amm.to_owned()]));
    assert_eq!(listed(json!({"status": ["FAILED", "COMPLETED"], "mine": true})).await.0, 2);
    assert_eq!(listed(json!({"kind": "zipImport"})).await.0, 0);
    let refused = author.post(page, json!({"kind": "soup", "status": ["DONE"]})).await;
    assert_eq!(refused.fields(), ["kind: unknown_value", "status[0]: unknown_value"]);
    assert_eq!(author.post(page, json!({"pageNumber": 0})).await.problem(), "400 request.invalid");
}

async fn an_artifact_is_read_with_a_bearer_or_a_download_token(app: TestApp) {
    let (author, nobody) = (app.person(Role::Author).await, app.anonymous());
    let id = started(&author, &["artifact"]).await;
    app.run_jobs().await;
    let listed = &job(&author, &id).await["artifacts"][0];
    assert_eq!(listed, &json!({"fileName": "报告 1.csv", "size": 21, "mediaType": "text/csv"}));
    // GET /jobs/{id}/artifact/{fileName}
    let path = format!("/jobs/{id}/artifact/%E6%8A%A5%E5%91%8A%201.csv");
    let file = author.get(&path).await;
    assert_eq!((file.status.as_u16(), file.text().as_str()), (200, "code,file\n1008,a.xml\n"));
    assert!(file.header("content-disposition").starts_with("attachment;"));
    assert_eq!((file.header("content-type"), file.header("x-content-type-options")), ("text/csv", "nosniff"));
    assert_eq!(author.get(&format!("/jobs/{id}/artifact/none")).await.problem(), "404 artifact.not_found");
    let tag = file.header("etag").to_owned();
    let part = asked(&author, &path, &[("range", "bytes=10-13"), ("if-range", &tag)]).await;
    assert_eq!((part.status.as_u16(), part.text().as_str()), (206, "1008"));
    assert_eq!((part.header("content-range"), part.header("content-length")), ("bytes 10-13/21", "4"));
    assert_eq!(asked(&author, &path, &[("if-none-match", &tag)]).await.status.as_u16(), 304);

    let token = |scope: &'static str| {
        let author = author.clone();
        async move {
            let given = author.get(&format!("/users/downloadToken?scope={scope}")).await.ok();
            given["token"].as_str().expect("a token").to_owned()
        }
    };
    let own = token("jobs").await;
    let read = nobody.get(&format!("{path}?token={own}")).await;
    assert_eq!(read.status.as_u16(), 200, "{}", read.text());
    assert_eq!(nobody.with_token(&own).get("/users/me").await.problem(), "401 session.invalid");
    let other = token("/H160").await;
    assert_eq!(nobody.get(&format!("{path}?token={other}")).await.problem(), "401 session.invalid");
    let bearer = author.token();
    assert_eq!(nobody.get(&format!("{path}?token={bearer}")).await.problem(), "401 session.invalid");
    assert_eq!(nobody.get(&path).await.problem(), "401 session.missing");
    // Neither a part nor the answer that nothing changed is for people without a token.
    for header in [("range", "bytes=0-3"), ("if-none-match", tag.as_str()), ("if-none-match", "*")] {
        assert_eq!(asked(&nobody, &path, &[header]).await.problem(), "401 session.missing", "{header:?}");
    }
    let resumed = asked(&nobody, &format!("{path}?token={own}"), &[("range", "bytes=10-")]).await;
    assert_eq!((resumed.status.as_u16(), resumed.text().as_str()), (206, "1008,a.xml\n"));
    assert_eq!(author.get("/users/downloadToken?scope=everything").await.problem(), "400 request.invalid");
    author.post("/users/logout", json!({})).await.ok();
    assert_eq!(nobody.get(&format!("{path}?token={own}")).await.problem(), "401 session.revoked");
}

async fn unnotified_jobs_are_counted_until_they_are_seen(app: TestApp) {
    let author = app.person(Role::Author).await;
    let id = started(&author, &["write"]).await;
    assert_eq!(author.get("/counts").await.ok()["tasks"], 1);
    started(&app.admin().await, &["write"]).await;
    app.run_jobs().await;
    let unseen = json!({"pageNumber": 1, "pageSize": 20, "unnotified": true});
    let listed = author.post("/airline/jobs/getJobsWithPage", unseen.clone()).await.ok();
    assert_eq!((&listed["total"], &listed["items"][0]["id"]), (&json!(1), &json!(id)), "what is counted is listed");
    let seen = author.put(&format!("/jobs/{id}/notified"), json!({})).await.ok();
    assert_eq!(seen["notified"], true);
    assert_eq!(author.get("/counts").await.ok()["tasks"], 0);
    assert_eq!(author.post("/airline/jobs/getJobsWithPage", unseen).await.ok()["total"], 0);
}

pub(crate) async fn stream(client: &Client) -> Response {
    let request = client.request(Method::GET, &format!("{API}/jobs/events")).body(Body::empty()).expect("a request");
    let response = client.open(request).await;
    assert_eq!(response.status().as_u16(), 200);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    response
}

/// The next chunk of a stream; `None` at its end.
pub(crate) async fn next(stream: &mut Response) -> Option<String> {
    let frame = tokio::time::timeout(Duration::from_secs(30), stream.body_mut().frame()).await.expect("something");
    let bytes = frame?.expect("a frame").into_data().expect("data");
    Some(String::from_utf8(bytes.to_vec()).expect("text"))
}

async fn a_stream_sends_events_until_the_program_stops(app: TestApp) {
    let author = app.person(Role::Author).await;
    let mut events = stream(&author).await;
    let id = started(&author, &["first=100"]).await;
    app.second_node().run_jobs().await;
    let mut told = Vec::new();
    while !told.last().is_some_and(|last: &String| last.contains("COMPLETED")) {
        told.push(next(&mut events).await.expect("news"));
    }
    let last = told.last().expect("one");
    assert!(last.starts_with("event: job\n"), "{last}");
    let data: Value = serde_json::from_str(last.split("data: ").nth(1).expect("data").trim()).expect("JSON");
    assert_eq!(data, json!({"id": id, "status": "COMPLETED", "progress": 100}));
    app.ctx.events.close();
    while next(&mut events).await.is_some() {}
    let request = author.request(Method::GET, &format!("{API}/jobs/events")).body(Body::empty()).expect("a request");
    assert_eq!(author.send(request).await.text(), "", "closed for ever");
}

async fn a_stream_ends_with_its_session(app: TestApp) {
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let mut events = stream(&author).await;
    started(&admin, &["write"]).await;
    assert!(next(&mut events).await.expect("news").contains("CREATED"));
    author.post("/users/logout", json!({})).await.ok();
    // There is always an event, so the stream never needs a keep-alive.
    app.run_jobs().await;
    assert_eq!(next(&mut events).await, None);
}

/// Reads a stream until it has reported changes at these paths, in this order.
async fn told_of(events: &mut Response, paths: &[&str]) {
    for path in paths {
        let wanted = format!("event: library\ndata: {}", json!({"path": path}));
        loop {
            let told = next(events).await.expect("news");
            assert!(told.starts_with("event: "), "silence before {path} was told of");
            if told.starts_with(&wanted) {
                break;
            }
        }
    }
}

async fn a_stream_sends_library_changes(app: TestApp) {
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let mut events = stream(&admin).await;
    author.post("/csdb", json!({"csdbName": "NV240"})).await.ok();
    author.post("/csdb/manual", json!({"csdbName": "NV240", "manualName": "MMEL"})).await.ok();
    told_of(&mut events, &["/NV240", "/NV240/MMEL"]).await;
    let given = read(&app, &author, &demo("mmel-zh")).await;
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");
    told_of(&mut events, &["/NV240/MMEL"]).await;
    author.delete("/csdb/manual?csdbName=NV240&manualName=MMEL").await.ok();
    admin.delete("/csdb?csdbName=NV240").await.ok();
    told_of(&mut events, &["/NV240/MMEL", "/NV240"]).await;
}

async fn a_stream_loses_no_event_while_the_database_fails(app: TestApp) {
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let mut events = stream(&admin).await;
    app.db.tamper("ALTER TABLE job RENAME TO job_out_of_reach").await;
    for name in ["NV240", "NV250"] {
        author.post("/csdb", json!({"csdbName": name})).await.ok();
        told_of(&mut events, &[&format!("/{name}")]).await;
    }
}

async fn a_stream_sends_every_job_even_when_many_change_at_once(app: TestApp) {
    let author = app.person(Role::Author).await;
    let mut events = stream(&author).await;
    let mut last = String::new();
    for _ in 0..210 {
        last = started(&author, &["write"]).await;
        app.clock.advance(TimeDelta::milliseconds(10));
    }
    loop {
        let told = next(&mut events).await.expect("news");
        assert!(told.starts_with("event: job"), "silence before the last one was told of");
        if told.contains(&last) {
            break;
        }
    }
}

async fn a_session_has_one_stream(app: TestApp) {
    let author = app.person(Role::Author).await;
    let mut first = stream(&author).await;
    let mut second = stream(&author).await;
    while next(&mut first).await.is_some() {}
    started(&author, &["write"]).await;
    assert!(next(&mut second).await.expect("news").contains("CREATED"));
}

async fn the_metrics_count_jobs(app: TestApp) {
    let admin = app.admin().await;
    started(&admin, &["write"]).await;
    let ask = || async {
        let request = admin.request(Method::GET, "/metrics").body(Body::empty()).expect("a request");
        admin.send(request).await.text()
    };
    assert!(ask().await.contains("airfolio_jobs_waiting"), "{}", ask().await);
    app.run_jobs().await;
    assert!(ask().await.contains("airfolio_jobs_total{name=\"testJob\",outcome=\"completed\"}"), "{}", ask().await);
}

async fn an_administrator_gets_plain_content_compressed(app: TestApp) {
    let ask = json!({"jobName": "compressContent", "parameterMap": {}});
    assert_eq!(app.person(Role::Approver).await.post("/jobs", ask.clone()).await.problem(), "403 forbidden");
    let (admin, content) = (app.admin().await, module());
    let file = file_of(&app.blob_folder(), &named(&content));
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("it is made");
    std::fs::write(&file, &content).expect("content as it was stored before");
    for blobs in ["1", "0"] {
        let id = admin.post("/jobs", ask.clone()).await.ok()["id"].as_str().expect("an id").to_owned();
        assert_eq!(app.run_jobs().await, 1);
        let done = job(&admin, &id).await;
        assert_eq!((&done["status"], &done["outputMap"]["blobs"]), (&json!("COMPLETED"), &json!(blobs)), "{done}");
        assert!(std::fs::metadata(&file).expect("it is there").len() * 10 < content.len() as u64);
        assert_eq!(app.blobs().read(&named(&content)).await.expect("it can be read"), Some(content.clone()));
    }
}
