-- The same, as version 3 kept them.
PRAGMA application_id = 0x6f6e6365;
PRAGMA user_version = 3;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
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
INSERT INTO runs VALUES(1,'2026-12-01T15:38:03.464Z','2026-12-01T15:38:03.465Z','0.1.0','oncelint check pool.c --','/w',0,1,0,0,0,0,1,98);
INSERT INTO runs VALUES(2,'2026-12-01T15:38:03.710Z','2026-12-01T15:38:03.711Z','0.1.0','oncelint check pool.c --','/w',0,1,0,0,0,0,1,129);
CREATE TABLE files (
	id INTEGER PRIMARY KEY,
	path TEXT NOT NULL UNIQUE
);
INSERT INTO files VALUES(1,'pool.c');
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
INSERT INTO units VALUES(1,1,1,'done',NULL,1,0,0,0,1,6402,775,707);
INSERT INTO units VALUES(2,2,1,'done',NULL,1,0,0,0,1,6825,769,740);
CREATE TABLE presence (
	finding_id INTEGER NOT NULL REFERENCES findings ON DELETE CASCADE,
	first_run INTEGER NOT NULL REFERENCES runs,
	last_run INTEGER NOT NULL REFERENCES runs,
	PRIMARY KEY (finding_id, first_run)
) WITHOUT ROWID;
INSERT INTO presence VALUES(1,1,2);
CREATE TABLE triage (
	identity TEXT PRIMARY KEY,
	state TEXT NOT NULL
		CHECK (state IN ('open', 'confirmed', 'wrong', 'accepted')),
	author TEXT,
	reason TEXT,
	changed TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO triage VALUES('0726a7a260c2d76d0909a2c29a2b2751','accepted',NULL,'an example','2026-12-01T15:38:03.519Z');
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
CREATE TABLE confirmations (
	id INTEGER PRIMARY KEY,
	finding_id INTEGER REFERENCES findings ON DELETE CASCADE,
	verdict TEXT NOT NULL,
	source TEXT NOT NULL,
	observed TEXT NOT NULL,
	detail TEXT
);
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
INSERT INTO findings VALUES(1,'0726a7a260c2d76d0909a2c29a2b2751',-3964277503252084694,'double-consume','warning','possible','posix-threads','pthread','t','pthread_join','thread ''t'' is consumed again by ''pthread_join'': undefined; the id may already name another thread','finish',NULL,1,6,2,6,23,'	pthread_join(t, NULL);','[["consume",1,0,"first consumed here by ''pthread_join''",1,5,3,5,24,"\t\tpthread_join(t, NULL);"],["consume",1,0,"consumed again here by ''pthread_join''",1,6,2,6,23,"\tpthread_join(t, NULL);"]]');
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
CREATE VIEW units_of_last_run AS
SELECT x.path AS file, u.status, u.reason, u.functions, u.skipped_functions,
       u.errors, u.state_limits, u.findings, u.parse_us,
       u.lower_us, u.solve_us
FROM units u
JOIN files x ON x.id = u.file_id
WHERE u.run_id = (SELECT max(id) FROM runs);
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
CREATE UNIQUE INDEX findings_by_identity ON findings (identity);
COMMIT;
