//! Changes of each side of a merged publication in the contents.

use domain::object::ObjectKind;
use s1000d::document::SourceText;
use s1000d::publication::changes::{self, ContentsChanges, ContentsLine};

use crate::core::error::Error;

/// The changes of the manufacturer and the operator since the base.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SidesContents {
    pub theirs: ContentsChanges,
    pub ours: ContentsChanges,
}

/// Compares the contents of a publication with those of its base; `None` for other kinds, and where a side is missing or
/// unreadable.
pub(super) async fn of_sides(
    kind: ObjectKind,
    sides: [Option<&SourceText>; 3],
) -> Result<Option<SidesContents>, Error> {
    let [Some(base), Some(theirs), Some(ours)] = sides else { return Ok(None) };
    if kind != ObjectKind::PublicationModule {
        return Ok(None);
    }
    let texts = [base, theirs, ours].map(|side| side.text().to_owned());
    let compared = tokio::task::spawn_blocking(move || {
        let [base, theirs, ours] = texts.each_ref().map(|text| lines(text));
        let (base, theirs, ours) = (base?, theirs?, ours?);
        Some(SidesContents { theirs: changes::list(&base, &theirs), ours: changes::list(&base, &ours) })
    });
    Ok(compared.await?)
}

fn lines(text: &str) -> Option<Vec<ContentsLine>> {
    let (publication, _) = s1000d::publication::read(text.as_bytes()).ok()?;
    Some(changes::lines(&publication))
}
