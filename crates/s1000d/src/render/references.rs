//! References: to modules, to other documents, to places in the same module, to entries of repositories.

use roxmltree::Node;

use super::draw::{Render, Shape};
use super::html::Tag;
use super::numbers::{Series, anchor};
use super::rules::Rule;
use super::{DrawnReference, Link, Outside, annotate, data, labels};
use crate::applic::Truth;
use crate::object::Target;
use crate::object::ident::{child, child_text, elements, object_ref, text_of};

pub(super) const RULES: &[(&str, Rule)] = &[
    ("dmRef", Rule::Inline(object)),
    ("pmRef", Rule::Inline(object)),
    ("scormContentPackageRef", Rule::Inline(object)),
    ("commentRef", Rule::Inline(object)),
    ("dmlRef", Rule::Inline(object)),
    ("externalPubRef", Rule::Inline(external)),
    ("externalRef", Rule::Inline(external)),
    ("internalRef", Rule::Inline(internal)),
    ("footnoteRef", Rule::Inline(internal)),
    ("refs", Rule::Block(list)),
    ("catalogSeqNumberRef", Rule::Inline(entry)),
    ("toolRef", Rule::Inline(entry)),
    ("supplyRef", Rule::Inline(entry)),
    ("supplyRqmtRef", Rule::Inline(entry)),
    ("partRef", Rule::Inline(entry)),
    ("functionalItemRef", Rule::Inline(entry)),
    ("circuitBreakerRef", Rule::Inline(entry)),
    ("controlIndicatorRef", Rule::Inline(entry)),
    ("zoneRef", Rule::Inline(entry)),
    ("accessPointRef", Rule::Inline(entry)),
    ("accessPanelRef", Rule::Inline(entry)),
    ("warningRef", Rule::Inline(entry)),
    ("cautionRef", Rule::Inline(entry)),
    ("enterpriseRef", Rule::Inline(entry)),
    ("functionalPhysicalAreaRef", Rule::Inline(entry)),
    ("materialSetRef", Rule::Inline(entry)),
    ("brDecisionRef", Rule::Inline(entry)),
    ("infoEntityRef", Rule::Inline(entry)),
    ("applicRef", Rule::Inline(entry)),
    ("variableRef", Rule::Inline(entry)),
    ("identNumber", Rule::Inline(entry)),
    ("partAndSerialNumber", Rule::Inline(entry)),
    ("container", Rule::Through),
];

/// Text that a tool gives away is no link: only these beginnings lead somewhere harmless.
fn is_safe(href: &str) -> bool {
    let lower = href.trim_start().to_ascii_lowercase();
    href.starts_with('#')
        || (href.starts_with('/') && !href.starts_with("//"))
        || lower.starts_with("https://")
        || lower.starts_with("http://")
}

fn object<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let Ok(target) = object_ref(node) else { return broken(r, node) };
    let link = r.options.links.object(&target);
    let kind = match target.code {
        crate::code::Code::Module(_) => "dm",
        crate::code::Code::Publication(_) => "pm",
        _ => "other",
    };
    let code = target.code.to_string();
    let written = target.title.is_some();
    let applies = r.applies(&link);
    let left_out = applies == Some(Truth::False) && is_alternate(node);
    r.annotations.hidden += usize::from(left_out);
    if left_out && r.options.outside == Outside::Hide {
        remember(r, Some(Target::Object(Box::new(target))), link, applies);
        let said = format!("{code}{}{}", r.notices.separator, r.notices.alternate_hidden);
        return r.html.leaf(Tag::SPAN, "s1d-hidden s1d-gen", &said);
    }
    let title = match &link {
        Link::Found { title, .. } => title.clone().filter(|_| !written),
        _ => None,
    };
    open(r, kind, &link, applies);
    remember(r, Some(Target::Object(Box::new(target))), link, applies);
    if let Some(title) = title {
        r.generated("s1d-gen", &title);
    }
    texts(r, node);
    r.html.leaf(Tag::SPAN, "s1d-gen", " ");
    r.html.leaf(Tag::SPAN, "s1d-ref-code s1d-gen", &code);
    r.html.close();
}

/// Whether it is one of the modules that a container chooses from.
fn is_alternate(node: Node<'_, '_>) -> bool {
    node.ancestors().skip(1).take(2).any(|parent| parent.tag_name().name() == "container")
}

/// What names nothing that can be read.
fn broken<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    open(r, "other", &Link::Missing, None);
    remember(r, None, Link::Missing, None);
    r.generated("s1d-gen", r.notices.broken_reference);
    texts(r, node);
    r.html.close();
}

fn external<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let ident = child(node, "externalPubRefIdent");
    let part = |name| ident.and_then(|ident| child_text(ident, name)).unwrap_or_default();
    let (code, title) = (part("externalPubCode"), part("externalPubTitle"));
    let link = r.options.links.external(&code, &title);
    open(r, "external", &link, None);
    remember(r, Some(Target::External { code, title }), link, None);
    if !texts(r, node) {
        data::attributes(r, node, true);
    }
    r.html.close();
}

fn remember(r: &mut Render<'_>, target: Option<Target>, link: Link, applies: Option<Truth>) {
    r.references.push(DrawnReference { target, link, applies });
}

fn open(r: &mut Render<'_>, kind: &str, link: &Link, applies: Option<Truth>) {
    let index = r.references.len().to_string();
    let (state, href) = match link {
        Link::Found { href, .. } => ("found", Some(href.as_str()).filter(|href| is_safe(href))),
        Link::Missing => ("missing", None),
        Link::Pending => ("pending", None),
    };
    let class = if state == "missing" { "s1d-ref s1d-dangling" } else { "s1d-ref" };
    let mut attributes = vec![("data-kind", kind), ("data-state", state), ("data-ref", index.as_str())];
    if let Some(truth) = applies {
        attributes.push(("data-applic", annotate::word(truth)));
    }
    if state == "missing" {
        attributes.push(("title", r.notices.not_found));
    }
    match href {
        Some(href) => {
            attributes.push(("href", href));
            if href.starts_with("http") {
                attributes.push(("rel", "noopener noreferrer"));
            }
            r.html.open_with(Tag::A, class, &attributes);
        }
        None => r.html.open_with(Tag::SPAN, class, &attributes),
    }
}

/// Every text below an element, each apart from the next; says whether there was any.
fn texts<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) -> bool {
    let mut any = false;
    for part in node.descendants().filter(Node::is_text) {
        let text = part.text().unwrap_or_default().trim();
        if !text.is_empty() {
            if any {
                r.html.leaf(Tag::SPAN, "s1d-gen", " - ");
            }
            r.html.text(text);
            any = true;
        }
    }
    any
}

fn internal<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let id = node.attribute("internalRefId").unwrap_or_default();
    let target = r.numbers.element(id);
    let html_id = anchor(id);
    let index = r.references.len().to_string();
    let href = format!("#{html_id}");
    let link = if target.is_some() {
        let attributes = [
            ("data-kind", "internal"),
            ("data-state", "found"),
            ("data-ref", index.as_str()),
            ("data-target", html_id.as_str()),
            ("href", href.as_str()),
        ];
        r.html.open_with(Tag::A, "s1d-ref", &attributes);
        Link::Found { href, title: None, applicability: None }
    } else {
        let attributes = [
            ("data-kind", "internal"),
            ("data-state", "missing"),
            ("data-ref", index.as_str()),
            ("title", r.notices.broken_reference),
        ];
        r.html.open_with(Tag::SPAN, "s1d-ref s1d-dangling", &attributes);
        Link::Missing
    };
    remember(r, Some(Target::Internal { id: id.to_owned() }), link, None);
    if text_of(node).is_empty() {
        let name = target.map_or_else(|| id.to_owned(), |target| name_of(r, target));
        r.html.leaf(Tag::SPAN, "s1d-gen s1d-named", &name);
    }
    r.children(node);
    r.html.close();
}

/// What a place of the module is called by those who point at it.
pub(super) fn name_of<'d>(r: &Render<'d>, target: Node<'d, 'd>) -> String {
    if let Some((series, number)) = r.numbers.get(target) {
        let word = match series {
            Series::Paragraph => r.words.paragraph,
            Series::Step => r.words.step,
            Series::Figure => r.words.figure,
            Series::Table => r.words.table,
            Series::Multimedia => r.words.multimedia,
            Series::Footnote => r.words.footnote,
        };
        return format!("{word} {number}");
    }
    let of_figure = || {
        let figure = target.ancestors().take(4).find(|part| part.tag_name().name() == "figure")?;
        let item = target.attribute("applicationStructureName").or_else(|| target.attribute("hotspotTitle"));
        let figure = format!("{} {}", r.words.figure, r.numbers.text(figure));
        Some(item.map_or_else(|| figure.clone(), |item| format!("{figure} [{item}]")))
    };
    let named = ["name", "title", "shortName", "term", "toolsListCode", "remarkCode", "itemNumber"];
    // What names a thing stands at its beginning; a long search for each reference would be quadratic.
    let first: Vec<Node<'_, '_>> = elements(target).take(8).collect();
    let find = |name: &str| first.iter().find(|part| part.tag_name().name() == name).copied().map(text_of);
    let named = || named.into_iter().find_map(find).filter(|text| !text.is_empty());
    let called = || target.attribute("label").map(str::to_owned);
    let label = || labels::of(target.tag_name().name(), r.locale);
    of_figure().or_else(named).or_else(called).unwrap_or_else(label)
}

/// The references of a module or of a step, as a list.
fn list<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let alternates = node.parent_element().is_some_and(|parent| parent.tag_name().name() == "container");
    r.html.open(Tag::DIV, if alternates { "s1d-alternates" } else { "s1d-group" });
    let heading = if alternates { r.words.alternates } else { r.words.references };
    r.html.leaf(Tag::DIV, "s1d-label s1d-gen", heading);
    r.html.open(Tag::UL, "s1d-list");
    r.each(node, |r, part| {
        r.html.open(Tag::LI, "");
        r.element(part);
        r.html.close();
    });
    r.html.close();
    r.html.close();
}

/// A reference to an entry of a repository: what names it, then what the author wrote about it.
fn entry<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let name = node.tag_name().name();
    r.html.open_with(Tag::SPAN, "s1d-ref", &[("data-kind", name)]);
    let naming = node.attributes().filter(|attribute| names(attribute.name()));
    let said: Vec<_> = naming.map(|attribute| labels::value(attribute.name(), attribute.value(), r.locale)).collect();
    if !said.is_empty() {
        r.html.leaf(Tag::SPAN, "s1d-attr s1d-gen s1d-named", &said.join(" "));
        if node.has_children() {
            r.html.leaf(Tag::SPAN, "s1d-gen", " ");
        }
    }
    run_in(r, node);
    r.html.close();
}

/// Attributes that name an entry.
fn names(name: &str) -> bool {
    let ends = ["Number", "Value", "Ident", "Variant", "Code", "Name", "RefIdent", "item"];
    name != "infoEntityIdent" && ends.iter().any(|end| name.ends_with(end))
}

/// What is inside, in one line and without labels.
fn run_in<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.each_part(node, |r, part| {
        if let Some(text) = part.text().filter(|_| part.is_text()) {
            r.html.text(text);
        } else if elements(part).next().is_none() && matches!(super::rules::of(part), Rule::Field) {
            r.piece(part, Shape::Inline, |r| {
                r.html.open(Tag::SPAN, "s1d-value");
                data::attributes(r, part, true);
                r.children(part);
                r.html.close();
            });
            r.html.leaf(Tag::SPAN, "s1d-gen", " ");
        } else {
            r.element(part);
        }
    });
}
