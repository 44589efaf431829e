//! Any publication is read or refused, and every node is below an earlier one.

#![no_main]

use libfuzzer_sys::fuzz_target;
use s1000d::publication;

fuzz_target!(|bytes: &[u8]| {
    if let Ok((publication, _)) = publication::read(bytes) {
        for (index, node) in publication.nodes.iter().enumerate() {
            assert!(node.parent.is_none_or(|parent| (parent as usize) < index));
        }
    }
});
