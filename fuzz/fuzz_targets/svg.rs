//! Any drawing is sanitised or refused, and a sanitised one stays unchanged when sanitised again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use s1000d::svg;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(drawing) = svg::sanitise(bytes) {
        assert!(drawing.starts_with("<svg"));
        assert!(!drawing.contains("<script") && !drawing.contains("<foreignObject"));
        assert_eq!(svg::sanitise(drawing.as_bytes()).as_ref(), Ok(&drawing));
    }
});
