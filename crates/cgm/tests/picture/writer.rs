//! Writes small metafiles, element by element.

use cgm::{ConvertOptions, SvgPicture, convert};

/// Class and number of an element.
pub(crate) type ElementCode = (u8, u8);

/// A metafile that grows; numbers are 16 bits unless a test sets another precision.
#[derive(Clone, Default)]
pub(crate) struct Cgm {
    pub(crate) bytes: Vec<u8>,
}

/// 16-bit numbers one after the other.
pub(crate) fn words(values: &[i16]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_be_bytes()).collect()
}

/// A real number in the default precision.
pub(crate) fn fixed(value: f64) -> Vec<u8> {
    let whole = value.floor();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "tests write small numbers")]
    let parts = (whole as i16, ((value - whole) * 65_536.0) as u16);
    [parts.0.to_be_bytes(), parts.1.to_be_bytes()].concat()
}

pub(crate) fn string(text: &[u8]) -> Vec<u8> {
    let length = u8::try_from(text.len()).expect("a short text");
    assert!(length < 255);
    [&[length], text].concat()
}

/// One command in the shorter form that holds it.
pub(crate) fn command((class, id): ElementCode, params: &[u8]) -> Vec<u8> {
    let header = u16::from(class) << 12 | u16::from(id) << 5;
    let length = u16::try_from(params.len()).expect("a short command");
    let mut bytes = if length < 31 {
        (header | length).to_be_bytes().to_vec()
    } else {
        [(header | 31).to_be_bytes(), length.to_be_bytes()].concat()
    };
    bytes.extend(params);
    if params.len() % 2 == 1 {
        bytes.push(0);
    }
    bytes
}

impl Cgm {
    /// A metafile up to its picture, which is 1000 by 1000 units unless a test changes it.
    pub(crate) fn begin() -> Self {
        Self::default().put((0, 1), &string(b"test")).put((1, 1), &words(&[4])).put((0, 3), &string(b"picture"))
    }

    /// A metafile up to the picture body, with widths in picture units.
    pub(crate) fn body() -> Self {
        Self::begin()
            .put((2, 3), &words(&[0]))
            .put((2, 5), &words(&[0]))
            .put((2, 6), &words(&[0, 0, 1000, 1000]))
            .put((0, 4), &[])
            .put((5, 3), &words(&[2]))
            .put((5, 28), &words(&[2]))
    }

    pub(crate) fn put(mut self, code: ElementCode, params: &[u8]) -> Self {
        self.bytes.extend(command(code, params));
        self
    }

    /// An element whose parameters are all 16 bits wide.
    pub(crate) fn words(self, code: ElementCode, values: &[i16]) -> Self {
        self.put(code, &words(values))
    }

    pub(crate) fn end(self) -> Self {
        self.put((0, 5), &[]).put((0, 2), &[])
    }

    pub(crate) fn convert(&self) -> SvgPicture {
        convert(&self.bytes, &ConvertOptions::default()).expect("a picture")
    }

    /// The drawn content, after asserting that there are no warnings.
    pub(crate) fn drawn(self) -> String {
        let converted = self.end().convert();
        assert_eq!(converted.report.warnings, []);
        content(&converted.svg)
    }
}

/// The content of the outermost group.
pub(crate) fn content(svg: &str) -> String {
    roxmltree::Document::parse(svg).expect("well-formed");
    let start = svg.find("sans-serif\">").expect("the outermost group") + "sans-serif\">".len();
    let end = svg.rfind("</g></svg>").expect("its end");
    svg[start..end].to_owned()
}
