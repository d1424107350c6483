import { fromJson, given, must } from '../../base/typed.ts'
import { isLiveGrant } from '../../domain/consent.ts'
import { forksOf } from '../../domain/forks.ts'
import { idHex } from '../../domain/id.ts'
import { maskCovers, type RecordType, typeCode } from '../../domain/types/index.ts'
import { entryIds, FRONT_OFFICE_PURPOSE, frontOffice } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import { noteAct } from '../../store/doer.ts'
import { Calendar } from '../../words/calendar.ts'
import { shortName } from '../../words/party-name.ts'
import type { ListFilter } from '../gate/list-filter.ts'
import type { RecordKernel } from '../kernel.ts'
import { type CounterRecord, newestFirst } from '../record-tasks.ts'
import { recordJson } from '../views/record-view.ts'
import type { DaySheet, ForkedVersion } from './day-sheets.ts'
import { type Pace, sheetsOf } from './day-walk.ts'
import { daysAround, Pause, wholeDays } from './days.ts'
import { type PaymentKey, paymentRows, type ReportedPayment } from './payment-report.ts'
import {
  DeliveryReport,
  isCounted,
  knownByOf,
  type ReportedDelivery,
  type ReportKey,
  type ReportRow,
} from './report.ts'
import { keptIn, readerOf } from './reported.ts'
import { periodOf, seasonAt, seasonOfDay } from './season.ts'

interface Asked {
  /** The period in which the deliveries happened: `fromMs` is inside it, `toMs` is not. */
  readonly fromMs: number
  readonly toMs: number
  readonly by: ReportKey
  /** Only deliveries of this party, under all its entries; of all parties if left out. */
  readonly party?: string
}

/** Records of a page. A page is read in slices, and has an entry of its own in the audit log. */
const PAGE = 500

/** Unconfirmed deliveries are listed for this number of days. */
const WAITING_DAYS = 30
/** Most unconfirmed deliveries that are listed. */
const WAITING_SHOWN = 100

/** These tasks consist of several jobs, between which other work runs. */
export const reportTasks = tasksOn<RecordKernel>()({
  /** Returns totals of the deliveries that happened in a period and that the cooperative may read. */
  'report.deliveries': async (kernel, operator, asked: Asked) => ({
    rows: await rowsOf(kernel, operator, asked),
  }),

  /** Returns totals of the payments that happened in a period and that the cooperative may read. */
  'report.payments': async (
    kernel,
    operator,
    { by, ...asked }: Omit<Asked, 'by'> & { readonly by: PaymentKey },
  ) => {
    const { partyId } = frontOffice(kernel, operator)
    const kept = keptIn(kernel)
    const calendar = new Calendar(kernel.config.timeZone)
    const payments: ReportedPayment[] = []
    const forked: ListedPayment[] = []
    const add = (record: ListedPayment, isForked: boolean): void => {
      const { payer, payee, occurred_at, occurred_at_precision } = record
      const day = calendar.isoDay(occurred_at)
      payments.push({
        ...record,
        from: kept(payer),
        to: kept(payee),
        day,
        season: seasonOfDay(kernel.config.seasonBegins, day).since,
        knownBy: knownByOf(occurred_at_precision),
        isForked,
      })
    }
    for await (const record of each<ListedPayment>(kernel, operator, 'payment', asked)) {
      if (record.derived.standing === 'tip') add(record, false)
      else if (record.derived.standing === 'forked') forked.push(record)
    }
    for (const [first] of forksOf(forked, 'payment')) if (first !== undefined) add(first, true)
    return {
      rows: paymentRows(payments, by, partyId).map((row) => ({
        ...row,
        ...(by === 'member' ? factsOf(kernel, row.key) : {}),
      })),
    }
  },

  /** Returns the totals of one party, or of all, for the season that contains an instant. */
  'report.season': async (
    kernel,
    operator,
    { party, atMs }: { readonly party?: string; readonly atMs: number },
  ) => {
    const { timeZone, seasonBegins } = kernel.config
    const season = seasonAt(new Calendar(timeZone).timeZone, seasonBegins, atMs)
    const period = periodOf(new Calendar(timeZone).timeZone, season)
    return { ...season, rows: await rowsOf(kernel, operator, { ...period, by: 'crop', ...given({ party }) }) }
  },

  /**
   * Returns the newest recent deliveries that another party states it made to the cooperative or received
   * from it, and that the cooperative has not confirmed.
   */
  'report.unconfirmed': async (kernel, operator) => {
    const { daySheets: sheets, store, config } = kernel
    if (sheets === null) return { records: [], more: false }
    const { timeZone } = new Calendar(config.timeZone)
    // Includes tomorrow: a phone's clock may be ahead.
    const days = await daysAround(timeZone, store.writer.nowMs, WAITING_DAYS, 2)
    const found = await sheetsOf(kernel, operator, sheets, days, paceOf(kernel, operator))
    const waiting = days.flatMap(({ day }) => found.get(day)?.waiting ?? [])
    const asker = frontOffice(kernel, operator)
    const shown = waiting.slice(-WAITING_SHOWN)
    const texts = await store.jobs.submit(asker, () =>
      kernel.gate
        .readerFor(asker, FRONT_OFFICE_PURPOSE)
        .listed(shown)
        .map((gated) => recordJson(gated)),
    )
    const records = texts.map((json) => fromJson<CounterRecord>(json))
    return { records: records.sort(newestFirst), more: waiting.length > shown.length }
  },
})

/** Runs the slices of a report in turns with other slices. */
const paceOf =
  (kernel: RecordKernel, operator: string): Pace =>
  (work) =>
    kernel.store.writer.submitSlice(work, frontOffice(kernel, operator))

/** One of several reports over the same deliveries. */
export interface Part {
  readonly by: ReportKey
  /** The first day, such as 2026-06-28. */
  readonly since: string
  /** The day after the last. */
  readonly until: string
}

/** A period, and whose deliveries count. */
export type Over = Omit<Asked, 'by'>

const rowsOf = async (kernel: RecordKernel, operator: string, { by, ...over }: Asked) =>
  must((await partsOf(kernel, operator, over, [{ by, since: '', until: NEVER }]))[0])

/** After every day. */
const NEVER = '~'

/**
 * Returns the rows of several reports, each over some days of the period. The deliveries are read once, and one
 * entry of the audit log covers them.
 */
export async function partsOf(kernel: RecordKernel, operator: string, over: Over, parts: readonly Part[]) {
  const reports = new Reports(parts, frontOffice(kernel, operator).partyId)
  const isMade = over.party === undefined && (await addDays(kernel, operator, over, reports))
  if (!isMade) await addEach(kernel, operator, over, reports)
  const pause = new Pause()
  const made = []
  for (const { by, report } of reports.all) {
    const rows = []
    for (const row of report.rows()) {
      rows.push({ ...row, ...namesOf(kernel, row, by) })
      await pause.ifLong()
    }
    made.push(rows)
  }
  return made
}

/** Adds deliveries and whole days to each report that they belong to. */
class Reports {
  readonly all: readonly (Part & { readonly report: DeliveryReport })[]
  /** Versions with contradicting corrections, since each delivery is counted once. */
  readonly forked: ForkedVersion[] = []

  constructor(parts: readonly Part[], cooperative: string) {
    this.all = parts.map((part) => ({ ...part, report: new DeliveryReport(part.by, cooperative) }))
  }

  add(delivery: ReportedDelivery): void {
    for (const { report } of this.#of(delivery.day)) report.add(delivery)
  }

  merge(sheet: DaySheet, on: Pick<ReportedDelivery, 'day' | 'season'>): void {
    for (const { by, report } of this.#of(on.day))
      report.merge(by === 'member' ? sheet.member : sheet.place, on)
    this.forked.push(...sheet.forked)
  }

  #of(day: string) {
    return this.all.filter(({ since, until }) => since <= day && day < until)
  }
}

/** Reads each delivery. */
async function addEach(kernel: RecordKernel, operator: string, over: Over, reports: Reports): Promise<void> {
  const delivery = readerOf(kernel, frontOffice(kernel, operator).partyId)
  for await (const record of each<Listed>(kernel, operator, 'delivery', over)) add(reports, delivery, record)
  addForked(reports, delivery)
}

/** Reads each record of a type once that happened in a period; only those of one party, if one is named. */
async function* each<R extends { readonly id: string }>(
  kernel: RecordKernel,
  operator: string,
  type: RecordType,
  { party, ...period }: Omit<Asked, 'by'>,
): AsyncIterable<R> {
  const subjects = party === undefined ? [null] : entryIds(kernel, operator, party)
  const seen = new Set<string>()
  for (const subject of subjects)
    for await (const record of walked<R>(kernel, operator, type, { ...period, subject })) {
      if (subjects.length > 1 && seen.has(record.id)) continue
      seen.add(record.id)
      yield record
    }
}

/** Counts a delivery. */
function add(reports: Reports, delivery: ReturnType<typeof readerOf>, record: Listed): void {
  const { standing } = record.derived
  if (!isCounted(record)) return
  if (standing === 'tip') reports.add(delivery(record, false))
  else if (standing === 'forked') reports.forked.push(record)
}

function addForked(reports: Reports, delivery: ReturnType<typeof readerOf>): void {
  for (const [first] of forksOf(reports.forked, 'delivery'))
    if (first !== undefined) reports.add(delivery(first, true))
}

const DELIVERIES = typeCode('delivery')

/**
 * Adds the sums of days, most of which are remembered. Then adds deliveries that other parties
 * opened to the cooperative: these depend on a consent, so they are read and audited each time.
 * @returns false if the period does not consist of whole days
 */
async function addDays(
  kernel: RecordKernel,
  operator: string,
  over: Over,
  reports: Reports,
): Promise<boolean> {
  const { daySheets: sheets, store, config } = kernel
  if (sheets === null) return false
  const { timeZone, seasonBegins } = config
  const days = await wholeDays(new Calendar(timeZone).timeZone, over)
  const { party, partyId } = frontOffice(kernel, operator)
  if (days === null) return false
  const hasOpened = await store.writer.submit(() => {
    const { nowMs } = store.writer
    const isOpened = store.consents
      .grantsTo(party, FRONT_OFFICE_PURPOSE)
      .some((grant) => maskCovers(grant.types, DELIVERIES) && isLiveGrant(grant, nowMs))
    noteAct(store, { credential: null, operator }, 'report', {
      by: [...new Set(reports.all.map(({ by }) => by))].join(' '),
      since: days[0]?.day,
      days: days.length,
    })
    return isOpened
  })
  const found = await sheetsOf(kernel, operator, sheets, days, paceOf(kernel, operator))
  const delivery = readerOf(kernel, partyId)
  const pause = new Pause()
  for (const { day } of days) {
    const sheet = found.get(day)
    if (sheet === undefined) continue
    const season = seasonOfDay(seasonBegins, day).since
    reports.merge(sheet, { day, season })
    await pause.ifLong()
  }
  if (hasOpened)
    for await (const record of walked<Listed>(kernel, operator, 'delivery', {
      ...over,
      subject: null,
      isOthersOnly: true,
    }))
      add(reports, delivery, record)
  addForked(reports, delivery)
  return true
}

export type PaymentTotals = Awaited<ReturnType<(typeof reportTasks)['report.payments']>>

type ListedPayment = ReportedPayment & {
  readonly id: string
  readonly type: string
  readonly received_at: string
  readonly occurred_at: string
  readonly occurred_at_precision?: string
  readonly derived: { readonly standing: string }
}

export type Report = Awaited<ReturnType<(typeof reportTasks)['report.deliveries']>>

type Listed = ForkedVersion & { readonly derived: { readonly standing: string } }

async function* walked<R>(
  kernel: RecordKernel,
  operator: string,
  type: RecordType,
  {
    fromMs,
    toMs,
    subject,
    isOthersOnly = false,
  }: Pick<ListFilter, 'fromMs' | 'toMs' | 'subject' | 'isOthersOnly'>,
): AsyncIterable<R> {
  const filter: ListFilter = {
    types: [type],
    subject,
    lotId: null,
    obligationId: null,
    fromMs,
    toMs,
    standing: 'any',
    order: 'newest',
    isOthersOnly,
  }
  const most = Number.POSITIVE_INFINITY
  for (let after: { occurredAt: number; id: string } | null = null; ; ) {
    const reader = frontOffice(kernel, operator)
    const asked = { filter, after, count: PAGE, most }
    const page = await kernel.gate.page(reader, FRONT_OFFICE_PURPOSE, asked, recordJson)
    for await (const texts of page.texts.all()) for (const text of texts) yield fromJson<R>(text)
    if (!page.isMore || page.last === undefined) return
    after = { occurredAt: page.last.occurredAtMs, id: idHex(page.last.id) }
  }
}

/** Returns names for people, next to the codes and ids. */
function namesOf(kernel: RecordKernel, { key, crop }: ReportRow, by: ReportKey) {
  return {
    crop_name: kernel.registry.get('crops', crop)?.name ?? crop,
    ...(by === 'member' ? factsOf(kernel, key) : {}),
  }
}

function factsOf(
  { store, people }: RecordKernel,
  party: string,
): { readonly name?: string | null; readonly member_no?: string | null } {
  const n = store.parties.find(party)
  const facts = n === undefined ? undefined : people.facts(n)
  return facts === undefined ? {} : { name: shortName(facts.called), member_no: facts.memberNo }
}
