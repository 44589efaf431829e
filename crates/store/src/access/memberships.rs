//! Members of groups: those whom administrators name, and those whom an identity provider names.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use domain::id::{GroupId, IdentityProviderId, UserId};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// Makes these users the members of a group. A membership that a provider gave and that stays remains the provider's.
pub async fn replace_members(tx: &mut Tx, id: &GroupId, members: &[UserId]) -> Result<(), StoreError> {
    const LIST: &str = "SELECT user_id FROM user_group_member WHERE user_group_id = $1";
    const ADD: &str = "INSERT INTO user_group_member (user_group_id, user_id) ";
    let before: Vec<String> = on_tx!(tx, |conn| sqlx::query_scalar(LIST).bind(&id.0).fetch_all(conn).await?);
    let wanted: HashSet<&str> = members.iter().map(|member| member.0.as_str()).collect();
    let known: HashSet<&str> = before.iter().map(String::as_str).collect();
    let removed: Vec<&str> = known.difference(&wanted).copied().collect();
    let added: Vec<&str> = wanted.difference(&known).copied().collect();
    for some in removed.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("DELETE FROM user_group_member WHERE user_group_id = ");
            query.push_bind(&id.0).push(" AND user_id IN (");
            let mut list = query.separated(", ");
            for user in some {
                list.push_bind(*user);
            }
            list.push_unseparated(")");
            query.build().persistent(is_reused(some.len())).execute(conn).await?.rows_affected()
        });
    }
    for some in added.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(ADD);
            query.push_values(some, |mut values, user| {
                values.push_bind(&id.0).push_bind(*user);
            });
            query.push(" ON CONFLICT DO NOTHING");
            query.build().persistent(is_reused(some.len())).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}

/// The groups of a user that a provider put them into: id and name.
pub async fn list_provided(
    tx: &mut Tx,
    user: &UserId,
    provider: &IdentityProviderId,
) -> Result<Vec<(GroupId, String)>, StoreError> {
    const SQL: &str = "
        SELECT g.id, g.name
        FROM user_group_member k
        JOIN user_group g ON g.id = k.user_group_id
        WHERE k.user_id = $1 AND k.identity_provider_id = $2
        ORDER BY g.name_folded";
    let rows: Vec<(String, String)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&user.0).bind(&provider.0).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(id, name)| (GroupId(id), name)).collect())
}

/// All memberships that a provider gave: the group with its name, and the user with their account.
pub async fn list_of_provider(
    tx: &mut Tx,
    provider: &IdentityProviderId,
) -> Result<Vec<(GroupId, String, UserId, String)>, StoreError> {
    const SQL: &str = "
        SELECT g.id, g.name, u.id, u.account
        FROM user_group_member k
        JOIN user_group g ON g.id = k.user_group_id
        JOIN user_account u ON u.id = k.user_id
        WHERE k.identity_provider_id = $1
        ORDER BY g.name_folded, u.account_folded";
    let rows: Vec<(String, String, String, String)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&provider.0).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(id, name, user, account)| (GroupId(id), name, UserId(user), account)).collect())
}

/// Puts a user into a group on behalf of a provider; `false` when they are a member already.
pub async fn insert_provided(
    tx: &mut Tx,
    group: &GroupId,
    user: &UserId,
    provider: &IdentityProviderId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO user_group_member (user_group_id, user_id, identity_provider_id)
        VALUES ($1, $2, $3)
        ON CONFLICT DO NOTHING";
    let added = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&group.0)
        .bind(&user.0)
        .bind(&provider.0)
        .execute(conn)
        .await?
        .rows_affected());
    touch_if(tx, group, added == 1, now).await
}

/// Takes a membership away that a provider gave; `false` when it is none of the provider's.
pub async fn delete_provided(
    tx: &mut Tx,
    group: &GroupId,
    user: &UserId,
    provider: &IdentityProviderId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        DELETE FROM user_group_member
        WHERE user_group_id = $1 AND user_id = $2 AND identity_provider_id = $3";
    let removed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&group.0)
        .bind(&user.0)
        .bind(&provider.0)
        .execute(conn)
        .await?
        .rows_affected());
    touch_if(tx, group, removed == 1, now).await
}

/// Raises the version of a changed group: an administrator who edits its old members is told.
async fn touch_if(tx: &mut Tx, group: &GroupId, changed: bool, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE user_group SET updated_on = $2, version = version + 1 WHERE id = $1";
    if changed {
        on_tx!(tx, |conn| sqlx::query(SQL).bind(&group.0).bind(Millis::from(now)).execute(conn).await?.rows_affected());
    }
    Ok(changed)
}
