//! Compares the lines of an item with those of the master list.

use super::{DispatchLine, DispatchProcedure, DispatchWarning, ProvisoLogic, check_line};

/// The lines of an item of the master list.
#[derive(Debug, Clone, Copy)]
pub struct MasterLines<'a> {
    pub lines: &'a [DispatchLine],
    pub texts: MasterTexts,
}

/// How the texts of a master item are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MasterTexts {
    /// They have the language of the own ones.
    Comparable,
    /// They have another language, and no master item in the own language is as new: a person has to compare them.
    OtherLanguage,
    /// They have another language; a master item in the own language, which is as new, is compared too.
    Translated,
}

/// The warnings of all lines of an item, each with the index of its line. Without lines of a master list only
/// inconsistencies are found.
pub fn compare_items(master: Option<MasterLines<'_>>, own: &[DispatchLine]) -> Vec<(usize, DispatchWarning)> {
    let mut all = Vec::new();
    for (index, line) in own.iter().enumerate() {
        let mut warnings = check_line(line);
        if let Some(MasterLines { lines, texts }) = master {
            match counterpart(lines, own, index).and_then(|at| lines.get(at)) {
                Some(theirs) => warnings.extend(compare_lines(theirs, line, texts)),
                None => warnings.push(DispatchWarning::NotInMaster),
            }
        }
        all.extend(warnings.into_iter().map(|warning| (index, warning)));
    }
    all
}

/// The lines of the master list that an item does not have. It need not have them, but authors should know.
pub fn missing_lines(master: &[DispatchLine], own: &[DispatchLine]) -> Vec<usize> {
    let found: Vec<usize> = (0..own.len()).filter_map(|index| counterpart(master, own, index)).collect();
    (0..master.len()).filter(|index| !found.contains(index)).collect()
}

/// The line of the master list that a line is about: by their labels, or by their place when both have one line or the
/// labels do not tell them apart.
fn counterpart(master: &[DispatchLine], own: &[DispatchLine], index: usize) -> Option<usize> {
    if let ([_], [_]) = (master, own) {
        return Some(0);
    }
    let name = letters(&own.get(index)?.label);
    let named = |lines: &[DispatchLine]| lines.iter().filter(|line| letters(&line.label) == name).count();
    match (named(own), named(master)) {
        // Two own lines with one label of the master list share its line.
        (_, 1) if !name.is_empty() => master.iter().position(|line| letters(&line.label) == name),
        (_, 0) if !name.is_empty() && has_labels(master) => None,
        _ => Some(index).filter(|index| *index < master.len()),
    }
}

/// Whether each line has a label of its own.
fn has_labels(lines: &[DispatchLine]) -> bool {
    let labels: Vec<String> = lines.iter().map(|line| letters(&line.label)).collect();
    labels.iter().enumerate().all(|(at, label)| !label.is_empty() && !labels[..at].contains(label))
}

/// The points in which a line allows more than the line of the master list, or that only a person can judge.
pub(super) fn compare_lines(master: &DispatchLine, own: &DispatchLine, texts: MasterTexts) -> Vec<DispatchWarning> {
    let mut warnings = Vec::new();
    compare_categories(master, own, &mut warnings);
    compare_numbers(master, own, &mut warnings);
    compare_procedures(master, own, &mut warnings);
    let has_sign = master.has_placard_sign && !own.has_placard_sign;
    if (master.has_placard || has_sign) && !own.has_placard {
        warnings.push(DispatchWarning::Placard);
    }
    if texts == MasterTexts::Comparable {
        compare_provisos(master, own, &mut warnings);
        if words(&master.remarks) != words(&own.remarks) {
            warnings.push(DispatchWarning::Remarks { master: master.remarks.clone() });
        }
        if words(&master.title) != words(&own.title) {
            warnings.push(DispatchWarning::Title { master: master.title.clone() });
        }
    } else {
        count_provisos(master, own, &mut warnings);
        let has_words = [&master.title, &master.remarks].into_iter().any(|text| !text.trim().is_empty());
        let has_texts = has_words || !master.provisos.is_empty();
        if texts == MasterTexts::OtherLanguage && has_texts {
            warnings.push(DispatchWarning::OtherLanguage);
        }
    }
    if master.applicability != own.applicability {
        warnings.push(DispatchWarning::Applicability);
    }
    warnings
}

fn compare_procedures(master: &DispatchLine, own: &DispatchLine, warnings: &mut Vec<DispatchWarning>) {
    for procedure in DispatchProcedure::ALL.into_iter().filter(|one| one.is_demanded_in(master)) {
        let named = procedure.codes_in(own);
        if !procedure.is_demanded_in(own) {
            warnings.push(DispatchWarning::Procedure(procedure));
        } else if procedure.codes_in(master).iter().any(|code| !code.is_empty() && !named.contains(code)) {
            warnings.push(DispatchWarning::OtherProcedure(procedure));
        }
    }
}

fn compare_categories(master: &DispatchLine, own: &DispatchLine, warnings: &mut Vec<DispatchWarning>) {
    let value = || master.category.clone();
    match (category(&master.category), category(&own.category)) {
        (Some(theirs), Some(ours)) if ours > theirs => warnings.push(DispatchWarning::Category { master: value() }),
        (Some(theirs), Some(0)) if theirs > 0 => warnings.push(DispatchWarning::CategoryA { master: value() }),
        (Some(_), Some(_)) => {}
        (Some(_), None) => warnings.push(DispatchWarning::Category { master: value() }),
        // A category that is not stated is none that may be made concrete.
        (None, _) if words(&master.category) == words(&own.category) => {}
        (None, _) => warnings.push(DispatchWarning::NotComparable { master: value() }),
    }
}

fn compare_numbers(master: &DispatchLine, own: &DispatchLine, warnings: &mut Vec<DispatchWarning>) {
    let required = || master.required.clone();
    match (number(&master.required), number(&own.required)) {
        (Some(_), None) => warnings.push(DispatchWarning::Varies { master: required() }),
        (Some(theirs), Some(ours)) if ours < theirs => warnings.push(DispatchWarning::Required { master: required() }),
        (Some(theirs), Some(ours)) => {
            let inoperative = number(&master.installed)
                .zip(number(&own.installed))
                .map(|(theirs_in, ours_in)| (theirs_in.saturating_sub(theirs), ours_in.saturating_sub(ours)));
            if let Some((theirs, _)) = inoperative.filter(|(theirs, ours)| ours > theirs) {
                warnings.push(DispatchWarning::MoreInoperative { master: theirs.to_string() });
            }
        }
        (None, _) => compare_values(&master.required, &own.required, warnings),
    }
    match (number(&master.installed), number(&own.installed)) {
        (Some(_), None) => warnings.push(DispatchWarning::InstalledVaries { master: master.installed.clone() }),
        (Some(_), Some(_)) => {}
        (None, _) => compare_values(&master.installed, &own.installed, warnings),
    }
}

/// Compares values that are neither a category nor a number. One that varies may be made concrete.
fn compare_values(master: &str, own: &str, warnings: &mut Vec<DispatchWarning>) {
    let is_varying = matches!(master.trim(), "" | "-" | "–" | "—");
    if !is_varying && words(master) != words(own) {
        warnings.push(DispatchWarning::NotComparable { master: master.to_owned() });
    }
}

fn compare_provisos(master: &DispatchLine, own: &DispatchLine, warnings: &mut Vec<DispatchWarning>) {
    let listed = |line: &DispatchLine| line.provisos.iter().map(|text| words(text)).collect::<Vec<_>>();
    let (theirs, ours) = (listed(master), listed(own));
    let is_way_out = |text: &&String| !theirs.contains(&words(text)) && gives_way_out(text);
    // Of alternatives each new one is told.
    let ways_out = own.provisos.iter().filter(|_| *logic(own) != ProvisoLogic::Any).filter(is_way_out);
    warnings.extend(ways_out.map(|text| DispatchWarning::Exception { own: text.clone() }));
    if theirs.is_empty() {
        return;
    }
    let missing = master.provisos.iter().zip(&theirs).filter(|(_, text)| !ours.contains(text));
    let missing: Vec<DispatchWarning> =
        missing.map(|(text, _)| DispatchWarning::Proviso { master: text.clone() }).collect();
    match (logic(master), logic(own)) {
        (ProvisoLogic::Any, ProvisoLogic::Any) => {
            let added = own.provisos.iter().zip(&ours).filter(|(_, text)| !theirs.contains(text));
            warnings.extend(added.map(|(text, _)| DispatchWarning::Alternative { own: text.clone() }));
        }
        (ProvisoLogic::Any, ProvisoLogic::All) => {
            // One of the alternatives suffices.
            if missing.len() == theirs.len() {
                warnings.extend(missing);
            }
        }
        (ProvisoLogic::All, ProvisoLogic::Any) => {
            warnings.push(DispatchWarning::AnyProviso);
            warnings.extend(missing);
        }
        (_, ProvisoLogic::All) => warnings.extend(missing),
        (ProvisoLogic::Mixed(one), ProvisoLogic::Mixed(other)) if one == other && theirs == ours => {}
        _ => {
            warnings.push(DispatchWarning::ProvisoLogic);
            warnings.extend(missing);
        }
    }
}

/// The logic that counts: of one proviso or none there is nothing to choose.
fn logic(line: &DispatchLine) -> &ProvisoLogic {
    if line.provisos.len() < 2 && line.logic == ProvisoLogic::Any { &ProvisoLogic::All } else { &line.logic }
}

/// Whether a proviso begins like an exception from the others, so that it may take from what they demand.
fn gives_way_out(text: &str) -> bool {
    const WORDS: [&str; 6] = ["or", "unless", "except", "otherwise", "alternatively", "instead"];
    const CHINESE: [&str; 5] = ["或", "除非", "除外", "否则", "另可"];
    let folded = text.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let first = folded.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    WORDS.contains(&first) || CHINESE.iter().any(|word| folded.starts_with(word))
}

/// Compares provisos whose words are of different languages.
fn count_provisos(master: &DispatchLine, own: &DispatchLine, warnings: &mut Vec<DispatchWarning>) {
    let is_all = |line: &DispatchLine| *logic(line) == ProvisoLogic::All;
    if master.provisos.is_empty() {
        return;
    }
    if is_all(master) && *logic(own) == ProvisoLogic::Any {
        warnings.push(DispatchWarning::AnyProviso);
    } else if !is_all(own) && logic(master) != logic(own) {
        warnings.push(DispatchWarning::ProvisoLogic);
    }
    // Of alternatives fewer are allowed.
    if *logic(master) != ProvisoLogic::Any && own.provisos.len() < master.provisos.len() {
        warnings.push(DispatchWarning::FewerProvisos { master: master.provisos.len().to_string() });
    }
}

/// `None` for a number that varies, or for anything else than digits.
pub(super) fn number(text: &str) -> Option<u32> {
    let digits = text.trim();
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

/// The place of a repair category in the order of their intervals; `None` when it is none.
fn category(text: &str) -> Option<usize> {
    const CATEGORIES: [&str; 4] = ["A", "B", "C", "D"];
    CATEGORIES.iter().position(|one| text.trim().eq_ignore_ascii_case(one))
}

/// The letters and digits of a label, in lower case.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A text for comparison: case, white space and the punctuation or "and" at its end do not count. All other signs do: a
/// point, a minus or a "less than" makes another condition.
fn words(text: &str) -> String {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let mut rest = folded.as_str();
    loop {
        let trimmed = rest.trim_end_matches(|c: char| ". ,;:。，；：、".contains(c));
        match trimmed.strip_suffix(" and").or_else(|| trimmed.strip_suffix('且')) {
            Some(shorter) => rest = shorter,
            None => return trimmed.to_owned(),
        }
    }
}
