//! The cost of drawing: parts can be drawn with others, as masks and patterns are, and those with others again. It has to end
//! for every drawing. A logo costs no more than its length suggests: it is in every book of an operator, and on its websites.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use super::css;
use super::reuse::target;

/// A picture can have millions of pixels in a few kilobytes, a marker is drawn at every point of a path, and filters and
/// patterns are drawn as pictures.
const COSTLY: [&str; 4] = ["filter", "image", "marker", "pattern"];
/// The most elements of a simple drawing, together with those of masks and of parts that are drawn again.
const MAX_SIMPLE: u64 = 20_000;
/// The same of any drawing.
const MAX_DRAWN: u64 = 5_000_000;
const MAX_DEPTH: usize = 32;

/// A part that is drawn with an element.
#[derive(Clone)]
struct PartUse {
    id: String,
    /// It is drawn with everything inside of the element too.
    is_inherited: bool,
}

/// The parts that the style sheet names.
struct SheetReferences {
    /// By what a rule is about: a class with its point, an id with its hash, an element, or `*` for everything.
    by_subject: HashMap<String, Vec<PartUse>>,
    /// No rule is about anything else.
    only_classes: bool,
}

pub(super) fn is_simple(document: &Document<'_>) -> bool {
    let is_costly = document.descendants().any(|node| COSTLY.contains(&node.tag_name().name()));
    let sheet = SheetReferences::read(document);
    !is_costly && sheet.only_classes && PlainDrawing::new(document, sheet, MAX_SIMPLE).is_bounded()
}

/// Whether drawing ends, after a number of elements that a browser can draw.
pub(super) fn is_bounded(document: &Document<'_>) -> bool {
    PlainDrawing::new(document, SheetReferences::read(document), MAX_DRAWN).is_bounded()
}

struct PlainDrawing<'a, 'input> {
    root: Node<'a, 'input>,
    /// By id. Which of several with the same one is meant depends on what is left out of the drawing.
    parts: HashMap<&'a str, Vec<Node<'a, 'input>>>,
    sheet: SheetReferences,
    most: u64,
    /// The elements of a part when it is drawn; `None` while they are being counted.
    known: HashMap<String, Option<u64>>,
}

impl<'a, 'input> PlainDrawing<'a, 'input> {
    fn new(document: &'a Document<'input>, sheet: SheetReferences, most: u64) -> Self {
        let mut parts: HashMap<&str, Vec<Node<'_, '_>>> = HashMap::new();
        for node in document.descendants() {
            if let Some(id) = node.attribute("id") {
                parts.entry(id).or_default().push(node);
            }
        }
        Self { root: document.root_element(), parts, sheet, most, known: HashMap::new() }
    }

    fn is_bounded(&mut self) -> bool {
        self.weight(self.root, 0).is_some()
    }

    /// The number of elements below a node when it is drawn; `None` when it is too many, or contains itself.
    fn weight(&mut self, node: Node<'a, 'input>, depth: usize) -> Option<u64> {
        let mut sum = 0_u64;
        for one in node.descendants() {
            sum += 1;
            for part in self.references(one) {
                let times = if part.is_inherited { self.inheritors(one, depth)? } else { 1 };
                let weight = self.part_weight(&part.id, depth)?;
                sum = sum.checked_add(weight.checked_mul(times)?)?;
            }
            if sum > self.most {
                return None;
            }
        }
        Some(sum)
    }

    /// The number of elements that are drawn with what a node paints with.
    fn inheritors(&mut self, node: Node<'a, 'input>, depth: usize) -> Option<u64> {
        match target(node).filter(|_| node.tag_name().name() == "use") {
            Some(id) => Some(self.part_weight(id, depth)?.max(1)),
            None if node.has_children() => Some(node.descendants().filter(Node::is_element).count() as u64),
            None => Some(1),
        }
    }

    fn part_weight(&mut self, id: &str, depth: usize) -> Option<u64> {
        if let Some(weight) = self.known.get(id) {
            return *weight;
        }
        let Some(parts) = self.parts.get(id).cloned() else { return Some(0) };
        if depth > MAX_DEPTH {
            return None;
        }
        // Reaching a part again while it is being counted means a circle.
        self.known.insert(id.to_owned(), None);
        let mut sum = 0_u64;
        // Gradients are no elements of the drawing.
        for part in parts.into_iter().filter(|part| !part.tag_name().name().ends_with("Gradient")) {
            sum = sum.checked_add(self.weight(part, depth + 1)?)?;
        }
        self.known.insert(id.to_owned(), Some(sum));
        Some(sum)
    }

    /// The parts that are drawn with a node.
    fn references(&self, node: Node<'_, '_>) -> Vec<PartUse> {
        let mut parts = Vec::new();
        if node.tag_name().name() == "use" {
            parts.extend(target(node).map(|id| PartUse { id: id.to_owned(), is_inherited: false }));
        }
        for attribute in node.attributes() {
            let inherited = is_inherited(attribute.name());
            let uses = uses_of(attribute.value()).into_iter();
            parts.extend(uses.map(|part| PartUse { is_inherited: part.is_inherited || inherited, ..part }));
        }
        if !self.sheet.by_subject.is_empty() {
            parts.extend(self.sheet.of(node));
        }
        parts
    }
}

impl SheetReferences {
    fn read(document: &Document<'_>) -> Self {
        let mut found = Self { by_subject: HashMap::new(), only_classes: true };
        for node in document.descendants().filter(|node| node.tag_name().name() == "style") {
            let text: String = node.children().filter(Node::is_text).filter_map(|child| child.text()).collect();
            let text = css::rules(&text);
            for (selectors, declarations) in text.split('}').filter_map(|rule| rule.split_once('{')) {
                let uses = uses_of(declarations);
                for selector in selectors.split(',').filter(|_| !uses.is_empty()) {
                    found.only_classes &= selector.trim().strip_prefix('.').is_some_and(is_name);
                    found.by_subject.entry(subject(selector)).or_default().extend(uses.iter().cloned());
                }
            }
        }
        found
    }

    fn of(&self, node: Node<'_, '_>) -> impl Iterator<Item = PartUse> {
        let classes = node.attribute("class").unwrap_or_default().split_whitespace().map(|class| format!(".{class}"));
        let id = node.attribute("id").map(|id| format!("#{id}"));
        let own = node.is_element().then(|| [node.tag_name().name().to_owned(), "*".to_owned()]);
        let subjects = classes.chain(id).chain(own.into_iter().flatten());
        subjects.flat_map(move |subject| self.by_subject.get(&subject).into_iter().flatten().cloned())
    }
}

/// The elements that a selector may match: its last part, without further conditions.
fn subject(selector: &str) -> String {
    // What is in quotes may look like the last part.
    let whole = without_brackets(selector).filter(|whole| !whole.contains(['"', '\'']));
    let Some(selector) = whole else { return "*".to_owned() };
    let last = selector.trim().rsplit(|c: char| c.is_whitespace() || matches!(c, '>' | '+' | '~')).next();
    let last = last.unwrap_or_default().split([':', '[']).next().unwrap_or_default();
    let from = last.rfind(['.', '#']).unwrap_or(0);
    let (mark, name) = match last.get(from..from + 1) {
        Some(mark @ ("." | "#")) => (mark, &last[from + 1..]),
        _ => ("", last),
    };
    if is_name(name) { format!("{mark}{name}") } else { "*".to_owned() }
}

/// The same without what is in round brackets; `None` for a part of a selector.
fn without_brackets(selector: &str) -> Option<String> {
    let (mut kept, mut depth) = (String::new(), 0_usize);
    for c in selector.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            c if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    (depth == 0).then_some(kept)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}

/// Whether the parts inside of an element have a property from it. Masks, clips and filters are drawn once for all.
fn is_inherited(property: &str) -> bool {
    ["fill", "stroke", "marker"].iter().any(|name| property.trim_start().starts_with(name))
}

/// The parts in every `url(#id)` of a value, or of declarations.
fn uses_of(value: &str) -> Vec<PartUse> {
    // The data of paths are long.
    if !value.contains('(') {
        return Vec::new();
    }
    // The same length, so that places are the same in both.
    let lower = value.to_ascii_lowercase();
    let part = |(at, word): (usize, &str)| {
        let inside = value.get(at + word.len()..)?.trim_start().strip_prefix('(')?;
        let id = inside.trim_start().trim_start_matches(['"', '\'']).strip_prefix('#')?;
        let end = id.find(|c: char| matches!(c, ')' | '"' | '\'') || c.is_whitespace()).unwrap_or(id.len());
        let property = lower.get(..at)?.rsplit(';').next().unwrap_or_default();
        Some(PartUse { id: id.get(..end)?.to_owned(), is_inherited: is_inherited(property) })
    };
    lower.match_indices("url").filter_map(part).collect()
}

#[cfg(test)]
mod tests {
    use crate::svg;

    fn is_simple(inside: &str) -> bool {
        let file = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{inside}</svg>");
        svg::is_bounded(file.as_bytes()) && svg::is_simple(&svg::sanitise(file.as_bytes()).expect("it is read"))
    }

    #[test]
    fn what_drawing_programs_write_is_simple() {
        for inside in [
            "<path d='M0 0h9v9'/><text>Alpine Rotor</text>",
            "<defs><linearGradient id='a'><stop/></linearGradient><linearGradient id='b' href='#a'/></defs>\
             <style>.c1,.c2{fill:url(#b)}.c3{clip-path:url(#cut)}</style>\
             <clipPath id='cut'><rect class='c1'/></clipPath><g class='c3 c2'><path d='M0 0'/></g>",
            "<mask id='m'><rect fill='white'/></mask><g mask='url(#m)'><g id='x'><circle r='2'/></g></g><use href='#x'/>",
        ] {
            assert!(is_simple(inside), "{inside}");
        }
    }

    #[test]
    fn pictures_markers_filters_and_patterns_are_not() {
        for inside in [
            "<image href='data:image/png;base64,iVBORw0KGgo='/>",
            "<defs><marker id='m'><path d='M0 0'/></marker></defs><path marker-mid='url(#m)' d='M0 0h1h1'/>",
            "<filter id='f'><feGaussianBlur stdDeviation='9'/></filter>",
            "<defs><pattern id='p'><rect/></pattern></defs>",
        ] {
            assert!(!is_simple(inside), "{inside}");
        }
    }

    /// Twelve masks; every shape of each has the next one.
    fn nested(shape: impl Fn(usize) -> String) -> String {
        let mask = |level: usize| format!("<mask id='m{level}'>{}</mask>", shape(level + 1).repeat(4));
        let mut parts: Vec<String> = (0..12).map(mask).collect();
        parts.push("<rect mask='url(#m0)'/>".to_owned());
        parts.concat()
    }

    #[test]
    fn parts_that_multiply_are_not() {
        assert!(!is_simple(&nested(|level| format!("<rect mask='url(#m{level})'/>"))), "an attribute");
        assert!(!is_simple(&nested(|level| format!("<rect style='mask: URL( \"#m{level}\" )'/>"))), "a style");
        let rules: Vec<String> = (0..13).map(|level| format!(".k{level}{{mask:url(#m{level})}}")).collect();
        let by_class = nested(|level| format!("<rect class='x k{level}'/>"));
        assert!(!is_simple(&format!("<style>{}</style>{by_class}", rules.concat())), "a rule for a class");
        assert!(!is_simple("<style>rect{mask:url(#m)}</style><mask id='m'/>"), "a rule for an element");
        assert!(!is_simple("<mask id='m'><g mask='url(#m)'/></mask>"), "a circle");
        assert!(!is_simple(&format!("<g id='a'>{}</g>{}", "<path/>".repeat(300), "<use href='#a'/>".repeat(100))));
    }
}
