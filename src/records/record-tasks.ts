import { PROBLEMS, Problem } from '../base/problem.ts'
import { fromJson, given, membersOf, must } from '../base/typed.ts'
import { standingOf } from '../domain/derived/standing.ts'
import { draftOf, prepare } from '../domain/draft-shape.ts'
import { idHex, isId } from '../domain/id.ts'
import { idsMeant } from '../domain/other-ids.ts'
import { RECORD_TYPES, type RecordType } from '../domain/types/index.ts'
import { FRONT_OFFICE_PURPOSE, frontOffice, knownEntryIds } from '../identity/who.ts'
import { tasksOn } from '../registry/kernel.ts'
import type { StoredRecord } from '../store/log/stored-record.ts'
import type { Code, Happened } from '../text/kinds.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { message } from '../words/message.ts'
import type { Money, Quantity } from '../words/values.ts'
import type { GatedRecord } from './gate/gated.ts'
import type { ListFilter } from './gate/list-filter.ts'
import type { Reader } from './gate/reader.ts'
import type { RecordKernel } from './kernel.ts'
import { idTyped, numberOf } from './numbered.ts'
import type { RecordView } from './views/record-schema.ts'
import { recordJson } from './views/record-view.ts'

/** Entry in the front office: the cooperative's own records, written by its staff. */

export const recordTasks = tasksOn<RecordKernel>()({
  /** Appends one record as the cooperative. */
  'record.append': (kernel, operator, args: { readonly draft: object }) => {
    const author = frontOffice(kernel, operator)
    mustMakeSense(kernel, author.party, args.draft)
    const appended = kernel.intake.append(author, draftOf(args.draft))
    const json = recordJson(kernel.gate.receipt(author, appended))
    return { status: appended.status, record: fromJson<CounterRecord>(json) }
  },

  /** Appends many records as the cooperative; returns one result for each, in order. */
  'record.append-all': (kernel, operator, args: { readonly records: readonly object[] }) => {
    const author = frontOffice(kernel, operator)
    const results = kernel.intake.appendAll(author, args.records.map(prepare))
    return results.map((result, i) => {
      const id = String(membersOf(args.records[i]).id)
      if (!(result instanceof Problem)) return { id, status: result.status }
      const { detail, errors } = result.extra
      return {
        id,
        status: 'rejected' as const,
        problem: {
          code: result.code,
          title: PROBLEMS[result.code][1],
          ...given({ detail, errors }),
        },
      }
    })
  },

  /**
   * Returns a record that the cooperative may read, in its current state.
   * @param id the record's id, or the number on its receipt
   */
  'record.get': (kernel, operator, args: { readonly id: string }) =>
    fromJson<CounterRecord>(recordJson(gatedFor(kernel, operator, args.id))),

  /** Returns the same with the record's number. */
  'record.show': (kernel, operator, args: { readonly id: string }) => {
    const gated = gatedFor(kernel, operator, args.id)
    const record = fromJson<CounterRecord>(recordJson(gated))
    return { number: numberOf(kernel.store, gated.record), record }
  },
})

/**
 * Returns a record that the cooperative may read.
 * @param typed its id, the number on its receipt or, for a plot of the cooperative's, an id that somebody else gave
 */
export function gatedFor(kernel: RecordKernel, operator: string, typed: string): GatedRecord {
  const reader = kernel.gate.readerFor(frontOffice(kernel, operator), FRONT_OFFICE_PURPOSE)
  const id = idTyped(kernel.store, typed)
  // An id of a plot may look like the number on a receipt.
  const gated = (id === null ? null : reader.one(id)) ?? plotCalled(kernel, reader, typed)
  if (gated !== null) return gated
  throw noRecord(typed)
}

/** Versions of plots that are looked at to find the current one. */
const MOST_VERSIONS = 20

function plotCalled({ store }: RecordKernel, reader: Reader, typed: string): GatedRecord | null {
  const { records } = store
  for (const seq of [...idsMeant(typed)].flatMap((id) => records.plotCells.withId(id, MOST_VERSIONS))) {
    const record = must(records.bySeq(seq))
    if (standingOf(store.recordGraph(), record) !== 'superseded') return reader.one(record.id)
  }
  return null
}

const noRecord = (id: string) =>
  new OperatorFault(message('record.none', { id }), {
    onTerminal: message('record.none.remedy'),
    onPage: message('fault.findRecord'),
  })

/**
 * Refuses drafts that the log would accept but that the office cannot mean: a second correction of one
 * version, which would contradict the first, and a retraction of the cooperative's own record, without which
 * it has no name on any paper.
 */
function mustMakeSense({ store, people }: RecordKernel, cooperative: number, draft: object): void {
  const { id, type, supersedes, target_id } = membersOf(draft)
  if (typeof id === 'string' && isId(id) && store.records.byId(id) !== undefined) return
  const old = typeof supersedes === 'string' && isId(supersedes) ? store.records.byId(supersedes) : undefined
  if (old !== undefined && standingOf(store.recordGraph(), old) === 'superseded')
    throw new CorrectedMeanwhile(...withRemedy('record.correctedMeanwhile'))
  if (type === 'retraction' && target_id === people.recorded.of(cooperative)?.statement) throw itselfFault()
}

export class CorrectedMeanwhile extends OperatorFault {}

export const itselfFault = () =>
  new OperatorFault(message('record.givesName'), {
    onTerminal: message('record.givesName.remedy'),
    onPage: message('record.givesName.onPage'),
  })

/** The last record of a page: the next page continues after it. */
export interface PagePosition {
  readonly occurredAt: number
  readonly id: string
}

interface Recent {
  /** One type or, unless only forked records are listed, several. */
  readonly type: RecordType | readonly RecordType[]
  readonly subject: string | null
  readonly standing: ListedStanding
  /** Only records of events from `fromMs` (inclusive) to `toMs` (exclusive). */
  readonly fromMs?: number
  readonly toMs?: number
  /** Only records that name this lot, in any version. */
  readonly lotId?: string
  /** At most this many records; left out, as many as fit a page. */
  readonly most?: number
  readonly order?: 'newest' | 'oldest'
  readonly word?: ListFilter['word']
  /** Continues after the last record of the page before. */
  readonly after?: PagePosition
}

/** Returns the cooperative's newest records of a type, about one party or all; more for a period or a lot. */
export async function recentRecords(
  kernel: RecordKernel,
  operator: string,
  { type, subject, standing, fromMs, toMs, lotId, most, order = 'newest', word, after }: Recent,
): Promise<{
  readonly records: readonly CounterRecord[]
  readonly more: boolean
  readonly next?: PagePosition
}> {
  const n = subject === null ? undefined : kernel.store.parties.find(subject)
  // A person who was entered twice has one history in the front office.
  const subjects =
    n === undefined ? [subject] : kernel.people.entriesOf(n).map((one) => kernel.store.parties.id(one))
  const filter = {
    types: typeof type === 'string' ? [type] : type,
    lotId: lotId ?? null,
    obligationId: null,
    fromMs: fromMs ?? -Number.MAX_SAFE_INTEGER,
    toMs: toMs ?? Number.MAX_SAFE_INTEGER,
    standing,
    order,
    ...given({ word }),
  } as const
  const usual = fromMs === undefined && toMs === undefined && lotId === undefined ? RECENT : OF_A_PERIOD
  const count = Math.min(most ?? usual, OF_A_PERIOD)
  if (standing === 'forked' && lotId === undefined && typeof type === 'string')
    return forkedRecords(kernel, operator, { type, subjects, ...filter }, count)
  const reader = frontOffice(kernel, operator)
  const found = new Map<string, CounterRecord>()
  let more = false
  let next: PagePosition | undefined
  for (const one of subjects) {
    const asked = {
      filter: { ...filter, subject: one },
      after: after ?? null,
      count,
      most: Number.POSITIVE_INFINITY,
    }
    const { texts, isMore, last } = await kernel.gate.page(reader, FRONT_OFFICE_PURPOSE, asked, recordJson)
    more ||= isMore
    if (isMore && last !== undefined && subjects.length === 1)
      next = { occurredAt: last.occurredAtMs, id: idHex(last.id) }
    for await (const some of texts.all())
      for (const json of some) {
        const record = fromJson<CounterRecord>(json)
        found.set(record.id, record)
      }
  }
  const records = subjects.length === 1 ? [...found.values()] : [...found.values()].sort(newestFirst)
  return { records: records.slice(0, count), more: more || records.length > count, ...given({ next }) }
}

interface Walked {
  readonly types: readonly RecordType[]
  readonly subject: string | null
  readonly standing: ListedStanding
  readonly fromMs?: number
  readonly toMs?: number
  /** Leaves out the cooperative's own records. */
  readonly isOthersOnly?: boolean
  readonly word?: ListFilter['word']
  readonly after?: PagePosition
}

/**
 * Reads a page of 500 records about one entry of a party, or about all parties, newest first, for rules that
 * need few of them whole.
 * @param render returns the JSON of what the caller needs of a record; `null` if nothing
 */
export async function pageOf<T>(
  kernel: RecordKernel,
  operator: string,
  { types, subject, standing, fromMs, toMs, isOthersOnly = false, word, after }: Walked,
  render: (gated: GatedRecord) => string,
): Promise<{ readonly found: readonly NonNullable<T>[]; readonly next?: PagePosition }> {
  const filter: ListFilter = {
    ...{ types, subject, standing, lotId: null, obligationId: null, isOthersOnly },
    ...given({ word }),
    order: 'newest',
    fromMs: fromMs ?? -Number.MAX_SAFE_INTEGER,
    toMs: toMs ?? Number.MAX_SAFE_INTEGER,
  }
  const asked = { filter, after: after ?? null, count: OF_A_PERIOD, most: Number.POSITIVE_INFINITY }
  const asker = frontOffice(kernel, operator)
  const { texts, isMore, last } = await kernel.gate.page(asker, FRONT_OFFICE_PURPOSE, asked, render)
  const found: NonNullable<T>[] = []
  for await (const some of texts.all())
    for (const json of some) {
      const value = fromJson<T>(json)
      if (value !== null && value !== undefined) found.push(value)
    }
  if (!isMore || last === undefined) return { found }
  return { found, next: { occurredAt: last.occurredAtMs, id: idHex(last.id) } }
}

/** Reads all records about several entries of a party, or about all parties (`[null]`), each once, by page. */
export async function* everyRecord<T extends { readonly id: string }>(
  kernel: RecordKernel,
  operator: string,
  { subjects, ...asked }: Omit<Walked, 'subject' | 'after'> & { subjects: readonly (string | null)[] },
  render: (gated: GatedRecord) => string,
): AsyncGenerator<NonNullable<T>> {
  const seen = new Set<string>()
  for (const subject of subjects) {
    let after: PagePosition | undefined
    do {
      const page = { ...asked, subject, ...given({ after }) }
      const { found, next } = await pageOf<T>(kernel, operator, page, render)
      for (const record of found) {
        if (seen.has(record.id)) continue
        if (subjects.length > 1) seen.add(record.id)
        yield record
      }
      after = next
    } while (after !== undefined)
  }
}

/** Chains examined in one job. */
const CHAINS_AT_ONCE = 50

interface Forked {
  readonly type: RecordType
  readonly subjects: readonly (string | null)[]
  readonly fromMs: number
  readonly toMs: number
}

/** Returns forked records. They are found among chains with several versions, so no others are examined. */
async function forkedRecords(
  kernel: RecordKernel,
  operator: string,
  { type, subjects, fromMs, toMs }: Forked,
  count: number,
): Promise<{ readonly records: readonly CounterRecord[]; readonly more: boolean }> {
  const { store, gate } = kernel
  const asker = frontOffice(kernel, operator)
  const about = subjects.filter((subject) => subject !== null)
  const found: StoredRecord[] = []
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after
    after = await store.jobs.submit(asker, () => {
      const roots = store.records.rootsWithSeveralVersions(from, CHAINS_AT_ONCE)
      const forked = gate
        .readerFor(asker, FRONT_OFFICE_PURPOSE)
        .forkedAmong(roots, type, about.length === 0 ? null : about)
      found.push(...forked.filter(({ occurredAtMs }) => occurredAtMs >= fromMs && occurredAtMs < toMs))
      return roots.length === CHAINS_AT_ONCE ? roots.at(-1) : undefined
    })
  }
  const shown = found
    .sort((a, b) => b.occurredAtMs - a.occurredAtMs || (b.id < a.id ? -1 : 1))
    .slice(0, count)
    .map(({ seq }) => seq)
  // The job that shows the records decides on them again and audits them.
  const listed = await store.jobs.submit(asker, () =>
    gate
      .readerFor(asker, FRONT_OFFICE_PURPOSE)
      .listed(shown)
      .map((gated) => recordJson(gated)),
  )
  return { records: listed.map((json) => fromJson<CounterRecord>(json)), more: found.length > count }
}

export const newestFirst = (a: CounterRecord, b: CounterRecord): number =>
  b.occurred_at < a.occurred_at ? -1 : b.occurred_at > a.occurred_at ? 1 : b.id < a.id ? -1 : 1

/** Tasks that run as several jobs, with other work between them. */
export const longRecordTasks = tasksOn<RecordKernel>()({
  /** Returns every version of a record that the cooperative may read, newest first, with the record's number. */
  'record.versions': async (kernel, operator, { id }: { readonly id: string }) => {
    const { store, gate } = kernel
    const asker = frontOffice(kernel, operator)
    const [chain, number] = await Promise.all([
      gate.chain(asker, FRONT_OFFICE_PURPOSE, id, recordJson),
      store.jobs.submit(asker, () => {
        const record = store.records.byId(id)
        return record === undefined ? '' : numberOf(store, record)
      }),
    ])
    if (chain === null) throw noRecord(id)
    const versions: CounterRecord[] = []
    for await (const some of chain.texts.all())
      versions.push(...some.map((json) => fromJson<CounterRecord>(json)))
    return { number, versions: versions.sort((a, b) => (a.received_at < b.received_at ? 1 : -1)) }
  },

  /** Lists records, so that a clerk can find the one to correct. */
  'record.recent': recentRecords,

  /** Counts records that contradict each other, for the day's list. Shows nothing of the records. */
  'record.forks': (kernel, operator) => forksByType(kernel, operator),
})

export const recordStreams = {
  /** Reads every record about a party, of every standing and under all its entries, newest first in each. */
  'record.about': (
    kernel: RecordKernel,
    operator: string,
    { party }: { readonly party: string },
  ): AsyncIterable<CounterRecord> =>
    everyRecord<CounterRecord>(
      kernel,
      operator,
      { types: RECORD_TYPES, standing: 'any', subjects: knownEntryIds(kernel, operator, party) },
      recordJson,
    ),
} as const

/** Counts the chains with contradicting corrections, by type. */
async function forksByType(kernel: RecordKernel, operator: string) {
  const { store, gate } = kernel
  const asker = frontOffice(kernel, operator)
  const counts = new Map<string, number>()
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after
    after = await store.jobs.submit(asker, () => {
      const roots = store.records.rootsWithSeveralVersions(from, CHAINS_AT_ONCE)
      const types = new Map(roots.map((root) => [root, store.records.bySeq(root)?.type]))
      const reader = gate.readerFor(asker, FRONT_OFFICE_PURPOSE)
      for (const type of new Set(types.values())) {
        if (type === undefined) continue
        const some = roots.filter((root) => types.get(root) === type)
        const forked = new Set(reader.forkedAmong(some, type, null).map(({ root }) => root))
        if (forked.size > 0) counts.set(type, (counts.get(type) ?? 0) + forked.size)
      }
      return roots.length === CHAINS_AT_ONCE ? roots.at(-1) : undefined
    })
  }
  return { forks: [...counts].map(([type, count]) => ({ type, count })) }
}

const RECENT = 20
const OF_A_PERIOD = 500

export const LISTED_STANDINGS = ['tip', 'forked', 'superseded', 'retracted', 'any'] as const
export type ListedStanding = (typeof LISTED_STANDINGS)[number]

/** Members of a record, as entered at the counter. */
export interface Members {
  crop?: Code
  quantity?: Quantity
  amount?: Money
  normalized_kg?: number
  conversion_id?: string
  area_ha?: number
  [member: string]: unknown
}

/** A record as returned to the front office. Its crop and time have the kinds of values that their formatters demand. */
export type CounterRecord = CounterRecordOf<RecordType>
export type CounterRecordOf<T extends RecordType> = T extends RecordType ? Formatted<RecordView<T>> : never
type Formatted<Record> = {
  readonly [Member in keyof Record]: Member extends 'occurred_at'
    ? Happened
    : Member extends 'crop'
      ? Coded<Record[Member]>
      : Record[Member]
}
type Coded<Value> = Value extends string ? Code : Value
