//! Calls that tell another system about publications.

use chrono::{DateTime, Utc};
use domain::id::{PublicationId, WebhookDeliveryId};
use domain::page::{Page, PageRequest};
use domain::webhook::{DeliveryState, WebhookDelivery};

use crate::StoreError;
use crate::millis::Millis;
use crate::search::page;
use crate::tx::Tx;

const TABLE: &str = "webhook_delivery";

macro_rules! delivery_columns {
    () => {
        "id, publication_id, event, receiver, body, state, attempts, next_on, created_on, last_on, status, error"
    };
}

#[derive(sqlx::FromRow)]
struct DeliveryRow {
    id: String,
    publication_id: String,
    event: String,
    receiver: String,
    body: String,
    state: String,
    attempts: i64,
    next_on: Millis,
    created_on: Millis,
    last_on: Option<Millis>,
    status: Option<i64>,
    error: String,
}

impl DeliveryRow {
    fn into_delivery(self) -> Result<WebhookDelivery, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        Ok(WebhookDelivery {
            id: WebhookDeliveryId(self.id),
            publication: PublicationId(self.publication_id),
            event: self.event,
            receiver: self.receiver,
            body: self.body,
            state: DeliveryState::parse(&self.state).ok_or_else(|| unreadable("state"))?,
            attempts: u32::try_from(self.attempts).map_err(|_| unreadable("attempts"))?,
            next_on: self.next_on.read(TABLE, "next_on")?,
            created_on: self.created_on.read(TABLE, "created_on")?,
            last_on: self.last_on.map(|on| on.read(TABLE, "last_on")).transpose()?,
            status: self.status.and_then(|status| u16::try_from(status).ok()),
            error: self.error,
        })
    }
}

/// Adds a call to be made.
pub async fn insert(tx: &mut Tx, delivery: &WebhookDelivery) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO webhook_delivery (
            id, publication_id, event, receiver, body, state, attempts, next_on, created_on, error)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&delivery.id.0)
        .bind(&delivery.publication.0)
        .bind(&delivery.event)
        .bind(&delivery.receiver)
        .bind(&delivery.body)
        .bind(delivery.state.as_str())
        .bind(i64::from(delivery.attempts))
        .bind(Millis::from(delivery.next_on))
        .bind(Millis::from(delivery.created_on))
        .bind(&delivery.error)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// The call that has been due for the longest time.
pub async fn find_due(tx: &mut Tx, now: DateTime<Utc>) -> Result<Option<WebhookDelivery>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        delivery_columns!(),
        " FROM webhook_delivery
        WHERE state = 'waiting' AND next_on <= $1
        ORDER BY next_on, created_on, id
        LIMIT 1"
    );
    let row: Option<DeliveryRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(Millis::from(now)).fetch_optional(conn).await?);
    row.map(DeliveryRow::into_delivery).transpose()
}

/// The call with this id.
pub async fn find(tx: &mut Tx, id: &WebhookDeliveryId) -> Result<Option<WebhookDelivery>, StoreError> {
    const SQL: &str = concat!("SELECT ", delivery_columns!(), " FROM webhook_delivery WHERE id = $1");
    let row: Option<DeliveryRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    row.map(DeliveryRow::into_delivery).transpose()
}

/// Lets a call that was given up be made as if for the first time, to a receiver; `false` when it was not given up.
pub async fn retry(
    tx: &mut Tx,
    id: &WebhookDeliveryId,
    receiver: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE webhook_delivery
        SET state = 'waiting', attempts = 0, next_on = $3, receiver = $2
        WHERE id = $1 AND state = 'failed'";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(receiver)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Keeps other nodes from making a call until a moment; `false` when another one does so already.
pub async fn claim(tx: &mut Tx, delivery: &WebhookDelivery, until: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE webhook_delivery
        SET next_on = $3
        WHERE id = $1 AND state = 'waiting' AND next_on = $2";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&delivery.id.0)
        .bind(Millis::from(delivery.next_on))
        .bind(Millis::from(until))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Gives up all calls about a publication that wait: what they tell is not so any more.
pub async fn give_up_waiting(tx: &mut Tx, publication: &PublicationId, reason: &str) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE webhook_delivery
        SET state = 'failed', error = $2
        WHERE publication_id = $1 AND state = 'waiting'";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&publication.0).bind(reason).execute(conn).await?.rows_affected());
    Ok(())
}

/// Deletes the calls from before a moment.
pub async fn delete_before(tx: &mut Tx, moment: DateTime<Utc>) -> Result<(), StoreError> {
    const SQL: &str = "DELETE FROM webhook_delivery WHERE created_on < $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(Millis::from(moment)).execute(conn).await?.rows_affected());
    Ok(())
}

/// Writes the outcome of an attempt, unless the call was given up meanwhile.
pub async fn update(tx: &mut Tx, delivery: &WebhookDelivery) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE webhook_delivery
        SET state = $2, attempts = $3, next_on = $4, last_on = $5, status = $6, error = $7
        WHERE id = $1 AND state = 'waiting'";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&delivery.id.0)
        .bind(delivery.state.as_str())
        .bind(i64::from(delivery.attempts))
        .bind(Millis::from(delivery.next_on))
        .bind(delivery.last_on.map(Millis::from))
        .bind(delivery.status.map(i64::from))
        .bind(&delivery.error)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// A page of all calls, the newest first.
pub async fn list(tx: &mut Tx, request: PageRequest) -> Result<Page<WebhookDelivery>, StoreError> {
    const COUNT: &str = "SELECT COUNT(*) FROM webhook_delivery";
    const LIST: &str = concat!(
        "SELECT ",
        delivery_columns!(),
        " FROM webhook_delivery
        ORDER BY created_on DESC, id DESC
        LIMIT $1 OFFSET $2"
    );
    let total: i64 = on_tx!(tx, |conn| sqlx::query_scalar(COUNT).fetch_one(conn).await?);
    let rows: Vec<DeliveryRow> = on_tx!(tx, |conn| sqlx::query_as(LIST)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    let items = rows.into_iter().map(DeliveryRow::into_delivery).collect::<Result<_, _>>()?;
    Ok(page(items, total, request))
}
