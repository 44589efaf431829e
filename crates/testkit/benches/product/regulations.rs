//! Importing a regulation of 20,000 requirements, and its next version.

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

const API: &str = "/kbj/api";
const ITEMS: u32 = 20_000;
const PAUSE: Duration = Duration::from_millis(50);

pub(crate) async fn measure(airfolio: &Path) -> Result<()> {
    println!("\nregulation of {ITEMS} requirements as CSV");
    let data = tempfile::tempdir()?;
    let (server, _) = MeasuredProgram::airfolio(airfolio, data.path()).await?;
    let mut client = BenchClient::connect(server.address).await?;
    let token = client.sign_in("admin", PASSWORD).await?;
    let started = Instant::now();
    let collection = import(&mut client, &token, version(1)?, "").await?;
    figure("import of 20,000 requirements", started.elapsed().as_secs_f64(), AtMost(10.0), "s");
    let started = Instant::now();
    import(&mut client, &token, version(2)?, &collection).await?;
    figure("their next version, 1 % changed", started.elapsed().as_secs_f64(), AtMost(10.0), "s");
    let started = Instant::now();
    import(&mut client, &token, version(3)?, &collection).await?;
    figure("a version that changes all of them", started.elapsed().as_secs_f64(), AtMost(20.0), "s");
    for format in ["csv", "xlsx", "oscal"] {
        let started = Instant::now();
        client.get(&format!("{API}/compliance/export/{collection}?format={format}"), Some(&token)).await?;
        let what = ["export as ", format].concat();
        figure(&what, started.elapsed().as_secs_f64(), AtMost(10.0), "s");
    }
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
async fn import(client: &mut BenchClient, token: &str, file: Bytes, collection: &str) -> Result<String> {
    let path = format!("{API}/compliance/imports?fileName=bench.csv&collectionId={collection}");
    let sent = client.send_file(&path, token, "text/csv", file).await?;
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
