//! Code, title and covered clauses from the title of a topic: `AMC1 ADR.OR.B.015(b)(1);(2) Application`.

use std::sync::LazyLock;

use regex_lite::Regex;

use crate::clean;

/// A title in its parts.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TopicTitle {
    /// Empty if the title has none.
    pub(super) code: String,
    pub(super) title: String,
    /// Paths of clauses of the rule that an AMC or GM belongs to.
    pub(super) covers: Vec<String>,
}

#[expect(clippy::expect_used, reason = "the pattern is a constant that a test compiles")]
static PATTERN: LazyLock<Regex> = LazyLock::new(|| {
    let before = r"(?:Appendix\s+[A-Z0-9]+\s+to\s+)?(?:(?:AMC|GM)\s?[0-9]*[A-Z]?\s+(?:to\s+)?)?(?:CS\s+)?";
    let dotted = r"[A-Z0-9][A-Z0-9\-]{0,11}(?:\.[A-Za-z0-9\-]+)+";
    let named = r"(?:Article|Annex|ANNEX|Appendix)\s+(?:[0-9]+[a-z]?|[IVX]+|[A-Z])";
    let list = r"(?:\([0-9A-Za-z]{1,5}\))+(?:\s?[;,&]\s?(?:\([0-9A-Za-z]{1,5}\))+)*";
    // Some AMC belong to several rules: `AMC1 X.1; X.2(a)`.
    let more = [r"(?:\s?[;,&]\s?", dotted, "(?:", list, ")?)*"].concat();
    let end = r"(?:\s+[-–—]?\s*|$)(.*)$";
    let pattern = [r"^(", before, "(?:", dotted, "|", named, r"))\s?(", list, ")?(", &more, ")", end].concat();
    Regex::new(&pattern).expect("a valid pattern")
});

/// Characters of a title that are looked at. Titles of half as many are too long for a collection.
const MAX_CHARS: usize = 4_000;

pub(super) fn parse(source: &str) -> TopicTitle {
    let whole = clean::line(source);
    // More than any title may have; matching costs by the length.
    let line = clean::shortened(&whole, MAX_CHARS);
    let Some(found) = PATTERN.captures(line) else {
        return TopicTitle { code: String::new(), title: line.to_owned(), covers: Vec::new() };
    };
    let group = |number| found.get(number).map_or("", |group| group.as_str());
    let (code, list, more, title) = (group(1), group(2), group(3), group(4));
    TopicTitle { code: [code, list, more].concat(), title: title.to_owned(), covers: covers(list) }
}

/// `(b)(1);(2)` means `(b)(1)` and `(b)(2)`.
fn covers(list: &str) -> Vec<String> {
    let mut paths: Vec<Vec<&str>> = Vec::new();
    for part in list.split([';', ',', '&']).map(str::trim).filter(|part| !part.is_empty()) {
        let own: Vec<&str> = part.split_inclusive(')').map(str::trim).collect();
        let shared = paths.last().map_or(&[][..], |last| prefix(last, &own)).to_vec();
        paths.push([shared, own].concat());
    }
    paths.into_iter().map(|path| path.join("/")).collect()
}

/// The common part of the path before and this one: all before the marker of the same kind.
fn prefix<'p, 's>(before: &'p [&'s str], own: &[&'s str]) -> &'p [&'s str] {
    let kind = |marker: &str| marker.chars().nth(1).map(|c| (c.is_ascii_digit(), c.is_ascii_uppercase()));
    let first = own.first().and_then(|marker| kind(marker));
    let place = before.iter().rposition(|marker| kind(marker) == first).unwrap_or(0);
    &before[..place]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_stand_before_titles() {
        for (source, code, title) in [
            ("CS 23.2000 Applicability and definitions", "CS 23.2000", "Applicability and definitions"),
            ("AMC1 23.2000 Applicability", "AMC1 23.2000", "Applicability"),
            ("GM1\u{a0}ADR.OR.B.015 Application", "GM1 ADR.OR.B.015", "Application"),
            ("AMC1 ADR.OR.B.015(b)(1);(2);(3) Application", "AMC1 ADR.OR.B.015(b)(1);(2);(3)", "Application"),
            ("AMC1 X.1(a); X.2 Means", "AMC1 X.1(a); X.2", "Means"),
            ("21.A.91 Classification of changes", "21.A.91", "Classification of changes"),
            ("CS FTL.1.100 Applicability", "CS FTL.1.100", "Applicability"),
            ("SERA.5005 Visual flight rules", "SERA.5005", "Visual flight rules"),
            ("Article 2 Definitions", "Article 2", "Definitions"),
            ("Appendix I to AMC1 M.A.302 Content", "Appendix I to AMC1 M.A.302", "Content"),
            ("ORO.GEN.110", "ORO.GEN.110", ""),
            ("Note from the editor", "", "Note from the editor"),
            ("", "", ""),
        ] {
            let parsed = parse(source);
            assert_eq!((parsed.code.as_str(), parsed.title.as_str()), (code, title), "{source}");
        }
    }

    #[test]
    fn a_title_without_end_is_cut() {
        let parsed = parse(&["X.1 ", &"word ".repeat(100_000)].concat());
        assert_eq!((parsed.code.as_str(), parsed.title.chars().count()), ("X.1", 3_996));
        assert_eq!(parse(&"-".repeat(100_000)).title.len(), 4_000);
    }

    #[test]
    fn an_amc_names_the_clauses_that_it_covers() {
        assert_eq!(parse("AMC1 X.1(b)(1);(2);(3) T").covers, ["(b)/(1)", "(b)/(2)", "(b)/(3)"]);
        assert_eq!(parse("AMC1 X.1(a);(c) T").covers, ["(a)", "(c)"]);
        assert_eq!(parse("AMC1 X.1(a)(1);(b) T").covers, ["(a)/(1)", "(b)"]);
        assert_eq!(parse("AMC1 X.1 T").covers, [""; 0]);
    }
}
