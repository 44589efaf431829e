//! Profiles of manuals.

use domain::id::{ManualId, OperatorId, ProfileId};
use domain::profile::Profile;
use domain::text::fold;

use crate::StoreError;
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
            applicability: self.applicability,
            extension_code: self.extension_code,
            extension_producer: self.extension_producer,
            created_on: self.created_on.read(TABLE, "created_on")?,
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
            version: self.version,
        })
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
    let added = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&profile.id.0)
        .bind(&profile.manual_id.0)
        .bind(&profile.name)
        .bind(fold(&profile.name))
        .bind(profile.operator_id.as_ref().map(|id| &id.0))
        .bind(&profile.applicability)
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
