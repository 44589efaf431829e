//! Names of entries: which are safe, which are junk, which stand there twice.

use std::collections::{BTreeSet, HashSet};
use std::io::{self, BufReader, Read, Seek, SeekFrom};

use super::Limits;

/// Whether a name is a relative path that leads nowhere but down.
pub(super) fn is_safe(name: &str, limits: &Limits) -> bool {
    let path = name.strip_suffix('/').unwrap_or(name);
    let mut parts = 0_usize;
    for part in path.split('/') {
        parts += 1;
        // A colon makes a drive or a stream on Windows, where people unpack what we give out again.
        if matches!(part, "" | "." | "..") || part.contains(['\\', ':']) || part.chars().any(char::is_control) {
            return false;
        }
    }
    parts <= limits.depth + 1 && name.len() <= limits.name_bytes
}

/// Whether an operating system left the file there.
pub(super) fn is_junk(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or_default();
    name.split('/').any(|part| part == "__MACOSX")
        || file.starts_with("._")
        || [".ds_store", "thumbs.db", "desktop.ini"].contains(&file.to_ascii_lowercase().as_str())
}

/// The name as it can be shown in a report.
pub(super) fn printable(name: &str) -> String {
    name.chars().take(300).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect()
}

/// Names that the directory holds more than once, read from its own bytes.
pub(super) fn repeated(source: &mut (impl Read + Seek), start: u64, most: usize) -> io::Result<BTreeSet<String>> {
    const SIGNATURE: &[u8] = b"PK\x01\x02";
    source.seek(SeekFrom::Start(start))?;
    let mut source = BufReader::new(source);
    let (mut seen, mut repeated) = (HashSet::new(), BTreeSet::new());
    let mut header = [0; 46];
    for _ in 0..most {
        if source.read_exact(&mut header).is_err() || &header[..4] != SIGNATURE {
            break;
        }
        let length = |at: usize| usize::from(u16::from_le_bytes([header[at], header[at + 1]]));
        let mut name = vec![0; length(28)];
        source.read_exact(&mut name)?;
        let rest = i64::try_from(length(30) + length(32)).unwrap_or_default();
        source.seek_relative(rest)?;
        if let Some(again) = seen.replace(name) {
            repeated.insert(String::from_utf8_lossy(&again).into_owned());
        }
    }
    Ok(repeated)
}
