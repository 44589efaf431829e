//! The time of an answer about what is hidden beside that about what does not exist: they must not differ.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::client::BenchClient;
use crate::session::API;
use crate::table::Goal::AtMost;
use crate::table::figure;

/// Requests of each kind. Both kinds alternate, so that a busy moment of the machine does not affect only one.
const REQUESTS: usize = 1_000;
/// The longer median as a multiple of the other.
const BOUND: f64 = 1.1;
/// A database that does not exist, with a name as long as that of the hidden one.
const MISSING: &str = "NONES";
/// An id that does not exist.
const NOBODY: &str = "00000000-0000-7000-8000-000000000000";

/// Asks about a module, the manual and the import of a database that the caller of `token` does not see.
pub(super) async fn measure(
    client: &mut BenchClient,
    (admin, token): (&str, &str),
    (csdb, import): (&str, &str),
) -> Result<()> {
    let listed = client.get(&format!("{API}/dm/getAllDmListWithPage?manualPath=/{csdb}/AMM"), Some(admin)).await?;
    let listed: Value = serde_json::from_slice(&listed)?;
    let module = listed["items"][0]["path"].as_str().context("no module")?.to_owned();
    let of_module = |call: &str| [format!("{call}{module}"), format!("{call}{}", module.replacen(csdb, MISSING, 1))];
    let of_manual = |call: &str| [format!("{call}/{csdb}/AMM"), format!("{call}/{MISSING}/AMM")];
    let questions = [
        ("file", of_module("/files/default")),
        ("reader", of_module("/view/default")),
        ("bytes", of_module("/bytes/default")),
        ("versions", of_module("/files/getVersions/default")),
        ("contents", of_manual("/toc/getTopToc?manualPath=")),
        ("modules", of_manual("/dm/getAllDmListWithPage?manualPath=")),
        ("publications", of_manual("/publications?manualPath=")),
        ("task", [format!("/jobs/{import}"), format!("/jobs/{NOBODY}")]),
    ];
    println!("\nhidden against missing, {REQUESTS} requests each, median of the time of an answer");
    for (name, addresses) in questions {
        let [hidden, missing] = medians(client, token, &addresses).await.context(name)?;
        println!("{name}: {:.0} µs hidden, {:.0} µs missing", hidden * 1e6, missing * 1e6);
        let ratio = (hidden / missing).max(missing / hidden);
        figure(&format!("{name}, hidden against missing"), ratio, AtMost(BOUND), "times");
    }
    Ok(())
}

/// The median times of the answers of two addresses, in seconds. Both must refuse alike.
async fn medians(client: &mut BenchClient, token: &str, addresses: &[String; 2]) -> Result<[f64; 2]> {
    let mut times: [Vec<Duration>; 2] = Default::default();
    for _ in 0..REQUESTS {
        let mut statuses = Vec::new();
        for (address, times) in addresses.iter().zip(&mut times) {
            let began = Instant::now();
            statuses.push(client.status(&format!("{API}{address}"), token).await?);
            times.push(began.elapsed());
        }
        ensure!(statuses[0] == statuses[1] && statuses[0].is_client_error(), "{addresses:?}: {statuses:?}");
    }
    Ok(times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64()
    }))
}
