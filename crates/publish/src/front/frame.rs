//! The common parts of all generated modules: identity, issue and status section.

use domain::front_matter::GENERATED_EXTENSION;
use domain::language::Locale;
use domain::object::ObjectKind;
use domain::version::Issue;
use s1000d::code::{Code, CodeError, DmCode, Extension, Identity, PmCode};
use s1000d::generated::sealed;
use s1000d::object::ref_ident_children;
use s1000d::template::{ISSUES, standard_rules};

use super::{FrontHead, FrontPart, FrontTarget, GeneratedModule, words};
use crate::package::xml::{XmlText, escaped, issue_date};
use crate::site::SiteStatus;

/// Lines of one module. Longer lists are several modules: readers limit the size of a page.
const MAX_LINES: usize = 2_000;
/// The variants of an information code; the last of a list that is longer than all of them has the rest.
const VARIANTS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// The frame of the modules of one publication in one language.
#[derive(Debug)]
pub(super) struct FrontFrame<'a> {
    pub(super) head: &'a FrontHead,
    pub(super) locale: Locale,
    pub(super) issue: Issue,
    /// That of the generated publication module.
    own_code: PmCode,
    /// That of the manual.
    pm_code: PmCode,
    extension: Extension,
}

/// One of several modules of a part, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PartNumber {
    pub(super) number: usize,
    pub(super) of: usize,
}

impl PartNumber {
    pub(super) const ONLY: Self = Self { number: 0, of: 1 };

    fn variant(self) -> char {
        VARIANTS.chars().nth(self.number).unwrap_or('9')
    }
}

/// The number of lines of each module of a list of so many.
pub(super) fn lines_of_module(total: usize) -> usize {
    MAX_LINES.max(total.div_ceil(VARIANTS.len()))
}

impl<'a> FrontFrame<'a> {
    pub(super) fn new(head: &'a FrontHead) -> Result<Self, CodeError> {
        // The manual's own publication modules come and go; the identity of generated modules depends on none of them.
        let own_code = PmCode::parse(&format!("{}-{}-00000-00", head.model, head.sender))?;
        let pm_code = head.pm_code.clone().unwrap_or_else(|| own_code.clone());
        let extension = Extension::parse(&head.sender, &[GENERATED_EXTENSION, &head.mark].concat())?;
        let locale = Locale::of_text(head.language.code()).unwrap_or_default();
        Ok(Self { head, locale, issue: issue(head), own_code, pm_code, extension })
    }

    /// The code of the manual's publication, as an element.
    pub(super) fn pm_code(&self) -> String {
        let identity = Identity { code: Code::Publication(self.pm_code.clone()), extension: None, language: None };
        ref_ident_children(&identity, "").unwrap_or_default()
    }

    pub(super) fn issue_info(&self) -> String {
        issue_info(&self.issue)
    }

    fn identity(&self, part: FrontPart, number: PartNumber) -> Result<Identity, CodeError> {
        let code = match info_code(part) {
            Some(info) => {
                let code = format!("{}-A-00-00-00-00A-{info}{}-D", self.head.model, number.variant());
                Code::Module(DmCode::parse(&code)?)
            }
            None => Code::Publication(self.own_code.clone()),
        };
        Ok(Identity { code, extension: Some(self.extension.clone()), language: Some(self.head.language) })
    }

    /// A generated module with this content.
    pub(super) fn module(&self, part: FrontPart, number: PartNumber, body: &str) -> Result<GeneratedModule, CodeError> {
        let identity = self.identity(part, number)?;
        let is_publication = part == FrontPart::Publication;
        let content_type = match part {
            FrontPart::Publication => "",
            // The schema of front matter has no place for it.
            FrontPart::ChangeRecord => "descript",
            _ => "frontmatter",
        };
        let mut info_name =
            if is_publication { String::new() } else { words::part_title(part, self.locale).to_owned() };
        if number.of > 1 {
            let count = format!(" ({}/{})", number.number + 1, number.of);
            info_name.push_str(&count);
        }
        let (root, prefix) = if is_publication { ("pm", "pm") } else { ("dmodule", "dm") };
        let mut text = XmlText::new();
        text.line(&self.start(root, if is_publication { "pm" } else { content_type }));
        text.line("<identAndStatusSection>");
        self.address(&mut text, prefix, &identity, &info_name);
        self.status(&mut text, prefix);
        text.line("</identAndStatusSection>");
        text.line("<content>");
        text.line(body.trim_end());
        text.line("</content>");
        text.line(&format!("</{root}>"));
        Ok(GeneratedModule {
            part,
            kind: if is_publication { ObjectKind::PublicationModule } else { ObjectKind::DataModule },
            identity,
            issue: self.issue.clone(),
            tech_name: self.head.title.clone(),
            info_name,
            content_type,
            security: self.security().to_owned(),
            bytes: sealed(text.into_bytes()),
        })
    }

    /// The start tag of the root. Issues without a schema for front matter, and modules of no issue, name no schema.
    fn start(&self, root: &str, schema: &str) -> String {
        let issue = self.head.schema_issue.as_str();
        if !ISSUES.contains(&issue) {
            return format!("<{root}>");
        }
        format!(
            "<{root} xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
             xsi:noNamespaceSchemaLocation=\"http://www.s1000d.org/S1000D_{issue}/xml_schema_flat/{schema}.xsd\">"
        )
    }

    fn address(&self, text: &mut XmlText, prefix: &str, identity: &Identity, info_name: &str) {
        let bare = Identity { language: None, ..identity.clone() };
        let ident = ref_ident_children(&bare, "").unwrap_or_default();
        let language = self.head.language;
        let (code, country) = (language.code(), language.country());
        text.line(&format!("<{prefix}Address><{prefix}Ident>{ident}"));
        text.line(&format!("<language languageIsoCode=\"{code}\" countryIsoCode=\"{country}\"/>"));
        text.line(&format!("{}</{prefix}Ident>", self.issue_info()));
        text.line(&format!("<{prefix}AddressItems>"));
        text.line(&issue_date(&self.head.date));
        if prefix == "pm" {
            text.element("pmTitle", &self.head.title);
        } else {
            text.line("<dmTitle>");
            text.element("techName", &self.head.title);
            text.element("infoName", info_name);
            text.line("</dmTitle>");
        }
        text.line(&format!("</{prefix}AddressItems></{prefix}Address>"));
    }

    fn status(&self, text: &mut XmlText, prefix: &str) {
        let head = self.head;
        text.line(&format!("<{prefix}Status issueType=\"{}\">", self.issue.kind));
        text.line(&format!("<security securityClassification=\"{}\"/>", self.security()));
        text.line(&format!("<responsiblePartnerCompany enterpriseCode=\"{}\"/>", head.sender));
        text.line(&format!("<originator enterpriseCode=\"{}\"/>", head.sender));
        if let Some(ident) = head.applicability_table.as_ref().and_then(in_any_language) {
            let reference = format!("<dmRef><dmRefIdent>{ident}</dmRefIdent></dmRef>");
            text.line(&format!("<applicCrossRefTableRef>{reference}</applicCrossRefTableRef>"));
        }
        text.line("<applic><displayText>");
        text.element("simplePara", self.applies_to());
        text.line("</displayText></applic>");
        let rules = head.business_rules.as_ref().and_then(in_any_language);
        let rules = rules.unwrap_or_else(|| standard_rules(&head.schema_issue));
        text.line(&format!("<brexDmRef><dmRef><dmRefIdent>{rules}</dmRefIdent></dmRef></brexDmRef>"));
        text.line("<qualityAssurance><unverified/></qualityAssurance>");
        if self.issue.kind != NEW {
            text.line("<reasonForUpdate id=\"rfu-001\" updateReasonType=\"urt01\" updateHighlight=\"0\">");
            text.element("simplePara", &words::reason(&head.revision, self.locale));
            text.line("</reasonForUpdate>");
        }
        text.line("<remarks>");
        text.element("simplePara", words::remark(self.locale));
        text.line("</remarks>");
        text.line(&format!("</{prefix}Status>"));
    }

    /// Whom the publication is for.
    pub(super) fn applies_to(&self) -> &str {
        if self.head.published_for.is_empty() { "All" } else { &self.head.published_for }
    }

    /// A reference with attributes; see [`Self::reference`].
    pub(super) fn reference_with(&self, target: &FrontTarget, attributes: &str) -> String {
        // The start tag is the first with this ending.
        self.reference(target).replacen("Ref>", &["Ref", attributes, ">"].concat(), 1)
    }

    /// A reference to an issue of a module or a publication module. Modules may follow another issue of the standard than
    /// the frame: an issue number that its schema does not allow is left out.
    pub(super) fn reference(&self, target: &FrontTarget) -> String {
        let is_long = self.head.schema_issue == "6";
        let fits = |text: &str, most: usize, least: usize| {
            (least..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        let Issue { number, in_work, .. } = &target.issue;
        let is_allowed = fits(number, if is_long { 5 } else { 3 }, 3) && (in_work.is_empty() || fits(in_work, 2, 2));
        let issue_info = if is_allowed { issue_info(&target.issue) } else { String::new() };
        reference(target, &issue_info)
    }

    /// The classification, where it is one that the schemas know.
    pub(super) fn security(&self) -> &str {
        let security = self.head.security.as_str();
        let is_known = security.len() == 2 && security.bytes().all(|byte| byte.is_ascii_digit()) && security != "00";
        if is_known { security } else { "01" }
    }
}

const NEW: &str = "new";

/// The issue of generated modules: one for each publication that was released or put up for approval, and work towards the
/// next for drafts.
fn issue(head: &FrontHead) -> Issue {
    let is_draft = head.status == SiteStatus::Draft;
    let count = if is_draft { head.issued_before } else { head.issued_before.saturating_add(1) };
    // Three digits from 001 to 999, then again from 001.
    let number = if count == 0 { 0 } else { (count - 1) % 999 + 1 };
    let is_first = head.issued_before == 0;
    Issue {
        number: format!("{number:03}"),
        in_work: if is_draft { "01" } else { "00" }.to_owned(),
        date: head.date.clone(),
        kind: if is_first { NEW } else { "revised" }.to_owned(),
    }
}

fn info_code(part: FrontPart) -> Option<&'static str> {
    match part {
        FrontPart::TitlePage => Some("001"),
        FrontPart::EffectiveModules => Some("00S"),
        FrontPart::ChangeRecord => Some("00T"),
        FrontPart::Highlights => Some("00U"),
        FrontPart::Contents => Some("009"),
        FrontPart::Publication => None,
    }
}

fn in_any_language(identity: &Identity) -> Option<String> {
    ref_ident_children(&Identity { language: None, ..identity.clone() }, "")
}

/// Empty for a version that is known by its date.
fn issue_info(issue: &Issue) -> String {
    if issue.number.is_empty() {
        return String::new();
    }
    let in_work = if issue.in_work.is_empty() { "00" } else { issue.in_work.as_str() };
    let (number, in_work) = (escaped(&issue.number), escaped(in_work));
    format!("<issueInfo issueNumber=\"{number}\" inWork=\"{in_work}\"/>")
}

/// A reference to a module or a publication module, with its title and date.
fn reference(target: &FrontTarget, issue_info: &str) -> String {
    let ident = ref_ident_children(&target.identity, issue_info).unwrap_or_default();
    let is_publication = matches!(target.identity.code, Code::Publication(_));
    let title = match (is_publication, target.tech_name.as_str(), target.info_name.as_str()) {
        (_, "", "") => String::new(),
        (true, title, _) => format!("<pmTitle>{}</pmTitle>", escaped(title)),
        (false, tech, "") => format!("<dmTitle><techName>{}</techName></dmTitle>", escaped(tech)),
        (false, tech, info) => {
            let (tech, info) = (escaped(tech), escaped(info));
            format!("<dmTitle><techName>{tech}</techName><infoName>{info}</infoName></dmTitle>")
        }
    };
    let date = if target.issue.date.get(..10).is_some() { issue_date(&target.issue.date) } else { String::new() };
    let kind = if is_publication { "pm" } else { "dm" };
    let items = match [title, date].concat() {
        items if items.is_empty() => items,
        items => format!("<{kind}RefAddressItems>{items}</{kind}RefAddressItems>"),
    };
    format!("<{kind}Ref><{kind}RefIdent>{ident}</{kind}RefIdent>{items}</{kind}Ref>")
}
