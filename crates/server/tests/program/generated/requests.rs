//! Generates requests for an operation: most of them as it describes them, the others with wrong values.

use std::fmt;

use serde_json::{Map, Value, json};

use super::schema::{contradiction, resolved, types};

/// The seed of all choices.
const SEED: u64 = 0x5eed_0a9e_11ca_7e57;

/// Texts for parameters and members. None names the account that sends the requests.
const TEXTS: [&str; 14] = [
    "",
    "a",
    "MEL",
    "H160",
    "TST",
    "/H160/MEL",
    "/H160/MEL/DMC-A.XML",
    "en-US",
    "1",
    "nobody@example.com",
    "2026-01-01T00:00:00Z",
    "yes",
    "空客 <b>&\"'",
    "%_!\\",
];

/// Vault paths: of everything, of nothing, and malformed ones.
const PATHS: [&str; 8] = [
    "/",
    "/H160",
    "/H160/MEL",
    "/H160/MULTIMEDIA",
    "/H160/MULTIMEDIA/ICN-1.PNG",
    "/H160/MEL/DMC-A.XML",
    "/H 160",
    "/H160/MEL/a/b.XML",
];

const NUMBERS: [i64; 8] = [0, 1, 2, 10, 500, 501, -1, 2_147_483_648];

/// A request, and what the document forbids of it.
pub(crate) struct GeneratedRequest {
    pub(crate) method: String,
    pub(crate) target: String,
    pub(crate) content_type: String,
    pub(crate) body: Vec<u8>,
    pub(crate) wrong: Option<String>,
}

impl fmt::Display for GeneratedRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.method, self.target, String::from_utf8_lossy(&self.body))
    }
}

/// Chooses by xorshift, so that every run sends the same requests.
pub(crate) struct Generator<'a> {
    document: &'a Value,
    state: u64,
}

impl<'a> Generator<'a> {
    pub(crate) fn new(document: &'a Value) -> Self {
        Self { document, state: SEED }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state % limit as u64).expect("below the limit")
    }

    fn one_of<T: Copy>(&mut self, choice: &[T]) -> T {
        choice[self.below(choice.len())]
    }

    pub(crate) fn request(&mut self, path: &str, method: &str, operation: &Value) -> GeneratedRequest {
        let (mut target, mut query, mut wrong) = (path.to_owned(), Vec::new(), None);
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().expect("a name");
            match parameter["in"].as_str() {
                Some("path") => {
                    let text = if name == "path" { self.one_of(&PATHS) } else { self.one_of(&TEXTS) };
                    let text = if text.is_empty() { "none" } else { text };
                    let kept: &[u8] = if name == "path" { b"/" } else { b"" };
                    target = target.replace(&format!("{{{name}}}"), &encoded(text, kept));
                }
                Some("query") => {
                    let needed = parameter["required"] == true;
                    let (pairs, why) = self.query(name, needed, &parameter["schema"]);
                    query.extend(pairs);
                    wrong = wrong.or(why);
                }
                _ => {}
            }
        }
        if !query.is_empty() {
            target = format!("{target}?{}", query.join("&"));
        }
        let (content_type, body, why) = self.body(&operation["requestBody"]);
        GeneratedRequest { method: method.to_owned(), target, content_type, body, wrong: wrong.or(why) }
    }

    /// The pairs of one parameter, and what is wrong with them.
    fn query(&mut self, name: &str, needed: bool, schema: &Value) -> (Vec<String>, Option<String>) {
        if self.below(if needed { 12 } else { 2 }) == 0 {
            return (Vec::new(), needed.then(|| format!("{name} is absent")));
        }
        let value = self.value(schema, 0);
        let values = match value {
            Value::Array(items) => items,
            Value::Null => Vec::new(),
            one => vec![one],
        };
        let typed = types(resolved(self.document, schema)).iter().any(|name| ["integer", "boolean"].contains(name));
        let is_word = !resolved(self.document, schema)["enum"].is_null();
        // In a query every value is a text, so only numbers and words can be wrong.
        let checked = if typed || is_word { values.first() } else { None };
        let why = checked.and_then(|value| contradiction(self.document, schema, value, name));
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        (values.iter().map(|value| format!("{name}={}", encoded(&text(value), b""))).collect(), why)
    }

    fn body(&mut self, described: &Value) -> (String, Vec<u8>, Option<String>) {
        let Some((content_type, content)) = described["content"].as_object().and_then(|content| content.iter().next())
        else {
            return ("application/json".to_owned(), Vec::new(), None);
        };
        if content_type != "application/json" {
            return (content_type.clone(), self.one_of(&TEXTS).as_bytes().to_vec(), None);
        }
        let value = self.value(&content["schema"], 0);
        let why = contradiction(self.document, &content["schema"], &value, "");
        (content_type.clone(), value.to_string().into_bytes(), why)
    }

    /// A value of a schema; a few are of another type.
    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        if self.below(40) == 0 {
            return match self.below(4) {
                0 => Value::Null,
                1 => json!([]),
                2 => json!({"unknown": 1}),
                _ => json!("text"),
            };
        }
        let schema = resolved(self.document, schema);
        for name in ["oneOf", "anyOf"] {
            if let Some(choice) = schema[name].as_array() {
                let part = &choice[self.below(choice.len())];
                return self.value(part, depth + 1);
            }
        }
        if let Some(words) = schema["enum"].as_array().filter(|_| self.below(12) > 0) {
            return words[self.below(words.len())].clone();
        }
        let types = types(schema);
        let kind = if types.is_empty() { "object" } else { self.one_of(&types) };
        match kind {
            "null" => Value::Null,
            "boolean" => json!(self.below(2) == 0),
            "integer" | "number" => json!(self.one_of(&NUMBERS)),
            "array" => {
                let count = if depth > 4 { 0 } else { self.below(3) };
                (0..count).map(|_| self.value(&schema["items"], depth + 1)).collect()
            }
            "object" => Value::Object(self.members(schema, depth)),
            _ => json!(self.one_of(&TEXTS)),
        }
    }

    fn members(&mut self, schema: &Value, depth: usize) -> Map<String, Value> {
        let mut members = Map::new();
        for part in schema["allOf"].as_array().into_iter().flatten() {
            let part = resolved(self.document, part);
            members.extend(self.members(part, depth));
        }
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let chance = if required.contains(&name.as_str()) { 30 } else { 2 };
            if self.below(chance) > 0 && depth < 6 {
                let value = self.value(property, depth + 1);
                members.insert(name.clone(), value);
            }
        }
        if self.below(30) == 0 {
            members.insert("unknown".to_owned(), json!(1));
        }
        members
    }
}

/// Percent-encodes all but letters, digits and the characters of `kept`.
fn encoded(text: &str, kept: &[u8]) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) || kept.contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
