//! Start-up time, idle memory and request throughput.
//!
//! Requests per second mean little on an unknown machine, so each figure is compared with a bare axum server that
//! returns the same bytes: same run, same client, same number of connections.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::json;

use crate::PASSWORD;
use crate::client::BenchClient;
use crate::load::{Load, LoadTarget};
use crate::program::MeasuredProgram;
use crate::table::Goal::AtMost;
use crate::table::figure;

const OPERATOR: &str = "BENCH";
const FIRST_STARTS: usize = 5;
const LATER_STARTS: usize = 10;
const ROUNDS: usize = 3;
pub(crate) const CONNECTIONS: [usize; 2] = [1, 16];
pub(crate) const IDLE: Duration = Duration::from_secs(5);

pub(crate) async fn measure(airfolio: &Path) -> Result<()> {
    let data = tempfile::tempdir()?;
    starts(airfolio, data.path()).await?;

    let (server, _) = MeasuredProgram::airfolio(airfolio, data.path()).await?;
    tokio::time::sleep(IDLE).await;
    memory("idle, 5 s after the start", server.process().anonymous_memory()?);

    let mut client = BenchClient::connect(server.address).await?;
    let token = client.sign_in("admin", PASSWORD).await?;
    client.post("/kbj/api/config/operator", Some(&token), &operator(OPERATOR, "F-BNCH")).await?;
    let version = client.get("/kbj/api/version", Some(&token)).await?;
    let (bare, _) = MeasuredProgram::bare(&version).await?;

    let targets = [
        LoadTarget::new("bare axum, constant answer", bare.address, "/", None),
        LoadTarget::new("GET /version", server.address, "/kbj/api/version", Some(&token)),
        LoadTarget::new(
            "GET /config/operator?code=",
            server.address,
            &format!("/kbj/api/config/operator?code={OPERATOR}"),
            Some(&token),
        ),
    ];
    for connections in CONNECTIONS {
        compare(&targets, connections, "of bare").await?;
    }

    println!();
    tokio::time::sleep(IDLE).await;
    memory("idle, 5 s after the load", server.process().anonymous_memory()?);
    server.stop()?;
    Ok(())
}

/// Starts on empty folders, then repeatedly on an existing one.
async fn starts(airfolio: &Path, data: &Path) -> Result<()> {
    let mut answered = Vec::new();
    let mut signed_in = Vec::new();
    for _ in 0..FIRST_STARTS {
        let empty = tempfile::tempdir()?;
        let began = Instant::now();
        let (server, health) = MeasuredProgram::airfolio(airfolio, empty.path()).await?;
        BenchClient::connect(server.address).await?.sign_in("admin", PASSWORD).await?;
        signed_in.push(began.elapsed());
        answered.push(health);
        server.stop()?;
    }

    let mut later = Vec::new();
    for _ in 0..=LATER_STARTS {
        let (server, health) = MeasuredProgram::airfolio(airfolio, data).await?;
        later.push(health);
        server.stop()?;
    }
    // The first run created the folder.
    later.remove(0);

    println!("start on an empty folder, to the first sign-in: {:.0} ms", median(&mut signed_in));
    figure("start on an empty folder, to the first answer", median(&mut answered), AtMost(1_000.0), "ms");
    figure("later start, to the first answer", median(&mut later), AtMost(300.0), "ms");
    Ok(())
}

/// In milliseconds.
fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

#[expect(clippy::cast_precision_loss, reason = "megabytes")]
fn memory(when: &str, kilobytes: u64) {
    figure(&format!("RssAnon {when}"), kilobytes.div_ceil(1024) as f64, AtMost(60.0), "MB");
}

/// Runs the targets in turn, several rounds, so that a busy moment of the machine does not affect only one. The first
/// target is the baseline; returns the requests per second of the last as a multiple of it.
pub(crate) async fn compare(targets: &[LoadTarget], connections: usize, by: &str) -> Result<f64> {
    let mut rounds: Vec<Vec<Load>> = targets.iter().map(|_| Vec::new()).collect();
    for _ in 0..ROUNDS {
        for (target, loads) in targets.iter().zip(&mut rounds) {
            let load = target.run(connections).await;
            loads.push(load.with_context(|| format!("while measuring {}", target.name))?);
        }
    }

    let plural = if connections == 1 { "connection" } else { "connections" };
    let title = format!("load, {connections} {plural}, median of {ROUNDS} rounds");
    println!("\n{title:<44} {:>10}  {:>9}  {:>9}  {:>9}", "req/s", "p50", "p99", by);
    let (mut first, mut last) = (None, 1.0);
    for (target, loads) in targets.iter().zip(rounds) {
        let load = Load::median(loads);
        let yardstick = *first.get_or_insert(load.per_second);
        last = load.per_second / yardstick;
        println!(
            "{:<44} {:>10.0}  {:>6.0} µs  {:>6.0} µs  {:>9.2}",
            target.name,
            load.per_second,
            load.p50.as_secs_f64() * 1e6,
            load.p99.as_secs_f64() * 1e6,
            last,
        );
    }
    Ok(last)
}

pub(crate) fn operator(code: &str, registration: &str) -> serde_json::Value {
    json!({
        "code": code,
        "name": "Bench Helicopters",
        "country": "FR",
        "languages": [{ "languageCode": "en", "countryCode": "US" }],
        "extensionProducer": "F0210",
        "extensionCode": code,
        "aircraft": [{
            "registration": registration,
            "serialNumber": "1001",
            "model": "H160-B",
            "productAttributes": [{ "name": "engine", "value": "Arrano 1A" }],
        }],
    })
}
