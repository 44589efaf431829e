//! Tokens for other systems.

use chrono::{DateTime, TimeDelta, Utc};

use crate::access::AccessLevel;
use crate::field::FieldCode;
use crate::id::{ServiceTokenId, UserId};
use crate::name::Name;
use crate::permission::Permission;
use crate::text;

/// A token for another system. It has some of its creator's permissions, perhaps only in some databases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceToken {
    pub id: ServiceTokenId,
    /// The creator; the token may never do more than this user.
    pub user_id: UserId,
    pub name: String,
    pub permissions: Vec<Permission>,
    /// The only databases that the token sees; without a list it sees all that its creator sees.
    pub csdbs: Option<Vec<Name>>,
    pub created_on: DateTime<Utc>,
    pub expires_on: DateTime<Utc>,
    /// The last use, to within a minute.
    pub used_on: Option<DateTime<Utc>>,
}

impl ServiceToken {
    /// The permissions that a token can have.
    ///
    /// Managing users is missing, or a token could create its successor; approving and releasing need a person.
    pub const PERMISSIONS: [Permission; 9] = [
        Permission::ReadContent,
        Permission::EditContent,
        Permission::ImportPackages,
        Permission::CreateLibrary,
        Permission::DeleteLibrary,
        Permission::ManageOperators,
        Permission::ViewAudit,
        Permission::ViewSystem,
        Permission::ManageSystem,
    ];
    /// The permissions that a token for some databases cannot have: they are about the whole installation, or, like
    /// uploaded packages, about its creator.
    const FOR_ALL_DATABASES: [Permission; 5] = [
        Permission::ImportPackages,
        Permission::ManageOperators,
        Permission::ViewAudit,
        Permission::ViewSystem,
        Permission::ManageSystem,
    ];
    /// The longest lifetime.
    pub const MAX_DAYS: i64 = 366;
    const MAX_NAME: usize = 60;

    /// Parses a name: what the token is for.
    pub fn parse_name(name: &str) -> Result<String, FieldCode> {
        text::line(name, 1, Self::MAX_NAME)
    }

    /// The end of a lifetime of `days` from `now`.
    pub fn parse_lifetime(days: i64, now: DateTime<Utc>) -> Result<DateTime<Utc>, FieldCode> {
        if !(1..=Self::MAX_DAYS).contains(&days) {
            return Err(FieldCode::UnknownValue);
        }
        Ok(now + TimeDelta::days(days))
    }

    /// Parses the permissions of a token for all databases, or for some; at least one is required.
    pub fn parse_permissions(words: &[String], for_all: bool) -> Result<Vec<Permission>, FieldCode> {
        let parse = |word: &String| Permission::parse(word).filter(|one| Self::PERMISSIONS.contains(one));
        let parsed: Option<Vec<_>> = words.iter().map(parse).collect();
        let mut permissions = parsed.ok_or(FieldCode::UnknownValue)?;
        permissions.sort_unstable();
        permissions.dedup();
        if permissions.is_empty() {
            return Err(FieldCode::Required);
        }
        if !for_all && permissions.iter().any(|one| Self::FOR_ALL_DATABASES.contains(one)) {
            return Err(FieldCode::AllDatabases);
        }
        Ok(permissions)
    }

    /// The token has `permission`, as far as its creator has.
    pub fn may(&self, permission: Permission) -> bool {
        self.permissions.contains(&permission)
    }

    /// The most that the token may do in a database: read, or author if it may change something there.
    pub fn level(&self) -> AccessLevel {
        use Permission::{CreateLibrary, DeleteLibrary, EditContent, ImportPackages};
        let changes = [EditContent, ImportPackages, CreateLibrary, DeleteLibrary];
        if changes.into_iter().any(|permission| self.may(permission)) { AccessLevel::Author } else { AccessLevel::Read }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lifetime_has_at_least_a_day_and_at_most_a_year() {
        let now = DateTime::UNIX_EPOCH;
        for (days, valid) in [(0, false), (1, true), (366, true), (367, false), (-1, false), (i64::MAX, false)] {
            assert_eq!(ServiceToken::parse_lifetime(days, now).is_ok(), valid, "{days}");
        }
    }

    #[test]
    fn a_token_cannot_manage_users_or_approve() {
        let parse = |words: &[&str]| {
            ServiceToken::parse_permissions(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>(), true)
        };
        let sorted = vec![Permission::ReadContent, Permission::ImportPackages];
        assert_eq!(parse(&["importPackages", "readContent", "readContent"]), Ok(sorted));
        assert_eq!(parse(&[]), Err(FieldCode::Required));
        for refused in ["manageUsers", "approve", "publishFormal", "everything"] {
            assert_eq!(parse(&["readContent", refused]), Err(FieldCode::UnknownValue), "{refused}");
        }
    }

    #[test]
    fn a_token_for_some_databases_has_no_permission_about_the_installation() {
        for permission in ServiceToken::PERMISSIONS {
            let parsed = ServiceToken::parse_permissions(&[permission.as_str().to_owned()], false);
            let is_about_all = ServiceToken::FOR_ALL_DATABASES.contains(&permission);
            let expected = if is_about_all { Err(FieldCode::AllDatabases) } else { Ok(vec![permission]) };
            assert_eq!(parsed, expected);
        }
    }
}
