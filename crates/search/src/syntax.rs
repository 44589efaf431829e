//! The query language: words, `"phrases"`, `-not`, `field:value`, `OR`, `wild*`.

use crate::codes;
use crate::document::ModulePart;

/// The most words in one query.
const MAX_CLAUSES: usize = 64;
/// Minimum letters of a word with a wildcard, so that it does not match everything.
const MIN_WILD: usize = 2;
/// The most words with wildcards in one query; each is compared with the whole vocabulary.
const MAX_WILD: usize = 8;

/// A parsed query.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ParsedQuery {
    /// All of them must match.
    pub(crate) clauses: Vec<Clause>,
    pub(crate) filters: Vec<Filter>,
    /// Parts of a module the words must be in; empty means anywhere.
    places: Vec<ModulePart>,
    /// Parts of a module the words must not be in.
    avoided: Vec<ModulePart>,
}

/// A list of alternatives, possibly negated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clause {
    pub(crate) negated: bool,
    pub(crate) any: Vec<Atom>,
}

/// A search term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Atom {
    pub(crate) kind: AtomKind,
    pub(crate) text: String,
    /// Restricts it to a part of a module.
    pub(crate) place: Option<ModulePart>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AtomKind {
    Word,
    Phrase,
    Wild,
    /// A code prefix.
    Code,
    Info,
}

/// A metadata value to require or exclude.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(crate) field: FilterField,
    pub(crate) value: String,
    pub(crate) negated: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FilterField {
    Chapter,
    Language,
    Type,
    Status,
    Csdb,
    Manual,
}

/// A syntax error in a query.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{fault:?} at character {at}")]
pub struct SyntaxError {
    /// Its position in characters, counted from 1.
    pub at: usize,
    pub fault: SyntaxFault,
    /// The text at that position.
    pub found: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyntaxFault {
    /// A quotation mark is not closed.
    OpenQuote,
    /// Nothing follows a colon, or a quoted text is empty.
    Empty,
    UnknownField,
    /// Unknown name after `in:`.
    UnknownPlace,
    /// `OR` lacks an operand.
    LoneOr,
    /// A wildcard with too few letters.
    Wildcard,
    TooLong,
}

impl SyntaxFault {
    pub const ALL: [Self; 7] = [
        Self::OpenQuote,
        Self::Empty,
        Self::UnknownField,
        Self::UnknownPlace,
        Self::LoneOr,
        Self::Wildcard,
        Self::TooLong,
    ];

    /// Stable name and message key.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OpenQuote => "openQuote",
            Self::Empty => "empty",
            Self::UnknownField => "unknownField",
            Self::UnknownPlace => "unknownPlace",
            Self::LoneOr => "loneOr",
            Self::Wildcard => "wildcard",
            Self::TooLong => "tooLong",
        }
    }

    /// A correct query as an example.
    pub fn example(self) -> &'static str {
        match self {
            Self::OpenQuote => "\"hydraulic pump\"",
            Self::Empty | Self::UnknownField => "title:pump",
            Self::UnknownPlace => "in:warning pressure",
            Self::LoneOr => "pump OR valve",
            Self::Wildcard => "hydr*",
            Self::TooLong => "hydraulic pump removal",
        }
    }
}

/// A token between blanks.
struct QueryToken<'q> {
    /// Position in characters, counted from 1.
    at: usize,
    negated: bool,
    field: Option<&'q str>,
    text: &'q str,
    quoted: bool,
}

/// Parses a query.
pub fn parse(question: &str) -> Result<ParsedQuery, SyntaxError> {
    let mut out = ParsedQuery::default();
    let mut join = None;
    for piece in pieces(question)? {
        if piece.text == "OR" && !piece.quoted && piece.field.is_none() && !piece.negated {
            if out.clauses.is_empty() || join.is_some() {
                return Err(fault(&piece, SyntaxFault::LoneOr, piece.text));
            }
            join = Some(piece.at);
            continue;
        }
        let joined = join.take().is_some();
        out.take(&piece, joined)?;
        if out.clauses.len() + out.filters.len() > MAX_CLAUSES {
            return Err(fault(&piece, SyntaxFault::TooLong, ""));
        }
    }
    match join {
        Some(at) => Err(SyntaxError { at, fault: SyntaxFault::LoneOr, found: "OR".to_owned() }),
        None => Ok(out),
    }
}

impl ParsedQuery {
    /// The query is empty and matches everything.
    pub fn is_everything(&self) -> bool {
        self.clauses.is_empty()
    }

    /// The parts of a module its words are restricted to, combined with the selected ones; empty means anywhere.
    pub(crate) fn within(&self, chosen: &[ModulePart]) -> Vec<ModulePart> {
        let mut places = [chosen, &self.places].concat();
        if places.is_empty() && !self.avoided.is_empty() {
            places = ModulePart::ALL.to_vec();
        }
        places.retain(|place| !self.avoided.contains(place));
        places
    }

    fn wildcards(&self) -> usize {
        self.clauses.iter().flat_map(|clause| &clause.any).filter(|atom| atom.kind == AtomKind::Wild).count()
    }

    fn take(&mut self, piece: &QueryToken<'_>, joined: bool) -> Result<(), SyntaxError> {
        let mut place = None;
        let mut forced = None;
        match piece.field.map(field) {
            None => {}
            Some(Some(FieldName::In)) => {
                let found = ModulePart::parse(&piece.text.to_lowercase());
                let found = found.ok_or_else(|| fault(piece, SyntaxFault::UnknownPlace, piece.text))?;
                if piece.negated {
                    self.avoided.push(found);
                } else {
                    self.places.push(found);
                }
                return Ok(());
            }
            Some(Some(FieldName::Filter(field))) => {
                if joined {
                    return Err(fault(piece, SyntaxFault::LoneOr, "OR"));
                }
                self.filters.push(Filter { field, value: piece.text.to_owned(), negated: piece.negated });
                return Ok(());
            }
            Some(Some(FieldName::Code)) => forced = Some(AtomKind::Code),
            Some(Some(FieldName::Info)) => forced = Some(AtomKind::Info),
            Some(Some(FieldName::Place(own))) => place = Some(own),
            Some(None) => return Err(fault(piece, SyntaxFault::UnknownField, piece.field.unwrap_or_default())),
        }
        let kind = match forced {
            Some(kind) => kind,
            None if piece.quoted => AtomKind::Phrase,
            None if piece.text.contains('*') => AtomKind::Wild,
            None => AtomKind::Word,
        };
        let letters = piece.text.chars().filter(|c| c.is_alphanumeric()).count();
        if kind == AtomKind::Wild && letters < MIN_WILD {
            return Err(fault(piece, SyntaxFault::Wildcard, piece.text));
        }
        if kind == AtomKind::Wild && self.wildcards() >= MAX_WILD {
            return Err(fault(piece, SyntaxFault::TooLong, ""));
        }
        if letters == 0 {
            // Punctuation alone matches nothing; ignore it.
            return if piece.quoted { Err(fault(piece, SyntaxFault::Empty, piece.text)) } else { Ok(()) };
        }
        let text = if kind == AtomKind::Code { piece.text.trim_end_matches('*') } else { piece.text };
        let atom = Atom { kind, text: text.to_owned(), place };
        match self.clauses.last_mut().filter(|last| joined && last.negated == piece.negated) {
            Some(last) => last.any.push(atom),
            None => self.clauses.push(Clause { negated: piece.negated, any: vec![atom] }),
        }
        Ok(())
    }
}

enum FieldName {
    In,
    Code,
    Info,
    Filter(FilterField),
    Place(ModulePart),
}

/// Maps field names in both languages.
fn field(name: &str) -> Option<FieldName> {
    let name = name.to_lowercase();
    Some(match name.as_str() {
        "in" | "where" | "位置" => FieldName::In,
        "code" | "dmc" | "代码" | "编码" => FieldName::Code,
        "info" | "infocode" | "信息码" => FieldName::Info,
        "chapter" | "ata" | "章" | "章节" => FieldName::Filter(FilterField::Chapter),
        "lang" | "language" | "语言" => FieldName::Filter(FilterField::Language),
        "type" | "kind" | "类型" => FieldName::Filter(FilterField::Type),
        "status" | "状态" => FieldName::Filter(FilterField::Status),
        "db" | "csdb" | "database" | "数据库" => FieldName::Filter(FilterField::Csdb),
        "manual" | "手册" => FieldName::Filter(FilterField::Manual),
        "标题" => FieldName::Place(ModulePart::Title),
        "警告" => FieldName::Place(ModulePart::Warning),
        name => FieldName::Place(ModulePart::parse(name)?),
    })
}

/// The field names, listed in the error message for an unknown one.
pub const FIELDS: [&str; 18] = [
    "title", "code", "info", "chapter", "in", "para", "step", "warning", "caution", "note", "figure", "table", "mel",
    "lang", "type", "status", "db", "manual",
];

fn fault(piece: &QueryToken<'_>, fault: SyntaxFault, found: &str) -> SyntaxError {
    SyntaxError { at: piece.at, fault, found: found.to_owned() }
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„')
}

fn pieces(question: &str) -> Result<Vec<QueryToken<'_>>, SyntaxError> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(c) = question[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let (piece, end) = piece(question, at)?;
        pieces.push(piece);
        at = end;
    }
    Ok(pieces)
}

/// The token that starts at a byte, and its end.
fn piece(question: &str, start: usize) -> Result<(QueryToken<'_>, usize), SyntaxError> {
    let column = question[..start].chars().count() + 1;
    let mut at = start;
    let negated = question[at..].starts_with('-');
    at += usize::from(negated);
    let bare = &question[at..];
    let named = bare.find([':', '：']).filter(|end| is_name(&bare[..*end]));
    let field = named.map(|end| &bare[..end]);
    if let Some(end) = named {
        at += end + bare[end..].chars().next().map_or(0, char::len_utf8);
    }
    let rest = &question[at..];
    let mut piece = QueryToken { at: column, negated, field, text: "", quoted: false };
    if let Some(open) = rest.chars().next().filter(|c| is_quote(*c)) {
        let inside = &rest[open.len_utf8()..];
        let Some(close) = inside.find(is_quote) else {
            let at = question[..at].chars().count() + 1;
            return Err(SyntaxError { at, fault: SyntaxFault::OpenQuote, found: inside.to_owned() });
        };
        piece.text = &inside[..close];
        piece.quoted = true;
        let end = at + open.len_utf8() + close;
        return Ok((piece, end + question[end..].chars().next().map_or(0, char::len_utf8)));
    }
    let end = rest.find(|c: char| c.is_whitespace() || is_quote(c)).unwrap_or(rest.len());
    piece.text = &rest[..end];
    // A lone dash, as copied from a module title, has no meaning.
    if piece.text.is_empty() && field.is_some() {
        return Err(fault(&piece, SyntaxFault::Empty, &question[start..at]));
    }
    Ok((piece, at + end))
}

/// The text before a colon can be a field name; a URL or a time cannot.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(char::is_alphabetic)
        && !matches!(text, "http" | "https")
        && !codes::looks_like_one(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(question: &str) -> String {
        let question = parse(question).expect("a question");
        let atom = |atom: &Atom| {
            let place = atom.place.map(|place| format!("{}:", place.as_str())).unwrap_or_default();
            format!("{place}{:?}({})", atom.kind, atom.text)
        };
        let clause = |clause: &Clause| {
            let any: Vec<String> = clause.any.iter().map(atom).collect();
            format!("{}{}", if clause.negated { "not " } else { "" }, any.join("|"))
        };
        let filter =
            |filter: &Filter| format!("{:?}={}{}", filter.field, if filter.negated { "!" } else { "" }, filter.value);
        let parts = question.clauses.iter().map(clause).chain(question.filters.iter().map(filter));
        let places = question.places.iter().map(|place| format!("in {}", place.as_str()));
        let places = places.chain(question.avoided.iter().map(|place| format!("not in {}", place.as_str())));
        parts.chain(places).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn queries_are_parsed() {
        for (question, parts) in [
            ("hydraulic pump", "Word(hydraulic), Word(pump)"),
            ("\"hydraulic pump\" -filter", "Phrase(hydraulic pump), not Word(filter)"),
            ("“液压 泵”", "Phrase(液压 泵)"),
            ("pump OR valve hydr*", "Word(pump)|Word(valve), Wild(hydr*)"),
            ("code:DMC-H160* info:520", "Code(DMC-H160), Info(520)"),
            ("title:pump warning:\"high pressure\"", "title:Word(pump), warning:Phrase(high pressure)"),
            ("in:warning pressure chapter:29 -lang:zh", "Word(pressure), Chapter=29, Language=!zh, in warning"),
            ("-in:warning pump", "Word(pump), not in warning"),
            ("type：proced 标题：泵", "title:Word(泵), Type=proced"),
            ("Pump - Removal", "Word(Pump), Word(Removal)"),
            ("10:30 http://a.b , 29-10-00", "Word(10:30), Word(http://a.b), Word(29-10-00)"),
            ("", ""),
        ] {
            assert_eq!(read(question), parts, "{question}");
        }
    }

    #[test]
    fn syntax_errors_have_their_position() {
        for (question, at, expected) in [
            ("pump \"open", 6, SyntaxFault::OpenQuote),
            ("泵 title:", 3, SyntaxFault::Empty),
            ("pump -title:", 6, SyntaxFault::Empty),
            ("pump foo:bar", 6, SyntaxFault::UnknownField),
            ("in:cellar pump", 1, SyntaxFault::UnknownPlace),
            ("OR pump", 1, SyntaxFault::LoneOr),
            ("pump OR", 6, SyntaxFault::LoneOr),
            ("pump OR OR valve", 9, SyntaxFault::LoneOr),
            ("p*", 1, SyntaxFault::Wildcard),
            ("\"\"", 1, SyntaxFault::Empty),
        ] {
            let error = parse(question).expect_err(question);
            assert_eq!((error.at, error.fault), (at, expected), "{question}");
        }
        let long = "word ".repeat(MAX_CLAUSES + 1);
        assert_eq!(parse(&long).expect_err("too long").fault, SyntaxFault::TooLong);
        let wild = "ab* ".repeat(MAX_WILD);
        assert!(parse(&wild).is_ok());
        assert_eq!(parse(&format!("{wild} cd*")).expect_err("too many").fault, SyntaxFault::TooLong);
        for fault in SyntaxFault::ALL {
            assert!(parse(fault.example()).is_ok(), "{fault:?}");
        }
    }
}
