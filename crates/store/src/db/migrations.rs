//! Numbered migrations, one text for both engines.
//!
//! Where the engines need different statements, as for triggers, a migration has a part for each: behind a line
//! `-- sqlite only` or `-- postgres only`, up to the next such line.

use sqlx::migrate::{Migration, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr};

use super::DbKind;

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations");

/// The migrations with the statements of an engine. Their checksums are those of the whole texts.
pub(super) fn for_engine(kind: DbKind) -> Migrator {
    let of_engine = |one: &Migration| Migration {
        sql: AssertSqlSafe(statements_for(one.sql.as_str(), kind)).into_sql_str(),
        ..one.clone()
    };
    Migrator::with_migrations(MIGRATIONS.iter().map(of_engine).collect())
}

/// The lines of a migration that an engine runs.
fn statements_for(text: &str, kind: DbKind) -> String {
    let mut part = None;
    let mut lines = Vec::new();
    for line in text.lines() {
        match line {
            "-- sqlite only" => part = Some(DbKind::Sqlite),
            "-- postgres only" => part = Some(DbKind::Postgres),
            _ if part.is_none_or(|part| part == kind) => lines.push(line),
            _ => {}
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_runs_the_common_part_and_its_own() {
        let text = "-- About `-- postgres only`.\nCREATE A;\n-- sqlite only\nCREATE B;\n-- postgres only\nCREATE C;\n";
        let of = |kind| statements_for(text, kind).lines().skip(1).collect::<Vec<_>>().join(" ");
        assert_eq!(of(DbKind::Sqlite), "CREATE A; CREATE B;");
        assert_eq!(of(DbKind::Postgres), "CREATE A; CREATE C;");
        assert_eq!(statements_for("CREATE A;", DbKind::Sqlite), "CREATE A;");
    }
}
