//! The condition that limits rows to what the caller of a transaction may see.

use domain::access::Sight;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::types::Oid;
use sqlx::postgres::{PgArgumentBuffer, PgTypeInfo};
use sqlx::sqlite::{SqliteArgumentsBuffer, SqliteTypeInfo};
use sqlx::{Encode, Postgres, Sqlite, Type};

/// The type `json` of PostgreSQL. Its function `json_each` gives the keys of an object, as that of SQLite does.
const JSON: Oid = Oid(114);

/// The keys of a [`Sight`] as one parameter: a JSON object, so that both engines take it in one statement.
#[derive(Debug, Clone)]
pub(crate) struct ReadableKeys(String);

impl ReadableKeys {
    pub(crate) fn of(sight: &Sight) -> Self {
        // Names contain letters, digits and `-_+` only, so nothing needs escaping.
        let keys: Vec<String> = sight.keys().iter().map(|key| format!("\"{key}\":0")).collect();
        Self(format!("{{{}}}", keys.join(",")))
    }
}

impl Type<Sqlite> for ReadableKeys {
    fn type_info() -> SqliteTypeInfo {
        <String as Type<Sqlite>>::type_info()
    }
}

impl Encode<'_, Sqlite> for ReadableKeys {
    fn encode_by_ref(&self, buffer: &mut SqliteArgumentsBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Sqlite>::encode_by_ref(&self.0, buffer)
    }
}

impl Type<Postgres> for ReadableKeys {
    fn type_info() -> PgTypeInfo {
        PgTypeInfo::with_oid(JSON)
    }
}

impl Encode<'_, Postgres> for ReadableKeys {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Postgres>::encode_by_ref(&self.0, buffer)
    }
}

/// The row of this database and manual, by columns with folded names, is readable; the parameter are [`ReadableKeys`].
/// When nothing is hidden the object has no keys, and the condition costs next to nothing.
macro_rules! is_readable {
    ($csdb:literal, $manual:literal, $keys:literal) => {
        concat!(
            "(",
            $csdb,
            " NOT IN (SELECT key FROM json_each(",
            $keys,
            ")) OR ",
            $csdb,
            " || '/' || ",
            $manual,
            " IN (SELECT key FROM json_each(",
            $keys,
            "))) "
        )
    };
}

/// Adds the same condition to a query that is put together.
macro_rules! push_readable {
    ($query:expr, $csdb:literal, $manual:literal, $keys:expr) => {
        $query
            .push(concat!("(", $csdb, " NOT IN (SELECT key FROM json_each("))
            .push_bind($keys.clone())
            .push(concat!(")) OR ", $csdb, " || '/' || ", $manual, " IN (SELECT key FROM json_each("))
            .push_bind($keys.clone())
            .push(")))")
    };
}
