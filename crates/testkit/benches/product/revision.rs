//! An OEM revision with changes in many modules, some of which the operator changed too: forecast, redline,
//! confirmation.

use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::json;

use crate::session::{AdminSession, MANUAL};
use crate::table::Goal::AtMost;
use crate::table::figure;

/// Modules of the redline that are in view at first.
const IN_VIEW: usize = 2;

pub(crate) async fn measure(session: &mut AdminSession, zip: Vec<u8>) -> Result<()> {
    let checked = session.send_package(zip).await?;
    let (_, import) = session.job("universalImport", checked.parameters).await?;
    session.indexed().await?;
    let waiting = session.get("/revisions/waiting").await?;
    let id = waiting["items"][0]["id"].as_str().context("a waiting revision")?.to_owned();

    forecast(session, &id).await?;
    first_screen(session).await?;
    let parameters = json!({"csdbName": "BENCH", "manualName": "AMM", "revision": id, "note": "Bench"});
    let (confirmed, confirmation) = session.job("confirmOemAta2300", parameters).await?;
    let [forwarded, merged, conflicts] =
        ["forwarded", "merged", "conflicts"].map(|name| confirmed["outputMap"][name].clone());
    println!(
        "the import of the revision {:.2} s CPU, {:.2} s wall; its confirmation {:.2} s CPU, {:.2} s wall: \
         {forwarded} forwarded, {merged} merged, {conflicts} with conflicts",
        import.cpu.as_secs_f64(),
        import.wall.as_secs_f64(),
        confirmation.cpu.as_secs_f64(),
        confirmation.wall.as_secs_f64(),
    );
    for (what, ours, theirs) in [("CPU", confirmation.cpu, import.cpu), ("wall", confirmation.wall, import.wall)] {
        let what = format!("confirming a revision, {what} of its import's");
        figure(&what, ours.as_secs_f64() / theirs.as_secs_f64(), AtMost(2.5), "times");
    }
    session.indexed().await
}

async fn forecast(session: &mut AdminSession, id: &str) -> Result<()> {
    let (before, began) = (session.program.process().cpu()?, Instant::now());
    let forecast = loop {
        let forecast = session.get(&format!("/revisions/{id}/forecast")).await?;
        if forecast["isComplete"] == json!(true) {
            break forecast;
        }
    };
    let cpu = session.program.process().cpu()?.saturating_sub(before);
    println!(
        "a forecast took {:.2} s: {} modules changed, {} customised, {} of them with conflicts",
        began.elapsed().as_secs_f64(),
        forecast["changedContent"],
        forecast["customised"],
        forecast["withConflicts"],
    );
    figure("forecast of a revision, CPU", cpu.as_secs_f64(), AtMost(5.0), "s");
    Ok(())
}

/// The list of changed modules and the redlines that are in view, as the page asks for them.
async fn first_screen(session: &mut AdminSession) -> Result<()> {
    let began = Instant::now();
    let list = session.get(&format!("/redline/default{MANUAL}?left=working&right=oem&pageSize=100")).await?;
    let modules = list["page"]["items"].as_array().context("changed modules")?;
    for module in modules.iter().take(IN_VIEW) {
        let [path, old, new] = ["path", "oldVersion", "newVersion"].map(|name| module[name].as_str());
        let (path, old, new) = (path.context("a path")?, old.context("a version")?, new.context("a version")?);
        session.get(&format!("/view/compare/default{path}?left={old}&right={new}&layout=one")).await?;
    }
    let took = began.elapsed();
    figure("first screen of its redline", took.as_secs_f64() * 1e3, AtMost(500.0), "ms");
    Ok(())
}
