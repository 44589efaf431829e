//! The texts of the demo's flight manual. All of it is our own invention, and none of it is for flight.

/// A module as the manufacturer first wrote it.
#[derive(Debug, Clone, Copy)]
pub(super) struct FlightModule {
    /// Subsystem and sub-subsystem, as in `10` of 15-10-00.
    pub(super) subsystem: &'static str,
    /// As in `040`.
    pub(super) info_code: &'static str,
    pub(super) tech_name: &'static str,
    pub(super) info_name: &'static str,
    /// The section of the contents.
    pub(super) section: &'static str,
    pub(super) kind: FlightModuleKind,
    /// Stands before the first paragraph or step; empty for none.
    pub(super) warning: &'static str,
    /// Paragraphs of a description, each with its title, or steps of a procedure, without.
    pub(super) paragraphs: &'static [(&'static str, &'static str)],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FlightModuleKind {
    Description,
    Procedure,
}

/// A paragraph that the manufacturer rewrites.
#[derive(Debug, Clone, Copy)]
pub(super) struct FlightChange {
    /// The delivery in which it comes: 2 or 3.
    pub(super) delivery: u8,
    pub(super) subsystem: &'static str,
    pub(super) old: &'static str,
    pub(super) new: &'static str,
    /// The reason that the module gives, with a change mark; empty for a change that nobody marked.
    pub(super) reason: &'static str,
}

pub(super) const WIND: &str = "The rotor is not started or stopped in wind above 40 kt.";
pub(super) const COVERS: &str = "Remove the covers and the tie-downs, and stow them in the baggage compartment.";
pub(super) const ABORT: &str = "Abort the start if the turbine outlet temperature rises above 810 °C.";
pub(super) const BENCH: &str = "The rear bench carries three persons of 90 kg each.";
pub(super) const HOVER: &str = "Lower the collective to keep the rotor speed above 95 %.";
pub(super) const SLOPE: &str = "The slope is not more than 10° across and 6° with the nose up.";

pub(super) static MODULES: [FlightModule; 8] = [
    FlightModule {
        subsystem: "00",
        info_code: "018",
        tech_name: "Flight manual",
        info_name: "Introduction",
        section: "General",
        kind: FlightModuleKind::Description,
        warning: "",
        paragraphs: &[
            (
                "Purpose",
                "This manual contains the limits, the procedures and the performance of the NV240 that the crew needs.",
            ),
            (
                "Use",
                "The limits of this manual are binding. The operator may be stricter, and tells its crews where it is.",
            ),
            ("Terms", "Shall means that a procedure is mandatory. Should means that it is recommended."),
        ],
    },
    FlightModule {
        subsystem: "10",
        info_code: "040",
        tech_name: "Airspeed, rotor and wind limits",
        info_name: "Description",
        section: "Limitations",
        kind: FlightModuleKind::Description,
        warning: "",
        paragraphs: &[
            (
                "Airspeed",
                "The never-exceed speed is 150 kt up to 3000 ft. Above that it falls by 3 kt for each 1000 ft.",
            ),
            (
                "Rotor speed",
                "With power on the rotor turns at 98 % to 101 %. In autorotation 90 % to 108 % are permitted.",
            ),
            ("Wind", WIND),
            ("Doors", "With a sliding door open the airspeed is not above 100 kt."),
        ],
    },
    FlightModule {
        subsystem: "11",
        info_code: "040",
        tech_name: "Weight and loading limits",
        info_name: "Description",
        section: "Limitations",
        kind: FlightModuleKind::Description,
        warning: "",
        paragraphs: &[
            ("Weight", "The maximum take-off weight is 2900 kg, and 3050 kg with an external load."),
            ("Seats", BENCH),
            ("Baggage", "The baggage compartment carries 150 kg, lashed to at least four rings."),
        ],
    },
    FlightModule {
        subsystem: "20",
        info_code: "121",
        tech_name: "Checks before start",
        info_name: "Pre-operation procedure",
        section: "Normal procedures",
        kind: FlightModuleKind::Procedure,
        warning: "",
        paragraphs: &[
            ("", COVERS),
            ("", "Check the fluid level of both hydraulic systems at the sight glasses."),
            ("", "Check that the filler caps of the fuel tank are closed."),
            ("", "Switch the battery on, and read at least 24 V."),
            ("", "Test the warning lights and the tones for low and high rotor speed."),
        ],
    },
    FlightModule {
        subsystem: "21",
        info_code: "131",
        tech_name: "Engine start",
        info_name: "Normal operation procedure",
        section: "Normal procedures",
        kind: FlightModuleKind::Procedure,
        warning: "Nobody stands within 10 m of the tail rotor while an engine is started.",
        paragraphs: &[
            ("", "Set the engine selector to IDLE, and watch the turbine outlet temperature."),
            ("", ABORT),
            ("", "Wait for 30 s at idle before the second engine is started."),
            ("", "Set both selectors to FLIGHT when the oil temperatures are above 0 °C."),
        ],
    },
    FlightModule {
        subsystem: "22",
        info_code: "131",
        tech_name: "Landing on a slope",
        info_name: "Normal operation procedure",
        section: "Normal procedures",
        kind: FlightModuleKind::Procedure,
        warning: "",
        paragraphs: &[
            ("", "Approach across the slope, with the higher side where the pilot can see it."),
            ("", SLOPE),
            ("", "Hold the upper skid on the ground with the cyclic, and lower the collective slowly."),
            ("", "Keep passengers on the lower side until the rotor has stopped."),
        ],
    },
    FlightModule {
        subsystem: "30",
        info_code: "141",
        tech_name: "Engine failure in the hover",
        info_name: "Emergency procedure",
        section: "Emergency procedures",
        kind: FlightModuleKind::Procedure,
        warning: "Do not pull the collective before the helicopter has settled.",
        paragraphs: &[
            ("", HOVER),
            ("", "Level the helicopter, and stop any sideways movement."),
            ("", "Use the rest of the rotor speed to soften the touch-down."),
            ("", "After landing shut the failed engine down and close its fuel valve."),
        ],
    },
    FlightModule {
        subsystem: "31",
        info_code: "141",
        tech_name: "Loss of the tail rotor drive",
        info_name: "Emergency procedure",
        section: "Emergency procedures",
        kind: FlightModuleKind::Procedure,
        warning: "",
        paragraphs: &[
            ("", "In the hover, close both throttles at once and land in autorotation."),
            ("", "In cruise, keep an airspeed of 80 kt or more."),
            ("", "Fly to an open site, and land in autorotation with little ground speed."),
        ],
    },
];

pub(super) static CHANGES: [FlightChange; 8] = [
    FlightChange {
        delivery: 2,
        subsystem: "10",
        old: WIND,
        new: "The rotor is not started or stopped in wind above 45 kt, or above 35 kt from behind.",
        reason: "Wind limits after tests with the new rotor brake.",
    },
    FlightChange {
        delivery: 2,
        subsystem: "20",
        old: "Check the fluid level of both hydraulic systems at the sight glasses.",
        new: "Check the fluid level of both hydraulic systems at the sight glasses, and the deck below for leaks.",
        reason: "Leaks at the pump drain were found late.",
    },
    FlightChange {
        delivery: 2,
        subsystem: "21",
        old: ABORT,
        new: ABORT_EARLIER,
        reason: "Lower limit of the turbine outlet temperature during the start.",
    },
    FlightChange {
        delivery: 2,
        subsystem: "22",
        old: SLOPE,
        new: "The slope is not more than 8° across and 6° with the nose up.",
        reason: "",
    },
    FlightChange {
        delivery: 2,
        subsystem: "31",
        old: "In cruise, keep an airspeed of 80 kt or more.",
        new: "In cruise, keep an airspeed of 70 kt or more, and do not turn to the right.",
        reason: "Airspeed after flight tests.",
    },
    FlightChange {
        delivery: 3,
        subsystem: "00",
        old: "Should means that it is recommended.",
        new: "Should means that it is recommended. May means that the crew chooses.",
        reason: "One more term.",
    },
    FlightChange {
        delivery: 3,
        subsystem: "11",
        old: BENCH,
        new: "The rear bench carries three persons of 100 kg each, or two with the auxiliary tank.",
        reason: "New seat rails.",
    },
    FlightChange {
        delivery: 3,
        subsystem: "30",
        old: HOVER,
        new: "Lower the collective a little to keep the rotor speed above 94 %.",
        reason: "Rotor speed after flight tests.",
    },
];

/// What the manufacturer writes later, and the operator before.
pub(super) const ABORT_EARLIER: &str = "Abort the start if the turbine outlet temperature rises above 780 °C.";

/// Texts that the operator changes: subsystem, old text, new text, and why.
pub(super) const EDITS: [(&str, &str, &str, &str); 4] = [
    (
        "10",
        WIND,
        "The rotor is not started or stopped in wind above 35 kt, and at the rooftop base of Port Azure above 25 kt.",
        "Turbulence at the rooftop base",
    ),
    (
        "11",
        BENCH,
        "The rear bench carries three persons of 85 kg each, weighed before boarding.",
        "Loading rule of the operator",
    ),
    (
        "20",
        COVERS,
        "Remove the covers, the tie-downs and the salt plugs, and stow them in the baggage compartment.",
        "Salt plugs are fitted at all bases by the sea",
    ),
    ("21", ABORT, ABORT_EARLIER, "Two hot starts in August"),
];

/// The draft that somebody works on: subsystem, old and new text.
pub(super) const DRAFT: (&str, &str, &str) =
    ("30", HOVER, "Lower the collective to keep the rotor speed above 95 %, and call “engine failure”.");
