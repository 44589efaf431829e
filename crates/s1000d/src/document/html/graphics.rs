//! Pictures on the page: places that the web fills in, and boxes that tell why there is nothing to see.

use super::page::PageWriter;
use super::tag::Tag;
use super::{Figure, Media, Picture};
use crate::document::NodeId;
use crate::document::outline::Sheet;
use crate::document::shared::SharedSymbol;
use crate::document::words::Word;

/// Figures that a copy is compared with; each copy looks again.
const MAX_COMPARED: usize = 1_000;

impl PageWriter<'_> {
    pub(super) fn graphic(&mut self, id: NodeId, index: u32, is_symbol: bool) {
        let graphic = &self.document.graphics[index as usize];
        let figure = Figure {
            id: graphic.figure_id.clone(),
            number: graphic.number.to_string(),
            title: graphic.title.to_string(),
            icn: graphic.icn.to_string(),
            file: graphic.file.clone(),
            picture: self.options.links.picture(&graphic.icn, graphic.file.as_deref()),
            hotspots: graphic.hotspots.clone(),
        };
        self.open_picture(figure, graphic.sheet, is_symbol);
        self.children(id);
        self.html.close();
    }

    /// The symbol of a warning that stands in a repository.
    pub(super) fn shared_symbol(&mut self, symbol: &SharedSymbol) {
        let figure = Figure {
            id: None,
            number: String::new(),
            title: String::new(),
            icn: symbol.icn.clone(),
            file: symbol.file.clone(),
            picture: self.options.links.picture(&symbol.icn, symbol.file.as_deref()),
            hotspots: Vec::new(),
        };
        self.open_picture(figure, None, true);
        self.html.close();
    }

    /// Opens the place of a picture, with a note that says what belongs there.
    fn open_picture(&mut self, figure: Figure, sheet: Option<Sheet>, is_symbol: bool) {
        let (state, media, reason) = match &figure.picture {
            Picture::Found { media } => ("found", Some(*media), None),
            Picture::Missing => ("missing", None, Some(Word::PictureMissing)),
            Picture::Unsupported => ("unsupported", None, Some(Word::PictureUnsupported)),
            Picture::Unreadable => ("unreadable", None, Some(Word::PictureUnreadable)),
            Picture::Pending => ("pending", None, None),
        };
        let icn = figure.icn.clone();
        let index = self.figure_index(figure).to_string();
        let mut attributes = vec![("data-icn", icn.as_str()), ("data-state", state), ("data-figure", index.as_str())];
        attributes.extend(media.map(|media| ("data-media", media.as_str())));
        let (tag, class) = if is_symbol { (Tag::SPAN, "s1d-graphic s1d-symbol") } else { (Tag::DIV, "s1d-graphic") };
        self.html.open_with(tag, class, &attributes);
        self.html.open(Tag::SPAN, "s1d-graphic-note s1d-gen");
        self.html.text(&icn);
        if let Some(Sheet { number, of }) = sheet {
            self.html.text(&format!(" ({} {number} {} {of})", self.word(Word::Sheet), self.word(Word::Of)));
        }
        if let Some(reason) = reason {
            self.html.text(&format!("{}{}", self.notice(Word::Separator), self.notice(reason)));
        }
        self.html.close();
    }

    /// The index of a picture in the list of figures. A copy shows the picture that is listed already.
    fn figure_index(&mut self, figure: Figure) -> usize {
        let is_same = |own: &Figure| own.icn == figure.icn && own.file == figure.file && own.id == figure.id;
        if self.copying
            && let Some(known) = self.figures.iter().take(MAX_COMPARED).position(is_same)
        {
            return known;
        }
        self.figures.push(figure);
        self.figures.len() - 1
    }
}

impl Media {
    /// The word of `data-media`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Cgm => "cgm",
            Self::Pdf => "pdf",
            Self::Video => "video",
            Self::Audio => "audio",
        }
    }
}
