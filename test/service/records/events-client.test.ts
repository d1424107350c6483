import { describe, expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'
import { appended, deliveryOf } from '../../support/flows/help.ts'
import { client, type DocumentOfClient, type EventOfClient } from '../../support/records/epcis-client.ts'

/** The events of a lot as a library of others reads them that knows EPCIS 2.0 and nothing of Granary. */

const COFFEE = 'coffee_fresh_cherry'
const kg = (value: number) => ({ crop: COFFEE, quantity: { value, unit: 'kg' } })

const a = await makeAppliance()
const moses = await a.party('person', 'Moses')
const buyer = await a.party('business', 'Buyer')
const delivered = (more: object): Promise<{ id: string }> =>
  appended(a.cooperative, 'delivery', deliveryOf(moses, a.cooperative, more))
const first = await delivered(kg(40))
const second = await delivered({ ...kg(44), supersedes: first.id })
const gone = await delivered(kg(9))
const sacks = await delivered({ crop: COFFEE, quantity: { value: 2, unit: 'unheard_of' } })
await appended(a.cooperative, 'retraction', { target_id: gone.id, reason: 'did_not_happen' })
const inputs = [
  { record_id: first.id, kg: 44 },
  { record_id: gone.id, kg: 9 },
  { record_id: sacks.id, kg: 5 },
]
const lot = await appended(a.cooperative, 'lot', { holder: a.cooperative.id, ...kg(58), inputs })
a.clock.nowMs += 60_000
const handed = {
  lot_id: lot.id,
  from_party: a.cooperative.id,
  to_party: buyer.id,
  quantity: { value: 57, unit: 'kg' },
}
const transfer = await appended(a.cooperative, 'custody_transfer', handed)
const ids: Record<'first' | 'second' | 'gone' | 'sacks' | 'transfer' | 'lot', string> = {
  first: first.id,
  second: second.id,
  gone: gone.id,
  sacks: sacks.id,
  transfer: transfer.id,
  lot: lot.id,
}
const answer = await a.cooperative.get(`/v1/records/${lot.id}/events?purpose=research`)
expect(answer.status, answer.text).toBe(200)
// biome-ignore lint/suspicious/noExplicitAny: events are whatever the service says
const sent: any = JSON.parse(answer.text)
const read: DocumentOfClient = new client.EPCISDocument(JSON.parse(answer.text))

const uuid = (id: string) => `urn:uuid:${id}`
const of = (record: string): EventOfClient[] =>
  read
    .getEventList()
    .filter((event) => (event.toObject() as Record<string, unknown>)['granary:record'] === record)
const masses = (list: ReturnType<EventOfClient['getQuantityList']>) =>
  list?.map((one) => [one.getEpcClass(), one.getQuantity(), one.getUom()])

describe('epcis2.js', () => {
  test('finds every event, each of its kind, and the document valid', () => {
    expect(client.validateEpcisDocument(JSON.parse(JSON.stringify(sent)))).toEqual({
      success: true,
      errors: [],
    })
    expect(read.isValid()).toBe(true)
    expect(read.getSchemaVersion()).toBe('2.0')
    expect(read.getCreationDate()).toBe(sent.creationDate)
    // Four deliveries, one hand-over, each shipped and received, and the lot.
    expect(read.getEventList()).toHaveLength(11)
    expect(read.getEventList().map((event) => event.getEventID())).toEqual(
      sent.epcisBody.eventList.map(({ eventID }: { eventID: string }) => eventID),
    )
    for (const event of read.getEventList()) {
      const is = event.getType() === 'TransformationEvent' ? client.TransformationEvent : client.ObjectEvent
      expect(event).toBeInstanceOf(is)
      expect(event.isValid()).toBe(true)
      expect([event.getEventTime(), event.getEventTimeZoneOffset()]).toEqual([
        expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+03:00$/),
        '+03:00',
      ])
    }
  })

  test('would not take one that breaks the standard', () => {
    const [broken, strange] = [JSON.parse(JSON.stringify(sent)), JSON.parse(JSON.stringify(sent))]
    delete broken.epcisBody.eventList[1].action
    expect(() => client.validateEpcisDocument(broken)).toThrow("should have required property 'action'")
    strange.epcisBody.eventList[0].record = 'a member without a name space'
    expect(() => client.validateEpcisDocument(strange)).toThrow('record')
  })

  test('reads the quantities, in kilograms where they are known', () => {
    const [lot] = of(ids.lot)
    expect(masses(lot?.getInputQuantityList())).toEqual([
      [uuid(ids.first), 44, 'KGM'],
      [uuid(ids.gone), 9, 'KGM'],
      [uuid(ids.sacks), 5, 'KGM'],
    ])
    expect(masses(lot?.getOutputQuantityList())).toEqual([[uuid(ids.lot), 58, 'KGM']])
    for (const event of of(ids.second))
      expect(masses(event.getQuantityList())).toEqual([[uuid(ids.first), 44, 'KGM']])
    for (const event of of(ids.sacks))
      expect(masses(event.getQuantityList())).toEqual([[uuid(ids.sacks), undefined, undefined]])
    expect(of(ids.transfer).map((event) => [event.getBizStep(), masses(event.getQuantityList())])).toEqual([
      ['shipping', [[uuid(ids.lot), 57, 'KGM']]],
      ['receiving', [[uuid(ids.lot), 57, 'KGM']]],
    ])
  })

  test('reads who handed over', () => {
    const [shipped] = of(ids.second)
    expect(shipped?.getAction()).toBe('OBSERVE')
    expect(shipped?.getSourceList()?.map((one) => [one.getType(), one.getSource()])).toEqual([
      ['owning_party', uuid(moses.id)],
      ['possessing_party', uuid(moses.id)],
    ])
  })

  test('reads what was declared an error, and which events take its place', () => {
    const declared = (record: string) =>
      of(record).map((event) => {
        const error = event.getErrorDeclaration()
        return error && [error.getReason(), error.getCorrectiveEventIDs() ?? []]
      })
    expect(declared(ids.first)).toEqual(
      of(ids.second).map((event) => ['incorrect_data', [event.getEventID()]]),
    )
    expect(declared(ids.second)).toEqual([undefined, undefined])
    expect(declared(ids.gone)).toEqual([
      ['did_not_occur', []],
      ['did_not_occur', []],
    ])
  })

  test('loses nothing: what it writes again is what it was given', () => {
    expect(read.toObject()).toEqual(sent)
  })
})
