//! Cell arrays and tiles.

use super::Painter;
use crate::decode::{Cells, Tile, TileArray, TileCells};
use crate::geometry::Point;
use crate::num::real_of;
use crate::precision::Precision;
use crate::raster::{Bitmap, ready_picture};
use crate::report::Style;
use crate::svg::fraction;

/// A tile array under construction.
#[derive(Debug)]
pub(super) struct TileArrayBuilder {
    array: TileArray,
    next: usize,
    markup: String,
}

impl Painter<'_> {
    /// The first cell is at P, rows run from P to R and are stacked from R to Q.
    pub(super) fn cell_array(&mut self, [p, q, r]: [Point; 3], cells: &Cells, precision: &Precision) {
        let (columns, rows) = (cells.columns, cells.rows);
        let Some(uri) = self.cells_uri(cells, precision) else { return };
        let clip = self.clip();
        let Some(canvas) = &mut self.canvas else { return };
        let [p, q, r] = [p, q, r].map(|point| canvas.frame.point(point));
        let along = (r - p) * (1.0 / real_of(columns));
        let down = (q - r) * (1.0 / real_of(rows));
        let matrix = [along.x, along.y, down.x, down.y, p.x, p.y].map(fraction).join(" ");
        let image = image(&uri, (0.0, 0.0), (columns, rows));
        canvas.svg.clipped(clip.as_deref(), &format!("<g transform=\"matrix({matrix})\">{image}</g>"));
    }

    /// A cell table as an image URI; `None` when it is empty or too large.
    pub(super) fn cells_uri(&mut self, cells: &Cells, precision: &Precision) -> Option<String> {
        if cells.columns == 0 || cells.rows == 0 || !self.spend_cells(cells.count()) {
            return None;
        }
        let palette = &self.state.palette;
        let clear = self.state.attributes.transparent_cell.map(|colour| palette.resolve(colour, precision.colour));
        cells.expand(palette, clear).uri()
    }

    pub(super) fn begin_tiles(&mut self, array: &TileArray) {
        self.tiles = Some(TileArrayBuilder { array: array.clone(), next: 0, markup: String::new() });
    }

    pub(super) fn tile(&mut self, tile: &Tile, precision: &Precision) {
        let Some(tiles) = &mut self.tiles else { return self.report.malformed(4, 29) };
        let (columns, rows) = tiles.array.cells;
        let (along, down) = tiles.array.tiles;
        let place = tiles.next;
        tiles.next += 1;
        if along == 0 || place / along >= down || columns == 0 || rows == 0 {
            return self.report.malformed(4, 29);
        }
        let Some(uri) = self.tile_uri(tile, (columns, rows), precision) else { return };
        if let Some(tiles) = &mut self.tiles {
            let x = real_of(place % along * columns) - real_of(tiles.array.offset.0);
            let y = real_of(place / along * rows) - real_of(tiles.array.offset.1);
            tiles.markup.push_str(&image(&uri, (x, y), (columns, rows)));
        }
    }

    fn tile_uri(&mut self, tile: &Tile, (columns, rows): (usize, usize), precision: &Precision) -> Option<String> {
        if matches!(tile.compression, 7 | 9) {
            let uri = ready_picture(&tile.bytes);
            if uri.is_none() {
                self.report.malformed(4, 29);
            }
            return uri;
        }
        let count = columns.checked_mul(rows);
        let cost = if matches!(tile.cells, TileCells::Bitonal { .. }) { count.map(|count| count / 8) } else { count };
        if !self.spend_cells(cost) {
            return None;
        }
        match &tile.cells {
            TileCells::Bitonal { background, foreground, row_bits } => {
                let resolve = |colour| self.state.palette.resolve(colour, precision.colour);
                let (background, foreground) = (resolve(*background), resolve(*foreground));
                self.bitmap(tile, (columns, rows), *row_bits)?.uri(background, foreground)
            }
            TileCells::Coloured(layout) if matches!(tile.compression, 0 | 1 | 5 | 6) => {
                let run_length = tile.compression == 6;
                let cells = Cells { columns, rows, layout: *layout, run_length, bytes: tile.bytes.clone() };
                cells.expand(&self.state.palette, None).uri()
            }
            TileCells::Coloured(_) => {
                self.report.replaced(Style::TileCompression, tile.compression);
                self.report.not_drawn(4, 29);
                None
            }
        }
    }

    fn bitmap(&mut self, tile: &Tile, (columns, rows): (usize, usize), row_bits: usize) -> Option<Bitmap> {
        let bitmap = match tile.compression {
            0 => Some(Bitmap::plain(&[], columns, rows, 8)),
            1 => Some(Bitmap::plain(&vec![0xff; columns.div_ceil(8) * rows], columns, rows, 8)),
            2 => Bitmap::group_4(&tile.bytes, columns, rows),
            3 => Bitmap::group_3(&tile.bytes, columns, rows),
            5 => Some(Bitmap::plain(&tile.bytes, columns, rows, row_bits)),
            other => {
                self.report.replaced(Style::TileCompression, other);
                self.report.not_drawn(4, 28);
                return None;
            }
        };
        if bitmap.is_none() {
            self.report.malformed(4, 28);
        }
        bitmap
    }

    /// Writes all tiles: one group scaled to cells, clipped to the image.
    pub(super) fn end_tiles(&mut self) {
        let Some(TileArrayBuilder { array, markup, .. }) = self.tiles.take() else { return };
        let clip = self.clip();
        let Some(canvas) = self.canvas.as_mut().filter(|_| !markup.is_empty()) else { return };
        let right = Point::new(array.size.0, 0.0);
        let turned = |vector: Point, quarters: i64| match quarters.rem_euclid(4) {
            0 => vector,
            1 => Point::new(-vector.y, vector.x),
            2 => vector * -1.0,
            _ => Point::new(vector.y, -vector.x),
        };
        let along = canvas.frame.vector(turned(right, array.path));
        let quarter = if array.clockwise { 3 } else { 1 };
        let down = canvas.frame.vector(turned(Point::new(array.size.1, 0.0), array.path + quarter));
        let position = canvas.frame.point(array.position);
        let matrix = [along.x, along.y, down.x, down.y, position.x, position.y].map(fraction).join(" ");
        let (width, height) = array.image;
        let cut = canvas
            .svg
            .define(|id| format!("<clipPath id=\"{id}\"><rect width=\"{width}\" height=\"{height}\"/></clipPath>"));
        let group = format!("<g transform=\"matrix({matrix})\" clip-path=\"url(#{cut})\">{markup}</g>");
        canvas.svg.clipped(clip.as_deref(), &group);
    }
}

fn image(uri: &str, (x, y): (f64, f64), (width, height): (usize, usize)) -> String {
    let (x, y) = (fraction(x), fraction(y));
    format!(
        "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
         image-rendering=\"pixelated\" href=\"{uri}\"/>"
    )
}
