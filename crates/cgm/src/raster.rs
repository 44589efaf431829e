//! Converts cell rasters to images for browsers.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fax::decoder::{decode_g3, decode_g4};

use crate::colour::{Palette, Rgb};
use crate::decode::{Cells, Layout};
use crate::params::{Bits, Colour};

/// An image in RGBA.
#[derive(Debug, PartialEq)]
pub(crate) struct Raster {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// Red, green, blue and opacity.
    pub(crate) pixels: Vec<u8>,
}

/// A two-colour image; each row starts at a byte boundary.
#[derive(Debug, PartialEq)]
pub(crate) struct Bitmap {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) bits: Vec<u8>,
}

impl Cells {
    /// The number of cells; `None` on overflow.
    pub(crate) fn count(&self) -> Option<usize> {
        self.columns.checked_mul(self.rows)
    }

    /// Expands the cells to colours. Missing cells stay transparent.
    pub(crate) fn expand(&self, palette: &Palette, transparent: Option<Rgb>) -> Raster {
        let mut pixels = Vec::with_capacity(self.columns * self.rows * 4);
        let mut bits = Bits::new(&self.bytes);
        for row in 1..=self.rows {
            let end = row * self.columns * 4;
            while pixels.len() < end {
                let Some((count, colour)) = self.layout.run(&mut bits, self.run_length, palette) else { break };
                let opacity = if transparent == Some(colour) { 0 } else { 255 };
                let room = (end - pixels.len()) / 4;
                for _ in 0..count.clamp(1, room) {
                    pixels.extend([colour[0], colour[1], colour[2], opacity]);
                }
            }
            // A short row does not shift the following ones.
            pixels.resize(end, 0);
            bits.align(self.layout.row_bits);
        }
        Raster { columns: self.columns, rows: self.rows, pixels }
    }
}

impl Layout {
    /// The next colour and its run length.
    fn run(&self, bits: &mut Bits<'_>, run_length: bool, palette: &Palette) -> Option<(usize, Rgb)> {
        let count = if run_length { bits.take(usize::from(self.count_bits)).ok()? as usize } else { 1 };
        let width = usize::from(self.bits);
        let colour = match self.components {
            None => Colour::Index(bits.take(width).ok()?),
            Some(components) => {
                let mut direct = [0; 4];
                for component in direct.iter_mut().take(components) {
                    *component = bits.take(width).ok()?;
                }
                Colour::Direct(direct)
            }
        };
        Some((count, palette.resolve(colour, self.bits)))
    }
}

impl Bitmap {
    /// All cells in one of the two colours.
    fn empty(columns: usize, rows: usize) -> Self {
        Self { columns, rows, bits: vec![0; columns.div_ceil(8) * rows] }
    }

    /// Uncompressed bits, with rows aligned to `row_bits`.
    pub(crate) fn plain(bytes: &[u8], columns: usize, rows: usize, row_bits: usize) -> Self {
        let mut bitmap = Self::empty(columns, rows);
        let mut bits = Bits::new(bytes);
        for row in 0..rows {
            for column in 0..columns {
                match bits.take(1) {
                    Ok(1) => bitmap.set(row, column),
                    Ok(_) => {}
                    Err(_) => return bitmap,
                }
            }
            bits.align(row_bits);
        }
        bitmap
    }

    /// CCITT group 4.
    pub(crate) fn group_4(bytes: &[u8], columns: usize, rows: usize) -> Option<Self> {
        let mut bitmap = Self::empty(columns, rows);
        let (width, height) = (u32::try_from(columns).ok()?, u32::try_from(rows).ok()?);
        let mut row = 0;
        decode_g4(bytes.iter().copied(), width, Some(height), |changes| {
            bitmap.runs(row, changes);
            row += 1;
        });
        (row > 0).then_some(bitmap)
    }

    /// CCITT group 3, one-dimensional.
    pub(crate) fn group_3(bytes: &[u8], columns: usize, rows: usize) -> Option<Self> {
        let mut bitmap = Self::empty(columns, rows);
        let mut row = 0;
        decode_g3(bytes.iter().copied(), |changes| {
            bitmap.runs(row, changes);
            row += 1;
        });
        (row > 0).then_some(bitmap)
    }

    /// Sets the dark runs of a row from its colour changes; a row starts light.
    fn runs(&mut self, row: usize, changes: &[u32]) {
        if row >= self.rows {
            return;
        }
        for run in changes.chunks(2).map(|pair| pair.iter().map(|at| *at as usize).collect::<Vec<_>>()) {
            let to = run.get(1).copied().unwrap_or(self.columns).min(self.columns);
            for column in run[0].min(to)..to {
                self.set(row, column);
            }
        }
    }

    fn set(&mut self, row: usize, column: usize) {
        let at = row * self.columns.div_ceil(8) + column / 8;
        if let Some(byte) = self.bits.get_mut(at) {
            *byte |= 0x80 >> (column % 8);
        }
    }

    pub(crate) fn uri(&self, background: Rgb, foreground: Rgb) -> Option<String> {
        let palette = [background, foreground].concat();
        png(self.columns, self.rows, &self.bits, |encoder| {
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_depth(png::BitDepth::One);
            encoder.set_palette(palette);
        })
    }
}

impl Raster {
    pub(crate) fn uri(&self) -> Option<String> {
        png(self.columns, self.rows, &self.pixels, |encoder| {
            encoder.set_color(png::ColorType::Rgba);
            encoder.set_depth(png::BitDepth::Eight);
        })
    }
}

fn png(
    columns: usize,
    rows: usize,
    bytes: &[u8],
    configure: impl FnOnce(&mut png::Encoder<'_, &mut Vec<u8>>),
) -> Option<String> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, u32::try_from(columns).ok()?, u32::try_from(rows).ok()?);
    encoder.set_compression(png::Compression::Fast);
    configure(&mut encoder);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(bytes).ok()?;
    writer.finish().ok()?;
    Some(data_uri("image/png", &file))
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const JPEG: &[u8] = b"\xff\xd8\xff";

/// An embedded PNG or JPEG, recognised by its signature.
pub(crate) fn ready_picture(bytes: &[u8]) -> Option<String> {
    // A record of unknown length may precede it, so search for the signature.
    let found = |start: &[u8]| {
        let head = bytes.get(..bytes.len().min(4096))?;
        head.windows(start.len()).position(|window| window == start).map(|at| &bytes[at..])
    };
    match (found(PNG), found(JPEG)) {
        (Some(file), _) => Some(data_uri("image/png", file)),
        (None, Some(file)) => Some(data_uri("image/jpeg", file)),
        (None, None) => None,
    }
}

fn data_uri(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", STANDARD.encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(columns: usize, rows: usize, bits: u8, run_length: bool, bytes: &[u8]) -> Cells {
        let layout = Layout { bits, components: None, count_bits: 16, row_bits: 16 };
        Cells { columns, rows, layout, run_length, bytes: bytes.to_vec() }
    }

    fn shades(raster: &Raster) -> Vec<(u8, u8)> {
        raster.pixels.chunks(4).map(|pixel| (pixel[0], pixel[3])).collect()
    }

    #[test]
    fn packed_rows_start_on_words_and_missing_cells_are_clear() {
        let palette = Palette::default();
        let raster = cells(3, 2, 1, false, &[0b1010_0000, 0xff, 0b0100_0000]).expand(&palette, None);
        assert_eq!(shades(&raster), [(0, 255), (255, 255), (0, 255), (255, 255), (0, 255), (255, 255)]);
        let cut = cells(2, 2, 8, false, &[1, 0]).expand(&palette, Some([255; 3]));
        assert_eq!(shades(&cut), [(0, 255), (255, 0), (0, 0), (0, 0)]);
    }

    #[test]
    fn runs_do_not_cross_rows() {
        let raster = cells(2, 2, 8, true, &[0, 9, 1, 0, 0, 2, 0, 0]).expand(&Palette::default(), None);
        assert_eq!(shades(&raster), [(0, 255), (0, 255), (255, 255), (255, 255)]);
    }

    #[test]
    fn facsimile_rows_are_read() {
        // Group 4: a vertical mode 0 is the bit 1, so a row without change is a single bit.
        let bitmap = Bitmap::group_4(&[0b1110_0000, 0, 0], 8, 3).expect("rows");
        assert_eq!(bitmap.bits, [0, 0, 0]);
        assert_eq!(Bitmap::plain(&[0b1000_0000, 0b0100_0000], 2, 2, 8).bits, [0b1000_0000, 0b0100_0000]);
    }

    #[test]
    fn a_ready_picture_is_known_by_its_first_bytes() {
        assert!(ready_picture(b"ab\xff\xd8\xff\xe0").is_some_and(|uri| uri.starts_with("data:image/jpeg;base64,/9j/")));
        assert_eq!(ready_picture(b"<svg onload=alert(1)>"), None);
    }
}
