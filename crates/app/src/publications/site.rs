//! The website of a publication (`publish::site`): pages are drawn and compressed on all cores, files that did not
//! change are taken over from the last site of the manual.

mod archive;
mod contents;
mod earlier;
mod losses;
mod material;
mod pages;
mod pictures;

use std::collections::HashMap;
use std::fs::File;
use std::sync::Arc;

use domain::publication::{OutputFormat, PublicationValidity, ReviseType};
use publish::package::archive::ArchiveError;
use publish::site::{
    EarlierSite, INVENTORY, STYLE, SiteInventory, SiteStatus, SiteTargets, WordIndex, assets, compress, data,
    front_page, style,
};
use store::artifacts::Artifact;

use self::archive::SiteArchive;
use self::earlier::LastSite;
use self::losses::SiteLoss;
use self::material::SiteMaterial;
use self::pages::SitePages;
use self::pictures::SitePictures;
use super::archive::{StepShare, keep};
use super::sources::PublicationSource;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;

const ZIP: &str = "application/zip";

/// The parts of a site besides its pages and pictures.
struct SiteParts {
    inventory: SiteInventory,
    index: WordIndex,
    targets: Arc<SiteTargets>,
}

/// Writes the site of a publication and puts it into the blob store, with a list of what it cannot show. Only a draft may
/// lack something that can be corrected.
pub(super) async fn build(
    ctx: &Ctx,
    job: &Running,
    source: &PublicationSource,
    (status, validity): (SiteStatus, Option<PublicationValidity>),
    share: StepShare,
) -> Result<Vec<Artifact>, JobError> {
    let (material, mut lost) = SiteMaterial::load(ctx, job, source, (status, validity)).await?;
    let before = LastSite::load(ctx, job, source).await?;
    let (earlier, zip) = before.map(|before| (before.site, before.zip)).unzip();
    let archive = SiteArchive::open(ctx, zip);
    let filled = fill(ctx, job, share, &archive, (Arc::new(material), earlier.unwrap_or_default())).await;
    let (file, more) = archive.finish(filled).await?;
    // The page of a table that cannot be read says so as well.
    let more: Vec<SiteLoss> = more.into_iter().filter(|loss| !lost.contains(loss)).collect();
    lost.extend(more);
    if !source.is_draft {
        losses::refuse(&lost)?;
    }
    let mut artifacts = vec![stored(ctx, source, &file).await?];
    if !lost.is_empty() {
        artifacts.push(losses::listed(ctx, source, &lost).await?);
    }
    Ok(artifacts)
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

/// Sends all files of a site to its archive; gives what it cannot show.
async fn fill(
    ctx: &Ctx,
    job: &Running,
    share: StepShare,
    archive: &SiteArchive,
    (material, mut earlier): (Arc<SiteMaterial>, EarlierSite),
) -> Result<Vec<SiteLoss>, JobError> {
    let total = (material.pictures.len() + material.modules.len()) as u64;
    let written = pictures::write(ctx, job, &material.pictures, &earlier, archive).await?;
    share.progress_of(job, material.pictures.len() as u64, total)?;
    let SitePictures { pictures, files, losses } = written;
    let (of, settings) = (Arc::clone(&material), material.settings.clone());
    let compared = tokio::task::spawn_blocking(move || {
        let targets = SiteTargets::new(&of.modules, &of.publications, pictures);
        earlier.compare(&targets);
        (Arc::new(targets), earlier)
    });
    let (targets, earlier) = compared.await.map_err(Error::from)?;
    let inventory = SiteInventory { settings, pictures: files, ..SiteInventory::default() };
    let parts = SiteParts { inventory, index: WordIndex::default(), targets };
    let mut pages = SitePages { material: Arc::clone(&material), parts, earlier, kept: HashMap::new(), losses };
    pages.write(ctx, job, share, archive).await?;
    let SitePages { parts, mut losses, .. } = pages;
    let rest = tokio::task::spawn_blocking(move || {
        (parts.inventory.lost_pictures(&parts.targets), other_files(&material, &parts))
    });
    let (lost, rest) = rest.await.map_err(Error::from)?;
    // Another file of the same picture may be shown, and some are named by no module.
    losses.retain(|loss| !loss.kind.is_picture() || lost.contains(&loss.file));
    for compressed in rest.map_err(|error| Error::work_folder(error.into_io()))? {
        archive.add_compressed(compressed).await?;
    }
    share.progress_of(job, total.max(1), total.max(1))?;
    Ok(losses)
}

/// The files that are neither pages nor pictures, compressed.
fn other_files(material: &SiteMaterial, parts: &SiteParts) -> Result<Vec<Vec<u8>>, ArchiveError> {
    let SiteParts { inventory, index, targets } = parts;
    let SiteMaterial { facts, modules, entries, .. } = material;
    let shared = data(facts, &material.choices(), modules, entries, inventory, index);
    let mut files = vec![
        ("index.html".to_owned(), front_page(facts, entries, targets)),
        ("data/site.js".to_owned(), shared),
        (STYLE.to_owned(), style(facts)),
        (INVENTORY.to_owned(), inventory.bytes(targets)),
    ];
    files.extend(material.logo.iter().map(|(path, bytes)| (path.clone(), bytes.to_vec())));
    files.extend(index.files());
    files.extend(assets().into_iter().map(|(path, bytes)| (path.to_owned(), bytes)));
    files.iter().map(|(path, bytes)| compress(path, bytes)).collect()
}
