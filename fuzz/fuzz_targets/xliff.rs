//! Any file is compared with a translation, and a file that fits leaves a text that can be read. Any module with a sign
//! before its texts is a translation of itself: its own file changes nothing, and another sign changes all of them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use s1000d::translation::{MarkedPart, SideBySide};
use s1000d::xliff::{self, XliffHead};
use s1000d::{guard, object, splice};

const MODULE: &str = "<dmodule><content><description><para>Open <emphasis>both</emphasis> valves, see \
    <internalRef internalRefId='f1'/>.</para><para>Close them.</para></description></content></dmodule>";

fn side(original: &str, translation: &str) -> Option<SideBySide> {
    let (original, translation) = (guard::check_text(original).ok()?, guard::check_text(translation).ok()?);
    SideBySide::read(&original, None, &translation).ok()
}

/// The text with a sign before each piece of a line.
fn translated(text: &str) -> Option<String> {
    let both = side(text, text)?;
    let mut splices = Vec::new();
    for row in &both.rows {
        let Some(unit) = both.lines(row).1 else { continue };
        let table = both.codes(row);
        let sign = |part: MarkedPart| match part {
            MarkedPart::Text(text) if !text.trim().is_empty() => MarkedPart::Text(format!("‡{text}")),
            other => other,
        };
        let parts: Vec<MarkedPart> = table.translation(unit).into_iter().map(sign).collect();
        splices.push(splice::Splice::replace(unit.range.clone(), table.write(unit, &parts)));
    }
    splice::apply(text, &splices)
}

fuzz_target!(|bytes: &[u8]| {
    let head = XliffHead {
        module: "DMC-A".to_owned(),
        source_language: "en-US".to_owned(),
        target_language: "zh-CN".to_owned(),
    };
    let known = side(MODULE, MODULE).expect("a module");
    if let Ok(content) = xliff::read(bytes, &head, &known) {
        let text = splice::apply(MODULE, &content.splices).expect("ranges of the text");
        object::read(&guard::check_text(&text).expect("safe")).expect("XML");
    }
    let Some(text) = guard::check(bytes).ok().map(|checked| checked.text().to_owned()) else { return };
    let Some(own) = translated(&text).and_then(|translation| side(&text, &translation)) else { return };
    let content = xliff::read(xliff::write(&head, &own).as_bytes(), &head, &own).expect("our own file");
    assert!(content.splices.is_empty() && content.problems.is_empty());
});
