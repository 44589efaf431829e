//! The content that auditors may read: collections of requirements and manuals.

use std::collections::HashMap;

use domain::access::AuditorRules;
use domain::id::{ComplianceCollectionId, ManualId, UserId};
use domain::user::User;

use crate::StoreError;
use crate::search::signed;
use crate::tx::Tx;
use crate::users::{UserRow, columns as user_columns};

/// The places of one auditor, with their names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AuditorPlaces {
    /// Id and name, by name.
    pub collections: Vec<(ComplianceCollectionId, String)>,
    /// The paths, as in `/H160/MEL`, in their order.
    pub manuals: Vec<String>,
}

/// The rights of each auditor. Deleted databases and manuals are left out.
pub(crate) async fn load_rules(tx: &mut Tx) -> Result<HashMap<UserId, AuditorRules>, StoreError> {
    const USERS: &str = "SELECT id FROM user_account WHERE is_auditor";
    const COLLECTIONS: &str = "SELECT user_id, collection_id FROM auditor_collection";
    const MANUALS: &str = "
        SELECT a.user_id, c.name_folded, m.name_folded
        FROM auditor_manual a
        JOIN manual m ON m.id = a.manual_id AND m.deleted_on IS NULL
        JOIN csdb c ON c.id = m.csdb_id AND c.deleted_on IS NULL";
    let users: Vec<String> = on_tx!(tx, |conn| sqlx::query_scalar(USERS).fetch_all(conn).await?);
    let mut rules: HashMap<UserId, AuditorRules> =
        users.into_iter().map(|id| (UserId(id), AuditorRules::default())).collect();
    if rules.is_empty() {
        return Ok(rules);
    }
    let collections: Vec<(String, String)> = on_tx!(tx, |conn| sqlx::query_as(COLLECTIONS).fetch_all(conn).await?);
    for (user, collection) in collections {
        if let Some(of_user) = rules.get_mut(&UserId(user)) {
            of_user.collections.insert(ComplianceCollectionId(collection));
        }
    }
    let manuals: Vec<(String, String, String)> = on_tx!(tx, |conn| sqlx::query_as(MANUALS).fetch_all(conn).await?);
    for (user, csdb, manual) in manuals {
        if let Some(of_user) = rules.get_mut(&UserId(user)) {
            of_user.manuals.insert((csdb, manual));
        }
    }
    Ok(rules)
}

/// The first auditors, by account.
pub async fn list(tx: &mut Tx, limit: u64) -> Result<Vec<User>, StoreError> {
    const SQL: &str =
        concat!("SELECT ", user_columns!(), " FROM user_account WHERE is_auditor ORDER BY account_folded LIMIT $1");
    let rows: Vec<UserRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(signed(limit)).fetch_all(conn).await?);
    rows.into_iter().map(UserRow::into_user).collect()
}

/// The places of an auditor. Manuals in the trash are left out.
pub async fn list_places(tx: &mut Tx, user: &UserId) -> Result<AuditorPlaces, StoreError> {
    const COLLECTIONS: &str = "
        SELECT k.id, k.name
        FROM auditor_collection a
        JOIN compliance_collection k ON k.id = a.collection_id
        WHERE a.user_id = $1
        ORDER BY k.name_folded";
    const MANUALS: &str = "
        SELECT c.name, m.name
        FROM auditor_manual a
        JOIN manual m ON m.id = a.manual_id AND m.deleted_on IS NULL
        JOIN csdb c ON c.id = m.csdb_id AND c.deleted_on IS NULL
        WHERE a.user_id = $1
        ORDER BY c.name_folded, m.name_folded";
    let collections: Vec<(String, String)> =
        on_tx!(tx, |conn| sqlx::query_as(COLLECTIONS).bind(&user.0).fetch_all(conn).await?);
    let manuals: Vec<(String, String)> =
        on_tx!(tx, |conn| sqlx::query_as(MANUALS).bind(&user.0).fetch_all(conn).await?);
    Ok(AuditorPlaces {
        collections: collections.into_iter().map(|(id, name)| (ComplianceCollectionId(id), name)).collect(),
        manuals: manuals.into_iter().map(|(csdb, manual)| domain::path::of_manual(&csdb, &manual)).collect(),
    })
}

/// Replaces the places of an auditor.
pub async fn replace_places(
    tx: &mut Tx,
    user: &UserId,
    collections: &[ComplianceCollectionId],
    manuals: &[ManualId],
) -> Result<(), StoreError> {
    const NO_COLLECTION: &str = "DELETE FROM auditor_collection WHERE user_id = $1";
    const NO_MANUAL: &str = "DELETE FROM auditor_manual WHERE user_id = $1";
    const COLLECTION: &str =
        "INSERT INTO auditor_collection (user_id, collection_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    const MANUAL: &str = "INSERT INTO auditor_manual (user_id, manual_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    on_tx!(tx, |conn| sqlx::query(NO_COLLECTION).bind(&user.0).execute(conn).await?.rows_affected());
    on_tx!(tx, |conn| sqlx::query(NO_MANUAL).bind(&user.0).execute(conn).await?.rows_affected());
    for id in collections {
        on_tx!(tx, |conn| sqlx::query(COLLECTION).bind(&user.0).bind(&id.0).execute(conn).await?.rows_affected());
    }
    for id in manuals {
        on_tx!(tx, |conn| sqlx::query(MANUAL).bind(&user.0).bind(&id.0).execute(conn).await?.rows_affected());
    }
    Ok(())
}
