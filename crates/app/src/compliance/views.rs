//! Named filters of the requirements of a collection.

use domain::access::Sight;
use domain::field::FieldCode;
use domain::id::ComplianceCollectionId;
use domain::path::CsdbPath;
use domain::permission::Permission;
use domain::text;

use super::located;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error, Missing};

pub use store::compliance::SavedPolicyFilter;

/// Views that one person may keep.
const MAX_VIEWS: u64 = 200;
const MAX_NAME: usize = 100;
const MAX_QUERY: usize = 2_000;

/// The views of the caller on a collection and those that others share, by name.
pub async fn list(ctx: &Ctx, caller: &Caller, id: &ComplianceCollectionId) -> Result<Vec<SavedPolicyFilter>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    located::collection(&mut tx, id).await?;
    let mut found = store::compliance::list_views(&mut tx, &caller.user.id, id).await?;
    let sight = tx.sight();
    if sight.is_partial() {
        let own = caller.user.account.as_str();
        found.retain(|one| one.owner == own || is_seen(sight, &one.query));
    }
    Ok(found)
}

/// Whether every manual and module that a query string names exists for the caller.
fn is_seen(sight: &Sight, query: &str) -> bool {
    form_urlencoded::parse(query.as_bytes()).all(|(name, value)| {
        let is_place = matches!(&*name, "manual" | "module");
        match CsdbPath::parse(&value) {
            Some(path) if is_place => sight.sees_path(&path),
            // What cannot be read as a place could name a hidden one all the same.
            None => !is_place,
            Some(_) => true,
        }
    })
}

/// Saves a view of the caller on a collection; one of the same name is replaced.
pub async fn save(
    ctx: &Ctx,
    caller: &Caller,
    id: &ComplianceCollectionId,
    (name, query): (&str, &str),
    shared: bool,
) -> Result<SavedPolicyFilter, Error> {
    caller.require(Permission::ReadContent)?;
    let named = |field: &'static str| move |code: FieldCode| Error::field(field, code);
    let mut view = SavedPolicyFilter {
        id: ctx.ids.next(),
        name: text::line(name, 1, MAX_NAME).map_err(named("name"))?,
        query: text::line(query, 0, MAX_QUERY).map_err(named("query"))?,
        created_on: ctx.clock.now(),
        shared,
        owner: caller.user.account.as_str().to_owned(),
    };
    let mut tx = caller.begin(ctx).await?;
    located::collection(&mut tx, id).await?;
    view.id = store::compliance::upsert_view(&mut tx, &caller.user.id, id, &view).await?;
    if store::compliance::count_views(&mut tx, &caller.user.id).await? > MAX_VIEWS {
        return Err(ComplianceError::TooMany.into());
    }
    tx.commit().await?;
    Ok(view)
}

/// Deletes a view of the caller.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &str) -> Result<(), Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.begin(ctx).await?;
    if !store::compliance::delete_view(&mut tx, &caller.user.id, id).await? {
        return Err(Error::NotFound(Missing::RequestView));
    }
    Ok(tx.commit().await?)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use domain::access::{AccessLevel, CsdbSight};

    use super::*;

    #[test]
    fn a_view_is_hidden_with_the_manuals_it_names() {
        let hidden = CsdbSight { level: AccessLevel::None, manuals: HashMap::new() };
        let sight = Sight::new(AccessLevel::Read, HashMap::from([("mine".to_owned(), hidden)]));
        for (query, seen) in [
            ("manual=%2FH160%2FMEL&status=compliant", true),
            ("manual=%2FMINE%2FMEL", false),
            ("module=%2FMINE%2FMEL%2FDMC-A_en-US.XML", false),
            ("manual=odd%00", false),
            ("category=%2Fc1%2Fa&overdue=yes", true),
        ] {
            assert_eq!(is_seen(&sight, query), seen, "{query}");
        }
    }
}
