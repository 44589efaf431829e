//! Reads a file that comes back.

use foldhash::{HashMap, HashSet};
use roxmltree::Node;

use super::{
    FileUnit, MAX_BYTES, MAX_PROBLEMS, NAMESPACE, NAMESPACE_2_2, SUM_LETTERS, XliffContent, XliffHead, XliffProblem,
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
    let mut reader = FileReader { text: checked.text(), counted: (0, 1), content: XliffContent::default() };
    if let Some(file) = reader.file(xml.root_element(), head) {
        reader.units(file, side);
    }
    let mut content = reader.content;
    if content.problems.iter().any(|problem| problem.kind.is_of_file()) {
        content.splices.clear();
    }
    content.changed = content.splices.len();
    Ok(content)
}

struct FileReader<'t> {
    text: &'t str,
    /// The last place whose line was counted, and that line.
    counted: (usize, u32),
    content: XliffContent,
}

/// The texts of one unit.
#[derive(Default)]
struct ReadUnit {
    source: Vec<MarkedPart>,
    target: Vec<MarkedPart>,
    /// Some part has a translation.
    has_target: bool,
    /// Some part with text has no translation.
    has_gap: bool,
}

impl FileReader<'_> {
    fn problem(&mut self, kind: XliffProblemKind, node: Option<XliffNode<'_>>, unit: &str, value: &str) {
        self.content.all_problems += 1;
        if self.content.problems.len() < MAX_PROBLEMS {
            let line = node.map(|node| self.line_of(node.range().start));
            self.content.problems.push(XliffProblem { kind, line, unit: unit.to_owned(), value: value.to_owned() });
        }
    }

    /// The line of a place. Problems mostly come in the order of the file, so lines are counted on from the last one.
    fn line_of(&mut self, place: usize) -> u32 {
        let (from, line) = if self.counted.0 <= place { self.counted } else { (0, 1) };
        let between = self.text.get(from..place).unwrap_or_default();
        self.counted = (place, line.saturating_add(line_at(between, between.len()) - 1));
        self.counted.1
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
        let expected = file_units(side);
        let by_key: HashMap<&str, &FileUnit<'_>> = expected.iter().map(|unit| (unit.key.as_str(), unit)).collect();
        let sums: HashSet<&str> = expected.iter().map(|unit| sum_of(&unit.key)).collect();
        let mut seen: HashSet<&str> = HashSet::default();
        let mut twice: HashSet<usize> = HashSet::default();
        for node in file.descendants().filter(|part| is_named(*part, "unit")) {
            let id = node.attribute("id").unwrap_or_default();
            let (key, was) = id.rsplit_once('.').unwrap_or((id, ""));
            let Some(unit) = by_key.get(key).copied() else {
                let kind = if !is_own_key(key) {
                    XliffProblemKind::UnitUnknown
                } else if sums.contains(sum_of(key)) {
                    XliffProblemKind::UnitUncertain
                } else {
                    XliffProblemKind::SourceChanged
                };
                self.problem(kind, Some(node), id, &start_of(node));
                continue;
            };
            if !seen.insert(&unit.key) {
                self.problem(XliffProblemKind::UnitTwice, Some(node), id, "");
                twice.insert(unit.translation.range.start);
                continue;
            }
            self.content.units += 1;
            self.unit(node, unit, id, was);
        }
        // Nobody knows which of the two counts.
        self.content.splices.retain(|splice| !twice.contains(&splice.range.start));
        for unit in expected.iter().filter(|unit| !seen.contains(unit.key.as_str())) {
            let text: String = unit.source().into_iter().filter_map(text_of).collect();
            self.problem(XliffProblemKind::UnitMissing, None, &unit.id(), &shortened(&text));
        }
    }

    /// Compares a unit with its line. The id says what the translation was when the file was written.
    fn unit(&mut self, node: XliffNode<'_>, unit: &FileUnit<'_>, id: &str, was: &str) {
        let Some(read) = self.texts(node, id) else { return };
        if normal(read.source) != unit.source() {
            self.problem(XliffProblemKind::SourceChanged, Some(node), id, &start_of(node));
            return;
        }
        let (target, current) = (normal(read.target), unit.target());
        // Tools write an empty translation where there is none yet.
        if !read.has_target || target == current {
            return;
        }
        if read.has_gap {
            self.problem(XliffProblemKind::UnitIncomplete, Some(node), id, "");
            return;
        }
        if was != digest(&current, &[]) {
            // Whoever changed the line here has the later word, unless the translator changed it as well.
            if was != digest(&target, &[]) {
                self.problem(XliffProblemKind::TranslationChanged, Some(node), id, "");
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
            self.problem(kind, Some(node), id, &misfit.number().to_string());
        }
    }

    /// The texts of all segments of a unit; `None` when one cannot be read.
    fn texts(&mut self, node: XliffNode<'_>, id: &str) -> Option<ReadUnit> {
        let mut read = ReadUnit::default();
        let mut targets: Vec<(usize, Vec<MarkedPart>)> = Vec::new();
        for segment in node.children().filter(|part| is_named(*part, "segment") || is_named(*part, "ignorable")) {
            let mut source = Vec::new();
            for part in segment.children().filter(|part| is_named(*part, "source")) {
                self.line(part, id, &mut source)?;
            }
            let mut target = None;
            let mut order = targets.len() + 1;
            for part in segment.children().filter(|part| is_named(*part, "target")) {
                self.line(part, id, target.get_or_insert_with(Vec::new))?;
                if let Some(written) = part.attribute("order") {
                    order = written.parse().unwrap_or_default();
                }
            }
            let has_target = target.as_ref().is_some_and(|target| !is_blank(target));
            read.has_target |= has_target && is_named(segment, "segment");
            read.has_gap |= !has_target && !is_blank(&source) && is_named(segment, "segment");
            targets.push((order, target.unwrap_or_else(|| source.clone())));
            read.source.extend(source);
        }
        // A translator may have moved sentences; each has its own place.
        targets.sort_by_key(|(order, _)| *order);
        if targets.iter().enumerate().any(|(at, (order, _))| *order != at + 1) {
            self.problem(XliffProblemKind::ElementUnknown, Some(node), id, "target order");
            return None;
        }
        read.target = targets.into_iter().flat_map(|(_, target)| target).collect();
        Some(read)
    }

    /// The parts of a line; `None` when something in it is unknown. The guard bounds the depth.
    fn line(&mut self, node: XliffNode<'_>, id: &str, parts: &mut Vec<MarkedPart>) -> Option<()> {
        for part in node.children() {
            if part.is_text() {
                parts.push(MarkedPart::Text(part.text().unwrap_or_default().to_owned()));
            }
            if !part.is_element() {
                continue;
            }
            let name = if is_xliff(part) { part.tag_name().name() } else { "" };
            match name {
                "mrk" => self.line(part, id, parts)?,
                "sm" | "em" => {}
                "ph" => parts.push(MarkedPart::Alone(self.number(part, id, "id")?)),
                "sc" => parts.push(MarkedPart::Open(self.number(part, id, "id")?)),
                "ec" => parts.push(MarkedPart::Close(self.number(part, id, "startRef")?)),
                "pc" => {
                    let number = self.number(part, id, "id")?;
                    parts.push(MarkedPart::Open(number));
                    self.line(part, id, parts)?;
                    parts.push(MarkedPart::Close(number));
                }
                _ => {
                    let name = part.tag_name().name();
                    self.problem(XliffProblemKind::ElementUnknown, Some(part), id, name);
                    return None;
                }
            }
        }
        Some(())
    }

    fn number(&mut self, node: XliffNode<'_>, id: &str, attribute: &str) -> Option<u32> {
        let written = node.attribute(attribute).unwrap_or_default();
        let number = written.parse().ok();
        if number.is_none() {
            self.problem(XliffProblemKind::CodeUnknown, Some(node), id, written);
        }
        number
    }
}

fn is_named(node: XliffNode<'_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name() == name && is_xliff(node)
}

fn is_xliff(node: XliffNode<'_>) -> bool {
    matches!(node.tag_name().namespace(), Some(NAMESPACE | NAMESPACE_2_2))
}

fn is_blank(parts: &[MarkedPart]) -> bool {
    normal(parts.to_vec()).is_empty()
}

/// Whether a key has the form of ours: then the module had such a line when the file was written.
fn is_own_key(key: &str) -> bool {
    let is_sum = |sum: &str| sum.len() == SUM_LETTERS && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut parts = key.strip_prefix('u').unwrap_or_default().splitn(3, '-');
    parts.next().is_some_and(is_sum)
        && parts.next().is_some_and(|number| number.parse::<usize>().is_ok())
        && parts.next().is_none_or(is_sum)
}

/// The sum of the source in a key.
fn sum_of(key: &str) -> &str {
    key.split_once('-').map_or(key, |(sum, _)| sum)
}

/// The beginning of the source of a unit.
fn start_of(unit: XliffNode<'_>) -> String {
    let sources = unit.descendants().filter(|part| is_named(*part, "source"));
    let texts = sources.flat_map(|source| source.descendants().filter(Node::is_text));
    let words = texts.filter_map(|part| part.text()).flat_map(str::chars);
    shortened(&words.take(MAX_WORDS * 2).collect::<String>())
}

/// Letters of a line in a problem.
const MAX_WORDS: usize = 60;

fn shortened(text: &str) -> String {
    text.trim().chars().take(MAX_WORDS).collect()
}

fn text_of(part: MarkedPart) -> Option<String> {
    match part {
        MarkedPart::Text(text) => Some(text),
        _ => None,
    }
}
