//! Writing HTML and scripts around the pages of the reader.

use serde_json::Value;

/// The path of the stylesheet of one site, see [`style`](fn@super::style).
pub const STYLE: &str = "data/site.css";

/// HTML as it is put together.
#[derive(Debug, Default)]
pub(super) struct Markup {
    out: String,
}

impl Markup {
    pub(super) fn with_room_for(bytes: usize) -> Self {
        Self { out: String::with_capacity(bytes) }
    }

    /// Markup of our own, or of the reader.
    pub(super) fn raw(&mut self, markup: &str) {
        self.out.push_str(markup);
    }

    /// Text, also as the value of an attribute.
    pub(super) fn text(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '"' => self.out.push_str("&quot;"),
                '\'' => self.out.push_str("&#39;"),
                c => self.out.push(c),
            }
        }
    }

    /// An attribute with a blank before it.
    pub(super) fn attribute(&mut self, name: &str, value: &str) {
        self.raw(" ");
        self.raw(name);
        self.raw("=\"");
        self.text(value);
        self.raw("\"");
    }

    /// Text in an element.
    pub(super) fn element(&mut self, start: &str, text: &str, end: &str) {
        self.raw(start);
        self.text(text);
        self.raw(end);
    }

    /// Values for the scripts of the page.
    pub(super) fn json(&mut self, id: &str, value: &Value) {
        self.raw("<script type=\"application/json\" id=\"");
        self.raw(id);
        self.raw("\">");
        // Text could end the element otherwise.
        self.raw(&value.to_string().replace('<', "\\u003c"));
        self.raw("</script>\n");
    }

    pub(super) fn finish(self) -> String {
        self.out
    }
}

/// In the order in which they need each other.
const SCRIPTS: [&str; 8] = [
    "assets/texts.js",
    "data/site.js",
    "assets/contents.js",
    "assets/search.js",
    "assets/pictures.js",
    "assets/page.js",
    "assets/applicability.js",
    "assets/site.js",
];

/// The head of every page; `root` leads to the folder of the site.
pub(super) fn head(out: &mut Markup, root: &str, language: &str, title: &str) {
    out.raw("<!DOCTYPE html>\n<html");
    out.attribute("lang", language);
    out.attribute("data-root", root);
    out.raw(">\n<head>\n<meta charset=\"utf-8\">\n");
    // Nothing comes from elsewhere, and nothing goes there. Pages on disk have the scheme `file:`.
    out.raw(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self' file:; \
         style-src 'self' file: 'unsafe-inline'; img-src 'self' file: data:; media-src 'self' file:; \
         object-src 'none'; base-uri 'none'; form-action 'none'\">\n",
    );
    out.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.element("<title>", title, "</title>\n");
    for style in ["assets/site.css", STYLE] {
        out.raw("<link rel=\"stylesheet\" href=\"");
        out.raw(root);
        out.raw(style);
        out.raw("\">\n");
    }
    for script in SCRIPTS {
        out.raw("<script defer src=\"");
        out.raw(root);
        out.raw(script);
        out.raw("\"></script>\n");
    }
    out.raw("</head>\n");
}

/// A script that calls a function of ours with JSON values.
pub(super) fn script(call: &str, values: &[Value]) -> Vec<u8> {
    let values: Vec<String> = values.iter().map(Value::to_string).collect();
    let mut out = String::from(call);
    out.push('(');
    out.push_str(&values.join(","));
    out.push_str(");\n");
    out.into_bytes()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        let mut out = Markup::default();
        out.attribute("title", "a \"b\" <c>");
        out.element("<p>", "x & 'y'", "</p>");
        out.json("page", &json!({"text": "</script>"}));
        let expected = " title=\"a &quot;b&quot; &lt;c&gt;\"<p>x &amp; &#39;y&#39;</p>\
            <script type=\"application/json\" id=\"page\">{\"text\":\"\\u003c/script>\"}</script>\n";
        assert_eq!(out.finish(), expected);
        assert_eq!(script("site.words", &[json!("ab"), json!({"a": [1]})]), b"site.words(\"ab\",{\"a\":[1]});\n");
    }
}
