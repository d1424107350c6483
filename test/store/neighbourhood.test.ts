import { expect, test } from 'vitest'
import { subjectsOf } from '../../src/domain/derived/subjects.ts'
import type { Version } from '../../src/domain/derived/world.ts'
import type { StoredRecord } from '../../src/store/records.ts'
import { ROLE } from '../../src/store/records.ts'
import { makeWorld, seeded } from '../gate/worlds.ts'
import { MemoryWorld } from '../support/world.ts'

const WORLDS = 12

test('what is loaded around a record gives the same derived values as everything there is', {
  timeout: 300_000,
}, async () => {
  for (let seed = 100; seed < 100 + WORLDS; seed++) {
    const w = await makeWorld(seeded(seed), 150)
    try {
      await w.kernel.handles.submit(() => {
        const { store, gate } = w.kernel
        const stored = w.records.map((r) => store.records.byId(r.id) as StoredRecord)
        const all = new MemoryWorld(stored.map((r) => r.body))
        const pageWorld = store.neighbourhood()
        pageWorld.prefetch(stored.map((r) => pageWorld.add(r)))
        const page = gate.derivation(pageWorld)
        for (const record of stored) {
          const wanted = gate.derivation(all).derive(all.byId(record.id) as Version)
          const alone = store.neighbourhood()
          expect(gate.derivation(alone).derive(alone.add(record)), `seed ${seed} ${record.type}`).toEqual(
            wanted,
          )
          expect(page.derive(record), `seed ${seed} page ${record.type}`).toEqual(wanted)
        }
      })
    } finally {
      w.close()
    }
  }
})

test('the lists hold every subject that the rule finds, whatever arrived late, and candidates for losses alone', async () => {
  for (let seed = 200; seed < 200 + WORLDS; seed++) {
    const w = await makeWorld(seeded(seed), 150)
    try {
      await w.kernel.handles.submit(() => {
        const { store } = w.kernel
        const stored = w.records.map((r) => store.records.byId(r.id) as StoredRecord)
        const all = new MemoryWorld(stored.map((r) => r.body))
        for (const record of stored) {
          const subjects = subjectsOf(all, all.byId(record.id) as Version).parties
          for (const party of w.parties) {
            const n = store.parties.find(party)
            const listed = n !== undefined && store.records.isInvolved(n, record, ROLE.subject)
            const say = `seed ${seed} ${record.type}`
            if (subjects.includes(party)) expect(listed, say).toBe(true)
            else if (!['loss', 'retraction'].includes(record.type)) expect(listed, say).toBe(false)
          }
        }
      })
    } finally {
      w.close()
    }
  }
})
