//! Pictures that keep their code and have another content: no difference of the text.

use std::collections::HashMap;

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
    let codes =
        |page: &ComparedPage| page.rendered.figures.iter().map(|figure| figure.icn.clone()).collect::<Vec<String>>();
    for (old, new) in partners(&codes(&left), &codes(&right)) {
        if version(&left.figures[old]) == version(&right.figures[new]) {
            continue;
        }
        let difference = count + right.replaced.len();
        if left.replaced.iter().all(|one| one.figure != old) {
            left.replaced.push(ReplacedPicture { difference, figure: old, before: None });
        }
        right.replaced.push(ReplacedPicture { difference, figure: new, before: None });
    }
    [left, right]
}

/// Pairs each new picture with the old one of the same code that is shown as often before it, or with the last one.
fn partners(old: &[String], new: &[String]) -> Vec<(usize, usize)> {
    let mut met: HashMap<&str, usize> = HashMap::new();
    let mut pairs = Vec::new();
    for (index, icn) in new.iter().enumerate() {
        let before = met.entry(icn).or_default();
        let same: Vec<usize> = (0..old.len()).filter(|at| old[*at] == *icn).collect();
        pairs.extend(same.get(*before).or(same.last()).map(|at| (*at, index)));
        *before += 1;
    }
    pairs
}

/// Counts and lists the pictures with another content.
pub(super) fn list(compared: &mut ComparedStates) {
    let Some(page) = compared.pages.last() else { return };
    for replaced in &page.replaced {
        let Figure { icn, title, number, .. } = &page.rendered.figures[replaced.figure];
        compared.differences.pictures.push(RedlineChange {
            kind: RedlineKind::PictureContent,
            place: number.clone(),
            is_on_page: false,
            moved_from: None,
            subject: title.clone(),
            old: None,
            new: Some(icn.clone()),
            is_certain: true,
        });
    }
    compared.count += page.replaced.len();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_paired_by_code_and_occurrence_whatever_stands_before_them() {
        let codes = |list: &[&str]| list.iter().map(|icn| (*icn).to_owned()).collect::<Vec<String>>();
        let pairs = |old: &[&str], new: &[&str]| partners(&codes(old), &codes(new));
        assert_eq!(pairs(&["A", "B"], &["NEW", "A", "B"]), [(0, 1), (1, 2)]);
        assert_eq!(pairs(&["A", "B", "A"], &["A", "A"]), [(0, 0), (2, 1)]);
        assert_eq!(pairs(&["A"], &["A", "A"]), [(0, 0), (0, 1)], "as in one text, where both are the same picture");
        assert!(pairs(&["A"], &["B"]).is_empty());
    }
}
