//! Making a publication: collecting what goes in, writing and proving each artifact.

use domain::access::AccessLevel;
use domain::id::PublicationId;
use domain::job::Outputs;
use domain::manual::Manual;
use domain::permission::Permission;
use domain::publication::{ManualPublication, OutputFormat, PublicationAct, PublicationState, ReviseType};
use domain::user::User;
use publish::package::{PackedObject, plan};
use s1000d::package::Limits;
use store::Tx;
use store::artifacts::Artifact;

use super::blockers;
use super::located::{self, fail};
use super::packing;
use super::parameters::ExportParameters;
use super::people;
use super::proving::{self, ProofInput};
use super::record::{manifest, outputs, store_manifest};
use super::sources::{PublicationSource, packed};
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::imports::schema_sets;

pub(super) const STEPS: [&str; 4] = ["collect", "write", "prove", "finish"];
const ZIP: &str = "application/zip";

/// A publication before it is written.
#[derive(Debug)]
pub(crate) struct Export {
    pub(super) publication: ManualPublication,
    pub(super) manual: Manual,
    pub(super) artifacts: Vec<Artifact>,
    /// Those who are told that it waits for their approval.
    pub(super) approvers: Vec<User>,
}

impl From<Export> for Outputs {
    fn from(export: Export) -> Self {
        outputs(&export.publication, &export.manual, &export.artifacts)
    }
}

/// Makes a publication; nobody sees anything of it before it is recorded.
pub(super) async fn run(
    ctx: &Ctx,
    job: &Running,
    parameters: &ExportParameters,
    state: PublicationState,
) -> Result<Export, JobError> {
    let [collect, _, _, finish] = STEPS;
    let (mut tx, manual, user) = located::open(ctx, job, &parameters.selector, AccessLevel::Author).await?;
    let releases = state == PublicationState::ReadyForApprove && !manual.details.approval_required;
    if releases {
        let held = tx.sight().level(&manual.csdb_name.folded(), Some(&manual.name.folded()));
        if held < AccessLevel::Approve || !user.may(Permission::PublishFormal) {
            return Err(fail("job.failed.forbidden"));
        }
    }
    if state == PublicationState::ReadyForApprove && blockers::count(&mut tx, &manual).await? > 0 {
        return Err(fail("job.failed.publicationBlocked"));
    }
    let source = collect_source(&mut tx, manual, parameters).await?;
    drop(tx);
    job.progress(collect, 100)?;
    let mut artifacts = Vec::new();
    for format in &parameters.options.formats {
        for revise in &parameters.options.revise_types {
            artifacts.push(build(ctx, job, &source, *format, *revise).await?);
        }
    }
    let state = if releases { PublicationState::Approved } else { state };
    let manifest = manifest(&source, state, &artifacts);
    artifacts.push(store_manifest(ctx, &manifest).await?);
    job.progress(finish, 50)?;
    let now = ctx.clock.now();
    let act = PublicationAct { by: user.account.as_str().to_owned(), on: now };
    let publication = ManualPublication {
        id: PublicationId(ctx.ids.next()),
        manual_id: source.manual.id.clone(),
        csdb_name: source.manual.csdb_name.to_string(),
        manual_name: source.manual.name.to_string(),
        // Taken in the transaction that records it.
        number: 0,
        revision: parameters.revision.clone(),
        state,
        snapshot: source.snapshot,
        options: parameters.options.clone(),
        approval_required: source.manual.details.approval_required,
        approval: None,
        change_request: parameters.change_request.clone(),
        job: job.id().clone(),
        approved: releases.then(|| act.clone()),
        created: act,
        withdrawn: None,
        superseded_by: None,
        version: 1,
    };
    let approvers = match state {
        PublicationState::ReadyForApprove => people::approvers(ctx, &source.manual).await?,
        _ => Vec::new(),
    };
    Ok(Export { publication, manual: source.manual, artifacts, approvers })
}

async fn collect_source(
    tx: &mut Tx,
    manual: Manual,
    parameters: &ExportParameters,
) -> Result<PublicationSource, JobError> {
    let options = &parameters.options;
    let snapshot = manual.lanes.working.ok_or(Error::NotFound(Missing::Revision))?;
    let operator = store::operators::find_by_code(tx, &options.operator).await?;
    let operator = operator.ok_or_else(|| fail("job.failed.operatorGone"))?;
    let since = if options.revise_types.contains(&ReviseType::Incremental) {
        let base = located::base(tx, &manual, parameters).await?;
        Some(base.ok_or_else(|| fail("job.failed.publicationGone"))?.snapshot)
    } else {
        None
    };
    let named = (operator, parameters.revision.clone());
    let source = PublicationSource::load(tx, manual, snapshot, named, options.languages.clone(), since).await?;
    if since.is_some() && !source.has_changes() {
        return Err(fail("job.failed.publicationUnchanged"));
    }
    Ok(source)
}

/// Writes one package, proves it and puts it into the blob store.
async fn build(
    ctx: &Ctx,
    job: &Running,
    source: &PublicationSource,
    format: OutputFormat,
    revise: ReviseType,
) -> Result<Artifact, JobError> {
    let [_, write, prove, _] = STEPS;
    let chosen = source.chosen(revise);
    let objects: Vec<PackedObject> = chosen.iter().map(|version| packed(version)).collect();
    let limits = Limits::default();
    let bytes = objects.iter().fold(0_u64, |sum, object| sum.saturating_add(object.size));
    if objects.len() * 2 + 2 > limits.entries || bytes > limits.total_bytes {
        return Err(fail("job.failed.publicationTooLarge"));
    }
    let head = source.head(&chosen, revise);
    let files = plan(format, &head, &objects).map_err(|_| fail("job.failed.publicationFormat"))?;
    let file = packing::write(ctx, job, write, &files, &objects).await?;
    let copy = file.try_clone().map_err(Error::work_folder)?;
    let (severities, _) = store::settings::find_severities(&mut ctx.db.read().await?).await?;
    let input = ProofInput {
        files,
        objects,
        known: source.known(revise),
        manual: source.outline(),
        schemas: schema_sets::load(ctx).await?,
        severities,
    };
    proving::prove(job, prove, copy, input).await?;
    let stored = packing::keep(ctx, &file).await?;
    let names = [source.manual.csdb_name.as_str(), source.manual.name.as_str(), format.as_str(), revise.as_str()];
    Ok(Artifact {
        file_name: format!("{}.zip", names.join("-")),
        blob: stored.blob,
        media_type: ZIP.to_owned(),
        size: i64::try_from(stored.size).unwrap_or(i64::MAX),
    })
}
