//! Resolves the references of a module in the revision that is read.

use std::collections::HashMap;

use domain::object::ObjectKind;
use domain::text::fold;
use s1000d::applic::{Assignments, Truth};
use s1000d::code::Identity;
use s1000d::document::html::{DrawnReference, Link, Rendered};
use s1000d::document::html_id;
use s1000d::object::{ObjectRef, Target};
use store::Tx;

use super::whole::{self, SharedStatements};
use super::{LocatedModule, alternates, figures};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::files::{File, NamedFiles};

/// A reference of a module, looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedReference {
    pub state: ResolvedState,
    /// Target of the reference: a code, the id of an element or the name of a document.
    pub code: String,
    pub title: Option<String>,
    /// The path of the target in the vault.
    pub path: Option<String>,
    /// The HTML id within the target.
    pub anchor: Option<String>,
    /// Whether the alternate of a container applies.
    pub applies: Option<Truth>,
}

/// Whether a reference leads somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResolvedState {
    Found,
    Missing,
    /// Outside of every database.
    External,
}

/// Targets found in the database.
#[derive(Debug, Default)]
pub(super) struct ReferenceTargets {
    /// Pictures are among them.
    pub(super) named: NamedFiles,
    /// Alternates of each container among the targets.
    containers: HashMap<String, Vec<File>>,
}

/// The code by which the library knows a target, without its language.
pub(super) fn code_of(target: &ObjectRef) -> String {
    Identity { language: None, ..target.identity() }.to_string()
}

fn target_of(reference: &DrawnReference) -> Option<&ObjectRef> {
    match &reference.target {
        Some(Target::Object(target)) => Some(target),
        _ => None,
    }
}

/// Looks up everything that the references and figures of a module name, at once.
pub(super) async fn look_up(
    tx: &mut Tx,
    opened: &LocatedModule,
    rendered: &Rendered,
) -> Result<ReferenceTargets, Error> {
    let codes = rendered.references.iter().filter_map(target_of).map(|target| fold(&code_of(target)));
    let codes = codes.chain(rendered.figures.iter().map(|figure| fold(figures::code_of(figure))));
    let named = NamedFiles::read(tx, &opened.file.object.csdb_id, &opened.snapshots, codes).await?;
    let mut containers = HashMap::new();
    for file in named.all().filter(|file| file.object.identity.kind == ObjectKind::Container) {
        if !containers.contains_key(&file.path) {
            containers.insert(file.path.clone(), alternates::list(tx, opened, file).await?);
        }
    }
    Ok(ReferenceTargets { named, containers })
}

/// One answer for each reference, in their order.
pub(super) async fn resolve(
    ctx: &Ctx,
    opened: &LocatedModule,
    rendered: &Rendered,
    pointed: &ReferenceTargets,
    choice: &Assignments,
) -> Result<Vec<ResolvedReference>, Error> {
    let mut all = Vec::with_capacity(rendered.references.len());
    for reference in &rendered.references {
        let mut resolved = plain(reference);
        if let Some(target) = target_of(reference) {
            resolved.anchor = target.fragment.as_deref().map(html_id);
            let language = target.language.as_ref().map(s1000d::code::Language::as_str);
            let nearest = pointed.named.nearest(&opened.file, opened.own, &code_of(target), language);
            if let Some(file) = nearest {
                let chosen = match pointed.containers.get(&file.path) {
                    Some(offered) => meant(ctx, opened, offered, choice).await?,
                    None => None,
                };
                let file = chosen.unwrap_or(file);
                resolved.state = ResolvedState::Found;
                resolved.code.clone_from(&file.object.identity.code);
                resolved.title = Some(file.version.metadata.title()).filter(|title| !title.is_empty());
                resolved.path = Some(file.path.clone());
            }
        }
        all.push(resolved);
    }
    Ok(all)
}

/// The answer for a reference before it is looked up.
fn plain(reference: &DrawnReference) -> ResolvedReference {
    let empty = ResolvedReference {
        state: ResolvedState::Missing,
        code: String::new(),
        title: None,
        path: None,
        anchor: None,
        applies: reference.applies,
    };
    match &reference.target {
        Some(Target::External { code, title }) => {
            let (named, title) = if code.is_empty() { (title, None) } else { (code, Some(title.clone())) };
            let title = title.filter(|title| !title.is_empty());
            ResolvedReference { state: ResolvedState::External, code: named.clone(), title, ..empty }
        }
        Some(Target::Internal { id }) => {
            let found = matches!(reference.link, Link::Found { .. });
            let state = if found { ResolvedState::Found } else { ResolvedState::Missing };
            ResolvedReference { state, code: id.clone(), anchor: Some(html_id(id)).filter(|_| found), ..empty }
        }
        Some(Target::Illustration { name, .. }) => ResolvedReference { code: name.clone(), ..empty },
        Some(Target::Object(target)) => {
            let outside = target.is_to_specification();
            let state = if outside { ResolvedState::External } else { ResolvedState::Missing };
            ResolvedReference { state, code: code_of(target), ..empty }
        }
        None => empty,
    }
}

/// The one alternate of a container that applies; `None` while the choice leaves several, or none.
async fn meant<'a>(
    ctx: &Ctx,
    opened: &LocatedModule,
    offered: &'a [File],
    choice: &Assignments,
) -> Result<Option<&'a File>, Error> {
    let (mut applying, mut open, shared) = (Vec::new(), 0, SharedStatements::new(opened.own));
    for file in offered {
        match whole::of_module(ctx, &shared, &file.version.content).await?.evaluate(choice) {
            Truth::True => applying.push(file),
            Truth::Unknown => open += 1,
            Truth::False => {}
        }
    }
    Ok(match applying.as_slice() {
        [only] if open == 0 => Some(only),
        _ => None,
    })
}
