//! Counts the open connections of each network, so that one computer does not take every place.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The open connections by network.
#[derive(Debug)]
pub(super) struct Peers {
    most: usize,
    counts: Mutex<HashMap<IpAddr, usize>>,
}

/// An open connection, counted until it is dropped.
#[derive(Debug)]
pub(super) struct PeerPlace {
    peers: Arc<Peers>,
    network: IpAddr,
}

impl Peers {
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, counts: Mutex::default() })
    }

    /// `None` when the network of this address has as many connections as it may have.
    pub(super) fn enter(self: &Arc<Self>, address: IpAddr) -> Option<PeerPlace> {
        let network = network(address);
        let mut counts = self.counts();
        let count = counts.entry(network).or_insert(0);
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(PeerPlace { peers: Arc::clone(self), network })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PeerPlace {
    fn drop(&mut self) {
        let mut counts = self.peers.counts();
        if let Some(count) = counts.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.network);
            }
        }
    }
}

/// One computer has every address of a /64 network of IPv6.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_network_has_no_more_places_than_it_may() {
        let peers = Peers::new(2);
        let first = peers.enter(address("192.0.2.1")).expect("a place");
        let mapped = peers.enter(address("::ffff:192.0.2.1")).expect("a place");
        assert!(peers.enter(address("192.0.2.1")).is_none());
        assert!(peers.enter(address("192.0.2.2")).is_some(), "another computer");
        drop(first);
        assert!(peers.enter(address("192.0.2.1")).is_some());
        drop(mapped);
        assert!(peers.counts().is_empty(), "nothing is left of those that are gone");
    }

    #[test]
    fn the_addresses_of_one_computer_count_together() {
        let peers = Peers::new(1);
        let _first = peers.enter(address("2001:db8::1")).expect("a place");
        assert!(peers.enter(address("2001:db8::2")).is_none());
        assert!(peers.enter(address("2001:db8:0:1::2")).is_some());
    }
}
