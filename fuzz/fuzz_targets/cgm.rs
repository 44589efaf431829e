//! Any metafile is converted or refused, and both functions return the same structures.

#![no_main]

use cgm::{ConvertOptions, convert, limits, structures};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let found = structures(bytes);
    if let Ok(converted) = convert(bytes, &ConvertOptions { id_prefix: "figure-".to_owned() }) {
        assert!(converted.svg.starts_with("<svg ") && converted.svg.ends_with("</svg>"));
        assert!(converted.structures.len() <= limits::MAX_STRUCTURES);
        if converted.report.is_complete() {
            assert_eq!(found, Ok(converted.structures));
        }
    }
});
