import { frontOffice } from '../../identity/who.ts'
import type { ListKey } from '../../store/log/records.ts'
import type { GatedRecord } from '../gate/gated.ts'
import { Share } from '../gate/share.ts'
import type { RecordKernel } from '../kernel.ts'
import type { DaySheet, DaySheets, KnownDay } from './day-sheets.ts'
import type { Day } from './days.ts'
import { type Counted, DeliveryReport, isCounted } from './report.ts'
import { deliveryReader } from './reported.ts'

/**
 * Adds up the cooperative's own deliveries of days that are not remembered, in slices of some milliseconds.
 */

/** Runs a slice as a job of the writer, when other jobs leave time for it. */
export type Pace = <T>(work: () => T) => Promise<T>

/** A slice ends after this time. Preparing its first delivery may take as long again. */
const SLICE_MS = 2

/** Most deliveries in a slice, which usually ends earlier because of its time. */
const MOST_AT_ONCE = 256

/** Returns the sheets of these days, in their order. Makes those that are not remembered. */
export async function sheetsOf(
  kernel: RecordKernel,
  operator: string,
  sheets: DaySheets,
  days: readonly Day[],
  pace: Pace,
): Promise<{ readonly day: string; readonly sheet: DaySheet }[]> {
  while (!(await pace(() => sheets.catchUp())));
  const opened = days.map((day) => ({ day, known: sheets.open(day.day) }))
  const found = []
  for (const { day, known } of opened)
    found.push({
      day: day.day,
      sheet: known.sheet ?? (await addedUp(kernel, operator, sheets, day, known, pace)),
    })
  sheets.dropOldest()
  return found
}

async function addedUp(
  kernel: RecordKernel,
  operator: string,
  sheets: DaySheets,
  day: Day,
  known: KnownDay,
  pace: Pace,
): Promise<DaySheet> {
  for (let after: ListKey | null = null; !known.isListed; ) {
    const from: ListKey | null = after
    after = await pace(() => sheets.list(known, day, from))
  }
  const seqs = [...known.seqs]
  const { party, partyId } = frontOffice(kernel, operator)
  const place = new DeliveryReport('place', partyId, true)
  const member = new DeliveryReport('member', partyId, true)
  const forked: Counted[] = []
  const waiting: number[] = []
  const delivery = deliveryReader(kernel, partyId)
  const add = ({ record, derived }: GatedRecord): void => {
    const { standing, confirmation = null, kg, flags } = derived
    if (record.type !== 'delivery') return
    const version: Counted = { ...record.body, derived: { standing, confirmation, kg, flags } }
    if (!isCounted(version)) return
    if (standing === 'forked') forked.push(version)
    if (standing !== 'tip') return
    const counted = delivery(version, false, day.day)
    place.add(counted)
    member.add(counted)
    const isOwn = record.assertedBy === party || record.onBehalfOf === party
    const isWithUs = version.from_party === partyId || version.to_party === partyId
    if (confirmation === null && !isOwn && isWithUs) waiting.push(record.seq)
  }
  const share = new Share({ ms: SLICE_MS })
  for (let at = 0; at < seqs.length; ) {
    const next = seqs.slice(at, at + MOST_AT_ONCE)
    at += await pace(() => {
      share.renew()
      const { found, looked } = kernel.gate.ownAmong(frontOffice(kernel, operator), next, share)
      found.forEach(add)
      return looked
    })
  }
  waiting.sort((a, b) => a - b)
  const sheet = { place: place.groups(), member: member.groups(), forked, waiting }
  known.sheet = sheet
  return sheet
}
