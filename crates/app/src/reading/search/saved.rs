//! Searches that people keep.

use std::collections::HashSet;
use std::sync::Arc;

use domain::access::AccessRules;
use domain::field::FieldCode;
use domain::text::fold;
use store::manuals::ManualFilter;
use store::{StoreError, Tx};

use crate::core::access::rules;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, QueryError};

pub use store::saved_searches::SavedSearch;

/// Searches that one person may keep.
const MAX_SAVED: u64 = 100;
const MAX_NAME: usize = 100;
/// Bytes of one search.
const MAX_REQUEST: usize = 16 << 10;

/// The saved searches of the caller and those that others share, by name.
pub async fn list(ctx: &Ctx, caller: &Caller) -> Result<Vec<SavedSearch>, Error> {
    // Read before the transaction: one that waits for a second connection keeps its own from others.
    let rules = rules(ctx).await?;
    let mut tx = caller.read(ctx).await?;
    let mut found = store::saved_searches::list(&mut tx, &caller.user.id).await?;
    if tx.sight().is_partial() {
        let hidden = HiddenNames::of(&rules, &mut tx).await?;
        let own = caller.user.account.as_str();
        found.retain(|one| one.owner == own || !(hidden.are_in(&one.request) || hidden.are_in(&one.name)));
    }
    Ok(found)
}

/// The folded names of databases and manuals that a caller does not see.
#[derive(Debug, Default)]
struct HiddenNames {
    /// Databases, and manuals that have no namesake which the caller sees.
    words: HashSet<String>,
    /// Manuals with their database, as in `h160/mel`.
    manuals: HashSet<String>,
}

impl HiddenNames {
    async fn of(rules: &AccessRules, tx: &mut Tx) -> Result<Self, Error> {
        let sight = Arc::clone(tx.sight());
        let mut hidden = Self::default();
        for (csdb, rules) in &rules.csdbs {
            if !sight.sees(csdb, None) {
                hidden.words.insert(csdb.clone());
            }
            for manual in rules.manuals.keys().filter(|manual| !sight.sees(csdb, Some(manual.as_str()))) {
                hidden.words.insert(manual.clone());
                hidden.manuals.insert(format!("{csdb}/{manual}"));
            }
        }
        if !hidden.manuals.is_empty() {
            for manual in store::manuals::list(tx, &ManualFilter::default()).await? {
                hidden.words.remove(&manual.name.folded());
            }
        }
        Ok(hidden)
    }

    /// Whether a text has one of them as a word or as part of a path.
    fn are_in(&self, text: &str) -> bool {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+');
        fold(text).split(|c| !is_part(c) && c != '/').any(|path| {
            let words: Vec<&str> = path.split('/').filter(|word| !word.is_empty()).collect();
            words.iter().any(|word| self.words.contains(*word))
                || words.windows(2).any(|pair| self.manuals.contains(&pair.join("/")))
        })
    }
}

/// Saves a search of the caller; one of the same name is replaced.
pub async fn save(ctx: &Ctx, caller: &Caller, name: &str, request: String, shared: bool) -> Result<SavedSearch, Error> {
    let name = checked(name)?;
    if request.len() > MAX_REQUEST {
        return Err(Error::field("request", FieldCode::TooLong));
    }
    let mut search = SavedSearch {
        id: ctx.ids.next(),
        name: name.to_owned(),
        request,
        created_on: ctx.clock.now(),
        shared,
        owner: caller.user.account.as_str().to_owned(),
    };
    let mut tx = caller.begin(ctx).await?;
    search.id = store::saved_searches::upsert(&mut tx, &caller.user.id, &search).await?;
    if store::saved_searches::count_of(&mut tx, &caller.user.id).await? > MAX_SAVED {
        return Err(QueryError::TooManySaved.into());
    }
    tx.commit().await?;
    Ok(search)
}

/// Renames a search of the caller; `shared`, when given, changes whether others see it.
pub async fn update(
    ctx: &Ctx,
    caller: &Caller,
    id: &str,
    name: &str,
    shared: Option<bool>,
) -> Result<SavedSearch, Error> {
    let name = checked(name)?;
    let mut tx = caller.begin(ctx).await?;
    let renamed = match store::saved_searches::update(&mut tx, &caller.user.id, id, name, shared).await {
        Ok(renamed) => renamed.ok_or(Error::NotFound(Missing::SavedSearch))?,
        Err(StoreError::Conflict(_)) => return Err(QueryError::NameTaken.into()),
        Err(error) => return Err(error.into()),
    };
    tx.commit().await?;
    Ok(renamed)
}

fn checked(name: &str) -> Result<&str, Error> {
    match name.trim() {
        "" => Err(Error::field("name", FieldCode::Required)),
        name if name.chars().count() > MAX_NAME => Err(Error::field("name", FieldCode::TooLong)),
        name => Ok(name),
    }
}

/// Forgets a search of the caller.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &str) -> Result<(), Error> {
    let mut tx = caller.begin(ctx).await?;
    if !store::saved_searches::delete(&mut tx, &caller.user.id, id).await? {
        return Err(Error::NotFound(Missing::SavedSearch));
    }
    tx.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_names_are_found_as_words_and_in_paths() {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let hidden = HiddenNames { words: set(&["secret"]), manuals: set(&["h160/mel"]) };
        for text in ["csdb:SECRET", "a /Secret/MEL b", r#"{"manual":["/H160/MEL"]}"#, "h160/mel/DMC-A"] {
            assert!(hidden.are_in(text), "{text}");
        }
        for text in ["secrets", "csdb:H160 manual:MEL", "/H175/MEL", "/OLD-H160/MEL", ""] {
            assert!(!hidden.are_in(text), "{text}");
        }
    }
}
