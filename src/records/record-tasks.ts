import { OperatorFault, PROBLEMS, Problem } from '../base/problem.ts'
import { draftOf, prepare } from '../domain/draft-shape.ts'
import { isId } from '../domain/id.ts'
import type { RecordType } from '../domain/types/index.ts'
import type { FrontOfficePorts } from '../identity/who.ts'
import { FRONT_OFFICE_PURPOSE, frontOffice } from '../identity/who.ts'
import type { Store } from '../store/store.ts'
import type { StoredRecord } from '../store/stored-record.ts'
import type { Code, Happened } from '../text/kinds.ts'
import type { Money, Quantity } from '../text/phrases.ts'
import type { Gate } from './gate/gate.ts'
import type { Intake } from './intake/intake.ts'
import { recordJson } from './views/record-view.ts'

export interface RecordTaskPorts extends FrontOfficePorts {
  readonly store: FrontOfficePorts['store'] & Pick<Store, 'jobs' | 'records'>
  readonly intake: Pick<Intake, 'append' | 'appendAll'>
  readonly gate: Pick<Gate, 'receipt' | 'readerFor' | 'page'>
}

/** Entry in the front office: the cooperative's own records, written by its staff. */

export const recordTasks = {
  /** Appends one record as the cooperative. */
  'record.append': (kernel: RecordTaskPorts, operator: string, args: { readonly draft: object }) => {
    const author = frontOffice(kernel, operator)
    const appended = kernel.intake.append(author, draftOf(args.draft))
    const json = recordJson(kernel.gate.receipt(author, appended))
    return { status: appended.status, record: JSON.parse(json) as CounterRecord }
  },

  /** Appends many as the cooperative; one result for each, in order. */
  'record.append-all': (
    kernel: RecordTaskPorts,
    operator: string,
    args: { readonly records: readonly object[] },
  ) => {
    const author = frontOffice(kernel, operator)
    const results = kernel.intake.appendAll(author, args.records.map(prepare))
    return results.map((result, i) => {
      const id = String((args.records[i] as { id?: unknown }).id)
      if (!(result instanceof Problem)) return { id, status: result.status }
      const { detail, errors } = result.extra
      return {
        id,
        status: 'rejected' as const,
        problem: {
          code: result.code,
          title: PROBLEMS[result.code][1],
          ...(detail === undefined ? {} : { detail }),
          ...(errors === undefined ? {} : { errors }),
        },
      }
    })
  },

  /** A record that the cooperative may read, in its current state. */
  'record.get': (kernel: RecordTaskPorts, operator: string, args: { readonly id: string }) => {
    const reader = kernel.gate.readerFor(frontOffice(kernel, operator), FRONT_OFFICE_PURPOSE)
    const gated = isId(args.id) ? reader.one(args.id) : null
    if (!gated)
      throw new OperatorFault(
        `The cooperative has no record ${args.id}.`,
        'Find it with "granary record list TYPE"; records of other parties cannot be used here.',
      )
    return JSON.parse(recordJson(gated)) as CounterRecord
  },
} as const

interface Recent {
  readonly type: RecordType
  readonly subject: string | null
  readonly standing: ListedStanding
  /** Inclusive, exclusive: when it happened. */
  readonly fromMs?: number
  readonly toMs?: number
  /** Only what names this lot, by any version of it. */
  readonly lotId?: string
}

/** The cooperative's newest records of a type, about a party or all; more of them where a period is given. */
export async function recentRecords(
  kernel: RecordTaskPorts,
  operator: string,
  { type, subject, standing, fromMs, toMs, lotId }: Recent,
): Promise<{ readonly records: readonly CounterRecord[]; readonly more: boolean }> {
  const n = subject === null ? undefined : kernel.store.parties.find(subject)
  // A person who was entered twice has one history in the front office.
  const subjects =
    n === undefined ? [subject] : kernel.people.entriesOf(n).map((one) => kernel.store.parties.id(one))
  const filter = {
    types: [type],
    lotId: lotId ?? null,
    obligationId: null,
    fromMs: fromMs ?? -Number.MAX_SAFE_INTEGER,
    toMs: toMs ?? Number.MAX_SAFE_INTEGER,
    standing,
    order: 'newest',
  } as const
  const count = fromMs === undefined && toMs === undefined && lotId === undefined ? RECENT : OF_A_PERIOD
  if (standing === 'forked' && lotId === undefined)
    return forkedRecords(kernel, operator, { type, subjects, ...filter }, count)
  const reader = frontOffice(kernel, operator)
  const found = new Map<string, CounterRecord>()
  let more = false
  for (const one of subjects) {
    const asked = { filter: { ...filter, subject: one }, after: null, count, most: Number.POSITIVE_INFINITY }
    const { texts, isMore } = await kernel.gate.page(reader, FRONT_OFFICE_PURPOSE, asked, recordJson)
    more ||= isMore
    for await (const some of texts.all())
      for (const json of some) {
        const record = JSON.parse(json) as CounterRecord
        found.set(record.id, record)
      }
  }
  const records = subjects.length === 1 ? [...found.values()] : [...found.values()].sort(newestFirst)
  return { records: records.slice(0, count), more: more || records.length > count }
}

/** Chains looked at in one job. */
const CHAINS_AT_ONCE = 50

interface Forked {
  readonly type: RecordType
  readonly subjects: readonly (string | null)[]
  readonly fromMs: number
  readonly toMs: number
}

/** They are few, and found by their several corrections: no other record is looked at. */
async function forkedRecords(
  kernel: RecordTaskPorts,
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
  // Decided once more, and audited, in the job that shows them.
  const listed = await store.jobs.submit(asker, () =>
    gate
      .readerFor(asker, FRONT_OFFICE_PURPOSE)
      .listed(shown)
      .map((gated) => recordJson(gated)),
  )
  return { records: listed.map((json) => JSON.parse(json) as CounterRecord), more: found.length > count }
}

export const newestFirst = (a: CounterRecord, b: CounterRecord): number =>
  b.occurred_at < a.occurred_at ? -1 : b.occurred_at > a.occurred_at ? 1 : b.id < a.id ? -1 : 1

/** Tasks of several jobs, with other work between them. */
export const longRecordTasks = {
  /** For a clerk to find one to correct. */
  'record.recent': recentRecords,
} as const

const RECENT = 20
const OF_A_PERIOD = 500

export const LISTED_STANDINGS = ['tip', 'forked', 'superseded', 'retracted', 'any'] as const
export type ListedStanding = (typeof LISTED_STANDINGS)[number]

/** A record as returned to the front office. */
export interface CounterRecord {
  readonly id: string
  readonly type: RecordType
  readonly occurred_at: Happened
  readonly occurred_at_precision?: string
  readonly received_at: string
  readonly lawful_basis: string
  readonly crop?: Code
  readonly kind?: Code
  readonly quantity?: Quantity
  readonly agreed_price?: Money
  readonly amount?: Money
  readonly derived: {
    readonly standing: Code
    readonly superseded_by: readonly string[]
    readonly kg: number | null
    readonly flags: readonly string[]
    readonly redacted?: readonly { readonly member: string }[]
  }
  readonly [member: string]: unknown
}
