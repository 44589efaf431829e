-- What a preview needs to say exactly what an import would do: the language of each object, and what is shown.

ALTER TABLE package_object ADD COLUMN language TEXT NOT NULL DEFAULT '';

-- Reports that are there: a key ends with its language.
UPDATE package_object SET language = SUBSTR(key, LENGTH(key) - 4) WHERE key LIKE '%!___-__' ESCAPE '!';
UPDATE package_object SET language = SUBSTR(key, LENGTH(key) - 5) WHERE key LIKE '%!____-__' ESCAPE '!';

-- The illustrations that the modules of a package show, whoever delivered them.
CREATE TABLE package_illustration (
    package_id TEXT NOT NULL REFERENCES package (id) ON DELETE CASCADE,
    report BIGINT NOT NULL,
    code_folded TEXT NOT NULL,
    PRIMARY KEY (package_id, report, code_folded)
);
