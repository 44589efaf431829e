//! The results of every job that publishes: its outputs, the manifest, and the released lane.

use domain::id::ManualId;
use domain::job::Outputs;
use domain::manual::Manual;
use domain::publication::{
    MANIFEST, ManualPublication, PublicationOptions, PublicationState, PublicationTarget, SIGNATURE,
    is_letter as is_letter_name,
};
use publish::manifest::{ManifestArtifact, ManifestTarget, PublicationManifest};
use store::Tx;
use store::artifacts::Artifact;

use super::content::ManualContent;
use super::signing;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};

const JSON: &str = "application/json";

/// The outputs of every job that publishes (specification, section 3).
pub(super) fn outputs(publication: &ManualPublication, manual: &Manual, artifacts: &[Artifact]) -> Outputs {
    let names: Vec<&str> = artifacts.iter().map(|artifact| artifact.file_name.as_str()).collect();
    let first = names.iter().find(|name| **name != MANIFEST && **name != SIGNATURE).copied().unwrap_or(MANIFEST);
    let required = if publication.approval_required { "yes" } else { "no" };
    let mut outputs: Outputs = [
        ("manualId", manual.id.0.clone()),
        ("revision", publication.revision.clone()),
        ("csdbId", manual.csdb_id.0.clone()),
        ("publication", publication.id.0.clone()),
        ("artifacts", names.join(",")),
        ("fileName", first.to_owned()),
        ("manualName", manual.name.to_string()),
        ("csdbName", manual.csdb_name.to_string()),
        ("approvalRequired", required.to_owned()),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect();
    let options = &publication.options;
    for (name, chosen) in
        [("profiles", &options.profiles), ("aircraft", &options.aircraft), ("languages", &options.languages)]
    {
        if !chosen.is_empty() {
            outputs.insert(name.to_owned(), chosen.join(","));
        }
    }
    if let Some(id) = &publication.change_request {
        outputs.insert("changeRequestId".to_owned(), id.0.clone());
    }
    outputs
}

/// Whether an artifact is a letter of approval.
pub(super) fn is_letter(artifact: &Artifact) -> bool {
    is_letter_name(&artifact.file_name, &artifact.media_type)
}

/// Whether an artifact is neither the manifest nor its signature: the manifest lists all of those.
pub(super) fn is_listed(artifact: &Artifact) -> bool {
    artifact.file_name != MANIFEST && artifact.file_name != SIGNATURE
}

/// The manifest of a publication of these files.
pub(super) fn manifest(
    content: &ManualContent,
    state: PublicationState,
    options: &PublicationOptions,
    artifacts: &[Artifact],
) -> PublicationManifest {
    let (letters, artifacts) = artifacts.iter().partition::<Vec<&Artifact>, _>(|artifact| is_letter(artifact));
    PublicationManifest {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        csdb: content.manual.csdb_name.to_string(),
        manual: content.manual.name.to_string(),
        revision: content.revision.clone(),
        operator: options.operator.clone(),
        languages: options.languages.clone(),
        targets: options.targets.iter().filter(|target| target.is_filtered()).map(manifest_target).collect(),
        state,
        validity: options.validity,
        // Set by those who know it.
        style: None,
        since: content.since.clone(),
        approval: None,
        inputs: content.inputs(),
        artifacts: entries(&artifacts),
        letters: entries(&letters),
    }
}

fn manifest_target(target: &PublicationTarget) -> ManifestTarget {
    ManifestTarget {
        name: target.name.clone(),
        aircraft: target.aircraft().iter().map(|one| one.registration.clone()).collect(),
    }
}

fn entries(artifacts: &[&Artifact]) -> Vec<ManifestArtifact> {
    let mut entries: Vec<ManifestArtifact> = artifacts
        .iter()
        .map(|artifact| ManifestArtifact {
            name: artifact.file_name.clone(),
            sha256: artifact.blob.as_str().to_owned(),
            size: artifact.size.unsigned_abs(),
        })
        .collect();
    entries.sort();
    entries
}

/// The manifest among these artifacts with one more letter, signed again.
pub(super) async fn sign_letter(ctx: &Ctx, artifacts: &[Artifact], letter: &Artifact) -> Result<Vec<Artifact>, Error> {
    let Some(artifact) = artifacts.iter().find(|artifact| artifact.file_name == MANIFEST) else {
        return Ok(Vec::new());
    };
    let missing = || Error::NotFound(Missing::Artifact);
    let bytes = ctx.blobs.read(&artifact.blob).await?.ok_or_else(missing)?;
    let read = tokio::task::spawn_blocking(move || PublicationManifest::parse(&bytes)).await?;
    let mut manifest = read.map_err(|_| missing())?;
    manifest.letters.extend(entries(&[letter]));
    manifest.letters.sort();
    Ok(store_manifest(ctx, &manifest).await?.to_vec())
}

/// Signs a manifest, and stores it with its signature.
pub(super) async fn store_manifest(ctx: &Ctx, manifest: &PublicationManifest) -> Result<[Artifact; 2], Error> {
    let bytes = manifest.bytes();
    let signature = signing::sign(ctx, &bytes)?.bytes();
    Ok([store_json(ctx, MANIFEST, bytes).await?, store_json(ctx, SIGNATURE, signature).await?])
}

async fn store_json(ctx: &Ctx, name: &str, bytes: Vec<u8>) -> Result<Artifact, Error> {
    let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
    let blob = ctx.blobs.put(bytes.into()).await?;
    Ok(Artifact { file_name: name.to_owned(), blob, media_type: JSON.to_owned(), size })
}

/// Supersedes the valid publications whose readers all get this one, and moves the released lane.
pub(super) async fn release(tx: &mut Tx, publication: &ManualPublication) -> Result<(), Error> {
    let manual = &publication.manual_id;
    for earlier in store::publications::list_approved(tx, manual).await? {
        if publication.supersedes(&earlier) && !store::publications::supersede(tx, &earlier.id, &publication.id).await?
        {
            return Err(Error::ChangedMeanwhile);
        }
    }
    freeze_newest(tx, manual).await?;
    release_newest(tx, manual).await
}

/// Points the frozen lane to the newest publication of a manual that waits for approval, or nowhere.
pub(super) async fn freeze_newest(tx: &mut Tx, manual: &ManualId) -> Result<(), Error> {
    let waiting = store::publications::list_in_state(tx, manual, PublicationState::ReadyForApprove).await?;
    let snapshot = waiting.first().map(|newest| newest.snapshot);
    Ok(store::publications::update_frozen_lane(tx, manual, snapshot).await?)
}

/// Points the released lane to the newest of the valid publications of a manual that has all content, or else to the
/// newest, or nowhere.
pub(super) async fn release_newest(tx: &mut Tx, manual: &ManualId) -> Result<(), Error> {
    let newest = store::publications::find_released(tx, manual).await?;
    let snapshot = newest.map(|newest| newest.snapshot);
    Ok(store::publications::update_released_lane(tx, manual, snapshot).await?)
}

/// The valid publication for all readers of one that is not valid any more.
pub(super) async fn find_valid(
    tx: &mut Tx,
    publication: &ManualPublication,
) -> Result<Option<ManualPublication>, Error> {
    let approved = store::publications::list_approved(tx, &publication.manual_id).await?;
    Ok(approved.into_iter().find(|one| one.options.covers(&publication.options)))
}
