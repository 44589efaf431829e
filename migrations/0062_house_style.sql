-- How the publications of an operator look. An operator without a row has the standard look.
CREATE TABLE house_style (
    operator_id TEXT NOT NULL PRIMARY KEY REFERENCES operator (id) ON DELETE CASCADE,
    -- Colours, paper and texts as JSON.
    look TEXT NOT NULL,
    logo_blob TEXT,
    -- Of the logo; NULL without one.
    logo_format TEXT CHECK (logo_format IN ('png', 'svg')),
    updated_on BIGINT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1)
);

-- The style that a publication was made with. It stays when the house style or the operator changes, so that a book that
-- is approved looks like the one that was reviewed. A publication in the standard look has no row.
CREATE TABLE publication_style (
    publication_id TEXT NOT NULL PRIMARY KEY REFERENCES publication (id) ON DELETE CASCADE,
    look TEXT NOT NULL,
    logo_blob TEXT,
    logo_format TEXT CHECK (logo_format IN ('png', 'svg'))
);
