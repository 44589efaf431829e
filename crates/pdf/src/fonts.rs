//! The fonts of a book: those in the program, and those of the system for Chinese, Arabic and Hebrew.
//!
//! Fonts are chosen by name, so that a book looks the same on every machine that has them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use typst::foundations::Bytes;
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;

/// The folders where systems keep fonts.
const FOLDERS: [&str; 3] = ["/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/airfolio/fonts"];
/// The beginnings of the names of files that are read, in lower case.
const FILES: [&str; 5] = ["notosanscjk", "notoserifcjk", "notosanssc", "notosansarabic", "notosanshebrew"];
const WEIGHTS: [&str; 2] = ["-regular.", "-bold."];
/// Families with Chinese signs in their simplified form, and those for texts from right to left.
const FAMILIES: [&str; 5] =
    ["Noto Sans CJK SC", "Noto Serif CJK SC", "Noto Sans SC", "Noto Sans Arabic", "Noto Sans Hebrew"];
const MAX_DEPTH: usize = 6;
/// A sign that every Chinese font has.
const CHINESE: char = '的';

/// All fonts of a run.
pub(crate) struct FontSet {
    pub(crate) book: LazyHash<FontBook>,
    pub(crate) fonts: Vec<Font>,
}

impl FontSet {
    pub(crate) fn load(folders: &[PathBuf]) -> Self {
        let mut fonts: Vec<Font> = typst_assets::fonts().flat_map(|data| Font::iter(Bytes::new(data))).collect();
        let mut files = Vec::new();
        let usual = FOLDERS.iter().map(Path::new);
        for folder in folders.iter().map(PathBuf::as_path).chain(usual) {
            find(folder, MAX_DEPTH, &mut files);
        }
        // Two folders may have the same file; the first counts.
        let mut names = HashSet::new();
        files.retain(|path| names.insert(path.file_name().map(std::ffi::OsStr::to_os_string)));
        for path in files {
            let Ok(data) = std::fs::read(&path) else { continue };
            let found = Font::iter(Bytes::new(data));
            fonts.extend(found.filter(|font| FAMILIES.contains(&font.info().family.as_str())));
        }
        let book = LazyHash::new(FontBook::from_fonts(&fonts));
        Self { book, fonts }
    }

    pub(crate) fn has(&self, letter: char) -> bool {
        self.fonts.iter().any(|font| font.info().coverage.contains(u32::from(letter)))
    }

    pub(crate) fn has_chinese(&self) -> bool {
        self.has(CHINESE)
    }
}

/// The files of fonts below a folder, in the order of their names.
fn find(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_ascii_lowercase();
        if path.is_dir() {
            if depth > 0 {
                find(&path, depth - 1, files);
            }
        } else if FILES.iter().any(|start| name.starts_with(start)) && WEIGHTS.iter().any(|end| name.contains(end)) {
            files.push(path);
        }
    }
}
