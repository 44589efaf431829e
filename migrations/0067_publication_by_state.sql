-- Publications of all manuals in a state: the lists of the dashboard.
CREATE INDEX publication_by_state ON publication (state, approved_on);
