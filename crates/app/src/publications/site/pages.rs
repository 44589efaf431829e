//! The pages of a site: several are drawn at once, and added in their order.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use publish::package::archive::ArchiveError;
use publish::site::{EarlierSite, PageInput, SiteFile, SitePage, SiteTargets, compress, draw, unreadable};
use s1000d::applic::Applic;
use tokio::task::JoinHandle;

use super::SiteParts;
use super::archive::SiteArchive;
use super::losses::{SiteLoss, SiteLossKind};
use super::material::{SiteMaterial, content_of};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::imports::pre_import::threads;
use crate::publications::archive::StepShare;
use crate::publications::front::is_generated;
use crate::publications::stored::{read_blob, read_content};

/// A module of more bytes is large: the tree of one may take half a gigabyte.
const LARGE: u64 = 1 << 20;

/// The pages of a site while they are written.
pub(super) struct SitePages {
    pub(super) material: Arc<SiteMaterial>,
    pub(super) parts: SiteParts,
    pub(super) earlier: EarlierSite,
    /// Pages that are taken over, by their numbers there and here.
    pub(super) kept: HashMap<u32, u32>,
    pub(super) losses: Vec<SiteLoss>,
}

/// A page that was drawn.
struct DrawnPage {
    compressed: Vec<u8>,
    file: SiteFile,
    words: BTreeSet<String>,
    loss: Option<SiteLossKind>,
}

enum PageTask {
    Kept(u32, SiteFile),
    Drawn(JoinHandle<Result<DrawnPage, ArchiveError>>),
}

impl SitePages {
    /// Writes all pages, and completes the index of words.
    pub(super) async fn write(
        &mut self,
        ctx: &Ctx,
        job: &Running,
        share: StepShare,
        archive: &SiteArchive,
    ) -> Result<(), JobError> {
        let before = self.material.pictures.len();
        let count = self.material.modules.len();
        let at_once = threads() * 2;
        for start in (0..count).step_by(at_once) {
            let end = (start + at_once).min(count);
            let mut tasks = Vec::with_capacity(at_once);
            for place in start..end {
                tasks.push(self.begin(ctx, place).await?);
            }
            for (place, task) in (start..end).zip(tasks) {
                self.end(archive, place, task).await?;
            }
            share.progress_of(job, (before + end) as u64, (before + count) as u64)?;
        }
        tracing::info!(pages = count, taken_over = self.kept.len(), "the pages of a site are written");
        // The index of a large manual has millions of entries; that of the earlier site is not needed any more.
        let (mut index, earlier) = (std::mem::take(&mut self.parts.index), std::mem::take(&mut self.earlier));
        let kept = std::mem::take(&mut self.kept);
        let completed = tokio::task::spawn_blocking(move || {
            index.take_over(earlier.index(), |page| kept.get(&page).copied());
            index
        });
        self.parts.index = completed.await.map_err(Error::from)?;
        Ok(())
    }

    /// Begins the page of a module, unless the last site has it.
    async fn begin(&self, ctx: &Ctx, place: usize) -> Result<PageTask, JobError> {
        let material = Arc::clone(&self.material);
        let targets = Arc::clone(&self.parts.targets);
        let (Some(module), Some(version)) = (material.modules.get(place), material.versions.get(place)) else {
            return Err(JobError::Stopped);
        };
        let known = self.earlier.page(&material.settings, targets.page(place), &module.source);
        if let Some((number, file)) = known {
            return Ok(PageTask::Kept(number, file));
        }
        let bytes = read_content(ctx, version).await?;
        let status = match &version.status_blob {
            Some(blob) => {
                read_blob(ctx, blob, &version.key).await?;
                material.applicability.of_status(ctx, &content_of(version), &version.language).await?
            }
            None => None,
        };
        let permit =
            if version.size > LARGE { Arc::clone(&ctx.renderings.large).acquire_owned().await.ok() } else { None };
        let drawn = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            page(&material, &targets, place, &bytes, status.as_ref())
        });
        Ok(PageTask::Drawn(drawn))
    }

    async fn end(&mut self, archive: &SiteArchive, place: usize, task: PageTask) -> Result<(), JobError> {
        let file = match task {
            PageTask::Kept(number, file) => {
                archive.copy(&file.path).await?;
                self.kept.insert(number, u32::try_from(place).unwrap_or(u32::MAX));
                file
            }
            PageTask::Drawn(drawn) => {
                let drawn = match drawn.await {
                    Ok(drawn) => drawn,
                    Err(error) if error.is_panic() => {
                        let key = self.material.modules.get(place).map(|module| module.key.as_str());
                        tracing::error!(module = key, %error, "drawing a module for a site failed");
                        let page = (unreadable(&self.material.modules[place]), Some(SiteLossKind::Module));
                        compressed(&self.material, &self.parts.targets, place, page)
                    }
                    Err(error) => return Err(Error::from(error).into()),
                };
                let drawn = drawn.map_err(|error| Error::work_folder(error.into_io()))?;
                archive.add_compressed(drawn.compressed).await?;
                self.parts.index.add(place, drawn.words);
                let lost = drawn.loss.zip(self.material.modules.get(place));
                self.losses.extend(lost.map(|(kind, module)| SiteLoss::new(&module.key, kind)));
                drawn.file
            }
        };
        self.parts.inventory.pages.push(file);
        Ok(())
    }
}

/// Draws and compresses the page of a module. One that cannot be read has a page that says so.
fn page(
    material: &SiteMaterial,
    targets: &SiteTargets,
    place: usize,
    bytes: &[u8],
    status: Option<&Applic>,
) -> Result<DrawnPage, ArchiveError> {
    let (module, version) = (&material.modules[place], &material.versions[place]);
    let set = material.applicability.set_of(version.version_id);
    let shared = material.applicability.shared(&version.language);
    let input = PageInput {
        module,
        bytes,
        status,
        tables: material.applicability.tables(set),
        choices: material.applicability.values(set),
        shared: shared.as_ref(),
    };
    let page = match draw(&input, targets) {
        Ok(page) => {
            let loss = page.is_cut.then_some(SiteLossKind::End);
            (page, loss)
        }
        Err(refusal) => {
            tracing::warn!(module = module.key, %refusal, "a module cannot be drawn in a site");
            (unreadable(module), Some(SiteLossKind::Module))
        }
    };
    compressed(material, targets, place, page)
}

fn compressed(
    material: &SiteMaterial,
    targets: &SiteTargets,
    place: usize,
    (page, loss): (SitePage, Option<SiteLossKind>),
) -> Result<DrawnPage, ArchiveError> {
    let path = targets.page(place).to_owned();
    let compressed = compress(&path, page.html.as_bytes())?;
    // No source: the next site must not take it over without saying again what is lost.
    let source = if loss.is_some() { String::new() } else { material.modules[place].source.clone() };
    let file = SiteFile { path, source, needs: page.needs, applies: page.applies, has_copy: false };
    // Lists have the titles of all modules: they would be found with each of them.
    let words = if material.versions.get(place).is_some_and(is_generated) { BTreeSet::new() } else { page.words };
    Ok(DrawnPage { compressed, file, words, loss })
}
