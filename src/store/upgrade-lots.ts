import { receiversOf } from '../domain/derived/lot-owners.ts'
import { holderOf, toParty } from '../domain/derived/members.ts'
import { RememberingWorld } from '../domain/derived/memo.ts'
import { subjectsOf } from '../domain/derived/subjects.ts'
import type { World } from '../domain/derived/world.ts'
import { type RecordType, typeCode } from '../domain/types/index.ts'
import { Delegations } from './delegations.ts'
import { Inferences } from './inferences.ts'
import { LogRows } from './inspect/log-rows.ts'
import { Neighbourhood } from './neighbourhood.ts'
import type { Db } from './open.ts'
import { Parties } from './parties.ts'
import { Records, type StoredRecord } from './records.ts'

const noteNothing = () => {}
const MOVED_WITH_LOTS: readonly RecordType[] = ['lot', 'loss', 'retraction']

/**
 * Up to version 6, a correction of a lot could take it back from those who had received it. Of every lot that was corrected
 * and handed over, this works out anew in whose changes it stands, with what was said to be lost of it, as if the present
 * rule had always held.
 */
export function rewriteLotChanges(db: Db): void {
  const records = new Records(db, noteNothing)
  const parties = new Parties(db, noteNothing)
  const worldAt = worldsOver(db, records, parties)
  const corrected = db
    .prepare<[number], number>('SELECT DISTINCT root FROM observation WHERE type = ? AND depth > 1')
    .pluck()
    .all(typeCode('lot'))
  const stories = corrected.map((root) => storyOf(worldAt(), root)).filter((story) => story !== null)
  const seqs = stories.flatMap(({ affected }) => affected.map(({ seq }) => seq))
  forgetChanges(db, seqs)
  const insert = db.prepare('INSERT INTO change (party, type, at, seq) VALUES (?, ?, ?, ?)')
  const inferences = new Inferences(db, noteNothing)
  for (const story of stories)
    for (const { party, at, record, isSubject } of changesIn(story, worldAt)) {
      const number = parties.intern(party)
      insert.run(number, typeCode(record.type), at, record.seq)
      if (isSubject && record.type !== 'lot') inferences.alsoAbout(record.seq, number)
    }
}

function worldsOver(db: Db, records: Records, parties: Parties) {
  const log = new LogRows(db)
  const delegations = new Delegations(db, noteNothing)
  const typesOfMandate = (id: string) => {
    const act = log.actById(id)
    return act?.kind === 'delegation' ? (delegations.bySeq(act.seq)?.types ?? 0) : 0
  }
  return (throughSeq?: number) => new Neighbourhood(records, parties, typesOfMandate, throughSeq)
}

/** The guard is put back as it was. */
function forgetChanges(db: Db, seqs: readonly number[]): void {
  const guard = db
    .prepare<[], string>("SELECT sql FROM sqlite_schema WHERE name = 'change_no_delete'")
    .pluck()
    .get() as string
  db.exec('DROP TRIGGER change_no_delete')
  db.prepare(
    'DELETE FROM change WHERE type IN (SELECT value FROM json_each(?)) AND seq IN (SELECT value FROM json_each(?))',
  ).run(JSON.stringify(MOVED_WITH_LOTS.map(typeCode)), JSON.stringify(seqs))
  db.exec(guard)
}

interface Story {
  readonly root: number
  /** The lot's versions, what its possible owners said was lost of it, and what takes that back. */
  readonly affected: readonly StoredRecord[]
  /** Entries that may have changed whose these are, in their order. */
  readonly moments: readonly number[]
}

/** @returns null where nobody was ever handed the lot */
function storyOf(world: Neighbourhood, root: number): Story | null {
  const versions = world.chain(root)
  const handOvers = world.handOvers(root)
  if (handOvers.length === 0) return null
  const owners = new Set(handOvers.map(toParty))
  for (const version of versions) {
    owners.add(holderOf(version))
    owners.add(version.body.asserted_by)
    if (version.body.on_behalf_of !== undefined) owners.add(version.body.on_behalf_of)
  }
  const idsOf = (found: readonly StoredRecord[]) => found.map(({ id }) => id)
  const losses = world.mentions('lot', idsOf(versions), owners).filter(({ type }) => type === 'loss')
  const affected = [...versions, ...losses, ...world.naming('retracts', idsOf(losses))]
  const handOverVersions = handOvers.flatMap((handOver) => world.chain(handOver.root))
  const takenBack = world.naming('retracts', idsOf(handOverVersions))
  const moments = [...affected, ...handOverVersions, ...takenBack].map(({ seq }) => seq)
  return { root, affected, moments: [...new Set(moments)].sort((a, b) => a - b) }
}

interface Change {
  readonly party: string
  readonly at: number
  readonly record: StoredRecord
  /** The record turned out to be about the party. */
  readonly isSubject: boolean
}

/** Each of these records comes to those who read it as their own when it came, and later to whoever comes to do so. */
function* changesIn({ root, affected, moments }: Story, worldAt: (seq: number) => World): Iterable<Change> {
  const had = new Map<StoredRecord, ReadonlySet<string>>()
  for (const at of moments) {
    const world = new RememberingWorld(worldAt(at))
    for (const record of affected) {
      if (record.seq > at) continue
      const { asserted_by, on_behalf_of } = record.body
      const subjects = subjectsOf(world, record).parties
      const owners = new Set(record.type === 'lot' ? [...subjects, ...receiversOf(world, root)] : subjects)
      const before = had.get(record)
      had.set(record, owners)
      const speakers = on_behalf_of === undefined ? [asserted_by] : [asserted_by, on_behalf_of]
      // What somebody said they have from the start; but that it is about them opens it to those who hold their grant.
      const isNew = (party: string) =>
        !before?.has(party) && (subjects.includes(party) || !speakers.includes(party))
      const newcomers = before === undefined ? [...speakers, ...owners] : [...owners].filter(isNew)
      for (const party of new Set(newcomers)) yield { party, at, record, isSubject: subjects.includes(party) }
    }
  }
}
