//! The last package of a manual, whose files the next one takes over as they are compressed there.
//!
//! Only packages with all content are looked at: what a filter left of a version is not known by its hash in the manifest.
//! The proof of the new package compares every file with its version, wherever it came from.

use std::collections::HashMap;
use std::fs::File;

use domain::page::PageRequest;
use domain::publication::{MANIFEST, ManualPublication, OutputFormat, PublicationState, ReviseType};
use domain::subject::Subject;
use publish::manifest::PublicationManifest;
use publish::package::archive::{ZipArchive, is_copied};
use publish::package::{PackedObject, PlannedContent, PlannedFile};
use store::StoreError;
use store::artifacts::Artifact;
use store::publications::PublicationFilter;

use super::archive::copied;
use super::content::{ManualContent, file_stem};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;

/// Publications among which one with a package is looked for, the newest first.
const LOOKED_AT: u32 = 20;

/// A package that was published before.
pub(super) struct EarlierPackage {
    zip: ZipArchive<File>,
    /// The SHA-256 of content and status file, by the keys of objects.
    hashes: HashMap<String, (String, Option<String>)>,
}

impl EarlierPackage {
    /// Finds the last package in a format, and copies it into the work folder. One that cannot be read is left alone.
    pub(super) async fn load(
        ctx: &Ctx,
        job: &Running,
        content: &ManualContent,
        format: OutputFormat,
    ) -> Result<Option<Self>, JobError> {
        if content.target().is_some() {
            return Ok(None);
        }
        let Some((package, manifest)) = find(ctx, content, format).await? else { return Ok(None) };
        let manifest = match ctx.blobs.read(&manifest.blob).await {
            Ok(Some(bytes)) => bytes,
            Ok(None) | Err(StoreError::BlobDamaged { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let Some(file) = copied(ctx, job, &package).await? else { return Ok(None) };
        let opened = tokio::task::spawn_blocking(move || {
            let manifest = PublicationManifest::parse(&manifest).ok()?;
            // Other versions of the program may compress otherwise.
            if manifest.program != env!("CARGO_PKG_VERSION") {
                return None;
            }
            let hashes = manifest.inputs.into_iter().map(|input| (input.key, (input.sha256, input.status_sha256)));
            Some(Self { hashes: hashes.collect(), zip: ZipArchive::new(file).ok()? })
        });
        Ok(opened.await.map_err(Error::from)?)
    }

    /// Whether a file of a plan is in it with the same bytes.
    pub(super) fn has(&self, file: &PlannedFile, objects: &[PackedObject]) -> bool {
        let (place, is_status) = match file.content {
            PlannedContent::Made(_) => return false,
            PlannedContent::Version(place) => (place, false),
            PlannedContent::Status(place) => (place, true),
        };
        let Some(object) = objects.get(place) else { return false };
        let is_same = self.hashes.get(&object.key).is_some_and(|(content, status)| {
            if is_status {
                *status == object.status_sha256
            } else {
                *content == object.sha256 && is_copied(object.size)
            }
        });
        is_same && self.zip.index_for_name_raw(file.name.as_bytes()).is_some()
    }

    pub(super) fn into_zip(self) -> ZipArchive<File> {
        self.zip
    }
}

/// The last package with all content in a format, and the manifest of its publication.
async fn find(ctx: &Ctx, content: &ManualContent, format: OutputFormat) -> Result<Option<(Artifact, Artifact)>, Error> {
    let Some(page) = PageRequest::parse(1, LOOKED_AT) else { return Ok(None) };
    // Whoever publishes gets no more than the files of their own package.
    let mut tx = ctx.db.read().await?;
    let filter = PublicationFilter { with_internal: true, ..PublicationFilter::default() };
    let found = store::publications::list(&mut tx, &content.manual.id, filter, page).await?.items;
    for publication in found.iter().filter(|one| one.options.formats.contains(&format)) {
        let mut artifacts = store::artifacts::list(&mut tx, &Subject::from(&publication.id)).await?;
        let mut take = |name: &str| {
            let place = artifacts.iter().position(|artifact| artifact.file_name == name)?;
            Some(artifacts.swap_remove(place))
        };
        let package = take(&package_name(content, publication, format));
        if let Some(both) = package.zip(take(MANIFEST)) {
            return Ok(Some(both));
        }
    }
    Ok(None)
}

/// As in `H160-MEL-4.1-draft-s1000d-complete.zip`.
fn package_name(content: &ManualContent, publication: &ManualPublication, format: OutputFormat) -> String {
    let is_draft = publication.state == PublicationState::Draft;
    let stem = file_stem(&content.manual, (&publication.revision, ""), is_draft);
    format!("{stem}-{}-{}.zip", format.as_str(), ReviseType::Complete.as_str())
}
