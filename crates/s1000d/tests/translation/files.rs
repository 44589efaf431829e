//! XLIFF files.

use proptest::prelude::*;
use s1000d::splice;
use s1000d::translation::{MarkedPart, SideBySide};
use s1000d::xliff::{self, XliffContent, XliffProblemKind};
use s1000d::{guard, object};

use super::{head, module, modules, side};

const ORIGINAL: &str = "<para>Open <emphasis>both</emphasis> valves, see <internalRef internalRefId=\"f1\"/>.</para>
<para>At most 25&#176;C &amp; dry.</para>";
const TRANSLATION: &str = "<para>打开<emphasis>两个</emphasis>活门，参见<internalRef internalRefId=\"f1\"/>。</para>
<para>At most 25&#176;C &amp; dry.</para>";

fn written(side: &SideBySide) -> String {
    xliff::write(&head(), side)
}

fn read(file: &str, side: &SideBySide) -> XliffContent {
    xliff::read(file.as_bytes(), &head(), side).expect("XML")
}

/// The id of a unit, counted from 0.
fn id(file: &str, at: usize) -> String {
    let found = file.split("<unit id=\"").nth(at + 1).and_then(|rest| rest.split('"').next());
    found.expect("a unit").to_owned()
}

fn kinds(content: XliffContent) -> Vec<XliffProblemKind> {
    content.problems.into_iter().map(|problem| problem.kind).collect()
}

/// The kinds of problems with a file in which a text was replaced.
fn problems(from: &str, to: &str) -> Vec<XliffProblemKind> {
    let both = side(&module(ORIGINAL), None, &module(TRANSLATION));
    let file = written(&both);
    assert!(file.contains(from), "{file}");
    let content = read(&file.replacen(from, to, 1), &both);
    assert_eq!(content.splices, []);
    kinds(content)
}

#[test]
fn a_file_has_codes_with_their_bytes_and_comes_back_with_words_alone_changed() {
    let text = module(TRANSLATION);
    let both = side(&module(ORIGINAL), None, &text);
    let file = written(&both);
    assert!(file.contains("srcLang=\"en-US\" trgLang=\"zh-CN\""), "{file}");
    assert!(file.contains("<data id=\"s1\">&lt;emphasis&gt;</data>"), "{file}");
    assert!(file.contains("<source>At most 25°C &amp; dry.</source>\n</segment>"), "untranslated: {file}");
    let changed = file.replacen("两个</pc>活门", "二个</pc> <活门>", 1).replacen("<活门>", "&lt;活门>", 1).replacen(
        "<source>At most 25°C &amp; dry.</source>",
        "<source>At most 25°C &amp; dry.</source><target>最高 25°C &amp; 干燥。</target>",
        1,
    );
    let content = read(&changed, &both);
    assert_eq!((content.problems.len(), content.changed, content.units), (0, 2, 3));
    let after = splice::apply(&text, &content.splices).expect("a text");
    let expected = TRANSLATION
        .replace("两个</emphasis>活门", "二个</emphasis> &lt;活门&gt;")
        .replace("At most 25&#176;C &amp; dry.", "最高 25°C &amp; 干燥。");
    assert_eq!(after, module(&expected));
}

#[test]
fn tools_that_fold_white_space_or_use_single_tags_change_nothing() {
    let text = module(&TRANSLATION.replace("打开<", "打开\r\n   全部 &#160;<"));
    let both = side(&module(ORIGINAL), None, &text);
    let file = written(&both);
    let single = file.replace("两个</pc>", "两个<ec startRef=\"1\"/>");
    let start = single.rfind("<pc ").expect("a code");
    let end = start + single[start..].find('>').expect("a tag");
    let single = format!("{}<sc id=\"1\"/>{}", &single[..start], &single[end + 1..]);
    for file in [file.replace("<target>", "<target>\n  ").replace("</target>", " </target>"), single] {
        let content = read(&file, &both);
        assert_eq!((content.splices, content.problems), (vec![], vec![]), "{file}");
    }
}

#[test]
fn what_does_not_fit_is_listed_and_not_taken() {
    use XliffProblemKind as Kind;
    let both = side(&module(ORIGINAL), None, &module(TRANSLATION));
    let file = written(&both);
    let (first, second, third) = (id(&file, 0), id(&file, 1), id(&file, 2));
    assert_eq!(problems(&first, "u99"), [Kind::UnitUnknown, Kind::UnitMissing]);
    assert_eq!(problems(&third, &second), [Kind::UnitTwice, Kind::UnitMissing]);
    assert_eq!(problems("trgLang=\"zh-CN\"", "trgLang=\"de-DE\""), [Kind::Language]);
    assert_eq!(problems("version=\"2.1\"", "version=\"1.2\""), [Kind::Version]);
    assert_eq!(problems("original=\"DMC-A_zh-CN\"", "original=\"DMC-B_zh-CN\""), [Kind::OtherModule]);
    assert_eq!(problems("Open ", "Close "), [Kind::SourceChanged]);
    assert_eq!(problems("打开", "<cp hex=\"0001\"/>打开"), [Kind::ElementUnknown]);
    assert_eq!(problems("打开", "打<ph id=\"2\"/>开"), [Kind::CodeTwice]);
    assert_eq!(problems("打开", "打<ph id=\"7\"/>开"), [Kind::CodeUnknown]);
    assert_eq!(problems("活门，", "活<ec startRef=\"1\"/>门，"), [Kind::CodeCrossed]);
    let target = file.find("<target>").expect("a target");
    let end = target + file[target..].find("</target>").expect("its end");
    let bare = format!("{}<target>打开{}", &file[..target], &file[end..]);
    assert_eq!(kinds(read(&bare, &both)), [Kind::CodeMissing, Kind::CodeMissing]);
}

#[test]
fn a_line_that_does_not_fit_keeps_no_other_from_being_taken() {
    use XliffProblemKind as Kind;
    let both = side(&module(ORIGINAL), None, &module(TRANSLATION));
    let source = "<source>At most 25°C &amp; dry.</source>";
    let translated = written(&both).replacen(source, &format!("{source}<target>最高 25°C。</target>"), 1);
    let after = |content: &XliffContent| splice::apply(&module(TRANSLATION), &content.splices).expect("a text");
    let expected = module(&TRANSLATION.replace("At most 25&#176;C &amp; dry.", "最高 25°C。"));
    let (first, second) = (id(&translated, 1), id(&translated, 2));
    for (from, to, kind) in [
        ("Open ", "Close ", Kind::SourceChanged),
        ("打开", "打<ph id=\"7\"/>开", Kind::CodeUnknown),
        ("打开", "<cp hex=\"0001\"/>打开", Kind::ElementUnknown),
    ] {
        let content = read(&translated.replacen(from, to, 1), &both);
        assert_eq!((content.changed, after(&content).as_str()), (1, expected.as_str()), "{from}");
        assert_eq!(kinds(content), [kind]);
    }
    // A unit that is there twice is not taken at all.
    let twice = written(&both).replacen("打开", "请打开", 1).replacen(&second, &first, 1);
    let content = read(&twice, &both);
    assert_eq!((content.changed, after(&content)), (0, module(TRANSLATION)));
    assert_eq!(kinds(content), [Kind::UnitTwice, Kind::UnitMissing]);
    // A file of another module or language is refused as a whole.
    for (from, to) in [("trgLang=\"zh-CN\"", "trgLang=\"de-DE\""), ("\"DMC-A_zh-CN\"", "\"DMC-B_zh-CN\"")] {
        assert_eq!(read(&translated.replacen(from, to, 1), &both).changed, 0, "{to}");
    }
}

#[test]
fn a_line_that_was_changed_on_both_sides_is_refused() {
    let both = side(&module(ORIGINAL), None, &module(TRANSLATION));
    let file = written(&both);
    let later = side(&module(ORIGINAL), None, &module(&TRANSLATION.replace("打开", "开启")));
    assert_eq!(read(&file, &later).problems, [], "the tool changed nothing");
    assert_eq!(read(&file, &later).splices, []);
    let changed = file.replacen("打开", "请打开", 1);
    assert_eq!(kinds(read(&changed, &later)), [XliffProblemKind::TranslationChanged]);
    // A tool keeps ids, and may drop the other attributes.
    for (file, expected) in [(file, vec![]), (changed, vec![XliffProblemKind::TranslationChanged])] {
        let content = read(&ids_alone(&file), &later);
        assert!(content.splices.is_empty());
        assert_eq!(kinds(content), expected);
    }
}

/// A file whose units have no attribute besides their id.
fn ids_alone(file: &str) -> String {
    let mut pieces = file.split("<unit id=\"");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (id, rest) = piece.split_once('"').expect("an id");
        out.extend(["<unit id=\"", id, "\"", &rest[rest.find('>').expect("the end of a tag")..]]);
    }
    out
}

#[test]
fn lines_that_were_added_since_do_not_make_other_lines_unknown() {
    use XliffProblemKind as Kind;
    let file = written(&side(&module(ORIGINAL), None, &module(TRANSLATION)));
    let first = "<para>Read this first.</para>";
    let both = side(&module(&format!("{first}{ORIGINAL}")), None, &module(&format!("{first}{TRANSLATION}")));
    let changed = file.replacen("打开", "请打开", 1);
    let content = read(&changed, &both);
    let missing: Vec<_> = content.problems.iter().map(|problem| (problem.kind, problem.value.as_str())).collect();
    assert_eq!((missing, content.changed), (vec![(Kind::UnitMissing, "Read this first.")], 1));
    // The same text with another reference is another source.
    let other = side(&module(&ORIGINAL.replace("\"f1\"", "\"f2\"")), None, &module(TRANSLATION));
    assert_eq!(kinds(read(&file, &other)), [Kind::SourceChanged, Kind::UnitMissing]);
}

/// A translation that still is the copy of its original, with these lines.
fn copied(lines: &[&str]) -> SideBySide {
    let text = module(&format!("<para>{}</para>", lines.join("</para><para>")));
    side(&text, None, &text)
}

#[test]
fn a_line_never_gets_the_text_of_another_one_with_the_same_source() {
    use XliffProblemKind as Kind;
    let (cap, source) = ("Remove the cap.", "<source>Remove the cap.</source>");
    let before = copied(&["One.", cap, "Two.", cap, "Three."]);
    let file = written(&before).replacen(source, "<source>Remove the cap.</source ><target>拆下左盖</target>", 1);
    let file = file.replacen(source, "<source>Remove the cap.</source><target>拆下右盖</target>", 1);
    let file = file.replacen("<source>Two.</source>", "<source>Two.</source><target>二。</target>", 1);
    let content = read(&file, &before);
    let texts: Vec<&str> = content.splices.iter().map(|splice| splice.text.as_str()).collect();
    assert_eq!((texts, content.problems.len()), (vec!["拆下左盖", "二。", "拆下右盖"], 0));
    for after in [
        // One is removed, one is added before both, and one is removed while another one is added.
        vec!["One.", "Two.", cap, "Three."],
        vec![cap, "One.", cap, "Two.", cap, "Three."],
        vec!["One.", "Two.", cap, "Three.", cap],
        // They changed places with the lines around them.
        vec!["Two.", cap, "One.", cap, "Three."],
    ] {
        let content = read(&file, &copied(&after));
        let texts: Vec<&str> = content.splices.iter().map(|splice| splice.text.as_str()).collect();
        assert_eq!(texts, ["二。"], "{after:?}");
        let refused = content.problems.iter().filter(|problem| problem.kind == Kind::UnitUncertain);
        assert_eq!(refused.filter(|problem| problem.value == cap).count(), 2, "{after:?}");
        let missing = content.problems.iter().filter(|problem| problem.kind == Kind::UnitMissing);
        let caps = after.iter().filter(|line| **line == cap).count();
        assert_eq!(missing.filter(|problem| problem.value == cap).count(), caps, "{after:?}");
    }
    // A file with one of the two alone says which one it is.
    let first = file.find("<unit").expect("a unit");
    let both: Vec<&str> = file[first..].split("</unit>").filter(|unit| unit.contains(cap)).collect();
    let gone = file.replacen(both[1], "<unit id=\"x\">", 1);
    let content = read(&gone, &copied(&["One.", "Two.", cap, "Three."]));
    assert_eq!(content.changed, 1, "the line without a twin alone");
}

#[test]
fn problems_are_counted_also_when_they_are_not_listed() {
    let both = side(&module(ORIGINAL), None, &module(TRANSLATION));
    let others = "<unit id=\"other\"/>".repeat(xliff::MAX_PROBLEMS + 7);
    let content = read(&written(&both).replacen("</file>", &format!("{others}</file>"), 1), &both);
    assert_eq!((content.problems.len(), content.all_problems), (xliff::MAX_PROBLEMS, xliff::MAX_PROBLEMS + 7));
}

/// The file of a line of two sentences that a tool has split, with these targets.
fn in_segments(first: &str, second: &str) -> (SideBySide, String) {
    let both = side(&module("<para>One. Two.</para>"), None, &module("<para>One. Two.</para>"));
    let segments =
        format!("<segment><source>One. </source>{first}</segment><segment><source>Two.</source>{second}</segment>");
    let file = written(&both);
    let start = file.rfind("<segment").expect("a segment");
    let end = file.rfind("</segment>").expect("its end") + "</segment>".len();
    (both, format!("{}{segments}{}", &file[..start], &file[end..]))
}

#[test]
fn a_line_in_several_segments_needs_all_of_them_and_their_order() {
    let texts = |first: &str, second: &str| {
        let (both, file) = in_segments(first, second);
        let content = read(&file, &both);
        let text = content.splices.first().map(|splice| splice.text.clone());
        (text, kinds(content))
    };
    let incomplete = (None, vec![XliffProblemKind::UnitIncomplete]);
    assert_eq!(texts("<target>甲。</target>", "<target/>"), incomplete);
    assert_eq!(texts("<target>甲。</target>", ""), incomplete);
    assert_eq!(texts("<target> </target>", "<target/>"), (None, vec![]), "nothing is translated yet");
    assert_eq!(texts("<target>甲。</target>", "<target>乙。</target>"), (Some("甲。乙。".to_owned()), vec![]));
    let moved = texts("<target order='2'>甲。</target>", "<target order='1'>乙。</target>");
    assert_eq!(moved, (Some("乙。甲。".to_owned()), vec![]));
    let twice = texts("<target order='2'>甲。</target>", "<target>乙。</target>");
    assert_eq!(twice, (None, vec![XliffProblemKind::ElementUnknown]));
}

#[test]
fn a_file_names_the_lines_that_the_translation_does_not_have() {
    let original = format!("{ORIGINAL}<para>Never smoke &amp; wait.</para>");
    let both = side(&module(&original), None, &module(TRANSLATION));
    let file = written(&both);
    let note = "<note category=\"notInTranslation\">Never smoke &amp; wait.</note>";
    assert!(file.contains(note) && file.find(note) < file.find("<unit"), "{file}");
    let content = read(&file, &both);
    assert_eq!((content.splices, content.problems), (vec![], vec![]));
}

#[test]
fn files_of_each_version_are_read() {
    let both = side(&module(ORIGINAL), None, &module(TRANSLATION));
    let file = written(&both).replacen("打开", "请打开", 1);
    let later = file.replace("document:2.0", "document:2.2").replace("version=\"2.1\"", "version=\"2.2\"");
    for file in [file, later] {
        assert_eq!((read(&file, &both).problems, read(&file, &both).changed), (vec![], 1));
    }
}

#[test]
fn hostile_files_are_refused() {
    let both = side(&module(ORIGINAL), None, &module(TRANSLATION));
    let entity = "<!DOCTYPE xliff [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><xliff>&x;</xliff>";
    assert!(xliff::read(entity.as_bytes(), &head(), &both).is_err());
    let deep = format!("{}{}", "<a>".repeat(400), "</a>".repeat(400));
    assert!(xliff::read(deep.as_bytes(), &head(), &both).is_err());
    assert!(xliff::read(b"", &head(), &both).is_err());
    assert_eq!(read("<a/>", &both).problems[0].kind, XliffProblemKind::NotXliff);
}

/// A translation of a module, with a sign before each text.
fn translated(text: &str) -> String {
    let both = side(text, None, text);
    let mut splices = Vec::new();
    for row in &both.rows {
        let Some(unit) = both.lines(row).1.filter(|unit| unit.has_text()) else { continue };
        let table = both.codes(row);
        let sign = |part: MarkedPart| match part {
            MarkedPart::Text(text) if !text.trim().is_empty() => MarkedPart::Text(format!("‡{text}")),
            other => other,
        };
        let parts: Vec<MarkedPart> = table.translation(unit).into_iter().map(sign).collect();
        assert_eq!(table.misfits(&parts), []);
        splices.push(splice::Splice::replace(unit.range.clone(), table.write(unit, &parts)));
    }
    splice::apply(text, &splices).expect("a text")
}

/// The translations in a file.
fn targets(file: &str) -> Vec<&str> {
    file.split("<target>").skip(1).filter_map(|rest| rest.split("</target>").next()).collect()
}

/// Writes the file of a translated module and reads it, and once more with another sign in each text.
fn round_trip(name: &str, original: &str) {
    let text = translated(original);
    let both = side(original, None, &text);
    let file = written(&both);
    assert!(!both.rows.iter().any(|row| both.lines(row).1.is_none()), "{name}");
    let content = read(&file, &both);
    assert_eq!((content.splices, content.problems), (vec![], vec![]), "{name}");
    let changed = file.replace('‡', "†");
    let content = read(&changed, &both);
    assert_eq!((content.changed, content.problems), (targets(&file).len(), vec![]), "{name}");
    let after = splice::apply(&text, &content.splices).expect("a text");
    assert_eq!(targets(&written(&side(original, None, &after))), targets(&changed), "{name}");
    let checked = guard::check(file.as_bytes()).expect("safe");
    assert_eq!(checked.root(), "xliff");
}

#[test]
fn files_of_real_modules_come_back_unchanged() {
    for (name, text) in modules::demo() {
        round_trip(&name, &text);
    }
    for package in ["bike-4.1", "bike-4.2"] {
        for (name, text) in modules::package(package).into_iter().flatten() {
            round_trip(&name, &text);
        }
    }
}

/// One paragraph for each line, beginning with these words.
fn paragraphs(words: &str, lines: &[Vec<String>]) -> String {
    let mut content = String::new();
    for line in lines {
        content.extend(["<para>", words, &line.concat(), "</para>\n"]);
    }
    content
}

/// The content of a line, well-formed.
fn line() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "text",
        " ",
        "\r\n  ",
        "&amp;",
        "&#176;",
        "刹车",
        "<!-- c -->",
        "<![CDATA[<x>]]>",
        "<?p i?>",
        "12",
        "<internalRef internalRefId='a>b'/>",
        "<dmRef><dmRefIdent/></dmRef>",
        "⟦1⟧",
        "]] >",
    ])
    .prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 5, |inner| {
        let name = prop::sample::select(vec!["emphasis", "subScript", "footnote", "para", "acronym", "internalRef"]);
        (name, prop::collection::vec(inner, 0..5))
            .prop_map(|(name, parts)| format!("<{name} id='x'>{}</{name}>", parts.concat()))
    })
}

/// Anything that a tool may write into a target, and more.
fn any_target() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "打开",
        "&lt;",
        " ",
        "<!-- c -->",
        "<ph id='2'/>",
        "<ph id='7'/>",
        "<sc id='1'/>",
        "<ec startRef='1'/>",
        "<pc id='1'>两个</pc>",
        "<sm id='m'/>",
    ])
    .prop_map(str::to_owned);
    prop::collection::vec(leaf, 0..6).prop_map(|parts| parts.concat())
}

/// Files of the elements of XLIFF in any order.
fn any_file() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "text",
        "<ph id='2'/>",
        "<sc id='1'/>",
        "<ec startRef='1'/>",
        "<cp hex='1'/>",
        "<source>Open </source>",
        "<target/>",
        "<target>打开<pc id='1'>两个</pc><ph id='2'/></target>",
    ])
    .prop_map(str::to_owned);
    let inner = leaf.prop_recursive(5, 40, 5, |inner| {
        let name =
            prop::sample::select(vec!["unit id='u2'", "unit", "segment", "source", "target", "pc id='1'", "mrk"]);
        (name, prop::collection::vec(inner, 0..5)).prop_map(|(tag, parts)| {
            let name = tag.split(' ').next().unwrap_or_default();
            format!("<{tag}>{}</{name}>", parts.concat())
        })
    });
    prop::collection::vec(inner, 0..6).prop_map(|parts| {
        format!(
            "<xliff xmlns='urn:oasis:names:tc:xliff:document:2.0' version='2.1' srcLang='en-US' trgLang='zh-CN'>\
             <file id='f' original='DMC-A_zh-CN'>{}</file></xliff>",
            parts.concat()
        )
    })
}

proptest! {
    #[test]
    fn any_file_is_read_and_leaves_a_module(file in any_file()) {
        let both = side(&module(ORIGINAL), None, &module(TRANSLATION));
        let content = read(&file, &both);
        let is_refused = content.problems.iter().any(|problem| problem.kind.is_of_file());
        prop_assert!(!is_refused || content.splices.is_empty());
        let after = splice::apply(&module(TRANSLATION), &content.splices).expect("ranges of the text");
        object::read(&guard::check(after.as_bytes()).expect("safe")).expect("XML");
    }

    #[test]
    fn any_target_is_taken_whole_or_refused(target in any_target()) {
        let both = side(&module(ORIGINAL), None, &module(TRANSLATION));
        let file = written(&both);
        let start = file.find("<target>").expect("a target") + "<target>".len();
        let end = start + file[start..].find("</target>").expect("its end");
        let content = read(&format!("{}{target}{}", &file[..start], &file[end..]), &both);
        prop_assert!(content.splices.len() <= 1);
        let is_whole = target.matches("id='1'").count() == 1 && target.matches("id='2'").count() == 1;
        if let Some(splice) = content.splices.first() {
            prop_assert!(is_whole, "{target}");
            prop_assert_eq!(splice.text.matches("打开").count(), target.matches("打开").count());
            prop_assert_eq!(splice.text.matches("<internalRef internalRefId=\"f1\"/>").count(), 1);
            let after = splice::apply(&module(TRANSLATION), &content.splices).expect("ranges of the text");
            object::read(&guard::check(after.as_bytes()).expect("safe")).expect("XML");
        } else if !target.trim().is_empty() && !is_whole {
            prop_assert!(!content.problems.is_empty() || !target.contains("打开"), "{target}");
        }
    }

    #[test]
    fn any_line_comes_back_unchanged(lines in prop::collection::vec(prop::collection::vec(line(), 0..6), 1..5)) {
        let content = paragraphs("", &lines);
        let text = module(&content);
        object::read(&guard::check(text.as_bytes()).expect("safe")).expect("XML");
        round_trip("a module", &text);
    }

    #[test]
    fn any_changed_line_changes_its_bytes_alone(
        lines in prop::collection::vec(prop::collection::vec(line(), 0..6), 1..5),
        words in "[a-z刹&<>]{1,8}",
    ) {
        let content = paragraphs("a", &lines);
        let text = module(&content);
        let both = side(&text, None, &text);
        let row = both.rows.last().expect("a row");
        let (table, unit) = (both.codes(row), both.lines(row).1.expect("a line"));
        let mut parts = table.translation(unit);
        parts.insert(0, MarkedPart::Text(words));
        prop_assert_eq!(table.misfits(&parts), vec![]);
        let changed = splice::Splice::replace(unit.range.clone(), table.write(unit, &parts));
        let after = splice::apply(&text, &[changed]).expect("a text");
        prop_assert_eq!(&after[..unit.range.start], &text[..unit.range.start]);
        prop_assert!(after.ends_with(&text[unit.range.end..]));
        object::read(&guard::check(after.as_bytes()).expect("safe")).expect("XML");
    }
}
