//! PostgreSQL that goes away under the running program, and comes back.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::json;
use testkit::database::TestDatabase;

use crate::http::{RawResponse, Server};
use crate::process::{Installation, PASSWORD};

/// What monitoring waits for an answer.
const LIMIT: Duration = Duration::from_secs(2);
/// How long the program may take to notice that the database is back.
const PATIENCE: Duration = Duration::from_secs(30);

/// The way to a server, which can be cut.
struct Line {
    port: u16,
    stop: Arc<AtomicBool>,
    streams: Arc<Mutex<Vec<TcpStream>>>,
    accepting: JoinHandle<()>,
}

impl Line {
    /// Opens the way to `target` at `port`, or at any port for 0.
    fn open(port: u16, target: &str) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        listener.set_nonblocking(true).expect("a listener");
        let (stop, streams) = (Arc::<AtomicBool>::default(), Arc::<Mutex<Vec<TcpStream>>>::default());
        let (stopped, target, open) = (Arc::clone(&stop), target.to_owned(), Arc::clone(&streams));
        let accepting = thread::spawn(move || {
            while !stopped.load(Ordering::SeqCst) {
                match listener.accept() {
                    Ok((near, _)) => join(&near, &target, &open),
                    Err(_) => thread::sleep(Duration::from_millis(2)),
                }
            }
        });
        Self { port, stop, streams, accepting }
    }

    /// Cuts all connections and takes no more.
    fn cut(self) -> u16 {
        self.stop.store(true, Ordering::SeqCst);
        self.accepting.join().expect("it ends");
        for stream in self.streams.lock().expect("the list").drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
        self.port
    }
}

fn join(near: &TcpStream, target: &str, open: &Mutex<Vec<TcpStream>>) {
    let Ok(far) = TcpStream::connect(target) else { return };
    near.set_nonblocking(false).expect("a stream");
    let twice = |stream: &TcpStream| stream.try_clone().expect("a second handle");
    for (mut from, mut to) in [(twice(near), twice(&far)), (twice(&far), twice(near))] {
        thread::spawn(move || {
            let _ = io::copy(&mut from, &mut to);
            let _ = to.shutdown(Shutdown::Both);
        });
    }
    open.lock().expect("the list").extend([twice(near), far]);
}

/// Host and port of a database's address.
fn target(url: &str) -> &str {
    let rest = url.split('@').nth(1).expect("an account in the address");
    rest.split(['/', '?']).next().expect("a host")
}

fn ready(server: Server) -> RawResponse {
    server.send(b"GET /readyz HTTP/1.0\r\n\r\n").expect("an answer")
}

/// The answer, which must not take long.
fn quickly(what: &str, ask: impl FnOnce() -> RawResponse) -> RawResponse {
    let started = Instant::now();
    let answer = ask();
    assert!(started.elapsed() < LIMIT, "{what} took {:?}: {} {}", started.elapsed(), answer.head, answer.body);
    answer
}

fn says_that_it_is_away(server: Server, token: &str) {
    let ready = quickly("/readyz", || ready(server));
    assert_eq!((ready.status, ready.body.as_str()), (503, "not ready: the database does not answer\n"));
    let reading = ["/csdb", "/users/me", "/jobs", "/config/operator", "/counts", "/config/aircraft"];
    let asking = reading.map(|path| {
        let token = token.to_owned();
        thread::spawn(move || (path, quickly(path, || server.get(path, &token))))
    });
    for asked in asking {
        let (path, answer) = asked.join().expect("an answer in time");
        assert_eq!((answer.status, &answer.json()["code"]), (503, &json!("storage.unavailable")), "{path}");
    }
    let writing = quickly("a write", || server.post("/csdb", token, &json!({"csdbName": "H160", "csdbType": "H160"})));
    assert_eq!(writing.json()["code"], "storage.unavailable");
}

fn wait_until_back(server: Server, token: &str) {
    let started = Instant::now();
    while server.get("/csdb", token).status != 200 || ready(server).status != 200 {
        assert!(started.elapsed() < PATIENCE, "it does not come back");
        thread::sleep(Duration::from_millis(50));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_is_said_within_two_seconds() {
    let Some(database) = TestDatabase::postgres().await else { return };
    let target = target(database.url());
    let line = Line::open(0, target);
    let url = database.url().replace(target, &format!("127.0.0.1:{}", line.port));
    let place = Installation::new();
    let running = place.serve(&[("AIRFOLIO_ADMIN_PASSWORD", PASSWORD), ("AIRFOLIO_DATABASE__URL", &url)]);
    let (server, token) = (running.server, running.server.token("admin", PASSWORD));
    wait_until_back(server, &token);

    // Killed: connections break, and new ones are refused.
    let port = line.cut();
    says_that_it_is_away(server, &token);
    let line = Line::open(port, target);
    wait_until_back(server, &token);

    // Hung, or behind a network that drops everything: connections are taken and never answered.
    let port = line.cut();
    let silent = TcpListener::bind(("127.0.0.1", port)).expect("the port");
    says_that_it_is_away(server, &token);
    drop(silent);
    let _line = Line::open(port, target);
    wait_until_back(server, &token);
    let (_, log) = running.stop();
    assert!(!log.contains("panicked"), "{log}");
}
