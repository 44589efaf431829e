//! What is asked where searching is measured, of a package that `gen_corpus.py` has made.

/// Fifty questions: rare and common words, two words, phrases, Chinese.
pub const QUESTIONS: [(&str, [&str; 10]); 5] = [
    (
        "rare",
        [
            "dedynamable",
            "thermopressity",
            "electrodisplacable",
            "undertorqure",
            "autodisplaced",
            "optodynamation",
            "aerostatance",
            "pneumodynamed",
            "countergovernity",
            "supercyclator",
        ],
    ),
    ("common", ["valve", "pressure", "hydraulic", "system", "pump", "fuel", "engine", "landing", "actuator", "remove"]),
    (
        "two words",
        [
            "hydraulic pump",
            "fuel pressure",
            "landing gear",
            "engine valve",
            "rudder actuator",
            "cabin door",
            "bolt torque",
            "filter manifold",
            "reservoir accumulator",
            "switch transducer",
        ],
    ),
    (
        "phrase",
        [
            "\"refer to\"",
            "\"lbf ft\"",
            "\"hydraulic pump\"",
            "\"landing gear\"",
            "\"the engine\"",
            "\"fuel valve\"",
            "\"install the bolt\"",
            "\"system pressure\"",
            "\"remove the panel\"",
            "\"of the actuator\"",
        ],
    ),
    ("Chinese", ["液压", "起落架", "发动机", "拆卸", "液压系统", "作动筒", "燃油压力", "断路器", "检查螺栓", "客舱"]),
];
