//! Several requests on one connection, as proxies and browsers send them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use crate::http::{RawResponse, Server};
use crate::process::{Installation, PASSWORD};

/// How often each kind of request is sent.
const ROUNDS: usize = 40;

/// A connection that stays open.
pub(crate) struct Connection(BufReader<TcpStream>);

impl Connection {
    pub(crate) fn to(server: Server) -> Self {
        Self(BufReader::new(server.connect().expect("a connection")))
    }

    /// Sends a request and reads one answer; whether the whole request could be sent is the server's choice.
    pub(crate) fn ask(&mut self, head: &str, body: &[u8]) -> RawResponse {
        let stream = self.0.get_mut();
        stream.write_all(head.as_bytes()).expect("a connection that can be used");
        let _ = stream.write_all(body);
        self.read()
    }

    fn read(&mut self) -> RawResponse {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            let read = self.0.read_line(&mut head).expect("an answer");
            assert!(read > 0, "the connection ended without a word, after {head:?}");
        }
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let mut answer = RawResponse { status, head: head.trim_end().to_owned(), body: String::new(), length: 0 };
        let length = answer.header("content-length").map_or(0, |length| length.parse().expect("a length"));
        answer.length = length;
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).expect("a body");
        answer.body = String::from_utf8(body).expect("text");
        answer
    }
}

fn post(path: &str, token: &str, more: &str) -> String {
    let authorization = if token.is_empty() { String::new() } else { format!("authorization: Bearer {token}\r\n") };
    format!("POST /kbj/api{path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n{authorization}{more}\r\n")
}

/// A body of `length` bytes, as one chunk or with its length before.
fn body(length: usize, chunked: bool) -> (String, Vec<u8>) {
    let spaces = " ".repeat(length);
    if chunked {
        ("transfer-encoding: chunked\r\n".to_owned(), format!("{length:x}\r\n{spaces}\r\n0\r\n\r\n").into_bytes())
    } else {
        (format!("content-length: {length}\r\n"), spaces.into_bytes())
    }
}

#[test]
fn a_connection_goes_on_after_a_refusal_or_says_that_it_ends() {
    let place = Installation::new();
    let running = place.serve_known();
    let token = running.server.token("admin", PASSWORD);
    for (path, token, length, chunked, status) in [
        ("/csdb", "", 100, false, 401),
        ("/csdb", "", 50_000, false, 401),
        ("/csdb", "", 50_000, true, 401),
        ("/csdb", "", 3_000_000, false, 401),
        ("/nowhere", "", 300_000, false, 404),
        ("/users/login", "", 3_000_000, false, 413),
        ("/csdb", token.as_str(), 3_000_000, true, 413),
        ("/vault/files/a.txt", token.as_str(), 3_000_000, false, 415),
    ] {
        let mut connection = Connection::to(running.server);
        let (mut kept, mut closed) = (0, 0);
        for _ in 0..ROUNDS {
            let (more, body) = body(length, chunked);
            let refused = connection.ask(&post(path, token, &more), &body);
            assert_eq!(refused.status, status, "{path} {length}: {}", refused.body);
            if refused.header("connection") == Some("close") {
                closed += 1;
                connection = Connection::to(running.server);
            } else {
                kept += 1;
                let next = connection.ask("GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n", b"");
                assert_eq!(next.status, 200);
            }
        }
        assert!(kept == 0 || closed == 0, "{path} {length}: {kept} kept, {closed} closed");
        assert!(length > 64 << 10 || chunked || closed == 0, "{path}: a short body costs no connection");
    }
}

#[test]
fn a_client_that_waits_for_leave_to_send_is_refused_without_it() {
    let place = Installation::new();
    let running = place.serve_known();
    let mut connection = Connection::to(running.server);
    let head = post("/csdb", "", "content-length: 1000\r\nexpect: 100-continue\r\n");
    let refused = connection.ask(&head, b"");
    assert_eq!((refused.status, refused.header("connection")), (401, Some("close")), "{}", refused.head);
}

#[test]
fn a_client_that_was_given_leave_to_send_learns_why_it_was_refused() {
    let place = Installation::new();
    let running = place.serve_known();
    let token = running.server.token("admin", PASSWORD);
    for _ in 0..ROUNDS {
        let mut connection = Connection::to(running.server);
        let (more, body) = body(3_000_000, true);
        let given = connection.ask(&post("/csdb", &token, &format!("{more}expect: 100-continue\r\n")), b"");
        assert_eq!(given.status, 100, "{}", given.head);
        let refused = connection.ask("", &body);
        assert_eq!((refused.status, refused.header("connection")), (413, Some("close")), "{}", refused.head);
    }
}
