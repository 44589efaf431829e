//! Pictures on the pages of a site.

use std::collections::HashSet;
use std::hash::BuildHasher;

use s1000d::document::html::{Figure, Media};
use serde_json::{Value, json};

use super::markup::{Markup, script};
use super::targets::{Answer, SitePicture, SiteTargets, file_name, need_of_picture};

/// The note that the reader's page has in the place of a picture.
const NOTE: &str = "<span class=\"s1d-graphic-note s1d-gen\">";
const NOTE_END: &str = "</span>";
const SVG: &str = "image/svg+xml";
/// The attributes that name parts of a drawing.
const PART_NAMES: [&str; 4] = ["data-aps-id=", "data-apsid=", "data-apsname=", " id="];

/// A drawing as a script: a page on disk may not read the parts of a picture that it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureCopy {
    /// Path in the site.
    pub path: String,
    pub bytes: Vec<u8>,
}

/// The path of a picture in the site, by its file name in the library and the type that browsers get. Two paths never
/// differ by case alone; `taken` remembers those of the site.
pub fn picture_path<S: BuildHasher>(key: &str, media_type: &str, taken: &mut HashSet<String, S>) -> String {
    let name = file_name(key);
    let ending = match media_type {
        SVG => ".svg",
        "image/png" => ".png",
        _ => "",
    };
    let has_it = name.to_ascii_lowercase().ends_with(ending);
    let whole = [name.as_str(), if has_it { "" } else { ending }].concat();
    let mut path = ["pictures/", whole.as_str()].concat();
    let (stem, last) = whole.rfind('.').map_or((whole.as_str(), ""), |at| whole.split_at(at));
    let mut number = 1_usize;
    while !taken.insert(path.to_ascii_lowercase()) {
        number += 1;
        path = ["pictures/", stem, "-", &number.to_string(), last].concat();
    }
    path
}

/// The kind of a picture; `None` for what no page shows.
pub fn media_of(media_type: &str) -> Option<Media> {
    match media_type {
        "image/cgm" => Some(Media::Cgm),
        "application/pdf" => Some(Media::Pdf),
        _ if media_type.starts_with("image/") => Some(Media::Image),
        _ if media_type.starts_with("video/") => Some(Media::Video),
        _ if media_type.starts_with("audio/") => Some(Media::Audio),
        _ => None,
    }
}

/// The copy of a picture for pages with hotspots in it; `None` for one that is no drawing, or has no named parts.
pub fn picture_copy(path: &str, media_type: &str, bytes: &[u8]) -> Option<PictureCopy> {
    let text = std::str::from_utf8(bytes).ok().filter(|_| media_type == SVG)?;
    if !PART_NAMES.iter().any(|name| text.contains(name)) {
        return None;
    }
    let bytes = script("site.drawing", &[json!(path), json!(text)]);
    Some(PictureCopy { path: copy_path(path), bytes })
}

fn copy_path(path: &str) -> String {
    [path, ".js"].concat()
}

/// Puts pictures in the places of their notes; a note stays where there is no picture.
pub(super) fn place(html: &str, figures: &[Figure], targets: &SiteTargets) -> String {
    let mut out = Markup::with_room_for(html.len() + figures.len() * 400);
    let mut rest = html;
    while let Some(at) = rest.find(NOTE) {
        let (before, from_note) = rest.split_at(at);
        let end = from_note.find(NOTE_END).map_or(from_note.len(), |end| end + NOTE_END.len());
        let (note, after) = from_note.split_at(end);
        out.raw(before);
        let slot = slot_of(before).and_then(|slot| Some((slot, figures.get(slot.figure)?)));
        match slot.map(|(slot, figure)| (slot, figure, picture_of(figure, targets))) {
            Some((slot, figure, Some(picture))) => draw(&mut out, &slot, figure, picture),
            _ => out.raw(note),
        }
        rest = after;
    }
    out.raw(rest);
    out.finish()
}

/// The hotspots of the figures of a page, for its script.
pub(super) fn hotspots(figures: &[Figure], targets: &SiteTargets) -> Vec<Value> {
    let with_hotspots = figures.iter().enumerate().filter(|(_, figure)| !figure.hotspots.is_empty());
    let listed = with_hotspots.filter_map(|(place, figure)| {
        let picture = picture_of(figure, targets).filter(|picture| picture.has_copy)?;
        let hotspots: Vec<Value> = figure
            .hotspots
            .iter()
            .map(|hotspot| {
                json!({
                    "id": hotspot.id,
                    "object": hotspot.object,
                    "name": hotspot.name,
                    "title": hotspot.title,
                    "targets": hotspot.targets,
                })
            })
            .collect();
        Some(json!({
            "figure": place,
            "picture": picture.path,
            "copy": copy_path(&picture.path),
            "hotspots": hotspots,
        }))
    });
    listed.collect()
}

fn picture_of<'a>(figure: &Figure, targets: &'a SiteTargets) -> Option<&'a SitePicture> {
    match targets.answer(&need_of_picture(&figure.icn, figure.file.as_deref())) {
        Answer::Picture(picture) if picture.unshown.is_none() => Some(picture),
        _ => None,
    }
}

/// The place of a picture in a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Slot {
    /// Index in the figures of the page.
    figure: usize,
    /// Whether it stands in a line of text.
    in_line: bool,
}

/// The slot whose start tag ends a piece of HTML.
fn slot_of(before: &str) -> Option<Slot> {
    let tag = before.get(before.rfind('<')?..)?;
    let (_, value) = tag.split_once("data-figure=\"")?;
    let (number, _) = value.split_once('"')?;
    Some(Slot { figure: number.parse().ok()?, in_line: tag.starts_with("<span") })
}

fn draw(out: &mut Markup, slot: &Slot, figure: &Figure, picture: &SitePicture) {
    let name = if figure.title.is_empty() { &figure.icn } else { &figure.title };
    let source = ["../", picture.path.as_str()].concat();
    match picture.media {
        Media::Image | Media::Cgm if slot.in_line => image(out, "pv-symbol", &source, name),
        Media::Image | Media::Cgm => {
            out.raw("<div class=\"rd-picture pv\" data-figure-box=\"");
            out.raw(&slot.figure.to_string());
            out.raw("\"><div class=\"pv-tools\"><code class=\"pv-icn\">");
            out.text(&figure.icn);
            out.raw("</code></div><div class=\"pv-view\"><div class=\"pv-content\" data-fit=\"true\">");
            image(out, "pv-image", &source, name);
            out.raw("</div></div></div>");
        }
        Media::Video | Media::Audio => {
            let (start, end) = if picture.media == Media::Video {
                ("<video class=\"pv-video\" controls=\"\" preload=\"none\"", "></video>")
            } else {
                ("<audio class=\"pv-audio\" controls=\"\" preload=\"none\"", "></audio>")
            };
            out.raw(start);
            out.attribute("src", &source);
            out.attribute("aria-label", name);
            out.raw(end);
        }
        Media::Pdf => {
            out.raw("<a class=\"pv-document\"");
            out.attribute("href", &source);
            out.raw(">");
            out.text(name);
            out.raw(" (PDF)</a>");
        }
    }
}

fn image(out: &mut Markup, class: &str, source: &str, name: &str) {
    out.raw("<img class=\"");
    out.raw(class);
    out.raw("\" loading=\"lazy\"");
    out.attribute("src", source);
    out.attribute("alt", name);
    out.raw("/>");
}

#[cfg(test)]
mod tests {
    use s1000d::document::Hotspot;
    use s1000d::document::html::Picture;

    use super::*;

    fn figure(icn: &str, hotspots: Vec<Hotspot>) -> Figure {
        Figure {
            id: None,
            number: "1".to_owned(),
            title: "A \"pump\"".to_owned(),
            icn: icn.to_owned(),
            file: None,
            picture: Picture::Pending,
            hotspots,
        }
    }

    fn targets() -> SiteTargets {
        let picture = SitePicture {
            key: "ICN-1.CGM".to_owned(),
            code: "ICN-1".to_owned(),
            path: picture_path("ICN-1.CGM", "image/svg+xml", &mut HashSet::new()),
            media: Media::Cgm,
            has_copy: true,
            unshown: None,
        };
        SiteTargets::new(&[], &[], vec![picture])
    }

    #[test]
    fn pictures_stand_in_their_places_and_missing_ones_keep_their_note() {
        let html = "<div class=\"s1d-graphic\" data-icn=\"ICN-1\" data-figure=\"0\">\
            <span class=\"s1d-graphic-note s1d-gen\">ICN-1</span></div>\
            <div class=\"s1d-graphic\" data-figure=\"1\"><span class=\"s1d-graphic-note s1d-gen\">ICN-2</span></div>\
            <span class=\"s1d-graphic s1d-symbol\" data-figure=\"0\"><span class=\"s1d-graphic-note s1d-gen\">ICN-1</span></span>";
        let figures = [figure("ICN-1", Vec::new()), figure("ICN-2", Vec::new())];
        let placed = place(html, &figures, &targets());
        assert_eq!(placed.matches("src=\"../pictures/ICN-1.CGM.svg\"").count(), 2, "{placed}");
        assert!(placed.contains("alt=\"A &quot;pump&quot;\""), "{placed}");
        assert!(placed.contains("ICN-2</span></div>"), "{placed}");
        assert_eq!(placed.matches("<img class=\"pv-symbol\"").count(), 1, "{placed}");
    }

    #[test]
    fn hotspots_are_listed_with_the_copy_of_their_drawing() {
        let hotspot = Hotspot { object: "A1".to_owned(), ..Hotspot::default() };
        let listed = hotspots(&[figure("ICN-1", vec![hotspot]), figure("ICN-1", Vec::new())], &targets());
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0]["copy"], "pictures/ICN-1.CGM.svg.js");
        let path = "pictures/ICN-1.CGM.svg";
        let copy = picture_copy(path, SVG, b"<svg id='a'/>").expect("a drawing with parts");
        assert_eq!(copy.path, "pictures/ICN-1.CGM.svg.js");
        assert_eq!(copy.bytes, b"site.drawing(\"pictures/ICN-1.CGM.svg\",\"<svg id='a'/>\");\n");
        assert_eq!(picture_copy(path, SVG, b"<svg/>"), None, "nothing in it has a name");
        assert_eq!(picture_copy(path, "image/png", b" id="), None);
    }

    #[test]
    fn pictures_are_called_by_their_file_and_the_type_that_browsers_get() {
        let mut taken = HashSet::new();
        let mut path = |key: &str, media_type: &str| picture_path(key, media_type, &mut taken);
        assert_eq!(path("ICN 1.TIF", "image/png"), "pictures/ICN_1.TIF.png");
        assert_eq!(path("A.PNG", "image/png"), "pictures/A.PNG");
        assert_eq!(path("A.mp4", "video/mp4"), "pictures/A.mp4");
        assert_eq!(path("ICN_1.TIF.PNG", "image/png"), "pictures/ICN_1.TIF-2.PNG", "names are unique");
        assert_eq!(path("a.png", "image/png"), "pictures/a-2.png");
    }
}
