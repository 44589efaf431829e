-- Comments that were written for the manufacturer.

-- The last sequence number of a sender's comments in a year; numbers are never used twice.
CREATE TABLE oem_comment_sequence (
    -- The code of the sender's enterprise.
    sender TEXT NOT NULL,
    year BIGINT NOT NULL,
    last_number BIGINT NOT NULL CHECK (last_number >= 1),
    PRIMARY KEY (sender, year)
);

-- The number of the comment about a change request, which it keeps when it is written again.
CREATE TABLE oem_comment (
    change_request_id TEXT NOT NULL REFERENCES change_request (id) ON DELETE CASCADE,
    sender TEXT NOT NULL,
    year BIGINT NOT NULL,
    number BIGINT NOT NULL CHECK (number >= 1),
    PRIMARY KEY (change_request_id, sender)
);

CREATE UNIQUE INDEX oem_comment_number ON oem_comment (sender, year, number);
