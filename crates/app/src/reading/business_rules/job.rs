//! `checkBusinessRules`: checks the modules of a manual and keeps a report.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use bytes::Bytes;
use domain::access::AccessLevel;
use domain::field::{FieldCode, FieldError, FieldErrors};
use domain::file::File;
use domain::id::ManualId;
use domain::job::{FailureReason, Outputs, Parameters};
use domain::manual::Manual;
use domain::name::Name;
use domain::page::Order;
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::subject::Subject;
use s1000d::brex::{RuleFinding, RulePatience, named_brex};
use s1000d::guard;
use s1000d::object::ObjectRef;
use store::Tx;
use store::blobs::BlobId;
use store::brex_reports::{self, BrexReportCounts, StoredBrexReport};
use store::files::{FileFilter, FileScope, FileSort};

use super::batches::batches;
use super::tally::RuleTally;
use crate::core::access::read_for;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;
use crate::imports::business_rules::{self, BrexScope, ModuleRules};
use crate::library::{files, manuals, revisions};

/// The name of the kind on the wire.
pub(crate) const WIRE_NAME: &str = "checkBusinessRules";

/// Compiled rules that a job keeps beside the cache; a project has one BREX, or a few.
const MOST_RULES: usize = 4;

/// The kind itself.
#[derive(Debug)]
pub(crate) struct CheckBusinessRules;

/// A report that is complete; its numbers are the outputs of its job.
#[derive(Debug)]
pub(crate) struct CheckedManual {
    path: ManualPath,
    report: StoredBrexReport,
}

impl From<CheckedManual> for Outputs {
    fn from(CheckedManual { path, report: StoredBrexReport { counts, .. } }: CheckedManual) -> Self {
        let named = [
            ("csdbName", path.csdb.as_str().to_owned()),
            ("manualName", path.manual.as_str().to_owned()),
            ("modules", counts.modules.to_string()),
            ("violating", counts.violating.to_string()),
            ("incomplete", counts.incomplete.to_string()),
            ("violations", counts.violations.to_string()),
        ];
        named.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

impl JobKind for CheckBusinessRules {
    type Parameters = ManualPath;
    type Output = CheckedManual;

    fn wire_name(&self) -> &'static str {
        WIRE_NAME
    }

    fn steps(&self) -> &'static [&'static str] {
        &["check"]
    }

    fn permission(&self) -> Permission {
        Permission::EditContent
    }

    fn parse(&self, parameters: &Parameters) -> Result<ManualPath, Vec<FieldError>> {
        let mut errors = FieldErrors::default();
        let mut name = |key: &str| {
            let name = parameters.text(key).ok_or(FieldCode::Required).and_then(Name::in_path);
            errors.take(&format!("parameterMap.{key}"), name)
        };
        match (name("csdbName"), name("manualName")) {
            (Some(csdb), Some(manual)) => Ok(ManualPath { csdb, manual }),
            _ => Err(errors.into_list()),
        }
    }

    async fn admit(&self, tx: &mut Tx, _: &Caller, path: &ManualPath) -> Result<Option<Subject>, Error> {
        let manual = manuals::at_path(tx, path).await?;
        Caller::require_in_manual(tx, AccessLevel::Author, &manual)?;
        Ok(None)
    }

    async fn run(&self, ctx: &Ctx, job: &Running, path: &ManualPath) -> Result<CheckedManual, JobError> {
        let mut tx = read_for(ctx, job.created_by()).await?;
        let gone = || JobError::Fail(vec![FailureReason::new("job.failed.manualGone")]);
        let manual = store::manuals::find_by_name(&mut tx, &path.csdb, &path.manual).await?.ok_or_else(gone)?;
        let author = match job.created_by() {
            Some(id) => store::users::find(&mut tx, id).await?,
            None => None,
        };
        drop(tx);
        let mut report = StoredBrexReport {
            id: job.id().clone(),
            manual: manual.id.clone(),
            created_by: author.map(|user| user.account.as_str().to_owned()).unwrap_or_default(),
            created_on: ctx.clock.now(),
            counts: BrexReportCounts::default(),
        };
        let mut tx = job.begin().await?;
        brex_reports::begin(&mut tx, &report).await?;
        tx.commit().await?;
        let (mut tally, sources) = check_all(ctx, job, &manual).await?;
        write(job, &mut tally).await?;
        report.counts = tally.counts;
        let mut tx = job.begin().await?;
        brex_reports::insert_rules(&mut tx, &report.id, &tally.rules).await?;
        brex_reports::insert_sources(&mut tx, &report.id, &sources).await?;
        tx.commit().await?;
        job.progress("check", 100)?;
        tracing::info!(manual.path = %manual.path(), "Checked the business rules of {}", manual.path());
        Ok(CheckedManual { path: path.clone(), report })
    }

    async fn complete(&self, _: &Ctx, tx: &mut Tx, _: &Running, checked: &mut CheckedManual) -> Result<(), Error> {
        Ok(brex_reports::show(tx, &checked.report).await?)
    }

    async fn fail(&self, _: &Ctx, tx: &mut Tx, job: &Running, _: &[FailureReason]) -> Result<(), Error> {
        Ok(brex_reports::delete(tx, job.id()).await?)
    }
}

/// Checks every module of a manual. Also returns the other manuals that the rules came from.
async fn check_all(ctx: &Ctx, job: &Running, manual: &Manual) -> Result<(RuleTally, Vec<ManualId>), JobError> {
    let mut tx = read_for(ctx, job.created_by()).await?;
    let mut tally = RuleTally::default();
    let reading = Reading::default();
    let Some(snapshot) = revisions::in_lane(&mut tx, manual, &reading).await? else { return Ok((tally, Vec::new())) };
    let own = Some((&manual.id, snapshot));
    let snapshots = files::snapshots_beside(&mut tx, manual.csdb_name.as_str(), own, &reading).await?;
    let mut all = store::files::list_all(&mut tx, snapshot, &every_file()).await?;
    drop(tx);
    all.retain(|file| file.object.identity.kind.is_module_or_publication());
    let scope = BrexScope { csdb: Some(&manual.csdb_id), own: Some(snapshot), snapshots: &snapshots };
    let mut known = KnownRules { scope, rules: HashMap::new(), manuals: BTreeSet::new(), patience: Arc::default() };
    let (mut done, total) = (0, all.len() as u64);
    for some in batches(&all, |file| file.version.content.size) {
        check_some(ctx, job, some, &mut known, &mut tally).await?;
        write(job, &mut tally).await?;
        done += some.len() as u64;
        job.progress_of("check", done, total)?;
    }
    known.manuals.remove(&manual.id);
    Ok((tally, known.manuals.into_iter().collect()))
}

fn every_file() -> FileFilter {
    FileFilter {
        scope: FileScope::Manual,
        text: String::new(),
        content_type: String::new(),
        language: String::new(),
        system: String::new(),
        status: None,
        sort: FileSort::Code,
        order: Order::Ascending,
    }
}

/// Writes the findings that are waiting, so that they do not gather in memory.
async fn write(job: &Running, tally: &mut RuleTally) -> Result<(), JobError> {
    let findings = tally.take();
    if findings.is_empty() {
        return Ok(());
    }
    let mut tx = job.begin().await?;
    brex_reports::insert_findings(&mut tx, job.id(), &findings).await?;
    Ok(tx.commit().await?)
}

/// Compiled rules by the BREX that modules name, with its issue.
struct KnownRules<'a> {
    scope: BrexScope<'a>,
    rules: HashMap<Option<String>, ModuleRules>,
    /// The manuals that any of them came from.
    manuals: BTreeSet<ManualId>,
    patience: Arc<RulePatience>,
}

impl KnownRules<'_> {
    async fn of(&mut self, ctx: &Ctx, job: &Running, first: Option<&ObjectRef>) -> Result<ModuleRules, JobError> {
        let key = first.map(|reference| {
            let issue = reference.version.issue.map(|issue| issue.to_string()).unwrap_or_default();
            format!("{} {issue}", business_rules::name_of(reference))
        });
        if let Some(rules) = self.rules.get(&key) {
            return Ok(rules.clone());
        }
        let mut tx = read_for(ctx, job.created_by()).await?;
        let found = business_rules::of_reference(ctx, &mut tx, self.scope, first).await?;
        drop(tx);
        self.manuals.extend(found.manuals().iter().cloned());
        let rules = found.compile(ctx).await?;
        if self.rules.len() >= MOST_RULES {
            self.rules.clear();
        }
        self.rules.insert(key, rules.clone());
        Ok(rules)
    }
}

/// A module with its text and the BREX that it names.
struct ReadModule {
    bytes: Bytes,
    named: Option<ObjectRef>,
}

/// The texts of modules that name the same BREX, with their places in the list.
type RuledTexts = (Option<ObjectRef>, Vec<(usize, Bytes)>);

async fn check_some(
    ctx: &Ctx,
    job: &Running,
    some: &[File],
    known: &mut KnownRules<'_>,
    tally: &mut RuleTally,
) -> Result<(), JobError> {
    let mut texts = Vec::with_capacity(some.len());
    for file in some {
        let blob = BlobId::parse(&file.version.content.blob);
        texts.push(match blob {
            Some(blob) => ctx.blobs.read(&blob).await?.unwrap_or_default(),
            None => Bytes::new(),
        });
    }
    let read = job.blocking(move |_| Ok(texts.into_iter().map(ReadModule::of).collect::<Vec<_>>())).await?;
    // One set of compiled rules after the other, so that those of all modules are not in memory together.
    let mut groups: Vec<RuledTexts> = Vec::new();
    for (place, (file, module)) in some.iter().zip(read).enumerate() {
        // The packages of ATA 2300 have no BREX.
        if module.named.is_none() && file.version.content.status_blob.is_some() {
            continue;
        }
        match groups.iter_mut().find(|(named, _)| *named == module.named) {
            Some((_, texts)) => texts.push((place, module.bytes)),
            None => groups.push((module.named, vec![(place, module.bytes)])),
        }
    }
    let mut checked = BTreeMap::new();
    for (named, texts) in groups {
        let rules = known.of(ctx, job, named.as_ref()).await?;
        let patience = Arc::clone(&known.patience);
        let checking = job.blocking(move |job| {
            let mut checked = Vec::with_capacity(texts.len());
            for (place, bytes) in texts {
                job.check()?;
                checked.push((place, findings_of(&rules, &bytes, &patience)));
            }
            Ok(checked)
        });
        checked.extend(checking.await?);
    }
    for (place, file) in some.iter().enumerate() {
        if let Some(findings) = checked.remove(&place) {
            tally.add(&file.path, &file.version.metadata.title(), findings);
        }
    }
    Ok(())
}

impl ReadModule {
    fn of(bytes: Bytes) -> Self {
        let named = guard::check(&bytes).and_then(|checked| named_brex(&checked)).ok().flatten();
        Self { bytes, named }
    }
}

fn findings_of(rules: &ModuleRules, bytes: &[u8], patience: &RulePatience) -> Vec<RuleFinding> {
    rules.check_one_of_many(bytes, patience).unwrap_or_else(|refusal| {
        vec![RuleFinding { finding: refusal.finding(), rule: None, brex: String::new(), places: 1 }]
    })
}
