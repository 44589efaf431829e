//! An OEM revision with changes in many modules, some of which the operator changed too: forecast, redline,
//! confirmation.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::json;

use crate::session::{AdminSession, MANUAL};
use crate::table::Goal::AtMost;
use crate::table::figure;
use crate::work::told;

/// Modules of the redline that are in view at first.
const IN_VIEW: usize = 2;

/// CPU time of a revision.
pub(crate) struct RevisionCosts {
    pub(crate) modules: usize,
    pub(crate) forecast: Duration,
    pub(crate) confirmation: Duration,
}

impl RevisionCosts {
    /// Seconds for each module of the manual.
    #[expect(clippy::cast_precision_loss, reason = "some hundred thousand modules at most")]
    pub(crate) fn per_module(&self, time: Duration) -> f64 {
        time.as_secs_f64() / self.modules.max(1) as f64
    }
}

/// Imports a revision of a manual of so many modules, and confirms it.
pub(crate) async fn measure(session: &mut AdminSession, zip: Vec<u8>, modules: usize) -> Result<RevisionCosts> {
    let checked = session.send_package(zip).await?;
    let (_, import) = session.job("universalImport", checked.parameters).await?;
    session.indexed().await?;
    let waiting = session.get("/revisions/waiting").await?;
    let id = waiting["items"][0]["id"].as_str().context("a waiting revision")?.to_owned();

    let forecast = forecast(session, &id, modules).await?;
    told("the first screen of a redline", first_screen(session).await);
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
    Ok(RevisionCosts { modules, forecast, confirmation: confirmation.cpu })
}

async fn forecast(session: &mut AdminSession, id: &str, modules: usize) -> Result<Duration> {
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
    // The bound is for 10,000 modules; the work grows with their number.
    #[expect(clippy::cast_precision_loss, reason = "some hundred thousand modules at most")]
    let bound = 5.0 * (modules as f64 / 10_000.0).max(1.0);
    figure(&format!("forecast of a revision of {modules} modules, CPU"), cpu.as_secs_f64(), AtMost(bound), "s");
    Ok(cpu)
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
