//! Containers: several modules for one place, of which applicability chooses.

use std::collections::HashMap;

use domain::text::fold;
use domain::version::ReferenceKind;
use s1000d::applic::Applic;
use s1000d::guard;
use s1000d::object::{self, ObjectRef};
use s1000d::render::{Link, Links};
use store::Tx;

use super::references::code_of;
use super::{Opened, content};
use crate::ctx::Ctx;
use crate::error::Error;
use crate::files::{self, File};

/// The modules that a container chooses from, in its order.
pub(super) async fn list(tx: &mut Tx, opened: &Opened, container: &File) -> Result<Vec<File>, Error> {
    let offered: Vec<_> = store::references::list(tx, container.version_id)
        .await?
        .into_iter()
        .filter(|reference| reference.kind == ReferenceKind::Alternate)
        .collect();
    let codes: Vec<String> = offered.iter().map(|reference| fold(&reference.target)).collect();
    let named = store::files::list_named(tx, &container.object.csdb_id, &opened.snapshots, &codes).await?;
    let best = offered.iter().filter_map(|reference| {
        let fits = named.iter().filter(|(_, file)| fold(&file.object.identity.code) == fold(&reference.target));
        let away = |(snapshot, file): &(_, File)| {
            (Some(*snapshot) != opened.own, files::speaks_another(container, reference.language.as_deref(), file))
        };
        fits.min_by_key(|one| away(one)).map(|(_, file)| file.clone())
    });
    Ok(best.collect())
}

/// What the modules of a container apply to, for whoever draws it.
#[derive(Debug)]
pub(super) struct Alternates(HashMap<String, (String, Option<Applic>)>);

impl Alternates {
    pub(super) async fn read(ctx: &Ctx, files: Vec<File>) -> Result<Self, Error> {
        let mut known = HashMap::new();
        for file in files {
            let applic = applicability(ctx, &file).await?;
            let title = file.version.metadata.title();
            known.insert(fold(&file.object.identity.code), (title, applic));
        }
        Ok(Self(known))
    }
}

impl Links for Alternates {
    fn object(&self, target: &ObjectRef) -> Link {
        match self.0.get(&fold(&code_of(target))) {
            Some((title, applicability)) => Link::Found {
                // Where it lies is told beside the text, as for every other reference.
                href: String::new(),
                title: Some(title.clone()).filter(|title| !title.is_empty()),
                applicability: applicability.clone(),
            },
            None => Link::Pending,
        }
    }
}

/// What a whole module applies to: its status file says it, or the module itself.
pub(super) async fn applicability(ctx: &Ctx, file: &File) -> Result<Option<Applic>, Error> {
    let stored = &file.version.content;
    let blob = stored.status_blob.as_ref().unwrap_or(&stored.blob);
    if let Some(known) = ctx.drawn.applicability.get(blob) {
        return Ok(known.as_ref().clone());
    }
    let bytes = content(ctx, blob).await?;
    let read = tokio::task::spawn_blocking(move || {
        let (object, _) = guard::check(&bytes).and_then(|checked| object::read(&checked)).ok()?;
        object.applicability
    });
    let applic = read.await?;
    ctx.drawn.applicability.put(blob.clone(), applic.clone(), 500);
    Ok(applic)
}
