//! Profiles of manuals.

use domain::id::{ManualId, OperatorId, ProfileId};
use domain::profile::{Profile, ProfileAssertion, ProfileScope};
use domain::text::fold;
use serde::{Deserialize, Serialize};

use crate::StoreError;
use crate::json;
use crate::millis::Millis;
use crate::tx::Tx;

const TABLE: &str = "profile";

macro_rules! columns {
    () => {
        "id, manual_id, name, operator_id, applicability, extension_code, extension_producer, created_on, \
         updated_on, version"
    };
}

#[derive(sqlx::FromRow)]
struct ProfileRow {
    id: String,
    manual_id: String,
    name: String,
    operator_id: Option<String>,
    applicability: String,
    extension_code: String,
    extension_producer: String,
    created_on: Millis,
    updated_on: Millis,
    version: i64,
}

impl ProfileRow {
    fn into_profile(self) -> Result<Profile, StoreError> {
        Ok(Profile {
            id: ProfileId(self.id),
            manual_id: ManualId(self.manual_id),
            name: self.name,
            operator_id: self.operator_id.map(OperatorId),
            scope: read_scope(&self.applicability)?,
            extension_code: self.extension_code,
            extension_producer: self.extension_producer,
            created_on: self.created_on.read(TABLE, "created_on")?,
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
            version: self.version,
        })
    }
}

/// The scope in the column `applicability`; that of all content is empty.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum StoredScope {
    Fleet,
    Asserted(StoredAssertion),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum StoredAssertion {
    Property { ident: String, condition: bool, values: String },
    All(Vec<Self>),
    Any(Vec<Self>),
}

impl From<&ProfileAssertion> for StoredAssertion {
    fn from(assertion: &ProfileAssertion) -> Self {
        match assertion {
            ProfileAssertion::Property { ident, is_condition, values } => {
                Self::Property { ident: ident.clone(), condition: *is_condition, values: values.clone() }
            }
            ProfileAssertion::Joined { is_any, parts } => {
                let parts = parts.iter().map(Self::from).collect();
                if *is_any { Self::Any(parts) } else { Self::All(parts) }
            }
        }
    }
}

impl From<StoredAssertion> for ProfileAssertion {
    fn from(stored: StoredAssertion) -> Self {
        let (is_any, parts) = match stored {
            StoredAssertion::Property { ident, condition, values } => {
                return Self::Property { ident, is_condition: condition, values };
            }
            StoredAssertion::All(parts) => (false, parts),
            StoredAssertion::Any(parts) => (true, parts),
        };
        Self::Joined { is_any, parts: parts.into_iter().map(Self::from).collect() }
    }
}

fn read_scope(text: &str) -> Result<ProfileScope, StoreError> {
    if text.is_empty() {
        return Ok(ProfileScope::All);
    }
    Ok(match json::read::<StoredScope>(text, TABLE, "applicability")? {
        StoredScope::Fleet => ProfileScope::Fleet,
        StoredScope::Asserted(assertion) => ProfileScope::Asserted(assertion.into()),
    })
}

fn write_scope(scope: &ProfileScope) -> Result<String, StoreError> {
    match scope {
        ProfileScope::All => Ok(String::new()),
        ProfileScope::Fleet => json::write(&StoredScope::Fleet),
        ProfileScope::Asserted(assertion) => json::write(&StoredScope::Asserted(assertion.into())),
    }
}

/// Inserts a profile after the manual's others; `false` when the name is taken.
pub async fn insert(tx: &mut Tx, profile: &Profile) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO profile (
            id, manual_id, name, name_folded, operator_id, applicability, extension_code, extension_producer,
            created_on, updated_on, version, position)
        VALUES (
            $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
            (SELECT COUNT(*) FROM profile earlier WHERE earlier.manual_id = $2))
        ON CONFLICT DO NOTHING";
    let scope = write_scope(&profile.scope)?;
    let added = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&profile.id.0)
        .bind(&profile.manual_id.0)
        .bind(&profile.name)
        .bind(fold(&profile.name))
        .bind(profile.operator_id.as_ref().map(|id| &id.0))
        .bind(&scope)
        .bind(&profile.extension_code)
        .bind(&profile.extension_producer)
        .bind(Millis::from(profile.created_on))
        .bind(Millis::from(profile.updated_on))
        .bind(profile.version)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(added == 1)
}

/// Updates a profile; `false` on a version conflict. The stored version becomes `profile.version + 1`.
///
/// A name that another profile of the manual took meanwhile is [`StoreError::Conflict`].
pub async fn update(tx: &mut Tx, profile: &Profile) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE profile
        SET name = $3, name_folded = $4, operator_id = $5, applicability = $6, updated_on = $7, extension_code = $8,
            extension_producer = $9, version = version + 1
        WHERE id = $1 AND version = $2";
    let scope = write_scope(&profile.scope)?;
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&profile.id.0)
        .bind(profile.version)
        .bind(&profile.name)
        .bind(fold(&profile.name))
        .bind(profile.operator_id.as_ref().map(|id| &id.0))
        .bind(&scope)
        .bind(Millis::from(profile.updated_on))
        .bind(&profile.extension_code)
        .bind(&profile.extension_producer)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Deletes a profile; `false` when it does not exist or on a version conflict.
pub async fn delete(tx: &mut Tx, id: &ProfileId, version: i64) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM profile WHERE id = $1 AND version = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(version).execute(conn).await?.rows_affected()) == 1)
}

/// The profile with this id.
pub async fn find(tx: &mut Tx, id: &ProfileId) -> Result<Option<Profile>, StoreError> {
    const SQL: &str = concat!("SELECT ", columns!(), " FROM profile WHERE id = $1");
    let row: Option<ProfileRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    row.map(ProfileRow::into_profile).transpose()
}

/// The profiles of a manual, in creation order.
pub async fn list(tx: &mut Tx, manual: &ManualId) -> Result<Vec<Profile>, StoreError> {
    const SQL: &str = concat!("SELECT ", columns!(), " FROM profile WHERE manual_id = $1 ORDER BY position, id");
    let rows: Vec<ProfileRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).fetch_all(conn).await?);
    rows.into_iter().map(ProfileRow::into_profile).collect()
}
