//! A package of a whole manual beside `zip` of the same files.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::session::{API, AdminSession};
use crate::table::Goal::AtMost;
use crate::table::figure;
use crate::usage::Process;
use crate::{ground, inspect};

const OPERATOR: &str = "BENCH";

/// Publishes a draft. The proof of the package is not counted: the same check of the same bytes is measured here.
pub(crate) async fn measure(session: &mut AdminSession, schemas: &Path, corpus: &Path, folder: &Path) -> Result<()> {
    session.post("/config/operator", &ground::operator(OPERATOR, "F-BNCH")).await?;
    session.indexed().await?;
    let before = zip(corpus, folder)?;
    let parameters = json!({
        "csdbName": "BENCH", "manualName": "AMM", "revision": "1", "formats": ["s1000d"],
        "reviseTypes": ["complete"], "profiles": ["All"], "operator": OPERATOR,
    });
    let (job, cost) = session.job("exportQuickAta2300", parameters).await?;
    let after = zip(corpus, folder)?;
    let outputs = &job["outputMap"];
    let (id, name) =
        (outputs["publication"].as_str().context("an id")?, outputs["fileName"].as_str().context("a name")?);
    let path = format!("{API}/publications/{id}/artifacts/{name}");
    let package = session.client.get(&path, Some(&session.token)).await?;
    let file = folder.join("package.zip");
    std::fs::write(&file, &package)?;
    let proof = inspect::inspect(&file, &inspect::schemas(schemas)?, 1)?;
    let theirs = (before + after) / 2;
    println!(
        "a package of {} MB: {:.2} s CPU, {:.2} s wall, {:.2} s CPU of it for the proof of {} objects; peak RssAnon {} MB; \
         zip of the files {:.2} s CPU",
        package.len() >> 20,
        cost.cpu.as_secs_f64(),
        cost.wall.as_secs_f64(),
        proof.cpu.as_secs_f64(),
        proof.files,
        cost.memory,
        theirs.as_secs_f64(),
    );
    let ours = cost.cpu.saturating_sub(proof.cpu).as_secs_f64();
    figure("S1000D package, CPU of zip's", ours / theirs.as_secs_f64(), AtMost(2.0), "times");
    #[expect(clippy::cast_precision_loss, reason = "megabytes")]
    figure("peak RssAnon while publishing", cost.memory as f64, AtMost(300.0), "MB");
    Ok(())
}

/// The CPU time of `zip` on the files of a folder.
fn zip(corpus: &Path, folder: &Path) -> Result<Duration> {
    let archive = folder.join("zip.zip");
    let before = Process::this().cpu_of_children()?;
    let mut command = Command::new("zip");
    command.args(["-q", "-r"]).arg(&archive).arg(".").current_dir(corpus).stdout(Stdio::null());
    let status = command.status().context("zip (Debian: zip)")?;
    ensure!(status.success(), "zip ends with {status}");
    let cpu = Process::this().cpu_of_children()?.saturating_sub(before);
    // A second run would only update it.
    std::fs::remove_file(&archive)?;
    Ok(cpu)
}
