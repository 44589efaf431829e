-- Calls of clients that may send them again because their answer was lost, with the answer that they get then. Rows are
-- deleted after an hour.
CREATE TABLE answered_call (
    -- The id of a user or a service token.
    caller_id TEXT NOT NULL,
    -- Chosen by the client.
    call_key TEXT NOT NULL,
    -- Method and address.
    call TEXT NOT NULL,
    started_on BIGINT NOT NULL,
    -- The answer; NULL until it is there.
    status BIGINT,
    body TEXT,
    PRIMARY KEY (caller_id, call_key)
);

CREATE INDEX answered_call_started ON answered_call (started_on);
