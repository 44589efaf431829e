//! Identifiers, one type per noun, so that they cannot be mixed up.

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
            /// Reads the number back from its text on the wire.
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
    /// A thing with an identity: a module, a picture, a publication.
    ObjectId,
    /// One state of an object.
    VersionId,
    /// A set of versions that belong together.
    SnapshotId,
    /// A place in the contents of a snapshot.
    TocNodeId,
}

ids! {
    /// A database: a shelf of manuals with their media.
    CsdbId,
    /// A manual.
    ManualId,
    /// An operator's view of a manual.
    ProfileId,
    /// A person's account, whatever it is called today.
    UserId,
    /// One sign-in of one user.
    SessionId,
    /// An airline or other operator of aircraft.
    OperatorId,
    /// A message to one user.
    NotificationId,
    /// A place that a person marked.
    BookmarkId,
    /// A piece of background work.
    JobId,
    /// A file on its way in.
    UploadId,
    /// A received package and what was found in it.
    PackageId,
}
