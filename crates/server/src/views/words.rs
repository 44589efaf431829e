//! Domain enums on the wire, documented with all their values.

use std::borrow::Cow;

use domain::finding::Severity;
use domain::job::{JobStatus, TaskKind};
use domain::mail::{MailReason, MailSecurity, MailState};
use domain::notification::NotificationKind;
use domain::package::{Completeness, Difference, PackageKind, PackageState, XsdCheck};
use domain::permission::Permission;
use domain::snapshot::Decision;
use domain::toc::TocNodeType;
use domain::version::ReferenceKind;
use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

macro_rules! words {
    ($($(#[$doc:meta])* $view:ident of $noun:ident named $name:literal),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $view(pub $noun);

        impl Serialize for $view {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.0.as_str())
            }
        }

        impl PartialSchema for $view {
            fn schema() -> RefOr<Schema> {
                let words = $noun::ALL.into_iter().map($noun::as_str);
                let schema = ObjectBuilder::new().schema_type(SchemaType::new(Type::String)).enum_values(Some(words));
                RefOr::T(schema.build().into())
            }
        }

        impl ToSchema for $view {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed($name)
            }
        }
    )+};
}

words! {
    /// An action that is not open to every role.
    PermissionView of Permission named "Permission",
    /// The topic of a notification.
    NotificationKindView of NotificationKind named "NotificationKind",
    /// The status of a job.
    JobStatusView of JobStatus named "JobStatus",
    /// The task kind shown to users.
    TaskKindView of TaskKind named "TaskKind",
    /// The effect of a finding on the import.
    SeverityView of Severity named "Severity",
    /// The layout of a package.
    PackageKindView of PackageKind named "PackageKind",
    /// The state of a package.
    PackageStateView of PackageState named "PackageState",
    /// The scope of a package: the whole manual, or only what changed.
    CompletenessView of Completeness named "Completeness",
    /// The extent of schema validation.
    XsdCheckView of XsdCheck named "XsdCheck",
    /// The operator's decision about an OEM revision.
    DecisionView of Decision named "Decision",
    /// The type of an entry in the contents: a section, a container, a module.
    TocNodeTypeView of TocNodeType named "TocNodeType",
    /// The purpose of a reference.
    ReferenceKindView of ReferenceKind named "ReferenceKind",
    /// The comparison of a package's object with the library.
    DifferenceView of Difference named "Difference",
    /// The encryption of the connection to the mail server.
    MailSecurityView of MailSecurity named "MailSecurity",
    /// The state of a mail.
    MailStateView of MailState named "MailState",
    /// The reason a mail was not sent.
    MailReasonView of MailReason named "MailReason",
}
