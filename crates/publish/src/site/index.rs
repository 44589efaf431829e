//! The index of words of a site, in parts that a page loads as scripts when somebody searches.

use std::collections::BTreeMap;

use super::words::part_of;

const CALL: &str = "site.words(";
const END: &str = ");\n";
/// The beginning and the end of the paths of the parts.
const PATH: (&str, &str) = ("data/words-", ".js");

/// Words with the pages that have them. Pages are numbered in the order of the site.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct WordIndex {
    words: BTreeMap<String, Vec<u32>>,
}

impl WordIndex {
    /// Adds the words of a page.
    pub fn add(&mut self, page: usize, words: impl IntoIterator<Item = String>) {
        let Ok(page) = u32::try_from(page) else { return };
        for word in words {
            self.words.entry(word).or_default().push(page);
        }
    }

    /// Adds the words of pages that are taken over from an earlier site; `number` gives the number here for the one there.
    pub fn take_over(&mut self, earlier: &Self, number: impl Fn(u32) -> Option<u32>) {
        for (word, places) in &earlier.words {
            let kept: Vec<u32> = places.iter().filter_map(|place| number(*place)).collect();
            if !kept.is_empty() {
                self.words.entry(word.clone()).or_default().extend(kept);
            }
        }
    }

    /// The names of all parts, in order.
    pub fn parts(&self) -> Vec<String> {
        let mut parts: Vec<String> = self.words.keys().map(|word| part_of(word)).collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    /// The scripts of all parts with their paths, in the order of the parts.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mut by_part: BTreeMap<String, BTreeMap<&str, Vec<u32>>> = BTreeMap::new();
        for (word, pages) in &self.words {
            by_part.entry(part_of(word)).or_default().insert(word, steps(pages));
        }
        let file = |(part, words): (String, BTreeMap<&str, Vec<u32>>)| {
            let path = [PATH.0, part.as_str(), PATH.1].concat();
            // Neither texts nor lists of numbers can fail to become JSON.
            let [part, words] =
                [serde_json::to_string(&part), serde_json::to_string(&words)].map(Result::unwrap_or_default);
            (path, [CALL, part.as_str(), ",", words.as_str(), END].concat().into_bytes())
        };
        by_part.into_iter().map(file).collect()
    }

    /// Whether a path is that of a part.
    pub(super) fn is_part(path: &str) -> bool {
        path.starts_with(PATH.0) && path.ends_with(PATH.1)
    }

    /// Adds what a part of an earlier site says; `None` when it is no such script.
    pub(super) fn read_part(&mut self, bytes: &[u8]) -> Option<()> {
        let text = std::str::from_utf8(bytes).ok()?;
        let values = text.strip_prefix(CALL)?.strip_suffix(END)?;
        let (_, words): (String, BTreeMap<String, Vec<u32>>) =
            serde_json::from_str(&["[", values, "]"].concat()).ok()?;
        for (word, steps) in words {
            let mut page = 0_u32;
            let mut pages = Vec::with_capacity(steps.len());
            for step in steps {
                page = page.checked_add(step)?;
                pages.push(page);
            }
            self.words.insert(word, pages);
        }
        Some(())
    }
}

/// Numbers as their distances, which are shorter.
fn steps(pages: &[u32]) -> Vec<u32> {
    let mut sorted = pages.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let mut before = 0;
    for page in &mut sorted {
        let step = *page - before;
        before = *page;
        *page = step;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(pages: &[(usize, &[&str])]) -> WordIndex {
        let mut index = WordIndex::default();
        for (page, words) in pages {
            index.add(*page, words.iter().map(|word| (*word).to_owned()));
        }
        index
    }

    #[test]
    fn a_part_has_words_with_the_distances_of_their_pages() {
        let index = index(&[(0, &["bolt", "bolts"]), (3, &["bolt", "液压"]), (10, &["bolt"])]);
        assert_eq!(index.parts(), ["50-", "bo"]);
        let files = index.files();
        assert_eq!(files[1].0, "data/words-bo.js");
        assert_eq!(files[1].1, b"site.words(\"bo\",{\"bolt\":[0,3,7],\"bolts\":[0]});\n");
    }

    #[test]
    fn what_was_written_is_read_again_and_taken_over() {
        let first = index(&[(0, &["bolt"]), (1, &["bolt", "nut"]), (2, &["nut"])]);
        let mut read = WordIndex::default();
        for (path, bytes) in first.files() {
            assert!(WordIndex::is_part(&path));
            read.read_part(&bytes).expect("a part");
        }
        assert_eq!(read, first);
        // The second page is drawn anew, and one comes before the third.
        let mut second = index(&[(1, &["pin"]), (2, &["nut"])]);
        second.take_over(&read, |page| [Some(0), None, Some(3)][page as usize]);
        let expected = index(&[(0, &["bolt"]), (1, &["pin"]), (2, &["nut"]), (3, &["nut"])]);
        assert_eq!(second.files(), expected.files());
        assert_eq!(read.read_part(b"alert(1)"), None);
    }
}
