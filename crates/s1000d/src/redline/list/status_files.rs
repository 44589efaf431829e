//! The differences of two separate status files, which no page shows.

use super::{ListedDifferences, MAX_LISTED, RedlineChange, RedlineKind, RedlineLister};
use crate::document::html::Options;
use crate::redline::groups::EditGroup;
use crate::redline::values::StatementWords;
use crate::redline::{Redline, values};
use crate::revision::is_applicability;

/// Lists what changed: the applicability in the files is content, all else is of the status.
pub(in crate::redline) fn list(redline: &Redline<'_>, options: [&Options<'_>; 2]) -> ListedDifferences {
    let lister = RedlineLister { redline, options, locale: options[1].locale };
    let is_stated =
        |group: &EditGroup| group.edits.iter().all(|edit| is_applicability(&redline.diff, &redline.diff.edits[*edit]));
    let off_page = |change: RedlineChange| RedlineChange { place: String::new(), is_on_page: false, ..change };
    let other = redline.content.iter().filter(|group| !is_stated(group)).map(|group| off_page(lister.content(group)));
    let status = redline.status.iter().map(|group| lister.status(group)).chain(other).take(MAX_LISTED).collect();
    let mut found = ListedDifferences { status, ..ListedDifferences::default() };
    if redline.content.iter().any(is_stated) {
        let (old, new) = StatementWords::differing(
            values::of_module(&redline.old.document, options[0]),
            values::of_module(&redline.new.document, options[1]),
        );
        found.content.push(RedlineChange {
            kind: RedlineKind::Applicability,
            place: String::new(),
            is_on_page: false,
            moved_from: None,
            subject: lister.label("applic"),
            old: Some(old),
            new: Some(new),
            is_certain: true,
        });
    }
    found
}
