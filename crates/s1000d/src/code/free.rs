//! Free codes for new modules.

use super::{DmCode, PmCode};

/// Variants in their order. `I` and `O` are left out because they look like digits.
const VARIANTS: &str = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";

impl DmCode {
    /// The code with another value of a field; `None` when the field cannot have it.
    fn with(&self, field: &str, value: &str) -> Option<Self> {
        let get = |name: &str| {
            let own = self.attributes().find(|(own, _)| *own == name).map(|(_, own)| own);
            if name == field { Some(value) } else { own }
        };
        Self::from_attributes(get).ok()
    }

    /// The first code from this one on that is free: the information code variant counts up, then the disassembly code
    /// variant.
    pub fn next_free(&self, is_taken: impl Fn(&Self) -> bool) -> Option<Self> {
        let variants = |from: &str| {
            let first = VARIANTS.find(from).filter(|_| from.len() == 1).unwrap_or(0);
            VARIANTS[first..].chars().map(|variant| variant.to_string()).collect::<Vec<_>>()
        };
        let mut disassembly = variants(self.disassy_code_variant());
        if let Some(first) = disassembly.first_mut() {
            // Longer variants have no order of ours: they are kept, and then the single letters follow.
            self.disassy_code_variant().clone_into(first);
        }
        for (number, disassembly) in disassembly.iter().enumerate() {
            let Some(of_part) = self.with("disassyCodeVariant", disassembly) else { continue };
            let from = if number == 0 { self.info_code_variant() } else { "A" };
            let mut free = variants(from).into_iter().filter_map(|variant| of_part.with("infoCodeVariant", &variant));
            if let Some(found) = free.find(|code| !is_taken(code)) {
                return Some(found);
            }
        }
        None
    }

    /// The same code with the assembly after the last one of its subsystem; `None` when there is no number left.
    pub fn next_assembly<'a>(&self, codes: impl Iterator<Item = &'a Self>) -> Option<Self> {
        let subsystem = |code: &Self| -> [String; 5] {
            [
                code.model_ident_code(),
                code.system_diff_code(),
                code.system_code(),
                code.sub_system_code(),
                code.sub_sub_system_code(),
            ]
            .map(str::to_owned)
        };
        let own = subsystem(self);
        let width = self.assy_code().len();
        let same = codes.filter(|code| code.assy_code().len() == width && subsystem(code) == own);
        let last = same.filter_map(|code| code.assy_code().parse::<u32>().ok()).max();
        let next = last.map_or(1, |last| last + 1);
        self.with("assyCode", &format!("{next:0width$}"))
    }
}

impl PmCode {
    /// The first code from this one on that is free: the digits at the end of the number count up.
    pub fn next_free(&self, is_taken: impl Fn(&Self) -> bool) -> Option<Self> {
        if !is_taken(self) {
            return Some(self.clone());
        }
        let (name, digits) = self.number().split_at(self.number().trim_end_matches(|c: char| c.is_ascii_digit()).len());
        let (width, first) = (digits.len(), digits.parse::<u32>().ok()?);
        let last = 10_u32.checked_pow(u32::try_from(width).ok()?)?;
        let numbered = |number: u32| {
            let number = format!("{name}{number:0width$}");
            let get = |field: &str| {
                let own = self.attributes().find(|(own, _)| *own == field).map(|(_, own)| own);
                if field == "pmNumber" { Some(number.as_str()) } else { own }
            };
            Self::from_attributes(get).ok()
        };
        (first + 1..last).filter_map(numbered).find(|code| !is_taken(code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> DmCode {
        DmCode::parse(text).expect("a code")
    }

    #[test]
    fn a_free_code_stays_and_a_taken_one_counts_up() {
        let wanted = code("NV-A-29-11-01-00A-040A-A");
        let free = |taken: &[&str]| {
            let found = wanted.next_free(|one| taken.contains(&one.as_str()));
            found.map(|code| code.as_str().to_owned()).unwrap_or_default()
        };
        assert_eq!(free(&[]), "NV-A-29-11-01-00A-040A-A");
        assert_eq!(free(&["NV-A-29-11-01-00A-040A-A"]), "NV-A-29-11-01-00A-040B-A");
        let all = wanted.next_free(|one| one.disassy_code_variant() == "A").expect("a code");
        assert_eq!(all.as_str(), "NV-A-29-11-01-00B-040A-A");
        assert_eq!(wanted.next_free(|_| true), None);
        let skipped = code("NV-A-29-11-01-00A-040H-A").next_free(|one| one.info_code_variant() == "H");
        assert_eq!(skipped.expect("a code").info_code_variant(), "J");
    }

    #[test]
    fn the_number_of_a_publication_counts_up() {
        let free = |wanted: &str, taken: &[&str]| {
            let code = PmCode::parse(wanted).expect("a code");
            code.next_free(|one| taken.contains(&one.as_str())).map(|code| code.as_str().to_owned())
        };
        assert_eq!(free("NV-F0210-00001-00", &[]).as_deref(), Some("NV-F0210-00001-00"));
        let taken = ["NV-F0210-00001-00", "NV-F0210-00002-00", "NV-F0210-AMM99-00", "NV-F0210-MANUA-00"];
        assert_eq!(free(taken[0], &taken).as_deref(), Some("NV-F0210-00003-00"));
        assert_eq!(free(taken[2], &taken), None, "there are two digits");
        assert_eq!(free(taken[3], &taken), None, "there is no number");
    }

    #[test]
    fn an_assembly_follows_the_last_one_of_its_subsystem() {
        let codes = ["NV-A-29-11-07-00A-040A-A", "NV-A-29-12-09-00A-040A-A", "NV-A-29-11-0012-00A-040A-A"].map(code);
        let next = |wanted: &str| code(wanted).next_assembly(codes.iter()).map(|code| code.assy_code().to_owned());
        assert_eq!(next("NV-A-29-11-01-00A-180A-A").as_deref(), Some("08"));
        assert_eq!(next("NV-A-29-11-0001-00A-180A-A").as_deref(), Some("0013"));
        assert_eq!(next("NV-A-30-00-00-00A-180A-A").as_deref(), Some("01"));
        let full = code("NV-A-29-11-99-00A-040A-A");
        assert_eq!(full.next_assembly([full.clone()].iter()), None);
    }
}
