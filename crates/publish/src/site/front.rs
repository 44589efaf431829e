//! The first page of a site, and the facts, contents and choices that all its pages share.

use domain::language::Locale;
use serde_json::{Value, json};

use super::choices::SiteChoice;
use super::index::WordIndex;
use super::inventory::SiteInventory;
use super::markup::{self, Markup, script};
use super::page::locale_of;
use super::targets::{SiteModule, SiteTargets};

/// What a site says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFacts {
    pub title: String,
    /// The revision number that a person gave the publication.
    pub revision: String,
    pub is_draft: bool,
    /// The day of the newest content, as in `2026-11-17`.
    pub date: String,
    pub operator: String,
    pub product: String,
    pub manual_type: String,
    /// As in `en-US`; that of most modules.
    pub language: String,
}

/// An entry of the contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteEntry {
    /// The entry around it, which comes before it.
    pub parent: Option<usize>,
    pub title: String,
    /// The place of its module among those of the site.
    pub module: Option<usize>,
}

/// Labels of the first page, in English and Chinese, with their keys in the texts of the scripts.
const LABELS: [(&str, [&str; 2]); 5] = [
    ("revision", ["Revision", "修订号"]),
    ("date", ["Newest content", "最新内容日期"]),
    ("operator", ["Operator", "运营人"]),
    ("product", ["Aircraft model", "机型"]),
    ("manualType", ["Manual type", "手册类型"]),
];
const CONTENTS: [&str; 2] = ["Contents", "目录"];
const DRAFT: [&str; 2] = ["Draft. Not approved for use.", "草稿，未经批准使用。"];

fn of_locale(texts: [&'static str; 2], locale: Locale) -> &'static str {
    let [english, chinese] = texts;
    match locale {
        Locale::English => english,
        Locale::Chinese => chinese,
    }
}

/// The first page: what it is, and its whole contents as links that need no script.
pub fn front_page(facts: &SiteFacts, entries: &[SiteEntry], targets: &SiteTargets) -> Vec<u8> {
    let locale = locale_of(&facts.language);
    let mut out = Markup::default();
    let language = if facts.language.is_empty() { locale.as_str() } else { &facts.language };
    markup::head(&mut out, "./", language, &facts.title);
    out.raw("<body>\n<main class=\"site-main\" id=\"site-content\" tabindex=\"0\">\n");
    out.element("<header class=\"site-head\"><h1>", &facts.title, "</h1></header>\n");
    out.raw("<div class=\"rd-page\">\n");
    if facts.is_draft {
        out.element("<p class=\"site-draft\" data-text=\"draft\">", of_locale(DRAFT, locale), "</p>\n");
    }
    out.raw("<dl class=\"site-about\">");
    let values = [&facts.revision, &facts.date, &facts.operator, &facts.product, &facts.manual_type];
    for ((key, texts), value) in LABELS.into_iter().zip(values).filter(|(_, value)| !value.is_empty()) {
        out.raw("<div><dt");
        out.attribute("data-text", key);
        out.element(">", of_locale(texts, locale), "</dt>");
        out.element("<dd>", value, "</dd></div>");
    }
    out.element("</dl>\n<h2 data-text=\"contents\">", of_locale(CONTENTS, locale), "</h2>\n");
    contents(&mut out, entries, targets);
    out.raw("</div>\n</main>\n</body>\n</html>\n");
    out.finish().into_bytes()
}

/// The contents as lists in lists.
fn contents(out: &mut Markup, entries: &[SiteEntry], targets: &SiteTargets) {
    // The entries that are open; each has a list of its own below it once something stands in it.
    let mut open: Vec<usize> = Vec::new();
    out.raw("<ul class=\"site-contents\">");
    for (place, entry) in entries.iter().enumerate() {
        while open.last().is_some_and(|last| Some(*last) != entry.parent) {
            open.pop();
            out.raw("</ul></li>");
        }
        out.raw("<li>");
        match entry.module.map(|module| targets.page(module)) {
            Some(page) => {
                out.raw("<a");
                out.attribute("href", &["./", page].concat());
                out.element(">", &entry.title, "</a>");
            }
            None => out.element("<span>", &entry.title, "</span>"),
        }
        let has_below = entries.get(place + 1).is_some_and(|next| next.parent == Some(place));
        if has_below {
            out.raw("<ul>");
            open.push(place);
        } else {
            out.raw("</li>");
        }
    }
    for _ in open {
        out.raw("</ul></li>");
    }
    out.raw("</ul>\n");
}

/// `data/site.js`: what every page needs. Modules are in the order of the inventory.
pub fn data(
    facts: &SiteFacts,
    choices: &[SiteChoice],
    modules: &[SiteModule],
    entries: &[SiteEntry],
    inventory: &SiteInventory,
    index: &WordIndex,
) -> Vec<u8> {
    let choices: Vec<Value> = choices.iter().map(SiteChoice::value).collect();
    let listed = modules.iter().zip(&inventory.pages);
    let modules: Vec<Value> = listed
        .map(|(module, page)| json!([module.key, module.code, module.language, module.title, page.path, page.applies]))
        .collect();
    let entries: Vec<Value> = entries.iter().map(|entry| json!([entry.parent, entry.title, entry.module])).collect();
    let value = json!({
        "facts": {
            "title": facts.title,
            "revision": facts.revision,
            "draft": facts.is_draft,
            "date": facts.date,
            "language": facts.language,
        },
        "choices": choices,
        "modules": modules,
        "entries": entries,
        "parts": index.parts(),
    });
    script("site.data", &[value])
}
