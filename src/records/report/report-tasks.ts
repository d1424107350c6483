import { isLiveGrant } from '../../domain/consent.ts'
import { forksOf } from '../../domain/forks.ts'
import { idHex } from '../../domain/id.ts'
import { maskCovers, typeCode } from '../../domain/types/index.ts'
import { entriesCalled, FRONT_OFFICE_PURPOSE, frontOffice } from '../../identity/who.ts'
import { noteAct } from '../../store/doer.ts'
import { Calendar } from '../../text/phrases.ts'
import type { ListFilter } from '../gate/list-filter.ts'
import { recordJson } from '../views/record-view.ts'
import type { DaySheet, ForkedVersion } from './day-sheets.ts'
import { type Day, sheetsOf } from './day-walk.ts'
import { Pause, wholeDays } from './days.ts'
import { DeliveryReport, type ReportKey, type ReportRow } from './report.ts'
import { type ReportTaskPorts, readerOf } from './reported.ts'
import { periodOf, seasonAt, seasonOfDay, weekOfDay } from './season.ts'

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
  const forked: ForkedVersion[] = []
  const delivery = readerOf(kernel)
  const seen = new Set<string>()
  const isNew = ({ id }: ForkedVersion) => subjects.length === 1 || (!seen.has(id) && seen.add(id) !== null)
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
  forked: readonly ForkedVersion[],
  delivery: ReturnType<typeof readerOf>,
): void {
  for (const [first] of forksOf(forked, 'delivery'))
    if (first !== undefined) report.add(delivery(first, true))
}

const DELIVERIES = typeCode('delivery')

/**
 * Adds up days, of which most were looked at before.
 * @returns null when the period is not of whole days, or others have opened deliveries of theirs to the cooperative: what
 *   rests on a consent is read anew each time, and audited with it
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
  if (days === null) return null
  const isOthersToo = await store.writer.submit(() => {
    sheets.catchUp()
    const { nowMs } = store.writer
    const opened = store.consents
      .grantsTo(party, FRONT_OFFICE_PURPOSE)
      .some((grant) => maskCovers(grant.types, DELIVERIES) && isLiveGrant(grant, nowMs))
    if (opened) return true
    noteAct(store, { credential: null, operator }, 'report', {
      by: asked.by,
      since: days[0]?.day,
      days: days.length,
    })
    return false
  })
  if (isOthersToo) return null
  const found = new Map<string, DaySheet>()
  const missing: Day[] = []
  for (const day of days) {
    const sheet = sheets.get(day.day)
    if (sheet === undefined) missing.push(day)
    else found.set(day.day, sheet)
  }
  const delivery = readerOf(kernel)
  const office = { party, credential: null }
  for (const run of runsOf(missing)) {
    const made = await sheetsOf(kernel, operator, sheets, run, (work) =>
      store.writer.submitSlice(work, office),
    )
    for (const [day, sheet] of made) found.set(day, sheet)
  }
  const report = new DeliveryReport(asked.by, partyId)
  const forked: ForkedVersion[] = []
  const pause = new Pause()
  for (const { day } of days) {
    const sheet = found.get(day)
    if (sheet === undefined) continue
    const key = KEY_OF_DAY[asked.by]
    const { since } = seasonOfDay(seasonBegins, day)
    if (asked.by === 'member') report.merge(sheet.member)
    else report.merge(sheet.place, (group) => key(day, since, group.key))
    forked.push(...sheet.forked)
    await pause.ifLong()
  }
  addForked(report, forked, delivery)
  return report
}

/** The key of a group by place, of one day. */
const KEY_OF_DAY: Readonly<Record<ReportKey, (day: string, season: string, place: string) => string>> = {
  day: (day) => day,
  week: (day) => weekOfDay(day),
  season: (_day, season) => season,
  crop: () => '',
  place: (_day, _season, place) => place,
  member: () => '',
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

export type Report = Awaited<ReturnType<(typeof reportTasks)['report.deliveries']>>

type Listed = ForkedVersion & { readonly derived: { readonly standing: string } }

async function* walked(
  kernel: ReportTaskPorts,
  operator: string,
  { fromMs, toMs, subject }: Pick<ListFilter, 'fromMs' | 'toMs' | 'subject'>,
): AsyncIterable<Listed> {
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
    for await (const texts of page.texts.all()) for (const text of texts) yield JSON.parse(text) as Listed
    if (!page.isMore || page.last === undefined) return
    after = { occurredAt: page.last.occurredAtMs, id: idHex(page.last.id) }
  }
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
