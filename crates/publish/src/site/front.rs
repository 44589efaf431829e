//! The first page of a site, and the facts, contents and choices that all its pages share.

use std::collections::HashMap;

use domain::house_style::{LogoFormat, PublishedStyle};
use domain::language::Locale;
use domain::publication::PublicationValidity;
use serde_json::{Value, json};

use super::choices::SiteChoice;
use super::index::WordIndex;
use super::inventory::SiteInventory;
use super::markup::{self, Markup, script};
use super::page::locale_of;
use super::targets::{SiteModule, SiteTargets};

/// The approval of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SiteStatus {
    Draft,
    /// It waits for its approval. Its bytes stay the same when it is approved.
    Waiting,
    Approved,
    /// It belongs to no publication.
    #[default]
    Unstated,
}

impl SiteStatus {
    /// The notice on every page, in English and Chinese.
    pub(crate) fn notice(self) -> Option<[&'static str; 2]> {
        match self {
            Self::Draft => Some(DRAFT),
            Self::Waiting => Some(WAITING),
            Self::Approved | Self::Unstated => None,
        }
    }

    /// The key of the notice in the texts of the scripts; empty without one.
    fn key(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Waiting => "waiting",
            Self::Approved | Self::Unstated => "",
        }
    }
}

/// Facts about a site that its pages show.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SiteFacts {
    pub title: String,
    /// The revision number that a person gave the publication.
    pub revision: String,
    pub status: SiteStatus,
    /// The day of the newest content, as in `2026-11-17`.
    pub date: String,
    pub operator: String,
    /// The profile or aircraft that its content was filtered for; empty for all content.
    pub published_for: String,
    pub product: String,
    pub manual_type: String,
    /// As in `en-US`; that of most modules.
    pub language: String,
    /// The days of a temporary revision.
    pub validity: Option<PublicationValidity>,
    /// The house style of the operator; none for the standard look.
    pub style: Option<PublishedStyle>,
    /// The number of aircraft and products for which there was no room among the choices.
    pub choices_left_out: usize,
}

/// An entry of the contents.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SiteEntry {
    /// The entry around it, which comes before it.
    pub parent: Option<usize>,
    pub title: String,
    /// The place of its module among those of the site.
    pub module: Option<usize>,
    /// One letter for each choice, see [`applies_to`](super::applies_to): what the contents say of it and of all entries
    /// around it. Empty when they say nothing.
    pub applies: String,
    /// The applicability in the contents, in words.
    pub applic: String,
}

/// Labels of the first page, in English and Chinese, with their keys in the texts of the scripts.
const LABELS: [(&str, [&str; 2]); 6] = [
    ("revision", ["Revision", "修订号"]),
    ("date", ["Newest content", "最新内容日期"]),
    ("operator", ["Operator", "运营人"]),
    ("publishedFor", PUBLISHED_FOR),
    ("product", ["Aircraft model", "机型"]),
    ("manualType", ["Manual type", "手册类型"]),
];
pub(super) const PUBLISHED_FOR: [&str; 2] = ["Published for", "适用于"];
const CONTENTS: [&str; 2] = ["Contents", "目录"];
const DRAFT: [&str; 2] = ["Draft. Not approved for use.", "草稿，未经批准使用。"];
const WAITING: [&str; 2] = [
    "Valid only with the approval that is recorded in its manifest (manifest.json).",
    "仅在出版物清单（manifest.json）中记有批准时有效。",
];
/// Before the first and before the last day of a temporary revision.
pub(super) const VALID_FROM: [&str; 2] = ["Temporary revision, valid from", "临时修订，有效期自"];
pub(super) const VALID_UNTIL: [&str; 2] = ["until", "至"];
const LEFT_OUT: [&str; 2] = [
    "Aircraft and products that cannot be chosen, because there are too many: ",
    "因数量过多而无法选择的航空器和产品数：",
];

pub(super) fn of_locale(texts: [&'static str; 2], locale: Locale) -> &'static str {
    let [english, chinese] = texts;
    match locale {
        Locale::English => english,
        Locale::Chinese => chinese,
    }
}

/// The path of the logo in a site.
pub fn logo_path(format: LogoFormat) -> String {
    ["data/logo.", format.as_str()].concat()
}

/// The first page: what it is, and its whole contents as links that need no script.
pub fn front_page(facts: &SiteFacts, entries: &[SiteEntry], targets: &SiteTargets) -> Vec<u8> {
    let locale = locale_of(&facts.language);
    let mut out = Markup::default();
    let language = if facts.language.is_empty() { locale.as_str() } else { &facts.language };
    markup::head(&mut out, "./", language, &facts.title);
    out.raw("<body class=\"site-front\">\n<main class=\"site-main\" id=\"site-content\" tabindex=\"0\">\n");
    out.raw("<header class=\"site-head\">");
    if let Some(logo) = facts.style.as_ref().and_then(|style| style.logo.as_ref()) {
        out.raw("<img class=\"site-logo\"");
        out.attribute("src", &["./", &logo_path(logo.format)].concat());
        out.attribute("alt", &facts.operator);
        out.raw(">");
    }
    out.element("<h1>", &facts.title, "</h1></header>\n");
    out.raw("<div class=\"rd-page\">\n");
    if let Some(notice) = facts.status.notice() {
        out.raw("<p class=\"site-draft\"");
        out.attribute("data-text", facts.status.key());
        out.element(">", of_locale(notice, locale), "</p>\n");
    }
    if let Some(PublicationValidity { from, until }) = facts.validity {
        out.element(
            "<p class=\"site-draft\"><span data-text=\"validFrom\">",
            of_locale(VALID_FROM, locale),
            "</span> ",
        );
        out.raw(&from.to_string());
        out.element(" <span data-text=\"validUntil\">", of_locale(VALID_UNTIL, locale), "</span> ");
        out.raw(&until.to_string());
        out.raw("</p>\n");
    }
    if facts.choices_left_out > 0 {
        out.element("<p>", of_locale(LEFT_OUT, locale), "");
        out.raw(&facts.choices_left_out.to_string());
        out.raw("</p>\n");
    }
    out.raw("<dl class=\"site-about\">");
    let values =
        [&facts.revision, &facts.date, &facts.operator, &facts.published_for, &facts.product, &facts.manual_type];
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
        if let Some(page) = entry.module.map(|module| targets.page(module)) {
            out.raw("<a");
            out.attribute("href", &["./", page].concat());
            out.attribute("data-entry", &place.to_string());
            out.element(">", &entry.title, "</a>");
        } else {
            out.raw("<span");
            out.attribute("data-entry", &place.to_string());
            out.element(">", &entry.title, "</span>");
        }
        if !entry.applic.is_empty() {
            out.element(" <span class=\"site-applic\">", &entry.applic, "</span>");
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
    // Many modules have the same letters, up to 500 of them: each text is listed once.
    let (mut letters, mut numbers) = (vec![""], HashMap::from([("", 0_usize)]));
    let all = inventory.pages.iter().map(|page| page.applies.as_str());
    for text in all.chain(entries.iter().map(|entry| entry.applies.as_str())) {
        numbers.entry(text).or_insert_with(|| {
            letters.push(text);
            letters.len() - 1
        });
    }
    let number = |text: &str| numbers.get(text).copied().unwrap_or_default();
    let listed = modules.iter().zip(&inventory.pages);
    let modules: Vec<Value> = listed
        .map(|(module, page)| {
            json!([module.key, module.code, module.language, module.title, page.path, number(&page.applies)])
        })
        .collect();
    let entries: Vec<Value> = entries
        .iter()
        .map(|entry| json!([entry.parent, entry.title, entry.module, number(&entry.applies), entry.applic]))
        .collect();
    let value = json!({
        "facts": {
            "title": facts.title,
            "revision": facts.revision,
            "status": facts.status.key(),
            "publishedFor": facts.published_for,
            "validity": facts.validity.map(|validity| [validity.from, validity.until].map(|day| day.to_string())),
            "date": facts.date,
            "language": facts.language,
        },
        "choices": choices,
        "leftOut": facts.choices_left_out,
        "letters": letters,
        "modules": modules,
        "entries": entries,
        "parts": index.parts(),
    });
    script("site.data", &[value])
}
