//! An export as EASA writes them, of our own words. The benchmark of the whole program imports it too.

/// A number that looks random and is the same in every run.
fn mixed(number: usize) -> usize {
    let mixed = (number as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    usize::try_from((mixed ^ (mixed >> 29)) >> 16).unwrap_or_default()
}

pub(crate) fn sentence(seed: usize, words: usize) -> String {
    const WORDS: [&str; 32] = [
        "the",
        "operator",
        "shall",
        "establish",
        "a",
        "procedure",
        "for",
        "each",
        "aircraft",
        "and",
        "keep",
        "records",
        "of",
        "flight",
        "crew",
        "training",
        "unless",
        "otherwise",
        "approved",
        "by",
        "competent",
        "authority",
        "in",
        "accordance",
        "with",
        "point",
        "manual",
        "maintenance",
        "limitation",
        "before",
        "departure",
        "weight",
    ];
    // Regulations have some thousand words; numbers make as many of these.
    let word = |place: usize| {
        let number = mixed(seed * 1_009 + place);
        let word = WORDS[number % 32];
        if number % 160 < 32 { [word, &(number % 97).to_string()].concat() } else { word.to_owned() }
    };
    (0..words).map(word).collect::<Vec<_>>().join(" ")
}

/// An export of about this size, with as much markup as real ones have.
pub(crate) fn export(bytes: usize) -> String {
    let (mut toc, mut body): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut number = 0;
    let mut size = 0;
    while size < bytes {
        number += 1;
        let title = format!("X.{number} {}", sentence(number, 5));
        toc.push(format!(
            r#"<er:topic sdt-id="-{number}" source-title="{title}" ERulesId="ERULES-1-{number}" Domain="Air operations;" ActivityType="" AircraftUse="" AircraftCategory="" AmendedBy="Amendment 5;" ApplicabilityDate="15 August, 2017" EntryIntoForceDate="15 August, 2017" Keywords="" RegulatorySource="Decision 1" RegulatorySubject="Part-X;" TypeOfContent="IR (Implementing rule);" ParentIR=""/>"#
        ));
        body.push(format!(
            r#"<w:sdt><w:sdtPr><w:alias w:val="topic"/><w:tag w:val="topic"/><w:id w:val="-{number}"/><w:richText/></w:sdtPr><w:sdtContent>{}"#,
            paragraph("Heading2CS", "", &title)
        ));
        for (marker, line) in ["(a)", "(b)", "(c)", "(d)", "(e)", "(f)", "(g)", "(h)"].iter().zip(0..) {
            body.push(paragraph("ListLevel0", marker, &sentence(number * 8 + line, 30)));
        }
        body.push("</w:sdtContent></w:sdt>".to_owned());
        size = toc.iter().chain(&body).map(String::len).sum();
    }
    let (toc, body) = (toc.concat(), body.concat());
    format!(
        r#"<?xml version="1.0"?><pkg:package xmlns:pkg="p" xmlns:er="e" xmlns:w="w" xmlns:w14="x"><pkg:part pkg:name="/customXml/item9.xml"><pkg:xmlData><er:document guid="g" pub-time="2026-05-13T19:03:46Z" source-title="Rules"><er:toc>{toc}</er:toc></er:document></pkg:xmlData></pkg:part><pkg:part pkg:name="/word/document.xml"><pkg:xmlData><w:document><w:body>{body}</w:body></w:document></pkg:xmlData></pkg:part></pkg:package>"#
    )
}

fn paragraph(style: &str, marker: &str, text: &str) -> String {
    let tab =
        if marker.is_empty() { String::new() } else { format!("<w:r><w:t>{marker}</w:t></w:r><w:r><w:tab/></w:r>") };
    let (start, end) = text.split_at(text.len() / 2);
    format!(
        r#"<w:p w:rsidR="00BA3FF7" w:rsidRPr="000D4789" w:rsidP="00BA3FF7" w14:paraId="149799EC" w14:textId="77777777"><w:pPr><w:pStyle w:val="{style}"/><w:rPr><w:lang w:val="en-GB"/></w:rPr></w:pPr>{tab}<w:r w:rsidRPr="000D4789"><w:rPr><w:lang w:val="en-GB"/></w:rPr><w:t xml:space="preserve">{start}</w:t></w:r><w:r><w:t xml:space="preserve">{end}</w:t></w:r></w:p>"#
    )
}
