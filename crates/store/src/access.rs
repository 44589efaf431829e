//! Groups, grants and limits.

mod grants;
mod groups;
mod memberships;

use std::collections::HashMap;

use domain::access::{AccessLevel, AccessRules, CsdbRules, Grantee, PlaceRules};
use domain::id::{GroupId, UserId};

use crate::StoreError;
use crate::auditors;
use crate::tx::Tx;

pub use grants::{
    AccessPlace, find_place, has_limited_namesake, list_grants, lock_place, replace_grants, update_limited,
};
pub use groups::{
    Group, GroupFilter, GroupSummary, delete_group, find_group, find_group_by_name, insert_group, list_groups,
    list_members, update_group,
};
pub use memberships::{delete_provided, insert_provided, list_of_provider, list_provided, replace_members};

#[derive(sqlx::FromRow)]
struct PlaceRow {
    csdb: String,
    manual: Option<String>,
    is_limited: bool,
}

#[derive(sqlx::FromRow)]
struct GrantRow {
    csdb: String,
    manual: Option<String>,
    user_id: Option<String>,
    user_group_id: Option<String>,
    level: String,
}

impl GrantRow {
    fn into_grant(self) -> Result<(Grantee, AccessLevel), StoreError> {
        read_grant(self.user_id, self.user_group_id, &self.level)
    }
}

fn read_grant(user: Option<String>, group: Option<String>, level: &str) -> Result<(Grantee, AccessLevel), StoreError> {
    let unreadable = |column| StoreError::Unreadable { table: "access_grant", column };
    let to = match (user, group) {
        (Some(user), None) => Grantee::User(UserId(user)),
        (None, Some(group)) => Grantee::Group(GroupId(group)),
        _ => return Err(unreadable("user_id")),
    };
    Ok((to, AccessLevel::parse(level).ok_or_else(|| unreadable("level"))?))
}

/// All access rules. Databases without any are left out, unless there is an auditor.
///
/// Deleted databases and manuals keep their rules: jobs, bookmarks and messages still name them. Where a name is used
/// again, the later one decides.
pub async fn load_rules(tx: &mut Tx) -> Result<AccessRules, StoreError> {
    const RULED: &str = "
        (SELECT c.id FROM csdb c WHERE c.is_limited
         UNION SELECT m.csdb_id FROM manual m WHERE m.is_limited
         UNION SELECT g.csdb_id FROM access_grant g)";
    const ALL: &str = "(SELECT c.id FROM csdb c)";
    let mut rules = AccessRules { auditors: auditors::load_rules(tx).await?, ..AccessRules::default() };
    // All that an auditor was not granted is hidden, whether it has rules or not.
    let subject = if rules.auditors.is_empty() { RULED } else { ALL };
    let csdbs = format!(
        "SELECT c.name_folded AS csdb, NULL AS manual, c.is_limited
         FROM csdb c
         WHERE c.id IN {subject}
         ORDER BY CASE WHEN c.deleted_on IS NULL THEN 1 ELSE 0 END, c.created_on"
    );
    let manuals = format!(
        "SELECT c.name_folded AS csdb, m.name_folded AS manual, m.is_limited
         FROM manual m
         JOIN csdb c ON c.id = m.csdb_id
         WHERE c.id IN {subject}
         ORDER BY CASE WHEN m.deleted_on IS NULL THEN 1 ELSE 0 END, m.created_on"
    );
    for row in list_places(tx, csdbs).await? {
        rules.csdbs.entry(row.csdb).or_default().own.limited = row.is_limited;
    }
    if rules.csdbs.is_empty() {
        return Ok(rules);
    }
    for row in list_places(tx, manuals).await? {
        let manual = row.manual.unwrap_or_default();
        rules.csdbs.entry(row.csdb).or_default().manuals.entry(manual).or_default().limited = row.is_limited;
    }
    add_grants(tx, &mut rules.csdbs).await?;
    add_groups(tx, &mut rules).await?;
    Ok(rules)
}

async fn list_places(tx: &mut Tx, sql: String) -> Result<Vec<PlaceRow>, StoreError> {
    Ok(on_tx!(tx, |conn| sqlx::query_as(sqlx::AssertSqlSafe(sql)).fetch_all(conn).await?))
}

async fn add_grants(tx: &mut Tx, csdbs: &mut HashMap<String, CsdbRules>) -> Result<(), StoreError> {
    const SQL: &str = "
        SELECT c.name_folded AS csdb, m.name_folded AS manual, g.user_id, g.user_group_id, g.level
        FROM access_grant g
        JOIN csdb c ON c.id = g.csdb_id
        LEFT JOIN manual m ON m.id = g.manual_id
        WHERE NOT (c.deleted_on IS NOT NULL AND EXISTS (
            SELECT 1 FROM csdb later WHERE later.name_folded = c.name_folded AND later.deleted_on IS NULL))
        AND NOT (m.deleted_on IS NOT NULL AND EXISTS (
            SELECT 1 FROM manual later
            WHERE later.csdb_id = m.csdb_id AND later.name_folded = m.name_folded AND later.deleted_on IS NULL))";
    let rows: Vec<GrantRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).fetch_all(conn).await?);
    for row in rows {
        let rules = csdbs.entry(row.csdb.clone()).or_default();
        let place: &mut PlaceRules = match &row.manual {
            Some(manual) => rules.manuals.entry(manual.clone()).or_default(),
            None => &mut rules.own,
        };
        place.grants.push(row.into_grant()?);
    }
    Ok(())
}

async fn add_groups(tx: &mut Tx, rules: &mut AccessRules) -> Result<(), StoreError> {
    const GROUPS: &str = "SELECT id, name FROM user_group";
    const MEMBERS: &str = "SELECT user_id, user_group_id FROM user_group_member ORDER BY user_id, user_group_id";
    let groups: Vec<(String, String)> = on_tx!(tx, |conn| sqlx::query_as(GROUPS).fetch_all(conn).await?);
    rules.group_names = groups.into_iter().map(|(id, name)| (GroupId(id), name)).collect();
    let members: Vec<(String, String)> = on_tx!(tx, |conn| sqlx::query_as(MEMBERS).fetch_all(conn).await?);
    for (user, group) in members {
        rules.memberships.entry(UserId(user)).or_default().push(GroupId(group));
    }
    Ok(())
}
