//! What a site is made from: the versions of a publication, its contents, and its applicability.

use std::collections::BTreeMap;

use domain::object::ObjectKind;
use domain::snapshot::Reading;
use domain::version::{Issue, VersionContent};
use publish::site::{SITE_VERSION, SiteChoice, SiteEntry, SiteFacts, SiteModule};
use s1000d::document::html::RENDERER_VERSION;
use store::publications::SourceVersion;

use super::contents;
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::running::Running;
use crate::library::files;
use crate::publications::sources::PublicationSource;
use crate::reading::viewer::{PublishedApplicability, fingerprint};

/// The type of an issue of a module that is no more.
const DELETED: &str = "deleted";

/// What a site is made from.
pub(super) struct SiteMaterial {
    pub(super) facts: SiteFacts,
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
    pub(super) async fn load(ctx: &Ctx, job: &Running, source: &PublicationSource) -> Result<Self, Error> {
        let content = &source.content;
        let mut tx = read_for(ctx, job.created_by()).await?;
        let listed = store::toc::list_entries(&mut tx, content.snapshot).await?;
        let own = Some((&content.manual.id, content.snapshot));
        let states =
            files::snapshots_beside(&mut tx, content.manual.csdb_name.as_str(), own, &Reading::default()).await?;
        let operator = &source.operator.details.code;
        let applicability = PublishedApplicability::load(ctx, tx, &states, operator).await?;

        let chosen: Vec<&SourceVersion> =
            content.versions.iter().filter(|version| content.is_of_language(version)).collect();
        let of = |is_so: fn(&SourceVersion) -> bool| -> Vec<SourceVersion> {
            chosen.iter().filter(|version| is_so(version)).map(|version| (*version).clone()).collect()
        };
        let versions = of(|version| version.kind.is_module() && version.issue.kind != DELETED);
        let pictures = of(|version| version.kind == ObjectKind::Icn);
        let publications = of(|version| version.kind == ObjectKind::PublicationModule);
        let modules: Vec<SiteModule> = versions.iter().map(|version| module(version, &applicability)).collect();
        let facts = facts(source, &versions);
        let entries = contents::entries(&listed, &versions, &publications, &facts.language);
        let versions_of_program = [SITE_VERSION, RENDERER_VERSION].map(|version| version.to_string()).join(".");
        let said = [versions_of_program.as_str(), env!("CARGO_PKG_VERSION"), &applicability.key].join(" ");
        Ok(Self {
            facts,
            modules,
            versions,
            pictures,
            publications: publications.into_iter().map(|version| version.code).collect(),
            entries,
            applicability,
            settings: fingerprint(said.as_bytes()),
        })
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
    SiteModule {
        key: version.key.clone(),
        code: version.code.clone(),
        language: version.language.clone(),
        title: contents::title(version),
        issue: issue_text(&version.issue),
        date: version.issue.date.get(..10).unwrap_or_default().to_owned(),
        source: [version.blob.as_str(), status, &set].join("."),
    }
}

fn issue_text(issue: &Issue) -> String {
    if issue.number.is_empty() { String::new() } else { [issue.number.as_str(), &issue.in_work].join("-") }
}

fn facts(source: &PublicationSource, versions: &[SourceVersion]) -> SiteFacts {
    let manual = &source.content.manual;
    let newest = versions.iter().filter_map(|version| version.issue.date.get(..10)).max();
    let alias = manual.alias.as_str();
    SiteFacts {
        title: if alias.is_empty() { manual.name.to_string() } else { alias.to_owned() },
        revision: source.content.revision.clone(),
        is_draft: source.is_draft,
        date: newest.unwrap_or_default().to_owned(),
        operator: source.operator.details.name.clone(),
        product: manual.details.model_ident_code.clone(),
        manual_type: manual.details.manual_type.clone(),
        language: most_frequent(versions),
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
