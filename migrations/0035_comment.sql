-- Comments: threads about a paragraph, a picture or a whole module.

CREATE TABLE comment_thread (
    id TEXT NOT NULL PRIMARY KEY,
    object_id BIGINT NOT NULL REFERENCES object (id) ON DELETE CASCADE,
    -- The version that was read. The anchor leads to the paragraph in it, and from there to the one in other versions.
    version_id BIGINT NOT NULL REFERENCES version (id) ON DELETE CASCADE,
    target TEXT NOT NULL CHECK (target IN ('module', 'paragraph', 'picture')),
    anchor TEXT NOT NULL,
    -- The beginning of the paragraph when the thread was started.
    quote TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'resolved')),
    user_id TEXT NOT NULL REFERENCES user_account (id),
    created_on BIGINT NOT NULL,
    -- The last comment, or the last change of the state.
    updated_on BIGINT NOT NULL,
    resolved_by TEXT REFERENCES user_account (id),
    resolved_on BIGINT,
    -- Of all comments, deleted ones included; never taken back.
    comments BIGINT NOT NULL CHECK (comments >= 0)
);

CREATE INDEX comment_thread_object ON comment_thread (object_id, created_on);
CREATE INDEX comment_thread_version ON comment_thread (version_id);
CREATE INDEX comment_thread_updated ON comment_thread (updated_on, id);

CREATE TABLE comment (
    id TEXT NOT NULL PRIMARY KEY,
    comment_thread_id TEXT NOT NULL REFERENCES comment_thread (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES user_account (id),
    -- Empty once it is deleted: its place in the thread stays.
    text TEXT NOT NULL,
    text_folded TEXT NOT NULL,
    -- A suggestion: the text of the paragraph, and the text that is proposed.
    old_text TEXT,
    new_text TEXT,
    accepted_by TEXT REFERENCES user_account (id),
    accepted_on BIGINT,
    created_on BIGINT NOT NULL,
    edited_on BIGINT,
    deleted_on BIGINT
);

CREATE INDEX comment_of_thread ON comment (comment_thread_id, created_on);
CREATE INDEX comment_of_user ON comment (user_id, created_on);

CREATE TABLE comment_mention (
    comment_id TEXT NOT NULL REFERENCES comment (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    PRIMARY KEY (comment_id, user_id)
);

CREATE INDEX comment_mention_user ON comment_mention (user_id);

-- The people whom a thread concerns: who wrote in it, who is mentioned, and who works on the module.
CREATE TABLE comment_follower (
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    comment_thread_id TEXT NOT NULL REFERENCES comment_thread (id) ON DELETE CASCADE,
    -- The state of the thread, here too so that the count in the header reads open threads alone.
    is_open BOOLEAN NOT NULL,
    -- What was written later is new to them.
    seen_on BIGINT NOT NULL,
    PRIMARY KEY (user_id, comment_thread_id)
);

CREATE INDEX comment_follower_thread ON comment_follower (comment_thread_id);
CREATE INDEX comment_follower_open ON comment_follower (user_id, is_open, comment_thread_id);
