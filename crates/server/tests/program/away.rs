//! PostgreSQL that goes away under the running program, and comes back.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::json;
use testkit::database::TestDatabase;

use crate::http::{RawResponse, Server};
use crate::process::{Installation, PASSWORD};

/// Shorter than a request waits for a connection while the database is there, and long for a machine that is busy. The
/// 2 s that monitoring waits are tested where time stands still, in `store`.
const LIMIT: Duration = Duration::from_secs(20);
/// How long the program may take to notice that the database is back.
const PATIENCE: Duration = Duration::from_mins(5);

/// The way to a server, which can be cut.
struct Line {
    port: u16,
    stop: Arc<AtomicBool>,
    /// Nothing is carried any more, in either direction.
    hung: Arc<AtomicBool>,
    streams: Arc<Mutex<Vec<Stream>>>,
    accepting: JoinHandle<()>,
}

impl Line {
    /// Opens the way to the server at `port`, or at any port for 0.
    fn open(port: u16, target: &Target) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        listener.set_nonblocking(true).expect("a listener");
        let (stop, hung) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
        let streams = Arc::<Mutex<Vec<Stream>>>::default();
        let (stopped, waiting, target, open) =
            (Arc::clone(&stop), Arc::clone(&hung), target.clone(), Arc::clone(&streams));
        let accepting = thread::spawn(move || {
            while !stopped.load(Ordering::SeqCst) {
                match listener.accept() {
                    Ok((near, _)) => join(near, &target, &open, &waiting),
                    Err(_) => thread::sleep(Duration::from_millis(2)),
                }
            }
        });
        Self { port, stop, hung, streams, accepting }
    }

    fn hang(&self, hung: bool) {
        self.hung.store(hung, Ordering::SeqCst);
    }

    /// Cuts all connections and takes no more.
    fn cut(self) -> u16 {
        self.stop.store(true, Ordering::SeqCst);
        self.accepting.join().expect("it ends");
        for stream in self.streams.lock().expect("the list").drain(..) {
            stream.close();
        }
        self.port
    }
}

/// The address of the database.
#[derive(Clone)]
enum Target {
    Port(String),
    Socket(PathBuf),
}

impl Target {
    /// Takes it from a database's address; gives also the address that leads to the same database by way of a line.
    fn of(url: &str) -> (Self, impl Fn(&Line) -> String + use<>) {
        let (account, rest) =
            url.strip_prefix("postgres://").and_then(|rest| rest.split_once('@')).expect("an account");
        let (address, path) = rest.split_once('/').expect("a database");
        let (host, port) = address.split_once(':').expect("a port");
        let name = path.split('?').next().expect("a name").to_owned();
        let account = account.to_owned();
        let target = match decoded(host) {
            folder if folder.starts_with('/') => Self::Socket(Path::new(&folder).join(format!(".s.PGSQL.{port}"))),
            _ => Self::Port(address.to_owned()),
        };
        (target, move |line: &Line| format!("postgres://{account}@127.0.0.1:{}/{name}", line.port))
    }

    fn connect(&self) -> io::Result<Stream> {
        match self {
            Self::Port(address) => TcpStream::connect(address).map(Stream::Tcp),
            Self::Socket(path) => UnixStream::connect(path).map(Stream::Unix),
        }
    }
}

/// A text of ASCII letters without its percent signs.
fn decoded(text: &str) -> String {
    let mut parts = text.split('%');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (code, rest) = part.split_at(2);
        let letter = u8::from_str_radix(code, 16).expect("two digits");
        format!("{text}{}{rest}", char::from(letter))
    })
}

enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Stream {
    fn again(&self) -> Self {
        match self {
            Self::Tcp(stream) => Self::Tcp(stream.try_clone().expect("a second handle")),
            Self::Unix(stream) => Self::Unix(stream.try_clone().expect("a second handle")),
        }
    }

    fn close(&self) {
        // The other side may have closed it first.
        let _ = match self {
            Self::Tcp(stream) => stream.shutdown(Shutdown::Both),
            Self::Unix(stream) => stream.shutdown(Shutdown::Both),
        };
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(stream) => stream.read(buffer),
            Self::Unix(stream) => stream.read(buffer),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(stream) => stream.write(bytes),
            Self::Unix(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn join(near: TcpStream, target: &Target, open: &Mutex<Vec<Stream>>, hung: &Arc<AtomicBool>) {
    let Ok(far) = target.connect() else { return };
    near.set_nonblocking(false).expect("a stream");
    let near = Stream::Tcp(near);
    for (mut from, mut to) in [(near.again(), far.again()), (far.again(), near.again())] {
        let hung = Arc::clone(hung);
        thread::spawn(move || {
            let mut bytes = vec![0; 16 << 10];
            while let Ok(read @ 1..) = from.read(&mut bytes) {
                while hung.load(Ordering::SeqCst) {
                    thread::sleep(Duration::from_millis(2));
                }
                if to.write_all(&bytes[..read]).is_err() {
                    break;
                }
            }
            to.close();
        });
    }
    open.lock().expect("the list").extend([near, far]);
}

fn ready(server: Server) -> RawResponse {
    server.send(b"GET /readyz HTTP/1.0\r\n\r\n").expect("an answer")
}

/// The answer, which comes before the patience with a busy database ends.
fn quickly(what: &str, ask: impl FnOnce() -> RawResponse) -> RawResponse {
    let started = Instant::now();
    let answer = ask();
    assert!(started.elapsed() < LIMIT, "{what} took {:?}: {} {}", started.elapsed(), answer.head, answer.body);
    answer
}

fn says_that_it_is_away(server: Server, token: &str) {
    let ready = quickly("/readyz", || ready(server));
    assert_eq!((ready.status, ready.body.as_str()), (503, "not ready: the database does not answer\n"));
    let reading = ["/csdb", "/csdb/manual", "/config/operator", "/config/aircraft", "/audit", "/notifications"];
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
async fn a_database_that_is_away_is_said_instead_of_waited_for() {
    let Some(database) = TestDatabase::postgres().await else { return };
    let (target, address) = Target::of(database.url());
    let line = Line::open(0, &target);
    let url = address(&line);
    let place = Installation::new();
    let running = place.serve(&[("AIRFOLIO_ADMIN_PASSWORD", PASSWORD), ("AIRFOLIO_DATABASE__URL", &url)]);
    let (server, token) = (running.server, running.server.token("admin", PASSWORD));
    wait_until_back(server, &token);

    // Killed: connections break, and new ones are refused.
    let port = line.cut();
    says_that_it_is_away(server, &token);
    let line = Line::open(port, &target);
    wait_until_back(server, &token);

    // Hung with the connections that it has: they stay open and nothing comes.
    line.hang(true);
    says_that_it_is_away(server, &token);
    line.hang(false);
    wait_until_back(server, &token);

    // Hung, or behind a network that drops everything: connections are taken and never answered.
    let port = line.cut();
    let silent = TcpListener::bind(("127.0.0.1", port)).expect("the port");
    says_that_it_is_away(server, &token);
    drop(silent);
    let _line = Line::open(port, &target);
    wait_until_back(server, &token);
    let (_, log) = running.stop();
    assert!(!log.contains("panicked"), "{log}");
}
