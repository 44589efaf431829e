//! The descriptions of official sets have all words and all pictures.

#[path = "../../../../testkit/src/data.rs"]
mod data;

use std::io::Cursor;
use std::sync::Arc;

use s1000d::package::{Archive, Limits};

use super::*;

/// The modules of a set that has the standard's own form.
fn modules(name: &str) -> Vec<(String, Vec<u8>)> {
    let Some(path) = data::path(name) else { return Vec::new() };
    let bytes: Arc<[u8]> = fs::read(path).expect("a file").into();
    let (archive, _) = Archive::open(Cursor::new(bytes), &Limits::default());
    let archive = archive.expect("an archive");
    let mut reader = archive.reader();
    let is_module = |name: &str| name.starts_with("DMC-") && name.to_ascii_uppercase().ends_with(".XML");
    let entries = archive.entries().iter().filter(|entry| is_module(entry.file_name()));
    entries.map(|entry| (entry.file_name().to_owned(), reader.read(entry).expect("bytes"))).collect()
}

fn count_pictures<'b>(blocks: impl IntoIterator<Item = &'b BookBlock>) -> usize {
    let in_line = |runs: &[BookRun]| runs.iter().filter(|run| run.picture.is_some()).count();
    let of_block = |block: &BookBlock| match &block.content {
        BookContent::Text { runs, .. } | BookContent::Heading { runs, .. } => in_line(runs),
        BookContent::Safety { blocks, .. } => count_pictures(blocks),
        BookContent::Table(table) => {
            table.rows.iter().flat_map(|row| &row.cells).map(|cell| count_pictures(&cell.blocks)).sum()
        }
        BookContent::Picture { .. } => 1,
    };
    blocks.into_iter().map(of_block).sum()
}

#[test]
fn no_word_and_no_picture_of_the_official_sets_is_lost() {
    for set in ["packages/bike-4.1.zip", "packages/bike-4.2.zip"] {
        for (name, bytes) in modules(set) {
            let document = document(&bytes);
            let book = book_of(&[&document], BookLanguages::English, &BookLibrary::default());
            let mut own = String::new();
            written(all(&book), &mut own);
            assert_eq!(letters(&own), letters(&plain::text(&document, NodeId::ROOT)), "{set} {name}");
            let source = String::from_utf8_lossy(&bytes);
            let graphics = ["<graphic ", "<graphic\n"].map(|tag| source.matches(tag).count()).iter().sum::<usize>();
            assert!(count_pictures(all(&book)) >= graphics, "{set} {name}: {graphics} pictures");
        }
    }
}
