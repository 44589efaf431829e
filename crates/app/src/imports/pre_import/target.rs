//! The database and manual that a package seems to continue; it is checked against them.

use std::collections::BTreeSet;
use std::fs::File;

use domain::csdb::Csdb;
use domain::id::CsdbId;
use domain::manual::Manual;
use domain::name::Name;
use domain::text::fold;
use s1000d::package::{Inspection, Known, SharedFile, Summary};
use store::Tx;
use store::manuals::ManualFilter;

use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::running::Running;
use crate::imports::known::{everything, manual};
use crate::imports::parameters::{CheckPackage, ManualName};

/// Objects that are compared to find the manual a package continues; it must hold at least half of them.
const SAMPLE: usize = 200;

/// The place that is named or proposed for a package.
#[derive(Debug)]
pub(super) enum ImportTarget {
    Manual(Box<Manual>),
    /// Only the database is known.
    Csdb(Box<Csdb>),
    Nowhere,
}

/// Names of database and manual, taken from the package.
pub(super) fn named(read: &Summary) -> (String, String) {
    let manual = read.manual_type.clone().or_else(|| read.title.clone());
    (read.model.clone().unwrap_or_default(), manual.unwrap_or_default())
}

impl ImportTarget {
    /// The place that the parameters name, else the one that the package seems to belong to.
    pub(super) async fn find(
        ctx: &Ctx,
        job: &Running,
        parameters: &CheckPackage,
        inspection: &Inspection<SharedFile<File>>,
    ) -> Result<Self, Error> {
        let mut tx = read_for(ctx, job.created_by()).await?;
        let manuals = store::manuals::list(&mut tx, &ManualFilter::default()).await?;
        if let Some(ManualName { csdb, manual }) = &parameters.manual {
            let chosen =
                |one: &Manual| fold(one.csdb_name.as_str()) == fold(csdb) && fold(one.name.as_str()) == fold(manual);
            return match manuals.into_iter().find(chosen) {
                Some(manual) => Ok(Self::Manual(Box::new(manual))),
                None => Self::csdb(&mut tx, csdb).await,
            };
        }
        Self::propose(&mut tx, manuals, inspection).await
    }

    /// The manual that is called as the package says, else the one that holds most of what the package begins with.
    async fn propose(
        tx: &mut Tx,
        mut manuals: Vec<Manual>,
        inspection: &Inspection<SharedFile<File>>,
    ) -> Result<Self, Error> {
        let (csdb, manual) = named(&inspection.summary());
        let is_named = |one: &Manual| {
            fold(one.csdb_name.as_str()) == fold(&csdb)
                && [one.name.as_str(), &one.details.manual_type].map(fold).contains(&fold(&manual))
        };
        let found = if let Some(named) = manuals.iter().position(is_named) {
            Some(named)
        } else {
            // Illustrations belong to a whole database, and each delivery has lists and notes of its own.
            let objects = inspection
                .items()
                .filter(|item| item.kind.object_kind().is_module_or_publication() && !item.is_generated())
                .take(SAMPLE);
            let keys: BTreeSet<String> = objects.map(|item| fold(item.library_key())).collect();
            let keys: Vec<String> = keys.into_iter().collect();
            let known = store::packages::count_known(tx, &keys).await?;
            let held = |one: &Manual| known.iter().find(|(id, _)| *id == one.id).map_or(0, |(_, count)| *count);
            let best = manuals.iter().map(held).max().filter(|most| *most > 0 && 2 * most >= keys.len() as u64);
            best.and_then(|most| manuals.iter().position(|one| held(one) == most))
        };
        match found {
            Some(found) => Ok(Self::Manual(Box::new(manuals.swap_remove(found)))),
            None => Self::csdb(tx, &csdb).await,
        }
    }

    /// The database of this name, when there is one.
    async fn csdb(tx: &mut Tx, name: &str) -> Result<Self, Error> {
        let csdbs = store::csdbs::list(tx, None).await?;
        let named = csdbs.into_iter().find(|one| fold(one.csdb.name.as_str()) == fold(name));
        Ok(named.map_or(Self::Nowhere, |one| Self::Csdb(Box::new(one.csdb))))
    }

    pub(super) fn csdb_name(&self) -> Option<&Name> {
        match self {
            Self::Manual(manual) => Some(&manual.csdb_name),
            Self::Csdb(csdb) => Some(&csdb.name),
            Self::Nowhere => None,
        }
    }

    pub(super) fn csdb_id(&self) -> Option<&CsdbId> {
        match self {
            Self::Manual(manual) => Some(&manual.csdb_id),
            Self::Csdb(csdb) => Some(&csdb.id),
            Self::Nowhere => None,
        }
    }

    pub(super) fn manual(&self) -> Option<&Manual> {
        match self {
            Self::Manual(manual) => Some(manual),
            Self::Csdb(_) | Self::Nowhere => None,
        }
    }

    /// The present content of the target, as the import will find it.
    pub(super) async fn known(
        &self,
        ctx: &Ctx,
        job: &Running,
        parameters: &CheckPackage,
        inspection: &Inspection<SharedFile<File>>,
    ) -> Result<Box<dyn Known + Send>, Error> {
        let Self::Manual(manual) = self else {
            return Ok(Box::new(
                everything::KnownObjects::load(ctx, job.created_by(), parameters.csdb.as_deref()).await?,
            ));
        };
        let languages: Vec<String> = inspection.summary().languages.into_iter().collect();
        let mut library =
            manual::KnownManual::load(&mut read_for(ctx, job.created_by()).await?, manual, &languages).await?;
        if let Some(completeness) = parameters.completeness {
            library.treat_as(completeness);
        }
        Ok(Box::new(library))
    }
}
