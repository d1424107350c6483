import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RECORD_TYPES } from '../../../src/domain/types/index.ts'
import { START_MS } from '../../support/appliance.ts'
import { at, cherry, DAY_MS, PURPOSE } from '../../support/flows/help.ts'
import { bytesOf, deliveredTo, emptyWorld, idOf, type World } from './worlds.ts'

/** Does sending the same again tell what others did in between? */

let w: World
beforeEach(async () => {
  w = await emptyWorld()
})
afterEach(() => w.a.close())

const record = (type: string, named: string, fields: object) => ({
  id: idOf(named),
  type,
  occurred_at: at(START_MS),
  lawful_basis: 'consent',
  ...fields,
})
const lot = (holder: string, more: object = {}) => ({ holder: idOf(holder), ...cherry(100), ...more })

describe('one’s own record that names what one may not read, sent again', () => {
  const OWN: readonly object[] = [
    record(
      'delivery',
      'own delivery',
      deliveredTo('carol', { lot_id: idOf('her lot'), obligation_id: idOf('her debt') }, 'outsider'),
    ),
    record('lot', 'own lot', lot('outsider', { inputs: [{ record_id: idOf('her harvest'), kg: 5 }] })),
    record('loss', 'own loss', {
      lot_id: idOf('her lot'),
      quantity: { value: 1, unit: 'kg' },
      cause: 'theft',
    }),
    record('custody_transfer', 'own transfer', {
      lot_id: idOf('her lot'),
      from_party: idOf('outsider'),
      to_party: idOf('carol'),
    }),
    record('party', 'what the outsider says of her', {
      party: idOf('anna'),
      kind: 'person',
      display_name: 'Somebody',
    }),
  ]
  const again = async () =>
    Promise.all(OWN.map(async (body) => bytesOf(await w.who.outsider.post('/v1/records', body))))

  test('gets the same bytes before it is there, and after it came, was corrected, forked, moved and taken back', async () => {
    for (const body of OWN) expect((await w.who.outsider.post('/v1/records', body)).status).toBe(201)
    const before = await again()
    expect(before.map((bytes) => bytes.slice(0, 3))).toEqual(OWN.map(() => '200'))
    const takenBack = (named: string) => ({ target_id: idOf(named), reason: 'other' })
    const hers = lot('anna', { inputs: [{ record_id: idOf('her harvest'), kg: 90 }] })
    const debt = { kind: 'deliver_produce', obligor: idOf('anna'), obligee: idOf('carol'), ...cherry(500) }
    const move = { lot_id: idOf('her lot'), from_party: idOf('anna'), to_party: idOf('ben') }
    const basis = { lawful_basis: 'special_data_consent' }
    const company = { party: idOf('anna'), kind: 'business', display_name: 'Anna & Co' }
    const steps: (() => Promise<unknown>)[] = [
      () => w.say('anna', 'harvest', 'her harvest', { producer: idOf('anna'), ...cherry(3) }),
      () => w.say('anna', 'lot', 'her lot', hers),
      () => w.say('anna', 'obligation', 'her debt', { ...debt, ...basis }),
      () => w.say('anna', 'custody_transfer', 'a move', move, 9),
      () => w.say('anna', 'lot', 'her lot corrected', lot('ben', { supersedes: idOf('her lot') })),
      () => w.say('anna', 'lot', 'her lot forked', lot('carol', { supersedes: idOf('her lot') })),
      () => w.say('anna', 'retraction', 'her lot taken back', takenBack('her lot')),
      () => w.say('anna', 'retraction', 'her debt taken back', takenBack('her debt')),
      () => w.done(w.who.anna.post('/v1/objections', { id: idOf('her objection'), channel: 'app' })),
      () => w.say('anna', 'party', 'her own name', company),
    ]
    for (const step of steps) {
      await step()
      expect(await again()).toEqual(before)
    }
  })
})

describe('a past delegate who sends its record again', () => {
  test('is shown what follows for that record, and nothing else that was done since', async () => {
    await w.mandate('anna', 'clerk', 'the mandate')
    const acting = { on_behalf_of: idOf('anna'), delegation_id: idOf('the mandate') }
    const body = record('harvest', 'by the clerk', { producer: idOf('anna'), ...cherry(), ...acting })
    expect((await w.who.clerk.post('/v1/records', body)).status).toBe(201)
    await w.done(w.who.anna.post(`/v1/delegations/${idOf('the mandate')}/revocation`))
    w.a.clock.nowMs += 20 * DAY_MS
    const again = async () => bytesOf(await w.who.clerk.post('/v1/records', body))
    const before = await again()
    expect(before.slice(0, 3)).toBe('200')
    await w.say('anna', 'harvest', 'another', { producer: idOf('anna'), ...cherry() })
    await w.grant('anna', 'bank', 'a grant', ['harvest'])
    await w.who.bank.get(`/v1/records/${idOf('by the clerk')}?purpose=${PURPOSE}`)
    await w.done(w.who.anna.post('/v1/objections', { id: idOf('her objection'), channel: 'app' }))
    expect(await again()).toBe(before)
    await w.say('anna', 'retraction', 'taken back', { target_id: idOf('by the clerk'), reason: 'other' })
    const { body: told } = await w.who.clerk.post('/v1/records', body)
    expect([told.derived.standing, told.derived.retracted]).toEqual(['retracted', true])
    expect(JSON.stringify(told)).not.toContain(idOf('taken back'))
  })
})

/**
 * An objection lodged by a delegate belongs to the person. Whoever lodged it may be told again that it is lodged; that she
 * has taken it back, when, and how those she opened records to are called by now, came after its mandate.
 */
test('a past delegate who lodges its objection again does not learn that it was taken back', async () => {
  // A mandate that covers every type, as an objection to everything needs.
  await w.mandate('anna', 'clerk', 'to object', ['object'], RECORD_TYPES)
  const objection = {
    id: idOf('for her'),
    channel: 'app',
    on_behalf_of: idOf('anna'),
    delegation_id: idOf('to object'),
  }
  await w.done(w.who.clerk.post('/v1/objections', objection))
  await w.done(w.who.anna.post(`/v1/delegations/${idOf('to object')}/revocation`))
  const before = await w.who.clerk.post('/v1/objections', objection)
  await w.done(w.who.anna.post(`/v1/objections/${idOf('for her')}/withdrawal`, { channel: 'in_person' }))
  const after = await w.who.clerk.post('/v1/objections', objection)
  expect(bytesOf(after)).toBe(bytesOf(before))
})

describe('an act sent again', () => {
  test('a grant and a mandate look the same, whatever the other party did and whether anything was read', async () => {
    const [from, until] = [at(START_MS), at(START_MS + 90 * DAY_MS)]
    const record_types = ['harvest']
    const grant = { id: idOf('own grant'), grantee: idOf('bank'), purpose: PURPOSE, record_types }
    const mandate = { id: idOf('own mandate'), principal: idOf('outsider'), delegate: idOf('clerk') }
    const terms = { record_types, acts: ['assert'], valid_from: from, valid_until: until, basis: 'witnessed' }
    const send = async () => [
      bytesOf(await w.who.outsider.post('/v1/grants', { ...grant, expires_at: until })),
      bytesOf(await w.who.outsider.post('/v1/delegations', { ...mandate, ...terms })),
    ]
    await send()
    const before = await send()
    await w.say('outsider', 'harvest', 'own harvest', { producer: idOf('outsider'), ...cherry() })
    await w.who.bank.get(`/v1/records/${idOf('own harvest')}?purpose=${PURPOSE}`)
    await w.grant('anna', 'bank', 'another grant', ['harvest'])
    await w.done(w.who.clerk.post('/v1/objections', { id: idOf('the clerk’s'), channel: 'app' }))
    expect(await send()).toEqual(before)
  })
})
