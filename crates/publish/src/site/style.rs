//! The stylesheet of one site: what every page says about the publication, also on paper and without scripts, in the
//! colours of its operator. Pages themselves say nothing of it, so that a draft and an approved site share them.

use domain::house_style::{PaperSize, PublishedStyle, StyleValues, fill};
use domain::language::Locale;

use super::front::{PUBLISHED_FOR, SiteFacts, VALID_FROM, VALID_UNTIL, of_locale};
use super::page::locale_of;

const REVISION: [&str; 2] = ["Revision", "修订号"];

/// The stylesheet.
pub fn style(facts: &SiteFacts) -> Vec<u8> {
    let locale = locale_of(&facts.language);
    let revision = match facts.revision.as_str() {
        "" => String::new(),
        revision => [of_locale(REVISION, locale), revision].join(" "),
    };
    let (header, footer) = texts(facts);
    let parts = [facts.title.as_str(), &revision, &facts.operator, &header];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let head = quoted(&parts.join(" · "));
    let mut out = String::new();
    if let Some(notice) = notice(facts, locale) {
        let notice = quoted(&notice);
        // The first page says it in its text.
        out.push_str("body:not(.site-front) > .site-main::before {\n  content: ");
        out.push_str(&notice);
        out.push_str(
            ";\n  display: block;\n  max-width: 66rem;\n  margin: 0 auto 0.75rem;\n  padding: 0.25rem 0.875rem;\n  \
             border: 1px solid var(--af-warning);\n  color: var(--af-warning);\n  font-weight: 600;\n}\n",
        );
        out.push_str("@page {\n  @top-right {\n    content: ");
        out.push_str(&notice);
        out.push_str(";\n    font-size: 8pt;\n  }\n}\n");
    }
    out.push_str("@media print {\n  body:not(.site-front) .site-head::before {\n    content: ");
    out.push_str(&head);
    out.push_str(";\n    display: block;\n    font-size: 0.75rem;\n  }\n}\n");
    out.push_str("@page {\n  @top-left {\n    content: ");
    out.push_str(&head);
    out.push_str(";\n    font-size: 8pt;\n  }\n}\n");
    if let Some(style) = &facts.style {
        colours(&mut out, style);
        paper(&mut out, style.look.paper);
    }
    if !header.is_empty() {
        out.push_str("@media screen {\n  .site-head::before {\n    content: ");
        out.push_str(&quoted(&header));
        out.push_str(";\n    display: block;\n    color: var(--site-primary);\n    font-size: 0.75rem;\n  }\n}\n");
    }
    if !footer.is_empty() {
        let footer = quoted(&footer);
        out.push_str(".site-main::after {\n  content: ");
        out.push_str(&footer);
        out.push_str(
            ";\n  display: block;\n  max-width: 66rem;\n  margin: 1rem auto 0;\n  color: var(--af-ink-soft);\n  \
             font-size: 0.75rem;\n}\n",
        );
        out.push_str("@page {\n  @bottom-left {\n    content: ");
        out.push_str(&footer);
        out.push_str(";\n    font-size: 8pt;\n  }\n}\n");
    }
    out.into_bytes()
}

/// The header and the footer of the house style, filled; empty without one.
fn texts(facts: &SiteFacts) -> (String, String) {
    let Some(PublishedStyle { look, .. }) = &facts.style else { return (String::new(), String::new()) };
    let values = StyleValues { manual: &facts.title, revision: &facts.revision, date: &facts.date };
    (fill(&look.header, values), fill(&look.footer, values))
}

/// Titles and lines in one colour, links in the other. Warnings and cautions keep theirs.
fn colours(out: &mut String, style: &PublishedStyle) {
    let (primary, accent) = (style.look.primary, style.look.accent);
    out.push_str(":root {\n  --site-primary: ");
    out.push_str(&primary.hex());
    out.push_str(";\n  --af-accent: ");
    out.push_str(&accent.hex());
    out.push_str(";\n  --af-accent-strong: ");
    out.push_str(&accent.hex());
    out.push_str(";\n  --af-accent-wash: ");
    out.push_str(&accent.tint());
    out.push_str(
        ";\n}\nh1,\n.site-front h2,\n.rd-article :is(h2, h3) {\n  color: var(--site-primary);\n}\n.site-bar {\n  \
         border-bottom: 3px solid var(--site-primary);\n}\n.rd-article th {\n  background: ",
    );
    out.push_str(&primary.tint());
    out.push_str(";\n}\n");
}

fn paper(out: &mut String, size: PaperSize) {
    out.push_str("@page {\n  size: ");
    out.push_str(match size {
        PaperSize::A4 => "A4",
        PaperSize::Letter => "letter",
        PaperSize::A5 => "A5",
    });
    out.push_str(";\n}\n");
}

/// The notice on every page about its approval, its days and its aircraft.
fn notice(facts: &SiteFacts, locale: Locale) -> Option<String> {
    let days = facts.validity.map(|validity| {
        let (from, until) = (validity.from.to_string(), validity.until.to_string());
        [of_locale(VALID_FROM, locale), &from, of_locale(VALID_UNTIL, locale), &until].join(" ")
    });
    let target = Some([of_locale(PUBLISHED_FOR, locale), &facts.published_for].join(" "));
    let target = target.filter(|_| !facts.published_for.is_empty());
    let status = facts.status.notice().map(|notice| of_locale(notice, locale).to_owned());
    let texts: Vec<String> = days.into_iter().chain(target).chain(status).collect();
    Some(texts.join(" · ")).filter(|text| !text.is_empty())
}

/// A text as a string of CSS, whatever signs it has.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\22 "),
            '\\' => out.push_str("\\5c "),
            '<' => out.push_str("\\3c "),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use domain::field::FieldErrors;
    use domain::house_style::{StyleColour, StyleLook};
    use domain::publication::PublicationValidity;

    use super::super::front::SiteStatus;
    use super::*;

    fn text(status: SiteStatus) -> String {
        text_of(status, None)
    }

    fn text_of(status: SiteStatus, validity: Option<PublicationValidity>) -> String {
        let facts = SiteFacts {
            validity,
            title: "MEL \"A\\\n".to_owned(),
            revision: "4".to_owned(),
            operator: "Azure".to_owned(),
            language: "en-US".to_owned(),
            status,
            ..SiteFacts::default()
        };
        String::from_utf8(style(&facts)).expect("UTF-8")
    }

    #[test]
    fn a_page_that_is_not_approved_says_so_on_paper_and_without_scripts() {
        let draft = text(SiteStatus::Draft);
        assert_eq!(draft.matches("content: \"Draft. Not approved for use.\"").count(), 2, "{draft}");
        assert!(text(SiteStatus::Waiting).contains("Valid only with the approval"));
        assert!(!text(SiteStatus::Approved).contains("site-main::before"));
        assert!(!text(SiteStatus::Unstated).contains("site-main::before"));
    }

    #[test]
    fn a_temporary_revision_says_its_days_also_when_it_is_approved() {
        let days = PublicationValidity::parse("2026-11-17", "2026-11-20", "", &mut FieldErrors::default()).flatten();
        let said = "content: \"Temporary revision, valid from 2026-11-17 until 2026-11-20";
        let approved = text_of(SiteStatus::Approved, days);
        assert_eq!(approved.matches(&[said, "\""].concat()).count(), 2, "on screen and on paper: {approved}");
        let draft = text_of(SiteStatus::Draft, days);
        assert!(draft.contains(&[said, " · Draft. Not approved for use.\""].concat()), "{draft}");
    }

    #[test]
    fn a_house_style_has_its_colours_its_texts_and_its_paper() {
        let look = StyleLook {
            primary: StyleColour::Navy,
            accent: StyleColour::Teal,
            paper: PaperSize::A5,
            header: "Controlled \"{revision}".to_owned(),
            footer: "As of {date}".to_owned(),
        };
        let facts = SiteFacts {
            title: "MEL".to_owned(),
            revision: "4".to_owned(),
            date: "2026-11-17".to_owned(),
            language: "en-US".to_owned(),
            status: SiteStatus::Approved,
            style: Some(PublishedStyle { look, logo: None }),
            ..SiteFacts::default()
        };
        let css = String::from_utf8(style(&facts)).expect("UTF-8");
        for part in [
            "--site-primary: #14306b;",
            "--af-accent: #0a5757;",
            "size: A5;",
            "content: \"MEL · Revision 4 · Controlled \\22 4\"",
            "content: \"As of 2026-11-17\"",
        ] {
            assert!(css.contains(part), "{part} in {css}");
        }
        assert_eq!(css.matches('{').count(), css.matches('}').count(), "{css}");
        let plain = text(SiteStatus::Approved);
        assert!(!plain.contains("--af-accent") && !plain.contains("  size:"), "{plain}");
    }

    #[test]
    fn filtered_content_says_on_every_page_whom_it_is_for() {
        let facts = SiteFacts {
            published_for: "QZ-HAC".to_owned(),
            language: "en-US".to_owned(),
            status: SiteStatus::Approved,
            ..SiteFacts::default()
        };
        let text = String::from_utf8(style(&facts)).expect("UTF-8");
        assert_eq!(text.matches("content: \"Published for QZ-HAC\"").count(), 2, "on screen and on paper: {text}");
    }

    #[test]
    fn the_title_stands_on_paper_and_cannot_end_its_string() {
        let approved = text(SiteStatus::Approved);
        assert!(approved.contains("content: \"MEL \\22 A\\5c   · Revision 4 · Azure\""), "{approved}");
    }
}
