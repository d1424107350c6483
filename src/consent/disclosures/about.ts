import { subjectsOf } from '../../domain/derived/subjects.ts'
import type { Store } from '../../store/store.ts'

/** Lists keep candidates; the records as of now decide whether the party is a subject. Call inside a job. */
export function isAbout(store: Store, party: number, seq: number, world = store.recordGraph()): boolean {
  const record = world.bySeq(seq)
  return record !== undefined && subjectsOf(world, record).parties.includes(store.parties.id(party))
}
