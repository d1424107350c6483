import { possibleSubjects } from '../domain/derived/subjects.ts'
import { type Asked, isMention } from '../store/mentions.ts'
import type { Neighbourhood } from '../store/neighbourhood.ts'
import { ROLE, type StoredRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { announce } from './announce.ts'
import { linksOf } from './links.ts'
import { propagate } from './propagate.ts'

/**
 * The rows of lists, changes and mentions that follow from a record and what came before it.
 * @param throughSeq the record's own number, where others came after it; left out, it is the newest
 */
export function follow(store: Store, world: Neighbourhood, record: StoredRecord, throughSeq?: number): void {
  const roles = involvements(store, world, record)
  for (const { target, relation, party } of mentionsBy(record))
    store.records.mentions.add(target, relation, party, record.seq)
  store.records.place(record, roles)
  const mayMoveLots = propagate(store, record, throughSeq)
  announce(store, { world, record, involved: roles.keys(), mayMoveLots, throughSeq })
}

/** Makes those rows again that were in memory when the machine stopped. Before anything is asked of the store. */
export function followAgain(store: Store): void {
  const seqs = store.records.after(store.behind.writtenThrough)
  if (seqs.length === 0) return
  store.db.transaction(() =>
    store.behind.again(() => {
      for (const seq of seqs) {
        const record = store.records.bySeq(seq) as StoredRecord
        const world = store.neighbourhood(seq)
        world.add(record)
        follow(store, world, record, seq)
      }
    }),
  )()
  store.behind.committed()
}

function involvements(store: Store, world: Neighbourhood, record: StoredRecord): Map<number, number> {
  const roles = new Map<number, number>()
  const add = (party: number, role: number) => roles.set(party, (roles.get(party) ?? 0) | role)
  add(record.assertedBy, ROLE.asserter)
  if (record.onBehalfOf !== null) add(record.onBehalfOf, ROLE.principal)
  for (const subject of possibleSubjects(world, record)) add(store.parties.intern(subject), ROLE.subject)
  return roles
}

/** What a record says that anybody may say of others: by its asserter, and by the party it is asserted for. */
export function mentionsBy({ body, assertedBy, onBehalfOf }: StoredRecord): Asked[] {
  const speakers = new Set(onBehalfOf === null ? [assertedBy] : [assertedBy, onBehalfOf])
  return linksOf(body).flatMap(({ target, relation }) =>
    isMention(relation) ? [...speakers].map((party) => ({ target, relation, party })) : [],
  )
}
