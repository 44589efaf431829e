//! Media that users upload.

/// The longest name, in characters.
const MAX_NAME: usize = 200;

/// The file name of media: letters, digits, hyphen, underscore, plus and dots, with an extension.
///
/// Modules reference illustrations by it, so it must be valid in XML, URLs and every file system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaName(String);

impl MediaName {
    /// Parses a name; `None` when it has other characters.
    pub fn parse(text: &str) -> Option<Self> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+' | '.');
        let sound = text.len() <= MAX_NAME
            && text.chars().all(allowed)
            && text.starts_with(|c: char| c.is_ascii_alphanumeric())
            && !text.contains("..");
        sound.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The code that modules reference: the name without its extension.
    pub fn code(&self) -> &str {
        self.0.rsplit_once('.').map_or(&self.0, |(stem, _)| stem)
    }
}

/// The presentation of a media type in a browser: as an image, in a player, or not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MediaDisplay {
    Image,
    Audio,
    Video,
    Other,
}

impl MediaDisplay {
    /// Classifies a media type.
    pub fn of(media_type: &str) -> Self {
        match media_type.split('/').next() {
            Some("image") => Self::Image,
            Some("audio") => Self::Audio,
            Some("video") => Self::Video,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_made_of_letters_and_digits() {
        for name in ["ICN-C0419-S1000D0360-001-01.CGM", "a.png", "take_2+.mp3", "0.svg", "a.b.svg"] {
            assert_eq!(MediaName::parse(name).expect(name).as_str(), name);
        }
        for name in
            ["", "a b.png", "图.png", "../a.png", ".png", "-a.png", "a/b.png", "a..png", "a\u{0}.png", "a%20.png"]
        {
            assert_eq!(MediaName::parse(name), None, "{name:?}");
        }
        assert_eq!(MediaName::parse(&format!("{}.png", "a".repeat(200))), None);
    }

    #[test]
    fn the_code_is_the_name_without_its_extension() {
        assert_eq!(MediaName::parse("ICN-1.CGM").expect("a name").code(), "ICN-1");
        assert_eq!(MediaName::parse("ICN-1").expect("a name").code(), "ICN-1");
    }

    #[test]
    fn the_presentation_follows_from_the_media_type() {
        for (media_type, sort) in [
            ("image/svg+xml", MediaDisplay::Image),
            ("audio/mpeg", MediaDisplay::Audio),
            ("video/mp4", MediaDisplay::Video),
            ("application/pdf", MediaDisplay::Other),
        ] {
            assert_eq!(MediaDisplay::of(media_type), sort);
        }
    }
}
