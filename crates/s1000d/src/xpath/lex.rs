//! Expressions cut into tokens, and what can be wrong with an expression.

/// Why an expression cannot be used, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("character {}: {fault}", .at + 1)]
pub struct XPathError {
    /// Characters before the place.
    pub at: usize,
    pub fault: XPathFault,
}

/// A fault of an expression.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum XPathFault {
    #[error("this is no XPath 1.0: {0} is not expected")]
    Unexpected(String),
    #[error("the expression ends too early")]
    End,
    #[error("a quoted text has no end")]
    OpenLiteral,
    #[error("XPath 1.0 has no function {0}()")]
    UnknownFunction(String),
    #[error("{0}() does not take this number of arguments")]
    Arguments(&'static str),
    #[error("{0} needs nodes")]
    NeedsNodes(String),
    #[error("the prefix {0} is not declared")]
    UnknownPrefix(String),
    #[error("there is no axis {0}")]
    UnknownAxis(String),
    #[error("variables have no value here")]
    Variable,
    #[error("{0} is not supported")]
    Unsupported(&'static str),
    #[error("the expression is longer than {limit} bytes")]
    TooLong { limit: usize },
    #[error("the expression is nested deeper than {limit}")]
    TooDeep { limit: usize },
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum XPathToken<'a> {
    /// A sign, or a word that stands where only an operator can: `and`, `div`, `*` as multiplication.
    Sign(&'static str),
    Name(&'a str),
    /// `*` as a name.
    AnyName,
    /// `prefix:*`
    AnyOf(&'a str),
    Literal(&'a str),
    Number(f64),
}

/// The longest sign stands before its beginning.
const SIGNS: [&str; 20] =
    ["//", "::", "..", "!=", "<=", ">=", "(", ")", "[", "]", ".", "@", ",", "/", "|", "+", "-", "=", "<", ">"];
const OPERATORS: [&str; 4] = ["and", "or", "div", "mod"];

/// The tokens with the byte at which each begins.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, XPathToken<'_>)>, XPathError> {
    let mut found: Vec<(usize, XPathToken<'_>)> = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if matches!(first, ' ' | '\t' | '\r' | '\n') {
            at += 1;
            continue;
        }
        let (token, length) = token(&text[at..], found.last().map(|(_, token)| token))
            .map_err(|fault| XPathError { at: text[..at].chars().count(), fault })?;
        found.push((at, token));
        at += length;
    }
    Ok(found)
}

/// Whether an operator can follow: XPath decides by the token before what `*` and `and` are.
fn ends_operand(before: Option<&XPathToken<'_>>) -> bool {
    match before {
        None => false,
        Some(XPathToken::Sign(sign)) => matches!(*sign, ")" | "]" | "." | ".."),
        Some(_) => true,
    }
}

fn token<'a>(rest: &'a str, before: Option<&XPathToken<'_>>) -> Result<(XPathToken<'a>, usize), XPathFault> {
    let first = rest.chars().next().ok_or(XPathFault::End)?;
    if matches!(first, '"' | '\'') {
        let inside = &rest[1..];
        let end = inside.find(first).ok_or(XPathFault::OpenLiteral)?;
        return Ok((XPathToken::Literal(&inside[..end]), end + 2));
    }
    let starts_number = first.is_ascii_digit() || (first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit()));
    if starts_number {
        return Ok(number(rest));
    }
    if first == '*' {
        return Ok((if ends_operand(before) { XPathToken::Sign("*") } else { XPathToken::AnyName }, 1));
    }
    if first == '$' {
        return Err(XPathFault::Variable);
    }
    if let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
        return Ok((XPathToken::Sign(sign), sign.len()));
    }
    let name = name(rest).ok_or_else(|| XPathFault::Unexpected(first.to_string()))?;
    if ends_operand(before) {
        let operator = OPERATORS.into_iter().find(|operator| *operator == name);
        return operator
            .map(|operator| (XPathToken::Sign(operator), operator.len()))
            .ok_or_else(|| XPathFault::Unexpected(name.to_owned()));
    }
    // A prefix and its name are one token, without white space; `::` ends the name of an axis.
    let after = &rest[name.len()..];
    match after.strip_prefix(':').filter(|after| !after.starts_with(':')) {
        Some(after) if after.starts_with('*') => Ok((XPathToken::AnyOf(name), name.len() + 2)),
        Some(after) => {
            let local = self::name(after).ok_or_else(|| XPathFault::Unexpected(":".to_owned()))?;
            let length = name.len() + 1 + local.len();
            Ok((XPathToken::Name(&rest[..length]), length))
        }
        None => Ok((XPathToken::Name(name), name.len())),
    }
}

fn number(rest: &str) -> (XPathToken<'_>, usize) {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(rest);
    let length = match rest[whole..].strip_prefix('.') {
        Some(after) => whole + 1 + digits(after),
        None => whole,
    };
    (XPathToken::Number(rest[..length].parse().unwrap_or(f64::NAN)), length)
}

/// A name without colon at the beginning of a text.
fn name(text: &str) -> Option<&str> {
    let starts = |c: char| c.is_alphabetic() || c == '_';
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '\u{B7}');
    if !text.starts_with(starts) {
        return None;
    }
    Some(&text[..text.find(|c| !fits(c)).unwrap_or(text.len())])
}
