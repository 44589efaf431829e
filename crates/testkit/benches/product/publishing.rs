//! Publications of a whole manual: a package beside `zip` of the same files, a website beside drawing the modules, and
//! both once more after a few edits.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::packages::Cost;
use crate::session::{API, AdminSession};
use crate::table::Goal::AtMost;
use crate::table::figure;
use crate::usage::Process;
use crate::work::told;
use crate::{drawing, editing, ground, inspect, revised_package};

const OPERATOR: &str = "BENCH";
/// Modules that are edited between two publications.
const EDITED: usize = 10;

/// The manual that is published, and a folder for files.
struct PublishedCorpus<'a> {
    schemas: &'a Path,
    corpus: &'a Path,
    folder: &'a Path,
}

pub(crate) async fn measure(session: &mut AdminSession, schemas: &Path, corpus: &Path, folder: &Path) -> Result<()> {
    session.post("/config/operator", &ground::operator(OPERATOR, "F-BNCH")).await?;
    let published = PublishedCorpus { schemas, corpus, folder };
    let package = told("a package", published.package(session, "1").await);
    if let Some(package) = package {
        told("a package beside zip", published.beside_zip(package));
    }
    let site = told("a website", publish_site(session, "1").await);
    if let Some(site) = &site {
        told("a website beside its modules", beside_drawing(corpus, site));
    }
    editing::customise(session, &revised_package::paths(corpus, EDITED)?).await?;
    session.indexed().await?;
    if let Some(first) = package {
        let again = told("a second package", published.package(session, "2").await);
        second("package", again, first);
    }
    if let Some(first) = site {
        let again = told("a second website", publish_site(session, "2").await);
        second("website", again.map(|cost| cost.cpu), first.cpu);
    }
    Ok(())
}

/// A printed book: the server describes it, and the PDF engine, a child process, lays it out.
pub(crate) async fn measure_book(session: &mut AdminSession) -> Result<()> {
    session.post("/config/operator", &ground::operator(OPERATOR, "F-BNCH")).await?;
    let process = session.program.process();
    let before = process.cpu_of_children()?;
    let (book, cost) = publish(session, "pdf", "1").await?;
    let engine = process.cpu_of_children()?.saturating_sub(before);
    println!(
        "a book of {} kB: the server {:.2} s CPU, the PDF engine {:.2} s CPU, {:.2} s wall",
        book.len() >> 10,
        cost.cpu.as_secs_f64(),
        engine.as_secs_f64(),
        cost.wall.as_secs_f64(),
    );
    memory("book", &cost);
    Ok(())
}

/// The cost of the same publication after a few edits.
fn second(what: &str, again: Option<Duration>, first: Duration) {
    let Some(again) = again else { return };
    let what = format!("second {what} with {EDITED} edits, CPU of the first's");
    figure(&what, again.as_secs_f64() / first.as_secs_f64(), AtMost(0.1), "times");
}

impl PublishedCorpus<'_> {
    /// The CPU time of a package. Its proof is not counted: the same check of the same bytes is measured here.
    async fn package(&self, session: &mut AdminSession, revision: &str) -> Result<Duration> {
        let (package, cost) = publish(session, "s1000d", revision).await?;
        let file = self.folder.join("package.zip");
        std::fs::write(&file, &package)?;
        let proof = inspect::inspect(&file, &inspect::schemas(self.schemas)?, 1)?;
        println!(
            "a package of {} MB: {:.2} s CPU, {:.2} s wall, {:.2} s CPU of it for the proof of {} objects",
            package.len() >> 20,
            cost.cpu.as_secs_f64(),
            cost.wall.as_secs_f64(),
            proof.cpu.as_secs_f64(),
            proof.files,
        );
        memory("package", &cost);
        Ok(cost.cpu.saturating_sub(proof.cpu))
    }

    fn beside_zip(&self, ours: Duration) -> Result<()> {
        let (once, again) = (self.zip()?, self.zip()?);
        let theirs = ((once + again) / 2).as_secs_f64();
        println!("zip of the files {theirs:.2} s CPU");
        figure("S1000D package, CPU of zip's", ours.as_secs_f64() / theirs, AtMost(2.0), "times");
        Ok(())
    }

    /// The CPU time of `zip` on the files of the manual.
    fn zip(&self) -> Result<Duration> {
        let archive = self.folder.join("zip.zip");
        let before = Process::this().cpu_of_children()?;
        let mut command = Command::new("zip");
        command.args(["-q", "-r"]).arg(&archive).arg(".").current_dir(self.corpus).stdout(Stdio::null());
        let status = command.status().context("zip (Debian: zip)")?;
        ensure!(status.success(), "zip ends with {status}");
        let cpu = Process::this().cpu_of_children()?.saturating_sub(before);
        // A second run would only update it.
        std::fs::remove_file(&archive)?;
        Ok(cpu)
    }
}

async fn publish_site(session: &mut AdminSession, revision: &str) -> Result<Cost> {
    let (site, cost) = publish(session, "html", revision).await?;
    println!(
        "a website of {} MB: {:.2} s CPU, {:.2} s wall",
        site.len() >> 20,
        cost.cpu.as_secs_f64(),
        cost.wall.as_secs_f64(),
    );
    memory("website", &cost);
    Ok(cost)
}

fn beside_drawing(corpus: &Path, site: &Cost) -> Result<()> {
    let drawing = drawing::draw_all(corpus)?.as_secs_f64();
    println!("drawing the modules {drawing:.2} s CPU");
    figure("website, CPU of drawing its modules", site.cpu.as_secs_f64() / drawing, AtMost(1.5), "times");
    Ok(())
}

/// Publishes a draft in one format; returns the first file, which is the product.
async fn publish(session: &mut AdminSession, format: &str, revision: &str) -> Result<(bytes::Bytes, Cost)> {
    let parameters = json!({
        "csdbName": "BENCH", "manualName": "AMM", "revision": revision, "formats": [format],
        "reviseTypes": ["complete"], "profiles": ["All"], "operator": OPERATOR,
    });
    let (job, cost) = session.job("exportQuickAta2300", parameters).await?;
    let outputs = &job["outputMap"];
    let (id, name) =
        (outputs["publication"].as_str().context("an id")?, outputs["fileName"].as_str().context("a name")?);
    let path = format!("{API}/publications/{id}/artifacts/{name}");
    let file = session.client.get(&path, Some(&session.token)).await?;
    Ok((file, cost))
}

#[expect(clippy::cast_precision_loss, reason = "megabytes")]
fn memory(what: &str, cost: &Cost) {
    figure(&format!("peak RssAnon of the server, {what}"), cost.memory as f64, AtMost(300.0), "MB");
}
