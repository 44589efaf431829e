//! Work on a manual of many modules: edits, publications, an OEM revision. Each begins with a new program and an import.

use std::path::Path;

use anyhow::{Result, ensure};
use tempfile::TempDir;

use crate::revision::RevisionCosts;
use crate::saving::AUTHORS;
use crate::session::AdminSession;
use crate::table::Goal::AtMost;
use crate::table::{figure, unmeasured};
use crate::yardstick::Yardstick;
use crate::{editing, finding, publishing, read_archive, revised_package, revision, saving};

/// How much is worked on.
pub(crate) struct WorkSizes {
    /// Modules that the OEM revision changes, and those of them that the operator changed before.
    pub(crate) changed: usize,
    pub(crate) customised: usize,
}

/// A program that holds the manual of a package, and can search it.
async fn begin(airfolio: &Path, schemas: &Path, corpus: &Path, folder: &TempDir) -> Result<(AdminSession, usize)> {
    let mut session = AdminSession::begin(airfolio, schemas, &folder.path().join("data")).await?;
    let checked = session.send_package(read_archive(corpus)?).await?;
    let (imported, _) = session.job("universalImport", checked.parameters).await?;
    session.indexed().await?;
    let modules: usize = imported["outputMap"]["modules"].as_str().unwrap_or_default().parse()?;
    println!("\nwork on a manual of {modules} modules");
    Ok((session, modules))
}

/// Check-outs, saves, checks and check-ins.
pub(crate) async fn measure_edits(airfolio: &Path, schemas: &Path, corpus: &Path, sizes: &WorkSizes) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (mut session, _) = begin(airfolio, schemas, corpus, &folder).await?;
    // Some modules have no paragraph and are left out.
    let paths = revised_package::paths(corpus, sizes.customised + 10 * AUTHORS)?;
    let (edited, others) = paths.split_at(sizes.customised.min(paths.len()));
    let mut yardstick = Yardstick::begin(folder.path()).await?;
    told("edits", editing::measure(&mut session, &mut yardstick, edited).await);
    told("saves of many authors", saving::measure(&mut session, others).await);
    told("the check of a draft", editing::check_draft(&mut session).await);
    session.program.stop()
}

/// A package and a website, and both again after some edits.
pub(crate) async fn measure_publications(airfolio: &Path, schemas: &Path, corpus: &Path) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (mut session, _) = begin(airfolio, schemas, corpus, &folder).await?;
    told("publications", publishing::measure(&mut session, schemas, corpus, folder.path()).await);
    session.program.stop()
}

/// A printed book.
pub(crate) async fn measure_books(airfolio: &Path, schemas: &Path, corpus: &Path) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (mut session, _) = begin(airfolio, schemas, corpus, &folder).await?;
    told("a book", publishing::measure_book(&mut session).await);
    session.program.stop()
}

/// An OEM revision; of a large manual too, which changes as large a part of it.
pub(crate) async fn measure_revisions(
    airfolio: &Path,
    schemas: &Path,
    corpus: &Path,
    large: Option<&Path>,
    sizes: &WorkSizes,
) -> Result<()> {
    let small = one_revision(airfolio, schemas, corpus, sizes).await?;
    let Some(large) = large else {
        unmeasured("a revision of 100,000 modules", &"BENCH_LARGE=1 asks for it");
        return Ok(());
    };
    let times = std::fs::read_dir(large)?.count() / std::fs::read_dir(corpus)?.count().max(1);
    let sizes = WorkSizes { changed: sizes.changed * times, customised: sizes.customised * times };
    let many = one_revision(airfolio, schemas, large, &sizes).await?;
    for (what, few, more) in
        [("forecast", small.forecast, many.forecast), ("confirmation", small.confirmation, many.confirmation)]
    {
        let what = format!("{what} of {} modules, CPU per module of {}'s", many.modules, small.modules);
        figure(&what, many.per_module(more) / small.per_module(few), AtMost(1.15), "times");
    }
    Ok(())
}

async fn one_revision(airfolio: &Path, schemas: &Path, corpus: &Path, sizes: &WorkSizes) -> Result<RevisionCosts> {
    ensure!(sizes.customised <= sizes.changed, "the customised modules are some of the changed ones");
    let folder = tempfile::tempdir()?;
    let (mut session, modules) = begin(airfolio, schemas, corpus, &folder).await?;
    let package = revised_package::make(corpus, sizes.changed)?;
    let customised = package.changed.get(..sizes.customised).unwrap_or(&package.changed);
    editing::customise(&mut session, customised).await?;
    let measured = revision::measure(&mut session, package.zip, modules).await?;
    session.program.stop()?;
    Ok(measured)
}

/// Says why something could not be measured; what comes after it is measured all the same.
pub(crate) fn told<T>(what: &str, measured: Result<T>) -> Option<T> {
    measured.inspect_err(|error| unmeasured(what, error)).ok()
}

impl AdminSession {
    /// Waits until everything can be searched, so that indexing costs nothing of what is measured next.
    pub(crate) async fn indexed(&mut self) -> Result<()> {
        finding::indexed(self.program.process(), &mut self.client, &self.token).await.map(drop)
    }
}
