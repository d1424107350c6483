import { fromJson, isObject, membersOf } from '../../base/typed.ts'
import { DAY_MS, formatInstant } from '../../domain/time.ts'
import type { Engine, Queries, Row, Value } from './engine.ts'
import {
  BadPage,
  type ConsentRow,
  consentOf,
  cursorIn,
  idsOf,
  type Opened,
  openUntil,
  type RecordRow,
  rowOf,
} from './rows.ts'
import { type Source, sourceNamed } from './source.ts'
import { forIds, forRows, MOST_ROWS, STATEMENTS, type StatementName, type Values } from './statements.ts'
import { judge, type Seen, type Stated, seenIn, statedIn, type Verdict } from './trust.ts'

/**
 * Takes in a page: its records, what it closes, its consents, its checkpoint and its cursor are one transaction, which first locks
 * the source. So two programs, or a page that comes twice, take in no page twice and leave none out.
 */

/** A page, checked to have the shape of the contract. */
export interface Page {
  readonly changes: readonly RecordRow[]
  readonly closed: readonly string[]
  readonly cursor: string
  readonly has_more: boolean
  readonly grants: readonly ConsentRow[]
  readonly stated: Stated | null
  /** The appliance was restored, so everything comes again. */
  readonly isAnew: boolean
}

export type Taken =
  | { readonly is: 'taken'; readonly cursor: string }
  /** The page does not begin where the last one ended. */
  | { readonly is: 'again'; readonly since: string | null }
  /** Its checkpoint is not signed by the key of the source. */
  | { readonly is: 'refused' }
  | { readonly is: 'frozen' }
  /** The source was ended. */
  | { readonly is: 'gone' }

/** How long records are shown that their source has not confirmed again. */
export const CONFIRM_DAYS = 30

/**
 * How long before a page is taken in its source may have made it: two minutes on its way, and two by which clocks differ. A consent
 * that ended since then is not confirmed by it.
 */
const MADE_BEFORE_MS = 240_000

/** @param page as JSON @throws {BadPage} */
export function pageIn(page: unknown): Page {
  const { changes, closed, cursor, has_more, grants = [], source, restored_from_backup } = membersOf(page)
  if (!isObject(page) || !Array.isArray(changes) || !Array.isArray(grants)) throw new BadPage('page')
  if (typeof has_more !== 'boolean') throw new BadPage('has_more')
  return {
    ...{ cursor: cursorIn(cursor), has_more, closed: idsOf(closed), stated: statedIn(source) },
    // One that comes twice counts as it came last.
    changes: [...new Map(changes.map(rowOf).map((row) => [row.id, row])).values()],
    grants: [...new Map(grants.map(consentOf).map((row) => [row.id, row])).values()],
    isAnew: restored_from_backup === true,
  }
}

export interface Clock {
  readonly nowMs: number
  readonly confirmDays?: number
}

/** @param since the cursor after which the page begins; null for the beginning */
export function takeIn(
  engine: Engine,
  name: string,
  page: Page,
  since: string | null,
  { nowMs, confirmDays = CONFIRM_DAYS }: Clock,
): Promise<Taken> {
  const now = formatInstant(nowMs)
  return engine.atOnce(name, async (within): Promise<Taken> => {
    const locked = page.isAnew
      ? await within.run(STATEMENTS['source.lockAgain'], [name])
      : await within.run(STATEMENTS['source.lock'], [name, since])
    const source = await sourceNamed(within, name)
    if (source === null || source.state === 'ended') return { is: 'gone' }
    if (source.state === 'frozen') return { is: 'frozen' }
    if (locked === 0) {
      const isLost = since === null && source.way === 'sent' && knowsNoCursor(engine, name, nowMs)
      if (!isLost || (await within.run(STATEMENTS['source.lockAgain'], [name])) === 0)
        return { is: 'again', since: source.cursor }
    }
    toldCursor.get(engine)?.delete(name)
    const isBeginning = page.isAnew || since === null
    const verdict = page.stated === null ? null : await judged(within, source, page.stated, isBeginning)
    if (verdict?.is === 'refused') {
      await within.run(STATEMENTS['source.fault'], [name, 'refused', now])
      return verdict
    }
    let held: string | null = null
    if (verdict !== null) {
      const continues = isBeginning ? null : source.held
      const consistency = continues === null ? [] : (page.stated?.consistency ?? [])
      const proof = { continues, follows: verdict.is === 'follows', consistency }
      held = await keepCheckpoint(within, name, verdict.seen, proof, now)
    }
    if (verdict?.is === 'frozen') {
      await within.run(STATEMENTS['source.freeze'], [name, now, verdict.seen.log, 'frozen'])
      return { is: 'frozen' }
    }
    // All comes again, and nothing is said of what closed in the meantime.
    if (isBeginning) await forgetAll(within, name, null, now)
    await takeConsents(within, name, page.grants, now)
    await takeRecords(within, name, page.changes, now)
    await close(within, name, page.closed, now)
    const madeAt = formatInstant(nowMs - MADE_BEFORE_MS)
    await within.run(STATEMENTS['source.took'], [
      ...[name, page.cursor, now, formatInstant(nowMs + confirmDays * DAY_MS), page.has_more ? null : madeAt],
      ...[page.stated?.cooperative ?? null, verdict?.vkey ?? null, held],
    ])
    return { is: 'taken', cursor: page.cursor }
  })
}

/** When sources that sent a page from the beginning were told the cursor that is wanted. */
const toldCursor = new WeakMap<Engine, Map<string, number>>()
/** An office waits longer before it sends from the beginning because it does not know the cursor it was told. */
const SHORTEST_PAUSE_MS = 10_000

/** Whether an office sends from the beginning although it was told a cursor: then it cannot go on from there, and begins again. */
function knowsNoCursor(engine: Engine, name: string, nowMs: number): boolean {
  const told = toldCursor.get(engine) ?? new Map<string, number>()
  toldCursor.set(engine, told)
  const before = told.get(name)
  told.set(name, before ?? nowMs)
  return before !== undefined && nowMs - before >= SHORTEST_PAUSE_MS
}

async function judged(
  within: Queries,
  { source, held, vkey }: Source,
  stated: Stated,
  isBeginning: boolean,
): Promise<Verdict> {
  const isAfter = held !== null && !isBeginning
  const [row] = isAfter
    ? await within.all(STATEMENTS['checkpoint.one'], [source, held])
    : await within.all(STATEMENTS['checkpoint.largest'], [source, stated.log])
  return judge(row === undefined ? null : seenIn(String(row.note)), vkey, stated, !isAfter)
}

/** How a checkpoint stands to the one that was kept before it. */
interface Proof {
  readonly continues: string | null
  readonly follows: boolean
  readonly consistency: readonly string[]
}

/** One that shows the same tree as one that is there is not kept again. @returns the hash of the one that is there now */
export async function keepCheckpoint(
  within: Queries,
  name: string,
  { hash, log, size, note, root }: Seen,
  { follows, ...proof }: Proof,
  now: string,
): Promise<string> {
  const judged = follows ? 1 : 0
  const those = await within.all(STATEMENTS['checkpoint.ofSize'], [name, log, size])
  const same = those.find((one) => seenIn(String(one.note)).root.equals(root))
  if (same === undefined) {
    const row = { hash, log, size, note, seen_at: now, follows: judged, ...proof }
    await within.run(...forRows('checkpoint.put', name, [row]))
  } else await within.run(STATEMENTS['checkpoint.judged'], [name, String(same.hash), judged])
  return String(same?.hash ?? hash)
}

/**
 * Drops what is held of a source, for everything comes again after this cursor. What may be kept stays. Does nothing to a source
 * that was frozen or ended. Call inside a transaction of the source.
 */
export async function forgetAll(
  within: Queries,
  name: string,
  cursor: string | null,
  now: string,
): Promise<void> {
  if ((await within.run(STATEMENTS['source.restart'], [name, cursor])) > 0) await dropAll(within, name, now)
}

/** Drops the records and consents of a source. Call inside a transaction that has locked it. */
export async function dropAll(within: Queries, name: string, now: string): Promise<void> {
  if ((await within.run(STATEMENTS['record.dropAll'], [name])) > 0)
    await within.run(STATEMENTS['source.toPurge'], [name, now])
  await within.run(STATEMENTS['consent.dropAll'], [name])
}

/** Takes in consents, and notes until when they open the records that they may open. */
export async function takeConsents(
  within: Queries,
  name: string,
  grants: readonly ConsentRow[],
  now: string,
): Promise<void> {
  if (grants.length === 0) return
  await putRows(within, 'consent', name, grants)
  const of = new Set(grants.map(({ subject }) => subject))
  const consents = (await within.all(STATEMENTS['consent.all'], [name])).map(asConsent)
  const openedUntil = openingBy(consents, now)
  for (let after = ''; ; ) {
    const rows = await within.all(STATEMENTS['record.opened'], [name, after])
    const changed = new Map<string | null, string[]>()
    for (const row of rows) {
      const opened = openedIn(row)
      const { subjects } = opened
      if (subjects.length > 0 && !subjects.some((party) => of.has(party))) continue
      const until = openedUntil(opened)
      if (until !== row.open_until) changed.set(until, [...(changed.get(until) ?? []), String(row.id)])
    }
    for (const [until, ids] of changed) await forEachIds(within, 'record.openUntil', [name, until], ids)
    const last = rows.at(-1)
    if (last === undefined) return
    after = String(last.id)
  }
}

const asConsent = (row: Row): ConsentRow =>
  ({ ...row, record_types: fromJson<string[]>(String(row.record_types)) }) as unknown as ConsentRow

const openedIn = ({ subjects, asserters, ...row }: Row) =>
  ({
    ...row,
    subjects: fromJson<string[]>(String(subjects)),
    asserters: fromJson<string[]>(String(asserters)),
  }) as unknown as Opened

/** Returns until when these consents of a source open a record: they are found by its subjects. */
function openingBy(all: readonly ConsentRow[], now: string): (record: Opened) => string | null {
  const of = Map.groupBy(all, ({ subject }) => subject)
  return (record) => {
    const { subjects } = record
    const some = subjects.length === 0 ? all : subjects.flatMap((party) => of.get(party) ?? [])
    return openUntil(record, some, now)
  }
}

async function takeRecords(
  within: Queries,
  name: string,
  rows: readonly RecordRow[],
  now: string,
): Promise<void> {
  if (rows.length === 0) return
  const resolved = await withSubjects(within, name, rows)
  const isAny = resolved.some(({ subjects }) => subjects.length === 0)
  const parties = [...new Set(resolved.flatMap(({ subjects }) => subjects))]
  const consents = isAny
    ? await within.all(STATEMENTS['consent.all'], [name])
    : await allOf(within, 'consent.of', name, parties)
  const openedUntil = openingBy(consents.map(asConsent), now)
  const opened = resolved.map((row) => ({ ...row, open_until: openedUntil(row) }))
  await putRows(within, 'record', name, opened)
  const ids = rows.map(({ id }) => id)
  // They may be read again.
  await forEachIds(within, 'kept.drop', [name], ids)
  await forEachIds(within, 'closing.drop', [name], ids)
}

/** Gives records whose subjects are those of another record those subjects, if that record is here. */
async function withSubjects(
  within: Queries,
  name: string,
  rows: readonly RecordRow[],
): Promise<readonly RecordRow[]> {
  const targets = rows.flatMap(({ subjectsOf }) => subjectsOf ?? [])
  if (targets.length === 0) return rows
  const stored = await allOf(within, 'record.subjects', name, [...new Set(targets)])
  const subjects = new Map(stored.map((row) => [String(row.id), fromJson<string[]>(String(row.subjects))]))
  return rows.map((row) => {
    const own = row.subjectsOf === null ? row.subjects : (subjects.get(row.subjectsOf) ?? [])
    // A retraction names a confirmation that the same page may have.
    subjects.set(row.id, [...own])
    return { ...row, subjects: own }
  })
}

/** Drops what may no longer be read; what may be kept for a while stands apart until then. */
async function close(within: Queries, name: string, ids: readonly string[], now: string): Promise<void> {
  if (ids.length === 0) return
  await forEachIds(within, 'kept.keep', [name, now], ids)
  await forEachIds(within, 'record.drop', [name], ids)
  await within.run(STATEMENTS['source.toPurge'], [name, now])
  const closings = ids.map((id) => ({ id, closed_at: now }))
  await putRows(within, 'closing', name, closings)
}

const portions = <T>(list: readonly T[]): (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / MOST_ROWS) }, (_, i) =>
    list.slice(i * MOST_ROWS, (i + 1) * MOST_ROWS),
  )

/** The rows take the place of those that have their ids. */
async function putRows(
  within: Queries,
  table: 'record' | 'closing' | 'consent',
  name: string,
  rows: readonly (Values & { readonly id: string })[],
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await forEachIds(within, `${table}.drop`, [name], ids)
  for (const some of portions(rows)) await within.run(...forRows(`${table}.put`, name, some))
}

async function forEachIds(
  within: Queries,
  statement: StatementName,
  before: readonly Value[],
  ids: readonly string[],
): Promise<void> {
  for (const some of portions(ids)) await within.run(forIds(statement, some.length), [...before, ...some])
}

async function allOf(
  within: Queries,
  statement: StatementName,
  name: string,
  ids: readonly string[],
): Promise<Row[]> {
  const found: Row[] = []
  for (const some of portions(ids))
    found.push(...(await within.all(forIds(statement, some.length), [name, ...some])))
  return found
}
