//! Turns the validator's English into findings that can be said in any language.

use domain::finding::{Finding, Rule};

/// The finding for a message of libxml2; what is not known keeps its words.
pub(super) fn finding(message: &str) -> Finding {
    known(message).unwrap_or_else(|| Finding::new(Rule::XsdInvalid).with("message", message))
}

fn known(message: &str) -> Option<Finding> {
    let rest = message.strip_prefix("Element '")?;
    let (element, rest) = rest.split_once('\'')?;
    let element = local(element);
    if let Some(rest) = rest.strip_prefix(", attribute '") {
        let (attribute, rest) = rest.split_once("': ")?;
        let of = |rule| Finding::new(rule).with("element", element).with("attribute", local(attribute));
        return rest.ends_with("is not allowed.").then(|| of(Rule::XsdAttributeNotAllowed));
    }
    let rest = rest.strip_prefix(": ")?;
    let of = |rule| Finding::new(rule).with("element", element);
    if let Some(rest) = rest.strip_prefix("This element is not expected.") {
        return Some(match expected(rest) {
            Some(expected) => of(Rule::XsdElementUnexpected).with("expected", expected),
            None => of(Rule::XsdElementNotAllowed),
        });
    }
    if let Some(rest) = rest.strip_prefix("Missing child element(s).") {
        return Some(of(Rule::XsdElementMissing).with("expected", expected(rest)?));
    }
    if let Some(rest) = rest.strip_prefix("The attribute '") {
        let attribute = rest.strip_suffix("' is required but missing.")?;
        return Some(of(Rule::XsdAttributeMissing).with("attribute", local(attribute)));
    }
    rest.starts_with("Character content").then(|| of(Rule::XsdTextNotAllowed))
}

/// The names in `Expected is one of ( a, b ).`
fn expected(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("( ")?;
    let (names, _) = rest.split_once(" )")?;
    Some(names.split(", ").map(local).collect::<Vec<_>>().join(", "))
}

/// The name without its namespace, which libxml2 writes in braces.
fn local(name: &str) -> &str {
    name.rsplit('}').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_validator_says_is_taken_apart() {
        let cases = [
            (
                "Element 'step': This element is not expected. Expected is one of ( para, figure ).",
                "xsd.element_unexpected",
                vec!["step", "para, figure"],
            ),
            (
                "Element 'step': This element is not expected. Expected is ( para ).",
                "xsd.element_unexpected",
                vec!["step", "para"],
            ),
            ("Element '{urn:x}step': This element is not expected.", "xsd.element_not_allowed", vec!["step"]),
            (
                "Element 'figure': Missing child element(s). Expected is ( title ).",
                "xsd.element_missing",
                vec!["figure", "title"],
            ),
            (
                "Element 'para', attribute 'x': The attribute 'x' is not allowed.",
                "xsd.attribute_not_allowed",
                vec!["para", "x"],
            ),
            (
                "Element 'graphic': The attribute 'infoEntityIdent' is required but missing.",
                "xsd.attribute_missing",
                vec!["graphic", "infoEntityIdent"],
            ),
            (
                "Element 'a': Character content other than whitespace is not allowed because the content type is 'element-only'.",
                "xsd.text_not_allowed",
                vec!["a"],
            ),
            (
                "Element 'q': 'many' is not a valid value of the atomic type 'xs:decimal'.",
                "xsd.invalid",
                vec!["Element 'q': 'many' is not a valid value of the atomic type 'xs:decimal'."],
            ),
        ];
        for (message, rule, values) in cases {
            let found = finding(message);
            assert_eq!(found.rule.as_str(), rule, "{message}");
            assert_eq!(found.params.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>(), values, "{message}");
        }
    }
}
