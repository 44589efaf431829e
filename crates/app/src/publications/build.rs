//! Making a publication: collecting what goes in, writing and proving each artifact.

use std::sync::Arc;

use chrono::NaiveDate;
use domain::access::AccessLevel;
use domain::finding::Finding;
use domain::house_style::PublishedStyle;
use domain::id::PublicationId;
use domain::job::{FailureReason, Outputs};
use domain::manual::Manual;
use domain::permission::Permission;
use domain::publication::{
    ManualPublication, OutputFormat, PublicationAct, PublicationNames, PublicationOptions, PublicationState,
    PublicationValidity, ReviseType, file_words,
};
use domain::text::hex;
use domain::user::User;
use publish::book::BookState;
use publish::manifest::{ManifestBase, ManifestStyle};
use publish::package::{MAX_SEQUENCE, PackageHead, PackedObject, PlannedContent, PlannedFile, plan};
use publish::site::SiteStatus;
use s1000d::package::Limits;
use sha2::{Digest, Sha256};
use store::Tx;
use store::artifacts::Artifact;

use super::archive::{self, StepShare};
use super::blockers;
use super::content::ManualContent;
use super::data;
use super::earlier::{EarlierPublications, ReceiverNews};
use super::earlier_package::EarlierPackage;
use super::filter::StateRules;
use super::front;
use super::located::{self, fail};
use super::parameters::ExportParameters;
use super::pdf::{self, BookOrder};
use super::people;
use super::proof::{self, ProofInput};
use super::record::{manifest, outputs, store_manifest};
use super::site;
use super::sources::{ContentChanges, PublicationSource, main_tables, packed};
use super::target_files::{self, CollectedSource, TargetSource};
use super::targets::{self, UnknownTarget};
use crate::comments::people::ReaderRules;
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::editing::dispatch_guard::GuardReader;
use crate::imports::schema_sets;

pub(super) const STEPS: [&str; 4] = ["collect", "write", "prove", "finish"];
const ZIP: &str = "application/zip";
/// Removed objects that a failure names.
const MAX_NAMED: usize = 20;

/// A publication before it is written.
#[derive(Debug)]
pub(crate) struct NewPublication {
    pub(super) publication: ManualPublication,
    pub(super) manual: Manual,
    pub(super) artifacts: Vec<Artifact>,
    pub(super) names: PublicationNames,
    /// The house style that it was made with.
    pub(super) style: Option<PublishedStyle>,
    /// Those who are told that it waits for their approval.
    pub(super) approvers: Vec<User>,
    /// By which it is known who may read it.
    pub(super) rules: ReaderRules,
}

impl From<NewPublication> for Outputs {
    fn from(new: NewPublication) -> Self {
        outputs(&new.publication, &new.manual, &new.artifacts)
    }
}

/// Makes a publication; nobody sees anything of it before it is recorded.
pub(super) async fn run(
    ctx: &Ctx,
    job: &Running,
    parameters: &ExportParameters,
    state: PublicationState,
) -> Result<NewPublication, JobError> {
    let [.., finish] = STEPS;
    let (mut tx, manual, user) = located::open(ctx, job, &parameters.selector, AccessLevel::Author).await?;
    let is_draft = state == PublicationState::Draft;
    let releases = !is_draft && parameters.approval_required == Some(false);
    if !is_draft && manual.details.approval_required == releases {
        // What the person proved their identity for, or did not, is another thing now.
        return Err(fail("job.failed.publicationGone"));
    }
    if releases {
        let held = tx.sight().level(&manual.csdb_name.folded(), Some(&manual.name.folded()));
        if held < AccessLevel::Approve || !user.may(Permission::PublishFormal) {
            return Err(fail("job.failed.forbidden"));
        }
    }
    if let Some(validity) = parameters.options.validity {
        check_validity(validity, ctx.clock.now().date_naive(), releases)?;
    }
    if !is_draft && blockers::count(&mut tx, &manual).await? > 0 {
        return Err(fail("job.failed.publicationBlocked"));
    }
    // Comparing items opens connections of its own. The state that is published is known by now.
    drop(tx);
    if !is_draft {
        let reader = GuardReader::User(job.created_by());
        if !blockers::list_excessive(ctx, reader, &manual, manual.lanes.working).await?.is_empty() {
            return Err(fail("job.failed.publicationBlocked"));
        }
    }
    let mut tx = read_for(ctx, job.created_by()).await?;
    let mut collected = collect_source(&mut tx, manual, parameters, is_draft).await?;
    drop(tx);
    let mut artifacts = write_targets(ctx, job, &mut collected, book_state(is_draft, releases)).await?;
    let CollectedSource { source, options, .. } = collected;
    let state = if releases { PublicationState::Approved } else { state };
    let PublicationSource { content, operator, style, .. } = source;
    let mut manifest = manifest(&content, state, &options, &artifacts);
    manifest.style = style.as_ref().map(ManifestStyle::from);
    artifacts.extend(store_manifest(ctx, &manifest).await?);
    job.progress(finish, 50)?;
    let act = PublicationAct { by: user.account.as_str().to_owned(), on: ctx.clock.now() };
    let publication = ManualPublication {
        id: PublicationId(ctx.ids.next()),
        manual_id: content.manual.id.clone(),
        csdb_name: content.manual.csdb_name.to_string(),
        manual_name: content.manual.name.to_string(),
        // Taken in the transaction that records it.
        number: 0,
        revision: parameters.revision.clone(),
        state,
        snapshot: content.snapshot,
        options,
        approval_required: content.manual.details.approval_required,
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
        PublicationState::ReadyForApprove => people::approvers(ctx, &content.manual).await?,
        _ => Vec::new(),
    };
    let rules = ReaderRules::load(ctx).await?;
    let names = PublicationNames { manual_alias: content.manual.alias.clone(), operator: operator.details.name };
    Ok(NewPublication { publication, manual: content.manual, artifacts, names, style, approvers, rules })
}

/// Refuses a temporary revision that is over, and the release of one that is not valid yet.
pub(super) fn check_validity(validity: PublicationValidity, day: NaiveDate, releases: bool) -> Result<(), JobError> {
    if validity.is_over(day) {
        return Err(fail("job.failed.publicationOver"));
    }
    if releases && !validity.has_begun(day) {
        return Err(fail("job.failed.publicationNotYet"));
    }
    Ok(())
}

/// The artifacts of one format. Only packages can contain what changed.
fn revise_types(format: OutputFormat, options: &PublicationOptions) -> Vec<(OutputFormat, ReviseType)> {
    let complete = [ReviseType::Complete];
    let types = if format.is_package() { options.revise_types.as_slice() } else { &complete };
    types.iter().map(|revise| (format, *revise)).collect()
}

/// Makes a set of files for each target. The record keeps the aircraft that the files are for: those of other models that
/// an operator has are not among them.
async fn write_targets(
    ctx: &Ctx,
    job: &Running,
    collected: &mut CollectedSource,
    book_state: BookState,
) -> Result<Vec<Artifact>, JobError> {
    let [step, ..] = STEPS;
    let targets = collected.options.all_targets();
    let words = file_words(&targets);
    let stated = (site_status(book_state), collected.options.validity);
    let has_front = collected.options.formats.iter().any(|format| format.is_package() || *format == OutputFormat::Html);
    let has_news = has_front || collected.options.formats.contains(&OutputFormat::Pdf);
    let collect = |place: usize| StepShare { step, part: place as u64, parts: targets.len() as u64 };
    if let Some(place) = targets.iter().position(target_files::is_whole)
        && let Some(whole) = targets.get(place)
    {
        if has_news {
            collected.source.news = target_files::news_of(ctx, job, collected, whole, &collected.source).await?;
        }
        if has_front {
            collected.source.front = front::generate(ctx, job, &collected.source, stated, collect(place)).await?;
        }
    }
    let (mut artifacts, mut has_changes, mut recorded) = (Vec::new(), false, Vec::with_capacity(targets.len()));
    for (place, (target, word)) in (0..).zip(targets.iter().zip(&words)) {
        let options = &collected.options;
        let mut own = target_files::source_of(ctx, job, collected, (target, word)).await?;
        if let TargetSource::Own(source, _) = &mut own {
            if has_news {
                source.news = target_files::news_of(ctx, job, collected, target, source).await?;
            }
            if has_front {
                source.front = front::generate(ctx, job, source, stated, collect(place)).await?;
            }
        }
        collect(place).progress_of(job, 1, 1)?;
        let source = own.source();
        recorded.push(source.content.target().unwrap_or(target).clone());
        let removed = source.changes.as_ref().map(|changes| changes.removed.as_slice()).unwrap_or_default();
        if !removed.is_empty() {
            // The receiver would keep them: neither list of a package can say that an object is gone.
            return Err(JobError::Fail(removed.iter().take(MAX_NAMED).map(|key| removal(key)).collect()));
        }
        has_changes |= source.has_changes();
        if !has_changes && place + 1 == targets.len() {
            return Err(fail("job.failed.publicationUnchanged"));
        }
        let (made, broken) = write_artifacts(ctx, job, source, (options, book_state), (place, targets.len())).await?;
        artifacts.extend(made);
        if let Some(report) = own.report() {
            artifacts.push(report.store(ctx, source.name_of("filter-findings.json"), &broken).await?);
        }
    }
    collected.options.targets = recorded;
    Ok(artifacts)
}

/// Makes what was ordered for one target of several, format by format. Beside it is what filtering broke in packages.
async fn write_artifacts(
    ctx: &Ctx,
    job: &Running,
    source: &PublicationSource,
    (options, book_state): (&PublicationOptions, BookState),
    (target, targets): (usize, usize),
) -> Result<(Vec<Artifact>, Vec<Finding>), JobError> {
    let [_, write, prove, _] = STEPS;
    let wanted: Vec<(OutputFormat, ReviseType)> =
        options.formats.iter().flat_map(|format| revise_types(*format, options)).collect();
    let (mut artifacts, mut broken) = (Vec::new(), Vec::new());
    for (part, (format, revise)) in (target * wanted.len()..).zip(wanted.iter().copied()) {
        let share = |step| StepShare { step, part: part as u64, parts: (wanted.len() * targets) as u64 };
        let made = match format {
            OutputFormat::S1000d | OutputFormat::Ata2300 => {
                let (artifact, found) = build(ctx, job, source, (format, revise), (share(write), share(prove))).await?;
                broken.extend(found);
                vec![artifact]
            }
            OutputFormat::Html => {
                let stated = (site_status(book_state), options.validity);
                site::build(ctx, job, source, stated, share(write)).await?
            }
            OutputFormat::Pdf => {
                let order = BookOrder {
                    content: &source.content,
                    operator: &source.operator.details.name,
                    state: book_state,
                    approval: None,
                    arrangement: options.arrangement,
                    validity: options.validity,
                    style: source.style.as_ref(),
                    earlier: &source.earlier.approved,
                    news: &source.news,
                    reviewed: None,
                };
                pdf::build(ctx, job, order, share(write)).await?
            }
            OutputFormat::MelData => data::write_items(ctx, job, source, options.validity, share(write)).await?,
            OutputFormat::Tables => data::write_tables(ctx, job, source, share(write)).await?,
        };
        if !format.is_package() {
            share(prove).progress_of(job, 1, 1)?;
        }
        artifacts.extend(made);
    }
    Ok((artifacts, broken))
}

/// The approval that a book states. One that waits is printed again when it is approved.
fn book_state(is_draft: bool, releases: bool) -> BookState {
    match (is_draft, releases) {
        (true, _) => BookState::Draft,
        (false, true) => BookState::Approved,
        (false, false) => BookState::Waiting,
    }
}

/// The approval that a website states.
fn site_status(state: BookState) -> SiteStatus {
    match state {
        BookState::Draft => SiteStatus::Draft,
        BookState::Waiting => SiteStatus::Waiting,
        BookState::Approved => SiteStatus::Approved,
    }
}

/// The content, and the options with the targets and with the publication that incremental packages start from.
async fn collect_source(
    tx: &mut Tx,
    manual: Manual,
    parameters: &ExportParameters,
    is_draft: bool,
) -> Result<CollectedSource, JobError> {
    let mut options = parameters.options.clone();
    let snapshot = manual.lanes.working.ok_or(Error::NotFound(Missing::Revision))?;
    let operator = store::operators::find_by_code(tx, &options.operator).await?;
    let operator = operator.ok_or_else(|| fail("job.failed.operatorGone"))?;
    let style = if options.formats.iter().any(|format| format.has_style()) {
        store::house_styles::find(tx, &operator.id).await?.map(|found| found.style)
    } else {
        None
    };
    let gone = |unknown: UnknownTarget| {
        JobError::Fail(vec![FailureReason::new("job.failed.publicationTargetGone").with("name", unknown.name)])
    };
    options.targets = targets::find(tx, &manual, &options).await?.map_err(gone)?;
    let base = if options.is_incremental() {
        let base = located::base(tx, &manual, parameters, is_draft).await?;
        Some(base.ok_or_else(|| fail("job.failed.publicationGone"))?)
    } else {
        None
    };
    options.since = base.as_ref().map(|base| base.id.clone());
    let since = base.as_ref().map(|base| ManifestBase { number: base.number, revision: base.revision.clone() });
    let (revision, languages) = (parameters.revision.clone(), options.languages.clone());
    let content = ManualContent::load(tx, manual, snapshot, revision, languages, since).await?;
    let changes = match &base {
        Some(base) => Some(ContentChanges::load(tx, base, &content).await?),
        None => None,
    };
    let earlier = EarlierPublications::load(tx, &content.manual.id).await?.for_operator(&options.operator);
    let source = PublicationSource {
        content,
        operator,
        style,
        is_draft,
        changes,
        earlier: Arc::new(earlier),
        news: ReceiverNews::default(),
        front: Vec::new(),
    };
    Ok(CollectedSource { source, options, base, rules: StateRules::default(), base_rules: StateRules::default() })
}

fn removal(key: &str) -> FailureReason {
    FailureReason::new("job.failed.publicationRemoved").with("file", key)
}

/// Writes one package, proves it and puts it into the blob store. What filtering broke comes with a draft, and stops any
/// other package.
async fn build(
    ctx: &Ctx,
    job: &Running,
    source: &PublicationSource,
    (format, revise): (OutputFormat, ReviseType),
    (write, prove): (StepShare, StepShare),
) -> Result<(Artifact, Vec<Finding>), JobError> {
    let chosen = source.chosen(revise);
    let generated = source.front.iter().map(|front| packed(&front.version));
    let objects: Vec<PackedObject> = chosen.iter().map(|version| packed(version)).chain(generated).collect();
    let limits = Limits::default();
    let bytes = objects.iter().fold(0_u64, |sum, object| sum.saturating_add(object.size));
    let mut head = source.head(&chosen, revise);
    if format == OutputFormat::Ata2300 {
        head.tables = main_tables(&mut ctx.db.read().await?, &source.content).await?;
    }
    let planned = |head: &PackageHead| plan(format, head, &objects).map_err(|_| fail("job.failed.publicationFormat"));
    let files = planned(&head)?;
    if files.len() > limits.entries || bytes > limits.total_bytes {
        return Err(fail("job.failed.publicationTooLarge"));
    }
    head.sequence = take_number(job, &head, &digest(&files, &objects)).await?;
    let files = planned(&head)?;
    let earlier = match revise {
        ReviseType::Complete => EarlierPackage::load(ctx, job, &source.content, format).await?,
        ReviseType::Incremental => None,
    };
    let file = archive::write(ctx, job, write, (&files, &objects), earlier).await?;
    let copy = file.try_clone().map_err(Error::work_folder)?;
    let (severities, _) = store::settings::find_severities(&mut ctx.db.read().await?).await?;
    let (mut manual, schemas) = (source.outline(revise), schema_sets::load(ctx).await?);
    // Front matter comes behind the versions of the manual.
    let is_generated =
        |file: &&PlannedFile| matches!(file.content, PlannedContent::Version(place) if place >= chosen.len());
    manual.generated = files.iter().filter(is_generated).map(|file| file.name.clone()).collect();
    let before = proof::contents_before(source, &files, &chosen);
    manual.reduced = before.keys().cloned().collect();
    let input = ProofInput { files, objects, manual, schemas: schemas.clone(), severities };
    let found = proof::prove(job, prove, copy, input).await?;
    let broken = proof::caused_by_filter(ctx, found, &before, &schemas).await?;
    if !broken.is_empty() && !source.is_draft {
        return Err(proof::refused(&broken));
    }
    let stored = archive::keep(ctx, &file).await?;
    let artifact = Artifact {
        file_name: source.file_name(format.as_str(), revise),
        blob: stored.blob,
        media_type: ZIP.to_owned(),
        size: i64::try_from(stored.size).unwrap_or(i64::MAX),
    };
    Ok((artifact, broken))
}

/// The number of a package. A job that is repeated gets the same one for the same content.
async fn take_number(job: &Running, head: &PackageHead, sha256: &str) -> Result<u32, JobError> {
    let mut tx = job.begin().await?;
    let number = store::publications::take_package_number(&mut tx, &head.scope(), sha256).await?;
    tx.commit().await?;
    let number = u32::try_from(number).ok().filter(|number| *number <= MAX_SEQUENCE);
    number.ok_or_else(|| fail("job.failed.publicationTooLarge"))
}

/// The SHA-256 of all names and contents of a package that has no number yet, in lower-case hexadecimal.
fn digest(files: &[PlannedFile], objects: &[PackedObject]) -> String {
    let mut digest = Sha256::new();
    for file in files {
        digest.update(file.name.as_bytes());
        digest.update([0]);
        match &file.content {
            PlannedContent::Made(bytes) => digest.update(bytes),
            PlannedContent::Version(place) => {
                digest.update(objects.get(*place).map(|object| object.sha256.as_str()).unwrap_or_default());
            }
            PlannedContent::Status(place) => {
                let status = objects.get(*place).and_then(|object| object.status_sha256.as_deref());
                digest.update(status.unwrap_or_default());
            }
        }
        digest.update([0]);
    }
    let hash: [u8; 32] = digest.finalize().into();
    hex(&hash)
}

#[cfg(test)]
mod tests {
    use domain::publication::BookArrangement;

    use super::*;

    #[test]
    fn packages_come_in_each_way_and_everything_else_whole() {
        let options = PublicationOptions {
            formats: OutputFormat::ALL.to_vec(),
            revise_types: ReviseType::ALL.to_vec(),
            profiles: Vec::new(),
            aircraft: Vec::new(),
            targets: Vec::new(),
            languages: Vec::new(),
            operator: String::new(),
            since: None,
            arrangement: BookArrangement::Automatic,
            validity: None,
        };
        assert_eq!(revise_types(OutputFormat::S1000d, &options).len(), 2);
        for format in OutputFormat::ALL.into_iter().filter(|format| !format.is_package()) {
            assert_eq!(revise_types(format, &options), [(format, ReviseType::Complete)]);
        }
    }

    #[test]
    fn packages_with_other_names_or_contents_have_other_digests() {
        let made = |name: &str, text: &str| {
            let content = PlannedContent::Made(text.as_bytes().to_vec());
            digest(&[PlannedFile { name: name.to_owned(), content }], &[])
        };
        assert_eq!(made("A", "1"), made("A", "1"));
        assert_eq!(made("A", "1").len(), 64);
        assert_ne!(made("A", "1"), made("A", "2"));
        assert_ne!(made("A", "1"), made("B", "1"));
    }
}
