//! Cases with known answers, made from the modules of the demo.

use std::collections::BTreeSet;

use crate::dom::{Dom, DomPart};

/// One change to the base.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CaseEdit {
    Word { block: usize, at: usize, new: String },
    Wrap { block: usize, at: usize },
    Rewrite { block: usize, text: String },
    Attribute { element: usize, name: &'static str, value: &'static str },
    Insert { after: usize, name: String, text: String, id: Option<String> },
    Delete { element: usize },
    Move { element: usize, after: usize },
}

/// An element, or the gap behind one (`usize::MAX`: before the first child).
type Spot = (usize, Option<usize>);

impl CaseEdit {
    pub(crate) fn apply(&self, dom: &mut Dom) {
        match self {
            Self::Word { block, at, new } => words(dom, *block, |words| words[*at].clone_from(new)),
            Self::Rewrite { block, text } => dom.elements[*block].content = vec![DomPart::Text(text.clone())],
            Self::Wrap { block, at } => {
                let text = dom.words(*block);
                let words: Vec<&str> = text.split(' ').collect();
                let (before, behind) = (words[..*at].join(" ") + " ", " ".to_owned() + &words[at + 1..].join(" "));
                let word = vec![DomPart::Text(words[*at].to_owned())];
                let inline = dom.create("emphasis", *block, word);
                let content = [DomPart::Text(before), DomPart::Element(inline), DomPart::Text(behind)];
                dom.elements[*block].content = content.to_vec();
            }
            Self::Attribute { element, name, value } => {
                let attributes = &mut dom.elements[*element].attributes;
                attributes.retain(|(key, _)| key != name);
                attributes.push(((*name).to_owned(), (*value).to_owned()));
            }
            Self::Insert { after, name, text, id } => {
                let parent = dom.elements[*after].parent;
                let text = vec![DomPart::Text(text.clone())];
                let new = if name == "para" {
                    dom.create(name, parent, text)
                } else {
                    let new = dom.create(name, parent, Vec::new());
                    let para = dom.create("para", new, text);
                    dom.elements[new].content.push(DomPart::Element(para));
                    new
                };
                dom.elements[new].attributes.extend(id.iter().map(|id| ("id".to_owned(), id.clone())));
                dom.put_after(*after, new);
            }
            Self::Delete { element } => dom.remove(*element),
            Self::Move { element, after } => {
                dom.remove(*element);
                dom.put_after(*after, *element);
            }
        }
    }

    /// The places that the edit changes.
    pub(crate) fn core(&self, dom: &Dom) -> BTreeSet<Spot> {
        match self {
            Self::Word { block, .. } | Self::Wrap { block, .. } | Self::Rewrite { block, .. } => {
                [(*block, None)].into()
            }
            Self::Attribute { element, .. } => [(*element, None)].into(),
            Self::Insert { after, .. } => [gap(dom, *after)].into(),
            Self::Delete { element } => whole(dom, *element),
            Self::Move { element, after } => {
                let mut core = whole(dom, *element);
                core.insert(gap(dom, *after));
                core
            }
        }
    }

    /// The places that the edit changes, and their neighbours.
    pub(crate) fn near(&self, dom: &Dom) -> BTreeSet<Spot> {
        let mut near = self.core(dom);
        for (element, behind) in self.core(dom) {
            let ends = match behind {
                Some(usize::MAX) => [dom.children(element).first().copied(), None],
                Some(anchor) => [Some(anchor), dom.sibling(anchor, true)],
                None => [dom.sibling(element, false), dom.sibling(element, true)],
            };
            near.extend(ends.into_iter().flatten().map(|one| (one, None)));
        }
        near
    }
}

fn words(dom: &mut Dom, block: usize, change: impl Fn(&mut Vec<String>)) {
    let mut words: Vec<String> = dom.words(block).split(' ').map(str::to_owned).collect();
    // Another edit may have put a tag around a word: the words of the first text are those before it.
    if let [DomPart::Text(first), rest @ ..] = dom.elements[block].content.as_slice()
        && !rest.is_empty()
    {
        words = first.split_whitespace().map(str::to_owned).collect();
        change(&mut words);
        dom.elements[block].content[0] = DomPart::Text(words.join(" ") + " ");
        return;
    }
    change(&mut words);
    dom.elements[block].content = vec![DomPart::Text(words.join(" "))];
}

fn gap(dom: &Dom, after: usize) -> Spot {
    (dom.elements[after].parent, Some(after))
}

fn whole(dom: &Dom, element: usize) -> BTreeSet<Spot> {
    let mut core: BTreeSet<Spot> = [gap(dom, element)].into();
    core.insert((dom.elements[element].parent, Some(dom.sibling(element, false).unwrap_or(usize::MAX))));
    for inner in dom.inside(element) {
        core.extend([(inner, None), (inner, Some(usize::MAX))]);
        core.extend(dom.children(inner).into_iter().map(|child| (inner, Some(child))));
    }
    core
}

/// A fixed sequence of numbers that look random.
#[derive(Debug, Clone)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % count.max(1)
    }

    pub(crate) fn pick<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        list.get(self.below(list.len())).cloned()
    }
}

/// Makes edits of one module.
#[derive(Debug)]
pub(crate) struct CaseMaker<'m> {
    pub(crate) dom: &'m Dom,
    pub(crate) dice: Dice,
    next: usize,
}

const BLOCKS: [&str; 4] = ["para", "notePara", "warningAndCautionPara", "title"];

impl<'m> CaseMaker<'m> {
    pub(crate) fn new(dom: &'m Dom, seed: u64) -> Self {
        Self { dom, dice: Dice::new(seed), next: 0 }
    }

    pub(crate) fn word(&mut self) -> String {
        self.next += 1;
        format!("nacelle{}", self.next)
    }

    fn all(&self, names: &[&str]) -> Vec<usize> {
        let elements = self.dom.elements.iter().enumerate();
        elements.filter(|(_, element)| names.contains(&element.name.as_str())).map(|(number, _)| number).collect()
    }

    /// Blocks of plain text with some words.
    pub(crate) fn blocks(&self, least: usize) -> Vec<usize> {
        let mut blocks = self.all(&BLOCKS);
        blocks.retain(|block| {
            matches!(self.dom.elements[*block].content.as_slice(), [DomPart::Text(_)])
                && self.dom.words(*block).split(' ').count() >= least
        });
        blocks
    }

    /// Elements that no sibling reads like.
    pub(crate) fn distinct(&self, names: &[&str]) -> Vec<usize> {
        let mut all = self.all(names);
        all.retain(|element| {
            let (words, name) = (self.dom.words(*element), &self.dom.elements[*element].name);
            let siblings = self.dom.children(self.dom.elements[*element].parent);
            let mut alike = siblings.iter().filter(|other| self.dom.elements[**other].name == *name);
            !words.is_empty() && alike.all(|other| other == element || self.dom.words(*other) != words)
        });
        all
    }

    /// Elements that can go: something of their kind is left, and nothing refers to them.
    pub(crate) fn removable(&self) -> Vec<usize> {
        let mut all = self.distinct(&["para", "listItem", "proceduralStep"]);
        all.retain(|element| {
            let siblings = self.dom.children(self.dom.elements[*element].parent);
            let name = &self.dom.elements[*element].name;
            let count = siblings.iter().filter(|other| self.dom.elements[**other].name == *name).count();
            let inside = self.dom.inside(*element);
            let ids: Vec<&String> = inside.iter().flat_map(|inner| self.ids(*inner)).collect();
            count > 2 && !ids.into_iter().any(|id| self.is_referenced(id))
        });
        all
    }

    fn ids(&self, element: usize) -> impl Iterator<Item = &String> {
        self.dom.elements[element].attributes.iter().filter(|(key, _)| key == "id").map(|(_, id)| id)
    }

    fn is_referenced(&self, id: &str) -> bool {
        let attributes = self.dom.elements.iter().flat_map(|element| &element.attributes);
        attributes.filter(|(key, _)| key != "id").any(|(_, value)| value.split(' ').any(|one| one == id))
    }

    /// A step and places two or more steps away from it.
    pub(crate) fn movable(&mut self) -> Option<(usize, Vec<usize>)> {
        let steps = self.distinct(&["proceduralStep", "listItem"]);
        let step = self.dice.pick(&steps)?;
        let mut siblings = self.dom.children(self.dom.elements[step].parent);
        siblings.retain(|other| self.dom.elements[*other].name == self.dom.elements[step].name);
        let at = siblings.iter().position(|other| *other == step)?;
        let far = |(index, _): &(usize, &usize)| *index > at + 1 || index + 2 < at;
        let places: Vec<usize> = siblings.iter().enumerate().filter(far).map(|(_, other)| *other).collect();
        (!places.is_empty()).then_some((step, places))
    }

    pub(crate) fn insert(&mut self) -> Option<CaseEdit> {
        let anchors = self.distinct(&["para", "listItem", "proceduralStep"]);
        let after = self.dice.pick(&anchors)?;
        let text = format!("Examine the {} and the {} for damage.", self.word(), self.word());
        Some(CaseEdit::Insert { after, name: self.dom.elements[after].name.clone(), text, id: None })
    }

    pub(crate) fn attribute(&mut self) -> Option<CaseEdit> {
        let element = self.dice.pick(&self.distinct(&["para", "listItem", "proceduralStep", "entry"]))?;
        Some(CaseEdit::Attribute { element, name: "securityClassification", value: "02" })
    }

    pub(crate) fn change_word(&mut self) -> Option<CaseEdit> {
        let block = self.dice.pick(&self.blocks(3))?;
        let at = self.dice.below(self.dom.words(block).split(' ').count());
        Some(CaseEdit::Word { block, at, new: self.word() })
    }

    pub(crate) fn any(&mut self) -> Option<CaseEdit> {
        match self.dice.below(6) {
            0 => self.insert(),
            1 => self.attribute(),
            2 => self.dice.clone().pick(&self.removable()).map(|element| CaseEdit::Delete { element }),
            3 => {
                let (element, places) = self.movable()?;
                Some(CaseEdit::Move { element, after: self.dice.pick(&places)? })
            }
            4 => {
                let block = self.dice.pick(&self.blocks(5))?;
                Some(CaseEdit::Wrap { block, at: 2 })
            }
            _ => self.change_word(),
        }
    }

    /// Edits that stay clear of each other and of others.
    pub(crate) fn apart(&mut self, count: usize, others: &[CaseEdit]) -> Vec<CaseEdit> {
        let mut found: Vec<CaseEdit> = Vec::new();
        for _ in 0..count * 8 {
            let Some(edit) = self.any().filter(|_| found.len() < count) else { continue };
            let near = edit.near(self.dom);
            if found.iter().chain(others).all(|other| other.near(self.dom).is_disjoint(&near)) {
                found.push(edit);
            }
        }
        found
    }
}
