//! Text: position, width and content.

use cgm::Warning;

use crate::writer::{Cgm, content, fixed, string, words};

/// A body with capitals 71.6 units high, which is a font size of 100.
fn body() -> Cgm {
    Cgm::begin()
        .words((1, 3), &[1])
        .put((2, 6), &[0.0, 0.0, 1000.0, 1000.0].into_iter().flat_map(fixed).collect::<Vec<u8>>())
        .put((0, 4), &[])
        .put((5, 15), &fixed(71.6))
}

fn text(at: (f64, f64), last: i16, text: &[u8]) -> Vec<u8> {
    [fixed(at.0), fixed(at.1), words(&[last]), string(text)].concat()
}

fn boxed(size: (f64, f64), text: &[u8]) -> Vec<u8> {
    [fixed(size.0), fixed(size.1), fixed(100.0), fixed(200.0), words(&[1]), string(text)].concat()
}

fn alignment(horizontal: i16, vertical: i16, across: f64, along: f64) -> Vec<u8> {
    [words(&[horizontal, vertical]), fixed(across), fixed(along)].concat()
}

#[test]
fn text_stands_on_its_point_in_its_size() {
    let drawn = body().put((4, 4), &text((100.0, 200.0), 1, b"A<b & \"c\"")).drawn();
    assert_eq!(drawn, "<text x=\"100\" y=\"800\" font-size=\"100\" fill=\"#000\">A&lt;b &amp; &quot;c&quot;</text>");
}

#[test]
fn alignment_moves_the_text_by_numbers() {
    let with =
        |parameters: Vec<u8>| body().put((5, 18), &parameters).put((4, 4), &text((100.0, 200.0), 1, b"AB")).drawn();
    assert!(with(alignment(2, 3, 0.0, 0.0)).contains("x=\"100\" y=\"835.8\" text-anchor=\"middle\""));
    assert!(with(alignment(3, 1, 0.0, 0.0)).contains("x=\"100\" y=\"890.5\" text-anchor=\"end\""));
    assert!(with(alignment(1, 2, 0.0, 0.0)).contains("x=\"100\" y=\"871.6\" font-size"));
    assert!(with(alignment(1, 5, 0.0, 0.0)).contains("y=\"778.8\""));
    // Two letters of 0.667 each: a half of their width to the left.
    assert!(with(alignment(4, 4, 0.5, 0.0)).contains("x=\"33.3\" y=\"800\""));
    assert!(with(alignment(1, 6, 0.0, 1.0)).contains("y=\"890.5\""));
}

#[test]
fn a_box_sets_the_width_and_the_height_of_capitals() {
    let with = |kind: i16, size: (f64, f64)| body().words((5, 42), &[kind]).put((4, 5), &boxed(size, b"AB")).drawn();
    let stretched = with(2, (50.0, 35.8));
    assert!(stretched.contains("textLength=\"50\" lengthAdjust=\"spacingAndGlyphs\" font-size=\"50\""), "{stretched}");
    let all = with(3, (50.0, 111.7));
    assert!(all.contains("textLength=\"50\"") && all.contains("font-size=\"100\""), "{all}");
    assert!(with(1, (500.0, 90.0)).contains("y=\"800\" font-size=\"100\""), "what fits stays as it is");
    assert!(with(1, (50.0, 90.0)).contains("textLength=\"50\""));
    let isotropic = with(4, (66.7, 71.6));
    assert!(isotropic.contains("font-size=\"50\"") && !isotropic.contains("textLength"), "{isotropic}");
    assert!(with(5, (500.0, 111.7)).contains("font-size=\"100\""));
    assert!(with(6, (500.0, 71.6)).contains("textLength=\"500\" lengthAdjust=\"spacing\""));
}

#[test]
fn text_turns_and_stretches_with_its_vectors() {
    let vectors = |values: [f64; 4]| values.into_iter().flat_map(fixed).collect::<Vec<u8>>();
    let with =
        |values: [f64; 4]| body().put((5, 16), &vectors(values)).put((4, 4), &text((100.0, 200.0), 1, b"AB")).drawn();
    assert!(with([-3.0, 0.0, 0.0, 3.0]).contains("transform=\"matrix(0 -1 1 0 100 800)\" x=\"0\" y=\"0\""));
    assert!(with([0.0, 4.0, 2.0, 0.0]).contains("transform=\"matrix(.5 0 0 1 100 800)\""));
    assert!(!with([0.0, 4.0, 4.0, 0.0]).contains("transform"));
    assert!(!with([0.0, 0.0, 0.0, 0.0]).contains("transform"), "vectors without length say nothing");
    let wide = body().put((5, 12), &fixed(2.0)).put((4, 4), &text((100.0, 200.0), 1, b"AB")).drawn();
    assert!(wide.contains("matrix(2 0 0 1 100 800)"));
    let none = body().put((5, 12), &fixed(0.0)).put((4, 4), &text((100.0, 200.0), 1, b"AB")).drawn();
    assert!(!none.contains("transform"), "a factor of 0 would make the text vanish");
}

#[test]
fn a_string_comes_in_parts() {
    let parts = |change: Option<Vec<u8>>| {
        let mut cgm = body().put((4, 4), &text((100.0, 200.0), 0, b"Fuel "));
        if let Some(height) = change {
            cgm = cgm.put((5, 15), &height);
        }
        cgm.put((4, 6), &[words(&[1]), string(b"pump")].concat()).drawn()
    };
    assert!(parts(None).ends_with(">Fuel pump</text>"), "{}", parts(None));
    let smaller = parts(Some(fixed(35.8)));
    assert!(smaller.contains("preserve\">Fuel <tspan font-size=\"50\" fill=\"#000\">pump</tspan></text>"), "{smaller}");
    let open = body().put((4, 4), &text((100.0, 200.0), 0, b"open")).drawn();
    assert!(open.ends_with(">open</text>"), "a string without its end is shown too");
}

#[test]
fn text_may_run_to_the_left_and_down() {
    let with = |path: i16| body().words((5, 17), &[path]).put((4, 4), &text((100.0, 200.0), 1, b"ABC")).drawn();
    assert!(with(1).contains("text-anchor=\"end\"") && with(1).ends_with(">CBA</text>"));
    assert!(with(3).contains("x=\"100 100 100\" y=\"890.5 990.5 1090.5\" text-anchor=\"middle\""), "{}", with(3));
}

#[test]
fn fonts_and_spacing_are_kept() {
    let fonts = [string(b"ARIAL"), string(b"Times-BoldItalic"), string(b"SYMBOL"), string(b"Zapf")].concat();
    let with = |font: i16| {
        let cgm = body().put((1, 13), &fonts).words((5, 10), &[font]).put((5, 13), &fixed(0.5));
        cgm.put((4, 4), &text((100.0, 200.0), 1, b"W")).end().convert()
    };
    assert!(content(&with(1).svg).contains("letter-spacing=\"35.8\" font-size=\"100\" fill=\"#000\">W"));
    let serif = content(&with(2).svg);
    assert!(serif.contains("Times") && serif.contains("font-weight=\"bold\" font-style=\"italic\""), "{serif}");
    assert!(with(3).svg.contains(">\u{3a9}</text>"));
    assert_eq!(with(4).report.warnings, [Warning::FontReplaced { name: "Zapf".to_owned() }]);
}

#[test]
fn chinese_text_is_read_in_the_set_that_is_chosen() {
    let sets = [words(&[0]), string(b"B"), words(&[4]), string(b"I"), words(&[2]), string(b"?")].concat();
    let with = |set: i16, bytes: &[u8]| {
        body().put((1, 14), &sets).words((5, 19), &[set]).put((4, 4), &text((0.0, 0.0), 1, bytes)).end().convert()
    };
    assert!(with(2, "燃油泵".as_bytes()).svg.contains(">燃油泵</text>"));
    assert!(with(1, b"\x1b%/I\xe6\xb2\xb9").svg.contains(">油</text>"));
    assert_eq!(with(3, b"\x30\x31").report.warnings, [Warning::CharacterSetUnknown { set: "?".to_owned() }]);
}
