import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idText } from '../../../../src/domain/id.ts'
import { altered, look, type RawDb } from '../../../support/proofs/verify/scene.ts'
import {
  addAct,
  newest,
  one,
  type Row,
  rewrite,
  saying,
  stranger,
  type Victim,
  victim,
} from '../../../support/proofs/verify/victim.ts'

/** What somebody may do by hand to access requests, so that a lender reads what nobody granted, or learns what it may not. */

let v: Victim
beforeAll(async () => {
  v = await victim()
})
afterAll(() => v.end())

/** What is found, in words. */
async function said(work: (db: RawDb) => void): Promise<string> {
  const { faults } = await look(altered(v.rest, work))
  return faults.map(({ kind, finding }) => `${kind}: ${finding}`).join('\n')
}

/** The id of a request in this state. */
const requestIn = (db: RawDb, table: string): string =>
  idText(
    one(db, `SELECT e.id FROM ${table} t JOIN entry e ON e.seq = t.access_request ORDER BY t.seq LIMIT 1`)
      .id as Buffer,
  )

const grantOf = (db: RawDb): Row =>
  JSON.parse(
    one(db, 'SELECT e.body FROM access_request_grant g JOIN entry e ON e.seq = g.seq ORDER BY g.seq LIMIT 1')
      .body as string,
  )

describe('a grant is slipped in as the answer to a request', () => {
  test.each([
    ['that was refused', 'access_request_refusal'],
    ['that was withdrawn', 'access_request_withdrawal'],
    ['that was granted before', 'access_request_grant'],
  ])('%s', async (_what, table) => {
    const found = await said((db) => {
      addAct(db, newest(db) + 1, 'grant', { ...grantOf(db), act: 'grant', request_id: requestIn(db, table) })
    })
    expect(found).toContain(
      'act_row_differs: The act cannot be followed: the access request had ended before',
    )
  })
})

describe('a grant that answers a request is rewritten', () => {
  test.each<[string, object]>([
    ['to open another type', { record_types: ['harvest', 'lot'] }],
    ['to open what happened before', { occurred_from: '2020-01-01T00:00:00.000Z' }],
    ['to last longer', { expires_at: '2040-01-01T00:00:00.000Z', keep_until: '2040-01-01T00:00:00.000Z' }],
    ['to serve another purpose', { purpose: 'research' }],
  ])('%s', async (_what, members) => {
    const found = await said((db) => {
      const row = one(
        db,
        'SELECT e.* FROM access_request_grant g JOIN entry e ON e.seq = g.seq ORDER BY g.seq LIMIT 1',
      )
      rewrite(db, row, saying(row, members))
    })
    expect(found).toContain('the grant opens more than the access request asks for')
  })
})

describe('a row', () => {
  test.each([
    'access_request',
    'access_request_match',
    'access_request_withdrawal',
    'access_request_refusal',
    'access_request_grant',
  ])('of %s is taken away', async (table) => {
    expect(await said((db) => db.exec(`DELETE FROM ${table}`))).toMatch(/act_row_/)
  })
  test('makes a refused request one of another asker', async () => {
    const found = await said((db) => db.exec(`UPDATE access_request SET asker = ${stranger(db)}`))
    expect(found).toContain('act_row_differs')
  })
  test('matches a request to somebody else', async () => {
    const found = await said((db) => db.exec(`UPDATE access_request_match SET party = ${stranger(db)}`))
    expect(found).toContain('act_row_differs')
  })
  test('tells of a grant that is none', async () => {
    const found = await said((db) =>
      db.exec(
        `INSERT INTO access_request_grant SELECT f.access_request, (SELECT max(seq) FROM consent_grant WHERE seq NOT IN
           (SELECT seq FROM access_request_grant)), f.at FROM access_request_refusal f`,
      ),
    )
    expect(found).toMatch(/act_row_/)
  })
})
