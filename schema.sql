-- Granary's whole database. It has tables of three kinds:
--
--   The log: what was recorded and what was disclosed. The source of truth, hashed and anchored.
--   Kept beside the log: what the log does not contain and cannot be derived.
--   What follows from the log: derived from an entry and the state before it; it can be made again.
--
-- Everything is append-only: triggers on each table refuse UPDATE and DELETE. An INSERT that replaces a row deletes it
-- first, which the same trigger refuses on the program's own connections (recursive_triggers, in src/store/open.ts); the
-- log and what is kept beside it refuse it on all connections. At start the file's schema is compared with this one, and
-- a difference stops the service.
--
-- Parties are small integers, instants are milliseconds since 1970 UTC, ids and hashes are raw bytes, record types are
-- the numbers of src/domain/types, and sets of types are bit masks of those numbers. The many rows that follow from
-- records have no REFERENCES, which would cost a look-up each; "granary verify" finds broken ones.
--
-- Later versions add to this text, each under a line "Since schema version N"; an older file gets the additions
-- (src/store/upgrades.ts). The text of a released version never changes.


-- ######## The log ########

-- The entries: observations (records), inferences and acts in one sequence, with unique ids. `kind` is a record type
-- (src/domain/types), 31 for an inference, or an act from 32 on (src/store/entry-kinds.ts). `body` is the canonical JSON
-- (RFC 8785) whose SHA-256 is `digest`; the entry's leaf is made from salt and digest (contract 14).
CREATE TABLE entry (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  kind INTEGER NOT NULL,
  asserted_by INTEGER REFERENCES party (n),  -- of observations and inferences, as occurred_at
  on_behalf_of INTEGER REFERENCES party (n), -- of observations, as what follows
  root INTEGER,                              -- seq of the chain's first version
  depth INTEGER CHECK (depth >= 1),
  said_recorded_at INTEGER,                  -- 1 when recorded_at was sent, 0 when it is the time of receipt
  occurred_at INTEGER,
  received_at INTEGER NOT NULL,
  salt BLOB NOT NULL CHECK (length(salt) = 32),
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  body TEXT NOT NULL
) STRICT;
CREATE INDEX entry_version ON entry (root) WHERE root <> seq;
CREATE INDEX entry_inference ON entry (id) WHERE kind = 31;

CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'append-only: entry'); END;
CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'append-only: entry'); END;
CREATE TRIGGER entry_no_replace BEFORE INSERT ON entry
WHEN EXISTS (SELECT 1 FROM entry WHERE seq = NEW.seq OR id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'append-only: entry'); END;

-- The audit log: what was disclosed, refused and done. The entries of one commit share a row: the numbers of the first
-- and last of them, one time, and the newest entry of the log then. `entries` is a JSON array; each entry is
-- [credential, action, purpose, outcome, detail, records]. The credential is a seq (null for the operator and for
-- nobody); records are seqs, each after the first given as the step from the one before. Each hash covers the previous
-- hash and the whole row, so a change in the middle of the log is noticed (src/store/audit-row.ts).
CREATE TABLE audit (
  last_n INTEGER PRIMARY KEY,
  first_n INTEGER NOT NULL,
  at INTEGER NOT NULL,
  log_size INTEGER NOT NULL,
  entries TEXT NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'append-only: audit'); END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'append-only: audit'); END;
CREATE TRIGGER audit_no_replace BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE last_n = NEW.last_n)
BEGIN SELECT RAISE(ABORT, 'append-only: audit'); END;

-- ######## Kept beside the log ########

-- The small numbers of parties. A party gets one as soon as any record or act names it.
CREATE TABLE party (
  n INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16)
) STRICT;

CREATE TRIGGER party_no_update BEFORE UPDATE ON party
BEGIN SELECT RAISE(ABORT, 'append-only: party'); END;
CREATE TRIGGER party_no_delete BEFORE DELETE ON party
BEGIN SELECT RAISE(ABORT, 'append-only: party'); END;
CREATE TRIGGER party_no_replace BEFORE INSERT ON party
WHEN EXISTS (SELECT 1 FROM party WHERE n = NEW.n OR id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'append-only: party'); END;

-- What was settled about an inference at receipt (contract 9). `depth` is 1 over observations, otherwise one more than
-- that of its deepest resolved input. `subjects_resolved` is 0 if a subject is unknown: an input did not resolve, or the
-- inference is too deep.
CREATE TABLE inference (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  depth INTEGER NOT NULL CHECK (depth >= 1),
  subjects_resolved INTEGER NOT NULL
) STRICT;

CREATE TRIGGER inference_no_update BEFORE UPDATE ON inference
BEGIN SELECT RAISE(ABORT, 'append-only: inference'); END;
CREATE TRIGGER inference_no_delete BEFORE DELETE ON inference
BEGIN SELECT RAISE(ABORT, 'append-only: inference'); END;
CREATE TRIGGER inference_no_replace BEFORE INSERT ON inference
WHEN EXISTS (SELECT 1 FROM inference WHERE seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'append-only: inference'); END;

-- The inputs (observations and inferences) that resolved when the inference was received, by seq. An input that its
-- party could not read then never resolves, so no inference can rest on itself.
CREATE TABLE inference_input (
  inference INTEGER NOT NULL REFERENCES inference (seq),
  input INTEGER NOT NULL,
  PRIMARY KEY (inference, input)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER inference_input_no_update BEFORE UPDATE ON inference_input
BEGIN SELECT RAISE(ABORT, 'append-only: inference_input'); END;
CREATE TRIGGER inference_input_no_delete BEFORE DELETE ON inference_input
BEGIN SELECT RAISE(ABORT, 'append-only: inference_input'); END;
CREATE TRIGGER inference_input_no_replace BEFORE INSERT ON inference_input
WHEN EXISTS (SELECT 1 FROM inference_input WHERE inference = NEW.inference AND input = NEW.input)
BEGIN SELECT RAISE(ABORT, 'append-only: inference_input'); END;

-- The subjects of an inference, through all its inputs. Rows are added when a loss under it, or the retraction of one,
-- turns out to be about somebody; none is ever removed.
CREATE TABLE inference_subject (
  inference INTEGER NOT NULL REFERENCES inference (seq),
  party INTEGER NOT NULL REFERENCES party (n),
  PRIMARY KEY (inference, party)
) STRICT, WITHOUT ROWID;
CREATE INDEX inference_by_subject ON inference_subject (party, inference);

CREATE TRIGGER inference_subject_no_update BEFORE UPDATE ON inference_subject
BEGIN SELECT RAISE(ABORT, 'append-only: inference_subject'); END;
CREATE TRIGGER inference_subject_no_delete BEFORE DELETE ON inference_subject
BEGIN SELECT RAISE(ABORT, 'append-only: inference_subject'); END;
CREATE TRIGGER inference_subject_no_replace BEFORE INSERT ON inference_subject
WHEN EXISTS (SELECT 1 FROM inference_subject WHERE inference = NEW.inference AND party = NEW.party)
BEGIN SELECT RAISE(ABORT, 'append-only: inference_subject'); END;

-- Losses and retractions under an inference: their subjects may become known later.
CREATE TABLE inference_uncertain_source (
  inference INTEGER NOT NULL REFERENCES inference (seq),
  observation INTEGER NOT NULL REFERENCES entry (seq),
  PRIMARY KEY (inference, observation)
) STRICT, WITHOUT ROWID;
CREATE INDEX inference_by_uncertain_source ON inference_uncertain_source (observation, inference);

CREATE TRIGGER inference_uncertain_source_no_update BEFORE UPDATE ON inference_uncertain_source
BEGIN SELECT RAISE(ABORT, 'append-only: inference_uncertain_source'); END;
CREATE TRIGGER inference_uncertain_source_no_delete BEFORE DELETE ON inference_uncertain_source
BEGIN SELECT RAISE(ABORT, 'append-only: inference_uncertain_source'); END;
CREATE TRIGGER inference_uncertain_source_no_replace BEFORE INSERT ON inference_uncertain_source
WHEN EXISTS (SELECT 1 FROM inference_uncertain_source WHERE inference = NEW.inference AND observation = NEW.observation)
BEGIN SELECT RAISE(ABORT, 'append-only: inference_uncertain_source'); END;

-- A reader must be told that a record they were shown was corrected or retracted. `shown` is the version that was shown,
-- `because` the correction or retraction.
CREATE TABLE notification (
  n INTEGER PRIMARY KEY,
  recipient INTEGER NOT NULL REFERENCES party (n),
  shown INTEGER NOT NULL REFERENCES entry (seq),
  because INTEGER NOT NULL REFERENCES entry (seq),
  raised_at INTEGER NOT NULL,
  UNIQUE (because, recipient)
) STRICT;

CREATE TRIGGER notification_no_update BEFORE UPDATE ON notification
BEGIN SELECT RAISE(ABORT, 'append-only: notification'); END;
CREATE TRIGGER notification_no_delete BEFORE DELETE ON notification
BEGIN SELECT RAISE(ABORT, 'append-only: notification'); END;
CREATE TRIGGER notification_no_replace BEFORE INSERT ON notification
WHEN EXISTS (SELECT 1 FROM notification WHERE n = NEW.n OR (because = NEW.because AND recipient = NEW.recipient))
BEGIN SELECT RAISE(ABORT, 'append-only: notification'); END;

-- Tokens of devices that were used, and so have reached their device.
CREATE TABLE device_credential_used (
  credential INTEGER PRIMARY KEY REFERENCES device_credential (credential),
  at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER device_credential_used_no_update BEFORE UPDATE ON device_credential_used
BEGIN SELECT RAISE(ABORT, 'append-only: device_credential_used'); END;
CREATE TRIGGER device_credential_used_no_delete BEFORE DELETE ON device_credential_used
BEGIN SELECT RAISE(ABORT, 'append-only: device_credential_used'); END;
CREATE TRIGGER device_credential_used_no_replace BEFORE INSERT ON device_credential_used
WHEN EXISTS (SELECT 1 FROM device_credential_used WHERE credential = NEW.credential)
BEGIN SELECT RAISE(ABORT, 'append-only: device_credential_used'); END;

-- A device's visits. Each row has the sums so far, so that only the newest must be read: records accepted, replayed and
-- refused (by code), how far the device has pulled, and how far its clock ran ahead when last seen.
CREATE TABLE sync_visit (
  n INTEGER PRIMARY KEY,
  device INTEGER NOT NULL REFERENCES device (seq),
  at INTEGER NOT NULL,
  accepted INTEGER NOT NULL,
  replayed INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  codes TEXT,
  pulled_through INTEGER,
  pulled_all INTEGER,
  clock_ahead_ms INTEGER
) STRICT;
CREATE INDEX sync_visit_by_device ON sync_visit (device, n);

CREATE TRIGGER sync_visit_no_update BEFORE UPDATE ON sync_visit
BEGIN SELECT RAISE(ABORT, 'append-only: sync_visit'); END;
CREATE TRIGGER sync_visit_no_delete BEFORE DELETE ON sync_visit
BEGIN SELECT RAISE(ABORT, 'append-only: sync_visit'); END;
CREATE TRIGGER sync_visit_no_replace BEFORE INSERT ON sync_visit
WHEN EXISTS (SELECT 1 FROM sync_visit WHERE n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'append-only: sync_visit'); END;

-- Keys that encrypt cursors of the change feed; the newest is used.
CREATE TABLE cursor_key (
  n INTEGER PRIMARY KEY,
  key BLOB NOT NULL CHECK (length(key) = 32)
) STRICT;

CREATE TRIGGER cursor_key_no_update BEFORE UPDATE ON cursor_key
BEGIN SELECT RAISE(ABORT, 'append-only: cursor_key'); END;
CREATE TRIGGER cursor_key_no_delete BEFORE DELETE ON cursor_key
BEGIN SELECT RAISE(ABORT, 'append-only: cursor_key'); END;
CREATE TRIGGER cursor_key_no_replace BEFORE INSERT ON cursor_key
WHEN EXISTS (SELECT 1 FROM cursor_key WHERE n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'append-only: cursor_key'); END;

-- A root over the whole tree at one time, and the signed note that states it (C2SP tlog-checkpoint). Its attempts show
-- whether it was published.
CREATE TABLE anchor_batch (
  n INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  incarnation BLOB NOT NULL REFERENCES appliance (incarnation),
  tree_size INTEGER NOT NULL CHECK (tree_size >= 1),
  root BLOB NOT NULL CHECK (length(root) = 32),
  audit_n INTEGER NOT NULL,
  audit_hash BLOB NOT NULL CHECK (length(audit_hash) = 32),
  checkpoint TEXT NOT NULL,
  UNIQUE (incarnation, tree_size, audit_n)
) STRICT;
CREATE INDEX anchor_batch_by_size ON anchor_batch (tree_size);

CREATE TRIGGER anchor_batch_no_update BEFORE UPDATE ON anchor_batch
BEGIN SELECT RAISE(ABORT, 'append-only: anchor_batch'); END;
CREATE TRIGGER anchor_batch_no_delete BEFORE DELETE ON anchor_batch
BEGIN SELECT RAISE(ABORT, 'append-only: anchor_batch'); END;
CREATE TRIGGER anchor_batch_no_replace BEFORE INSERT ON anchor_batch
WHEN EXISTS (SELECT 1 FROM anchor_batch WHERE n = NEW.n OR (incarnation = NEW.incarnation AND tree_size = NEW.tree_size AND audit_n = NEW.audit_n))
BEGIN SELECT RAISE(ABORT, 'append-only: anchor_batch'); END;

-- An attempt to publish a batch, with the publisher's receipt or the reason why it failed.
CREATE TABLE anchor_attempt (
  n INTEGER PRIMARY KEY,
  batch INTEGER NOT NULL REFERENCES anchor_batch (n),
  at INTEGER NOT NULL,
  publisher TEXT NOT NULL,
  receipt TEXT,
  reason TEXT,
  CHECK ((receipt IS NULL) <> (reason IS NULL))
) STRICT;
CREATE INDEX anchor_attempt_by_batch ON anchor_attempt (batch, n);
CREATE INDEX anchor_attempt_published ON anchor_attempt (batch) WHERE receipt IS NOT NULL;

CREATE TRIGGER anchor_attempt_no_update BEFORE UPDATE ON anchor_attempt
BEGIN SELECT RAISE(ABORT, 'append-only: anchor_attempt'); END;
CREATE TRIGGER anchor_attempt_no_delete BEFORE DELETE ON anchor_attempt
BEGIN SELECT RAISE(ABORT, 'append-only: anchor_attempt'); END;
CREATE TRIGGER anchor_attempt_no_replace BEFORE INSERT ON anchor_attempt
WHEN EXISTS (SELECT 1 FROM anchor_attempt WHERE n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'append-only: anchor_attempt'); END;

-- Outcomes of making backups: `made` is the JSON that status shows of a complete one, `reason` is why one failed.
CREATE TABLE backup_run (
  n INTEGER PRIMARY KEY,
  begun_at INTEGER NOT NULL,
  at INTEGER NOT NULL,
  place TEXT NOT NULL,
  made TEXT,
  reason TEXT,
  CHECK ((made IS NULL) <> (reason IS NULL))
) STRICT;
CREATE INDEX backup_run_made ON backup_run (n) WHERE made IS NOT NULL;

CREATE TRIGGER backup_run_no_update BEFORE UPDATE ON backup_run
BEGIN SELECT RAISE(ABORT, 'append-only: backup_run'); END;
CREATE TRIGGER backup_run_no_delete BEFORE DELETE ON backup_run
BEGIN SELECT RAISE(ABORT, 'append-only: backup_run'); END;
CREATE TRIGGER backup_run_no_replace BEFORE INSERT ON backup_run
WHEN EXISTS (SELECT 1 FROM backup_run WHERE n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'append-only: backup_run'); END;

-- ######## What follows from the log ########

-- First the rows of acts, by room: the queried parts of each act.

-- ==== The appliance and its lives ====

-- The appliance: its cooperative, and its incarnation, which a restore from a backup changes.
CREATE TABLE appliance (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  incarnation BLOB NOT NULL UNIQUE CHECK (length(incarnation) = 16),
  cooperative INTEGER NOT NULL REFERENCES party (n)
) STRICT;

CREATE TRIGGER appliance_no_update BEFORE UPDATE ON appliance
BEGIN SELECT RAISE(ABORT, 'append-only: appliance'); END;
CREATE TRIGGER appliance_no_delete BEFORE DELETE ON appliance
BEGIN SELECT RAISE(ABORT, 'append-only: appliance'); END;

-- An incarnation that began with a restore: the backup, and when it was made.
CREATE TABLE restore (
  appliance INTEGER PRIMARY KEY REFERENCES appliance (seq),
  backup TEXT NOT NULL,
  made_at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER restore_no_update BEFORE UPDATE ON restore
BEGIN SELECT RAISE(ABORT, 'append-only: restore'); END;
CREATE TRIGGER restore_no_delete BEFORE DELETE ON restore
BEGIN SELECT RAISE(ABORT, 'append-only: restore'); END;

-- The operator confirms having entered again what ended since the backup: from then on credentials and grants hold
-- (contract 10).
CREATE TABLE restore_confirmation (
  restore INTEGER PRIMARY KEY REFERENCES restore (appliance),
  seq INTEGER NOT NULL UNIQUE REFERENCES entry (seq),
  at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER restore_confirmation_no_update BEFORE UPDATE ON restore_confirmation
BEGIN SELECT RAISE(ABORT, 'append-only: restore_confirmation'); END;
CREATE TRIGGER restore_confirmation_no_delete BEFORE DELETE ON restore_confirmation
BEGIN SELECT RAISE(ABORT, 'append-only: restore_confirmation'); END;

-- ==== Consent ====

CREATE TABLE consent_grant (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  subject INTEGER NOT NULL REFERENCES party (n),
  grantee INTEGER NOT NULL REFERENCES party (n),
  purpose TEXT NOT NULL,
  types INTEGER NOT NULL,
  valid_from INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX consent_grant_by_grantee ON consent_grant (grantee, purpose, subject);
CREATE INDEX consent_grant_by_subject ON consent_grant (subject);
CREATE INDEX consent_grant_by_expiry ON consent_grant (expires_at);
CREATE INDEX consent_grant_by_subject_expiry ON consent_grant (subject, expires_at);
-- For pages of the grants that a party received, newest first, without sorting all of them.
CREATE INDEX consent_grant_by_grantee_seq ON consent_grant (grantee);

CREATE TRIGGER consent_grant_no_update BEFORE UPDATE ON consent_grant
BEGIN SELECT RAISE(ABORT, 'append-only: consent_grant'); END;
CREATE TRIGGER consent_grant_no_delete BEFORE DELETE ON consent_grant
BEGIN SELECT RAISE(ABORT, 'append-only: consent_grant'); END;

CREATE TABLE consent_grant_end (
  consent_grant INTEGER PRIMARY KEY REFERENCES consent_grant (seq),
  seq INTEGER NOT NULL UNIQUE REFERENCES entry (seq),
  at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER consent_grant_end_no_update BEFORE UPDATE ON consent_grant_end
BEGIN SELECT RAISE(ABORT, 'append-only: consent_grant_end'); END;
CREATE TRIGGER consent_grant_end_no_delete BEFORE DELETE ON consent_grant_end
BEGIN SELECT RAISE(ABORT, 'append-only: consent_grant_end'); END;

CREATE TABLE delegation (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  principal INTEGER NOT NULL REFERENCES party (n),
  delegate INTEGER NOT NULL REFERENCES party (n),
  types INTEGER NOT NULL,
  acts TEXT NOT NULL,
  valid_from INTEGER NOT NULL,
  valid_until INTEGER NOT NULL,
  basis TEXT NOT NULL
) STRICT;
CREATE INDEX delegation_by_principal ON delegation (principal);
CREATE INDEX delegation_by_delegate ON delegation (delegate);

CREATE TRIGGER delegation_no_update BEFORE UPDATE ON delegation
BEGIN SELECT RAISE(ABORT, 'append-only: delegation'); END;
CREATE TRIGGER delegation_no_delete BEFORE DELETE ON delegation
BEGIN SELECT RAISE(ABORT, 'append-only: delegation'); END;

CREATE TABLE delegation_end (
  delegation INTEGER PRIMARY KEY REFERENCES delegation (seq),
  seq INTEGER NOT NULL UNIQUE REFERENCES entry (seq),
  at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER delegation_end_no_update BEFORE UPDATE ON delegation_end
BEGIN SELECT RAISE(ABORT, 'append-only: delegation_end'); END;
CREATE TRIGGER delegation_end_no_delete BEFORE DELETE ON delegation_end
BEGIN SELECT RAISE(ABORT, 'append-only: delegation_end'); END;

-- A standing objection; no purposes means all, no types means all.
CREATE TABLE objection (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  subject INTEGER NOT NULL REFERENCES party (n),
  purposes TEXT,
  types INTEGER
) STRICT;
CREATE INDEX objection_by_subject ON objection (subject);

CREATE TRIGGER objection_no_update BEFORE UPDATE ON objection
BEGIN SELECT RAISE(ABORT, 'append-only: objection'); END;
CREATE TRIGGER objection_no_delete BEFORE DELETE ON objection
BEGIN SELECT RAISE(ABORT, 'append-only: objection'); END;

CREATE TABLE objection_end (
  objection INTEGER PRIMARY KEY REFERENCES objection (seq),
  seq INTEGER NOT NULL UNIQUE REFERENCES entry (seq),
  at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER objection_end_no_update BEFORE UPDATE ON objection_end
BEGIN SELECT RAISE(ABORT, 'append-only: objection_end'); END;
CREATE TRIGGER objection_end_no_delete BEFORE DELETE ON objection_end
BEGIN SELECT RAISE(ABORT, 'append-only: objection_end'); END;

-- ==== Access: credentials and devices ====

CREATE TABLE credential (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  party INTEGER NOT NULL REFERENCES party (n),
  kind TEXT NOT NULL,
  token_sha256 BLOB NOT NULL UNIQUE CHECK (length(token_sha256) = 32),
  expires_at INTEGER
) STRICT;
CREATE INDEX credential_by_party ON credential (party);

CREATE TRIGGER credential_no_update BEFORE UPDATE ON credential
BEGIN SELECT RAISE(ABORT, 'append-only: credential'); END;
CREATE TRIGGER credential_no_delete BEFORE DELETE ON credential
BEGIN SELECT RAISE(ABORT, 'append-only: credential'); END;

CREATE TABLE credential_end (
  credential INTEGER PRIMARY KEY REFERENCES credential (seq),
  seq INTEGER NOT NULL UNIQUE REFERENCES entry (seq),
  at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER credential_end_no_update BEFORE UPDATE ON credential_end
BEGIN SELECT RAISE(ABORT, 'append-only: credential_end'); END;
CREATE TRIGGER credential_end_no_delete BEFORE DELETE ON credential_end
BEGIN SELECT RAISE(ABORT, 'append-only: credential_end'); END;

-- A phone or tablet of a party, with an id that it made itself. Its name is in the act.
CREATE TABLE device (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  party INTEGER NOT NULL REFERENCES party (n)
) STRICT;
CREATE INDEX device_by_party ON device (party);

CREATE TRIGGER device_no_update BEFORE UPDATE ON device
BEGIN SELECT RAISE(ABORT, 'append-only: device'); END;
CREATE TRIGGER device_no_delete BEFORE DELETE ON device
BEGIN SELECT RAISE(ABORT, 'append-only: device'); END;

-- A one-time code that lets a device register for a party. `since`: the device reads records from this time on.
CREATE TABLE enrolment (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  party INTEGER NOT NULL REFERENCES party (n),
  code_sha256 BLOB NOT NULL UNIQUE CHECK (length(code_sha256) = 32),
  expires_at INTEGER NOT NULL,
  since INTEGER
) STRICT;

CREATE TRIGGER enrolment_no_update BEFORE UPDATE ON enrolment
BEGIN SELECT RAISE(ABORT, 'append-only: enrolment'); END;
CREATE TRIGGER enrolment_no_delete BEFORE DELETE ON enrolment
BEGIN SELECT RAISE(ABORT, 'append-only: enrolment'); END;

-- The device of a credential, and the code it was issued for; without a code, the party's own credential was used.
CREATE TABLE device_credential (
  credential INTEGER PRIMARY KEY REFERENCES credential (seq),
  device INTEGER NOT NULL REFERENCES device (seq),
  enrolment INTEGER REFERENCES enrolment (seq),
  since INTEGER
) STRICT;
CREATE INDEX device_credential_by_device ON device_credential (device);
CREATE INDEX device_credential_by_enrolment ON device_credential (enrolment);

CREATE TRIGGER device_credential_no_update BEFORE UPDATE ON device_credential
BEGIN SELECT RAISE(ABORT, 'append-only: device_credential'); END;
CREATE TRIGGER device_credential_no_delete BEFORE DELETE ON device_credential
BEGIN SELECT RAISE(ABORT, 'append-only: device_credential'); END;

-- ==== Notifications and answers ====

CREATE TABLE notification_told (
  notification INTEGER PRIMARY KEY REFERENCES notification (n),
  seq INTEGER NOT NULL UNIQUE REFERENCES entry (seq),
  at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER notification_told_no_update BEFORE UPDATE ON notification_told
BEGIN SELECT RAISE(ABORT, 'append-only: notification_told'); END;
CREATE TRIGGER notification_told_no_delete BEFORE DELETE ON notification_told
BEGIN SELECT RAISE(ABORT, 'append-only: notification_told'); END;

-- Somebody asked what is stored about them.
CREATE TABLE subject_access_request (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  party INTEGER NOT NULL REFERENCES party (n),
  at INTEGER NOT NULL,
  due_at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER subject_access_request_no_update BEFORE UPDATE ON subject_access_request
BEGIN SELECT RAISE(ABORT, 'append-only: subject_access_request'); END;
CREATE TRIGGER subject_access_request_no_delete BEFORE DELETE ON subject_access_request
BEGIN SELECT RAISE(ABORT, 'append-only: subject_access_request'); END;

CREATE TABLE subject_access_answer (
  request INTEGER PRIMARY KEY REFERENCES subject_access_request (seq),
  seq INTEGER NOT NULL UNIQUE REFERENCES entry (seq),
  at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER subject_access_answer_no_update BEFORE UPDATE ON subject_access_answer
BEGIN SELECT RAISE(ABORT, 'append-only: subject_access_answer'); END;
CREATE TRIGGER subject_access_answer_no_delete BEFORE DELETE ON subject_access_answer
BEGIN SELECT RAISE(ABORT, 'append-only: subject_access_answer'); END;

-- ==== Reference data, pictures, keys ====

-- Reference rows that the operator added to those of the program.
CREATE TABLE registry_row (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (kind, id)
) STRICT;

CREATE TRIGGER registry_row_no_update BEFORE UPDATE ON registry_row
BEGIN SELECT RAISE(ABORT, 'append-only: registry_row'); END;
CREATE TRIGGER registry_row_no_delete BEFORE DELETE ON registry_row
BEGIN SELECT RAISE(ABORT, 'append-only: registry_row'); END;

-- Pictures: the hash of the bytes as captured, and of those stored, from which location and device are removed. The
-- bytes themselves are in the object store. The act's id is that of the upload.
CREATE TABLE evidence (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  party INTEGER NOT NULL REFERENCES party (n),
  captured_sha256 BLOB NOT NULL CHECK (length(captured_sha256) = 32),
  stored_sha256 BLOB NOT NULL CHECK (length(stored_sha256) = 32),
  media_type TEXT NOT NULL,
  captured_bytes INTEGER NOT NULL,
  stored_bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX evidence_by_captured ON evidence (captured_sha256, party);
CREATE INDEX evidence_by_stored ON evidence (stored_sha256, party);

CREATE TRIGGER evidence_no_update BEFORE UPDATE ON evidence
BEGIN SELECT RAISE(ABORT, 'append-only: evidence'); END;
CREATE TRIGGER evidence_no_delete BEFORE DELETE ON evidence
BEGIN SELECT RAISE(ABORT, 'append-only: evidence'); END;

-- Public keys (Ed25519) of the keys that sign checkpoints; the newest is used. The private key is a file beside this.
CREATE TABLE anchor_key (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  public_key BLOB NOT NULL UNIQUE CHECK (length(public_key) = 32)
) STRICT;

CREATE TRIGGER anchor_key_no_update BEFORE UPDATE ON anchor_key
BEGIN SELECT RAISE(ABORT, 'append-only: anchor_key'); END;
CREATE TRIGGER anchor_key_no_delete BEFORE DELETE ON anchor_key
BEGIN SELECT RAISE(ABORT, 'append-only: anchor_key'); END;

-- Recipients (age) that backups are encrypted to; the newest is used. The identity that opens them is not stored here.
CREATE TABLE backup_key (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  recipient TEXT NOT NULL
) STRICT;

CREATE TRIGGER backup_key_no_update BEFORE UPDATE ON backup_key
BEGIN SELECT RAISE(ABORT, 'append-only: backup_key'); END;
CREATE TRIGGER backup_key_no_delete BEFORE DELETE ON backup_key
BEGIN SELECT RAISE(ABORT, 'append-only: backup_key'); END;

-- ==== Records ====

-- A record corrects, retracts or confirms another (relations: src/domain/derived/world.ts). The target may not be here
-- yet.
CREATE TABLE link (
  target BLOB NOT NULL CHECK (length(target) = 16),
  relation INTEGER NOT NULL,
  source INTEGER NOT NULL,
  PRIMARY KEY (target, relation, source)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER link_no_update BEFORE UPDATE ON link
BEGIN SELECT RAISE(ABORT, 'append-only: link'); END;
CREATE TRIGGER link_no_delete BEFORE DELETE ON link
BEGIN SELECT RAISE(ABORT, 'append-only: link'); END;

-- What anybody who knows an id may state about a record: a delivery, transfer or loss is of this lot, a delivery fulfils
-- this obligation, a lot draws on this record (relations: src/domain/derived/world.ts). One row by the asserter and one
-- by the party asserted for: rules look up only mentions by parties that may count. Relation 7 has the hand-overs that
-- may count: `target` is the lot's first version, `party` the receiver.
CREATE TABLE mention (
  target BLOB NOT NULL CHECK (length(target) = 16),
  relation INTEGER NOT NULL,
  party INTEGER NOT NULL,
  source INTEGER NOT NULL,
  PRIMARY KEY (target, relation, party, source)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER mention_no_update BEFORE UPDATE ON mention
BEGIN SELECT RAISE(ABORT, 'append-only: mention'); END;
CREATE TRIGGER mention_no_delete BEFORE DELETE ON mention
BEGIN SELECT RAISE(ABORT, 'append-only: mention'); END;

-- Every list starts here: the roles of a party in records, in the order of lists. `role` is a sum of 1 subject,
-- 2 asserter, 4 asserted for, 8 named as receiver of the lot. Subjects of a loss and receivers of a lot may become known
-- later; they then get further rows for the same record.
CREATE TABLE record_party (
  party INTEGER NOT NULL,
  type INTEGER NOT NULL,
  occurred_at INTEGER NOT NULL,
  id BLOB NOT NULL,
  role INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (party, type, occurred_at, id, role)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER record_party_no_update BEFORE UPDATE ON record_party
BEGIN SELECT RAISE(ABORT, 'append-only: record_party'); END;
CREATE TRIGGER record_party_no_delete BEFORE DELETE ON record_party
BEGIN SELECT RAISE(ABORT, 'append-only: record_party'); END;

-- The change feed: what a party may have to read, in order. `at` is the entry that caused the change: the record itself,
-- or a later one that revealed whom the record is about. `occurred_at` is the record's.
CREATE TABLE change (
  party INTEGER NOT NULL,
  type INTEGER NOT NULL,
  at INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  occurred_at INTEGER NOT NULL,
  PRIMARY KEY (party, type, at, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER change_no_update BEFORE UPDATE ON change
BEGIN SELECT RAISE(ABORT, 'append-only: change'); END;
CREATE TRIGGER change_no_delete BEFORE DELETE ON change
BEGIN SELECT RAISE(ABORT, 'append-only: change'); END;

-- `party` records by the party they are about and by asserter: they decide whether it is a natural person.
CREATE TABLE party_statement (
  party INTEGER NOT NULL,
  asserted_by INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (party, asserted_by, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER party_statement_no_update BEFORE UPDATE ON party_statement
BEGIN SELECT RAISE(ABORT, 'append-only: party_statement'); END;
CREATE TRIGGER party_statement_no_delete BEFORE DELETE ON party_statement
BEGIN SELECT RAISE(ABORT, 'append-only: party_statement'); END;

-- Member numbers in the cooperative's `party` records.
CREATE TABLE member_number (
  member_no TEXT NOT NULL,
  seq INTEGER NOT NULL,
  party INTEGER NOT NULL,
  PRIMARY KEY (member_no, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER member_number_no_update BEFORE UPDATE ON member_number
BEGIN SELECT RAISE(ABORT, 'append-only: member_number'); END;
CREATE TRIGGER member_number_no_delete BEFORE DELETE ON member_number
BEGIN SELECT RAISE(ABORT, 'append-only: member_number'); END;

-- Rows of `record_party`, `change` and `mention` are written some time after their entry (src/store/behind.ts): these
-- tables have the rows of all entries up to the newest number here.
CREATE TABLE written_through (
  seq INTEGER PRIMARY KEY
) STRICT;

CREATE TRIGGER written_through_no_update BEFORE UPDATE ON written_through
BEGIN SELECT RAISE(ABORT, 'append-only: written_through'); END;
CREATE TRIGGER written_through_no_delete BEFORE DELETE ON written_through
BEGIN SELECT RAISE(ABORT, 'append-only: written_through'); END;

-- At this record a party began or ceased to count as a natural person. This changes whose grants a record needs, so
-- earlier consent may open more from then on.
CREATE TABLE nature_change (
  seq INTEGER NOT NULL,
  party INTEGER NOT NULL,
  PRIMARY KEY (seq, party)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER nature_change_no_update BEFORE UPDATE ON nature_change
BEGIN SELECT RAISE(ABORT, 'append-only: nature_change'); END;
CREATE TRIGGER nature_change_no_delete BEFORE DELETE ON nature_change
BEGIN SELECT RAISE(ABORT, 'append-only: nature_change'); END;

-- Records that cite a picture, by asserter.
CREATE TABLE evidence_citation (
  sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
  asserted_by INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (sha256, asserted_by, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER evidence_citation_no_update BEFORE UPDATE ON evidence_citation
BEGIN SELECT RAISE(ABORT, 'append-only: evidence_citation'); END;
CREATE TRIGGER evidence_citation_no_delete BEFORE DELETE ON evidence_citation
BEGIN SELECT RAISE(ABORT, 'append-only: evidence_citation'); END;

-- ==== The tree over the log, the audit log's index, the sums ====

-- The Merkle tree over the log (contract 14): hashes of whole subtrees of 2^level leaves, numbered from 0 in each level.
-- From level 5 on; smaller ones are made from the salts and digests of their leaves.
CREATE TABLE subtree (
  level INTEGER NOT NULL CHECK (level >= 5),
  n INTEGER NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (level, n)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER subtree_no_update BEFORE UPDATE ON subtree
BEGIN SELECT RAISE(ABORT, 'append-only: subtree'); END;
CREATE TRIGGER subtree_no_delete BEFORE DELETE ON subtree
BEGIN SELECT RAISE(ABORT, 'append-only: subtree'); END;

-- The audit log's index, written in chunks of entries, so that reading a page costs one row instead of one for each
-- record on it. Derived only from `audit`: entries after the last chunk are in memory and read again at start.
CREATE TABLE audit_chunk (
  first_n INTEGER PRIMARY KEY,
  last_n INTEGER NOT NULL UNIQUE
) STRICT;

CREATE TRIGGER audit_chunk_no_update BEFORE UPDATE ON audit_chunk
BEGIN SELECT RAISE(ABORT, 'append-only: audit_chunk'); END;
CREATE TRIGGER audit_chunk_no_delete BEFORE DELETE ON audit_chunk
BEGIN SELECT RAISE(ABORT, 'append-only: audit_chunk'); END;

-- Which entries of a chunk concern whom (src/store/postings.ts has the kinds and keys). One row for 32 neighbouring keys: `neighbours`
-- is a key divided by 32. `entries` holds varints: for each entry the step of its n, and for what was shown or refused also credential
-- and seqs.
CREATE TABLE audit_index (
  kind INTEGER NOT NULL,
  neighbours INTEGER NOT NULL,
  first_n INTEGER NOT NULL,
  entries BLOB NOT NULL,
  PRIMARY KEY (kind, neighbours, first_n)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER audit_index_no_update BEFORE UPDATE ON audit_index
BEGIN SELECT RAISE(ABORT, 'append-only: audit_index'); END;
CREATE TRIGGER audit_index_no_delete BEFORE DELETE ON audit_index
BEGIN SELECT RAISE(ABORT, 'append-only: audit_index'); END;

-- The sums for metrics when this was the newest entry of the log. Derived only from the log: entries after the newest
-- row are counted again at start.
CREATE TABLE tally_checkpoint (
  through_seq INTEGER PRIMARY KEY,
  sums TEXT NOT NULL
) STRICT;

CREATE TRIGGER tally_checkpoint_no_update BEFORE UPDATE ON tally_checkpoint
BEGIN SELECT RAISE(ABORT, 'append-only: tally_checkpoint'); END;
CREATE TRIGGER tally_checkpoint_no_delete BEFORE DELETE ON tally_checkpoint
BEGIN SELECT RAISE(ABORT, 'append-only: tally_checkpoint'); END;

-- Records that cite a conversion factor missing from the registry when they were counted; it may be added later.
CREATE TABLE unresolved_conversion (
  conversion_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (conversion_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER unresolved_conversion_no_update BEFORE UPDATE ON unresolved_conversion
BEGIN SELECT RAISE(ABORT, 'append-only: unresolved_conversion'); END;
CREATE TRIGGER unresolved_conversion_no_delete BEFORE DELETE ON unresolved_conversion
BEGIN SELECT RAISE(ABORT, 'append-only: unresolved_conversion'); END;
-- ==================== Since schema version 2 ====================

-- ######## What follows from the log ########

-- Accounts of the cooperative's staff, for the office page.
CREATE TABLE staff (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  name TEXT NOT NULL,
  role TEXT NOT NULL
) STRICT;

CREATE TRIGGER staff_no_update BEFORE UPDATE ON staff
BEGIN SELECT RAISE(ABORT, 'append-only: staff'); END;
CREATE TRIGGER staff_no_delete BEFORE DELETE ON staff
BEGIN SELECT RAISE(ABORT, 'append-only: staff'); END;

-- Changes of a role; the newest holds.
CREATE TABLE staff_role (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  staff INTEGER NOT NULL REFERENCES staff (seq),
  role TEXT NOT NULL
) STRICT;
CREATE INDEX staff_role_of ON staff_role (staff, seq);

CREATE TRIGGER staff_role_no_update BEFORE UPDATE ON staff_role
BEGIN SELECT RAISE(ABORT, 'append-only: staff_role'); END;
CREATE TRIGGER staff_role_no_delete BEFORE DELETE ON staff_role
BEGIN SELECT RAISE(ABORT, 'append-only: staff_role'); END;

CREATE TABLE staff_end (
  staff INTEGER PRIMARY KEY REFERENCES staff (seq),
  seq INTEGER NOT NULL UNIQUE REFERENCES entry (seq),
  at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER staff_end_no_update BEFORE UPDATE ON staff_end
BEGIN SELECT RAISE(ABORT, 'append-only: staff_end'); END;
CREATE TRIGGER staff_end_no_delete BEFORE DELETE ON staff_end
BEGIN SELECT RAISE(ABORT, 'append-only: staff_end'); END;


-- ######## Kept beside the log ########

-- What people sign in with: nothing of it is published or anchored. Of each kind the newest of an account counts, until a
-- newer one takes it away. `value` is, by `kind`: the hash of a `password` or of a one-time `code`; the key of a second
-- `factor`, in hex, or nothing when it was turned off; the digests of `recovery` codes; or what was `used`: the step of a
-- code, or the digest of a recovery code.
CREATE TABLE staff_secret (
  n INTEGER PRIMARY KEY,
  staff INTEGER NOT NULL,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX staff_secret_of ON staff_secret (staff, kind, n);

CREATE TRIGGER staff_secret_no_update BEFORE UPDATE ON staff_secret
BEGIN SELECT RAISE(ABORT, 'append-only: staff_secret'); END;
CREATE TRIGGER staff_secret_no_delete BEFORE DELETE ON staff_secret
BEGIN SELECT RAISE(ABORT, 'append-only: staff_secret'); END;
CREATE TRIGGER staff_secret_no_replace BEFORE INSERT ON staff_secret
WHEN EXISTS (SELECT 1 FROM staff_secret WHERE n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'append-only: staff_secret'); END;
-- ==================== Since schema version 3 ====================

-- ######## What follows from the log ########

-- Terms of a grant (contract 20). It opens what happened from `occurred_from` on and before `occurred_to`; null: no bound.
-- `keep_until`: until when the reader may keep what it was shown; null: not limited. `replaces`: the grant that it ended.
ALTER TABLE consent_grant ADD COLUMN occurred_from INTEGER;
ALTER TABLE consent_grant ADD COLUMN occurred_to INTEGER;
ALTER TABLE consent_grant ADD COLUMN keep_until INTEGER;
ALTER TABLE consent_grant ADD COLUMN replaces INTEGER REFERENCES consent_grant (seq);

-- Access requests (contract 20): a party asks to read somebody's records. `about_party`: the id that it named, whether or not
-- anybody has it; null if it named a number, which the office matches to a person. Nothing here depends on whom it means.
CREATE TABLE access_request (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  asker INTEGER NOT NULL REFERENCES party (n),
  about_party BLOB CHECK (length(about_party) = 16),
  at INTEGER NOT NULL,
  lapses_at INTEGER NOT NULL
) STRICT;
CREATE INDEX access_request_by_asker ON access_request (asker);
CREATE INDEX access_request_by_asker_lapse ON access_request (asker, lapses_at);
CREATE INDEX access_request_by_about ON access_request (about_party) WHERE about_party IS NOT NULL;
CREATE INDEX access_request_by_lapse ON access_request (lapses_at);

CREATE TRIGGER access_request_no_update BEFORE UPDATE ON access_request
BEGIN SELECT RAISE(ABORT, 'append-only: access_request'); END;
CREATE TRIGGER access_request_no_delete BEFORE DELETE ON access_request
BEGIN SELECT RAISE(ABORT, 'append-only: access_request'); END;

-- Whom the office takes a request to be about; null: nobody of theirs. The newest of a request counts.
CREATE TABLE access_request_match (
  seq INTEGER PRIMARY KEY REFERENCES entry (seq),
  access_request INTEGER NOT NULL REFERENCES access_request (seq),
  party INTEGER REFERENCES party (n)
) STRICT;
CREATE INDEX access_request_match_of ON access_request_match (access_request, seq);
CREATE INDEX access_request_match_by_party ON access_request_match (party, access_request) WHERE party IS NOT NULL;

CREATE TRIGGER access_request_match_no_update BEFORE UPDATE ON access_request_match
BEGIN SELECT RAISE(ABORT, 'append-only: access_request_match'); END;
CREATE TRIGGER access_request_match_no_delete BEFORE DELETE ON access_request_match
BEGIN SELECT RAISE(ABORT, 'append-only: access_request_match'); END;

-- By its asker.
CREATE TABLE access_request_withdrawal (
  access_request INTEGER PRIMARY KEY REFERENCES access_request (seq),
  seq INTEGER NOT NULL UNIQUE REFERENCES entry (seq),
  at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER access_request_withdrawal_no_update BEFORE UPDATE ON access_request_withdrawal
BEGIN SELECT RAISE(ABORT, 'append-only: access_request_withdrawal'); END;
CREATE TRIGGER access_request_withdrawal_no_delete BEFORE DELETE ON access_request_withdrawal
BEGIN SELECT RAISE(ABORT, 'append-only: access_request_withdrawal'); END;

-- By the person. Its asker never hears of it.
CREATE TABLE access_request_refusal (
  access_request INTEGER PRIMARY KEY REFERENCES access_request (seq),
  seq INTEGER NOT NULL UNIQUE REFERENCES entry (seq),
  at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER access_request_refusal_no_update BEFORE UPDATE ON access_request_refusal
BEGIN SELECT RAISE(ABORT, 'append-only: access_request_refusal'); END;
CREATE TRIGGER access_request_refusal_no_delete BEFORE DELETE ON access_request_refusal
BEGIN SELECT RAISE(ABORT, 'append-only: access_request_refusal'); END;

-- `seq` is the grant.
CREATE TABLE access_request_grant (
  access_request INTEGER PRIMARY KEY REFERENCES access_request (seq),
  seq INTEGER NOT NULL UNIQUE REFERENCES consent_grant (seq),
  at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER access_request_grant_no_update BEFORE UPDATE ON access_request_grant
BEGIN SELECT RAISE(ABORT, 'append-only: access_request_grant'); END;
CREATE TRIGGER access_request_grant_no_delete BEFORE DELETE ON access_request_grant
BEGIN SELECT RAISE(ABORT, 'append-only: access_request_grant'); END;

-- Plots in cells of the map (src/domain/map-cells.ts), by the party that asserts them and by the one they are asserted for,
-- with the box around the outline in degrees and the length of the record. Plots of an outline without a place are not here.
CREATE TABLE plot_cell (
  party INTEGER NOT NULL,
  cell INTEGER NOT NULL,
  source INTEGER NOT NULL,
  west REAL NOT NULL,
  south REAL NOT NULL,
  east REAL NOT NULL,
  north REAL NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (party, cell, source)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER plot_cell_no_update BEFORE UPDATE ON plot_cell
BEGIN SELECT RAISE(ABORT, 'append-only: plot_cell'); END;
CREATE TRIGGER plot_cell_no_delete BEFORE DELETE ON plot_cell
BEGIN SELECT RAISE(ABORT, 'append-only: plot_cell'); END;

-- ######## Kept beside the log ########

-- The log's newest entry when the file got this schema version; 0 in a fresh file. What a version added to the rows that
-- follow from records is there for later entries only.
CREATE TABLE schema_since (
  version INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL
) STRICT;

CREATE TRIGGER schema_since_no_update BEFORE UPDATE ON schema_since
BEGIN SELECT RAISE(ABORT, 'append-only: schema_since'); END;
CREATE TRIGGER schema_since_no_delete BEFORE DELETE ON schema_since
BEGIN SELECT RAISE(ABORT, 'append-only: schema_since'); END;
CREATE TRIGGER schema_since_no_replace BEFORE INSERT ON schema_since
WHEN EXISTS (SELECT 1 FROM schema_since WHERE version = NEW.version)
BEGIN SELECT RAISE(ABORT, 'append-only: schema_since'); END;

INSERT INTO schema_since SELECT 3, coalesce(max(seq), 0) FROM entry;
-- ==================== Since schema version 4 ====================

-- The sums behind the metrics are counted from the log after each start.
DROP TABLE tally_checkpoint;
DROP TABLE unresolved_conversion;
-- ==================== Since schema version 5 ====================

-- What a phone last reported about itself, and when: records that wait on it and that were refused, since when the oldest
-- waits, its storage, and the version of its page. Each later row repeats it, as the sums.
ALTER TABLE sync_visit ADD COLUMN report_at INTEGER;
ALTER TABLE sync_visit ADD COLUMN report_waiting INTEGER;
ALTER TABLE sync_visit ADD COLUMN report_rejected INTEGER;
ALTER TABLE sync_visit ADD COLUMN report_oldest_at INTEGER;
ALTER TABLE sync_visit ADD COLUMN report_used_bytes INTEGER;
ALTER TABLE sync_visit ADD COLUMN report_quota_bytes INTEGER;
ALTER TABLE sync_visit ADD COLUMN report_client TEXT;

-- Payments (kind 13) by the operator's number, without spaces and in capitals, as src/domain/payment.ts compares it.
CREATE INDEX entry_payment_reference
  ON entry (upper(replace(json_extract(body, '$.reference'), ' ', '')), asserted_by) WHERE kind = 13;

-- How the cooperative's pages and papers look. Of each kind the newest counts; an empty `value` takes it away. `value` is, by
-- `kind`: the `colour` as text, such as "#0f6b45", or the picture of the `mark`, cleaned, of the media type in `media_type`.
CREATE TABLE appearance (
  n INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('colour', 'mark')),
  value BLOB NOT NULL,
  media_type TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX appearance_of ON appearance (kind, n);

CREATE TRIGGER appearance_no_update BEFORE UPDATE ON appearance
BEGIN SELECT RAISE(ABORT, 'append-only: appearance'); END;
CREATE TRIGGER appearance_no_delete BEFORE DELETE ON appearance
BEGIN SELECT RAISE(ABORT, 'append-only: appearance'); END;
CREATE TRIGGER appearance_no_replace BEFORE INSERT ON appearance
WHEN EXISTS (SELECT 1 FROM appearance WHERE n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'append-only: appearance'); END;
-- ==================== Since schema version 6 ====================

-- Tokens (kind 39) by the device on which theirs is, as it states; and parties (kind 1) by telephone number, as each of
-- those who described them stated it. A damaged body is in neither, so that a file that has one is still found damaged.
CREATE INDEX entry_held_on
  ON entry (CASE WHEN json_valid(body) THEN json_extract(body, '$.held_on') END) WHERE kind = 39;
CREATE INDEX entry_party_phone
  ON entry (CASE WHEN json_valid(body) THEN json_extract(body, '$.phone') END, asserted_by) WHERE kind = 1;

-- Tokens of readers and programs are few beside those of devices.
CREATE INDEX credential_of_no_device ON credential (seq) WHERE kind <> 'device';

CREATE INDEX subject_access_request_by_party ON subject_access_request (party);
-- ==================== Since schema version 7 ====================

-- ######## What follows from the log ########

-- Records about a party that it did not assert itself, by those who did or who confirmed one, in the order of
-- lists. `stated_by` is negative for a party that is no subject of the record. What two parties state about each other is
-- found here without reading what strangers state about them. Written behind the log. Retractions, confirmations and
-- records whose subjects may become known later are not here.
CREATE TABLE stated_about (
  party INTEGER NOT NULL,
  type INTEGER NOT NULL,
  stated_by INTEGER NOT NULL,
  occurred_at INTEGER NOT NULL,
  id BLOB NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (party, type, stated_by, occurred_at, id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER stated_about_no_update BEFORE UPDATE ON stated_about
BEGIN SELECT RAISE(ABORT, 'append-only: stated_about'); END;
CREATE TRIGGER stated_about_no_delete BEFORE DELETE ON stated_about
BEGIN SELECT RAISE(ABORT, 'append-only: stated_about'); END;

-- Types 5, 7, 9, 12, 14 and 15 are left out.
INSERT INTO stated_about
SELECT DISTINCT r.party, r.type,
  CASE WHEN EXISTS (SELECT 1 FROM record_party q WHERE q.party = w.n AND q.type = r.type
    AND q.occurred_at = r.occurred_at AND q.id = r.id AND q.role & 1 <> 0) THEN w.n ELSE -w.n END,
  r.occurred_at, r.id, r.seq
FROM record_party r JOIN (
  SELECT seq, asserted_by AS n FROM entry WHERE asserted_by IS NOT NULL
  UNION SELECT seq, on_behalf_of FROM entry WHERE on_behalf_of IS NOT NULL
  UNION SELECT t.seq, c.asserted_by FROM link l JOIN entry t ON t.id = l.target JOIN entry c ON c.seq = l.source
    WHERE l.relation = 3
  UNION SELECT t.seq, c.on_behalf_of FROM link l JOIN entry t ON t.id = l.target JOIN entry c ON c.seq = l.source
    WHERE l.relation = 3 AND c.on_behalf_of IS NOT NULL
) w ON w.seq = r.seq
JOIN entry e ON e.seq = r.seq
WHERE r.role & 1 <> 0 AND r.party <> e.asserted_by AND (r.party IS NOT e.on_behalf_of OR w.n = e.asserted_by)
  AND r.type NOT IN (5, 7, 9, 12, 14, 15);

-- What a party asserted or had asserted, in the order of the log.
CREATE INDEX entry_asserted_by ON entry (asserted_by) WHERE asserted_by IS NOT NULL;
CREATE INDEX entry_on_behalf_of ON entry (on_behalf_of) WHERE on_behalf_of IS NOT NULL;

-- In `change`, type 0 has what others did to records that a party asserted, had asserted or confirmed, or whose first
-- version it did: corrections, retractions and confirmations. `seq` is that of the act.
INSERT INTO change
WITH target (act, seq) AS (
  SELECT l.source, t.seq FROM link l JOIN entry t ON t.id = l.target
  UNION SELECT l.source, t.root FROM link l JOIN entry t ON t.id = l.target
), speaker (act, n) AS (
  SELECT t.act, e.asserted_by FROM target t JOIN entry e ON e.seq = t.seq
  UNION SELECT t.act, e.on_behalf_of FROM target t JOIN entry e ON e.seq = t.seq WHERE e.on_behalf_of IS NOT NULL
  UNION SELECT t.act, c.asserted_by FROM target t JOIN entry e ON e.seq = t.seq
    JOIN link l ON l.target = e.id AND l.relation = 3 JOIN entry c ON c.seq = l.source WHERE c.seq < t.act
  UNION SELECT t.act, c.on_behalf_of FROM target t JOIN entry e ON e.seq = t.seq
    JOIN link l ON l.target = e.id AND l.relation = 3 JOIN entry c ON c.seq = l.source
    WHERE c.seq < t.act AND c.on_behalf_of IS NOT NULL
)
SELECT s.n, 0, a.seq, a.seq, a.occurred_at FROM speaker s JOIN entry a ON a.seq = s.act
WHERE s.n <> a.asserted_by AND s.n IS NOT a.on_behalf_of;

-- ==================== Since schema version 8 ====================

-- ######## What follows from the log ########

-- Ids that others gave to plots, in the cooperative's own records, as they are compared.
CREATE TABLE plot_other_id (
  other_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (other_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER plot_other_id_no_update BEFORE UPDATE ON plot_other_id
BEGIN SELECT RAISE(ABORT, 'append-only: plot_other_id'); END;
CREATE TRIGGER plot_other_id_no_delete BEFORE DELETE ON plot_other_id
BEGIN SELECT RAISE(ABORT, 'append-only: plot_other_id'); END;

-- ######## Kept beside the log ########

-- A page of the change feed gave a reader the end of a grant, or a correction of what it was shown; with neither, that it came
-- at all: once a day, and whenever its program began from nothing.
CREATE TABLE feed_told (
  n INTEGER PRIMARY KEY,
  party INTEGER NOT NULL REFERENCES party (n),
  purpose TEXT NOT NULL,
  grant_seq INTEGER REFERENCES entry (seq),
  notification INTEGER REFERENCES notification (n),
  at INTEGER NOT NULL,
  CHECK (grant_seq IS NULL OR notification IS NULL)
) STRICT;
CREATE INDEX feed_told_by_feed ON feed_told (party, purpose, n);
CREATE UNIQUE INDEX feed_told_of_grant ON feed_told (grant_seq);
CREATE UNIQUE INDEX feed_told_of_notification ON feed_told (notification);

CREATE TRIGGER feed_told_no_update BEFORE UPDATE ON feed_told
BEGIN SELECT RAISE(ABORT, 'append-only: feed_told'); END;
CREATE TRIGGER feed_told_no_delete BEFORE DELETE ON feed_told
BEGIN SELECT RAISE(ABORT, 'append-only: feed_told'); END;
CREATE TRIGGER feed_told_no_replace BEFORE INSERT ON feed_told
WHEN EXISTS (SELECT 1 FROM feed_told WHERE n = NEW.n OR grant_seq = NEW.grant_seq OR notification = NEW.notification)
BEGIN SELECT RAISE(ABORT, 'append-only: feed_told'); END;

-- The reader came back with the cursor of a page, and so has what it was told after one row and up to another. What is not after
-- the first was told before its program began, perhaps to an earlier one.
CREATE TABLE feed_acknowledged (
  n INTEGER PRIMARY KEY,
  party INTEGER NOT NULL REFERENCES party (n),
  purpose TEXT NOT NULL,
  told_after INTEGER NOT NULL,
  told_through INTEGER NOT NULL REFERENCES feed_told (n),
  at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX feed_acknowledged_by_feed ON feed_acknowledged (party, purpose, told_through, told_after);

CREATE TRIGGER feed_acknowledged_no_update BEFORE UPDATE ON feed_acknowledged
BEGIN SELECT RAISE(ABORT, 'append-only: feed_acknowledged'); END;
CREATE TRIGGER feed_acknowledged_no_delete BEFORE DELETE ON feed_acknowledged
BEGIN SELECT RAISE(ABORT, 'append-only: feed_acknowledged'); END;
CREATE TRIGGER feed_acknowledged_no_replace BEFORE INSERT ON feed_acknowledged
WHEN EXISTS (SELECT 1 FROM feed_acknowledged
  WHERE n = NEW.n OR (party = NEW.party AND purpose = NEW.purpose AND told_through = NEW.told_through
    AND told_after = NEW.told_after))
BEGIN SELECT RAISE(ABORT, 'append-only: feed_acknowledged'); END;

-- What became of the records that a reader was shown.
CREATE INDEX notification_by_recipient ON notification (recipient, because);
CREATE INDEX notification_by_shown ON notification (recipient, shown);
-- ==================== Since schema version 9 ====================

-- How the office named devices, and who carries each (kind 62), by the device.
CREATE INDEX entry_device_naming
  ON entry (CASE WHEN json_valid(body) THEN json_extract(body, '$.device_id') END) WHERE kind = 62;
-- ==================== Since schema version 10 ====================

-- ######## Kept beside the log ########

-- A message to a member: of what, never of its text or number. `kind` is the place in the list of kinds; one that stands for
-- several others is about the newest entry then.
CREATE TABLE message (
  n INTEGER PRIMARY KEY,
  about INTEGER NOT NULL REFERENCES entry (seq),
  kind INTEGER NOT NULL,
  party INTEGER NOT NULL REFERENCES party (n),
  made_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX message_by_about ON message (about, kind, party);
CREATE INDEX message_by_party ON message (party, n);

CREATE TRIGGER message_no_update BEFORE UPDATE ON message
BEGIN SELECT RAISE(ABORT, 'append-only: message'); END;
CREATE TRIGGER message_no_delete BEFORE DELETE ON message
BEGIN SELECT RAISE(ABORT, 'append-only: message'); END;
CREATE TRIGGER message_no_replace BEFORE INSERT ON message
WHEN EXISTS (SELECT 1 FROM message
  WHERE n = NEW.n OR (about = NEW.about AND kind = NEW.kind AND party = NEW.party))
BEGIN SELECT RAISE(ABORT, 'append-only: message'); END;

-- The newest row of a message is its state. `told_by` is the message in whose place it was told; `reference` is the gateway's.
CREATE TABLE message_state (
  n INTEGER PRIMARY KEY,
  message INTEGER NOT NULL REFERENCES message (n),
  state INTEGER NOT NULL,
  at INTEGER NOT NULL,
  parts INTEGER,
  told_by INTEGER REFERENCES message (n),
  reference TEXT,
  code TEXT,
  words TEXT
) STRICT;
CREATE INDEX message_state_by_message ON message_state (message, n);
CREATE INDEX message_state_told_by ON message_state (told_by, message);

CREATE TRIGGER message_state_no_update BEFORE UPDATE ON message_state
BEGIN SELECT RAISE(ABORT, 'append-only: message_state'); END;
CREATE TRIGGER message_state_no_delete BEFORE DELETE ON message_state
BEGIN SELECT RAISE(ABORT, 'append-only: message_state'); END;
CREATE TRIGGER message_state_no_replace BEFORE INSERT ON message_state
WHEN EXISTS (SELECT 1 FROM message_state WHERE n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'append-only: message_state'); END;

-- What the office or the service decided about messages: up to which entry they were made (`through`), that none are sent (`pause`),
-- that they are sent again (`resume`), and that a party's new number is its own (`number`, up to an entry).
CREATE TABLE message_note (
  n INTEGER PRIMARY KEY,
  what TEXT NOT NULL CHECK (what IN ('through', 'pause', 'resume', 'number')),
  seq INTEGER NOT NULL,
  party INTEGER REFERENCES party (n),
  at INTEGER NOT NULL,
  code TEXT
) STRICT;
CREATE INDEX message_note_by_what ON message_note (what, party, n);

CREATE TRIGGER message_note_no_update BEFORE UPDATE ON message_note
BEGIN SELECT RAISE(ABORT, 'append-only: message_note'); END;
CREATE TRIGGER message_note_no_delete BEFORE DELETE ON message_note
BEGIN SELECT RAISE(ABORT, 'append-only: message_note'); END;
CREATE TRIGGER message_note_no_replace BEFORE INSERT ON message_note
WHEN EXISTS (SELECT 1 FROM message_note WHERE n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'append-only: message_note'); END;
-- ==================== Since schema version 11 ====================

-- A gateway names a message by its reference.
CREATE INDEX message_state_by_reference ON message_state (reference) WHERE reference IS NOT NULL;
-- ==================== Since schema version 12 ====================

-- Feeds that are sent to an address of their reader: one of a party for a purpose at a time. The token is in a file.
CREATE TABLE feed_sent (
  n INTEGER PRIMARY KEY,
  party INTEGER NOT NULL REFERENCES party (n),
  purpose TEXT NOT NULL,
  url TEXT NOT NULL,
  fingerprint TEXT,
  token_file TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX feed_sent_by_party ON feed_sent (party, purpose);

CREATE TRIGGER feed_sent_no_update BEFORE UPDATE ON feed_sent
BEGIN SELECT RAISE(ABORT, 'append-only: feed_sent'); END;
CREATE TRIGGER feed_sent_no_delete BEFORE DELETE ON feed_sent
BEGIN SELECT RAISE(ABORT, 'append-only: feed_sent'); END;
CREATE TRIGGER feed_sent_no_replace BEFORE INSERT ON feed_sent
WHEN EXISTS (SELECT 1 FROM feed_sent WHERE n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'append-only: feed_sent'); END;

-- What became of them. Of a page that the receiver acknowledged: when it was made, its cursor, up to which entry grants were told,
-- how many records and closings there were since the feed began, and whether more followed.
CREATE TABLE feed_sent_state (
  n INTEGER PRIMARY KEY,
  feed INTEGER NOT NULL REFERENCES feed_sent (n),
  what TEXT NOT NULL CHECK (what IN ('acknowledged', 'failed', 'ended')),
  at INTEGER NOT NULL,
  cursor TEXT,
  grants INTEGER,
  records INTEGER,
  closed INTEGER,
  has_more INTEGER,
  code TEXT,
  CHECK ((what = 'acknowledged') = (cursor IS NOT NULL AND grants IS NOT NULL AND records IS NOT NULL
    AND closed IS NOT NULL AND has_more IS NOT NULL))
) STRICT;
CREATE INDEX feed_sent_state_by_feed ON feed_sent_state (feed, what, n);

CREATE TRIGGER feed_sent_state_no_update BEFORE UPDATE ON feed_sent_state
BEGIN SELECT RAISE(ABORT, 'append-only: feed_sent_state'); END;
CREATE TRIGGER feed_sent_state_no_delete BEFORE DELETE ON feed_sent_state
BEGIN SELECT RAISE(ABORT, 'append-only: feed_sent_state'); END;
CREATE TRIGGER feed_sent_state_no_replace BEFORE INSERT ON feed_sent_state
WHEN EXISTS (SELECT 1 FROM feed_sent_state WHERE n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'append-only: feed_sent_state'); END;
-- ==================== Since schema version 13 ====================

-- In `change`, a record whose standing an entry changed comes again behind that entry: `seq` is then the sum of `at` and the
-- record's number.
INSERT INTO schema_since SELECT 13, coalesce(max(seq), 0) FROM entry;
