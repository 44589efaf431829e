//! SVG without anything that runs, fetches or escapes: what is written comes from lists of ours, the rest is left out.
//!
//! A drawing keeps its shapes, text, colours and references within itself. It loses scripts, event attributes, foreign
//! content, animation, links, and styles that could fetch or leave the place of the drawing.

mod allowed;
mod css;
mod entities;
mod reuse;
mod simple;

use roxmltree::Node;

use crate::guard::{self, Reason, Refusal};
use crate::object;

/// The longest drawing that is written, in bytes.
const MAX_BYTES: usize = 32 << 20;

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// The same drawing, harmless.
pub fn sanitise(bytes: &[u8]) -> Result<String, Refusal> {
    let (_, text) = guard::encoding::decode(bytes)?;
    let text = without_doctype(&text)?;
    let checked = guard::check(text.as_bytes())?;
    let document = object::parse(&checked)?;
    let root = document.root_element();
    // The writer leaves out what is of another language, and that would be everything.
    if root.tag_name().name() != "svg" || !is_svg(root) {
        return Err(Refusal::new(1, Reason::NotWellFormed("the root element is not svg".to_owned())));
    }
    let mut writer = Writer {
        out: String::with_capacity(text.len()),
        reuse: reuse::is_bounded(&document),
        servers: simple::is_bounded(&document),
    };
    writer.element(root, true);
    if writer.out.len() > MAX_BYTES {
        return Err(Refusal::new(1, Reason::TooLarge { limit: MAX_BYTES as u64 }));
    }
    Ok(writer.out)
}

/// Whether nothing of a file has to be left out because drawing it would not end.
pub fn is_bounded(bytes: &[u8]) -> bool {
    let bounded = || {
        let (_, text) = guard::encoding::decode(bytes)?;
        let text = without_doctype(&text)?;
        let checked = guard::check(text.as_bytes())?;
        let document = object::parse(&checked)?;
        Ok::<_, Refusal>(reuse::is_bounded(&document) && simple::is_bounded(&document))
    };
    bounded().unwrap_or(false)
}

/// Whether drawing a sanitised file costs no more than its length suggests.
pub fn is_simple(text: &str) -> bool {
    object::parse_text(text).is_ok_and(|document| simple::is_simple(&document))
}

/// Most drawings name the DTD of SVG, which is not read. Of what else a document type declares only plain texts are
/// taken: drawing programs declare the names of their namespaces so.
fn without_doctype(text: &str) -> Result<String, Refusal> {
    let Some(start) = text.find("<!DOCTYPE") else { return Ok(text.to_owned()) };
    let (mut depth, mut quote) = (0_usize, None);
    for (at, c) in text[start..].char_indices() {
        if let Some(open) = quote {
            quote = Some(open).filter(|_| c != open);
            continue;
        }
        match c {
            '"' | '\'' => quote = Some(c),
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            '>' if depth == 0 => {
                let (before, declared, after) = (&text[..start], &text[start..start + at], &text[start + at + 1..]);
                return entities::expanded(&format!("{before}{after}"), &entities::plain(declared));
            }
            _ => {}
        }
    }
    Ok(text.to_owned())
}

fn is_svg(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().namespace(), None | Some(SVG))
}

struct Writer {
    out: String,
    /// Whether parts of the drawing may be drawn again elsewhere.
    reuse: bool,
    /// Whether masks, patterns and the like, which are drawn with other parts, may stay.
    servers: bool,
}

/// The elements that others are drawn with.
const SERVERS: [&str; 5] = ["clipPath", "filter", "marker", "mask", "pattern"];

impl Writer {
    fn element(&mut self, node: Node<'_, '_>, is_root: bool) {
        let name = node.tag_name().name();
        let multiplies = (name == "use" && !self.reuse) || (SERVERS.contains(&name) && !self.servers);
        if !is_svg(node) || !allowed::element(name) || multiplies || self.out.len() > MAX_BYTES {
            return;
        }
        if name == "style" {
            return self.style(node);
        }
        self.out.push('<');
        self.out.push_str(name);
        if is_root {
            self.attribute("xmlns", SVG);
            self.attribute("xmlns:xlink", XLINK);
        }
        for attribute in node.attributes() {
            match attribute.namespace() {
                None => self.plain(name, attribute.name(), attribute.value()),
                Some(XLINK) if attribute.name() == "href" => self.link(name, attribute.value()),
                Some(XML) if attribute.name() == "space" => self.attribute("xml:space", attribute.value()),
                _ => {}
            }
        }
        self.out.push('>');
        for child in node.children() {
            if child.is_element() {
                self.element(child, false);
            } else if let Some(text) = child.text().filter(|_| child.is_text()) {
                escape(&mut self.out, text);
            }
        }
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }

    fn plain(&mut self, element: &str, name: &str, value: &str) {
        match name {
            "href" => self.link(element, value),
            "style" => {
                let kept = css::declarations(value);
                if !kept.is_empty() {
                    self.attribute("style", &kept);
                }
            }
            _ if allowed::attribute(name) && css::is_harmless(value) => self.attribute(name, value),
            _ => {}
        }
    }

    /// A reference to a part of the drawing, or a picture that is in it. What can be clicked leads nowhere: in the page of a
    /// reader, `#` begins the addresses of the application.
    fn link(&mut self, element: &str, value: &str) {
        let value = value.trim();
        let inside = value.starts_with('#');
        let picture = element == "image" && allowed::is_picture(value);
        if (inside && !matches!(element, "a" | "image")) || picture {
            self.attribute("xlink:href", value);
        }
    }

    fn style(&mut self, node: Node<'_, '_>) {
        let text: String = node.children().filter(Node::is_text).filter_map(|child| child.text()).collect();
        let kept = css::rules(&text);
        if !kept.is_empty() {
            self.out.push_str("<style>");
            escape(&mut self.out, &kept);
            self.out.push_str("</style>");
        }
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        escape(&mut self.out, value);
        self.out.push('"');
    }
}

fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(inside: &str) -> String {
        let file = format!("<svg xmlns='{SVG}' xmlns:xlink='{XLINK}' viewBox='0 0 9 9'>{inside}</svg>");
        let out = sanitise(file.as_bytes()).expect("it is read");
        let head = format!("<svg xmlns=\"{SVG}\" xmlns:xlink=\"{XLINK}\" viewBox=\"0 0 9 9\">");
        out.strip_prefix(&head).and_then(|rest| rest.strip_suffix("</svg>")).expect("its root").to_owned()
    }

    #[test]
    fn what_is_drawn_stays() {
        for inside in [
            "<g id=\"a\" transform=\"translate(1 2)\"><path d=\"M0 0L1 1\" fill=\"none\" stroke=\"#123\"></path></g>",
            "<text x=\"1\" y=\"2\" font-size=\"3\">A &amp; B<tspan>泵</tspan></text>",
            "<defs><linearGradient id=\"g\"><stop offset=\"0\"></stop></linearGradient></defs><rect fill=\"url(#g)\"></rect>",
            "<use xlink:href=\"#a\"></use>",
            "<image xlink:href=\"data:image/png;base64,iVBOR\"></image>",
            "<style>.a{fill:red}</style><rect class=\"a\" style=\"stroke:#000;stroke-width:2\"></rect>",
        ] {
            assert_eq!(made(inside), inside);
        }
    }

    #[test]
    fn what_runs_fetches_or_escapes_is_left_out() {
        for inside in [
            "<script>alert(1)</script>",
            "<script xlink:href='https://evil.example/x.js'/>",
            "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml' onload='alert(1)'/></foreignObject>",
            "<h:script xmlns:h='http://www.w3.org/1999/xhtml'>alert(1)</h:script>",
            "<animate attributeName='href' values='javascript:alert(1)'/><set attributeName='onclick' to='alert(1)'/>",
            "<iframe src='https://evil.example'/><handler>x</handler>",
            "<style>@import 'https://evil.example/x.css';</style>",
            "<style>.a{background:url(https://evil.example/x)} .b{fill:\\75rl(x)}</style>",
            "<!-- comment --><?php x ?>",
        ] {
            assert_eq!(made(inside), "", "{inside}");
        }
        for (inside, kept) in [
            ("<rect onclick='alert(1)' ONLOAD='x' width='2'/>", "<rect width=\"2\"></rect>"),
            ("<a xlink:href='javascript:alert(1)' href=' java\tscript:x'><g/></a>", "<a><g></g></a>"),
            ("<a xlink:href='https://evil.example'><g/></a>", "<a><g></g></a>"),
            ("<a xlink:href='#/account'><rect/></a>", "<a><rect></rect></a>"),
            ("<g style='position:fixed;inset:0;z-index:9'><rect/></g>", "<g><rect></rect></g>"),
            ("<style>:host{width:9999px}svg{position:fixed;top:0}.a{fill:red}</style>", "<style>.a{fill:red}</style>"),
            ("<g data-name='60' data-other='x'/>", "<g data-name=\"60\"></g>"),
            ("<image href='data:text/html,x' width='1'/>", "<image width=\"1\"></image>"),
            ("<image href='data:image/svg+xml,x'/>", "<image></image>"),
            ("<image href='https://evil.example/x.png'/>", "<image></image>"),
            ("<use href='other.svg#a'/>", "<use></use>"),
            ("<rect fill='url(https://evil.example/x#g)'/>", "<rect></rect>"),
            (
                "<rect style='fill:red;background:url(//evil.example);stroke:#111'/>",
                "<rect style=\"fill:red;stroke:#111\"></rect>",
            ),
            ("<rect style='fill:u\\72l(x)'/>", "<rect></rect>"),
            ("<rect style='width:expression(alert(1))'/>", "<rect></rect>"),
            ("<text>&lt;script&gt;x&lt;/script&gt;</text>", "<text>&lt;script&gt;x&lt;/script&gt;</text>"),
            (
                "<style>.a{fill:red}@media print{.b{fill:blue}}.c{x:url( 'x')}.d{fill:url(#g)}</style>",
                "<style>.a{fill:red}.d{fill:url(#g)}</style>",
            ),
        ] {
            assert_eq!(made(inside), kept, "{inside}");
        }
    }

    #[test]
    fn a_document_type_is_left_out_and_only_plain_texts_are_expanded() {
        let plain =
            "<?xml version='1.0'?><!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/x.dtd'><svg/>";
        assert!(sanitise(plain.as_bytes()).is_ok());
        let named = format!(
            "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'x.dtd' [<!ENTITY ns_svg \"{SVG}\"> <!ENTITY who 'a \"b\"'>]>\
             <svg xmlns=\"&ns_svg;\"><text id=\"&who;\">&who; &amp; &who</text></svg>"
        );
        assert!(sanitise(named.as_bytes()).is_err(), "what is no reference is none");
        let named = named.replace("&who<", "x<");
        let made = sanitise(named.as_bytes()).expect("it is read");
        assert!(made.ends_with("<text id=\"a &quot;b&quot;\">a &quot;b&quot; &amp; x</text></svg>"), "{made}");
        for hostile in [
            "<!ENTITY a '<script/>'>",
            "<!ENTITY a '&#60;script/>'>",
            "<!ENTITY a SYSTEM 'file:///etc/passwd'>",
            "<!ENTITY % a 'x'>",
        ] {
            let file = format!("<!DOCTYPE svg [{hostile}]><svg><text>&a;</text></svg>");
            assert!(sanitise(file.as_bytes()).is_err(), "{hostile}");
        }
        let long = format!("<!DOCTYPE svg [<!ENTITY a '{}'>]><svg>{}</svg>", "x".repeat(10_000), "&a;".repeat(10_000));
        assert!(sanitise(long.as_bytes()).is_err());
        let bomb = "<!DOCTYPE svg [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;']><svg><text>&b;</text></svg>";
        assert!(sanitise(bomb.as_bytes()).is_err());
        for broken in
            ["<svg xmlns='http://www.w3.org/2010/svg'/>", "", "<svg", "<html/>", "no XML", "<!DOCTYPE svg [ <svg/>"]
        {
            assert!(sanitise(broken.as_bytes()).is_err(), "{broken}");
        }
    }

    #[test]
    fn parts_that_repeat_each_other_without_end_are_not_repeated() {
        let mut inside = String::from("<g id='l0'><rect/></g>");
        for level in 1..20 {
            let part = format!("<use href='#l{}'/>", level - 1).repeat(10);
            inside =
                [inside, "<g id='l".to_owned(), level.to_string(), "'>".to_owned(), part, "</g>".to_owned()].concat();
        }
        assert!(!made(&inside).contains("<use"));
        assert!(!made("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>").contains("<use"));
        assert!(made("<g id='a'/><use href='#a'/><use href='#a'/>").contains("<use"));
    }

    #[test]
    fn masks_that_multiply_are_left_out() {
        let mask = |level: usize, shape: &str| format!("<mask id='m{level}'>{}</mask>", shape.repeat(10));
        let by_attribute: String =
            (0..8).map(|level| mask(level, &format!("<rect mask='url(#m{})'/>", level + 1))).collect();
        assert!(!made(&by_attribute).contains("<mask"));
        let rules: Vec<String> = (0..9).map(|level| format!(".k{level}{{mask:url(#m{level})}}")).collect();
        let rules = rules.concat();
        let by_rule: String = (0..8).map(|level| mask(level, &format!("<rect class='k{}'/>", level + 1))).collect();
        assert!(!made(&format!("<style>{rules}</style>{by_rule}")).contains("<mask"));
        assert!(!made("<style>*{mask:url(#m)}</style><mask id='m'><rect/></mask>").contains("<mask"), "a circle");
        let decoy = format!("<x:g xmlns:x='urn:x' id='m1'/>{by_attribute}");
        assert!(!made(&decoy).contains("<mask"), "another part with the same id, which is left out");
        for rule in
            ["g{clip-path:url(#c)}", "/* of .a */ .a{clip-path:url(#c)}", "g > .a:not(.b):hover,#b{clip-path:url(#c)}"]
        {
            let cut = format!("<style>{rule}</style><clipPath id='c'><rect/></clipPath><g class='a'/>");
            assert!(made(&cut).contains("<clipPath"), "{rule}");
        }
        let pattern = |level: usize| {
            let shapes = "<rect/>".repeat(100);
            format!("<pattern id='p{level}'><g style='fill : url(#p{})'>{shapes}</g></pattern>", level + 1)
        };
        let inherited: Vec<String> = (0..4).map(pattern).collect();
        let inherited = format!("{}<g fill='url(#p0)'><rect/></g>", inherited.concat());
        assert!(!made(&inherited).contains("<pattern"), "each shape is painted with what its group says");
        let hatched = "<rect fill='url(#p)'/>".repeat(10_000);
        assert!(made(&format!("<pattern id='p'><path/><path/></pattern>{hatched}")).contains("<pattern"));
    }

    #[test]
    fn a_hundred_thousand_elements_take_no_time() {
        let many = "<path d='M0 0'/>".repeat(100_000);
        assert_eq!(made(&many).len(), "<path d=\"M0 0\"></path>".len() * 100_000);
        let deep = format!("{}{}", "<g>".repeat(100_000), "</g>".repeat(100_000));
        let file = format!("<svg xmlns='{SVG}'>{deep}</svg>");
        assert!(sanitise(file.as_bytes()).is_err(), "the guard stops it");
    }
}
