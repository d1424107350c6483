import type { Engine, Says, SentRecord } from '../engine/engine.ts'
import { digitsOf } from '../rules/money.ts'
import { cornersOf, type Geometry, hectares } from '../rules/outline.ts'
import { safeText } from '../rules/text.ts'
import type { Words } from './words.ts'

/** A record in words. */

export interface Told {
  /** Such as `85.5 kg`: what a farmer must see. Empty for a record without one. */
  readonly figure: string
  readonly who: string
  readonly lines: readonly (readonly [label: string, value: string])[]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns a member as people know them; the beginning of an id for a party that the phone does not know. */
export function nameOf(engine: Engine, party: unknown): string {
  const id = textOf(party)
  const member = engine.members.of(id)
  if (member === undefined) return id === '' ? '' : safeText(id.slice(-8))
  return [member.name, member.number]
    .filter((one) => one !== undefined)
    .map(safeText)
    .join(' · ')
}

export function unitOf(engine: Engine, words: Words, id: string): string {
  const row = engine.registry.units.find((unit) => unit.id === id)
  return id === 'kg' || row === undefined ? safeText(id) : words.unit(row)
}

export function cropOf(engine: Engine, words: Words, id: string): string {
  const row = engine.registry.crops.find((crop) => crop.id === id)
  return row === undefined ? safeText(id) : words.crop(row)
}

export function areaOf(geometry: unknown, { say, amount }: Words): string {
  const corners = cornersOf(geometry as Geometry | undefined)
  if (corners === null || corners.length === 0) return ''
  if (corners.length < 3) return say('field.plot.isPoint')
  return say('field.plot.area', { ha: amount(Number(hectares(corners).toFixed(2))) })
}

export function moneyOf(value: unknown, words: Words): string {
  const { amount_minor: minor, currency = '' } = (value ?? {}) as { amount_minor?: number; currency?: string }
  if (typeof minor !== 'number') return ''
  return `${words.amount(minor / 10 ** digitsOf(currency))} ${safeText(currency)}`
}

/** The record that an entry is about: what a confirmation or retraction names, else itself. */
export const subjectId = ({ record }: { readonly record: SentRecord }): string =>
  textOf(record.target_id ?? record.delivery_id ?? record.payment_id) || record.id

/** @param record as sent or as the feed sent it */
export function told(record: Says, engine: Engine, words: Words): Told {
  const { say } = words
  const { party: own } = engine
  const lines: (readonly [string, string])[] = []
  const add = (label: string, value: string) => {
    if (value !== '') lines.push([label, value])
  }
  const quantity = record.quantity as { value: number; unit: string } | undefined
  const weight =
    typeof quantity?.value === 'number'
      ? `${words.amount(quantity.value)} ${unitOf(engine, words, textOf(quantity.unit))}`
      : ''
  const figure =
    record.type === 'payment'
      ? moneyOf(record.amount, words)
      : record.type === 'plot'
        ? areaOf(record.geometry, words)
        : weight
  const lot = record.type === 'custody_transfer' ? engine.ofId(textOf(record.lot_id)) : undefined
  if (lot !== undefined) {
    const { figure: lotFigure } = told(lot, engine, words)
    add(say('field.label.lot'), `${cropOf(engine, words, textOf(lot.crop))} · ${lotFigure}`)
  }
  const kg = record.normalized_kg
  if (typeof kg === 'number') add(say('field.label.kg'), `${words.kg(kg)} kg`)
  if (textOf(record.crop) !== '') add(say('field.label.crop'), cropOf(engine, words, textOf(record.crop)))
  if (Array.isArray(record.crops))
    add(say('field.label.crop'), record.crops.map((id) => cropOf(engine, words, textOf(id))).join(', '))
  const other = [record.from_party, record.to_party, record.payer, record.payee].find(
    (party) => textOf(party) !== '' && party !== own,
  )
  const who =
    record.type === 'party'
      ? safeText(textOf(record.display_name))
      : nameOf(engine, other ?? record.producer ?? record.holder)
  if (record.type === 'payment')
    add(
      say('field.label.direction'),
      say('field.direction', { direction: record.payee === own ? 'in' : 'out' }),
    )
  add(
    say('field.label.purpose'),
    textOf(record.purpose) && say('field.purpose', { purpose: textOf(record.purpose) }),
  )
  add(
    say('field.label.method'),
    textOf(record.method) && say('field.method', { method: textOf(record.method) }),
  )
  add(say('field.label.reference'), safeText(textOf(record.reference)))
  add(say('field.label.number'), safeText(textOf(record.member_no)))
  add(say('field.label.phone'), safeText(textOf(record.phone)))
  add(say('field.label.place'), safeText(textOf(record.location)))
  add(say('field.label.grade'), safeText(textOf(record.grade)))
  add(say('field.label.season'), safeText(textOf(record.season)))
  add(say('field.label.name'), record.type === 'plot' ? safeText(textOf(record.name)) : '')
  const at = Date.parse(textOf(record.occurred_at))
  if (!Number.isNaN(at))
    add(say('field.label.when'), record.occurred_at_precision === 'day' ? words.day(at) : words.time(at))
  const photographs = record.evidence?.length ?? 0
  if (photographs > 0) add(say('field.label.photographs'), words.amount(photographs))
  add(say('field.label.note'), safeText(textOf(record.note)))
  return { figure, who, lines }
}

export const typeOf = (record: Says, { say }: Words): string => say('field.list.type', { type: record.type })
