//! Requests generated from the API document.

mod requests;
mod schema;

use serde_json::{Value, json};

use crate::http::{RawResponse, Server};
use crate::process::{Installation, PASSWORD};
use requests::{GeneratedRequest, Generator};
use schema::contradiction;

/// Requests in normal tests: a few for each operation.
const REQUESTS: u32 = 400;

/// Operations that end the session of the test, or that never end.
const LEFT_OUT: [&str; 3] = ["log_out", "log_out_everywhere", "stream_events"];

#[test]
fn generated_requests_are_answered_as_the_document_says() {
    let place = Installation::new();
    let program = place.serve_known();
    let server = program.server;
    let token = server.token("admin", PASSWORD);
    fill(server, &token);
    let document = server.get("/openapi.json", &token).json();
    let operations = operations(&document);
    for id in LEFT_OUT {
        assert!(operations.iter().any(|(_, _, operation)| operation["operationId"] == id), "{id} is gone");
    }
    let mut generator = Generator::new(&document);
    let mut wrong = Vec::new();
    let rounds = testkit::world::requests().unwrap_or(REQUESTS) as usize / operations.len() + 1;
    for _ in 0..rounds {
        for (path, method, operation) in &operations {
            if LEFT_OUT.iter().any(|id| operation["operationId"] == *id) {
                continue;
            }
            let request = generator.request(path, method, operation);
            let answer = send(server, &token, &request);
            wrong.extend(complaint(&document, operation, &request, &answer).map(|why| format!("{request}: {why}")));
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{} contradictions:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(server.get("/users/me", &token).status, 200, "the session lasted to the end");
}

/// A library with an operator, a database and a manual, so that lists are not empty.
fn fill(server: Server, token: &str) {
    let aircraft = json!({"registration": "F-TEST", "serialNumber": "1", "model": "H160", "productAttributes": []});
    let operator = json!({"code": "TST", "name": "Test", "country": "CH", "aircraft": [aircraft]});
    let manual = json!({"csdbName": ["H160"], "manualName": ["MEL"], "manualType": ["MEL"]});
    for (path, body) in [
        ("/config/operator", operator),
        ("/csdb", json!({"csdbName": "H160", "csdbType": "H160"})),
        ("/csdb/manual", manual),
    ] {
        let answer = server.post(path, token, &body);
        assert_eq!(answer.status, 201, "{path}: {}", answer.body);
    }
}

/// Every operation of the document with its path and method.
fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            found.push((path.clone(), method.to_uppercase(), operation.clone()));
        }
    }
    found
}

fn send(server: Server, token: &str, request: &GeneratedRequest) -> RawResponse {
    let GeneratedRequest { method, target, content_type, body, .. } = request;
    let head = format!(
        "{method} /kbj/api{target} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         content-type: {content_type}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    server.send(&[head.as_bytes(), body].concat()).unwrap_or_else(|error| panic!("{request}: {error}"))
}

/// How an answer contradicts the document.
fn complaint(document: &Value, operation: &Value, request: &GeneratedRequest, answer: &RawResponse) -> Option<String> {
    let status = answer.status;
    if status >= 500 {
        return Some(format!("{status} {}", answer.body));
    }
    if let Some(why) = request.wrong.as_ref().filter(|_| status < 400) {
        return Some(format!("{status}, although the document forbids it: {why}"));
    }
    let responses = &operation["responses"];
    let described = match &responses[status.to_string()] {
        Value::Null if status >= 400 => &responses["default"],
        Value::Null => return Some(format!("{status} is not described")),
        described => described,
    };
    let content = described["content"].as_object()?;
    let (_, content) = content.iter().find(|(name, _)| name.ends_with("json"))?;
    if request.method == "HEAD" {
        return None;
    }
    let Ok(body) = serde_json::from_str(&answer.body) else { return Some(format!("{status} without JSON")) };
    contradiction(document, &content["schema"], &body, "")
        .map(|why| format!("{status} contradicts the document: {why}"))
}
