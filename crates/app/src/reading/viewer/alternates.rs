//! Containers: several modules for one place, of which applicability chooses.

use std::collections::HashMap;

use domain::text::fold;
use domain::version::ReferenceKind;
use s1000d::applic::Applic;
use s1000d::document::html::{Link, Links};
use s1000d::object::ObjectRef;
use store::Tx;

use super::LocatedModule;
use super::references::code_of;
use super::whole::{self, SharedStatements};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::files::{self, File};

/// The modules that a container chooses from, in its order.
pub(super) async fn list(tx: &mut Tx, opened: &LocatedModule, container: &File) -> Result<Vec<File>, Error> {
    let mut offered = store::references::list(tx, container.version_id).await?;
    offered.retain(|reference| reference.kind == ReferenceKind::Alternate);
    let found = files::targets(tx, container, opened.own, &opened.snapshots, offered).await?;
    Ok(found.into_iter().filter_map(|(_, file)| file).collect())
}

/// Applicability of a container's alternates, for rendering.
#[derive(Debug)]
pub(super) struct Alternates(HashMap<String, (String, Option<Applic>)>);

impl Alternates {
    pub(super) async fn read(ctx: &Ctx, opened: &LocatedModule, files: Vec<File>) -> Result<Self, Error> {
        let shared = SharedStatements::in_language(opened.own, &opened.file.object.identity.language);
        let mut known = HashMap::new();
        for file in files {
            let applic = whole::of_module(ctx, &shared, &file.version.content).await?.condition();
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
                // Its position is sent beside the text, as for every other reference.
                href: String::new(),
                title: Some(title.clone()).filter(|title| !title.is_empty()),
                applicability: applicability.clone(),
            },
            None => Link::Pending,
        }
    }
}
