//! Groups of users.

use chrono::{DateTime, Utc};
use domain::id::{GroupId, UserId};
use domain::page::{Page, PageRequest};
use domain::text::fold;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{containing, count, page};
use crate::tx::Tx;

const TABLE: &str = "user_group";

/// A group of users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub id: GroupId,
    pub name: String,
    pub description: String,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    pub version: i64,
}

/// A group with the number of its members and of its grants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupSummary {
    pub group: Group,
    pub members: u64,
    pub grants: u64,
}

/// Filter for a group list.
#[derive(Debug, Clone, Default)]
pub struct GroupFilter {
    /// Part of the name; empty matches all.
    pub text: String,
    /// Only the groups of this user.
    pub member: Option<UserId>,
}

#[derive(sqlx::FromRow)]
struct GroupRow {
    id: String,
    name: String,
    description: String,
    created_on: Millis,
    updated_on: Millis,
    version: i64,
    members: i64,
    grants: i64,
}

impl GroupRow {
    fn into_summary(self) -> Result<GroupSummary, StoreError> {
        let group = Group {
            id: GroupId(self.id),
            name: self.name,
            description: self.description,
            created_on: self.created_on.read(TABLE, "created_on")?,
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
            version: self.version,
        };
        Ok(GroupSummary { group, members: count(self.members), grants: count(self.grants) })
    }
}

macro_rules! groups {
    ($rest:literal) => {
        concat!(
            "SELECT g.id, g.name, g.description, g.created_on, g.updated_on, g.version,
                (SELECT COUNT(*) FROM user_group_member k WHERE k.user_group_id = g.id) AS members,
                (SELECT COUNT(*) FROM access_grant a WHERE a.user_group_id = g.id) AS grants
            FROM user_group g ",
            $rest
        )
    };
}

/// Inserts a group; `false` when the name is taken.
pub async fn insert_group(tx: &mut Tx, group: &Group) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO user_group (id, name, name_folded, description, created_on, updated_on, version)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT DO NOTHING";
    let added = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&group.id.0)
        .bind(&group.name)
        .bind(fold(&group.name))
        .bind(&group.description)
        .bind(Millis::from(group.created_on))
        .bind(Millis::from(group.updated_on))
        .bind(group.version)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(added == 1)
}

/// Changes name and description of a group; `false` on a version conflict.
///
/// A name that another group has is [`StoreError::Conflict`].
pub async fn update_group(tx: &mut Tx, group: &Group) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE user_group
        SET name = $3, name_folded = $4, description = $5, updated_on = $6, version = version + 1
        WHERE id = $1 AND version = $2";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&group.id.0)
        .bind(group.version)
        .bind(&group.name)
        .bind(fold(&group.name))
        .bind(&group.description)
        .bind(Millis::from(group.updated_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Deletes a group with its memberships and grants; `false` when it does not exist.
pub async fn delete_group(tx: &mut Tx, id: &GroupId) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM user_group WHERE id = $1";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected()) == 1)
}

/// The group with this id.
pub async fn find_group(tx: &mut Tx, id: &GroupId) -> Result<Option<GroupSummary>, StoreError> {
    const SQL: &str = groups!("WHERE g.id = $1");
    let row: Option<GroupRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    row.map(GroupRow::into_summary).transpose()
}

/// Finds a group by name, ignoring case.
pub async fn find_group_by_name(tx: &mut Tx, name: &str) -> Result<Option<GroupSummary>, StoreError> {
    const SQL: &str = groups!("WHERE g.name_folded = $1");
    let row: Option<GroupRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(fold(name)).fetch_optional(conn).await?);
    row.map(GroupRow::into_summary).transpose()
}

/// The groups that match `filter`, ordered by name.
pub async fn list_groups(
    tx: &mut Tx,
    filter: &GroupFilter,
    request: PageRequest,
) -> Result<Page<GroupSummary>, StoreError> {
    const COUNT: &str = "
        SELECT COUNT(*)
        FROM user_group g
        WHERE ($1 = '' OR g.name_folded LIKE $1 ESCAPE '!')
        AND ($2 = '' OR g.id IN (SELECT k.user_group_id FROM user_group_member k WHERE k.user_id = $2))";
    const SQL: &str = groups!(
        "WHERE ($1 = '' OR g.name_folded LIKE $1 ESCAPE '!')
        AND ($2 = '' OR g.id IN (SELECT k.user_group_id FROM user_group_member k WHERE k.user_id = $2))
        ORDER BY g.name_folded
        LIMIT $3 OFFSET $4"
    );
    let text = containing(&filter.text);
    let member = filter.member.as_ref().map_or("", |id| &id.0);
    let total = on_tx!(tx, |conn| sqlx::query_scalar(COUNT).bind(&text).bind(member).fetch_one(conn).await?);
    let rows: Vec<GroupRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&text)
        .bind(member)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    Ok(page(rows.into_iter().map(GroupRow::into_summary).collect::<Result<_, _>>()?, total, request))
}

/// The accounts of the members of a group, with their display names, ordered by account.
pub async fn list_members(tx: &mut Tx, id: &GroupId) -> Result<Vec<(UserId, String, String)>, StoreError> {
    const SQL: &str = "
        SELECT u.id, u.account, u.display_name
        FROM user_group_member k
        JOIN user_account u ON u.id = k.user_id
        WHERE k.user_group_id = $1
        ORDER BY u.account_folded";
    let rows: Vec<(String, String, String)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(id, account, name)| (UserId(id), account, name)).collect())
}
