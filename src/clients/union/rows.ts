import { Problem } from '../../base/problem.ts'
import { compare, isObject, isOneOf, membersOf } from '../../base/typed.ts'
import { TIMELESS_TYPES } from '../../domain/consent.ts'
import { parseIJson } from '../../domain/i-json.ts'
import { isId } from '../../domain/id.ts'
import { formatInstant, parseInstant } from '../../domain/time.ts'
import {
  descriptors,
  fieldsOf,
  type OwnFields,
  RECORD_TYPES,
  type RecordType,
} from '../../domain/types/index.ts'
import type { RowOf } from './schema.ts'

/**
 * Makes rows of what a page holds. A page comes from another machine: what has not the shape of the contract is refused whole,
 * but types and members that this version does not know stay in `body`.
 */

/** A record as a row; its source is that of the page. */
export type RecordRow = Omit<RowOf<'record'>, 'source' | 'subjects' | 'asserters' | 'open_until'> & {
  /** The parties that it names as its subjects, sorted. */
  readonly subjects: readonly string[]
  /** The record whose subjects are also this one's; null if it names its own. */
  readonly subjectsOf: string | null
  /** The parties whose word it is. */
  readonly asserters: readonly string[]
}

/** A consent as a row. */
export type ConsentRow = Omit<RowOf<'consent'>, 'source' | 'record_types'> & {
  readonly record_types: readonly string[]
}

/** The page does not have the shape that the contract gives it. */
export class BadPage extends Error {
  override readonly name = 'BadPage'
}

/** A record has at most 32 levels, and stands in a list of its page. Databases read no JSON of many thousands. */
const MOST_LEVELS = 40

/** @throws {BadPage} unless it is JSON that every parser understands alike */
export function jsonIn(text: string): unknown {
  try {
    return parseIJson(text, MOST_LEVELS)
  } catch (error) {
    if (error instanceof Problem) throw new BadPage('JSON')
    throw error
  }
}

/** A cursor is opaque, but stands in addresses. @throws {BadPage} */
export function cursorIn(cursor: unknown): string {
  if (typeof cursor !== 'string' || !CURSOR.test(cursor)) throw new BadPage('cursor')
  return cursor
}
const CURSOR = /^[\x21-\x7e]{1,4000}$/

/** A hundred times what the world harvests: no sum of such numbers is too large for a database. */
const MOST_KG = 1e15

const WORD = /^[a-z][a-z0-9_]{0,63}$/
const MOST_WORD = 200

/** @throws {BadPage} */
export function rowOf(record: unknown): RecordRow {
  const { id, type, occurred_at, received_at, crop, asserted_by, on_behalf_of, derived } = membersOf(record)
  const { standing, kg, keep_until } = membersOf(derived)
  if (!isIdText(id)) throw new BadPage('id')
  if (typeof type !== 'string' || !WORD.test(type)) throw new BadPage('type')
  if (typeof standing !== 'string' || !WORD.test(standing)) throw new BadPage('standing')
  return {
    ...{ id, type, standing },
    occurred_at: instant(occurred_at),
    received_at: instant(received_at),
    crop: typeof crop === 'string' && crop.length <= MOST_WORD ? storable(crop) : null,
    kg: typeof kg === 'number' && kg >= 0 && kg <= MOST_KG ? kg : null,
    ...moneyOf(type, record),
    ...subjectsIn(type, record),
    asserters: [asserted_by, on_behalf_of].filter((party) => typeof party === 'string'),
    keep_until: keep_until === undefined ? null : instant(keep_until),
    body: bodyText(record),
  }
}

/** @throws {BadPage} */
export function consentOf(grant: unknown): ConsentRow {
  const { id, subject, grantee, record_types, ...times } = membersOf(grant)
  if (!isIdText(id) || !isIdText(subject) || !isIdText(grantee)) throw new BadPage('grant')
  if (!isTexts(record_types)) throw new BadPage('record_types')
  const [expires, revoked] = [instant(times.expires_at), instantOrNull(times.revoked_at)]
  return {
    ...{ id, subject, grantee },
    record_types: record_types.map(storable),
    occurred_from: instantOrNull(times.occurred_from),
    occurred_to: instantOrNull(times.occurred_to),
    valid_from: instant(times.valid_from),
    ends_at: revoked !== null && revoked < expires ? revoked : expires,
  }
}

/** Ids of a page, each once. @throws {BadPage} */
export function idsOf(list: unknown): string[] {
  if (!isTexts(list) || !list.every(isId)) throw new BadPage('closed')
  return [...new Set(list)]
}

const isIdText = (value: unknown): value is string => typeof value === 'string' && isId(value)

const isTexts = (list: unknown): list is readonly string[] =>
  Array.isArray(list) && list.every((one) => typeof one === 'string')

/** @throws {BadPage} unless it is a time, which is returned in UTC with milliseconds */
function instant(text: unknown): string {
  const ms = typeof text === 'string' ? parseInstant(text) : null
  if (ms === null) throw new BadPage('instant')
  return formatInstant(ms)
}

const instantOrNull = (text: unknown): string | null =>
  text === undefined || text === null ? null : instant(text)

const isKnown = (type: string): type is RecordType => isOneOf(RECORD_TYPES, type)

/** The money of the type: what was paid, agreed or is owed. */
function moneyOf(type: string, record: unknown): Pick<RecordRow, 'currency' | 'amount_minor'> {
  const member = isKnown(type) ? fieldsOf(type).find(({ kind }) => kind === 'money')?.member : undefined
  const { amount_minor, currency } = membersOf(member === undefined ? null : membersOf(record)[member])
  if (!Number.isSafeInteger(amount_minor) || typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency))
    return { currency: null, amount_minor: null }
  return { currency, amount_minor: amount_minor as number }
}

function subjectsIn(type: string, record: unknown): Pick<RecordRow, 'subjects' | 'subjectsOf'> {
  if (!isKnown(type) || !isObject(record)) return { subjects: [], subjectsOf: null }
  // Of the type, as its own appliance says; what is no id is left out.
  const found = descriptors[type].subjects(record as unknown as OwnFields)
  if (!('named' in found)) {
    const { ofRecord } = found as { readonly ofRecord: unknown }
    return { subjects: [], subjectsOf: isIdText(ofRecord) ? ofRecord : null }
  }
  const parties = found.named.filter(isIdText)
  return { subjects: [...new Set(parties)].sort(compare), subjectsOf: null }
}

/** PostgreSQL stores neither U+0000 nor half of a pair in a text. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')
const bodyText = (record: unknown): string =>
  JSON.stringify(record).replace(/\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g, (whole, after: string) =>
    after.length > 1 ? '\ufffd' : whole,
  )

export type Opened = Pick<RecordRow, 'type' | 'occurred_at' | 'subjects' | 'asserters'>

/**
 * Returns until when known consents open a record: that of the first of its subjects to end counts, of those that gave any. Null if
 * the record is the reader's own, or no known consent ever opened it, so that its source alone knows.
 * @param record without subjects, if they are those of a record that is not here: then any consent may open it, the last counts
 */
export function openUntil(record: Opened, consents: readonly ConsentRow[], now: string): string | null {
  const { type, occurred_at, subjects, asserters } = record
  const isOwn = ({ grantee }: ConsentRow) => subjects.includes(grantee) || asserters.includes(grantee)
  if (consents.some(isOwn)) return null
  // Every window covers what states who a party is or where it farms (contract §20).
  const isTimeless = isOneOf(TIMELESS_TYPES, type)
  const opening = consents.filter(({ record_types, subject, occurred_from, occurred_to }) => {
    if (!record_types.includes(type) || (subjects.length > 0 && !subjects.includes(subject))) return false
    if (isTimeless) return true
    return (
      (occurred_from === null || occurred_at >= occurred_from) &&
      (occurred_to === null || occurred_at < occurred_to)
    )
  })
  const ends = [...Map.groupBy(opening, ({ subject }) => subject).values()].map((some) => endOf(some, now))
  return ends.sort(compare).at(subjects.length === 0 ? -1 : 0) ?? null
}

/** Returns when consents of a subject end. One that begins after a gap that is still to come opens nothing until then. */
function endOf(consents: readonly ConsentRow[], now: string): string {
  let end = ''
  for (const { valid_from, ends_at } of consents.toSorted((a, b) => compare(a.valid_from, b.valid_from))) {
    if (end !== '' && valid_from > end && valid_from > now) break
    if (ends_at > end) end = ends_at
  }
  return end
}
