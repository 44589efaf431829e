//! Subjects: the records that jobs, findings and artifacts belong to.

use crate::id::{ChangeRequestId, JobId, PackageId, PublicationId};

/// A kind of record that can be a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SubjectKind {
    Job,
    Package,
    ChangeRequest,
    Publication,
}

impl SubjectKind {
    pub const ALL: [Self; 4] = [Self::Job, Self::Package, Self::ChangeRequest, Self::Publication];

    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Job => "job",
            Self::Package => "package",
            Self::ChangeRequest => "change_request",
            Self::Publication => "publication",
        }
    }

    /// Reads the word back.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// A record by its kind and id.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Subject {
    pub kind: SubjectKind,
    pub id: String,
}

impl Subject {
    /// The id of the package, if it is one.
    pub fn package(&self) -> Option<PackageId> {
        (self.kind == SubjectKind::Package).then(|| PackageId(self.id.clone()))
    }
}

impl From<&JobId> for Subject {
    fn from(id: &JobId) -> Self {
        Self { kind: SubjectKind::Job, id: id.0.clone() }
    }
}

impl From<&PackageId> for Subject {
    fn from(id: &PackageId) -> Self {
        Self { kind: SubjectKind::Package, id: id.0.clone() }
    }
}

impl From<&ChangeRequestId> for Subject {
    fn from(id: &ChangeRequestId) -> Self {
        Self { kind: SubjectKind::ChangeRequest, id: id.0.clone() }
    }
}

impl From<&PublicationId> for Subject {
    fn from(id: &PublicationId) -> Self {
        Self { kind: SubjectKind::Publication, id: id.0.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back_and_only_packages_are_packages() {
        for kind in SubjectKind::ALL {
            assert_eq!(SubjectKind::parse(kind.as_str()), Some(kind));
        }
        let id = PackageId("p1".to_owned());
        assert_eq!(Subject::from(&id).package(), Some(id));
        assert_eq!(Subject::from(&JobId("j1".to_owned())).package(), None);
    }
}
