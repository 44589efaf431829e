//! Calls that tell another system about finished publications.
//!
//! A call is written in the transaction that finishes the publication, and made afterwards: by one node, within a time
//! limit, without redirects, and to public addresses alone unless a setting allows others.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use domain::change::Change;
use domain::id::WebhookDeliveryId;
use domain::page::{Page, PageRequest};
use domain::permission::Permission;
use domain::publication::{ManualPublication, PublicationState};
use domain::webhook::{DeliveryAttempt, DeliveryState, WebhookDelivery, is_public, state_after};
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, redirect};
use serde_json::{Value, json};
use store::Tx;
use store::artifacts::Artifact;

use super::record::find_valid;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, PublicationError};
use crate::core::settings::WebhookSettings;

/// The longest time for one call.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Until another node may make a call that this one has begun.
const CLAIM: TimeDelta = TimeDelta::minutes(2);
/// Calls that are made in one turn.
const MAX_CALLS: usize = 20;
/// Letters of a reason in the log.
const MAX_REASON: usize = 300;
/// How long calls are kept as a log.
const KEPT: TimeDelta = TimeDelta::days(180);

/// An event of a publication.
#[derive(Debug, Clone, Copy)]
pub(super) struct PublicationEvent<'a> {
    pub(super) publication: &'a ManualPublication,
    /// As in `publication.approved`.
    pub(super) name: &'a str,
    pub(super) artifacts: &'a [Artifact],
    /// After a withdrawal or an end, the publication that counts now.
    pub(super) valid: Option<&'a ManualPublication>,
}

impl PublicationEvent<'_> {
    /// The state after it.
    fn state(self) -> PublicationState {
        state_after(self.name)
    }

    /// It is about a publication that nobody approved.
    fn is_internal(self) -> bool {
        match self.state() {
            PublicationState::Draft | PublicationState::ReadyForApprove => true,
            PublicationState::Withdrawn => self.publication.approved.is_none(),
            PublicationState::Approved | PublicationState::Superseded => false,
        }
    }

    fn body(self, id: &WebhookDeliveryId, now: DateTime<Utc>) -> Value {
        let publication = self.publication;
        let files: Vec<Value> = self
            .artifacts
            .iter()
            .map(|file| json!({"fileName": file.file_name, "sha256": file.blob.as_str(), "size": file.size}))
            .collect();
        let days = publication.options.validity;
        let valid =
            self.valid.map(|one| json!({"publication": one.id.0, "number": one.number, "revision": one.revision}));
        json!({
            "delivery": id.0,
            "event": self.name,
            "occurredOn": now.to_rfc3339_opts(SecondsFormat::Millis, true),
            "publication": publication.id.0,
            "number": publication.number,
            "revision": publication.revision,
            "state": self.state().as_str(),
            "validFrom": days.map(|days| days.from.to_string()),
            "validUntil": days.map(|days| days.until.to_string()),
            "csdbName": publication.csdb_name,
            "manualName": publication.manual_name,
            "operator": publication.options.operator,
            "profiles": publication.options.profiles,
            "aircraft": publication.options.aircraft,
            "artifacts": files,
            "validNow": valid,
        })
    }
}

/// Adds a call about a publication, if an address is set.
pub(super) async fn enqueue(ctx: &Ctx, tx: &mut Tx, event: PublicationEvent<'_>) -> Result<(), Error> {
    let Some(webhook) = &ctx.settings.webhook else { return Ok(()) };
    if webhook.approved_only && event.is_internal() {
        return Ok(());
    }
    let now = ctx.clock.now();
    let id = WebhookDeliveryId(ctx.ids.next());
    let body = event.body(&id, now);
    store::webhooks::delete_before(tx, now - KEPT).await?;
    if event.state() == PublicationState::Withdrawn {
        // Repeated later than this one, an approval would say that the publication counts.
        let reason = format!("{} came before it was delivered", event.name);
        store::webhooks::give_up_waiting(tx, &event.publication.id, &reason).await?;
    }
    let delivery = WebhookDelivery {
        id,
        publication: event.publication.id.clone(),
        event: event.name.to_owned(),
        receiver: webhook.receiver(),
        body: body.to_string(),
        state: DeliveryState::Waiting,
        attempts: 0,
        next_on: now,
        created_on: now,
        last_on: None,
        status: None,
        error: String::new(),
    };
    Ok(store::webhooks::insert(tx, &delivery).await?)
}

/// A page of all calls, the newest first.
pub async fn list(ctx: &Ctx, caller: &Caller, page: PageRequest) -> Result<Page<WebhookDelivery>, Error> {
    caller.require(Permission::ManageSystem)?;
    let mut tx = caller.read(ctx).await?;
    Ok(store::webhooks::list(&mut tx, page).await?)
}

/// Makes a call that was given up at the next opportunity, as if for the first time.
pub async fn retry(ctx: &Ctx, caller: &Caller, id: &WebhookDeliveryId) -> Result<(), Error> {
    caller.require(Permission::ManageSystem)?;
    let missing = || Error::NotFound(Missing::WebhookDelivery);
    let mut tx = caller.begin(ctx).await?;
    let delivery = store::webhooks::find(&mut tx, id).await?.ok_or_else(missing)?;
    let publication = store::publications::find(&mut tx, &delivery.publication).await?.ok_or_else(missing)?;
    let webhook = ctx.settings.webhook.as_ref().ok_or(PublicationError::NoWebhook)?;
    // A withdrawal at this moment either gives this call up, or is seen here.
    store::manuals::lock(&mut tx, &publication.manual_id).await?;
    let publication = store::publications::find(&mut tx, &publication.id).await?.ok_or_else(missing)?;
    let is_internal = delivery.is_internal() || publication.approved.is_none();
    if (webhook.approved_only && is_internal) || is_outdated(&mut tx, &delivery, &publication).await? {
        return Err(PublicationError::CallOutdated.into());
    }
    if !store::webhooks::retry(&mut tx, id, &webhook.receiver(), ctx.clock.now()).await? {
        return Err(PublicationError::CallNotFailed.into());
    }
    let change = ctx.change(&caller.actor(), "webhook.retried", "manual", &publication.manual_path());
    let detail = vec![
        ("number".to_owned(), publication.number.to_string()),
        ("publication".to_owned(), publication.id.0),
        ("event".to_owned(), delivery.event),
    ];
    tx.record(Change { detail, ..change });
    tx.commit().await?;
    tracing::info!(webhook.delivery = %id, "A webhook is sent again");
    Ok(())
}

/// Whether a call tells something that is not so any more.
async fn is_outdated(tx: &mut Tx, delivery: &WebhookDelivery, publication: &ManualPublication) -> Result<bool, Error> {
    if delivery.is_outdated(publication.state) {
        return Ok(true);
    }
    if publication.state != PublicationState::Withdrawn || publication.approved.is_none() {
        return Ok(false);
    }
    // It also says which publication is valid since.
    let body: Value = serde_json::from_str(&delivery.body).unwrap_or_default();
    let told = body.pointer("/validNow/publication").and_then(Value::as_str);
    let valid = find_valid(tx, publication).await?;
    Ok(told != valid.as_ref().map(|valid| valid.id.0.as_str()))
}

/// Makes the calls that are due; gives their number.
pub async fn deliver_due(ctx: &Ctx) -> Result<usize, Error> {
    let Some(webhook) = &ctx.settings.webhook else { return Ok(0) };
    for done in 0..MAX_CALLS {
        let now = ctx.clock.now();
        // Most of the time nothing is due, and a reader keeps nobody from writing.
        let due = store::webhooks::find_due(&mut ctx.db.read().await?, now).await?;
        let Some(delivery) = due else { return Ok(done) };
        let mut tx = ctx.db.begin().await?;
        if !store::webhooks::claim(&mut tx, &delivery, now + CLAIM).await? {
            return Ok(done);
        }
        tx.commit().await?;
        let attempt = call(ctx, webhook, &delivery).await?;
        if !attempt.error.is_empty() {
            tracing::warn!(webhook.delivery = %delivery.id, "A webhook was not delivered: {}", attempt.error);
        }
        let delivery = delivery.after(attempt, ctx.clock.now());
        let mut tx = ctx.db.begin().await?;
        store::webhooks::update(&mut tx, &delivery).await?;
        tx.commit().await?;
    }
    Ok(MAX_CALLS)
}

async fn call(ctx: &Ctx, webhook: &WebhookSettings, delivery: &WebhookDelivery) -> Result<DeliveryAttempt, Error> {
    let timestamp = ctx.clock.now().timestamp().to_string();
    // The time is signed, too, so that receivers can refuse what somebody sends again later.
    let signed = format!("{timestamp}.{}", delivery.body);
    let signature = STANDARD.encode(ctx.signing_key.load()?.sign(signed.as_bytes()));
    Ok(match send(webhook, delivery, &timestamp, &signature).await {
        Ok(status) if (200..300).contains(&status) => DeliveryAttempt { status: Some(status), error: String::new() },
        Ok(status) => DeliveryAttempt { status: Some(status), error: format!("the answer is {status}") },
        Err(error) => DeliveryAttempt { status: None, error: reason(&error) },
    })
}

/// Why a call could not be made.
#[derive(Debug, thiserror::Error)]
enum WebhookError {
    #[error("the address cannot be read")]
    Url,
    #[error("the name of the host cannot be resolved")]
    Resolve(#[source] std::io::Error),
    #[error("{0} is not a public address (webhook.allow_private)")]
    Private(IpAddr),
    #[error("{0} is a public address, which is not called without TLS")]
    Plain(IpAddr),
    #[error("the receiver does not answer")]
    Http(#[source] reqwest::Error),
}

async fn send(
    webhook: &WebhookSettings,
    delivery: &WebhookDelivery,
    timestamp: &str,
    signature: &str,
) -> Result<u16, WebhookError> {
    // The address of today: what waits does not go to one that was replaced.
    let url = &webhook.url;
    let (Some(host), Some(port)) = (url.host_str().map(str::to_owned), url.port_or_known_default()) else {
        return Err(WebhookError::Url);
    };
    let name = host.trim_matches(['[', ']']);
    let found = tokio::time::timeout(TIMEOUT, tokio::net::lookup_host((name, port))).await;
    let found = found.map_err(|_| WebhookError::Resolve(std::io::ErrorKind::TimedOut.into()))?;
    let addresses: Vec<SocketAddr> = found.map_err(WebhookError::Resolve)?.collect();
    check_addresses(webhook, &addresses)?;
    // reqwest panics at its first use without a provider. An error only means that one is already installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder().redirect(redirect::Policy::none()).timeout(TIMEOUT).no_proxy();
    // Asked again, the name could have become a private address.
    let client = builder.resolve_to_addrs(&host, &addresses).build().map_err(without_address)?;
    let request = client
        .post(url.clone())
        .header(CONTENT_TYPE, "application/json")
        .header("X-Airfolio-Delivery", delivery.id.0.as_str())
        .header("X-Airfolio-Timestamp", timestamp)
        .header("X-Airfolio-Signature", format!("ed25519={signature}"))
        .body(delivery.body.clone());
    Ok(request.send().await.map_err(without_address)?.status().as_u16())
}

/// Refuses addresses that a setting does not allow: those of the own network, and public ones without TLS.
fn check_addresses(webhook: &WebhookSettings, addresses: &[SocketAddr]) -> Result<(), WebhookError> {
    let (public, private): (Vec<IpAddr>, Vec<IpAddr>) =
        addresses.iter().map(SocketAddr::ip).partition(|address| is_public(*address));
    match (private.first(), public.first()) {
        (Some(address), _) if !webhook.allow_private => Err(WebhookError::Private(*address)),
        (_, Some(address)) if webhook.url.scheme() != "https" => Err(WebhookError::Plain(*address)),
        _ => Ok(()),
    }
}

/// The address may contain secrets, which are no part of the log.
fn without_address(error: reqwest::Error) -> WebhookError {
    WebhookError::Http(error.without_url())
}

/// An error with its causes, in one line.
fn reason(error: &WebhookError) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text.chars().take(MAX_REASON).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(url: &str, allow_private: bool, addresses: &[&str]) -> Result<(), String> {
        let webhook = WebhookSettings::parse(url, allow_private).expect("an address");
        let addresses: Vec<SocketAddr> =
            addresses.iter().map(|address| SocketAddr::new(address.parse().expect("an address"), 443)).collect();
        check_addresses(&webhook, &addresses).map_err(|error| error.to_string())
    }

    #[test]
    fn one_private_address_refuses_a_name_and_plain_http_stays_in_the_own_network() {
        assert_eq!(checked("https://a.example", false, &["8.8.8.8"]), Ok(()));
        assert!(
            checked("https://a.example", false, &["8.8.8.8", "10.0.0.1"]).is_err_and(|text| text.contains("10.0.0.1"))
        );
        assert_eq!(checked("https://a.example", true, &["10.0.0.1"]), Ok(()));
        assert_eq!(checked("http://a.example", true, &["10.0.0.1"]), Ok(()));
        assert!(checked("http://a.example", true, &["8.8.8.8"]).is_err_and(|text| text.contains("without TLS")));
    }
}
