//! Wire types for database types and manual types.

use app::library::types::LibraryType;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A name in both languages.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = BothNames)]
pub struct BothNamesView {
    pub en: String,
    pub zh: String,
}

macro_rules! types {
    ($($(#[$doc:meta])* $view:ident named $name:ident with $flag:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        #[schema(as = $name)]
        pub struct $view {
            #[schema(example = "MEL")]
            pub code: String,
            pub name: BothNamesView,
            #[serde(default)]
            pub $flag: bool,
            /// Built in: cannot be removed. Ignored in requests.
            #[serde(default)]
            pub builtin: bool,
            /// Send it back with a change; a concurrent change is then refused with 409.
            #[serde(default)]
            pub version: i64,
        }

        impl From<LibraryType> for $view {
            fn from(one: LibraryType) -> Self {
                let name = BothNamesView { en: one.name_en, zh: one.name_zh };
                Self { code: one.code, name, $flag: one.flag, builtin: one.builtin, version: one.version }
            }
        }

        impl From<$view> for LibraryType {
            fn from(view: $view) -> Self {
                let BothNamesView { en, zh } = view.name;
                Self {
                    code: view.code,
                    name_en: en,
                    name_zh: zh,
                    flag: view.$flag,
                    builtin: view.builtin,
                    version: view.version,
                }
            }
        }
    )+};
}

types! {
    /// A manual type; `selfEditing` manuals are written by the operator.
    ManualTypeView named ManualTypeSetting with self_editing,
    /// A database type.
    CsdbTypeView named CsdbTypeSetting with aircraft_related,
}

/// Selects a type.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TypeQuery {
    pub code: String,
}
