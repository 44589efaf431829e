//! How the demo people assess the requirements of the regulation.

use domain::compliance::PolicyStatus;

/// A requirement that no text has to answer.
pub(super) const WITHOUT_TEXT: (&str, PolicyStatus) = ("AZR.OPS.280", PolicyStatus::NotApplicable);

/// A requirement that does not concern the operator, and why.
pub(super) const OUT_OF_SCOPE: (&str, &str) =
    ("AZR.OPS.275", "The operator lands at prepared sites only; the permission for dusty sites was not asked for.");

/// Codes, file names, days and contents of the files that prove how requirements are met.
pub(super) const EVIDENCE: [(&str, &str, &str, &str); 3] = [
    (
        "AZR.INS.605",
        "second-inspectors-2026.txt",
        "2026-02-16",
        "Azure Bay Helicopters, Quality\n\nPersons authorised for independent inspections of rotor blade attachments:\n\
         M. Oyelaran (stamp 14), P. Lindqvist (stamp 22), S. Haddad (stamp 31).\nValid until 2027-02-15.\n",
    ),
    (
        "AZR.SRV.430",
        "fuel-sampling-record-2026-09.txt",
        "2026-09-30",
        "Azure Bay Helicopters, Line station Port Azure\n\nWater checks before the first flight of the day, September \
         2026: 117 flying days of four helicopters, 117 entries, no water found.\n",
    ),
    (
        "AZR.GEN.145",
        "pilot-maintenance-training-2026.txt",
        "2026-05-08",
        "Azure Bay Helicopters, Training\n\nPilots trained for maintenance procedures without tools: 11 of 12. One \
         training is planned for 2026-12-04.\n",
    ),
];

/// The requirement that the approver asks about.
pub(super) const ASKED_ABOUT: &str = "AZR.INS.605";
pub(super) const QUESTION: &str = "Does the list of second inspectors cover the line station too?";
pub(super) const ANSWER: &str = "Yes, stamp 31 belongs to the line station. The list is attached.";

/// The status of a requirement that a text answers; `number` counts all requirements from 0.
pub(super) fn status(number: usize, code: &str) -> PolicyStatus {
    match code {
        "AZR.OPS.210" | "AZR.GEN.145" => PolicyStatus::PartiallyCompliant,
        "AZR.MNT.310" => PolicyStatus::NonCompliant,
        _ if number % 9 == 5 => PolicyStatus::NotAssessed,
        _ => PolicyStatus::Compliant,
    }
}

/// The reason of a status; empty where the text speaks for itself.
pub(super) fn reason(code: &str) -> &'static str {
    match code {
        "AZR.OPS.210" => "Line checks in September: on 2 of 10 flights no signs were arranged.",
        "AZR.GEN.145" => "One pilot has not been trained yet.",
        "AZR.MNT.310" => "Folded seats of the second row of QZ-HAC leave 460 mm; measured on 12 October.",
        "AZR.OPS.280" => "The operator has no approval for Category A.",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_that_need_a_reason_have_one() {
        for code in ["AZR.OPS.210", "AZR.GEN.145", "AZR.MNT.310", WITHOUT_TEXT.0] {
            assert!(!reason(code).is_empty(), "{code}");
        }
        assert_eq!(status(5, "AZR.GEN.125"), PolicyStatus::NotAssessed);
        assert_eq!(status(0, "AZR.GEN.100"), PolicyStatus::Compliant);
    }
}
