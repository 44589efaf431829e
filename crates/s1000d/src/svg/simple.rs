//! Drawings that cost no more to draw than their length suggests. A logo has to be one: it is in every book of an
//! operator, and on its websites.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use super::reuse::target;

/// A picture can have millions of pixels in a few kilobytes, a marker is drawn at every point of a path, and filters and
/// patterns are drawn as pictures.
const COSTLY: [&str; 4] = ["filter", "image", "marker", "pattern"];
/// The most elements, together with those of masks and of parts that are drawn again.
const MAX_DRAWN: u64 = 20_000;
const MAX_DEPTH: usize = 32;

/// The ids of parts that the style sheet names for each class.
type ClassReferences = HashMap<String, Vec<String>>;

pub(super) fn is_simple(document: &Document<'_>) -> bool {
    if document.descendants().any(|node| COSTLY.contains(&node.tag_name().name())) {
        return false;
    }
    let Some(classes) = class_references(document) else { return false };
    let mut parts: HashMap<&str, Node<'_, '_>> = HashMap::new();
    for node in document.descendants() {
        if let Some(id) = node.attribute("id") {
            parts.entry(id).or_insert(node);
        }
    }
    weight(document.root_element(), &parts, &classes, &mut HashMap::new(), 0).is_some()
}

/// The number of elements below a node when it is drawn; `None` when it is too many, or contains itself.
fn weight<'a>(
    node: Node<'a, '_>,
    parts: &HashMap<&'a str, Node<'a, '_>>,
    classes: &ClassReferences,
    known: &mut HashMap<String, Option<u64>>,
    depth: usize,
) -> Option<u64> {
    let mut sum = 0_u64;
    for one in node.descendants() {
        sum += 1;
        for id in references(one, classes) {
            sum = sum.checked_add(part_weight(&id, parts, classes, known, depth)?)?;
        }
        if sum > MAX_DRAWN {
            return None;
        }
    }
    Some(sum)
}

fn part_weight<'a>(
    id: &str,
    parts: &HashMap<&'a str, Node<'a, '_>>,
    classes: &ClassReferences,
    known: &mut HashMap<String, Option<u64>>,
    depth: usize,
) -> Option<u64> {
    if let Some(weight) = known.get(id) {
        return *weight;
    }
    let Some(part) = parts.get(id) else { return Some(0) };
    if depth > MAX_DEPTH {
        return None;
    }
    // Reaching a part again while it is being counted means a circle.
    known.insert(id.to_owned(), None);
    let sum = weight(*part, parts, classes, known, depth + 1)?;
    known.insert(id.to_owned(), Some(sum));
    Some(sum)
}

/// The ids of the parts that are drawn with a node.
fn references(node: Node<'_, '_>, classes: &ClassReferences) -> Vec<String> {
    let mut ids = Vec::new();
    if node.tag_name().name() == "use" {
        ids.extend(target(node).map(str::to_owned));
    }
    for attribute in node.attributes() {
        ids.extend(ids_of(attribute.value()));
    }
    for class in node.attribute("class").unwrap_or_default().split_whitespace() {
        ids.extend(classes.get(class).into_iter().flatten().cloned());
    }
    ids
}

/// `None` where a rule with a reference is not about classes alone.
fn class_references(document: &Document<'_>) -> Option<ClassReferences> {
    let mut classes = ClassReferences::new();
    for node in document.descendants().filter(|node| node.tag_name().name() == "style") {
        let text: String = node.children().filter_map(|child| child.text()).collect();
        for (selectors, declarations) in text.split('}').filter_map(|rule| rule.split_once('{')) {
            let ids = ids_of(declarations);
            if ids.is_empty() {
                continue;
            }
            for selector in selectors.split(',') {
                let class = selector.trim().strip_prefix('.').filter(|name| is_name(name))?;
                classes.entry(class.to_owned()).or_default().extend(ids.iter().cloned());
            }
        }
    }
    Some(classes)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}

/// The ids in every `url(#id)` of a value.
fn ids_of(value: &str) -> Vec<String> {
    // The same length, so that places are the same in both.
    let lower = value.to_ascii_lowercase();
    let id = |(at, word): (usize, &str)| {
        let inside = value.get(at + word.len()..)?.trim_start().strip_prefix('(')?;
        let id = inside.trim_start().trim_start_matches(['"', '\'']).strip_prefix('#')?;
        let end = id.find(|c: char| matches!(c, ')' | '"' | '\'') || c.is_whitespace()).unwrap_or(id.len());
        id.get(..end).map(str::to_owned)
    };
    lower.match_indices("url").filter_map(id).collect()
}

#[cfg(test)]
mod tests {
    use crate::svg;

    fn is_simple(inside: &str) -> bool {
        let file = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{inside}</svg>");
        svg::is_simple(&svg::sanitise(file.as_bytes()).expect("it is read"))
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
