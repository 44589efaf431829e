//! Limits and grants of databases and manuals.

use domain::access::{AccessLevel, Grantee};
use domain::id::{CsdbId, ManualId};
use domain::name::Name;

use super::read_grant;
use crate::StoreError;
use crate::tx::Tx;

/// A database or one of its manuals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessPlace {
    pub csdb: CsdbId,
    pub manual: Option<ManualId>,
    /// As in `/H160/MEL`.
    pub path: String,
    pub limited: bool,
}

impl AccessPlace {
    fn manual_id(&self) -> &str {
        self.manual.as_ref().map_or("", |id| &id.0)
    }
}

/// Finds a database, or a manual of it, by name.
pub async fn find_place(tx: &mut Tx, csdb: &Name, manual: Option<&Name>) -> Result<Option<AccessPlace>, StoreError> {
    const CSDB: &str = "
        SELECT c.id, NULL, '/' || c.name, c.is_limited
        FROM csdb c
        WHERE c.name_folded = $1 AND $2 = '' AND c.deleted_on IS NULL";
    const MANUAL: &str = "
        SELECT c.id, m.id, '/' || c.name || '/' || m.name, m.is_limited
        FROM manual m
        JOIN csdb c ON c.id = m.csdb_id
        WHERE c.name_folded = $1 AND m.name_folded = $2 AND c.deleted_on IS NULL AND m.deleted_on IS NULL";
    let sql = if manual.is_some() { MANUAL } else { CSDB };
    let manual = manual.map(Name::folded).unwrap_or_default();
    let row: Option<(String, Option<String>, String, bool)> =
        on_tx!(tx, |conn| sqlx::query_as(sql).bind(csdb.folded()).bind(&manual).fetch_optional(conn).await?);
    let place = |(csdb, manual, path, limited): (String, Option<String>, String, bool)| AccessPlace {
        csdb: CsdbId(csdb),
        manual: manual.map(ManualId),
        path,
        limited,
    };
    Ok(row.map(place))
}

/// Whether a database, or a manual of it, with this name is in the trash and was not open to everybody. Jobs, packages
/// and messages name their place, so that a new one of its name would show them.
pub async fn has_limited_namesake(tx: &mut Tx, csdb: &Name, manual: Option<&Name>) -> Result<bool, StoreError> {
    const CSDB: &str = "
        SELECT c.id
        FROM csdb c
        WHERE c.name_folded = $1 AND $2 = '' AND c.deleted_on IS NOT NULL
        AND (c.is_limited
            OR EXISTS (SELECT 1 FROM manual l WHERE l.csdb_id = c.id AND l.is_limited)
            OR EXISTS (SELECT 1 FROM access_grant g WHERE g.csdb_id = c.id))
        LIMIT 1";
    const MANUAL: &str = "
        SELECT m.id
        FROM manual m
        JOIN csdb c ON c.id = m.csdb_id
        WHERE c.name_folded = $1 AND c.deleted_on IS NULL AND m.name_folded = $2 AND m.deleted_on IS NOT NULL
        AND (m.is_limited OR EXISTS (SELECT 1 FROM access_grant g WHERE g.manual_id = m.id))
        LIMIT 1";
    let sql = if manual.is_some() { MANUAL } else { CSDB };
    let manual = manual.map(Name::folded).unwrap_or_default();
    let found: Option<String> =
        on_tx!(tx, |conn| sqlx::query_scalar(sql).bind(csdb.folded()).bind(&manual).fetch_optional(conn).await?);
    Ok(found.is_some())
}

/// Limits a place to those with a grant, or opens it.
pub async fn update_limited(tx: &mut Tx, place: &AccessPlace, limited: bool) -> Result<(), StoreError> {
    const CSDB: &str = "UPDATE csdb SET is_limited = $2 WHERE id = $1";
    const MANUAL: &str = "UPDATE manual SET is_limited = $2 WHERE id = $1";
    let (sql, id) = match &place.manual {
        Some(manual) => (MANUAL, &manual.0),
        None => (CSDB, &place.csdb.0),
    };
    on_tx!(tx, |conn| sqlx::query(sql).bind(id).bind(limited).execute(conn).await?.rows_affected());
    Ok(())
}

/// Lets other changes of the access to a place wait for the end of the transaction.
pub async fn lock_place(tx: &mut Tx, place: &AccessPlace) -> Result<(), StoreError> {
    const CSDB: &str = "UPDATE csdb SET is_limited = is_limited WHERE id = $1";
    const MANUAL: &str = "UPDATE manual SET is_limited = is_limited WHERE id = $1";
    let (sql, id) = match &place.manual {
        Some(manual) => (MANUAL, &manual.0),
        None => (CSDB, &place.csdb.0),
    };
    on_tx!(tx, |conn| sqlx::query(sql).bind(id).execute(conn).await?.rows_affected());
    Ok(())
}

/// The grants of a place, each with the account or the name of the group, ordered by it; groups come first.
pub async fn list_grants(tx: &mut Tx, place: &AccessPlace) -> Result<Vec<(Grantee, AccessLevel, String)>, StoreError> {
    const SQL: &str = "
        SELECT g.user_id, g.user_group_id, g.level, COALESCE(k.name, u.account)
        FROM access_grant g
        LEFT JOIN user_group k ON k.id = g.user_group_id
        LEFT JOIN user_account u ON u.id = g.user_id
        WHERE g.csdb_id = $1 AND COALESCE(g.manual_id, '') = $2
        ORDER BY CASE WHEN k.id IS NULL THEN 1 ELSE 0 END, k.name_folded, u.account_folded";
    let rows: Vec<(Option<String>, Option<String>, String, String)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&place.csdb.0).bind(place.manual_id()).fetch_all(conn).await?);
    rows.into_iter()
        .map(|(user, group, level, name)| {
            let (to, level) = read_grant(user, group, &level)?;
            Ok((to, level, name))
        })
        .collect()
}

/// Makes these the grants of a place.
pub async fn replace_grants(
    tx: &mut Tx,
    place: &AccessPlace,
    grants: &[(Grantee, AccessLevel)],
) -> Result<(), StoreError> {
    const CLEAR: &str = "DELETE FROM access_grant WHERE csdb_id = $1 AND COALESCE(manual_id, '') = $2";
    const ADD: &str = "
        INSERT INTO access_grant (csdb_id, manual_id, user_id, user_group_id, level)
        VALUES ($1, $2, $3, $4, $5)";
    on_tx!(tx, |conn| sqlx::query(CLEAR)
        .bind(&place.csdb.0)
        .bind(place.manual_id())
        .execute(conn)
        .await?
        .rows_affected());
    for (to, level) in grants {
        let (user, group) = match to {
            Grantee::User(id) => (Some(&id.0), None),
            Grantee::Group(id) => (None, Some(&id.0)),
        };
        on_tx!(tx, |conn| sqlx::query(ADD)
            .bind(&place.csdb.0)
            .bind(place.manual.as_ref().map(|id| &id.0))
            .bind(user)
            .bind(group)
            .bind(level.as_str())
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}
