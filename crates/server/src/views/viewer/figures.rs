//! Wire types for the figures of a module.

use app::reading::viewer::{Figure, Hotspot, Media, Note, PictureState, ResolvedPicture};
use domain::language::Locale;
use serde::Serialize;
use utoipa::ToSchema;

use crate::texts;

/// The availability of a picture.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PictureState)]
pub enum PictureStateView {
    Found,
    Missing,
    Unsupported,
    Unreadable,
}

/// The way a picture is displayed.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PictureMedia)]
pub enum PictureMediaView {
    Image,
    Cgm,
    Pdf,
    Video,
    Audio,
}

/// A picture of a module.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Figure)]
pub struct FigureView {
    /// The HTML id of its figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id: Option<String>,
    pub number: String,
    pub title: String,
    pub icn: String,
    pub state: PictureStateView,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub media: Option<PictureMediaView>,
    /// Its vault path: `/bytes/default{path}?version={versionId}&as=view` serves the bytes to display.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub version_id: Option<String>,
    /// The content type of `as=view`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub media_type: Option<String>,
    /// The reason it cannot be displayed, or its known defects, in the language of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub note: Option<String>,
    pub hotspots: Vec<HotspotView>,
}

impl FigureView {
    pub fn new(figure: &Figure, pictured: ResolvedPicture, locale: Locale) -> Self {
        Self {
            id: figure.id.clone(),
            number: figure.number.clone(),
            title: figure.title.clone(),
            icn: figure.icn.clone(),
            state: match pictured.state {
                PictureState::Found => PictureStateView::Found,
                PictureState::Missing => PictureStateView::Missing,
                PictureState::Unsupported => PictureStateView::Unsupported,
                PictureState::Unreadable => PictureStateView::Unreadable,
            },
            media: pictured.media.map(|media| match media {
                Media::Image => PictureMediaView::Image,
                Media::Cgm => PictureMediaView::Cgm,
                Media::Pdf => PictureMediaView::Pdf,
                Media::Video => PictureMediaView::Video,
                Media::Audio => PictureMediaView::Audio,
            }),
            path: pictured.file.as_ref().map(|file| file.path.clone()),
            version_id: pictured.file.map(|file| file.version_id.to_string()),
            media_type: pictured.media_type.map(str::to_owned),
            note: said(&pictured.notes, locale),
            hotspots: figure.hotspots.iter().map(HotspotView::from).collect(),
        }
    }
}

/// The most important notes about a picture, one sentence each.
fn said(notes: &[Note], locale: Locale) -> Option<String> {
    const MOST: usize = 5;
    let mut sentences: Vec<String> = Vec::new();
    for note in notes {
        let word = |(name, value): &(&str, String)| {
            // Some values are codes with a translation of their own.
            let key = format!("{}.{name}.{value}", note.code);
            let value = texts::catalogue(locale).get(&key).unwrap_or(value).clone();
            ((*name).to_owned(), value)
        };
        let values: Vec<(String, String)> = note.values.iter().map(word).collect();
        sentences.push(texts::say(locale, note.code, &values));
        if sentences.len() == MOST {
            break;
        }
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// A clickable object in a picture.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Hotspot)]
pub struct HotspotView {
    /// The HTML id of its entry in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id: Option<String>,
    /// The id or the name of the area inside the picture.
    pub object: String,
    pub name: String,
    pub title: String,
    /// The HTML ids of its targets in the module.
    pub targets: Vec<String>,
}

impl From<&Hotspot> for HotspotView {
    fn from(hotspot: &Hotspot) -> Self {
        let Hotspot { id, object, name, title, targets } = hotspot.clone();
        Self { id, object, name, title, targets }
    }
}
