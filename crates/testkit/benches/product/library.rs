//! Imports a package into the real program while other users work.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::finding::{self, SearchFigures};
use crate::load::{Load, LoadTarget};
use crate::others::ConcurrentUsers;
use crate::packages::Cost;
use crate::session::{API, AdminSession, CheckedPackage, MANUAL};
use crate::views::{self, ViewFigures};
use crate::{archive_of, ground, read_archive};

/// The second user, who writes meanwhile.
const OTHER: &str = "other";
/// The number of children of the entry to expand, approximately.
const CHILDREN: u64 = 31;
const COMPARISONS: u32 = 3;

/// The measurements with one package.
pub(crate) struct Measurements {
    pub(crate) modules: u64,
    pub(crate) pre_import: Cost,
    pub(crate) import: Cost,
    pub(crate) writes: usize,
    pub(crate) write_p99: Duration,
    pub(crate) children: u64,
    pub(crate) expansion: Load,
    /// The time of the first own change, and of the next.
    pub(crate) own_changes: [Duration; 2],
    /// The time until the index had caught up, and the peak memory in MB meanwhile.
    pub(crate) indexing: (Duration, u64),
    pub(crate) found: SearchFigures,
    pub(crate) views: ViewFigures,
    /// CPU time of the comparison of the package with the revision that it became.
    pub(crate) comparison: Duration,
    /// Bytes in the data folder, without the package, and of the XML.
    pub(crate) stored: u64,
    pub(crate) xml: u64,
    /// Kept to the end: ext4 probes recently deleted blocks one by one, which would slow the next writer.
    _data: TempDir,
}

/// CPU time of the check of a package, and of its import until its text can be searched.
pub(crate) struct ImportCosts {
    pub(crate) pre_import: Duration,
    pub(crate) searchable: Duration,
}

/// Imports a package into a new library while nobody else works.
pub(crate) async fn import_alone(airfolio: &Path, schemas: &Path, corpus: &Path) -> Result<ImportCosts> {
    let data = tempfile::tempdir()?;
    let mut session = AdminSession::begin(airfolio, schemas, data.path()).await?;
    let checked = session.send_package(read_archive(corpus)?).await?;
    let before = session.program.process().cpu()?;
    session.job("universalImport", checked.parameters).await?;
    let token = session.token.clone();
    finding::indexed(session.program.process(), &mut session.client, &token).await?;
    let searchable = session.program.process().cpu()?.saturating_sub(before);
    session.program.stop()?;
    Ok(ImportCosts { pre_import: checked.pre_import.cpu, searchable })
}

pub(crate) async fn measure(airfolio: &Path, schemas: &Path, corpus: &Path) -> Result<Measurements> {
    let data = tempfile::tempdir()?;
    let mut session = AdminSession::begin(airfolio, schemas, data.path()).await?;
    session.add_person(OTHER, "admin").await?;
    let CheckedPackage { sent, pre_import, parameters } = session.send_package(read_archive(corpus)?).await?;
    let token = session.token.clone();
    let others = ConcurrentUsers::begin(session.program.address, OTHER, MANUAL).await?;
    let (imported, import) = session.job("universalImport", parameters).await?;
    let modules: u64 = imported["outputMap"]["modules"].as_str().context("how many modules")?.parse()?;
    let mut writes = others.end(modules).await?;
    writes.sort_unstable();
    let write_p99 = *writes.get(writes.len() * 99 / 100).context("somebody wrote")?;
    let files = session.files(&sent).await?;
    let indexing = finding::indexed(session.program.process(), &mut session.client, &token).await?;
    // The program frees its write-ahead log when it has nothing to write.
    tokio::time::sleep(ground::IDLE).await;
    let stored = size_below(data.path())?.saturating_sub(fs::metadata(archive_of(corpus))?.len());
    let (node, children) = session.place().await?;
    let path = format!("{API}/toc/getTocNode?manualPath={MANUAL}&nodeId={node}");
    let target = LoadTarget::new("expanding", session.program.address, &path, Some(&session.token));
    let expansion = target.run(1).await?;
    let views = views::measure(&session.program, &session.token, MANUAL, &path).await?;
    let comparison = session.comparison(&sent).await?;
    let own_changes = [session.change_picture("one").await?, session.change_picture("two").await?];
    let found = finding::measure(airfolio, data.path(), session.program, &session.token).await?;
    let with = |cost: Cost| Cost { files, ..cost };
    Ok(Measurements {
        modules,
        pre_import: with(pre_import),
        import: with(import),
        writes: writes.len(),
        write_p99,
        children,
        expansion,
        own_changes,
        indexing,
        found,
        views,
        comparison,
        stored,
        xml: size_of_xml(corpus)?,
        _data: data,
    })
}

impl AdminSession {
    /// The number of files in the package.
    async fn files(&mut self, sent: &Value) -> Result<u64> {
        let id = sent["packageId"].as_str().context("the id of the package")?;
        let package = self.get(&format!("/packages/{id}")).await?;
        let objects = package["summary"]["objects"].as_object().context("what the package holds")?;
        Ok(objects.values().filter_map(Value::as_u64).sum())
    }

    /// The CPU time of one comparison of the package with the manual.
    async fn comparison(&mut self, sent: &Value) -> Result<Duration> {
        let id = sent["packageId"].as_str().context("the id of the package")?;
        let path = format!("/packages/{id}/comparison?csdbName=BENCH&manualName=AMM&pageSize=50");
        self.get(&path).await?;
        let before = self.program.process().cpu()?;
        for _ in 0..COMPARISONS {
            self.get(&path).await?;
        }
        Ok(self.program.process().cpu()?.saturating_sub(before) / COMPARISONS)
    }

    /// Replaces the first illustration of the database and returns the time it took.
    async fn change_picture(&mut self, text: &str) -> Result<Duration> {
        let media = self.get("/media/default/BENCH/MULTIMEDIA?keywordFilter=.svg").await?;
        let path = media["items"][0]["path"].as_str().context("an illustration")?;
        let path = format!("{API}/media/default{path}?replace=true");
        let picture = format!("<svg xmlns='http://www.w3.org/2000/svg'><title>{text}</title></svg>");
        let began = Instant::now();
        self.client.send_file(&path, &self.token, "image/svg+xml", picture.into()).await?;
        Ok(began.elapsed())
    }

    /// The contents entry whose number of children is closest to [`CHILDREN`].
    async fn place(&mut self) -> Result<(String, u64)> {
        let top = self.get(&format!("/toc/getTopToc?manualPath={MANUAL}")).await?;
        let mut open = top["nodes"].as_array().cloned().unwrap_or_default();
        let mut best: Option<(String, u64)> = None;
        while let Some(node) = open.pop() {
            let id = node["id"].as_str().context("the id of a place")?.to_owned();
            let count = node["childCount"].as_u64().unwrap_or_default();
            let below = self.get(&format!("/toc/getTocNode?manualPath={MANUAL}&nodeId={id}")).await?;
            let below = below["children"].as_array().cloned().unwrap_or_default();
            open.extend(below.into_iter().filter(|node| node["leaf"] == json!(false)));
            if best.as_ref().is_none_or(|(_, so_far)| count.abs_diff(CHILDREN) < so_far.abs_diff(CHILDREN)) {
                best = Some((id, count));
            }
        }
        best.context("contents")
    }
}

/// The size of all files in a folder and below it.
fn size_below(folder: &Path) -> Result<u64> {
    let mut size = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        size += if metadata.is_dir() { size_below(&entry.path())? } else { metadata.len() };
    }
    Ok(size)
}

fn size_of_xml(corpus: &Path) -> Result<u64> {
    let mut size = 0;
    for entry in fs::read_dir(corpus)? {
        let entry = entry?;
        if entry.path().extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml")) {
            size += entry.metadata()?.len();
        }
    }
    Ok(size)
}
