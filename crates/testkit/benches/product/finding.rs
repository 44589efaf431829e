//! Searching a large library over HTTP, and the memory of an idle server with such a library.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::PASSWORD;
use crate::client::BenchClient;
use crate::ground::IDLE;
use crate::program::MeasuredProgram;
use crate::usage::Process;

const API: &str = "/kbj/api";
const PAUSE: Duration = Duration::from_millis(100);
/// The queries of the index benchmark, each after its kind.
const QUESTIONS: &str = include_str!("../../../search/benches/questions.txt");
/// Number of runs per query.
const ROUNDS: usize = 20;

pub(crate) struct SearchFigures {
    pub(crate) p50: Duration,
    pub(crate) p95: Duration,
    /// CPU time of the program per query.
    pub(crate) cpu: Duration,
    /// Anonymous memory in MB: after the import, after a restart, and after the first queries of that start.
    pub(crate) idle: [u64; 3],
}

/// Queries the server that has just imported, then a new one on the same data.
pub(crate) async fn measure(
    airfolio: &Path,
    data: &Path,
    server: MeasuredProgram,
    token: &str,
) -> Result<SearchFigures> {
    let mut client = BenchClient::connect(server.address).await?;
    // The first round is a warm-up.
    ask_all(&mut client, token).await?;
    let (mut times, before) = (Vec::new(), server.process().cpu()?);
    for _ in 0..ROUNDS {
        times.extend(ask_all(&mut client, token).await?);
    }
    let asked = u32::try_from(times.len()).unwrap_or(u32::MAX).max(1);
    let cpu = server.process().cpu()?.saturating_sub(before) / asked;
    times.sort_unstable();
    let at = |percent: usize| times.get(times.len() * percent / 100).copied().context("questions were asked");
    let (p50, p95) = (at(50)?, at(95)?);
    let imported = idle(&server).await?;
    server.stop()?;

    let (server, _) = MeasuredProgram::airfolio(airfolio, data).await?;
    let started = idle(&server).await?;
    let mut client = BenchClient::connect(server.address).await?;
    let token = client.sign_in("admin", PASSWORD).await?;
    ask_all(&mut client, &token).await?;
    let asked = idle(&server).await?;
    server.stop()?;
    Ok(SearchFigures { p50, p95, cpu, idle: [imported, started, asked] })
}

/// Waits until the index has caught up with the import; returns the time, and the memory in MB.
pub(crate) async fn indexed(server: Process, client: &mut BenchClient, token: &str) -> Result<(Duration, u64)> {
    let (began, watch) = (Instant::now(), server.watch());
    loop {
        let status = client.get(&format!("{API}/search/status"), Some(token)).await?;
        let status: Value = serde_json::from_slice(&status)?;
        if status["state"] == json!("ready") && status["behind"] == json!(0) {
            return Ok((began.elapsed(), watch.peak()));
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn ask_all(client: &mut BenchClient, token: &str) -> Result<Vec<Duration>> {
    let mut times = Vec::new();
    for question in QUESTIONS.lines().filter_map(|line| line.split_once('\t')).map(|(_, question)| question) {
        let asked = json!({ "searchText": question, "pageNumber": 1, "pageSize": 20 });
        let began = Instant::now();
        client.post(&format!("{API}/files/fts/default"), Some(token), &asked).await?;
        times.push(began.elapsed());
    }
    Ok(times)
}

async fn idle(server: &MeasuredProgram) -> Result<u64> {
    tokio::time::sleep(IDLE).await;
    Ok(server.process().anonymous_memory()? / 1024)
}
