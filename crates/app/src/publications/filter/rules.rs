//! What the filtering of modules depends on: shared statements, containers, and tables that can be read.

use bytes::Bytes;
use domain::object::ObjectKind;
use s1000d::applic::repository::{self, Repository};
use s1000d::applic::tables::Tables;
use s1000d::filter::{AbsentObjects, AnnotationMode, Containers, FilteredText, ProductFilter, filter};
use s1000d::guard::{self, Refusal};
use s1000d::object::{self, Object};
use store::publications::SourceVersion;

use super::{VersionMembers, unreadable};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::publications::content::ManualContent;
use crate::publications::stored::{read_blob, read_content};

/// The statements and containers of a manual.
#[derive(Debug, Default)]
pub(super) struct FilterRules {
    repository: Repository,
    containers: Containers,
}

impl FilterRules {
    /// Reads them. A table or repository that cannot be read ends the publication: text for other aircraft would stay.
    pub(super) async fn read(ctx: &Ctx, job: &Running, content: &ManualContent) -> Result<Self, JobError> {
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
        // Alternates are known by the modules themselves.
        if content.chosen().any(|version| version.kind == ObjectKind::Container) {
            for version in content.chosen().filter(|version| version.kind.is_module()) {
                job.check()?;
                let mut module = parsed(ctx, version, object_in).await?;
                if let Some(blob) = &version.status_blob {
                    let status = read_blob(ctx, blob, &version.key).await?;
                    let read = tokio::task::spawn_blocking(move || object_in(&status));
                    module.lay_over(read.await.map_err(Error::from)?.map_err(|_| unreadable(version))?);
                }
                rules.containers.add(&module);
            }
        }
        Ok(rules)
    }

    /// Filters a text for some members; the bytes are none when it stays as it is.
    pub(super) fn filter(
        &self,
        bytes: &Bytes,
        members: &VersionMembers,
        absent: Option<&AbsentObjects>,
    ) -> Result<(FilteredText, Option<Vec<u8>>), Refusal> {
        let checked = guard::check(bytes)?;
        let settings = ProductFilter {
            products: &members.products,
            repository: Some(&self.repository),
            containers: Some(&self.containers),
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
