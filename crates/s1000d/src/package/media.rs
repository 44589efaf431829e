//! Formats of illustrations: which are supported, and whether a file is what its name says.

/// The type of a file by its first bytes, as its usual extension.
pub fn format_of(bytes: &[u8]) -> Option<&'static str> {
    let starts = |magic: &[u8]| bytes.starts_with(magic);
    let at = |place: usize, magic: &[u8]| bytes.get(place..place + magic.len()) == Some(magic);
    Some(match bytes {
        _ if starts(b"\x89PNG\r\n\x1a\n") => "png",
        _ if starts(b"\xff\xd8\xff") => "jpg",
        _ if starts(b"GIF87a") || starts(b"GIF89a") => "gif",
        _ if starts(b"II*\0") || starts(b"MM\0*") => "tif",
        _ if starts(b"%PDF-") => "pdf",
        _ if starts(b"FWS") || starts(b"CWS") || starts(b"ZWS") => "swf",
        _ if starts(b"MZ") => "exe",
        _ if starts(b"\x7fELF") => "elf",
        _ if starts(b"PK\x03\x04") => "zip",
        _ if starts(b"BM") && bytes.len() > 26 => "bmp",
        _ if at(4, b"ftyp") => "mp4",
        _ if starts(b"\x1aE\xdf\xa3") => "webm",
        _ if starts(b"RIFF") && at(8, b"WAVE") => "wav",
        _ if starts(b"ID3") || (bytes.len() > 1 && bytes[0] == 0xff && bytes[1] & 0xe6 == 0xe2) => "mp3",
        // Class 0, element 1 (BEGIN METAFILE) with any length of its name.
        _ if bytes.len() > 2 && bytes[0] == 0x00 && bytes[1] & 0xe0 == 0x20 => "cgm",
        _ if is_svg(bytes) => "svg",
        _ => return None,
    })
}

/// SVG is XML whose root is `svg`; a prologue and comments may be long.
fn is_svg(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = text.trim_ascii_start();
    text.starts_with(b"<") && memchr::memmem::find(&text[..text.len().min(8 << 10)], b"<svg").is_some()
}

/// The extensions of all supported formats.
pub const EXTENSIONS: [&str; 13] =
    ["svg", "png", "jpg", "jpeg", "gif", "tif", "tiff", "cgm", "pdf", "mp4", "webm", "mp3", "wav"];

/// The media type that a supported extension is served with; `None` for what is kept but not shown.
pub fn media_type(extension: &str) -> Option<&'static str> {
    Some(match extension {
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "tif" | "tiff" => "image/tiff",
        "cgm" => "image/cgm",
        "pdf" => "application/pdf",
        "mp4" => "video/mp4",
        "webm" => "video/webm",
        "mp3" => "audio/mpeg",
        "wav" => "audio/wav",
        _ => return None,
    })
}

/// Whether two extensions mean one format.
pub fn is_same(extension: &str, format: &str) -> bool {
    let usual = match extension {
        "jpeg" => "jpg",
        "tiff" => "tif",
        other => other,
    };
    usual == format
}

/// The extension in lower case.
pub fn extension(name: &str) -> String {
    let file = name.rsplit('/').next().unwrap_or_default();
    file.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default()
}
