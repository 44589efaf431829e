//! The names that publications were made with.

use domain::id::PublicationId;
use domain::publication::PublicationNames;

use crate::StoreError;
use crate::tx::Tx;

/// Keeps the names of a publication.
pub async fn update_names(tx: &mut Tx, id: &PublicationId, names: &PublicationNames) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE publication SET manual_alias = $2, operator_name = $3 WHERE id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(&names.manual_alias)
        .bind(&names.operator)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// The names that a publication was made with, if they were kept. The caller has found the publication, which only those
/// see who may.
pub async fn find_names(tx: &mut Tx, id: &PublicationId) -> Result<Option<PublicationNames>, StoreError> {
    const SQL: &str = "
        SELECT manual_alias, operator_name
        FROM publication
        WHERE id = $1";
    let row: Option<(Option<String>, Option<String>)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    let names = row.and_then(|(alias, operator)| alias.zip(operator));
    Ok(names.map(|(manual_alias, operator)| PublicationNames { manual_alias, operator }))
}
