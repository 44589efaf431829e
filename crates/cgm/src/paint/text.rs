//! Text: strings that may come in several parts, free or restricted to a box.

use std::fmt::Write;

use super::Painter;
use crate::charset::plain;
use crate::colour::Rgb;
use crate::decode::{Delimiter, Primitive};
use crate::font::{ASCENT, CAP_HEIGHT, DESCENT, Font};
use crate::geometry::Point;
use crate::num::real_of;
use crate::precision::Precision;
use crate::report::Warning;
use crate::state::TextStyle;
use crate::svg::{COMMON_FACES, NumberGrid, escape, fraction, hex};

/// A string whose final part is still missing.
#[derive(Debug)]
pub(super) struct PendingText {
    at: Point,
    /// Width and height of the box, for restricted text.
    frame: Option<(f64, f64)>,
    style: TextStyle,
    parts: Vec<TextPart>,
}

/// A part of a string in one style.
#[derive(Debug, PartialEq)]
struct TextPart {
    text: String,
    font: Font,
    colour: Rgb,
    /// Height of capitals, in picture units.
    height: f64,
}

/// The fit of a string in its box.
#[derive(Debug, PartialEq)]
struct TextFit {
    font_size: f64,
    /// The text length, and whether the glyphs are stretched too.
    length: Option<(f64, bool)>,
}

/// The default height of capitals, as a fraction of the longer side.
const NOMINAL_HEIGHT: f64 = 1.0 / 100.0;

impl Painter<'_> {
    pub(super) fn text(&mut self, primitive: &Primitive, precision: &Precision) {
        let (begun, last, bytes) = match primitive {
            Primitive::Text { at, last, text } => (Some((*at, None)), last, text),
            Primitive::RestrictedText { width, height, at, last, text } => {
                (Some((*at, Some((width.abs(), height.abs())))), last, text)
            }
            Primitive::AppendText { last, text } => (None, last, text),
            _ => return,
        };
        let part = self.part(bytes, precision);
        match (begun, &mut self.waiting_text) {
            (Some((at, frame)), _) => {
                let style = self.state.attributes.text.clone();
                self.waiting_text = Some(PendingText { at, frame, style, parts: vec![part] });
            }
            (None, Some(waiting)) => waiting.append(part),
            (None, None) => return self.report.malformed(4, 6),
        }
        if *last {
            self.flush_text();
        }
    }

    fn part(&mut self, bytes: &[u8], precision: &Precision) -> TextPart {
        let style = &self.state.attributes.text;
        let (text, unknown) = self.state.sets.text(style.set, style.alternate_set, bytes);
        let colour = self.state.palette.resolve(style.colour, precision.colour);
        let longer = self.canvas.as_ref().map_or(1.0, |canvas| canvas.measure.longer);
        let height = style.height.unwrap_or(longer * NOMINAL_HEIGHT);
        let name = self.state.font_name(style.font).map(plain);
        let (font, replaced) = name.as_deref().map_or((Font::default(), false), Font::named);
        if let Some(set) = unknown {
            self.report.warn(Warning::CharacterSetUnknown { set });
        }
        if let Some(name) = name.filter(|_| replaced) {
            self.report.warn(Warning::FontReplaced { name });
        }
        TextPart { text: font.shown(text), font, colour, height }
    }

    /// Writes a string whose final part never came.
    pub(super) fn flush_text_before(&mut self, delimiter: &Delimiter) {
        if !matches!(delimiter, Delimiter::BeginPictureBody) {
            self.flush_text();
        }
    }

    pub(super) fn flush_text(&mut self) {
        let Some(waiting) = self.waiting_text.take() else { return };
        if waiting.parts.iter().all(|part| part.text.is_empty()) {
            return;
        }
        if !self.spend_points(waiting.parts.iter().map(|part| part.text.len()).sum()) {
            return;
        }
        let clip = self.clip();
        let Some(canvas) = &mut self.canvas else { return };
        let at = canvas.frame.point(waiting.at);
        let (base, up) = (canvas.frame.vector(waiting.style.base), canvas.frame.vector(waiting.style.up));
        let markup = waiting.markup(at, base, up, canvas.svg.grid);
        canvas.svg.clipped(clip.as_deref(), &markup);
    }
}

impl PendingText {
    /// Merges parts with the same style.
    fn append(&mut self, part: TextPart) {
        match self.parts.last_mut() {
            Some(last)
                if (last.font, last.colour) == (part.font, part.colour)
                    && last.height.to_bits() == part.height.to_bits() =>
            {
                last.text.push_str(&part.text);
            }
            _ => self.parts.push(part),
        }
    }

    /// The natural width, in capital heights of the first part.
    fn width(&self, font_size: f64) -> f64 {
        let first = self.parts.first().map_or(1.0, |part| part.height).max(f64::MIN_POSITIVE);
        let letters: usize = self.parts.iter().map(|part| part.text.chars().count()).sum();
        let natural: f64 = self.parts.iter().map(|part| part.font.width(&part.text) * part.height / first).sum();
        natural * font_size + real_of(letters.saturating_sub(1)) * self.style.spacing * font_size * CAP_HEIGHT
    }

    fn fit(&self, stretch: f64) -> TextFit {
        let height = self.parts.first().map_or(0.0, |part| part.height);
        let natural = height / CAP_HEIGHT;
        let Some((box_width, box_height)) = self.frame else { return TextFit { font_size: natural, length: None } };
        let whole = ASCENT + DESCENT;
        let fitting = |by_height: f64| {
            let wide = self.width(1.0) * stretch;
            TextFit { font_size: if wide > 0.0 { by_height.min(box_width / wide) } else { by_height }, length: None }
        };
        match self.style.restriction {
            2 => TextFit { font_size: box_height / CAP_HEIGHT, length: Some((box_width, true)) },
            3 => TextFit { font_size: box_height / whole, length: Some((box_width, true)) },
            4 => fitting(box_height / CAP_HEIGHT),
            5 => fitting(box_height / whole),
            6 => TextFit { font_size: natural, length: Some((box_width, false)) },
            _ => {
                // Basic restriction: text that fits is unchanged.
                let font_size = if box_height > 0.0 { natural.min(box_height / CAP_HEIGHT) } else { natural };
                let too_wide = box_width > 0.0 && self.width(font_size) * stretch > box_width;
                TextFit { font_size, length: too_wide.then_some((box_width, true)) }
            }
        }
    }

    fn markup(&self, at: Point, base: Point, up: Point, grid: NumberGrid) -> String {
        let (base_unit, up_unit) = (base.unit().unwrap_or_default(), up.unit().unwrap_or_default());
        let stretch = base.length() / up.length().max(f64::MIN_POSITIVE) * self.style.expansion;
        let fit = self.fit(stretch);
        let length = fit.length.filter(|(length, _)| *length > 0.0);
        // A given length already determines the glyph width.
        let stretch = if length.is_some() { 1.0 } else { stretch };
        let width = length.map_or_else(|| self.width(fit.font_size), |(length, _)| length);
        let (anchor, across) = self.horizontal(width);
        let down = self.vertical(fit.font_size);
        // 32-bit vectors are rarely exact.
        let upright = base_unit.x > 1.0 - 1e-9 && up_unit.y < -1.0 + 1e-9;
        let mut out = String::from("<text");
        let (x, y) = if upright && (stretch - 1.0).abs() < 1e-3 {
            (at.x + across, at.y + down)
        } else {
            let axes = [base_unit * stretch, up_unit * -1.0];
            let matrix = [axes[0].x, axes[0].y, axes[1].x, axes[1].y].map(fraction).join(" ");
            let (x, y) = (grid.text(at.x), grid.text(at.y));
            let _ = write!(out, " transform=\"matrix({matrix} {x} {y})\"");
            (across, down)
        };
        let ahead = matches!(self.style.path, 2 | 3);
        if ahead {
            self.write_column(&mut out, grid, (x, y), fit.font_size);
        } else {
            let _ = write!(out, " x=\"{}\" y=\"{}\"", grid.text(x), grid.text(y));
            if let Some((length, letters)) = length {
                let adjust = if letters { "spacingAndGlyphs" } else { "spacing" };
                let _ = write!(out, " textLength=\"{}\" lengthAdjust=\"{adjust}\"", grid.text(length));
            }
        }
        let anchor = if ahead { "middle" } else { anchor };
        if anchor != "start" {
            let _ = write!(out, " text-anchor=\"{anchor}\"");
        }
        if self.style.spacing.abs() > 0.0 && length.is_none() && !ahead {
            let spacing = self.style.spacing * fit.font_size * CAP_HEIGHT;
            let _ = write!(out, " letter-spacing=\"{}\"", grid.text(spacing));
        }
        self.write_parts(&mut out, grid, fit.font_size);
        out
    }

    /// Vertical text: each character at its own position.
    fn write_column(&self, out: &mut String, grid: NumberGrid, (x, y): (f64, f64), font_size: f64) {
        let step = font_size * (1.0 + self.style.spacing * CAP_HEIGHT);
        let step = if self.style.path == 2 { -step } else { step };
        let letters: usize = self.parts.iter().map(|part| part.text.chars().count()).sum();
        let xs = vec![grid.text(x); letters].join(" ");
        let ys: Vec<String> = (0..letters).map(|index| grid.text(y + step * real_of(index))).collect();
        let _ = write!(out, " x=\"{xs}\" y=\"{}\"", ys.join(" "));
    }

    fn write_parts(&self, out: &mut String, grid: NumberGrid, font_size: f64) {
        let Some((first, rest)) = self.parts.split_first() else { return };
        let backwards = self.style.path == 1;
        let shown = |part: &TextPart| {
            let text: String = if backwards { part.text.chars().rev().collect() } else { part.text.clone() };
            escape(&text)
        };
        write_look(out, first, font_size, grid);
        let spaced = self
            .parts
            .iter()
            .any(|part| part.text.starts_with(' ') || part.text.ends_with(' ') || part.text.contains("  "));
        if spaced {
            out.push_str(" xml:space=\"preserve\"");
        }
        out.push('>');
        let tail = |out: &mut String| {
            for part in rest {
                out.push_str("<tspan");
                write_look(out, part, font_size * part.height / first.height.max(f64::MIN_POSITIVE), grid);
                let _ = write!(out, ">{}</tspan>", shown(part));
            }
        };
        if backwards {
            tail(out);
        }
        out.push_str(&shown(first));
        if !backwards {
            tail(out);
        }
        out.push_str("</text>");
    }

    /// The text anchor, and the offset along the base line.
    fn horizontal(&self, width: f64) -> (&'static str, f64) {
        match (self.style.horizontal, self.style.path) {
            (2, _) | (0, 2 | 3) => ("middle", 0.0),
            (3, _) | (0, 1) => ("end", 0.0),
            (4, _) => ("start", -width * self.style.across),
            _ => ("start", 0.0),
        }
    }

    /// The distance of the base line below the point. Computed, because renderers differ in their named base lines.
    fn vertical(&self, font_size: f64) -> f64 {
        let part = match (self.style.vertical, self.style.path) {
            (1, _) | (0, 3) => ASCENT,
            (2, _) => CAP_HEIGHT,
            (3, _) => CAP_HEIGHT / 2.0,
            (5, _) => -DESCENT,
            (6, _) => self.style.along * (ASCENT + DESCENT) - DESCENT,
            _ => 0.0,
        };
        part * font_size
    }
}

fn write_look(out: &mut String, part: &TextPart, font_size: f64, grid: NumberGrid) {
    let _ = write!(out, " font-size=\"{}\" fill=\"{}\"", grid.text(font_size), hex(part.colour));
    if part.font.faces() != COMMON_FACES {
        let _ = write!(out, " font-family=\"{}\"", part.font.faces());
    }
    if part.font.bold {
        out.push_str(" font-weight=\"bold\"");
    }
    if part.font.italic {
        out.push_str(" font-style=\"italic\"");
    }
}
