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
