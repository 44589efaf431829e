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

ids! {
    /// A person's account, whatever it is called today.
    UserId,
    /// One sign-in of one user.
    SessionId,
    /// An airline or other operator of aircraft.
    OperatorId,
    /// A message to one user.
    NotificationId,
    /// A piece of background work.
    JobId,
}
