//! Any file can be a BREX, and be checked against itself.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use s1000d::brex::{Brex, BrexChecker};
use s1000d::guard;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(checked) = guard::check(bytes)
        && let Ok(brex) = Brex::read(&checked)
    {
        let _ = BrexChecker::of(vec![Arc::new(brex)]).check_file(&checked);
    }
});
