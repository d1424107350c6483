import { confirmedBy } from '../../domain/derived/confirmation.ts'
import { type Released, releaseOf } from '../../domain/payment.ts'
import { formOf } from '../../domain/quantity.ts'
import { Calendar } from '../../words/calendar.ts'
import { wayOf } from '../../words/ways.ts'
import type { RecordKernel } from '../kernel.ts'
import type { RecordView } from '../views/record-schema.ts'
import type { ReportedPayment } from './payment-report.ts'
import { type Counted, knownByOf, type ReportedDelivery, type ReportedVersion, statedBy } from './report.ts'
import { seasonOfDay } from './season.ts'

/** Turns records into what a report counts. */

/**
 * Returns a function that reads a delivery. Its last argument is the day, if already known.
 */
export function deliveryReader(kernel: RecordKernel, cooperative: string) {
  const { registry, store } = kernel
  const kept = keptIn(kernel)
  const when = dater(kernel)
  return (record: Counted, isForked: boolean, day?: string): ReportedDelivery => {
    const { crop, from_party, to_party, location, conversion_id, normalized_kg, derived } = record
    const factor = conversion_id === undefined ? undefined : registry.conversion(conversion_id)
    const form = normalized_kg === undefined ? crop : formOf(crop, factor)
    const isConfirmed = derived.confirmation !== null
    const [from, to] = [kept(from_party), kept(to_party)]
    const asserters = [record.asserted_by, record.on_behalf_of].filter((id) => id !== undefined)
    // A delivery that one of its parties stated can be confirmed only by the other (contract §4). That rule
    // compares the ids as stated: a second entry of a party counts as another party.
    const isByAParty = asserters.includes(from_party) || asserters.includes(to_party)
    return {
      ...when(record, day),
      from,
      to,
      statedBy: statedBy(
        { from, to, asserters: asserters.map(kept), isConfirmed },
        cooperative,
        () =>
          isByAParty ||
          confirmedBy(store.recordGraph(), { id: record.id, type: 'delivery' }, cooperative) !== null,
      ),
      place: location ?? null,
      crop: form ?? crop,
      kg: form === null ? null : derived.kg,
      quantity: record.quantity ?? null,
      way: wayOf(record, factor?.kind),
      isForked,
      isConfirmed,
    }
  }
}

/** A payment, as the cooperative reads it. */
export type ListedPayment = ReportedVersion & RecordView<'payment'>

/** Returns a function that reads a payment. */
export function paymentReader(kernel: RecordKernel) {
  const kept = keptIn(kernel)
  const when = dater(kernel)
  const released = releaser(kernel)
  return (record: ListedPayment, isForked: boolean): ReportedPayment => ({
    ...record,
    ...when(record),
    from: kept(record.payer),
    to: kept(record.payee),
    released: released(record),
    isForked,
  })
}

/**
 * Returns a function that finds what is behind a payment. What a delegate stated after its mandate ended may be confirmed
 * by either side, and only the payee's word releases it.
 */
const releaser =
  ({ store }: RecordKernel) =>
  (record: ListedPayment): Released => {
    const released = releaseOf(record)
    const { id, derived, method, payee } = record
    if (released !== 'claimed' || method === 'offset' || derived.confirmation == null) return released
    const agreed = confirmedBy(store.recordGraph(), { id, type: 'payment' }, payee)
    return agreed === null ? 'claimed' : agreed === 'on_paper' ? 'on_paper' : 'acknowledged'
  }

/** Returns a function that finds the day and the season of a record. */
function dater({ config }: RecordKernel) {
  const calendar = new Calendar(config.timeZone)
  return ({ occurred_at, occurred_at_precision }: ReportedVersion, day = calendar.isoDay(occurred_at)) => ({
    day,
    season: seasonOfDay(config.seasonBegins, day).since,
    knownBy: knownByOf(occurred_at_precision),
  })
}

/** Returns a function from the id of any entry of a party to the id that the cooperative keeps for it. */
const keptIn =
  ({ store, people }: RecordKernel) =>
  (id: string): string => {
    const n = store.parties.find(id)
    return n === undefined ? id : store.parties.id(people.kept(n))
  }
