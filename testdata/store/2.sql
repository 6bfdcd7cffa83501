-- The same, as version 2 kept them.
PRAGMA application_id = 0x6f6e6365;
PRAGMA user_version = 2;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE confirmations (
	id INTEGER PRIMARY KEY,
	finding_id INTEGER REFERENCES findings ON DELETE CASCADE,
	verdict TEXT NOT NULL,
	source TEXT NOT NULL,
	observed TEXT NOT NULL,
	detail TEXT
);
CREATE TABLE files (
	id INTEGER PRIMARY KEY,
	path TEXT NOT NULL UNIQUE
);
INSERT INTO files VALUES(1,'pool.c');
CREATE TABLE presence (
	finding_id INTEGER NOT NULL REFERENCES findings ON DELETE CASCADE,
	first_run INTEGER NOT NULL REFERENCES runs,
	last_run INTEGER NOT NULL REFERENCES runs,
	PRIMARY KEY (finding_id, first_run)
) WITHOUT ROWID;
INSERT INTO presence VALUES(1,1,2);
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
INSERT INTO runs VALUES(1,'2026-12-01T01:07:59.073Z','2026-12-01T01:07:59.074Z','0.1.0','oncelint check pool.c --','/w',0,1,0,0,0,0,1,88);
INSERT INTO runs VALUES(2,'2026-12-01T01:07:59.837Z','2026-12-01T01:07:59.837Z','0.1.0','oncelint check pool.c --','/w',0,1,0,0,0,0,1,85);
CREATE TABLE snippets (
	id INTEGER PRIMARY KEY,
	text TEXT NOT NULL
);
INSERT INTO snippets VALUES(997929534411087634,'	pthread_join(t, NULL);');
INSERT INTO snippets VALUES(8825366107930126803,'		pthread_join(t, NULL);');
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
INSERT INTO steps VALUES(1,0,'consume',1,0,'first consumed here by ''pthread_join''',1,5,3,5,24,8825366107930126803);
INSERT INTO steps VALUES(1,1,'consume',1,0,'consumed again here by ''pthread_join''',1,6,2,6,23,997929534411087634);
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
CREATE TABLE triage (
	identity TEXT PRIMARY KEY,
	state TEXT NOT NULL
		CHECK (state IN ('open', 'confirmed', 'wrong', 'accepted')),
	author TEXT,
	reason TEXT,
	changed TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO triage VALUES('0726a7a260c2d76d0909a2c29a2b2751','accepted',NULL,'an example','2026-12-01T01:07:59.282Z');
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
INSERT INTO units VALUES(1,1,1,'done',NULL,1,0,0,0,1,9312,1470,0);
INSERT INTO units VALUES(2,2,1,'done',NULL,1,0,0,0,1,8744,1268,0);
CREATE TABLE IF NOT EXISTS "findings" (
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
INSERT INTO findings VALUES(1,'0726a7a260c2d76d0909a2c29a2b2751',-5866582615012786719,'double-consume','warning','possible','posix-threads','pthread','t','pthread_join','thread ''t'' is consumed again by ''pthread_join'': undefined; the id may already name another thread','finish',1,6,2,6,23,997929534411087634,NULL);
CREATE INDEX units_by_run ON units (run_id, file_id);
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
CREATE UNIQUE INDEX findings_by_identity ON findings (identity);
CREATE INDEX findings_by_file ON findings (file_id, line);
COMMIT;
