import { expect, onTestFinished, test } from 'vitest'
import { RECORD_TYPES, typeCode } from '../../../src/domain/types/index.ts'
import type { Store } from '../../../src/store/store.ts'
import { MENTIONS } from '../../../src/store/tables/mentions.ts'
import { seeded } from '../../support/records/gate/random.ts'
import { makeWorld } from '../records/gate/worlds.ts'

/** What is read is the same wherever a row stands: in memory, or, in part or in full, in the file. */

const FIRST = { occurredAt: Number.MIN_SAFE_INTEGER, id: '' }
const LAST = { occurredAt: Number.MAX_SAFE_INTEGER, id: 'FF'.repeat(17) }

function everythingRead({ records, changes, log, db }: Store) {
  const all = records.bySeqs(records.after(0)).sort((a, b) => a.seq - b.seq)
  const ids = all.map(({ id }) => id)
  const numbers = db.prepare<[], number>('SELECT n FROM party ORDER BY n').pluck().all()
  const types = RECORD_TYPES.map(typeCode)
  const sorted = <T>(found: Iterable<T>) => [...found].map((one) => JSON.stringify(one)).sort()
  const ofParty = (party: number) => ({
    streams: types.map((type) => [
      records.stream(party, type, 'newest', LAST, Number.MIN_SAFE_INTEGER, 3),
      records.stream(party, type, 'newest', LAST, Number.MIN_SAFE_INTEGER, 100, 2),
      records.stream(party, type, 'oldest', FIRST, Number.MAX_SAFE_INTEGER, 100, 0, 1),
      changes.after(party, type, { at: 20, seq: 0 }, log.size, 5),
      sorted(records.stated.partiesTo(party, type)),
      numbers.map((by) => records.stated.stream({ party, by }, type, 'newest', LAST, 0, 4)),
    ]),
    have: changes.whichHave(
      types.map((type) => ({ party, type })),
      { at: 40, seq: 0 },
      log.size,
    ),
    about: records.stated.countAbout(party, 0, 1_000),
    by: [records.stated.byParty(party, 10, log.size, 7), records.stated.byParty(party, 0, log.size, 1_000)],
    described: sorted(records.statements.describedBy(party)),
    instants: all.map((record) => sorted(records.sameInstant.seqs(record, party, 1_000))),
    whose: records.places.whose(ids.map((id) => `${id}${party}`)),
    involved: all.map((record) => [1, 2, 4, 8].filter((role) => records.isInvolved(party, record, role))),
    received: ids.map((id) => records.mentions.hasReceived(id, party)),
    stated: MENTIONS.map((relation) => {
      const asked = ids.map((target) => ({ target, relation, party }))
      return [
        // Of one id, in the order of the log.
        asked.map((one) => records.mentions.find([one])),
        sorted(records.mentions.find(asked)),
        asked.map((one) => records.mentions.isStated(one, 60)),
        records.mentions.countBy(relation, ids, party, 2),
      ]
    }),
  })
  return {
    parties: numbers.map(ofParty),
    near: ids.map((id) => {
      const near = records.near(id)
      return [near?.record.seq, near?.around.map(Number), near?.isAtOnce]
    }),
    around: [
      sorted(records.around(all).map((one) => one.map(Number))),
      all.map((record) => records.around([record]).map((one) => one.map(Number))),
    ],
    anotherOf: sorted(records.sameInstant.withAnother(all.map(({ seq }) => seq))),
    named: sorted(records.mentions.whichNamed(ids)),
    handOvers: ids.map((id) => records.mentions.handOvers([id])),
    byAnybody: MENTIONS.map((relation) => [
      sorted(records.mentions.byAnybody(relation, ids, 1_000)),
      records.mentions.byAnybody(relation, ids, 2).length,
    ]),
  }
}

test('from memory as from the file', async () => {
  const w = await makeWorld(seeded(41), 120)
  onTestFinished(() => w.close())
  const { store } = w.kernel
  const { behind, db, log } = store
  expect(behind.rows).toBeGreaterThan(200)
  const wanted = everythingRead(store)
  // Most lists of the world have something to find.
  expect(JSON.stringify(wanted).length).toBeGreaterThan(50_000)
  const rows = behind.rows
  // Begins a round and writes a part of it, as commits of many entries do.
  db.transaction(() => {
    behind.again(() => {}, log.size)
    behind.write(log.size + 4_000)
  })()
  behind.committed()
  expect(behind.rows).toBeLessThan(rows)
  expect(behind.rows).toBeGreaterThan(rows / 4)
  expect(everythingRead(store)).toEqual(wanted)
  store.writeBehind()
  expect(behind.rows).toBe(0)
  expect(everythingRead(store)).toEqual(wanted)
})
