import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../../../src/domain/canonical.ts'
import { idText } from '../../../../src/domain/id.ts'
import type { FaultKind } from '../../../../src/proofs/verify/kinds.ts'
import { codeOfAct } from '../../../../src/store/log/entry-kinds.ts'
import { PURPOSE } from '../../../support/flows/help.ts'
import { type RawDb, withoutGuards } from '../../../support/proofs/verify/scene.ts'
import {
  addAct,
  harvest,
  heavier,
  newest,
  one,
  type Row,
  rebuildTree,
  rechain,
  retell,
  rewrite,
  saying,
  stranger,
  victim,
} from '../../../support/proofs/verify/victim.ts'

/**
 * What somebody may do to the rows of a file by hand, with the guards off: each is found and named. The columns of all tables,
 * one by one: columns.test.ts. What stands around the rows: tampering-around.test.ts.
 */

const v = victim()

/** SQL, or what it takes. */
type How = string | ((db: RawDb) => unknown)
/** What is done, and the kinds of fault found. With `others`, more may be found beside them. */
type Tampering = readonly [what: string, how: How, finds: FaultKind | readonly FaultKind[], others?: 'others']

const FAR = 2 ** 40
const TWO_TO_32 = 2 ** 32
const GRANT = "SELECT * FROM entry WHERE body ->> '$.act' = 'grant' LIMIT 1"
const ANSWER = 'SELECT e.* FROM access_request_grant g JOIN entry e ON e.seq = g.seq ORDER BY g.seq LIMIT 1'
const TERMS =
  'subject, grantee, purpose, types, valid_from, expires_at, occurred_from, occurred_to, keep_until, replaces'

const put = (db: RawDb, table: string, row: Row) =>
  db
    .prepare(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`)
    .run(...Object.values(row))
const ours = (db: RawDb): string =>
  JSON.parse(one(db, "SELECT * FROM entry WHERE body ->> '$.act' = 'appliance'").body as string).cooperative
const text =
  (change: (row: Row) => string, digestToo: boolean): How =>
  (db) => {
    const row = harvest(db)
    if (digestToo) rewrite(db, row, change(row))
    else db.prepare('UPDATE entry SET body = ? WHERE seq = ?').run(change(row), row.seq)
  }

const LOG: readonly Tampering[] = [
  ['the weight of a record', text(heavier, false), 'entry_differs', 'others'],
  ['and the digest with it', text(heavier, true), 'subtree_differs'],
  [
    'and the whole tree with them: the roots that were fixed say otherwise',
    (db) => {
      rewrite(db, harvest(db), heavier(harvest(db)))
      rebuildTree(db)
    },
    'batch_differs',
  ],
  ...['2', '-1', 'NULL'].map(
    (said): Tampering => [
      `whether a record was sent with a time of its own: neither yes nor no, but ${said}`,
      (db) => db.exec(`UPDATE entry SET said_recorded_at = ${said} WHERE seq = ${harvest(db).seq}`),
      'column_differs',
    ],
  ),
  [
    'two records change places',
    (db) => {
      const [first, second] = db
        .prepare('SELECT seq FROM entry WHERE kind = 2 ORDER BY seq LIMIT 2')
        .pluck()
        .all()
      const move = db.prepare('UPDATE entry SET seq = ? WHERE seq = ?')
      move.run(-1, first)
      move.run(first, second)
      move.run(second, -1)
    },
    'subtree_differs',
    'others',
  ],
  [
    'a record is taken out of the middle',
    (db) => db.prepare('DELETE FROM entry WHERE seq = ?').run(harvest(db).seq),
    'entry_missing',
    'others',
  ],
  [
    'the newest record and what came after it is deleted with everything that follows from it',
    (db) => {
      const seq = db.prepare('SELECT max(seq) FROM entry WHERE kind < 31').pluck().get()
      for (const [table, column] of [
        ['entry', 'seq'],
        ['record_party', 'seq'],
        ['change', 'seq'],
        ['link', 'source'],
      ])
        db.prepare(`DELETE FROM ${table} WHERE ${column} >= ?`).run(seq)
    },
    ['audit_names_nothing', 'batch_differs'],
    'others',
  ],
  [
    'a record is slipped into the middle, and all behind it moved',
    (db) => {
      const row = harvest(db)
      db.prepare('UPDATE entry SET seq = -seq - 1 WHERE seq >= ?').run(row.seq)
      db.prepare('UPDATE entry SET seq = -seq WHERE seq < 0').run()
      put(db, 'entry', { ...row, id: Buffer.alloc(16, 7) })
    },
    'subtree_differs',
    'others',
  ],
  [
    'a record is dated anew in every column and in its text',
    (db) => {
      const row = harvest(db)
      rewrite(db, row, saying(row, { received_at: '2020-01-01T00:00:00.000Z' }))
      db.prepare('UPDATE entry SET received_at = ? WHERE seq = ?').run(Date.UTC(2020, 0, 1), row.seq)
    },
    'entry_out_of_time',
    'others',
  ],
  [
    'a text is written with other spaces',
    text((row) => JSON.stringify(JSON.parse(row.body as string), null, 1), true),
    'entry_not_canonical',
    'others',
  ],
  [
    'a confirmation is made to confirm another delivery',
    (db) => {
      const row = one(db, 'SELECT * FROM entry WHERE kind = 5 LIMIT 1')
      const body = saying(row, { delivery_id: JSON.parse(row.body as string).id })
      db.prepare('UPDATE entry SET body = ? WHERE seq = ?').run(body, row.seq)
    },
    ['entry_differs', 'derived_row_missing'],
    'others',
  ],
  [
    'a grant and its row are widened alike',
    (db) => {
      const row = one(db, GRANT)
      rewrite(db, row, saying(row, { purpose: `${PURPOSE}s` }))
      db.prepare('UPDATE consent_grant SET purpose = ? WHERE seq = ?').run(`${PURPOSE}s`, row.seq)
    },
    ['subtree_differs', 'journal_differs'],
  ],
  ...[0, -1].map(
    (seq): Tampering => [
      `a grant under number ${seq}`,
      (db) => {
        addAct(db, seq, 'grant', {})
        db.prepare(`INSERT INTO consent_grant SELECT ?, ${TERMS} FROM consent_grant LIMIT 1`).run(seq)
      },
      ['entry_out_of_number', 'act_row_without_act'],
    ],
  ),
  [
    'a record under a number below all others',
    (db) => put(db, 'entry', { ...harvest(db), seq: -7, root: -7, id: Buffer.alloc(16, 7) }),
    'entry_out_of_number',
  ],
  [
    'a party under a number below all others',
    (db) => db.prepare('INSERT INTO party VALUES (-3, ?)').run(randomBytes(16)),
    'party_out_of_number',
  ],
  [
    'an entry of the audit log under a number below all others',
    (db) =>
      db
        .prepare(`INSERT INTO audit VALUES (-3, -3, 0, 0, '[[null,"read",null,"disclosed",null,[]]]', ?)`)
        .run(randomBytes(32)),
    'audit_out_of_number',
  ],
  [
    'a root under a number below all others',
    'INSERT INTO anchor_batch SELECT -1, at, incarnation, tree_size, root, audit_n + 1000000, audit_hash, checkpoint FROM anchor_batch LIMIT 1',
    'batch_out_of_order',
  ],
  [
    'a notification under a number below all others',
    'UPDATE notification SET n = -n',
    'journal_differs',
    'others',
  ],
  ...[FAR, 2n ** 62n].map(
    (seq): Tampering => [
      `one of each at ${seq} costs no more than the others`,
      (db) => {
        db.prepare('UPDATE entry SET seq = ? WHERE seq = (SELECT max(seq) FROM entry)').run(seq)
        db.prepare('INSERT INTO party VALUES (?, ?)').run(seq, randomBytes(16))
        db.prepare('UPDATE audit SET last_n = ? WHERE last_n = (SELECT max(last_n) FROM audit)').run(seq)
        db.prepare('UPDATE anchor_batch SET n = ? WHERE n = (SELECT max(n) FROM anchor_batch)').run(seq)
      },
      ['entry_out_of_number', 'party_out_of_number', 'audit_out_of_number', 'batch_out_of_order'],
      'others',
    ],
  ),
]

const ACTS: readonly Tampering[] = [
  [
    'a grant is slipped in without an act',
    `INSERT INTO consent_grant SELECT 1, ${TERMS} FROM consent_grant LIMIT 1`,
    'act_row_without_act',
    'others',
  ],
  [
    'a grant loses its end',
    'DELETE FROM consent_grant_end',
    ['act_row_missing', 'journal_differs', 'audit_names_nothing'],
  ],
  [
    'an enrolment code is of another party than the token that was given for it',
    (db) => {
      const row = one(db, 'SELECT e.* FROM device_credential d JOIN entry e ON e.seq = d.enrolment LIMIT 1')
      const { n, id } = one(db, `SELECT * FROM party WHERE n = ${stranger(db)}`)
      rewrite(db, row, saying(row, { party: idText(id as Buffer) }))
      db.prepare('UPDATE enrolment SET party = ? WHERE seq = ?').run(n, row.seq)
    },
    'row_unfollowable',
    'others',
  ],
  [
    'a request for what is held becomes a device',
    (db) => {
      const { seq, party } = one(db, 'SELECT * FROM subject_access_request ORDER BY seq DESC')
      db.prepare('UPDATE entry SET kind = ? WHERE seq = ?').run(codeOfAct('device'), seq)
      db.prepare('DELETE FROM subject_access_request WHERE seq = ?').run(seq)
      db.prepare('INSERT INTO device VALUES (?, ?)').run(seq, party)
    },
    'act_kind_differs',
    'others',
  ],
  [
    'a restore becomes a founding, so that nothing is suspended',
    `UPDATE entry SET kind = ${codeOfAct('appliance')} WHERE kind = ${codeOfAct('restore')};
     DELETE FROM restore_confirmation; DELETE FROM restore`,
    'act_kind_differs',
    'others',
  ],
  [
    'the store is founded again',
    (db) => {
      const seq = newest(db) + 1
      addAct(db, seq, 'appliance', { act: 'appliance', cooperative: ours(db), name: 'Ours', operator: 'x' })
      db.prepare('INSERT INTO appliance SELECT ?, ?, cooperative FROM appliance LIMIT 1').run(
        seq,
        randomBytes(16),
      )
      rebuildTree(db)
    },
    'row_unfollowable',
    'others',
  ],
  [
    'a life of the store is of another cooperative',
    (db) => {
      const row = one(db, "SELECT * FROM entry WHERE body ->> '$.act' = 'restore'")
      const { grantee } = JSON.parse(one(db, GRANT).body as string)
      rewrite(db, row, canonicalJson({ ...JSON.parse(row.body as string), cooperative: grantee }))
      db.prepare(
        'UPDATE appliance SET cooperative = (SELECT grantee FROM consent_grant LIMIT 1) WHERE seq = ?',
      ).run(row.seq)
    },
    'row_unfollowable',
    'others',
  ],
  [
    'a life of the store gets another name',
    'DELETE FROM anchor_attempt; DELETE FROM anchor_batch; UPDATE appliance SET incarnation = randomblob(16)',
    'act_row_differs',
    'others',
  ],
  [
    'a credential past the program, with a tree that fits, and not told of in the audit log',
    (db) => {
      const [seq, party, hash] = [newest(db) + 1, ours(db), randomBytes(32)]
      const said = { party, kind: 'party', token_sha256: hash.toString('hex'), expires_at: null }
      addAct(db, seq, 'credential', { ...said, act: 'credential' })
      db.prepare("INSERT INTO credential SELECT ?, cooperative, 'party', ?, NULL FROM appliance LIMIT 1").run(
        seq,
        hash,
      )
    },
    'entry_untold',
  ],
  ...['refusal', 'withdrawal', 'grant'].map(
    (ended): Tampering => [
      `a grant is slipped in as the answer to a request that ended in a ${ended}`,
      (db) => {
        const { id } = one(
          db,
          `SELECT e.id FROM access_request_${ended} t JOIN entry e ON e.seq = t.access_request ORDER BY t.seq LIMIT 1`,
        )
        const said = { ...JSON.parse(one(db, ANSWER).body as string), act: 'grant' }
        addAct(db, newest(db) + 1, 'grant', { ...said, request_id: idText(id as Buffer) })
      },
      'row_unfollowable',
      'others',
    ],
  ),
  ...[
    { record_types: ['harvest', 'lot'] },
    { occurred_from: '2020-01-01T00:00:00.000Z' },
    { expires_at: '2040-01-01T00:00:00.000Z', keep_until: '2040-01-01T00:00:00.000Z' },
    { purpose: 'research' },
  ].map(
    (members): Tampering => [
      `a grant that answers a request opens more: ${Object.keys(members)}`,
      (db) => rewrite(db, one(db, ANSWER), saying(one(db, ANSWER), members)),
      'row_unfollowable',
      'others',
    ],
  ),
  ...['', '_match', '_withdrawal', '_refusal', '_grant'].map(
    (table): Tampering => [
      `the rows of access_request${table} are taken away`,
      `DELETE FROM access_request${table}`,
      'act_row_missing',
      'others',
    ],
  ),
  [
    'a request is told to be granted by a grant that is none',
    `INSERT INTO access_request_grant SELECT f.access_request, (SELECT max(seq) FROM consent_grant WHERE seq NOT IN
       (SELECT seq FROM access_request_grant)), f.at FROM access_request_refusal f`,
    'act_row_without_act',
    'others',
  ],
]

const addTo =
  (table: 'change' | 'record_party', at = ''): How =>
  (db) => {
    const { seq, kind, occurred_at, id } = harvest(db)
    const by = at === '' ? seq : db.prepare(at).pluck().get()
    if (table === 'change')
      db.prepare('INSERT INTO change VALUES (?, ?, ?, ?, 0)').run(stranger(db), kind, by, seq)
    else
      db.prepare('INSERT INTO record_party VALUES (?, ?, ?, ?, 1, ?)').run(
        stranger(db),
        kind,
        occurred_at,
        id,
        seq,
      )
  }

const FOLLOWING: readonly Tampering[] = [
  ['the link of a confirmation is deleted', 'DELETE FROM link WHERE relation = 3', 'derived_row_missing'],
  ['a party is put among those that a record is about', addTo('record_party'), 'derived_row_without_record'],
  ['a change is put into the feed of somebody', addTo('change'), 'derived_row_without_record'],
  [
    'the same, as if a later lot had brought it',
    addTo('change', 'SELECT max(seq) FROM entry WHERE kind = 3'),
    'derived_row_without_record',
  ],
  ['the same, in the far future', addTo('change', `SELECT ${FAR}`), 'derived_row_without_record'],
  [
    'a prediction is made to be about somebody',
    'INSERT INTO inference_subject SELECT inference, (SELECT max(n) FROM party) FROM inference_subject LIMIT 1',
    'derived_row_without_record',
  ],
  [
    'how a prediction was judged is slipped in for a record',
    (db) => db.prepare('INSERT INTO inference VALUES (?, 1, 1)').run(harvest(db).seq),
    'derived_row_without_record',
  ],
  ['how a prediction was judged is gone', 'DELETE FROM inference', 'derived_row_missing', 'others'],
  [
    'a prediction has an input that it does not name',
    'UPDATE inference_input SET input = 3 WHERE input = (SELECT max(input) FROM inference_input)',
    'row_unfollowable',
    'others',
  ],
  [
    'a party is slipped in that nothing names',
    (db) => db.prepare('INSERT INTO party (id) VALUES (?)').run(Buffer.alloc(16, 9)),
    'party_unnamed',
  ],
  ...(
    [
      ['link', 'relation'],
      ['record_party', 'party'],
      ['change', 'party'],
      ['change', 'occurred_at'],
      ['party_statement', 'asserted_by'],
      ['member_number', 'party'],
      ['evidence_citation', 'asserted_by'],
    ] as const
  ).map(
    ([table, column]): Tampering => [
      `another number with the same last 32 bits in ${table}.${column}`,
      `UPDATE ${table} SET ${column} = ${column} + ${TWO_TO_32}`,
      'derived_row_missing',
      'others',
    ],
  ),
]

const AUDIT: readonly Tampering[] = [
  [
    'an entry says another outcome',
    (db) => retell(db, (entry, n) => (n === 3 ? entry.with(3, 'disclosed') : entry)),
    ['audit_differs', 'entry_untold'],
  ],
  [
    'the same, with a chain that fits',
    (db) => {
      retell(db, (entry, n) => (n === 3 ? entry.with(3, 'disclosed') : entry))
      rechain(db)
    },
    ['entry_untold', 'audit_head_differs'],
  ],
  ['an entry is deleted', 'DELETE FROM audit WHERE 5 BETWEEN first_n AND last_n', 'audit_missing', 'others'],
  [
    'an entry is taken out of those of its commit',
    "UPDATE audit SET entries = json_remove(entries, '$[1]') WHERE last_n >= first_n + 2",
    'audit_differs',
    'others',
  ],
  ...(
    [
      ['written otherwise, to the same effect', "entries = replace(entries, ',', ', ')", 'audit_differs'],
      ['of another time', 'at = at - 1', 'audit_differs'],
      ['of a time before the log grew', 'log_size = log_size - 1', 'audit_differs'],
      ['said to begin with the entry before', 'first_n = first_n - 1', 'audit_differs'],
      ['said to begin with an entry later', 'first_n = first_n + 1', 'audit_missing'],
      ['of a log that was longer than it is', 'log_size = 1000000', 'audit_names_nothing'],
    ] as const
  ).map(
    ([what, change, kind]): Tampering => [
      `the entries of a commit are ${what}`,
      `UPDATE audit SET ${change} WHERE last_n > 5000 OR last_n = 9`,
      kind,
      'others',
    ],
  ),
  [
    'the log is said to have been shorter later, with a chain that fits',
    (db) => {
      db.exec('UPDATE audit SET log_size = 1 WHERE last_n = (SELECT max(last_n) FROM audit)')
      rechain(db)
    },
    ['audit_out_of_time', 'audit_names_nothing', 'audit_head_differs'],
  ],
  [
    'entries are deleted that the index is over',
    'DELETE FROM audit WHERE last_n >= (SELECT max(last_n) FROM audit_chunk)',
    'audit_index_differs',
    'others',
  ],
  [
    'the newest are deleted: a root tells how far it went',
    'DELETE FROM audit WHERE last_n > (SELECT max(last_n) FROM audit_chunk)',
    'audit_head_differs',
    'others',
  ],
  [
    'who saw a record is taken out of the index',
    'DELETE FROM audit_index WHERE kind = 1',
    'audit_index_differs',
    'others',
  ],
  [
    'an act is taken out of what concerns somebody',
    'DELETE FROM audit_index WHERE kind = 6',
    'audit_index_differs',
    'others',
  ],
  ...Object.entries({
    'the grant of another reader is told': 'party = (SELECT max(n) FROM party) WHERE grant_seq IS NOT NULL',
    'the grant for another purpose is told': "purpose = 'insurance' WHERE grant_seq IS NOT NULL",
    'the end of a grant is told before it': 'at = 1 WHERE grant_seq IS NOT NULL',
    'a notification of another reader is told':
      'party = (SELECT max(n) FROM party) WHERE notification IS NOT NULL',
    'a correction is told before it': 'at = 1 WHERE notification IS NOT NULL',
  }).map(([what, set]): Tampering => [what, `UPDATE feed_told SET ${set}`, 'journal_differs', 'others']),
  [
    'a reader has what was never told',
    'UPDATE feed_acknowledged SET told_through = 1000 WHERE n = 1',
    'journal_differs',
    'others',
  ],
  [
    'a record that an entry of a later commit tells of',
    (db) => {
      const appends = (db.prepare('SELECT last_n, entries FROM audit ORDER BY last_n').all() as Row[]).filter(
        ({ entries }) => /^\[\[[^[]*"append"[^[]*\[\d+\]\]\]$/.test(entries as string),
      )
      const [first, second] = appends.slice(-2) as [Row, Row]
      const set = db.prepare('UPDATE audit SET entries = ? WHERE last_n = ?')
      set.run(second.entries, first.last_n)
      set.run(first.entries, second.last_n)
      rechain(db)
    },
    ['audit_names_nothing', 'entry_untold', 'audit_head_differs'],
  ],
  [
    'a record whose entry of the audit log names another',
    (db) => retell(db, (entry, n) => (entry[1] === 'append' && n > 4100 ? entry.with(5, []) : entry)),
    'entry_untold',
    'others',
  ],
]

const ROOTS: readonly Tampering[] = [
  [
    'a root is deleted',
    'DELETE FROM anchor_attempt; DELETE FROM anchor_batch WHERE n = 1',
    'batch_out_of_order',
    'others',
  ],
  [
    'the key of the log is exchanged',
    "UPDATE anchor_key SET public_key = unhex('0303030303030303030303030303030303030303030303030303030303030303')",
    ['act_row_differs', 'checkpoint_not_signed'],
  ],
  ['the mark of the file is changed', 'PRAGMA application_id = 7', 'file_marked_otherwise'],
  ['nothing: the guards are taken off and put on again', (db) => withoutGuards(db, () => {}), []],
]

const ALL: readonly Tampering[] = [...LOG, ...ACTS, ...FOLLOWING, ...AUDIT, ...ROOTS]

test.each(ALL.map((one) => [one[0], one] as const))('%s', async (_what, [, how, finds, others]) => {
  const kinds = await v.found((db) => (typeof how === 'string' ? db.exec(how) : how(db)))
  const wanted = typeof finds === 'string' ? [finds] : finds
  if (others === undefined) expect(kinds).toEqual(wanted)
  else expect(kinds).toEqual(expect.arrayContaining([...wanted]))
})

/** What is named without REFERENCES, which the database itself would hold to. */
test.each([
  ['link', 'source'],
  ['mention', 'source'],
  ['mention', 'party'],
  ['record_party', 'seq'],
  ['record_party', 'party'],
  ['change', 'seq'],
  ['change', 'at'],
  ['party_statement', 'seq'],
  ['member_number', 'seq'],
  ['nature_change', 'seq'],
  ['nature_change', 'party'],
  ['evidence_citation', 'seq'],
  ['audit_chunk', 'last_n'],
  ['audit_index', 'first_n'],
])('a row that leads nowhere: %s.%s', async (table, column) => {
  const kinds = await v.found((db) => {
    const columns = db
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .pluck()
      .all()
      .map((name) => (name === column ? 900_000 : name))
    db.exec(`INSERT OR REPLACE INTO ${table} SELECT ${columns} FROM ${table} ORDER BY 1 DESC LIMIT 1`)
  })
  expect(kinds.length).toBeGreaterThan(0)
})
