//! Paragraphs and steps that were split or joined.

use crate::redline::{drawn, procedure, step, told, words};

const ONE: &str = "Open the cowling and hold it with the rod.";
const TWO: &str = "Remove both bolts of the filter bowl.";
const THREE: &str = "Drain the bowl into a clean can.";

fn paras(texts: &[&str]) -> String {
    let para = |text: &&str| format!("<para>{text}</para>");
    texts.iter().map(para).collect()
}

fn steps(texts: &[&str]) -> String {
    procedure(&texts.iter().map(|text| step(text)).collect::<String>())
}

/// The listed changes, when the words of the redline are complete in both directions.
fn listed(a: &str, b: &str) -> Vec<String> {
    assert_eq!(words(a, b, true), Ok(()));
    assert_eq!(words(b, a, true), Ok(()));
    told(a, b)
}

#[test]
fn a_step_that_became_two_was_split() {
    let (whole, parts) = (steps(&[&[ONE, TWO].join(" "), THREE]), steps(&[ONE, TWO, THREE]));
    assert_eq!(listed(&whole, &parts), [format!("Split Step 2:  > {TWO}")]);
    let page = drawn(&whole, &parts).one.html;
    assert!(page.contains("data-note=\"Split off here\""), "{page}");
    assert_eq!(page.matches("data-difference=\"0\"").count(), page.matches("data-difference").count(), "{page}");
}

#[test]
fn two_steps_that_became_one_were_joined() {
    let (whole, parts) = (steps(&[&[ONE, TWO].join(" "), THREE]), steps(&[ONE, TWO, THREE]));
    assert_eq!(listed(&parts, &whole), [format!("Joined Step 1: {TWO} > ")]);
    let found = drawn(&parts, &whole);
    assert_eq!(found.listed.content[0].moved_from.as_deref(), Some("Step 2"));
    assert!(found.one.html.contains("data-note=\"Joined with the text beside it\""), "{}", found.one.html);
}

#[test]
fn the_longer_half_may_be_the_second_one() {
    let long = "Remove both bolts of the filter bowl with a wrench of 12 mm and keep the two washers in a clean bag.";
    let (whole, parts) = (steps(&[&["Open the cowling.", long].join(" ")]), steps(&["Open the cowling.", long]));
    assert_eq!(listed(&whole, &parts), ["Split Step 1:  > Open the cowling."]);
}

#[test]
fn a_paragraph_of_a_step_may_become_three() {
    let within = |texts: &[&str]| procedure(&format!("<proceduralStep>{}</proceduralStep>", paras(texts)));
    let whole = within(&[&[ONE, TWO, THREE].join(" ")]);
    let found = listed(&whole, &within(&[ONE, TWO, THREE]));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("Split") && found[0].ends_with(&[TWO, THREE].join(" ")), "{found:?}");
}

#[test]
fn words_that_changed_with_a_split_are_said() {
    let (whole, parts) = (
        steps(&["Open the cowling and hold it with the rod, then remove both bolts of the filter bowl."]),
        steps(&[ONE, TWO]),
    );
    let found = listed(&whole, &parts);
    assert_eq!(found, [format!("Split Step 2: then remove both bolts of the filter bowl > {TWO}")]);
}

#[test]
fn chinese_paragraphs_are_split_too() {
    let (one, two) = ("打开发动机整流罩并用支杆固定。", "拆下滤杯的两个螺栓并妥善保管。");
    let found = listed(&steps(&[&[one, two].concat()]), &steps(&[one, two]));
    assert_eq!(found, [format!("Split Step 2:  > {two}")]);
}

#[test]
fn other_words_beside_a_change_are_no_split() {
    let (a, b) = (steps(&[&[ONE, TWO].join(" ")]), steps(&[ONE, "Close all valves before the next flight begins."]));
    let found = listed(&a, &b);
    assert!(found.iter().all(|change| !change.starts_with("Split")), "{found:?}");
    let replaced = listed(&steps(&[TWO]), &steps(&["Never open it.", TWO]));
    assert_eq!(replaced, ["Inserted Step 1:  > Never open it."]);
}

#[test]
fn every_step_of_a_long_procedure_may_be_split() {
    let texts = (1..=200).map(|number| {
        let name = |part: &str| format!("{part}{number}");
        [
            format!("Open {} and hold {} with {}.", name("cover"), name("panel"), name("rod")),
            format!("Remove {} bolts of {} beside {}.", name("steel"), name("bowl"), name("pump")),
        ]
    });
    let texts: Vec<[String; 2]> = texts.collect();
    let whole: String = texts.iter().map(|parts| step(&parts.join(" "))).collect();
    let parts: String = texts.iter().flatten().map(|part| step(part)).collect();
    let found = told(&procedure(&whole), &procedure(&parts));
    assert_eq!(found.len(), texts.len(), "{found:?}");
    assert!(found.iter().all(|change| change.starts_with("Split")), "{found:?}");
}

#[test]
fn signs_at_the_end_of_a_text_are_no_words() {
    let dots = ". ".repeat(2_000);
    let (whole, parts) = (steps(&[&format!("{ONE} {TWO} {dots}")]), steps(&[&format!("{ONE} {dots}"), TWO]));
    let found = told(&whole, &parts);
    assert!(found.iter().any(|change| change.starts_with("Split")), "{found:?}");
}

const PARTS: [&str; 6] = [
    "Open the cowling and hold it with the rod.",
    "Remove both bolts of the filter bowl.",
    "Drain all remaining fuel into one clean can.",
    "Lubricate new seals before they touch metal.",
    "Install another element inside its housing carefully.",
    "Torque each nut crosswise until marks meet.",
];

#[test]
fn a_paragraph_may_be_split_into_and_joined_from_many() {
    let within = |texts: &[&str]| procedure(&format!("<proceduralStep>{}</proceduralStep>", paras(texts)));
    for count in 4..=PARTS.len() {
        let (whole, parts) = (within(&[&PARTS[..count].join(" ")]), within(&PARTS[..count]));
        let split = listed(&whole, &parts);
        assert_eq!(split.len(), 1, "{count}: {split:?}");
        // The list shortens long texts.
        let is_told = split[0].ends_with(PARTS[count - 1]) || split[0].ends_with('…') && split[0].contains(PARTS[1]);
        assert!(split[0].starts_with("Split") && is_told, "{count}: {split:?}");
        let joined = told(&parts, &whole);
        assert_eq!(joined.len(), 1, "{count}: {joined:?}");
        assert!(joined[0].starts_with("Joined"), "{count}: {joined:?}");
    }
}

#[test]
fn a_long_step_may_become_many_steps() {
    // Of texts with so many words the comparison keeps a sample.
    let longer = |(number, part): (usize, &&str)| {
        format!("{part} Wait {number} minutes near lamp{number} below panel{number} beside pump{number}.")
    };
    let long: Vec<String> = PARTS.iter().enumerate().map(longer).collect();
    let texts: Vec<&str> = long.iter().map(String::as_str).collect();
    let (whole, parts) = (steps(&[THREE, &long.join(" ")]), steps(&[&[THREE], texts.as_slice()].concat()));
    let split = listed(&whole, &parts);
    assert_eq!(split.len(), 1, "{split:?}");
    assert!(split[0].starts_with("Split"), "{split:?}");
}

#[test]
fn many_new_texts_in_the_place_of_another_are_no_split() {
    let within = |texts: &[&str]| procedure(&format!("<proceduralStep>{}</proceduralStep>", paras(texts)));
    let other = "Never close any valve during refuelling unless somebody watches every gauge continuously outside.";
    let found = told(&within(&[other]), &within(&PARTS));
    assert!(found.iter().all(|change| !change.starts_with("Split")), "{found:?}");
}
