//! Pictures on the page: places that the web fills in, and boxes that tell why there is nothing to see.

use super::page::PageWriter;
use super::tag::Tag;
use super::{Figure, Media, Picture};
use crate::document::NodeId;
use crate::document::outline::Sheet;
use crate::document::words::Word;

impl PageWriter<'_> {
    pub(super) fn graphic(&mut self, id: NodeId, index: u32, is_symbol: bool) {
        let graphic = &self.document.graphics[index as usize];
        let picture = self.options.links.picture(&graphic.icn, graphic.file.as_deref());
        let (state, media, reason) = match &picture {
            Picture::Found { media } => ("found", Some(*media), None),
            Picture::Missing => ("missing", None, Some(Word::PictureMissing)),
            Picture::Unsupported => ("unsupported", None, Some(Word::PictureUnsupported)),
            Picture::Unreadable => ("unreadable", None, Some(Word::PictureUnreadable)),
            Picture::Pending => ("pending", None, None),
        };
        let index = self.figures.len().to_string();
        let mut attributes = vec![("data-icn", &*graphic.icn), ("data-state", state), ("data-figure", index.as_str())];
        if let Some(media) = media {
            attributes.push(("data-media", media.as_str()));
        }
        if !self.copying {
            self.figures.push(Figure {
                id: graphic.figure_id.clone(),
                number: graphic.number.to_string(),
                title: graphic.title.to_string(),
                icn: graphic.icn.to_string(),
                file: graphic.file.clone(),
                picture,
                hotspots: graphic.hotspots.clone(),
            });
        }
        let (tag, class) = if is_symbol { (Tag::SPAN, "s1d-graphic s1d-symbol") } else { (Tag::DIV, "s1d-graphic") };
        self.html.open_with(tag, class, &attributes);
        self.html.open(Tag::SPAN, "s1d-graphic-note s1d-gen");
        self.html.text(&graphic.icn);
        if let Some(Sheet { number, of }) = graphic.sheet {
            self.html.text(&format!(" ({} {number} {} {of})", self.word(Word::Sheet), self.word(Word::Of)));
        }
        if let Some(reason) = reason {
            self.html.text(&format!("{}{}", self.notice(Word::Separator), self.notice(reason)));
        }
        self.html.close();
        self.children(id);
        self.html.close();
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
