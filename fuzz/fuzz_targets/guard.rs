//! The guard accepts or refuses any file, and an accepted one is read or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use s1000d::applic::tables::Tables;
use s1000d::{guard, object};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(checked) = guard::check(bytes) {
        let _ = object::read(&checked);
        let _ = Tables::read(&checked);
    }
});
