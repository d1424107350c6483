import { forksOf } from '../../domain/forks.ts'
import { idHex } from '../../domain/id.ts'
import { entriesCalled, FRONT_OFFICE_PURPOSE, frontOffice } from '../../identity/who.ts'
import type { Registry } from '../../registry/registry.ts'
import type { People } from '../../store/people.ts'
import type { Store } from '../../store/store.ts'
import { Calendar } from '../../text/phrases.ts'
import { wayOf } from '../../text/ways.ts'
import type { ListFilter } from '../gate/list-filter.ts'
import type { CounterRecord, RecordTaskPorts } from '../record-tasks.ts'
import { recordJson } from '../views/record-view.ts'
import { DeliveryReport, type ReportedDelivery, type ReportKey, type ReportRow } from './report.ts'
import { periodOf, seasonAt, seasonOfDay } from './season.ts'

export interface ReportTaskPorts extends RecordTaskPorts {
  readonly store: Store
  readonly people: People
  readonly registry: Pick<Registry, 'conversion' | 'get'>
  readonly config: { readonly timeZone: string; readonly seasonBegins: string }
}

interface Asked {
  /** Inclusive, exclusive: when they happened. */
  readonly fromMs: number
  readonly toMs: number
  readonly by: ReportKey
  /** Of one party, under all its entries; else of everybody. */
  readonly party?: string
}

/** Rows per slice of the walk. */
const PAGE = 100

/** Tasks of several jobs, with other work between them. */
export const reportTasks = {
  /** Totals of the deliveries that happened in a period and that the cooperative may read. */
  'report.deliveries': async (kernel: ReportTaskPorts, operator: string, asked: Asked) => ({
    rows: await rowsOf(kernel, operator, asked),
  }),

  /** The same of one party, for the season that an instant falls in. */
  'report.season': async (
    kernel: ReportTaskPorts,
    operator: string,
    { party, atMs }: { readonly party: string; readonly atMs: number },
  ) => {
    const { timeZone, seasonBegins } = kernel.config
    const season = seasonAt(new Calendar(timeZone).timeZone, seasonBegins, atMs)
    const period = periodOf(new Calendar(timeZone).timeZone, season)
    return { ...season, rows: await rowsOf(kernel, operator, { ...period, by: 'crop', party }) }
  },
} as const

async function rowsOf(kernel: ReportTaskPorts, operator: string, asked: Asked) {
  const { partyId } = frontOffice(kernel, operator)
  const subjects = asked.party === undefined ? [null] : entriesCalled(kernel, operator, asked.party)
  const report = new DeliveryReport(asked.by, partyId)
  const forked: CounterRecord[] = []
  const delivery = readerOf(kernel)
  const seen = new Set<string>()
  const isNew = ({ id }: CounterRecord) => subjects.length === 1 || (!seen.has(id) && seen.add(id) !== null)
  for (const subject of subjects) {
    const filter = { ...asked, subject }
    for await (const record of walked(kernel, operator, { ...filter, standing: 'tip' }))
      if (isNew(record)) report.add(delivery(record, false))
    for await (const record of walked(kernel, operator, { ...filter, standing: 'forked' }))
      if (isNew(record)) forked.push(record)
  }
  for (const [first] of forksOf(forked, 'delivery'))
    if (first !== undefined) report.add(delivery(first, true))
  return report.rows().map((row) => ({ ...row, ...wordsOf(kernel, row, asked.by) }))
}

export type Report = Awaited<ReturnType<(typeof reportTasks)['report.deliveries']>>
export type SeasonReport = Awaited<ReturnType<(typeof reportTasks)['report.season']>>

async function* walked(
  kernel: ReportTaskPorts,
  operator: string,
  { fromMs, toMs, standing, subject }: Pick<ListFilter, 'fromMs' | 'toMs' | 'standing' | 'subject'>,
): AsyncIterable<CounterRecord> {
  const filter: ListFilter = {
    types: ['delivery'],
    subject,
    lotId: null,
    obligationId: null,
    fromMs,
    toMs,
    standing,
    order: 'newest',
  }
  const most = Number.POSITIVE_INFINITY
  for (let after: { occurredAt: number; id: string } | null = null; ; ) {
    const reader = frontOffice(kernel, operator)
    const asked = { filter, after, count: PAGE, most }
    const page = await kernel.gate.page(reader, FRONT_OFFICE_PURPOSE, asked, recordJson)
    for (const text of page.texts) yield JSON.parse(text) as CounterRecord
    if (!page.isMore || page.last === undefined) return
    after = { occurredAt: page.last.occurredAtMs, id: idHex(page.last.id) }
  }
}

/** Turns records into what the report counts. */
function readerOf({ config, registry, store, people }: ReportTaskPorts) {
  const kept = (id: string): string => {
    const n = store.parties.find(id)
    return n === undefined ? id : store.parties.id(people.kept(n))
  }
  const calendar = new Calendar(config.timeZone)
  return (record: CounterRecord, isForked: boolean): ReportedDelivery => {
    const { crop, from_party, to_party, location, conversion_id, normalized_kg, occurred_at, derived } =
      record as CounterRecord & DeliveryMembers
    const factor = conversion_id === undefined ? undefined : registry.conversion(conversion_id)
    const day = calendar.isoDay(occurred_at)
    const form = normalized_kg === undefined ? crop : (factor?.to_crop ?? crop)
    return {
      from: kept(from_party),
      to: kept(to_party),
      day,
      season: seasonOfDay(config.seasonBegins, day).since,
      place: location ?? null,
      crop: form,
      kg: derived.kg,
      way: wayOf(record as CounterRecord & DeliveryMembers, factor?.kind),
      isForked,
      isConfirmed: derived.confirmation !== null,
    }
  }
}

interface DeliveryMembers {
  readonly crop: string
  readonly from_party: string
  readonly to_party: string
  readonly location?: string
  readonly conversion_id?: string
  readonly normalized_kg?: number
  readonly derived: CounterRecord['derived'] & { readonly confirmation: object | null }
}

/** Names for people, beside the codes and ids. */
function wordsOf({ store, people, registry }: ReportTaskPorts, { key, crop }: ReportRow, by: ReportKey) {
  const n = by === 'member' ? store.parties.find(key) : undefined
  const facts = n === undefined ? undefined : people.facts(n)
  return {
    crop_name: (registry.get('crops', crop)?.name as string | undefined) ?? crop,
    ...(facts === undefined ? {} : { name: facts.name, member_no: facts.memberNo }),
  }
}
