//! Any file that the guard accepts is rendered: well-formed, and within the size limit.

#![no_main]

use domain::language::Locale;
use libfuzzer_sys::fuzz_target;
use s1000d::applic::Assignments;
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::guard;
use s1000d::document::html::{MAX_BYTES, Options, Outside, Unresolved, render};

fuzz_target!(|bytes: &[u8]| {
    let Ok(checked) = guard::check(bytes) else { return };
    let (choice, tables) = (Assignments::default(), Tables::default());
    let options =
        Options { locale: Locale::Chinese, choice: &choice, outside: Outside::Grey, tables: Bilingual::alike(&tables), links: &Unresolved };
    if let Ok(rendered) = render(&checked, &options) {
        assert!(rendered.html.len() < MAX_BYTES + (1 << 20));
        assert!(!rendered.html.contains("<script"));
    }
});
