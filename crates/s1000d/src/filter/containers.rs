//! Containers and their alternates: the modules of which applicability chooses one.

use foldhash::HashMap;

use super::products::{ProductSet, StatementVerdict};
use super::skeleton::SkeletonElement;
use super::statements::StatementVerdicts;
use crate::applic::repository::Repository;
use crate::applic::{Applic, Assignments, Truth};
use crate::code::Identity;
use crate::object::{Object, ObjectRef, Role, Target, Title};

/// The containers of a set of modules, and the applicability of the modules that they choose from.
#[derive(Debug, Default)]
pub struct Containers {
    containers: HashMap<String, Vec<ContainerModule>>,
    modules: HashMap<String, Vec<AlternateModule>>,
}

#[derive(Debug)]
struct ContainerModule {
    identity: Identity,
    alternates: Vec<ObjectRef>,
}

#[derive(Debug)]
struct AlternateModule {
    identity: Identity,
    title: Title,
    applicability: Option<Applic>,
    shared: Vec<String>,
}

/// Where a reference leads for some products.
#[derive(Debug, Clone, Copy)]
pub(super) enum ContainerTarget<'c> {
    /// To no container, or to one with an alternate for each product, or with one that is not known.
    Unchanged,
    /// To a container of which no alternate applies.
    Nothing,
    /// To a container of which several alternates may apply to the same product.
    Open,
    /// To a container that has no alternate for some of the products.
    Partial,
    One {
        identity: &'c Identity,
        title: &'c Title,
    },
}

/// A container may lead to another; one that leads to itself would never end.
const MOST_STEPS: usize = 8;

impl Containers {
    /// Adds a module: a container, or one that a container may choose.
    pub fn add(&mut self, object: &Object) {
        let Some(identity) = &object.identity else { return };
        let code = || identity.code.as_str().to_owned();
        let alternates: Vec<ObjectRef> = object
            .references
            .iter()
            .filter_map(|reference| match &reference.target {
                Target::Object(target) if reference.role == Role::Alternate => Some((**target).clone()),
                _ => None,
            })
            .collect();
        if !alternates.is_empty() {
            let container = ContainerModule { identity: identity.clone(), alternates };
            self.containers.entry(code()).or_default().push(container);
        }
        self.modules.entry(code()).or_default().push(AlternateModule {
            identity: identity.clone(),
            title: object.title.clone(),
            applicability: object.applicability.clone(),
            shared: object.shared_applicability.clone(),
        });
    }

    /// Whether there is no container.
    pub fn is_empty(&self) -> bool {
        self.containers.is_empty()
    }

    fn modules(&self, target: &ObjectRef) -> impl Iterator<Item = &AlternateModule> {
        let of_code = self.modules.get(target.code.as_str()).into_iter().flatten();
        of_code.filter(move |module| target.is_to(&module.identity))
    }

    fn container(&self, target: &ObjectRef) -> Option<&ContainerModule> {
        self.containers.get(target.code.as_str())?.iter().find(|container| target.is_to(&container.identity))
    }

    /// The verdict on an alternate, in all languages that the reference may mean; `None` when no module is known.
    pub(super) fn verdict(
        &self,
        target: &ObjectRef,
        statements: &StatementVerdicts<'_, '_, '_>,
    ) -> Option<StatementVerdict> {
        let modules: Vec<&AlternateModule> = self.modules(target).collect();
        if modules.is_empty() {
            return None;
        }
        let truth = |place: usize| {
            let truths = modules.iter().map(|module| module.truth(place, statements));
            truths.fold(Truth::False, Truth::or)
        };
        Some(StatementVerdict::of((0..statements.products().len()).map(truth)))
    }

    /// Follows a reference to a container, and from there on to others.
    pub(super) fn resolve(
        &self,
        target: &ObjectRef,
        live: &ProductSet,
        statements: &StatementVerdicts<'_, '_, '_>,
    ) -> ContainerTarget<'_> {
        let Some(mut container) = self.container(target) else { return ContainerTarget::Unchanged };
        for _ in 0..MOST_STEPS {
            let (mut left, mut is_open) = (Vec::new(), false);
            let mut covered = ProductSet::none(statements.products().len());
            for alternate in &container.alternates {
                let verdict = self.verdict(alternate, statements);
                let may = verdict.map_or_else(|| live.clone(), |verdict| verdict.may.and(live));
                if !may.is_empty() {
                    is_open |= covered.meets(&may);
                    covered.add_all(&may);
                    left.push(alternate);
                }
            }
            let (Some(first), false) = (left.first(), is_open) else {
                return if is_open { ContainerTarget::Open } else { ContainerTarget::Nothing };
            };
            if !live.is_within(&covered) {
                return ContainerTarget::Partial;
            }
            let Some(module) = self.modules(first).next().filter(|_| left.len() == 1) else {
                return ContainerTarget::Unchanged;
            };
            match self.container(first) {
                Some(next) => container = next,
                None => return ContainerTarget::One { identity: &module.identity, title: &module.title },
            }
        }
        ContainerTarget::Unchanged
    }
}

impl AlternateModule {
    /// Whether it applies to one of the products of a text.
    fn truth(&self, place: usize, statements: &StatementVerdicts<'_, '_, '_>) -> Truth {
        let judged = statements.judged().and_then(|judged| judged.truth(&self.identity, place));
        judged.unwrap_or_else(|| {
            let product = statements.products().get(place);
            product.map_or(Truth::Unknown, |product| self.stated(product, statements.repository()))
        })
    }

    fn stated(&self, product: &Assignments, repository: Option<&Repository>) -> Truth {
        let own = self.applicability.as_ref().map_or(Truth::True, |applic| applic.evaluate(product));
        let entry = |ident: &String| {
            let applic = repository.and_then(|repository| repository.get(ident));
            applic.map_or(Truth::Unknown, |applic| applic.evaluate(product))
        };
        self.shared.iter().map(entry).fold(own, Truth::and)
    }
}

/// Whether a reference is from a container to one of its alternates.
pub(super) fn is_alternate(part: SkeletonElement<'_, '_>) -> bool {
    let around = part.parent();
    let named = |part: Option<SkeletonElement<'_, '_>>, name: &str| part.is_some_and(|part| part.name() == name);
    part.name() == "dmRef"
        && (named(around, "container")
            || (named(around, "refs") && named(around.and_then(SkeletonElement::parent), "container")))
}
