//! What applies: every annotated piece says whether it does, and can tell why.

use domain::language::Locale;
use foldhash::{HashMap, HashMapExt};
use roxmltree::Node;

use super::draw::Render;
use super::html::{Attributes, Tag};
use super::rules::Rule;
use super::words::Words;
use super::{Link, Options, Outside};
use crate::applic::tables::Bilingual;
use crate::applic::{Applic, Expression, Truth, words};
use crate::object::ident::{child, elements, text_of};
use crate::object::lines::Lines;
use crate::object::{applic_refs, statement_ids};

pub(super) const RULES: &[(&str, Rule)] = &[
    ("referencedApplicGroup", Rule::Block(group)),
    ("referencedApplicGroupRef", Rule::Block(group)),
    ("applic", Rule::Block(statement)),
    ("displayText", Rule::Through),
    // The formula is said in words.
    ("evaluate", Rule::Block(formula)),
    ("assert", Rule::Block(formula)),
    ("expression", Rule::Field),
];

/// What a piece applies to, and what the choice says about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Annotation {
    /// The value of `data-applic-id`.
    pub id: String,
    pub truth: Truth,
    /// What the author wants people to read; where he wrote nothing, the formula in words.
    pub text: String,
    /// The formula in words, in the language of the options.
    pub reason: String,
    /// None where it holds always, and where it is not known.
    pub expression: Option<Expression>,
    /// How many pieces have it.
    pub pieces: usize,
}

/// The annotations met so far.
#[derive(Debug, Default)]
pub(super) struct Annotations {
    pub(super) list: Vec<Annotation>,
    /// What the document says about each of them, in its own language.
    pub(super) labels: Vec<String>,
    by_key: HashMap<String, usize>,
    pub(super) hidden: usize,
    pub(super) unknown: usize,
    /// Bytes of their texts.
    said: usize,
}

/// Bytes of text that the annotations of one module may have. Each list of ids is an annotation of its own, so lists
/// that all name one long statement would say it once for each. Nobody can decide what comes after that.
const MAX_SAID: usize = 4 << 20;

impl Annotations {
    pub(super) fn new() -> Self {
        Self { by_key: HashMap::new(), ..Self::default() }
    }
}

/// The word of a data attribute.
pub(super) fn word(truth: Truth) -> &'static str {
    match truth {
        Truth::True => "yes",
        Truth::False => "no",
        Truth::Unknown => "unknown",
    }
}

impl<'d> Render<'d> {
    /// Decides whether a piece applies, before it is drawn; `None` where it has no annotation.
    pub(super) fn judge(&mut self, node: Node<'d, 'd>) -> Option<usize> {
        if let Some(ids) = applic_refs(node) {
            let found = self.annotations.by_key.get(ids).copied();
            return Some(found.unwrap_or_else(|| {
                let statements = if self.annotations.said < MAX_SAID { self.statements(ids) } else { vec![None] };
                self.note(ids, &statements)
            }));
        }
        let inline = node.first_element_child().filter(|first| first.tag_name().name() == "applic")?;
        if node.tag_name().name() == "referencedApplicGroup" {
            return None;
        }
        let key = inline.attribute("id").map_or_else(|| format!("at-{}", inline.id().get()), str::to_owned);
        let found = self.annotations.by_key.get(&key).copied();
        Some(found.unwrap_or_else(|| {
            let applic = read(inline);
            self.note(&key, &[Some(applic)])
        }))
    }

    /// The attributes of an annotated piece, and whether it is to be left out.
    pub(super) fn annotated(&mut self, index: usize, attributes: &mut Attributes) -> bool {
        let Annotation { id, truth, .. } = &self.annotations.list[index];
        let around = self.truth;
        let truth = if around == Truth::False { Truth::False } else { *truth };
        attributes.push("data-applic", word(truth));
        attributes.push("data-applic-id", id);
        self.truth = around.and(truth);
        let left_out = truth == Truth::False && self.options.outside == Outside::Hide;
        if left_out && self.locale != self.options.locale {
            attributes.push("lang", self.options.locale.as_str());
        }
        if self.copying {
            return left_out;
        }
        self.annotations.list[index].pieces += 1;
        match truth {
            Truth::False if around != Truth::False => self.annotations.hidden += 1,
            Truth::Unknown => self.annotations.unknown += 1,
            _ => {}
        }
        left_out
    }

    /// In place of a piece that is left out.
    pub(super) fn left_out(&mut self, index: usize) {
        let text = &self.annotations.list[index].text;
        let note = format!("{}{}{text}", self.notices.not_shown, self.notices.separator);
        let places = self.places();
        self.html.nested(places, "s1d-hidden s1d-gen", &note);
    }

    /// What the whole module applies to, where its own status says so.
    pub(super) fn of_module(&mut self, root: Node<'d, 'd>) -> Option<Annotation> {
        let status = root.descendants().find(|node| node.has_tag_name_local("dmStatus", "pmStatus"))?;
        let own = elements(status).find(|part| matches!(part.tag_name().name(), "applic" | "applicRef"));
        let statements = match own {
            Some(own) => vec![self.statement(own)],
            None => self.statements(applic_refs(status)?),
        };
        Some(self.annotation_of("module", &statements))
    }

    /// Whether a target that says what it applies to is meant.
    pub(super) fn applies(&self, link: &Link) -> Option<Truth> {
        match link {
            Link::Found { applicability: Some(applic), .. } => Some(applic.evaluate(self.options.choice)),
            _ => None,
        }
    }

    fn note(&mut self, key: &str, applics: &[Option<Applic>]) -> usize {
        let annotation = self.annotation_of(key, applics);
        let index = self.annotations.list.len();
        let own = (self.locale != self.options.locale).then(|| say(applics, self.options.tables, self.locale).0);
        self.annotations.said += annotation.text.len() + annotation.reason.len();
        self.annotations.labels.push(own.unwrap_or_else(|| annotation.text.clone()));
        self.annotations.list.push(annotation);
        self.annotations.by_key.insert(key.to_owned(), index);
        index
    }

    /// The statements that ids stand for; `None` for one that is nowhere, and for all behind the first few.
    fn statements(&self, ids: &str) -> Vec<Option<Applic>> {
        statement_ids(ids).into_iter().map(|id| self.statement(self.numbers.element(id?)?)).collect()
    }

    /// A statement of the module itself, or of the repository that it names.
    fn statement(&self, node: Node<'_, '_>) -> Option<Applic> {
        match node.tag_name().name() {
            "applic" => Some(read(node)),
            "applicRef" => self.options.links.annotation(node.attribute("applicIdentValue")?),
            _ => None,
        }
    }

    fn annotation_of(&self, id: &str, applics: &[Option<Applic>]) -> Annotation {
        Annotation::of(id, applics, self.options)
    }
}

impl Annotation {
    /// What statements that hold together say about a piece, or about a module whose status is a file of its own.
    /// One that could not be read is `None`.
    pub fn of(id: &str, applics: &[Option<Applic>], options: &Options<'_>) -> Self {
        let decide =
            |applic: &Option<Applic>| applic.as_ref().map_or(Truth::Unknown, |applic| applic.evaluate(options.choice));
        let (text, reason) = say(applics, options.tables, options.locale);
        let mut expressions: Vec<Expression> =
            applics.iter().flatten().filter_map(|applic| applic.expression.clone()).collect();
        Self {
            id: id.to_owned(),
            truth: applics.iter().map(decide).fold(Truth::True, Truth::and),
            text,
            reason,
            expression: if expressions.len() > 1 { Some(Expression::And(expressions)) } else { expressions.pop() },
            pieces: 0,
        }
    }
}

/// What the author wants people to read, and the formula in words.
fn say(applics: &[Option<Applic>], tables: Bilingual<'_>, locale: Locale) -> (String, String) {
    let said = Words::of(locale);
    let formula = |applic: &Option<Applic>| match applic {
        Some(Applic { expression: Some(expression), .. }) => words::describe(expression, tables.of(locale), locale),
        Some(_) => said.all.to_owned(),
        None => said.applicability_unknown.to_owned(),
    };
    let reasons: Vec<String> = applics.iter().map(formula).collect();
    let shown = |(applic, reason): (&Option<Applic>, &String)| {
        let display = applic.as_ref().map(|applic| applic.display.as_str()).filter(|text| !text.is_empty());
        display.unwrap_or(reason).to_owned()
    };
    let texts: Vec<String> = applics.iter().zip(&reasons).map(shown).collect();
    (texts.join("; "), reasons.join("; "))
}

fn read(node: Node<'_, '_>) -> Applic {
    // Lines of assertions are of no use here; counting them from nothing costs nothing.
    Applic::read(node, &mut Lines::new(""))
}

/// The statements that pieces refer to, out of the way: each piece says its own.
fn group<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DETAILS, "s1d-group");
    let label = r.label_of(node.tag_name().name());
    r.html.leaf(Tag::SUMMARY, "s1d-gen", &label);
    r.children(node);
    r.html.close();
}

fn statement<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "s1d-group");
    let applic = read(node);
    r.html.leaf(Tag::SPAN, "s1d-label s1d-gen", r.words.applicable_to);
    r.html.leaf(Tag::SPAN, "s1d-gen", " ");
    if child(node, "displayText").is_none_or(|display| text_of(display).is_empty()) {
        let (_, said) = say(&[Some(applic)], r.options.tables, r.locale);
        r.html.leaf(Tag::SPAN, "s1d-gen", &said);
    }
    r.children(node);
    r.html.close();
}

/// A formula has no text of its own; it stands in the reason of its annotation.
fn formula<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    if !text_of(node).is_empty() {
        r.html.open(Tag::DIV, "s1d-group");
        r.children(node);
        r.html.close();
    }
}

/// Names in any namespace.
trait LocalName {
    fn has_tag_name_local(&self, one: &str, other: &str) -> bool;
}

impl LocalName for Node<'_, '_> {
    fn has_tag_name_local(&self, one: &str, other: &str) -> bool {
        self.is_element() && [one, other].contains(&self.tag_name().name())
    }
}
