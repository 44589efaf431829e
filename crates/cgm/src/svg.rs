//! Writes SVG: numbers, paths, groups, definitions.

mod grid;
mod path;
mod style;

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use crate::colour::Rgb;
use crate::geometry::{Contour, Point};
use crate::limits::MAX_SVG_BYTES;
use crate::structure::{Region, Structure};

pub(crate) use grid::NumberGrid;
pub(crate) use path::PathData;
pub(crate) use style::{Cap, Join, Paint, PathStyle, Stroke};

/// SVG under construction.
#[derive(Debug)]
pub(crate) struct Svg {
    out: String,
    pub(crate) grid: NumberGrid,
    prefix: String,
    ids: HashSet<String>,
    /// Ids of definitions by their markup, so that each is written once.
    definitions: HashMap<String, String>,
    /// Outlines of one style, buffered to be written as one path.
    waiting: Option<(PathStyle, PathData)>,
    open_groups: usize,
    /// The size limit is reached; further output is dropped.
    pub(crate) full: bool,
}

/// The default font family; other families are written where used.
pub(crate) const COMMON_FACES: &str = "Arial,Helvetica,'Liberation Sans',sans-serif";

impl Svg {
    /// Starts a picture of this size, with millimetres per unit when it has a metric.
    pub(crate) fn new(size: Point, millimetres: Option<f64>, background: Rgb, prefix: &str) -> Self {
        let grid = NumberGrid::for_side(size.x.max(size.y));
        let (width, height) = (grid.text(size.x), grid.text(size.y));
        let mut out = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"");
        if let Some(factor) = millimetres {
            let physical = |length: f64| NumberGrid { decimals: 2 }.text(length * factor);
            let _ = write!(out, " width=\"{}mm\" height=\"{}mm\"", physical(size.x), physical(size.y));
        }
        let _ = write!(out, "><rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", hex(background));
        let _ = write!(
            out,
            "<g fill=\"none\" fill-rule=\"evenodd\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
             font-family=\"{COMMON_FACES}\">"
        );
        Self {
            out,
            grid,
            prefix: name_characters(prefix),
            ids: HashSet::new(),
            definitions: HashMap::new(),
            waiting: None,
            open_groups: 0,
            full: false,
        }
    }

    /// Closes all open elements and returns the text.
    pub(crate) fn finish(mut self) -> String {
        self.flush();
        for _ in 0..self.open_groups {
            self.out.push_str("</g>");
        }
        self.out.push_str("</g></svg>");
        self.out
    }

    /// Draws outlines. Consecutive ones of one style are merged into one path, unless that would create holes.
    pub(crate) fn draw(&mut self, style: &PathStyle, contours: &[Contour]) {
        if !style.is_visible() || contours.is_empty() {
            return;
        }
        if !self.waiting.as_ref().is_some_and(|(waiting, _)| waiting == style && style.fill == Paint::None) {
            self.flush();
        }
        let grid = self.grid;
        let (_, data) = self.waiting.get_or_insert_with(|| (style.clone(), PathData::new(grid)));
        for contour in contours {
            data.add(contour);
        }
        self.full |= self.out.len() + data.len() > MAX_SVG_BYTES;
    }

    fn flush(&mut self) {
        let Some((style, data)) = self.waiting.take() else { return };
        if let Some(under) = style.underlay() {
            self.path(&under, data.text());
        }
        self.path(&style, data.text());
    }

    fn path(&mut self, style: &PathStyle, data: &str) {
        let mut attributes = String::new();
        style.write(&mut attributes, self.grid);
        if self.has_room(data.len()) {
            let _ = write!(self.out, "<path{attributes} d=\"{data}\"/>");
        }
    }

    /// Checks the size limit; when it is exceeded the picture ends here.
    fn has_room(&mut self, length: usize) -> bool {
        self.full |= self.out.len() + length > MAX_SVG_BYTES;
        !self.full
    }

    /// Writes markup that is not a path; the caller has escaped it.
    pub(crate) fn raw(&mut self, markup: &str) {
        self.flush();
        if self.has_room(markup.len()) {
            self.out.push_str(markup);
        }
    }

    /// The same, with an optional clipping rectangle.
    pub(crate) fn clipped(&mut self, clip: Option<&str>, markup: &str) {
        match clip {
            Some(clip) => self.raw(&format!("<g clip-path=\"url(#{clip})\">{markup}</g>")),
            None => self.raw(markup),
        }
    }

    /// The id of a definition, which is written on first use.
    ///
    /// `markup` receives the id; equal texts share one definition.
    pub(crate) fn define(&mut self, markup: impl Fn(&str) -> String) -> String {
        let key = markup("");
        if let Some(id) = self.definitions.get(&key) {
            return id.clone();
        }
        let id = self.unique(&format!("def{}", self.definitions.len() + 1));
        let text = format!("<defs>{}</defs>", markup(&id));
        self.raw(&text);
        self.definitions.insert(key, id.clone());
        id
    }

    /// The id of a clipping rectangle.
    pub(crate) fn clip(&mut self, first: Point, second: Point) -> String {
        let (x, y) = (first.x.min(second.x), first.y.min(second.y));
        let grid = self.grid;
        let [x, y, width, height] =
            [x, y, (first.x - second.x).abs(), (first.y - second.y).abs()].map(|value| grid.text(value));
        self.define(|id| {
            format!(
                "<clipPath id=\"{id}\"><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/></clipPath>"
            )
        })
    }

    /// Opens the group of an application structure; `false` when the size limit is reached.
    pub(crate) fn open_structure(&mut self, structure: &Structure) -> bool {
        self.flush();
        let id = self.unique(&name_characters(&structure.id));
        let (raw, kind) = (escape(&structure.id), escape(&structure.kind));
        let mut markup = format!("<g id=\"{id}\" data-aps-id=\"{raw}\" data-aps-type=\"{kind}\"");
        if let Some(name) = &structure.name {
            let _ = write!(markup, " data-name=\"{}\"", escape(name));
        }
        if structure.hidden {
            markup.push_str(" visibility=\"hidden\"");
        }
        markup.push('>');
        if let Some(tip) = &structure.screen_tip {
            let _ = write!(markup, "<title>{}</title>", escape(tip));
        }
        let fits = self.has_room(markup.len());
        if fits {
            self.out.push_str(&markup);
            self.open_groups += 1;
        }
        fits
    }

    /// Closes the group with its regions on top, so that they receive clicks.
    pub(crate) fn close_structure(&mut self, structure: &Structure) {
        self.flush();
        for contour in structure.regions.iter().filter_map(Region::contour) {
            let mut data = PathData::new(self.grid);
            data.add(&contour);
            let data = data.text();
            self.raw(&format!("<path class=\"cgm-region\" fill=\"none\" pointer-events=\"all\" d=\"{data}\"/>"));
        }
        self.out.push_str("</g>");
        self.open_groups = self.open_groups.saturating_sub(1);
    }

    /// A unique id in this picture.
    fn unique(&mut self, wanted: &str) -> String {
        let base = format!("{}{wanted}", self.prefix);
        let mut id = base.clone();
        let mut number = self.ids.len();
        while id.is_empty() || !self.ids.insert(id.clone()) {
            number += 1;
            id = format!("{base}-{number}");
        }
        id
    }
}

/// Keeps characters that are valid in CSS selectors and links.
fn name_characters(text: &str) -> String {
    text.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '_' }).collect()
}

/// Escapes text and attribute values for XML.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

/// A colour in its shortest form.
pub(crate) fn hex([red, green, blue]: Rgb) -> String {
    if [red, green, blue].iter().all(|part| part % 17 == 0) {
        return format!("#{:x}{:x}{:x}", red / 17, green / 17, blue / 17);
    }
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A number without a unit.
pub(crate) fn fraction(value: f64) -> String {
    NumberGrid { decimals: 8 }.text(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_unique_and_carry_the_prefix() {
        let mut svg = Svg::new(Point::new(10.0, 10.0), None, [255; 3], "fig 1-");
        assert_eq!([svg.unique("hot"), svg.unique("hot")], ["fig_1-hot", "fig_1-hot-2"]);
    }

    #[test]
    fn characters_forbidden_in_xml_are_removed() {
        assert_eq!(escape("a<b>&\"c\u{1a}\u{ffff}"), "a&lt;b&gt;&amp;&quot;c");
    }

    #[test]
    fn colours_are_short() {
        assert_eq!((hex([0; 3]), hex([255, 0, 0x1d])), ("#000".to_owned(), "#ff001d".to_owned()));
    }
}
