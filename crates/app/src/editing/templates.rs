//! Templates of new modules: the built-in ones, and those that administrators put in their place for a manual.

use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::access::AccessLevel;
use domain::change::Change;
use domain::finding::Severity;
use domain::manual::Manual;
use domain::path::ManualPath;
use domain::permission::Permission;
use s1000d::code::{FileName, Identity};
use s1000d::document::SourceText;
use s1000d::guard::{self, Reason, Refusal};
use s1000d::object::{self, ContentType, ObjectKind, Title};
use s1000d::template::{self, TemplateHead};
use s1000d::xsd::{self, Schemas};
use store::Tx;
use store::blobs::BlobId;
use store::module_templates::ModuleTemplate;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing, TemplateError};
use crate::imports::schema_sets;
use crate::library::manuals;

pub use s1000d::template::{DEFAULT_ISSUE, ISSUES};

/// Bytes of the longest template.
pub const MAX_TEMPLATE: usize = 256 << 10;

/// The word for publications among the types of modules.
pub const PUBLICATION: &str = "pm";

/// The type of a new module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModuleType {
    Publication,
    Content(ContentType),
}

impl ModuleType {
    /// The type by its word, as in `proced`; only those that there is a template for.
    pub fn parse(word: &str) -> Option<Self> {
        Self::all().find(|one| one.as_str() == word)
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Publication => PUBLICATION,
            Self::Content(kind) => kind.as_str(),
        }
    }

    /// All types that there is a template for in some issue.
    pub fn all() -> impl Iterator<Item = Self> {
        let others = [Self::Content(ContentType::DispatchItem), Self::Publication];
        template::types(DEFAULT_ISSUE).map(Self::Content).chain(others)
    }

    /// Whether an issue of the standard has the type.
    pub fn is_in(self, issue: &str) -> bool {
        match self {
            // Items of minimum equipment lists are not of the standard.
            Self::Publication | Self::Content(ContentType::DispatchItem) => true,
            Self::Content(kind) => template::types(issue).any(|one| one == kind),
        }
    }
}

/// A template in the list of a manual.
#[derive(Debug, Clone)]
pub struct ListedTemplate {
    pub module_type: ModuleType,
    /// The author and the time of a template that is not built in.
    pub replaced: Option<(String, DateTime<Utc>)>,
    /// The issue of its schema; empty for built-in templates, which exist for several.
    pub issue: String,
}

/// The templates of the manual at a path.
pub async fn list(ctx: &Ctx, caller: &Caller, path: &ManualPath) -> Result<Vec<ListedTemplate>, Error> {
    caller.require(Permission::EditContent)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    list_of(&mut tx, &manual).await
}

pub(super) async fn list_of(tx: &mut Tx, manual: &Manual) -> Result<Vec<ListedTemplate>, Error> {
    let own = store::module_templates::list(tx, &manual.id).await?;
    let listed = ModuleType::all().map(|module_type| {
        let own = own.iter().find(|one| one.content_type == module_type.as_str());
        ListedTemplate {
            module_type,
            issue: own.map(|own| own.schema_issue.clone()).unwrap_or_default(),
            replaced: own.map(|own| (own.updated_by.clone(), own.updated_on)),
        }
    });
    Ok(listed.collect())
}

/// The text of a template of the manual at a path; without an issue that of the manual.
pub async fn read(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    module_type: ModuleType,
    issue: Option<&str>,
) -> Result<String, Error> {
    caller.require(Permission::EditContent)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    let issue = match issue {
        Some(issue) => issue.to_owned(),
        None => issue_of(&mut tx, &manual).await?,
    };
    let head = head_of(&mut tx, &manual, &issue).await?;
    let own = store::module_templates::find(&mut tx, &manual.id, module_type.as_str()).await?;
    drop(tx);
    text_of(ctx, own, module_type, &head, &[]).await
}

/// The text of a manual's own template; the built-in one when it has none. A container lists its alternates, so its
/// template is always built in.
pub(super) async fn text_of(
    ctx: &Ctx,
    own: Option<ModuleTemplate>,
    module_type: ModuleType,
    head: &TemplateHead,
    alternates: &[(Identity, Title)],
) -> Result<String, Error> {
    let missing = || Error::NotFound(Missing::Template);
    if module_type == ModuleType::Content(ContentType::Container) {
        return Ok(template::container(head, alternates));
    }
    if let Some(own) = own {
        let damaged = || FileError::Damaged { blob: own.blob.clone() };
        let blob = BlobId::parse(&own.blob).ok_or_else(damaged)?;
        let bytes = ctx.blobs.read(&blob).await?.ok_or_else(damaged)?;
        return String::from_utf8(bytes.to_vec()).map_err(|_| damaged().into());
    }
    match module_type {
        ModuleType::Publication => Ok(template::publication(head)),
        ModuleType::Content(ContentType::DispatchItem) => Ok(template::dispatch_item().to_owned()),
        ModuleType::Content(kind) => template::module(kind, head).ok_or_else(missing),
    }
}

/// The issue of S1000D that new modules of a manual have unless someone chooses another: that of its first publication, or
/// else of a table, container or repository.
pub(super) async fn issue_of(tx: &mut Tx, manual: &Manual) -> Result<String, Error> {
    use domain::object::ObjectKind as Kind;
    let snapshots: Vec<_> = manual.lanes.working.into_iter().collect();
    let mut found = None;
    for kinds in [&[Kind::PublicationModule][..], &[Kind::Act, Kind::Brex, Kind::Container, Kind::Repository]] {
        let listed = store::files::list_of_kinds(tx, &snapshots, kinds).await?;
        let mut issues = listed.into_iter().map(|(_, file)| file.version.metadata.schema_issue);
        found = found.or_else(|| issues.find(|issue| ISSUES.contains(&issue.as_str())));
    }
    Ok(found.unwrap_or_else(|| DEFAULT_ISSUE.to_owned()))
}

/// The parts of templates that depend on the manual.
pub(super) async fn head_of(tx: &mut Tx, manual: &Manual, issue: &str) -> Result<TemplateHead, Error> {
    use domain::object::ObjectKind as Kind;
    let snapshots: Vec<_> = manual.lanes.working.into_iter().collect();
    let tables = store::files::list_of_kinds(tx, &snapshots, &[Kind::Act, Kind::Brex]).await?;
    let first = |kind: Kind| {
        let found = tables.iter().find(|(_, file)| file.object.identity.kind == kind)?;
        FileName::parse(&found.1.object.identity.key).ok().map(|name| name.identity)
    };
    Ok(TemplateHead {
        issue: issue.to_owned(),
        enterprise: manual.details.extension_producer.clone(),
        applicability_table: first(Kind::Act),
        business_rules: first(Kind::Brex),
    })
}

/// Puts a text in place of the built-in template of a manual.
///
/// Its address does not matter: a new module gets its own.
pub async fn replace(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    module_type: ModuleType,
    text: String,
) -> Result<(), Error> {
    caller.require(Permission::ManageSystem)?;
    manuals::at_path(&mut caller.read(ctx).await?, path).await?;
    let schemas = schema_sets::load(ctx).await?;
    let checked = tokio::task::spawn_blocking(move || check(module_type, &text, &schemas).map(|issue| (text, issue)));
    let (text, schema_issue) = checked.await??;
    let size = text.len() as u64;
    let blob = ctx.blobs.put(Bytes::from(text)).await?.as_str().to_owned();
    let template = ModuleTemplate {
        content_type: module_type.as_str().to_owned(),
        schema_issue,
        blob,
        size,
        updated_by: caller.user.account.as_str().to_owned(),
        updated_on: ctx.clock.now(),
    };
    let mut tx = caller.begin(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    Caller::require_in_manual(&tx, AccessLevel::Author, &manual)?;
    store::module_templates::put(&mut tx, &manual.id, &template).await?;
    record(ctx, caller, &mut tx, &manual, "template.replaced", module_type);
    Ok(tx.commit().await?)
}

/// Goes back to the built-in template of a manual.
pub async fn reset(ctx: &Ctx, caller: &Caller, path: &ManualPath, module_type: ModuleType) -> Result<(), Error> {
    caller.require(Permission::ManageSystem)?;
    let mut tx = caller.begin(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    Caller::require_in_manual(&tx, AccessLevel::Author, &manual)?;
    if !store::module_templates::delete(&mut tx, &manual.id, module_type.as_str()).await? {
        return Err(Error::NotFound(Missing::Template));
    }
    record(ctx, caller, &mut tx, &manual, "template.reset", module_type);
    Ok(tx.commit().await?)
}

fn record(ctx: &Ctx, caller: &Caller, tx: &mut Tx, manual: &Manual, action: &'static str, module_type: ModuleType) {
    let detail = vec![("type".to_owned(), module_type.as_str().to_owned())];
    tx.record(Change { detail, ..ctx.change(&caller.actor(), action, "manual", &manual.path()) });
    tracing::info!(manual.path = %manual.path(), "Changed the template {} of {}", module_type.as_str(), manual.path());
}

/// Refuses a text that no module can begin with; gives the issue of its schema.
fn check(module_type: ModuleType, text: &str, schemas: &Schemas) -> Result<String, TemplateError> {
    let invalid = |refusal: Refusal| TemplateError::Invalid(vec![refusal.finding()]);
    refuse_damaged(text).map_err(invalid)?;
    let checked = guard::check_text(text).map_err(invalid)?;
    let (object, _) = object::read(&checked).map_err(invalid)?;
    // Modules are written in the encoding that the declaration names.
    let source = SourceText::default().with_text(text.to_owned());
    source.require_writable().map_err(invalid)?;
    let is_same = match module_type {
        ModuleType::Publication => object.kind == ObjectKind::Publication,
        // The alternates of a container differ from one to the next.
        ModuleType::Content(ContentType::Container) => false,
        ModuleType::Content(kind) => object.kind == ObjectKind::DataModule && object.content_type == Some(kind),
    };
    if !is_same {
        return Err(TemplateError::OtherType);
    }
    let mut findings = xsd::check(schemas, &source.to_bytes());
    findings.retain(|finding| finding.severity == Severity::Block);
    let issue = object.schema.and_then(|schema| schema.issue).unwrap_or_default();
    if findings.is_empty() { Ok(issue) } else { Err(TemplateError::Invalid(findings)) }
}

/// Refuses a text with signs of a wrong decoding: the character that stands for bytes that could not be read.
fn refuse_damaged(text: &str) -> Result<(), Refusal> {
    let Some(position) = text.find(char::REPLACEMENT_CHARACTER) else { return Ok(()) };
    let line = u32::try_from(text[..position].matches('\n').count()).unwrap_or(u32::MAX).saturating_add(1);
    Err(Refusal { line, reason: Reason::NotText("UTF-8") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_of_its_type_and_can_be_read() {
        let head = TemplateHead { issue: "4-2".to_owned(), ..TemplateHead::default() };
        let module = template::module(ContentType::Procedure, &head).expect("a template");
        let checked =
            |word: &str, text: &str| check(ModuleType::parse(word).expect("a type"), text, &Schemas::default());
        assert_eq!(checked("proced", &module), Ok("4-2".to_owned()));
        assert_eq!(checked("descript", &module), Err(TemplateError::OtherType));
        assert_eq!(checked("pm", &template::publication(&head)), Ok("4-2".to_owned()));
        assert!(matches!(checked("proced", "<dmodule>"), Err(TemplateError::Invalid(_))));
        assert_eq!(checked("dispatchItem", template::dispatch_item()), Ok(String::new()));
        assert_eq!(ModuleType::parse("scocontent"), None);
    }

    #[test]
    fn a_template_in_another_encoding_is_read_as_it_was_decoded() {
        let head = TemplateHead { issue: "4-2".to_owned(), ..TemplateHead::default() };
        let module = template::module(ContentType::Procedure, &head).expect("a template");
        let checked = |text: &str| check(ModuleType::Content(ContentType::Procedure), text, &Schemas::default());
        let body = module.split_once("?>").map_or(module.as_str(), |(_, body)| body);
        let latin = format!("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>{body}");
        let written = |word: &str| latin.replacen("<techName>", &format!("<techName>{word}"), 1);
        assert_ne!(written("Größe"), latin);
        assert_eq!(checked(&written("Größe")), Ok("4-2".to_owned()));
        assert!(matches!(checked(&written("Gr\u{fffd}\u{fffd}e")), Err(TemplateError::Invalid(_))), "bytes were lost");
    }

    #[test]
    fn every_issue_has_its_types() {
        let missing: Vec<_> = ISSUES
            .iter()
            .flat_map(|issue| ModuleType::all().filter(|one| !one.is_in(issue)).map(move |one| (*issue, one.as_str())))
            .collect();
        assert_eq!(missing, [("4-1", "brdoc")]);
    }
}
