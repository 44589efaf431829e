//! The records that front matter is written from.

use std::collections::{BTreeSet, HashMap};

use domain::id::{ObjectId, VersionId};
use domain::language::Locale;
use domain::object::ObjectKind;
use domain::publication::{PublicationValidity, ReviseType};
use domain::text::{fold, hex};
use publish::front::{FrontHead, FrontModule, FrontRecords, FrontTarget};
use publish::package::PackageHead;
use publish::site::SiteStatus;
use s1000d::code::{Code, FileName, Identity, Language, PmCode};
use sha2::{Digest, Sha256};
use store::publications::SourceVersion;
use store::toc::ContentsEntry;
use tokio::task::JoinSet;

use super::contents::ContentsInput;
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::imports::pre_import::threads;
use crate::publications::archive::StepShare;
use crate::publications::content::{is_deleted, is_shared};
use crate::publications::earlier::change_lines;
use crate::publications::sources::{PublicationSource, main_tables};
use crate::reading::highlights;

/// Digits that tell the front matter of manuals, operators and targets apart.
const MARK: usize = 12;

/// The highlighted reasons of versions.
type VersionReasons = HashMap<VersionId, Vec<String>>;

/// Records of all languages.
pub(super) struct SharedRecords<'a> {
    source: &'a PublicationSource,
    package: PackageHead,
    /// The versions that go out.
    chosen: Vec<&'a SourceVersion>,
    languages: Vec<Language>,
    listed: Vec<ContentsEntry>,
    pm_code: Option<PmCode>,
    /// The keys of the tables of applicability for what names none.
    tables: Vec<String>,
    reasons: VersionReasons,
    stated: (SiteStatus, Option<PublicationValidity>),
}

/// The highlighted reasons of versions that have some; several contents are read at once.
async fn reasons_of(
    ctx: &Ctx,
    job: &Running,
    blobs: Vec<(VersionId, String)>,
    share: StepShare,
) -> Result<VersionReasons, JobError> {
    let (mut done, total) = (0, blobs.len() as u64);
    let mut open = blobs.into_iter();
    let mut found = HashMap::new();
    let mut tasks = JoinSet::new();
    loop {
        while tasks.len() < threads()
            && let Some((id, blob)) = open.next()
        {
            let ctx = ctx.clone();
            tasks.spawn(async move { (id, highlights::find(&ctx, &blob).await) });
        }
        let Some(read) = tasks.join_next().await else { break };
        done += 1;
        share.progress_of(job, done, total)?;
        let (id, reasons) = read.map_err(Error::from)?;
        let reasons = reasons?;
        if !reasons.is_empty() {
            found.insert(id, reasons.to_vec());
        }
    }
    Ok(found)
}

/// The languages of the modules that people read and that front matter has words for; never none.
fn languages(versions: &[&SourceVersion]) -> Vec<Language> {
    let read = versions.iter().filter(|version| version.kind.is_module() && !is_shared(version.kind));
    let known: BTreeSet<&str> = read.map(|version| version.language.as_str()).collect();
    let mut found: Vec<Language> = known.into_iter().filter_map(spoken).collect();
    if found.is_empty() {
        found.extend(spoken(Locale::default().as_str()));
    }
    found
}

fn spoken(text: &str) -> Option<Language> {
    let (code, country) = text.split_once('-')?;
    Locale::of_text(code)?;
    Language::parse(code, country).ok()
}

impl<'a> SharedRecords<'a> {
    /// Reads the records of a publication.
    pub(super) async fn load(
        ctx: &Ctx,
        job: &Running,
        source: &'a PublicationSource,
        stated: (SiteStatus, Option<PublicationValidity>),
        share: StepShare,
    ) -> Result<Self, JobError> {
        let content = &source.content;
        let mut tx = read_for(ctx, job.created_by()).await?;
        let listed = content.entries(store::toc::list_entries(&mut tx, content.snapshot).await?);
        let tables = main_tables(&mut tx, content).await?;
        drop(tx);
        let chosen: Vec<&SourceVersion> = content.chosen().collect();
        // As in a printed book, nothing is told about what is no more.
        let is_told = |version: &SourceVersion| {
            version.kind.is_module() && !is_deleted(version) && source.news.is_told(version.version_id)
        };
        let blob = |version: &SourceVersion| version.status_blob.as_ref().unwrap_or(&version.blob).as_str().to_owned();
        let told = chosen.iter().filter(|version| is_told(version));
        let told: Vec<(VersionId, String)> = told.map(|version| (version.version_id, blob(version))).collect();
        let reasons = reasons_of(ctx, job, told, share).await?;
        let package = source.head(&chosen, ReviseType::Complete);
        let languages = languages(&chosen);
        let pm_code = pm_code(source, &listed, &package.language);
        Ok(Self { source, package, chosen, languages, listed, pm_code, tables, reasons, stated })
    }

    pub(super) fn languages(&self) -> &[Language] {
        &self.languages
    }

    /// As in `4.2`; empty when it is not known.
    pub(super) fn schema_issue(&self) -> String {
        self.package.schema_issue.replace('-', ".")
    }

    /// The records in one language.
    pub(super) fn of_language(&self, language: Language) -> FrontRecords {
        let content = &self.source.content;
        let own = language.as_str();
        // Modules in other languages, and those without one, are listed with the language of most.
        let is_most = |one: &&Language| one.as_str() == self.package.language;
        let main = self.languages.iter().find(is_most).or(self.languages.first()).copied();
        let is_here = |version: &&&SourceVersion| {
            let of_version = spoken(&version.language).filter(|spoken| self.languages.contains(spoken));
            let is_coded = || FileName::parse(&version.key).is_ok();
            version.kind.is_module() && of_version.or(main) == Some(language) && is_coded()
        };
        let here: Vec<&SourceVersion> = self.chosen.iter().filter(is_here).copied().collect();
        let (deleted, modules): (Vec<&SourceVersion>, Vec<&SourceVersion>) =
            here.into_iter().partition(|version| is_deleted(version));
        let all: HashMap<ObjectId, &SourceVersion> =
            content.versions.iter().map(|version| (version.object_id, version)).collect();
        let locale = Locale::of_text(language.code()).unwrap_or_default();
        let input = ContentsInput { listed: &self.listed, all: &all, language: own, locale };
        let contents = input.read(&modules);
        let ordered = contents.order.iter().filter_map(|place| modules.get(*place));
        // A module that is no more is listed once, where it went.
        let gone = deleted.iter().filter(|version| self.source.news.is_told(version.version_id));
        let lines = ordered.chain(gone).filter_map(|version| self.module(version)).collect();
        let publications = input.publications().into_iter().filter(|version| content.is_of_language(version));
        FrontRecords {
            head: self.head(language, publications.filter_map(target).collect()),
            modules: lines,
            entries: contents.entries,
            changes: change_lines(&self.source.earlier.approved, (&content.revision, &self.package.date), None),
        }
    }

    fn module(&self, version: &SourceVersion) -> Option<FrontModule> {
        Some(FrontModule {
            target: target(version)?,
            is_news: self.source.news.is_marked(version.version_id) || is_deleted(version),
            reasons: self.reasons.get(&version.version_id).cloned().unwrap_or_default(),
        })
    }

    fn head(&self, language: Language, publications: Vec<FrontTarget>) -> FrontHead {
        let chosen = &self.chosen;
        let (package, (status, validity)) = (&self.package, self.stated);
        let is_level = |text: &&str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        let security = chosen.iter().map(|version| version.security.as_str()).filter(is_level).max();
        let identity = |is_wanted: &dyn Fn(&SourceVersion) -> bool| -> Option<Identity> {
            let version = chosen.iter().find(|version| is_wanted(version))?;
            FileName::parse(&version.key).ok().map(|name| name.identity)
        };
        let is_table = |version: &SourceVersion| version.kind == ObjectKind::Act && self.tables.contains(&version.key);
        FrontHead {
            language,
            mark: mark(self.source),
            title: package.title.clone(),
            manual_type: package.manual_type.clone(),
            product: package.product.clone(),
            model: package.model.clone(),
            sender: package.sender.clone(),
            publisher: publisher(self.source, &package.sender),
            operator: package.receiver_name.clone(),
            published_for: package.published_for.clone(),
            revision: package.revision.clone(),
            date: package.date.clone(),
            status,
            validity,
            security: security.unwrap_or("01").to_owned(),
            schema_issue: package.schema_issue.clone(),
            issued_before: self.source.earlier.count,
            business_rules: identity(&|version| version.kind == ObjectKind::Brex),
            applicability_table: identity(&is_table),
            pm_code: self.pm_code.clone(),
            publications,
        }
    }
}

/// The name of the publisher where it is the operator itself, and its mark otherwise.
fn publisher(source: &PublicationSource, sender: &str) -> String {
    let operator = &source.operator.details;
    let is_own = fold(&operator.extension_producer) == fold(&source.content.manual.details.extension_producer);
    if is_own { operator.name.clone() } else { sender.to_owned() }
}

/// Digits that no other manual, operator or target has.
fn mark(source: &PublicationSource) -> String {
    let content = &source.content;
    let kind = match content.target() {
        Some(target) if target.is_tail() => "aircraft",
        Some(_) => "profile",
        None => "",
    };
    let operator = source.operator.details.code.as_str();
    let named = [content.manual.id.0.as_str(), operator, kind, content.target_name()].join("\n");
    let hash: [u8; 32] = Sha256::digest(named.as_bytes()).into();
    hex(&hash).get(..MARK).unwrap_or_default().to_ascii_uppercase()
}

/// The code of the manual's publication module, in the language of most modules where there is one.
fn pm_code(source: &PublicationSource, listed: &[ContentsEntry], language: &str) -> Option<PmCode> {
    let versions = &source.content.versions;
    let all: HashMap<ObjectId, &SourceVersion> = versions.iter().map(|version| (version.object_id, version)).collect();
    let input = ContentsInput { listed, all: &all, language, locale: Locale::default() };
    let codes = input.publications().into_iter().filter_map(|version| FileName::parse(&version.key).ok());
    let mut codes = codes.filter_map(|name| match name.identity.code {
        Code::Publication(code) => Some(code),
        _ => None,
    });
    codes.next()
}

/// A version that references can name; none for one whose key is no code.
fn target(version: &SourceVersion) -> Option<FrontTarget> {
    Some(FrontTarget {
        identity: FileName::parse(&version.key).ok()?.identity,
        issue: version.issue.clone(),
        tech_name: version.tech_name.clone(),
        info_name: version.info_name.clone(),
    })
}
