//! Pictures that keep their code and have another content: no difference of the text.

use domain::id::VersionId;
use s1000d::redline::{RedlineChange, RedlineKind};

use super::{ComparedPage, ComparedStates};
use crate::reading::viewer::{Figure, ResolvedPicture};

/// A picture with another content than before.
#[derive(Debug, Clone)]
pub struct ReplacedPicture {
    /// The number of the difference.
    pub difference: usize,
    /// Its index among the figures of the page.
    pub figure: usize,
    /// The picture of the old state; none on a page that shows one state.
    pub before: Option<ResolvedPicture>,
}

fn version(picture: &ResolvedPicture) -> Option<VersionId> {
    picture.file.as_ref().map(|file| file.version_id)
}

/// The pictures of a page of both states that have another content. Differences are counted on from `count`.
pub(super) fn replaced(
    page: &ComparedPage,
    old: &[ResolvedPicture],
    kept: &[String],
    count: usize,
) -> Vec<ReplacedPicture> {
    let pairs = page.figures.iter().zip(old).enumerate();
    let other = pairs.filter(|(_, (new, old))| version(new) != version(old));
    let kept = other.filter(|(index, _)| kept.contains(&page.rendered.figures[*index].icn));
    let number = |(number, (figure, (_, before))): (usize, (usize, (&ResolvedPicture, &ResolvedPicture)))| {
        ReplacedPicture { difference: count + number, figure, before: Some(before.clone()) }
    };
    kept.enumerate().map(number).collect()
}

/// Finds pictures with another content on two pages.
pub(super) fn compare_pages(mut left: ComparedPage, mut right: ComparedPage, count: usize) -> [ComparedPage; 2] {
    let same = |one: &Figure, two: &Figure| one.icn == two.icn && one.number == two.number;
    for (index, figure) in right.rendered.figures.iter().enumerate() {
        let partner = left.rendered.figures.iter().position(|old| same(old, figure));
        let Some(old) = partner.filter(|old| version(&left.figures[*old]) != version(&right.figures[index])) else {
            continue;
        };
        let difference = count + right.replaced.len();
        left.replaced.push(ReplacedPicture { difference, figure: old, before: None });
        right.replaced.push(ReplacedPicture { difference, figure: index, before: None });
    }
    [left, right]
}

/// Counts and lists the pictures with another content.
pub(super) fn list(compared: &mut ComparedStates) {
    let Some(page) = compared.pages.last() else { return };
    for replaced in &page.replaced {
        let Figure { icn, title, number, .. } = &page.rendered.figures[replaced.figure];
        compared.differences.pictures.push(RedlineChange {
            kind: RedlineKind::PictureContent,
            place: number.clone(),
            moved_from: None,
            subject: title.clone(),
            old: None,
            new: Some(icn.clone()),
            is_certain: true,
        });
    }
    compared.count += page.replaced.len();
}
