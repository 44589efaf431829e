//! A version as it is indexed: what the database says of it, and the text of its content in blocks.

use ::search::{DocumentHead, IndexDocument, ModulePart, TextBlock};
use domain::version::VersionMetadata;
use s1000d::document::blocks::{self, SearchBlock, SearchBlockKind};
use s1000d::guard;
use store::indexing::{IndexSource, SnapshotMember};

use super::catalogue::number;

/// Puts together what is known of a version. Content that cannot be rendered is found by its code and title alone.
pub(super) fn document(source: IndexSource, content: Option<&[u8]>) -> IndexDocument {
    let blocks = content.map(blocks).unwrap_or_default();
    let titled =
        VersionMetadata { tech_name: source.tech_name, info_name: source.info_name, ..VersionMetadata::default() };
    let issue = if source.in_work.is_empty() || source.in_work == "00" {
        source.issue_number
    } else {
        format!("{}-{}", source.issue_number, source.in_work)
    };
    let head = DocumentHead {
        version: number(SnapshotMember { version: source.version, status: source.status }),
        manual: source.manual_id.0,
        key: source.key,
        code: source.code,
        info_code: source.info_code,
        title: titled.title(),
        kind: source.kind,
        content_type: source.content_type,
        language: source.language,
        issue,
        issue_date: source.issue_date,
        status: source.status.as_str().to_owned(),
        applicability: source.applicability,
        created_on: source.created_on,
    };
    IndexDocument { head, blocks }
}

fn blocks(content: &[u8]) -> Vec<TextBlock> {
    let Ok(checked) = guard::check(content) else { return Vec::new() };
    let block = |block: SearchBlock| TextBlock { anchor: block.anchor, place: place(block.kind), text: block.text };
    blocks::read(&checked).map(|blocks| blocks.into_iter().map(block).collect()).unwrap_or_default()
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
