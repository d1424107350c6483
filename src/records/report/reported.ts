import { isConfirmedBy } from '../../domain/derived/confirmation.ts'
import { Calendar } from '../../words/calendar.ts'
import { wayOf } from '../../words/ways.ts'
import type { RecordKernel } from '../kernel.ts'
import { type Counted, knownByOf, type ReportedDelivery, statedBy } from './report.ts'
import { seasonOfDay } from './season.ts'

/**
 * Returns a function that turns a record into what a report counts. Its last argument is the day, if already
 * known.
 */
export function readerOf(kernel: RecordKernel, cooperative: string) {
  const { config, registry, store } = kernel
  const kept = keptIn(kernel)
  const calendar = new Calendar(config.timeZone)
  return (
    record: Counted,
    isForked: boolean,
    day = calendar.isoDay(record.occurred_at),
  ): ReportedDelivery => {
    const { crop, from_party, to_party, location, conversion_id, normalized_kg, derived } = record
    const factor = conversion_id === undefined ? undefined : registry.conversion(conversion_id)
    const isConfirmed = derived.confirmation !== null
    const [from, to] = [kept(from_party), kept(to_party)]
    const asserters = [record.asserted_by, record.on_behalf_of].filter((id) => id !== undefined)
    // A delivery that one of its parties stated can be confirmed only by the other (contract §4). That rule
    // compares the ids as stated: a second entry of a party counts as another party.
    const isByAParty = asserters.includes(from_party) || asserters.includes(to_party)
    const form = normalized_kg === undefined ? crop : (factor?.to_crop ?? crop)
    return {
      from,
      to,
      statedBy: statedBy(
        { from, to, asserters: asserters.map(kept), isConfirmed },
        cooperative,
        () => isByAParty || isConfirmedBy(store.recordGraph(), record.id, cooperative),
      ),
      day,
      season: seasonOfDay(config.seasonBegins, day).since,
      knownBy: knownByOf(record.occurred_at_precision),
      place: location ?? null,
      crop: form,
      kg: derived.kg,
      quantity: record.quantity ?? null,
      way: wayOf(record, factor?.kind),
      isForked,
      isConfirmed,
    }
  }
}

/** Returns a function from the id of any entry of a party to the id that the cooperative keeps for it. */
export const keptIn =
  ({ store, people }: RecordKernel) =>
  (id: string): string => {
    const n = store.parties.find(id)
    return n === undefined ? id : store.parties.id(people.kept(n))
  }
