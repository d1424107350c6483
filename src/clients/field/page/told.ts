import { canonicalJson, type Json } from '../../../domain/canonical.ts'
import type { Engine, ListedEntry, Says, SentRecord } from '../engine/engine.ts'
import { ownWords } from '../rules/drafts.ts'
import { digitsOf } from '../rules/money.ts'
import { cornersOf, hectares, type Outline } from '../rules/outline.ts'
import { carriedBy, phoneOf } from '../rules/recorded-by.ts'
import { nameWith, safeText } from '../rules/text.ts'
import type { Words } from './words.ts'

/** A record in words. */

export interface RecordTold {
  /** Such as `85.5 kg`: what a farmer must see. Empty for a record without one. */
  readonly figure: string
  readonly who: string
  readonly lines: readonly ToldLine[]
}
export type ToldLine = readonly [label: string, value: string]

/** Returns a member as people know them; the beginning of an id for a party that the phone does not know. */
export function nameOf(engine: Engine, id = ''): string {
  const member = engine.members.of(id)
  if (member === undefined) return id === '' ? '' : safeText(id.slice(-8))
  return nameWith(member.name, member.number)
}

export function unitOf(engine: Engine, words: Words, id: string): string {
  const row = engine.registry.units.find((unit) => unit.id === id)
  return id === 'kg' || row === undefined ? safeText(id) : words.unit(row)
}

export function cropOf(engine: Engine, words: Words, id: string): string {
  const row = engine.registry.crops.find((crop) => crop.id === id)
  return row === undefined ? safeText(id) : words.crop(row)
}

export function areaOf(geometry: Outline | undefined, { say, amount }: Words): string {
  const corners = cornersOf(geometry)
  if (corners === null || corners.length === 0) return ''
  if (corners.length < 3) return say('field.plot.isPoint')
  return say('field.plot.area', { ha: amount(Number(hectares(corners).toFixed(2))) })
}

export function moneyOf(money: Says['amount'], words: Words): string {
  if (money === undefined) return ''
  const { amount_minor: minor, currency } = money
  return `${words.amount(minor / 10 ** digitsOf(currency))} ${safeText(currency)}`
}

/** The record that an entry is about: what a confirmation or retraction names, else itself. */
export const subjectId = ({ record }: { readonly record: SentRecord }): string =>
  record.target_id ?? record.delivery_id ?? record.payment_id ?? record.id

/** Returns that record, as far as the phone knows it. */
export function subjectOf(entry: Pick<ListedEntry, 'record'>, engine: Engine): SentRecord {
  const { record } = entry
  const id = subjectId(entry)
  return id === record.id ? record : (engine.ofId(id) ?? record)
}

/** The end of an id, for what the phone does not know. */
const endOf = (id = ''): string => safeText(id.slice(-8))

const plotName = (engine: Engine, plot: string): string =>
  safeText(engine.plotNames.get(plot) ?? '') || endOf(plot)

/**
 * @param record as sent or as the feed sent it
 * @param reader the phone's party, or the other one: to that one, `we` would be somebody else
 */
export function told(
  record: Says,
  engine: Engine,
  words: Words,
  reader: 'own' | 'other' = 'own',
): RecordTold {
  const { say } = words
  const { party: own } = engine
  const lines: (readonly [string, string])[] = []
  const add = (label: string, value: string) => {
    if (value !== '') lines.push([label, value])
  }
  const { quantity } = record
  const weight =
    quantity === undefined ? '' : `${words.amount(quantity.value)} ${unitOf(engine, words, quantity.unit)}`
  const figure =
    record.type === 'payment'
      ? moneyOf(record.amount, words)
      : record.type === 'plot'
        ? areaOf(record.geometry, words)
        : weight
  const lot = engine.ofId(record.lot_id ?? '')
  if (lot === undefined) add(say('field.label.lot'), endOf(record.lot_id))
  else {
    const { figure: lotFigure } = told(lot, engine, words)
    add(say('field.label.lot'), `${cropOf(engine, words, lot.crop ?? '')} · ${lotFigure}`)
  }
  const kg = record.normalized_kg
  if (kg !== undefined) add(say('field.label.kg'), `${words.kg(kg)} kg`)
  for (const crops of [record.crop ? [record.crop] : [], record.crops ?? []])
    add(say('field.label.crop'), crops.map((id) => cropOf(engine, words, id)).join(', '))
  add(say('field.told.price'), moneyOf(record.agreed_price, words))
  const other = [record.from_party, record.to_party, record.payer, record.payee].find(
    (party) => party && party !== own,
  )
  const who =
    record.type === 'party'
      ? nameWith(record.display_name)
      : nameOf(engine, other ?? record.producer ?? record.holder)
  const by = record.asserted_by
  if (by !== undefined && by !== own && by !== other) add(say('field.told.by'), nameOf(engine, by))
  if (record.type === 'payment' && reader === 'own')
    add(
      say('field.label.direction'),
      say('field.direction', { direction: record.payee === own ? 'in' : 'out' }),
    )
  const { purpose, method } = record
  if (purpose !== undefined) add(say('field.label.purpose'), say('field.purpose', { purpose }))
  if (method !== undefined) add(say('field.label.method'), say('field.method', { method }))
  add(say('field.told.settles'), partsOf(record, engine, words))
  add(say('field.told.obligation'), endOf(record.obligation_id))
  add(say('field.told.plots'), (record.plot_ids ?? []).map((id) => plotName(engine, id)).join(', '))
  add(say('field.label.reference'), safeText(record.reference))
  add(say('field.label.number'), safeText(record.member_no))
  add(say('field.told.phone'), safeText(record.phone))
  const { region = '' } = record
  add(say('field.label.region'), safeText(engine.registry.regions[region] ?? region))
  add(say('field.label.country'), safeText(record.country))
  add(say('field.label.place'), safeText(record.location))
  add(say('field.label.grade'), safeText(record.grade))
  add(say('field.label.season'), safeText(record.season))
  add(say('field.label.name'), safeText(record.name))
  const at = Date.parse(record.occurred_at)
  if (!Number.isNaN(at))
    add(say('field.label.when'), record.occurred_at_precision === 'day' ? words.day(at) : words.time(at))
  const photographs = record.evidence?.length ?? 0
  if (photographs > 0) add(say('field.label.photographs'), words.amount(photographs))
  add(say('field.label.note'), safeText(record.note))
  return { figure, who, lines }
}

/** Returns who recorded an entry, on which phone; nothing if the office did not say who carried that. */
export function recorder(
  { record, by }: Pick<ListedEntry, 'record' | 'by'>,
  engine: Engine,
  { say }: Words,
): readonly ToldLine[] {
  const isHere = by === undefined && record.asserted_by === undefined
  const stored = engine.fetched().find(({ id }) => id === record.id)
  const phone = phoneOf(stored ?? record) ?? (isHere ? engine.status.device : null)
  return phone?.usedBy === undefined ? [] : [[say('field.told.recorder'), carriedBy(phone)]]
}

/** What a payment pays for, and how much of each. */
function partsOf({ settles, amount }: Says, engine: Engine, words: Words): string {
  return (settles ?? [])
    .map(({ record_id: id, amount_minor }) => {
      const paid = engine.ofId(id)
      const what = (paid && told(paid, engine, words).figure) || endOf(id)
      return [what, moneyOf(amount && { ...amount, amount_minor }, words)].filter(Boolean).join(': ')
    })
    .join('; ')
}

/** What tells versions of a record apart. */
export interface Apart {
  /** `other`: in something that is not shown. */
  readonly differ: 'shown' | 'other' | 'same'
  /** Of each version: its figure, and the lines that are not the same in all. */
  readonly versions: readonly { readonly figure: string; readonly lines: readonly ToldLine[] }[]
  readonly isFigureSame: boolean
}

/** Returns what a person must see to choose between versions. */
export function apart(records: readonly Says[], engine: Engine, words: Words): Apart {
  const { say } = words
  const all = records.map((record) => {
    const { figure, who, lines } = told(record, engine, words)
    const whose: ToldLine = [say(record.type === 'party' ? 'field.label.name' : 'field.label.member'), who]
    return { figure, lines: new Map([whose, ...lines]) }
  })
  const labels = [...new Set(all.flatMap(({ lines }) => [...lines.keys()]))]
  const differing = labels.filter((label) => new Set(all.map(({ lines }) => lines.get(label))).size > 1)
  const isFigureSame = new Set(all.map(({ figure }) => figure)).size < 2
  const isAlike =
    new Set(records.map((record) => canonicalJson(ownWords(record) as unknown as Json))).size < 2
  return {
    differ: differing.length > 0 || !isFigureSame ? 'shown' : isAlike ? 'same' : 'other',
    versions: all.map(({ figure, lines }) => ({
      figure,
      lines: differing.map((label) => [label, lines.get(label) || '–']),
    })),
    isFigureSame,
  }
}

export const typeOf = (record: Says, { say }: Words): string => say('field.list.type', { type: record.type })

/** The figure of a version; for one without, what else names it. */
export function figureOf(record: SentRecord | null, engine: Engine, words: Words): string {
  if (record === null) return words.say('field.elsewhere.unknown')
  const { figure, who } = told(record, engine, words)
  return figure || who || typeOf(record, words)
}
