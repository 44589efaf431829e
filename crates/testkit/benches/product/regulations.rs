//! Importing a regulation of 20,000 requirements, and its next version; and an export of EASA of 5 MB.

#[path = "../../../regulations/benches/generated/easa_export.rs"]
mod easa_export;

use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use bytes::Bytes;
use serde_json::{Value, json};

use crate::PASSWORD;
use crate::client::BenchClient;
use crate::program::MeasuredProgram;
use crate::table::Goal::AtMost;
use crate::table::figure;
use crate::work::told;

const API: &str = "/kbj/api";
const ITEMS: u32 = 20_000;
const CSV: &str = "bench.csv";
const PAUSE: Duration = Duration::from_millis(50);

pub(crate) async fn measure(airfolio: &Path) -> Result<()> {
    println!("\nregulation of {ITEMS} requirements as CSV");
    let data = tempfile::tempdir()?;
    let (server, _) = MeasuredProgram::airfolio(airfolio, data.path()).await?;
    let mut client = BenchClient::connect(server.address).await?;
    let token = client.sign_in("admin", PASSWORD).await?;
    let started = Instant::now();
    let collection = import(&mut client, &token, (CSV, version(1)?), "").await?;
    figure("import of 20,000 requirements", started.elapsed().as_secs_f64(), AtMost(10.0), "s");
    for (number, what, bound) in
        [(2, "their next version, 1 % changed", 10.0), (3, "a version that changes all of them", 20.0)]
    {
        let started = Instant::now();
        if told(what, import(&mut client, &token, (CSV, version(number)?), &collection).await).is_some() {
            figure(what, started.elapsed().as_secs_f64(), AtMost(bound), "s");
        }
    }
    for format in ["csv", "xlsx", "oscal"] {
        let (what, path) =
            (format!("export as {format}"), format!("{API}/compliance/export/{collection}?format={format}"));
        let started = Instant::now();
        if told(&what, client.get(&path, Some(&token)).await).is_some() {
            figure(&what, started.elapsed().as_secs_f64(), AtMost(10.0), "s");
        }
    }
    server.stop()?;
    told("an export of EASA", easa(airfolio).await);
    Ok(())
}

/// The whole way of an export: uploaded, checked and taken over, by a program that has done nothing else.
async fn easa(airfolio: &Path) -> Result<()> {
    let export = Bytes::from(easa_export::export(5 << 20));
    let data = tempfile::tempdir()?;
    let (server, _) = MeasuredProgram::airfolio(airfolio, data.path()).await?;
    let mut client = BenchClient::connect(server.address).await?;
    let token = client.sign_in("admin", PASSWORD).await?;
    let before = server.process().anonymous_memory()? / 1024;
    let (computed, memory) = (server.process().cpu()?, server.process().watch());
    import(&mut client, &token, ("bench.xml", export), "").await?;
    let computed = server.process().cpu()?.saturating_sub(computed);
    figure("import of a 5 MB export of EASA, computing", computed.as_secs_f64(), AtMost(3.0), "s");
    let grown = u32::try_from(memory.peak().saturating_sub(before)).unwrap_or(u32::MAX);
    figure("memory that it needs", f64::from(grown), AtMost(200.0), "MB");
    server.stop()
}

/// A version of the regulation; the second one changes each hundredth requirement, the third one all.
fn version(number: u32) -> Result<Bytes> {
    let mut file = String::from(
        "code,title,text,parent_code,type\npolicyCollectionName,,Bench,,META\npolicyOriginator,,Bench,,META\n\
         complianceType,,regulatory,,META\n",
    );
    writeln!(file, "version,,{number},,META")?;
    for category in 0..100 {
        writeln!(file, "C{category},Category {category},,,CATEGORY")?;
    }
    for item in 0..ITEMS {
        let days = match number {
            2 if item % 100 == 0 => 60,
            3 => 90,
            _ => 30,
        };
        let category = item % 100;
        writeln!(
            file,
            "R.{item},Requirement {item},\"(a) The operator shall keep the records of subject {item} for {days} days.\n\
             (b) The operator shall show the records of subject {item} to the authority on request.\",C{category},RULE"
        )?;
    }
    Ok(file.into())
}

/// Uploads a file, waits for its check and takes it over; gives the id of its collection.
async fn import(
    client: &mut BenchClient,
    token: &str,
    (name, file): (&str, Bytes),
    collection: &str,
) -> Result<String> {
    let path = format!("{API}/compliance/imports?fileName={name}&collectionId={collection}");
    let sent = client.send_file(&path, token, "application/octet-stream", file).await?;
    let check = sent["jobId"].as_str().context("the job of the check")?.to_owned();
    ended(client, token, &check).await?;
    let id = sent["id"].as_str().context("the id of the file")?;
    let takeover = client.post(&format!("{API}/compliance/imports/{id}/takeover"), Some(token), &json!({})).await?;
    let job = takeover["id"].as_str().context("the id of the takeover")?.to_owned();
    let done = ended(client, token, &job).await?;
    let collection = done["outputMap"]["collectionId"].as_str().context("the id of the collection")?;
    Ok(collection.to_owned())
}

async fn ended(client: &mut BenchClient, token: &str, id: &str) -> Result<Value> {
    loop {
        let job: Value = serde_json::from_slice(&client.get(&format!("{API}/jobs/{id}"), Some(token)).await?)?;
        match job["status"].as_str() {
            Some("COMPLETED") => return Ok(job),
            Some("FAILED") => bail!("the regulation was not imported: {}", job["errorList"]),
            _ => tokio::time::sleep(PAUSE).await,
        }
    }
}
