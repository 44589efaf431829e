//! Words of the domain on the wire, described with all their values.

use std::borrow::Cow;

use domain::notification::NotificationKind;
use domain::permission::Permission;
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
}
