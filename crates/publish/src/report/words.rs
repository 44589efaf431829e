//! The words of reports, in both languages.

use domain::compliance::{ComplianceType, MappingRelation, MeansKind, MeansState, PolicyStatus, RegulationChangeClass};
use domain::language::Locale;

macro_rules! report_words {
    ($($name:ident $key:literal: $english:literal, $chinese:literal;)*) => {
        /// A word of a report.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum ReportWord { $($name,)* }

        impl ReportWord {
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The name by which the template knows it.
            pub fn key(self) -> &'static str {
                match self { $(Self::$name => $key,)* }
            }

            pub fn text(self, locale: Locale) -> &'static str {
                match (self, locale) {
                    $((Self::$name, Locale::English) => $english,)*
                    $((Self::$name, Locale::Chinese) => $chinese,)*
                }
            }
        }
    };
}

report_words! {
    Page "page": "Page", "第";
    PageOf "of": "of", "/";
    Contents "contents": "Contents", "目录";
    NoRows "noRows": "None.", "无。";
    CollectionReport "collectionReport": "Compliance report", "符合性报告";
    ManualReport "manualReport": "Compliance report of a manual", "手册符合性报告";
    FilledInByHand "filledInByHand":
        "Columns with * are not recorded in the program and are left empty for people to fill in.",
        "带 * 的列不在系统中记录，留空由人员填写。";
    Withheld "withheld":
        "This report has only what the person who made it may see. References to other manuals are left out.",
        "本报告仅包含制作者有权查看的内容，指向其他手册的引用未列出。";
    WithheldGaps "withheldGaps":
        "Gaps are requirements without a link to a manual that the person who made this report may see. Other manuals may \
        answer some of them.",
        "差距指制作者有权查看的手册均未关联的条款，其他手册可能已满足其中部分条款。";
    CutText "cutText": "… (cut here: see the requirement)", "……（在此截断，全文见条款）";
    MoreRows "moreRows": "More rows in the workbook:", "工作簿中还有更多行：";
    Summary "summary": "Summary", "摘要";
    Matrix "matrix": "Matrix", "符合性矩阵";
    Gaps "gaps": "Gaps", "差距";
    NotApplicableSheet "notApplicableSheet": "Not applicable", "不适用";
    MeansSheet "meansSheet": "AltMoC and exemptions", "替代方法与豁免";
    Changes "changes": "Changes of the last version", "最近版本的更改";
    Suspects "suspects": "Links to check again", "待复查的引用";
    Unlinked "unlinked": "Modules without requirement", "未关联条款的模块";
    Index "index": "Cross-reference list", "交叉引用表";
    Collection "collection": "Collection", "集合";
    Originator "originator": "Originator", "发布机构";
    TypeOfCollection "typeOfCollection": "Type of collection", "符合性类型";
    SourceReference "sourceReference": "Source", "来源";
    Version "version": "Version", "版本";
    EffectiveDate "effectiveDate": "Effective date", "生效日期";
    AsOf "asOf": "As of (UTC)", "截至（UTC）";
    PreparedBy "preparedBy": "Prepared by", "编制人";
    ApprovedBy "approvedBy": "Approved by", "批准人";
    Filters "filters": "Filters", "筛选条件";
    NoFilters "noFilters": "None: all requirements", "无：全部条款";
    Requirements "requirements": "Requirements", "条款数";
    Assessable "assessable": "To assess", "需评估";
    Assessed "assessed": "Assessed", "已评估";
    Met "met": "Compliant or not applicable", "符合或不适用";
    OutOfScope "outOfScope": "Out of scope", "范围外";
    Links "links": "Links to manuals", "手册引用数";
    Rechecks "rechecks": "Open re-checks", "待复查";
    ContentHash "contentHash": "SHA-256 of all rows", "全部行的 SHA-256";
    Number "number": "No.", "序号";
    CategoryCode "categoryCode": "Category code", "类别代码";
    Category "category": "Category", "类别";
    Code "code": "Code", "条款编号";
    Type "type": "Type", "类型";
    Title "title": "Title", "标题";
    RequirementText "requirementText": "Requirement text", "条款原文";
    Applicability "applicability": "Applicability", "适用性";
    RegulatorySource "regulatorySource": "Regulatory source", "法规来源";
    Status "status": "Status", "状态";
    Documented "documented": "Documented", "已成文";
    Implemented "implemented": "Implemented", "已实施";
    Means "means": "Means / AltMoC reference", "符合性方法/替代方法编号";
    MeansKind "meansKind": "Kind of means", "方法类型";
    MeansReference "meansReference": "Reference", "编号";
    Authority "authority": "Authority", "局方";
    ApprovedOn "approvedOn": "Approved on", "批准日期";
    ValidFrom "validFrom": "Valid from", "有效期起";
    ValidTo "validTo": "Valid to", "有效期至";
    MeansState "meansState": "State", "有效状态";
    MeansRemarks "meansRemarks": "Remarks on the means", "方法备注";
    AltMoc "altMoc": "AltMoC", "替代方法";
    Exemption "exemption": "Exemption", "豁免";
    Derogation "derogation": "Derogation", "偏离";
    AmcMeans "amcMeans": "AMC", "可接受的符合性方法";
    PendingMeans "pendingMeans": "Not yet valid", "尚未生效";
    ValidMeans "validMeans": "Valid", "有效";
    EndedMeans "endedMeans": "Ended", "已到期";
    Clause "clause": "Clause", "款";
    Statement "statement": "Compliance statement", "符合性声明";
    Manual "manual": "Manual", "手册";
    ManualPlace "manualPlace": "Manual reference", "手册位置";
    QuotedText "quotedText": "Quoted text now", "当前原文摘录";
    Issue "issue": "Issue now", "当前版次";
    ConfirmedIssue "confirmedIssue": "Confirmed issue", "确认时版次";
    ConfirmedOn "confirmedOn": "Confirmed on", "确认日期";
    LinkState "linkState": "Link state", "引用状态";
    Evidence "evidence": "Evidence", "证据";
    EvidenceDate "evidenceDate": "Evidence valid from", "证据有效日期";
    Owner "owner": "Owner", "负责人";
    Accountable "accountable": "Accountable", "责任人";
    AssessedBy "assessedBy": "Assessed by", "评估人";
    AssessedOn "assessedOn": "Assessed on", "评估日期";
    NextReview "nextReview": "Next review", "下次评审";
    Finding "finding": "Finding / CAPA", "发现项/纠正措施";
    Remarks "remarks": "Remarks", "备注";
    Accepted "accepted": "Authority: accepted", "局方：接受";
    AuthorityRemarks "authorityRemarks": "Authority: remarks", "局方：备注";
    Reason "reason": "Reason", "理由";
    Change "change": "Change", "更改类型";
    OldCode "oldCode": "Old code", "原编号";
    NewCode "newCode": "New code", "新编号";
    TocNumber "tocNumber": "Contents no.", "目录号";
    ModuleCode "moduleCode": "Module code", "模块代码";
    ModuleTitle "moduleTitle": "Module title", "模块标题";
    Paragraph "paragraph": "Paragraph", "段落";
    RequirementTitle "requirementTitle": "Requirement title", "条款标题";
    ChangedSince "changedSince": "Changed since link", "引用后有更改";
    Places "places": "Places in the manual", "手册中的位置";
    Yes "yes": "Yes", "是";
    No "no": "No", "否";
    LinkOk "linkOk": "OK", "正常";
    LinkSuspect "linkSuspect": "Suspect", "待复查";
    LinkBroken "linkBroken": "Broken", "失效";
    WholeManual "wholeManual": "Whole manual", "整本手册";
    Chapter "chapter": "Chapter", "章节";
    Withdrawn "withdrawn": "Withdrawn from the regulation", "法规中已撤销";
    ToAssessAgain "toAssessAgain": "Changed since it was assessed", "评估后条款有更改";
    SignedOffBy "signedOffBy": "Signed off by", "签署人";
    WaitsForSignOff "waitsForSignOff": "Waits for sign-off", "待签署";
    ProofByMapping "proofByMapping": "Proof by mapping", "映射证明";
    ProvedByMapping "provedByMapping": "Proved by mapping", "通过映射证明";
    ProvedInPart "provedInPart": "Proved in part by mapping", "通过映射部分证明";
    NotProvedByMapping "notProvedByMapping": "Not proved by mapping", "未通过映射证明";
    RestMissing "restMissing": "The rest is still missing", "其余部分仍缺";
    EqualTo "equalTo": "equal to it", "与其等同";
    PartOfIt "partOfIt": "a part of it", "属于其一部分";
    IncludesIt "includesIt": "includes it", "包含它";
    OverlapsWith "overlapsWith": "overlaps with it", "与其部分重叠";
    NotAssessed "not_assessed": "Not assessed", "未评估";
    Compliant "compliant": "Compliant", "符合";
    PartiallyCompliant "partially_compliant": "Partially compliant", "部分符合";
    NonCompliant "non_compliant": "Non-compliant", "不符合";
    NotApplicable "not_applicable": "Not applicable", "不适用";
    Audit "audit": "Audit", "审核";
    Regulatory "regulatory": "Regulatory", "法规";
    Business "business": "Business", "业务";
    Safety "safety": "Safety", "安全";
    Added "added": "Added", "新增";
    Changed "changed": "Changed", "更改";
    Renumbered "renumbered": "Renumbered", "重新编号";
    Moved "moved": "Moved", "移动";
    WithdrawnChange "withdrawnChange": "Withdrawn", "撤销";
    Unchanged "unchanged": "Unchanged", "未变";
    InScope "inScope": "In scope", "范围内";
    Operator "operator": "Operator", "运营人";
    MineOnly "mineOnly": "Mine", "我负责的";
    Unreferenced "unreferenced": "Without reference", "无引用";
    ToCheckAgain "toCheckAgain": "To check again", "待复查";
    Overdue "overdue": "Review overdue", "评审逾期";
    Proposed "proposed": "Waiting for sign-off", "待签署";
    Keyword "keyword": "Text", "文本";
    Revision "revision": "Last approved revision", "最近批准的修订";
    Approval "approval": "Approval reference", "批准文号";
    ManualsIncluded "manualsIncluded": "Manuals referred to", "涉及的手册";
    CollectionsIncluded "collectionsIncluded": "Collections included", "包含的集合";
    Modules "modules": "Modules", "模块数";
    LinkedModules "linkedModules": "Modules with a requirement", "已关联条款的模块";
}

impl From<PolicyStatus> for ReportWord {
    fn from(status: PolicyStatus) -> Self {
        match status {
            PolicyStatus::NotAssessed => Self::NotAssessed,
            PolicyStatus::Compliant => Self::Compliant,
            PolicyStatus::PartiallyCompliant => Self::PartiallyCompliant,
            PolicyStatus::NonCompliant => Self::NonCompliant,
            PolicyStatus::NotApplicable => Self::NotApplicable,
        }
    }
}

/// How much of a requirement another one covers.
impl From<MappingRelation> for ReportWord {
    fn from(relation: MappingRelation) -> Self {
        match relation {
            MappingRelation::Equal => Self::EqualTo,
            MappingRelation::Subset => Self::PartOfIt,
            MappingRelation::Superset => Self::IncludesIt,
            MappingRelation::Intersects => Self::OverlapsWith,
        }
    }
}

impl From<MeansKind> for ReportWord {
    fn from(kind: MeansKind) -> Self {
        match kind {
            MeansKind::Published => Self::AmcMeans,
            MeansKind::Alternative => Self::AltMoc,
            MeansKind::Exemption => Self::Exemption,
            MeansKind::Derogation => Self::Derogation,
        }
    }
}

impl From<MeansState> for ReportWord {
    fn from(state: MeansState) -> Self {
        match state {
            MeansState::Pending => Self::PendingMeans,
            MeansState::Valid => Self::ValidMeans,
            MeansState::Ended => Self::EndedMeans,
        }
    }
}

impl From<ComplianceType> for ReportWord {
    fn from(kind: ComplianceType) -> Self {
        match kind {
            ComplianceType::Audit => Self::Audit,
            ComplianceType::Regulatory => Self::Regulatory,
            ComplianceType::Business => Self::Business,
            ComplianceType::Safety => Self::Safety,
        }
    }
}

impl From<RegulationChangeClass> for ReportWord {
    fn from(class: RegulationChangeClass) -> Self {
        match class {
            RegulationChangeClass::Added => Self::Added,
            RegulationChangeClass::Changed => Self::Changed,
            RegulationChangeClass::Renumbered => Self::Renumbered,
            RegulationChangeClass::Moved => Self::Moved,
            RegulationChangeClass::Withdrawn => Self::WithdrawnChange,
            RegulationChangeClass::Unchanged => Self::Unchanged,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_word_has_a_name_of_its_own_and_both_languages() {
        let keys: HashSet<&str> = ReportWord::ALL.iter().map(|word| word.key()).collect();
        assert_eq!(keys.len(), ReportWord::ALL.len());
        for word in ReportWord::ALL {
            assert!(Locale::ALL.iter().all(|locale| !word.text(*locale).is_empty()), "{word:?}");
        }
    }

    #[test]
    fn names_of_sheets_fit_into_a_workbook() {
        let sheets = [
            ReportWord::Summary,
            ReportWord::Matrix,
            ReportWord::Gaps,
            ReportWord::NotApplicableSheet,
            ReportWord::MeansSheet,
            ReportWord::Changes,
            ReportWord::Suspects,
            ReportWord::Unlinked,
            ReportWord::Index,
        ];
        for locale in Locale::ALL {
            let names: HashSet<String> =
                sheets.iter().map(|word| word.text(locale).chars().take(31).collect()).collect();
            assert_eq!(names.len(), sheets.len(), "two sheets have one name");
        }
    }
}
