//! The same book in the markup of typst, and as formatting objects.

use std::fmt::Write;

use crate::content::{Block, COLUMNS, DATE, ISSUE, Module, TITLE};

/// Paper, margins, font and spaces are those of the engine, so that both lay out about as many pages.
const HEAD: &str = r#"#set page(
  paper: "a4", margin: (inside: 24mm, outside: 18mm, top: 24mm, bottom: 22mm), header: [Maintenance Manual],
  footer: context [Page #counter(page).get().first() of #counter(page).final().first()],
)
#set text(font: "Libertinus Serif", size: 10pt, lang: "en", hyphenate: false)
#set par(leading: 0.58em, spacing: 0.75em, justify: false)
"#;

const FO_HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format"><fo:layout-master-set>
<fo:simple-page-master master-name="page" page-height="297mm" page-width="210mm" margin="12mm 18mm 12mm 24mm">
<fo:region-body margin-top="12mm" margin-bottom="10mm"/><fo:region-before extent="8mm"/><fo:region-after extent="8mm"/>
</fo:simple-page-master></fo:layout-master-set>
<fo:page-sequence master-reference="page" font-family="serif" font-size="10pt" line-height="1.25">
<fo:static-content flow-name="xsl-region-before"><fo:block font-size="8pt">Maintenance Manual</fo:block></fo:static-content>
<fo:static-content flow-name="xsl-region-after"><fo:block font-size="8pt">Page <fo:page-number/> of
<fo:page-number-citation ref-id="end"/></fo:block></fo:static-content>
<fo:flow flow-name="xsl-region-body">"#;

/// A document for typst alone.
pub(crate) fn typst(modules: &[Module]) -> String {
    let mut out = HEAD.to_owned();
    write!(out, "#align(center, text(size: 30pt)[*{TITLE}*])\n#pagebreak()\n").expect("written");
    out.push_str("#table(columns: (3fr, 4fr, 1fr, 1fr),\n");
    for Module { number, code, title, .. } in modules {
        writeln!(out, "link(<m{number}>)[{code}], [{title}], [{ISSUE}], [{DATE}],").expect("written");
    }
    out.push_str(")\n#pagebreak()\n#outline(title: [Contents], depth: 1)\n");
    for Module { number, code, title, blocks } in modules {
        write!(out, "#pagebreak()\n= {title} <m{number}>\n{code} {ISSUE} {DATE}\n\n").expect("written");
        for block in blocks {
            out.push_str(&typst_block(block));
        }
    }
    out
}

fn typst_block(block: &Block) -> String {
    match block {
        Block::Heading(words) => format!("== {words}\n\n"),
        Block::Text(words) => format!("{words}\n\n"),
        Block::Step(_, words) => format!("+ {words}\n\n"),
        Block::Warning(words) => {
            format!("#block(width: 100%, inset: 2.5mm, stroke: 1.2pt + red)[#align(center)[*WARNING*]\n{words}]\n\n")
        }
        Block::Table(lines) => {
            let head = COLUMNS.map(|name| format!("[*{name}*]")).join(", ");
            let mut out = format!("#table(columns: (1fr, 1fr, 2fr), stroke: 0.5pt, table.header({head}),\n");
            for line in lines {
                out.push_str(&line.each_ref().map(|cell| format!("[{cell}], ")).concat());
                out.push('\n');
            }
            out.push_str(")\n\n");
            out
        }
    }
}

/// A document for Apache FOP.
pub(crate) fn formatting_objects(modules: &[Module]) -> String {
    let mut out = FO_HEAD.to_owned();
    write!(out, "<fo:block font-size=\"30pt\" text-align=\"center\">{TITLE}</fo:block>").expect("written");
    let widths = ["30%", "40%", "15%", "15%"];
    let list = modules.iter().map(|one| [one.code.as_str(), one.title.as_str(), ISSUE, DATE]);
    out.push_str(&fo_table(&widths, None, list));
    out.push_str("<fo:block break-before=\"page\">Contents</fo:block>");
    for Module { number, title, .. } in modules {
        write!(
            out,
            "<fo:block text-align-last=\"justify\">{title}<fo:leader leader-pattern=\"dots\"/>\
             <fo:page-number-citation ref-id=\"m{number}\"/></fo:block>"
        )
        .expect("written");
    }
    for Module { number, code, title, blocks } in modules {
        write!(out, "<fo:block id=\"m{number}\" break-before=\"page\" font-size=\"14pt\" keep-with-next=\"always\">{title}</fo:block>\
             <fo:block font-size=\"8pt\">{code} {ISSUE} {DATE}</fo:block>").expect("written");
        for block in blocks {
            out.push_str(&fo_block(block));
        }
    }
    out.push_str("<fo:block id=\"end\"/></fo:flow></fo:page-sequence></fo:root>");
    out
}

fn fo_block(block: &Block) -> String {
    match block {
        Block::Heading(words) => format!(
            "<fo:block font-size=\"12pt\" font-weight=\"bold\" space-before=\"10pt\" keep-with-next=\"always\">{words}</fo:block>"
        ),
        Block::Text(words) => format!("<fo:block space-before=\"7pt\">{words}</fo:block>"),
        Block::Step(number, words) => format!(
            "<fo:list-block provisional-distance-between-starts=\"8mm\" space-before=\"7pt\"><fo:list-item>\
             <fo:list-item-label end-indent=\"label-end()\"><fo:block>{number}.</fo:block></fo:list-item-label>\
             <fo:list-item-body start-indent=\"body-start()\"><fo:block>{words}</fo:block></fo:list-item-body>\
             </fo:list-item></fo:list-block>"
        ),
        Block::Warning(words) => format!(
            "<fo:block border=\"1.2pt solid red\" padding=\"2mm\" space-before=\"7pt\"><fo:block text-align=\"center\" \
             font-weight=\"bold\">WARNING</fo:block><fo:block>{words}</fo:block></fo:block>"
        ),
        Block::Table(lines) => {
            let rows = lines.iter().map(|line| line.each_ref().map(String::as_str));
            fo_table(&["25%", "25%", "50%"], Some(&COLUMNS), rows)
        }
    }
}

fn fo_table<'a, const N: usize>(
    widths: &[&str; N],
    head: Option<&[&str; N]>,
    rows: impl Iterator<Item = [&'a str; N]>,
) -> String {
    let cell = |words: &str| {
        format!(
            "<fo:table-cell border=\"0.5pt solid black\" padding=\"1mm\"><fo:block>{words}</fo:block></fo:table-cell>"
        )
    };
    let mut out = String::from("<fo:table table-layout=\"fixed\" width=\"100%\" space-before=\"7pt\">");
    for width in widths {
        write!(out, "<fo:table-column column-width=\"{width}\"/>").expect("written");
    }
    if let Some(head) = head {
        out.push_str("<fo:table-header><fo:table-row font-weight=\"bold\">");
        for words in head {
            out.push_str(&cell(words));
        }
        out.push_str("</fo:table-row></fo:table-header>");
    }
    out.push_str("<fo:table-body>");
    for row in rows {
        out.push_str("<fo:table-row>");
        for words in row {
            out.push_str(&cell(words));
        }
        out.push_str("</fo:table-row>");
    }
    out.push_str("</fo:table-body></fo:table>");
    out
}
