//! The page of a module: the reader's HTML with links, pictures and what its script needs.

use std::cell::RefCell;
use std::collections::BTreeSet;

use domain::language::Locale;
use s1000d::applic::tables::Bilingual;
use s1000d::applic::{Applic, Assignments};
use s1000d::document::html::{self, Annotation, Link, Links, Options, Outside, Picture, Rendered};
use s1000d::document::shared::SharedWarning;
use s1000d::document::{Document, NodeId, SafetyLevel, html_id, plain};
use s1000d::guard::{self, Refusal};
use s1000d::object::ObjectRef;
use serde_json::{Map, Value, json};

use super::choices::applies_to;
use super::markup::{self, Markup};
use super::targets::{Answer, Need, SiteModule, SiteTargets, need_of_object, need_of_picture};
use super::{pictures, words};

/// A module to be drawn.
pub struct PageInput<'a> {
    pub module: &'a SiteModule,
    pub bytes: &'a [u8],
    /// The applicability of the whole module, where a status file says it.
    pub status: Option<&'a Applic>,
    pub tables: Bilingual<'a>,
    /// The values of each choice of the site, for the ACT of the module.
    pub choices: &'a [Assignments],
    /// Warnings and applicability that modules share; other links are not asked of it.
    pub shared: &'a dyn Links,
}

impl std::fmt::Debug for PageInput<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PageInput").field("module", &self.module.key).finish_non_exhaustive()
    }
}

/// A page, with what a site has to know of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SitePage {
    pub html: String,
    /// Everything that the page names, in order and once each.
    pub needs: Vec<String>,
    /// One letter for each choice, see [`applies_to`]; empty when the module applies to all of them.
    pub applies: String,
    pub words: BTreeSet<String>,
    /// Whether the end of the module had to be cut.
    pub is_cut: bool,
}

/// Draws the page of a module.
pub fn draw(input: &PageInput<'_>, targets: &SiteTargets) -> Result<SitePage, Refusal> {
    let module = input.module;
    let links = PageLinks {
        targets,
        from: &module.language,
        shared: input.shared,
        needs: RefCell::default(),
        warnings: RefCell::default(),
    };
    let choice = Assignments::default();
    let options = Options {
        locale: locale_of(&module.language),
        choice: &choice,
        outside: Outside::Grey,
        tables: input.tables,
        links: &links,
    };
    let checked = guard::check(input.bytes)?;
    let document = Document::read(&checked)?;
    let rendered = html::draw(&document, &options);
    let whole = match input.status {
        Some(applic) => Some(Annotation::of("module", &[Some(applic.clone())], &options)),
        None => rendered.applicability.clone(),
    };
    let letters = |annotation: &Annotation| applies_to(|choice| annotation.evaluate(choice), input.choices);
    let applies = whole.as_ref().map(letters).unwrap_or_default();
    let mut pieces = Map::new();
    for annotation in &rendered.annotations {
        // A piece that is not listed applies to all. The text is for the note where it is hidden.
        let letters = letters(annotation);
        if !letters.is_empty() {
            pieces.insert(annotation.id.clone(), json!([letters, annotation.text]));
        }
    }
    let facts = json!({
        "key": module.key,
        "applies": applies,
        "pieces": pieces,
        "figures": pictures::hotspots(&rendered.figures, targets),
    });
    let article = pictures::place(&rendered.html, &rendered.figures, targets);
    // Warnings of a repository stand on the page, and in no text of the module.
    let warnings = links.warnings.into_inner().join("\n");
    let words = words::of(&[&plain::text(&document, NodeId::ROOT), &warnings, &module.title, &module.code]);
    let html = write(module, &article, whole.as_ref(), &facts, &rendered);
    let needs = links.needs.into_inner().into_iter().collect();
    Ok(SitePage { html, needs, applies, words, is_cut: rendered.truncated })
}

/// The page in place of a module that cannot be read.
pub fn unreadable(module: &SiteModule) -> SitePage {
    let notice = match locale_of(&module.language) {
        Locale::English => "This module cannot be displayed: its content is not readable XML.",
        Locale::Chinese => "无法显示此模块：其内容不是可读的 XML。",
    };
    let mut article = Markup::default();
    article.element("<p class=\"s1d-cut s1d-gen\">", notice, "</p>");
    let facts = json!({"key": module.key, "applies": "", "pieces": {}, "figures": []});
    let mut out = Markup::default();
    open(&mut out, module, None);
    out.raw(&article.finish());
    close(&mut out, &facts);
    let words = words::of(&[&module.title, &module.code]);
    SitePage { html: out.finish(), needs: Vec::new(), applies: String::new(), words, is_cut: false }
}

/// The language of what the program says on a page.
pub(super) fn locale_of(language: &str) -> Locale {
    language.get(..2).and_then(Locale::of_text).unwrap_or_default()
}

fn write(module: &SiteModule, article: &str, whole: Option<&Annotation>, facts: &Value, drawn: &Rendered) -> String {
    let mut out = Markup::with_room_for(article.len() + 4_000);
    open(&mut out, module, whole);
    if drawn.outline.len() > 2 {
        outline(&mut out, module, drawn);
    }
    out.raw(article);
    close(&mut out, facts);
    out.finish()
}

/// Everything before the text.
fn open(out: &mut Markup, module: &SiteModule, whole: Option<&Annotation>) {
    let locale = locale_of(&module.language);
    let language = if module.language.is_empty() { locale.as_str() } else { &module.language };
    markup::head(out, "../", language, &module.title);
    out.raw("<body>\n<nav class=\"site-plain\"><a href=\"../index.html\">");
    out.text(match locale {
        Locale::English => "Contents",
        Locale::Chinese => "目录",
    });
    out.raw("</a></nav>\n<main class=\"site-main\" id=\"site-content\" tabindex=\"0\">\n");
    out.element("<header class=\"site-head\"><h1>", &module.title, "</h1>");
    out.element("<p class=\"site-facts\"><code>", &module.code, "</code>");
    for fact in [&module.issue, &module.date].into_iter().filter(|fact| !fact.is_empty()) {
        out.element(" <span>", fact, "</span>");
    }
    if !module.security.is_empty() {
        let label = match locale {
            Locale::English => " <span>Security: ",
            Locale::Chinese => " <span>密级：",
        };
        out.element(label, &module.security, "</span>");
    }
    if let Some(whole) = whole.filter(|whole| !whole.text.is_empty()) {
        out.element(" <span class=\"site-applic\">", &whole.text, "</span>");
    }
    out.raw("</p></header>\n<div class=\"rd-page\"><div class=\"rd-article\">");
}

/// The headings of a module.
fn outline(out: &mut Markup, module: &SiteModule, drawn: &Rendered) {
    let name = match locale_of(&module.language) {
        Locale::English => "On this page",
        Locale::Chinese => "本页内容",
    };
    out.element("<details class=\"site-outline s1d-gen\"><summary>", name, "</summary><ul>");
    for heading in &drawn.outline {
        out.raw("<li data-level=\"");
        out.raw(&heading.level.to_string());
        out.raw("\"><a");
        out.attribute("href", &["#", heading.id.as_str()].concat());
        out.raw(">");
        out.text([heading.number.as_str(), heading.title.as_str()].join(" ").trim());
        out.raw("</a></li>");
    }
    out.raw("</ul></details>");
}

/// Everything behind the text.
fn close(out: &mut Markup, facts: &Value) {
    out.raw("</div></div>\n</main>\n");
    out.json("site-page", facts);
    out.raw("</body>\n</html>\n");
}

/// Links within the site; it remembers what was asked.
struct PageLinks<'a> {
    targets: &'a SiteTargets,
    from: &'a str,
    shared: &'a dyn Links,
    needs: RefCell<BTreeSet<Need>>,
    /// The texts of shared warnings on the page.
    warnings: RefCell<Vec<String>>,
}

impl PageLinks<'_> {
    fn answer(&self, need: Need) -> Answer<'_> {
        let answer = self.targets.answer(&need);
        self.needs.borrow_mut().insert(need);
        answer
    }
}

impl Links for PageLinks<'_> {
    fn object(&self, target: &ObjectRef) -> Link {
        if target.is_to_specification() {
            return Link::Pending;
        }
        let place = |path: &str| {
            let page = path.strip_prefix("modules/").unwrap_or(path);
            let mut href = ["./", page].concat();
            if let Some(fragment) = &target.fragment {
                href.push('#');
                href.push_str(&html_id(fragment));
            }
            href
        };
        match self.answer(need_of_object(target, self.from)) {
            Answer::Page { path, title } => Link::Found {
                href: place(path),
                title: Some(title.to_owned()).filter(|title| !title.is_empty()),
                applicability: None,
            },
            Answer::Contents => Link::Found { href: "./../index.html".to_owned(), title: None, applicability: None },
            // Other manuals have it, or nobody: a publication can tell neither.
            Answer::Picture(_) | Answer::Nothing => Link::Pending,
        }
    }

    fn picture(&self, icn: &str, file: Option<&str>) -> Picture {
        match self.answer(need_of_picture(icn, file)) {
            Answer::Picture(picture) => picture.unshown.clone().unwrap_or(Picture::Found { media: picture.media }),
            _ => Picture::Missing,
        }
    }

    fn warning(&self, level: SafetyLevel, ident: &str) -> Option<SharedWarning> {
        let found = self.shared.warning(level, ident);
        self.warnings.borrow_mut().extend(found.iter().flat_map(|warning| warning.paragraphs.iter().cloned()));
        found
    }

    fn annotation(&self, ident: &str) -> Option<Applic> {
        self.shared.annotation(ident)
    }
}
