//! The words of a book that belong to no module, in both languages.

use std::collections::BTreeMap;

use domain::language::Locale;
use domain::publication::PublicationValidity;

/// The languages of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BookLanguages {
    #[default]
    English,
    Chinese,
    /// Each module in both languages, side by side.
    SideBySide,
    /// Each module in English and then in Chinese.
    OneAfterTheOther,
}

impl BookLanguages {
    /// The languages, in the order in which they stand in the book.
    pub fn locales(self) -> &'static [Locale] {
        match self {
            Self::English => &[Locale::English],
            Self::Chinese => &[Locale::Chinese],
            Self::SideBySide | Self::OneAfterTheOther => &[Locale::English, Locale::Chinese],
        }
    }
}

macro_rules! book_words {
    ($($name:ident $key:literal: $english:literal, $chinese:literal;)*) => {
        /// A word of a book.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum BookWord { $($name,)* }

        impl BookWord {
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

book_words! {
    Contents "contents": "Contents", "目录";
    Approval "approval": "Approval", "批准页";
    EffectiveModules "effectiveModules": "List of effective data modules", "有效数据模块清单";
    Highlights "highlights": "Highlights", "重要更改说明";
    ChangeRecord "changeRecord": "Change record", "更改记录";
    OtherModules "otherModules": "Modules outside of the contents", "目录之外的模块";
    Glossary "glossary": "Glossary", "术语表";
    Revision "revision": "Revision", "修订";
    Date "date": "Date", "日期";
    Operator "operator": "Operator", "运营人";
    Draft "draft": "Draft", "草稿";
    Waiting "waiting": "Waiting for approval", "待批准";
    Authority "authority": "Authority", "批准机构";
    ApprovedBy "approvedBy": "Approved by", "批准人";
    JobTitle "jobTitle": "Job title", "职务";
    Reference "reference": "Reference", "批准文号";
    NotApproved "notApproved": "This publication is not approved.", "本出版物未经批准。";
    NoApproval "noApproval": "This publication does not require an approval.", "本出版物不需要批准。";
    Module "module": "Data module", "数据模块";
    Title "title": "Title", "标题";
    Issue "issue": "Issue", "版次";
    State "state": "State", "状态";
    NewModule "new": "New", "新增";
    ChangedModule "changed": "Changed", "更改";
    DeletedModule "deleted": "Deleted", "删除";
    LeftOut "leftOut": "Not in this book", "未收入本书";
    Reason "reason": "Reason for the change", "更改原因";
    Term "term": "Term", "术语";
    Meaning "meaning": "Meaning", "含义";
    Nothing "nothing": "None", "无";
    Page "page": "Page", "页";
    Of "of": "of", "/";
    Applicable "applicable": "Applicable to", "适用于";
    See "see": "See", "见";
    AlsoListed "alsoListed": "Also listed under", "另列于";
    PictureDeleted "pictureDeleted": "The picture is deleted.", "该图片已删除。";
    WarningMissing "warningMissing": "The text of this warning is not in the library.", "资料库中没有该警告的内容。";
    Language "language": "Language", "语言";
    PictureBroken "pictureBroken": "The picture cannot be printed.", "该图片无法打印。";
    PlainLayout "plainLayout": "This module is printed as plain text.", "本模块以纯文本形式打印。";
    MelItem "melItem": "Item", "项目";
    MelCategory "melCategory": "1. Repair category", "1. 修复类别";
    MelInstalled "melInstalled": "2. Number installed", "2. 安装数量";
    MelRequired "melRequired": "3. Number required for dispatch", "3. 放行所需数量";
    MelRemarks "melRemarks": "4. Remarks or exceptions", "4. 备注或例外";
}

/// The days of a temporary revision, in the languages of a book.
pub fn validity_text(validity: PublicationValidity, languages: BookLanguages) -> String {
    let text = |locale: &Locale| match locale {
        Locale::English => format!("Temporary revision, valid from {} until {}", validity.from, validity.until),
        Locale::Chinese => format!("临时修订，有效期自 {} 至 {}", validity.from, validity.until),
    };
    languages.locales().iter().map(text).collect::<Vec<_>>().join(" · ")
}

/// The words for the template; books in two languages have both.
pub(super) fn of(languages: BookLanguages) -> BTreeMap<&'static str, String> {
    let text = |word: &BookWord| {
        let texts: Vec<&str> = languages.locales().iter().map(|locale| word.text(*locale)).collect();
        // One sign between two numbers is enough.
        let texts =
            if *word == BookWord::Of { texts.get(texts.len() - 1..).unwrap_or_default() } else { texts.as_slice() };
        texts.join(" ")
    };
    BookWord::ALL.iter().map(|word| (word.key(), text(word))).collect()
}
