//! CPU time of the program per request: modules viewed for the first time and again, entries of the contents expanded.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::client::BenchClient;
use crate::ground::{CONNECTIONS, compare};
use crate::load::LoadTarget;
use crate::program::MeasuredProgram;
use crate::table::Goal::AtLeast;
use crate::table::{figure, unmeasured};

const API: &str = "/kbj/api";
/// Modules that are viewed for the first time while the CPU time is measured.
const FIRST_VIEWS: usize = 1_000;
/// Views after which the memory is read.
const ALL_VIEWS: usize = 15_000;
/// Modules beside nginx: their views together are larger than the response cache.
const COMPARED: usize = 1_500;
const EXPANSIONS: usize = 1_000;

pub(crate) struct ViewFigures {
    /// CPU time of one first view, and of expanding an entry once more.
    pub(crate) first: Duration,
    pub(crate) expansion: Duration,
    /// Anonymous memory in MB after [`ALL_VIEWS`].
    pub(crate) memory: u64,
}

/// Views the modules of a manual that were just imported, and expands the entry at the path `entry`.
pub(crate) async fn measure(program: &MeasuredProgram, token: &str, manual: &str, entry: &str) -> Result<ViewFigures> {
    let mut client = BenchClient::connect(program.address).await?;
    let paths = list(&mut client, token, manual).await?;
    let first = each(program, &mut client, token, paths.iter().take(FIRST_VIEWS)).await?;
    client.get(entry, Some(token)).await?;
    let expansion = each(program, &mut client, token, std::iter::repeat_n(entry, EXPANSIONS)).await?;
    beside_nginx(program, &mut client, token, &paths).await?;
    each(program, &mut client, token, paths.iter().cycle().take(ALL_VIEWS)).await?;
    Ok(ViewFigures { first, expansion, memory: program.process().anonymous_memory()? / 1024 })
}

/// The URLs of all modules.
async fn list(client: &mut BenchClient, token: &str, manual: &str) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    for page in 1.. {
        let path = format!("{API}/dm/getAllDmListWithPage?manualPath={manual}&pageNumber={page}&pageSize=500");
        let list: Value = serde_json::from_slice(&client.get(&path, Some(token)).await?)?;
        let items = list["items"].as_array().context("modules")?;
        if items.is_empty() {
            break;
        }
        paths.extend(
            items.iter().filter_map(|item| item["path"].as_str()).map(|path| format!("{API}/view/default{path}")),
        );
    }
    Ok(paths)
}

/// The CPU time of the program per request.
async fn each(
    program: &MeasuredProgram,
    client: &mut BenchClient,
    token: &str,
    paths: impl Iterator<Item = impl AsRef<str>>,
) -> Result<Duration> {
    let (before, mut count) = (program.process().cpu()?, 0);
    for path in paths {
        client.get(path.as_ref(), Some(token)).await?;
        count += 1;
    }
    Ok(program.process().cpu()?.saturating_sub(before) / count.max(1))
}

/// Views many modules in turn, beside nginx with the same bytes as files.
async fn beside_nginx(
    program: &MeasuredProgram,
    client: &mut BenchClient,
    token: &str,
    paths: &[String],
) -> Result<()> {
    let paths: Vec<String> = paths.iter().take(COMPARED).cloned().collect();
    let files = tempfile::tempdir()?;
    for (number, path) in paths.iter().enumerate() {
        fs::write(files.path().join(format!("{number}.json")), client.get(path, Some(token)).await?)?;
    }
    fs::copy(files.path().join("0.json"), files.path().join("view.json"))?;
    let Some(nginx) = nginx(files.path()).await? else { return Ok(()) };
    let what = format!("warm views of {} modules in turn", paths.len());
    let served = (0..paths.len()).map(|number| format!("/{number}.json")).collect();
    let targets = [
        LoadTarget::of_many("nginx, the same bytes as files", nginx.address, served, None),
        LoadTarget::of_many("GET /view/default", program.address, paths, Some(token)),
    ];
    of_nginx(&what, &targets).await?;
    nginx.stop()
}

/// Compares requests per second with those of nginx, which is the first target.
pub(crate) async fn of_nginx(what: &str, targets: &[LoadTarget]) -> Result<()> {
    for (connections, goal) in CONNECTIONS.into_iter().zip([0.4, 0.3]) {
        let ratio = compare(targets, connections, "of nginx").await?;
        figure(&format!("{what}, {connections} at once, of nginx"), ratio, AtLeast(goal), "times");
    }
    Ok(())
}

/// Starts nginx on the files of a folder; reports when that fails.
pub(crate) async fn nginx(files: &Path) -> Result<Option<MeasuredProgram>> {
    match MeasuredProgram::nginx(files).await {
        Ok(nginx) => Ok(Some(nginx)),
        Err(error) => {
            unmeasured("views beside nginx (Debian: nginx-light)", &error);
            Ok(None)
        }
    }
}
