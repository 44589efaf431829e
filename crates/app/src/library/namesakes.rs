//! New databases and manuals with the name of a limited one in the trash.
//!
//! Jobs, packages and messages know their place by its name. With an open place of that name everybody would see those
//! of the limited one, so that administrators alone may use the name again, and the new place begins limited.

use domain::name::Name;
use domain::permission::Role;
use store::Tx;
use store::access::AccessPlace;

use crate::core::caller::Caller;
use crate::core::error::Error;

/// Who makes a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlaceMaker {
    /// An administrator, or the program itself.
    Administrator,
    Other,
}

impl PlaceMaker {
    pub(super) fn of(caller: &Caller) -> Self {
        let is_administrator = caller.user.role == Role::Admin && caller.service.is_none();
        if is_administrator { Self::Administrator } else { Self::Other }
    }

    /// Whether a new place of this name begins limited; `taken` when the maker may not use the name.
    pub(super) async fn check(
        self,
        tx: &mut Tx,
        csdb: &Name,
        manual: Option<&Name>,
        taken: impl Into<Error>,
    ) -> Result<bool, Error> {
        let is_reserved = store::access::has_limited_namesake(tx, csdb, manual).await?;
        if is_reserved && self == Self::Other {
            return Err(taken.into());
        }
        Ok(is_reserved)
    }
}

/// Limits a new place, and adds that to the record of its making.
pub(super) async fn limit(tx: &mut Tx, place: &AccessPlace, detail: &mut Vec<(String, String)>) -> Result<(), Error> {
    store::access::update_limited(tx, place, true).await?;
    detail.push(("limited".to_owned(), "true".to_owned()));
    Ok(())
}
