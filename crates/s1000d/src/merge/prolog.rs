//! The prolog before the root element: our text, with the declarations of entities and notations of both sides.

use super::{MergeSide, Origin};
use crate::object::doctype::Doctype;
use crate::splice::{self, Splice};

/// A declaration that both sides changed differently: its name and texts in the base, ours and theirs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OtherDeclaration {
    pub(super) name: String,
    pub(super) texts: [Option<String>; 3],
}

/// The merged prolog.
#[derive(Debug, Default)]
pub(super) struct Prolog {
    pub(super) parts: Vec<(String, Origin)>,
    pub(super) conflicts: Vec<OtherDeclaration>,
}

/// Merges what stands before the roots. A declaration that we removed comes back when the merged body uses it.
pub(super) fn merge(base: &str, ours: &str, theirs: &str, body: &str) -> Prolog {
    let (old, one, two) = (Doctype::read(base), Doctype::read(ours), Doctype::read(theirs));
    let mut prolog = Prolog::default();
    let mut splices: Vec<Splice> = Vec::new();
    let mut added: Vec<&str> = Vec::new();
    for theirs in &two.declarations {
        let before = old.find(theirs);
        match one.find(theirs) {
            None if before.is_none_or(|before| !before.is_equal(theirs)) || is_used(body, theirs.name) => {
                added.push(theirs.text);
            }
            Some(ours) if before.is_some_and(|before| before.is_equal(ours)) && !ours.is_equal(theirs) => {
                splices.push(Splice::replace(ours.range.clone(), theirs.text));
            }
            Some(ours) if !ours.is_equal(theirs) && before.is_none_or(|before| !before.is_equal(theirs)) => {
                let texts = [before, Some(ours), Some(theirs)].map(|found| found.map(|found| found.text.to_owned()));
                prolog.conflicts.push(OtherDeclaration { name: theirs.name.to_owned(), texts });
            }
            _ => {}
        }
    }
    let added: String = added.iter().flat_map(|text| [*text, "\n"]).collect();
    if !added.is_empty() {
        splices.push(match (&one.range, one.subset_end) {
            (_, Some(end)) => Splice::insert(end, added),
            (Some(range), None) => Splice::insert(range.end - 1, format!(" [\n{added}]")),
            (None, None) => {
                let doctype = two.range.clone().and_then(|range| theirs.get(range)).unwrap_or_default();
                Splice::insert(ours.len(), format!("{doctype}\n"))
            }
        });
    }
    prolog.parts = parts(ours, splices);
    prolog
}

/// Our text and the spliced parts of theirs, in order.
fn parts(ours: &str, mut splices: Vec<Splice>) -> Vec<(String, Origin)> {
    splices.sort_by_key(|splice| splice.range.start);
    if splice::apply(ours, &splices).is_none() {
        return vec![(ours.to_owned(), Origin::Base)];
    }
    let mut parts = Vec::new();
    let mut at = 0;
    for splice in splices {
        parts.push((ours.get(at..splice.range.start).unwrap_or_default().to_owned(), Origin::Base));
        parts.push((splice.text, Origin::of(MergeSide::Theirs)));
        at = splice.range.end;
    }
    parts.push((ours.get(at..).unwrap_or_default().to_owned(), Origin::Base));
    parts
}

/// Whether an attribute of the text has this value.
fn is_used(body: &str, name: &str) -> bool {
    memchr::memmem::find_iter(body.as_bytes(), name.as_bytes()).any(|at| {
        let quote =
            |at: Option<usize>| at.and_then(|at| body.as_bytes().get(at)).is_some_and(|byte| b"\"'".contains(byte));
        quote(at.checked_sub(1)) && quote(Some(at + name.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "<?xml version=\"1.0\"?>\n<!DOCTYPE dmodule [\n<!-- ] -->\n<!NOTATION cgm SYSTEM \"cgm\">\n<!ENTITY a SYSTEM \"a>1.cgm\" NDATA cgm>\n]>\n";

    fn merged(ours: &str, theirs: &str) -> String {
        merge(BASE, ours, theirs, "<x y=\"used\"/>").parts.into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn their_declarations_are_added_to_ours() {
        let theirs = BASE.replace("]>", "<!ENTITY b SYSTEM \"b.cgm\" NDATA cgm>\n]>");
        let ours = BASE.replace("]>", "<!ENTITY c SYSTEM 'c' NDATA cgm>\n]>");
        let all = merged(&ours, &theirs);
        assert_eq!(all, ours.replace("]>", "<!ENTITY b SYSTEM \"b.cgm\" NDATA cgm>\n]>"));
    }

    #[test]
    fn a_changed_file_is_taken_over_and_two_changes_are_a_conflict() {
        let (ours, theirs) = (BASE.replace("a>1", "a>2"), BASE.replace("a>1", "a>3"));
        assert_eq!(merged(BASE, &theirs), theirs);
        assert_eq!(merged(&ours, BASE), ours);
        let both = merge(BASE, &ours, &theirs, "");
        assert_eq!(both.conflicts.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn a_text_without_document_type_gets_theirs() {
        assert_eq!(merged("", BASE), "");
        let theirs = BASE.replace("]>", "<!ENTITY b SYSTEM 'b' NDATA cgm>\n]>");
        let doctype = &theirs[theirs.find("<!DOCTYPE").expect("it is there")..];
        assert_eq!(merged("", &theirs), doctype);
        assert!(merged("<!DOCTYPE dmodule>\n", &theirs).starts_with("<!DOCTYPE dmodule [\n<!ENTITY b"));
    }
}
