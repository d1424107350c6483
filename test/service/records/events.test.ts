import { describe, expect, test } from 'vitest'
import type { Actor } from '../../support/appliance.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { appended, granted } from '../../support/flows/help.ts'
import { client, faultsOf, withoutSchema } from '../../support/records/events.ts'

// biome-ignore lint/suspicious/noExplicitAny: events are whatever the service says; tests assert on them
type Event = any

const PURPOSE = 'research'
const COFFEE = { crop: 'coffee_fresh_cherry' }
const kg = (value: number) => ({ quantity: { value, unit: 'kg' } })
const uuid = (id: string) => `urn:uuid:${id}`

const a = await makeAppliance()
const grace = await a.party('person', 'Grace')
const moses = await a.party('person', 'Moses')
const buyer = await a.party('business', 'Buyer')
const bank = await a.party('institution', 'Bank')

const made = async (by: Actor, type: string, fields: object): Promise<string> =>
  (await appended(by, type, fields)).id

const delivered = (from: Actor, fields: object): Promise<string> =>
  made(a.cooperative, 'delivery', { from_party: from.id, to_party: a.cooperative.id, ...COFFEE, ...fields })

const formed = (inputs: readonly (readonly [string, number])[], fields: object = {}): Promise<string> =>
  made(a.cooperative, 'lot', {
    holder: a.cooperative.id,
    ...COFFEE,
    ...kg(inputs.reduce((sum, [, one]) => sum + one, 0)),
    inputs: inputs.map(([record_id, of]) => ({ record_id, kg: of })),
    ...fields,
  })

/** The document as a reader gets it; every one is held to GS1's schema, and read by epcis2.js, which loses nothing of it. */
async function documentOf(reader: Actor, lot: string): Promise<Event> {
  const answer = await reader.get(`/v1/records/${lot}/events?purpose=${PURPOSE}`)
  expect(answer.status, answer.text).toBe(200)
  expect(faultsOf(answer.body)).toEqual([])
  const ids = answer.body.epcisBody.eventList.map(({ eventID }: Event) => eventID)
  expect(new Set(ids).size).toBe(ids.length)
  expect(client.validateEpcisDocument(JSON.parse(answer.text))).toEqual({ success: true, errors: [] })
  const read = new client.EPCISDocument(JSON.parse(answer.text))
  expect([read.isValid(), read.toObject()]).toEqual([true, answer.body])
  return answer.body
}

const eventsOf = async (reader: Actor, lot: string): Promise<Event[]> =>
  (await documentOf(reader, lot)).epcisBody.eventList

const of = (events: readonly Event[], record: string): Event[] =>
  events.filter((event) => event['granary:record'] === record)

describe(`the events of a lot${withoutSchema}`, () => {
  test('a harvest is commissioned, a delivery shipped and received, a lot transformed, with their kilograms', async () => {
    const harvest = await made(grace, 'harvest', { producer: grace.id, ...COFFEE, ...kg(30) })
    const delivery = await delivered(moses, kg(12.5))
    const odd = await delivered(moses, { quantity: { value: 2, unit: 'unheard_of' } })
    const lot = await formed([
      [delivery, 10],
      [odd, 5],
      [harvest, 20],
    ])
    const events = await eventsOf(a.cooperative, lot)
    const [transformation] = of(events, lot)
    expect(transformation).toMatchObject({
      type: 'TransformationEvent',
      eventID: uuid(lot),
      inputQuantityList: [
        { epcClass: uuid(delivery), quantity: 10, uom: 'KGM' },
        { epcClass: uuid(odd), quantity: 5, uom: 'KGM' },
        { epcClass: uuid(harvest), quantity: 20, uom: 'KGM' },
      ],
      outputQuantityList: [{ epcClass: uuid(lot), quantity: 35, uom: 'KGM' }],
    })
    for (const { eventTime, eventTimeZoneOffset } of events) {
      expect(eventTimeZoneOffset).toBe('+03:00')
      expect(eventTime).toMatch(/T.*\+03:00$/)
    }
    const [shipping, receiving] = of(events, delivery)
    expect(shipping).toMatchObject({
      type: 'ObjectEvent',
      action: 'OBSERVE',
      bizStep: 'shipping',
      quantityList: [{ epcClass: uuid(delivery), quantity: 12.5, uom: 'KGM' }],
      sourceList: [
        { type: 'owning_party', source: uuid(moses.id) },
        { type: 'possessing_party', source: uuid(moses.id) },
      ],
    })
    expect(receiving).toMatchObject({ bizStep: 'receiving', 'granary:confirmed': false })
    expect(receiving.eventID).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    // No kilograms are known of it: that is not zero.
    expect(of(events, odd)[0].quantityList).toEqual([{ epcClass: uuid(odd) }])
    // Grace has opened nothing to the cooperative, so her harvest is not there.
    expect(of(events, harvest)).toEqual([])
    const own = await made(grace, 'lot', {
      holder: grace.id,
      ...COFFEE,
      ...kg(30),
      inputs: [{ record_id: harvest, kg: 30 }],
    })
    expect(of(await eventsOf(grace, own), harvest)).toEqual([
      expect.objectContaining({ type: 'ObjectEvent', action: 'ADD', bizStep: 'commissioning' }),
    ])
  })

  test('a correction declares the version before it an error, and names the events that take its place', async () => {
    const first = await delivered(moses, kg(40))
    const second = await delivered(moses, { ...kg(44), supersedes: first })
    const gone = await delivered(moses, kg(9))
    await made(a.cooperative, 'retraction', { target_id: gone, reason: 'did_not_happen' })
    const lot = await formed([
      [first, 40],
      [gone, 9],
    ])
    const events = await eventsOf(a.cooperative, lot)
    const [shipped, received] = of(events, first)
    const [shippedAgain, receivedAgain] = of(events, second)
    expect(shipped.errorDeclaration).toMatchObject({
      reason: 'incorrect_data',
      correctiveEventIDs: [shippedAgain.eventID],
    })
    expect(received.errorDeclaration.correctiveEventIDs).toEqual([receivedAgain.eventID])
    expect(shippedAgain.errorDeclaration).toBeUndefined()
    // Both versions are of the same produce, which the lot draws on.
    expect(shippedAgain.quantityList[0]).toEqual({ epcClass: uuid(first), quantity: 44, uom: 'KGM' })
    expect(of(events, gone)).toHaveLength(2)
    for (const event of of(events, gone))
      expect(event.errorDeclaration).toEqual({
        declarationTime: expect.stringMatching(/Z$/),
        reason: 'did_not_occur',
      })
    const rights = await delivered(moses, kg(1))
    for (const value of [2, 3]) await delivered(moses, { ...kg(value), supersedes: rights })
    const forked = await eventsOf(a.cooperative, await formed([[rights, 1]]))
    expect(of(forked, rights).map((event) => event['granary:standing'])).toEqual(['forked', 'forked'])
    expect(forked.filter((event) => event.errorDeclaration)).toEqual([])
  })

  test('lots of lots are followed, no deeper than 16, and hand-overs stand among them', async () => {
    const source = await delivered(moses, kg(100))
    let lot = await formed([[source, 100]])
    for (let depth = 0; depth < 17; depth++) lot = await formed([[lot, 1]])
    const deep = await documentOf(a.cooperative, lot)
    expect([deep['granary:notFollowed'], deep.epcisBody.eventList.length]).toEqual([1, 17])

    const sold = await formed([[source, 5]])
    a.clock.nowMs += 60_000
    const transfer = await made(a.cooperative, 'custody_transfer', {
      lot_id: sold,
      from_party: a.cooperative.id,
      to_party: buyer.id,
      ...kg(5),
    })
    const seen = await eventsOf(buyer, sold)
    expect(of(seen, transfer)).toEqual([
      expect.objectContaining({
        bizStep: 'shipping',
        quantityList: [{ epcClass: uuid(sold), quantity: 5, uom: 'KGM' }],
      }),
      expect.objectContaining({ bizStep: 'receiving' }),
    ])
    // The buyer holds the lot. The delivery it was made from is Moses's and the cooperative's.
    expect(of(seen, source)).toEqual([])
  })

  test('what a reader by grant may not read is absent, and a lot says how much of it there is', async () => {
    const one = await delivered(grace, kg(60))
    const other = await delivered(moses, kg(40))
    const lot = await formed([
      [one, 60],
      [other, 40],
    ])
    expect((await bank.get(`/v1/records/${lot}/events?purpose=${PURPOSE}`)).status).toBe(404)
    await granted(a, a.cooperative, bank, ['lot'], PURPOSE)
    const nothing = await documentOf(bank, lot)
    expect(nothing.epcisBody.eventList).toHaveLength(1)
    expect(nothing.epcisBody.eventList[0]).toMatchObject({
      transformationID: uuid(lot),
      'granary:inputsWithheld': { count: 2, kg: 100 },
    })
    await granted(a, grace, bank, ['delivery'], PURPOSE)
    const some = await documentOf(bank, lot)
    expect(of(some.epcisBody.eventList, one)).toHaveLength(2)
    expect(some.epcisBody.eventList[0]['granary:inputsWithheld']).toEqual({ count: 1, kg: 40 })
    const text = JSON.stringify(some)
    for (const hidden of [other, moses.id]) expect(text).not.toContain(hidden)
  })

  test('epcis2.js would not take one that breaks the standard', async () => {
    const lot = await formed([[await delivered(moses, kg(1)), 1]])
    const { text } = await a.cooperative.get(`/v1/records/${lot}/events?purpose=${PURPOSE}`)
    const [broken, strange] = [JSON.parse(text), JSON.parse(text)]
    delete broken.epcisBody.eventList[1].action
    expect(() => client.validateEpcisDocument(broken)).toThrow("should have required property 'action'")
    strange.epcisBody.eventList[0].record = 'a member without a name space'
    expect(() => client.validateEpcisDocument(strange)).toThrow('record')
  })

  test('all that is in it is in the audit log, as one disclosure', async () => {
    const delivery = await delivered(grace, kg(3))
    const lot = await formed([[delivery, 3]])
    await eventsOf(a.cooperative, lot)
    const { entries } = await a.tasks.run('audit', 'test', { record: delivery, count: 20 })
    const shown = entries.filter(({ action }) => action === 'events')
    expect(shown).toHaveLength(1)
    expect(shown[0]).toMatchObject({ outcome: 'disclosed', purpose: PURPOSE })
  })
})
