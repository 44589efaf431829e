//! The elements that we write.

/// An element of HTML (or of `MathML`) that we write; there are no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) name: &'static str,
    pub(super) kind: Holds,
}

/// The content of an element, and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// Stands among blocks and holds blocks.
    Flow,
    /// Stands among blocks and holds a line of text.
    Line,
    /// Stands in a line of text and holds one.
    Phrase,
}

macro_rules! tags {
    ($($name:ident = $text:literal, $kind:ident;)*) => {
        impl Tag { $(pub(super) const $name: Self = Self { name: $text, kind: Holds::$kind };)* }
    };
}

tags! {
    ARTICLE = "article", Flow;
    ASIDE = "aside", Flow;
    DD = "dd", Flow;
    DETAILS = "details", Flow;
    DIV = "div", Flow;
    DL = "dl", Flow;
    FIGCAPTION = "figcaption", Flow;
    FIGURE = "figure", Flow;
    LI = "li", Flow;
    OL = "ol", Flow;
    SECTION = "section", Flow;
    TABLE = "table", Flow;
    TBODY = "tbody", Flow;
    TD = "td", Flow;
    TFOOT = "tfoot", Flow;
    TH = "th", Flow;
    THEAD = "thead", Flow;
    TR = "tr", Flow;
    UL = "ul", Flow;
    CAPTION = "caption", Line;
    DT = "dt", Line;
    H2 = "h2", Line;
    H3 = "h3", Line;
    H4 = "h4", Line;
    H5 = "h5", Line;
    H6 = "h6", Line;
    P = "p", Line;
    SUMMARY = "summary", Line;
    A = "a", Phrase;
    ABBR = "abbr", Phrase;
    CODE = "code", Phrase;
    DEL = "del", Phrase;
    EM = "em", Phrase;
    INS = "ins", Phrase;
    S = "s", Phrase;
    SPAN = "span", Phrase;
    STRONG = "strong", Phrase;
    SUB = "sub", Phrase;
    SUP = "sup", Phrase;
    U = "u", Phrase;
    MATH = "math", Phrase;
    MFRAC = "mfrac", Phrase;
    MI = "mi", Phrase;
    MN = "mn", Phrase;
    MO = "mo", Phrase;
    MOVER = "mover", Phrase;
    MROOT = "mroot", Phrase;
    MROW = "mrow", Phrase;
    MSQRT = "msqrt", Phrase;
    MSUB = "msub", Phrase;
    MSUBSUP = "msubsup", Phrase;
    MSUP = "msup", Phrase;
    MTABLE = "mtable", Phrase;
    MTD = "mtd", Phrase;
    MTEXT = "mtext", Phrase;
    MTR = "mtr", Phrase;
    MUNDER = "munder", Phrase;
    MUNDEROVER = "munderover", Phrase;
}

impl Tag {
    /// The heading of a level; there are no more than five below the page's own.
    pub(super) fn heading(level: u8) -> Self {
        [Self::H2, Self::H3, Self::H4, Self::H5, Self::H6][usize::from(level.min(4))]
    }
}
