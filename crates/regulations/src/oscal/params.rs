//! Parameters: `{{ insert: param, id }}` in prose becomes the value, or what it is about.

use std::cell::Cell;
use std::collections::HashMap;

use serde_json::Value;

use super::json::{list, str_of};

/// The parameters of a catalog, by id.
#[derive(Debug, Default)]
pub(super) struct CatalogParams<'v> {
    by_id: HashMap<&'v str, &'v Value>,
    /// Bytes that parameters have added to all texts.
    added: Cell<usize>,
}

/// Parameters in the choices of parameters, and so on.
const MAX_DEPTH: usize = 4;
/// The longest text that parameters may make.
const MAX_BYTES: usize = 256 << 10;
/// Bytes that parameters may add to the texts of a catalog: many texts may insert one long value.
const MAX_ADDED: usize = 64 << 20;

impl<'v> CatalogParams<'v> {
    pub(super) fn add(&mut self, params: &'v [Value]) {
        self.by_id.extend(params.iter().map(|param| (str_of(param, "id"), param)));
    }

    /// The prose with its parameters filled in, and the number of those that the catalog does not have.
    pub(super) fn resolve(&self, prose: &str) -> (String, usize) {
        let (mut text, mut open) = (String::new(), 0);
        self.resolve_into(prose, 0, &mut text, &mut open);
        self.added.set(self.added.get().saturating_add(text.len().saturating_sub(prose.len())));
        (text, open)
    }

    fn resolve_into(&self, prose: &str, depth: usize, text: &mut String, open: &mut usize) {
        let mut rest = prose;
        while let Some(start) = rest.find("{{") {
            let Some(length) = rest[start..].find("}}") else { break };
            text.push_str(&rest[..start]);
            let inner = &rest[start + 2..start + length];
            let id = inner.trim().strip_prefix("insert:").and_then(|inner| inner.trim().strip_prefix("param"));
            let id = id.map(|id| id.trim_start_matches([',', ' ']).trim());
            let is_within = depth < MAX_DEPTH && text.len() < MAX_BYTES && self.added.get() < MAX_ADDED;
            let param = id.and_then(|id| self.by_id.get(id)).filter(|_| is_within);
            if let Some(param) = param {
                self.param(param, depth, text, open);
            } else {
                *open += 1;
                text.push_str(&rest[start..start + length + 2]);
            }
            rest = &rest[start + length + 2..];
        }
        text.push_str(rest);
    }

    /// The value of a parameter, else its choices or its label, in brackets.
    fn param(&self, param: &Value, depth: usize, text: &mut String, open: &mut usize) {
        let values: Vec<&str> = list(param, "values").iter().filter_map(Value::as_str).collect();
        if !values.is_empty() {
            text.push_str(&values.join(", "));
            return;
        }
        text.push('[');
        let choices = param.get("select").map(|select| list(select, "choice")).unwrap_or_default();
        for (place, choice) in choices.iter().filter_map(Value::as_str).enumerate() {
            text.push_str(if place > 0 { "; " } else { "" });
            self.resolve_into(choice, depth + 1, text, open);
        }
        if choices.is_empty() {
            let label = str_of(param, "label");
            text.push_str(if label.is_empty() { str_of(param, "id") } else { label });
        }
        text.push(']');
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn parameters_show_their_values_choices_or_labels() {
        let list = [
            json!({ "id": "a", "values": ["ten days"] }),
            json!({ "id": "b", "label": "a duration" }),
            json!({ "id": "c", "select": { "choice": ["after {{ insert: param, b }}", "never"] } }),
            json!({ "id": "loop", "select": { "choice": ["x {{ insert: param, loop }} {{ insert: param, loop }}"] } }),
        ];
        let mut params = CatalogParams::default();
        params.add(&list);
        let resolve = |text: &str| params.resolve(text);
        assert_eq!(resolve("in {{ insert: param, a }}."), ("in ten days.".to_owned(), 0));
        assert_eq!(resolve("{{insert: param, c}}"), ("[after [a duration]; never]".to_owned(), 0));
        assert_eq!(resolve("{{ insert: param, z }} {{"), ("{{ insert: param, z }} {{".to_owned(), 1));
        let (text, open) = resolve("{{ insert: param, loop }}");
        assert!(open > 0 && text.len() < 10_000);
    }

    #[test]
    fn one_long_value_is_not_inserted_without_end() {
        let list = [json!({ "id": "a", "values": ["x".repeat(8 << 20)] })];
        let mut params = CatalogParams::default();
        params.add(&list);
        let open: usize = (0..12).map(|_| params.resolve("{{ insert: param, a }}").1).sum();
        assert!(open > 0);
    }
}
