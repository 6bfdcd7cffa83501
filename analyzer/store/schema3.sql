-- Version 3. A finding is one row: the source line is in it, and its story is
-- one text, where each step was a row and each line one more, to be looked up.
-- That takes half as long to write and to read.

DROP VIEW finding_steps;
DROP VIEW current_findings;
DROP VIEW all_findings;

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
	suppressed_because TEXT,     -- NULL: not suppressed in the source
	file_id INTEGER NOT NULL REFERENCES files,
	line INTEGER NOT NULL,
	column INTEGER NOT NULL,
	end_line INTEGER NOT NULL,
	end_column INTEGER NOT NULL,
	source TEXT,                 -- the line as it was then
	story TEXT NOT NULL          -- JSON: a list of steps, each the list kind,
	                             -- is_essential, depth, message, file_id,
	                             -- line, column, end_line, end_column, source
);
INSERT INTO new
SELECT f.id, f.identity, f.digest, f.kind, f.severity, f.certainty, f.pack,
       f.family, f.handle, f.operation, f.message, f.function,
       f.suppressed_because, f.file_id, f.line, f.column, f.end_line,
       f.end_column, s.text,
       (SELECT json_group_array(json_array(g.kind, g.is_essential, g.depth,
               g.message, g.file_id, g.line, g.column, g.end_line, g.end_column,
               g.text))
        FROM (SELECT p.*, n.text FROM steps p
              LEFT JOIN snippets n ON n.id = p.snippet
              WHERE p.finding_id = f.id ORDER BY p.position) g)
FROM findings f
LEFT JOIN snippets s ON s.id = f.snippet
ORDER BY f.id;
DROP TABLE findings;
ALTER TABLE new RENAME TO findings;
PRAGMA legacy_alter_table = OFF;
DROP TABLE steps;
DROP TABLE snippets;
CREATE UNIQUE INDEX findings_by_identity ON findings (identity);
CREATE INDEX findings_by_file ON findings (file_id, line);

CREATE VIEW all_findings AS
SELECT f.id, f.identity, f.kind, f.severity, f.certainty, f.pack, f.family,
       f.handle, f.operation, f.message, f.function, x.path AS file, f.line,
       f.column, f.end_line, f.end_column, f.source, f.suppressed_because,
       coalesce(t.state, 'open') AS triage, t.reason AS triage_reason,
       (SELECT min(first_run) FROM presence WHERE finding_id = f.id)
	       AS first_run,
       (SELECT max(last_run) FROM presence WHERE finding_id = f.id)
	       AS last_run
FROM findings f
JOIN files x ON x.id = f.file_id
LEFT JOIN triage t ON t.identity = f.identity;

CREATE VIEW current_findings AS
SELECT * FROM all_findings
WHERE last_run = (SELECT max(id) FROM runs) AND suppressed_because IS NULL;

CREATE VIEW finding_steps AS
SELECT f.identity, j.key AS position,
       json_extract(j.value, '$[0]') AS kind,
       json_extract(j.value, '$[1]') AS is_essential,
       json_extract(j.value, '$[2]') AS depth,
       json_extract(j.value, '$[3]') AS message,
       x.path AS file,
       json_extract(j.value, '$[5]') AS line,
       json_extract(j.value, '$[6]') AS column,
       json_extract(j.value, '$[9]') AS source
FROM findings f
JOIN json_each(f.story) j
LEFT JOIN files x ON x.id = json_extract(j.value, '$[4]');
