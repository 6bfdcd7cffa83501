-- Version 1. What a table holds, and the views that others may read:
-- docs/database.md. Times are UTC, ISO 8601. Paths are relative to the run's
-- root when below it.

CREATE TABLE runs (
	id INTEGER PRIMARY KEY,
	started TEXT NOT NULL,
	finished TEXT,
	version TEXT NOT NULL,
	command TEXT NOT NULL,
	root TEXT NOT NULL,
	is_whole INTEGER NOT NULL,   -- 0: only some units were asked for
	units INTEGER NOT NULL DEFAULT 0,
	skipped INTEGER NOT NULL DEFAULT 0,
	cached INTEGER NOT NULL DEFAULT 0,
	degraded INTEGER NOT NULL DEFAULT 0,
	failed INTEGER NOT NULL DEFAULT 0,
	findings INTEGER NOT NULL DEFAULT 0,
	milliseconds INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE files (
	id INTEGER PRIMARY KEY,
	path TEXT NOT NULL UNIQUE
);

CREATE TABLE units (
	id INTEGER PRIMARY KEY,
	run_id INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
	file_id INTEGER NOT NULL REFERENCES files,
	status TEXT NOT NULL,
	reason TEXT,
	functions INTEGER NOT NULL,
	skipped_functions INTEGER NOT NULL,
	errors INTEGER NOT NULL,
	state_limits INTEGER NOT NULL,
	findings INTEGER NOT NULL,
	parse_us INTEGER NOT NULL,   -- processor time, by step
	lower_us INTEGER NOT NULL,
	solve_us INTEGER NOT NULL
);
CREATE INDEX units_by_run ON units (run_id, file_id);

-- Source lines, once each however often they are shown; `id` is a hash.
CREATE TABLE snippets (
	id INTEGER PRIMARY KEY,
	text TEXT NOT NULL
);

-- As it was when last seen. `digest` is a hash of the row and its steps, so that
-- what has not changed is not written again.
CREATE TABLE findings (
	id INTEGER PRIMARY KEY,
	identity TEXT NOT NULL UNIQUE,
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
CREATE INDEX findings_by_file ON findings (file_id, line);
CREATE INDEX findings_by_kind ON findings (kind);

CREATE TABLE steps (
	finding_id INTEGER NOT NULL REFERENCES findings ON DELETE CASCADE,
	position INTEGER NOT NULL,
	kind TEXT NOT NULL,
	is_essential INTEGER NOT NULL,
	depth INTEGER NOT NULL,
	message TEXT NOT NULL,
	file_id INTEGER REFERENCES files,
	line INTEGER NOT NULL,
	column INTEGER NOT NULL,
	end_line INTEGER NOT NULL,
	end_column INTEGER NOT NULL,
	snippet INTEGER REFERENCES snippets,
	PRIMARY KEY (finding_id, position)
) WITHOUT ROWID;

-- The runs, first to last, between which a finding was there without a gap.
CREATE TABLE presence (
	finding_id INTEGER NOT NULL REFERENCES findings ON DELETE CASCADE,
	first_run INTEGER NOT NULL REFERENCES runs,
	last_run INTEGER NOT NULL REFERENCES runs,
	PRIMARY KEY (finding_id, first_run)
) WITHOUT ROWID;
CREATE INDEX presence_by_last_run ON presence (last_run);

-- What people decided; keyed by identity, so that it outlives the finding.
CREATE TABLE triage (
	identity TEXT PRIMARY KEY,
	state TEXT NOT NULL
		CHECK (state IN ('open', 'confirmed', 'wrong', 'accepted')),
	author TEXT,
	reason TEXT,
	changed TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE suppressions (
	run_id INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
	file_id INTEGER NOT NULL REFERENCES files,
	line INTEGER NOT NULL,
	kinds TEXT NOT NULL,
	reason TEXT,
	expires TEXT,
	state TEXT NOT NULL
		CHECK (state IN ('used', 'unused', 'expired', 'broken')),
	PRIMARY KEY (run_id, file_id, line)
) WITHOUT ROWID;

-- What the runtime saw of a finding.
CREATE TABLE confirmations (
	id INTEGER PRIMARY KEY,
	finding_id INTEGER REFERENCES findings ON DELETE CASCADE,
	verdict TEXT NOT NULL,
	source TEXT NOT NULL,
	observed TEXT NOT NULL,
	detail TEXT
);

-- ---- the public interface

CREATE VIEW last_run AS
SELECT * FROM runs WHERE id = (SELECT max(id) FROM runs);

CREATE VIEW finding_history AS
SELECT f.identity, f.kind, p.first_run, p.last_run,
       a.started AS first_seen, b.started AS last_seen
FROM presence p
JOIN findings f ON f.id = p.finding_id
JOIN runs a ON a.id = p.first_run
JOIN runs b ON b.id = p.last_run;

CREATE VIEW all_findings AS
SELECT f.id, f.identity, f.kind, f.severity, f.certainty, f.pack, f.family,
       f.handle, f.operation, f.message, f.function, x.path AS file, f.line,
       f.column, f.end_line, f.end_column, s.text AS source,
       f.suppressed_because,
       coalesce(t.state, 'open') AS triage, t.reason AS triage_reason,
       (SELECT min(first_run) FROM presence WHERE finding_id = f.id)
	       AS first_run,
       (SELECT max(last_run) FROM presence WHERE finding_id = f.id)
	       AS last_run
FROM findings f
JOIN files x ON x.id = f.file_id
LEFT JOIN snippets s ON s.id = f.snippet
LEFT JOIN triage t ON t.identity = f.identity;

CREATE VIEW current_findings AS
SELECT * FROM all_findings
WHERE last_run = (SELECT max(id) FROM runs) AND suppressed_because IS NULL;

CREATE VIEW finding_steps AS
SELECT f.identity, p.position, p.kind, p.is_essential, p.depth, p.message,
       x.path AS file, p.line, p.column, s.text AS source
FROM steps p
JOIN findings f ON f.id = p.finding_id
LEFT JOIN files x ON x.id = p.file_id
LEFT JOIN snippets s ON s.id = p.snippet;

CREATE VIEW units_of_last_run AS
SELECT x.path AS file, u.status, u.reason, u.functions, u.skipped_functions,
       u.errors, u.state_limits, u.findings, u.parse_us,
       u.lower_us, u.solve_us
FROM units u
JOIN files x ON x.id = u.file_id
WHERE u.run_id = (SELECT max(id) FROM runs);
