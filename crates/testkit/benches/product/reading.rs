//! One rendered module over HTTP, compared with nginx serving the same bytes as a file: same run, same client.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use testkit::packages::{demo, zipped};

use crate::PASSWORD;
use crate::client::BenchClient;
use crate::load::LoadTarget;
use crate::program::MeasuredProgram;
use crate::views::{nginx, of_nginx};

const API: &str = "/kbj/api";
const MANUAL: &str = "/BENCH/AMM";
const PAUSE: Duration = Duration::from_millis(100);
/// The preferred size of the module.
const BYTES: u64 = 20 << 10;

pub(crate) async fn measure(airfolio: &Path) -> Result<()> {
    let data = tempfile::tempdir()?;
    let (server, _) = MeasuredProgram::airfolio(airfolio, data.path()).await?;
    let mut client = BenchClient::connect(server.address).await?;
    let token = client.sign_in("admin", PASSWORD).await?;
    import_demo(&mut client, &token).await?;
    let path = format!("{API}/view/default{}", nearest_module(&mut client, &token).await?);
    let bytes = client.get(&path, Some(&token)).await?;

    let files = tempfile::tempdir()?;
    std::fs::write(files.path().join("view.json"), &bytes)?;
    let Some(nginx) = nginx(files.path()).await? else { return server.stop() };
    println!("\nreading a module of {} bytes as JSON", bytes.len());
    let targets = [
        LoadTarget::new("nginx, the same bytes as a file", nginx.address, "/view.json", None),
        LoadTarget::new("GET /view/default", server.address, &path, Some(&token)),
    ];
    of_nginx("warm view", &targets).await?;
    nginx.stop()?;
    server.stop()
}

/// Imports the demo maintenance manual.
pub(crate) async fn import_demo(client: &mut BenchClient, token: &str) -> Result<()> {
    let database = json!({"csdbName": "BENCH", "csdbType": "H160"});
    client.post(&format!("{API}/csdb"), Some(token), &database).await?;
    import_package(client, token, "amm", "AMM").await
}

/// Imports a package of the demo library into a new manual.
pub(crate) async fn import_package(client: &mut BenchClient, token: &str, package: &str, name: &str) -> Result<()> {
    let (own, token) = (token, Some(token));
    let manual = json!({"csdbName": ["BENCH"], "manualName": [name], "manualType": [name]});
    client.post(&format!("{API}/csdb/manual"), token, &manual).await?;
    let zip = zipped(&demo(package));
    let sent = client.send_zip(&format!("{API}/vault/files/{package}.zip"), own, zip.into()).await?;
    let read = job(client, token, "universalPreImport", json!({"importPackage": sent["path"]})).await?;
    let mut given = read["outputMap"].clone();
    given["csdbName"] = json!("BENCH");
    given["manualName"] = json!(name);
    job(client, token, "universalImport", given).await?;
    Ok(())
}

/// The path of the module closest to 20 kB, among the first 500.
pub(crate) async fn nearest_module(client: &mut BenchClient, token: &str) -> Result<String> {
    let list = format!("{API}/dm/getAllDmListWithPage?manualPath={MANUAL}&pageSize=500");
    let list = client.get(&list, Some(token)).await?;
    let list: Value = serde_json::from_slice(&list)?;
    let modules = list["items"].as_array().context("modules")?;
    let nearest = modules.iter().min_by_key(|module| module["size"].as_u64().unwrap_or_default().abs_diff(BYTES));
    Ok(nearest.and_then(|module| module["path"].as_str()).context("a module")?.to_owned())
}

async fn job(client: &mut BenchClient, token: Option<&str>, name: &str, parameters: Value) -> Result<Value> {
    let asked = json!({"jobName": name, "parameterMap": parameters});
    let job = client.post(&format!("{API}/jobs"), token, &asked).await?;
    let path = format!("{API}/jobs/{}", job["id"].as_str().context("the id of a job")?);
    loop {
        tokio::time::sleep(PAUSE).await;
        let job: Value = serde_json::from_slice(&client.get(&path, token).await?)?;
        match job["status"].as_str() {
            Some("COMPLETED") => return Ok(job),
            Some("FAILED") => bail!("{name} failed: {}", job["errorList"]),
            _ => {}
        }
    }
}
