//! One module from its root: what is content, what kind it is, in which language, and why it was changed.

use domain::language::Locale;
use roxmltree::{Document, Node};

use super::annotate::Annotations;
use super::draw::Render;
use super::html::{Html, Tag};
use super::numbers::Numbers;
use super::words::Words;
use super::{Annotation, Options, Reason, Rendered, annotate};
use crate::applic::Truth;
use crate::guard::Entity;
use crate::object::ContentType;
use crate::object::ident::{elements, text_of};

/// Draws a tree; `cut` says that it is the beginning of something larger.
pub(super) fn draw<'d>(
    document: &'d Document<'d>,
    entities: &'d [Entity],
    options: &'d Options<'d>,
    cut: bool,
) -> Rendered {
    let root = document.root_element();
    let language = language(root);
    // A module reads as one document, whoever reads it.
    let locale = language.and_then(Locale::of_text).unwrap_or(options.locale);
    let mut r = Render {
        html: Html::with_room_for(document.input_text().len() * 2),
        locale,
        words: Words::of(locale),
        notices: Words::of(options.locale),
        options,
        entities,
        numbers: Numbers::of(document),
        annotations: Annotations::new(),
        outline: Vec::new(),
        references: Vec::new(),
        figures: Vec::new(),
        truth: Truth::True,
        level: 0,
        copying: false,
        depth: 0,
        label: None,
        path: Vec::new(),
        base: Vec::new(),
    };
    let applicability = r.of_module(root);
    let reasons = reasons(root);
    let kind = kind(root);
    r.html.open_with(Tag::ARTICLE, "s1d-module", &[("data-kind", kind), ("lang", language.unwrap_or(locale.as_str()))]);
    match root.children().find(|part| is_content(*part)) {
        Some(content) => {
            logo(&mut r, root);
            r.children(content);
        }
        None => r.children(root),
    }
    r.reasons(&reasons);
    let truncated = cut || r.html.is_full();
    Rendered {
        html: if truncated { r.html.finish_with("s1d-cut s1d-gen", r.notices.cut) } else { r.html.finish() },
        outline: r.outline,
        references: r.references,
        figures: r.figures,
        applicability,
        annotations: r.annotations.list,
        hidden: r.annotations.hidden,
        unknown: r.annotations.unknown,
        reasons,
        truncated,
    }
}

impl Rendered {
    /// In place of a module that does not apply: what it applies to, and nothing of its text.
    pub fn withheld(module: &Annotation, locale: Locale) -> Self {
        let words = Words::of(locale);
        let note = format!("{}{}{}", words.not_shown, words.separator, module.text);
        let mut html = Html::default();
        html.open_with(Tag::ARTICLE, "s1d-module", &[("lang", locale.as_str())]);
        html.open_with(
            Tag::P,
            "s1d-hidden s1d-gen",
            &[("data-applic", annotate::word(module.truth)), ("data-applic-id", &module.id)],
        );
        html.text(&note);
        Self {
            html: html.finish(),
            outline: Vec::new(),
            references: Vec::new(),
            figures: Vec::new(),
            applicability: Some(module.clone()),
            annotations: Vec::new(),
            hidden: 1,
            unknown: 0,
            reasons: Vec::new(),
            truncated: false,
        }
    }
}

/// The logo of the status, which is a picture that readers are meant to see.
fn logo<'d>(r: &mut Render<'d>, root: Node<'d, 'd>) {
    let status = elements(root).find(|part| part.tag_name().name() == "identAndStatusSection");
    let logo = status.and_then(|status| status.descendants().find(|part| part.tag_name().name() == "logo"));
    if let Some(logo) = logo {
        r.html.open(Tag::DIV, "s1d-logo");
        r.children(logo);
        r.html.close();
    }
}

fn is_content(node: Node<'_, '_>) -> bool {
    let name = node.tag_name().name();
    node.is_element()
        && matches!(name, "content" | "commentContent" | "imfContent" | "dmlContent" | "ddnContent" | "updateContent")
}

fn kind(root: Node<'_, '_>) -> &'static str {
    let content = elements(root).find(|part| is_content(*part));
    let mut parts = content.into_iter().flat_map(elements);
    let of_content = parts.find_map(|part| ContentType::of_element(part.tag_name().name()));
    let of_root = match root.tag_name().name() {
        "pm" => "pm",
        "dml" => "dml",
        "ddn" => "ddn",
        _ => "other",
    };
    of_content.map_or(of_root, ContentType::as_str)
}

/// The language of the author's text.
fn language<'d>(root: Node<'d, 'd>) -> Option<&'d str> {
    let header = elements(root).take_while(|part| !is_content(*part)).flat_map(|part| part.descendants());
    let language = header.into_iter().find(|node| node.tag_name().name() == "language")?;
    let code = language.attribute("languageIsoCode")?;
    (matches!(code.len(), 2 | 3) && code.bytes().all(|byte| byte.is_ascii_alphabetic())).then_some(code)
}

fn reasons(root: Node<'_, '_>) -> Vec<Reason> {
    let status = elements(root).filter(|part| !is_content(*part));
    let found = status.flat_map(|part| part.descendants()).filter(|node| node.tag_name().name() == "reasonForUpdate");
    let read = |node: Node<'_, '_>| Reason {
        id: node.attribute("id").unwrap_or_default().to_owned(),
        kind: node.attribute("updateReasonType").map(str::to_owned),
        highlighted: node.attribute("updateHighlight") == Some("1"),
        text: text_of(node),
    };
    found.map(read).collect()
}

impl Render<'_> {
    fn reasons(&mut self, reasons: &[Reason]) {
        if reasons.is_empty() {
            return;
        }
        self.html.open(Tag::DETAILS, "s1d-reasons s1d-gen");
        self.html.leaf(Tag::SUMMARY, "", self.words.changes);
        self.html.open(Tag::UL, "");
        for reason in reasons {
            self.html.open_with(Tag::LI, "", &[("data-reasons", &reason.id)]);
            self.html.text(&reason.text);
            self.html.close();
        }
        self.html.close();
        self.html.close();
    }
}
