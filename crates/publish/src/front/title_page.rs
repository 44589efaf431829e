//! The title page.

use domain::language::Locale;
use s1000d::code::CodeError;

use super::frame::{FrontFrame, PartNumber};
use super::{FrontPart, GeneratedModule, words};
use crate::book::{BookLanguages, BookWord, validity_text};
use crate::package::xml::{escaped, issue_date};

pub(super) fn module(frame: &FrontFrame<'_>) -> Result<GeneratedModule, CodeError> {
    let (head, locale) = (frame.head, frame.locale);
    let product = match head.product.as_str() {
        "" => String::new(),
        product => {
            let name = escaped(product);
            format!("<productAndModel><productName><name>{name}</name></productName></productAndModel>\n")
        }
    };
    let notice = head.status.notice().map(|[english, chinese]| match locale {
        Locale::English => english,
        Locale::Chinese => chinese,
    });
    let languages = match locale {
        Locale::English => BookLanguages::English,
        Locale::Chinese => BookLanguages::Chinese,
    };
    let validity = head.validity.map(|validity| validity_text(validity, languages)).unwrap_or_default();
    let facts = [
        (BookWord::Revision.text(locale), head.revision.as_str()),
        (BookWord::Operator.text(locale), head.operator.as_str()),
        (words::published_for(locale), head.published_for.as_str()),
        (words::manual_type(locale), head.manual_type.as_str()),
        (words::status(locale), notice.unwrap_or_default()),
        (words::validity(locale), validity.as_str()),
    ];
    let facts: String =
        facts.iter().filter(|(_, value)| !value.is_empty()).map(|(label, value)| fact(label, value)).collect();
    let body = format!(
        "<frontMatter><frontMatterTitlePage>\n<pmTitle>{title}</pmTitle>\n{code}\n{issue}\n{date}\n{product}\
         <security securityClassification=\"{security}\"/>\n<responsiblePartnerCompany enterpriseCode=\"{sender}\">\
         <enterpriseName>{publisher}</enterpriseName></responsiblePartnerCompany>\n{facts}</frontMatterTitlePage></frontMatter>",
        title = escaped(&head.title),
        code = frame.pm_code(),
        issue = frame.issue_info(),
        date = issue_date(&head.date),
        security = frame.security(),
        sender = head.sender,
        publisher = escaped(&head.publisher),
    );
    frame.module(FrontPart::TitlePage, PartNumber::ONLY, &body)
}

fn fact(label: &str, value: &str) -> String {
    let (label, value) = (escaped(label), escaped(value));
    format!("<frontMatterInfo><title>{label}</title><reducedPara>{value}</reducedPara></frontMatterInfo>\n")
}
