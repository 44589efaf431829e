//! Named filters of the list of change requests.

use domain::access::Sight;
use domain::field::FieldCode;
use domain::path::CsdbPath;
use domain::text;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error, Missing};

pub use store::request_views::SavedRequestFilter;

/// Views that one person may keep.
const MAX_VIEWS: u64 = 100;
const MAX_NAME: usize = 100;
const MAX_QUERY: usize = 2_000;

/// The views of the caller and those that others share, by name.
pub async fn list(ctx: &Ctx, caller: &Caller) -> Result<Vec<SavedRequestFilter>, Error> {
    let mut tx = caller.read(ctx).await?;
    let mut found = store::request_views::list(&mut tx, &caller.user.id).await?;
    let sight = tx.sight();
    if sight.is_partial() {
        let own = caller.user.account.as_str();
        found.retain(|one| one.owner == own || is_seen(sight, &one.query));
    }
    Ok(found)
}

/// Whether every place that a query string names exists for the caller.
fn is_seen(sight: &Sight, query: &str) -> bool {
    form_urlencoded::parse(query.as_bytes()).all(|(name, value)| {
        let is_place = matches!(&*name, "manual" | "path");
        match CsdbPath::parse(&value) {
            Some(path) if is_place || value.starts_with('/') => sight.sees_path(&path),
            // What cannot be read as a place could name a hidden one all the same.
            None => !is_place,
            Some(_) => true,
        }
    })
}

/// Saves a view of the caller; one of the same name is replaced.
pub async fn save(
    ctx: &Ctx,
    caller: &Caller,
    name: &str,
    query: &str,
    shared: bool,
) -> Result<SavedRequestFilter, Error> {
    let named = |field: &'static str| move |code: FieldCode| Error::field(field, code);
    let mut view = SavedRequestFilter {
        id: ctx.ids.next(),
        name: text::line(name, 1, MAX_NAME).map_err(named("name"))?,
        query: text::line(query, 0, MAX_QUERY).map_err(named("query"))?,
        created_on: ctx.clock.now(),
        shared,
        owner: caller.user.account.as_str().to_owned(),
    };
    let mut tx = caller.begin(ctx).await?;
    view.id = store::request_views::upsert(&mut tx, &caller.user.id, &view).await?;
    if store::request_views::count_of(&mut tx, &caller.user.id).await? > MAX_VIEWS {
        return Err(ChangeRequestError::TooManyViews.into());
    }
    tx.commit().await?;
    Ok(view)
}

/// Deletes a view of the caller.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &str) -> Result<(), Error> {
    let mut tx = caller.begin(ctx).await?;
    if !store::request_views::delete(&mut tx, &caller.user.id, id).await? {
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
    fn a_view_is_hidden_with_the_places_it_names() {
        let sight = |level, manuals: &[(&str, AccessLevel)]| CsdbSight {
            level,
            manuals: manuals.iter().map(|(name, level)| ((*name).to_owned(), *level)).collect(),
        };
        let limited = HashMap::from([
            ("h160".to_owned(), sight(AccessLevel::Read, &[("secretmel", AccessLevel::None)])),
            ("mine".to_owned(), sight(AccessLevel::None, &[])),
        ]);
        let sight = Sight::new(AccessLevel::Read, limited);
        for (query, seen) in [
            ("manual=%2FH160%2FMEL&sort=title", true),
            ("manual=%2fh160%2fSecretMEL", false),
            ("manual=H160/SECRETMEL", false),
            ("path=%2FH160%2FSECRETMEL%2FDMC-A_en-US.XML", false),
            ("path=%2FH160%2FSECRETMEL%2FDMC-A", false),
            ("keyword=%2FH160%2FSECRETMEL", false),
            ("manual=%2FMINE%2FMEL", false),
            ("mine=yes&keyword=mine", true),
            ("", true),
        ] {
            assert_eq!(is_seen(&sight, query), seen, "{query}");
        }
    }
}
