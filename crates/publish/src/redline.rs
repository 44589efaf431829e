//! The redline of a manual as one HTML file that needs nothing else: it is read in a browser without a network, or
//! printed. It has no scripts, and its policy forbids them.
//!
//! The file is written part by part ([`head`], [`module`] for each module, [`foot`]), so that a manual need not be in memory.

/// The style of the file.
const STYLE: &str = include_str!("redline/style.css");

/// The texts around the modules, in the language of the reader.
#[derive(Debug, Clone, Default)]
pub struct RedlineTexts {
    /// As in `en-US`.
    pub language: String,
    pub title: String,
    /// Labels and values: the compared states, the filters, the day.
    pub facts: Vec<(String, String)>,
    /// The heading of the list of modules.
    pub contents: String,
    /// Said where there is no module.
    pub none: String,
    /// The words for added, deleted and moved text.
    pub key: [String; 3],
}

/// A module in the list at the beginning.
#[derive(Debug, Clone, Copy)]
pub struct RedlineEntry<'a> {
    pub title: &'a str,
    pub code: &'a str,
    /// Its state, in words.
    pub state: &'a str,
    /// The same for the style: new, changed, removed or unchanged.
    pub kind: &'static str,
}

/// The content of the section of a module.
#[derive(Debug, Clone, Copy, Default)]
pub struct RedlineSection<'a> {
    pub notes: &'a [String],
    /// The heading of the changes that the page does not show.
    pub unseen_title: &'a str,
    /// Changes that the page does not show, in words.
    pub unseen: &'a [String],
    /// `None` where it could not be drawn.
    pub page: Option<&'a str>,
}

/// A picture that stands in the file.
#[derive(Debug, Clone)]
pub struct EmbeddedPicture {
    pub media_type: &'static str,
    /// In Base64.
    pub bytes: String,
}

/// The pictures at one place of a page.
#[derive(Debug, Clone, Default)]
pub struct FigurePictures {
    pub now: Option<EmbeddedPicture>,
    /// The one before, where another picture has its code now.
    pub before: Option<EmbeddedPicture>,
}

/// The words beside what a page cannot mark in its text, so that they are on paper too.
#[derive(Debug, Clone, Default)]
pub struct MarkWords {
    pub before: String,
    pub after: String,
    pub inserted: String,
    pub deleted: String,
}

/// Begins the file and lists its modules.
pub fn head(texts: &RedlineTexts, modules: &[RedlineEntry<'_>]) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html lang=\"");
    escape(&texts.language, &mut out);
    out.push_str("\"><head><meta charset=\"utf-8\">");
    out.push_str("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ");
    out.push_str("img-src data:; style-src 'unsafe-inline'\">");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>");
    escape(&texts.title, &mut out);
    out.push_str("</title><style>\n");
    out.push_str(STYLE);
    out.push_str("</style></head><body>\n<header><h1>");
    escape(&texts.title, &mut out);
    out.push_str("</h1><dl class=\"facts\">");
    for (label, value) in &texts.facts {
        out.push_str("<dt>");
        escape(label, &mut out);
        out.push_str("</dt><dd>");
        escape(value, &mut out);
        out.push_str("</dd>");
    }
    out.push_str("</dl><p>");
    for (mark, words) in ["ins", "del", "span"].into_iter().zip(&texts.key) {
        let attribute = if mark == "span" { " data-redline=\"moved\"" } else { "" };
        out.push_str(&["<", mark, attribute, ">"].concat());
        escape(words, &mut out);
        out.push_str(&["</", mark, "> "].concat());
    }
    out.push_str("</p></header>\n<nav><h2>");
    escape(&texts.contents, &mut out);
    out.push_str("</h2>");
    if modules.is_empty() {
        out.push_str("<p>");
        escape(&texts.none, &mut out);
        out.push_str("</p>");
    } else {
        out.push_str("<ol>");
        for (module, number) in modules.iter().zip(1_usize..) {
            out.push_str(&["<li><a href=\"#module-", &number.to_string(), "\">"].concat());
            escape(if module.title.is_empty() { module.code } else { module.title }, &mut out);
            out.push_str("</a> <span class=\"state\">");
            escape(module.state, &mut out);
            out.push_str("</span></li>");
        }
        out.push_str("</ol>");
    }
    out.push_str("</nav>\n<main>\n");
    out
}

/// A module with its page, or with the reason why it has none. `number` is its place in the list, from 1.
pub fn module(entry: &RedlineEntry<'_>, number: usize, section: &RedlineSection<'_>) -> String {
    let mut out = ["<section id=\"module-", &number.to_string(), "\" class=\"is-", entry.kind, "\"><h2>"].concat();
    escape(if entry.title.is_empty() { entry.code } else { entry.title }, &mut out);
    out.push_str("</h2><p><span class=\"code\">");
    escape(entry.code, &mut out);
    out.push_str("</span> <span class=\"state\">");
    escape(entry.state, &mut out);
    out.push_str("</span></p>");
    for note in section.notes {
        out.push_str("<p class=\"note\">");
        escape(note, &mut out);
        out.push_str("</p>");
    }
    if !section.unseen.is_empty() {
        out.push_str("<div class=\"unseen\"><p>");
        escape(section.unseen_title, &mut out);
        out.push_str("</p><ul>");
        for change in section.unseen {
            out.push_str("<li>");
            escape(change, &mut out);
            out.push_str("</li>");
        }
        out.push_str("</ul></div>");
    }
    out.push_str(section.page.unwrap_or_default());
    out.push_str("</section>\n");
    out
}

/// Ends the file.
pub fn foot() -> &'static str {
    "</main></body></html>\n"
}

/// A page of the renderer with its pictures in it: `pictures` has one entry for each index of `data-figure`. The ids of the
/// page get a prefix, because other modules of the file may have the same ones. Elements that were added or deleted as a
/// whole are labelled: a picture or an equation has no text that could be struck out.
pub fn with_pictures(page: &str, prefix: &str, pictures: &[FigurePictures], words: &MarkWords) -> String {
    const FIGURE: &str = " data-figure=\"";
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    while let Some(at) = rest.find(FIGURE) {
        let behind = at + FIGURE.len();
        let Some((number, _)) = rest[behind..].split_once('"') else { break };
        let Some(end) = rest[behind..].find('>').map(|end| behind + end + 1) else { break };
        let found = number.parse().ok().and_then(|index: usize| pictures.get(index));
        out.push_str(&rest[..end]);
        match found {
            Some(FigurePictures { now, before: Some(before) }) => {
                labelled(&words.before, Some(before), &mut out);
                labelled(&words.after, now.as_ref(), &mut out);
            }
            Some(FigurePictures { now: Some(now), before: None }) => image(now, &mut out),
            _ => {}
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    let out = out.replace(" id=\"", &[" id=\"", prefix].concat()).replace(" href=\"#", &[" href=\"#", prefix].concat());
    let out = with_note(&out, " data-redline=\"inserted\"", &words.inserted);
    with_note(&out, " data-redline=\"deleted\"", &words.deleted)
}

fn image(EmbeddedPicture { media_type, bytes }: &EmbeddedPicture, out: &mut String) {
    out.push_str(&["<img alt=\"\" src=\"data:", media_type, ";base64,", bytes, "\">"].concat());
}

fn labelled(label: &str, picture: Option<&EmbeddedPicture>, out: &mut String) {
    out.push_str("<span class=\"picture\"><b>");
    escape(label, out);
    out.push_str("</b>");
    if let Some(picture) = picture {
        image(picture, out);
    }
    out.push_str("</span>");
}

/// Adds a note to each element with a mark, unless the renderer has written a better one.
fn with_note(page: &str, mark: &str, note: &str) -> String {
    const NOTE: &str = " data-note=\"";
    let mut parts = page.split(mark);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(mark);
        let tag = part.find('>').map_or(part, |end| &part[..end]);
        if !tag.contains(NOTE) {
            out.push_str(NOTE);
            escape(note, &mut out);
            out.push('"');
        }
        out.push_str(part);
    }
    out
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_wrote_is_no_markup() {
        let texts = RedlineTexts {
            language: "en-US".to_owned(),
            title: "A & <B>".to_owned(),
            facts: vec![("Old".to_owned(), "\"1\"".to_owned())],
            ..RedlineTexts::default()
        };
        let entry = RedlineEntry { title: "<script>", code: "DMC-A", state: "Removed", kind: "removed" };
        let (notes, unseen) = (["<i>".to_owned()], ["Issue date: <u>".to_owned()]);
        let section = RedlineSection { notes: &notes, unseen_title: "Also", unseen: &unseen, page: None };
        let file = [head(&texts, &[entry]), module(&entry, 1, &section), foot().to_owned()].concat();
        assert!(file.contains("class=\"is-removed\"") && file.contains("<li>Issue date: &lt;u&gt;</li>"), "{file}");
        assert!(file.contains("A &amp; &lt;B&gt;") && file.contains("&quot;1&quot;"), "{file}");
        assert!(!file.contains("<script>") && !file.contains("<i>"), "{file}");
        assert!(file.contains("href=\"#module-1\"") && file.contains("id=\"module-1\""));
    }

    #[test]
    fn pictures_stand_at_their_places() {
        let page = "<div class=\"s1d-graphic\" data-figure=\"1\" data-state=\"pending\"><span>ICN-B</span></div>\
                    <div data-figure=\"0\">ICN-A</div><p id=\"s1d-p\"><a href=\"#s1d-p\">x</a></p>";
        let picture = EmbeddedPicture { media_type: "image/png", bytes: "QUJD".to_owned() };
        let pictures = [FigurePictures::default(), FigurePictures { now: Some(picture), before: None }];
        let drawn = with_pictures(page, "m7-", &pictures, &MarkWords::default());
        let expected = "<div class=\"s1d-graphic\" data-figure=\"1\" data-state=\"pending\">\
                        <img alt=\"\" src=\"data:image/png;base64,QUJD\"><span>ICN-B</span></div>\
                        <div data-figure=\"0\">ICN-A</div><p id=\"m7-s1d-p\"><a href=\"#m7-s1d-p\">x</a></p>";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn a_replaced_picture_stands_beside_the_one_before() {
        let picture = |bytes: &str| EmbeddedPicture { media_type: "image/png", bytes: bytes.to_owned() };
        let pictures = [FigurePictures { now: Some(picture("TkVX")), before: Some(picture("T0xE")) }];
        let words = MarkWords { before: "Before".to_owned(), after: "After".to_owned(), ..MarkWords::default() };
        let drawn = with_pictures("<div data-figure=\"0\"></div>", "m1-", &pictures, &words);
        let [before, after] = ["T0xE", "TkVX"].map(|bytes| drawn.find(bytes).expect("a picture"));
        assert!(before < after && drawn.contains("<b>Before</b>") && drawn.contains("<b>After</b>"), "{drawn}");
    }

    #[test]
    fn what_was_deleted_without_text_is_labelled() {
        let words = MarkWords { deleted: "Deleted \"now\"".to_owned(), ..MarkWords::default() };
        let drawn = with_pictures("<div data-redline=\"deleted\" data-difference=\"1\"></div>", "m1-", &[], &words);
        assert!(drawn.contains("data-redline=\"deleted\" data-note=\"Deleted &quot;now&quot;\""), "{drawn}");
        let told = "<p data-redline=\"deleted\" data-difference=\"1\" data-note=\"Joined\"></p>";
        assert_eq!(with_pictures(told, "m1-", &[], &words), told, "the renderer says more");
        assert!(STYLE.contains("[data-redline=\"deleted\"]") && STYLE.contains(".is-removed"));
    }

    #[test]
    fn a_file_without_modules_says_so() {
        let texts = RedlineTexts { none: "No changes".to_owned(), ..RedlineTexts::default() };
        assert!(head(&texts, &[]).contains("<p>No changes</p>"));
    }
}
