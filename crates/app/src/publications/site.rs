//! The website of a publication (`publish::site`): pages are drawn and compressed on all cores, files that did not
//! change are taken over from the last site of the manual.

mod archive;
mod contents;
mod earlier;
mod material;
mod pages;
mod pictures;

use std::collections::HashMap;
use std::fs::File;
use std::sync::Arc;

use domain::publication::{OutputFormat, ReviseType};
use publish::package::archive::ArchiveError;
use publish::site::{
    EarlierSite, INVENTORY, SiteInventory, SiteTargets, WordIndex, assets, compress, data, front_page,
};
use store::artifacts::Artifact;

use self::archive::SiteArchive;
use self::earlier::LastSite;
use self::material::SiteMaterial;
use self::pages::SitePages;
use super::archive::{StepShare, keep};
use super::sources::PublicationSource;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;

const ZIP: &str = "application/zip";

/// What a site has besides its pages and pictures.
struct SiteParts {
    inventory: SiteInventory,
    index: WordIndex,
    targets: Arc<SiteTargets>,
}

/// Writes the site of a publication and puts it into the blob store.
pub(super) async fn build(
    ctx: &Ctx,
    job: &Running,
    source: &PublicationSource,
    share: StepShare,
) -> Result<Artifact, JobError> {
    let material = Arc::new(SiteMaterial::load(ctx, job, source).await?);
    let last = LastSite::load(ctx, job, &source.content.manual.id).await?;
    let (earlier, zip) = last.map(|last| (last.site, last.zip)).unzip();
    let archive = SiteArchive::open(ctx, zip);
    let filled = fill(ctx, job, share, &archive, (material, earlier.unwrap_or_default())).await;
    let file = archive.finish(filled).await?;
    stored(ctx, source, &file).await
}

async fn stored(ctx: &Ctx, source: &PublicationSource, file: &File) -> Result<Artifact, JobError> {
    let stored = keep(ctx, file).await?;
    Ok(Artifact {
        file_name: source.file_name(OutputFormat::Html.as_str(), ReviseType::Complete),
        blob: stored.blob,
        media_type: ZIP.to_owned(),
        size: i64::try_from(stored.size).unwrap_or(i64::MAX),
    })
}

/// Sends all files of a site to its archive.
async fn fill(
    ctx: &Ctx,
    job: &Running,
    share: StepShare,
    archive: &SiteArchive,
    (material, mut earlier): (Arc<SiteMaterial>, EarlierSite),
) -> Result<(), JobError> {
    let total = (material.pictures.len() + material.modules.len()) as u64;
    let (pictures, files) = pictures::write(ctx, job, &material.pictures, &earlier, archive).await?;
    share.progress_of(job, material.pictures.len() as u64, total)?;
    let targets = Arc::new(SiteTargets::new(&material.modules, &material.publications, pictures));
    earlier.compare(&targets);
    let inventory = SiteInventory { settings: material.settings.clone(), pictures: files, ..SiteInventory::default() };
    let parts = SiteParts { inventory, index: WordIndex::default(), targets: Arc::clone(&targets) };
    let mut pages = SitePages { material: Arc::clone(&material), parts, earlier, kept: HashMap::new() };
    pages.write(ctx, job, share, archive).await?;
    let SitePages { parts, .. } = pages;
    let rest = tokio::task::spawn_blocking(move || other_files(&material, &parts)).await.map_err(Error::from)?;
    for compressed in rest.map_err(|error| Error::work_folder(error.into_io()))? {
        archive.add_compressed(compressed).await?;
    }
    share.progress_of(job, total.max(1), total.max(1))
}

/// The files that are neither pages nor pictures, compressed.
fn other_files(material: &SiteMaterial, parts: &SiteParts) -> Result<Vec<Vec<u8>>, ArchiveError> {
    let SiteParts { inventory, index, targets } = parts;
    let SiteMaterial { facts, modules, entries, .. } = material;
    let shared = data(facts, &material.choices(), modules, entries, inventory, index);
    let mut files = vec![
        ("index.html".to_owned(), front_page(facts, entries, targets)),
        ("data/site.js".to_owned(), shared),
        (INVENTORY.to_owned(), inventory.bytes(targets)),
    ];
    files.extend(index.files());
    files.extend(assets().into_iter().map(|(path, bytes)| (path.to_owned(), bytes)));
    files.iter().map(|(path, bytes)| compress(path, bytes)).collect()
}
