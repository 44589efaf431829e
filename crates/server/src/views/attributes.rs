//! Attributes on the wire: lists of strings, even for one value (specification, section 3).

use std::collections::BTreeMap;

use domain::field::FieldCode;
use serde::Deserialize;
use utoipa::ToSchema;

/// Attributes by name.
pub type AttributeMap = BTreeMap<String, Vec<String>>;

/// Builds an attribute map.
pub fn attribute_map<const N: usize>(attributes: [(&str, Vec<String>); N]) -> AttributeMap {
    attributes.into_iter().map(|(name, values)| (name.to_owned(), values)).collect()
}

/// A list of one value.
pub fn one(value: &str) -> Vec<String> {
    vec![value.to_owned()]
}

/// A list of one value, or an empty list for an empty value.
pub fn some(value: &str) -> Vec<String> {
    if value.is_empty() { Vec::new() } else { one(value) }
}

/// The wire word of a yes/no choice.
pub fn yes_no(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

/// One text, or a list of texts.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Texts)]
pub enum TextOrList {
    One(String),
    Many(Vec<String>),
}

impl Default for TextOrList {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl TextOrList {
    /// All texts.
    pub fn list(self) -> Vec<String> {
        match self {
            Self::One(text) => vec![text],
            Self::Many(texts) => texts,
        }
    }

    /// The only text; empty when there is none.
    pub fn single(self, field: &str) -> Result<String, app::Error> {
        let mut texts = self.list();
        let text = texts.pop().unwrap_or_default();
        if texts.is_empty() { Ok(text) } else { Err(app::Error::field(field, FieldCode::TooMany)) }
    }

    /// The only text as a yes/no choice; `None` when it is left out.
    pub fn choice(self, field: &str) -> Result<Option<bool>, app::Error> {
        match self.single(field)?.as_str() {
            "" => Ok(None),
            "yes" | "true" => Ok(Some(true)),
            "no" | "false" => Ok(Some(false)),
            _ => Err(app::Error::field(field, FieldCode::UnknownValue)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> TextOrList {
        serde_json::from_str(json).expect("a text or a list")
    }

    #[test]
    fn one_value_may_be_a_text_or_a_list() {
        for json in [r#""MEL""#, r#"["MEL"]"#] {
            assert_eq!(read(json).single("manualType").expect("one"), "MEL");
        }
        assert_eq!(read("[]").single("manualType").expect("none is empty"), "");
        assert!(read(r#"["MEL", "AMM"]"#).single("manualType").is_err());
    }

    #[test]
    fn a_choice_is_yes_no_true_or_false() {
        for (json, choice) in [(r#"["yes"]"#, Some(true)), (r#""false""#, Some(false)), ("[]", None)] {
            assert_eq!(read(json).choice("approvalRequired").expect("a choice"), choice);
        }
        assert!(read(r#""perhaps""#).choice("approvalRequired").is_err());
    }
}
