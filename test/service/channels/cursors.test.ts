import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor, Answer } from '../../support/appliance.ts'
import { expectRefused, PURPOSE, pagesOf } from '../../support/flows/help.ts'
import { bytesOf, HIDDEN_ACTS, HIDDEN_RECORDS, idOf, lived } from './worlds.ts'

/** Does a cursor tell how many records others have, or whether an id is known here? */

const w = await lived()
const outsider = w.who.outsider
const bank = w.who.bank

const list = (who: Actor, search: string) => who.get(`/v1/records?purpose=${PURPOSE}${search}`)
const opened = (cursor: string) => Buffer.from(cursor, 'base64url').toString('latin1')
const closed = (text: string) => Buffer.from(text, 'latin1').toString('base64url')
const OTHERS = [...HIDDEN_RECORDS, ...HIDDEN_ACTS, 'anna', 'mill', 'nothing'].map(idOf)

describe('the cursor of a list of records', () => {
  test('holds a digest of the question and the place of a record that its page showed, and no number of anything', async () => {
    for (const who of [outsider, bank, w.who.clerk]) {
      for (const page of await pagesOf(who, `/v1/records?purpose=${PURPOSE}&standing=any&limit=1`)) {
        if (page.next === null) continue
        const [shown] = page.records
        const [digest, ...place] = opened(page.next).split('.')
        expect(digest).toMatch(/^[A-Za-z0-9_-]{12}$/)
        expect(place).toEqual([String(Date.parse(shown.occurred_at)), shown.id])
      }
    }
  })

  test('is refused in the same bytes when somebody else was given it, or for another question, or by nobody', async () => {
    const own = (await list(outsider, '&limit=1')).body.next
    const others = (await list(bank, '&limit=1')).body.next
    const refused = [
      await list(outsider, `&limit=1&cursor=${others}`),
      await list(bank, `&limit=1&cursor=${own}`),
      await list(w.who.carol, `&limit=1&cursor=${own}`),
      await list(outsider, `&limit=1&standing=any&cursor=${own}`),
      await list(outsider, `&limit=1&subject=${idOf('anna')}&cursor=${own}`),
      await outsider.get(`/v1/records?purpose=insurance&limit=1&cursor=${own}`),
      await list(outsider, `&limit=1&cursor=${own}x.y`),
      await list(outsider, '&limit=1&cursor=nonsense'),
      await list(outsider, '&limit=1&cursor='),
      ...(await Promise.all(OTHERS.map((id) => list(outsider, `&limit=1&cursor=${id}`)))),
      ...(await Promise.all(OTHERS.map((id) => list(outsider, `&limit=1&cursor=${closed(`x.0.${id}`)}`)))),
    ]
    for (const answer of refused) {
      expectRefused(answer, 400, 'invalid_cursor')
      expect(bytesOf(answer)).toBe(bytesOf(refused[0] as Answer))
    }
  })

  test('that somebody made himself, at the very place of a hidden record, is answered like one beside it', async () => {
    const [binding] = opened((await list(outsider, '&standing=any&limit=1')).body.next).split('.')
    const kernel = w.a.kernel
    for (const named of HIDDEN_RECORDS) {
      const record = await kernel.ports.submit(() => kernel.store.records.byId(idOf(named)))
      const at = record?.occurredAtMs ?? 0
      const from = (id: string) =>
        list(outsider, `&standing=any&limit=1&cursor=${closed(`${binding}.${at}.${id}`)}`)
      const beside = idOf(named).replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
      const hidden = await from(idOf(named))
      expect(hidden.status).toBe(200)
      expect(bytesOf(hidden)).toBe(bytesOf(await from(beside)))
    }
  })

  test('whose record was closed since goes on from the same place, as one of an absent record does', async () => {
    const { body } = await list(bank, '&type=delivery&limit=1')
    expect(body.records[0].id).toBe(idOf('open delivery 5'))
    const [binding, at, id] = opened(body.next).split('.') as [string, string, string]
    await w.done(
      w.who.anna.post('/v1/objections', {
        id: idOf('she closes all'),
        purposes: [PURPOSE],
        channel: 'written',
      }),
    )
    const absent = closed(`${binding}.${at}.${id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))}`)
    const shut = await list(bank, `&type=delivery&limit=1&cursor=${body.next}`)
    expect([shut.status, shut.body.records, shut.body.next]).toEqual([200, [], null])
    expect(bytesOf(shut)).toBe(bytesOf(await list(bank, `&type=delivery&limit=1&cursor=${absent}`)))
    await w.done(
      w.who.anna.post(`/v1/objections/${idOf('she closes all')}/withdrawal`, { channel: 'written' }),
    )
  })
})

describe('the cursor of a list of acts', () => {
  const LISTS = [
    '/v1/grants?role=subject',
    '/v1/grants?role=grantee',
    '/v1/delegations?',
    '/v1/objections?',
  ] as const
  beforeAll(async () => {
    // Acts of others stand before, between and after the outsider's own.
    for (let n = 1; n <= 3; n++) {
      await w.grant('outsider', 'bank', `own grant ${n}`, ['harvest'])
      await w.grant('anna', 'rival', `another grant ${n}`, ['harvest'], 'insurance')
      await w.grant('carol', 'outsider', `grant to the outsider ${n}`, ['loss'], 'research')
      await w.mandate('outsider', 'ben', `own mandate ${n}`)
      await w.mandate('anna', 'ben', `another mandate ${n}`)
      for (const who of ['outsider', 'anna'] as const)
        await w.done(
          w.who[who].post('/v1/objections', {
            id: idOf(`objection ${n} of ${who}`),
            purposes: ['research'],
            channel: 'app',
          }),
        )
    }
  })

  test.each(LISTS)('%s refuses the id of anything else in the same bytes, known here or not', async (url) => {
    const notTheirs = [
      ...OTHERS,
      idOf('another grant 1'),
      idOf('another mandate 1'),
      idOf('objection 1 of anna'),
      idOf('own harvest 1'),
      ...(url.includes('subject') ? [idOf('grant to the outsider 1')] : []),
      ...(url.includes('grantee') ? [idOf('own grant 1')] : []),
      ...(url.includes('grants') ? [idOf('own mandate 1')] : [idOf('own grant 1')]),
      uuidv7(),
      'nonsense',
    ]
    const refused = bytesOf(await outsider.get(`${url}&cursor=${idOf('nothing at all')}`))
    expect(refused).toMatch(/^400\n/)
    for (const id of notTheirs)
      expect([id, bytesOf(await outsider.get(`${url}&cursor=${id}`))]).toEqual([id, refused])
  })
})
