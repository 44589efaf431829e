//! XLIFF files.

use proptest::prelude::*;
use s1000d::splice;
use s1000d::translation::SideBySide;
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

/// The kinds of problems with a file in which a text was replaced.
fn problems(from: &str, to: &str) -> Vec<XliffProblemKind> {
    let both = side(&module(ORIGINAL), None, &module(TRANSLATION));
    let file = written(&both);
    assert!(file.contains(from), "{file}");
    let content = read(&file.replacen(from, to, 1), &both);
    assert_eq!(content.splices, []);
    content.problems.into_iter().map(|problem| problem.kind).collect()
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
fn what_does_not_fit_is_listed_and_nothing_is_changed() {
    use XliffProblemKind as Kind;
    assert_eq!(problems("<unit id=\"u1\"", "<unit id=\"u99\""), [Kind::UnitUnknown, Kind::UnitMissing]);
    assert_eq!(problems("<unit id=\"u3\"", "<unit id=\"u2\""), [Kind::UnitTwice, Kind::UnitMissing]);
    assert_eq!(problems("trgLang=\"zh-CN\"", "trgLang=\"de-DE\""), [Kind::Language]);
    assert_eq!(problems("version=\"2.1\"", "version=\"1.2\""), [Kind::Version]);
    assert_eq!(problems("original=\"DMC-A_zh-CN\"", "original=\"DMC-B_zh-CN\""), [Kind::OtherModule]);
    assert_eq!(problems("Open ", "Close "), [Kind::SourceChanged]);
    assert_eq!(problems("打开", "<cp hex=\"0001\"/>打开"), [Kind::ElementUnknown]);
    assert_eq!(problems("打开", "打<ph id=\"2\"/>开"), [Kind::CodeTwice]);
    assert_eq!(problems("打开", "打<ph id=\"7\"/>开"), [Kind::CodeUnknown]);
    assert_eq!(problems("活门，", "活<ec startRef=\"1\"/>门，"), [Kind::CodeCrossed]);
    let both = side(&module(ORIGINAL), None, &module(TRANSLATION));
    let file = written(&both);
    let target = file.find("<target>").expect("a target");
    let end = target + file[target..].find("</target>").expect("its end");
    let bare = format!("{}<target>打开{}", &file[..target], &file[end..]);
    let kinds: Vec<_> = read(&bare, &both).problems.into_iter().map(|problem| problem.kind).collect();
    assert_eq!(kinds, [Kind::CodeMissing, Kind::CodeMissing]);
}

#[test]
fn a_line_that_was_changed_on_both_sides_is_refused() {
    let both = side(&module(ORIGINAL), None, &module(TRANSLATION));
    let file = written(&both);
    let later = side(&module(ORIGINAL), None, &module(&TRANSLATION.replace("打开", "开启")));
    assert_eq!(read(&file, &later).problems, [], "the tool changed nothing");
    assert_eq!(read(&file, &later).splices, []);
    let changed = file.replacen("打开", "请打开", 1);
    let kinds: Vec<_> = read(&changed, &later).problems.into_iter().map(|problem| problem.kind).collect();
    assert_eq!(kinds, [XliffProblemKind::TranslationChanged]);
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

/// Writes every line of a translation anew from its parts, and reads its own file.
fn round_trip(name: &str, text: &str) {
    let both = side(text, None, text);
    let file = written(&both);
    let content = read(&file, &both);
    assert_eq!((content.splices, content.problems), (vec![], vec![]), "{name}");
    for row in &both.rows {
        let Some(unit) = both.lines(row).1 else { continue };
        let table = both.codes(row);
        let parts = table.translation(unit);
        assert_eq!(table.misfits(&parts), [], "{name}");
        assert_eq!(table.write(unit, &parts), &text[unit.range.clone()], "{name}");
    }
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
    fn any_file_is_read_and_changes_all_or_nothing(file in any_file()) {
        let both = side(&module(ORIGINAL), None, &module(TRANSLATION));
        let content = read(&file, &both);
        prop_assert!(content.problems.is_empty() || content.splices.is_empty());
        let after = splice::apply(&module(TRANSLATION), &content.splices).expect("ranges of the text");
        object::read(&guard::check(after.as_bytes()).expect("safe")).expect("XML");
    }

    #[test]
    fn any_line_comes_back_unchanged(lines in prop::collection::vec(prop::collection::vec(line(), 0..6), 1..5)) {
        let content = paragraphs("", &lines);
        let text = module(&content);
        object::read(&guard::check(text.as_bytes()).expect("safe")).expect("XML");
        let both = side(&text, None, &text);
        let content = read(&written(&both), &both);
        prop_assert_eq!((content.splices, content.problems), (vec![], vec![]));
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
        parts.insert(0, s1000d::translation::MarkedPart::Text(words));
        prop_assert_eq!(table.misfits(&parts), vec![]);
        let changed = splice::Splice::replace(unit.range.clone(), table.write(unit, &parts));
        let after = splice::apply(&text, &[changed]).expect("a text");
        prop_assert_eq!(&after[..unit.range.start], &text[..unit.range.start]);
        prop_assert!(after.ends_with(&text[unit.range.end..]));
        object::read(&guard::check(after.as_bytes()).expect("safe")).expect("XML");
    }
}
