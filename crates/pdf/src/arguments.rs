//! The command line.

use std::ffi::{OsStr, OsString};
use std::ops::Range;
use std::path::PathBuf;

/// The book to lay out, and the limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Arguments {
    /// Holds `book.json` and `pictures`.
    pub(crate) folder: PathBuf,
    /// The PDF to be written.
    pub(crate) output: PathBuf,
    /// Bytes of memory; no limit without it.
    pub(crate) memory: Option<u64>,
    /// Folders with fonts, before the usual ones.
    pub(crate) fonts: Vec<PathBuf>,
    /// A part to try, without writing a PDF: the server looks for one that ends the program.
    pub(crate) only: Option<BookPart>,
}

/// A part of a book that is tried alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BookPart {
    /// Without the logo.
    Modules(Range<usize>),
    Logo,
}

const USAGE: &str =
    "usage: airfolio-pdf FOLDER OUTPUT [--memory-mb N] [--fonts DIR]… [--only FROM-TO|logo] | --version";

impl Arguments {
    /// None where only the version is asked for.
    pub(crate) fn parse(mut given: impl Iterator<Item = OsString>) -> Result<Option<Self>, String> {
        let (mut paths, mut fonts, mut memory, mut only) = (Vec::new(), Vec::new(), None, None);
        while let Some(argument) = given.next() {
            let mut value = || given.next().ok_or_else(|| USAGE.to_owned());
            match argument.to_str() {
                Some("--version") => return Ok(None),
                Some("--memory-mb") => {
                    let text = value()?;
                    let number = text.to_str().and_then(|text| text.parse::<u64>().ok());
                    let bytes = number.and_then(|number| number.checked_mul(1 << 20)).filter(|bytes| *bytes > 0);
                    memory = Some(bytes.ok_or_else(|| USAGE.to_owned())?);
                }
                Some("--fonts") => fonts.push(PathBuf::from(value()?)),
                Some("--only") => only = Some(part(&value()?).ok_or_else(|| USAGE.to_owned())?),
                Some(option) if option.starts_with('-') => return Err(USAGE.to_owned()),
                _ => paths.push(PathBuf::from(argument)),
            }
        }
        let [folder, output] = <[PathBuf; 2]>::try_from(paths).map_err(|_| USAGE.to_owned())?;
        Ok(Some(Self { folder, output, memory, fonts, only }))
    }
}

/// The word `logo`, or modules from one on and before another, as in `0-10`.
fn part(text: &OsStr) -> Option<BookPart> {
    let text = text.to_str()?;
    if text == "logo" {
        return Some(BookPart::Logo);
    }
    let (from, to) = text.split_once('-')?;
    let (from, to): (usize, usize) = (from.parse().ok()?, to.parse().ok()?);
    (from <= to).then_some(BookPart::Modules(from..to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Option<Arguments>, String> {
        Arguments::parse(words.iter().map(OsString::from))
    }

    #[test]
    fn two_paths_and_limits_are_read() {
        let read = parse(&["in", "--memory-mb", "512", "out.pdf", "--fonts", "f"]).expect("arguments");
        let read = read.expect("a book");
        assert_eq!((read.folder, read.output), (PathBuf::from("in"), PathBuf::from("out.pdf")));
        assert_eq!((read.memory, read.fonts, read.only), (Some(512 << 20), vec![PathBuf::from("f")], None));
        let part = parse(&["in", "out", "--only", "2-5"]).expect("arguments").expect("a part");
        assert_eq!(part.only, Some(BookPart::Modules(2..5)));
        let logo = parse(&["in", "out", "--only", "logo"]).expect("arguments").expect("a part");
        assert_eq!(logo.only, Some(BookPart::Logo));
    }

    #[test]
    fn anything_else_is_refused() {
        for words in [
            &["in"][..],
            &["in", "out", "more"],
            &["in", "out", "--memory-mb", "0"],
            &["in", "out", "--what"],
            &["in", "out", "--only", "5-2"],
            &["in", "out", "--only", "title"],
        ] {
            assert!(parse(words).is_err(), "{words:?}");
        }
        assert_eq!(parse(&["--version"]), Ok(None));
    }
}
