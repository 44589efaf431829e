//! Any upload is inspected to its end, and its findings are in report order.

#![no_main]

use std::io::Cursor;
use std::ops::ControlFlow;

use domain::finding::Severities;
use libfuzzer_sys::fuzz_target;
use s1000d::package::{self, Discard, Limits, Nothing, Options};
use s1000d::xsd::Schemas;

fuzz_target!(|bytes: &[u8]| {
    let options = Options {
        limits: Limits { total_bytes: 64 << 20, ..Limits::default() },
        schemas: &Schemas::default(),
        severities: &Severities::default(),
        sink: &Discard,
        progress: &|_, _| ControlFlow::Continue(()),
        threads: 1,
    };
    let (contents, findings) = package::inspect(Cursor::new(bytes), &Nothing, &options).expect("nobody stops it");
    assert!(findings.is_sorted());
    assert!(contents.items.len() <= options.limits.entries);
});
