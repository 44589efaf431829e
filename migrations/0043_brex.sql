-- Business rules (BREX): what administrators installed, and reports about whole manuals.

CREATE TABLE brex (
    -- The code with its extension, as modules name it.
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL PRIMARY KEY,
    title TEXT NOT NULL,
    -- Its own issue, as in 001-00; empty when it has none.
    issue TEXT NOT NULL,
    -- The issue of S1000D whose schema it follows, as in 4-1; empty when it names none.
    schema_issue TEXT NOT NULL,
    -- The default BREX of an issue, which the specification itself publishes.
    is_default BOOLEAN NOT NULL,
    blob TEXT NOT NULL,
    size BIGINT NOT NULL,
    rules BIGINT NOT NULL,
    -- Rules that no module can be judged by.
    unjudged BIGINT NOT NULL,
    installed_by TEXT NOT NULL,
    installed_on BIGINT NOT NULL
);

-- Whether violations of business rules refuse a check-in.
ALTER TABLE manual ADD COLUMN brex_errors_block BOOLEAN NOT NULL DEFAULT FALSE;

-- The report of a job that checked a manual. It is shown when it is complete, and then replaces the one before.
CREATE TABLE brex_report (
    -- The id of the job.
    id TEXT NOT NULL PRIMARY KEY,
    manual_id TEXT NOT NULL REFERENCES manual (id) ON DELETE CASCADE,
    created_by TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    is_shown BOOLEAN NOT NULL,
    -- Modules that were checked, those with violations, and those that some rules could not be applied to.
    modules BIGINT NOT NULL,
    violating BIGINT NOT NULL,
    incomplete BIGINT NOT NULL,
    -- Violations in all, and findings in the list.
    violations BIGINT NOT NULL,
    listed BIGINT NOT NULL,
    -- Some findings are only counted.
    is_cut BOOLEAN NOT NULL
);

CREATE INDEX brex_report_manual_id ON brex_report (manual_id);

-- The other manuals that rules of a report came from: who does not see all of them does not see the report. A manual that is
-- gone keeps its row, so that the report stays withheld.
CREATE TABLE brex_report_source (
    brex_report_id TEXT NOT NULL REFERENCES brex_report (id) ON DELETE CASCADE,
    manual_id TEXT NOT NULL,
    PRIMARY KEY (brex_report_id, manual_id)
);

-- A rule of a report, or what is wrong with a BREX: what findings are grouped by.
CREATE TABLE brex_report_rule (
    brex_report_id TEXT NOT NULL REFERENCES brex_report (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    -- The word of its findings, as in brex.forbidden.
    kind TEXT NOT NULL,
    -- The code with its issue, as in DMC-… 007-00.
    brex TEXT NOT NULL,
    -- Empty for a finding about a whole BREX.
    name TEXT NOT NULL,
    -- The level that the BREX gives it, as in brsl01; empty when it gives none.
    severity TEXT NOT NULL,
    description TEXT NOT NULL,
    object_path TEXT NOT NULL,
    is_violation BOOLEAN NOT NULL,
    places BIGINT NOT NULL,
    modules BIGINT NOT NULL,
    PRIMARY KEY (brex_report_id, number)
);

CREATE TABLE brex_report_finding (
    brex_report_id TEXT NOT NULL REFERENCES brex_report (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    rule_number BIGINT NOT NULL,
    -- The path of the module and its title.
    path TEXT NOT NULL,
    title TEXT NOT NULL,
    line BIGINT,
    rule TEXT NOT NULL,
    params TEXT NOT NULL,
    search_folded TEXT NOT NULL,
    PRIMARY KEY (brex_report_id, position)
);
