//! Slowing down those who guess.
//!
//! An attempt is counted before the password is compared, so that a thousand
//! parallel guesses count as a thousand; success takes the count back. Refused
//! attempts are not counted, so a flood cannot push the next free moment
//! further away, and the delay has a ceiling: nobody can lock the
//! administrator out.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

/// Attempts for one account from one address before the first delay.
const FREE_PER_ACCOUNT: u32 = 5;
/// Attempts from one address, whatever the account, before the first delay.
const FREE_PER_ADDRESS: u32 = 30;
/// Registrations from one address before the first delay.
const FREE_REGISTRATIONS: u32 = 5;
/// Sign-ins at identity providers that one address begins before the first delay.
const FREE_AT_PROVIDERS: u32 = 60;
/// Wrong second factors of one account, from any address, before the first delay.
const FREE_CODES: u32 = 5;
/// The longest delay.
const MAX_DELAY_S: i64 = 10;
/// The longest delay between codes: six digits are few, and who types them knows the password already.
const MAX_CODE_DELAY_S: i64 = 15 * 60;
/// After so long a silence an address starts afresh.
const FORGET_AFTER: TimeDelta = TimeDelta::minutes(15);
/// The same for second factors.
const FORGET_CODES_AFTER: TimeDelta = TimeDelta::hours(24);
/// Limit of addresses and accounts.
const MAX_ENTRIES: usize = 10_000;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum ThrottleKey {
    Account {
        account: String,
        address: String,
    },
    Address(String),
    Registration(String),
    /// Sign-ins at identity providers.
    Provider(String),
    /// Second factors of an account.
    Code(String),
}

impl ThrottleKey {
    fn free(&self) -> u32 {
        match self {
            Self::Account { .. } => FREE_PER_ACCOUNT,
            Self::Address(_) => FREE_PER_ADDRESS,
            Self::Registration(_) => FREE_REGISTRATIONS,
            Self::Provider(_) => FREE_AT_PROVIDERS,
            Self::Code(_) => FREE_CODES,
        }
    }

    fn delay(&self, attempts: u32) -> TimeDelta {
        let longest = if matches!(self, Self::Code(_)) { MAX_CODE_DELAY_S } else { MAX_DELAY_S };
        let Some(late) = attempts.checked_sub(self.free()) else { return TimeDelta::zero() };
        TimeDelta::seconds((1_i64 << late.min(30)).min(longest))
    }

    /// The silence after which the count starts afresh.
    fn forgotten_after(&self) -> TimeDelta {
        if matches!(self, Self::Code(_)) { FORGET_CODES_AFTER } else { FORGET_AFTER }
    }
}

#[derive(Debug, Clone, Copy)]
struct Attempts {
    count: u32,
    next: DateTime<Utc>,
    last: DateTime<Utc>,
}

#[derive(Debug, Default)]
struct ThrottleState {
    entries: HashMap<ThrottleKey, Attempts>,
    /// Pairs that signed in before: a flood from their address does not touch them.
    known: HashMap<(String, String), DateTime<Utc>>,
}

/// Sign-in attempts by address and account, in this process.
#[derive(Debug, Default)]
pub(crate) struct Throttle(Mutex<ThrottleState>);

/// An attempt that was counted and has not ended yet.
#[derive(Debug, Clone)]
pub(crate) struct Attempt {
    account: String,
    address: String,
    by_address: bool,
}

impl Throttle {
    /// Counts a sign-in attempt, or says how many seconds to wait.
    pub(crate) fn attempt(&self, account: &str, address: &str, now: DateTime<Utc>) -> Result<Attempt, u64> {
        let address = &network(address);
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let pair = ThrottleKey::Account { account: account.to_owned(), address: address.to_owned() };
        let by_address = !state.known.contains_key(&(account.to_owned(), address.to_owned()));
        let mut keys = vec![pair];
        if by_address {
            keys.push(ThrottleKey::Address(address.to_owned()));
        }
        state.count(&keys, now)?;
        Ok(Attempt { account: account.to_owned(), address: address.to_owned(), by_address })
    }

    /// Takes the count of a successful attempt back.
    pub(crate) fn succeeded(&self, attempt: Attempt, now: DateTime<Utc>) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.uncount(&attempt);
        state
            .entries
            .remove(&ThrottleKey::Account { account: attempt.account.clone(), address: attempt.address.clone() });
        make_room(&mut state.known, |seen| *seen, now);
        state.known.insert((attempt.account, attempt.address), now);
    }

    /// Takes the count of an attempt back that we could not judge.
    pub(crate) fn forgiven(&self, attempt: &Attempt) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).uncount(attempt);
    }

    /// Counts a second factor of `account`, or says how many seconds to wait.
    pub(crate) fn code(&self, account: &str, now: DateTime<Utc>) -> Result<(), u64> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.count(&[ThrottleKey::Code(account.to_owned())], now)
    }

    /// Forgets the wrong second factors of `account` after a right one.
    pub(crate) fn code_accepted(&self, account: &str) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.entries.remove(&ThrottleKey::Code(account.to_owned()));
    }

    /// Counts a registration, or says how many seconds to wait.
    pub(crate) fn registration(&self, address: &str, now: DateTime<Utc>) -> Result<(), u64> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.count(&[ThrottleKey::Registration(network(address))], now)
    }

    /// Counts a sign-in that begins at an identity provider, or says how many seconds to wait.
    pub(crate) fn provider(&self, address: &str, now: DateTime<Utc>) -> Result<(), u64> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.count(&[ThrottleKey::Provider(network(address))], now)
    }

    /// Forgets the sign-ins that an address began, after one succeeded.
    pub(crate) fn provider_succeeded(&self, address: &str) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.entries.remove(&ThrottleKey::Provider(network(address)));
    }
}

impl Attempt {
    /// Whether this account signed in from this address before.
    pub(crate) fn is_known(&self) -> bool {
        !self.by_address
    }
}

/// The part of an address that one person cannot change at will: all of IPv4, the first half of IPv6.
fn network(address: &str) -> String {
    match address.parse().map(|address: IpAddr| address.to_canonical()) {
        Ok(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        Ok(address) => address.to_string(),
        Err(_) => address.to_owned(),
    }
}

impl ThrottleState {
    fn count(&mut self, keys: &[ThrottleKey], now: DateTime<Utc>) -> Result<(), u64> {
        make_room(&mut self.entries, |entry| entry.last, now);
        let wait = keys.iter().filter_map(|key| self.entries.get(key)).map(|entry| entry.next - now).max();
        if let Some(wait) = wait.filter(|wait| *wait > TimeDelta::zero()) {
            return Err(u64::try_from(wait.num_milliseconds()).unwrap_or(0).div_ceil(1_000));
        }
        for key in keys {
            let fresh = Attempts { count: 0, next: now, last: now };
            let entry = self.entries.entry(key.clone()).or_insert(fresh);
            if entry.last + key.forgotten_after() <= now {
                *entry = fresh;
            }
            entry.count = entry.count.saturating_add(1);
            entry.last = now;
            entry.next = now + key.delay(entry.count);
        }
        Ok(())
    }

    fn uncount(&mut self, attempt: &Attempt) {
        let mut keys =
            vec![ThrottleKey::Account { account: attempt.account.clone(), address: attempt.address.clone() }];
        if attempt.by_address {
            keys.push(ThrottleKey::Address(attempt.address.clone()));
        }
        for key in keys {
            if let Some(entry) = self.entries.get_mut(&key) {
                entry.count = entry.count.saturating_sub(1);
                entry.next = entry.last + key.delay(entry.count);
            }
        }
    }
}

/// Forgets what is old, and when that is not enough, what is oldest.
fn make_room<K: Hash + Eq + Clone, V>(map: &mut HashMap<K, V>, last: impl Fn(&V) -> DateTime<Utc>, now: DateTime<Utc>) {
    if map.len() < MAX_ENTRIES {
        return;
    }
    map.retain(|_, value| last(value) + FORGET_AFTER > now);
    if map.len() < MAX_ENTRIES {
        return;
    }
    let mut times: Vec<_> = map.values().map(&last).collect();
    times.sort_unstable();
    let median = times[times.len() / 2];
    map.retain(|_, value| last(value) > median);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_700_000_000 + seconds, 0).expect("in range")
    }

    #[test]
    fn the_fifth_wrong_password_starts_a_growing_delay_with_a_ceiling() {
        let throttle = Throttle::default();
        for _ in 0..5 {
            throttle.attempt("admin", "a", at(0)).expect("free");
        }
        assert_eq!(throttle.attempt("admin", "a", at(0)).expect_err("delayed"), 1);
        let mut now = 1;
        for expected in [2, 4, 8, 10, 10, 10] {
            throttle.attempt("admin", "a", at(now)).expect("the delay is over");
            assert_eq!(throttle.attempt("admin", "a", at(now)).expect_err("delayed"), expected);
            now += i64::try_from(expected).expect("small");
        }
    }

    #[test]
    fn refused_attempts_do_not_push_the_next_free_moment_away() {
        let throttle = Throttle::default();
        for _ in 0..1_000 {
            let _ = throttle.attempt("admin", "a", at(0));
        }
        throttle.attempt("admin", "a", at(1)).expect("one second is enough");
    }

    #[test]
    fn success_forgets_the_wrong_guesses() {
        let throttle = Throttle::default();
        for _ in 0..4 {
            throttle.attempt("ann", "a", at(0)).expect("free");
        }
        let attempt = throttle.attempt("ann", "a", at(0)).expect("free");
        throttle.succeeded(attempt, at(0));
        for _ in 0..5 {
            throttle.attempt("ann", "a", at(0)).expect("free again");
        }
    }

    #[test]
    fn a_flood_over_many_accounts_is_delayed_by_address_but_not_for_who_signed_in_from_there() {
        let throttle = Throttle::default();
        let admin = throttle.attempt("admin", "a", at(0)).expect("free");
        throttle.succeeded(admin, at(0));
        let refused = (0..100).filter(|n| throttle.attempt(&format!("user{n}"), "a", at(1)).is_err()).count();
        assert_eq!(refused, 70);
        throttle.attempt("admin", "a", at(1)).expect("known here");
        throttle.attempt("ann", "b", at(1)).expect("another address");
    }

    #[test]
    fn a_silence_is_a_fresh_start() {
        let throttle = Throttle::default();
        for second in 0..30 {
            let _ = throttle.attempt("ann", "a", at(second));
        }
        throttle.attempt("ann", "a", at(29 + 15 * 60)).expect("forgotten");
        throttle.attempt("ann", "a", at(29 + 15 * 60)).expect("free again");
    }

    #[test]
    fn codes_of_an_account_are_delayed_by_up_to_a_quarter_of_an_hour_and_remembered_for_a_day() {
        let throttle = Throttle::default();
        let mut now = 0;
        let mut tried = 0;
        while now < 23 * 3_600 {
            match throttle.code("ann", at(now)) {
                Ok(()) => tried += 1,
                Err(wait) => now += i64::try_from(wait).expect("small"),
            }
        }
        assert!(tried < 110, "{tried} codes in a day");
        throttle.code("ben", at(now)).expect("another account");
        throttle.code_accepted("ann");
        throttle.code("ann", at(now)).expect("free again");
    }

    #[test]
    fn neighbours_in_one_ipv6_network_count_as_one() {
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff::9"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7");
    }

    #[test]
    fn memory_is_bounded() {
        let throttle = Throttle::default();
        for n in 0..30_000 {
            let _ = throttle.attempt("admin", &format!("address {n}"), at(n / 100));
        }
        assert!(throttle.0.lock().expect("not poisoned").entries.len() <= MAX_ENTRIES + 2);
    }
}
