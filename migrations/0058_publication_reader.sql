-- Who gets publications, who has them, and who acknowledged them.

-- The distribution list of a manual.
CREATE TABLE publication_receiver (
    manual_id TEXT NOT NULL REFERENCES manual (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    -- An account.
    added_by TEXT NOT NULL,
    added_on BIGINT NOT NULL,
    PRIMARY KEY (manual_id, user_id)
);

CREATE INDEX publication_receiver_user_id ON publication_receiver (user_id);

-- The times in which a person should acknowledge a publication: while they are on the distribution list. Each is a row
-- that stays, so that the state of any day can be told.
CREATE TABLE publication_request (
    publication_id TEXT NOT NULL REFERENCES publication (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    asked_on BIGINT NOT NULL,
    -- When they left the distribution list.
    ended_on BIGINT,
    PRIMARY KEY (publication_id, user_id, asked_on)
);

CREATE INDEX publication_request_user_id ON publication_request (user_id);

-- What a person did with a publication.
CREATE TABLE publication_reader (
    publication_id TEXT NOT NULL REFERENCES publication (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    -- When they opened it first.
    read_on BIGINT,
    acknowledged_on BIGINT,
    PRIMARY KEY (publication_id, user_id)
);

CREATE INDEX publication_reader_user_id ON publication_reader (user_id);

CREATE TABLE publication_download (
    publication_id TEXT NOT NULL REFERENCES publication (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    file_name TEXT NOT NULL,
    first_on BIGINT NOT NULL,
    last_on BIGINT NOT NULL,
    times BIGINT NOT NULL CHECK (times >= 1),
    PRIMARY KEY (publication_id, user_id, file_name)
);

CREATE INDEX publication_download_user_id ON publication_download (user_id);
