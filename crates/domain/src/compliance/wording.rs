//! The whole wording of a requirement, for comparisons.

use super::PolicyClause;

/// The text of a requirement with its clauses, each on a line of its own. Clauses that are the text, as those of imported
/// regulations are, are not repeated.
pub fn whole_wording(text: &str, clauses: &[PolicyClause]) -> String {
    if are_the_text(text, clauses) {
        return text.to_owned();
    }
    let mut lines: Vec<String> = Vec::with_capacity(clauses.len() + 1);
    lines.push(text.to_owned());
    lines.extend(
        clauses.iter().map(|clause| [clause.marker.as_str(), clause.text.as_str()].join(" ").trim().to_owned()),
    );
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

/// Signs that separate paths: markers of imported clauses may be without them.
const SEPARATORS: [char; 5] = ['/', '@', '~', '¶', '•'];

/// The clauses have the whole text and nothing else, apart from blanks. A marker may name the clauses around its own:
/// `(a)(1)` for what the text calls `(1)`. `isInClauses` of the web application has the same rule.
fn are_the_text(text: &str, clauses: &[PolicyClause]) -> bool {
    let compact = |text: &str| text.split_whitespace().collect::<String>();
    let whole = compact(text);
    let mut rest = whole.as_str();
    for clause in clauses {
        let (marker, words) = (compact(&clause.marker), compact(&clause.text));
        let ends = marker.char_indices().map(|(start, _)| &marker[start..]).chain([""]);
        let behind = ends.filter_map(|end| behind_marker(rest, end)).find_map(|rest| rest.strip_prefix(words.as_str()));
        let Some(behind) = behind else { return false };
        rest = behind;
    }
    rest.is_empty()
}

/// The text behind a marker, in which one of both may have separators that the other one has not.
fn behind_marker<'t>(text: &'t str, marker: &str) -> Option<&'t str> {
    let mut rest = text;
    for sign in marker.chars() {
        let is_begun = rest.len() < text.len();
        let from = if is_begun { rest.trim_start_matches(SEPARATORS) } else { rest };
        rest = match rest.strip_prefix(sign).or_else(|| from.strip_prefix(sign)) {
            Some(behind) => behind,
            None if SEPARATORS.contains(&sign) => rest,
            None => return None,
        };
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::PolicyClauseId;

    fn clause(marker: &str, text: &str) -> PolicyClause {
        PolicyClause { id: PolicyClauseId(marker.to_owned()), marker: marker.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn clauses_that_a_person_wrote_stand_behind_the_text() {
        let clauses = [clause("(a)", "two pumps"), clause("", "a valve")];
        assert_eq!(whole_wording("It has:", &clauses), "It has:\n(a) two pumps\na valve");
        assert_eq!(whole_wording("", &clauses[..1]), "(a) two pumps");
        assert_eq!(whole_wording("It has:", &[]), "It has:");
    }

    #[test]
    fn clauses_that_are_parts_of_the_text_are_not_repeated() {
        let clauses = [clause("(a)", "two pumps"), clause("(a)(1)", "a valve")];
        let text = "(a) two pumps\n(1) a valve";
        assert_eq!(whole_wording(text, &clauses), text);
        let swapped = [clauses[1].clone(), clauses[0].clone()];
        assert_ne!(whole_wording(text, &swapped), text, "they stand in another order");
        let renamed = [clause("(b)", "two pumps"), clauses[1].clone()];
        assert_ne!(whole_wording(text, &renamed), text, "one has another marker");
        let text = "(a/b) two pumps\n• a valve";
        assert_eq!(whole_wording(text, &[clause("(ab)", "two pumps"), clause("•", "a valve")]), text);
    }

    #[test]
    fn signs_count_in_the_words_of_a_clause() {
        for (before, after) in [("at least 1/2 hour", "at least 12 hour"), ("10~20 minutes", "1020 minutes")] {
            let (old, new) = ([clause("(a)", before)], [clause("(a)", after)]);
            let text = ["(a) ", before].concat();
            assert_eq!(whole_wording(&text, &old), text);
            assert_ne!(whole_wording(&text, &new), text, "{after}");
        }
    }

    #[test]
    fn markers_are_compared_without_the_signs_of_paths() {
        for marker in ["(a/b)", "(ab)", "(z)(a/b)", "(z)(ab)"] {
            assert_eq!(whole_wording("(a/b) two pumps", &[clause(marker, "two pumps")]), "(a/b) two pumps", "{marker}");
        }
        assert_eq!(whole_wording("(ab) two pumps", &[clause("(a/b)", "two pumps")]), "(ab) two pumps");
        assert_ne!(whole_wording("(a-b) two pumps", &[clause("(ab)", "two pumps")]), "(a-b) two pumps");
        assert_ne!(whole_wording("/ two pumps", &[clause("", "two pumps")]), "/ two pumps");
    }

    #[test]
    fn clauses_whose_words_are_in_the_text_by_chance_are_told() {
        let text = "Keep records of all pumps";
        assert_eq!(whole_wording(text, &[clause("", "records")]), "Keep records of all pumps\nrecords");
        assert_ne!(whole_wording(text, &[clause("", "records")]), whole_wording(text, &[clause("", "pumps")]));
    }
}
