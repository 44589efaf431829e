//! Uploads and jobs in the real program: killed or stopped midway.

use std::io::{Read, Write};
use std::thread;

use serde_json::{Value, json};
use testkit::packages::{demo, zipped};

use crate::http::{RawResponse, Server};
use crate::process::{Installation, PASSWORD};

const ID: &str = "0198f2c4-6d1a-7c3e-9a51-1f0e7d5b2a10";
/// The size of a stored part.
const PART: usize = 4 << 20;

fn head(method: &str, path: &str, token: &str, more: &str) -> Vec<u8> {
    format!(
        "{method} /kbj/api{path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\nconnection: close\r\n{more}\r\n"
    )
    .into_bytes()
}

fn offset(server: Server, token: &str) -> usize {
    let answer = server.send(&head("HEAD", &format!("/vault/uploads/{ID}"), token, "")).expect("an answer");
    answer.header("upload-offset").and_then(|text| text.parse().ok()).unwrap_or_default()
}

pub(crate) fn upload(server: Server, token: &str, name: &str, bytes: &[u8]) -> Value {
    let mut request =
        head("POST", &format!("/vault/files/{name}"), token, &format!("content-length: {}\r\n", bytes.len()));
    request.extend_from_slice(bytes);
    server.send(&request).expect("an answer").json()
}

#[test]
fn an_upload_is_resumed_after_a_kill() {
    let place = Installation::new();
    let whole: Vec<u8> = (0..2 * PART + 1_000).map(|n| u8::try_from(n * n % 251).expect("small")).collect();
    let running = place.serve_known();
    let (server, token) = (running.server, running.server.token("admin", PASSWORD));
    let more = format!("upload-id: {ID}\r\ncontent-length: {}\r\n", whole.len());
    let mut stream = server.connect().expect("a connection");
    stream.write_all(&head("POST", "/vault/files/a.zip", &token, &more)).expect("sent");
    stream.write_all(&whole[..PART + 500_000]).expect("sent");
    while offset(server, &token) < PART {
        thread::yield_now();
    }
    running.signal("KILL");
    assert_eq!(running.end().0.code(), None, "it was killed");

    let running = place.serve_known();
    let server = running.server;
    let kept = offset(server, &token);
    assert_eq!(kept, PART, "what was safe is there");
    let rest = &whole[kept..];
    let more = format!("upload-offset: {kept}\r\ncontent-length: {}\r\n", rest.len());
    let mut request = head("PATCH", &format!("/vault/uploads/{ID}"), &token, &more);
    request.extend_from_slice(rest);
    let done = server.send(&request).expect("an answer");
    assert_eq!(done.status, 200, "{}", done.body);
    let same = upload(server, &token, "same.zip", &whole);
    assert_eq!(done.json()["sha256"], same["sha256"]);
}

#[test]
fn a_killed_package_check_restarts_automatically() {
    let place = Installation::new();
    let running = place.serve_known();
    let (server, token) = (running.server, running.server.token("admin", PASSWORD));
    let sent = upload(server, &token, "mmel.zip", &zipped(&demo("mmel-r1")));
    let request = json!({"jobName": "universalPreImport", "parameterMap": {"importPackage": sent["path"]}});
    let job = server.post("/jobs", &token, &request).json();
    let id = job["id"].as_str().expect("an id").to_owned();
    running.signal("KILL");
    assert_eq!(running.end().0.code(), None, "it was killed");

    let running = place.serve_known();
    let job = running.server.ended(&token, &id);
    assert_eq!(job["status"], "COMPLETED", "{job}");
    let package =
        running.server.get(&format!("/packages/{}", sent["packageId"].as_str().expect("an id")), &token).json();
    assert_eq!(package["state"], "ready", "{package}");
    let (_, log) = running.stop();
    assert!(!log.contains("panicked"), "{log}");
}

#[test]
fn an_event_stream_does_not_block_stopping() {
    let place = Installation::new();
    let running = place.serve_known();
    let token = running.server.token("admin", PASSWORD);
    let mut stream = running.server.connect().expect("a connection");
    stream.write_all(&head("GET", "/jobs/events", &token, "")).expect("sent");
    let mut first = [0; 15];
    stream.read_exact(&mut first).expect("the head of the answer");
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    let (_, log) = running.stop();
    assert!(!log.contains("did not end in time"), "{log}");
    let rest = RawResponse::read(&mut stream);
    assert!(rest.is_err() || rest.is_ok_and(|answer| !answer.body.contains("event:")));
}
