//! Which line of a translation is which of the original.

use s1000d::translation::OriginalChange;

use super::{lines, module, side};

const ORIGINAL: &str = "<para>Open <emphasis>both</emphasis> valves, see <internalRef internalRefId=\"f1\"/>.</para>
<levelledPara><title>Limits</title><para>At most 25&#176;C.</para></levelledPara>
<para>Close them.</para>";
const TRANSLATION: &str = "<para>打开<emphasis>两个</emphasis>活门，参见<internalRef internalRefId=\"f1\"/>。</para>
<levelledPara><title>限制</title><para>At most 25&#176;C.</para></levelledPara>
<para>关闭。</para>";

#[test]
fn lines_stand_beside_their_translation_with_common_codes() {
    let both = side(&module(ORIGINAL), None, &module(TRANSLATION));
    let shown: Vec<_> = both.rows.iter().map(|row| lines(&both, row)).collect();
    let expected = [
        ("Pump", "Pump"),
        ("Open {1}both{/1} valves, see {2}.", "打开{1}两个{/1}活门，参见{2}。"),
        ("Limits", "限制"),
        ("At most 25°C.", "At most 25°C."),
        ("Close them.", "关闭。"),
    ];
    assert_eq!(shown, expected.map(|(one, two)| (one.to_owned(), two.to_owned())));
    assert_eq!(both.rows.iter().map(|row| row.change).collect::<Vec<_>>(), [None; 5]);
    let counts = both.counts();
    assert_eq!((counts.lines, counts.translated, counts.changed), (5, 3, 0));
}

#[test]
fn the_tags_of_empty_elements_are_no_lines() {
    let empty = "<para/><table><tgroup cols=\"1\"><tbody><row><entry/></row></tbody></tgroup></table>";
    let both = side(&module(empty), None, &module(empty));
    let shown: Vec<_> = both.rows.iter().map(|row| lines(&both, row).0).collect();
    assert_eq!(shown, ["Pump"]);
}

#[test]
fn changes_of_the_original_are_found_at_their_lines() {
    let now = ORIGINAL
        .replace("<para>Close them.</para>", "<para>Wait for a minute or two.</para><para>Close them slowly.</para>")
        .replace("<para>At most 25&#176;C.</para>", "");
    let both = side(&module(&now), Some(&module(ORIGINAL)), &module(TRANSLATION));
    let found: Vec<_> = both
        .rows
        .iter()
        .map(|row| {
            let change = match row.change {
                None => "",
                Some(OriginalChange::Added) => "added",
                Some(OriginalChange::Changed(_)) => "changed",
                Some(OriginalChange::Removed(_)) => "removed",
            };
            let (original, translation) = lines(&both, row);
            (change, original, translation)
        })
        .filter(|(change, ..)| !change.is_empty())
        .collect();
    let expected = [
        ("removed", "", "At most 25°C."),
        ("added", "Wait for a minute or two.", ""),
        ("changed", "Close them slowly.", "关闭。"),
    ];
    assert_eq!(found, expected.map(|(change, one, two)| (change, one.to_owned(), two.to_owned())));
}

#[test]
fn a_translation_that_followed_the_original_is_paired_with_it() {
    let now = ORIGINAL.replace("<para>Close", "<para>Wait for a minute or two.</para><para>Close");
    let followed = TRANSLATION.replace("<para>关闭", "<para>等待。</para><para>关闭");
    let both = side(&module(&now), Some(&module(ORIGINAL)), &module(&followed));
    let shown: Vec<_> = both.rows.iter().map(|row| lines(&both, row)).collect();
    assert!(shown.contains(&("Wait for a minute or two.".to_owned(), "等待。".to_owned())), "{shown:?}");
    assert!(shown.contains(&("Close them.".to_owned(), "关闭。".to_owned())), "{shown:?}");
}

#[test]
fn data_in_a_line_is_one_code_and_its_text_is_no_line() {
    let line = "<para>Torque <quantity><quantityGroup><quantityValue>5</quantityValue></quantityGroup></quantity> \
        <!-- why --><verbatimText> a  b </verbatimText></para>";
    let both = side(&module(line), None, &module(line));
    let row = both.rows.last().expect("a row");
    assert_eq!(lines(&both, row).0, "Torque {1} {2}{3}");
    let labels: Vec<_> = both.codes(row).codes.into_iter().map(|code| code.label).collect();
    assert_eq!((labels[0].as_str(), labels[2].as_str()), ("5", "a b"));
}

#[test]
fn change_marks_of_the_original_are_no_difference() {
    let original = "<para>See <internalRef changeMark=\"1\" internalRefId='f1'\n changeType = 'modify'/>.</para>";
    let both = side(&module(original), None, &module("<para>See <internalRef internalRefId='f1'/>.</para>"));
    let row = both.rows.last().expect("a row");
    assert!(!both.is_translated(row), "it says the same");
    let codes = both.codes(row).codes;
    assert_eq!((codes.len(), codes[0].start.as_str()), (1, "<internalRef internalRefId='f1'/>"));
    assert!(codes[0].is_required());
}

/// The translation of each line of an original that has one.
fn partners(original: &str, before: Option<&str>, translation: &str) -> Vec<(String, String)> {
    let both = side(&module(original), before.map(module).as_deref(), &module(translation));
    let pairs = both.rows.iter().map(|row| lines(&both, row));
    pairs.filter(|(one, two)| one != "Pump" && !one.is_empty() && !two.is_empty()).collect()
}

fn owned<const N: usize>(pairs: [(&str, &str); N]) -> Vec<(String, String)> {
    pairs.map(|(one, two)| (one.to_owned(), two.to_owned())).to_vec()
}

#[test]
fn a_paragraph_more_or_less_leaves_the_lines_before_it_beside_their_original() {
    let original = "<para>Open.</para><para>Wait.</para><para>Close.</para>";
    let translation = "<para>打开。</para><para>等待。</para><para>关闭。</para>";
    let expected = owned([("Open.", "打开。"), ("Wait.", "等待。"), ("Close.", "关闭。")]);
    assert_eq!(partners(&format!("{original}<para>Check.</para>"), None, translation), expected, "appended");
    assert_eq!(partners(original, None, &format!("{translation}<para>检查。</para>")), expected, "added here");
}

#[test]
fn numbers_and_inline_elements_tell_which_paragraph_is_new() {
    let original = "<para>Open <emphasis>it</emphasis>.</para><para>Wait.</para><para>Turn 25 times.</para>";
    let translation = "<para>打开<emphasis>它</emphasis>。</para><para>旋转25次。</para>";
    let inserted = owned([("Open {1}it{/1}.", "打开{1}它{/1}。"), ("Turn 25 times.", "旋转25次。")]);
    assert_eq!(partners(original, None, translation), inserted, "new in the original");
    let split =
        "<para>打开<emphasis>它</emphasis>。</para><para>慢慢地。</para><para>等待。</para><para>旋转25次。</para>";
    let found = partners(original, None, split);
    assert_eq!((&found[0], found.last()), (&inserted[0], inserted.last()), "a paragraph in two");
}

#[test]
fn a_translation_that_followed_one_of_two_changes_keeps_its_other_lines() {
    let before = "<levelledPara><para>Open.</para></levelledPara><para>Close at 30.</para>";
    let now = "<levelledPara><para>Open.</para><para>Wait.</para></levelledPara>\
        <para>Drain.</para><para>Check.</para><para>Close at 30.</para>";
    let translation = "<levelledPara><para>打开。</para><para>等待。</para></levelledPara>\
        <para>放油。</para><para>30时关闭。</para>";
    let found = partners(now, Some(before), translation);
    let expected = [("Open.", "打开。"), ("Wait.", "等待。"), ("Drain.", "放油。"), ("Close at 30.", "30时关闭。")];
    assert_eq!(found, owned(expected));
}

#[test]
fn codes_of_the_original_come_without_its_change_marks() {
    let original = "<para>See <internalRef internalRefId='f1' changeMark='1' reasonForUpdateRefIds='rfu-1'/>.</para>";
    let both = side(&module(original), None, &module("<para>参见。</para>"));
    let codes = both.codes(both.rows.last().expect("a row")).codes;
    assert_eq!((codes.len(), codes[0].start.as_str()), (1, "<internalRef internalRefId='f1'/>"));
}

#[test]
fn acronyms_are_translated() {
    let line = "<para>The <acronym><acronymTerm>APU</acronymTerm><acronymDefinition>Auxiliary power unit\
        </acronymDefinition></acronym> runs.</para>";
    let both = side(&module(line), None, &module(line));
    let shown = lines(&both, both.rows.last().expect("a row")).0;
    assert_eq!(shown, "The {1}{2}APU{/2}{3}Auxiliary power unit{/3}{/1} runs.");
}

#[test]
fn lines_that_are_marked_as_deleted_need_no_translation() {
    let original = "<para>Open.</para><para changeType='delete' changeMark='1'>Wait.</para><para>Close.</para>";
    let both = side(&module(original), None, &module(original));
    let shown: Vec<_> = both.rows.iter().map(|row| lines(&both, row).0).collect();
    assert_eq!(shown, ["Pump", "Open.", "Close."]);
}
