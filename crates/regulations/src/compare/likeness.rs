//! Likeness of texts, for items that nothing else identifies.

use std::collections::HashMap;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use crate::clean;
use crate::model::{SourceCollection, SourceItem};

/// From this share of common words on, in percent, two items are proposed as the same.
const ENOUGH: u32 = 60;
/// Words that count for one item; more make no difference.
const MAX_FEATURES: usize = 512;
/// Items that are looked at for one item, by its rarest groups of words. It keeps the time in proportion to the number of
/// items however much they have in common.
const MAX_LOOKS: usize = 600;
/// Rare groups of words that two items must share to be compared, and items that one is compared with.
const MIN_SHARED: u32 = 3;
const MAX_CANDIDATES: usize = 16;
/// Features by which candidates are found.
const MAX_SAMPLE: usize = 40;
/// Items with fewer features are too short to compare.
pub(super) const MIN_FEATURES: usize = 6;

/// The items of one side by feature.
pub(super) type Postings = HashMap<u64, Vec<u32>, FixedState>;

/// The most alike pairs of these items, best first, with the percentage.
pub(super) fn pairs(
    old: &SourceCollection,
    new: &SourceCollection,
    open_old: &[usize],
    open_new: &[usize],
) -> Vec<(usize, usize, u8)> {
    let of = |collection: &SourceCollection, places: &[usize]| -> Vec<Vec<u64>> {
        places.iter().map(|place| features(&collection.items[*place])).collect()
    };
    let (before, after) = (of(old, open_old), of(new, open_new));
    let mut postings = Postings::default();
    for (place, features) in (0_u32..).zip(&after) {
        for feature in sample(features) {
            postings.entry(*feature).or_default().push(place);
        }
    }
    let mut found: Vec<(u32, usize, usize)> = Vec::new();
    for (place, features) in before.iter().enumerate().filter(|(_, features)| features.len() >= MIN_FEATURES) {
        let mut candidates: Vec<(u32, u32)> =
            shared(features, &postings).into_iter().filter(|(_, count)| *count >= MIN_SHARED).collect();
        candidates.sort_unstable_by_key(|(other, count)| (std::cmp::Reverse(*count), *other));
        // Only rare groups of words were counted: the best candidates are compared whole.
        let candidates = candidates.into_iter().take(MAX_CANDIDATES).map(|(other, _)| other as usize);
        found.extend(candidates.filter_map(|other| {
            let percent = percent(features, &after[other]);
            (percent >= ENOUGH).then_some((percent, place, other))
        }));
    }
    found.sort_by_key(|(percent, place, other)| (std::cmp::Reverse(*percent), *place, *other));
    let pair = |(percent, place, other): (u32, usize, usize)| {
        (open_old[place], open_new[other], u8::try_from(percent).unwrap_or(100))
    };
    found.into_iter().map(pair).collect()
}

/// The features by which candidates are found: of both sides those with the smallest hashes, so that items with many
/// features in common have many of these in common.
fn sample(features: &[u64]) -> &[u64] {
    &features[..features.len().min(MAX_SAMPLE)]
}

/// How many of the rarest features each item of the other side has.
pub(super) fn shared(features: &[u64], postings: &Postings) -> HashMap<u32, u32, FixedState> {
    let mut lists: Vec<&Vec<u32>> = sample(features).iter().filter_map(|feature| postings.get(feature)).collect();
    lists.sort_by_key(|list| list.len());
    let mut shared: HashMap<u32, u32, FixedState> = HashMap::default();
    let mut looks = 0;
    for list in lists {
        looks += list.len();
        if looks > MAX_LOOKS {
            break;
        }
        for other in list {
            *shared.entry(*other).or_default() += 1;
        }
    }
    shared
}

/// The hashes of all groups of three words, sorted; of long texts those with the smallest hashes.
pub(super) fn features(item: &SourceItem) -> Vec<u64> {
    let hasher = FixedState::with_seed(7);
    let mut words: Vec<u64> = Vec::new();
    let texts = [item.title.as_str()].into_iter().chain(item.clauses.iter().map(|clause| clause.text.as_str()));
    for text in texts {
        let folded = clean::folded(text).to_lowercase();
        for word in folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            if word.is_ascii() {
                words.push(hasher.hash_one(word));
            } else {
                // Chinese does not separate words.
                words.extend(word.chars().map(|c| hasher.hash_one(c)));
            }
        }
    }
    let mut features: Vec<u64> = words.windows(3).map(|group| hasher.hash_one(group)).collect();
    features.sort_unstable();
    features.dedup();
    features.truncate(MAX_FEATURES);
    features
}

/// The share of the features of a part that a whole has too, in percent; both are sorted.
pub(super) fn contained(part: &[u64], whole: &[u64]) -> u32 {
    // Of a long whole only the smallest hashes are known.
    let reach = if whole.len() == MAX_FEATURES { whole[MAX_FEATURES - 1] } else { u64::MAX };
    let known = part.iter().take_while(|feature| **feature <= reach);
    let (mut common, mut all) = (0_u32, 0_u32);
    for feature in known {
        all += 1;
        common += u32::from(whole.binary_search(feature).is_ok());
    }
    (common * 100).checked_div(all).unwrap_or(0)
}

/// The share of common features of two sorted lists.
fn percent(one: &[u64], other: &[u64]) -> u32 {
    // Of long texts only the smallest hashes are known: compare as far as both reach.
    let last = |list: &[u64]| if list.len() == MAX_FEATURES { list[MAX_FEATURES - 1] } else { u64::MAX };
    let reach = last(one).min(last(other));
    let (mut a, mut b, mut common, mut all) = (0, 0, 0_u32, 0_u32);
    while let Some(next) = [one.get(a), other.get(b)].into_iter().flatten().min().filter(|next| **next <= reach) {
        let (in_one, in_other) = (one.get(a) == Some(next), other.get(b) == Some(next));
        common += u32::from(in_one && in_other);
        all += 1;
        a += usize::from(in_one);
        b += usize::from(in_other);
    }
    (common * 100).checked_div(all).unwrap_or(0)
}
