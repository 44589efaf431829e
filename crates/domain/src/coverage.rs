//! Which of the modules at a place of the contents an aircraft gets.

/// The outcome at one place for one aircraft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Coverage {
    /// Exactly one module applies.
    One,
    /// More than one applies, where there should be one.
    Several,
    /// None applies, and none has to.
    None,
    /// None of a container's modules applies, although the container does.
    Missing,
    /// It cannot be decided: a value of the aircraft is not known, or a statement cannot be read.
    Open,
}

impl Coverage {
    /// Decides by the applicability of each module at the place; `None` where it is not known.
    pub fn of(modules: impl IntoIterator<Item = Option<bool>>) -> Self {
        let (mut applying, mut open) = (0_usize, 0_usize);
        for applies in modules {
            match applies {
                Some(true) => applying += 1,
                Some(false) => {}
                None => open += 1,
            }
        }
        match (applying, open) {
            (0, 0) => Self::None,
            (1, 0) => Self::One,
            (0 | 1, _) => Self::Open,
            _ => Self::Several,
        }
    }

    /// The same for a container. One that does not apply itself needs no module.
    pub fn of_container(applies: Option<bool>, modules: impl IntoIterator<Item = Option<bool>>) -> Self {
        if applies == Some(false) {
            return Self::None;
        }
        let within = |module: Option<bool>| match (applies, module) {
            (_, Some(false)) => Some(false),
            (Some(_), module) => module,
            (None, _) => None,
        };
        match Self::of(modules.into_iter().map(within)) {
            Self::None => Self::Missing,
            outcome => outcome,
        }
    }

    /// Whether somebody has to look at the place.
    pub fn is_unclear(self) -> bool {
        match self {
            Self::Several | Self::Missing | Self::Open => true,
            Self::One | Self::None => false,
        }
    }
}

/// The number of places by their outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CoverageCounts {
    pub one: u32,
    pub several: u32,
    pub none: u32,
    pub missing: u32,
    pub open: u32,
}

impl CoverageCounts {
    pub fn add(&mut self, coverage: Coverage) {
        let count = match coverage {
            Coverage::One => &mut self.one,
            Coverage::Several => &mut self.several,
            Coverage::None => &mut self.none,
            Coverage::Missing => &mut self.missing,
            Coverage::Open => &mut self.open,
        };
        *count += 1;
    }

    /// Adds those of a section inside.
    pub fn join(&mut self, inner: Self) {
        self.one += inner.one;
        self.several += inner.several;
        self.none += inner.none;
        self.missing += inner.missing;
        self.open += inner.open;
    }
}

/// The change of a place when an aircraft joins, leaves or is modified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlaceChange {
    /// It gets a module where it had none.
    Appears,
    /// It has no module any more.
    Disappears,
    /// It gets another of the alternates.
    Alternate,
    /// It keeps its module and sees other parts of it.
    Content,
}

impl PlaceChange {
    /// Compares the modules that an aircraft has at a place: for each whether it has it before and after. Undecided ones
    /// count, because readers see them. `None` where they stay.
    pub fn of(modules: impl IntoIterator<Item = (bool, bool)>) -> Option<Self> {
        let (mut had, mut has, mut is_same) = (false, false, true);
        for (before, after) in modules {
            had |= before;
            has |= after;
            is_same &= before == after;
        }
        match (had, has) {
            _ if is_same => None,
            (false, _) => Some(Self::Appears),
            (_, false) => Some(Self::Disappears),
            (true, true) => Some(Self::Alternate),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_covered_by_exactly_one_module() {
        let (yes, no, open) = (Some(true), Some(false), None);
        for (modules, expected) in [
            (vec![], Coverage::None),
            (vec![yes], Coverage::One),
            (vec![no], Coverage::None),
            (vec![open], Coverage::Open),
            (vec![no, yes, no], Coverage::One),
            (vec![yes, yes], Coverage::Several),
            (vec![yes, yes, open], Coverage::Several),
            (vec![yes, open], Coverage::Open),
            (vec![no, open], Coverage::Open),
        ] {
            assert_eq!(Coverage::of(modules.clone()), expected, "{modules:?}");
        }
    }

    #[test]
    fn a_container_that_applies_needs_one_of_its_modules() {
        let (yes, no, open) = (Some(true), Some(false), None);
        for (applies, modules, expected) in [
            (yes, vec![no, no], Coverage::Missing),
            (yes, vec![], Coverage::Missing),
            (yes, vec![no, yes], Coverage::One),
            (yes, vec![yes, yes], Coverage::Several),
            (no, vec![no, no], Coverage::None),
            (no, vec![yes, open], Coverage::None),
            (open, vec![no, yes], Coverage::Open),
            (open, vec![yes, yes], Coverage::Open),
            (open, vec![no, no], Coverage::Missing),
        ] {
            let outcome = Coverage::of_container(applies, modules.clone());
            assert_eq!(outcome, expected, "{applies:?} {modules:?}");
            assert_eq!(outcome.is_unclear(), !matches!(expected, Coverage::One | Coverage::None));
        }
    }

    #[test]
    fn outcomes_are_counted() {
        let mut counts = CoverageCounts::default();
        for one in [Coverage::One, Coverage::None, Coverage::One, Coverage::Open, Coverage::Missing] {
            counts.add(one);
        }
        assert_eq!(counts, CoverageCounts { one: 2, several: 0, none: 1, missing: 1, open: 1 });
        counts.join(CoverageCounts { several: 3, ..counts });
        assert_eq!(counts, CoverageCounts { one: 4, several: 3, none: 2, missing: 2, open: 2 });
    }

    #[test]
    fn a_change_is_told_by_the_modules_before_and_after() {
        let (kept, lost, got, never) = ((true, true), (true, false), (false, true), (false, false));
        assert_eq!(PlaceChange::of([]), None);
        assert_eq!(PlaceChange::of([never, kept]), None);
        assert_eq!(PlaceChange::of([got, never]), Some(PlaceChange::Appears));
        assert_eq!(PlaceChange::of([lost, lost]), Some(PlaceChange::Disappears));
        assert_eq!(PlaceChange::of([lost, got]), Some(PlaceChange::Alternate));
        assert_eq!(PlaceChange::of([lost, kept]), Some(PlaceChange::Alternate));
    }
}
