//! Reads a file that comes back.

use foldhash::{HashMap, HashSet};
use roxmltree::Node;

use super::{
    FileUnit, MAX_BYTES, MAX_PROBLEMS, NAMESPACE, OWN_NAMESPACE, XliffContent, XliffHead, XliffProblem,
    XliffProblemKind, digest, file_units, normal,
};
use crate::guard::{self, Limits, Refusal, line_at};
use crate::object::parse_text;
use crate::splice::Splice;
use crate::translation::{CodeMisfit, MarkedPart, SideBySide};

type XliffNode<'d> = Node<'d, 'd>;

/// Compares a file with the translation as it is now.
pub fn read(bytes: &[u8], head: &XliffHead, side: &SideBySide) -> Result<XliffContent, Refusal> {
    if bytes.len() > MAX_BYTES {
        return Err(Refusal::too_large(Limits { bytes: MAX_BYTES as u64, ..Limits::TREE }));
    }
    let checked = guard::check(bytes)?;
    let xml = parse_text(checked.text())?;
    let mut reader = FileReader { text: checked.text(), content: XliffContent::default() };
    if let Some(file) = reader.file(xml.root_element(), head) {
        reader.units(file, side);
    }
    let mut content = reader.content;
    if !content.problems.is_empty() {
        content.splices.clear();
    }
    content.changed = content.splices.len();
    Ok(content)
}

struct FileReader<'t> {
    text: &'t str,
    content: XliffContent,
}

/// The texts of one unit.
#[derive(Default)]
struct ReadUnit {
    source: Vec<MarkedPart>,
    target: Vec<MarkedPart>,
    has_target: bool,
    /// Some part with text has no translation.
    has_gap: bool,
}

impl FileReader<'_> {
    fn problem(&mut self, kind: XliffProblemKind, node: Option<XliffNode<'_>>, unit: &str, value: &str) {
        if self.content.problems.len() < MAX_PROBLEMS {
            let line = node.map(|node| line_at(self.text, node.range().start));
            self.content.problems.push(XliffProblem { kind, line, unit: unit.to_owned(), value: value.to_owned() });
        }
    }

    /// The part of the file about the module.
    fn file<'d>(&mut self, root: XliffNode<'d>, head: &XliffHead) -> Option<XliffNode<'d>> {
        if !is_named(root, "xliff") {
            self.problem(XliffProblemKind::NotXliff, Some(root), "", root.tag_name().name());
            return None;
        }
        let version = root.attribute("version").unwrap_or_default();
        if !matches!(version, "2.0" | "2.1" | "2.2") {
            self.problem(XliffProblemKind::Version, Some(root), "", version);
            return None;
        }
        for (name, expected) in [("srcLang", &head.source_language), ("trgLang", &head.target_language)] {
            let language = root.attribute(name).unwrap_or_default();
            if !language.eq_ignore_ascii_case(expected) {
                self.problem(XliffProblemKind::Language, Some(root), "", language);
            }
        }
        let files: Vec<XliffNode<'d>> = root.children().filter(|part| is_named(*part, "file")).collect();
        let is_own = |file: &&XliffNode<'d>| file.attribute("original") == Some(head.module.as_str());
        let own = files.iter().find(is_own).copied();
        for other in files.iter().filter(|file| Some(**file) != own) {
            let module = other.attribute("original").unwrap_or_default();
            self.problem(XliffProblemKind::OtherModule, Some(*other), "", module);
        }
        if files.is_empty() {
            self.problem(XliffProblemKind::OtherModule, Some(root), "", "");
        }
        own
    }

    fn units(&mut self, file: XliffNode<'_>, side: &SideBySide) {
        let expected: Vec<FileUnit<'_>> = file_units(side).collect();
        let by_id: HashMap<&str, &FileUnit<'_>> = expected.iter().map(|unit| (unit.id.as_str(), unit)).collect();
        let mut seen: HashSet<&str> = HashSet::default();
        for node in file.descendants().filter(|part| is_named(*part, "unit")) {
            let id = node.attribute("id").unwrap_or_default();
            let Some(unit) = by_id.get(id).copied() else {
                self.problem(XliffProblemKind::UnitUnknown, Some(node), id, "");
                continue;
            };
            if !seen.insert(&unit.id) {
                self.problem(XliffProblemKind::UnitTwice, Some(node), id, "");
                continue;
            }
            self.content.units += 1;
            self.unit(node, unit);
        }
        for unit in expected.iter().filter(|unit| !seen.contains(unit.id.as_str())) {
            self.problem(XliffProblemKind::UnitMissing, None, &unit.id, "");
        }
    }

    fn unit(&mut self, node: XliffNode<'_>, unit: &FileUnit<'_>) {
        let Some(read) = self.texts(node, unit) else { return };
        if normal(read.source) != unit.source() {
            self.problem(XliffProblemKind::SourceChanged, Some(node), &unit.id, "");
            return;
        }
        let (target, current) = (normal(read.target), unit.target());
        // Tools write an empty translation where there is none yet.
        if !read.has_target || target.is_empty() || target == current {
            return;
        }
        if read.has_gap {
            self.problem(XliffProblemKind::UnitIncomplete, Some(node), &unit.id, "");
            return;
        }
        if let Some(was) = node.attribute((OWN_NAMESPACE, "was")).filter(|was| *was != digest(&current)) {
            // Whoever changed the line here has the later word, unless the translator changed it as well.
            if was != digest(&target) {
                self.problem(XliffProblemKind::TranslationChanged, Some(node), &unit.id, "");
            }
            return;
        }
        let misfits = unit.table.misfits(&target);
        if misfits.is_empty() {
            let text = unit.table.write(unit.translation, &target);
            self.content.splices.push(Splice::replace(unit.translation.range.clone(), text));
        }
        for misfit in misfits {
            let kind = match misfit {
                CodeMisfit::Unknown(_) => XliffProblemKind::CodeUnknown,
                CodeMisfit::Missing(_) => XliffProblemKind::CodeMissing,
                CodeMisfit::Twice(_) => XliffProblemKind::CodeTwice,
                CodeMisfit::Crossed(_) => XliffProblemKind::CodeCrossed,
            };
            self.problem(kind, Some(node), &unit.id, &misfit.number().to_string());
        }
    }

    /// The texts of all segments of a unit; `None` when one cannot be read.
    fn texts(&mut self, node: XliffNode<'_>, unit: &FileUnit<'_>) -> Option<ReadUnit> {
        let mut read = ReadUnit::default();
        for segment in node.children().filter(|part| is_named(*part, "segment") || is_named(*part, "ignorable")) {
            let mut source = Vec::new();
            for part in segment.children().filter(|part| is_named(*part, "source")) {
                self.line(part, unit, &mut source)?;
            }
            let mut target = None;
            for part in segment.children().filter(|part| is_named(*part, "target")) {
                self.line(part, unit, target.get_or_insert_with(Vec::new))?;
            }
            if let Some(target) = target {
                read.has_target = true;
                read.target.extend(target);
            } else {
                read.has_gap |= !normal(source.clone()).is_empty() && is_named(segment, "segment");
                read.target.extend(source.iter().cloned());
            }
            read.source.extend(source);
        }
        Some(read)
    }

    /// The parts of a line; `None` when something in it is unknown. The guard bounds the depth.
    fn line(&mut self, node: XliffNode<'_>, unit: &FileUnit<'_>, parts: &mut Vec<MarkedPart>) -> Option<()> {
        for part in node.children() {
            if part.is_text() {
                parts.push(MarkedPart::Text(part.text().unwrap_or_default().to_owned()));
            }
            if !part.is_element() {
                continue;
            }
            let name = if part.tag_name().namespace() == Some(NAMESPACE) { part.tag_name().name() } else { "" };
            match name {
                "mrk" => self.line(part, unit, parts)?,
                "sm" | "em" => {}
                "ph" => parts.push(MarkedPart::Alone(self.number(part, unit, "id")?)),
                "sc" => parts.push(MarkedPart::Open(self.number(part, unit, "id")?)),
                "ec" => parts.push(MarkedPart::Close(self.number(part, unit, "startRef")?)),
                "pc" => {
                    let number = self.number(part, unit, "id")?;
                    parts.push(MarkedPart::Open(number));
                    self.line(part, unit, parts)?;
                    parts.push(MarkedPart::Close(number));
                }
                _ => {
                    let name = part.tag_name().name();
                    self.problem(XliffProblemKind::ElementUnknown, Some(part), &unit.id, name);
                    return None;
                }
            }
        }
        Some(())
    }

    fn number(&mut self, node: XliffNode<'_>, unit: &FileUnit<'_>, attribute: &str) -> Option<u32> {
        let written = node.attribute(attribute).unwrap_or_default();
        let number = written.parse().ok();
        if number.is_none() {
            self.problem(XliffProblemKind::CodeUnknown, Some(node), &unit.id, written);
        }
        number
    }
}

fn is_named(node: XliffNode<'_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name() == name && node.tag_name().namespace() == Some(NAMESPACE)
}
