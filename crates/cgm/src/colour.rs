//! Converts the colours of a metafile to RGB.

use std::collections::HashMap;

use crate::decode::ColourExtent;
use crate::limits::MAX_TABLE;
use crate::num::component;
use crate::params::Colour;
use crate::precision::ColourModel;

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

const WHITE: Rgb = [255; 3];
const BLACK: Rgb = [0; 3];

/// The colour table and background in effect.
#[derive(Clone, Debug)]
pub(crate) struct Palette {
    pub(crate) model: ColourModel,
    extent: Option<ColourExtent>,
    pub(crate) background: Rgb,
    entries: HashMap<u32, Rgb>,
}

impl Default for Palette {
    fn default() -> Self {
        Self { model: ColourModel::Rgb, extent: None, background: WHITE, entries: HashMap::new() }
    }
}

impl Palette {
    pub(crate) fn set_extent(&mut self, extent: ColourExtent) {
        self.extent = Some(extent);
    }

    /// Sets the background, which is also colour 0 until a table defines it.
    pub(crate) fn set_background(&mut self, colour: [u32; 4], bits: u8) {
        self.background = self.direct(colour, bits);
    }

    /// Replaces entries from `start` on; the background and anything already drawn keep their colours.
    pub(crate) fn set_entries(&mut self, start: u32, colours: &[[u32; 4]], bits: u8) {
        for (index, colour) in (start..=u32::MAX).zip(colours) {
            if self.entries.len() < MAX_TABLE || self.entries.contains_key(&index) {
                self.entries.insert(index, self.direct(*colour, bits));
            }
        }
    }

    pub(crate) fn resolve(&self, colour: Colour, bits: u8) -> Rgb {
        match colour {
            Colour::Direct(components) => self.direct(components, bits),
            Colour::Index(index) => {
                self.entries.get(&index).copied().unwrap_or(if index == 0 { self.background } else { BLACK })
            }
        }
    }

    /// Converts a direct colour with `bits` per component.
    pub(crate) fn direct(&self, colour: [u32; 4], bits: u8) -> Rgb {
        match self.model {
            ColourModel::Rgb | ColourModel::RgbRelated => {
                [0, 1, 2].map(|index| component(self.fraction(index, colour[index], bits)))
            }
            ColourModel::Cmyk => {
                let [c, m, y, k] = [0, 1, 2, 3].map(|index| self.fraction(index, colour[index], bits));
                [c, m, y].map(|ink| component((1.0 - ink) * (1.0 - k)))
            }
            ColourModel::CieLab => {
                let [l, a, b] = self.scaled(colour);
                let y = (l + 16.0) / 116.0;
                xyz_to_rgb([y + a / 500.0, y, y - b / 200.0].map(lab_root))
            }
            ColourModel::CieLuv => {
                let [l, u, v] = self.scaled(colour);
                luv_to_rgb(l, u, v)
            }
        }
    }

    fn fraction(&self, index: usize, value: u32, bits: u8) -> f64 {
        let all = if bits >= 32 { u32::MAX } else { (1 << bits) - 1 };
        let (low, high) = match self.extent {
            // Cells may have a lower precision than the one the extent was written for.
            Some(ColourExtent::Range { low, high }) if high[index] <= all => (low[index], high[index]),
            _ => (0, all),
        };
        let (value, low, high) = (f64::from(value), f64::from(low), f64::from(high));
        if high > low { (value - low) / (high - low) } else { 0.0 }
    }

    fn scaled(&self, colour: [u32; 4]) -> [f64; 3] {
        let scales = match self.extent {
            Some(ColourExtent::Scaled(scales)) => scales,
            _ => [(1.0, 0.0); 3],
        };
        [0, 1, 2].map(|index| f64::from(colour[index]) * scales[index].0 + scales[index].1)
    }
}

/// The white point of both CIE colour models (D65).
const WHITE_POINT: [f64; 3] = [0.950_47, 1.0, 1.088_83];

fn lab_root(value: f64) -> f64 {
    if value > 6.0 / 29.0 { value.powi(3) } else { (value - 4.0 / 29.0) * 108.0 / 841.0 }
}

fn luv_to_rgb(lightness: f64, across: f64, along: f64) -> Rgb {
    let [white_x, white_y, white_z] = WHITE_POINT;
    let sum = white_x + 15.0 * white_y + 3.0 * white_z;
    let across = across / (13.0 * lightness) + 4.0 * white_x / sum;
    let along = along / (13.0 * lightness) + 9.0 * white_y / sum;
    if lightness <= 0.0 || along.abs() < 1e-9 {
        return BLACK;
    }
    let y = if lightness > 8.0 { ((lightness + 16.0) / 116.0).powi(3) } else { lightness * 27.0 / 24_389.0 };
    let x = y * 9.0 * across / (4.0 * along);
    let z = y * (12.0 - 3.0 * across - 20.0 * along) / (4.0 * along);
    xyz_to_rgb([x / white_x, y, z / white_z])
}

/// From tristimulus values relative to the white point.
fn xyz_to_rgb(relative: [f64; 3]) -> Rgb {
    let [x, y, z] = [0, 1, 2].map(|index| relative[index] * WHITE_POINT[index]);
    let linear = [
        3.2406 * x - 1.5372 * y - 0.4986 * z,
        -0.9689 * x + 1.8758 * y + 0.0415 * z,
        0.0557 * x - 0.2040 * y + 1.0570 * z,
    ];
    linear.map(|value| {
        component(if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.max(0.0).powf(1.0 / 2.4) - 0.055 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_scaled_by_the_extent() {
        let mut palette = Palette::default();
        palette.set_extent(ColourExtent::Range { low: [0; 4], high: [1000; 4] });
        assert_eq!(palette.direct([1000, 500, 0, 0], 16), [255, 128, 0]);
        assert_eq!(palette.background, WHITE);
    }

    #[test]
    fn a_new_entry_0_leaves_the_background_alone() {
        let mut palette = Palette::default();
        palette.set_entries(0, &[[0; 4], [255, 0, 0, 0]], 8);
        assert_eq!(palette.resolve(Colour::Index(0), 8), BLACK);
        assert_eq!((palette.resolve(Colour::Index(1), 8), palette.background), ([255, 0, 0], WHITE));
        assert_eq!(palette.resolve(Colour::Index(77), 8), BLACK);
    }

    #[test]
    fn the_other_models_know_white_black_and_red() {
        let cmyk = Palette { model: ColourModel::Cmyk, ..Palette::default() };
        assert_eq!(cmyk.direct([0, 255, 255, 0], 8), [255, 0, 0]);
        assert_eq!(cmyk.direct([0, 0, 0, 255], 8), BLACK);
        let mut lab = Palette { model: ColourModel::CieLab, ..Palette::default() };
        lab.set_extent(ColourExtent::Scaled([(100.0 / 255.0, 0.0), (1.0, -128.0), (1.0, -128.0)]));
        assert_eq!(lab.direct([255, 128, 128, 0], 8), WHITE);
        let [red, green, blue] = lab.direct([136, 208, 195, 0], 8);
        assert!(red > 245 && green < 30 && blue < 30, "{red} {green} {blue}");
        let mut luv = Palette { model: ColourModel::CieLuv, ..Palette::default() };
        luv.set_extent(ColourExtent::Scaled([(100.0 / 255.0, 0.0), (1.0, -128.0), (1.0, -128.0)]));
        assert_eq!(luv.direct([255, 128, 128, 0], 8), WHITE);
    }
}
