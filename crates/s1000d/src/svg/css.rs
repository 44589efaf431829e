//! Styles of drawings, as far as they only paint: they fetch nothing, and no part leaves its place in the drawing. A drawing
//! that takes `position: fixed` would cover the page of its reader.

/// The properties that a style may set: paint, text, and geometry within the drawing.
const PROPERTIES: &[&str] = &[
    "alignment-baseline",
    "baseline-shift",
    "clip",
    "clip-path",
    "clip-rule",
    "color",
    "color-interpolation",
    "color-interpolation-filters",
    "color-rendering",
    "cx",
    "cy",
    "d",
    "direction",
    "display",
    "dominant-baseline",
    "fill",
    "fill-opacity",
    "fill-rule",
    "filter",
    "flood-color",
    "flood-opacity",
    "font",
    "font-family",
    "font-feature-settings",
    "font-kerning",
    "font-size",
    "font-stretch",
    "font-style",
    "font-variant",
    "font-weight",
    "height",
    "image-rendering",
    "isolation",
    "letter-spacing",
    "lighting-color",
    "line-height",
    "marker",
    "marker-end",
    "marker-mid",
    "marker-start",
    "mask",
    "mask-type",
    "mix-blend-mode",
    "opacity",
    "overflow",
    "paint-order",
    "r",
    "rx",
    "ry",
    "shape-rendering",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-align",
    "text-anchor",
    "text-decoration",
    "text-decoration-line",
    "text-indent",
    "text-rendering",
    "text-transform",
    "transform",
    "transform-box",
    "transform-origin",
    "unicode-bidi",
    "vector-effect",
    "visibility",
    "white-space",
    "width",
    "word-spacing",
    "writing-mode",
    "x",
    "y",
];

/// Whether a value fetches nothing. An escape could spell what is looked for here, so there may be none.
pub(super) fn is_harmless(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let words = ["expression(", "javascript:", "vbscript:", "-moz-binding", "behavior", "image(", "image-set(", "src("];
    !value.contains(['\\', '<', '@']) && !words.iter().any(|word| lower.contains(word)) && links_are_inside(&lower)
}

/// Whether every `url(` leads to a part of the same drawing.
fn links_are_inside(lower: &str) -> bool {
    lower.match_indices("url").all(|(at, _)| {
        let rest = lower[at + 3..].trim_start();
        let Some(inside) = rest.strip_prefix('(') else { return true };
        inside.trim_start().trim_start_matches(['"', '\'']).starts_with('#')
    })
}

/// The harmless declarations of a `style` attribute.
pub(super) fn declarations(text: &str) -> String {
    let text = without_comments(text);
    text.split(';').map(str::trim).filter(|one| paints(one)).collect::<Vec<_>>().join(";")
}

/// Browsers read on behind a semicolon within quotes, so quotes have to be closed.
fn paints(declaration: &str) -> bool {
    let Some((name, value)) = declaration.split_once(':') else { return false };
    let is_whole =
        ['"', '\''].iter().all(|quote| value.matches(*quote).count() % 2 == 0) && !value.contains(['{', '}']);
    let name = name.trim_end().to_ascii_lowercase();
    PROPERTIES.binary_search(&name.as_str()).is_ok() && is_whole && is_harmless(value)
}

/// The harmless rules of a style sheet; those for media and the like are left out whole.
pub(super) fn rules(text: &str) -> String {
    let text = without_comments(text);
    let mut kept = String::new();
    let mut rest = text.as_str();
    while let Some(open) = rest.find('{') {
        let selector = rest[..open].trim();
        let Some(length) = block(&rest[open..]) else { break };
        let inside = &rest[open + 1..open + length - 1];
        rest = &rest[open + length..];
        if !is_harmless(selector) || leaves(selector) || inside.contains('{') {
            continue;
        }
        let inside = declarations(inside);
        if !inside.is_empty() {
            kept.push_str(selector);
            kept.push('{');
            kept.push_str(&inside);
            kept.push('}');
        }
    }
    kept
}

/// Whether a selector could mean what the drawing stands in, or is not whole.
fn leaves(selector: &str) -> bool {
    let lower = selector.to_ascii_lowercase();
    lower.contains([';', '}']) || [":host", ":root", "::part", "::slotted"].iter().any(|word| lower.contains(word))
}

/// The length of a block with what is nested in it.
fn block(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            _ => continue,
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        kept.push(' ');
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_sorted_and_none_places_anything_on_the_page() {
        assert!(PROPERTIES.is_sorted());
        for name in
            ["position", "inset", "top", "left", "z-index", "margin", "float", "contain", "animation", "content"]
        {
            assert_eq!(declarations(&format!("{name}:fixed;fill:red")), "fill:red");
        }
        assert_eq!(declarations("POSITION:fixed;Fill:red;--pv-height:9999px;position :fixed"), "Fill:red");
    }

    #[test]
    fn quotes_and_braces_hide_no_declaration() {
        assert_eq!(
            declarations("font-family:'A B','C';fill:\"a;position:fixed;stroke:red"),
            "font-family:'A B','C';stroke:red"
        );
        assert_eq!(rules(".a{fill:\"}\n\";position:fixed;x:\"}.b{fill:red}"), "");
        assert_eq!(rules(".a}svg{fill:red}.b{fill:blue}"), ".b{fill:blue}");
    }

    #[test]
    fn no_rule_is_about_the_page() {
        let rule = ":host{width:9999px}:HOST(div){overflow:visible}:host-context(body){x:1}::slotted(*){fill:red}.a:hover{fill:red}";
        assert_eq!(rules(rule), ".a:hover{fill:red}");
        assert_eq!(rules("svg,*{position:fixed!important;fill:red}"), "svg,*{fill:red}");
    }
}
