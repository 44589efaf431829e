//! Maps font names to web fonts and measures text.

use crate::num::real;

/// Height of capitals as a fraction of the font size, for the typefaces common in technical drawings.
pub(crate) const CAP_HEIGHT: f64 = 0.716;
/// Height of the top line.
pub(crate) const ASCENT: f64 = 0.905;
/// Depth of the bottom line.
pub(crate) const DESCENT: f64 = 0.212;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FontFamily {
    Sans,
    Serif,
    Mono,
    /// Greek and mathematical characters at Latin code positions.
    Symbol,
}

/// A font referenced by a metafile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Font {
    pub(crate) family: FontFamily,
    pub(crate) bold: bool,
    pub(crate) italic: bool,
}

impl Default for Font {
    fn default() -> Self {
        Self { family: FontFamily::Sans, bold: false, italic: false }
    }
}

impl Font {
    /// Finds a font by name; `true` when it replaces an unknown one.
    pub(crate) fn named(name: &str) -> (Self, bool) {
        let upper = name.to_ascii_uppercase();
        let has = |words: &[&str]| words.iter().any(|word| upper.contains(word));
        let family = if has(&["ARIAL", "HELVETICA", "SWISS", "SANS", "UNIVERS", "HERSHEY"]) {
            Some(FontFamily::Sans)
        } else if has(&["TIMES", "SERIF", "ROMAN", "DUTCH"]) {
            Some(FontFamily::Serif)
        } else if has(&["COURIER", "MONO", "TYPEWRITER"]) {
            Some(FontFamily::Mono)
        } else if has(&["SYMBOL"]) {
            Some(FontFamily::Symbol)
        } else {
            None
        };
        let font = Self {
            family: family.unwrap_or(FontFamily::Sans),
            bold: has(&["BOLD", "BLACK", "HEAVY"]),
            italic: has(&["OBLIQUE", "ITALIC"]),
        };
        (font, family.is_none())
    }

    /// The CSS font family list.
    pub(crate) fn faces(self) -> &'static str {
        match self.family {
            FontFamily::Sans | FontFamily::Symbol => "Arial,Helvetica,'Liberation Sans',sans-serif",
            FontFamily::Serif => "'Times New Roman',Times,'Liberation Serif',serif",
            FontFamily::Mono => "'Courier New',Courier,'Liberation Mono',monospace",
        }
    }

    /// Converts text to the characters that the font displays.
    pub(crate) fn shown(self, text: String) -> String {
        if self.family != FontFamily::Symbol {
            return text;
        }
        let greek = |c: char| u32::from(c).checked_sub(0x20).and_then(|at| SYMBOLS.chars().nth(at as usize));
        text.chars().map(|c| greek(c).unwrap_or(c)).collect()
    }

    /// The natural width of a text, in font sizes.
    pub(crate) fn width(self, text: &str) -> f64 {
        let widths = if self.bold { &BOLD } else { &REGULAR };
        let one = |c: char| match (self.family, u32::from(c)) {
            (FontFamily::Mono, code) if code < 0x2e80 => 600,
            (_, code @ 0x20..0x7f) => widths[(code - 0x20) as usize],
            (_, code) if code < 0x2e80 => 556,
            // Ideographs are square.
            _ => 1000,
        };
        real(text.chars().map(one).map(i64::from).sum()) / 1000.0
    }
}

/// The symbol font's characters 0x20 to 0x7e.
const SYMBOLS: &str = " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";

/// Advance widths of Helvetica and Arial from the space on, in thousandths of the font size.
#[rustfmt::skip]
const REGULAR: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

#[rustfmt::skip]
const BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_case_with_their_style() {
        assert_eq!(Font::named("SWISS:Arial"), (Font::default(), false));
        let bold = Font { bold: true, italic: true, ..Font::default() };
        assert_eq!(Font::named("ARIAL-BOLDOBLIQUE"), (bold, false));
        assert_eq!(Font::named("Times-Roman").0.family, FontFamily::Serif);
        assert_eq!(Font::named("Zapf Chancery"), (Font::default(), true));
    }

    #[test]
    fn widths_follow_the_face() {
        assert!((Font::default().width("Ab1 ") - (0.667 + 0.556 + 0.556 + 0.278)).abs() < 1e-9);
        assert!((Font::named("COURIER").0.width("iW") - 1.2).abs() < 1e-9);
        assert!((Font::default().width("油泵") - 2.0).abs() < 1e-9);
    }

    #[test]
    fn the_symbol_font_shows_greek() {
        assert_eq!(SYMBOLS.chars().count(), 95);
        assert_eq!(Font::named("SYMBOL").0.shown("aW2".to_owned()), "αΩ2");
    }
}
