-- Version 2. Indexes that nothing asked for are gone: they cost a tenth of what
-- a run takes to be written. That of the identities has a name, so that it can
-- be made when the rows of a first run are there; a table loses the one of a
-- UNIQUE only by being made anew, and keeps its views and references meanwhile.

DROP INDEX findings_by_kind;
DROP INDEX presence_by_last_run;

PRAGMA legacy_alter_table = ON;
CREATE TABLE new (
	id INTEGER PRIMARY KEY,
	identity TEXT NOT NULL,
	digest INTEGER NOT NULL,
	kind TEXT NOT NULL,
	severity TEXT NOT NULL,
	certainty TEXT NOT NULL,
	pack TEXT,
	family TEXT,
	handle TEXT,
	operation TEXT,
	message TEXT NOT NULL,
	function TEXT,
	file_id INTEGER NOT NULL REFERENCES files,
	line INTEGER NOT NULL,
	column INTEGER NOT NULL,
	end_line INTEGER NOT NULL,
	end_column INTEGER NOT NULL,
	snippet INTEGER REFERENCES snippets,
	suppressed_because TEXT      -- NULL: not suppressed in the source
);
INSERT INTO new SELECT * FROM findings;
DROP TABLE findings;
ALTER TABLE new RENAME TO findings;
PRAGMA legacy_alter_table = OFF;
CREATE UNIQUE INDEX findings_by_identity ON findings (identity);
CREATE INDEX findings_by_file ON findings (file_id, line);
