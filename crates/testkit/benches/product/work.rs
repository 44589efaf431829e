//! Work on a manual of many modules, in one run of the program: edits, a publication, an OEM revision.
//!
//! A part that cannot be measured says so, and the others are measured all the same.

use std::path::Path;

use anyhow::{Result, ensure};

use crate::session::AdminSession;
use crate::yardstick::Yardstick;
use crate::{editing, finding, publishing, read_archive, revised_package, revision, saving};

/// How much is worked on.
pub(crate) struct WorkSizes {
    /// Modules that the OEM revision changes, and those of them that the operator changed before.
    pub(crate) changed: usize,
    pub(crate) customised: usize,
}

pub(crate) async fn measure(airfolio: &Path, schemas: &Path, corpus: &Path, sizes: &WorkSizes) -> Result<()> {
    ensure!(sizes.customised <= sizes.changed, "the customised modules are some of the changed ones");
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    let mut session = AdminSession::begin(airfolio, schemas, &data).await?;
    let checked = session.send_package(read_archive(corpus)?).await?;
    let (imported, _) = session.job("universalImport", checked.parameters).await?;
    println!("\nwork on a manual of {} modules", imported["outputMap"]["modules"].as_str().unwrap_or_default());
    session.indexed().await?;

    let package = revised_package::make(corpus, sizes.changed)?;
    let (customised, others) = package.changed.split_at(sizes.customised.min(package.changed.len()));
    let mut yardstick = Yardstick::begin(folder.path()).await?;
    told("edits", editing::measure(&mut session, &mut yardstick, customised).await);
    told("saves of many authors", saving::measure(&mut session, others).await);
    told("the check of a draft", editing::check_draft(&mut session).await);
    told("a package", publishing::measure(&mut session, schemas, corpus, folder.path()).await);
    told("an OEM revision", revision::measure(&mut session, package.zip).await);
    session.program.stop()
}

fn told(what: &str, measured: Result<()>) {
    if let Err(error) = measured {
        println!("NOT MEASURED: {what}: {error:#}");
    }
}

impl AdminSession {
    /// Waits until everything can be searched, so that indexing costs nothing of what is measured next.
    pub(crate) async fn indexed(&mut self) -> Result<()> {
        finding::indexed(self.program.process(), &mut self.client, &self.token).await.map(drop)
    }
}
