import { Problem } from '../../base/problem.ts'
import { must } from '../../base/typed.ts'
import type { Verified } from '../../domain/credential.ts'
import { formatInstant } from '../../domain/time.ts'
import type { Gate } from '../../records/gate/gate.ts'
import { openNumbers, type Sealing, sealNumbers } from '../../records/sync/sealed-numbers.ts'
import type { Store } from '../../store/store.ts'
import { endOf, fetched } from '../fetched.ts'
import type { DisclosurePage, DisclosuresQuery, ListedDisclosure } from './disclosure-shapes.ts'
import { before, type DisclosurePosition, NewestFirst, type Page } from './newest-first.ts'
import { DisclosureRules, type PlacedDisclosure } from './rules.ts'

/** Lists who saw the caller's own records: the disclosures to others, newest first (contract §20). */

export class DisclosureList {
  readonly #store: Store
  readonly #gate: Gate

  constructor(store: Store, gate: Gate) {
    this.#store = store
    this.#gate = gate
  }

  /**
   * Makes a page, in jobs of a few milliseconds. It is audited as a read that showed no record, so no list of
   * disclosures ever contains the reading of such a list.
   * @throws {Problem} invalid_cursor
   */
  page(caller: Verified, question: DisclosuresQuery): Promise<DisclosurePage> {
    const store = this.#store
    return store.jobs.inSlices(caller, () => {
      const rules = new DisclosureRules(store, caller.party, (party) => this.#gate.isNaturalPerson(party), {
        sinceMs: caller.sinceMs,
      })
      const walk = new NewestFirst(store, caller.party, rules, {
        place: this.#placeOf(caller, question),
        fromN: question.since === undefined ? 1 : store.audit.firstSince(question.since),
        limit: question.limit,
      })
      // Kept, because the last job runs again if a fault of another job rolled it back.
      let page: Page | null = null
      return () => {
        page ??= walk.slice()
        if (page === null) return null
        const { credential } = caller
        store.audit.append(store.writer.nowMs, { credential, action: 'disclosures', outcome: 'disclosed' })
        return {
          disclosures: page.told.map((told) => listed(store, told)),
          next: page.next === null ? null : this.#seal(caller, question, page.next),
        }
      }
    })
  }

  #placeOf(caller: Verified, question: DisclosuresQuery): DisclosurePosition {
    const { audit, changes } = this.#store
    if (question.cursor === undefined) return before(audit.size + 1)
    const key = changes.knownCursorKey()
    if (key === undefined) throw new Problem('invalid_cursor')
    const [n, rank, grant] = openNumbers(this.#sealing(key, caller, question), question.cursor, 3)
    return { n, rank, grant } as DisclosurePosition
  }

  #seal(caller: Verified, question: DisclosuresQuery, { n, rank, grant }: DisclosurePosition): string {
    const key = this.#store.changes.cursorKey()
    return sealNumbers(this.#sealing(key, caller, question), [n, rank, grant])
  }

  #sealing(key: Buffer, { partyId, sinceMs }: Verified, { since }: DisclosuresQuery): Sealing {
    const binding = `disclosures ${partyId} ${sinceMs ?? ''} ${since ?? ''}`
    return { key, binding, incarnation: this.#store.appliance.incarnation }
  }
}

function listed(store: Store, told: PlacedDisclosure): ListedDisclosure {
  const { disclosure, shown } = told
  const grant = told.grant === 0 ? undefined : store.consents.grant(told.grant)
  const observations = shown.filter(({ type }) => type !== 'inference')
  return {
    ...disclosure,
    record_ids: observations.map(({ id }) => id),
    inferences: shown.length - observations.length,
    ended: grant === undefined ? null : endOf(store, grant),
    changed: changesOf(store, told, observations),
  }
}

function changesOf(
  store: Store,
  { reader, disclosure }: PlacedDisclosure,
  shown: PlacedDisclosure['shown'],
): ListedDisclosure['changed'] {
  const ids = new Map(shown.map(({ seq, id }) => [seq, id]))
  return store.notifications.ofShown(reader, [...ids.keys()]).flatMap((row) => {
    const told = fetched(store.feedTold.ofNotification(row.n))
    // What a page of the feed told is not told again of that page, on which the record came again, or of a later one.
    const isKnown = told.told_at !== null && told.told_at <= disclosure.at
    if (isKnown && formatInstant(row.raisedAt) < disclosure.at) return []
    return {
      record_id: must(ids.get(row.shown)),
      change: store.records.bySeq(row.because)?.type === 'retraction' ? 'retracted' : 'corrected',
      ...told,
    }
  })
}
