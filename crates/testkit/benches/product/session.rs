//! A started program with an administrator's session: requests, jobs and their cost, packages, people.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::PASSWORD;
use crate::client::BenchClient;
use crate::packages::Cost;
use crate::program::MeasuredProgram;

pub(crate) const API: &str = "/kbj/api";
pub(crate) const MANUAL: &str = "/BENCH/AMM";
/// Polling interval of jobs and of the other users.
pub(crate) const PAUSE: Duration = Duration::from_millis(100);

/// The program and an administrator's session.
pub(crate) struct AdminSession {
    pub(crate) program: MeasuredProgram,
    pub(crate) client: BenchClient,
    pub(crate) token: String,
}

/// A package that was sent to the program and checked by it.
pub(crate) struct CheckedPackage {
    pub(crate) sent: Value,
    pub(crate) pre_import: Cost,
    /// The parameters of the import.
    pub(crate) parameters: Value,
}

impl AdminSession {
    /// Starts the program on a new folder, with schemas and an empty manual.
    pub(crate) async fn begin(airfolio: &Path, schemas: &Path, data: &Path) -> Result<Self> {
        let mut session = Self::resume(airfolio, data).await?;
        let (zip, token) = (std::fs::read(schemas).context("reading the schema set")?, session.token.clone());
        session.client.send_zip(&format!("{API}/config/schemaSets"), &token, zip.into()).await?;
        session.post("/csdb", &json!({"csdbName": "BENCH", "csdbType": "H160"})).await?;
        let manual = json!({"csdbName": ["BENCH"], "manualName": ["AMM"], "manualType": ["AMM"]});
        session.post("/csdb/manual", &manual).await?;
        Ok(session)
    }

    /// Starts the program on a folder.
    pub(crate) async fn resume(airfolio: &Path, data: &Path) -> Result<Self> {
        let (program, _) = MeasuredProgram::airfolio(airfolio, data).await?;
        let mut client = BenchClient::connect(program.address).await?;
        let token = client.sign_in("admin", PASSWORD).await?;
        Ok(Self { program, client, token })
    }

    pub(crate) async fn post(&mut self, path: &str, json: &Value) -> Result<Value> {
        self.client.post(&format!("{API}{path}"), Some(&self.token), json).await
    }

    pub(crate) async fn get(&mut self, path: &str) -> Result<Value> {
        Ok(serde_json::from_slice(&self.client.get(&format!("{API}{path}"), Some(&self.token)).await?)?)
    }

    pub(crate) async fn put(&mut self, path: &str, json: &Value) -> Result<()> {
        self.client.put(&format!("{API}{path}"), &self.token, json).await
    }

    /// Creates an account with the password of all accounts; returns its token.
    pub(crate) async fn add_person(&mut self, account: &str, role: &str) -> Result<String> {
        let first = format!("{PASSWORD}-first");
        let person =
            json!({"account": account, "email": format!("{account}@example.com"), "role": role, "password": first});
        self.post("/user-manage/createUser", &person).await?;
        let own = self.client.sign_in(account, &first).await?;
        let change = json!({
            "account": account, "oldPassword": first, "newPassword": PASSWORD, "confirmPassword": PASSWORD,
        });
        self.client.post(&format!("{API}/user-manage/changePwd"), Some(&own), &change).await?;
        self.client.sign_in(account, PASSWORD).await
    }

    /// Sends a package and lets it be checked.
    pub(crate) async fn send_package(&mut self, zip: Vec<u8>) -> Result<CheckedPackage> {
        let token = self.token.clone();
        let sent = self.client.send_zip(&format!("{API}/vault/files/bench.zip"), &token, zip.into()).await?;
        let (read, pre_import) = self.job("universalPreImport", json!({ "importPackage": sent["path"] })).await?;
        let mut parameters = read["outputMap"].clone();
        parameters["csdbName"] = json!("BENCH");
        parameters["manualName"] = json!("AMM");
        Ok(CheckedPackage { sent, pre_import, parameters })
    }

    /// Runs a job; the cost is the CPU time of the whole program meanwhile.
    pub(crate) async fn job(&mut self, name: &str, parameters: Value) -> Result<(Value, Cost)> {
        let process = self.program.process();
        let (watch, cpu) = (process.watch(), process.cpu()?);
        let job = self.post("/jobs", &json!({"jobName": name, "parameterMap": parameters})).await?;
        let path = format!("/jobs/{}", job["id"].as_str().context("the id of a job")?);
        let job = loop {
            tokio::time::sleep(PAUSE).await;
            let job = self.get(&path).await?;
            match job["status"].as_str() {
                Some("COMPLETED") => break job,
                Some("FAILED") => bail!("{name} failed: {}", job["errorList"]),
                _ => {}
            }
        };
        let cpu = process.cpu()?.saturating_sub(cpu);
        let wall = (time(&job["endedOn"])? - time(&job["startedOn"])?).to_std()?;
        Ok((job, Cost { files: 0, cpu, wall, memory: watch.peak() }))
    }
}

fn time(value: &Value) -> Result<DateTime<Utc>> {
    Ok(value.as_str().context("a time")?.parse()?)
}
