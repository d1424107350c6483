import { dayOf } from '../../cli/day.ts'
import { forksOf } from '../../domain/forks.ts'
import { idHex } from '../../domain/id.ts'
import { DAY_MS } from '../../domain/time.ts'
import { entriesCalled, FRONT_OFFICE_PURPOSE, frontOffice } from '../../identity/who.ts'
import type { Registry } from '../../registry/registry.ts'
import { noteAct } from '../../store/doer.ts'
import type { People } from '../../store/people.ts'
import type { Store } from '../../store/store.ts'
import { Calendar } from '../../text/phrases.ts'
import { wayOf } from '../../text/ways.ts'
import type { ListFilter } from '../gate/list-filter.ts'
import type { CounterRecord, RecordTaskPorts } from '../record-tasks.ts'
import { recordJson } from '../views/record-view.ts'
import type { DaySheet, DaySheets } from './day-sheets.ts'
import { DeliveryReport, type ReportedDelivery, type ReportKey, type ReportRow } from './report.ts'
import { periodOf, seasonAt, seasonOfDay, weekOfDay } from './season.ts'

export interface ReportTaskPorts extends RecordTaskPorts {
  readonly store: Store
  readonly people: People
  readonly registry: Pick<Registry, 'conversion' | 'get'>
  readonly config: { readonly timeZone: string; readonly seasonBegins: string }
  /** Null: none are remembered. */
  readonly daySheets: DaySheets | null
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
  const report = asked.party === undefined ? await ofDays(kernel, operator, asked) : null
  const { by } = asked
  const pause = new Pause()
  const rows = []
  for (const row of (report ?? (await ofEach(kernel, operator, asked))).rows()) {
    rows.push({ ...row, ...wordsOf(kernel, row, by) })
    await pause.ifLong()
  }
  return rows
}

/** Looks at each delivery. */
async function ofEach(kernel: ReportTaskPorts, operator: string, asked: Asked): Promise<DeliveryReport> {
  const { partyId } = frontOffice(kernel, operator)
  const subjects = asked.party === undefined ? [null] : entriesCalled(kernel, operator, asked.party)
  const report = new DeliveryReport(asked.by, partyId)
  const forked: CounterRecord[] = []
  const delivery = readerOf(kernel)
  const seen = new Set<string>()
  const isNew = ({ id }: CounterRecord) => subjects.length === 1 || (!seen.has(id) && seen.add(id) !== null)
  for (const subject of subjects)
    for await (const record of walked(kernel, operator, { ...asked, subject })) {
      if (!isNew(record)) continue
      const { standing } = record.derived
      if (standing === 'tip') report.add(delivery(record, false))
      else if (standing === 'forked') forked.push(record)
    }
  addForked(report, forked, delivery)
  return report
}

function addForked(
  report: DeliveryReport,
  forked: readonly CounterRecord[],
  delivery: ReturnType<typeof readerOf>,
): void {
  for (const [first] of forksOf(forked, 'delivery'))
    if (first !== undefined) report.add(delivery(first, true))
}

/** Longer periods are walked. */
const MOST_DAYS = 4_000

/**
 * Adds up days, of which most were looked at before.
 * @returns null when the period is not of whole days, or the cooperative reads more than its own: what others open to it may
 *   end at any time
 */
async function ofDays(
  kernel: ReportTaskPorts,
  operator: string,
  asked: Asked,
): Promise<DeliveryReport | null> {
  const { daySheets: sheets, store, config } = kernel
  if (sheets === null) return null
  const { timeZone, seasonBegins } = config
  const days = await wholeDays(sheets, new Calendar(timeZone).timeZone, asked)
  const { party, partyId } = frontOffice(kernel, operator)
  if (days === null || store.consents.grantsOfGrantee(party, Number.MAX_SAFE_INTEGER, 1).length > 0)
    return null
  await store.writer.submit(() => {
    sheets.catchUp()
    noteAct(store, { credential: null, operator }, 'report', {
      by: asked.by,
      since: days[0]?.day,
      days: days.length,
    })
  })
  const found = new Map<string, DaySheet>()
  const missing: Day[] = []
  for (const day of days) {
    const sheet = sheets.get(day.day)
    if (sheet === undefined) missing.push(day)
    else found.set(day.day, sheet)
  }
  const delivery = readerOf(kernel)
  for (const run of runsOf(missing)) {
    const walk = sheets.begin()
    try {
      const made = await sheetsOf(kernel, operator, run, { cooperative: partyId, delivery })
      await store.writer.submit(() => sheets.end(walk, made))
      for (const [day, sheet] of made) found.set(day, sheet)
    } catch (error) {
      sheets.giveUp(walk)
      throw error
    }
  }
  const report = new DeliveryReport(asked.by, partyId)
  const forked: CounterRecord[] = []
  const pause = new Pause()
  for (const { day } of days) {
    const sheet = found.get(day)
    if (sheet === undefined) continue
    const key = KEY_OF_DAY[asked.by]
    const { since } = seasonOfDay(seasonBegins, day)
    if (asked.by === 'member') report.merge(sheet.member, (group) => group.key)
    else report.merge(sheet.place, (group) => key(day, since, group.key))
    forked.push(...sheet.forked)
    await pause.ifLong()
  }
  addForked(report, forked, delivery)
  return report
}

/** After so long, others have their turn. */
const SLICE_MS = 4

/** The key of a group by place, of one day. */
const KEY_OF_DAY: Readonly<Record<ReportKey, (day: string, season: string, place: string) => string>> = {
  day: (day) => day,
  week: (day) => weekOfDay(day),
  season: (_day, season) => season,
  crop: () => '',
  place: (_day, _season, place) => place,
  member: () => '',
}

interface Day {
  readonly day: string
  readonly fromMs: number
  readonly toMs: number
}

/** The days of a period, oldest first; null when it is not of whole days, or of too many. */
async function wholeDays(
  sheets: DaySheets,
  timeZone: string,
  { fromMs, toMs }: Pick<Asked, 'fromMs' | 'toMs'>,
): Promise<Day[] | null> {
  if (toMs - fromMs > MOST_DAYS * DAY_MS) return null
  const days: Day[] = []
  const pause = new Pause()
  let day = dayOf(timeZone, fromMs)
  if (sheets.beginningOf(day) !== fromMs) return null
  for (let atMs = fromMs; atMs < toMs; ) {
    const next = dayAfter(day)
    const nextMs = sheets.beginningOf(next)
    if (nextMs === null || nextMs > toMs) return null
    days.push({ day, fromMs: atMs, toMs: nextMs })
    day = next
    atMs = nextMs
    await pause.ifLong()
  }
  return days
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/** Lets others have their turn after a few milliseconds. */
class Pause {
  #beganAtMs = performance.now()

  async ifLong(): Promise<void> {
    if (performance.now() - this.#beganAtMs < SLICE_MS) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#beganAtMs = performance.now()
  }
}

/** Days that follow each other are walked together. */
function runsOf(days: readonly Day[]): Day[][] {
  const runs: Day[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run !== undefined && run.at(-1)?.toMs === day.fromMs) run.push(day)
    else runs.push([day])
  }
  return runs
}

interface Counting {
  readonly cooperative: string
  readonly delivery: ReturnType<typeof readerOf>
}

async function sheetsOf(
  kernel: ReportTaskPorts,
  operator: string,
  run: readonly Day[],
  { cooperative, delivery }: Counting,
): Promise<Map<string, DaySheet>> {
  const making = new Map(
    run.map(({ day }) => [
      day,
      {
        place: new DeliveryReport('place', cooperative),
        member: new DeliveryReport('member', cooperative),
        forked: [] as CounterRecord[],
      },
    ]),
  )
  const period = { fromMs: run[0]?.fromMs ?? 0, toMs: run.at(-1)?.toMs ?? 0, subject: null }
  for await (const record of walked(kernel, operator, period)) {
    const { standing } = record.derived
    if (standing !== 'tip' && standing !== 'forked') continue
    const reported = delivery(record, false)
    const sheet = making.get(reported.day)
    if (standing === 'forked') sheet?.forked.push(record)
    else {
      sheet?.place.add(reported)
      sheet?.member.add(reported)
    }
  }
  return new Map(
    [...making].map(([day, { place, member, forked }]) => [
      day,
      { place: place.groups(), member: member.groups(), forked },
    ]),
  )
}

export type Report = Awaited<ReturnType<(typeof reportTasks)['report.deliveries']>>
export type SeasonReport = Awaited<ReturnType<(typeof reportTasks)['report.season']>>

async function* walked(
  kernel: ReportTaskPorts,
  operator: string,
  { fromMs, toMs, subject }: Pick<ListFilter, 'fromMs' | 'toMs' | 'subject'>,
): AsyncIterable<CounterRecord> {
  const filter: ListFilter = {
    types: ['delivery'],
    subject,
    lotId: null,
    obligationId: null,
    fromMs,
    toMs,
    standing: 'any',
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
