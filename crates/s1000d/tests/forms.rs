//! Forms change what they are asked to change in real modules, and keep them valid.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

#[path = "../../testkit/src/data.rs"]
mod data;
#[path = "diff/modules.rs"]
mod modules;

use std::sync::Arc;

use s1000d::applic::{Property, PropertyKind};
use s1000d::form::applicability::{self, ApplicTarget, ApplicabilityChange, StatementNode};
use s1000d::form::dispatch::{self, DispatchChange, LineChange, LineFields, ProcedureChange, ProvisoChange};
use s1000d::form::graphics::{self, IllustrationFile};
use s1000d::form::metadata::{self, MetadataChange, ReasonChange};
use s1000d::splice::{self, Splice};
use s1000d::xsd::{self, SchemaSet, Schemas};

/// The change that keeps the metadata of a text.
fn same_metadata(text: &str) -> MetadataChange {
    let now = metadata::read(text).expect("XML");
    let reasons = now.reasons.map(|reasons| {
        let kept = reasons.into_iter().enumerate().map(|(number, reason)| ReasonChange {
            number: Some(number),
            text: reason.text.text,
            kind: reason.kind,
            highlight: reason.highlight,
        });
        kept.collect()
    });
    MetadataChange {
        technical: now.title.as_ref().map(|title| title.technical.text.clone()),
        info: now.title.as_ref().and_then(|title| title.info.clone()).map(|name| name.text),
        variant: now.title.and_then(|title| title.variant).map(|name| name.text),
        security: now.security,
        responsible: now.responsible.map(|company| (company.code, company.name.text)),
        originator: now.originator.map(|company| (company.code, company.name.text)),
        quality: Some(now.quality.into_iter().map(|part| (part.first, part.second)).collect()),
        reasons,
    }
}

fn same_line((number, line): (usize, &LineFields)) -> LineChange {
    let provisos = line.provisos.iter().enumerate();
    LineChange {
        number: Some(number),
        label: line.label.clone(),
        title: line.title.text.clone(),
        category: line.category.clone(),
        installed: line.installed.clone(),
        required: line.required.clone(),
        remarks: line.remarks.text.clone(),
        provisos: provisos.map(|(at, one)| ProvisoChange { number: Some(at), text: one.text.clone() }).collect(),
        placard: line.placard.text.clone(),
        operational: (0..line.operational.len()).map(ProcedureChange::Kept).collect(),
        maintenance: (0..line.maintenance.len()).map(ProcedureChange::Kept).collect(),
    }
}

/// Opens every form of a text and applies it untouched; the number of forms.
fn untouched(name: &str, text: &str) -> usize {
    let nothing = Ok(Some(Vec::new()));
    let mut opened = 1;
    assert_eq!(metadata::edit(text, &same_metadata(text)), nothing, "{name}");
    if let Some(item) = dispatch::read(text).expect("XML") {
        let lines = item.lines.iter().enumerate().map(same_line).collect();
        let change = DispatchChange { number: item.number.text, title: item.title.text, lines };
        assert_eq!(dispatch::edit(text, &change), nothing, "{name}");
        opened += 1;
    }
    let own = applicability::read(text, ApplicTarget::Module).expect("XML").and_then(|fields| fields.own);
    if let Some(own) = own.filter(|own| !own.is_fixed && (!own.display.text.is_empty() || own.expression.is_some())) {
        let change = ApplicabilityChange::Write { id: None, display: own.display.text, expression: own.expression };
        assert_eq!(applicability::edit(text, ApplicTarget::Module, &change), nothing, "{name}");
        opened += 1;
    }
    opened
}

#[test]
fn forms_of_the_demo_library_change_nothing_untouched() {
    let opened: usize = modules::demo().iter().map(|(name, text)| untouched(name, text)).sum();
    assert!(opened > 100, "{opened}");
}

#[test]
fn forms_of_official_packages_change_nothing_untouched() {
    for name in ["bike-4.1", "bike-4.2"] {
        let Some(package) = modules::package(name) else { continue };
        let opened: usize = package.iter().map(|(name, text)| untouched(name, text)).sum();
        assert!(opened > 50, "{name}: {opened}");
    }
}

/// The splices of some changes of a module, as far as its text has what they are about.
fn changes(text: &str) -> Vec<Vec<Splice>> {
    let mut all = Vec::new();
    let now = metadata::read(text).expect("XML");
    let mut change = same_metadata(text);
    change.technical = now.title.as_ref().filter(|title| !title.technical.is_fixed).map(|_| "A & B".to_owned());
    let reason = ReasonChange { number: None, text: "New".to_owned(), kind: Some("urt02".to_owned()), highlight: true };
    change.reasons = change.reasons.map(|reasons| reasons.into_iter().chain([reason]).collect());
    all.extend(metadata::edit(text, &change).expect("XML"));
    let property = Property { kind: PropertyKind::Attribute, ident: "model".to_owned() };
    let expression = Some(StatementNode::Assert { property, values: "A".to_owned() });
    let change = ApplicabilityChange::Write { id: None, display: "Model A".to_owned(), expression };
    all.extend(applicability::edit(text, ApplicTarget::Module, &change).expect("XML"));
    if let Some(position) = text.find("<graphic ") {
        let code = "ICN-C0419-S1000D9999-001-01";
        let file = IllustrationFile { code: code.to_owned(), name: format!("{code}.CGM") };
        all.extend(graphics::edit(text, position, 0, &file).expect("XML"));
    }
    all
}

#[test]
fn forms_keep_official_modules_valid() {
    for (name, zip) in [("bike-4.1", "schemas/S1000D_4-1.zip"), ("bike-4.2", "schemas/S1000D_4-2.zip")] {
        let (Some(package), Some(zip)) = (modules::package(name), data::path(zip)) else { continue };
        let set = SchemaSet::open(&std::fs::read(zip).expect("a file")).expect("a set");
        let schemas = Schemas::new(vec![Arc::new(set)]);
        let mut made = 0;
        let texts = package.iter().filter(|(_, text)| text.contains("<dmodule") && text.len() < 60_000);
        for (code, text) in texts.step_by(4) {
            let before = xsd::check(&schemas, text.as_bytes()).len();
            for splices in changes(text) {
                let after = splice::apply(text, &splices).expect("splices that fit");
                let found = xsd::check(&schemas, after.as_bytes());
                assert!(found.len() <= before, "{name} {code}: {found:?}");
                made += 1;
            }
        }
        assert!(made > 20, "{name}: {made}");
    }
}
