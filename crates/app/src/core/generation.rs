//! The generation of a database: a number that rises with every change that its readers may see. It keys caches.
//!
//! A change of one manual may show in the others of its database, which resolve references and pictures in each other,
//! and nowhere else. So a database is the smallest part that can be told apart.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use domain::name::Name;
use domain::path::CsdbPath;
use store::Db;

use crate::core::error::Error;

/// Changes of other nodes may go unnoticed for this long.
const BELIEVED_FOR: TimeDelta = TimeDelta::seconds(1);

/// The kind of changes of requirements and references.
const COMPLIANCE: &str = "compliance";

/// The kinds of changes after which the library still looks the same.
const ELSEWHERE: [&str; 15] = [
    "user",
    "service_token",
    "identity_provider",
    "package",
    "schema_set",
    "brex",
    "setting",
    "bookmark",
    "comment",
    "change_request",
    COMPLIANCE,
    "search",
    "job",
    "access",
    "group",
];

/// The kinds of changes that name a path, and alter its database alone.
const WITHIN_DATABASE: [&str; 3] = ["manual", "media", "file"];

/// The kinds of changes that may alter what somebody may see.
const OF_ACCESS: [&str; 4] = ["access", "group", "csdb", "manual"];

/// The part of the change log that this process has read.
#[derive(Debug, Default)]
pub(crate) struct Generation(Mutex<Option<LogPosition>>);

#[derive(Debug, Clone)]
struct LogPosition {
    /// The last change that may have altered any database.
    everywhere: i64,
    /// The last change within each database, by its folded name.
    within: HashMap<String, i64>,
    /// The last change that may have altered the access rules.
    access: i64,
    /// The last change that may have altered the figures about compliance.
    compliance: i64,
    /// The last entry of the change log that was read.
    seq: i64,
    /// Commits of this process up to then.
    commits: u64,
    at: DateTime<Utc>,
}

impl Generation {
    /// The present number of a database, or of what is in none. Changes of this node count at once, those of others
    /// after a second.
    pub(crate) async fn current(&self, db: &Db, now: DateTime<Utc>, csdb: Option<&Name>) -> Result<i64, Error> {
        self.read(db, now, |position| position.number_in(csdb)).await
    }

    /// The number of the last change that may have altered the access rules.
    pub(crate) async fn of_access(&self, db: &Db, now: DateTime<Utc>) -> Result<i64, Error> {
        self.read(db, now, |position| position.access).await
    }

    /// The number of the last change that may have altered the figures about compliance.
    pub(crate) async fn of_compliance(&self, db: &Db, now: DateTime<Utc>) -> Result<i64, Error> {
        self.read(db, now, |position| position.compliance).await
    }

    async fn read(&self, db: &Db, now: DateTime<Utc>, number: impl Fn(&LogPosition) -> i64) -> Result<i64, Error> {
        let commits = db.commits();
        // A clock that was set back must not prolong what is believed.
        let is_fresh = |one: &LogPosition| one.commits == commits && (now - one.at).abs() < BELIEVED_FOR;
        let before = match &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(known) if is_fresh(known) => return Ok(number(known)),
            before => before.clone(),
        };
        let mut tx = db.read().await?;
        let mut position = if let Some(known) = before {
            LogPosition { commits, at: now, ..known }
        } else {
            let seq = store::changes::last_seq(&mut tx).await?;
            let within = HashMap::new();
            LogPosition { everywhere: seq, within, access: seq, compliance: seq, seq, commits, at: now }
        };
        loop {
            let changes = store::changes::list_next(&mut tx, position.seq).await?;
            let Some(last) = changes.last() else { break };
            position.seq = last.seq;
            for change in &changes {
                position.note(change.seq, &change.subject_kind, &change.subject);
            }
        }
        let number = number(&position);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(position);
        Ok(number)
    }
}

impl LogPosition {
    fn note(&mut self, seq: i64, kind: &str, subject: &str) {
        if OF_ACCESS.contains(&kind) {
            self.access = seq;
        }
        let is_elsewhere = ELSEWHERE.contains(&kind);
        // References change with the library: check-ins, deletions and revisions mark them.
        if !is_elsewhere || kind == COMPLIANCE {
            self.compliance = seq;
        }
        if is_elsewhere {
            return;
        }
        let path = CsdbPath::parse(subject).filter(|_| WITHIN_DATABASE.contains(&kind));
        match path.as_ref().and_then(CsdbPath::csdb) {
            Some(csdb) => self.within.insert(csdb.folded(), seq),
            None => Some(std::mem::replace(&mut self.everywhere, seq)),
        };
    }

    fn number_in(&self, csdb: Option<&Name>) -> i64 {
        let within = csdb.and_then(|csdb| self.within.get(&csdb.folded()));
        within.map_or(self.everywhere, |within| self.everywhere.max(*within))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_alters_its_database_alone_where_it_names_one() {
        let mut position = LogPosition {
            everywhere: 1,
            within: HashMap::new(),
            access: 1,
            compliance: 1,
            seq: 1,
            commits: 0,
            at: DateTime::default(),
        };
        let numbers = |position: &LogPosition| {
            ["/H160/MEL", "/h160/MULTIMEDIA/ICN-1.PNG", "/H175", "/"]
                .map(|path| CsdbPath::parse(path).map(|path| position.number_in(path.csdb())).unwrap_or_default())
        };
        assert_eq!(numbers(&position), [1, 1, 1, 1]);
        position.note(2, "media", "/H160/MULTIMEDIA/ICN-1.PNG");
        assert_eq!(numbers(&position), [2, 2, 1, 1]);
        position.note(3, "manual", "/H175/AMM");
        assert_eq!(numbers(&position), [2, 2, 3, 1]);
        for kind in ELSEWHERE {
            position.note(4, kind, "/H160/MEL");
        }
        assert_eq!(numbers(&position), [2, 2, 3, 1]);
        position.note(5, "operator", "AZB");
        assert_eq!(numbers(&position), [5, 5, 5, 5]);
        position.note(6, "manual", "not a path");
        assert_eq!(numbers(&position), [6, 6, 6, 6], "better too often than too rarely");
        position.note(7, "job", "/H160/MEL");
        assert_eq!(position.access, 6);
        position.note(8, "access", "/H160");
        assert_eq!((position.access, position.number_in(None)), (8, 6));
    }

    #[test]
    fn figures_about_compliance_change_with_requirements_and_with_the_library() {
        let within = HashMap::new();
        let at = DateTime::default();
        let mut position = LogPosition { everywhere: 1, within, access: 1, compliance: 1, seq: 1, commits: 0, at };
        for kind in ["user", "comment", "job", "access"] {
            position.note(2, kind, "/H160/MEL");
        }
        assert_eq!(position.compliance, 1);
        position.note(3, "compliance", "Ops 1");
        position.note(4, "file", "/H160/MEL/DMC-A_en-US.XML");
        assert_eq!((position.compliance, position.number_in(None)), (4, 1));
    }
}
