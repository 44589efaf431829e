-- Temporary revisions: the last day on which a publication is valid, as in 2026-11-17; none for all others. The first day
-- is among the options.
ALTER TABLE publication ADD COLUMN valid_until TEXT;

CREATE INDEX publication_valid_until ON publication (valid_until) WHERE valid_until IS NOT NULL;

-- Calls that tell another system about publications, kept as a log.
CREATE TABLE webhook_delivery (
    id TEXT NOT NULL PRIMARY KEY,
    publication_id TEXT NOT NULL REFERENCES publication (id) ON DELETE CASCADE,
    -- As in publication.approved.
    event TEXT NOT NULL,
    -- Without path and secrets, for the log: calls go to the address of the settings.
    receiver TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
    attempts BIGINT NOT NULL CHECK (attempts >= 0),
    -- When it is sent or sent again; while it is being sent, when another node may do so.
    next_on BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    last_on BIGINT,
    -- The HTTP status of the last answer.
    status BIGINT,
    -- Why the last attempt failed, for administrators.
    error TEXT NOT NULL
);

CREATE INDEX webhook_delivery_due ON webhook_delivery (state, next_on);
CREATE INDEX webhook_delivery_created_on ON webhook_delivery (created_on);
CREATE INDEX webhook_delivery_publication_id ON webhook_delivery (publication_id);
