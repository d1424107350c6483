import { uuidv7 } from 'uuidv7'
import { expect, onTestFinished, test } from 'vitest'
import { subjectsOf } from '../../../src/domain/derived/subjects.ts'
import type { Version } from '../../../src/domain/derived/world.ts'
import { RECORD_TYPES } from '../../../src/domain/types/index.ts'
import type { StoredRecord } from '../../../src/store/records.ts'
import { ROLE } from '../../../src/store/records.ts'
import type { Store } from '../../../src/store/store.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { appended, at, DAY_MS, harvestOf, mandate, PURPOSE } from '../../support/flows/help.ts'
import { type Mandates, MemoryWorld } from '../../support/world.ts'
import { makeWorld, seeded } from '../records/gate/worlds.ts'

const WORLDS = 12

/** The types each delegation is over, as its principal wrote them. */
const mandatesIn = ({ db }: Store): Mandates =>
  Object.fromEntries(
    db
      .prepare<[], { body: string }>("SELECT body FROM entry WHERE body ->> '$.act' = 'delegation'")
      .all()
      .map(({ body }) => JSON.parse(body))
      .map(({ id, record_types }) => [id, record_types]),
  )

test('what is loaded around a record gives the same derived values as everything there is', {
  timeout: 3_600_000,
}, async () => {
  for (let seed = 100; seed < 100 + WORLDS; seed++) {
    const w = await makeWorld(seeded(seed), 150)
    try {
      await w.kernel.ports.submit(() => {
        const { store, gate } = w.kernel
        const stored = w.records.map((r) => store.records.byId(r.id) as StoredRecord)
        const all = new MemoryWorld(
          stored.map((r) => r.body),
          mandatesIn(store),
          w.cooperative,
        )
        const pageWorld = store.recordGraph()
        pageWorld.prefetch(stored.map((r) => pageWorld.add(r)))
        const page = gate['core'].derivation(pageWorld)
        for (const record of stored) {
          const wanted = gate['core'].derivation(all).derive(all.byId(record.id) as Version)
          const alone = store.recordGraph()
          expect(
            gate['core'].derivation(alone).derive(alone.add(record)),
            `seed ${seed} ${record.type}`,
          ).toEqual(wanted)
          expect(page.derive(record), `seed ${seed} page ${record.type}`).toEqual(wanted)
          const asked = store.recordGraph()
          const found = asked.nearToRead(record.id) as StoredRecord
          asked.prefetch([found])
          expect(gate['core'].derivation(asked).derive(found), `seed ${seed} one ${record.type}`).toEqual(
            wanted,
          )
        }
      })
    } finally {
      await w.close()
    }
  }
})

test('the lists hold every subject that the rule finds, whatever arrived late, and candidates for losses alone', async () => {
  for (let seed = 200; seed < 200 + WORLDS; seed++) {
    const w = await makeWorld(seeded(seed), 150)
    try {
      await w.kernel.ports.submit(() => {
        const { store } = w.kernel
        const stored = w.records.map((r) => store.records.byId(r.id) as StoredRecord)
        const all = new MemoryWorld(
          stored.map((r) => r.body),
          mandatesIn(store),
          w.cooperative,
        )
        for (const record of stored) {
          const subjects = subjectsOf(all, all.byId(record.id) as Version).parties
          for (const party of w.parties) {
            const n = store.parties.find(party)
            const listed = n !== undefined && store.records.isInvolved(n, record, ROLE.subject)
            const say = `seed ${seed} ${record.type}`
            if (subjects.includes(party)) expect(listed, say).toBe(true)
            else if (!['loss', 'due_diligence', 'retraction'].includes(record.type))
              expect(listed, say).toBe(false)
          }
        }
      })
    } finally {
      await w.close()
    }
  }
})

test('a mandate is over the types its principal gave, ended or not, and nothing else is one', async () => {
  const a = await makeAppliance()
  onTestFinished(() => a.close())
  const [anna, ben] = [await a.party('person', 'Anna'), await a.party('person', 'Ben')]
  const given = await mandate(a, anna, ben, { record_types: ['delivery', 'retraction'], acts: ['assert'] })
  const ended = await mandate(a, anna, ben, { record_types: ['lot'], acts: ['assert'] })
  await anna.post(`/v1/delegations/${ended}/revocation`)
  const harvest = await appended(anna, 'harvest', harvestOf(anna))
  const grant = { id: uuidv7(), grantee: ben.id, purpose: PURPOSE, record_types: ['lot'], channel: 'app' }
  const until = { expires_at: at(a.clock.nowMs + DAY_MS) }
  expect((await anna.post('/v1/grants', { ...grant, ...until })).status).toBe(201)
  await a.kernel.ports.submit(() => {
    const world = a.kernel.store.recordGraph()
    const over = (id: string) => RECORD_TYPES.filter((type) => world.mandateCovers(id, type))
    expect(over(given)).toEqual(['delivery', 'retraction'])
    expect(over(ended)).toEqual(['lot'])
    for (const other of [harvest.id, grant.id, uuidv7()]) expect(over(other)).toEqual([])
  })
})
