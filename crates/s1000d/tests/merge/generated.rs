//! About a hundred generated cases: each kind of meeting of two edits, with its known answer.

use std::collections::BTreeSet;

use crate::cases::{CaseEdit, CaseMaker};
use crate::content::mixed_names;
use crate::dom::Dom;
use crate::{conflicts, content_of, merged, modules};

/// Two edits that meet, and what must come of it.
struct Meeting {
    ours: Vec<CaseEdit>,
    theirs: Vec<CaseEdit>,
    /// The element that is in conflict; then the result has our edit alone.
    conflict: Option<usize>,
}

impl Meeting {
    fn free(ours: CaseEdit, theirs: CaseEdit) -> Self {
        Self { ours: vec![ours], theirs: vec![theirs], conflict: None }
    }

    fn conflict(element: usize, ours: CaseEdit, theirs: CaseEdit) -> Self {
        Self { ours: vec![ours], theirs: vec![theirs], conflict: Some(element) }
    }
}

type Kind = (&'static str, fn(&mut CaseMaker<'_>) -> Option<Meeting>);

const KINDS: [Kind; 8] = [
    ("disjoint", |_| Some(Meeting { ours: Vec::new(), theirs: Vec::new(), conflict: None })),
    ("adjacent", adjacent),
    ("same", |maker| maker.any().map(|edit| Meeting::free(edit.clone(), edit))),
    ("same block", same_block),
    ("collide", collide),
    ("delete", deleted),
    ("same place", same_place),
    ("same id", same_id),
];

fn adjacent(maker: &mut CaseMaker<'_>) -> Option<Meeting> {
    let mut one = maker.any();
    for turn in 1..400 {
        // Some places have no neighbours.
        if turn % 80 == 0 || one.is_none() {
            one = maker.any();
        }
        let (Some(one), Some(two)) = (one.clone(), maker.any()) else { continue };
        let cores = (one.core(maker.dom), two.core(maker.dom));
        let nears = (one.near(maker.dom), two.near(maker.dom));
        if cores.0.is_disjoint(&cores.1) && !(nears.0.is_disjoint(&cores.1) && nears.1.is_disjoint(&cores.0)) {
            return Some(Meeting::free(one, two));
        }
    }
    None
}

fn same_block(maker: &mut CaseMaker<'_>) -> Option<Meeting> {
    let attribute = |element| CaseEdit::Attribute { element, name: "securityClassification", value: "03" };
    match maker.dice.below(3) {
        0 => {
            let block = maker.dice.pick(&maker.blocks(7))?;
            let last = maker.dom.words(block).split(' ').count() - 1;
            let (first, second) = (maker.word(), maker.word());
            let one = CaseEdit::Word { block, at: 0, new: first };
            Some(Meeting::free(one, CaseEdit::Word { block, at: last, new: second }))
        }
        1 => {
            let word = maker.change_word()?;
            let CaseEdit::Word { block, .. } = &word else { return None };
            Some(Meeting::free(attribute(*block), word))
        }
        _ => {
            let (element, places) = maker.movable()?;
            Some(Meeting::free(CaseEdit::Move { element, after: maker.dice.pick(&places)? }, attribute(element)))
        }
    }
}

fn collide(maker: &mut CaseMaker<'_>) -> Option<Meeting> {
    let (first, second) = (maker.word(), maker.word());
    match maker.dice.below(4) {
        0 => {
            let block = maker.dice.pick(&maker.blocks(3))?;
            let (one, two) =
                (CaseEdit::Word { block, at: 1, new: first }, CaseEdit::Word { block, at: 1, new: second });
            Some(Meeting::conflict(block, one, two))
        }
        1 => {
            let block = maker.dice.pick(&maker.blocks(3))?;
            let text = |word: &str| format!("Record the {word} in the log of the {word} station.");
            let one = CaseEdit::Rewrite { block, text: text(&first) };
            Some(Meeting::conflict(block, one, CaseEdit::Rewrite { block, text: text(&second) }))
        }
        2 => {
            let Some(CaseEdit::Attribute { element, name, value }) = maker.attribute() else { return None };
            let one = CaseEdit::Attribute { element, name, value };
            Some(Meeting::conflict(element, one, CaseEdit::Attribute { element, name, value: "04" }))
        }
        _ => {
            let (element, places) = maker.movable()?;
            let (first, last) = (*places.first()?, *places.last()?);
            let (one, two) = (CaseEdit::Move { element, after: first }, CaseEdit::Move { element, after: last });
            (first != last).then(|| Meeting::conflict(element, one, two))
        }
    }
}

fn deleted(maker: &mut CaseMaker<'_>) -> Option<Meeting> {
    let element = maker.dice.pick(&maker.removable())?;
    let inside = maker.dom.inside(element);
    let blocks: Vec<usize> = maker.blocks(3).into_iter().filter(|block| inside.contains(block)).collect();
    let new = maker.word();
    let edit = CaseEdit::Word { block: maker.dice.pick(&blocks)?, at: 0, new };
    Some(if maker.dice.below(2) == 0 {
        Meeting::conflict(element, CaseEdit::Delete { element }, edit)
    } else {
        Meeting::conflict(element, edit, CaseEdit::Delete { element })
    })
}

fn same_place(maker: &mut CaseMaker<'_>) -> Option<Meeting> {
    let one = maker.insert()?;
    let CaseEdit::Insert { after, name, .. } = &one else { return None };
    let text = format!("Get the {} from the store.", maker.word());
    let two = CaseEdit::Insert { after: *after, name: name.clone(), text, id: None };
    Some(Meeting::free(one, two))
}

fn same_id(maker: &mut CaseMaker<'_>) -> Option<Meeting> {
    let steps = maker.distinct(&["proceduralStep"]);
    let mut insert = || {
        let text = format!("Make sure that the {} is closed.", maker.word());
        let (after, name) = (maker.dice.pick(&steps)?, "proceduralStep".to_owned());
        Some(CaseEdit::Insert { after, name, text, id: Some("stp-9001".to_owned()) })
    };
    let (one, two) = (insert()?, insert()?);
    one.near(maker.dom).is_disjoint(&two.near(maker.dom)).then(|| Meeting::free(one, two))
}

fn applied(dom: &Dom, edits: &[&CaseEdit]) -> String {
    let mut dom = dom.clone();
    for edit in edits {
        edit.apply(&mut dom);
    }
    dom.text()
}

/// Merges a meeting among other edits; says what is wrong.
fn check(maker: &mut CaseMaker<'_>, meeting: &Meeting) -> Result<(), String> {
    let dom = maker.dom;
    let met: Vec<CaseEdit> = meeting.ours.iter().chain(&meeting.theirs).cloned().collect();
    let mine = maker.apart(2, &met);
    let theirs = maker.apart(2, &[met, mine.clone()].concat());
    let side = |special: &'static str, meeting: &Meeting, more: &[CaseEdit]| {
        let special = if special == "ours" { &meeting.ours } else { &meeting.theirs };
        special.iter().chain(more).cloned().collect::<Vec<_>>()
    };
    let (ours, theirs) = (side("ours", meeting, &mine), side("theirs", meeting, &theirs));
    let text = |edits: &[CaseEdit]| applied(dom, &edits.iter().collect::<Vec<_>>());
    let (base, our_text, their_text) = (dom.text(), text(&ours), text(&theirs));
    let result = merged(&base, &their_text, &our_text);
    let is_theirs = |edit: &&CaseEdit| meeting.conflict.is_none() || !meeting.theirs.contains(*edit);
    let is_new = |edit: &&CaseEdit| !ours.contains(*edit);
    let others: Vec<&CaseEdit> = theirs.iter().filter(is_theirs).filter(is_new).collect();
    let all: Vec<&CaseEdit> = ours.iter().chain(others.iter().copied()).collect();
    let back: Vec<&CaseEdit> = others.iter().copied().chain(&ours).collect();
    let mixed = mixed_names(&[&base, &our_text, &their_text]);
    let wanted: BTreeSet<String> = [all, back].map(|edits| content_of(&applied(dom, &edits), &mixed)).into();
    let got = content_of(&result.text.replace("stp-9001-2", "stp-9001"), &mixed);
    let found = conflicts(&result);
    let is_expected = match meeting.conflict {
        None => found.is_empty(),
        Some(element) => {
            let path = dom.path(element);
            let at_place = |one: &String| one.split_once(' ').is_some_and(|(_, found)| found.starts_with(&path));
            !found.is_empty() && found.iter().all(at_place)
        }
    };
    if is_expected && wanted.contains(&got) {
        return Ok(());
    }
    let text = if wanted.contains(&got) { "as wanted" } else { "WRONG" };
    Err(format!("text {text}, conflicts {found:?}, ours {ours:#?}, theirs {theirs:#?}"))
}

#[test]
fn every_meeting_of_two_edits_has_its_known_answer() {
    let mut demo = modules::demo();
    demo.retain(|(path, text)| !path.contains("mmel") && text.contains("<para>") && text.len() < 60_000);
    let mut wrong = Vec::new();
    let mut count = 0;
    for (index, (kind, meet)) in KINDS.iter().enumerate() {
        let mut found = 0;
        for turn in 0..60 {
            let (path, text) = &demo[(turn * 7 + index * 3) % demo.len()];
            let dom = Dom::read(text);
            let mut maker = CaseMaker::new(&dom, u64::try_from(turn * 100 + index + 1).expect("small"));
            let Some(meeting) = meet(&mut maker).filter(|_| found < 14) else { continue };
            (found, count) = (found + 1, count + 1);
            if let Err(reason) = check(&mut maker, &meeting) {
                wrong.push(format!("{kind}, turn {turn}, {path}: {reason}"));
            }
        }
        assert!(found >= 5, "only {found} cases of {kind}");
    }
    assert!(count >= 95, "only {count} cases");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}
