-- Images of regulations. An item names its images by their hashes, which are the names of the blobs.

CREATE TABLE policy_image (
    collection_id TEXT NOT NULL REFERENCES compliance_collection (id) ON DELETE CASCADE,
    blob TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size BIGINT NOT NULL CHECK (size >= 0),
    PRIMARY KEY (collection_id, blob)
);

CREATE INDEX policy_image_blob ON policy_image (blob);
