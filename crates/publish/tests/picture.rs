//! Pictures of every kind, whole and broken.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};
use publish::picture::{CODES, THUMB_EDGE, shown_type, thumb, view};

fn drawn(format: ImageFormat, width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image = DynamicImage::new_rgb8(width, height);
    image.write_to(&mut bytes, format).expect("it is in memory");
    bytes.into_inner()
}

fn size(png: &[u8]) -> (u32, u32) {
    let image = image::load_from_memory_with_format(png, ImageFormat::Png).expect("a PNG");
    (image.width(), image.height())
}

#[test]
fn tiff_becomes_png_of_the_same_size() {
    let shown = view(&drawn(ImageFormat::Tiff, 300, 20), "image/tiff").expect("it is read");
    assert_eq!(shown.media_type, "image/png");
    assert_eq!(size(&shown.converted.expect("converted")), (300, 20));
}

#[test]
fn what_browsers_show_is_left_as_it_is() {
    for (format, media_type) in
        [(ImageFormat::Png, "image/png"), (ImageFormat::Jpeg, "image/jpeg"), (ImageFormat::Gif, "image/gif")]
    {
        let shown = view(&drawn(format, 10, 10), media_type).expect("it is read");
        assert_eq!((shown.media_type, shown.converted), (media_type, None));
    }
    for media_type in ["application/pdf", "video/mp4", "audio/mpeg"] {
        assert_eq!(view(b"anything", media_type).expect("not looked at").media_type, media_type);
        assert_eq!(thumb(b"anything", media_type).expect_err("too much work").code(), "picture.unsupported");
    }
    assert_eq!(shown_type("application/x-shockwave-flash"), None);
}

#[test]
fn a_small_picture_has_no_long_side() {
    for (format, media_type) in [
        (ImageFormat::Png, "image/png"),
        (ImageFormat::Jpeg, "image/jpeg"),
        (ImageFormat::Gif, "image/gif"),
        (ImageFormat::Tiff, "image/tiff"),
    ] {
        let small = thumb(&drawn(format, 1_000, 500), media_type).expect("it is read");
        assert_eq!(size(&small.converted.expect("converted")), (THUMB_EDGE, THUMB_EDGE / 2), "{media_type}");
        let tiny = thumb(&drawn(format, 10, 5), media_type).expect("it is read");
        assert_eq!(size(&tiny.converted.expect("converted")), (10, 5), "nothing is made larger");
    }
}

#[test]
fn a_broken_picture_says_so_wherever_it_is_cut() {
    for (format, media_type) in [(ImageFormat::Png, "image/png"), (ImageFormat::Tiff, "image/tiff")] {
        let whole = drawn(format, 40, 40);
        for cut in [0, 1, 8, 20, whole.len() / 2, whole.len() - 1] {
            let code = view(&whole[..cut], media_type).expect_err("it is cut").code();
            assert!(["picture.unreadable", "picture.truncated"].contains(&code), "{media_type} {cut} {code}");
        }
    }
    let mut changed = drawn(ImageFormat::Png, 40, 40);
    let middle = changed.len() / 2;
    changed[middle] ^= 0xff;
    assert_eq!(view(&changed, "image/png").expect_err("it is changed").code(), "picture.truncated");
    assert_eq!(view(b"no metafile", "image/cgm").expect_err("it is none").code(), "cgm.not_cgm");
    assert_eq!(view(b"BEGMF 'x';", "image/cgm").expect_err("in clear text").code(), "cgm.clear_text");
    assert!(view(b"BEGMF 'x';", "image/cgm").expect_err("in clear text").is_unsupported());
    assert_eq!(view(b"<svg", "image/svg+xml").expect_err("no XML").code(), "picture.unreadable");
}

#[test]
fn a_picture_that_would_fill_the_memory_is_not_opened() {
    // A PNG whose header states 60,000 by 60,000 pixels.
    let mut head = drawn(ImageFormat::Png, 1, 1);
    head[16..20].copy_from_slice(&60_000_u32.to_be_bytes());
    head[20..24].copy_from_slice(&60_000_u32.to_be_bytes());
    let sum = crc32fast::hash(&head[12..29]).to_be_bytes();
    head[29..33].copy_from_slice(&sum);
    for code in
        [view(&head, "image/png"), thumb(&head, "image/png")].map(|looked| looked.expect_err("too large").code())
    {
        assert!(["picture.too_large", "picture.unreadable"].contains(&code), "{code}");
    }
}

#[test]
fn every_code_is_on_the_list() {
    assert!(CODES.is_sorted());
    for code in ["cgm.not_cgm", "cgm.truncated", "picture.missing", "picture.too_large", "picture.truncated"] {
        assert!(CODES.contains(&code), "{code}");
    }
}
