import { describe, expect, test } from 'vitest'
import type { Actor, Answer } from '../../support/appliance.ts'
import { cherry, PURPOSE } from '../../support/flows/help.ts'
import { bytesOf, deliveredTo, emptyWorld, idOf, lived } from './worlds.ts'

/** Do the sizes of pages, the sign that there are more, or a filter tell of records between those one may read? */

const list = (who: Actor, search: string) => who.get(`/v1/records?purpose=${PURPOSE}${search}`)

async function shapes(who: Actor, limit: number, search: string) {
  const found: [number, boolean, boolean][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Answer = await list(who, `${search}&limit=${limit}${cursor && `&cursor=${cursor}`}`)
    found.push([page.body.records.length, page.body.next !== null, page.headers.link !== undefined])
    cursor = page.body.next
  }
  return found
}

/** As many records as there are, in pages as full as can be. */
const expected = (count: number, limit: number) =>
  Array.from({ length: Math.max(1, Math.ceil(count / limit)) }, (_, n) => {
    const more = count > (n + 1) * limit
    return [Math.min(limit, count - n * limit), more, more]
  })

describe('a lender who pages through what was opened to it', () => {
  test('meets full pages, and a next one only where it may read more, with hidden records in every place', async () => {
    const w = await lived()
    for (let n = 0; n < 40; n++) await w.say('anna', 'delivery', `hidden ${n}`, deliveredTo('ben'), 50 - n)
    for (const limit of [1, 2, 3, 4, 5, 6, 500])
      for (const search of ['', '&order=oldest', '&standing=any', `&subject=${idOf('anna')}`])
        expect(await shapes(w.who.bank, limit, `&type=delivery${search}`), `${limit} ${search}`).toEqual(
          expected(5, limit),
        )
  })

  test('is not told by a last page that is full whether hidden records follow', async () => {
    const w = await lived()
    const before = await list(w.who.bank, '&type=delivery&limit=5')
    expect([before.body.records.length, before.body.next]).toEqual([5, null])
    await w.say('anna', 'delivery', 'older', deliveredTo('ben'), 90)
    expect(bytesOf(await list(w.who.bank, '&type=delivery&limit=5'))).toBe(bytesOf(before))
  })

  test('finds that somebody who objected, and somebody of whom nothing is recorded, look the same', async () => {
    const asked = [
      '&type=delivery&standing=any',
      '&type=delivery&limit=1',
      `&subject=${idOf('anna')}`,
      `&subject=${idOf('anna')}&order=oldest`,
    ]
    const heard: string[][] = []
    for (const objects of [true, false]) {
      const w = await emptyWorld()
      if (objects) {
        for (let n = 1; n <= 4; n++) await w.say('anna', 'delivery', `objected ${n}`, deliveredTo('mill'))
        await w.done(w.who.anna.post('/v1/objections', { id: idOf('all of it'), channel: 'written' }))
      }
      await w.grant('anna', 'bank', 'the grant', ['delivery'])
      const pages = await Promise.all(asked.map((search) => list(w.who.bank, search)))
      const view = await w.who.bank.get(`/v1/lender-view?purpose=${PURPOSE}&subject=${idOf('anna')}`)
      const grantors = await w.who.bank.get(`/v1/lender-view?purpose=${PURPOSE}`)
      heard.push([...pages, view, grantors].map((answer) => bytesOf(answer)))
    }
    expect(heard[0]).toEqual(heard[1])
    expect(heard[0]?.[0]).toContain('{"records":[],"next":null}')
  })
})

describe('a filter that names what one may not read', () => {
  const ids = [
    'a lot',
    'an obligation',
    'a harvest',
    'anna',
    'ben',
    'a grant to the rival',
    'an objection',
  ].map(idOf)

  test('gives an outsider what an absent id gives, with and without records of its own beside', async () => {
    const w = await lived()
    for (const filter of ['subject', 'lot_id', 'obligation_id'])
      for (const more of [
        '',
        '&limit=1',
        '&type=delivery',
        '&type=harvest&type=loss',
        '&standing=any&order=oldest',
      ]) {
        const absent = await list(w.who.outsider, `${more}&${filter}=${idOf('nobody knows')}`)
        expect(absent.text).toBe('{"records":[],"next":null}')
        for (const id of ids.filter((one) => !isNamedByTheOutsider(filter, one)))
          expect(bytesOf(await list(w.who.outsider, `${more}&${filter}=${id}`)), id).toBe(bytesOf(absent))
      }
  })
  /** Its own deliveries, and harvests of Anna that it invented, name these, so it finds them by that: exactly what it wrote itself. */
  const isNamedByTheOutsider = (filter: string, id: string) =>
    (filter === 'subject' && id === idOf('anna')) ||
    (filter === 'lot_id' && id === idOf('a lot')) ||
    (filter === 'obligation_id' && id === idOf('an obligation'))

  test('finds an outsider’s own records that name it, by the very id and by no other version of the same', async () => {
    const w = await lived()
    await w.say('anna', 'lot', 'a lot corrected', {
      holder: idOf('anna'),
      ...cherry(90),
      supersedes: idOf('a lot'),
    })
    const found = async (filter: string, named: string) =>
      (await list(w.who.outsider, `&standing=any&${filter}=${idOf(named)}`)).body.records.map(
        (record: { id: string }) => record.id,
      )
    expect(await found('lot_id', 'a lot')).toEqual([idOf('own delivery from a lot')])
    expect(await found('lot_id', 'nothing')).toEqual([idOf('own delivery from nothing')])
    expect(await found('lot_id', 'a lot corrected')).toEqual([])
  })

  test('gives a lender nothing more about a party, a lot or a debt than what was opened', async () => {
    const w = await lived()
    const [, ...none] = [
      ...(await Promise.all(
        [idOf('nobody knows'), ...ids.filter((id) => id !== idOf('anna'))].map((id) =>
          list(w.who.bank, `&standing=any&subject=${id}`),
        ),
      )),
      ...(await Promise.all(ids.map((id) => list(w.who.bank, `&standing=any&lot_id=${id}`)))),
      ...(await Promise.all(ids.map((id) => list(w.who.bank, `&standing=any&obligation_id=${id}`)))),
    ]
    for (const answer of none) expect(answer.text).toBe('{"records":[],"next":null}')
    expect((await list(w.who.bank, `&subject=${idOf('mill')}`)).body.records.length).toBe(5)
  })
})

/**
 * Whoever may read one version of a lot finds by its id what names any other version, so that he learns which id, that he
 * may not read, is a correction of it: the same id that is left out of `superseded_by` for him. The house has decided so
 * for those who may read the version they name; it does not ask whether they may read the version that is named.
 */
test('a lender does not learn by a filter which hidden lot is a correction of one it may read', async () => {
  const w = await emptyWorld()
  await w.say('anna', 'lot', 'the lot', { holder: idOf('anna'), ...cherry(100) })
  await w.say('anna', 'lot', 'its correction', {
    holder: idOf('ben'),
    ...cherry(100),
    supersedes: idOf('the lot'),
  })
  const fromTheLot = { lot_id: idOf('its correction') }
  await w.say('anna', 'delivery', 'from the corrected lot', deliveredTo('mill', fromTheLot))
  await w.grant('anna', 'bank', 'the grant', ['lot', 'delivery'])
  const read = await w.who.bank.get(`/v1/records/${idOf('the lot')}?purpose=${PURPOSE}`)
  expect(read.body.derived.superseded_by).toEqual([])
  const { body } = await list(w.who.bank, `&standing=any&lot_id=${idOf('the lot')}`)
  expect(body.records).toEqual([])
})

/**
 * What is derived is taken over all records, whoever may read them (contract §5): so a figure, a count, a standing, a flag
 * and the hour of the last hand-over may depend on hidden records. Who, which record and how it was said may not.
 */
describe('what a lender is shown of a lot depends on hidden records by its figures alone', () => {
  interface Hidden {
    readonly to: string
    readonly kg: number
    readonly named: string
  }
  async function shown({ to, kg, named }: Hidden): Promise<Answer> {
    const w = await emptyWorld()
    const inputs = [{ record_id: idOf(`harvest of ${named}`), kg: 100 }]
    await w.say('anna', 'harvest', `harvest of ${named}`, { producer: idOf('anna'), ...cherry(100) })
    await w.say('anna', 'lot', 'the lot', { holder: idOf('anna'), ...cherry(100), inputs })
    const said = { lot_id: idOf('the lot'), note: `said to ${named}` }
    await w.say('anna', 'delivery', `sold to ${named}`, deliveredTo(to, { ...said, ...cherry(kg) }), 25)
    await w.say(
      'anna',
      'loss',
      `lost by ${named}`,
      { ...said, quantity: { value: 1, unit: 'kg' }, cause: 'pests' },
      24,
    )
    const transfer = { ...said, from_party: idOf('anna'), to_party: idOf(to), ...cherry(kg), crop: undefined }
    await w.say('anna', 'custody_transfer', `given to ${named}`, transfer, 20)
    const other = { holder: idOf(to), ...cherry(1), inputs: [{ record_id: idOf('the lot'), kg: 1 }] }
    await w.say(to as 'ben', 'lot', `drawn by ${named}`, other, 10)
    await w.grant('anna', 'bank', 'the grant', ['lot'])
    return w.who.bank.get(`/v1/records/${idOf('the lot')}?purpose=${PURPOSE}`)
  }

  test('it cannot tell to whom it went, nor from which records the figures come', async () => {
    const toBen = await shown({ to: 'ben', kg: 10, named: 'one' })
    const toCarol = await shown({ to: 'carol', kg: 10, named: 'another' })
    expect(toBen.status, toBen.text).toBe(200)
    expect(bytesOf(toCarol)).toBe(bytesOf(toBen))
    expect(toBen.body.inputs).toEqual([])
    expect(toBen.body.derived.custody).toMatchObject({ custodian: null, transfers: 1 })
    expect(toBen.body.derived.redacted.map(({ member }: { member: string }) => member).sort()).toEqual([
      'custodian',
      'inputs',
      'legs',
    ])
  })

  test('the kilograms are in the figures, and in nothing else', async () => {
    const [few, many] = [
      await shown({ to: 'ben', kg: 10, named: 'one' }),
      await shown({ to: 'ben', kg: 11, named: 'one' }),
    ]
    expect(few.text).not.toBe(many.text)
    const rest = ({ body: { derived, ...record } }: Answer) => {
      const { mass_balance: _, redacted: __, ...others } = derived
      return { ...record, derived: others }
    }
    expect(rest(many)).toEqual(rest(few))
  })

  test('a correction that is about somebody else is told by the standing, and its id is not', async () => {
    const w = await emptyWorld()
    await w.say('anna', 'harvest', 'the harvest', { producer: idOf('anna'), ...cherry() })
    const corrected = { producer: idOf('ben'), ...cherry(), supersedes: idOf('the harvest') }
    await w.say('anna', 'harvest', 'its correction', corrected)
    await w.grant('anna', 'bank', 'the grant', ['harvest', 'retraction'])
    const read = (path: string) =>
      w.who.bank.get(`/v1/records/${idOf('the harvest')}${path}?purpose=${PURPOSE}`)
    const { body, text } = await read('')
    expect([body.derived.standing, body.derived.superseded_by]).toEqual(['superseded', []])
    const chain = await read('/chain')
    expect(chain.body.records.length).toBe(1)
    for (const said of [text, chain.text]) expect(said).not.toContain(idOf('its correction'))
    expect(bytesOf(await w.who.bank.get(`/v1/records/${idOf('its correction')}?purpose=${PURPOSE}`))).toBe(
      bytesOf(await w.who.bank.get(`/v1/records/${idOf('nothing')}?purpose=${PURPOSE}`)),
    )
  })
})
