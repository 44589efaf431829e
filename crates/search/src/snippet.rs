//! Snippets: the best passage of a module, with the matches highlighted.

use std::sync::Arc;

use aho_corasick::AhoCorasick;

use crate::blocks::StoredBlock;
use crate::compile::Highlights;
use crate::document::{DocumentHead, ModulePart};
use crate::wild::Wild;
use crate::words::{Segmentation, Word, is_chinese, words_in};

/// Length of a snippet in characters.
const LENGTH: usize = 220;
/// Characters before the first match.
const BEFORE: usize = 60;
/// The most candidate blocks that are scored.
const MAX_BLOCKS: usize = 60;

/// A part of a snippet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SnippetPart {
    pub text: String,
    /// Highlighted.
    pub hit: bool,
}

/// A snippet with its location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snippet {
    /// The HTML id of its block; empty for the whole module.
    pub anchor: String,
    pub place: ModulePart,
    pub pieces: Vec<SnippetPart>,
}

impl Finder<'_> {
    /// The best snippet of a module; `places` restricts it to parts of the module.
    pub(crate) fn passage<'b>(
        &self,
        head: &DocumentHead,
        mut blocks: impl Iterator<Item = StoredBlock<'b>> + Clone,
        places: &[ModulePart],
    ) -> Snippet {
        let allowed = |place: ModulePart| places.is_empty() || places.contains(&place);
        if let Some(hit) = code_hit(head, self.highlights).filter(|_| allowed(ModulePart::Code)) {
            return hit;
        }
        let mut best: Option<(usize, StoredBlock<'_>, Vec<Word>)> = None;
        let candidates = blocks.clone().filter(|block| allowed(block.place) && self.may_be_in(block.text));
        for block in candidates.take(MAX_BLOCKS) {
            let found = self.find(block.text);
            let worth = self.worth(&found);
            if worth > best.as_ref().map_or(0, |(count, ..)| *count) {
                best = Some((worth, block, found));
                if worth == self.most() {
                    break;
                }
            }
        }
        let titled = self.find(&head.title);
        let in_title = self.worth(&titled);
        match best {
            Some((count, block, found)) if count >= in_title || !allowed(ModulePart::Title) => {
                snippet(block, &self.marked(found))
            }
            _ if in_title > 0 => of_title(head, &titled),
            // The start of a module, when the query has no words.
            _ => match blocks.find(|block| allowed(block.place)) {
                Some(block) => snippet(block, &[]),
                None => of_title(head, &[]),
            },
        }
    }
}

pub(crate) fn snippet(block: StoredBlock<'_>, found: &[Word]) -> Snippet {
    Snippet { anchor: block.anchor.to_owned(), place: block.place, pieces: pieces(block.text, found) }
}

fn of_title(head: &DocumentHead, found: &[Word]) -> Snippet {
    Snippet { anchor: String::new(), place: ModulePart::Title, pieces: pieces(&head.title, found) }
}

fn code_hit(head: &DocumentHead, highlights: &Highlights) -> Option<Snippet> {
    // Dashes are ignored: the same letters are highlighted with or without them.
    let letters: Vec<(usize, u8)> = head
        .code
        .bytes()
        .enumerate()
        .filter(|(_, byte)| *byte != b'-')
        .map(|(at, byte)| (at, byte.to_ascii_lowercase()))
        .collect();
    let found = highlights.codes.iter().find_map(|asked| {
        let asked: Vec<u8> = asked.bytes().filter(|byte| *byte != b'-').collect();
        let at = letters
            .windows(asked.len().max(1))
            .position(|window| window.iter().map(|(_, byte)| *byte).eq(asked.iter().copied()))?;
        Some((letters[at].0, letters[at + asked.len() - 1].0 + 1))
    })?;
    let parts = [(&head.code[..found.0], false), (&head.code[found.0..found.1], true), (&head.code[found.1..], false)];
    let parts = parts.into_iter().filter(|(text, _)| !text.is_empty());
    let pieces = parts.map(|(text, hit)| SnippetPart { text: text.to_owned(), hit }).collect();
    Some(Snippet { anchor: String::new(), place: ModulePart::Code, pieces })
}

/// The position where the words of a phrase are adjacent.
fn start_of(phrase: &[String], found: &[Word]) -> Option<usize> {
    let begins = found.iter().filter(|word| phrase.first() == Some(&word.term));
    begins.map(|word| word.position).find(|start| {
        phrase
            .iter()
            .zip(*start..)
            .all(|(term, position)| found.iter().any(|word| word.position == position && word.term == *term))
    })
}

/// Finds matches in texts.
pub(crate) struct Finder<'m> {
    highlights: &'m Highlights,
    /// Substrings, at least one of which a text with a match contains; checked before tokenizing. `None` if there are
    /// too many.
    hints: Option<AhoCorasick>,
    /// A hint has letters that are not ASCII and have two cases.
    folds: bool,
}

impl<'m> Finder<'m> {
    pub(crate) fn new(highlights: &'m Highlights) -> Self {
        // A stem starts like its word, except for the last letter.
        let of_term = |term: &'m String| {
            if term.chars().any(is_chinese) || term.len() < 4 {
                term.as_str()
            } else {
                &term[..term.floor_char_boundary(term.len() - 1)]
            }
        };
        let of_wild = |wild: &'m Arc<Wild>| wild.longest_part();
        let hints: Vec<&str> =
            highlights.terms.iter().map(of_term).chain(highlights.wild.iter().map(of_wild)).collect();
        let folds = hints.iter().any(|hint| hint.chars().any(|c| !c.is_ascii() && !is_chinese(c)));
        let hints = AhoCorasick::builder().ascii_case_insensitive(true).build(hints).ok();
        Self { highlights, hints, folds }
    }

    fn may_be_in(&self, text: &str) -> bool {
        self.hints
            .as_ref()
            .is_none_or(|hints| if self.folds { hints.is_match(&text.to_lowercase()) } else { hints.is_match(text) })
    }

    fn find(&self, text: &str) -> Vec<Word> {
        let mut found = words_in(text, Segmentation::Indexed, |run| self.may_be_in(run));
        found.retain(|word| self.which(word, text).is_some());
        found
    }

    fn which(&self, word: &Word, text: &str) -> Option<usize> {
        let term = self.highlights.terms.iter().position(|term| *term == word.term);
        term.or_else(|| {
            let written = word.written(text);
            let wild = self.highlights.wild.iter().position(|wild| wild.is_like(&written));
            wild.map(|at| self.highlights.terms.len() + at)
        })
    }

    /// The score of a text: a phrase is worth more than all single words.
    fn worth(&self, found: &[Word]) -> usize {
        let phrases = self.highlights.phrases.iter().filter(|phrase| start_of(phrase, found).is_some()).count();
        self.different(found) + phrases * self.singles()
    }

    /// The matches to highlight: from the first phrase on, if there is one.
    fn marked(&self, mut found: Vec<Word>) -> Vec<Word> {
        if let Some(start) = self.highlights.phrases.iter().filter_map(|phrase| start_of(phrase, &found)).min() {
            found.retain(|word| word.position >= start);
        }
        found
    }

    /// The score of a text that contains every term.
    fn most(&self) -> usize {
        self.singles() * (1 + self.highlights.phrases.len())
    }

    fn singles(&self) -> usize {
        self.highlights.terms.len() + self.highlights.wild.len()
    }

    /// The number of distinct matches; each wildcard counts once.
    fn different(&self, found: &[Word]) -> usize {
        let terms = self.highlights.terms.iter().filter(|term| found.iter().any(|word| word.term == **term)).count();
        let only_wild = found.iter().any(|word| !self.highlights.terms.contains(&word.term));
        terms + usize::from(only_wild)
    }
}

/// Cuts a snippet around the first matches.
fn pieces(text: &str, found: &[Word]) -> Vec<SnippetPart> {
    let start = densest(found);
    let (from, to) = window(text, start);
    let mut pieces = Vec::new();
    let mut push = |text: &str, hit: bool| {
        if !text.is_empty() {
            pieces.push(SnippetPart { text: text.to_owned(), hit });
        }
    };
    if from > 0 {
        push("… ", false);
    }
    let mut at = from;
    let mut marked: Vec<(usize, usize)> = found.iter().map(|word| (word.from, word.to)).collect();
    marked.sort_unstable();
    for (begin, end) in marked {
        // Parts of a Chinese word lie inside the word.
        if begin < at || end > to {
            continue;
        }
        push(&text[at..begin], false);
        push(&text[begin..end], true);
        at = end;
    }
    push(&text[at..to], false);
    if to < text.len() {
        push(" …", false);
    }
    pieces
}

/// The start of the densest group of matches.
fn densest(found: &[Word]) -> usize {
    let within = |at: usize| {
        let from = found[at].from;
        let terms: std::collections::BTreeSet<&str> = found[at..]
            .iter()
            .take_while(|word| word.to <= from + LENGTH - BEFORE)
            .map(|word| word.term.as_str())
            .collect();
        terms.len()
    };
    let best = (0..found.len()).max_by_key(|at| (within(*at), found.len() - at));
    best.map_or(0, |at| found[at].from)
}

/// A window of the text around a byte, cut at word boundaries when there are blanks.
fn window(text: &str, around: usize) -> (usize, usize) {
    let before = text[..around].char_indices().rev().take(BEFORE).last().map_or(around, |(at, _)| at);
    let from = if before == 0 { 0 } else { text[before..around].find(' ').map_or(before, |blank| before + blank + 1) };
    let to = text[from..].char_indices().nth(LENGTH).map_or(text.len(), |(at, _)| from + at);
    if to == text.len() {
        return (from, to);
    }
    let last_blank = text[from..to].rfind(' ').filter(|blank| *blank > LENGTH / 2).map(|blank| from + blank);
    (from, last_blank.unwrap_or(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn highlights(terms: &[&str], wild: &[&str], codes: &[&str]) -> Highlights {
        let owned = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect();
        let wild = wild.iter().filter_map(|one| Wild::new(one)).map(Arc::new).collect();
        Highlights { terms: owned(terms), wild, codes: owned(codes), phrases: Vec::new() }
    }

    fn block<'b>(anchor: &'b str, place: ModulePart, text: &'b str) -> StoredBlock<'b> {
        StoredBlock { anchor, place, text }
    }

    fn passage(
        head: &DocumentHead,
        blocks: &[StoredBlock<'_>],
        highlights: &Highlights,
        places: &[ModulePart],
    ) -> Snippet {
        Finder::new(highlights).passage(head, blocks.iter().copied(), places)
    }

    fn shown(passage: &Snippet) -> String {
        let piece = |piece: &SnippetPart| if piece.hit { format!("[{}]", piece.text) } else { piece.text.clone() };
        format!(
            "{}@{} {}",
            passage.place.as_str(),
            passage.anchor,
            passage.pieces.iter().map(piece).collect::<String>()
        )
    }

    fn head() -> DocumentHead {
        DocumentHead {
            title: "Hydraulic pump - Removal".to_owned(),
            code: "DMC-H160-A-29-10-00-00A-520A-A".to_owned(),
            ..DocumentHead::default()
        }
    }

    #[test]
    fn the_block_with_most_of_the_words_is_shown() {
        let blocks = [
            block("a", ModulePart::Para, "The pump is in the bay."),
            block("b", ModulePart::Step, "Removing the pumps needs two persons; 液压泵很重。"),
        ];
        let found = |terms: &[&str]| shown(&passage(&head(), &blocks, &highlights(terms, &[], &[]), &[]));
        assert_eq!(found(&["remov", "pump"]), "step@b [Removing] the [pumps] needs two persons; 液压泵很重。");
        assert_eq!(found(&["液压"]), "step@b Removing the pumps needs two persons; [液压]泵很重。");
        assert_eq!(found(&["hydraul"]), "title@ [Hydraulic] pump - Removal");
        assert_eq!(found(&[]), "para@a The pump is in the bay.");
        let wild = passage(&head(), &blocks, &highlights(&[], &["b*y"], &[]), &[]);
        assert_eq!(shown(&wild), "para@a The pump is in the [bay].");
        let step = passage(&head(), &blocks, &highlights(&["pump"], &[], &[]), &[ModulePart::Step]);
        assert_eq!(shown(&step), "step@b Removing the [pumps] needs two persons; 液压泵很重。");
    }

    #[test]
    fn the_block_with_the_phrase_is_shown_from_the_phrase_on() {
        let blocks = [
            block("a", ModulePart::Para, "The pump of the fuel system."),
            block("b", ModulePart::Para, "Fuel flows to the fuel pump."),
        ];
        let phrases = vec![vec!["fuel".to_owned(), "pump".to_owned()]];
        let asked = Highlights { phrases, ..highlights(&["fuel", "pump"], &[], &[]) };
        assert_eq!(shown(&passage(&head(), &blocks, &asked, &[])), "para@b Fuel flows to the [fuel] [pump].");
        assert_eq!(shown(&passage(&head(), &blocks[..1], &asked, &[])), "para@a The [pump] of the [fuel] system.");
    }

    #[test]
    fn a_code_is_highlighted_with_or_without_dashes() {
        let found = passage(&head(), &[], &highlights(&[], &[], &["2910"]), &[]);
        assert_eq!(shown(&found), "code@ DMC-H160-A-[29-10]-00-00A-520A-A");
    }

    #[test]
    fn a_long_text_is_cut_around_the_marks() {
        let text = format!("{} pump {}", "word ".repeat(100), "语".repeat(500));
        let found = passage(
            &DocumentHead::default(),
            &[block("a", ModulePart::Para, &text)],
            &highlights(&["pump"], &[], &[]),
            &[],
        );
        let all: String = found.pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert!(all.starts_with("… word") && all.contains("pump") && all.ends_with('…'), "{all}");
        assert!(all.chars().count() < LENGTH + 10);
    }
}
