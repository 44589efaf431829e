//! Users who work while a package is imported.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::client::BenchClient;
use crate::session::{API, PAUSE};
use crate::{PASSWORD, ground};

/// A writer and a reader that run during the import.
pub(crate) struct ConcurrentUsers {
    done: Arc<AtomicBool>,
    writing: tokio::task::JoinHandle<Result<Vec<Duration>>>,
    reading: tokio::task::JoinHandle<Result<Vec<u64>>>,
}

impl ConcurrentUsers {
    /// Begins; `account` is that of the user who writes.
    pub(crate) async fn begin(address: SocketAddr, account: &str, manual: &str) -> Result<Self> {
        let done = Arc::new(AtomicBool::new(false));
        let mut writer = BenchClient::connect(address).await?;
        let token = writer.sign_in(account, PASSWORD).await?;
        let mut reader = BenchClient::connect(address).await?;
        let writing = tokio::spawn({
            let (done, token) = (Arc::clone(&done), token.clone());
            async move {
                let mut times = Vec::new();
                while !done.load(Ordering::Relaxed) {
                    let number = times.len();
                    let operator = ground::operator(&format!("OP{number}"), &format!("F-{number:04}"));
                    let began = Instant::now();
                    writer.post(&format!("{API}/config/operator"), Some(&token), &operator).await?;
                    times.push(began.elapsed());
                    tokio::time::sleep(PAUSE).await;
                }
                Ok(times)
            }
        });
        let reading = tokio::spawn({
            let done = Arc::clone(&done);
            let path = format!("{API}/dm/getAllDmListWithPage?manualPath={manual}&pageNumber=1&pageSize=1");
            async move {
                let mut seen = Vec::new();
                while !done.load(Ordering::Relaxed) {
                    let page: Value = serde_json::from_slice(&reader.get(&path, Some(&token)).await?)?;
                    seen.push(page["total"].as_u64().context("how many modules")?);
                    tokio::time::sleep(PAUSE).await;
                }
                Ok(seen)
            }
        });
        Ok(Self { done, writing, reading })
    }

    /// The durations of all writes. Asserts that the reader saw either nothing or everything.
    pub(crate) async fn end(self, modules: u64) -> Result<Vec<Duration>> {
        self.done.store(true, Ordering::Relaxed);
        let seen = self.reading.await??;
        let half = seen.iter().find(|count| ![0, modules].contains(*count));
        ensure!(half.is_none(), "a reader saw {half:?} of {modules} modules");
        self.writing.await?
    }
}
