//! Files of publications asked for by names, ids and tokens that are not the caller's own.

use axum::body::Body;
use axum::http::Method;
use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};

use super::approvals::attach;
use super::{approve, ask, download, ended, given_operator, id_of};
use crate::limited::Limits;
use crate::revisions::{confirm, revised};
use crate::viewer::{delivered, reader_of};

testkit::on_each_app!(
    names_that_no_file_has_find_nothing,
    a_file_is_found_in_its_own_publication_only,
    a_letter_cannot_be_named_like_a_path_or_a_header,
    who_lost_the_manual_gets_neither_files_nor_parts_nor_signs_of_them,
    tokens_end_with_their_session_and_are_for_jobs_only,
);

/// As they stand in an address.
const HOSTILE: [&str; 14] = [
    "..%2F..%2F..%2Fetc%2Fpasswd",
    "%2E%2E%2Fmanifest.json",
    "..%5Cmanifest.json",
    "%2Fetc%2Fpasswd",
    "manifest.json%2F",
    "manifest.json%20",
    "manifest.json%0D%0ASet-Cookie:%20a=b",
    "MANIFEST.JSON",
    "manifest.json.",
    "%25",
    "_!%25",
    "%27%20OR%20%271%27=%271",
    "%E2%80%AEnosj.tsefinam",
    "%F0%9F%91%A9",
];

/// Words that only the insides of the program have.
const INSIDES: [&str; 6] = ["sqlx", "panicked", "/crates/", "root:", "No such file", "select "];

/// Publishes and approves; gives the outputs and the id of the job that published.
async fn approved(app: &TestApp, more: Value) -> (Value, String) {
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let job = ask(&author, "exportApproveAta2300", more).await;
    let job = ended(app, &author, job).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    let made = job["outputMap"].clone();
    approve(app, &approver, &made).await;
    (made, job["id"].as_str().expect("an id").to_owned())
}

async fn asked(client: &Client, method: Method, address: &str, headers: &[(&str, &str)]) -> TestResponse {
    let mut request = client.request(method, &format!("{API}{address}"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    client.send(request.body(Body::empty()).expect("a request")).await
}

async fn names_that_no_file_has_find_nothing(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (made, job) = approved(&app, json!({})).await;
    let author = app.person(Role::Author).await;
    let manifest: Value = serde_json::from_slice(&download(&reader, &made, "manifest.json").await).expect("JSON");
    let hash = manifest["inputs"][0]["sha256"].as_str().expect("a hash").to_owned();
    let long = "n".repeat(5_000);
    for folder in [format!("/publications/{}/artifacts", id_of(&made)), format!("/jobs/{job}/artifact")] {
        for name in HOSTILE.into_iter().chain([hash.as_str(), long.as_str()]) {
            let answer = author.get(&format!("{folder}/{name}")).await;
            assert_eq!(answer.problem(), "404 artifact.not_found", "{folder}/{name}");
            let told = answer.text();
            assert!(INSIDES.iter().all(|inside| !told.contains(inside)), "{name}: {told}");
        }
        let nul = author.get(&format!("{folder}/manifest.json%00.txt")).await;
        assert_eq!(nul.fields(), ["path: nul"]);
    }
}

async fn a_file_is_found_in_its_own_publication_only(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let other = json!({"code": "OTH", "name": "Other Air", "country": "CH"});
    app.admin().await.post("/config/operator", other).await.ok();
    let (first, job) = approved(&app, json!({"revision": "1"})).await;
    let next = delivered(&app, &revised("Take off panel 2", "002"), "yes").await;
    confirm(&app, &next).await;
    let (second, _) = approved(&app, json!({"revision": "2", "operator": "OTH"})).await;
    let own = second["fileName"].as_str().expect("a name");
    assert!(download(&reader, &second, own).await.starts_with(b"PK"));
    let elsewhere = reader.get(&format!("/publications/{}/artifacts/{own}", id_of(&first))).await;
    assert_eq!(elsewhere.problem(), "404 artifact.not_found");
    let author = app.person(Role::Author).await;
    let of_job = author.get(&format!("/jobs/{job}/artifact/{own}")).await;
    assert_eq!(of_job.problem(), "404 artifact.not_found");
    let both = ["manifest.json", "manifest.sig"];
    for name in both {
        assert!(download(&reader, &first, name).await != download(&reader, &second, name).await, "{name}");
    }
    for id in ["none", "..%2F", "%2F", &format!("{}0", id_of(&first))] {
        let answer = reader.get(&format!("/publications/{id}/artifacts/manifest.json")).await;
        assert_eq!(answer.problem(), "404 publication.not_found", "{id}");
    }
}

async fn a_letter_cannot_be_named_like_a_path_or_a_header(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (made, _) = approved(&app, json!({})).await;
    let approver = app.person(Role::Approver).await;
    for name in ["..%2Fa.pdf", "a%5Cb.pdf", "a%0D%0AX:%20y.pdf", "%22a%22.pdf", "a:b.pdf", "%E2%80%AEfdp.exe", ""] {
        assert_eq!(attach(&approver, &made, name, "letter").await.fields(), ["fileName: character"], "{name}");
    }
    attach(&approver, &made, "easa%20(1)%3B%20x%3Dy%20%E6%89%B9.pdf", "letter").await.ok();
    let file = format!("/publications/{}/artifacts/letter-easa%20(1)%3B%20x%3Dy%20%E6%89%B9.pdf", id_of(&made));
    let read = approver.get(&file).await;
    assert_eq!(read.text(), "letter");
    let expected = "attachment; filename=\"letter-easa_(1);_x=y__.pdf\"; \
                    filename*=UTF-8''letter-easa%20%281%29%3B%20x%3Dy%20%E6%89%B9.pdf";
    assert_eq!(read.header("content-disposition"), expected);
}

async fn who_lost_the_manual_gets_neither_files_nor_parts_nor_signs_of_them(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (made, job) = approved(&app, json!({})).await;
    let author = app.person(Role::Author).await;
    let file = format!("/publications/{}/artifacts/manifest.json", id_of(&made));
    let tag = reader.get(&file).await.header("etag").to_owned();
    let unchanged = asked(&reader, Method::GET, &file, &[("if-none-match", &tag)]).await;
    assert_eq!(unchanged.status.as_u16(), 304);
    Limits::of_group(&app, "/NV240", "Fleet 2", &[], AccessLevel::Approve).await;
    for person in [&reader, &author] {
        for headers in
            [&[][..], &[("if-none-match", tag.as_str())], &[("range", "bytes=0-9")], &[("range", "bytes=9-")]]
        {
            for method in [Method::GET, Method::HEAD] {
                let answer = asked(person, method, &file, headers).await;
                assert_eq!(answer.status.as_u16(), 404, "{headers:?}");
                assert!(answer.headers.get("etag").is_none() && answer.headers.get("content-range").is_none());
            }
        }
        let of_job = person.get(&format!("/jobs/{job}/artifact/manifest.json")).await;
        assert_eq!(of_job.status.as_u16(), 404, "{}", of_job.text());
        let page = person.get(&format!("/publications/{}", id_of(&made))).await;
        assert_eq!(page.problem(), "404 publication.not_found");
    }
}

async fn tokens_end_with_their_session_and_are_for_jobs_only(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (made, _) = approved(&app, json!({})).await;
    let nobody = app.anonymous();
    let file = format!("/publications/{}/artifacts/manifest.json", id_of(&made));
    let token = async |client: &Client, scope: &str| {
        let answer = client.get(&format!("/users/downloadToken?scope={scope}")).await.ok();
        answer["token"].as_str().expect("a token").to_owned()
    };
    let with = async |token: &str| nobody.get(&format!("{file}?token={token}")).await;
    let (own, of_database) = (token(&reader, "jobs").await, token(&reader, "%2FNV240").await);
    assert_eq!(with(&own).await.status.as_u16(), 200);
    assert_eq!(with(&of_database).await.problem(), "401 session.invalid", "it is for the bytes of the database");
    assert_eq!(with(reader.token()).await.problem(), "401 session.invalid", "a session does not belong into addresses");
    let cut = &own[..own.len() - 1];
    assert_eq!(with(cut).await.problem(), "401 session.invalid");
    // Another session of the same account goes on.
    let again = app.person(Role::Reader).await;
    let kept = token(&again, "jobs").await;
    reader.ask(Method::POST, "/users/logout", None).await.ok();
    assert_eq!(with(&own).await.problem(), "401 session.revoked");
    assert_eq!(with(&kept).await.status.as_u16(), 200);
    app.wait(24 * 60 * 60);
    assert_eq!(with(&kept).await.status.as_u16(), 401, "tokens end by themselves");
}
