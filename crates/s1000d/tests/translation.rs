//! Lines of modules and their translations, and XLIFF files: known answers, and files that come back unchanged change
//! no byte.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

#[path = "../../testkit/src/data.rs"]
mod data;
#[path = "translation/files.rs"]
mod files;
#[path = "diff/modules.rs"]
mod modules;
#[path = "translation/side_by_side.rs"]
mod side_by_side;

use s1000d::guard;
use s1000d::translation::{MarkedPart, SideBySide, TranslationRow};
use s1000d::xliff::XliffHead;

fn module(content: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<dmodule><identAndStatusSection><dmAddress><dmAddressItems><dmTitle>\
         <techName>Pump</techName></dmTitle></dmAddressItems></dmAddress></identAndStatusSection>\
         <content><description>\r\n{content}</description></content></dmodule>"
    )
}

fn side(original: &str, translated: Option<&str>, translation: &str) -> SideBySide {
    let original = guard::check_text(original).expect("safe");
    let translated = translated.map(|text| guard::check_text(text).expect("safe"));
    let translation = guard::check_text(translation).expect("safe");
    SideBySide::read(&original, translated.as_ref(), &translation).expect("XML")
}

fn head() -> XliffHead {
    XliffHead {
        module: "DMC-A_zh-CN".to_owned(),
        source_language: "en-US".to_owned(),
        target_language: "zh-CN".to_owned(),
    }
}

/// A line as people write it: `Open {1}both{/1} valves, see {2}`.
fn shown(parts: &[MarkedPart]) -> String {
    let part = |part: &MarkedPart| match part {
        MarkedPart::Text(text) => text.clone(),
        MarkedPart::Open(number) | MarkedPart::Alone(number) => format!("{{{number}}}"),
        MarkedPart::Close(number) => format!("{{/{number}}}"),
    };
    parts.iter().map(part).collect()
}

/// Both lines of a row.
fn lines(side: &SideBySide, row: &TranslationRow) -> (String, String) {
    let table = side.codes(row);
    let (original, translation) = side.lines(row);
    let original = original.map(|unit| shown(&table.original(unit)));
    let translation = translation.map(|unit| shown(&table.translation(unit)));
    (original.unwrap_or_default(), translation.unwrap_or_default())
}
