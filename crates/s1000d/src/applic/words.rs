//! An expression in plain words: `model A, serial numbers 10 to 20, and SB 12 embodied`.

use domain::language::Locale;

use super::tables::Tables;
use super::{Assertion, Expression, PropertyKind, Value, Values};

/// Says an expression in a language, with the names that the tables give to properties.
pub fn describe(expression: &Expression, tables: &Tables, locale: Locale) -> String {
    match locale {
        Locale::English => say(expression, tables, &ENGLISH, false),
        Locale::Chinese => say(expression, tables, &CHINESE, false),
    }
}

/// The differences between the languages.
struct Grammar {
    /// Between two, between several, and before the last of several.
    and: [&'static str; 3],
    or: [&'static str; 3],
    brackets: [&'static str; 2],
    assertion: fn(&str, PropertyKind, &Values) -> String,
    /// In place of an assertion that says nothing.
    unread: &'static str,
}

const ENGLISH: Grammar = Grammar {
    and: [" and ", ", ", ", and "],
    or: [" or ", ", ", ", or "],
    brackets: ["(", ")"],
    assertion: english,
    unread: "a condition that is not stated",
};

const CHINESE: Grammar = Grammar {
    and: ["，且", "，", "，且"],
    or: [" 或 ", " 或 ", " 或 "],
    brackets: ["（", "）"],
    assertion: chinese,
    unread: "未说明的条件",
};

fn say(expression: &Expression, tables: &Tables, grammar: &Grammar, inside: bool) -> String {
    let (parts, words) = match expression {
        Expression::Assert(assertion) => return assert(assertion, tables, grammar),
        Expression::Unread(text) if text.is_empty() => return grammar.unread.to_owned(),
        Expression::Unread(text) => return text.clone(),
        Expression::And(parts) => (parts, &grammar.and),
        Expression::Or(parts) => (parts, &grammar.or),
    };
    let parts: Vec<String> = parts.iter().map(|part| say(part, tables, grammar, true)).collect();
    let text = join(&parts, words);
    if inside { format!("{}{text}{}", grammar.brackets[0], grammar.brackets[1]) } else { text }
}

fn assert(assertion: &Assertion, tables: &Tables, grammar: &Grammar) -> String {
    let Assertion { property, values, .. } = assertion;
    (grammar.assertion)(tables.name_of(property), property.kind, values)
}

fn join(parts: &[String], [two, several, last]: &[&str; 3]) -> String {
    match parts {
        [first, second] => format!("{first}{two}{second}"),
        [first @ .., end] if !first.is_empty() => format!("{}{last}{end}", first.join(several)),
        _ => parts.concat(),
    }
}

/// The meaning of the usual values of a condition.
enum State {
    Embodied,
    NotEmbodied,
    Installed,
    NotInstalled,
    Yes,
    No,
}

impl State {
    /// The one state that a set of values stands for. `POST-001~POST-999` is any issue of a bulletin.
    fn of(values: &Values) -> Option<Self> {
        let mut values = values.iter();
        let (Some(value), None) = (values.next(), values.next()) else { return None };
        let (Value::One(word) | Value::Range(word, _)) = value;
        let word = word.to_ascii_uppercase();
        match word.as_str() {
            "PRE" => Some(Self::NotEmbodied),
            "INSTALLED" => Some(Self::Installed),
            "NOT_INSTALLED" | "NOT INSTALLED" => Some(Self::NotInstalled),
            "TRUE" | "YES" => Some(Self::Yes),
            "FALSE" | "NO" => Some(Self::No),
            _ if word == "POST" || word.starts_with("POST-") => Some(Self::Embodied),
            _ => None,
        }
    }
}

fn english(name: &str, kind: PropertyKind, values: &Values) -> String {
    let state = if kind == PropertyKind::Condition { State::of(values) } else { None };
    match state {
        Some(State::Embodied) => return format!("{name} embodied"),
        Some(State::NotEmbodied) => return format!("{name} not embodied"),
        Some(State::Installed) => return format!("{name} installed"),
        Some(State::NotInstalled) => return format!("{name} not installed"),
        Some(State::Yes) => return name.to_owned(),
        Some(State::No) => return format!("not {name}"),
        None => {}
    }
    if values.is_empty() {
        return format!("{} (no value given)", lowered(name));
    }
    let many = values.len() > 1 || values.iter().any(|value| matches!(value, Value::Range(..)));
    let name = if many && kind == PropertyKind::Attribute { plural(&lowered(name)) } else { lowered(name) };
    let parts: Vec<String> = values
        .iter()
        .map(|value| match value {
            Value::One(value) => value.clone(),
            Value::Range(from, to) => format!("{from} to {to}"),
        })
        .collect();
    format!("{name} {}", join(&parts, &ENGLISH.or))
}

/// `Serial number` begins a sentence nowhere here; `SN` is no word.
fn lowered(name: &str) -> String {
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            first.to_lowercase().chain(name.chars().skip(1)).collect()
        }
        _ => name.to_owned(),
    }
}

fn plural(name: &str) -> String {
    let is_word = name.ends_with(|c: char| c.is_ascii_lowercase());
    match name {
        _ if !is_word || name.ends_with('s') => name.to_owned(),
        _ if name.ends_with('y') && !name.ends_with("ey") => format!("{}ies", &name[..name.len() - 1]),
        _ => format!("{name}s"),
    }
}

fn chinese(name: &str, kind: PropertyKind, values: &Values) -> String {
    let state = if kind == PropertyKind::Condition { State::of(values) } else { None };
    match state {
        Some(State::Embodied) => return format!("已执行 {name}"),
        Some(State::NotEmbodied) => return format!("未执行 {name}"),
        Some(State::Installed) => return format!("已装 {name}"),
        Some(State::NotInstalled) => return format!("未装 {name}"),
        Some(State::Yes) => return name.to_owned(),
        Some(State::No) => return format!("非 {name}"),
        None => {}
    }
    if values.is_empty() {
        return format!("{}（未给出值）", chinese_name(name));
    }
    let parts: Vec<String> = values
        .iter()
        .map(|value| match value {
            Value::One(value) => value.clone(),
            Value::Range(from, to) => format!("{from} 至 {to}"),
        })
        .collect();
    format!("{} {}", chinese_name(name), parts.join("、"))
}

/// English names that most tables have; others stay as the table writes them.
fn chinese_name(name: &str) -> &str {
    match name.to_ascii_lowercase().as_str() {
        "model" => "型号",
        "serial number" | "serialno" | "serial no" => "序号",
        "registration" => "注册号",
        "version" => "版本",
        "type" => "类型",
        _ => name,
    }
}
