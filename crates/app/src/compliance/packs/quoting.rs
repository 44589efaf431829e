//! The texts that references led to at a moment: found from the version in which somebody confirmed each.

use domain::comment::PlaceState;
use domain::compliance::PolicyTarget;

use super::failures::damaged;
use super::gathering::{GatheredItem, GatheredReference, QuotedText};
use crate::comments::paragraphs::{self, AnchoredParagraph, AnchoredText};
use crate::core::ctx::Ctx;
use crate::core::job_error::JobError;

/// Quotes the references of some items.
pub(super) async fn quote(ctx: &Ctx, items: &mut [GatheredItem]) -> Result<(), JobError> {
    let mut references: Vec<&mut GatheredReference> =
        items.iter_mut().flat_map(|item| &mut item.references).filter(|one| is_quoted(one)).collect();
    let moved: Vec<AnchoredParagraph> = references.iter().filter_map(|one| moved(one)).collect();
    let mut found = paragraphs::find_read(ctx, &moved).await?.into_iter();
    let mut wanted = Vec::new();
    let mut positions = Vec::new();
    for (position, one) in references.iter_mut().enumerate() {
        let place = match moved_to(one).then(|| found.next()).flatten() {
            Some(paragraph) => Some(paragraph.ok_or_else(|| damaged(&one.reference.key))?.place),
            None => None,
        };
        let gone = QuotedText { state: Some(PlaceState::Gone), text: String::new() };
        let Some(version) = &one.version else {
            one.quoted = Some(gone);
            continue;
        };
        let reference = &one.reference;
        let is_same = reference.confirmed_blob.as_deref().map(|blob| blob == version.blob);
        if reference.anchor.is_empty() {
            let state = is_same.map(|is_same| if is_same { PlaceState::Unchanged } else { PlaceState::Changed });
            one.quoted = Some(QuotedText { state, text: version.title.clone() });
            continue;
        }
        let (state, anchor) = match place {
            Some(place) if place.id.is_empty() || place.state == PlaceState::Gone => {
                one.quoted = Some(gone);
                continue;
            }
            Some(place) => (Some(place.state), place.id),
            // Without a place there is nothing to look for: the content is the same, or the confirmed one is not known.
            None => (is_same.map(|_| PlaceState::Unchanged), reference.anchor.clone()),
        };
        wanted.push(AnchoredText { content: version.blob.clone(), anchor });
        positions.push((position, state));
    }
    let texts = paragraphs::texts(ctx, wanted).await?;
    for ((position, state), text) in positions.into_iter().zip(texts) {
        let one = &mut *references[position];
        let text = text.ok_or_else(|| damaged(&one.reference.key))?;
        one.quoted = Some(QuotedText { state, text });
    }
    Ok(())
}

fn is_quoted(one: &GatheredReference) -> bool {
    let leads_to_text = matches!(one.reference.target, PolicyTarget::Module | PolicyTarget::Paragraph);
    leads_to_text && one.reference.manual.is_some()
}

/// The text has to be looked for in another content than the one in which it was confirmed.
fn moved_to(one: &GatheredReference) -> bool {
    moved(one).is_some()
}

fn moved(one: &GatheredReference) -> Option<AnchoredParagraph> {
    let (from, to) = (one.reference.confirmed_blob.as_ref()?, &one.version.as_ref()?.blob);
    let is_elsewhere = from != to && !one.reference.anchor.is_empty();
    let anchor = one.reference.anchor.clone();
    is_elsewhere.then(|| AnchoredParagraph { from: from.clone(), to: to.clone(), anchor })
}
