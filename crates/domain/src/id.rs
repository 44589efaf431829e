//! Identifiers, one type per noun, so that the compiler rejects a mix-up.

use std::fmt;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub String);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )+};
}

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub i64);

        impl $name {
            /// Parses the number from its wire text.
            pub fn parse(text: &str) -> Option<Self> {
                text.parse().ok().filter(|number| *number > 0).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

numbers! {
    /// A data module, an illustration, a publication module …
    ObjectId,
    /// One version of an object.
    VersionId,
    /// A set of object versions.
    SnapshotId,
    /// An entry in the contents of a snapshot.
    TocNodeId,
}

ids! {
    /// A database.
    CsdbId,
    /// A manual.
    ManualId,
    /// An operator's view of a manual.
    ProfileId,
    /// A user account.
    UserId,
    /// A group of users.
    GroupId,
    /// One login of one user.
    SessionId,
    /// A token of another system.
    ServiceTokenId,
    /// A provider of `OpenID Connect`.
    IdentityProviderId,
    /// A company that operates aircraft.
    OperatorId,
    /// A message to one user.
    NotificationId,
    /// A mail in the queue.
    MailId,
    /// A bookmark of one user.
    BookmarkId,
    /// Text that one user edits.
    DraftId,
    /// A thread of comments.
    CommentThreadId,
    /// A comment in a thread.
    CommentId,
    /// A module of a confirmed revision to look at.
    RevisionTodoId,
    /// A change request of a manual.
    ChangeRequestId,
    /// A post in the discussion of a change request.
    ChangeRequestPostId,
    /// A publication of a manual.
    PublicationId,
    /// A call that tells another system about a publication.
    WebhookDeliveryId,
    /// A collection of requirements.
    ComplianceCollectionId,
    /// A category of a collection of requirements.
    PolicyCategoryId,
    /// A requirement.
    PolicyItemId,
    /// A clause of a requirement.
    PolicyClauseId,
    /// A reference from a requirement to a manual.
    PolicyReferenceId,
    /// A file that proves how a requirement is met.
    PolicyEvidenceId,
    /// A signed archive for auditors; the id of the job that made it.
    AuditPackId,
    /// A comment on a requirement.
    PolicyCommentId,
    /// An entry in the history of a requirement.
    PolicyEventId,
    /// A file of a regulation.
    RegulationImportId,
    /// A mapping between two requirements.
    PolicyMappingId,
    /// A background job.
    JobId,
    /// A resumable upload.
    UploadId,
    /// An uploaded package with its report.
    PackageId,
}
