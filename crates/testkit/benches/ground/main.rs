//! `make bench`: how fast the release binary starts, what it needs when idle, and how many requests it answers.
//!
//! A figure of requests per second says little on an unknown machine, so each stands beside a bare axum
//! server that answers the same bytes: same run, same client, same number of connections. Nothing here fails
//! because something was slow; it prints what it saw beside what we promise.

#![expect(clippy::print_stdout, reason = "the printed table is what this program is for")]

mod bare;
mod client;
mod load;
mod program;

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use client::Client;
use load::{Load, Target};
use program::Program;
use serde_json::json;

const PASSWORD: &str = "bench-password-1";
const OPERATOR: &str = "BENCH";
const FIRST_STARTS: usize = 5;
const LATER_STARTS: usize = 10;
const ROUNDS: usize = 3;
const CONNECTIONS: [usize; 2] = [1, 16];
const IDLE: Duration = Duration::from_secs(5);

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let value = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1).cloned()
    };
    let runtime = tokio::runtime::Runtime::new()?;
    if let Some(address) = value("--bare") {
        return runtime.block_on(bare::serve(&address, value("--body").unwrap_or_default()));
    }
    let Some(airfolio) = value("--airfolio") else {
        bail!("--airfolio PATH names the binary to measure; `make bench` gives it");
    };
    runtime.block_on(measure(PathBuf::from(airfolio)))
}

async fn measure(airfolio: PathBuf) -> Result<()> {
    let data = tempfile::tempdir()?;
    starts(&airfolio, data.path()).await?;

    let (server, _) = Program::airfolio(&airfolio, data.path()).await?;
    tokio::time::sleep(IDLE).await;
    memory("idle, 5 s after the start", server.anonymous_memory()?);

    let mut client = Client::connect(server.address).await?;
    let token = client.sign_in(PASSWORD).await?;
    client.create_operator(&token, &operator()).await?;
    let version = client.get("/kbj/api/version", Some(&token)).await?;
    let (bare, _) = Program::bare(&version).await?;

    let targets = [
        Target::new("bare axum, constant answer", bare.address, "/", None),
        Target::new("GET /version", server.address, "/kbj/api/version", Some(&token)),
        Target::new(
            "GET /config/operator?code=",
            server.address,
            &format!("/kbj/api/config/operator?code={OPERATOR}"),
            Some(&token),
        ),
    ];
    for connections in CONNECTIONS {
        compare(&targets, connections).await?;
    }

    println!();
    tokio::time::sleep(IDLE).await;
    memory("idle, 5 s after the load", server.anonymous_memory()?);
    server.stop()?;
    Ok(())
}

/// Starts on empty folders, then again and again on the folder that stays.
async fn starts(airfolio: &std::path::Path, data: &std::path::Path) -> Result<()> {
    let mut answered = Vec::new();
    let mut signed_in = Vec::new();
    for _ in 0..FIRST_STARTS {
        let empty = tempfile::tempdir()?;
        let began = Instant::now();
        let (server, health) = Program::airfolio(airfolio, empty.path()).await?;
        Client::connect(server.address).await?.sign_in(PASSWORD).await?;
        signed_in.push(began.elapsed());
        answered.push(health);
        server.stop()?;
    }

    let mut later = Vec::new();
    for _ in 0..=LATER_STARTS {
        let (server, health) = Program::airfolio(airfolio, data).await?;
        later.push(health);
        server.stop()?;
    }
    // The first of these made the folder.
    later.remove(0);

    println!("{:<44} {:>10}  {:>12}", "start (median)", "measured", "target");
    start("empty folder, to the first answer", &mut answered, "< 1000 ms");
    start("empty folder, to the first sign-in", &mut signed_in, "");
    start("later, to the first answer", &mut later, "< 300 ms");
    println!("\n{:<44} {:>10}  {:>12}", "memory (RssAnon)", "measured", "target");
    Ok(())
}

fn start(what: &str, times: &mut [Duration], target: &str) {
    times.sort_unstable();
    let median = times[times.len() / 2];
    println!("{what:<44} {:>7.0} ms  {target:>12}", median.as_secs_f64() * 1e3);
}

fn memory(what: &str, kilobytes: u64) {
    println!("{what:<44} {:>7} MB  {:>12}", kilobytes.div_ceil(1024), "< 60 MB");
}

/// Takes the targets in turn, several rounds, so that a busy moment of the machine does not hit one alone.
async fn compare(targets: &[Target], connections: usize) -> Result<()> {
    let mut rounds: Vec<Vec<Load>> = targets.iter().map(|_| Vec::new()).collect();
    for _ in 0..ROUNDS {
        for (target, loads) in targets.iter().zip(&mut rounds) {
            let load = target.run(connections).await;
            loads.push(load.with_context(|| format!("while measuring {}", target.name))?);
        }
    }

    let plural = if connections == 1 { "connection" } else { "connections" };
    let title = format!("load, {connections} {plural}, median of {ROUNDS} rounds");
    println!("\n{title:<44} {:>10}  {:>9}  {:>9}  {:>9}", "req/s", "p50", "p99", "of bare");
    let mut bare = None;
    for (target, loads) in targets.iter().zip(rounds) {
        let load = Load::median(loads);
        let yardstick = *bare.get_or_insert(load.per_second);
        println!(
            "{:<44} {:>10.0}  {:>6.0} µs  {:>6.0} µs  {:>9.2}",
            target.name,
            load.per_second,
            load.p50.as_secs_f64() * 1e6,
            load.p99.as_secs_f64() * 1e6,
            load.per_second / yardstick,
        );
    }
    Ok(())
}

fn operator() -> serde_json::Value {
    json!({
        "code": OPERATOR,
        "name": "Bench Helicopters",
        "country": "FR",
        "languages": [{ "languageCode": "en", "countryCode": "US" }],
        "extensionProducer": "F0210",
        "extensionCode": OPERATOR,
        "aircraft": [{
            "registration": "F-BNCH",
            "serialNumber": "1001",
            "model": "H160-B",
            "productAttributes": [{ "name": "engine", "value": "Arrano 1A" }],
        }],
    })
}
