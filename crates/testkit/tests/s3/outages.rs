//! A bucket that is killed in the middle of an import and comes back, and one that has no room.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use serde_json::{Value, json};
use store::StoreError;
use store::blobs::{Blobs, S3Settings};
use store::outage::Outage;
use testkit::app::TestApp;
use testkit::blobs::TestResult;
use testkit::client::Client;
use testkit::database::TestDatabase;
use testkit::dump;
use testkit::packages::{demo, pre_import, send, zipped};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::program::S3;

testkit::on_each_database!(an_import_whose_bucket_is_killed_comes_to_the_same_end);

/// How often an import loses its bucket.
const KILLS: u64 = 2;
/// How often it is tried without the bucket: as often as makes a job fail when the trouble is ours.
const TRIED: usize = 5;
/// How often a job may have to wait until it ends.
const WAITS: usize = 20;

/// An address that leads to a bucket's server, whichever process that is, and kills it after a number of bytes.
struct Line {
    address: String,
    state: Arc<State>,
}

struct State {
    server: Mutex<S3>,
    carried: AtomicU64,
    /// The server is killed when so many bytes have gone to it.
    kill_at: AtomicU64,
    restarts: AtomicU64,
}

impl Line {
    async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address").to_string();
        let state = State {
            server: Mutex::new(S3::start()),
            carried: AtomicU64::new(0),
            kill_at: AtomicU64::new(u64::MAX),
            restarts: AtomicU64::new(0),
        };
        let state = Arc::new(state);
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(carry(near, Arc::clone(&shared)));
            }
        });
        Self { address, state }
    }

    fn blobs(&self) -> Result<Blobs, StoreError> {
        let settings = self.state.server().settings();
        Blobs::s3(S3Settings { endpoint: format!("http://{}", self.address), ..settings })
    }

    /// Kills the server after so many more bytes.
    fn kill_after(&self, bytes: u64) {
        self.state.kill_at.store(self.carried() + bytes, Ordering::SeqCst);
    }

    /// Starts the server again if it was killed.
    fn restart(&self) {
        if self.state.kill_at.load(Ordering::SeqCst) <= self.carried() {
            self.state.kill_at.store(u64::MAX, Ordering::SeqCst);
            self.state.server().restart();
            self.state.restarts.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn carried(&self) -> u64 {
        self.state.carried.load(Ordering::SeqCst)
    }
}

impl State {
    fn server(&self) -> std::sync::MutexGuard<'_, S3> {
        self.server.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts what goes to the server, and kills it when its time has come.
    fn count(&self, bytes: usize) {
        let carried = self.carried.fetch_add(bytes as u64, Ordering::SeqCst) + bytes as u64;
        if carried >= self.kill_at.load(Ordering::SeqCst) {
            self.server().kill();
        }
    }
}

async fn carry(near: TcpStream, state: Arc<State>) {
    let address = state.server().address().to_owned();
    let Ok(far) = TcpStream::connect(address).await else { return };
    let ((mut near_in, mut near_out), (mut far_in, mut far_out)) = (near.into_split(), far.into_split());
    let there = async {
        let mut buffer = vec![0; 16 << 10];
        while let Ok(read @ 1..) = near_in.read(&mut buffer).await {
            state.count(read);
            if far_out.write_all(&buffer[..read]).await.is_err() {
                return;
            }
        }
    };
    // Whichever way ends first, the other is of no use any more.
    tokio::select! {
        () = there => {}
        _ = tokio::io::copy(&mut far_in, &mut near_out) => {}
    }
}

/// A job at its end, however often its bucket has to come back.
async fn ended(app: &TestApp, client: &Client, line: &Line, job: &Value) -> Value {
    let address = format!("/jobs/{}", job["id"].as_str().expect("an id"));
    for wait in 1..WAITS {
        app.run_jobs().await;
        let job = client.get(&address).await.ok();
        assert_ne!(job["status"], "FAILED", "{job}");
        if job["status"] == "COMPLETED" {
            return job;
        }
        if wait >= TRIED {
            line.restart();
        }
        app.wait(60);
    }
    panic!("the job does not end");
}

async fn import(app: &TestApp, line: &Line, csdb: &str, kill_after: Option<u64>) {
    let admin = app.admin().await;
    admin.post("/csdb", json!({"csdbName": csdb, "csdbType": "H160"})).await.ok();
    let manual = json!({"csdbName": [csdb], "manualName": ["MMEL"], "manualType": ["MMEL"]});
    admin.post("/csdb/manual", manual).await.ok();
    let sent = send(&admin, "mmel.zip", zipped(&demo("mmel-r1"))).await;
    let read = ended(app, &admin, line, &pre_import(&admin, &sent).await).await;
    let mut given = read["outputMap"].clone();
    (given["csdbName"], given["manualName"]) = (json!(csdb), json!("MMEL"));
    let job = admin.post("/jobs", json!({"jobName": "universalImport", "parameterMap": given})).await.ok();
    if let Some(bytes) = kill_after {
        line.kill_after(bytes);
    }
    ended(app, &admin, line, &job).await;
    line.restart();
}

async fn an_import_whose_bucket_is_killed_comes_to_the_same_end(db: TestDatabase) -> Result<(), StoreError> {
    let line = Line::open().await;
    let app = TestApp::start_on(db, line.blobs()?).await;
    let before = line.carried();
    import(&app, &line, "CLEAN", None).await;
    let usual = line.carried() - before;
    let undisturbed = dump::of_manual(&app.db, "CLEAN", "MMEL").await;
    for kill in 1..=KILLS {
        let csdb = format!("KILLED{kill}");
        // The content of the first import must be stored again.
        line.state.server().forget();
        import(&app, &line, &csdb, Some(usual * kill / (2 * KILLS + 2))).await;
        let disturbed = dump::of_manual(&app.db, &csdb, "MMEL").await;
        assert_eq!(disturbed.replace(&format!("/{csdb}/"), "/CLEAN/"), undisturbed);
        assert_eq!(line.state.restarts.load(Ordering::SeqCst), kill, "it was killed");
    }
    Ok(())
}

/// A server that answers everything with this status and body.
async fn answering(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address").to_string();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut asked = [0; 4096];
                let _ = stream.read(&mut asked).await;
                let _ = stream.write_all(answer.as_bytes()).await;
            });
        }
    });
    address
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_without_room_and_one_that_is_gone_are_told_apart() -> TestResult {
    let s3 = S3::start();
    let full = "HTTP/1.1 507 Insufficient Storage\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
    let quota = "HTTP/1.1 403 Forbidden\r\ncontent-length: 43\r\nconnection: close\r\n\r\n\
        <Error><Code>QuotaExceeded</Code></Error>  ";
    let gone = TcpListener::bind("127.0.0.1:0").await?.local_addr()?.to_string();
    for (address, outage) in [
        (answering(full).await, Some(Outage::Full)),
        (answering(quota).await, Some(Outage::Full)),
        (gone, Some(Outage::Unreachable)),
    ] {
        let blobs = Blobs::s3(S3Settings { endpoint: format!("http://{address}"), ..s3.settings() })?;
        let refused = blobs.put(Bytes::from_static(b"abc")).await.expect_err("it cannot be kept");
        assert_eq!(refused.outage(), outage, "{refused:?}");
    }
    Ok(())
}
