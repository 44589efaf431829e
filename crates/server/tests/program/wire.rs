//! Malformed bytes that no browser sends.

use crate::keep_alive::Connection;
use crate::process::{Installation, PASSWORD, RunningProgram};

fn healthy(running: &RunningProgram) {
    let health = running.server.send(b"GET /healthz HTTP/1.0\r\n\r\n").expect("it still answers");
    assert_eq!((health.status, health.body.as_str()), (200, "ok\n"));
}

#[test]
fn malformed_http_is_refused() {
    let place = Installation::new();
    let running = place.serve_known();
    let long = "x".repeat(1_000_000);
    for (request, statuses) in [
        ("\0\x01\x02\r\n\r\n".to_owned(), &[400][..]),
        ("GET / HTTP/9.9\r\n\r\n".to_owned(), &[400, 505]),
        (format!("GET /{long} HTTP/1.1\r\nhost: a\r\n\r\n"), &[414, 431]),
        (format!("GET /healthz HTTP/1.1\r\nhost: a\r\nx-long: {long}\r\n\r\n"), &[431]),
        (format!("GET /healthz HTTP/1.1\r\nhost: a\r\n{}\r\n", "a: b\r\n".repeat(2_000)), &[431]),
        ("GET /healthz HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n\r\n".to_owned(), &[400]),
        ("POST /healthz HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n".to_owned(), &[400]),
        ("POST /healthz HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n".to_owned(), &[400]),
    ] {
        // It may close the connection while we are sending; then there is nothing to read.
        if let Ok(answer) = running.server.send(request.as_bytes()) {
            assert!(statuses.contains(&answer.status), "{:.60}: {}", request, answer.head);
        }
        healthy(&running);
    }
    let head = running.server.send(b"HEAD /kbj/api/docs/ HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
    let head = head.expect("an answer");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}

#[test]
fn a_truncated_body_is_malformed_and_a_huge_one_takes_no_memory() {
    let place = Installation::new();
    let running = place.serve_known();
    let head =
        "POST /kbj/api/users/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nconnection: close\r\n";
    let broken = format!("{head}transfer-encoding: chunked\r\n\r\n5\r\n{{\"acc\r\nXYZ\r\n");
    let answer = running.server.send(broken.as_bytes()).expect("an answer");
    assert_eq!((answer.status, &answer.json()["code"]), (400, &"request.malformed".into()));

    let before = running.memory();
    let huge = format!("100000\r\n{}\r\n", " ".repeat(0x10_0000)).repeat(10);
    for _ in 0..20 {
        let chunked = format!("{head}transfer-encoding: chunked\r\n\r\n");
        assert_eq!(Connection::to(running.server).ask(&chunked, huge.as_bytes()).status, 413);
    }
    let declared = format!("{head}content-length: 10485760\r\n\r\n");
    assert_eq!(Connection::to(running.server).ask(&declared, b"").status, 413);
    let grown = running.memory().saturating_sub(before);
    assert!(grown < 40_000, "{grown} kB more than before");
    running.server.token("admin", PASSWORD);
}
