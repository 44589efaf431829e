//! The reviews that a confirmation asks for although nothing was merged: tables of applicability that customised
//! modules or profiles depend on, and customised copies in other manuals.

use std::collections::BTreeSet;

use domain::id::VersionId;
use domain::object::ObjectKind;
use domain::profile::{ProfileAssertion, ProfileScope};
use domain::revision::TodoReason;
use s1000d::applic::tables::Tables;
use s1000d::applic::{Property, PropertyKind, used};
use s1000d::guard;
use store::Tx;
use store::revisions::{TouchedObject, TouchedVersion};

use super::copies::CopyElsewhere;
use super::judge;
use super::located::LocatedRevision;
use super::plan::PlannedReview;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::core::job_error::JobError;
use crate::core::running::Running;

/// The profiles and modules that may depend on the tables of applicability.
#[derive(Debug, Default)]
pub(super) struct Users {
    /// The properties in the assertions of profiles.
    profiles: BTreeSet<Property>,
    /// A profile shows what is for the fleet of its operator.
    has_fleet: bool,
    /// Modules of the operator.
    customised: Vec<TouchedVersion>,
}

impl Users {
    /// Those of a manual; nothing where the revision touches no table.
    pub(super) async fn list(tx: &mut Tx, located: &LocatedRevision, touched: &[TouchedObject]) -> Result<Self, Error> {
        let mut users = Self::default();
        if !touched.iter().any(is_followed_table) {
            return Ok(users);
        }
        for profile in store::profiles::list(tx, &located.manual.id).await? {
            match &profile.scope {
                ProfileScope::All => {}
                ProfileScope::Fleet => users.has_fleet = true,
                ProfileScope::Asserted(assertion) => add_properties(assertion, &mut users.profiles),
            }
        }
        let Some(base) = &located.base else { return Ok(users) };
        let working = located.manual.lanes.working.ok_or(Error::NotFound(Missing::Revision))?;
        let changed = store::snapshots::list_changed(tx, base.id, working).await?;
        let customised = changed.iter().filter(|object| object.kind.is_module() && !is_table(object.kind));
        let versions: Vec<VersionId> = customised.filter_map(|object| object.new).collect();
        users.customised = store::revisions::list_versions(tx, &versions).await?.into_values().collect();
        Ok(users)
    }

    /// The properties that profiles and customised modules use.
    async fn properties(&self, ctx: &Ctx, job: &Running) -> Result<BTreeSet<Property>, JobError> {
        let mut found = self.profiles.clone();
        for version in self.customised.iter().filter(|version| judge::is_xml(version)) {
            job.check()?;
            for blob in [Some(&version.blob), version.status_blob.as_ref()].into_iter().flatten() {
                let bytes = match judge::read(ctx, blob).await {
                    // One lost text must not hide what is known about all others.
                    Err(Error::NotFound(_)) => continue,
                    bytes => bytes?,
                };
                let read = tokio::task::spawn_blocking(move || {
                    guard::check(&bytes).and_then(|checked| used::properties(&checked)).unwrap_or_default()
                });
                found.extend(read.await.map_err(Error::from)?);
            }
        }
        Ok(found)
    }
}

fn add_properties(assertion: &ProfileAssertion, found: &mut BTreeSet<Property>) {
    match assertion {
        ProfileAssertion::Property { ident, is_condition, .. } => {
            let kind = if *is_condition { PropertyKind::Condition } else { PropertyKind::Attribute };
            found.insert(Property { kind, ident: ident.clone() });
        }
        ProfileAssertion::Joined { parts, .. } => parts.iter().for_each(|part| add_properties(part, found)),
    }
}

fn is_table(kind: ObjectKind) -> bool {
    matches!(kind, ObjectKind::Act | ObjectKind::Cct | ObjectKind::Pct)
}

/// A table that the working lane takes from the revision.
fn is_followed_table(object: &TouchedObject) -> bool {
    let is_live = object.theirs.as_ref().is_some_and(|theirs| !theirs.is_deleted && judge::is_xml(theirs));
    is_table(object.kind) && is_live && object.source.is_none()
}

/// The to-dos about tables and copies elsewhere.
pub(super) async fn plan(
    ctx: &Ctx,
    job: &Running,
    touched: &[TouchedObject],
    users: Users,
    elsewhere: Vec<CopyElsewhere>,
) -> Result<Vec<PlannedReview>, JobError> {
    let mut planned = Vec::new();
    let tables: Vec<&TouchedObject> = touched.iter().filter(|object| is_followed_table(object)).collect();
    if !tables.is_empty() {
        let used = users.properties(ctx, job).await?;
        for object in tables {
            if object.carried.is_some() || depends(ctx, object, &used, users.has_fleet).await? {
                planned.push(PlannedReview { object: object.clone(), reason: TodoReason::ReviewApplicability });
            }
        }
    }
    for CopyElsewhere { object, .. } in elsewhere {
        job.check()?;
        if object.carried.is_some() || is_seen_change(ctx, &object).await? {
            planned.push(PlannedReview { object, reason: TodoReason::CopyElsewhere });
        }
    }
    Ok(planned)
}

/// Whether readers of the source of a copy see the change.
async fn is_seen_change(ctx: &Ctx, copy: &TouchedObject) -> Result<bool, Error> {
    // The copy itself does not count: what the manufacturer changed does.
    let source = TouchedObject { ours: copy.base.clone(), ..copy.clone() };
    Ok(judge::is_seen(judge::judge_object(ctx, &source).await?.change))
}

/// Whether a table says something else about what is used.
async fn depends(ctx: &Ctx, object: &TouchedObject, used: &BTreeSet<Property>, has_fleet: bool) -> Result<bool, Error> {
    let base = match &object.base {
        Some(base) if !base.is_deleted && judge::is_xml(base) => Some(read_tables(ctx, base).await?),
        _ => None,
    };
    let Some(theirs) = &object.theirs else { return Ok(false) };
    let (base, theirs) = (base.unwrap_or_default(), read_tables(ctx, theirs).await?);
    let differing = base.differing(&theirs);
    Ok(differing.iter().any(|property| used.contains(property)) || (has_fleet && base.has_other_products(&theirs)))
}

/// A table that cannot be read says nothing.
async fn read_tables(ctx: &Ctx, version: &TouchedVersion) -> Result<Tables, Error> {
    let bytes = judge::read(ctx, &version.blob).await?;
    let read = tokio::task::spawn_blocking(move || {
        guard::check(&bytes).and_then(|checked| Tables::read(&checked)).unwrap_or_default()
    });
    Ok(read.await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_properties_of_nested_assertions_are_found() {
        let property = |ident: &str, is_condition| ProfileAssertion::Property {
            ident: ident.to_owned(),
            is_condition,
            values: "1".to_owned(),
        };
        let nested = ProfileAssertion::Joined { is_any: true, parts: vec![property("sb", true)] };
        let assertion = ProfileAssertion::Joined { is_any: false, parts: vec![property("model", false), nested] };
        let mut found = BTreeSet::new();
        add_properties(&assertion, &mut found);
        let idents: Vec<(&str, PropertyKind)> = found.iter().map(|one| (one.ident.as_str(), one.kind)).collect();
        assert_eq!(idents, [("model", PropertyKind::Attribute), ("sb", PropertyKind::Condition)]);
    }
}
