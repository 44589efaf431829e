//! The words of packs, in both languages.

use domain::comment::PlaceState;
use domain::compliance::{MeansKind, MeansState, PolicyEventKind, PolicyReferenceState, PolicyStatus, PolicyTarget};
use domain::language::Locale;

use super::PackCollection;

fn of(locale: Locale, english: &'static str, chinese: &'static str) -> &'static str {
    match locale {
        Locale::English => english,
        Locale::Chinese => chinese,
    }
}

pub(super) fn yes_or_no(locale: Locale, is_so: bool) -> &'static str {
    if is_so { of(locale, "yes", "是") } else { of(locale, "no", "否") }
}

pub(super) fn status(locale: Locale, status: PolicyStatus) -> &'static str {
    match status {
        PolicyStatus::NotAssessed => of(locale, "Not assessed", "未评估"),
        PolicyStatus::Compliant => of(locale, "Compliant", "符合"),
        PolicyStatus::PartiallyCompliant => of(locale, "Partially compliant", "部分符合"),
        PolicyStatus::NonCompliant => of(locale, "Non-compliant", "不符合"),
        PolicyStatus::NotApplicable => of(locale, "Not applicable", "不适用"),
    }
}

pub(super) fn target(locale: Locale, target: PolicyTarget) -> &'static str {
    match target {
        PolicyTarget::Manual => of(locale, "Manual", "手册"),
        PolicyTarget::Chapter => of(locale, "Chapter", "章节"),
        PolicyTarget::Module => of(locale, "Module", "模块"),
        PolicyTarget::Paragraph => of(locale, "Paragraph", "段落"),
    }
}

pub(super) fn link(locale: Locale, state: PolicyReferenceState) -> &'static str {
    match state {
        PolicyReferenceState::Current => of(locale, "Confirmed", "已确认"),
        PolicyReferenceState::Recheck => of(locale, "To check again", "待复查"),
    }
}

pub(super) fn place(locale: Locale, state: Option<PlaceState>) -> &'static str {
    match state {
        None => of(locale, "Cannot be compared with what was confirmed", "无法与确认时的内容比较"),
        Some(PlaceState::Unchanged) => of(locale, "As confirmed", "与确认时相同"),
        Some(PlaceState::Changed) => of(locale, "Changed since it was confirmed", "确认后已更改"),
        Some(PlaceState::Gone) => of(locale, "Not in the manual any more", "已不在手册中"),
    }
}

pub(super) fn event(locale: Locale, kind: PolicyEventKind) -> &'static str {
    match kind {
        PolicyEventKind::Created => of(locale, "Requirement created", "新建条款"),
        PolicyEventKind::Updated => of(locale, "Requirement updated", "更新条款"),
        PolicyEventKind::Requirement => of(locale, "Text of the requirement changed", "更改条款正文"),
        PolicyEventKind::Status => of(locale, "Status set", "设置状态"),
        PolicyEventKind::Proposed => of(locale, "Status proposed", "提出状态"),
        PolicyEventKind::SignedOff => of(locale, "Status signed off", "签署状态"),
        PolicyEventKind::Rejected => of(locale, "Proposed status rejected", "拒绝提出的状态"),
        PolicyEventKind::ProposalDropped => of(locale, "Proposed status dropped", "取消提出的状态"),
        PolicyEventKind::Scope => of(locale, "Scope changed", "更改范围"),
        PolicyEventKind::Recheck => of(locale, "Reference to check again", "引用待复查"),
        PolicyEventKind::ReferenceAdded => of(locale, "Reference added", "添加引用"),
        PolicyEventKind::ReferenceChanged => of(locale, "Reference changed", "更改引用"),
        PolicyEventKind::ReferenceConfirmed => of(locale, "Reference confirmed", "确认引用"),
        PolicyEventKind::ReferenceDeleted => of(locale, "Reference deleted", "删除引用"),
        PolicyEventKind::ReferenceCleaned => of(locale, "Broken reference removed", "清理失效引用"),
        PolicyEventKind::ReferenceReturned => of(locale, "Reference back from the trash", "引用随内容恢复"),
        PolicyEventKind::Edition => of(locale, "Version of the regulation taken over", "接收法规版本"),
        PolicyEventKind::EvidenceAdded => of(locale, "Evidence added", "添加证据"),
        PolicyEventKind::EvidenceDeleted => of(locale, "Evidence deleted", "删除证据"),
        PolicyEventKind::MeansAdded => of(locale, "Means of compliance recorded", "记录符合性方法"),
        PolicyEventKind::MeansRemoved => of(locale, "Means of compliance removed", "删除符合性方法"),
        PolicyEventKind::MeansEnded => of(locale, "Means of compliance ended", "符合性方法到期"),
    }
}

pub(super) fn means_kind(locale: Locale, kind: MeansKind) -> &'static str {
    match kind {
        MeansKind::Published => of(locale, "AMC", "可接受的符合性方法"),
        MeansKind::Alternative => of(locale, "AltMoC", "替代方法"),
        MeansKind::Exemption => of(locale, "Exemption", "豁免"),
        MeansKind::Derogation => of(locale, "Derogation", "偏离"),
    }
}

pub(super) fn means_state(locale: Locale, state: MeansState) -> &'static str {
    match state {
        MeansState::Pending => of(locale, "Not yet valid", "尚未生效"),
        MeansState::Valid => of(locale, "Valid", "有效"),
        MeansState::Ended => of(locale, "Ended", "已到期"),
    }
}

pub(super) fn means_header(locale: Locale) -> [&'static str; 11] {
    match locale {
        Locale::English => [
            "Collection",
            "Code",
            "Kind of means",
            "Reference",
            "Authority",
            "Approval reference",
            "Approved on",
            "Valid from",
            "Valid to",
            "State at this moment",
            "Remarks",
        ],
        Locale::Chinese => [
            "法规",
            "条款编号",
            "方法类型",
            "编号",
            "局方",
            "批准文号",
            "批准日期",
            "有效期起",
            "有效期至",
            "此时刻的状态",
            "备注",
        ],
    }
}

pub(super) fn matrix_name(locale: Locale) -> &'static str {
    of(locale, "Matrix", "符合性矩阵")
}

pub(super) fn matrix_header(locale: Locale) -> [&'static str; 27] {
    match locale {
        Locale::English => [
            "Collection",
            "Category",
            "Code",
            "Type",
            "Title",
            "Requirement",
            "Effective date",
            "In scope",
            "Reason",
            "Applicability",
            "Operator",
            "Status",
            "Waiting for approval",
            "Changed since assessed",
            "Withdrawn",
            "Owner",
            "Next review",
            "State known",
            "Means",
            "Clause",
            "Refers to",
            "Manual",
            "Manual reference",
            "Link",
            "Comment",
            "Quotation no.",
            "Evidence no.",
        ],
        Locale::Chinese => [
            "法规",
            "类别",
            "编号",
            "类型",
            "标题",
            "条款正文",
            "生效日期",
            "在范围内",
            "理由",
            "适用性",
            "运营人",
            "状态",
            "待签署",
            "评估后已更改",
            "已撤销",
            "负责人",
            "下次复查",
            "状态确定",
            "符合性方法",
            "款项",
            "引用对象",
            "手册",
            "手册位置",
            "引用状态",
            "备注",
            "引文编号",
            "证据编号",
        ],
    }
}

pub(super) fn paragraph_header(locale: Locale) -> [&'static str; 12] {
    match locale {
        Locale::English => [
            "No.",
            "Collection",
            "Code",
            "Clause",
            "Manual",
            "Module",
            "Issue",
            "SHA-256 of the module",
            "State",
            "Confirmed on",
            "SHA-256 of the text",
            "Text",
        ],
        Locale::Chinese => [
            "编号",
            "法规",
            "条款编号",
            "款项",
            "手册",
            "模块",
            "版本",
            "模块 SHA-256",
            "状态",
            "确认时间",
            "文本 SHA-256",
            "文本",
        ],
    }
}

pub(super) fn evidence_header(locale: Locale) -> [&'static str; 9] {
    match locale {
        Locale::English => [
            "No.",
            "Collection",
            "Code",
            "File",
            "Effective date",
            "Added by",
            "Added on",
            "SHA-256",
            "File in this pack",
        ],
        Locale::Chinese => {
            ["编号", "法规", "条款编号", "文件", "生效日期", "添加人", "添加时间", "SHA-256", "包内文件"]
        }
    }
}

pub(super) fn history_header(locale: Locale) -> [&'static str; 8] {
    match locale {
        Locale::English => ["Collection", "Code", "Time (UTC)", "User", "Action", "Before", "After", "Reason"],
        Locale::Chinese => ["法规", "条款编号", "时间 (UTC)", "用户", "操作", "更改前", "更改后", "理由"],
    }
}

pub(super) fn deleted_since(locale: Locale) -> &'static str {
    of(locale, "deleted since", "已被删除")
}

/// The text that explains a pack.
pub fn readme(locale: Locale, as_of: &str, collections: &[PackCollection], uncertain: u64) -> String {
    let names: Vec<String> = collections
        .iter()
        .map(|one| {
            let parts = [one.name.as_str(), one.originator.as_str(), one.edition.as_str()];
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
        })
        .collect();
    let names = names.join("\r\n  ");
    match locale {
        Locale::English => {
            let doubt = if uncertain == 0 {
                String::new()
            } else {
                format!(
                    "\r\n{uncertain} rows say \"no\" in the column \"State known\": they changed after this moment, before \
                     changes were recorded, and show the state after that change. References that were deleted \
                     before that are missing.\r\n"
                )
            };
            format!(
                "Audit pack as of {as_of}\r\n  {names}\r\n\r\nmatrix.xlsx, matrix.csv  requirements, status and references\r\n\
                 paragraphs.csv           quoted texts with the version and hash of their modules\r\n\
                 evidence.csv, evidence/  files that prove compliance\r\n\
                 means.csv                means of compliance, exemptions and derogations\r\n\
                 history.csv              changes up to this moment\r\n\
                 manifest.json, .sig      the hash of every file, and the signature\r\n\r\n\
                 matrix.xlsx cuts long texts and ends after 100,000 rows; matrix.csv has everything. Requirements that were deleted since are \
                 missing.\r\n{doubt}\r\nCheck this pack with: airfolio verify PACK.zip --key KEY\r\n"
            )
        }
        Locale::Chinese => {
            let doubt = if uncertain == 0 {
                String::new()
            } else {
                format!(
                    "\r\n有 {uncertain} 行的“状态确定”为“否”：它们在此时刻之后、系统开始记录变更之前被更改，显示的是更改之后的状态。此前删除的引用不在其中。\r\n"
                )
            };
            format!(
                "审计包，截至 {as_of}\r\n  {names}\r\n\r\nmatrix.xlsx、matrix.csv  条款、状态和引用\r\n\
                 paragraphs.csv           引用的文本及其模块的版本和哈希值\r\n\
                 evidence.csv、evidence/  符合性证据文件\r\n\
                 means.csv                符合性方法、豁免和偏离\r\n\
                 history.csv              截至此时刻的变更\r\n\
                 manifest.json、.sig      各文件的哈希值和签名\r\n\r\n\
                 matrix.xlsx 会截断长文本，最多 100,000 行；matrix.csv 中为全部内容。此后被删除的条款不在其中。\r\n{doubt}\r\n\
                 校验方法：airfolio verify PACK.zip --key KEY\r\n"
            )
        }
    }
}
