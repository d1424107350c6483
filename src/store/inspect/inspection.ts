import { must } from '../../base/typed.ts'
import { idOfHex } from '../../domain/id.ts'
import { MESSAGE_KINDS } from '../../domain/messages/made.ts'
import { STATES, stateCode } from '../../domain/messages/sending.ts'
import { type Message, message } from '../../words/message.ts'
import { type AnchorBatch, BATCH_COLUMNS } from '../acts/anchors.ts'
import type { NotificationRow as StoredNotification } from '../acts/notifications.ts'
import { Audit } from '../audit/audit.ts'
import { AUDIT_COLUMNS, type AuditRow } from '../audit/audit-row.ts'
import type { Db } from '../file/open.ts'
import { Behind } from '../jobs/behind.ts'
import { type ActKind, actOfCode, INFERENCE_KIND } from '../log/entry-kinds.ts'
import { Records } from '../log/records.ts'
import { Tree } from '../log/tree.ts'
import { KnownParties } from '../tables/parties.ts'

/**
 * An entry of any kind: the columns of a record, null if its kind does not use them, and its salt and digest,
 * concatenated in hexadecimal digits. A Buffer would cost as much as the rest of the row.
 */
export type EntryRow = readonly [
  seq: number,
  id: string,
  kind: number,
  assertedBy: number | null,
  onBehalfOf: number | null,
  root: number | null,
  depth: number | null,
  saidRecordedAt: number | null,
  occurredAt: number | null,
  receivedAt: number,
  body: string,
  seal: string,
]

/** A life of the store, with the seq of the entry that began it. */
export interface LifeRow {
  readonly seq: number
  readonly incarnation: Buffer
}

/** A notification without `toldAt`, which follows from an act of its own. */
export type NotificationRow = Omit<StoredNotification, 'toldAt'>

export interface VisitRow {
  readonly n: number
  readonly device: number
  readonly accepted: number
  readonly replayed: number
  readonly rejected: number
  readonly codes: string | null
}

/** A stored object that the log names, whichever party uploaded it. */
export interface KeptPicture {
  /** 64 lower-case hexadecimal digits. */
  readonly storedSha256: string
  readonly storedBytes: number
  /** Seq of the first act that names the object. */
  readonly seq: number
}

export const classOf = (kind: number): 'records' | 'inferences' | 'acts' =>
  kind < INFERENCE_KIND ? 'records' : kind === INFERENCE_KIND ? 'inferences' : 'acts'

/** Returns the noun for an entry (`verify.noun.` of the catalogue). */
export const nounOf = (kind: number): 'record' | 'prediction' | 'act' | ActKind =>
  kind < INFERENCE_KIND ? 'record' : kind === INFERENCE_KIND ? 'prediction' : (actOfCode(kind) ?? 'act')

/** Names an entry. @param id in hexadecimal digits */
export const entryAt = (seq: number, kind: number, id: string): Message =>
  message('verify.at.nounWithId', { noun: message(`verify.noun.${nounOf(kind)}`), id: idOfHex(id), seq })

const ROWS_AT_ONCE = 1_024

/** Yields rows read in slices. No statement stays open between two slices. */
export function* walked<Key, Row>(
  next: (after: Key, count: number) => readonly Row[],
  first: Key,
  keyOf: (row: Row) => Key,
): Generator<Row> {
  for (let after = first; ; ) {
    const rows = next(after, ROWS_AT_ONCE)
    yield* rows
    if (rows.length < ROWS_AT_ONCE) return
    after = keyOf(must(rows.at(-1)))
  }
}

/** The reads of `granary verify`, over one read-only connection. */
export type Inspection = ReturnType<typeof inspectionOf>

export function inspectionOf(db: Db) {
  const one = <Of extends unknown[], Row>(sql: string) => {
    const statement = db.prepare<Of, Row>(sql)
    return (...of: Of): Row | undefined => statement.get(...of)
  }
  const cell = <Of extends unknown[], Cell>(sql: string) => {
    const statement = db.prepare<Of, Cell>(sql).pluck()
    return (...of: Of): Cell | undefined => statement.get(...of)
  }
  const all = <Of extends unknown[], Row>(sql: string) => {
    const statement = db.prepare<Of, Row>(sql)
    return (...of: Of): Row[] => statement.all(...of)
  }
  const numbered = <Row extends { readonly n: number }>(sql: string) => {
    const next = all<[number, number], Row>(sql)
    return () => walked(next, 0, ({ n }) => n)
  }
  const [parties, behind] = [new KnownParties(db), new Behind(db)]
  const records = new Records(db, behind, () => {})
  const entries = db
    .prepare<[number, number], EntryRow>(
      `SELECT seq, hex(id), kind, asserted_by, on_behalf_of, root, depth, said_recorded_at, occurred_at, received_at,
         body, lower(hex(salt || digest)) FROM entry WHERE seq BETWEEN ? AND ? ORDER BY seq`,
    )
    .raw()
  const kindOf = cell<[number], number>('SELECT kind FROM entry WHERE seq = ?')
  const idOf = cell<[number], string>('SELECT hex(id) FROM entry WHERE seq = ?')
  const partyOf = cell<[number], number>('SELECT party FROM credential WHERE seq = ?')
  const cooperative = cell<[], number>('SELECT cooperative FROM appliance ORDER BY seq DESC LIMIT 1')
  return {
    db,
    parties,
    records,
    audit: new Audit(db, records, parties, () => {}, false),
    tree: new Tree(db, () => {}),

    entries: (from: number, through: number) => entries.all(from, through),
    /** The kind of an entry; undefined if there is no such entry. */
    kindOf,
    /** Names an entry, by kind and id if it exists. */
    entryAt(seq: number): Message {
      const kind = kindOf(seq)
      return kind === undefined ? message('verify.at.entry', { seq }) : entryAt(seq, kind, must(idOf(seq)))
    },
    /** The exact bytes of a body: as text, invalid UTF-8 could look like valid text. */
    bodyBytes: cell<[number], Buffer>('SELECT CAST(body AS BLOB) FROM entry WHERE seq = ?'),
    /** The stored hash of a subtree, by its level and its number in that level. */
    subtree: cell<[number, number], Buffer>('SELECT hash FROM subtree WHERE level = ? AND n = ?'),

    /** Names a party, even if it does not exist. */
    partyAt(n: number): Message {
      try {
        return message('verify.at.party', { id: parties.id(n) })
      } catch {
        return message('verify.at.noParty', { n })
      }
    },
    /** The party of a credential; undefined if there is no such credential. */
    partyOf,
    /** The party that reads with a credential; for the operator (0) the cooperative, if there is one. */
    readerOf: (credential: number) => (credential === 0 ? cooperative() : partyOf(credential)),
    /** Whether the act with this seq has ended, by kind of act. */
    ends: {
      grant: cell<[number], 1>('SELECT 1 FROM consent_grant_end WHERE consent_grant = ?'),
      delegation: cell<[number], 1>('SELECT 1 FROM delegation_end WHERE delegation = ?'),
      objection: cell<[number], 1>('SELECT 1 FROM objection_end WHERE objection = ?'),
      credential: cell<[number], 1>('SELECT 1 FROM credential_end WHERE credential = ?'),
      request: cell<[number], 1>('SELECT 1 FROM subject_access_answer WHERE request = ?'),
    },

    /** Rows of the audit log whose last entry is in this range. */
    auditRows: all<[number, number], AuditRow>(
      `SELECT ${AUDIT_COLUMNS} FROM audit WHERE last_n BETWEEN ? AND ? ORDER BY last_n`,
    ),
    /** The newest row that ends before this entry. */
    auditRowBefore: one<[number], AuditRow>(
      `SELECT ${AUDIT_COLUMNS} FROM audit WHERE last_n >= 1 AND last_n < ? ORDER BY last_n DESC LIMIT 1`,
    ),
    /** Number of the newest audit entry; 0 if there is none. */
    auditNewest: cell<[], number>('SELECT coalesce(max(last_n), 0) FROM audit'),

    /** The public keys of checkpoint signatures, oldest first. */
    keys: all<[], { readonly seq: number; readonly publicKey: Buffer }>(
      'SELECT seq, public_key AS publicKey FROM anchor_key ORDER BY seq',
    ),
    /** Lives of the store, oldest first. */
    lives: all<[], LifeRow>('SELECT seq, incarnation FROM appliance ORDER BY seq'),
    /** Lives that began with a restore, oldest first. `atMs` is null if the entry does not exist. */
    restores: all<[], { seq: number; backup: string; madeAtMs: number; atMs: number | null }>(
      `SELECT r.appliance AS seq, r.backup, r.made_at AS madeAtMs, a.received_at AS atMs
       FROM restore r LEFT JOIN entry a ON a.seq = r.appliance ORDER BY r.appliance`,
    ),
    batches: all<[number, number], AnchorBatch>(
      `SELECT ${BATCH_COLUMNS} FROM anchor_batch WHERE n BETWEEN ? AND ? ORDER BY n`,
    ),
    attempts: numbered<{ n: number; batch: number; publisher: string; receipt: string | null }>(
      'SELECT n, batch, publisher, receipt FROM anchor_attempt WHERE n > ? ORDER BY n LIMIT ?',
    ),
    /** 1 if a publisher ever returned a receipt, else 0. */
    isPublished: cell<[], number>('SELECT EXISTS (SELECT 1 FROM anchor_attempt WHERE receipt IS NOT NULL)'),

    notifications: numbered<NotificationRow>(
      'SELECT n, recipient, shown, because, raised_at AS raisedAt FROM notification WHERE n > ? ORDER BY n LIMIT ?',
    ),
    visits: numbered<VisitRow>(
      'SELECT n, device, accepted, replayed, rejected, codes FROM sync_visit WHERE n > ? ORDER BY n LIMIT ?',
    ),
    /** Rows on what the change feed told that contradict the log or an earlier row. */
    falseFeedRows: all<[], { readonly table: string; readonly n: number }>(
      `SELECT 'feed_told' AS "table", t.n FROM feed_told t
         LEFT JOIN consent_grant g ON g.seq = t.grant_seq LEFT JOIN consent_grant_end e ON e.consent_grant = g.seq
         LEFT JOIN notification m ON m.n = t.notification
       WHERE t.grant_seq IS NOT NULL AND (g.seq IS NULL OR g.grantee <> t.party OR g.purpose <> t.purpose
           OR min(coalesce(e.at, g.expires_at), g.expires_at) > t.at)
         OR t.notification IS NOT NULL AND (m.n IS NULL OR m.recipient <> t.party OR m.raised_at > t.at)
       UNION ALL SELECT 'feed_acknowledged', a.n FROM feed_acknowledged a LEFT JOIN feed_told t ON t.n = a.told_through
       WHERE t.n IS NULL OR t.party <> a.party OR t.purpose <> a.purpose OR t.at > a.at
         OR a.told_after NOT BETWEEN 0 AND a.told_through - 1`,
    ),
    /** Rows on feeds that are sent that cannot be. */
    falseSentRows: all<[], { readonly table: string; readonly n: number }>(
      `SELECT 'feed_sent' AS "table", f.n FROM feed_sent f LEFT JOIN party p ON p.n = f.party WHERE p.n IS NULL
       UNION ALL SELECT 'feed_sent_state', s.n FROM feed_sent_state s LEFT JOIN feed_sent f ON f.n = s.feed
       WHERE f.n IS NULL OR s.at < f.at OR s.grants > (SELECT max(seq) FROM entry)
         OR s.records < 0 OR s.closed < 0 OR s.has_more NOT IN (0, 1)`,
    ),
    /** Rows on messages to members that cannot be. */
    falseMessageRows: all<[], { readonly table: string; readonly n: number }>(
      `SELECT 'message' AS "table", m.n FROM message m LEFT JOIN entry e ON e.seq = m.about LEFT JOIN party p ON p.n = m.party
       WHERE e.seq IS NULL OR p.n IS NULL OR e.received_at > m.made_at OR m.kind NOT BETWEEN 0 AND ${MESSAGE_KINDS.length - 1}
       UNION ALL SELECT 'message_state', s.n FROM message_state s LEFT JOIN message m ON m.n = s.message
         LEFT JOIN message t ON t.n = s.told_by
       WHERE m.n IS NULL OR s.at < m.made_at OR s.state NOT BETWEEN 1 AND ${STATES.length - 1}
         OR (s.state = ${stateCode('told')}) <> (s.told_by IS NOT NULL)
         OR s.told_by IS NOT NULL AND (t.n IS NULL OR t.party <> m.party OR t.n <= m.n)
       UNION ALL SELECT 'message_note', o.n FROM message_note o LEFT JOIN party p ON p.n = o.party
       WHERE o.seq > (SELECT max(seq) FROM entry) OR o.party IS NOT NULL AND p.n IS NULL`,
    ),
    /** Device tokens that were used before they were issued, or that were never issued. */
    usedTooEarly: all<[], { readonly seq: number }>(
      `SELECT u.credential AS seq FROM device_credential_used u LEFT JOIN entry a ON a.seq = u.credential
       WHERE a.seq IS NULL OR u.at < a.received_at ORDER BY u.credential`,
    ),
    /** Backup runs whose `made` is not JSON. */
    unreadableBackups: all<[], { readonly n: number }>(
      'SELECT n FROM backup_run WHERE NOT json_valid(made) ORDER BY n',
    ),
    /** 1 if `schema_since` has one row for each of these versions, as `3,13`, and no other, all with an entry that exists; else 0. */
    tellsWhen: cell<[versions: string, newest: number], number>(
      `SELECT group_concat(version ORDER BY version) = ? AND min(seq) >= 0 AND max(seq) <= ? FROM schema_since`,
    ),

    /** Objects that the log names up to an entry, each once, beyond one hash (in hexadecimal digits). */
    pictures: all<[string, number, number], KeptPicture>(
      `SELECT lower(hex(stored_sha256)) AS storedSha256, stored_bytes AS storedBytes, min(seq) AS seq FROM evidence
       WHERE stored_sha256 > unhex(?) AND seq <= ? GROUP BY stored_sha256 ORDER BY stored_sha256 LIMIT ?`,
    ),
    /** The number of those objects and their total bytes. */
    pictureTotals: one<[number], { readonly count: number; readonly bytes: number }>(
      `SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM (
         SELECT max(stored_bytes) AS bytes FROM evidence WHERE seq <= ? GROUP BY stored_sha256)`,
    ),
  }
}
