//! Texts that the document type of a drawing gives a name.

use std::collections::HashMap;

use crate::guard::{Reason, Refusal};

/// The most bytes by which a drawing may grow.
const MAX_ADDED: usize = 1 << 20;
/// The longest name that is looked for, in bytes.
const MAX_NAME: usize = 64;

/// The plain texts that a document type declares, by name. What would be markup, would name others or would be fetched is
/// not among them.
pub(super) fn plain(declared: &str) -> HashMap<&str, &str> {
    let mut found = HashMap::new();
    for declaration in declared.split("<!ENTITY").skip(1) {
        let rest = declaration.trim_start();
        let Some((name, rest)) = rest.split_once(|c: char| c.is_ascii_whitespace()) else { continue };
        let rest = rest.trim_start();
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { continue };
        let Some((value, _)) = rest[1..].split_once(quote) else { continue };
        if !value.contains(['<', '&', '%']) {
            // As in every document type, the first declaration counts.
            found.entry(name).or_insert(value);
        }
    }
    found
}

/// The text with what was declared in place of its names.
pub(super) fn expanded(text: &str, entities: &HashMap<&str, &str>) -> Result<String, Refusal> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&').filter(|_| !entities.is_empty()) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let near = &rest[1..rest.floor_char_boundary(MAX_NAME + 2)];
        let named = near.split_once(';').and_then(|(name, _)| Some((name, entities.get(name)?)));
        if let Some((name, value)) = named {
            out.push_str(&value.replace('"', "&quot;").replace('\'', "&apos;"));
            rest = &rest[name.len() + 2..];
        } else {
            out.push('&');
            rest = &rest[1..];
        }
        if out.len() > text.len() + MAX_ADDED {
            return Err(Refusal::new(1, Reason::TooLarge { limit: MAX_ADDED as u64 }));
        }
    }
    out.push_str(rest);
    Ok(out)
}
