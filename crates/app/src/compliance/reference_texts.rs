//! References in words, for the history.

use domain::compliance::{LocatedReference, PolicyClause};

/// A place in one line.
pub(super) fn place_text(located: &LocatedReference) -> String {
    let path = if located.path.is_empty() { &located.manual_path } else { &located.path };
    line([path.as_str(), located.reference.chapter.as_str(), located.reference.quote.as_str()])
}

fn line<const N: usize>(parts: [&str; N]) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// A reference before and after a change: its place, and those of clause, comment, owner and review date that differ.
pub(super) fn change_texts(
    before: &LocatedReference,
    after: &LocatedReference,
    clauses: &[PolicyClause],
) -> (String, String) {
    let (old, new) = (&before.reference, &after.reference);
    let text = |located: &LocatedReference| {
        let reference = &located.reference;
        let clause = clauses.iter().find(|clause| Some(&clause.id) == reference.clause.as_ref());
        let clause = if old.clause == new.clause { "" } else { clause.map_or("", |clause| clause.marker.as_str()) };
        let comment = if old.comment == new.comment { "" } else { reference.comment.as_str() };
        let owner = reference.owner.as_ref().filter(|_| old.owner != new.owner);
        let review = reference.review_on.filter(|_| old.review_on != new.review_on).map(|day| day.to_string());
        let owner = owner.map_or("", |person| person.account.as_str());
        line([place_text(located).as_str(), clause, comment, owner, review.as_deref().unwrap_or_default()])
    };
    (text(before), text(after))
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use domain::comment::Commenter;
    use domain::compliance::{PolicyReference, PolicyReferenceState, PolicyTarget};
    use domain::id::{PolicyClauseId, PolicyItemId, PolicyReferenceId, UserId};

    use super::*;

    fn reference(clause: Option<&str>, comment: &str) -> LocatedReference {
        LocatedReference {
            reference: PolicyReference {
                id: PolicyReferenceId("r".to_owned()),
                item: PolicyItemId("i".to_owned()),
                clause: clause.map(|id| PolicyClauseId(id.to_owned())),
                target: PolicyTarget::Chapter,
                manual: None,
                object: None,
                confirmed: None,
                chapter: "28-21".to_owned(),
                anchor: String::new(),
                quote: String::new(),
                state: PolicyReferenceState::Current,
                comment: comment.to_owned(),
                owner: None,
                review_on: None,
                author: Commenter { id: UserId("u".to_owned()), account: "ann".to_owned(), name: String::new() },
                created_on: DateTime::UNIX_EPOCH,
                updated_on: DateTime::UNIX_EPOCH,
                confirmed_on: DateTime::UNIX_EPOCH,
                version: 1,
            },
            manual_path: "/H160/MEL".to_owned(),
            path: String::new(),
            code: String::new(),
            title: String::new(),
            confirmed_blob: None,
            now: None,
            is_gone: false,
        }
    }

    #[test]
    fn a_change_is_told_with_what_was_before() {
        let id = PolicyClauseId("c".to_owned());
        let clauses = [PolicyClause { id, marker: "(a)".to_owned(), text: String::new() }];
        let (old, new) = change_texts(&reference(None, "Here"), &reference(Some("c"), "There"), &clauses);
        assert_eq!((old.as_str(), new.as_str()), ("/H160/MEL · 28-21 · Here", "/H160/MEL · 28-21 · (a) · There"));
        let (old, new) = change_texts(&reference(Some("c"), "Here"), &reference(Some("c"), "Here"), &clauses);
        assert_eq!((old.as_str(), new.as_str()), ("/H160/MEL · 28-21", "/H160/MEL · 28-21"));
        let mut dated = reference(None, "Here");
        dated.reference.owner = Some(dated.reference.author.clone());
        dated.reference.review_on = chrono::NaiveDate::from_ymd_opt(2027, 1, 31);
        let (old, new) = change_texts(&reference(None, "Here"), &dated, &clauses);
        assert_eq!((old.as_str(), new.as_str()), ("/H160/MEL · 28-21", "/H160/MEL · 28-21 · ann · 2027-01-31"));
    }
}
