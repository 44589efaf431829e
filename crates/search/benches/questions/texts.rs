//! The modules of a package as index documents.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use s1000d::document::blocks::{self, SearchBlock, SearchBlockKind};
use s1000d::{guard, object};
use search::{DocumentHead, IndexDocument, ModulePart, TextBlock};
use zip::ZipArchive;

/// Calls `take` for the first data modules of a ZIP, `limit` at most.
pub(crate) fn each(package: &Path, limit: usize, mut take: impl FnMut(IndexDocument)) {
    let mut archive = ZipArchive::new(File::open(package).expect("a package")).expect("an archive");
    let (mut bytes, mut taken) = (Vec::new(), 0);
    for number in 0..archive.len() {
        let mut entry = archive.by_index(number).expect("an entry");
        let name = entry.name().expect("a name").rsplit('/').next().unwrap_or_default().to_owned();
        if !name.starts_with("DMC-") {
            continue;
        }
        if taken == limit {
            break;
        }
        taken += 1;
        bytes.clear();
        entry.read_to_end(&mut bytes).expect("its content");
        take(document(number as u64 + 1, &bytes));
    }
}

fn document(version: u64, bytes: &[u8]) -> IndexDocument {
    let checked = guard::check(bytes).expect("a module");
    let (object, _) = object::read(&checked).expect("a module");
    let identity = object.identity.expect("an identity");
    let blocks = blocks::read(&checked).expect("a module");
    let block = |block: SearchBlock| TextBlock { anchor: block.anchor, place: place(block.kind), text: block.text };
    let head = DocumentHead {
        version,
        manual: "m".to_owned(),
        key: identity.code.to_string(),
        code: identity.code.to_string(),
        title: object.title.to_string(),
        kind: "dm".to_owned(),
        language: identity.language.map(|language| language.as_str().to_owned()).unwrap_or_default(),
        status: "Released".to_owned(),
        ..DocumentHead::default()
    };
    IndexDocument { head, blocks: blocks.into_iter().map(block).collect() }
}

fn place(kind: SearchBlockKind) -> ModulePart {
    match kind {
        SearchBlockKind::Para => ModulePart::Para,
        SearchBlockKind::Step => ModulePart::Step,
        SearchBlockKind::Warning => ModulePart::Warning,
        SearchBlockKind::Caution => ModulePart::Caution,
        SearchBlockKind::Note => ModulePart::Note,
        SearchBlockKind::Figure => ModulePart::Figure,
        SearchBlockKind::Table => ModulePart::Table,
        SearchBlockKind::Part => ModulePart::Part,
        SearchBlockKind::Supply => ModulePart::Supply,
        SearchBlockKind::Mel => ModulePart::Mel,
    }
}
