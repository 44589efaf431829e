//! Any file is compared with a translation, and a file that fits leaves a text that can be read. Any module is a
//! translation of itself, and its own file changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use s1000d::translation::SideBySide;
use s1000d::xliff::{self, XliffHead};
use s1000d::{guard, object, splice};

const MODULE: &str = "<dmodule><content><description><para>Open <emphasis>both</emphasis> valves, see \
    <internalRef internalRefId='f1'/>.</para><para>Close them.</para></description></content></dmodule>";

fn side(text: &str) -> Option<SideBySide> {
    let checked = guard::check_text(text).ok()?;
    SideBySide::read(&checked, None, &checked).ok()
}

fuzz_target!(|bytes: &[u8]| {
    let head = XliffHead {
        module: "DMC-A".to_owned(),
        source_language: "en-US".to_owned(),
        target_language: "zh-CN".to_owned(),
    };
    let known = side(MODULE).expect("a module");
    if let Ok(content) = xliff::read(bytes, &head, &known) {
        let text = splice::apply(MODULE, &content.splices).expect("ranges of the text");
        object::read(&guard::check_text(&text).expect("safe")).expect("XML");
    }
    let Some(own) = guard::check(bytes).ok().and_then(|checked| side(checked.text())) else { return };
    let content = xliff::read(xliff::write(&head, &own).as_bytes(), &head, &own).expect("our own file");
    assert!(content.splices.is_empty());
});
