//! Words of the domain on the wire, described with all their values.

use std::borrow::Cow;

use domain::finding::Severity;
use domain::job::{JobStatus, TaskKind};
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
    /// Something that not everybody may do.
    PermissionView of Permission named "Permission",
    /// What a message is about.
    NotificationKindView of NotificationKind named "NotificationKind",
    /// Where a job stands.
    JobStatusView of JobStatus named "JobStatus",
    /// What people call a job.
    TaskKindView of TaskKind named "TaskKind",
    /// What a finding means for the import.
    SeverityView of Severity named "Severity",
    /// How a package is organised.
    PackageKindView of PackageKind named "PackageKind",
    /// Where a package stands.
    PackageStateView of PackageState named "PackageState",
    /// Whether a package holds the whole manual.
    CompletenessView of Completeness named "Completeness",
    /// How much was held against schemas.
    XsdCheckView of XsdCheck named "XsdCheck",
    /// What was decided about an OEM revision.
    DecisionView of Decision named "Decision",
    /// What a place in the contents is: a section, a container, a module.
    TocNodeTypeView of TocNodeType named "TocNodeType",
    /// What a reference is for.
    ReferenceKindView of ReferenceKind named "ReferenceKind",
    /// What an object of a package is to the library.
    DifferenceView of Difference named "Difference",
}
