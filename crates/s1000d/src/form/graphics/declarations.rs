//! Entities of illustrations. S1000D declares each in the document type, with the notation of its format.

use std::fmt::Write;

use roxmltree::Document;

use super::{IDENT, IllustrationFile};
use crate::form::writer::FormWriter;
use crate::object::doctype::{Doctype, EntityDeclaration};
use crate::object::write::tag_of;
use crate::splice::Splice;

/// ATA 2300 names illustrations without entities; its elements have a namespace.
pub(super) fn are_needed(text: &str, document: &Document<'_>) -> bool {
    let root = document.root_element();
    let prolog = text.get(..root.range().start).unwrap_or_default();
    root.tag_name().namespace().is_none() || prolog.contains("<!ENTITY")
}

/// Declares the file, and removes the declaration of the old one when no other graphic shows it.
pub(super) fn write(writer: &mut FormWriter<'_>, document: &Document<'_>, old: &str, file: &IllustrationFile) {
    let text = writer.text;
    let root = document.root_element().range().start;
    let doctype = Doctype::read(text.get(..root).unwrap_or_default());
    let named = |kind: &str, name: &str| doctype.declarations.iter().find(|one| one.kind == kind && one.name == name);
    let extension = file.name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let notation = notation_names(&extension).into_iter().find(|name| named("<!NOTATION", name).is_some());
    let is_declared = notation.is_some();
    let notation = notation.unwrap_or(&extension);
    let entity = format!("<!ENTITY {} SYSTEM \"{}\" NDATA {notation}>", file.code, file.name);
    let mut added = Vec::new();
    if !is_declared {
        added.push(notation_declaration(notation));
    }
    match named("<!ENTITY", &file.code) {
        Some(known) if known.text.contains(&file.name) => added.clear(),
        Some(known) => writer.push(Splice::replace(known.range.clone(), entity)),
        None => {
            added.push(entity);
            let users = document.descendants().filter(|node| node.attribute(IDENT) == Some(old));
            let unused = named("<!ENTITY", old).filter(|_| old != file.code && users.take(2).count() < 2);
            if let Some(unused) = unused {
                return replace_unused(writer, unused, &added);
            }
        }
    }
    if !added.is_empty() {
        add(writer, document, &doctype, &added, root);
    }
}

/// New declarations take the place of the one that is not needed any more.
fn replace_unused(writer: &mut FormWriter<'_>, unused: &EntityDeclaration<'_>, added: &[String]) {
    let before = writer.text.get(..unused.range.start).unwrap_or_default();
    let space = &before[before.trim_end().len()..];
    writer.push(Splice::replace(unused.range.clone(), added.join(space)));
}

fn add(writer: &mut FormWriter<'_>, document: &Document<'_>, doctype: &Doctype<'_>, added: &[String], root: usize) {
    let lines: String = added.iter().flat_map(|one| [one.as_str(), "\n"]).collect();
    let splice = match (&doctype.range, doctype.subset_end, doctype.declarations.last()) {
        (_, Some(_), Some(last)) => {
            let before = writer.text.get(..last.range.start).unwrap_or_default();
            let space = &before[before.trim_end().len()..];
            Splice::insert(last.range.end, added.iter().flat_map(|one| [space, one.as_str()]).collect::<String>())
        }
        (_, Some(end), None) => Splice::insert(end, lines),
        (Some(range), None, _) => Splice::insert(range.end - 1, format!(" [\n{lines}]")),
        (None, None, _) => {
            let name = tag_of(writer.text, document.root_element());
            Splice::insert(root, format!("<!DOCTYPE {name} [\n{lines}]>\n"))
        }
    };
    writer.push(splice);
}

/// The names that the notation of a format is declared with.
fn notation_names(extension: &str) -> Vec<&str> {
    match extension {
        "jpg" | "jpeg" => vec!["jpeg", "jpg"],
        "tif" | "tiff" => vec!["tiff", "tif"],
        other => vec![other],
    }
}

fn notation_declaration(name: &str) -> String {
    let public = match name {
        "cgm" => Some("-//USA-DOD//NOTATION Computer Graphics Metafile//EN"),
        "gif" => Some("+//ISBN 0-7923-9432-1::Graphic Notation//NOTATION CompuServe Graphic Interchange Format//EN"),
        "jpeg" | "jpg" => {
            Some("+//ISBN 0-7923-9432-1::Graphic Notation//NOTATION Joint Photographic Experts Group Raster//EN")
        }
        "png" => Some("-//W3C//NOTATION Portable Network Graphics//EN"),
        "svg" => Some("-//TEI//NOTATION W3C Scalable Vector Graphics Format//EN"),
        _ => None,
    };
    let mut written = format!("<!NOTATION {name} ");
    let _ = match public {
        Some(public) => write!(written, "PUBLIC \"{public}\">"),
        None => write!(written, "SYSTEM \"{name}\">"),
    };
    written
}
