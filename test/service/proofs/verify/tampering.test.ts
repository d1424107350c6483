import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PURPOSE } from '../../../support/flows/help.ts'
import type { RawDb } from '../../../support/proofs/verify/scene.ts'
import {
  harvest,
  heavier,
  one,
  rebuildTree,
  rewrite,
  saying,
  stranger,
  type Victim,
  victim,
} from '../../../support/proofs/verify/victim.ts'

/** What somebody may do to records, grants and what follows from them, with the guards off: each is found and named. */

let v: Victim
beforeAll(async () => {
  v = await victim()
})
afterAll(() => v.end())

describe('a record', () => {
  test('its weight is changed', async () => {
    expect(
      await v.found((db) =>
        db.prepare('UPDATE entry SET body = ? WHERE seq = ?').run(heavier(harvest(db)), harvest(db).seq),
      ),
    ).toContain('entry_differs')
  })
  test('and the digest with it', async () => {
    expect(
      await v.found((db) => {
        const row = harvest(db)
        rewrite(db, row, heavier(row))
      }),
    ).toEqual(['subtree_differs'])
  })
  test('and the whole tree with them: the roots that were fixed say otherwise', async () => {
    expect(
      await v.found((db) => {
        const row = harvest(db)
        rewrite(db, row, heavier(row))
        rebuildTree(db)
      }),
    ).toEqual(['batch_differs'])
  })
  test('two change places', async () => {
    const kinds = await v.found((db) => {
      const [first, second] = db
        .prepare('SELECT seq FROM entry WHERE kind = 2 ORDER BY seq LIMIT 2')
        .pluck()
        .all()
      const move = db.prepare('UPDATE entry SET seq = ? WHERE seq = ?')
      move.run(-1, first)
      move.run(first, second)
      move.run(second, -1)
    })
    expect(kinds).toContain('subtree_differs')
  })
  test('one is taken out of the middle', async () => {
    expect(
      await v.found((db) => db.prepare('DELETE FROM entry WHERE seq = ?').run(harvest(db).seq)),
    ).toContain('entry_missing')
  })
  test('the newest is deleted with everything that follows from it', async () => {
    const kinds = await v.found((db) => deleteNewest(db))
    expect(kinds).toContain('audit_names_nothing')
    expect(kinds).toContain('batch_differs')
  })
  test('one is slipped into the middle, and all behind it moved', async () => {
    const kinds = await v.found((db) => {
      const row = harvest(db)
      db.prepare('UPDATE entry SET seq = -seq - 1 WHERE seq >= ?').run(row.seq)
      db.prepare('UPDATE entry SET seq = -seq WHERE seq < 0').run()
      const copy = { ...row, id: Buffer.alloc(16, 7) }
      db.prepare(
        `INSERT INTO entry (${Object.keys(copy).join(', ')}) VALUES (${Object.keys(copy)
          .map(() => '?')
          .join(', ')})`,
      ).run(...Object.values(copy))
    })
    expect(kinds).toContain('subtree_differs')
  })
  test('a salt is changed', async () => {
    expect(
      await v.found((db) =>
        db.prepare('UPDATE entry SET salt = ? WHERE seq = ?').run(Buffer.alloc(32, 5), harvest(db).seq),
      ),
    ).toEqual(['subtree_differs'])
  })
  test('it is dated anew in every column and in its text', async () => {
    const kinds = await v.found((db) => {
      const row = harvest(db)
      rewrite(db, row, saying(row, { received_at: '2020-01-01T00:00:00.000Z' }))
      db.prepare('UPDATE entry SET received_at = ? WHERE seq = ?').run(Date.UTC(2020, 0, 1), row.seq)
    })
    expect(kinds).toContain('entry_out_of_time')
  })
  test('its text is written with other spaces', async () => {
    const kinds = await v.found((db) => {
      const row = harvest(db)
      const body = JSON.stringify(JSON.parse(row.body as string), null, 1)
      rewrite(db, row, body)
    })
    expect(kinds).toContain('entry_not_canonical')
  })
})

function deleteNewest(db: RawDb): void {
  const seq = db.prepare('SELECT max(seq) FROM entry WHERE kind < 31').pluck().get()
  db.prepare('DELETE FROM entry WHERE seq = ?').run(seq)
  for (const [table, column] of [
    ['record_party', 'seq'],
    ['change', 'seq'],
    ['link', 'source'],
  ])
    db.prepare(`DELETE FROM ${table} WHERE ${column} = ?`).run(seq)
}

describe('a confirmation', () => {
  test('is made to confirm another delivery', async () => {
    const kinds = await v.found((db) => {
      const row = one(db, 'SELECT * FROM entry WHERE kind = 5 LIMIT 1')
      const body = saying(row, { delivery_id: JSON.parse(row.body as string).id })
      db.prepare('UPDATE entry SET body = ? WHERE seq = ?').run(body, row.seq)
    })
    expect(kinds).toContain('entry_differs')
    expect(kinds).toContain('derived_row_missing')
  })
  test('its link is deleted, so that the delivery counts as unconfirmed', async () => {
    expect(await v.found((db) => db.exec('DELETE FROM link WHERE relation = 3'))).toEqual([
      'derived_row_missing',
    ])
  })
})

describe('a grant', () => {
  test('is given to somebody else', async () => {
    expect(
      await v.found((db) =>
        db.exec('UPDATE consent_grant SET grantee = (SELECT cooperative FROM appliance LIMIT 1)'),
      ),
    ).toEqual(['act_row_differs'])
  })
  test('is slipped in without an act', async () => {
    expect(
      await v.found((db) =>
        db.exec(
          `INSERT INTO consent_grant SELECT 1, subject, grantee, purpose, types, valid_from, expires_at, occurred_from, occurred_to, keep_until, replaces FROM consent_grant LIMIT 1`,
        ),
      ),
    ).toContain('act_row_without_act')
  })
  test('loses its end', async () => {
    const kinds = await v.found((db) => db.exec('DELETE FROM consent_grant_end'))
    expect(kinds).toEqual(['act_row_missing', 'audit_names_nothing'])
  })
  test('its text and its row are widened alike', async () => {
    const kinds = await v.found((db) => {
      const row = one(db, "SELECT * FROM entry WHERE body ->> '$.act' = 'grant' LIMIT 1")
      const body = saying(row, { purpose: `${PURPOSE}s` })
      rewrite(db, row, body)
      db.prepare('UPDATE consent_grant SET purpose = ? WHERE seq = ?').run(`${PURPOSE}s`, row.seq)
    })
    expect(kinds).toEqual(['subtree_differs'])
  })
})

describe('rows that open records', () => {
  test('a party is put among those that a record is about', async () => {
    const kinds = await v.found((db) => {
      const { seq, kind: type, occurred_at, id } = harvest(db)
      db.prepare('INSERT INTO record_party VALUES (?, ?, ?, ?, 1, ?)').run(
        stranger(db),
        type,
        occurred_at,
        id,
        seq,
      )
    })
    expect(kinds).toEqual(['derived_row_without_record'])
  })
  test('a change is put into the feed of somebody', async () => {
    const kinds = await v.found((db) => {
      const { seq, kind: type } = harvest(db)
      db.prepare('INSERT INTO change VALUES (?, ?, ?, ?, 0)').run(stranger(db), type, seq, seq)
    })
    expect(kinds).toEqual(['derived_row_without_record'])
  })
  test('the same, as if a later lot had brought it', async () => {
    const kinds = await v.found((db) => {
      const { seq, kind: type } = harvest(db)
      const at = db.prepare('SELECT max(seq) FROM entry WHERE kind = 3').pluck().get()
      db.prepare('INSERT INTO change VALUES (?, ?, ?, ?, 0)').run(stranger(db), type, at, seq)
    })
    expect(kinds).toEqual(['derived_row_without_record'])
  })
  test('a prediction is made to be about somebody', async () => {
    const kinds = await v.found((db) =>
      db.exec(
        'INSERT INTO inference_subject SELECT inference, (SELECT max(n) FROM party) FROM inference_subject LIMIT 1',
      ),
    )
    expect(kinds).toEqual(['column_differs'])
  })
  test('how a prediction was judged is slipped in for a record, or gone', async () => {
    const slipped = await v.found((db) =>
      db.prepare('INSERT INTO inference VALUES (?, 1, 1)').run(harvest(db).seq),
    )
    expect(slipped).toEqual(['derived_row_without_record'])
    expect(await v.found((db) => db.exec('DELETE FROM inference'))).toContain('column_differs')
  })
  test('a party is slipped in that nothing names', async () => {
    const kinds = await v.found((db) =>
      db.prepare('INSERT INTO party (id) VALUES (?)').run(Buffer.alloc(16, 9)),
    )
    expect(kinds).toEqual(['party_unnamed'])
  })
})
