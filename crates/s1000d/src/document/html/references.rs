//! References on the page.

use super::page::PageWriter;
use super::tag::Tag;
use super::{DrawnReference, Link, Outside, annotations};
use crate::applic::Truth;
use crate::code::Code;
use crate::document::words::Word;
use crate::document::{GoTo, NodeId, ReferenceNode, html_id};
use crate::object::{ObjectRef, Target};

/// Text that a tool gives away is no link: only these beginnings lead somewhere harmless.
fn is_safe(href: &str) -> bool {
    let lower = href.trim_start().to_ascii_lowercase();
    href.starts_with('#')
        || href.starts_with("./")
        || (href.starts_with('/') && !href.starts_with("//"))
        || lower.starts_with("https://")
        || lower.starts_with("http://")
}

impl PageWriter<'_> {
    pub(super) fn reference(&mut self, id: NodeId, index: u32) {
        let reference = &self.document.references[index as usize];
        match &reference.target {
            Some(Target::Object(target)) => self.object(id, reference, target),
            Some(Target::External { code, title }) => {
                let link = self.options.links.external(code, title);
                self.open_reference("external", &link, None);
                self.remember(reference, link, None);
                self.children(id);
                self.html.close();
            }
            Some(Target::Internal { id: place }) => self.internal(id, reference, place),
            Some(Target::Illustration { .. }) | None => {
                self.open_reference("other", &Link::Missing, None);
                self.remember(reference, Link::Missing, None);
                self.generated("s1d-gen", self.notice(Word::BrokenReference));
                self.children(id);
                self.html.close();
            }
        }
    }

    fn object(&mut self, id: NodeId, reference: &ReferenceNode, target: &ObjectRef) {
        let link = self.options.links.object(target);
        let code = target.code.to_string();
        let applies = self.applies(&link);
        let left_out = applies == Some(Truth::False) && reference.is_alternate;
        self.annotations.hidden += usize::from(left_out);
        if left_out && self.options.outside == Outside::Hide {
            self.remember(reference, link, applies);
            let note = format!("{code}{}{}", self.notice(Word::Separator), self.notice(Word::AlternateHidden));
            return self.html.leaf(Tag::SPAN, "s1d-hidden s1d-gen", &note);
        }
        let kind = match target.code {
            Code::Module(_) => "dm",
            Code::Publication(_) => "pm",
            _ => "other",
        };
        self.open_reference(kind, &link, applies);
        if let (Link::Found { title: Some(title), .. }, None) = (&link, &target.title) {
            self.generated("s1d-gen", title);
        }
        self.remember(reference, link, applies);
        self.children(id);
        self.html.leaf(Tag::SPAN, "s1d-gen", " ");
        self.html.leaf(Tag::SPAN, "s1d-ref-code s1d-gen", &code);
        self.html.close();
    }

    fn internal(&mut self, id: NodeId, reference: &ReferenceNode, place: &str) {
        let index = self.references.len().to_string();
        let target = html_id(place);
        let href = format!("#{target}");
        let link = if reference.is_found {
            let attributes = [
                ("data-kind", "internal"),
                ("data-state", "found"),
                ("data-ref", index.as_str()),
                ("data-target", target.as_str()),
                ("href", href.as_str()),
            ];
            self.html.open_with(Tag::A, "s1d-ref", &attributes);
            Link::Found { href, title: None, applicability: None }
        } else {
            let attributes = [
                ("data-kind", "internal"),
                ("data-state", "missing"),
                ("data-ref", index.as_str()),
                ("title", self.notice(Word::BrokenReference)),
            ];
            self.html.open_with(Tag::SPAN, "s1d-ref s1d-dangling", &attributes);
            Link::Missing
        };
        self.remember(reference, link, None);
        self.children(id);
        self.html.close();
    }

    pub(super) fn go_to(&mut self, GoTo { id, name }: &GoTo) {
        self.html.leaf(Tag::SPAN, "s1d-gen", &format!(" → {} ", self.word(Word::GoTo)));
        let Some(name) = name else {
            return self.html.leaf(Tag::SPAN, "s1d-ref s1d-dangling s1d-gen", id);
        };
        let target = html_id(id);
        let attributes = [
            ("data-kind", "internal"),
            ("data-state", "found"),
            ("data-target", target.as_str()),
            ("href", &format!("#{target}")),
        ];
        self.html.open_with(Tag::A, "s1d-ref s1d-gen", &attributes);
        self.html.text(&name.words(self.locale));
        self.html.close();
    }

    fn remember(&mut self, reference: &ReferenceNode, link: Link, applies: Option<Truth>) {
        self.references.push(DrawnReference { target: reference.target.clone(), link, applies });
    }

    fn open_reference(&mut self, kind: &str, link: &Link, applies: Option<Truth>) {
        let index = self.references.len().to_string();
        let (state, href) = match link {
            Link::Found { href, .. } => ("found", Some(href.as_str()).filter(|href| is_safe(href))),
            Link::Missing => ("missing", None),
            Link::Pending => ("pending", None),
        };
        let class = if state == "missing" { "s1d-ref s1d-dangling" } else { "s1d-ref" };
        let mut attributes = vec![("data-kind", kind), ("data-state", state), ("data-ref", index.as_str())];
        if let Some(truth) = applies {
            attributes.push(("data-applic", annotations::word(truth)));
        }
        if state == "missing" {
            attributes.push(("title", self.notice(Word::NotFound)));
        }
        match href {
            Some(href) => {
                attributes.push(("href", href));
                if href.starts_with("http") {
                    attributes.push(("rel", "noopener noreferrer"));
                }
                self.html.open_with(Tag::A, class, &attributes);
            }
            None => self.html.open_with(Tag::SPAN, class, &attributes),
        }
    }
}
