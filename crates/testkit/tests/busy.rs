//! A slow database, from the driver's error to the client's response.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

use std::io::Write;
use std::sync::{Arc, Mutex};

use server::problem::Problem;
use store::StoreError;

/// A readable log.
#[derive(Clone, Default)]
struct SharedLog(Arc<Mutex<Vec<u8>>>);

impl Write for SharedLog {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("the log").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The response to a request that failed with `error`, and its log lines.
fn answered(error: sqlx::Error) -> (Problem, String) {
    let log = SharedLog::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().json().with_writer(move || writer.clone()).finish();
    let error = app::Error::from(StoreError::from(error));
    let problem = tracing::subscriber::with_default(subscriber, || Problem::from(error));
    let text = String::from_utf8(log.0.lock().expect("the log").clone()).expect("text");
    (problem, text)
}

#[test]
fn a_busy_database_is_a_warning_with_its_cause_and_asks_the_client_to_wait() {
    let (problem, log) = answered(sqlx::Error::PoolTimedOut);
    assert_eq!((problem.status.as_u16(), problem.code, problem.retry_after_s), (503, "server.busy", Some(1)));
    assert!(log.contains("\"level\":\"WARN\"") && log.contains("pool timed out"), "{log}");
    assert_eq!(log.lines().count(), 1, "{log}");
}

#[test]
fn a_broken_database_is_an_error_with_its_cause_and_no_word_to_the_client() {
    let (problem, log) = answered(sqlx::Error::PoolClosed);
    assert_eq!((problem.status.as_u16(), problem.code, problem.retry_after_s), (500, "server.internal", None));
    assert!(log.contains("\"level\":\"ERROR\"") && log.contains("pool"), "{log}");
    assert_eq!(log.lines().count(), 1, "{log}");
}
