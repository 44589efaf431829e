//! Repairs of problems in a text, where only one is possible.

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::finding::{Finding, Rule};
use roxmltree::Document;

use crate::applic::tables::Tables;
use crate::applic::{PropertyKind, Value};
use crate::form::graphics::{self, IllustrationFile};
use crate::guard;
use crate::object::parse_text;
use crate::splice::{self, Splice};

/// The facts that repairs need besides the text.
#[derive(Debug, Clone, Default)]
pub struct RepairContext {
    /// The applicability tables of the module, in each language.
    pub tables: Vec<Arc<Tables>>,
    /// The media files that illustrations without a declaration mean.
    pub illustrations: Vec<IllustrationFile>,
}

/// The splices that remove a problem, wherever the text has the same one; `None` where there are several ways, or none.
pub fn repair(text: &str, finding: &Finding, context: &RepairContext) -> Option<Vec<Splice>> {
    let param = |name: &str| finding.params.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let splices = match finding.rule {
        Rule::XmlNotWellFormed => ampersands(text),
        Rule::XmlInternalRef => target(text, param("id")?)?,
        Rule::XmlEntityUndeclared => declaration(text, param("icn")?, &context.illustrations)?,
        Rule::ApplicUndeclared => property(text, param("property")?, &context.tables)?,
        Rule::ApplicValueOutside => value(text, (param("property")?, param("value")?), &context.tables)?,
        _ => return None,
    };
    let after = splice::apply(text, &splices).filter(|_| !splices.is_empty())?;
    let is_readable = guard::check_text(&after).is_ok_and(|checked| parse_text(checked.text()).is_ok());
    is_readable.then_some(splices)
}

/// Whether a rule has repairs at all.
pub fn is_repairable(rule: Rule) -> bool {
    use Rule::{ApplicUndeclared, ApplicValueOutside, XmlEntityUndeclared, XmlInternalRef, XmlNotWellFormed};
    matches!(rule, XmlNotWellFormed | XmlInternalRef | XmlEntityUndeclared | ApplicUndeclared | ApplicValueOutside)
}

/// Escapes each ampersand that begins no reference. Comments, declarations and the like are left as they are.
fn ampersands(text: &str) -> Vec<Splice> {
    const OTHERS: [(&str, &str); 4] = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")];
    let mut splices = Vec::new();
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find(['&', '<'])) {
        let start = at + found;
        let rest = text.get(start..).unwrap_or_default();
        let skipped = OTHERS.iter().find(|(begin, _)| rest.starts_with(begin));
        at = match skipped {
            Some((_, end)) => start + rest.find(end).map_or(rest.len(), |length| length + end.len()),
            None => start + 1,
        };
        if rest.starts_with('&') && !is_reference(rest) {
            splices.push(Splice::insert(start + 1, "amp;"));
        }
    }
    splices
}

/// Whether a text begins with a reference such as `&lt;` or `&#160;`. Reads up to the end of the name alone: most texts
/// have a semicolon only far behind.
fn is_reference(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('&') else { return false };
    let (is_numbered, rest) = rest.strip_prefix('#').map_or((false, rest), |rest| (true, rest));
    let is_in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '-' | '.');
    let Some(end) = rest.find(|c: char| !is_in_name(c)).filter(|end| rest[*end..].starts_with(';')) else {
        return false;
    };
    let name = &rest[..end];
    match name.strip_prefix('x') {
        _ if !is_numbered => name.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | ':')),
        Some(hex) => !hex.is_empty() && hex.chars().all(|c| c.is_ascii_hexdigit()),
        None => !name.is_empty() && name.chars().all(|c| c.is_ascii_digit()),
    }
}

/// Calls `make` with the elements of a text.
fn within<T>(text: &str, make: impl FnOnce(&Document<'_>) -> Option<T>) -> Option<T> {
    let checked = guard::check_text(text).ok()?;
    let document = parse_text(checked.text()).ok()?;
    make(&document)
}

/// The one word of some that differs from another in its case alone.
fn only_alike<'a>(words: impl Iterator<Item = &'a str>, wrong: &str) -> Option<&'a str> {
    let alike: BTreeSet<&str> = words.filter(|word| word.eq_ignore_ascii_case(wrong) && *word != wrong).collect();
    let mut alike = alike.into_iter();
    alike.next().filter(|_| alike.next().is_none())
}

/// Cross-references to an id that is written in another case. Other attributes with ids, as those of applicability, may
/// mean an entry of a repository.
fn target(text: &str, missing: &str) -> Option<Vec<Splice>> {
    within(text, |document| {
        let id = only_alike(document.descendants().filter_map(|node| node.attribute("id")), missing)?;
        let all = document.descendants().flat_map(|node| node.attributes());
        let wrong = all.filter(|one| one.name() == "internalRefId" && one.value() == missing);
        Some(wrong.map(|one| Splice::replace(one.range_value(), id)).collect())
    })
}

/// The declaration of an illustration that the library has.
fn declaration(text: &str, icn: &str, illustrations: &[IllustrationFile]) -> Option<Vec<Splice>> {
    let file = illustrations.iter().find(|file| file.code == icn)?;
    let position = within(text, |document| {
        let shown = document.descendants().find(|node| node.attribute("infoEntityIdent") == Some(icn))?;
        Some(shown.range().start)
    })?;
    graphics::edit(text, position, 0, file).ok()?
}

/// A property that is declared in another case.
fn property(text: &str, wrong: &str, tables: &[Arc<Tables>]) -> Option<Vec<Splice>> {
    let declared = || tables.iter().flat_map(|tables| tables.declared.keys());
    let ident = only_alike(declared().map(|property| property.ident.as_str()), wrong)?;
    let is_declared = |kind: PropertyKind| declared().any(|own| own.kind == kind && own.ident == ident);
    replaced(text, (wrong, is_declared), ("applicPropertyIdent", |_: &str| ident.to_owned()))
}

/// A value that is declared in another case.
fn value(text: &str, (property, wrong): (&str, &str), tables: &[Arc<Tables>]) -> Option<Vec<Splice>> {
    let declared = tables.iter().flat_map(|tables| &tables.declared).filter(|(own, _)| own.ident == property);
    let values = declared.flat_map(|(_, declaration)| declaration.values.iter()).filter_map(|value| match value {
        Value::One(value) => Some(value.as_str()),
        Value::Range(..) => None,
    });
    let right = only_alike(values, wrong)?;
    let corrected = |values: &str| {
        let parts = values.split('|').map(|part| if part.trim() == wrong { right } else { part });
        parts.collect::<Vec<_>>().join("|")
    };
    replaced(text, (property, |_: PropertyKind| true), ("applicPropertyValues", corrected))
}

/// Another value of an attribute of all assertions about a property of some kind.
fn replaced(
    text: &str,
    (property, is_kind): (&str, impl Fn(PropertyKind) -> bool),
    (name, correct): (&str, impl Fn(&str) -> String),
) -> Option<Vec<Splice>> {
    within(text, |document| {
        let is_about = |node: &roxmltree::Node<'_, '_>| {
            node.tag_name().name() == "assert"
                && node.attribute("applicPropertyIdent").map(str::trim) == Some(property)
                && is_kind(PropertyKind::parse(node.attribute("applicPropertyType").unwrap_or_default()))
        };
        let found = document.descendants().filter(is_about).filter_map(|node| node.attribute_node(name));
        let changed = found.filter_map(|attribute| {
            let corrected = correct(attribute.value());
            // Other values would have to be escaped.
            let is_plain = !corrected.contains(['&', '<', '"', '\'']);
            (is_plain && corrected != attribute.value()).then(|| Splice::replace(attribute.range_value(), corrected))
        });
        Some(changed.collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::applic::tables::Declaration;
    use crate::applic::{Property, Values};

    fn repaired(text: &str, finding: &Finding) -> Option<String> {
        let declaration = |values: &str| Declaration { values: Values::parse(values), ..Declaration::default() };
        let property = |ident: &str| Property { kind: PropertyKind::Attribute, ident: ident.to_owned() };
        let declared = [("model", "A-1|B"), ("twice", "x|X")];
        let declared = declared.map(|(ident, values)| (property(ident), declaration(values)));
        let tables = Tables { declared: declared.into(), ..Tables::default() };
        let file = IllustrationFile { code: "ICN-A".to_owned(), name: "ICN-A.CGM".to_owned() };
        let context = RepairContext { tables: vec![Arc::new(tables)], illustrations: vec![file] };
        splice::apply(text, &repair(text, finding, &context)?)
    }

    #[test]
    fn ampersands_that_begin_no_reference_are_escaped() {
        let finding = Finding::new(Rule::XmlNotWellFormed);
        let text = "<a b='1&2'><!-- & --><![CDATA[&]]>R&D; a & b &lt; &#160; &#xA0; &</a>";
        // An entity that nothing declares is still a fault.
        assert_eq!(repaired(text, &finding), None);
        let text = text.replace("R&D;", "R&D");
        let expected = text.replace("1&2", "1&amp;2").replace("R&D", "R&amp;D").replace("a & b", "a &amp; b");
        assert_eq!(repaired(&text, &finding), Some(expected.replace(" &</a>", " &amp;</a>")));
        assert_eq!(repaired("<a>&<b></a>", &finding), None, "something else is wrong as well");
        assert_eq!(repaired("<a>", &finding), None);
    }

    #[test]
    fn ampersands_without_a_semicolon_are_found_however_many_they_are() {
        let text = format!("<a>{}</a>", "A&B & ".repeat(300_000));
        let expected = text.replace('&', "&amp;");
        assert!(repaired(&text, &Finding::new(Rule::XmlNotWellFormed)) == Some(expected));
        for text in ["&;", "&#;", "&#x;", "&#xg;", "&#1a;", "&-a;", "&#-1;", "&a", "&a b;", "a;"] {
            assert!(!is_reference(text), "{text}");
        }
        for text in ["&a;b", "&a:b-c.d_1;", "&_;", "&x;", "&x1f;", "&#10;", "&#xaF;", "&\u{e9};"] {
            assert!(is_reference(text), "{text}");
        }
    }

    #[test]
    fn a_reference_gets_the_case_of_the_only_id() {
        let finding = Finding::new(Rule::XmlInternalRef).with("id", "Fig-1");
        let text = "<a><f id='fig-1'/><internalRef internalRefId='Fig-1'/><p applicRefId='Fig-1' title='Fig-1'/></a>";
        let expected = text.replace("internalRefId='Fig-1'", "internalRefId='fig-1'");
        assert_eq!(repaired(text, &finding), Some(expected));
        assert_eq!(repaired(&text.replace("<f ", "<f id='FIG-1'/><f "), &finding), None, "there are two");
        assert_eq!(repaired(&text.replace("'fig-1'", "'other'"), &finding), None);
    }

    #[test]
    fn properties_and_values_get_the_case_of_their_declaration() {
        let of = |ident: &str, values: &str| {
            format!("<a><assert applicPropertyIdent='{ident}' applicPropertyValues='{values}'/></a>")
        };
        let undeclared = Finding::new(Rule::ApplicUndeclared).with("property", "Model");
        assert_eq!(repaired(&of("Model", "B"), &undeclared), Some(of("model", "B")));
        let condition = of("Model", "B").replace("/>", " applicPropertyType='condition'/>");
        assert_eq!(repaired(&condition, &undeclared), None, "no condition is called so");
        let unknown = Finding::new(Rule::ApplicUndeclared).with("property", "colour");
        assert_eq!(repaired(&of("colour", "red"), &unknown), None);
        let outside =
            |value: &str| Finding::new(Rule::ApplicValueOutside).with("property", "model").with("value", value);
        assert_eq!(repaired(&of("model", "B|a-1"), &outside("a-1")), Some(of("model", "B|A-1")));
        assert_eq!(repaired(&of("model", "C"), &outside("C")), None);
        let open = Finding::new(Rule::ApplicUndeclared).with("property", "TWICE");
        assert_eq!(repaired(&of("TWICE", "x"), &open), Some(of("twice", "x")));
    }

    #[test]
    fn an_illustration_of_the_library_is_declared() {
        let finding = Finding::new(Rule::XmlEntityUndeclared).with("icn", "ICN-A");
        let text = "<!DOCTYPE dmodule [\n<!NOTATION cgm PUBLIC 'x'>\n]>\n<dmodule><figure><graphic infoEntityIdent='ICN-A'/></figure></dmodule>";
        let repaired_text = repaired(text, &finding).expect("a repair");
        assert!(repaired_text.contains("<!ENTITY ICN-A SYSTEM \"ICN-A.CGM\" NDATA cgm>"), "{repaired_text}");
        let other = Finding::new(Rule::XmlEntityUndeclared).with("icn", "ICN-X");
        assert_eq!(repaired(text, &other), None);
    }

    #[test]
    fn other_problems_have_no_repair() {
        assert!(Rule::ALL.iter().filter(|rule| is_repairable(**rule)).count() < 10);
        assert_eq!(repaired("<a/>", &Finding::new(Rule::XsdInvalid)), None);
    }
}
