//! Any file name is parsed or refused, and a parsed one is parsed again after formatting.

#![no_main]

use libfuzzer_sys::fuzz_target;
use s1000d::code::{FileName, IcnCode, IssueDate};

fuzz_target!(|text: &str| {
    if let Ok(name) = FileName::parse(text) {
        assert_eq!(FileName::parse(&name.to_string()).as_ref(), Ok(&name));
    }
    if let Ok(icn) = IcnCode::parse(text) {
        assert_eq!(IcnCode::parse(&icn.to_string()), Ok(icn));
    }
    let _ = IssueDate::parse(text);
});
