import { frontOffice } from '../../identity/who.ts'
import type { ListKey } from '../../store/records.ts'
import type { GatedRecord } from '../gate/gated.ts'
import type { ListFilter } from '../gate/list-filter.ts'
import { Share } from '../gate/share.ts'
import type { DaySheet, DaySheets, ForkedVersion } from './day-sheets.ts'
import { DeliveryReport } from './report.ts'
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

/** @param run days that follow each other, oldest first */
export async function sheetsOf(
  kernel: ReportTaskPorts,
  operator: string,
  sheets: DaySheets,
  run: readonly Day[],
  pace: Pace,
): Promise<ReadonlyMap<string, DaySheet>> {
  const { partyId } = frontOffice(kernel, operator)
  const making = run.map((day) => ({
    ...day,
    place: new DeliveryReport('place', partyId),
    member: new DeliveryReport('member', partyId),
    forked: [] as ForkedVersion[],
  }))
  const delivery = readerOf(kernel, partyId)
  // The walk goes from the newest to the oldest.
  let at = making.length - 1
  const take = ({ record, derived }: GatedRecord) => {
    while (at > 0 && record.occurredAtMs < (making[at]?.fromMs ?? 0)) at--
    const sheet = making[at]
    const { standing } = derived
    if (sheet === undefined || (standing !== 'tip' && standing !== 'forked')) return
    const { confirmation = null, kg, flags } = derived
    const version = {
      ...record.body,
      derived: { standing, confirmation, kg, flags },
    } as unknown as ForkedVersion
    if (standing === 'forked') sheet.forked.push(version)
    else {
      const counted = delivery(version, false, sheet.day)
      sheet.place.add(counted)
      sheet.member.add(counted)
    }
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
  const walk = sheets.begin()
  try {
    const share = new Share({ ms: SLICE_MS })
    let after: ListKey | null = null
    do {
      const from: ListKey | null = after
      after = await pace((): ListKey | null => {
        share.renew()
        const { found, resume } = kernel.gate.ownSlice(
          frontOffice(kernel, operator),
          filter,
          from,
          MOST_AT_ONCE,
          share,
        )
        for (const one of found) take(one)
        return resume
      })
    } while (after !== null)
    const made = new Map(
      making.map(({ day, place, member, forked }) => [
        day,
        { place: place.groups(), member: member.groups(), forked },
      ]),
    )
    await pace(() => sheets.end(walk, made))
    return made
  } catch (error) {
    sheets.giveUp(walk)
    throw error
  }
}
