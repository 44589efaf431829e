//! Templates of new modules: for each type the smallest content that its schema allows.
//!
//! They are our own texts; the bodies stand in `data/templates`. The code in a template is a placeholder, which
//! [`crate::object::readdress`] replaces.

use crate::code::Identity;
use crate::object::write::{escaped, ident_children, reference};
use crate::object::{ContentType, Title};

/// The issues of S1000D that there are templates for, as schema addresses write them.
pub const ISSUES: [&str; 4] = ["4-1", "4-2", "5-0", "6"];

/// The issue of a template when nothing else decides.
pub const DEFAULT_ISSUE: &str = "4-2";

macro_rules! bodies {
    ($($kind:ident = $file:literal),+ $(,)?) => {
        const BODIES: &[(ContentType, &str)] =
            &[$((ContentType::$kind, include_str!(concat!("../data/templates/", $file, ".xml")))),+];
    };
}

bodies! {
    Description = "descript",
    Procedure = "proced",
    Fault = "fault",
    Crew = "crew",
    IllustratedParts = "ipd",
    Schedule = "schedul",
    Process = "process",
    Checklist = "checklist",
    ServiceBulletin = "sb",
    CommonRepository = "comrep",
    WiringData = "wrngdata",
    WiringFields = "wrngflds",
    FrontMatter = "frontmatter",
    Learning = "learning",
    Brex = "brex",
    BusinessRules = "brdoc",
    ApplicabilityTable = "appliccrossreftable",
    ConditionTable = "condcrossreftable",
    ProductTable = "prdcrossreftable",
}

/// The parts of a template that depend on the manual.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TemplateHead {
    /// As in `4-2`.
    pub issue: String,
    /// The code of the company that is responsible for the module and writes it.
    pub enterprise: String,
    /// The applicability cross-reference table of the manual.
    pub applicability_table: Option<Identity>,
    /// The business rules of the manual; without them those of the standard apply.
    pub business_rules: Option<Identity>,
}

/// The types of data modules that there is a template for. A container is made of its alternates.
pub fn types(issue: &str) -> impl Iterator<Item = ContentType> {
    // Business rules documents came with issue 4.2.
    let is_there = move |kind: &ContentType| *kind != ContentType::BusinessRules || issue != "4-1";
    BODIES.iter().map(|(kind, _)| *kind).chain([ContentType::Container]).filter(is_there)
}

/// A module of a type; `None` when there is no template for it.
pub fn module(kind: ContentType, head: &TemplateHead) -> Option<String> {
    let body = BODIES.iter().find(|(one, _)| *one == kind).map(|(_, body)| *body)?;
    Some(framed(kind.as_str(), head, body))
}

/// An item of a minimum equipment list with one condition. It is versioned by date and has no schema, as in exchange
/// packages of ATA 2300. What decides about dispatch is empty: the operator writes it.
pub fn dispatch_item() -> &'static str {
    include_str!("../data/templates/dispatchitem.xml")
}

/// The status file of a new item of a minimum equipment list.
pub fn dispatch_item_status() -> &'static str {
    include_str!("../data/templates/dispatchitem-status.xml")
}

/// A container of alternates.
pub fn container(head: &TemplateHead, alternates: &[(Identity, Title)]) -> String {
    let named: String =
        alternates.iter().filter_map(|(one, title)| Some(format!("{}\n", reference(one, title, "")?))).collect();
    let body = format!("<container>\n<refs>\n{named}</refs>\n</container>\n");
    framed(ContentType::Container.as_str(), head, &body)
}

/// A publication without entries: authors add them.
pub fn publication(head: &TemplateHead) -> String {
    let address = "<pmAddress>
<pmIdent>
<pmCode modelIdentCode=\"AAAA\" pmIssuer=\"00000\" pmNumber=\"00000\" pmVolume=\"00\"/>
<language languageIsoCode=\"en\" countryIsoCode=\"US\"/>
<issueInfo issueNumber=\"000\" inWork=\"01\"/>
</pmIdent>
<pmAddressItems>
<issueDate year=\"2026\" month=\"01\" day=\"01\"/>
<pmTitle></pmTitle>
</pmAddressItems>
</pmAddress>";
    format!(
        "{start}\n<identAndStatusSection>\n{address}\n<pmStatus issueType=\"new\">\n{status}</pmStatus>\n\
         </identAndStatusSection>\n<content>\n</content>\n</pm>\n",
        start = start("pm", "pm", &head.issue),
        status = status(head),
    )
}

fn framed(schema: &str, head: &TemplateHead, body: &str) -> String {
    let address = "<dmAddress>
<dmIdent>
<dmCode modelIdentCode=\"AAAA\" systemDiffCode=\"A\" systemCode=\"00\" subSystemCode=\"0\" subSubSystemCode=\"0\" \
assyCode=\"00\" disassyCode=\"00\" disassyCodeVariant=\"A\" infoCode=\"000\" infoCodeVariant=\"A\" \
itemLocationCode=\"A\"/>
<language languageIsoCode=\"en\" countryIsoCode=\"US\"/>
<issueInfo issueNumber=\"000\" inWork=\"01\"/>
</dmIdent>
<dmAddressItems>
<issueDate year=\"2026\" month=\"01\" day=\"01\"/>
<dmTitle>
<techName></techName>
</dmTitle>
</dmAddressItems>
</dmAddress>";
    format!(
        "{start}\n<identAndStatusSection>\n{address}\n<dmStatus issueType=\"new\">\n{status}</dmStatus>\n\
         </identAndStatusSection>\n<content>\n{body}</content>\n</dmodule>\n",
        start = start("dmodule", schema, &head.issue),
        status = status(head),
    )
}

fn start(root: &str, schema: &str, issue: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{root} xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xsi:noNamespaceSchemaLocation=\"http://www.s1000d.org/S1000D_{issue}/xml_schema_flat/{schema}.xsd\">"
    )
}

/// The children of the status, in the order of all schemas.
fn status(head: &TemplateHead) -> String {
    let enterprise = escaped(&head.enterprise).replace('"', "");
    let named = |identity: &Identity| {
        let any = Identity { language: None, ..identity.clone() };
        ident_children(&any, &crate::code::Version::default(), "")
    };
    let table = head.applicability_table.as_ref().and_then(named).map(|ident| {
        format!(
            "<applicCrossRefTableRef>\n<dmRef><dmRefIdent>{ident}</dmRefIdent></dmRef>\n</applicCrossRefTableRef>\n"
        )
    });
    let rules = head.business_rules.as_ref().and_then(named).unwrap_or_else(|| standard_rules(&head.issue));
    format!(
        "<security securityClassification=\"01\"/>
<responsiblePartnerCompany enterpriseCode=\"{enterprise}\"/>
<originator enterpriseCode=\"{enterprise}\"/>
{table}<applic>
<displayText>
<simplePara>All</simplePara>
</displayText>
</applic>
<brexDmRef>
<dmRef><dmRefIdent>{rules}</dmRefIdent></dmRef>
</brexDmRef>
<qualityAssurance>
<unverified/>
</qualityAssurance>
",
        table = table.unwrap_or_default(),
    )
}

/// The code of the default business rules of an issue such as `4-2`, which differs by issue in one letter.
pub fn standard_rules(issue: &str) -> String {
    let letter = match issue {
        "4-1" => 'E',
        "5-0" => 'G',
        "6" => 'H',
        _ => 'F',
    };
    format!(
        "<dmCode modelIdentCode=\"S1000D\" systemDiffCode=\"{letter}\" systemCode=\"04\" subSystemCode=\"1\" \
         subSubSystemCode=\"0\" assyCode=\"0301\" disassyCode=\"00\" disassyCodeVariant=\"A\" infoCode=\"022\" \
         infoCodeVariant=\"A\" itemLocationCode=\"D\"/>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::{FileName, IssueDate};
    use crate::guard;
    use crate::object::readdress::{AddressTitle, NewAddress, readdress};
    use crate::object::{self, ObjectKind};
    use crate::splice;

    fn identity(name: &str) -> Identity {
        FileName::parse(name).expect("a name").identity
    }

    fn head(issue: &str) -> TemplateHead {
        TemplateHead {
            issue: issue.to_owned(),
            enterprise: "F0210".to_owned(),
            applicability_table: Some(identity("DMC-NV-A-00-00-00-00A-00WA-D_en-US.XML")),
            business_rules: None,
        }
    }

    fn read(text: &str) -> (crate::object::Object, Vec<domain::finding::Finding>) {
        object::read(&guard::check(text.as_bytes()).expect("safe")).expect("XML")
    }

    #[test]
    fn every_template_says_what_it_is_and_takes_an_address() {
        let new = NewAddress {
            identity: identity("DMC-NV-A-29-11-01-00A-040A-A_zh-CN.XML"),
            title: AddressTitle::New(Title {
                technical: "泵".to_owned(),
                info: Some("说明".to_owned()),
                variant: None,
            }),
            date: IssueDate::parse("2026-11-17").expect("a day"),
            source: None,
        };
        let alternates = [(identity("DMC-NV-A-29-11-01-00B-040A-A_zh-CN.XML"), Title::default())];
        for issue in ISSUES {
            for kind in types(issue) {
                let text = module(kind, &head(issue)).unwrap_or_else(|| container(&head(issue), &alternates));
                let changed = splice::apply(&text, &readdress(&text, &new).expect("XML")).expect("a text");
                let (object, findings) = read(&changed);
                assert_eq!(findings, [], "{kind:?} {issue}");
                assert_eq!((object.kind, object.content_type), (ObjectKind::DataModule, Some(kind)));
                assert_eq!(object.identity.as_ref(), Some(&new.identity), "{kind:?}");
                assert_eq!(object.version.issue.map(|issue| issue.to_string()).as_deref(), Some("000-01"));
                assert_eq!(object.schema.and_then(|schema| schema.issue).as_deref(), Some(issue));
                assert_eq!(object.title.to_string(), "泵 - 说明");
            }
        }
        assert!(types("4-1").all(|kind| kind != ContentType::BusinessRules));
    }

    #[test]
    fn a_new_mel_item_has_an_address_in_both_files_and_a_condition_that_allows_nothing() {
        let new = NewAddress {
            identity: identity("DMC-NV-A-29-11-01-00A-180A-A_zh-CN.XML"),
            title: AddressTitle::New(Title { technical: "泵".to_owned(), ..Title::default() }),
            date: IssueDate::parse("2026-11-17T08:00:00Z").expect("a moment"),
            source: None,
        };
        let addressed = |text: &str| {
            let changed = splice::apply(text, &readdress(text, &new).expect("XML")).expect("a text");
            let (object, _) = read(&changed);
            assert_eq!(object.identity.as_ref(), Some(&new.identity), "{changed}");
            assert_eq!(object.version.issue, None, "it is versioned by date");
            (object, changed)
        };
        let (item, text) = addressed(dispatch_item());
        assert_eq!((item.content_type, item.title.to_string()), (Some(ContentType::DispatchItem), "泵".to_owned()));
        addressed(dispatch_item_status());
        let form = crate::form::dispatch::read(&text).expect("XML").expect("an item");
        let [line] = form.lines.as_slice() else { panic!("one condition: {form:?}") };
        assert_eq!((line.category.as_str(), line.installed.as_str(), line.required.as_str()), ("", "", ""));
    }

    #[test]
    fn a_new_publication_has_a_title_and_no_entries() {
        let text = publication(&head("5-0"));
        let new = NewAddress {
            identity: identity("PMC-NV-F0210-00001-00_en-US.XML"),
            title: AddressTitle::New(Title { technical: "Manual".to_owned(), ..Title::default() }),
            date: IssueDate::parse("2026-11-17").expect("a day"),
            source: None,
        };
        let changed = splice::apply(&text, &readdress(&text, &new).expect("XML")).expect("a text");
        let (publication, findings) = crate::publication::read(changed.as_bytes()).expect("XML");
        assert_eq!((findings.len(), publication.nodes.len()), (0, 0));
        assert_eq!(publication.object.identity, Some(new.identity));
        assert_eq!(publication.object.title.technical, "Manual");
    }
}
