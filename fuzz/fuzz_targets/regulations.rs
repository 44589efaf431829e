//! Any file is read or refused as a collection and as mappings, and what was read can be written.

#![no_main]

use libfuzzer_sys::fuzz_target;
use regulations::mapping::read_mappings;
use regulations::{SourceLimits, compare, read, table};

fuzz_target!(|bytes: &[u8]| {
    let limits = SourceLimits::default();
    let collection = read(bytes, &limits).collection;
    let again = read(&table::to_csv(&collection), &limits).collection;
    let _ = compare(&collection, &again);
    let _ = read_mappings(bytes, &limits);
});
