//! The content that one user may see and change, computed from the access rules.

use std::collections::{BTreeSet, HashMap};

use super::AccessLevel;
use crate::id::ComplianceCollectionId;
use crate::name::Name;
use crate::path::CsdbPath;

/// The levels of a user in a database that has rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsdbSight {
    /// In the database itself: its media, its alias, new manuals.
    pub level: AccessLevel,
    /// In each manual, by folded name. One that is missing has the level of the database.
    pub manuals: HashMap<String, AccessLevel>,
}

impl CsdbSight {
    /// The database is listed for whoever may read it or one of its manuals, which show its media.
    fn is_visible(&self) -> bool {
        self.level >= AccessLevel::Read || self.manuals.values().any(|level| *level >= AccessLevel::Read)
    }

    fn hides_something(&self) -> bool {
        self.level == AccessLevel::None || self.manuals.values().any(|level| *level == AccessLevel::None)
    }

    fn readable_manuals(&self) -> Vec<&str> {
        let readable = self.manuals.iter().filter(|(_, level)| **level >= AccessLevel::Read);
        let mut names: Vec<&str> = readable.map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names
    }
}

/// The content that one user may see and change. The default is everything, as for the program itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight {
    /// The level where no rule says otherwise.
    most: AccessLevel,
    /// The databases with rules, by folded name.
    limited: HashMap<String, CsdbSight>,
    /// See [`Self::keys`].
    keys: Vec<String>,
    /// See [`Self::collections`].
    collections: Option<BTreeSet<ComplianceCollectionId>>,
}

impl Default for Sight {
    fn default() -> Self {
        Self::new(AccessLevel::Approve, HashMap::new())
    }
}

impl Sight {
    pub fn new(most: AccessLevel, limited: HashMap<String, CsdbSight>) -> Self {
        let mut keys: Vec<String> = Vec::new();
        for (csdb, sight) in limited.iter().filter(|(_, sight)| sight.hides_something()) {
            keys.push(csdb.clone());
            if sight.is_visible() {
                keys.push(format!("{csdb}/"));
            }
            keys.extend(sight.readable_manuals().into_iter().map(|manual| format!("{csdb}/{manual}")));
        }
        if !keys.is_empty() {
            keys.push(String::new());
        }
        keys.sort_unstable();
        Self { most, limited, keys, collections: None }
    }

    /// The sight of an auditor: these levels in all databases, these collections, and nothing else.
    pub(super) fn of_auditor(
        limited: HashMap<String, CsdbSight>,
        collections: BTreeSet<ComplianceCollectionId>,
    ) -> Self {
        let mut sight = Self { collections: Some(collections), ..Self::new(AccessLevel::None, limited) };
        // What belongs to no database is hidden also where there is no database.
        if sight.keys.is_empty() {
            sight.keys.push(String::new());
        }
        sight
    }

    /// The same with at most this level, and without the databases of these folded names.
    #[must_use]
    pub fn narrowed(&self, most: AccessLevel, hidden: impl IntoIterator<Item = String>) -> Self {
        let cap = |sight: &CsdbSight| CsdbSight {
            level: sight.level.min(most),
            manuals: sight.manuals.iter().map(|(manual, level)| (manual.clone(), (*level).min(most))).collect(),
        };
        let mut limited: HashMap<_, _> = self.limited.iter().map(|(csdb, sight)| (csdb.clone(), cap(sight))).collect();
        let nothing = || CsdbSight { level: AccessLevel::None, manuals: HashMap::new() };
        limited.extend(hidden.into_iter().map(|csdb| (csdb, nothing())));
        Self { collections: self.collections.clone(), ..Self::new(self.most.min(most), limited) }
    }

    /// The only collections of requirements that exist for the user; `None` for all.
    pub fn collections(&self) -> Option<&BTreeSet<ComplianceCollectionId>> {
        self.collections.as_ref()
    }

    pub fn sees_collection(&self, id: &ComplianceCollectionId) -> bool {
        self.collections.as_ref().is_none_or(|seen| seen.contains(id))
    }

    /// Only what the user has at least this level in; `None` when that is nothing.
    pub fn at_least(&self, least: AccessLevel) -> Option<Self> {
        let cut = |level: AccessLevel| if level < least { AccessLevel::None } else { level };
        let cut_all = |sight: &CsdbSight| CsdbSight {
            level: cut(sight.level),
            manuals: sight.manuals.iter().map(|(manual, level)| (manual.clone(), cut(*level))).collect(),
        };
        let limited = self.limited.iter().map(|(csdb, sight)| (csdb.clone(), cut_all(sight))).collect();
        // No level is above that of the role.
        (self.most >= least).then(|| Self::new(self.most, limited))
    }

    /// Something is hidden from the user.
    pub fn is_partial(&self) -> bool {
        !self.keys.is_empty()
    }

    /// The level in a database, or in a manual of it; both by folded name.
    pub fn level(&self, csdb: &str, manual: Option<&str>) -> AccessLevel {
        let Some(sight) = self.limited.get(csdb) else { return self.most };
        manual.and_then(|manual| sight.manuals.get(manual)).copied().unwrap_or(sight.level)
    }

    /// The level for files of a folder; none where the library can have no such folder.
    pub fn level_in(&self, folder: &str) -> AccessLevel {
        let folder = CsdbPath::parse(folder);
        let Some((csdb, folder)) = folder.as_ref().and_then(|folder| Some((folder.csdb()?, folder))) else {
            return AccessLevel::None;
        };
        self.level(&csdb.folded(), folder.manual().map(Name::folded).as_deref())
    }

    /// The database, or the manual of it, exists for the user; both by folded name.
    pub fn sees(&self, csdb: &str, manual: Option<&str>) -> bool {
        match (self.limited.get(csdb), manual) {
            (None, _) => self.most >= AccessLevel::Read,
            (Some(sight), None) => sight.is_visible(),
            (Some(_), Some(_)) => self.level(csdb, manual) >= AccessLevel::Read,
        }
    }

    /// Whether the place of a path exists for the user, be there a file or not.
    pub fn sees_path(&self, path: &CsdbPath) -> bool {
        let manual = path.manual().map(Name::folded);
        path.csdb().is_none_or(|csdb| self.sees(&csdb.folded(), manual.as_deref()))
    }

    /// The visible places whose level differs from what holds around them, with their level: databases where it is less
    /// than the most that the user may do, and manuals where it is another than in their database. By path, in folded
    /// names.
    pub fn exceptions(&self) -> Vec<(String, AccessLevel)> {
        let mut found = Vec::new();
        for (csdb, sight) in self.limited.iter().filter(|(_, sight)| sight.is_visible()) {
            if sight.level != self.most {
                found.push((format!("/{csdb}"), sight.level));
            }
            let manuals = sight.manuals.iter();
            let differing = manuals.filter(|(_, level)| **level != sight.level && **level >= AccessLevel::Read);
            found.extend(differing.map(|(manual, level)| (format!("/{csdb}/{manual}"), *level)));
        }
        found.sort();
        found
    }

    /// Selects rows by the folded names of their database and manual: a row is readable when its database is not a key,
    /// or when `{database}/{manual}` is one. Rows of no manual, such as media, have an empty one; rows of no database
    /// are not readable when anything is hidden.
    pub fn keys(&self) -> &[String] {
        &self.keys
    }

    /// Two users with the same value see the same of a database, so that they can share a cached answer.
    pub fn shown_of(&self, csdb: &Name) -> Option<String> {
        let sight = self.limited.get(&csdb.folded()).filter(|sight| sight.hides_something())?;
        Some(sight.readable_manuals().join(","))
    }
}
