import { frontOffice } from '../../identity/who.ts'
import type { ListKey } from '../../store/records.ts'
import type { GatedRecord } from '../gate/gated.ts'
import type { ListFilter } from '../gate/list-filter.ts'
import { Share } from '../gate/share.ts'
import type { DaySheet, DaySheets, ForkedVersion, Walk } from './day-sheets.ts'
import { DeliveryReport, isCounted } from './report.ts'
import { type ReportTaskPorts, readerOf } from './reported.ts'

/** Adds up the cooperative's own deliveries of days that are not remembered, in slices of some milliseconds. */

export interface Day {
  readonly day: string
  readonly fromMs: number
  /** Exclusive. */
  readonly toMs: number
}

/** Has a slice done as a job of the writer, when others leave time for it. */
export type Pace = <T>(work: () => T) => Promise<T>

/** What is prepared for the first of them may take as long again. */
const SLICE_MS = 2

/** Most deliveries of a slice; it ends by its time before. */
const MOST_AT_ONCE = 256

/** Looks at what was written since, however much that is. */
export async function caughtUp(sheets: DaySheets, pace: Pace): Promise<void> {
  while (!(await pace(() => sheets.catchUp())));
}

/** The sheets of these days, oldest first: those that are remembered, and the others made. Call it after `caughtUp`. */
export async function sheetsOfAll(
  kernel: ReportTaskPorts,
  operator: string,
  sheets: DaySheets,
  days: readonly Day[],
): Promise<ReadonlyMap<string, DaySheet>> {
  const { store } = kernel
  const { party } = frontOffice(kernel, operator)
  const found = new Map<string, DaySheet>()
  const missing: Day[] = []
  for (const day of days) {
    const sheet = sheets.get(day.day)
    if (sheet === undefined) missing.push(day)
    else found.set(day.day, sheet)
  }
  for (const run of runsOf(missing)) {
    const made = await sheetsOf(kernel, operator, sheets, run, (work) =>
      store.writer.submitSlice(work, { party, credential: null }),
    )
    for (const [day, sheet] of made) found.set(day, sheet)
  }
  return found
}

/** @param run days that follow each other, oldest first */
export async function sheetsOf(
  kernel: ReportTaskPorts,
  operator: string,
  sheets: DaySheets,
  run: readonly Day[],
  pace: Pace,
): Promise<ReadonlyMap<string, DaySheet>> {
  const walk = sheets.begin()
  try {
    const made = new Map<string, DaySheet>()
    // Some days are known by their deliveries; the others are looked for in the list of all.
    const unknown: Day[] = []
    for (const day of run) {
      const listed = sheets.listed(day.day)
      if (listed === undefined) unknown.push(day)
      else made.set(day.day, await sheetOfListed(kernel, operator, day, listed, pace))
    }
    for (const days of runsOf(unknown))
      for (const [day, sheet] of await walkedSheets(kernel, operator, walk, days, pace)) made.set(day, sheet)
    await pace(() => sheets.end(walk, made))
    return made
  } catch (error) {
    sheets.giveUp(walk)
    throw error
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

/** A sheet in the making. */
function beginSheet(kernel: ReportTaskPorts, operator: string, { day }: Day) {
  const { party, partyId } = frontOffice(kernel, operator)
  const place = new DeliveryReport('place', partyId, true)
  const member = new DeliveryReport('member', partyId, true)
  const forked: ForkedVersion[] = []
  const waiting: number[] = []
  const delivery = readerOf(kernel, partyId)
  return {
    add({ record, derived }: GatedRecord): boolean {
      const { standing, confirmation = null, kg, flags } = derived
      const version = {
        ...record.body,
        derived: { standing, confirmation, kg, flags },
      } as unknown as ForkedVersion
      if (!isCounted(version)) return false
      if (standing === 'forked') forked.push(version)
      if (standing !== 'tip') return true
      const counted = delivery(version, false, day)
      place.add(counted)
      member.add(counted)
      const isOwn = record.assertedBy === party || record.onBehalfOf === party
      const isWithUs = version.from_party === partyId || version.to_party === partyId
      if (confirmation === null && !isOwn && isWithUs) waiting.push(record.seq)
      return true
    },
    sheet: (): DaySheet => ({
      place: place.groups(),
      member: member.groups(),
      forked,
      waiting: waiting.sort((a, b) => a - b),
    }),
  }
}

async function sheetOfListed(
  kernel: ReportTaskPorts,
  operator: string,
  day: Day,
  listed: readonly number[],
  pace: Pace,
): Promise<DaySheet> {
  const making = beginSheet(kernel, operator, day)
  const share = new Share({ ms: SLICE_MS })
  for (let at = 0; at < listed.length; ) {
    const from = at
    at += await pace((): number => {
      share.renew()
      const rest = listed.slice(from, from + MOST_AT_ONCE)
      const { found, looked } = kernel.gate.ownAmong(frontOffice(kernel, operator), rest, share)
      for (const one of found) making.add(one)
      return looked
    })
  }
  return making.sheet()
}

/** Goes through all deliveries that name the cooperative, whoever says so. */
async function walkedSheets(
  kernel: ReportTaskPorts,
  operator: string,
  walk: Walk,
  run: readonly Day[],
  pace: Pace,
): Promise<ReadonlyMap<string, DaySheet>> {
  const making = run.map((day) => ({ ...day, ...beginSheet(kernel, operator, day), seqs: new Set<number>() }))
  // The walk goes from the newest to the oldest.
  let at = making.length - 1
  const take = (one: GatedRecord) => {
    while (at > 0 && one.record.occurredAtMs < (making[at]?.fromMs ?? 0)) at--
    const day = making[at]
    if (day?.add(one)) day.seqs.add(one.record.seq)
  }
  const filter: ListFilter = {
    types: ['delivery'],
    subject: null,
    lotId: null,
    obligationId: null,
    fromMs: run[0]?.fromMs ?? 0,
    toMs: run.at(-1)?.toMs ?? 0,
    standing: 'any',
    order: 'newest',
  }
  const share = new Share({ ms: SLICE_MS })
  let after: ListKey | null = null
  do {
    const from: ListKey | null = after
    after = await pace((): ListKey | null => {
      share.renew()
      const reader = frontOffice(kernel, operator)
      const { found, resume } = kernel.gate.ownSlice(reader, filter, from, MOST_AT_ONCE, share)
      for (const one of found) take(one)
      return resume
    })
  } while (after !== null)
  for (const { day, seqs } of making) walk.found.set(day, seqs)
  return new Map(making.map(({ day, sheet }) => [day, sheet()]))
}
