-- Searches that people keep. The index itself is in no table: it is made from what is here and can be made again.

CREATE TABLE saved_search (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    request TEXT NOT NULL,
    created_on BIGINT NOT NULL
);

CREATE UNIQUE INDEX saved_search_name ON saved_search (user_id, name_folded);
