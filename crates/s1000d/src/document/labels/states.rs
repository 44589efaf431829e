//! Values that are words in the file: states, operators and choices.

use super::Label;
use super::values::Family;

/// The values of attributes whose names end in `Flag`.
pub(super) const FLAGS: &[Label] = &[("0", "No", "否"), ("1", "Yes", "是")];

pub(super) const FAMILIES: &[Family] = &[
    Family {
        attributes: &["zoneType"],
        values: &[
            ("majorzone", "Major zone", "主区域"),
            ("subzone", "Sub-zone", "分区"),
            ("specifzone", "Specific zone", "特定区域"),
        ],
    },
    Family {
        attributes: &["zoneRefType", "accessPointRefType", "toolRefType"],
        values: &[
            ("contains", "Contains", "包含"),
            ("belongsto", "Belongs to", "属于"),
            ("similar", "Similar to", "类似于"),
        ],
    },
    Family {
        attributes: &["issueType"],
        values: &[
            ("new", "New", "新"),
            ("changed", "Changed", "更改"),
            ("deleted", "Deleted", "删除"),
            ("revised", "Revised", "修订"),
            ("status", "Status changed", "状态更改"),
            ("rinstate-changed", "Reinstated, changed", "恢复并更改"),
            ("rinstate-revised", "Reinstated, revised", "恢复并修订"),
            ("rinstate-status", "Reinstated, status changed", "恢复并更改状态"),
        ],
    },
    Family {
        attributes: &["changeInfo", "dmlEntryType"],
        values: &[
            ("add", "Added", "新增"),
            ("modify", "Modified", "修改"),
            ("delete", "Deleted", "删除"),
            ("n", "New", "新"),
            ("c", "Changed", "更改"),
            ("d", "Deleted", "删除"),
        ],
    },
    Family {
        attributes: &["serialNumberForm", "valueForm"],
        values: &[("single", "Single", "单个"), ("range", "Range", "范围"), ("pattern", "Pattern", "模式")],
    },
    Family {
        attributes: &["choiceSelection", "brDecisionValueSelection"],
        values: &[("single", "One", "单选"), ("multiple", "Several", "多选")],
    },
    Family {
        attributes: &["choiceType", "menuChoiceFlow"],
        values: &[
            ("select", "List", "列表"),
            ("pulldown", "Drop-down list", "下拉列表"),
            ("list", "One below the other", "逐行"),
            ("inline", "In one line", "同一行"),
        ],
    },
    Family {
        attributes: &["applicPropertyType"],
        values: &[("prodattr", "Product attribute", "产品属性"), ("condition", "Condition", "条件")],
    },
    Family {
        attributes: &["applicConfiguration"],
        values: &[
            ("allowed", "As allowed", "允许状态"),
            ("built", "As built", "制造状态"),
            ("designed", "As designed", "设计状态"),
            ("installed", "As installed", "安装状态"),
            ("manufactured", "As manufactured", "生产状态"),
            ("supported", "As supported", "保障状态"),
        ],
    },
    Family {
        attributes: &["valueDataType", "valueType"],
        values: &[
            ("boolean", "Yes or no", "布尔值"),
            ("integer", "Integer", "整数"),
            ("real", "Number", "实数"),
            ("string", "Text", "文本"),
            ("set-integer", "Set of integers", "整数集合"),
            ("set-real", "Set of numbers", "实数集合"),
            ("set-string", "Set of texts", "文本集合"),
        ],
    },
    Family {
        attributes: &["valueTailoring"],
        values: &[
            ("closed", "Closed", "封闭"),
            ("lexical", "Wording may change", "可改措辞"),
            ("restrictable", "May be restricted", "可收窄"),
        ],
    },
    Family {
        attributes: &["incorporationStatus"],
        values: &[
            ("incorporated", "Incorporated", "已纳入"),
            ("inprogress", "In progress", "进行中"),
            ("noeffect", "No effect", "无影响"),
        ],
    },
    Family {
        attributes: &["multimediaType"],
        values: &[
            ("3D", "3D", "三维"),
            ("audio", "Audio", "音频"),
            ("video", "Video", "视频"),
            ("other", "Other", "其他"),
        ],
    },
    Family {
        attributes: &["booleanOperation", "numberOperation", "setOperation", "stringOperation", "andOr"],
        values: &[
            ("and", "and", "且"),
            ("or", "or", "或"),
            ("exclusiveOr", "either or", "异或"),
            ("equal", "=", "="),
            ("notEqual", "≠", "≠"),
            ("greaterThan", ">", ">"),
            ("greaterThanOrEqual", "≥", "≥"),
            ("lessThan", "<", "<"),
            ("lessThanOrEqual", "≤", "≤"),
            ("plus", "+", "+"),
            ("minus", "−", "−"),
            ("times", "×", "×"),
            ("divide", "÷", "÷"),
            ("integerDivide", "whole quotient", "整除"),
            ("modulus", "remainder", "余数"),
            ("exponent", "to the power of", "的幂"),
            ("concatenate", "followed by", "连接"),
            ("contains", "contains", "包含"),
            ("add", "with", "加入"),
            ("remove", "without", "移除"),
            ("member", "is in", "属于"),
            ("disjoint", "has nothing in common with", "与…不相交"),
            ("intersection", "in common with", "交集"),
            ("union", "together with", "并集"),
            ("setDifference", "but not", "差集"),
            ("subset", "is part of", "子集"),
        ],
    },
    Family {
        attributes: &["booleanAction", "setAction", "stringAction"],
        values: &[
            ("not", "not", "非"),
            ("defined", "is set", "已赋值"),
            ("empty", "is empty", "为空"),
            ("sizeOf", "size of", "大小"),
        ],
    },
    Family {
        attributes: &["thresholdType"],
        values: &[("threshold", "Threshold", "门槛值"), ("interval", "Interval", "间隔")],
    },
    Family {
        attributes: &["worthinessLimit"],
        values: &[("mandatory", "Mandatory", "强制"), ("recommended", "Recommended", "推荐"), ("none", "None", "无")],
    },
    Family {
        attributes: &["feedbackStatus"],
        values: &[("fbCorrect", "Right answer", "回答正确"), ("fbIncorrect", "Wrong answer", "回答错误")],
    },
    Family {
        attributes: &["sbSupplierValue"],
        values: &[
            ("any", "Any", "任意"),
            ("manufacturer", "Manufacturer", "制造商"),
            ("supplier", "Supplier", "供应商"),
        ],
    },
    Family {
        attributes: &["sbReplacementType"],
        values: &[("nominal", "Nominal", "正常"), ("conditional", "Under conditions", "有条件")],
    },
    Family {
        attributes: &["sbModificationClassification"],
        values: &[("major", "Major", "重大"), ("minor", "Minor", "一般")],
    },
    Family {
        attributes: &["sbConcurrentStatus"],
        values: &[
            ("previous", "Before this bulletin", "先于本通告"),
            ("notPrevious", "Not before this bulletin", "不先于本通告"),
            ("previousOrParallel", "Before or together with this bulletin", "先于或同时于本通告"),
        ],
    },
    Family {
        attributes: &["releaseEvent", "relatedTaskDescr", "insertionOrder"],
        values: &[
            ("before", "Before", "之前"),
            ("after", "After", "之后"),
            ("with", "Together with", "同时"),
            ("complied", "When done", "完成时"),
            ("finished", "When finished", "结束时"),
            ("started", "When started", "开始时"),
            ("precludes", "Excludes", "排除"),
        ],
    },
    Family {
        attributes: &["associationType"],
        values: &[("alias", "Alias", "别名"), ("extref", "External reference", "外部参考")],
    },
    Family {
        attributes: &["productIdentifier"],
        values: &[("primary", "Primary", "主要"), ("secondary", "Secondary", "次要"), ("no", "No", "否")],
    },
    Family {
        attributes: &["attachStoreShipPartCode"],
        values: &[("1", "Attaching part", "连接件"), ("2", "Storage part", "贮存件"), ("3", "Shipping part", "运输件")],
    },
    Family {
        attributes: &["wireGaugeType"],
        values: &[("awg", "AWG", "AWG"), ("mt", "Metric", "公制"), ("proj", "Project", "项目自定")],
    },
    Family {
        attributes: &["wireLengthType"],
        values: &[("critical", "Critical", "关键"), ("estimated", "Estimated", "估计"), ("final", "Final", "最终")],
    },
    Family {
        attributes: &["wireState", "equipState"],
        values: &[
            ("active", "Active", "启用"),
            ("notactiv", "Not active", "未启用"),
            ("logconn", "Logical connection", "逻辑连接"),
            ("logequip", "Logical equipment", "逻辑设备"),
            ("pigtail", "Pigtail", "引出线"),
            ("stowed", "Stowed", "收起"),
        ],
    },
    Family { attributes: &["actionResponsibility"], values: &[("all", "All", "全部"), ("any", "Any", "任意")] },
    Family {
        attributes: &["textDisplayPosition"],
        values: &[("top", "Top", "上"), ("bottom", "Bottom", "下"), ("left", "Left", "左"), ("right", "Right", "右")],
    },
    Family { attributes: &["variableScope"], values: &[("local", "Local", "局部")] },
    Family { attributes: &["exportRole"], values: &[("full", "Full", "全部"), ("partial", "Partial", "部分")] },
    Family { attributes: &["answerToEntry"], values: &[("y", "Yes", "是"), ("n", "No", "否")] },
    Family {
        attributes: &["numberAction"],
        values: &[
            ("truncate", "without decimals", "截断"),
            ("float", "as a number", "转为实数"),
            ("negative", "−", "−"),
            ("squareRoot", "square root", "平方根"),
            ("commonLogarithm", "logarithm to base 10", "常用对数"),
            ("naturalLogarithm", "natural logarithm", "自然对数"),
            ("exponential", "power of e", "指数"),
            ("factorial", "factorial", "阶乘"),
            ("sine", "sine", "正弦"),
            ("cosine", "cosine", "余弦"),
            ("tangent", "tangent", "正切"),
        ],
    },
];
