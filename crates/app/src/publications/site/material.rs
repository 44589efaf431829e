//! The input of a site: the versions of a publication, its contents, and its applicability.

use std::collections::{BTreeMap, HashMap};

use bytes::Bytes;
use domain::house_style::StyleLogo;
use domain::id::{ObjectId, VersionId};
use domain::language::Locale;
use domain::object::ObjectKind;
use domain::publication::PublicationValidity;
use domain::text::fold;
use domain::version::{Issue, VersionContent};
use publish::site::{SITE_VERSION, SiteChoice, SiteEntry, SiteFacts, SiteModule, SiteStatus, logo_path};
use s1000d::applic::repository;
use s1000d::applic::tables::Tables;
use s1000d::document::html::RENDERER_VERSION;
use s1000d::document::shared;
use s1000d::guard::{self, Refusal};
use store::blobs::BlobId;
use store::publications::SourceVersion;

use super::contents::{self, ContentsObjects, ContentsTables, ObjectCode};
use super::losses::{SiteLoss, SiteLossKind};
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::publications::archive::damaged;
use crate::publications::content::is_deleted;
use crate::publications::sources::PublicationSource;
use crate::publications::stored::{read_blob, read_content};
use crate::reading::viewer::{OfferedChoices, PublishedApplicability, fingerprint};

/// The input of a site.
pub(super) struct SiteMaterial {
    pub(super) facts: SiteFacts,
    /// The path and the bytes of the logo.
    pub(super) logo: Option<(String, Bytes)>,
    pub(super) modules: Vec<SiteModule>,
    /// The versions of the modules, in the same order.
    pub(super) versions: Vec<SourceVersion>,
    /// Versions of pictures.
    pub(super) pictures: Vec<SourceVersion>,
    /// The codes of the publication modules.
    pub(super) publications: Vec<String>,
    pub(super) entries: Vec<SiteEntry>,
    pub(super) applicability: PublishedApplicability,
    /// Names everything besides the modules that pages depend on.
    pub(super) settings: String,
}

impl SiteMaterial {
    /// Reads it, and says which tables and repositories cannot be read.
    pub(super) async fn load(
        ctx: &Ctx,
        job: &Running,
        source: &PublicationSource,
        (status, validity): (SiteStatus, Option<PublicationValidity>),
    ) -> Result<(Self, Vec<SiteLoss>), JobError> {
        let content = &source.content;
        let losses = unreadable(ctx, job, &content.versions).await?;
        let logo = match source.style.as_ref().and_then(|style| style.logo.as_ref()) {
            Some(logo) => Some(read_logo(ctx, logo).await?),
            None => None,
        };
        let mut tx = read_for(ctx, job.created_by()).await?;
        let listed = content.entries(store::toc::list_entries(&mut tx, content.snapshot).await?);
        let offered = match content.target().filter(|target| target.is_filtered()) {
            Some(target) => OfferedChoices::Aircraft(target.aircraft()),
            None => OfferedChoices::Operator(&source.operator.details.code),
        };
        let named: Vec<(VersionId, &str)> =
            content.versions.iter().map(|version| (version.version_id, version.code.as_str())).collect();
        let applicability = PublishedApplicability::load(ctx, tx, content.snapshot, offered, &named).await?;

        let chosen: Vec<&SourceVersion> =
            content.versions.iter().filter(|version| content.is_of_language(version)).collect();
        let of = |is_so: fn(&SourceVersion) -> bool| -> Vec<SourceVersion> {
            chosen.iter().filter(|version| is_so(version)).map(|version| (*version).clone()).collect()
        };
        let versions = of(|version| version.kind.is_module() && !is_deleted(version));
        let pictures = of(|version| version.kind == ObjectKind::Icn);
        let publications = of(|version| version.kind == ObjectKind::PublicationModule);
        let mut modules: Vec<SiteModule> = versions.iter().map(|version| module(version, &applicability)).collect();
        let mut facts = facts(source, &versions, status);
        facts.choices_left_out = applicability.left_out;
        facts.validity = validity;
        let locale = facts.language.get(..2).and_then(Locale::of_text).unwrap_or_default();
        let others = content.versions.iter().filter(|version| !content.is_of_language(version));
        let codes: HashMap<ObjectId, ObjectCode> = others.map(object_code).collect();
        let (entries, applicability, mut versions, publications) = tokio::task::spawn_blocking(move || {
            let set = applicability.set_of_contents();
            let (values, tables) = (applicability.values(set), applicability.tables(set));
            let objects = ContentsObjects { codes: &codes, versions: &versions, publications: &publications };
            let entries = contents::entries(&listed, &objects, &ContentsTables { values, tables, locale });
            (entries, applicability, versions, publications)
        })
        .await
        .map_err(Error::from)?;
        let pages = source.front.iter().filter(|front| front.part.is_page());
        let front: Vec<SourceVersion> = pages.map(|front| front.version.clone()).collect();
        modules.extend(front.iter().map(|version| module(version, &applicability)));
        let entries = contents::with_front(entries, &front, versions.len(), locale);
        versions.extend(front);
        let versions_of_program = [SITE_VERSION, RENDERER_VERSION].map(|version| version.to_string()).join(".");
        let said = [versions_of_program.as_str(), env!("CARGO_PKG_VERSION"), &applicability.key].join(" ");
        let material = Self {
            facts,
            logo,
            modules,
            versions,
            pictures,
            publications: publications.into_iter().map(|version| version.code).collect(),
            entries,
            applicability,
            settings: fingerprint(said.as_bytes()),
        };
        Ok((material, losses))
    }

    pub(super) fn choices(&self) -> Vec<SiteChoice> {
        let choices = self.applicability.choices.iter();
        choices
            .map(|choice| SiteChoice {
                name: choice.name.clone(),
                table: choice.table.clone(),
                is_aircraft: choice.is_aircraft,
            })
            .collect()
    }
}

/// The path of a logo in the site, and its bytes.
async fn read_logo(ctx: &Ctx, logo: &StyleLogo) -> Result<(String, Bytes), JobError> {
    let path = logo_path(logo.format);
    let blob = BlobId::parse(&logo.blob).ok_or_else(|| JobError::Fail(vec![damaged(&path)]))?;
    let bytes = read_blob(ctx, &blob, &path).await?;
    Ok((path, bytes))
}

/// Tables and repositories that cannot be read. Without them pages would lack warnings and conditions that nobody misses.
/// Content that is gone ends the publication.
async fn unreadable(ctx: &Ctx, job: &Running, versions: &[SourceVersion]) -> Result<Vec<SiteLoss>, JobError> {
    let mut losses = Vec::new();
    for version in versions {
        let is_repository = version.kind == ObjectKind::Repository;
        if !is_repository && !matches!(version.kind, ObjectKind::Act | ObjectKind::Cct | ObjectKind::Pct) {
            continue;
        }
        job.check()?;
        let bytes = read_content(ctx, version).await?;
        let read = tokio::task::spawn_blocking(move || check_shared(&bytes, is_repository));
        if let Err(refusal) = read.await.map_err(Error::from)? {
            tracing::warn!(module = version.key, %refusal, "a table or repository of a site cannot be read");
            losses.push(SiteLoss::new(&version.key, SiteLossKind::Module));
        }
    }
    Ok(losses)
}

fn check_shared(bytes: &Bytes, is_repository: bool) -> Result<(), Refusal> {
    let checked = guard::check(bytes)?;
    if is_repository {
        repository::read(&checked)?;
        shared::read(&checked)?;
    } else {
        Tables::read(&checked)?;
    }
    Ok(())
}

fn object_code(version: &SourceVersion) -> (ObjectId, ObjectCode) {
    let is_publication = version.kind == ObjectKind::PublicationModule;
    let object = ObjectCode { code: fold(&version.code), title: contents::title(version), is_publication };
    (version.object_id, object)
}

/// The stored content of a version.
pub(super) fn content_of(version: &SourceVersion) -> VersionContent {
    VersionContent {
        blob: version.blob.as_str().to_owned(),
        status_blob: version.status_blob.as_ref().map(|blob| blob.as_str().to_owned()),
        size: version.size,
        media_type: version.media_type.clone(),
    }
}

fn module(version: &SourceVersion, applicability: &PublishedApplicability) -> SiteModule {
    let status = version.status_blob.as_ref().map_or("", |blob| blob.as_str());
    let set = applicability.set_of(version.version_id).map(|set| set.to_string()).unwrap_or_default();
    let title = contents::title(version);
    let issue = issue_text(&version.issue);
    let date = version.issue.date.get(..10).unwrap_or_default().to_owned();
    // A later version of the program may read other texts from the same bytes.
    let head = [title.as_str(), &issue, &date, &version.security, &version.code, &version.language].join("\n");
    SiteModule {
        key: version.key.clone(),
        code: version.code.clone(),
        language: version.language.clone(),
        source: [version.blob.as_str(), status, &set, &fingerprint(head.as_bytes())].join("."),
        title,
        issue,
        date,
        security: version.security.clone(),
    }
}

fn issue_text(issue: &Issue) -> String {
    if issue.number.is_empty() { String::new() } else { [issue.number.as_str(), &issue.in_work].join("-") }
}

fn facts(source: &PublicationSource, versions: &[SourceVersion], status: SiteStatus) -> SiteFacts {
    let manual = &source.content.manual;
    let newest = versions.iter().filter_map(|version| version.issue.date.get(..10)).max();
    let alias = manual.alias.as_str();
    SiteFacts {
        title: if alias.is_empty() { manual.name.to_string() } else { alias.to_owned() },
        revision: source.content.revision.clone(),
        status,
        date: newest.unwrap_or_default().to_owned(),
        operator: source.operator.details.name.clone(),
        published_for: source.content.target_name().to_owned(),
        product: manual.details.model_ident_code.clone(),
        manual_type: manual.details.manual_type.clone(),
        language: most_frequent(versions),
        style: source.style.clone(),
        ..SiteFacts::default()
    }
}

/// The language of most modules; of equals the first in the alphabet.
fn most_frequent(versions: &[SourceVersion]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for version in versions.iter().filter(|version| !version.language.is_empty()) {
        *counts.entry(version.language.as_str()).or_default() += 1;
    }
    let most = counts.values().max().copied().unwrap_or_default();
    counts.into_iter().find(|(_, count)| *count == most).map(|(language, _)| language.to_owned()).unwrap_or_default()
}
