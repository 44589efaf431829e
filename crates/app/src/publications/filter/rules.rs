//! The rules that the filtering of modules depends on: shared statements, containers, and tables that can be read.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bytes::Bytes;
use domain::id::VersionId;
use domain::object::ObjectKind;
use domain::text::fold;
use s1000d::applic::repository::{self, Repository};
use s1000d::applic::tables::Tables;
use s1000d::code::Identity;
use s1000d::filter::{
    AbsentObjects, AnnotationMode, Containers, FilteredText, JudgedModules, MemberVerdicts, ProductFilter, filter,
};
use s1000d::guard::{self, Refusal};
use s1000d::object::{self, Object, ObjectRef, Role, Target};
use store::publications::SourceVersion;
use tokio::sync::OnceCell;

use super::unreadable;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::publications::content::ManualContent;
use crate::publications::stored::{read_blob, read_content};
use crate::reading::viewer::MemberProducts;

/// The members of a target that a module is for.
#[derive(Debug, Clone)]
pub(super) struct VersionMembers {
    pub(super) products: Arc<MemberProducts>,
    pub(super) is_out: bool,
    /// A status file says whom the module applies to, whatever the module says itself.
    pub(super) is_stated: bool,
}

/// The rules of one state of a manual, read once for all targets.
#[derive(Debug, Default)]
pub(crate) struct StateRules(OnceCell<Arc<FilterRules>>);

impl StateRules {
    pub(super) async fn get(
        &self,
        ctx: &Ctx,
        job: &Running,
        content: &ManualContent,
    ) -> Result<Arc<FilterRules>, JobError> {
        let read = || async { FilterRules::read(ctx, job, content).await.map(Arc::new) };
        self.0.get_or_try_init(read).await.cloned()
    }
}

/// The statements and containers of a manual.
#[derive(Debug, Default)]
pub(super) struct FilterRules {
    repository: Repository,
    containers: Containers,
    /// Containers, and the modules that they choose from.
    alternates: HashMap<VersionId, Identity>,
}

impl FilterRules {
    /// Reads them. A table or repository that cannot be read ends the publication: text for other aircraft would stay.
    async fn read(ctx: &Ctx, job: &Running, content: &ManualContent) -> Result<Self, JobError> {
        let mut rules = Self::default();
        for version in &content.versions {
            job.check()?;
            match version.kind {
                ObjectKind::Repository => {
                    let read = |bytes: &Bytes| repository::read(&guard::check(bytes)?);
                    rules.repository.extend(parsed(ctx, version, read).await?);
                }
                ObjectKind::Act | ObjectKind::Cct | ObjectKind::Pct => {
                    parsed(ctx, version, |bytes| Tables::read(&guard::check(bytes)?)).await?;
                }
                _ => {}
            }
        }
        // The codes of the modules that containers name.
        let mut named = HashSet::new();
        let is_container = |version: &&SourceVersion| version.kind == ObjectKind::Container;
        let containers: Vec<&SourceVersion> = content.chosen().filter(is_container).collect();
        for version in containers {
            job.check()?;
            let container = rules.add(ctx, version).await?;
            named.extend(alternates_in(&container));
        }
        let is_named = |version: &&SourceVersion| {
            version.kind != ObjectKind::Container && version.kind.is_module() && named.contains(&fold(&version.code))
        };
        let modules: Vec<&SourceVersion> = content.chosen().filter(is_named).collect();
        for version in modules {
            job.check()?;
            rules.add(ctx, version).await?;
        }
        Ok(rules)
    }

    /// Reads a container, or a module that one chooses from.
    async fn add(&mut self, ctx: &Ctx, version: &SourceVersion) -> Result<Object, JobError> {
        let mut module = parsed(ctx, version, object_in).await?;
        if let Some(blob) = &version.status_blob {
            let status = read_blob(ctx, blob, &version.key).await?;
            let read = tokio::task::spawn_blocking(move || object_in(&status));
            module.lay_over(read.await.map_err(Error::from)?.map_err(|_| unreadable(version))?);
        }
        self.containers.add(&module);
        if let Some(identity) = &module.identity {
            self.alternates.insert(version.version_id, identity.clone());
        }
        Ok(module)
    }

    /// The identity of a container, or of a module that one chooses from; none for any other version.
    pub(super) fn alternate(&self, version: VersionId) -> Option<&Identity> {
        self.alternates.get(&version)
    }

    /// Filters a text for some members; the bytes are none when it stays as it is.
    pub(super) fn filter(
        &self,
        bytes: &Bytes,
        members: &VersionMembers,
        (judged, absent): (&JudgedModules, Option<&AbsentObjects>),
    ) -> Result<(FilteredText, Option<Vec<u8>>), Refusal> {
        let checked = guard::check(bytes)?;
        let settings = ProductFilter {
            products: &members.products.values,
            repository: Some(&self.repository),
            containers: Some(&self.containers),
            judged: Some(MemberVerdicts { modules: judged, members: &members.products.members }),
            absent,
            annotations: AnnotationMode::Keep,
            is_stated_elsewhere: members.is_stated,
            lists_references: true,
        };
        let mut filtered = filter(&checked, &settings)?;
        let bytes = filtered.text.take().map(|text| checked.encoding().encode(&text));
        Ok((filtered, bytes))
    }
}

/// The folded codes of the modules that a container chooses from, as versions have them.
fn alternates_in(container: &Object) -> Vec<String> {
    let code = |target: &ObjectRef| fold(&Identity { language: None, ..target.identity() }.to_string());
    let references = container.references.iter().filter(|reference| reference.role == Role::Alternate);
    references
        .filter_map(|reference| match &reference.target {
            Target::Object(target) => Some(code(target)),
            _ => None,
        })
        .collect()
}

fn object_in(bytes: &Bytes) -> Result<Object, Refusal> {
    Ok(object::read(&guard::check(bytes)?)?.0)
}

async fn parsed<T: Send + 'static>(
    ctx: &Ctx,
    version: &SourceVersion,
    parse: impl FnOnce(&Bytes) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, JobError> {
    let bytes = read_content(ctx, version).await?;
    let read = tokio::task::spawn_blocking(move || parse(&bytes));
    read.await.map_err(Error::from)?.map_err(|refusal| {
        tracing::warn!(module = version.key, %refusal, "a module that filtering depends on cannot be read");
        unreadable(version)
    })
}
