//! Access rules: what a user may do in which database and manual.
//!
//! The role is the most a user may do anywhere; grants say where. A database or manual is open, so that the role
//! decides, or limited, so that only people and groups with a grant see it. The nearest place decides (a manual before
//! its database), a user's own grant before those of their groups, and among groups the highest. Administrators see
//! everything.
//!
//! [`AccessRules`] are all rules of an installation; [`Sight`] is what they mean for one user.

mod sight;

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::id::{ComplianceCollectionId, GroupId, UserId};
use crate::permission::{Permission, Role};

pub use sight::{CsdbSight, Sight};

/// The rights of a user in a place; each level includes the ones before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AccessLevel {
    /// The place does not exist for them.
    None,
    Read,
    Author,
    Approve,
}

impl AccessLevel {
    pub const ALL: [Self; 4] = [Self::None, Self::Read, Self::Author, Self::Approve];

    /// Wire and database name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Read => "read",
            Self::Author => "author",
            Self::Approve => "approve",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str() == word)
    }

    /// The most that a role may do anywhere.
    pub fn of_role(role: Role) -> Self {
        match role {
            Role::Admin | Role::Approver => Self::Approve,
            Role::Author => Self::Author,
            Role::Reader => Self::Read,
        }
    }

    /// The level that an action needs where it is done: that of the least role which has its permission.
    pub fn of_permission(permission: Permission) -> Self {
        permission.roles().iter().map(|role| Self::of_role(*role)).min().unwrap_or(Self::Approve)
    }
}

/// The receiver of a grant.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grantee {
    User(UserId),
    Group(GroupId),
}

/// The rules of one place: a database or a manual.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlaceRules {
    /// Closed to everyone without a grant.
    pub limited: bool,
    pub grants: Vec<(Grantee, AccessLevel)>,
}

impl PlaceRules {
    fn is_silent(&self) -> bool {
        !self.limited && self.grants.is_empty()
    }
}

/// The rules of a database and of its manuals, by folded name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CsdbRules {
    pub own: PlaceRules,
    /// Every manual of the database, also those without rules.
    pub manuals: HashMap<String, PlaceRules>,
}

/// The manuals and collections that an auditor may read; nothing else exists for them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AuditorRules {
    /// By the folded names of the database and the manual.
    pub manuals: HashSet<(String, String)>,
    pub collections: BTreeSet<ComplianceCollectionId>,
}

impl AuditorRules {
    fn level(&self, csdb: &str, manual: Option<&str>) -> AccessLevel {
        let is_granted = manual.is_some_and(|manual| self.manuals.contains(&(csdb.to_owned(), manual.to_owned())));
        if is_granted { AccessLevel::Read } else { AccessLevel::None }
    }
}

/// All access rules of an installation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccessRules {
    /// The databases that have rules, by folded name; all databases where there is an auditor.
    pub csdbs: HashMap<String, CsdbRules>,
    pub auditors: HashMap<UserId, AuditorRules>,
    pub group_names: HashMap<GroupId, String>,
    pub memberships: HashMap<UserId, Vec<GroupId>>,
}

/// Why a level holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccessReason {
    Administrator,
    /// Nothing is limited here, so the role decides.
    Role,
    /// The user has a grant of their own.
    OwnGrant,
    /// Through the group of this name.
    Group(String),
    /// The place is limited, and there is no grant.
    NoGrant,
}

/// A level with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EffectiveAccess {
    pub level: AccessLevel,
    pub reason: AccessReason,
    /// The rule is one of the manual, not of its database.
    pub of_manual: bool,
}

impl AccessRules {
    /// The level of a user in a database, or in a manual of it; both by folded name.
    pub fn effective(&self, user: &UserId, role: Role, csdb: &str, manual: Option<&str>) -> EffectiveAccess {
        if let Some(auditor) = self.auditors.get(user) {
            let level = auditor.level(csdb, manual);
            let is_granted = level >= AccessLevel::Read;
            let reason = if is_granted { AccessReason::OwnGrant } else { AccessReason::NoGrant };
            return EffectiveAccess { level, reason, of_manual: is_granted };
        }
        let most = AccessLevel::of_role(role);
        if role == Role::Admin {
            return EffectiveAccess { level: most, reason: AccessReason::Administrator, of_manual: false };
        }
        let rules = self.csdbs.get(csdb);
        let of_manual = rules.zip(manual).and_then(|(rules, manual)| rules.manuals.get(manual));
        let nearest = [(of_manual, true), (rules.map(|rules| &rules.own), false)];
        let decided = nearest.into_iter().find_map(|(rules, is_manual)| Some((self.decide(rules?, user)?, is_manual)));
        match decided {
            Some(((level, reason), of_manual)) => EffectiveAccess { level: level.min(most), reason, of_manual },
            None => EffectiveAccess { level: most, reason: AccessReason::Role, of_manual: false },
        }
    }

    /// The level that the rules of one place give a user; `None` when they give none.
    fn decide(&self, rules: &PlaceRules, user: &UserId) -> Option<(AccessLevel, AccessReason)> {
        let own = rules.grants.iter().find(|(to, _)| matches!(to, Grantee::User(id) if id == user));
        if let Some((_, level)) = own {
            return Some((*level, AccessReason::OwnGrant));
        }
        let groups = self.memberships.get(user).map(Vec::as_slice).unwrap_or_default();
        let of_groups = rules.grants.iter().filter_map(|(to, level)| match to {
            Grantee::Group(id) if groups.contains(id) => Some((*level, self.group_names.get(id)?)),
            _ => None,
        });
        // Of equal grants the first name is shown, so that the reason does not change from page to page.
        if let Some((level, name)) = of_groups.max_by(|one, other| one.0.cmp(&other.0).then(other.1.cmp(one.1))) {
            return Some((level, AccessReason::Group(name.clone())));
        }
        rules.limited.then_some((AccessLevel::None, AccessReason::NoGrant))
    }

    /// The sight of a user by all rules together.
    pub fn sight(&self, user: &UserId, role: Role) -> Sight {
        if let Some(auditor) = self.auditors.get(user) {
            let csdbs = self.csdbs.iter().map(|(csdb, rules)| {
                let level = |manual: &str| auditor.level(csdb, Some(manual));
                let manuals = rules.manuals.keys().map(|manual| (manual.clone(), level(manual))).collect();
                (csdb.clone(), CsdbSight { level: AccessLevel::None, manuals })
            });
            return Sight::of_auditor(csdbs.collect(), auditor.collections.clone());
        }
        let most = AccessLevel::of_role(role);
        if role == Role::Admin {
            return Sight::new(most, HashMap::new());
        }
        let limited = self.csdbs.iter().filter(|(_, rules)| !rules.is_silent()).map(|(csdb, rules)| {
            let level = |manual| self.effective(user, role, csdb, manual).level;
            let manuals = rules.manuals.keys().map(|manual| (manual.clone(), level(Some(manual)))).collect();
            (csdb.clone(), CsdbSight { level: level(None), manuals })
        });
        Sight::new(most, limited.collect())
    }
}

impl CsdbRules {
    fn is_silent(&self) -> bool {
        self.own.is_silent() && self.manuals.values().all(PlaceRules::is_silent)
    }
}

#[cfg(test)]
mod tests;
