-- Whether errors against the XML schema refuse a check-in.
ALTER TABLE manual ADD COLUMN schema_errors_block BOOLEAN NOT NULL DEFAULT TRUE;
