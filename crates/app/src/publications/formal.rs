//! `exportFormalAta2300`: the approval of a publication that waits for it.
//!
//! Its artifacts exist since it was frozen; the job proves that every one is still what it was, prints a book again with
//! its approval page, and writes the manifest with the approval. The transaction that completes it releases what was frozen.

use domain::access::AccessLevel;
use domain::change::Change;
use domain::field::FieldError;
use domain::house_style::PublishedStyle;
use domain::job::{Outputs, Parameters};
use domain::manual::Manual;
use domain::permission::Permission;
use domain::publication::{
    ApprovalDetails, ManualPublication, OutputFormat, PublicationAct, PublicationNames, PublicationState,
    PublicationStep, PublicationTarget, file_words, take_step,
};
use domain::session::SignedAct;
use domain::subject::Subject;
use publish::book::BookState;
use publish::manifest::{ManifestBase, ManifestStyle};
use store::Tx;
use store::artifacts::Artifact;

use super::archive::StepShare;
use super::blockers;
use super::build::check_validity;
use super::content::ManualContent;
use super::filter::{FilterUse, StateRules};
use super::located::{self, FORMAL, fail};
use super::parameters::FormalParameters;
use super::pdf::{self, BookOrder, PrintReport, ReviewedRecords};
use super::people;
use super::record::{is_letter, is_listed, manifest, outputs, release, store_manifest};
use super::signing;
use super::target_files;
use super::webhooks::{self, PublicationEvent};
use crate::changes::published;
use crate::comments::people::ReaderRules;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, PublicationError};
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;
use crate::editing::dispatch_guard::GuardReader;

const STEPS: [&str; 2] = ["prove", "finish"];

/// Approves a publication.
#[derive(Debug)]
pub(crate) struct ExportFormal;

/// An approval before it is written.
#[derive(Debug)]
pub(crate) struct FormalApproval {
    publication: ManualPublication,
    manual: Manual,
    approval: ApprovalDetails,
    /// The account of the approver.
    account: String,
    /// With its signature.
    manifest: [Artifact; 2],
    /// The book, printed again with its approval, and the one that was reviewed.
    books: Vec<Artifact>,
    /// The letters that the manifest lists.
    letters: Vec<Artifact>,
    artifacts: Vec<Artifact>,
    /// By which it is known who may read it.
    rules: ReaderRules,
}

impl From<FormalApproval> for Outputs {
    fn from(approval: FormalApproval) -> Self {
        outputs(&approval.publication, &approval.manual, &approval.artifacts)
    }
}

impl JobKind for ExportFormal {
    type Parameters = FormalParameters;
    type Output = FormalApproval;

    fn wire_name(&self) -> &'static str {
        FORMAL
    }

    fn steps(&self) -> &'static [&'static str] {
        &STEPS
    }

    fn permission(&self) -> Permission {
        Permission::PublishFormal
    }

    fn signed_act(&self, parameters: &FormalParameters) -> Option<SignedAct> {
        Some(SignedAct::approval(&parameters.publication))
    }

    /// The master list may be more restrictive by now than on the day when the publication was frozen.
    async fn examine(&self, ctx: &Ctx, caller: &Caller, parameters: &FormalParameters) -> Result<(), Error> {
        let mut tx = caller.read(ctx).await?;
        let manual = located::find_manual(&mut tx, &parameters.selector).await?;
        Caller::require_in_manual(&tx, AccessLevel::Approve, &manual)?;
        let publication = located::find(&mut tx, &parameters.publication).await?;
        drop(tx);
        if publication.manual_id != manual.id || publication.state != PublicationState::ReadyForApprove {
            return Ok(());
        }
        let state = Some(publication.snapshot);
        match blockers::list_excessive(ctx, GuardReader::Caller(caller), &manual, state).await?.len() as u64 {
            0 => Ok(()),
            count => Err(PublicationError::Blocked { count }.into()),
        }
    }

    fn parse(&self, parameters: &Parameters) -> Result<FormalParameters, Vec<FieldError>> {
        FormalParameters::parse(parameters)
    }

    async fn admit(
        &self,
        tx: &mut Tx,
        caller: &Caller,
        parameters: &FormalParameters,
    ) -> Result<Option<Subject>, Error> {
        let manual = located::admit_manual(tx, &parameters.selector, AccessLevel::Approve).await?;
        let publication = located::find(tx, &parameters.publication).await?;
        if publication.manual_id != manual.id {
            return Err(Error::NotFound(Missing::Publication));
        }
        let actor = located::actor(tx, caller.user.account.as_str(), &publication).await?;
        take_step(publication.state, PublicationStep::Approve, actor)
            .map_err(|refused| located::refusal(refused, publication.state))?;
        require_released(tx, &publication).await?;
        Ok(Some(Subject::from(&publication.id)))
    }

    async fn run(&self, ctx: &Ctx, job: &Running, parameters: &FormalParameters) -> Result<FormalApproval, JobError> {
        Box::pin(run(ctx, job, parameters)).await
    }

    async fn complete(&self, ctx: &Ctx, tx: &mut Tx, _: &Running, output: &mut FormalApproval) -> Result<(), Error> {
        complete(ctx, tx, output).await
    }
}

async fn run(ctx: &Ctx, job: &Running, parameters: &FormalParameters) -> Result<FormalApproval, JobError> {
    let [prove, finish] = STEPS;
    let (mut tx, manual, user) = located::open(ctx, job, &parameters.selector, AccessLevel::Approve).await?;
    let publication = match located::find(&mut tx, &parameters.publication).await {
        Err(Error::NotFound(_)) => return Err(fail("job.failed.publicationGone")),
        found => found?,
    };
    let account = user.account.as_str().to_owned();
    let actor = located::actor(&mut tx, &account, &publication).await?;
    if take_step(publication.state, PublicationStep::Approve, actor).is_err() {
        return Err(fail("job.failed.publicationGone"));
    }
    if blockers::count_unreleased(&mut tx, publication.snapshot).await? > 0 {
        return Err(fail("job.failed.publicationBlocked"));
    }
    if let Some(validity) = publication.options.validity {
        check_validity(validity, ctx.clock.now().date_naive(), true)?;
    }
    let artifacts = store::artifacts::list(&mut tx, &Subject::from(&publication.id)).await?;
    let names = names_of(&mut tx, &manual, &publication).await?;
    let manual = Manual { alias: names.manual_alias, ..manual };
    let content = content_of(&mut tx, manual, &publication).await?;
    let style = store::house_styles::find_published(&mut tx, &publication.id).await?;
    drop(tx);
    let (reader, state) = (GuardReader::User(job.created_by()), Some(publication.snapshot));
    if !blockers::list_excessive(ctx, reader, &content.manual, state).await?.is_empty() {
        return Err(fail("job.failed.publicationBlocked"));
    }
    for (done, artifact) in (0..).zip(&artifacts) {
        // Damage is an error of its own.
        if !ctx.blobs.verify(&artifact.blob).await? {
            return Err(fail("job.failed.publicationGone"));
        }
        job.progress_of(prove, done, artifacts.len() as u64)?;
    }
    job.progress(prove, 100)?;
    let whole = ApprovedBook {
        content: &content,
        publication: &publication,
        style: style.as_ref(),
        reviewed: &artifacts,
        part: (0, 1),
    };
    let books = print_all_again(ctx, job, whole, (names.operator.as_str(), &parameters.approval)).await?;
    let is_printed = |artifact: &Artifact| books.iter().any(|book| book.file_name == artifact.file_name);
    let kept = artifacts.into_iter().filter(|artifact| is_listed(artifact) && !is_printed(artifact));
    let listed: Vec<Artifact> = kept.chain(books.iter().cloned()).collect();
    let mut approved = manifest(&content, PublicationState::Approved, &publication.options, &listed);
    approved.approval = Some(parameters.approval.clone());
    approved.style = style.as_ref().map(ManifestStyle::from);
    let manifest = store_manifest(ctx, &approved).await?;
    job.progress(finish, 50)?;
    let (letters, packages): (Vec<Artifact>, Vec<Artifact>) = listed.into_iter().partition(is_letter);
    let artifacts = packages.into_iter().chain(manifest.clone()).collect();
    let approval = parameters.approval.clone();
    let rules = ReaderRules::load(ctx).await?;
    let manual = content.manual;
    Ok(FormalApproval { publication, manual, approval, account, manifest, books, letters, artifacts, rules })
}

/// A book that is approved.
#[derive(Debug, Clone, Copy)]
struct ApprovedBook<'a> {
    content: &'a ManualContent,
    publication: &'a ManualPublication,
    /// That of the book that was reviewed, whatever the house style is by now.
    style: Option<&'a PublishedStyle>,
    /// The artifacts that were reviewed.
    reviewed: &'a [Artifact],
    /// Its part of the step, and how many there are.
    part: (u64, u64),
}

/// Prints the book of each target again, given that of all content.
async fn print_all_again(
    ctx: &Ctx,
    job: &Running,
    whole: ApprovedBook<'_>,
    approval: (&str, &ApprovalDetails),
) -> Result<Vec<Artifact>, JobError> {
    let ApprovedBook { content, publication, .. } = whole;
    if !publication.options.formats.contains(&OutputFormat::Pdf) {
        return Ok(Vec::new());
    }
    let targets = publication.options.all_targets();
    let words = file_words(&targets);
    // The manifest comes last.
    let parts = targets.len() as u64 + 1;
    let (mut books, rules) = (Vec::new(), StateRules::default());
    for (place, (target, word)) in (0..).zip(targets.iter().zip(&words)) {
        let filtered = match word.as_str() {
            "" => None,
            word => {
                let state = (content, &rules);
                Some(target_files::content_of(ctx, job, state, (target, word), FilterUse::Files).await?.0)
            }
        };
        let content = filtered.as_ref().unwrap_or(content);
        let book = ApprovedBook { content, part: (place, parts), ..whole };
        books.extend(print_again(ctx, job, book, target, approval).await?);
    }
    Ok(books)
}

/// The book with its approval page, in place of the one that said that it waits. It must have the content that was
/// reviewed, which stays beside it under a name of its own.
async fn print_again(
    ctx: &Ctx,
    job: &Running,
    book: ApprovedBook<'_>,
    target: &PublicationTarget,
    (operator, approval): (&str, &ApprovalDetails),
) -> Result<Vec<Artifact>, JobError> {
    let [_, finish] = STEPS;
    let ApprovedBook { content, publication, style, reviewed, part } = book;
    let stem = content.file_stem(false);
    let name = pdf::file_name(&stem);
    let before = reviewed.iter().find(|artifact| artifact.file_name == name).cloned();
    let report = PrintReport::find(ctx, reviewed, &stem).await?;
    let (Some(before), Some(report)) = (before, report) else { return Err(pdf::differs()) };
    let records = ReviewedRecords::load(ctx, job, &report, (target, content)).await?;
    let order = BookOrder {
        content,
        operator,
        state: BookState::Approved,
        approval: Some(approval),
        arrangement: publication.options.arrangement,
        validity: publication.options.validity,
        style,
        earlier: &records.earlier,
        news: &records.news,
        reviewed: Some(&report),
    };
    let mut books = pdf::build(ctx, job, order, StepShare { step: finish, part: part.0, parts: part.1 }).await?;
    books.push(Artifact { file_name: [stem.as_str(), "-reviewed.pdf"].concat(), ..before });
    Ok(books)
}

/// The names that were reviewed, whatever they are by now. Publications of older versions kept none.
async fn names_of(tx: &mut Tx, manual: &Manual, publication: &ManualPublication) -> Result<PublicationNames, Error> {
    if let Some(names) = store::publications::find_names(tx, &publication.id).await? {
        return Ok(names);
    }
    // One that is gone is known by its code.
    let code = &publication.options.operator;
    let operator = store::operators::find_by_code(tx, code).await?.map(|operator| operator.details.name);
    Ok(PublicationNames { manual_alias: manual.alias.clone(), operator: operator.unwrap_or_else(|| code.clone()) })
}

/// The frozen content. Neither the operator nor the base is needed any more, and both may be gone.
async fn content_of(tx: &mut Tx, manual: Manual, publication: &ManualPublication) -> Result<ManualContent, Error> {
    let options = &publication.options;
    let base = match &options.since {
        Some(id) => store::publications::find(tx, id).await?,
        None => None,
    };
    let since = base.map(|base| ManifestBase { number: base.number, revision: base.revision });
    let (revision, languages) = (publication.revision.clone(), options.languages.clone());
    ManualContent::load(tx, manual, publication.snapshot, revision, languages, since).await
}

/// Refuses a publication with modules that are not released any more.
async fn require_released(tx: &mut Tx, publication: &ManualPublication) -> Result<(), Error> {
    match blockers::count_unreleased(tx, publication.snapshot).await? {
        0 => Ok(()),
        count => Err(PublicationError::Blocked { count }.into()),
    }
}

async fn complete(ctx: &Ctx, tx: &mut Tx, output: &mut FormalApproval) -> Result<(), Error> {
    let FormalApproval { publication, manual, approval, account, manifest, books, letters, artifacts, rules } = output;
    store::manuals::lock(tx, &manual.id).await?;
    require_released(tx, publication).await?;
    let act = PublicationAct { by: account.clone(), on: ctx.clock.now() };
    if !store::publications::approve(tx, &publication.id, publication.version, approval, &act).await? {
        // It was withdrawn while the job ran.
        return Err(PublicationError::State { state: publication.state }.into());
    }
    release(tx, publication).await?;
    if let Some(id) = &publication.change_request {
        published::close(ctx, tx, rules, (id, publication.snapshot), account).await?;
    }
    let subject = Subject::from(&publication.id);
    let mut present = store::artifacts::list(tx, &subject).await?;
    present.retain(is_letter);
    if present != *letters {
        // One was attached while the job ran; the next attempt lists it.
        return Err(Error::ChangedMeanwhile);
    }
    for artifact in books.iter().chain(manifest.iter()) {
        store::artifacts::insert(tx, &subject, artifact).await?;
    }
    let detail = vec![
        ("number".to_owned(), publication.number.to_string()),
        ("revision".to_owned(), publication.revision.clone()),
        ("publication".to_owned(), publication.id.0.clone()),
        ("reference".to_owned(), approval.reference.clone()),
    ];
    let change = ctx.change(&located::actor_of(account), "publication.approved", "manual", &manual.path());
    tx.record(Change { detail, ..change });
    signing::note_key(ctx, tx).await?;
    let event = PublicationEvent { publication, name: "publication.approved", artifacts, valid: None };
    webhooks::enqueue(ctx, tx, event).await?;
    people::distribute(ctx, tx, rules, account, publication).await?;
    let requester = people::concerned(tx, rules, publication).await?;
    people::tell(ctx, tx, &requester, account, publication, "publication.approved").await
}
