//! Webhooks: calls that tell another system about publications.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use chrono::{DateTime, TimeDelta, Utc};

use crate::id::{PublicationId, WebhookDeliveryId};
use crate::object::words;
use crate::publication::PublicationState;

words! {
    /// How far a call has come.
    DeliveryState {
        Waiting = "waiting",
        Delivered = "delivered",
        /// Given up.
        Failed = "failed",
    }
}

/// Minutes between the attempts of one call.
const PAUSES: [i64; 5] = [1, 5, 30, 120, 720];

/// A call, with its attempts so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookDelivery {
    pub id: WebhookDeliveryId,
    pub publication: PublicationId,
    /// As in `publication.approved`.
    pub event: String,
    /// The receiver without path and secrets, as in `https://example.com`.
    pub receiver: String,
    /// JSON.
    pub body: String,
    pub state: DeliveryState,
    pub attempts: u32,
    /// When it is sent, or sent again.
    pub next_on: DateTime<Utc>,
    pub created_on: DateTime<Utc>,
    pub last_on: Option<DateTime<Utc>>,
    /// The HTTP status of the last answer.
    pub status: Option<u16>,
    /// Why the last attempt failed; empty when it did not.
    pub error: String,
}

/// The outcome of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryAttempt {
    /// The HTTP status, if there was an answer.
    pub status: Option<u16>,
    /// Empty for success.
    pub error: String,
}

/// The state of a publication after an event, as in `publication.approved`.
pub fn state_after(event: &str) -> PublicationState {
    match event {
        "publication.drafted" => PublicationState::Draft,
        "publication.frozen" => PublicationState::ReadyForApprove,
        "publication.withdrawn" | "publication.ended" => PublicationState::Withdrawn,
        _ => PublicationState::Approved,
    }
}

impl WebhookDelivery {
    /// Whether it tells something that is not so any more, now that the publication has this state: sent later than a
    /// withdrawal or than the next publication, an approval would say that this one counts.
    pub fn is_outdated(&self, state: PublicationState) -> bool {
        state_after(&self.event) != state
    }

    /// Whether it is about a publication that nobody had approved.
    pub fn is_internal(&self) -> bool {
        matches!(self.event.as_str(), "publication.drafted" | "publication.frozen")
    }

    /// The call after an attempt.
    pub fn after(mut self, attempt: DeliveryAttempt, now: DateTime<Utc>) -> Self {
        let pause = usize::try_from(self.attempts).ok().and_then(|done| PAUSES.get(done));
        self.attempts += 1;
        self.last_on = Some(now);
        self.status = attempt.status;
        self.error = attempt.error;
        match pause {
            _ if self.error.is_empty() => self.state = DeliveryState::Delivered,
            Some(minutes) => self.next_on = now + TimeDelta::minutes(*minutes),
            None => self.state = DeliveryState::Failed,
        }
        self
    }
}

/// Whether an address is one of the public internet. Calls to others could reach systems that trust our network.
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        || first == 0
        || first >= 240
        // Shared by providers, for benchmarks, and for protocols.
        || (first == 100 && (64..128).contains(&second))
        || (first == 198 && (18..20).contains(&second))
        || (first == 192 && second == 0 && third == 0);
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    // All public addresses start with these three bits; documentation and tunnels to IPv4 do so, too.
    let is_global = segments[0] & 0xe000 == 0x2000;
    let is_documentation = segments[0] == 0x2001 && segments[1] == 0x0db8;
    let is_tunnel = segments[0] == 0x2002 || (segments[0] == 0x2001 && segments[1] == 0);
    is_global && !is_documentation && !is_tunnel
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_own_network_are_not_public() {
        for public in ["8.8.8.8", "1.1.1.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8"] {
            assert!(is_public(public.parse().expect("an address")), "{public}");
        }
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "192.0.0.8",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "2001:db8::1",
            "::ffff:127.0.0.1",
        ] {
            assert!(!is_public(private.parse().expect("an address")), "{private}");
        }
    }

    fn call() -> WebhookDelivery {
        let now = DateTime::UNIX_EPOCH;
        WebhookDelivery {
            id: WebhookDeliveryId("w".to_owned()),
            publication: PublicationId("p".to_owned()),
            event: "publication.approved".to_owned(),
            receiver: "https://example.com".to_owned(),
            body: "{}".to_owned(),
            state: DeliveryState::Waiting,
            attempts: 0,
            next_on: now,
            created_on: now,
            last_on: None,
            status: None,
            error: String::new(),
        }
    }

    #[test]
    fn a_call_is_outdated_when_its_publication_has_another_state() {
        use PublicationState as State;
        for (event, told) in [
            ("publication.drafted", State::Draft),
            ("publication.frozen", State::ReadyForApprove),
            ("publication.approved", State::Approved),
            ("publication.withdrawn", State::Withdrawn),
            ("publication.ended", State::Withdrawn),
        ] {
            let call = WebhookDelivery { event: event.to_owned(), ..call() };
            for state in [State::Draft, State::ReadyForApprove, State::Approved, State::Superseded, State::Withdrawn] {
                assert_eq!(call.is_outdated(state), state != told, "{event} {state:?}");
            }
        }
    }

    #[test]
    fn a_call_is_tried_again_later_and_later_and_then_given_up() {
        let now = DateTime::UNIX_EPOCH;
        let mut call = call();
        let refused = DeliveryAttempt { status: Some(500), error: "the answer is 500".to_owned() };
        for minutes in PAUSES {
            call = call.after(refused.clone(), now);
            assert_eq!((call.state, call.next_on), (DeliveryState::Waiting, now + TimeDelta::minutes(minutes)));
        }
        let done = call.clone().after(DeliveryAttempt { status: Some(204), error: String::new() }, now);
        assert_eq!((done.state, done.attempts, done.error.as_str()), (DeliveryState::Delivered, 6, ""));
        assert_eq!(call.after(refused, now).state, DeliveryState::Failed);
    }
}
