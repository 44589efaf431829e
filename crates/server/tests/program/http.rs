//! HTTP as plain bytes, for full control in tests.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Timeout of a job.
const PATIENCE: Duration = Duration::from_mins(5);

/// The address of a serving program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Server {
    pub(crate) port: u16,
}

/// A parsed response.
#[derive(Debug)]
pub(crate) struct RawResponse {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
    /// Bytes of the body, which need not be text.
    pub(crate) length: usize,
}

impl RawResponse {
    /// Reads a response to the end of the connection.
    pub(crate) fn read(stream: &mut impl Read) -> io::Result<Self> {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let broken = || io::Error::new(io::ErrorKind::UnexpectedEof, text.clone());
        let (head, body) = text.split_once("\r\n\r\n").ok_or_else(broken)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(broken)?;
        let start = bytes.windows(4).position(|four| four == b"\r\n\r\n").ok_or_else(broken)?;
        Ok(Self { status, head: head.to_owned(), body: body.to_owned(), length: bytes.len() - start - 4 })
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(": ")?;
            found.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {} {}", self.head, self.body))
    }
}

impl Server {
    pub(crate) fn connect(self) -> io::Result<TcpStream> {
        TcpStream::connect(("127.0.0.1", self.port))
    }

    /// Sends raw bytes and reads to the end.
    pub(crate) fn send(self, request: &[u8]) -> io::Result<RawResponse> {
        let mut stream = self.connect()?;
        stream.write_all(request)?;
        RawResponse::read(&mut stream)
    }

    /// Calls the API; `path` is relative to its base.
    pub(crate) fn ask(self, method: &str, path: &str, token: &str, body: Option<&Value>) -> io::Result<RawResponse> {
        let body = body.map(Value::to_string).unwrap_or_default();
        self.send(
            format!(
                "{method} /kbj/api{path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
                 content-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            )
            .as_bytes(),
        )
    }

    pub(crate) fn get(self, path: &str, token: &str) -> RawResponse {
        self.ask("GET", path, token, None).expect("an answer")
    }

    pub(crate) fn post(self, path: &str, token: &str, body: &Value) -> RawResponse {
        self.ask("POST", path, token, Some(body)).expect("an answer")
    }

    pub(crate) fn log_in(self, account: &str, password: &str) -> RawResponse {
        self.post("/users/login", "", &json!({"account": account, "password": password}))
    }

    /// Logs in and returns the token.
    pub(crate) fn token(self, account: &str, password: &str) -> String {
        let answer = self.log_in(account, password);
        let token = answer.header("authorization").and_then(|value| value.strip_prefix("Bearer "));
        token.unwrap_or_else(|| panic!("{} {}", answer.head, answer.body)).to_owned()
    }

    /// Waits for the end of a job, by the event stream instead of polling.
    pub(crate) fn ended(self, token: &str, id: &str) -> Value {
        let started = Instant::now();
        let mut stream = self.connect().expect("a connection");
        let request =
            format!("GET /kbj/api/jobs/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut lines = BufReader::new(stream).lines().map(|line| line.expect("events until the end"));
        // Once the response has begun, no event is missed.
        assert!(lines.next().is_some_and(|line| line.ends_with("200 OK")));
        loop {
            let job = self.get(&format!("/jobs/{id}"), token).json();
            if ["COMPLETED", "FAILED"].contains(&job["status"].as_str().unwrap_or_default()) {
                return job;
            }
            let about = |line: &String| {
                assert!(started.elapsed() < PATIENCE, "it does not end: {job}");
                line.contains(id)
            };
            assert!(lines.find(about).is_some(), "the events ended before the job: {job}");
        }
    }
}
