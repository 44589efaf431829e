//! Applicability on the page: every annotated piece says whether it applies, and can tell why.

use domain::language::Locale;
use foldhash::{HashMap, HashMapExt};

use super::page::PageWriter;
use super::tag::Tag;
use super::{Link, Options, Outside};
use crate::applic::tables::Bilingual;
use crate::applic::{Applic, Assignments, Expression, Property, Truth, words};
use crate::document::NodeId;
use crate::document::kind::Kind;
use crate::document::marks::Statement;
use crate::document::words::Word;

/// The applicability of a piece, decided for the chosen aircraft.
#[derive(Debug, Clone, PartialEq)]
pub struct Annotation {
    /// The value of `data-applic-id`.
    pub id: String,
    pub truth: Truth,
    /// The author's text for readers; where he wrote nothing, the formula in words.
    pub text: String,
    /// The formula in words, in the language of the options.
    pub reason: String,
    /// None where it holds always, and where it is not known.
    pub expression: Option<Expression>,
    /// Whether one of its statements is missing or could not be read.
    pub is_incomplete: bool,
    /// The values that decide it for the chosen aircraft.
    pub decided_by: Vec<DecidingValue>,
    /// The number of pieces that have it.
    pub pieces: usize,
}

/// A property that decides an applicability, with its value for the chosen aircraft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidingValue {
    pub property: Property,
    /// The name for readers.
    pub name: String,
    /// None where the value is unknown.
    pub value: Option<String>,
}

/// The classes of a note in place of what is left out.
pub(super) const HIDDEN: &str = "s1d-hidden s1d-gen";

/// Limit of the values that an annotation names.
const MAX_DECIDING: usize = 8;

/// The annotations met so far.
#[derive(Debug)]
pub(super) struct Annotations {
    pub(super) list: Vec<Annotation>,
    /// The words for each of them in the language of the document.
    pub(super) labels: Vec<String>,
    by_applicability: HashMap<u32, usize>,
    pub(super) hidden: usize,
    pub(super) unknown: usize,
    text_bytes: usize,
}

/// Whether a piece applies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Decision {
    truth: Truth,
    pub(super) left_out: bool,
}

/// Bytes of text that the annotations of one module may have. Each list of ids is an annotation of its own, so lists
/// that all name one long statement would repeat it for each. Later statements count as undecided.
const MAX_TEXT_BYTES: usize = 4 << 20;

impl Annotations {
    pub(super) fn new() -> Self {
        Self {
            list: Vec::new(),
            labels: Vec::new(),
            by_applicability: HashMap::new(),
            hidden: 0,
            unknown: 0,
            text_bytes: 0,
        }
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

impl PageWriter<'_> {
    /// The annotation of an applicability, made when it is first met.
    pub(super) fn annotation(&mut self, applicability: u32) -> usize {
        if let Some(known) = self.annotations.by_applicability.get(&applicability) {
            return *known;
        }
        let own = &self.document.applicabilities[applicability as usize];
        let applics =
            if self.annotations.text_bytes < MAX_TEXT_BYTES { self.statements(&own.statements) } else { vec![None] };
        let annotation = Annotation::of(&own.key, &applics, self.options);
        let own = (self.locale != self.options.locale).then(|| say(&applics, self.options.tables, self.locale).0);
        let index = self.annotations.list.len();
        self.annotations.text_bytes += annotation.text.len() + annotation.reason.len();
        self.annotations.labels.push(own.unwrap_or_else(|| annotation.text.clone()));
        self.annotations.list.push(annotation);
        self.annotations.by_applicability.insert(applicability, index);
        index
    }

    /// Decides whether an annotated piece applies, and counts it.
    pub(super) fn decide(&mut self, index: usize) -> Decision {
        let around = self.truth;
        let truth = if around == Truth::False { Truth::False } else { self.annotations.list[index].truth };
        self.truth = around.and(truth);
        let decision = Decision { truth, left_out: truth == Truth::False && self.options.outside == Outside::Hide };
        if self.copying {
            return decision;
        }
        self.annotations.list[index].pieces += 1;
        match truth {
            Truth::False if around != Truth::False => self.annotations.hidden += 1,
            Truth::Unknown => self.annotations.unknown += 1,
            _ => {}
        }
        decision
    }

    /// A decision as attributes of the next element that opens.
    pub(super) fn pend_decision(&mut self, index: usize, decision: Decision) {
        self.html.pend("data-applic", word(decision.truth));
        self.html.pend("data-applic-id", &self.annotations.list[index].id);
        if decision.left_out && self.locale != self.options.locale {
            self.html.pend("lang", self.options.locale.as_str());
        }
    }

    /// The note in place of a piece that is left out. Cells keep their places, so that no value moves under another
    /// heading.
    pub(super) fn left_out(&mut self, id: NodeId, index: usize, around: Truth) {
        let text = &self.annotations.list[index].text;
        let locale = self.options.locale;
        let note = format!("{}{}{text}", Word::NotShown.text(locale), Word::Separator.text(locale));
        let document = self.document;
        match &document.node(id).kind {
            Kind::Cell(cell) => self.cell_note(*cell, &note),
            Kind::Row { .. } if self.has_tall_cells(id) => self.row_note(id, &note, around),
            _ => {
                let places = self.html.places();
                self.html.nested(places, HIDDEN, &note);
            }
        }
    }

    /// The annotation of the whole module, where its own status has one.
    pub(super) fn of_module(&self) -> Option<Annotation> {
        let own = self.document.applicability.as_ref()?;
        Some(Annotation::of(&own.key, &self.statements(&own.statements), self.options))
    }

    /// Whether a target that says what it applies to is meant.
    pub(super) fn applies(&self, link: &Link) -> Option<Truth> {
        match link {
            Link::Found { applicability: Some(applic), .. } => Some(applic.evaluate(self.options.choice)),
            _ => None,
        }
    }

    /// A statement where it is written.
    pub(super) fn statement_of(&mut self, id: NodeId, statement: Option<u32>) {
        self.html.open(Tag::DIV, "s1d-group");
        self.html.leaf(Tag::SPAN, "s1d-label s1d-gen", self.word(Word::ApplicableTo));
        self.html.leaf(Tag::SPAN, "s1d-gen", " ");
        if let Some(statement) = statement {
            let formula = self.formula(statement);
            self.html.leaf(Tag::SPAN, "s1d-gen", &formula);
        }
        self.children(id);
        self.html.close();
    }

    /// The words for a statement without words of its own.
    fn formula(&self, statement: u32) -> String {
        say(&[self.statement(statement)], self.options.tables, self.locale).1
    }

    fn statements(&self, indices: &[Option<u32>]) -> Vec<Option<Applic>> {
        indices.iter().map(|index| self.statement((*index)?)).collect()
    }

    fn statement(&self, index: u32) -> Option<Applic> {
        match &self.document.statements[index as usize] {
            Statement::Own(applic) => Some(applic.clone()),
            Statement::Shared(ident) => self.options.links.annotation(ident),
        }
    }
}

impl Annotation {
    /// The annotation that several statements make together, also for a module whose status is a file of its own.
    /// One that could not be read is `None`.
    pub fn of(id: &str, applics: &[Option<Applic>], options: &Options<'_>) -> Self {
        let decide =
            |applic: &Option<Applic>| applic.as_ref().map_or(Truth::Unknown, |applic| applic.evaluate(options.choice));
        let truth = applics.iter().map(decide).fold(Truth::True, Truth::and);
        let (text, reason) = say(applics, options.tables, options.locale);
        let mut expressions: Vec<Expression> =
            applics.iter().flatten().filter_map(|applic| applic.expression.clone()).collect();
        Self {
            id: id.to_owned(),
            truth,
            text,
            reason,
            decided_by: deciding(&expressions, truth, options),
            expression: if expressions.len() > 1 { Some(Expression::And(expressions)) } else { expressions.pop() },
            is_incomplete: applics.iter().any(Option::is_none),
            pieces: 0,
        }
    }

    /// Whether it holds for another choice than that of the page. One with a missing statement never holds for certain.
    pub fn evaluate(&self, choice: &Assignments) -> Truth {
        let known = self.expression.as_ref().map_or(Truth::True, |expression| expression.evaluate(choice));
        if self.is_incomplete { known.and(Truth::Unknown) } else { known }
    }
}

/// The values of the properties that decide formulas which must all hold.
fn deciding(expressions: &[Expression], truth: Truth, options: &Options<'_>) -> Vec<DecidingValue> {
    let tables = options.tables.of(options.locale);
    let mut values: Vec<DecidingValue> = Vec::new();
    for expression in expressions {
        let (own, assertions) = expression.decide(options.choice);
        for assertion in assertions.into_iter().filter(|_| own == truth) {
            let property = &assertion.property;
            if values.len() < MAX_DECIDING && values.iter().all(|known| known.property != *property) {
                let value = options.choice.get(property.kind, &property.ident).map(str::to_owned);
                values.push(DecidingValue {
                    property: property.clone(),
                    name: tables.name_of(property).to_owned(),
                    value,
                });
            }
        }
    }
    values
}

/// The author's text for readers, and the formula in words.
fn say(applics: &[Option<Applic>], tables: Bilingual<'_>, locale: Locale) -> (String, String) {
    let formula = |applic: &Option<Applic>| match applic {
        Some(Applic { expression: Some(expression), .. }) => words::describe(expression, tables.of(locale), locale),
        Some(_) => Word::All.text(locale).to_owned(),
        None => Word::ApplicabilityUnknown.text(locale).to_owned(),
    };
    let reasons: Vec<String> = applics.iter().map(formula).collect();
    let shown = |(applic, reason): (&Option<Applic>, &String)| {
        let display = applic.as_ref().map(|applic| applic.display.as_str()).filter(|text| !text.is_empty());
        display.unwrap_or(reason).to_owned()
    };
    let texts: Vec<String> = applics.iter().zip(&reasons).map(shown).collect();
    (texts.join("; "), reasons.join("; "))
}
