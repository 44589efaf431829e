//! The colours that a house style may have.

use crate::object::words;
use crate::text;

/// Percent of a colour in its tint.
const TINT: u32 = 12;

words! {
    /// A colour of the palette.
    StyleColour {
        Black = "black",
        Slate = "slate",
        Navy = "navy",
        Blue = "blue",
        Teal = "teal",
        Green = "green",
        Purple = "purple",
    }
}

impl StyleColour {
    fn rgb(self) -> [u8; 3] {
        match self {
            Self::Black => [0x1a, 0x1a, 0x1a],
            Self::Slate => [0x3b, 0x4a, 0x57],
            Self::Navy => [0x14, 0x30, 0x6b],
            Self::Blue => [0x0b, 0x4f, 0x8a],
            Self::Teal => [0x0a, 0x57, 0x57],
            Self::Green => [0x1d, 0x55, 0x32],
            Self::Purple => [0x54, 0x30, 0x7f],
        }
    }

    /// As in `#14306b`.
    pub fn hex(self) -> String {
        hex_of(self.rgb())
    }

    /// The same colour, pale: the ground of headings in tables.
    pub fn tint(self) -> String {
        hex_of(self.rgb().map(pale))
    }
}

fn pale(part: u8) -> u8 {
    let taken = (255 - u32::from(part)) * TINT / 100;
    u8::try_from(255 - taken).unwrap_or(u8::MAX)
}

fn hex_of(rgb: [u8; 3]) -> String {
    ["#", &text::hex(&rgb)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: [u8; 3] = [255; 3];

    /// The relative luminance of WCAG 2.
    fn luminance(rgb: [u8; 3]) -> f64 {
        let part = |byte: u8| {
            let share = f64::from(byte) / 255.0;
            if share <= 0.03928 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = rgb.map(part);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn contrast_is_counted_as_the_standard_does() {
        assert!((contrast([0; 3], WHITE) - 21.0).abs() < 0.001);
        assert!((contrast([0x77; 3], WHITE) - 4.48).abs() < 0.01);
    }

    #[test]
    fn every_colour_can_be_read_on_white_and_on_each_tint() {
        for colour in StyleColour::ALL {
            assert!(contrast(colour.rgb(), WHITE) >= 7.0, "{colour:?} on white");
            for ground in StyleColour::ALL {
                let tint = ground.rgb().map(pale);
                assert!(contrast(colour.rgb(), tint) >= 4.5, "{colour:?} on the tint of {ground:?}");
                assert!(contrast([0; 3], tint) >= 7.0, "text on the tint of {ground:?}");
            }
        }
    }

    #[test]
    fn no_colour_looks_like_a_warning_or_a_caution() {
        for colour in StyleColour::ALL {
            let [red, green, blue] = colour.rgb().map(i32::from);
            // Red and amber have much more red than blue.
            assert!(red - blue < 40 && red <= green.max(blue), "{colour:?}");
        }
    }

    #[test]
    fn colours_are_written_for_stylesheets() {
        assert_eq!(StyleColour::Navy.hex(), "#14306b");
        assert_eq!(StyleColour::Navy.tint(), "#e3e7ee");
    }
}
