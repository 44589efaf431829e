//! Compares values with schemas of the API document.

use serde_json::Value;

/// The schema that a reference names, or the schema itself.
pub(crate) fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(name) => document.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("{name} is missing")),
        None => schema,
    }
}

/// The types that a schema allows; none: any.
pub(crate) fn types(schema: &Value) -> Vec<&str> {
    match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(some) => some.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The first place where a value is not what a schema describes.
pub(crate) fn contradiction(document: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    let schema = resolved(document, schema);
    let of = |part: &Value| contradiction(document, part, value, at);
    if let Some(found) = schema["allOf"].as_array().and_then(|parts| parts.iter().find_map(of)) {
        return Some(found);
    }
    for choice in ["oneOf", "anyOf"].iter().filter_map(|name| schema[name].as_array()) {
        if choice.iter().all(|part| of(part).is_some()) {
            return Some(format!("{at} is none of the alternatives: {value}"));
        }
    }
    let types = types(schema);
    if !types.is_empty() && !types.iter().any(|name| is_of_type(name, value)) {
        return Some(format!("{at} is not {}: {value}", types.join(" or ")));
    }
    if schema["enum"].as_array().is_some_and(|words| !value.is_null() && !words.contains(value)) {
        return Some(format!("{at} is none of the words: {value}"));
    }
    match value {
        Value::Number(number) => {
            let number = number.as_f64()?;
            let below = schema["minimum"].as_f64().is_some_and(|minimum| number < minimum);
            let above = schema["maximum"].as_f64().is_some_and(|maximum| number > maximum);
            (below || above).then(|| format!("{at} is out of range: {value}"))
        }
        Value::Array(items) => {
            let mut items = items.iter().enumerate();
            items.find_map(|(index, item)| contradiction(document, &schema["items"], item, &format!("{at}[{index}]")))
        }
        Value::Object(members) => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let absent = required.into_iter().find(|name| !members.contains_key(*name));
            if let Some(name) = absent {
                return Some(format!("{at}.{name} is absent"));
            }
            members.iter().find_map(|(name, member)| {
                let at = format!("{at}.{name}");
                match (&schema["properties"][name], &schema["additionalProperties"]) {
                    (Value::Null, Value::Bool(false)) => Some(format!("{at} is not described")),
                    (Value::Null, others) => contradiction(document, others, member, &at),
                    (property, _) => contradiction(document, property, member, &at),
                }
            })
        }
        _ => None,
    }
}

fn is_of_type(name: &str, value: &Value) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("unknown type {name}"),
    }
}

#[test]
fn values_are_compared_with_all_parts_of_a_schema() {
    use serde_json::json;

    let document = json!({"components": {"schemas": {"Page": {"type": "integer", "minimum": 1, "maximum": 500}}}});
    let schema = json!({
        "allOf": [{"type": "object", "required": ["name"]}],
        "properties": {
            "name": {"type": ["string", "null"], "enum": ["a", "b"]},
            "page": {"$ref": "#/components/schemas/Page"},
            "list": {"type": "array", "items": {"oneOf": [{"type": "null"}, {"type": "boolean"}]}},
        },
        "additionalProperties": false,
    });
    for (value, found) in [
        (json!({"name": "a", "page": 500, "list": [true, null]}), None),
        (json!({"name": null}), None),
        (json!({}), Some(".name is absent")),
        (json!({"name": "c"}), Some(".name is none of the words: \"c\"")),
        (json!({"name": 1}), Some(".name is not string or null: 1")),
        (json!({"name": "a", "page": 0}), Some(".page is out of range: 0")),
        (json!({"name": "a", "list": [1]}), Some(".list[0] is none of the alternatives: 1")),
        (json!({"name": "a", "more": 1}), Some(".more is not described")),
    ] {
        assert_eq!(contradiction(&document, &schema, &value, "").as_deref(), found, "{value}");
    }
}
