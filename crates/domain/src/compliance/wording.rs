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

/// The clauses have the whole text and nothing else, apart from blanks. A marker may name the clauses around its own:
/// `(a)(1)` for what the text calls `(1)`. The page of a requirement has the same rule.
fn are_the_text(text: &str, clauses: &[PolicyClause]) -> bool {
    // Markers of imported clauses are without the signs that separate paths.
    let is_told = |c: &char| !c.is_whitespace() && !matches!(c, '/' | '@' | '~' | '¶' | '•');
    let compact = |text: &str| text.chars().filter(is_told).collect::<String>();
    let whole = compact(text);
    let mut rest = whole.as_str();
    for clause in clauses {
        let (marker, words) = (compact(&clause.marker), compact(&clause.text));
        let ends = marker.char_indices().map(|(start, _)| &marker[start..]).chain([""]);
        let behind = ends.filter_map(|end| rest.strip_prefix(end)).find_map(|rest| rest.strip_prefix(words.as_str()));
        let Some(behind) = behind else { return false };
        rest = behind;
    }
    rest.is_empty()
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
    fn clauses_whose_words_are_in_the_text_by_chance_are_told() {
        let text = "Keep records of all pumps";
        assert_eq!(whole_wording(text, &[clause("", "records")]), "Keep records of all pumps\nrecords");
        assert_ne!(whole_wording(text, &[clause("", "records")]), whole_wording(text, &[clause("", "pumps")]));
    }
}
