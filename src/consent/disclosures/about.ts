import { subjectsOf } from '../../domain/derived/subjects.ts'
import type { Store } from '../../store/store.ts'

/** Whether the party is a subject of a record now: lists only have candidates. Call inside a job. */
export function isAbout(store: Store, party: number, seq: number, world = store.recordGraph()): boolean {
  const record = world.bySeq(seq)
  return record !== undefined && subjectsOf(world, record).parties.includes(store.parties.id(party))
}
