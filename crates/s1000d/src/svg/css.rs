//! Styles of drawings, as far as they can neither fetch nor hide anything.

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
    let kept = text.split(';').map(str::trim).filter(|one| one.contains(':') && is_harmless(one));
    kept.collect::<Vec<_>>().join(";")
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
        if !is_harmless(selector) || selector.contains(';') || inside.contains('{') {
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
