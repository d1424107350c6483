import { createHash } from 'node:crypto'
import { fromJson, must } from '../../base/typed.ts'
import { formatInstant } from '../../domain/time.ts'
import type { Calendar } from '../../words/calendar.ts'
import type { Ancestor, LineagePage } from '../gate/lineage.ts'
import type { RecordView } from './record-schema.ts'
import { recordJson } from './record-view.ts'

/**
 * Records as events of GS1 EPCIS 2.0 (ISO/IEC 19987), in JSON-LD. Records have no GS1 keys, so everything is
 * named by its UUID here: events and parties by their own, produce by the id of the first version of its
 * record that the reader may read. Members that EPCIS has no term for have the prefix `granary`.
 */

const CONTEXT = 'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld'
const OWN_WORDS = 'urn:granary:epcis:'
const KILOGRAM = 'KGM'

export type EventFacts = Omit<Ancestor, 'gated'>

/**
 * Returns a function that makes the JSON of a version's events, separated by commas, with times in the
 * appliance's time zone.
 */
export const eventsJson =
  (calendar: Calendar) =>
  ({ gated, ...facts }: Ancestor): string => {
    const record = fromJson<RecordView>(recordJson(gated))
    const when = {
      eventTime: calendar.withOffset(record.occurred_at),
      eventTimeZoneOffset: calendar.offset(record.occurred_at),
    }
    return eventsOf(record, facts)
      .map((event) => JSON.stringify({ ...event, ...when }))
      .join(',')
  }

/** Returns the JSON before and after the events. */
export function documentAround({
  atMs,
  notFollowed,
}: Pick<LineagePage, 'atMs' | 'notFollowed'>): [before: string, behind: string] {
  const head = {
    '@context': [CONTEXT, { granary: OWN_WORDS }],
    type: 'EPCISDocument',
    schemaVersion: '2.0',
    creationDate: formatInstant(atMs),
    'granary:notFollowed': notFollowed,
  }
  return [`${JSON.stringify(head).slice(0, -1)},"epcisBody":{"eventList":[`, ']}}']
}

function eventsOf(record: RecordView, facts: EventFacts): object[] {
  const declared = (suffix: string) => errorDeclaration(record, facts, suffix)
  if (record.type === 'harvest')
    return [
      {
        type: 'ObjectEvent',
        ...head(record, declared('')),
        action: 'ADD',
        bizStep: 'commissioning',
        disposition: 'active',
        quantityList: [quantity(record, facts.firstIdOf(record.id))],
        destinationList: [{ type: 'owning_party', destination: uuid(record.producer) }],
        ...own({ crop: record.crop, season: record.season, grade: record.grade }),
      },
    ]
  if (record.type === 'lot')
    return [
      {
        type: 'TransformationEvent',
        ...head(record, declared('')),
        bizStep: 'creating_class_instance',
        disposition: 'active',
        ...inputsOf(record, facts),
        outputQuantityList: [quantity(record, facts.firstIdOf(record.id))],
        destinationList: [{ type: 'owning_party', destination: uuid(record.holder) }],
        ...own({
          crop: record.crop,
          grade: record.grade,
          location: record.location,
          inputsWithheld: withheld(record),
        }),
      },
    ]
  if (record.type === 'delivery') {
    const more = { crop: record.crop, grade: record.grade, location: record.location }
    const confirmed = record.derived.confirmation?.confirmed ?? false
    return handOver(record, declared, {
      what: quantity(record, facts.firstIdOf(record.lot_id ?? record.id)),
      roles: ['owning_party', 'possessing_party'],
      shipped: more,
      received: { ...more, confirmed },
    })
  }
  if (record.type === 'custody_transfer')
    return handOver(record, declared, {
      what: quantity(record, facts.firstIdOf(record.lot_id)),
      roles: ['possessing_party'],
      shipped: { location: record.location },
      received: { location: record.location },
    })
  return []
}

/** EPCIS requires either the inputs or a transformation id, which says that other events state them. */
function inputsOf({ id, inputs = [] }: RecordView<'lot'>, { firstIdOf }: EventFacts): object {
  if (inputs.length === 0) return { transformationID: uuid(firstIdOf(id)) }
  return { inputQuantityList: inputs.map(({ record_id, kg }) => inKg(firstIdOf(record_id), kg)) }
}

interface HandOver {
  readonly what: object
  readonly roles: readonly string[]
  readonly shipped: Words
  readonly received: Words
}

/** Returns two events, shipping and receiving. One record states both, at one time. */
function handOver(
  record: RecordView<'delivery' | 'custody_transfer'>,
  declared: (suffix: string) => object,
  { what, roles, shipped, received }: HandOver,
): object[] {
  const parties = {
    quantityList: [what],
    sourceList: roles.map((type) => ({ type, source: uuid(record.from_party) })),
    destinationList: roles.map((type) => ({ type, destination: uuid(record.to_party) })),
  }
  const action = { action: 'OBSERVE' }
  return [
    {
      type: 'ObjectEvent',
      ...head(record, declared('')),
      ...action,
      bizStep: 'shipping',
      disposition: 'in_transit',
      ...parties,
      ...own(shipped),
    },
    {
      type: 'ObjectEvent',
      ...head(record, declared(RECEIVING), RECEIVING),
      ...action,
      bizStep: 'receiving',
      disposition: 'in_progress',
      ...parties,
      ...own(received),
    },
  ]
}

const RECEIVING = 'receiving'

function head(record: RecordView, declaration: object, suffix = ''): object {
  return {
    eventID: eventId(record.id, suffix),
    recordTime: record.received_at,
    ...declaration,
    ...own({
      record: record.id,
      standing: record.derived.standing,
      precision: record.occurred_at_precision,
      assertedBy: uuid(record.asserted_by),
      measurementMethod: record.measurement_method,
      flags: record.derived.flags.length === 0 ? undefined : record.derived.flags,
    }),
  }
}

/** Declares a corrected or retracted version an error, and names the events that replace it. */
function errorDeclaration({ derived }: RecordView, { endedAtMs, nowMs }: EventFacts, suffix: string): object {
  const { standing } = derived
  if (standing !== 'superseded' && standing !== 'retracted') return {}
  return {
    errorDeclaration: {
      declarationTime: formatInstant(endedAtMs ?? nowMs),
      reason: standing === 'retracted' ? 'did_not_occur' : 'incorrect_data',
      ...(derived.superseded_by.length === 0
        ? {}
        : { correctiveEventIDs: derived.superseded_by.map((id) => eventId(id, suffix)) }),
    },
  }
}

const quantity = ({ derived }: RecordView, id: string): object => inKg(id, derived.kg)

/** Leaves out the quantity if the mass in kilograms is unknown: unknown is not zero. */
const inKg = (id: string, kg: number | null): object => ({
  epcClass: uuid(id),
  ...(kg === null ? {} : { quantity: kg, uom: KILOGRAM }),
})

/** Returns the number and the kilograms of inputs that the reader may not know. */
function withheld({ derived }: RecordView): object | undefined {
  const inputs = derived.redacted?.find(({ member }) => member === 'inputs')
  return inputs && { count: inputs.count, kg: inputs.kg }
}

type Words = Readonly<Record<string, unknown>>

const own = (words: Words): object =>
  Object.fromEntries(
    Object.entries(words)
      .filter(([, value]) => value !== undefined)
      .map(([word, value]) => [`granary:${word}`, value]),
  )

const uuid = (id: string): string => `urn:uuid:${id}`

/**
 * Returns the id of an event. The second event of a record needs an id of its own, the same every time: a
 * UUID of version 8 (RFC 9562 §5.8).
 */
function eventId(record: string, suffix: string): string {
  if (suffix === '') return uuid(record)
  const hex = createHash('sha256').update(`${record} ${suffix}`).digest('hex')
  const variant = ((Number.parseInt(must(hex[16]), 16) & 0x3) | 0x8).toString(16)
  return uuid(
    [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `8${hex.slice(13, 16)}`,
      `${variant}${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join('-'),
  )
}
