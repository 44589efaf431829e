//! The form with the applicability of a module or an element.

use domain::field::FieldCode;
use domain::language::Locale;
use domain::path::FilePath;
use s1000d::document::SourceText;
use s1000d::form::applicability::{self, ApplicTarget};
use s1000d::splice::Splice;

use super::FormEdit;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error};
use crate::reading::viewer::{Applicants, ModuleFleet, module_fleet};

pub use s1000d::applic::{Property, PropertyKind};
pub use s1000d::form::applicability::{ApplicabilityChange, ApplicabilityFields, StatementFields, StatementNode};

/// The subject of a statement: the module, or the element whose start tag begins at this unit of UTF-16.
pub type FormPlace = Option<usize>;

/// The applicability of a module or an element.
#[derive(Debug, Clone)]
pub struct EditedApplicability {
    pub edits: Vec<FormEdit>,
    /// `None` when the module has no status section in this file.
    pub fields: Option<ApplicabilityFields>,
    /// The own statement in plain words; `None` when it has no formula.
    pub words: Option<String>,
    pub applicants: Applicants,
}

/// The applicability in a text of the file at a path, which the caller has checked out; with a change the edits that make
/// it, and the applicability afterwards.
pub async fn edit(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    text: String,
    place: FormPlace,
    change: Option<ApplicabilityChange>,
    locale: Locale,
) -> Result<EditedApplicability, Error> {
    super::held(ctx, caller, path, &text).await?;
    let fleet = module_fleet(ctx, caller, path, &text).await?;
    tokio::task::spawn_blocking(move || edited(&text, place, change.as_ref(), &fleet, locale)).await?
}

fn edited(
    text: &str,
    place: FormPlace,
    change: Option<&ApplicabilityChange>,
    fleet: &ModuleFleet,
    locale: Locale,
) -> Result<EditedApplicability, Error> {
    let target = target_of(text, place)?;
    let (edits, after, target) = match change {
        None => (Vec::new(), text.to_owned(), target),
        Some(change) => {
            let splices = applicability::edit(text, target, change).map_err(DraftError::Refused)?;
            let moved = moved(target, splices.as_deref().unwrap_or_default());
            let (edits, after) = super::made(text, splices)?;
            (edits, after, moved)
        }
    };
    let fields = applicability::read(&after, target).map_err(DraftError::Refused)?;
    if fields.is_none() && place.is_some() {
        return Err(Error::field("position", FieldCode::UnknownValue));
    }
    let own = fields.as_ref().and_then(|fields| fields.own.as_ref()).and_then(|own| own.expression.as_ref());
    let words = own.map(|node| fleet.describe(&node.expression(), locale));
    let stated = applicability::effective(&after, target).map_err(DraftError::Refused)?;
    let applicants = fleet.applicants(&fleet.condition(stated.unwrap_or_default(), place.is_some()));
    Ok(EditedApplicability { edits, fields, words, applicants })
}

fn target_of(text: &str, place: FormPlace) -> Result<ApplicTarget, Error> {
    let Some(units) = place else { return Ok(ApplicTarget::Module) };
    let source = SourceText::default().with_text(text.to_owned());
    let before = source.byte_range(0..units).ok_or_else(|| Error::field("position", FieldCode::UnknownValue))?;
    Ok(ApplicTarget::Element(before.end))
}

/// The place of an element after a change, which never touches the beginning of its tag.
fn moved(target: ApplicTarget, splices: &[Splice]) -> ApplicTarget {
    let ApplicTarget::Element(start) = target else { return target };
    let before = splices.iter().filter(|splice| splice.range.end <= start);
    let (added, removed) =
        before.fold((0, 0), |(added, removed), splice| (added + splice.text.len(), removed + splice.range.len()));
    ApplicTarget::Element((start + added).saturating_sub(removed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_is_found_again_behind_a_new_group() {
        let text =
            "<dmodule><content><description><para>\u{1d11e}</para><para>B</para></description></content></dmodule>";
        let start = text.rfind("<para>").expect("an element");
        let change = ApplicabilityChange::Write { id: None, display: "Model A".to_owned(), expression: None };
        let target = target_of(text, Some(text[..start].encode_utf16().count())).expect("a place");
        assert_eq!(target, ApplicTarget::Element(start));
        let splices = applicability::edit(text, target, &change).expect("XML").expect("splices");
        let after = s1000d::splice::apply(text, &splices).expect("a text");
        let ApplicTarget::Element(now) = moved(target, &splices) else { panic!("no element") };
        assert!(after[now..].starts_with("<para applicRefId="), "{after}");
        assert!(target_of(text, Some(99_999)).is_err());
    }
}
