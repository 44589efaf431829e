//! Containers: several modules for one place, of which applicability chooses.

use std::collections::HashMap;

use bytes::Bytes;
use domain::text::fold;
use domain::version::ReferenceKind;
use s1000d::applic::{Applic, Assignments, Truth};
use s1000d::guard;
use s1000d::object::{self, ObjectRef};
use s1000d::render::{Link, Links};
use store::Tx;

use super::references::code_of;
use super::{Opened, content, repositories};
use crate::ctx::Ctx;
use crate::error::Error;
use crate::files::{self, File};

/// The modules that a container chooses from, in its order.
pub(super) async fn list(tx: &mut Tx, opened: &Opened, container: &File) -> Result<Vec<File>, Error> {
    let mut offered = store::references::list(tx, container.version_id).await?;
    offered.retain(|reference| reference.kind == ReferenceKind::Alternate);
    let found = files::targets(tx, container, opened.own, &opened.snapshots, offered).await?;
    Ok(found.into_iter().filter_map(|(_, file)| file).collect())
}

/// What the modules of a container apply to, for whoever draws it.
#[derive(Debug)]
pub(super) struct Alternates(HashMap<String, (String, Option<Applic>)>);

impl Alternates {
    pub(super) async fn read(ctx: &Ctx, opened: &Opened, files: Vec<File>) -> Result<Self, Error> {
        let mut known = HashMap::new();
        for file in files {
            let applic = applicability(ctx, opened, &file).await?.statement();
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

/// What a whole module applies to.
#[derive(Debug, Clone)]
pub(super) enum Whole {
    /// Nobody says that it does not apply to everything.
    Everything,
    Stated(Applic),
    /// It names a statement that is nowhere.
    Unknown,
}

impl Whole {
    pub(super) fn evaluate(&self, choice: &Assignments) -> Truth {
        match self {
            Self::Everything => Truth::True,
            Self::Stated(applic) => applic.evaluate(choice),
            Self::Unknown => Truth::Unknown,
        }
    }

    pub(super) fn statement(self) -> Option<Applic> {
        match self {
            Self::Stated(applic) => Some(applic),
            Self::Everything | Self::Unknown => None,
        }
    }
}

/// What the file of a module, or its status file, says about the whole of it.
#[derive(Debug, Clone, Default)]
pub(super) struct Said {
    own: Option<Applic>,
    /// The entry of a repository that says it instead.
    shared: Option<String>,
}

/// What a whole module applies to: its status file says it, or the module itself, or a repository of its manual.
pub(super) async fn applicability(ctx: &Ctx, opened: &Opened, file: &File) -> Result<Whole, Error> {
    let stored = &file.version.content;
    let blob = stored.status_blob.as_ref().unwrap_or(&stored.blob);
    let said = match ctx.drawn.applicability.get(blob) {
        Some(known) => known,
        None => ctx.drawn.applicability.put(blob.clone(), read(content(ctx, blob).await?).await?, 500),
    };
    Ok(match (&said.own, &said.shared) {
        (Some(own), _) => Whole::Stated(own.clone()),
        (None, Some(ident)) => {
            let statements = repositories::read(ctx, opened).await?;
            statements.get(ident).map_or(Whole::Unknown, |shared| Whole::Stated(shared.clone()))
        }
        (None, None) => Whole::Everything,
    })
}

async fn read(bytes: Bytes) -> Result<Said, Error> {
    let read = tokio::task::spawn_blocking(move || {
        let (object, _) = guard::check(&bytes).and_then(|checked| object::read(&checked)).ok()?;
        Some(Said { own: object.applicability, shared: object.shared_applicability })
    });
    Ok(read.await?.unwrap_or_default())
}
