import { fromJson, given, must } from '../../base/typed.ts'
import { isLiveGrant } from '../../domain/consent.ts'
import { forksOf } from '../../domain/forks.ts'
import { maskCovers, type RecordType, typeCode } from '../../domain/types/index.ts'
import { entryIds, FRONT_OFFICE_PURPOSE, frontOffice } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import { noteAct } from '../../store/acts/doer.ts'
import { Calendar } from '../../words/calendar.ts'
import type { CalledParty } from '../../words/party-name.ts'
import type { RecordKernel } from '../kernel.ts'
import { type CounterRecord, everyRecord, newestFirst } from '../record-tasks.ts'
import { recordJson } from '../views/record-view.ts'
import { type Pace, sheetsOf } from './day-walk.ts'
import { daysAround, Pause, wholeDays } from './days.ts'
import { type PaymentKey, paymentRows, type ReportedPayment } from './payment-report.ts'
import { type Counted, DeliveryReport, isCounted, type ReportedVersion, type ReportKey } from './report.ts'
import { deliveryReader, type ListedPayment, paymentReader } from './reported.ts'
import { periodOf, seasonAt, seasonOfDay } from './season.ts'

/** Whose records of which period are asked for. */
interface Over {
  /** The period in which they happened: `fromMs` is inside it, `toMs` is not. */
  readonly fromMs: number
  readonly toMs: number
  /** Only records of this party, under all its entries; of all parties if left out. */
  readonly party?: string
}

/** Unconfirmed deliveries are listed for this number of days. */
const WAITING_DAYS = 30
/** Most unconfirmed deliveries that are listed. */
const WAITING_SHOWN = 100

/** These tasks consist of several jobs, between which other work runs. */
export const reportTasks = tasksOn<RecordKernel>()({
  /** Returns totals of the deliveries that happened in a period and that the cooperative may read. */
  'report.deliveries': async (kernel, operator, { by, ...over }: Over & { readonly by: ReportKey }) => ({
    rows: await rowsOf(kernel, operator, over, by),
  }),

  /** Returns totals of the payments that happened in a period and that the cooperative may read. */
  'report.payments': async (kernel, operator, { by, ...over }: Over & { readonly by: PaymentKey }) => {
    const payment = paymentReader(kernel)
    const payments: ReportedPayment[] = []
    const records = each<ListedPayment>(kernel, operator, 'payment', over)
    for await (const { record, isForked } of tipsAndForks(records, 'payment'))
      payments.push(payment(record, isForked))
    return {
      rows: paymentRows(payments, by, frontOffice(kernel, operator).partyId).map((row) => ({
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
    const { timeZone } = new Calendar(kernel.config.timeZone)
    const season = seasonAt(timeZone, kernel.config.seasonBegins, atMs)
    const over = { ...periodOf(timeZone, season), ...given({ party }) }
    return { ...season, rows: await rowsOf(kernel, operator, over, 'crop') }
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
    const waiting = found.flatMap(({ sheet }) => sheet.waiting)
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

export type Report = Awaited<ReturnType<(typeof reportTasks)['report.deliveries']>>
export type PaymentTotals = Awaited<ReturnType<(typeof reportTasks)['report.payments']>>

/** Runs the slices of a report in turns with other slices. */
const paceOf =
  (kernel: RecordKernel, operator: string): Pace =>
  (work) =>
    kernel.store.writer.submitSlice(work, frontOffice(kernel, operator))

/** One of several reports over the same deliveries. */
export interface ReportPart {
  readonly by: ReportKey
  /** The first day, such as 2026-06-28. */
  readonly since: string
  /** The day after the last. */
  readonly until: string
}

const rowsOf = async (kernel: RecordKernel, operator: string, over: Over, by: ReportKey) =>
  must((await partsOf(kernel, operator, over, [{ by, since: '', until: NEVER }]))[0])

/** After every day. */
const NEVER = '~'

/**
 * Returns the rows of several reports, each over some days of the period. The deliveries are read once, and one
 * entry of the audit log covers them. Over whole days, most sums are remembered; only deliveries that other
 * parties opened to the cooperative are read and audited each time, because they depend on a consent.
 */
export async function partsOf(
  kernel: RecordKernel,
  operator: string,
  over: Over,
  parts: readonly ReportPart[],
) {
  const { partyId } = frontOffice(kernel, operator)
  const reports = parts.map((part) => ({ ...part, report: new DeliveryReport(part.by, partyId) }))
  const reportsOf = (day: string) => reports.filter(({ since, until }) => since <= day && day < until)
  const forked: Counted[] = []
  const pause = new Pause()
  const days = over.party === undefined ? await daysOf(kernel, operator, over, parts) : null
  for (const { day, sheet } of days?.sheets ?? []) {
    const season = seasonOfDay(kernel.config.seasonBegins, day).since
    for (const { by, report } of reportsOf(day))
      report.merge(by === 'member' ? sheet.member : sheet.place, { day, season })
    forked.push(...sheet.forked)
    await pause.ifLong()
  }
  const isRead = days === null || days.othersOpened
  const records = isRead ? each<Counted>(kernel, operator, 'delivery', over, days !== null) : []
  const delivery = deliveryReader(kernel, partyId)
  for await (const { record, isForked } of tipsAndForks(records, 'delivery', isCounted, forked)) {
    const counted = delivery(record, isForked)
    for (const { report } of reportsOf(counted.day)) report.add(counted)
  }
  const made = []
  for (const { by, report } of reports) {
    const rows = []
    for (const row of report.rows()) {
      const crop_name = kernel.registry.get('crops', row.crop)?.name ?? row.crop
      rows.push({ ...row, crop_name, ...(by === 'member' ? factsOf(kernel, row.key) : {}) })
      await pause.ifLong()
    }
    made.push(rows)
  }
  return made
}

const DELIVERIES = typeCode('delivery')

/**
 * Returns the sums of each day of a period, and whether another party opened deliveries to the cooperative.
 * @returns null if the period does not consist of whole days
 */
async function daysOf(kernel: RecordKernel, operator: string, over: Over, parts: readonly ReportPart[]) {
  const { daySheets, store, config } = kernel
  if (daySheets === null) return null
  const days = await wholeDays(new Calendar(config.timeZone).timeZone, over)
  if (days === null) return null
  const { party } = frontOffice(kernel, operator)
  const othersOpened = await store.writer.submit(() => {
    const { nowMs } = store.writer
    noteAct(store, { credential: null, operator }, 'report', {
      by: [...new Set(parts.map(({ by }) => by))].join(' '),
      since: days[0]?.day,
      days: days.length,
    })
    return store.consents
      .grantsTo(party, FRONT_OFFICE_PURPOSE)
      .some((grant) => maskCovers(grant.types, DELIVERIES) && isLiveGrant(grant, nowMs))
  })
  const sheets = await sheetsOf(kernel, operator, daySheets, days, paceOf(kernel, operator))
  return { sheets, othersOpened }
}

/**
 * Reads each record of a type that happened in a period; only those of one party, if one is named. What strangers state is
 * in no sum, and is not read.
 */
function each<R extends ReportedVersion>(
  kernel: RecordKernel,
  operator: string,
  type: RecordType,
  { party, ...period }: Over,
  isOthersOnly = false,
): AsyncIterable<R> {
  const subjects = party === undefined ? [null] : entryIds(kernel, operator, party)
  const asked = {
    ...period,
    types: [type],
    subjects,
    standing: 'any',
    isOthersOnly,
    word: 'parties',
  } as const
  return everyRecord<R>(kernel, operator, asked, recordJson)
}

/**
 * Yields the current versions, and then one version of each record with contradicting corrections, since each
 * record is counted once.
 * @param forked versions with contradicting corrections that are known already
 */
async function* tipsAndForks<R extends ReportedVersion>(
  records: AsyncIterable<R> | Iterable<R>,
  type: RecordType,
  isIn: (record: R) => boolean = () => true,
  forked: R[] = [],
) {
  for await (const record of records) {
    const { standing } = record.derived
    if (standing === 'tip' && isIn(record)) yield { record, isForked: false }
    else if (standing === 'forked' && isIn(record)) forked.push(record)
  }
  for (const [record] of forksOf(forked, type)) if (record !== undefined) yield { record, isForked: true }
}

/** Returns the name of a party, next to its id. */
function factsOf(
  { store, people }: RecordKernel,
  party: string,
): { readonly name?: CalledParty; readonly member_no?: string | null } {
  const n = store.parties.find(party)
  const facts = n === undefined ? undefined : people.facts(n)
  return facts === undefined ? {} : { name: facts.called, member_no: facts.memberNo }
}
