//! Uploads of package files.

use std::io::{Error as IoError, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::{Body, Bytes};
use axum::http::Method;
use domain::id::UploadId;
use domain::permission::Role;
use serde_json::json;
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};

testkit::on_each_app!(
    an_uploaded_file_becomes_a_package,
    equal_names_never_overwrite_each_other,
    an_upload_is_resumed_after_a_lost_connection,
    an_upload_without_a_length_ends_with_its_body,
    one_of_two_concurrent_resumes_is_refused,
    only_zip_files_with_valid_names_are_accepted,
    too_large_uploads_are_refused,
    an_upload_is_private_to_its_user,
    unfinished_uploads_are_limited_and_deleted_after_a_day,
    a_package_is_deleted_with_its_file,
);

const ID: &str = "0198f2c4-6d1a-7c3e-9a51-1f0e7d5b2a10";

/// Bytes without a repeating pattern.
fn bytes(length: usize) -> Vec<u8> {
    (0..length).map(|n| u8::try_from(n * n % 251).expect("small")).collect()
}

async fn send(client: &Client, method: Method, path: &str, headers: &[(&str, &str)], body: Body) -> TestResponse {
    let mut request = client.request(method, &format!("{API}{path}"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    client.send(request.body(body).expect("a request")).await
}

async fn post(client: &Client, name: &str, body: Vec<u8>) -> TestResponse {
    let length = body.len().to_string();
    let headers = [("content-type", "application/zip"), ("content-length", length.as_str())];
    send(client, Method::POST, &format!("/vault/files/{name}"), &headers, Body::from(body)).await
}

async fn offset(client: &Client, id: &str) -> String {
    let answer = send(client, Method::HEAD, &format!("/vault/uploads/{id}"), &[], Body::empty()).await;
    assert_eq!(answer.status.as_u16(), 200);
    format!("{}/{}", answer.header("upload-offset"), answer.header("upload-length"))
}

async fn patch(client: &Client, id: &str, from: usize, body: impl Into<Body>) -> TestResponse {
    let from = from.to_string();
    send(client, Method::PATCH, &format!("/vault/uploads/{id}"), &[("upload-offset", &from)], body.into()).await
}

/// A body that fails after some bytes.
fn broken(bytes: Vec<u8>) -> Body {
    let pieces = [Ok(Bytes::from(bytes)), Err(IoError::other("the line is dead"))];
    Body::from_stream(futures::stream::iter(pieces))
}

/// Starts an upload of `whole` whose connection is lost after `sent` bytes.
async fn interrupted(client: &Client, id: &str, whole: &[u8], sent: usize) {
    let length = whole.len().to_string();
    let headers = [("upload-id", id), ("content-length", length.as_str())];
    let answer =
        send(client, Method::POST, "/vault/files/H160%20MEL.zip", &headers, broken(whole[..sent].to_vec())).await;
    assert_eq!(answer.problem(), "400 request.malformed");
}

async fn content(app: &TestApp, id: &str) -> Vec<u8> {
    let mut assembled = app::imports::uploads::assemble(&app.ctx, &UploadId(id.to_owned())).await.expect("it is whole");
    let mut bytes = Vec::new();
    assembled.file.read_to_end(&mut bytes).expect("it reads");
    assert_eq!(bytes.len() as u64, assembled.size);
    bytes
}

async fn an_uploaded_file_becomes_a_package(app: TestApp) {
    let author = app.person(Role::Author).await;
    // More than one part, and a partial one.
    let whole = bytes(9_000_000);
    let answer = post(&author, "H160%20MEL%20rev%203.zip", whole.clone()).await;
    assert_eq!(answer.status.as_u16(), 201, "{}", answer.text());
    let upload = answer.ok();
    let id = upload["uploadId"].as_str().expect("an id").to_owned();
    assert_eq!(upload["path"], json!(format!("/uploads/{id}/H160_MEL_rev_3.zip")));
    assert_eq!(upload["size"], 9_000_000);
    assert_eq!(upload["sha256"], "a1aefd7fef39c63a4ef2cde11cdfc90cf01258119a6075b4db601982501d2ac1");
    assert_eq!(content(&app, &id).await, whole);
    let recorded = app.admin().await.get("/audit?action=package.received").await.ok();
    assert_eq!(recorded["items"][0]["subject"], "H160_MEL_rev_3.zip");
}

async fn equal_names_never_overwrite_each_other(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = post(&author, "a.zip", b"first".to_vec()).await.ok();
    let second = post(&author, "a.zip", b"second".to_vec()).await.ok();
    assert_ne!(first["path"], second["path"]);
    for (upload, expected) in [(first, "first"), (second, "second")] {
        assert_eq!(content(&app, upload["uploadId"].as_str().expect("an id")).await, expected.as_bytes());
    }
}

async fn an_upload_is_resumed_after_a_lost_connection(app: TestApp) {
    let author = app.person(Role::Author).await;
    let whole = bytes(5_000_000);
    interrupted(&author, ID, &whole, 4_500_000).await;
    assert_eq!(offset(&author, ID).await, "4500000/5000000", "all that came is safe");
    let again = [("upload-id", ID), ("content-length", "5")];
    let answer = send(&author, Method::POST, "/vault/files/a.zip", &again, Body::from("again")).await;
    assert_eq!(answer.problem(), "409 upload.exists");

    for wrong in [0, 4_499_999, 5_000_000] {
        assert_eq!(patch(&author, ID, wrong, whole[..10].to_vec()).await.problem(), "409 upload.offset", "{wrong}");
    }
    let unsaid = send(&author, Method::PATCH, &format!("/vault/uploads/{ID}"), &[], Body::empty()).await;
    assert_eq!(unsaid.fields(), ["Upload-Offset: required"]);
    let odd = [("upload-offset", "-1")];
    let odd = send(&author, Method::PATCH, &format!("/vault/uploads/{ID}"), &odd, Body::empty()).await;
    assert_eq!(odd.fields(), ["upload-offset: type"]);

    // On another node, one chunk at a time.
    let other = app.second_node().signed_in("author").await;
    let partial = patch(&other, ID, 4_500_000, whole[4_500_000..4_600_000].to_vec()).await;
    assert_eq!((partial.status.as_u16(), partial.header("upload-offset")), (204, "4600000"));
    assert_eq!(patch(&author, ID, 4_600_000, broken(whole[4_600_000..4_600_001].to_vec())).await.status.as_u16(), 400);
    assert_eq!(offset(&author, ID).await, "4600001/5000000");
    let done = patch(&author, ID, 4_600_001, whole[4_600_001..].to_vec()).await;
    assert_eq!(done.status.as_u16(), 200);
    assert_eq!(done.ok()["path"], json!(format!("/uploads/{ID}/H160_MEL.zip")));
    assert_eq!(content(&app, ID).await, whole);

    let same = post(&author, "same.zip", whole).await.ok();
    assert_eq!(done.ok()["sha256"], same["sha256"]);
    // A client that missed the response gets it again.
    let repeated = patch(&author, ID, 5_000_000, Body::empty()).await;
    assert_eq!((repeated.status.as_u16(), repeated.ok()), (200, done.ok()));
    assert_eq!(patch(&author, ID, 5_000_000, "more").await.problem(), "413 upload.too_large");
}

async fn an_upload_without_a_length_ends_with_its_body(app: TestApp) {
    let author = app.person(Role::Author).await;
    let pieces = [Ok::<_, IoError>(Bytes::from_static(b"PK")), Ok(Bytes::from_static(b"34"))];
    let body = Body::from_stream(futures::stream::iter(pieces));
    let answer = send(&author, Method::POST, "/vault/files/a.zip", &[], body).await;
    assert_eq!(answer.status.as_u16(), 201);
    assert_eq!(content(&app, answer.ok()["uploadId"].as_str().expect("an id")).await, b"PK34");
}

async fn one_of_two_concurrent_resumes_is_refused(app: TestApp) {
    let author = app.person(Role::Author).await;
    let whole = bytes(3_000_000);
    interrupted(&author, ID, &whole, 1_000_000).await;
    let (first, second) = tokio::join!(
        patch(&author, ID, 1_000_000, whole[1_000_000..].to_vec()),
        patch(&author, ID, 1_000_000, whole[1_000_000..].to_vec())
    );
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert!(statuses == [200, 409] || statuses == [200, 413], "{statuses:?}");
    assert_eq!(content(&app, ID).await, whole);
}

async fn only_zip_files_with_valid_names_are_accepted(app: TestApp) {
    let author = app.person(Role::Author).await;
    for name in ["a.xml", "zip", "a.zip.exe", "a"] {
        let answer = post(&author, name, b"x".to_vec()).await;
        assert_eq!(answer.problem(), "415 upload.not_zip", "{name}");
        assert_eq!(answer.json()["title"], "File Type must be zip package");
    }
    for name in ["..%2Fa.zip", "a%5Cb.zip", ".zip", "a%0Ab.zip", "%E2%80%AEpiz.zip"] {
        assert_eq!(post(&author, name, b"x".to_vec()).await.fields(), ["name: character"], "{name}");
    }
    assert_eq!(post(&author, &format!("{}.zip", "a".repeat(300)), b"x".to_vec()).await.fields(), ["name: too_long"]);
    let odd = post(&author, "%E6%89%8B%E5%86%8C%20%281%29%2B.ZIP", b"x".to_vec()).await.ok();
    assert!(odd["path"].as_str().is_some_and(|path| path.ends_with("/手册_(1)+.ZIP")), "{odd}");
    let named = [("upload-id", "../../etc")];
    let answer = send(&author, Method::POST, "/vault/files/a.zip", &named, Body::from("x")).await;
    assert_eq!(answer.fields(), ["Upload-Id: unknown_value"]);
}

async fn too_large_uploads_are_refused(app: TestApp) {
    let author = app.person(Role::Author).await;
    let asked = Arc::new(AtomicUsize::new(0));
    let endless = {
        let (asked, piece) = (Arc::clone(&asked), Bytes::from(vec![7; 1 << 20]));
        Body::from_stream(futures::stream::repeat_with(move || {
            asked.fetch_add(piece.len(), Ordering::Relaxed);
            Ok::<_, IoError>(piece.clone())
        }))
    };
    let announced = [("content-length", "5000000000")];
    let answer = send(&author, Method::POST, "/vault/files/a.zip", &announced, Body::empty()).await;
    assert_eq!(answer.problem(), "413 upload.too_large");
    let answer = send(&author, Method::POST, "/vault/files/a.zip", &[], endless).await;
    assert_eq!(answer.problem(), "413 upload.too_large");
    let read = asked.load(Ordering::Relaxed);
    assert!(read <= 40 << 20, "{read} bytes were read");
}

async fn an_upload_is_private_to_its_user(app: TestApp) {
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    interrupted(&author, ID, b"0123456789", 4).await;
    let path = format!("/vault/uploads/{ID}");
    assert_eq!(send(&admin, Method::HEAD, &path, &[], Body::empty()).await.status.as_u16(), 404);
    assert_eq!(patch(&admin, ID, 4, "456789").await.problem(), "404 upload.not_found");
    assert_eq!(admin.delete(&path).await.problem(), "404 upload.not_found");
    assert_eq!(author.delete(&path).await.status.as_u16(), 204);
    assert_eq!(author.delete(&path).await.problem(), "404 upload.not_found");
    let done = post(&author, "a.zip", b"x".to_vec()).await.ok();
    let path = format!("/vault/uploads/{}", done["uploadId"].as_str().expect("an id"));
    assert_eq!(author.delete(&path).await.problem(), "409 upload.complete");
}

async fn unfinished_uploads_are_limited_and_deleted_after_a_day(app: TestApp) {
    let author = app.person(Role::Author).await;
    let id = |n: usize| format!("0198f2c4-6d1a-7c3e-9a51-{n:012}");
    for n in 0..10 {
        interrupted(&author, &id(n), b"0123456789", 4).await;
    }
    assert_eq!(post(&author, "a.zip", b"x".to_vec()).await.problem(), "409 upload.too_many");
    app.wait(20 * 60);
    for n in 1..10 {
        assert_eq!(patch(&author, &id(n), 4, broken(b"4".to_vec())).await.status.as_u16(), 400);
    }
    app.wait(11 * 60);
    interrupted(&author, &id(10), b"0123456789", 4).await;
    let replaced = send(&author, Method::HEAD, &format!("/vault/uploads/{}", id(0)), &[], Body::empty()).await;
    assert_eq!(replaced.status.as_u16(), 404, "the one that nobody went on with made room");
    assert_eq!(post(&author, "a.zip", b"x".to_vec()).await.problem(), "409 upload.too_many");
    app.wait(23 * 3_600);
    let author = app.signed_in("author").await;
    assert_eq!(patch(&author, &id(10), 4, broken(b"4".to_vec())).await.status.as_u16(), 400);
    app.wait(2 * 3_600);
    post(&author, "a.zip", b"x".to_vec()).await.ok();
    assert_eq!(offset(&author, &id(10)).await, "5/10", "somebody went on with it");
    let forgotten = send(&author, Method::HEAD, &format!("/vault/uploads/{}", id(1)), &[], Body::empty()).await;
    assert_eq!(forgotten.status.as_u16(), 404);
}

async fn a_package_is_deleted_with_its_file(app: TestApp) {
    let (author, reader) = (app.person(Role::Author).await, app.person(Role::Reader).await);
    let upload = post(&author, "a.zip", b"x".to_vec()).await.ok();
    let listed = reader.get("/packages").await.ok();
    assert_eq!((&listed["total"], &listed["items"][0]["state"]), (&json!(1), &json!("received")));
    assert_eq!(listed["items"][0]["path"], upload["path"]);
    assert_eq!((&listed["items"][0]["uploadedBy"], &listed["items"][0]["size"]), (&json!("author"), &json!(1)));
    let path = format!("/packages/{}", upload["packageId"].as_str().expect("an id"));
    assert_eq!(reader.get(&path).await.ok(), listed["items"][0]);
    assert_eq!(reader.delete(&path).await.problem(), "403 forbidden");
    assert_eq!(author.delete(&path).await.status.as_u16(), 204);
    assert_eq!(reader.get(&path).await.problem(), "404 package.not_found");
    let id = UploadId(upload["uploadId"].as_str().expect("an id").to_owned());
    assert!(app::imports::uploads::assemble(&app.ctx, &id).await.is_err());
}
